//! Cofactors of common divisors, and polynomials through points, of few coefficients modulo an odd n of at most eight limbs: with one inversion each.

use super::{
    fixed::{Arithmetic, one},
    montgomery::{Sum, load, store},
};
use rug::Integer;

/// Most coefficients of an operand whose cofactors are computed here.
pub const MOST: usize = 4;

/// A remainder of both operands and its cofactors, all of them multiples of the true ones by the same factor.
#[derive(Clone, Copy)]
struct Row<const K: usize> {
    /// The remainder, the cofactor of the first operand, and that of the second.
    parts: [[[u64; K]; MOST]; 3],
    len: usize,
}

impl<const K: usize> Row<K> {
    /// An operand, the one of this index.
    fn new(words: &[u64], width: usize, index: usize) -> Self {
        let mut parts = [[[0; K]; MOST]; 3];
        parts[0].iter_mut().zip(words.chunks_exact(width)).for_each(|(x, row)| *x = load(row));
        parts[1 + index][0] = one();
        Row { parts, len: words.len() / width }
    }
}

impl<const K: usize> Arithmetic<K> {
    /// Writes the monic greatest common divisor g of two polynomials of 1 to [`MOST`] coefficients, neither leading with zero, and s and t with
    /// g = s·a + t·b as by [`Short`](crate::ring::Short); `None` where a leading coefficient in the computation is no unit.
    pub fn cofactors(&self, out: [&mut [u64]; 3], width: usize, [a, b]: [&[u64]; 2], n: &Integer) -> Option<()> {
        let m = &self.m;
        let (mut x, mut y) = (Row::<K>::new(a, width, 0), Row::new(b, width, 1));
        if x.len < y.len {
            std::mem::swap(&mut x, &mut y);
        }
        let mut product = *m.one();
        while y.len > 1 {
            let lead = y.parts[0][y.len - 1];
            while x.len >= y.len {
                // lead·x − top·X^shift·y, without the top
                let (shift, minus) = (x.len - y.len, m.neg(&x.parts[0][x.len - 1]));
                for (x, y) in x.parts.iter_mut().zip(&y.parts) {
                    for i in (0..MOST).rev() {
                        let sum = Sum::of(&x[i], &lead);
                        x[i] = m.reduce(if i < shift { sum } else { sum.add(&y[i - shift], &minus) });
                    }
                }
                product = m.mul_called(&product, &lead);
                x.len = x.parts[0][..x.len - 1].iter().rposition(|x| *x != [0; K]).map_or(0, |top| top + 1);
            }
            std::mem::swap(&mut x, &mut y);
        }
        // a constant other than 0, or the last row before 0
        let last = if y.len == 1 { y } else { x };
        let lead = last.parts[0][last.len - 1];
        // 1/lead from that of its product with all others
        let inverse = m.lift(&m.mul_called(&product, &self.inverse(&m.mul_called(&lead, &product), n)?));
        for (out, part) in out.into_iter().zip(&last.parts) {
            for (out, x) in out.chunks_exact_mut(width).zip(part) {
                store(out, &m.mul(x, &inverse));
            }
        }
        Some(())
    }

    /// Writes the polynomial with these values at at most [`MOST`] points; `None` where the difference of two is no unit.
    ///
    /// It is Σ y_i/d_i·∏ (x − x_j) over j other than i, with d_i = ∏ (x_i − x_j); one inversion gives all 1/d_i (Montgomery 1987, §10.3.1).
    pub fn interpolate(&self, out: &mut [u64], width: usize, [points, values]: [&[u64]; 2], n: &Integer) -> Option<()> {
        let (m, count) = (&self.m, points.len() / width);
        let row = |words: &[u64], i: usize| load::<K>(&words[i * width..][..width]);
        let mut points_of = [[0; K]; MOST];
        (0..count).for_each(|i| points_of[i] = row(points, i));
        let x = &points_of[..count];
        // all that follows is lifted, but the coefficients of products and the result
        let (mut d, mut before, mut product) = ([*m.one(); MOST], [*m.one(); MOST], *m.one());
        for i in 0..count {
            for j in (0..count).filter(|&j| j != i) {
                d[i] = m.mul(&d[i], &m.lift(&m.sub(&x[i], &x[j])));
            }
            before[i] = product;
            product = m.mul_called(&product, &d[i]);
        }
        let mut inverse = m.lift(&self.inverse(&m.mul_called(&product, &one()), n)?);
        // ∏ (x − x_j), and the sum
        let (mut all, mut sum) = ([[0; K]; MOST + 1], [[0; K]; MOST]);
        all[0] = one();
        for (i, x) in x.iter().enumerate() {
            let factor = m.neg(&m.lift(x));
            for k in (0..=i + 1).rev() {
                let below = if k > 0 { all[k - 1] } else { [0; K] };
                all[k] = m.add(&below, &m.mul(&all[k], &factor));
            }
        }
        for i in (0..count).rev() {
            let (weight, point) = (m.mul_called(&inverse, &before[i]), m.lift(&x[i]));
            inverse = m.mul_called(&inverse, &d[i]);
            let factor = m.mul_called(&m.lift(&row(values, i)), &weight);
            // the product over x − x_i, from the highest coefficient on
            let mut quotient = one();
            for k in (0..count).rev() {
                sum[k] = m.add(&sum[k], &m.mul(&quotient, &factor));
                quotient = m.add(&all[k], &m.mul(&quotient, &point));
            }
        }
        out.chunks_exact_mut(width).zip(&sum).for_each(|(out, x)| store(out, x));
        Some(())
    }

    /// Writes the derivative: coefficient i is i + 1 times that above.
    pub fn derivative(&self, out: &mut [u64], width: usize, v: &[u64]) {
        let (m, mut factor) = (&self.m, [0; K]);
        for (out, row) in out.chunks_exact_mut(width).zip(v.chunks_exact(width).skip(1)) {
            factor = m.add(&factor, m.one());
            store(out, &m.mul(&load(row), &factor));
        }
    }
}
