//! The exported functions. They keep to the promises stated in `pointers`, the only other file with `unsafe`.
#![allow(unsafe_code, clippy::missing_safety_doc)]

mod bivariates;
mod context;
mod matrices;
mod poly_matrices;
mod polynomials;
mod transforms;
mod words;

use crate::status::{self, Failure, Result, Status, guarded};
use std::ffi::{CString, c_char};

pub use bivariates::*;
pub use context::*;
pub use matrices::*;
pub use poly_matrices::*;
pub use polynomials::*;
pub use transforms::*;
pub use words::*;

/// Message of this thread's last call: empty after a success. Valid until this thread's next call of another function.
#[unsafe(no_mangle)]
pub extern "C" fn polymod_last_error() -> *const c_char {
    status::message()
}

/// Code of this thread's last call.
#[unsafe(no_mangle)]
pub extern "C" fn polymod_last_status() -> Status {
    status::last()
}

/// Largest number of threads of a computation, for calls on words and for rings made from now on; 0, the default: one for each core.
/// Results do not depend on it.
#[unsafe(no_mangle)]
pub extern "C" fn polymod_set_threads(threads: usize) {
    let _ = guarded(|| {
        status::set_threads(threads);
        Ok(())
    });
}

/// Stops all computations of the process with POLYMOD_STATUS_CANCELLED, also those started later, until polymod_cancel_reset.
/// May be called from any thread.
#[unsafe(no_mangle)]
pub extern "C" fn polymod_cancel() {
    status::cancel().raise();
}

/// Allows computations again.
#[unsafe(no_mangle)]
pub extern "C" fn polymod_cancel_reset() {
    status::cancel().reset();
}

/// Frees a text that this library returned; NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_string_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: made by `give_text`, and freed once by the caller's promise.
        drop(unsafe { CString::from_raw(text) });
    }
}

fn area(rows: usize, cols: usize) -> Result<usize> {
    rows.checked_mul(cols).ok_or_else(|| Failure::argument(format!("a matrix is too large: {rows} by {cols}")))
}
