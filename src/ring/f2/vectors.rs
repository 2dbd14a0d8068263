//! Operations on all coefficients of vectors.

use super::{F2, ODD, word};
use crate::{
    Result,
    kernels::clmul::Merge,
    ring::{Coeffs, Vectors, View},
};

impl Vectors for F2 {
    #[inline]
    fn trimmed_len(&self, v: View<'_, Self>) -> usize {
        let top = (0..v.len.div_ceil(64)).rev().map(|k| (k, word(v, k))).find(|&(_, x)| x != 0);
        top.map_or(0, |(k, x)| 64 * k + 64 - x.leading_zeros() as usize)
    }
    fn nonzero(&self, v: View<'_, Self>) -> usize {
        Self::ones(v)
    }
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        a.len == b.len && (0..a.len.div_ceil(64)).all(|k| word(a, k) == word(b, k))
    }
    #[inline]
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.kernel.merge(&mut out.words, at, v.words, v.start, v.len, Merge::Copy);
    }
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self> {
        let mut out = self.dirty(v.len);
        self.kernel.reverse(&mut out.words, v.words, v.start, v.len);
        out
    }
    fn owned(&self, v: View<'_, Self>) -> Coeffs<Self> {
        let mut out = self.dirty(v.len);
        if let Some(last) = out.words.last_mut() {
            *last = 0;
        }
        self.copy_at(&mut out, 0, v);
        out
    }
    #[inline]
    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.kernel.merge(&mut out.words, at, v.words, v.start, v.len, Merge::Add);
    }
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.add_at(out, at, v);
    }
    fn neg_all(&self, _: &mut Coeffs<Self>) {}
    fn scale(&self, v: &mut Coeffs<Self>, c: &bool) {
        if !c {
            v.words.fill(0);
        }
    }
    fn mul_each(&self, v: &mut Coeffs<Self>, w: View<'_, Self>) {
        self.kernel.merge(&mut v.words, 0, w.words, w.start, v.len, Merge::Multiply);
    }
    fn mul_index(&self, v: &mut Coeffs<Self>, k: i64) {
        Self::keep_odd(v, k);
    }
    fn div_index(&self, v: &mut Coeffs<Self>, k: i64) -> Result<()> {
        let even = if k & 1 == 0 { !ODD } else { ODD };
        match v.words.iter().position(|x| x & even != 0) {
            Some(i) => {
                let first = 64 * i as i64 + i64::from((v.words[i] & even).trailing_zeros());
                Err(Self::not_invertible().dividing_by(k + first))
            }
            None => Ok(()),
        }
    }
    fn dot(&self, v: View<'_, Self>, w: View<'_, Self>) -> bool {
        (0..v.len.div_ceil(64)).fold(0, |ones, k| ones + (word(v, k) & word(w, k)).count_ones()) % 2 == 1
    }
}
