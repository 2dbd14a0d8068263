//! Operations on all coefficients of vectors.

use super::{Integers, row};
use crate::{
    Result,
    ring::{Coeffs, Ring, Vectors, View, limbs},
};
use rug::Integer;

impl Vectors for Integers {
    fn trimmed_len(&self, v: View<'_, Self>) -> usize {
        v.trimmed_rows()
    }
    fn trim(&self, v: &mut Coeffs<Self>) {
        let len = self.trimmed_len(v.view());
        self.resize(v, len);
        self.narrow(v);
    }
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        let width = a.width.max(b.width);
        let extended = |x: &[u64], j: usize| x.get(j).copied().unwrap_or(limbs::sign_word(limbs::is_negative(x)));
        a.len() == b.len() && (0..a.len()).all(|i| (0..width).all(|j| extended(row(a, i), j) == extended(row(b, i), j)))
    }
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.widen(out, v.width);
        let width = out.width;
        for (out, x) in out.words[at * width..].chunks_exact_mut(width).zip(v.words().chunks_exact(v.width)) {
            limbs::copy_signed(out, x);
        }
    }
    fn owned(&self, v: View<'_, Self>) -> Coeffs<Self> {
        let mut words = self.0.dirty(v.words().len());
        words.copy_from_slice(v.words());
        Coeffs::from_words(words, v.len(), v.width)
    }
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self> {
        v.reversed_rows(&self.0)
    }
    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.accumulate(out, at, v, false);
    }
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.accumulate(out, at, v, true);
    }
    fn neg_all(&self, v: &mut Coeffs<Self>) {
        let lowest = |x: &[u64]| x[..x.len() - 1].iter().all(|&w| w == 0) && x[x.len() - 1] == 1 << 63;
        // the negative of the least number of a width needs one more limb
        if v.words.chunks_exact(v.width).any(lowest) {
            self.widen(v, v.width + 1);
        }
        v.words.chunks_exact_mut(v.width).for_each(limbs::negate);
    }
    fn div_index(&self, v: &mut Coeffs<Self>, k: i64) -> Result<()> {
        for i in 0..v.len() {
            let (x, divisor) = (self.get(v.view(), i), Integer::from(k + i as i64));
            if !x.is_zero() {
                self.set(v, i, &self.quotient(&x, &divisor)?);
            }
        }
        Ok(())
    }
}
