//! Ctrl-C and termination: the process ends at once with code 130, and leaves no temporary file behind.
//!
//! The handler runs on a thread of its own, so it works while the main thread reads, computes or writes.

use super::Failure;
use polymod::monitor::Cancel;
use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The exit code of an interrupted run.
pub const INTERRUPTED: u8 = 130;

/// The longest wait for a file that is just being made: opening a pipe can block for ever.
const PATIENCE: Duration = Duration::from_millis(40);

/// What to do when the user interrupts.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    cancel: Cancel,
    temporary: Arc<Mutex<Vec<PathBuf>>>,
}

impl Interrupt {
    /// Takes over SIGINT, SIGTERM and SIGHUP; a file that grows beyond what the system allows is an error of writing from here on. Called
    /// before there are other threads.
    ///
    /// # Errors
    /// [`Failure::Internal`] where the system has no such handler to give.
    pub fn install() -> Result<Self, Failure> {
        keep_file_size_signals();
        let interrupt = Interrupt::default();
        let theirs = interrupt.clone();
        ctrlc::set_handler(move || {
            theirs.clean_up();
            std::process::exit(i32::from(INTERRUPTED));
        })
        .map_err(|e| Failure::Internal(format!("cannot catch Ctrl-C: {e}")))?;
        Ok(interrupt)
    }

    /// The token that stops the engine.
    #[must_use]
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Stops the computation and removes the temporary files.
    fn clean_up(&self) {
        self.cancel.raise();
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Ok(mut temporary) = self.temporary.try_lock() {
                for path in temporary.drain(..) {
                    // it may have been renamed to its final name already: then there is nothing to remove
                    let _ = std::fs::remove_file(path);
                }
                return;
            }
            std::thread::sleep(PATIENCE / 20);
        }
    }

    /// Runs `create`, which makes a file and names it if it is temporary; no interrupt comes between the two.
    ///
    /// # Errors
    /// Those of `create`.
    pub fn creating<T, E>(&self, create: impl FnOnce() -> Result<(T, Option<PathBuf>), E>) -> Result<T, E> {
        let mut temporary = self.temporary.lock().unwrap_or_else(PoisonError::into_inner);
        let (made, path) = create()?;
        temporary.extend(path);
        Ok(made)
    }
}

/// Keeps SIGXFSZ from ending the process, in this thread and those that it starts: the write fails instead, is reported, and leaves
/// nothing behind.
fn keep_file_size_signals() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGXFSZ);
        // where that is refused the process ends as it did
        let _ = signals.thread_block();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cleaning_up_removes_the_temporary_file_and_stops_the_engine() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("half-written");
        let interrupt = Interrupt::default();
        let made = interrupt.creating(|| std::fs::write(&path, "1").map(|()| (7, Some(path.clone()))));
        assert_eq!(made.unwrap(), 7);
        interrupt.clean_up();
        assert!(!path.exists() && interrupt.cancel().is_raised());
        interrupt.clean_up();
    }
}
