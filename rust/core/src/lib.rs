//! The core of Columbus: everything that is fast and knows no Python.
//!
//! ```text
//! discover -> parse -> (postings, batch) -> embed -> store | retrieve -> rank -> reconstruct -> project
//! ```
//!
//! Each stage is one module with one public function named by its verb. It takes and gives the
//! records of [`records`] and calls no other stage; the Python package composes them. Only
//! `discover`, `parse::all`, `sweep`, `literal` and `reconstruct` read the disk; nothing writes,
//! prints, or asks the environment or the clock for anything that reaches a result (a scan that
//! takes too long is given up and says so).

pub mod batch;
pub mod catalog;
pub mod discover;
pub mod error;
pub mod git;
pub mod imports;
pub mod language;
pub mod literal;
pub mod parse;
pub mod postings;
pub mod rank;
pub mod recall;
pub mod reconstruct;
pub mod records;
pub mod scan;
pub mod secrets;
pub mod static_embed;
pub mod stop;
pub mod sweep;
pub mod terms;
pub mod tokens;
pub mod understand;

mod simd;

pub use error::{Error, Result};
