//! Montgomery's product over R = 2^64, by products of 32-bit halves: odd p < 2^64, values in [0, p) throughout.
//!
//! x·y/R is hi(x·y) − hi(m·p) or p more, with m = x·y/p modulo R: the lower words are equal, so that only the upper ones are subtracted. A prepared
//! factor is (w·R mod p, w·R/p modulo R), which makes m one product of y.
//!
//! Source: Montgomery 1985, "Modular multiplication without trial division".

use super::{Reduced, Residues, Words, minus_inverse};
use crate::simd::inlined::formulas;
use crate::{arith::Modulus, simd::Simd};

/// Arithmetic modulo an odd p < 2^64.
#[derive(Clone, Copy)]
pub struct Montgomery64<S: Simd> {
    s: S,
    p: S::U,
    /// The high half of p.
    high: S::U,
    /// 1/p modulo 2^64.
    inverse: S::U,
}

impl<S: Simd> Montgomery64<S> {
    /// The upper word of x·y; `high` is ⌊y/2^32⌋.
    #[inline(always)]
    fn upper(self, x: S::U, y: S::U, high: S::U) -> S::U {
        let s = self.s;
        let top = s.shr(x, 32);
        // a product of halves and a half are below 2^64
        let middle = s.add(s.mul_halves(top, y), s.shr(s.mul_halves(x, y), 32));
        let other = s.add(s.mul_halves(x, high), s.and(middle, s.set(0xffff_ffff)));
        s.add(s.add(s.mul_halves(top, high), s.shr(middle, 32)), s.shr(other, 32))
    }

    /// (x·y − m·p)/R in [0, p), for x·y = m·p modulo R.
    #[inline(always)]
    fn reduced(self, upper: S::U, m: S::U) -> S::U {
        let taken = self.upper(m, self.p, self.high);
        let s = self.s;
        s.add_where(s.less(upper, taken), s.sub(upper, taken), self.p)
    }
}

impl<S: Simd> Residues<S> for Montgomery64<S> {
    type V = S::U;
    type Form = Words;
    /// w·R mod p, its high half, and w·R/p modulo R.
    type W = [S::U; 3];
    type Sum = S::U;
    type Sums = Reduced;
    const MAX_BITS: u32 = 64;
    const SHIFT: u32 = 64;

    formulas! {
        fn new(s: S, p: u64) -> Self =
            Montgomery64 { s, p: s.set(p), high: s.set(p >> 32), inverse: s.set(minus_inverse(p).wrapping_neg()) };
        fn simd(self) -> S = self.s;
        fn factor(self, [w, over_p]: [u64; 2]) -> [S::U; 3] = [self.s.set(w), self.s.set(w >> 32), self.s.set(over_p)];
        fn residue_words(self, v: S::U) -> S::U = v;
        fn times(self, y: S::U, [w, high, over_p]: [S::U; 3]) -> S::U =
            self.reduced(self.upper(y, w, high), self.s.mul(y, over_p));
        /// x − (p − y): the sum may exceed 2^64.
        fn add(self, x: S::U, y: S::U) -> S::U = self.sub(x, self.s.sub(self.p, y));
        fn sub(self, x: S::U, y: S::U) -> S::U = self.s.add_where(self.s.less(x, y), self.s.sub(x, y), self.p);
    }

    #[inline]
    fn prepare(p: Modulus, w: u64) -> [u64; 2] {
        let scaled = ((u128::from(w) << u64::BITS) % u128::from(p.n())) as u64;
        [scaled, scaled.wrapping_mul(minus_inverse(p.n()).wrapping_neg())]
    }
    #[inline(always)]
    fn factors(self, first: &S::Row, second: &S::Row) -> [S::U; 3] {
        let w = self.s.load(first);
        [w, self.s.shr(w, 32), self.s.load(second)]
    }

    #[inline(always)]
    fn product(self, x: S::U, y: S::U) -> S::U {
        let m = self.s.mul(self.s.mul(x, y), self.inverse);
        self.reduced(self.upper(x, y, self.s.shr(y, 32)), m)
    }
}
