//! Places for Z/N, N of a word: values in (Z/N)\[t\]/(t^d − h), all of them at once by products of matrices over Z/N, whose kernels
//! share nothing with products of polynomials.
//!
//! With y = x^B the coefficients of all polynomials are cut into rows of B: their product with the B rows of 1, x, …, x^(B−1)
//! gives values of degree below B, and pairs of these are joined by y, y², y⁴ and so on. A coefficient takes d products of words.

use super::{Distribution, Random, place::Place, wrapping};
use crate::{
    arith::Modulus,
    matrix::Matrix,
    ring::{Coeffs, Convolve, Ring, View},
};

/// (Z/N)\[t\]/(t^d − h), with values of d residues.
pub struct Slots<'a, R: Ring> {
    ring: &'a R,
    elements: Distribution,
    /// N.
    modulus: Modulus,
    degree: usize,
    /// The coefficients of h that are not 0, by their exponents.
    h: Vec<(usize, u64)>,
}

impl<'a, R: Convolve> Slots<'a, R> {
    /// The ring for the modulus t^d − h and residues of a word, of this distribution.
    pub fn new(ring: &'a R, elements: Distribution, degree: usize, h: &[u64]) -> Self {
        let modulus = ring.word_modulus().expect("residues of a word");
        let h = h.iter().map(|c| modulus.reduce(*c)).enumerate().filter(|(_, c)| *c != 0).collect();
        Slots { ring, elements, modulus, degree, h }
    }

    /// The matrices of the maps a ↦ a·x, one below the other: its rows are x, t·x, …, t^(d−1)·x for each x.
    fn maps(&self, all: &[Vec<u64>]) -> Matrix<R> {
        let (m, d) = (self.modulus, self.degree);
        let mut rows = Vec::with_capacity(all.len() * d * d);
        for x in all {
            rows.extend_from_slice(x);
            for _ in 1..d {
                // times t
                let last = rows.len() - d;
                let top = rows[last + d - 1];
                rows.push(0);
                rows.extend_from_within(last..last + d - 1);
                for (i, c) in &self.h {
                    rows[last + d + i] = m.add(rows[last + d + i], m.mul(*c, top));
                }
            }
        }
        self.matrix(self.ring.of_words(&rows), d)
    }

    fn matrix(&self, entries: Coeffs<R>, cols: usize) -> Matrix<R> {
        let rows = entries.len() / cols.max(1);
        Matrix::new(self.ring, rows, cols, entries).expect("as many entries as rows and columns say")
    }

    fn times(&self, a: &Matrix<R>, b: &Matrix<R>) -> Matrix<R> {
        a.checked_mul(b).expect("the shapes match, and words are added and multiplied without failing")
    }

    /// 1, x, …, x^(count−1) for a power of two, as rows, and x^count.
    fn powers(&self, x: &[u64], count: usize) -> (Matrix<R>, Vec<u64>) {
        let (r, d, mut x) = (self.ring, self.degree, x.to_vec());
        let mut rows = Vec::with_capacity((count + 1) * d);
        rows.extend(self.one());
        while rows.len() < count * d {
            let map = self.maps(std::slice::from_ref(&x));
            rows.append(&mut x);
            let more = self.times(&self.matrix(r.of_words(&rows), d), &map);
            rows.truncate(rows.len() - d);
            let (all, end) = (r.to_words(more.entries()), rows.len());
            rows.extend_from_slice(&all[..end]);
            x.extend_from_slice(&all[end..]);
        }
        (self.matrix(r.of_words(&rows), d), x)
    }

    /// For each group, given by its number of rows v_i: Σ v_i·y^i.
    fn joined(&self, mut values: Coeffs<R>, mut groups: Vec<usize>, mut y: Vec<u64>) -> Coeffs<R> {
        let (r, d) = (self.ring, self.degree);
        while groups.iter().any(|&count| count > 1) {
            let halves: Vec<usize> = groups.iter().map(|count| count.div_ceil(2)).collect();
            let map = self.maps(std::slice::from_ref(&y));
            // of each group the rows of odd index; the last row is y, for y²
            let rows = halves.iter().sum::<usize>();
            let (mut even, mut odd) = (Vec::with_capacity(rows * d), Vec::with_capacity((rows + 1) * d));
            let mut rows = r.to_words(values.view()).chunks(d);
            for &count in &groups {
                for (i, row) in rows.by_ref().take(count).enumerate() {
                    if i % 2 == 0 { &mut even } else { &mut odd }.extend_from_slice(row);
                }
            }
            odd.extend_from_slice(&y);
            let (mut even, odd) = (r.of_words(&even), self.times(&self.matrix(r.of_words(&odd), d), &map));
            y = r.to_words(odd.row(odd.rows() - 1)).to_vec();
            let (mut at, mut from) = (0, 0);
            for (&count, &half) in groups.iter().zip(&halves) {
                r.add_at(&mut even, at * d, odd.entries().slice(from * d..(from + count / 2) * d));
                (at, from) = (at + half, from + count / 2);
            }
            (values, groups) = (even, halves);
        }
        values
    }
}

impl<R: Convolve> Place<R> for Slots<'_, R> {
    type Value = Vec<u64>;
    const ALONE: bool = false;

    fn one(&self) -> Vec<u64> {
        let mut one = vec![0; self.degree];
        one[0] = self.modulus.reduce(1);
        one
    }

    fn random(&self, random: &mut Random<'_>) -> Vec<u64> {
        let mut limbs = Vec::new();
        let one = |_| {
            random.draw(&self.elements, &mut limbs);
            limbs.first().copied().unwrap_or(0)
        };
        (0..self.degree).map(one).collect()
    }

    fn product(&self, a: &Vec<u64>, b: &Vec<u64>) -> Vec<u64> {
        let (m, d) = (self.modulus, self.degree);
        let mut product = product(m, a, b);
        for i in (d..product.len()).rev() {
            for (power, c) in &self.h {
                product[i - d + power] = m.add(product[i - d + power], m.mul(*c, product[i]));
            }
        }
        product.truncate(d);
        product
    }

    fn sum(&self, a: &Vec<u64>, b: &Vec<u64>) -> Vec<u64> {
        a.iter().zip(b).map(|(x, y)| self.modulus.add(*x, *y)).collect()
    }

    fn sums_of_products(&self, rows: &[Vec<u64>], x: &[Vec<u64>]) -> Vec<Vec<u64>> {
        let rows = self.matrix(self.ring.of_words(&rows.concat()), x.len() * self.degree);
        let sums = self.times(&rows, &self.maps(x));
        (0..sums.rows()).map(|i| self.ring.to_words(sums.row(i)).to_vec()).collect()
    }

    fn values(&self, r: &R, polys: &[View<'_, R>], x: &Vec<u64>) -> Vec<Vec<u64>> {
        let longest = polys.iter().map(|p| p.len()).max().unwrap_or(0).max(1);
        // products of words over d: of rows, padded to whole blocks; of joined rows and of powers d each
        let cost = |block: usize| {
            let rows = polys.iter().map(|p| p.len().div_ceil(block)).sum::<usize>();
            rows * block + self.degree * (rows + block)
        };
        let blocks = (0..=longest.next_power_of_two().ilog2()).map(|log2| 1 << log2);
        let block = blocks.min_by_key(|&block| cost(block)).unwrap_or(1);
        let (powers, y) = self.powers(x, block);
        let groups: Vec<usize> = polys.iter().map(|p| p.len().div_ceil(block).max(1)).collect();
        let mut coefficients = r.zeros(groups.iter().sum::<usize>() * block);
        let mut at = 0;
        for (p, rows) in polys.iter().zip(&groups) {
            r.copy_at(&mut coefficients, at, *p);
            at += rows * block;
        }
        let values = self.times(&self.matrix(coefficients, block), &powers);
        let values = self.joined(values.into_entries(), groups, y);
        r.to_words(values.view()).chunks(self.degree).map(<[u64]>::to_vec).collect()
    }
}

/// The product of polynomials of d residues each: 2·d − 1 residues, by the definition.
fn product(m: Modulus, a: &[u64], b: &[u64]) -> Vec<u64> {
    let (d, largest) = (a.len(), m.n() - 1);
    if m.n().is_power_of_two() {
        let mut out = wrapping::product(a, b);
        out.truncate(2 * d - 1);
        return out.into_iter().map(|x| x & largest).collect();
    }
    // a sum of d products fits in a word
    if u128::from(largest).pow(2).saturating_mul(d as u128) <= u128::from(u64::MAX) {
        let b: Vec<u32> = b.iter().map(|y| *y as u32).collect();
        let mut out = vec![0; 2 * d - 1];
        for (i, x) in a.iter().map(|x| *x as u32).enumerate() {
            out[i..].iter_mut().zip(&b).for_each(|(sum, y)| *sum += u64::from(x) * u64::from(*y));
        }
        return out.into_iter().map(|x| m.reduce(x)).collect();
    }
    // number of products whose sum fits in two words
    let most = match u128::from(largest).pow(2) {
        square if square > 0 => (u128::MAX / square).min(d as u128) as usize,
        _ => d,
    };
    let reversed: Vec<u64> = b.iter().rev().copied().collect();
    let coefficient = |k: usize| {
        let (from, to) = (k.saturating_sub(d - 1), (k + 1).min(d));
        let (a, b) = (&a[from..to], &reversed[d - 1 + from - k..d - 1 + to - k]);
        a.chunks(most).zip(b.chunks(most)).fold(0, |sum, (a, b)| {
            let terms = a.iter().zip(b).map(|(x, y)| u128::from(*x) * u128::from(*y));
            m.add(sum, m.reduce_wide(terms.sum()))
        })
    };
    (0..2 * d - 1).map(coefficient).collect()
}
