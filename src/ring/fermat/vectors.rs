//! Operations on all coefficients of vectors.

use super::{GeneralizedFermat, Loops};
use crate::ring::{Coeffs, Ring, Vectors, View, element_blocks};
use rug::Integer;

impl Vectors for GeneralizedFermat {
    fn trimmed_len(&self, v: View<'_, Self>) -> usize {
        v.trimmed_rows()
    }
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        a.words() == b.words()
    }
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        out.words[at * v.width..][..v.len() * v.width].copy_from_slice(v.words());
    }
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self> {
        v.reversed_rows(self.engine())
    }
    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        let width = self.width();
        for (x, y) in out.words[at * width..].chunks_exact_mut(width).zip(v.words().chunks_exact(width)) {
            self.0.rows.add(x, y);
        }
    }
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        let width = self.width();
        for (x, y) in out.words[at * width..].chunks_exact_mut(width).zip(v.words().chunks_exact(width)) {
            self.0.rows.sub(x, y);
        }
    }
    fn neg_all(&self, v: &mut Coeffs<Self>) {
        v.words.chunks_exact_mut(self.width()).for_each(|x| self.0.rows.neg(x));
    }
    fn scale(&self, v: &mut Coeffs<Self>, c: &Integer) {
        let mut factor = vec![0; self.width()];
        self.0.rows.write(&mut factor, c);
        match &self.0.loops {
            Some(Loops::Digits(kernel)) => element_blocks::scale(kernel, self.engine(), &mut v.words, &factor),
            Some(Loops::Limbs(kernel)) => element_blocks::scale(kernel, self.engine(), &mut v.words, &factor),
            None => {
                for row in v.words.chunks_exact_mut(self.width()) {
                    let x = self.mul(&self.0.rows.read(row), c);
                    self.0.rows.write(row, &x);
                }
            }
        }
    }
    fn mul_each(&self, v: &mut Coeffs<Self>, w: View<'_, Self>) {
        let (k, w) = (self.width(), w.words());
        match &self.0.loops {
            Some(Loops::Digits(kernel)) => element_blocks::multiply((kernel, k), self.engine(), &mut v.words, w),
            Some(Loops::Limbs(kernel)) => element_blocks::multiply((kernel, k), self.engine(), &mut v.words, w),
            None => {
                for (x, y) in v.words.chunks_exact_mut(k).zip(w.chunks_exact(k)) {
                    let product = self.mul(&self.0.rows.read(x), &self.0.rows.read(y));
                    self.0.rows.write(x, &product);
                }
            }
        }
    }
}
