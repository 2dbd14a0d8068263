//! Rows by 52-bit multiply-add, for p below 2^49.4: seven instructions a vector, and no reduction.
//!
//! Factors c are stored with c' ≈ 2^52·c/p, too small by less than 1.014. The three quotients are summed in one chain
//! of high halves, and T = Σ x·c − q·p is right modulo 2^52: the quotients together are too small by less than 6.03, so
//! that T < 6.03·p, which is below 2^52. Readers ignore the bits above bit 52.

use super::{
    BLOCK, Constants,
    steps::{Arithmetic, InVectors},
};
use crate::simd::Simd;
use crate::simd::inlined::formulas;

const BITS: u32 = 52;
const MASK: u64 = (1 << BITS) - 1;
/// Values of rows are below this multiple of p, in thousandths.
const MILLI_FACTOR: u64 = 6030;

/// Arithmetic of values below 6.03·p modulo 2^52.
#[derive(Clone, Copy)]
pub(super) struct Narrow {
    p: u64,
    minus_inverse: u64,
    reciprocal: u64,
    shift: u32,
}

impl Narrow {
    /// t/2^52 modulo p, below t/2^52 + p.
    #[inline(always)]
    fn reduced(self, t: u128) -> u64 {
        let m = (t as u64).wrapping_mul(self.minus_inverse) & MASK;
        ((t + u128::from(m) * u128::from(self.p)) >> BITS) as u64
    }

    /// t < 14.04·p as a factor (c, c'): the quotient 2^52·t/p, too small by less than 1.014, has ⌊t/p⌋ above bit 52, and c'
    /// below.
    #[inline(always)]
    fn prepared(self, t: u64) -> [u64; 2] {
        let quotient = ((u128::from(t) * u128::from(self.reciprocal)) >> self.shift) as u64;
        [t - (quotient >> BITS) * self.p, quotient & MASK]
    }
}

impl<S: Simd> InVectors<S> for Narrow {
    type Factor = [u64; 2];
    type Vectors = [S::U; 2];
    /// −p.
    type Constants = S::U;

    formulas! {
        fn constants(self, s: S) -> S::U = s.set((1 << BITS) - self.p);
        fn each(self, s: S, f: [u64; 2]) -> [S::U; 2] = [s.set(f[0]), s.set(f[1])];
    }

    /// Σ x·c − Σ x·c'·p.
    #[inline(always)]
    fn sum<const N: usize>(self, s: S, x: [S::U; N], c: [[S::U; 2]; N], minus_p: S::U) -> S::U {
        let (mut quotient, mut sum) = (s.zero(), s.zero());
        for i in 0..N {
            quotient = s.add_high52(quotient, x[i], c[i][1]);
            sum = s.add_low52(sum, x[i], c[i][0]);
        }
        s.add_low52(sum, quotient, minus_p)
    }
}

impl<S: Simd<Row = [u64; BLOCK]>> Arithmetic<S> for Narrow {
    type Factor = [u64; 2];
    // 6.03·p is below 2^52
    const MAX: u64 = (1000 << BITS) / MILLI_FACTOR;
    const PRODUCT_SHIFT: u32 = BITS;
    const MILLI_FACTOR: u64 = MILLI_FACTOR;

    #[inline(always)]
    fn new(c: &Constants) -> Self {
        let shift = 62 + c.bits - BITS;
        Narrow { p: c.p, minus_inverse: c.minus_inverse & MASK, reciprocal: c.reciprocal, shift }
    }

    #[inline(always)]
    fn canonical(self, x: u64) -> u64 {
        let [c, _] = self.prepared(x & MASK);
        if c >= self.p { c - self.p } else { c }
    }

    #[inline(always)]
    fn factors(self, a: [u64; 2], b: [u64; 2]) -> [[u64; 2]; 3] {
        let product = |x: u64, y: u64| u128::from(x) * u128::from(y);
        let [a0, a1, b0, b1] = [a[0] & MASK, a[1] & MASK, b[0] & MASK, b[1] & MASK];
        let minus_b0 = 7 * self.p - b0;
        // the last is below (6.03² + 6.03·7)·p², and below 14.04·p once reduced
        let last = product(a0, b1) + product(a1, minus_b0);
        let of = |t| self.prepared(self.reduced(t));
        [of(product(b0, b0)), of(product(a0, minus_b0)), of(last)]
    }

    formulas! {
        fn factor(self, c: u64) -> [u64; 2] = self.prepared(c);
        fn two(self, s: S, x: &mut [u64], y: &[u64], blocks: [usize; 2], f: [[u64; 2]; 3]) =
            self.row_of_two(s, x, y, blocks, f);
        fn one(self, s: S, x: &mut [u64], y: &[u64], shift: usize, blocks: [usize; 2], f: [[u64; 2]; 2]) =
            self.row_of_one(s, x, y, shift, blocks, f);
    }

    #[inline(always)]
    fn block(self, s: S, x: &[u64; BLOCK]) -> [u64; BLOCK] {
        let mask = s.set(MASK);
        let x = s.and(s.load(x), mask);
        // ⌊2^52/p⌋ leaves less than 2p
        let q = s.add_high52(s.zero(), x, s.set((1 << BITS) / self.p));
        let rest = s.and(s.add_low52(x, q, InVectors::<S>::constants(self, s)), mask);
        let mut out = [0; BLOCK];
        s.store(&mut out, s.min(rest, s.sub(rest, s.set(self.p))));
        out
    }
}
