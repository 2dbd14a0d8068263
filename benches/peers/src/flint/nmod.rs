//! Polynomials over Z/n, with the result's buffer kept from call to call.

use std::ffi::c_ulong;
use std::mem::MaybeUninit;

use flint3_sys as ffi;

use crate::peer::ModPoly;

/// A polynomial over Z/n.
pub struct NmodPoly(ffi::nmod_poly_struct);

impl ModPoly for NmodPoly {
    const NAME: &'static str = super::NAME;

    fn new(n: u64, coefficients: &[u64], capacity: usize) -> Self {
        assert!(n >= 1 && coefficients.iter().all(|&c| c < n));
        let capacity = capacity.max(coefficients.len());
        let mut poly = MaybeUninit::uninit();
        // SAFETY: init2 fills the structure that it is given and allocates `capacity` words, of which as many as there
        // are coefficients are written before the length says so; normalising reads no more than those.
        unsafe {
            ffi::nmod_poly_init2(poly.as_mut_ptr(), n as c_ulong, capacity as ffi::slong);
            let mut poly = poly.assume_init();
            if !coefficients.is_empty() {
                poly.coeffs.cast::<u64>().copy_from_nonoverlapping(coefficients.as_ptr(), coefficients.len());
            }
            poly.length = coefficients.len() as ffi::slong;
            ffi::_nmod_poly_normalise(&raw mut poly);
            Self(poly)
        }
    }

    fn set_product(&mut self, a: &Self, b: &Self) {
        // SAFETY: three initialised polynomials; `self` is neither of the others because it is borrowed mutably, and it
        // grows where its buffer is too small.
        unsafe { ffi::nmod_poly_mul(&raw mut self.0, &raw const a.0, &raw const b.0) };
    }

    fn coefficients(&self) -> Vec<u64> {
        self.words().to_vec()
    }
}

impl NmodPoly {
    /// The polynomial with these coefficients, each below `n`.
    pub fn with(n: u64, coefficients: &[u64]) -> Self {
        ModPoly::new(n, coefficients, coefficients.len())
    }

    /// The coefficients, without leading zeros.
    pub fn words(&self) -> &[u64] {
        if self.0.length == 0 {
            return &[];
        }
        // SAFETY: the buffer holds `length` > 0 initialised words and lives as long as `self`.
        unsafe { std::slice::from_raw_parts(self.0.coeffs.cast::<u64>(), self.0.length as usize) }
    }

    /// The structure, for functions that read it.
    pub(super) fn raw(&self) -> *const ffi::nmod_poly_struct {
        &raw const self.0
    }

    /// The structure, for functions that write it.
    pub(super) fn raw_mut(&mut self) -> *mut ffi::nmod_poly_struct {
        &raw mut self.0
    }
}

impl Drop for NmodPoly {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, cleared only here.
        unsafe { ffi::nmod_poly_clear(&raw mut self.0) };
    }
}
