//! The stop flag: set by a signal, checked between units of work.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, Result};

/// Shared between the thread that waits and the pool that works.
#[derive(Debug, Default)]
pub struct Stop(AtomicBool);

impl Stop {
    /// Asks the work to end.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work should end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// `Err(Error::Stopped)` when the flag is set.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn check(&self) -> Result<()> {
        if self.is_set() { Err(Error::Stopped) } else { Ok(()) }
    }
}
