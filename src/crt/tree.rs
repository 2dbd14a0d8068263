//! Reconstruction of few integers from residues modulo many primes, by a product tree.
//!
//! With M = ∏ p_i, the sum Σ y_i·M/p_i, y_i = x_i·(M/p_i)^(−1) mod p_i, is computed in pairs: (V, P)·(W, Q) = (V·Q + W·P, P·Q).
//! The same tree with all y_i = 1 makes Σ M/p_i, which is M/p_i modulo p_i, found for all i by remainders down the tree (Borodin,
//! Moenck 1974, "Fast modular transforms"; von zur Gathen, Gerhard, Modern Computer Algebra, §10.3). Cost: O(M(k) log
//! k) each, where [`CrtReconstruct`](super::CrtReconstruct) takes k² for its tables and k² for each integer, with a smaller constant.

use crate::arith::Modulus;
use rug::{Assign, Complete, Integer};

/// Reconstructs integers from residues modulo distinct primes.
#[derive(Clone, Debug)]
pub struct TreeReconstruct {
    primes: Vec<Modulus>,
    /// Products of the primes: each level holds the products of pairs of the level before, an odd one out is carried
    /// along.
    levels: Vec<Vec<Integer>>,
    /// (M/p_i)^(−1) modulo p_i.
    factors: Vec<u64>,
}

impl TreeReconstruct {
    /// The reconstruction for these distinct primes, at least one.
    ///
    /// # Panics
    /// When there is none, or two are the same.
    #[must_use]
    pub fn new(primes: &[Modulus]) -> Self {
        assert!(!primes.is_empty(), "a product of no primes");
        let mut levels = vec![primes.iter().map(|p| Integer::from(p.n())).collect::<Vec<_>>()];
        while let Some(last) = levels.last().filter(|last| last.len() > 1) {
            let product = |pair: &[Integer]| match pair {
                [p, q] => (p * q).complete(),
                [p] => p.clone(),
                _ => unreachable!("chunks of one or two"),
            };
            let next = last.chunks(2).map(product).collect();
            levels.push(next);
        }
        let mut tree = TreeReconstruct { primes: primes.to_vec(), levels, factors: vec![1; primes.len()] };
        let mut rests = vec![tree.sum(|_| 1)];
        for level in tree.levels.iter().rev().skip(1) {
            rests = level.iter().enumerate().map(|(i, p)| (&rests[i / 2] % p).complete()).collect();
        }
        for ((factor, p), rest) in tree.factors.iter_mut().zip(primes).zip(rests) {
            let cofactor = rest.to_u64().map_or(0, |x| p.reduce(x));
            *factor = p.inv(cofactor).expect("the primes are distinct");
        }
        tree
    }

    /// Σ y_i·M/p_i.
    fn sum(&self, y: impl Fn(usize) -> u64) -> Integer {
        let mut sums: Vec<Integer> = (0..self.primes.len()).map(|i| Integer::from(y(i))).collect();
        for level in &self.levels[..self.levels.len() - 1] {
            let mut half = Vec::with_capacity(sums.len().div_ceil(2));
            for (values, products) in sums.chunks_mut(2).zip(level.chunks(2)) {
                let first = std::mem::take(&mut values[0]);
                half.push(match products {
                    [p, q] => first * q + (&values[1] * p).complete(),
                    _ => first,
                });
            }
            sums = half;
        }
        sums.pop().unwrap_or_default()
    }

    /// The integer nearest to 0 that is congruent to `residue(i)`, given in [0, p_i), modulo every p_i.
    pub fn join(&self, residue: impl Fn(usize) -> u64) -> Integer {
        let all = &self.levels[self.levels.len() - 1][0];
        let mut x = self.sum(|i| self.primes[i].mul(residue(i), self.factors[i]));
        x %= all;
        let mut twice = Integer::new();
        twice.assign(&x << 1u32);
        if twice > *all { x - all } else { x }
    }
}
