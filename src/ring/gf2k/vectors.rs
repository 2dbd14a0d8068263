//! Operations on all coefficients of vectors.

use super::Gf2k;
use crate::ring::{Coeffs, Ring, Vectors, View};

impl Vectors for Gf2k {
    fn trimmed_len(&self, v: View<'_, Self>) -> usize {
        v.words().iter().rposition(|&x| x != 0).map_or(0, |i| i + 1)
    }
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        a.words() == b.words()
    }
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self> {
        v.reversed_rows(self.engine())
    }
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        out.words[at..at + v.len()].copy_from_slice(v.words());
    }
    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.field.add(&mut out.words[at..at + v.len()], v.words());
    }
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.add_at(out, at, v);
    }
    fn neg_all(&self, _: &mut Coeffs<Self>) {}
    fn scale(&self, v: &mut Coeffs<Self>, c: &u64) {
        self.field.scale(&mut v.words, *c);
    }
    fn mul_each(&self, v: &mut Coeffs<Self>, w: View<'_, Self>) {
        self.field.mul_each(&mut v.words, w.words());
    }
    fn dot(&self, v: View<'_, Self>, w: View<'_, Self>) -> u64 {
        self.field.dot(v.words(), w.words())
    }
}
