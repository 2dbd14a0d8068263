//! Rows by Montgomery's reduction of sums of products, one coefficient at a time: any odd modulus below 2^63.

use super::{BLOCK, Constants, FRONT, steps::Arithmetic};
use crate::arith::Modulus;
use crate::simd::inlined::{Walked, Zipped, formulas};

/// Arithmetic of values in [0, p).
#[derive(Clone, Copy)]
pub(super) struct Words {
    n: Modulus,
    /// 1/p modulo 2^64.
    inverse: u64,
}

impl Words {
    /// t/2^64 modulo p, for t ≤ 3·p², whose upper word is below 2p. Without branches on the operands, of which every other would be guessed wrong.
    #[inline(always)]
    fn reduced(self, t: u128) -> u64 {
        let p = self.n.n();
        let multiple = u128::from((t as u64).wrapping_mul(self.inverse)) * u128::from(p);
        let upper = (t >> 64) as u64;
        let r = upper.min(upper.wrapping_sub(p)).wrapping_sub((multiple >> 64) as u64);
        r.min(r.wrapping_add(p))
    }
}

#[inline(always)]
fn product(x: u64, y: u64) -> u128 {
    u128::from(x) * u128::from(y)
}

impl<S> Arithmetic<S> for Words {
    /// 2^64·c modulo p for the factor c.
    type Factor = u64;
    // three products of residues are below 2^128
    const MAX: u64 = (1 << 63) - 1;
    const PRODUCT_SHIFT: u32 = 64;
    const MILLI_FACTOR: u64 = 1000;

    formulas! {
        fn new(c: &Constants) -> Self = Words { n: c.n, inverse: c.minus_inverse.wrapping_neg() };
        fn canonical(self, x: u64) -> u64 = x;
        fn factor(self, c: u64) -> u64 = self.n.div_rem(c, 0).1;
        fn block(self, _: S, x: &[u64; BLOCK]) -> [u64; BLOCK] = *x;
    }

    #[inline(always)]
    fn factors(self, [a0, a1]: [u64; 2], [b0, b1]: [u64; 2]) -> [u64; 3] {
        let minus_b0 = self.n.neg(b0);
        // factors that are divided by 2^64
        [product(b0, b0), product(a0, minus_b0), product(a0, b1) + product(a1, minus_b0)].map(|t| self.n.reduce_wide(t))
    }

    #[inline(always)]
    fn two(self, _: S, x: &mut [u64], y: &[u64], [from, to]: [usize; 2], f: [u64; 3]) {
        let words = FRONT + from * BLOCK..FRONT + (to + 1) * BLOCK;
        if words.is_empty() {
            return;
        }
        let mut below = y[words.start - 1];
        for (x, &here) in x[words.clone()].walk_mut().zipped(&y[words]) {
            *x = self.reduced(product(*x, f[0]) + product(below, f[1]) + product(here, f[2]));
            below = here;
        }
    }

    #[inline(always)]
    fn one(self, _: S, x: &mut [u64], y: &[u64], shift: usize, [from, to]: [usize; 2], f: [u64; 2]) {
        for i in from * BLOCK..(to + 1) * BLOCK {
            let x = &mut x[FRONT + i];
            let scaled = product(*x, f[0]);
            *x = self.reduced(if i < shift { scaled } else { scaled + product(y[FRONT + i - shift], f[1]) });
        }
    }
}
