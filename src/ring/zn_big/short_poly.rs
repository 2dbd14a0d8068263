//! Polynomials of few coefficients modulo an odd n of at most eight limbs: products, quotients of power series, divisions, compositions, shifts,
//! polynomials with given roots. Sums of products are reduced once each.
//!
//! The algorithms are those of residues in words (`ring::zn::small`), in code of their own: there a sum's type depends on how many products fit in it, and
//! factors are as they are, while here there is one type of sums, and one factor of each product is lifted.

use super::{
    fixed::{Arithmetic, one},
    montgomery::{Montgomery, Sum, load, store},
};

/// Most coefficients of an operand of a product on the stack.
pub(super) const MOST_FACTOR: usize = 32;
/// Most coefficients of an operand for which the room on the stack is short.
const FEW: usize = 8;

/// The coefficients of a row of residues, from the lowest on.
#[inline(always)]
pub(super) fn residues<const K: usize>(words: &[u64], width: usize) -> impl DoubleEndedIterator<Item = [u64; K]> {
    words.chunks_exact(width).map(load)
}

/// Σ x_i·y_i, reduced: one factor of each pair is lifted for sums.
#[inline(always)]
fn sum_of<'a, const K: usize>(
    m: &Montgomery<K>,
    pairs: impl Iterator<Item = (&'a [u64; K], &'a [u64; K])>,
) -> [u64; K] {
    let mut sum = Sum::ZERO;
    pairs.for_each(|(x, y)| sum.add_to(x, y));
    m.reduce(sum)
}

/// Coefficient k of a·b: the pairs of factors in it.
#[inline(always)]
fn pairs<'a, const K: usize>(
    k: usize,
    a: &'a [[u64; K]],
    b: &'a [[u64; K]],
) -> impl Iterator<Item = (&'a [u64; K], &'a [u64; K])> {
    let (first, end) = ((k + 1).saturating_sub(b.len()), a.len().min(k + 1));
    a[first..end].iter().zip(b[k + 1 - end..=k - first].iter().rev())
}

impl<const K: usize> Arithmetic<K> {
    /// out = x·y, of at least one and at most [`MOST_FACTOR`] coefficients each.
    pub fn product(&self, out: &mut [u64], width: usize, [x, y]: [&[u64]; 2]) {
        let (long, short) = if x.len() < y.len() { (y, x) } else { (x, y) };
        if long.len() <= FEW * width {
            self.product_in(out, width, [long, short], [&mut [[0; K]; FEW], &mut [[0; K]; FEW]]);
        } else {
            self.product_in(out, width, [long, short], [&mut [[0; K]; MOST_FACTOR], &mut [[0; K]; MOST_FACTOR]]);
        }
    }

    /// [`product`](Self::product) with room for both operands, of which the second one is lifted.
    #[inline(never)]
    fn product_in(&self, out: &mut [u64], width: usize, [x, y]: [&[u64]; 2], [a, b]: [&mut [[u64; K]]; 2]) {
        let (m, lens) = (&self.m, [x.len() / width, y.len() / width]);
        a.iter_mut().zip(residues(x, width)).for_each(|(a, x)| *a = x);
        b.iter_mut().zip(residues(y, width)).for_each(|(b, y)| *b = m.lift_for_sums(&y));
        let (a, b) = (&a[..lens[0]], &b[..lens[1]]);
        for (k, out) in out.chunks_exact_mut(width).enumerate() {
            store(out, &sum_of(m, pairs(k, a, b)));
        }
    }

    /// out = x², for at least one and at most [`MOST_FACTOR`] coefficients.
    pub fn square(&self, out: &mut [u64], width: usize, x: &[u64]) {
        if x.len() <= FEW * width {
            self.square_in(out, width, x, [&mut [[0; K]; FEW], &mut [[0; K]; FEW]]);
        } else {
            self.square_in(out, width, x, [&mut [[0; K]; MOST_FACTOR], &mut [[0; K]; MOST_FACTOR]]);
        }
    }

    /// [`square`](Self::square) with room for the operand, as it is and lifted.
    #[inline(never)]
    fn square_in(&self, out: &mut [u64], width: usize, x: &[u64], [a, b]: [&mut [[u64; K]]; 2]) {
        let (m, len) = (&self.m, x.len() / width);
        for ((a, b), x) in a.iter_mut().zip(b.iter_mut()).zip(residues(x, width)) {
            (*a, *b) = (x, m.lift_for_sums(&x));
        }
        let (a, b) = (&a[..len], &b[..len]);
        for (k, out) in out.chunks_exact_mut(width).enumerate() {
            // pairs of different coefficients once, then doubled
            let first = (k + 1).saturating_sub(len);
            let below = a[first..k.div_ceil(2)].iter().zip(b[k + 1 - k.div_ceil(2)..=k - first].iter().rev());
            let sum = below.fold(Sum::ZERO, |sum, (x, y)| sum.add(x, y)).double();
            let sum = if k % 2 == 0 { sum.add(&a[k / 2], &b[k / 2]) } else { sum };
            store(out, &m.reduce(sum));
        }
    }

    /// The first coefficients of the power series a/b, as many as `q` has, where `inverse` is that of the lowest coefficient of b; `room` has as many.
    pub fn write_quotient(
        &self,
        (q, room): (&mut [[u64; K]], &mut [[u64; K]]),
        mut a: impl Iterator<Item = [u64; K]>,
        b: impl Iterator<Item = [u64; K]>,
        inverse: &[u64; K],
    ) {
        let m = &self.m;
        // q_i = a_i/b_0 − Σ (b_j/b_0)·q_(i − j): a sum of which only one product waits for the coefficient before
        let inverse = m.lift_for_sums(inverse);
        let scale = m.neg(&m.lift(&inverse));
        let factors = room[..q.len().saturating_sub(1)].iter_mut().zip(b.skip(1));
        let len = factors.map(|(factor, x)| *factor = m.mul(&x, &scale)).count();
        for i in 0..q.len() {
            let sum = a.next().map_or(Sum::ZERO, |x| Sum::of(&x, &inverse));
            let known = &q[i.saturating_sub(len)..i];
            let pairs = known.iter().zip(room[..known.len()].iter().rev());
            q[i] = m.reduce(pairs.fold(sum, |sum, (x, y)| sum.add(x, y)));
        }
    }

    /// [`write_quotient`](Self::write_quotient) to a vector of n coefficients.
    pub fn quotient(
        &self,
        a: impl Iterator<Item = [u64; K]>,
        b: impl Iterator<Item = [u64; K]>,
        inverse: &[u64; K],
        n: usize,
    ) -> Vec<[u64; K]> {
        let [mut q, mut room] = [vec![[0; K]; n], vec![[0; K]; n]];
        self.write_quotient((&mut q, &mut room), a, b, inverse);
        q
    }

    /// out = 1/a as a power series, to as many terms as `out` has, where `inverse` is that of the lowest coefficient of a.
    pub fn reciprocal(&self, out: &mut [u64], width: usize, a: &[u64], inverse: &[u64; K]) {
        let (n, numerator) = (out.len() / width, std::iter::once(one()));
        if n == 1 {
            store(out, inverse);
        } else if n <= FEW {
            let mut room = [[[0; K]; FEW]; 2];
            let [q, factors] = &mut room;
            self.write_quotient((&mut q[..n], factors), numerator, residues(a, width), inverse);
            out.chunks_exact_mut(width).zip(&*q).for_each(|(out, x)| store(out, x));
        } else {
            let found = self.quotient(numerator, residues(a, width), inverse, n);
            out.chunks_exact_mut(width).zip(&found).for_each(|(out, x)| store(out, x));
        }
    }

    /// Quotient and remainder of a by b, whose leading coefficient has this inverse; there is one coefficient of the quotient at least.
    pub fn divide(&self, [q, rest]: [&mut [u64]; 2], width: usize, [a, b]: [&[u64]; 2], inverse: &[u64; K]) {
        let (m, len, degree) = (&self.m, q.len() / width, b.len() / width - 1);
        let mut found = self.quotient(residues(a, width).rev(), residues(b, width).rev(), inverse, len);
        for (out, x) in q.chunks_exact_mut(width).rev().zip(&found) {
            store(out, x);
        }
        // the remainder depends on as many of the lowest coefficients of the quotient
        let unneeded = len.saturating_sub(degree);
        found[unneeded..].iter_mut().for_each(|x| *x = m.lift_for_sums(x));
        let b: Vec<[u64; K]> = residues(&b[..degree * width], width).collect();
        let low = rest.chunks_exact_mut(width).zip(residues(a, width)).enumerate();
        for (k, (out, x)) in low {
            // b_j·q_(k − j), where q_i is found[len − 1 − i]
            let first = (k + 1).saturating_sub(len);
            let sum = sum_of(m, b[first..=k].iter().zip(&found[len - 1 - (k - first)..]));
            store(out, &m.sub(&x, &sum));
        }
    }

    /// out = a(b) by Horner's rule, for an a of at least one coefficient and a b of at least two; `out` has all coefficients.
    pub fn compose(&self, out: &mut [u64], width: usize, [a, b]: [&[u64]; 2]) {
        let m = &self.m;
        let b: Vec<[u64; K]> = residues(b, width).map(|x| m.lift_for_sums(&x)).collect();
        let mut coefficients = residues(a, width).rev();
        let mut now: Vec<[u64; K]> = coefficients.next().into_iter().collect();
        let mut next = Vec::with_capacity(out.len() / width);
        for c in coefficients {
            next.clear();
            next.extend((0..now.len() + b.len() - 1).map(|k| sum_of(m, pairs(k, &now, &b))));
            next[0] = m.add(&next[0], &c);
            std::mem::swap(&mut now, &mut next);
        }
        out.chunks_exact_mut(width).zip(&now).for_each(|(out, x)| store(out, x));
    }

    /// v(x + c) in place by Horner's rule: multiplications by x + c, whose products are independent of each other.
    pub fn shift(&self, v: &mut [u64], width: usize, c: &[u64; K]) {
        let (m, c) = (&self.m, self.m.lift(c));
        let mut all: Vec<[u64; K]> = residues(v, width).collect();
        for k in (0..all.len().saturating_sub(1)).rev() {
            let mut before = all[k];
            for j in k..all.len() - 1 {
                let above = all[j + 1];
                all[j] = m.add(&before, &m.mul(&above, &c));
                before = above;
            }
        }
        v.chunks_exact_mut(width).zip(&all).for_each(|(v, x)| store(v, x));
    }

    /// p = p·(x − a), where p grows by a coefficient and `minus` is −a, lifted.
    #[inline(always)]
    fn times_linear(&self, p: &mut Vec<[u64; K]>, minus: &[u64; K]) {
        p.push([0; K]);
        for k in (0..p.len()).rev() {
            let below = if k > 0 { p[k - 1] } else { [0; K] };
            p[k] = self.m.add(&below, &self.m.mul(&p[k], minus));
        }
    }

    /// The polynomial ∏(x − a) over all points a.
    pub fn product_of_roots(&self, out: &mut [u64], width: usize, points: &[u64]) {
        let m = &self.m;
        let mut product = Vec::with_capacity(out.len() / width);
        product.push(one());
        for a in residues(points, width) {
            self.times_linear(&mut product, &m.neg(&m.lift(&a)));
        }
        out.chunks_exact_mut(width).zip(&product).for_each(|(out, x)| store(out, x));
    }

    /// The numerator of Σ w/(x − a) over all points a and their weights w, one fraction after the other: N/P + w/(x − a) = (N·(x − a) + w·P)/(P·(x − a)).
    pub fn sum_of_fractions(&self, out: &mut [u64], width: usize, [points, weights]: [&[u64]; 2]) {
        let m = &self.m;
        let (mut numerator, mut product) = (Vec::with_capacity(out.len() / width), vec![one()]);
        for (a, w) in residues(points, width).zip(residues(weights, width)) {
            let (minus, w) = (m.neg(&m.lift_for_sums(&a)), m.lift_for_sums(&w));
            numerator.push([0; K]);
            for k in (0..numerator.len()).rev() {
                let sum = m.reduce(Sum::of(&numerator[k], &minus).add(&product[k], &w));
                numerator[k] = if k > 0 { m.add(&numerator[k - 1], &sum) } else { sum };
            }
            self.times_linear(&mut product, &m.neg(&m.lift(&a)));
        }
        out.chunks_exact_mut(width).zip(&numerator).for_each(|(out, x)| store(out, x));
    }

    /// The first coefficients of exp(a), as many as `out` has, from f' = a'·f: i·f_i = Σ j·a_j·f_(i − j), for an a without constant term and
    /// the [inverses](Self::inverses) of 1, 2, …
    pub fn exponential(&self, out: &mut [u64], width: usize, a: &[u64], inverses: &[[u64; K]]) {
        let (m, n) = (&self.m, out.len() / width);
        let mut index = [0; K];
        let mut slopes: Vec<[u64; K]> = Vec::with_capacity(n);
        for x in residues(a, width).take(n) {
            slopes.push(m.lift_for_sums(&m.mul(&x, &index)));
            index = m.add(&index, m.one());
        }
        let mut f: Vec<[u64; K]> = Vec::with_capacity(n);
        for i in 0..n {
            let known = &f[(i + 1).saturating_sub(slopes.len().max(1))..];
            let met = known.iter().rev().zip(slopes.iter().skip(1));
            f.push(if i == 0 { one() } else { m.mul(&sum_of(m, met), &inverses[i - 1]) });
        }
        out.chunks_exact_mut(width).zip(&f).for_each(|(out, x)| store(out, x));
    }
}
