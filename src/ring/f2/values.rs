//! Values at points.

use super::{F2, mask_end, short::aligned_word, word};
use crate::{
    ring::{Coeffs, Evaluation, Ring, Vectors, View},
    words,
};

/// The sum of all words as vectors of bits.
fn sum_of_words(v: View<'_, F2>) -> u64 {
    (0..v.len.div_ceil(64)).fold(0, |sum, k| sum ^ word(v, k))
}

impl Evaluation for F2 {
    #[inline]
    fn horner(&self, v: View<'_, Self>, x: &bool) -> bool {
        let sum = match v.len {
            0..=64 if v.start == 0 => aligned_word(v, 0),
            _ => sum_of_words(v),
        };
        // at 1 all coefficients
        if *x { sum.count_ones() % 2 == 1 } else { v.len > 0 && self.get(v, 0) }
    }
    fn own_shift(&self, v: View<'_, Self>, c: &bool) -> Option<Coeffs<Self>> {
        let mut out = self.owned(v);
        if *c {
            words::shift_bits_by_one(&mut out.words);
        }
        Some(out)
    }
    fn horner_each(&self, v: View<'_, Self>, points: View<'_, Self>) -> Coeffs<Self> {
        let all = |x: bool| if self.horner(v, &x) { u64::MAX } else { 0 };
        let (at_zero, at_one) = (all(false), all(true));
        let mut out = self.owned(points);
        out.words.iter_mut().for_each(|x| *x = *x & at_one | !*x & at_zero);
        mask_end(&mut out.words, points.len);
        out
    }
    /// The polynomial x^z·(x + 1)^m. Its coefficients are binomial coefficients modulo 2: that of x^i in (x + 1)^m is
    /// odd if m has all bits of i (Lucas 1878, "Théorie des fonctions numériques simplement périodiques", section 21).
    fn product_of_roots(&self, points: View<'_, Self>) -> Coeffs<Self> {
        let m = Self::ones(points);
        let mut out = self.zeros(points.len + 1);
        for i in (0..=m).filter(|i| m & i == *i) {
            self.set(&mut out, points.len - m + i, &true);
        }
        out
    }
}
