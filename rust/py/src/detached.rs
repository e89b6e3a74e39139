//! The one place that releases the interpreter lock.
//!
//! The work runs on a thread of its own; this one waits for it and looks after signals, so that
//! Ctrl-C ends the work within one of its units.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use columbus_core::Error;
use columbus_core::stop::Stop;
use pyo3::prelude::*;

use crate::errors::to_python;

/// Between two looks at the signals: soon enough for a person, rare enough to cost nothing.
const POLL: Duration = Duration::from_millis(50);

/// Runs `work` without the lock and maps its error.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> columbus_core::Result<T> + Send,
) -> PyResult<T> {
    let stop = Stop::default();
    let mut signal: Option<PyErr> = None;
    let result = py.detach(|| {
        std::thread::scope(|scope| {
            let (done, wait) = sync_channel(1);
            let stop = &stop;
            scope.spawn(move || {
                // The receiver lives until this was sent or the thread panicked.
                let _ = done.send(work(stop));
            });
            loop {
                match wait.recv_timeout(POLL) {
                    Ok(result) => return result,
                    Err(RecvTimeoutError::Timeout) if signal.is_none() => {
                        #[allow(clippy::redundant_closure_for_method_calls)] // Lifetimes need it.
                        let checked = Python::attach(|py| py.check_signals());
                        if let Err(error) = checked {
                            signal = Some(error);
                            stop.set();
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    // The worker panicked; the scope raises its panic again.
                    Err(RecvTimeoutError::Disconnected) => return Err(Error::Stopped),
                }
            }
        })
    });
    match signal {
        Some(error) => Err(error),
        None => result.map_err(to_python),
    }
}
