//! Pointwise products of vectors of residues: by vector kernels where n has one.

use super::Zn;
use crate::{
    Result,
    arith::Shoup,
    kernels::{pointwise::PointwiseKernel, sums::SumKernel},
    ring::{Coeffs, Ring, Vectors, View, classical},
    words,
};

/// Number of independent chains of products.
const CHAINS: usize = 8;
/// Number of zeros from which vectors are subtracted.
const BLOCK: usize = 128;
/// Most entries that are multiplied one by one faster than in vectors.
const FEW: usize = 6;
/// Most entries that are multiplied by one factor faster one by one than in vectors.
const FEW_MULTIPLES: usize = 32;
/// Most entries that are multiplied by their indices faster one by one than in vectors.
const FEW_INDICES: usize = 24;
/// The same where products are words.
const FEW_WORDS: usize = 64;
/// Most entries that are added one by one faster than in vectors.
const FEW_SUMS: usize = 14;

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

    /// `v[i] ·= i + k`.
    pub(super) fn times_indices(&self, v: &mut [u64], k: i64) {
        let (n, len) = (self.modulus(), v.len());
        let range = u64::try_from(k).ok().and_then(|first| Some(first..first.checked_add(len as u64)?));
        let in_words = |range: &std::ops::Range<u64>| range.end.checked_mul(n.n()).is_some();
        if let Some(range) = range.filter(|range| len <= FEW_WORDS && in_words(range)) {
            v.iter_mut().zip(range).for_each(|(x, index)| *x = n.reduce(*x * index));
            return;
        }
        let mut index = n.reduce_i64(k);
        if let Some(kernel) = self.pointwise_kernel(len).filter(|_| len > FEW_INDICES) {
            return kernel.times_indices(n, v, index);
        }
        for x in v {
            *x = n.mul(*x, index);
            index = n.add(index, 1 % n.n());
        }
    }

    fn sum_kernel(&self, len: usize) -> Option<&'static SumKernel> {
        self.0.words.sums().filter(|_| len > FEW_SUMS)
    }

    /// `out[i]` = `x[i]` + `y[i]`; all are equally long.
    #[inline]
    pub(super) fn sum_words(&self, out: &mut [u64], x: &[u64], y: &[u64]) {
        let n = self.modulus();
        match self.sum_kernel(out.len()) {
            Some(kernel) => kernel.sum(n, out, x, y),
            None => out.iter_mut().zip(x).zip(y).for_each(|((out, &x), &y)| *out = n.add(x, y)),
        }
    }

    /// `out[i]` = `x[i]` − `y[i]`; all are equally long.
    #[inline]
    pub(super) fn difference_words(&self, out: &mut [u64], x: &[u64], y: &[u64]) {
        let n = self.modulus();
        match self.sum_kernel(out.len()) {
            Some(kernel) => kernel.difference(n, out, x, y),
            None => out.iter_mut().zip(x).zip(y).for_each(|((out, &x), &y)| *out = n.sub(x, y)),
        }
    }

    /// `x[i] += y[i]`; both are equally long.
    pub(in crate::ring) fn add_words(&self, x: &mut [u64], y: &[u64]) {
        let n = self.modulus();
        match self.sum_kernel(x.len()) {
            Some(kernel) => kernel.add(n, x, y),
            None => x.iter_mut().zip(y).for_each(|(x, &y)| *x = n.add(*x, y)),
        }
    }

    /// `x[i] −= y[i]`; both are equally long.
    pub(in crate::ring) fn sub_words(&self, x: &mut [u64], y: &[u64]) {
        let n = self.modulus();
        match self.sum_kernel(x.len()) {
            Some(kernel) => kernel.sub(n, x, y),
            None => x.iter_mut().zip(y).for_each(|(x, &y)| *x = n.sub(*x, y)),
        }
    }

    /// `x[i]` = −`x[i]`.
    #[inline]
    pub(super) fn negate_words(&self, x: &mut [u64]) {
        let n = self.modulus();
        match self.sum_kernel(x.len()) {
            Some(kernel) => kernel.negate(n, x),
            None => x.iter_mut().for_each(|x| *x = n.neg(*x)),
        }
    }

    /// `out[i]` = −`x[i]`; both are equally long.
    #[inline]
    pub(super) fn negative_words(&self, out: &mut [u64], x: &[u64]) {
        static ZEROS: [u64; BLOCK] = [0; BLOCK];
        let n = self.modulus();
        let Some(kernel) = self.sum_kernel(out.len()) else {
            return out.iter_mut().zip(x).for_each(|(out, &x)| *out = n.neg(x));
        };
        // in one pass
        for (out, x) in out.chunks_mut(BLOCK).zip(x.chunks(BLOCK)) {
            kernel.difference(n, out, &ZEROS[..x.len()], x);
        }
    }

    /// Whether products of `len` residues by one factor take less time in single words than in vectors.
    pub(super) fn multiplies_singly(&self, len: usize) -> bool {
        (5..=FEW_MULTIPLES).contains(&len)
    }

    /// `out[i]` = c·`x[i]`; both are equally long.
    pub(super) fn write_multiple(&self, out: &mut [u64], x: &[u64], c: u64) {
        let (n, all) = (self.modulus(), out.iter_mut().zip(x));
        if n.bits() <= 32 {
            return all.for_each(|(out, &x)| *out = n.reduce(x * c));
        }
        if n.bits() > Shoup::MAX_BITS {
            return match n.montgomery_factor(c) {
                Some(c) => all.for_each(|(out, &x)| *out = n.mul_montgomery(x, c)),
                None => all.for_each(|(out, &x)| *out = n.mul(x, c)),
            };
        }
        let c = n.shoup(c);
        all.for_each(|(out, &x)| *out = n.mul_shoup(x, c));
    }

    /// `v[i] ·= c`.
    pub(in crate::ring) fn times(&self, v: &mut [u64], c: u64) {
        let n = self.modulus();
        let by_shoup = n.bits() <= Shoup::MAX_BITS;
        match self.pointwise_kernel(v.len()).filter(|_| v.len() > FEW_MULTIPLES || !by_shoup) {
            Some(kernel) => kernel.scale(n, v, c),
            None if by_shoup => {
                let c = n.shoup(c);
                v.iter_mut().for_each(|x| *x = n.mul_shoup(*x, c));
            }
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
        words::nonzero(v.words())
    }
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        a.words() == b.words()
    }
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        out.words[at..at + v.len].copy_from_slice(v.words());
    }
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self> {
        v.reversed_rows(self.engine())
    }
    fn owned(&self, v: View<'_, Self>) -> Coeffs<Self> {
        Coeffs::from_words(self.engine().copied(v.words()), v.len, 1)
    }
    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.add_words(&mut out.words[at..at + v.len], v.words());
    }
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.sub_words(&mut out.words[at..at + v.len], v.words());
    }
    fn neg_all(&self, v: &mut Coeffs<Self>) {
        self.negate_words(&mut v.words);
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
        self.times_indices(&mut v.words, k);
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
