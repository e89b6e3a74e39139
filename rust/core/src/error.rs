//! Errors that stop a stage. What concerns one file only is a [`crate::records::Problem`].

use std::io;
use std::path::PathBuf;

/// Why a stage could not give a result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The root or a file that the stage cannot do without could not be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// What was being read.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The root is no place to chart (a file, the home directory, `/`).
    #[error("{}: {reason}", path.display())]
    Root {
        /// The refused root.
        path: PathBuf,
        /// Why, and what to do.
        reason: String,
    },
    /// A data file of the package or a stored blob is damaged.
    #[error("{what}: {reason}")]
    Damaged {
        /// Which file or blob.
        what: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A value from outside is not usable.
    #[error("{what}: {reason}")]
    Invalid {
        /// Which value.
        what: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The stop flag was set.
    #[error("interrupted")]
    Stopped,
}

/// A result of a stage.
pub type Result<T> = std::result::Result<T, Error>;
