//! Return codes, the message of a thread's last error, and the engine of all computations.

use crate::context;
use engine::{Cancel, Engine, Error, engine::EngineBuilder};
use std::{
    cell::RefCell,
    ffi::CString,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Mutex, OnceLock, PoisonError},
};

/// Result of a call. Functions that return a pointer return NULL on failure, and `polymod_last_status` tells the code.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Success.
    Ok = 0,
    /// A null pointer, a length, a shape, a modulus, a coefficient that is not reduced, operands of different rings.
    InvalidArgument = 1,
    /// Division by zero, or by an element that has no inverse; a division that leaves a remainder; a singular matrix.
    NotInvertible = 2,
    /// No answer exists: no root of unity of that order, no solution of a system.
    NoAnswer = 3,
    /// The operands or the result would not fit into memory.
    OutOfMemory = 4,
    /// The computation was stopped by `polymod_cancel`.
    Cancelled = 5,
    /// The operation is not defined over this ring.
    Unsupported = 6,
    /// Text that does not parse.
    Parse = 7,
    /// A defect of the library.
    Internal = 8,
}

/// An error of this interface.
#[derive(Debug)]
pub struct Failure {
    pub status: Status,
    pub message: String,
}

pub type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    pub fn argument(message: impl Into<String>) -> Self {
        Failure { status: Status::InvalidArgument, message: message.into() }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let status = match &error {
            Error::DivisionByZero
            | Error::NotInvertible { .. }
            | Error::NotDivisible { .. }
            | Error::Singular { .. } => Status::NotInvertible,
            Error::NoRoot { .. }
            | Error::Inconsistent { .. }
            | Error::NoFraction { .. }
            | Error::TooFewPrimes { .. } => Status::NoAnswer,
            Error::TooLarge { .. } => Status::OutOfMemory,
            Error::Cancelled => Status::Cancelled,
            Error::Unsupported { .. } | Error::Composite { .. } | Error::Factors { .. } => Status::Unsupported,
            Error::Parse { .. } => Status::Parse,
            _ => Status::InvalidArgument,
        };
        Failure { status, message: error.to_string() }
    }
}

thread_local! {
    static LAST: RefCell<(Status, CString)> = RefCell::new((Status::Ok, CString::default()));
}

/// Code of this thread's last call.
pub fn last() -> Status {
    LAST.with_borrow(|last| last.0)
}

/// Address of the message of this thread's last failure: empty after a success, valid until the thread's next call.
pub fn message() -> *const std::ffi::c_char {
    LAST.with_borrow(|last| last.1.as_ptr())
}

fn set(status: Status, message: String) {
    let text = CString::new(message.replace('\0', " ")).unwrap_or_default();
    LAST.with_borrow_mut(|last| *last = (status, text));
}

/// Runs a call: keeps its error for this thread, and turns a panic into [`Status::Internal`].
pub fn guarded<T>(call: impl FnOnce() -> Result<T>) -> std::result::Result<T, Status> {
    let failure = match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => {
            set(Status::Ok, String::new());
            return Ok(value);
        }
        Ok(Err(failure)) => failure,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            Failure { status: Status::Internal, message: format!("a defect of polymod: {text}") }
        }
    };
    set(failure.status, failure.message);
    Err(failure.status)
}

/// The token that `polymod_cancel` raises.
pub fn cancel() -> &'static Cancel {
    static CANCEL: OnceLock<Cancel> = OnceLock::new();
    CANCEL.get_or_init(Cancel::new)
}

fn current() -> &'static Mutex<Engine> {
    static ENGINE: OnceLock<Mutex<Engine>> = OnceLock::new();
    ENGINE.get_or_init(|| Mutex::new(build(0)))
}

fn build(threads: usize) -> Engine {
    builder(threads, cancel()).build()
}

/// An engine of this number of threads, 0 for one a core, whose computations the token stops.
pub fn builder(threads: usize, cancel: &Cancel) -> EngineBuilder {
    Engine::builder().cancel(cancel.clone()).memory(memory()).threads(threads)
}

/// The engine of the rings made from now on.
pub fn shared() -> Engine {
    current().lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The engine of a call on words: that of this thread's context, or the shared one. An error after it was cancelled, which short operations
/// do not look at.
pub fn of_call() -> Result<Engine> {
    let engine = context::current()?.unwrap_or_else(shared);
    if engine.cancel().is_raised() {
        return Err(Error::Cancelled.into());
    }
    Ok(engine)
}

/// Replaces the engine by one of this number of threads; 0: one for each core.
pub fn set_threads(threads: usize) {
    let engine = build(threads);
    *current().lock().unwrap_or_else(PoisonError::into_inner) = engine;
}

/// Bytes of memory of this machine; no limit where the system does not state them.
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    total.map_or(u64::MAX, |kib| kib << 10)
}

/// The number of words in a result, where the memory holds them: an allocation that fails would end the process.
pub fn fits(words: Option<usize>) -> Result<usize> {
    let limit = shared().memory() / 16;
    words.filter(|&words| words as u64 <= limit).ok_or_else(|| Failure {
        status: Status::OutOfMemory,
        message: format!("a vector is too large: expected at most {limit} words"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_become_codes() {
        assert_eq!(guarded::<()>(|| panic!("row {}", 3)), Err(Status::Internal));
        let said = LAST.with_borrow(|last| last.1.to_str().unwrap_or_default().to_owned());
        assert_eq!((last(), said.as_str()), (Status::Internal, "a defect of polymod: row 3"));
        assert_eq!((guarded(|| Ok(5)), last()), (Ok(5), Status::Ok));
    }

    #[test]
    fn results_must_fit() {
        assert_eq!(fits(Some(7)).unwrap(), 7);
        assert_eq!(fits(None).unwrap_err().status, Status::OutOfMemory);
    }
}
