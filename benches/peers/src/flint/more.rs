//! What the soak asks of FLINT beside what is timed: more of polynomials over a prime field.
//!
//! No operand is a result; each result is new.

use std::ffi::c_ulong;

use flint3_sys as ffi;
use polymod::rug::Integer;

use super::fmpz::set;
use super::nmod::NmodPoly;

impl NmodPoly {
    fn modulus(&self) -> u64 {
        // SAFETY: an initialised structure
        unsafe { (*self.raw()).mod_.n }
    }

    fn filled(&self, fill: impl FnOnce(*mut ffi::nmod_poly_struct)) -> Vec<u64> {
        let mut out = Self::with(self.modulus(), &[]);
        fill(out.raw_mut());
        out.words().to_vec()
    }

    /// self^e modulo m, e not negative.
    pub fn pow_mod(&self, e: &Integer, m: &Self) -> Vec<u64> {
        let mut exponent: ffi::fmpz = 0;
        // SAFETY: an initialised integer and initialised polynomials, of which the result is none of the others
        unsafe {
            set(&raw mut exponent, e);
            let out = self.filled(|out| ffi::nmod_poly_powmod_fmpz_binexp(out, self.raw(), &raw mut exponent, m.raw()));
            ffi::fmpz_clear(&raw mut exponent);
            out
        }
    }

    /// self^e to n terms.
    pub fn pow_series(&self, e: u64, n: usize) -> Vec<u64> {
        // SAFETY: initialised polynomials
        self.filled(|out| unsafe { ffi::nmod_poly_pow_trunc(out, self.raw(), e as c_ulong, n as ffi::slong) })
    }

    /// The square root to n terms that begins with 1, of a series that does.
    pub fn sqrt_series(&self, n: usize) -> Vec<u64> {
        // SAFETY: as above
        self.filled(|out| unsafe { ffi::nmod_poly_sqrt_series(out, self.raw(), n as ffi::slong) })
    }

    /// The series g without constant term, to n terms, with self(g) = x.
    pub fn revert_series(&self, n: usize) -> Vec<u64> {
        // SAFETY: as above; the coefficient of x is a unit
        self.filled(|out| unsafe { ffi::nmod_poly_revert_series(out, self.raw(), n as ffi::slong) })
    }

    /// self(inner).
    pub fn compose(&self, inner: &Self) -> Vec<u64> {
        // SAFETY: as above
        self.filled(|out| unsafe { ffi::nmod_poly_compose(out, self.raw(), inner.raw()) })
    }

    /// self(inner) modulo m, both of lower degree than m, which is not 0.
    pub fn compose_mod(&self, inner: &Self, m: &Self) -> Vec<u64> {
        // SAFETY: as above
        self.filled(|out| unsafe { ffi::nmod_poly_compose_mod(out, self.raw(), inner.raw(), m.raw()) })
    }

    /// self(x + c).
    pub fn taylor_shift(&self, c: u64) -> Vec<u64> {
        // SAFETY: as above
        self.filled(|out| unsafe { ffi::nmod_poly_taylor_shift(out, self.raw(), c as c_ulong) })
    }

    /// 1/self modulo m of positive degree, where it exists; self of lower degree than m.
    pub fn inv_mod(&self, m: &Self) -> Option<Vec<u64>> {
        let mut exists = 0;
        // SAFETY: as above
        let out = self.filled(|out| exists = unsafe { ffi::nmod_poly_invmod(out, self.raw(), m.raw()) });
        (exists != 0).then_some(out)
    }

    /// The discriminant.
    pub fn discriminant(&self) -> u64 {
        // SAFETY: as above
        unsafe { ffi::nmod_poly_discriminant(self.raw()) }
    }

    /// Whether it is irreducible.
    pub fn is_irreducible(&self) -> bool {
        // SAFETY: as above
        unsafe { ffi::nmod_poly_is_irreducible(self.raw()) != 0 }
    }
}
