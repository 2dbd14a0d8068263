//! Contexts: calls that can be watched and cancelled apart from others.

use crate::{
    context::{self, Context},
    pointers::{Callback, code, free, get, give},
    status::Status,
};
use std::ffi::{c_char, c_void};

/// Called at coarse steps of long computations, with the name of the stage, the units done, their number or 0 where it is not known, and the
/// caller's pointer: true to go on, false to cancel the context. It may come from any thread, is never called by two at once, and must not
/// call the library, except polymod_context_cancel.
pub type Progress =
    Option<unsafe extern "C" fn(stage: *const c_char, done: u64, total: u64, data: *mut c_void) -> bool>;

/// A context of calls: of at most this number of threads each, 0 for one a core, with a callback or NULL.
#[unsafe(no_mangle)]
pub extern "C" fn polymod_context_new(threads: usize, progress: Progress, data: *mut c_void) -> *mut Context {
    give(|| Ok(Context::new(threads, progress.map(|call| Callback::new(call, data)))))
}

/// Puts the calls of this thread from now on into a context, whatever their operands; NULL ends that. Coefficients of operands that are handles
/// are copied once more in each call. Transforms by polymod_ntt_forward and polymod_ntt_inverse are in no context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_context_use(context: *const Context) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        context::enter(if context.is_null() { None } else { Some(get(context)?) });
        Ok(())
    })
}

/// Stops the calls in a context with POLYMOD_STATUS_CANCELLED, also those started later, until polymod_context_reset; no others. May be called
/// from any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_context_cancel(context: *const Context) {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    if let Ok(context) = unsafe { get(context) } {
        context.cancel().raise();
    }
}

/// Allows the calls in a context again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_context_reset(context: *const Context) {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    if let Ok(context) = unsafe { get(context) } {
        context.cancel().reset();
    }
}

/// Frees a context that no thread uses any more; NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_context_free(context: *mut Context) {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    unsafe { free(context) };
}
