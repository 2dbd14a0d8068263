//! Double-precision multiply-add, for CPUs without 52-bit multiply-add.
//!
//! Residues are signed integers in doubles, which hold them exactly up to 2^53. With w' = w/p rounded, y·w − q·p for
//! q = round(y·w') is (h − q·p) + l, where h + l = y·w exactly (h the rounded product, l by multiply-add); both brackets are
//! exact, and the quotient is wrong by little more than a half (van der Hoeven, Lecerf, Quintin 2016, "Modular SIMD
//! arithmetic in Mathemagix", §3). "In [0, k·p)" in [`Lanes`] reads "at most k·p in magnitude" here. Note 001 has the
//! bounds. Images are values, which multiply one by one.

use super::{
    lanes::{Inverse, Lanes, Values},
    reals::Reals,
    tree::backend,
};
use std::arch::x86_64::{__m256d, __m512d};

/// Arithmetic for p < 2^50 in signed doubles. A pass reduces one input and ends within 3.9p of zero; the others reach
/// 6p before they are multiplied, and those that the last levels multiply by a less precise table entry 7p.
#[derive(Clone, Copy)]
pub(super) struct Doubles<R> {
    p: R,
    inverse: R,
}

const _: () = assert!(Doubles::<__m256d>::FORWARD_FACTOR << Doubles::<__m256d>::MAX_BITS <= 1 << f64::MANTISSA_DIGITS);

/// The representative of w nearest to zero: products are half as large.
fn signed(p: u64, w: u64) -> f64 {
    if w > p / 2 { w as f64 - p as f64 } else { w as f64 }
}

impl<R: Reals> Doubles<R> {
    /// x minus the nearest multiple of p: at most p/2 and a rounding error in magnitude.
    #[inline(always)]
    unsafe fn nearest(self, x: R) -> R {
        // SAFETY: the caller's promise
        unsafe { x.times(self.inverse).round().minus_times(self.p, x) }
    }

    /// y·w − q·p, where `over_p` is w/p.
    #[inline(always)]
    unsafe fn product(self, y: R, w: R, over_p: R) -> R {
        // SAFETY: the caller's promise
        unsafe {
            let h = y.times(w);
            let q = y.times(over_p).round();
            let l = y.times_minus(w, h);
            q.minus_times(self.p, h).plus(l)
        }
    }

    /// Converts to words in [0, p), from at most 2^53 in magnitude.
    #[inline(always)]
    unsafe fn words(self, x: R) -> R {
        // SAFETY: the caller's promise
        unsafe { self.nearest(x).lifted(self.p).reals_to_words() }
    }
}

impl<R: Reals> Lanes for Doubles<R> {
    type V = R;
    type W = (R, R);
    const LANES: usize = R::LANES;
    const GROUPS: usize = R::GROUPS;
    const PACKED: usize = R::LANES;
    const MAX_BITS: u32 = 50;
    const FORWARD_FACTOR: u64 = 8;
    const FORWARD_LEAST: u64 = 0;
    const REDUCED: usize = 1;

    #[inline(always)]
    unsafe fn new(p: u64) -> Self {
        // SAFETY: the caller's promise
        unsafe { Doubles { p: R::set(p as f64), inverse: R::set(1.0 / p as f64) } }
    }
    fn prepare(p: u64, w: u64) -> [u64; 2] {
        let w = signed(p, w);
        [w.to_bits(), (w / p as f64).to_bits()]
    }
    fn pack(p: u64, w: &[u64], out: &mut Vec<u64>) {
        out.extend(w.iter().map(|&w| signed(p, w).to_bits()));
    }
    #[inline(always)]
    unsafe fn load(x: *const u64) -> R {
        // SAFETY: the caller's words
        unsafe { R::load(x) }
    }
    #[inline(always)]
    unsafe fn store(x: *mut u64, v: R) {
        // SAFETY: the caller's words
        unsafe { v.store(x) }
    }
    #[inline(always)]
    unsafe fn load_residues(x: *const u64) -> R {
        // SAFETY: the caller's promise
        unsafe { R::load(x).words_to_reals() }
    }
    #[inline(always)]
    unsafe fn root(w: *const u64) -> (R, R) {
        // SAFETY: the caller's pair
        unsafe { (R::set(f64::from_bits(*w)), R::set(f64::from_bits(*w.add(1)))) }
    }
    #[inline(always)]
    unsafe fn roots(w: *const u64) -> (R, R) {
        // SAFETY: the caller's words
        unsafe { (R::load(w), R::load(w.add(R::LANES))) }
    }
    /// Computes w/p, because a product and a rounding error cost less than reading it.
    #[inline(always)]
    unsafe fn packed(self, w: *const u64) -> (R, R) {
        // SAFETY: the caller's words
        unsafe {
            let w = R::load(w);
            (w, w.times(self.inverse))
        }
    }
    #[inline(always)]
    unsafe fn transpose(v: &mut [R; 8]) {
        // SAFETY: the caller's promise
        unsafe { R::transpose(v) }
    }
    #[inline(always)]
    unsafe fn untranspose(v: &mut [R; 8]) {
        // SAFETY: the caller's promise
        unsafe { R::untranspose(v) }
    }
    #[inline(always)]
    unsafe fn zero() -> R {
        // SAFETY: the caller's promise
        unsafe { R::set(0.0) }
    }

    #[inline(always)]
    unsafe fn reduce(self, x: R) -> R {
        // SAFETY: the caller's promise
        unsafe { self.nearest(x) }
    }
    #[inline(always)]
    unsafe fn forward(self, x: R, y: R, w: (R, R)) -> (R, R) {
        // SAFETY: the caller's promise
        unsafe {
            let t = self.product(y, w.0, w.1);
            (x.plus(t), x.minus(t))
        }
    }
    /// Reduces sums of four inputs before they are combined.
    #[inline(always)]
    unsafe fn plain(self, x: R, y: R, range: u64) -> (R, R) {
        // SAFETY: the caller's promise
        unsafe {
            let (x, y) = if range > 2 { (self.nearest(x), self.nearest(y)) } else { (x, y) };
            (x.plus(y), x.minus(y))
        }
    }
    #[inline(always)]
    unsafe fn lift(self, x: R, _: u64) -> R {
        x
    }
    #[inline(always)]
    unsafe fn times(self, x: R, w: (R, R)) -> R {
        // SAFETY: the caller's promise
        unsafe { self.product(x, w.0, w.1) }
    }
    #[inline(always)]
    unsafe fn store_residues(self, x: *mut u64, v: R) {
        // SAFETY: the caller's promise
        unsafe { self.words(v).store(x) }
    }
    #[inline(always)]
    unsafe fn store_values(self, x: *mut u64, v: R) {
        // SAFETY: the caller's promise
        unsafe { self.words(v).store(x) }
    }
}

impl<R: Reals> Inverse for Doubles<R> {
    const SETTLE_EARLY: bool = true;
    #[inline(always)]
    unsafe fn inverse(self, x: R, y: R, _: u64, w: (R, R)) -> (R, R) {
        // SAFETY: the caller's promise
        unsafe { (x.plus(y), self.product(x.minus(y), w.0, w.1)) }
    }
    #[inline(always)]
    unsafe fn settle(self, x: R) -> R {
        // SAFETY: the caller's promise
        unsafe { self.nearest(x) }
    }
    #[inline(always)]
    unsafe fn plus(self, x: R, y: R) -> R {
        // SAFETY: the caller's promise
        unsafe { self.nearest(x.plus(y)) }
    }
    #[inline(always)]
    unsafe fn minus(self, x: R, y: R) -> R {
        // SAFETY: the caller's promise
        unsafe { self.nearest(x.minus(y)) }
    }
}

impl<R: Reals> Values for Doubles<R> {
    /// Reduces one operand first: the quotient's error is then below one.
    #[inline(always)]
    unsafe fn value_product(self, x: R, y: R) -> R {
        // SAFETY: the caller's promise
        unsafe {
            let x = self.nearest(x);
            self.product(x, y, y.times(self.inverse))
        }
    }
}

backend!(Doubles<__m256d>, "avx2,fma", values);
backend!(Doubles<__m512d>, "avx512f,avx512dq", values);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        bits::testing::noise,
        cpu::{Feature, host},
        kernels::tree::{Backend, Product},
    };

    fn check<R: Reals>(p: u64)
    where
        Doubles<R>: Backend,
    {
        const LEN: usize = 4096;
        let most = p / 20 * 99;
        let value = |i: usize| {
            let x = (most - noise(i as u64) % (most / 4)) as f64;
            (if i.is_multiple_of(3) { -x } else { x }).to_bits()
        };
        let (a, b): (Vec<u64>, Vec<u64>) = ((0..LEN).map(value).collect(), (LEN..2 * LEN).map(value).collect());
        let mut out = vec![0; LEN];
        let (roots, len) = (std::ptr::null(), LEN);
        let product = Product { p, out: out.as_mut_ptr(), a: a.as_ptr(), b: b.as_ptr(), roots, len, add: false };
        // SAFETY: the caller has asked the CPU; whole vectors, and values need no roots
        unsafe { Doubles::<R>::products(product) }
        for ((x, y), z) in a.into_iter().zip(b).zip(out) {
            let [x, y, z] = [x, y, z].map(f64::from_bits);
            assert!(z.abs() <= 2.0 * p as f64, "{x} times {y} modulo {p}: {z}");
            assert_eq!((x as i128 * y as i128 - z as i128) % i128::from(p), 0, "{x} times {y} modulo {p}: {z}");
        }
    }

    /// Values near ± 4.95p, the end of the range that the last levels leave.
    #[test]
    fn products_of_the_largest_values_are_below_2p() {
        let (p, host) = ((1 << 50) - 27, host());
        if host.supported.has(Feature::Avx2) {
            check::<__m256d>(p);
        }
        if host.supported.has(Feature::Avx512) {
            check::<__m512d>(p);
        }
    }
}
