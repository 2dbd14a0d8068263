//! fflas-ffpack through the shim `fflas.cpp`: dense matrices over Z/p in balanced doubles, p < 2^26, on one thread of the BLAS
//! that is installed. Feature `fflas`.

use std::ffi::{CStr, c_char};

use crate::peer::SquareMatrix;

/// Primes below 2^this: two entries' product and a few more fit into 53 bits.
pub const BITS: u32 = 26;

/// `Matrix` of the shim, only ever behind a pointer.
#[repr(C)]
struct Opaque(u8);

unsafe extern "C" {
    fn polymod_fflas_kernels() -> *const c_char;
    fn polymod_fflas_version() -> *const c_char;
    fn polymod_fflas_blas() -> *const c_char;
    fn polymod_fflas_new(p: u64, len: usize, values: *const u64) -> *mut Opaque;
    fn polymod_fflas_product(out: *mut Opaque, a: *const Opaque, b: *const Opaque);
    fn polymod_fflas_det(a: *mut Opaque) -> u64;
    fn polymod_fflas_entries(a: *const Opaque, out: *mut u64);
    fn polymod_fflas_free(a: *mut Opaque);
}

/// The kernels that the BLAS takes on this CPU, such as `SkylakeX`; binds it to one thread.
pub fn kernels() -> String {
    // SAFETY: the function returns a string that is never freed, ended by a zero byte.
    unsafe { CStr::from_ptr(polymod_fflas_kernels()) }.to_string_lossy().into_owned()
}

/// The version of fflas-ffpack, such as `2.5.0`.
pub fn version() -> String {
    // SAFETY: the function returns a string constant, ended by a zero byte.
    unsafe { CStr::from_ptr(polymod_fflas_version()) }.to_string_lossy().into_owned()
}

/// The BLAS and its version, such as `OpenBLAS 0.3.21`.
pub fn blas() -> String {
    // SAFETY: the function returns a string that is never freed, ended by a zero byte.
    let config = unsafe { CStr::from_ptr(polymod_fflas_blas()) }.to_string_lossy();
    config.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

/// A square matrix over Z/p.
pub struct Matrix {
    matrix: *mut Opaque,
    p: u64,
    len: usize,
}

impl SquareMatrix for Matrix {
    const NAME: &'static str = "fflas";

    fn new(p: u64, len: usize, entries: &[u64]) -> Self {
        assert!(p > 2 && p >> BITS == 0 && entries.len() == len * len && entries.iter().all(|&x| x < p));
        // SAFETY: the shim copies the slice into an object that is freed by `drop`.
        Self { matrix: unsafe { polymod_fflas_new(p, len, entries.as_ptr()) }, p, len }
    }

    fn set_product(&mut self, a: &Self, b: &Self) {
        assert!([a, b].iter().all(|m| m.len == self.len && m.p == self.p));
        // SAFETY: three live objects of one shape; `self` is neither of the others because it is borrowed mutably.
        unsafe { polymod_fflas_product(self.matrix, a.matrix, b.matrix) };
    }

    fn det(&mut self) -> u64 {
        // SAFETY: a live object.
        unsafe { polymod_fflas_det(self.matrix) }
    }

    fn entries(&self) -> Vec<u64> {
        let mut entries = vec![0; self.len * self.len];
        // SAFETY: a live object with as many entries as the vector.
        unsafe { polymod_fflas_entries(self.matrix, entries.as_mut_ptr()) };
        entries
    }
}

impl Drop for Matrix {
    fn drop(&mut self) {
        // SAFETY: made in `new`, freed only here.
        unsafe { polymod_fflas_free(self.matrix) };
    }
}
