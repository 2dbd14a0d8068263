//! Elements of few coefficients modulo n of one word: products, remainders and inverses on the stack.
//!
//! Sums of products are kept in two words a coefficient, as many of them as fit, and reduced once.

use super::{Base, Quotient, reduce::Reduction};
use crate::{arith::Modulus, costs::CostModel};

/// Largest degree of F.
pub(super) const MOST: usize = 16;

/// The arithmetic of elements as words.
#[derive(Clone, Copy)]
pub(super) struct FewWords<'a> {
    n: Modulus,
    k: usize,
    /// Row i is −t^(k + i) modulo F.
    rows: &'a [u64],
    /// F without its leading coefficient 1.
    modulus: &'a [u64],
}

impl<B: Base> Quotient<B> {
    /// The arithmetic on words, for a base ring Z/n and few coefficients.
    pub(super) fn few_words(&self) -> Option<FewWords<'_>> {
        let n = self.quiet().as_zn().filter(|_| self.degree() <= MOST)?.modulus();
        match &self.0.reduction {
            Reduction::Rows(rows) => {
                let k = self.degree();
                Some(FewWords { n, k, rows: &rows.words, modulus: &self.modulus().words()[..k] })
            }
            Reduction::Inverse(_) => None,
        }
    }
}

/// A sum of products of elements, before reduction.
pub(super) struct Sum {
    wide: [u128; 2 * MOST],
    /// Number of products that are added before the coefficients are reduced modulo n.
    left: u64,
}

impl<'a> FewWords<'a> {
    /// Number of coefficients of an element.
    pub fn len(self) -> usize {
        self.k
    }

    /// The arithmetic modulo n.
    pub fn modulus(self) -> Modulus {
        self.n
    }

    /// The sum of no products.
    pub fn sum(self) -> Sum {
        Sum { wide: [0; 2 * MOST], left: self.room() }
    }

    /// Predicted nanoseconds of a product of two elements that is added to a sum, and of the reduction of a sum.
    pub fn ns(self, costs: &CostModel) -> [f64; 2] {
        let (k, word) = (self.k as f64, costs.word_mul + costs.word_reduce);
        match self.room() {
            0 => [k * k, k * (k - 1.0)].map(|products| products * word),
            _ => [k * k * costs.word_mul, k * (k - 1.0) * costs.word_mul + (2.0 * k - 1.0) * costs.word_reduce],
        }
    }

    /// Number of products whose sum can be reduced modulo F in two words a coefficient: each adds k products of words to one at most, as does
    /// the reduction. 0 where not even one can.
    fn room(self) -> u64 {
        let n = u128::from(self.n.n());
        let each = (n * n).checked_mul(self.k as u128).map_or(0, |most| u128::MAX / most);
        each.saturating_sub(1).try_into().unwrap_or(u64::MAX)
    }

    /// Adds a·b, of k coefficients each.
    #[inline]
    pub fn add_product(self, sum: &mut Sum, a: &[u64], b: &[u64]) {
        if sum.left == 0 {
            let wide = &mut sum.wide[..2 * self.k - 1];
            sum.left = self.room();
            if sum.left == 0 {
                return self.add_reduced(wide, a, b);
            }
            // a remainder and k·(n − 1)² are below k·n²
            wide.iter_mut().for_each(|x| *x = self.n.reduce_wide(*x).into());
        }
        sum.left -= 1;
        for (i, &x) in a.iter().enumerate().filter(|(_, x)| **x != 0) {
            for (sum, &y) in sum.wide[i..].iter_mut().zip(b) {
                *sum += u128::from(x) * u128::from(y);
            }
        }
    }

    /// Adds a·b to residues.
    fn add_reduced(self, wide: &mut [u128], a: &[u64], b: &[u64]) {
        for (i, &x) in a.iter().enumerate() {
            for (sum, &y) in wide[i..].iter_mut().zip(b) {
                *sum = self.n.add(*sum as u64, self.n.mul(x, y)).into();
            }
        }
    }

    /// Writes the remainder of a sum modulo F.
    #[inline]
    pub fn finish(self, out: &mut [u64], sum: &Sum) {
        let mut low = [0; MOST];
        low[..self.k].copy_from_slice(&sum.wide[..self.k]);
        let (low, lazy) = (&mut low[..self.k], self.room() > 0);
        for (&x, row) in sum.wide[self.k..].iter().zip(self.rows.chunks_exact(self.k)).filter(|(x, _)| **x != 0) {
            let x = self.n.reduce_wide(x);
            for (low, &y) in low.iter_mut().zip(row) {
                if lazy {
                    *low += u128::from(x) * u128::from(self.n.n() - y);
                } else {
                    *low = self.n.sub(*low as u64, self.n.mul(x, y)).into();
                }
            }
        }
        out.iter_mut().zip(low).for_each(|(out, x)| *out = self.n.reduce_wide(*x));
    }

    /// Writes the remainder modulo F of at most 2k − 1 residues.
    pub fn reduce(self, out: &mut [u64], wide: &[u64]) {
        let mut sum = self.sum();
        for (sum, &x) in sum.wide.iter_mut().zip(wide) {
            *sum = x.into();
        }
        self.finish(out, &sum);
    }

    /// Writes a·b.
    #[inline]
    pub fn multiply(self, out: &mut [u64], a: &[u64], b: &[u64]) {
        match (out.len(), self.room()) {
            (2, 1..) => self.multiply_of::<2>(out, a, b),
            (3, 1..) => self.multiply_of::<3>(out, a, b),
            (4, 1..) => self.multiply_of::<4>(out, a, b),
            _ => {
                let mut sum = self.sum();
                self.add_product(&mut sum, a, b);
                self.finish(out, &sum);
            }
        }
    }

    /// Writes a·b for elements of K coefficients, where two words hold their sums.
    #[inline]
    fn multiply_of<const K: usize>(self, out: &mut [u64], a: &[u64], b: &[u64]) {
        let (mut low, mut high) = ([0_u128; K], [0_u128; K]);
        for (i, &x) in a[..K].iter().enumerate() {
            for (j, &y) in b[..K].iter().enumerate() {
                let product = u128::from(x) * u128::from(y);
                if i + j < K { low[i + j] += product } else { high[i + j - K] += product }
            }
        }
        for (&x, row) in high[..K - 1].iter().zip(self.rows.chunks_exact(K)) {
            let x = u128::from(self.n.reduce_wide(x));
            low.iter_mut().zip(row).for_each(|(low, &y)| *low += x * u128::from(self.n.n() - y));
        }
        out.iter_mut().zip(low).for_each(|(out, x)| *out = self.n.reduce_wide(x));
    }

    /// Writes 1/a, and returns whether it was found, as it is in every field for a ≠ 0: Euclid's algorithm with F by cross-multiplication, which
    /// takes one inverse modulo n.
    pub fn invert(self, out: &mut [u64], a: &[u64]) -> bool {
        // s[i]·a = r[i] modulo F
        let (mut r, mut s) = ([[0; MOST + 1]; 2], [[0; MOST + 1]; 2]);
        r[0][..self.k].copy_from_slice(self.modulus);
        r[0][self.k] = 1;
        r[1][..self.k].copy_from_slice(a);
        s[1][0] = 1;
        let trimmed = |v: &[u64]| v.iter().rposition(|&x| x != 0).map_or(0, |i| i + 1);
        let mut lens = [self.k + 1, trimmed(a)];
        while lens[1] > 1 {
            while lens[0] >= lens[1] {
                let shift = lens[0] - lens[1];
                let (top, lead) = (r[0][lens[0] - 1], r[1][lens[1] - 1]);
                self.cross(&mut r, [lead, top], shift);
                self.cross(&mut s, [lead, top], shift);
                lens[0] = trimmed(&r[0]);
            }
            lens.swap(0, 1);
            r.swap(0, 1);
            s.swap(0, 1);
        }
        match (lens[1], self.n.inv(r[1][0])) {
            (1, Ok(unit)) => {
                out.iter_mut().zip(&s[1]).for_each(|(out, &x)| *out = self.n.mul(x, unit));
                true
            }
            _ => false,
        }
    }

    /// v[0] = lead·v[0] − top·t^shift·v[1].
    fn cross(self, v: &mut [[u64; MOST + 1]; 2], [lead, top]: [u64; 2], shift: usize) {
        let [above, below] = v;
        above[..=self.k].iter_mut().for_each(|x| *x = self.n.mul(*x, lead));
        for (x, &y) in above[shift..=self.k].iter_mut().zip(below.iter()) {
            *x = self.n.sub(*x, self.n.mul(y, top));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        bits::testing::Words,
        ring::{Ring, Zn},
    };

    /// Long sums of the largest products, against products one by one.
    #[test]
    fn sums_are_those_of_products() {
        let mut words = Words::new(11);
        for n in [2, 3, (1 << 31) - 1, (1 << 61) - 1, (1 << 62) - 57, (1 << 63) - 25, u64::MAX - 58] {
            for k in [1, 2, 3, 5, 16] {
                let mut f: Vec<u64> = (0..k).map(|_| words.word() % n).collect();
                f.push(1);
                let r = Quotient::modulo(&Zn::new(n).unwrap(), &f).unwrap();
                let few = r.few_words().unwrap_or_else(|| panic!("few words modulo {n}"));
                let (mut sum, mut wanted, mut found) = (few.sum(), vec![0; k], vec![0; k]);
                for i in 0..40 {
                    let random = |words: &mut Words| if i < 20 { n - 1 } else { words.word() % n };
                    let [a, b]: [Vec<u64>; 2] = [0, 1].map(|_| (0..k).map(|_| random(&mut words)).collect());
                    few.add_product(&mut sum, &a, &b);
                    let product = r.product(r.base().view(&a).unwrap(), r.base().view(&b).unwrap());
                    wanted.iter_mut().zip(product.view().words()).for_each(|(x, &y)| *x = few.n.add(*x, y));
                    few.finish(&mut found, &sum);
                    assert_eq!(found, wanted, "{i} products of {k} coefficients modulo {n}");
                }
            }
        }
    }

    #[test]
    fn inverses_are_inverses() {
        let mut words = Words::new(12);
        for (n, f) in [(5, vec![2, 0, 1]), (2, vec![1, 1, 0, 1, 1, 0, 0, 0, 1]), ((1 << 61) - 1, vec![5, 0, 0, 1])] {
            let r = Quotient::modulo(&Zn::new(n).unwrap(), &f).unwrap();
            let (few, k) = (r.few_words().unwrap(), r.degree());
            let mut one = vec![0; k];
            one[0] = 1;
            for _ in 0..50 {
                let a: Vec<u64> = (0..k).map(|_| words.word() % n).collect();
                let (mut inverse, mut product) = (vec![0; k], vec![0; k]);
                if few.invert(&mut inverse, &a) {
                    few.multiply(&mut product, &a, &inverse);
                    assert_eq!(product, one, "{a:?} in {}", r.name());
                } else {
                    assert!(r.inv(&r.element(&a)).is_err(), "{a:?} in {}", r.name());
                }
            }
            assert!(!few.invert(&mut vec![0; k], &vec![0; k]));
        }
    }
}
