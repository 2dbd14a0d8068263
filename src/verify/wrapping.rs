//! Places for Z/2^k, k ≤ 64: values in (Z/2^k)\[t\]/(t^d − h) in words, whose overflow is the reduction modulo 2^64.

use super::{Random, place::Place};
use crate::ring::{Ring, View};

/// (Z/2^k)\[t\]/(t^d − h).
pub struct Wrapping {
    /// 2^k − 1.
    mask: u64,
    degree: usize,
    /// The exponents of t in h.
    h: Vec<usize>,
}

impl Wrapping {
    /// The ring for the modulus t^d − h, whose coefficients are 0 and 1.
    pub fn new(bits: u32, degree: usize, h: &[u64]) -> Self {
        Wrapping { mask: u64::MAX >> (64 - bits), degree, h: (0..h.len()).filter(|&i| h[i] == 1).collect() }
    }
}

/// The coefficients as words.
fn words<R: Ring>(r: &R, v: View<'_, R>) -> Vec<u64> {
    let mut all = Vec::with_capacity(v.len() + LANES);
    r.each_limbs(v, &mut |negative, limbs| {
        let word = limbs.first().copied().unwrap_or(0);
        all.push(if negative { word.wrapping_neg() } else { word });
    });
    all
}

/// Number of multiples that are added in one pass over a sum.
const LANES: usize = 4;

/// `sum[k]` += Σ `c[i]`·`x[k][i]`: side by side, for products of words one by one, which are faster than two of them in parts by
/// SSE2.
fn add_multiples<const N: usize>(sum: &mut [u64], c: [u64; N], x: &[[u64; N]]) {
    for (sum, x) in sum.iter_mut().zip(x) {
        for i in 0..N {
            *sum = sum.wrapping_add(c[i].wrapping_mul(x[i]));
        }
    }
}

/// The product of polynomials with d coefficients each, modulo 2^64: 2·d − 1 coefficients, and zeros.
pub(super) fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
    let d = a.len();
    let at = |i: usize| b.get(i).copied().unwrap_or(0);
    let shifted: Vec<[u64; LANES]> =
        (0..d + LANES - 1).map(|k| std::array::from_fn(|i| at(k.wrapping_sub(i)))).collect();
    let mut out = vec![0u64; 2 * d + LANES];
    for (i, a) in a.chunks(LANES).enumerate() {
        let multipliers = std::array::from_fn(|k| a.get(k).copied().unwrap_or(0));
        add_multiples(&mut out[LANES * i..], multipliers, &shifted);
    }
    out
}

impl<R: Ring> Place<R> for Wrapping {
    type Value = Vec<u64>;

    fn one(&self) -> Vec<u64> {
        let mut one = vec![0; self.degree];
        one[0] = 1;
        one
    }

    fn random(&self, random: &mut Random<'_>) -> Vec<u64> {
        (0..self.degree).map(|_| random.word() & self.mask).collect()
    }

    fn product(&self, a: &Vec<u64>, b: &Vec<u64>) -> Vec<u64> {
        let d = self.degree;
        let mut out = product(a, b);
        out.resize(2 * d, 0);
        for i in (d..2 * d).rev() {
            for &power in &self.h {
                out[i - d + power] = out[i - d + power].wrapping_add(out[i]);
            }
        }
        out.truncate(d);
        out.iter_mut().for_each(|x| *x &= self.mask);
        out
    }

    fn sum(&self, a: &Vec<u64>, b: &Vec<u64>) -> Vec<u64> {
        a.iter().zip(b).map(|(x, y)| x.wrapping_add(*y) & self.mask).collect()
    }

    fn values(&self, r: &R, polys: &[View<'_, R>], x: &Vec<u64>) -> Vec<Vec<u64>> {
        let product = |a: &Vec<u64>, b: &Vec<u64>| Place::<R>::product(self, a, b);
        let longest = polys.iter().map(|p| p.len()).max().unwrap_or(0).max(LANES);
        let total = polys.iter().map(|p| p.len()).sum::<usize>().max(LANES);
        // one product for each power, and one for as many coefficients as there are powers
        let block = LANES.max(1 << total.ilog2().div_ceil(2)).min(longest.next_power_of_two());
        let mut powers = vec![Place::<R>::one(self)];
        while powers.len() < block {
            powers.push(product(&powers[powers.len() - 1], x));
        }
        let giant = product(&powers[powers.len() - 1], x);
        let side_by_side = |x: &[Vec<u64>]| -> Vec<[u64; LANES]> {
            (0..self.degree).map(|k| std::array::from_fn(|i| x[i][k])).collect()
        };
        let groups: Vec<_> = powers.chunks_exact(LANES).map(side_by_side).collect();
        let value = |p: &View<'_, R>| {
            let mut value = vec![0; self.degree];
            for first in (0..p.len()).step_by(powers.len()).rev() {
                if first + powers.len() < p.len() {
                    value = product(&value, &giant);
                }
                let mut block = words(r, p.slice(first..first + powers.len()));
                block.resize(block.len().next_multiple_of(LANES), 0);
                for (c, x) in block.as_chunks().0.iter().zip(&groups) {
                    add_multiples::<LANES>(&mut value, *c, x);
                }
            }
            value.iter_mut().for_each(|x| *x &= self.mask);
            value
        };
        polys.iter().map(value).collect()
    }
}
