//! Core errors to Python exceptions, in one place.

use columbus_core::Error;
use pyo3::PyErr;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};

/// The exception that an error of the core becomes.
pub(crate) fn to_python(error: Error) -> PyErr {
    match error {
        Error::Stopped => PyKeyboardInterrupt::new_err(()),
        Error::Io { .. } => PyOSError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}
