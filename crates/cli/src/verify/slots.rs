//! Places for Z/N, N of a word: values in (Z/N)\[t\]/(t^d − h), all of them at once by products of matrices over Z/N, whose kernels
//! share nothing with products of polynomials.
//!
//! With y = x^B the coefficients of all polynomials are cut into rows of B: their product with the B rows of 1, x, …, x^(B−1)
//! gives values of degree below B, and pairs of these are joined by y, y², y⁴ and so on. A coefficient takes d products of words.

use super::{Random, elements::Extension, place::Place};
use polymod::{
    arith::Modulus,
    matrix::Dense,
    poly::{Part, Poly},
    ring::{Coeffs, Convolve, ProductAlgorithm, Ring, View},
};

/// (Z/N)\[t\]/(t^d − h).
pub(super) struct Slots<'a, R: Ring> {
    field: Extension<'a, R>,
    /// N.
    modulus: Modulus,
    /// The coefficients of h that are not 0, by their exponents.
    h: Vec<(usize, u64)>,
}

impl<'a, R: Convolve> Slots<'a, R> {
    /// The ring, for residues of a word.
    pub fn new(field: Extension<'a, R>) -> Self {
        let r = field.ring;
        let modulus = r.word_modulus().expect("residues of a word");
        let h = field.h.iter().map(|(i, c)| (*i, r.to_words(r.collect(std::slice::from_ref(c)).view())[0])).collect();
        Slots { field, modulus, h }
    }

    /// The residues of elements of Z/N.
    fn words(&self, all: &[R::Elem]) -> Vec<u64> {
        self.field.ring.to_words(self.field.ring.collect(all).view()).to_vec()
    }

    /// The matrices of the maps a ↦ a·x, one below the other: its rows are x, t·x, …, t^(d−1)·x for each x.
    fn maps(&self, all: &[Vec<R::Elem>]) -> Dense<R> {
        let (m, d) = (self.modulus, self.field.degree);
        let mut rows = Vec::with_capacity(all.len() * d * d);
        for x in all {
            let mut row = self.words(x);
            for _ in 0..d {
                rows.extend_from_slice(&row);
                // times t
                row.rotate_right(1);
                let top = std::mem::replace(&mut row[0], 0);
                for (i, c) in &self.h {
                    row[*i] = m.add(row[*i], m.mul(*c, top));
                }
            }
        }
        self.matrix(self.field.ring.of_words(&rows), d)
    }

    fn matrix(&self, entries: Coeffs<R>, cols: usize) -> Dense<R> {
        let rows = entries.len() / cols.max(1);
        Dense::new(self.field.ring, rows, cols, entries).expect("as many entries as rows and columns say")
    }

    fn times(&self, a: &Dense<R>, b: &Dense<R>) -> Dense<R> {
        a.checked_mul(b).expect("shapes that fit, of values that fit in memory")
    }

    /// The rows a, then the rows b.
    fn stacked(&self, a: View<'_, R>, b: View<'_, R>) -> Coeffs<R> {
        let mut all = self.field.ring.zeros(a.len() + b.len());
        self.field.ring.copy_at(&mut all, 0, a);
        self.field.ring.copy_at(&mut all, a.len(), b);
        all
    }

    /// 1, x, …, x^(count−1) for a power of two, as rows, and x^count.
    fn powers(&self, x: &[R::Elem], count: usize) -> (Dense<R>, Vec<R::Elem>) {
        let d = self.field.degree;
        let mut rows = self.matrix(self.field.ring.collect(&self.field.one()), d);
        let mut x = x.to_vec();
        while rows.rows() < count {
            let with_x = self.matrix(self.stacked(rows.entries(), self.field.ring.collect(&x).view()), d);
            let more = self.times(&with_x, &self.maps(&[x]));
            let (end, all) = (more.rows() - 1, rows.entries());
            x = self.element(more.row(end));
            rows = self.matrix(self.stacked(all, more.entries().low(end * d)), d);
        }
        (rows, x)
    }

    fn element(&self, row: View<'_, R>) -> Vec<R::Elem> {
        (0..row.len()).map(|i| self.field.ring.get(row, i)).collect()
    }

    /// For each group, given by its number of rows v_i: Σ v_i·y^i.
    fn joined(&self, mut values: Coeffs<R>, mut groups: Vec<usize>, mut y: Vec<R::Elem>) -> Coeffs<R> {
        let (r, d) = (self.field.ring, self.field.degree);
        while groups.iter().any(|&count| count > 1) {
            let halves: Vec<usize> = groups.iter().map(|count| count.div_ceil(2)).collect();
            let (odd_rows, map) = (groups.iter().map(|count| count / 2).sum::<usize>(), self.maps(&[y.clone()]));
            // the last row is y, for y²
            let (mut even, mut odd) = (r.zeros(halves.iter().sum::<usize>() * d), r.zeros((odd_rows + 1) * d));
            let (mut from, mut to) = (0, [0; 2]);
            for &count in &groups {
                for i in 0..count {
                    let out = if i % 2 == 0 { &mut even } else { &mut odd };
                    r.copy_at(out, to[i % 2] * d, values.view().slice(from * d..(from + 1) * d));
                    (from, to[i % 2]) = (from + 1, to[i % 2] + 1);
                }
            }
            r.copy_at(&mut odd, odd_rows * d, r.collect(&y).view());
            let odd = self.times(&self.matrix(odd, d), &map);
            y = self.element(odd.row(odd_rows));
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
    type Value = Vec<R::Elem>;
    const ALONE: bool = false;

    fn one(&self) -> Vec<R::Elem> {
        self.field.one()
    }

    fn random(&self, random: &mut Random) -> Vec<R::Elem> {
        self.field.random(random)
    }

    fn product(&self, a: &Vec<R::Elem>, b: &Vec<R::Elem>) -> Vec<R::Elem> {
        let (r, m, d) = (self.field.ring, self.modulus, self.field.degree);
        let [a, b] = [a, b].map(|x| Poly::new(r, x.clone()));
        let product = a.mul_part(&b, &Part::All, Some(ProductAlgorithm::Schoolbook));
        let product = product.expect("the definition applies to all lengths, of values that fit in memory");
        let mut words = r.to_words(product.coeffs()).to_vec();
        words.resize(2 * d - 1, 0);
        for i in (d..words.len()).rev() {
            for (power, c) in &self.h {
                words[i - d + power] = m.add(words[i - d + power], m.mul(*c, words[i]));
            }
        }
        self.element(r.of_words(&words[..d]).view())
    }

    fn sum(&self, a: &Vec<R::Elem>, b: &Vec<R::Elem>) -> Vec<R::Elem> {
        self.field.sum(a, b)
    }

    fn sums_of_products(&self, rows: &[Vec<R::Elem>], x: &[Vec<R::Elem>]) -> Vec<Vec<R::Elem>> {
        let all: Vec<R::Elem> = rows.concat();
        let rows = self.matrix(self.field.ring.collect(&all), x.len() * self.field.degree);
        let sums = self.times(&rows, &self.maps(x));
        (0..sums.rows()).map(|i| self.element(sums.row(i))).collect()
    }

    fn values(&self, r: &R, polys: &[View<'_, R>], x: &Vec<R::Elem>) -> Vec<Vec<R::Elem>> {
        let longest = polys.iter().map(|p| p.len()).max().unwrap_or(0).max(1);
        // products of words over d: of rows, padded to whole blocks; of joined rows and of powers d each
        let cost = |block: usize| {
            let rows = polys.iter().map(|p| p.len().div_ceil(block)).sum::<usize>();
            rows * block + self.field.degree * (rows + block)
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
        (0..polys.len())
            .map(|i| self.element(values.view().slice(i * self.field.degree..(i + 1) * self.field.degree)))
            .collect()
    }
}
