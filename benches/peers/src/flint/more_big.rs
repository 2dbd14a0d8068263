//! What the soak asks of FLINT beside what is timed: polynomials modulo a prime of any size, and over Z.
//!
//! Each operation takes and gives coefficients.

use std::mem::MaybeUninit;

use flint3_sys as ffi;
use polymod::rug::Integer;

use super::fmpz::{FmpzPoly, get, set};
use crate::peer::IntegerPoly;

/// Z/p for a prime p.
pub struct BigField(Box<ffi::fmpz_mod_ctx_struct>, Integer);

/// A polynomial over it.
pub(super) struct Owned<'a>(pub(super) ffi::fmpz_mod_poly_struct, pub(super) &'a BigField);

impl Owned<'_> {
    pub(super) fn coefficients(&self) -> Vec<Integer> {
        let coefficient = |i| {
            let mut x: ffi::fmpz = 0;
            // SAFETY: an initialised integer, and a coefficient that exists
            unsafe {
                ffi::fmpz_mod_poly_get_coeff_fmpz(&raw mut x, &raw const self.0, i, self.1.ctx());
                let out = get(&raw const x);
                ffi::fmpz_clear(&raw mut x);
                out
            }
        };
        (0..self.0.length).map(coefficient).collect()
    }
}

impl Drop for Owned<'_> {
    fn drop(&mut self) {
        // SAFETY: initialised by `BigField::poly`, cleared only here
        unsafe { ffi::fmpz_mod_poly_clear(&raw mut self.0, self.1.ctx()) };
    }
}

/// An integer that is cleared at its end.
#[repr(transparent)]
pub(super) struct Number(pub(super) ffi::fmpz);

impl Number {
    pub(super) fn zero() -> Self {
        Number(0)
    }

    pub(super) fn new(x: &Integer) -> Self {
        let mut out = Number(0);
        // SAFETY: initialised as 0
        unsafe { set(&raw mut out.0, x) };
        out
    }

    pub(super) fn integer(&self) -> Integer {
        // SAFETY: initialised
        unsafe { get(&raw const self.0) }
    }
}

impl Drop for Number {
    fn drop(&mut self) {
        // SAFETY: initialised, cleared only here
        unsafe { ffi::fmpz_clear(&raw mut self.0) };
    }
}

type Poly = ffi::fmpz_mod_poly_struct;

impl BigField {
    /// Of this prime.
    pub fn new(p: &Integer) -> Self {
        let n = Number::new(p);
        let mut ctx = Box::new(MaybeUninit::uninit());
        // SAFETY: init fills the structure; the modulus is copied
        unsafe {
            ffi::fmpz_mod_ctx_init(ctx.as_mut_ptr(), &raw const n.0);
            BigField(ctx.assume_init(), p.clone())
        }
    }

    /// The prime.
    pub fn modulus(&self) -> &Integer {
        &self.1
    }

    pub(super) fn ctx(&self) -> *const ffi::fmpz_mod_ctx_struct {
        &raw const *self.0
    }

    pub(super) fn poly(&self, coefficients: &[Integer]) -> Owned<'_> {
        let mut poly = MaybeUninit::uninit();
        // SAFETY: init fills the structure; coefficients are copied
        unsafe {
            ffi::fmpz_mod_poly_init2(poly.as_mut_ptr(), coefficients.len() as ffi::slong, self.ctx());
            let mut out = Owned(poly.assume_init(), self);
            for (i, c) in coefficients.iter().enumerate() {
                let c = Number::new(c);
                ffi::fmpz_mod_poly_set_coeff_fmpz(&raw mut out.0, i as ffi::slong, &raw const c.0, self.ctx());
            }
            out
        }
    }

    /// Two results of two operands.
    fn two(&self, a: &[Integer], b: &[Integer], f: impl FnOnce([*mut Poly; 2], [*const Poly; 2])) -> [Vec<Integer>; 2] {
        let (a, b) = (self.poly(a), self.poly(b));
        let mut out = [self.poly(&[]), self.poly(&[])];
        f(out.each_mut().map(|o| &raw mut o.0), [&raw const a.0, &raw const b.0]);
        out.each_ref().map(Owned::coefficients)
    }

    /// The product.
    pub fn product(&self, a: &[Integer], b: &[Integer]) -> Vec<Integer> {
        // SAFETY: initialised polynomials, all different
        let [out, _] = self.two(a, b, |[o, _], [a, b]| unsafe { ffi::fmpz_mod_poly_mul(o, a, b, self.ctx()) });
        out
    }

    /// Quotient and remainder by b ≠ 0.
    pub fn div_rem(&self, a: &[Integer], b: &[Integer]) -> [Vec<Integer>; 2] {
        // SAFETY: as above
        self.two(a, b, |[q, r], [a, b]| unsafe { ffi::fmpz_mod_poly_divrem(q, r, a, b, self.ctx()) })
    }

    /// The monic greatest common divisor.
    pub fn gcd(&self, a: &[Integer], b: &[Integer]) -> Vec<Integer> {
        // SAFETY: as above
        let [out, _] = self.two(a, b, |[g, _], [a, b]| unsafe { ffi::fmpz_mod_poly_gcd(g, a, b, self.ctx()) });
        out
    }

    /// 1/a to n terms, the lowest coefficient a unit.
    pub fn inv_series(&self, a: &[Integer], n: usize) -> Vec<Integer> {
        let [out, _] = self.two(a, &[], |[o, _], [a, _]| {
            // SAFETY: as above
            unsafe { ffi::fmpz_mod_poly_inv_series(o, a, n as ffi::slong, self.ctx()) }
        });
        out
    }

    /// a^e modulo m ≠ 0, e ≥ 0.
    pub fn pow_mod(&self, a: &[Integer], e: &Integer, m: &[Integer]) -> Vec<Integer> {
        let e = Number::new(e);
        let [out, _] = self.two(a, m, |[o, _], [a, m]| {
            // SAFETY: as above
            unsafe { ffi::fmpz_mod_poly_powmod_fmpz_binexp(o, a, &raw const e.0, m, self.ctx()) }
        });
        out
    }

    /// The resultant.
    pub fn resultant(&self, a: &[Integer], b: &[Integer]) -> Integer {
        let mut out = Number(0);
        let (a, b) = (self.poly(a), self.poly(b));
        // SAFETY: as above
        unsafe { ffi::fmpz_mod_poly_resultant(&raw mut out.0, &raw const a.0, &raw const b.0, self.ctx()) };
        out.integer()
    }

    /// a(x).
    pub fn eval(&self, a: &[Integer], x: &Integer) -> Integer {
        let (mut out, x, a) = (Number(0), Number::new(x), self.poly(a));
        // SAFETY: as above
        unsafe { ffi::fmpz_mod_poly_evaluate_fmpz(&raw mut out.0, &raw const a.0, &raw const x.0, self.ctx()) };
        out.integer()
    }

    /// The monic irreducible factors and their multiplicities, of a ≠ 0.
    pub fn factor(&self, a: &[Integer]) -> Vec<(Vec<Integer>, usize)> {
        // SAFETY: the list and the polynomial are initialised
        self.poly(a).factors(|list, a, ctx| unsafe { ffi::fmpz_mod_poly_factor(list, a, ctx) }).pairs()
    }
}

/// A list of polynomials with multiplicities.
pub(super) struct Factors<'a>(ffi::fmpz_mod_poly_factor_struct, &'a BigField);

impl<'a> Owned<'a> {
    /// The list that `find` fills from the polynomial.
    pub(super) fn factors(
        &self,
        find: impl FnOnce(*mut ffi::fmpz_mod_poly_factor_struct, *const Poly, *const ffi::fmpz_mod_ctx_struct),
    ) -> Factors<'a> {
        let mut list = MaybeUninit::uninit();
        // SAFETY: init fills the structure
        let mut list = unsafe {
            ffi::fmpz_mod_poly_factor_init(list.as_mut_ptr(), self.1.ctx());
            Factors(list.assume_init(), self.1)
        };
        find(&raw mut list.0, &raw const self.0, self.1.ctx());
        list
    }
}

impl Factors<'_> {
    /// Coefficients and multiplicities.
    pub(super) fn pairs(&self) -> Vec<(Vec<Integer>, usize)> {
        // SAFETY: the first `num` polynomials and exponents are initialised
        let pair = |i: usize| unsafe {
            let mut copy = self.1.poly(&[]);
            ffi::fmpz_mod_poly_set(&raw mut copy.0, self.0.poly.add(i), self.1.ctx());
            (copy.coefficients(), *self.0.exp.add(i) as usize)
        };
        (0..self.0.num as usize).map(pair).collect()
    }
}

impl Drop for Factors<'_> {
    fn drop(&mut self) {
        // SAFETY: initialised in `Owned::factors`, cleared only here
        unsafe { ffi::fmpz_mod_poly_factor_clear(&raw mut self.0, self.1.ctx()) };
    }
}

impl Drop for BigField {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, cleared only here
        unsafe { ffi::fmpz_mod_ctx_clear(&raw mut *self.0) };
    }
}

impl FmpzPoly {
    fn filled(fill: impl FnOnce(*mut ffi::fmpz_poly_struct)) -> Vec<Integer> {
        let mut out = Self::zero(0);
        fill(&raw mut out.0);
        out.coefficients()
    }

    /// self^e.
    pub fn pow(&self, e: u64) -> Vec<Integer> {
        // SAFETY: initialised polynomials, all different
        Self::filled(|out| unsafe { ffi::fmpz_poly_pow(out, &raw const self.0, e) })
    }

    /// self(inner).
    pub fn compose(&self, inner: &Self) -> Vec<Integer> {
        // SAFETY: as above
        Self::filled(|out| unsafe { ffi::fmpz_poly_compose(out, &raw const self.0, &raw const inner.0) })
    }

    /// self(inner) to n terms, for an inner polynomial without constant term.
    pub fn compose_series(&self, inner: &Self, n: usize) -> Vec<Integer> {
        let n = n as ffi::slong;
        // SAFETY: as above
        Self::filled(|out| unsafe { ffi::fmpz_poly_compose_series(out, &raw const self.0, &raw const inner.0, n) })
    }

    /// 1/self to n terms, the lowest coefficient 1 or −1.
    pub fn inv_series(&self, n: usize) -> Vec<Integer> {
        // SAFETY: as above
        Self::filled(|out| unsafe { ffi::fmpz_poly_inv_series(out, &raw const self.0, n as ffi::slong) })
    }

    /// self(x + c).
    pub fn taylor_shift(&self, c: &Integer) -> Vec<Integer> {
        let c = Number::new(c);
        // SAFETY: as above
        Self::filled(|out| unsafe { ffi::fmpz_poly_taylor_shift(out, &raw const self.0, &raw const c.0) })
    }

    /// The discriminant.
    pub fn discriminant(&self) -> Integer {
        let mut out = Number(0);
        // SAFETY: as above
        unsafe { ffi::fmpz_poly_discriminant(&raw mut out.0, &raw const self.0) };
        out.integer()
    }

    /// Q, R and k with lc(b)^k·self = Q·b + R, b ≠ 0.
    pub fn pseudo_div_rem(&self, b: &Self) -> (Vec<Integer>, Vec<Integer>, u64) {
        let (mut q, mut r, mut k) = (Self::zero(0), Self::zero(0), 0);
        // SAFETY: as above
        unsafe {
            ffi::fmpz_poly_pseudo_divrem(&raw mut q.0, &raw mut r.0, &raw mut k, &raw const self.0, &raw const b.0);
        }
        (q.coefficients(), r.coefficients(), k)
    }

    /// Quotient and remainder by a b whose leading coefficient is 1 or −1.
    pub fn div_rem(&self, b: &Self) -> [Vec<Integer>; 2] {
        let mut out = [Self::zero(0), Self::zero(0)];
        let [q, r] = out.each_mut().map(|o| &raw mut o.0);
        // SAFETY: as above
        unsafe { ffi::fmpz_poly_divrem(q, r, &raw const self.0, &raw const b.0) };
        out.each_ref().map(IntegerPoly::coefficients)
    }
}
