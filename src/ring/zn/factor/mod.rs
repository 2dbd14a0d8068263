//! Factorization of short polynomials over Z/p, p an odd prime, on slices of words.
//!
//! The steps of `poly/factor`, without what is for longer polynomials: roots modulo small primes by values at all elements, the Frobenius
//! map as a matrix, products and common divisors in buffers of words.

pub mod degrees;
pub mod residues;
pub mod split;
pub mod words;

use super::Zn;
use crate::{
    bits::SplitMix64,
    kernels::clmul,
    order,
    ring::{Ring, f2},
    tested,
};
use words::{derivative, gcd, quotient};

/// Largest degree of a polynomial to factor.
pub const MOST: usize = 64;
/// Largest degree of a product of linear factors to split.
const MOST_LINEAR: usize = 120;
/// Seed of the random elements, which affect only the running time.
pub const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// A monic product of distinct irreducible factors of one degree.
#[derive(Debug)]
pub struct Part {
    /// The coefficients.
    pub product: Vec<u64>,
    /// Degree of the factors.
    pub degree: usize,
}

impl Zn {
    fn takes(&self, f: &[u64], most: usize) -> bool {
        (2..=most + 1).contains(&f.len()) && self.n() > 2 && self.is_field()
    }

    tested! {
        /// The monic irreducible factors of a monic f with their multiplicities, in the order of [`Poly::factor`](crate::Poly::factor); None
        /// where f is too long for this algorithm.
        pub(in crate::ring) fn factors_of_short(&self, f: &[u64]) -> Option<Vec<(Vec<u64>, u64)>> {
            if self.n() == 2 {
                return self.factors_in_bits(f);
            }
            if !self.takes(f, MOST) {
                return None;
            }
            let (mut words, mut out) = (SplitMix64::new(SEED), Vec::new());
            for (part, multiplicity) in self.squarefree_parts(f.to_vec()) {
                for part in degrees::by_degree(self, part)? {
                    out.extend(split::split(self, part, &mut words)?.into_iter().map(|f| (f, multiplicity)));
                }
            }
            order::sort_by(&mut out, |(f, _), (g, _)| f.len().cmp(&g.len()).then_with(|| f.cmp(g)));
            Some(out)
        }
    }

    tested! {
        /// Whether a monic f is irreducible; None where it is too long for this algorithm.
        pub(in crate::ring) fn is_irreducible_short(&self, f: &[u64]) -> Option<bool> {
            if self.takes(f, MOST) { degrees::is_irreducible(self, f) } else { None }
        }
    }

    tested! {
        /// The distinct roots of f ≠ 0, ascending; None where f is too long for this algorithm. `split` tells that f is a product of
        /// distinct linear factors.
        pub(in crate::ring) fn roots_of_short(&self, f: &[u64], split: bool) -> Option<Vec<u64>> {
            if !self.is_field() || f.is_empty() {
                return None;
            }
            if degrees::evaluates(self, f.len()) {
                return Some(degrees::roots(self, f));
            }
            if f.len() == 1 || !self.takes(f, MOST_LINEAR) {
                return if f.len() == 1 { Some(Vec::new()) } else { None };
            }
            let mut monic = f.to_vec();
            words::make_monic(self.modulus(), &mut monic);
            let product = if split || f.len() == 2 { monic } else { degrees::linear_part(self, &monic)? };
            let factors = split::linear_factors(self, product, &mut SplitMix64::new(SEED))?;
            let mut roots: Vec<u64> = factors.iter().map(|f| self.modulus().neg(f[0])).collect();
            roots.sort_unstable();
            Some(roots)
        }
    }

    /// The factors modulo 2.
    fn factors_in_bits(&self, f: &[u64]) -> Option<Vec<(Vec<u64>, u64)>> {
        let pack = |chunk: &[u64]| chunk.iter().rev().fold(0, |word, bit| word << 1 | bit);
        let bits: Vec<u64> = f.chunks(64).map(pack).collect();
        let factors = f2::factor::factors_of_short(clmul::select(self.engine().target()), &bits)?;
        let unpack = |(words, multiplicity): (Vec<u64>, u64)| {
            let top = words.last().map_or(0, |word| word.leading_zeros() as usize);
            let coefficient = |i: usize| words[i / 64] >> (i % 64) & 1;
            ((0..64 * words.len() - top).map(coefficient).collect(), multiplicity)
        };
        Some(factors.into_iter().map(unpack).collect())
    }

    /// Products of the irreducible factors of equal degree of a monic f, none if it is not square-free; None where f is too long for this
    /// algorithm.
    #[cfg(feature = "integers")]
    pub(crate) fn degrees_of_short(&self, f: &[u64]) -> Option<Vec<Part>> {
        if !self.takes(f, MOST) {
            return None;
        }
        if self.is_squarefree_short(f)? { degrees::by_degree(self, f.to_vec()) } else { Some(Vec::new()) }
    }

    /// Whether f, not a constant, is square-free; None where it is too long for this algorithm.
    #[cfg(feature = "integers")]
    pub(crate) fn is_squarefree_short(&self, f: &[u64]) -> Option<bool> {
        self.takes(f, MOST).then(|| gcd(self, f.to_vec(), derivative(self.modulus(), f)).len() == 1)
    }

    /// The irreducible factors of a product of such factors of equal degree.
    #[cfg(feature = "integers")]
    pub(crate) fn factors_of_part(&self, part: Part) -> Option<Vec<Vec<u64>>> {
        split::split(self, part, &mut SplitMix64::new(SEED))
    }

    /// The square-free parts of a monic f with ascending multiplicities; None where f is too long for this algorithm.
    pub(in crate::ring) fn squarefree_of_short(&self, f: &[u64]) -> Option<Vec<(Vec<u64>, u64)>> {
        if !self.takes(f, MOST) {
            return None;
        }
        let mut parts = self.squarefree_parts(f.to_vec());
        order::sort_by_key(&mut parts, |(_, multiplicity)| *multiplicity);
        Some(parts)
    }

    /// Monic square-free polynomials, pairwise coprime, and their multiplicities in a monic f (Yun 1976; where p divides a
    /// multiplicity, by the p-th root of what is left).
    fn squarefree_parts(&self, f: Vec<u64>) -> Vec<(Vec<u64>, u64)> {
        let n = self.modulus();
        let (mut f, mut power, mut out) = (f, 1u64, Vec::new());
        while f.len() > 1 {
            let mut rest = gcd(self, f.clone(), derivative(n, &f));
            let mut left = if rest.len() == 1 { std::mem::take(&mut f) } else { quotient(n, &f, &rest) };
            let mut multiplicity = 1;
            while left.len() > 1 {
                let more = if rest.len() == 1 { vec![1] } else { gcd(self, left.clone(), rest.clone()) };
                let part = if more.len() == 1 { left } else { quotient(n, &left, &more) };
                if part.len() > 1 {
                    out.push((part, multiplicity * power));
                }
                if more.len() > 1 {
                    rest = quotient(n, &rest, &more);
                }
                left = more;
                multiplicity += 1;
            }
            // the power of x^p − a is that of x − a
            let step = usize::try_from(n.n()).unwrap_or(usize::MAX);
            f = rest.iter().step_by(step).copied().collect();
            power = power.saturating_mul(n.n());
        }
        out
    }
}
