//! Pointwise products of vectors of residues: by vector kernels where n has one.

use super::Zn;
use crate::{
    Result,
    kernels::pointwise::PointwiseKernel,
    ring::{Coeffs, Ring, Vectors, View, classical},
};

/// Number of independent chains of products.
const CHAINS: usize = 8;
/// Number of indices that form one vector of factors.
const BLOCK: usize = 256;
/// Most entries that are multiplied one by one faster than in vectors.
const FEW: usize = 6;

impl Zn {
    fn pointwise_kernel(&self, len: usize) -> Option<&'static PointwiseKernel> {
        self.0.words.pointwise().filter(|_| len > FEW)
    }

    /// `v[i] ·= w[i]`; `w` is at least as long as `v`.
    pub(super) fn times_each(&self, v: &mut [u64], w: &[u64]) {
        let (n, w) = (self.modulus(), &w[..v.len()]);
        match self.pointwise_kernel(v.len()) {
            Some(kernel) => kernel.products(n, v, w),
            None => v.iter_mut().zip(w).for_each(|(x, y)| *x = n.mul(*x, *y)),
        }
    }

    /// `v[i] ·= c`.
    pub(super) fn times(&self, v: &mut [u64], c: u64) {
        let n = self.modulus();
        match self.pointwise_kernel(v.len()) {
            Some(kernel) => kernel.scale(n, v, c),
            None => v.iter_mut().for_each(|x| *x = n.mul(*x, c)),
        }
    }
}

impl Vectors for Zn {
    #[inline]
    fn trimmed_len(&self, v: View<'_, Self>) -> usize {
        v.words().iter().rposition(|&x| x != 0).map_or(0, |i| i + 1)
    }
    fn nonzero(&self, v: View<'_, Self>) -> usize {
        v.words().iter().filter(|&&x| x != 0).count()
    }
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        a.words() == b.words()
    }
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        out.words[at..at + v.len].copy_from_slice(v.words());
    }
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self> {
        let mut out = self.owned(v);
        out.words.reverse();
        out
    }
    fn owned(&self, v: View<'_, Self>) -> Coeffs<Self> {
        let mut words = self.engine().dirty(v.len);
        words.copy_from_slice(v.words());
        Coeffs::from_words(words, v.len, 1)
    }
    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        let n = self.modulus();
        for (x, y) in out.words[at..at + v.len].iter_mut().zip(v.words()) {
            *x = n.add(*x, *y);
        }
    }
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        let n = self.modulus();
        for (x, y) in out.words[at..at + v.len].iter_mut().zip(v.words()) {
            *x = n.sub(*x, *y);
        }
    }
    fn neg_all(&self, v: &mut Coeffs<Self>) {
        let n = self.modulus();
        v.words.iter_mut().for_each(|x| *x = n.neg(*x));
    }
    fn scale(&self, v: &mut Coeffs<Self>, c: &u64) {
        self.times(&mut v.words, *c);
    }
    fn mul_each(&self, v: &mut Coeffs<Self>, w: View<'_, Self>) {
        self.times_each(&mut v.words, w.words());
    }
    fn running_products(&self, v: &mut Coeffs<Self>) {
        let v = &mut v.words;
        let n = self.modulus();
        let part = (v.len() / CHAINS).max(1);
        let (together, rest) = v.split_at_mut(if part < 2 { 0 } else { part * CHAINS });
        for i in 1..part {
            for at in (i..together.len()).step_by(part) {
                together[at] = n.mul(together[at - 1], together[at]);
            }
        }
        let mut before = 1;
        for v in together.chunks_mut(part) {
            if before != 1 {
                self.times(v, before);
            }
            before = v[part - 1];
        }
        for x in rest {
            *x = n.mul(before, *x);
            before = *x;
        }
    }
    fn divides_below(&self, n: usize) -> bool {
        match self.has_inverses_below(n) {
            Some(has) => has,
            None => classical::divides_below(self, n),
        }
    }
    fn mul_index(&self, v: &mut Coeffs<Self>, k: i64) {
        let n = self.modulus();
        let mut index = n.reduce_i64(k);
        let mut indices = [0; BLOCK];
        for v in v.words.chunks_mut(BLOCK) {
            for place in &mut indices[..v.len()] {
                *place = index;
                index = n.add(index, 1 % n.n());
            }
            self.times_each(v, &indices);
        }
    }
    fn div_index(&self, v: &mut Coeffs<Self>, k: i64) -> Result<()> {
        if self.div_by_table(v, k) { Ok(()) } else { classical::div_index(self, v, k) }
    }
    fn inv_each(&self, v: &mut Coeffs<Self>) -> Result<()> {
        self.modulus().batch_inv(&mut v.words)
    }
    fn dot(&self, v: View<'_, Self>, w: View<'_, Self>) -> u64 {
        let (low, high) = v.words().iter().zip(w.words()).fold((0u128, 0u64), |(low, high), (&x, &y)| {
            let (low, carry) = low.overflowing_add(u128::from(x) * u128::from(y));
            (low, high + u64::from(carry))
        });
        self.modulus().reduce3(low as u64, (low >> 64) as u64, high)
    }
}
