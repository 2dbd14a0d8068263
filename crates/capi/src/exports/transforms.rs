//! Transforms of the caller's words.

use crate::{
    objects::Ntt,
    pointers::{code, free, get, give, put, slice, store},
    status::Status,
};

/// A transform of `len` words modulo the prime n: values at the powers of a root of unity, in natural order. `len`, or 2·`len` where
/// negacyclic, divides n − 1.
#[unsafe(no_mangle)]
pub extern "C" fn polymod_ntt_new(n: u64, len: usize, negacyclic: bool) -> *mut Ntt {
    give(|| Ntt::new(n, len, negacyclic))
}

/// The root of unity whose powers are the points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_ntt_root(ntt: *const Ntt, root: *mut u64) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { store(root, *get(ntt)?.dft.root()) })
}

/// The values of the polynomial with coefficients `x`; `out` may be `x`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_ntt_forward(ntt: *const Ntt, out: *mut u64, x: *const u64) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let dft = &get(ntt)?.dft;
        let mut y = slice(x, dft.len())?.to_vec();
        dft.forward_slice(&mut y)?;
        put(out, &y)
    })
}

/// The coefficients of the polynomial with values `x`; `out` may be `x`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_ntt_inverse(ntt: *const Ntt, out: *mut u64, x: *const u64) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let dft = &get(ntt)?.dft;
        let mut y = slice(x, dft.len())?.to_vec();
        dft.inverse_slice(&mut y)?;
        put(out, &y)
    })
}

/// Frees a transform; NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_ntt_free(ntt: *mut Ntt) {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    unsafe { free(ntt) };
}
