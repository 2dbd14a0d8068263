//! Files used by one process at a time: by the file system's locks, and where several machines may share the file system, or it has no locks, by a
//! lease beside the file.

#[cfg(not(feature = "testing"))]
mod lease;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod lease;
#[cfg(not(feature = "testing"))]
mod shared;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod shared;

use lease::Lease;
use std::{
    fs::{File, TryLockError},
    io,
    path::Path,
};

/// The exclusive right to use a file, until this is dropped and the file closed.
#[derive(Debug)]
pub struct Claim {
    lease: Option<Lease>,
}

/// Reason for a refused claim.
#[derive(Debug)]
pub enum Refusal {
    /// Another process uses the file; the text says what to do.
    Busy(String),
    /// The lease cannot be created.
    Io(io::Error),
}

/// Claims this open file, whose path is `path`. This waits up to half a minute where another machine has left a lease beside the file.
///
/// # Errors
/// [`Refusal`].
pub fn claim(file: &File, path: &Path) -> Result<Claim, Refusal> {
    match file.try_lock() {
        Ok(()) if !shared::is_shared(path) => Ok(Claim { lease: None }),
        Err(TryLockError::WouldBlock) => Err(Refusal::Busy("another run uses it; name another file".into())),
        // machines that share the file may each have locks of their own
        Ok(()) | Err(TryLockError::Error(_)) => Lease::take(path).map(|lease| Claim { lease: Some(lease) }),
    }
}

impl Claim {
    /// Whether the file is still this process's: after it was stopped for long, another one may have taken the lease over.
    pub fn holds(&self) -> bool {
        self.lease.as_ref().is_none_or(Lease::holds)
    }
}
