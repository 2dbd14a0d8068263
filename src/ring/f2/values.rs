//! Values at points.

use super::{F2, mask_end};
use crate::ring::{Coeffs, Evaluation, Ring, Vectors, View};

impl Evaluation for F2 {
    fn horner(&self, v: View<'_, Self>, x: &bool) -> bool {
        if *x { Self::ones(v) % 2 == 1 } else { v.len > 0 && self.get(v, 0) }
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
