//! Rows by Shoup's products, one coefficient at a time: any odd modulus below 2^63.

use super::{BLOCK, Constants, FRONT, steps::Arithmetic};
use crate::arith::{Modulus, Shoup};
use crate::simd::inlined::{Walked, Zipped, formulas};

/// Arithmetic of values in [0, p).
#[derive(Clone, Copy)]
pub(super) struct Words {
    n: Modulus,
    minus_inverse: u64,
}

impl Words {
    /// t/2^64 modulo p, for t < 2^64·p.
    #[inline(always)]
    fn reduced(self, t: u128) -> u64 {
        let m = (t as u64).wrapping_mul(self.minus_inverse);
        let (sum, carry) = t.overflowing_add(u128::from(m) * u128::from(self.n.n()));
        debug_assert!(!carry, "2^64·p + 2^64·p is below 2^128");
        let r = (sum >> 64) as u64;
        if r >= self.n.n() { r - self.n.n() } else { r }
    }
}

impl<S> Arithmetic<S> for Words {
    type Factor = Shoup;
    const MAX: u64 = (1 << Shoup::MAX_BITS) - 1;
    const PRODUCT_SHIFT: u32 = 64;
    const MILLI_FACTOR: u64 = 1000;

    formulas! {
        fn new(c: &Constants) -> Self = Words { n: c.n, minus_inverse: c.minus_inverse };
        fn canonical(self, x: u64) -> u64 = x;
        fn factor(self, c: u64) -> Shoup = self.n.shoup(c);
        fn block(self, _: S, x: &[u64; BLOCK]) -> [u64; BLOCK] = *x;
    }

    #[inline(always)]
    fn factors(self, [a0, a1]: [u64; 2], [b0, b1]: [u64; 2]) -> [Shoup; 3] {
        let product = |x: u64, y: u64| u128::from(x) * u128::from(y);
        let minus_b0 = self.n.neg(b0);
        // p < 2^63: the sum of two products is below 2^64·p
        let last = product(a0, b1) + product(a1, minus_b0);
        let of = |t| self.n.shoup(self.reduced(t));
        [of(product(b0, b0)), of(product(a0, minus_b0)), of(last)]
    }

    #[inline(always)]
    fn two(self, _: S, x: &mut [u64], y: &[u64], [from, to]: [usize; 2], f: [Shoup; 3]) {
        let (n, words) = (self.n, FRONT + from * BLOCK..FRONT + (to + 1) * BLOCK);
        if words.is_empty() {
            return;
        }
        let mut below = y[words.start - 1];
        for (x, &here) in x[words.clone()].walk_mut().zipped(&y[words]) {
            let sum = n.add(n.mul_shoup(below, f[1]), n.mul_shoup(here, f[2]));
            *x = n.add(n.mul_shoup(*x, f[0]), sum);
            below = here;
        }
    }

    #[inline(always)]
    fn one(self, _: S, x: &mut [u64], y: &[u64], shift: usize, [from, to]: [usize; 2], f: [Shoup; 2]) {
        let n = self.n;
        for i in from * BLOCK..(to + 1) * BLOCK {
            let x = &mut x[FRONT + i];
            let scaled = n.mul_shoup(*x, f[0]);
            *x = if i < shift { scaled } else { n.add(scaled, n.mul_shoup(y[FRONT + i - shift], f[1])) };
        }
    }
}
