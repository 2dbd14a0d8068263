//! Ctrl-C and termination: the process ends at once with code 130, and removes its temporary files.
//!
//! The handler runs on a thread of its own, so it works while the main thread reads, computes or writes.

use super::Failure;
use polymod::engine::Cancel;
use std::{
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::{Duration, Instant},
};

/// The exit code of an interrupted run.
pub const INTERRUPTED: u8 = 130;

/// Longest wait for a file that is being created: opening a pipe can block for ever.
const PATIENCE: Duration = Duration::from_millis(40);

/// The state of the process, once there is a handler.
static INSTALLED: OnceLock<Interrupt> = OnceLock::new();

/// Removes the temporary files of the process.
pub fn clean_up() {
    if let Some(interrupt) = INSTALLED.get() {
        interrupt.clean_up();
    }
}

/// State shared with the handler of interrupts: the engine's token, and the temporary files.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    cancel: Cancel,
    temporary: Arc<Mutex<Vec<PathBuf>>>,
}

impl Interrupt {
    /// Installs the handler of SIGINT, SIGTERM and SIGHUP; from then on, a file that exceeds the system's size limit is
    /// an error of writing. Must be called before other threads are started.
    ///
    /// # Errors
    /// [`Failure::Internal`] if the system refuses the handler.
    pub fn install() -> Result<Self, Failure> {
        keep_file_size_signals();
        let interrupt = Interrupt::default();
        let theirs = interrupt.clone();
        ctrlc::set_handler(move || {
            theirs.clean_up();
            std::process::exit(i32::from(INTERRUPTED));
        })
        .map_err(|e| Failure::Internal(format!("cannot catch Ctrl-C: {e}")))?;
        Ok(INSTALLED.get_or_init(|| interrupt).clone())
    }

    /// The token that stops the engine.
    #[must_use]
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Stops the computation and removes the temporary files.
    pub fn clean_up(&self) {
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

    /// Runs `create`, which creates a file and returns its name if it is temporary; no interrupt is handled between the
    /// two.
    ///
    /// # Errors
    /// The errors of `create`.
    pub fn creating<T, E>(&self, create: impl FnOnce() -> Result<(T, Option<PathBuf>), E>) -> Result<T, E> {
        let mut temporary = self.temporary.lock().unwrap_or_else(PoisonError::into_inner);
        let (made, path) = create()?;
        temporary.extend(path);
        Ok(made)
    }
}

/// Blocks SIGXFSZ, which would end the process, in this thread and those that it starts: the write fails instead, is
/// reported, and no file is left behind.
fn keep_file_size_signals() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGXFSZ);
        // where that is refused, the signal ends the process as before
        let _ = signals.thread_block();
    }
}
