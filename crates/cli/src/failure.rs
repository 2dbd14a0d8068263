//! Unsuccessful ends of a run: the exit code, and one line on standard error.

use super::interrupt::INTERRUPTED;
use crate::io::FileError;
use polymod::{Error, verify::Unverified};

/// Reason for the early end of a run.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The arguments are wrong.
    #[error("{0}")]
    Usage(String),
    /// The library returned an error, or no answer exists.
    #[error("{0}")]
    Library(#[from] Error),
    /// A file cannot be read or written.
    #[error("{0}")]
    File(FileError),
    /// A search ended without a result.
    #[error("{0}")]
    NoSuch(String),
    /// The arguments are missing, and the help has been shown.
    #[error("arguments are missing")]
    Shown,
    /// The reader of standard output has gone: not a failure of this program.
    #[error("standard output was closed")]
    ClosedPipe,
    /// A bug.
    #[error("internal error: {0}; please report it, with the command line, as a bug of polymod")]
    Internal(String),
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        match error {
            FileError::ClosedPipe => Failure::ClosedPipe,
            // an expression is computed while it is parsed
            FileError::Ring { error: Error::Cancelled, .. } => Failure::Library(Error::Cancelled),
            error => Failure::File(error),
        }
    }
}

impl From<Unverified> for Failure {
    fn from(error: Unverified) -> Self {
        match error {
            Unverified::Wrong(what) => Failure::Internal(format!("--verify found {what} to be wrong")),
            Unverified::Weak(why) => Failure::Usage(format!("--verify has too little evidence: {why}")),
            Unverified::Library(error) => error.into(),
        }
    }
}

impl Failure {
    /// Turns the error of an operand too long for `--memory` into one of usage, which states the bytes available for
    /// operands.
    #[must_use]
    pub fn of_memory(self) -> Self {
        match self {
            Failure::File(FileError::TooLarge { name, bytes, memory }) => Failure::Usage(format!(
                "{name}: needs {bytes} bytes or more, --memory leaves {memory} for operands; allow more by --memory"
            )),
            other => other,
        }
    }

    /// 0: success; 1: no answer exists; 2: usage, input, output or a bug; 130: interrupted.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::ClosedPipe => 0,
            Failure::NoSuch(_) => 1,
            Failure::Library(error) => match error {
                Error::NotInvertible { .. }
                | Error::NotDivisible { .. }
                | Error::DivisionByZero
                | Error::Composite { .. }
                | Error::Factors { .. }
                | Error::NoRoot { .. }
                | Error::Domain { .. }
                | Error::NoFraction { .. }
                | Error::NotPrincipal { .. }
                | Error::Singular { .. }
                | Error::Inconsistent { .. } => 1,
                Error::Cancelled => INTERRUPTED,
                _ => 2,
            },
            Failure::Usage(_) | Failure::File(_) | Failure::Internal(_) | Failure::Shown => 2,
        }
    }

    /// The line for standard error; `None` if the run should end without a message.
    #[must_use]
    pub fn line(&self) -> Option<String> {
        match self {
            Failure::ClosedPipe | Failure::Shown | Failure::Library(Error::Cancelled) => None,
            _ => Some(format!("polymod: {}", self.to_string().replace(['\n', '\r'], " "))),
        }
    }
}
