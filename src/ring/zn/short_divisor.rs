//! Division by a short polynomial over Z/n: with a precomputed inverse series, products by the definition, and buffers
//! on the stack.
//!
//! With b of degree d and g = 1/(b in reverse order) modulo x^(d − 1), h quotient coefficients are the middle of the
//! product of the dividend's upper h coefficients by g's first h, and the remainder is the dividend's lower
//! coefficients less those of quotient times b (Hasan, Bugeaud 1998; Barrett 1986 for integers). Cost: a product, and
//! two halves of one.

use super::{Zn, words::Words};
use crate::{
    arith::Modulus,
    kernels::batch_powers,
    ring::{Coeffs, Ring, ShortDivisor, View},
};
use std::ops::RangeInclusive;

/// Largest degree that products take.
const MOST: usize = 128;

/// A divisor of degree d ≥ 1.
pub(super) struct Short {
    words: Words,
    n: Modulus,
    /// The lower d coefficients of b.
    low: Vec<u64>,
    /// The d − 1 coefficients of g in reverse order.
    inverse: Vec<u64>,
}

impl Zn {
    /// Numbers of polynomials in a batch for powers modulo several, the longest of this degree: the least for which it
    /// pays, and the most.
    pub(in crate::ring) fn batch_of_powers(&self, degree: usize) -> Option<RangeInclusive<usize>> {
        self.0.words.powers().filter(|_| (2..=batch_powers::MAX_DEGREE).contains(&degree))?;
        // measured: what a batch and a single power take
        let each = if self.0.words.is_narrow() { 32 } else { 16 };
        Some((1 + degree / each).min(4)..=batch_powers::LANES)
    }

    pub(in crate::ring) fn batch_powers(&self, c: u64, e: &[u64], moduli: &[View<'_, Self>]) -> Vec<Coeffs<Self>> {
        let Some(kernel) = self.0.words.powers() else { return Vec::new() };
        let moduli: Vec<_> = moduli.iter().map(|f| f.words()).collect();
        kernel.powers(self.modulus(), c, e, &moduli).iter().map(|power| self.collect(power)).collect()
    }
}

impl Short {
    /// The divisor, if it is short enough for the kernels and its leading coefficient a unit.
    pub fn new(r: &Zn, b: &[u64]) -> Option<Self> {
        let degree = b.len().checked_sub(1)?;
        let words = r.0.words;
        let kind = if !words.in_vectors(degree, degree, false) { 2 } else { usize::from(!words.is_narrow()) };
        let most = r.engine().costs().crossovers.short_divisor[kind].min(MOST);
        if !(1..=most).contains(&degree) {
            return None;
        }
        let inverse = r.inv(&b[degree]).ok()?;
        let reversed: Vec<u64> = b.iter().rev().copied().collect();
        let mut inverse = r.quotient_words(&[1], &reversed, inverse, degree - 1).words.to_vec();
        inverse.reverse();
        Some(Short { words, n: r.modulus(), low: b[..degree].to_vec(), inverse })
    }

    /// Quotient and remainder of a dividend of more than d coefficients, 2d − 1 at most; both slices have exactly their
    /// lengths.
    fn divide(&self, a: &[u64], quotient: &mut [u64], rest: &mut [u64]) {
        let d = self.low.len();
        let (low, high) = a.split_at(d);
        let h = high.len();
        self.words.schoolbook(quotient, high, &self.inverse[d - 1 - h..], h - 1..2 * h - 1);
        self.words.schoolbook(rest, quotient, &self.low, 0..d);
        for (x, &y) in rest.iter_mut().zip(low) {
            *x = self.n.sub(y, *x);
        }
    }

    /// a·b modulo the divisor, with scratch for 2d − 1 and d − 1 coefficients.
    fn product(&self, r: &Zn, (a, b): (&[u64], &[u64]), scratch: [&mut [u64]; 2]) -> Coeffs<Zn> {
        let [product, quotient] = scratch;
        let (d, len) = (self.low.len(), a.len() + b.len() - 1);
        let product = &mut product[..len];
        self.words.schoolbook(product, a, b, 0..len);
        let mut out = r.engine().dirty(len.min(d));
        if len <= d {
            out.copy_from_slice(product);
        } else {
            self.divide(product, &mut quotient[..len - d], &mut out);
        }
        let len = out.len();
        Coeffs::from_words(out, len, 1)
    }
}

impl ShortDivisor<Zn> for Short {
    fn div_rem(&self, r: &Zn, a: View<'_, Zn>) -> [Coeffs<Zn>; 2] {
        let d = self.low.len();
        let (mut quotient, mut rest) = (r.zeros(a.len.saturating_sub(d)), r.zeros(d.min(a.len)));
        if a.len <= d {
            rest.words.copy_from_slice(a.words());
        } else {
            self.divide(a.words(), &mut quotient.words, &mut rest.words);
        }
        [quotient, rest]
    }

    fn product(&self, r: &Zn, a: View<'_, Zn>, b: View<'_, Zn>) -> Coeffs<Zn> {
        const SMALL: usize = 16;
        const LARGE: usize = MOST;
        let pair = (a.words(), b.words());
        if a.len.min(b.len) == 0 {
            r.zeros(0)
        } else if self.low.len() <= SMALL {
            self.product(r, pair, [&mut [0; 2 * SMALL], &mut [0; SMALL]])
        } else {
            self.product(r, pair, [&mut [0; 2 * LARGE], &mut [0; LARGE]])
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Engine, Zn,
        cpu::Target,
        ring::{Quotients, Ring, Vectors, classical},
    };

    /// Products and remainders against the definition, in the worst cases and around every limit.
    #[test]
    fn short_divisions_agree_with_the_definition() {
        for n in [2, 3, 15, 97, (1 << 31) - 1, (1 << 50) - 27, 1 << 52, (1 << 62) - 57, u64::MAX - 58] {
            for target in Target::families() {
                let r = Zn::on(&Engine::builder().threads(1).target(target).build(), n).expect("a modulus");
                for d in [1usize, 2, 3, 5, 7, 16, 17, 31, 32, 33, 64, 65, 128, 129] {
                    for lead in [1, n - 1] {
                        let mut b = vec![n - 1; d + 1];
                        (b[d / 2], b[d]) = (1 % n, lead);
                        let b = r.collect(&b);
                        let Some(short) = r.short_divisor(b.view()) else {
                            assert!(d > 32, "{target}, n = {n}: degree {d}");
                            continue;
                        };
                        for len in [1, d.div_ceil(2), d] {
                            let task = format!("{target}, n = {n}, degree {d}, {len} coefficients");
                            let y: Vec<u64> = (0..len as u64).map(|i| (n - 1).wrapping_sub(i % 3) % n).collect();
                            let (x, y) = (r.collect(&vec![n - 1; d]), r.collect(&y));
                            let a = classical::mul_window(&r, x.view(), y.view(), 0..d + len - 1);
                            let [q, rest] = short.div_rem(&r, a.view());
                            assert!(rest.len() <= d, "{task}: a remainder");
                            let mut sum = classical::mul_window(&r, q.view(), b.view(), 0..d + len - 1);
                            r.add_at(&mut sum, 0, rest.view());
                            assert_eq!(r.words(sum.view()), r.words(a.view()), "{task}");
                            let mut product = short.product(&r, x.view(), y.view());
                            r.resize(&mut product, d);
                            assert_eq!(r.words(product.view()), r.words(rest.view()), "{task}: a product");
                        }
                    }
                }
            }
        }
    }
}
