//! Products over Z by the definition: sums of products of words in accumulators of one to three words, or products of
//! integers one by one.

use super::{Integers, limbs};
use crate::{
    bits::ceil_log2,
    engine::Context,
    ring::{Candidate, Coeffs, ProductAlgorithm, ProductShape, Ring, View, classical},
};
use std::ops::Range;

/// A sum of products of signed words, modulo 2^(64·WORDS).
trait Accumulator: Default {
    const WORDS: usize;
    fn add_product(&mut self, x: i64, y: i64);
    fn store(self, out: &mut [u64]);
}

impl Accumulator for i64 {
    const WORDS: usize = 1;
    #[inline(always)]
    fn add_product(&mut self, x: i64, y: i64) {
        *self = self.wrapping_add(x.wrapping_mul(y));
    }
    #[inline(always)]
    fn store(self, out: &mut [u64]) {
        out[0] = self as u64;
    }
}

impl Accumulator for i128 {
    const WORDS: usize = 2;
    #[inline(always)]
    fn add_product(&mut self, x: i64, y: i64) {
        *self = self.wrapping_add(i128::from(x) * i128::from(y));
    }
    #[inline(always)]
    fn store(self, out: &mut [u64]) {
        (out[0], out[1]) = (self as u64, (self >> 64) as u64);
    }
}

/// The low two words of the sum, and the word of its carries.
#[derive(Default)]
struct Three(u128, i64);

impl Accumulator for Three {
    const WORDS: usize = 3;
    #[inline(always)]
    fn add_product(&mut self, x: i64, y: i64) {
        let product = i128::from(x) * i128::from(y);
        let (sum, carry) = self.0.overflowing_add(product as u128);
        *self = Three(sum, self.1.wrapping_add((product >> 127) as i64).wrapping_add(i64::from(carry)));
    }
    #[inline(always)]
    fn store(self, out: &mut [u64]) {
        (out[0], out[1], out[2]) = (self.0 as u64, (self.0 >> 64) as u64, self.1 as u64);
    }
}

/// Writes coefficients `window` of a·b, each in `S::WORDS` words.
fn sums<S: Accumulator>(a: &[u64], b: &[u64], window: Range<usize>, out: &mut [u64]) {
    for (k, out) in window.zip(out.chunks_exact_mut(S::WORDS)) {
        let (from, to) = ((k + 1).saturating_sub(b.len()), a.len().min(k + 1));
        let mut sum = S::default();
        if from < to {
            for (&x, &y) in a[from..to].iter().zip(b[k + 1 - to..=k - from].iter().rev()) {
                sum.add_product(x as i64, y as i64);
            }
        }
        sum.store(out);
    }
}

impl Integers {
    /// Number of words of an accumulator for such sums; `None` unless the operands' coefficients fit in signed words.
    fn accumulator_words(shape: &ProductShape) -> Option<usize> {
        let (a, b) = (shape.a, shape.b);
        (a.bits.max(b.bits) < 64).then(|| limbs::width_for(a.bits + b.bits + ceil_log2(a.len.min(b.len))))
    }

    pub(super) fn schoolbook_candidate(&self, shape: &ProductShape, cx: Context<'_>) -> Candidate {
        let costs = cx.engine().costs();
        let products = shape.a.len as f64 * shape.b.len as f64;
        let ns = match Self::accumulator_words(shape) {
            Some(words) => products * costs.signed_mul[words - 1] + shape.window.len() as f64 * costs.signed_sum,
            None => {
                let (a, b) = (limbs::width_for(shape.a.bits), limbs::width_for(shape.b.bits));
                products * (costs.element + costs.integer_mul(a, b)) + shape.window.len() as f64 * costs.element
            }
        };
        Candidate::plain(ProductAlgorithm::Schoolbook, ns, 0)
    }

    pub(super) fn schoolbook(&self, shape: &ProductShape, a: View<'_, Self>, b: View<'_, Self>) -> Coeffs<Self> {
        let w = shape.window.clone();
        let Some(width) = Self::accumulator_words(shape).filter(|_| a.width == 1 && b.width == 1) else {
            return classical::mul_window(self, a, b, w);
        };
        let mut words = self.engine().dirty(width * w.len());
        let (a, b, len) = (a.words(), b.words(), w.len());
        match width {
            1 => sums::<i64>(a, b, w, &mut words),
            2 => sums::<i128>(a, b, w, &mut words),
            _ => sums::<Three>(a, b, w, &mut words),
        }
        Coeffs::from_words(words, len, width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, ring::Products};
    use rug::Integer;

    /// Sums at the limits of each accumulator, of either sign, against products of integers.
    #[test]
    fn extreme_sums() {
        let z = Integers::on(&Engine::builder().threads(1).build());
        let mut widths = [false; 3];
        for bits in [1, 2, 20, 30, 31, 32, 33, 61, 62, 63] {
            let most = (1i64 << (bits - 1)) + ((1i64 << (bits - 1)) - 1);
            for len in [1usize, 2, 3, 4, 5, 16, 33] {
                for (s, t) in [(most, most), (most, -most), (-most, -most)] {
                    let [a, b] = [s, t].map(|x| z.collect(&vec![Integer::from(x); len]));
                    let shape = ProductShape::of(&z, a.view(), b.view(), 0..2 * len + 1);
                    let got = z.schoolbook(&shape, a.view(), b.view());
                    widths[got.width - 1] = true;
                    for k in 0..2 * len + 1 {
                        let count = (k + 1).min((2 * len).saturating_sub(k + 1));
                        assert_eq!(z.get(got.view(), k), Integer::from(s) * t * count as u64, "{bits} bits, {k}");
                    }
                }
            }
        }
        assert_eq!(widths, [true; 3]);
    }

    #[test]
    fn what_costs_less_than_a_plan_is_taken_at_once() {
        let z = Integers::on(&Engine::builder().threads(1).build());
        for len in 1..200 {
            let size = crate::ring::Size { len, bits: 40 };
            let shape = ProductShape { a: size, b: size, square: false, window: 0..2 * len - 1 };
            z.engine().enter(|cx| {
                let all = z.product_candidates(&shape, cx);
                assert_eq!(z.choose_product(&shape, cx).algorithm, all.best(u64::MAX).algorithm, "{len}");
            });
        }
    }
}
