//! The core of Columbus: everything that is fast and knows no Python.
//!
//! ```text
//! discover -> parse -> (postings, batch) -> embed -> store | retrieve -> rank -> reconstruct -> project
//! ```
//!
//! Each stage is one module with one public function named by its verb. It takes and gives the
//! records of [`records`] and calls no other stage; the Python package composes them. Only
//! `discover`, `parse::all`, `sweep` and `reconstruct` read the disk; nothing writes, prints,
//! or asks the environment or the clock for anything that reaches a result.

pub mod error;
pub mod imports;
pub mod language;
pub mod parse;
pub mod records;
pub mod stop;

pub use error::{Error, Result};
