//! Polynomials modulo an integer of several words as rows of limbs: FLINT's `mpn_mod`, through its generic rings.

use std::ffi::{c_int, c_long, c_ulong};
use std::mem::MaybeUninit;
use std::rc::Rc;

use flint3_sys as ffi;
use polymod::rug::{Integer, integer::Order};

unsafe extern "C" {
    fn _gr_ctx_init_mpn_mod(ctx: *mut ffi::gr_ctx_struct, n: *const c_ulong, limbs: c_long) -> c_int;
}

/// The name in the tables.
pub const NAME: &str = "FLINT mpn_mod";

/// Limbs that `mpn_mod` takes at most.
const MOST_LIMBS: usize = 16;

/// Z/n.
pub struct MpnRing {
    ctx: *mut ffi::gr_ctx_struct,
    limbs: usize,
}

impl MpnRing {
    /// Of this modulus, where it has 2 to 16 limbs. FLINT does not find out whether it is a prime, and needs that for common divisors.
    pub fn new(n: &Integer, is_prime: bool) -> Option<Rc<Self>> {
        let modulus = n.to_digits::<u64>(Order::Lsf);
        let limbs = modulus.len();
        if !(2..=MOST_LIMBS).contains(&limbs) {
            return None;
        }
        let mut ctx = Box::new(MaybeUninit::uninit());
        // SAFETY: init fills the structure, the modulus is copied, and is within the bounds checked above
        let ctx = unsafe {
            let status = _gr_ctx_init_mpn_mod(ctx.as_mut_ptr(), modulus.as_ptr().cast::<c_ulong>(), limbs as c_long);
            assert!(status == 0, "a modulus of 2 to {MOST_LIMBS} limbs");
            Box::into_raw(ctx).cast::<ffi::gr_ctx_struct>()
        };
        if is_prime {
            // SAFETY: an initialised ring
            let status = unsafe { ffi::gr_ctx_set_is_field(ctx, ffi::truth_t_T_TRUE) };
            assert!(status == 0);
        }
        Some(Rc::new(MpnRing { ctx, limbs }))
    }

    /// The structure.
    pub(super) fn ctx(&self) -> *mut ffi::gr_ctx_struct {
        self.ctx
    }

    /// Limbs of an element.
    pub(super) fn limbs(&self) -> usize {
        self.limbs
    }

    /// An element as its limbs.
    pub(super) fn row(&self, x: &Integer) -> Vec<u64> {
        let mut row = x.to_digits::<u64>(Order::Lsf);
        row.resize(self.limbs, 0);
        row
    }
}

impl Drop for MpnRing {
    fn drop(&mut self) {
        // SAFETY: made in `new`, cleared and freed only here
        unsafe {
            ffi::gr_ctx_clear(self.ctx);
            drop(Box::from_raw(self.ctx));
        }
    }
}

/// A polynomial over it.
pub struct MpnPoly {
    pub(super) poly: ffi::gr_poly_struct,
    pub(super) ring: Rc<MpnRing>,
}

impl MpnPoly {
    /// The polynomial with these coefficients, each below the modulus.
    pub fn new(ring: &Rc<MpnRing>, coefficients: &[Integer]) -> Self {
        let (mut poly, ctx) = (MaybeUninit::uninit(), ring.ctx);
        // SAFETY: init2 fills the structure and makes room for all coefficients, rows of limbs that hold no pointers
        let poly = unsafe {
            let len = coefficients.len() as ffi::slong;
            ffi::gr_poly_init2(poly.as_mut_ptr(), len, ctx);
            let mut poly = poly.assume_init();
            for (i, c) in coefficients.iter().enumerate() {
                let row = ring.row(c);
                poly.coeffs.cast::<u64>().add(i * ring.limbs).copy_from_nonoverlapping(row.as_ptr(), ring.limbs);
            }
            ffi::_gr_poly_set_length(&raw mut poly, len, ctx);
            ffi::_gr_poly_normalise(&raw mut poly, ctx);
            poly
        };
        MpnPoly { poly, ring: ring.clone() }
    }

    /// The coefficients, without leading zeros.
    pub fn coefficients(&self) -> Vec<Integer> {
        let words = match self.poly.length {
            0 => &[],
            // SAFETY: as many rows of limbs as the polynomial has coefficients, one at least
            len => unsafe {
                std::slice::from_raw_parts(self.poly.coeffs.cast::<u64>(), len as usize * self.ring.limbs)
            },
        };
        words.chunks_exact(self.ring.limbs).map(|row| Integer::from_digits(row, Order::Lsf)).collect()
    }

    /// Becomes the product of two polynomials over the same ring.
    pub fn set_product(&mut self, a: &Self, b: &Self) {
        // SAFETY: three initialised polynomials over one ring
        let status =
            unsafe { ffi::gr_poly_mul(&raw mut self.poly, &raw const a.poly, &raw const b.poly, self.ring.ctx) };
        assert!(status == 0);
    }
}

impl Drop for MpnPoly {
    fn drop(&mut self) {
        // SAFETY: initialised where it was made, cleared only here
        unsafe { ffi::gr_poly_clear(&raw mut self.poly, self.ring.ctx) };
    }
}
