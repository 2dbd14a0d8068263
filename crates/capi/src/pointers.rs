//! Pointers become slices, references and boxes here, and nowhere else.
//!
//! Promises of the caller, beyond what is checked: a pointer to words is valid for the length that goes with it, text ends with a zero
//! byte, a handle came from this library and was not freed, and no other thread writes to them during the call.
//! A null pointer and one that is not aligned are refused, and so are lengths beyond the address space. Results are
//! computed in memory of the library and copied last, when no slice is held any more: outputs may overlap inputs, and need not be initialized.
#![allow(unsafe_code, clippy::missing_safety_doc)]

use crate::status::{Failure, Result, Status, guarded};
use std::{
    ffi::{CStr, CString, c_char, c_void},
    ptr, slice,
};

/// The words at a pointer; none for length 0, whatever the pointer.
pub unsafe fn slice<'a>(data: *const u64, len: usize) -> Result<&'a [u64]> {
    if len == 0 {
        return Ok(&[]);
    }
    checked(data, len)?;
    // SAFETY: not null, aligned, of a length that fits; valid for it by the caller's promise.
    Ok(unsafe { slice::from_raw_parts(data, len) })
}

pub fn checked(data: *const u64, len: usize) -> Result<()> {
    if data.is_null() || !data.is_aligned() {
        return Err(Failure::argument(format!("a pointer to {len} words is null or not aligned to 8 bytes")));
    }
    if len > isize::MAX as usize / 8 {
        return Err(Failure::argument(format!("a length exceeds the address space: {len} words")));
    }
    Ok(())
}

/// Copies a result to the caller's memory, which has room for it by his promise.
pub unsafe fn put(out: *mut u64, result: &[u64]) -> Result<()> {
    if !result.is_empty() {
        checked(out, result.len())?;
        // SAFETY: the source is a vector of ours, the target not null, aligned, and valid for its length.
        unsafe { ptr::copy_nonoverlapping(result.as_ptr(), out, result.len()) };
    }
    Ok(())
}

/// Copies two results, which must not overlap; nothing where either cannot be written.
pub unsafe fn put_both(q: (*mut u64, &[u64]), r: (*mut u64, &[u64])) -> Result<()> {
    for (out, result) in [q, r] {
        if !result.is_empty() {
            checked(out, result.len())?;
        }
    }
    let [(q0, q1), (r0, r1)] = [q, r].map(|(out, result)| (out as usize, out as usize + 8 * result.len()));
    if q0.max(r0) < q1.min(r1) {
        return Err(Failure::argument("two outputs overlap"));
    }
    // SAFETY: as the caller's of this function.
    unsafe { put(q.0, q.1).and_then(|()| put(r.0, r.1)) }
}

/// Writes a value, of a type that needs no drop, to the caller's memory.
pub unsafe fn store<T: Copy>(out: *mut T, value: T) -> Result<()> {
    if out.is_null() || !out.is_aligned() {
        return Err(Failure::argument("a pointer to a result is null or not aligned"));
    }
    // SAFETY: not null, aligned, valid by the caller's promise.
    unsafe { out.write(value) };
    Ok(())
}

pub unsafe fn get<'a, T>(handle: *const T) -> Result<&'a T> {
    // SAFETY: null, or made by `give` and not freed, by the caller's promise; objects are never changed.
    unsafe { handle.as_ref() }.ok_or_else(|| Failure::argument("a handle is null"))
}

/// The objects of an array of handles.
pub unsafe fn handles<'a, T>(all: *const *const T, len: usize) -> Result<Vec<&'a T>> {
    if len == 0 {
        return Ok(Vec::new());
    }
    checked(all.cast(), len)?;
    // SAFETY: not null, aligned, of a length that fits; valid for it by the caller's promise.
    let all = unsafe { slice::from_raw_parts(all, len) };
    // SAFETY: handles by the caller's promise.
    all.iter().map(|&handle| unsafe { get(handle) }).collect()
}

pub unsafe fn text<'a>(text: *const c_char) -> Result<&'a str> {
    if text.is_null() {
        return Err(Failure::argument("a text is null"));
    }
    // SAFETY: not null, and ended by a zero byte by the caller's promise.
    let bytes = unsafe { CStr::from_ptr(text) };
    bytes.to_str().map_err(|_| Failure::argument("a text is not UTF-8"))
}

pub fn code(call: impl FnOnce() -> Result<()>) -> Status {
    guarded(call).err().unwrap_or(Status::Ok)
}

/// A handle of the result; null after an error.
pub fn give<T>(call: impl FnOnce() -> Result<T>) -> *mut T {
    guarded(|| call().map(Box::new)).map_or(ptr::null_mut(), Box::into_raw)
}

pub fn give_text(call: impl FnOnce() -> Result<String>) -> *mut c_char {
    guarded(|| CString::new(call()?).map_err(|_| Failure::argument("a text holds a zero byte")))
        .map_or(ptr::null_mut(), CString::into_raw)
}

pub unsafe fn free<T>(handle: *mut T) {
    if !handle.is_null() {
        let _ = guarded(|| {
            // SAFETY: made by `give` from a box, and freed once by the caller's promise.
            drop(unsafe { Box::from_raw(handle) });
            Ok(())
        });
    }
}

/// Copies words to a buffer of `capacity` words and stores their number; with too small a buffer only the number, and an error.
pub unsafe fn put_within(out: *mut u64, capacity: usize, len: *mut usize, result: &[u64]) -> Result<()> {
    // SAFETY: as the caller's of this function.
    unsafe {
        store(len, result.len())?;
        if result.len() > capacity {
            return Err(Failure::argument(format!("the buffer has {capacity} words, {} are needed", result.len())));
        }
        put(out, result)
    }
}

/// A function of the caller that learns the progress of computations, and its pointer.
pub struct Callback {
    call: unsafe extern "C" fn(*const c_char, u64, u64, *mut c_void) -> bool,
    data: *mut c_void,
}

// SAFETY: the caller promises that the function may be called from any thread with the pointer, which is not used here.
unsafe impl Send for Callback {}

impl Callback {
    pub fn new(call: unsafe extern "C" fn(*const c_char, u64, u64, *mut c_void) -> bool, data: *mut c_void) -> Self {
        Callback { call, data }
    }

    /// Whether the computation is to go on.
    pub fn tell(&self, stage: &str, done: u64, total: u64) -> bool {
        let stage = CString::new(stage).unwrap_or_default();
        // SAFETY: a function of this type by the caller's promise; the text lives until it returns.
        unsafe { (self.call)(stage.as_ptr(), done, total, self.data) }
    }
}
