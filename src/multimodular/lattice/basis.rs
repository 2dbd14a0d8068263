//! Vectors that generate a lattice, with the combinations of the given ones that they are.

use super::{Row, Rows};
use rug::Integer;

/// Generators of a lattice under unimodular operations.
pub struct Basis {
    /// The vectors.
    pub rows: Rows,
    /// For each vector its coefficients in the given ones; of length 0 where they are not wanted.
    pub transform: Rows,
    /// The coefficients of vectors that became zero, and are no longer among the rows.
    pub zeros: Rows,
}

impl Basis {
    /// The given vectors.
    pub fn new(rows: Rows, with_transform: bool) -> Self {
        let unit = |i: usize| match with_transform {
            true => (0..rows.len()).map(|j| Integer::from(i == j)).collect(),
            false => Row::new(),
        };
        let transform = (0..rows.len()).map(unit).collect();
        Basis { rows, transform, zeros: Rows::new() }
    }

    /// Subtracts a multiple of vector j from vector k > j.
    pub fn subtract(&mut self, k: usize, j: usize, factor: &Integer) {
        for all in [&mut self.rows, &mut self.transform] {
            let (before, after) = all.split_at_mut(k);
            after[0].iter_mut().zip(&before[j]).filter(|(_, y)| **y != 0).for_each(|(x, y)| *x -= factor * y);
        }
    }

    /// Moves vector k before vector `to` ≤ k.
    pub fn insert(&mut self, k: usize, to: usize) {
        self.rows[to..=k].rotate_right(1);
        self.transform[to..=k].rotate_right(1);
    }

    /// Removes vector k, which is zero.
    pub fn remove(&mut self, k: usize) {
        self.rows.remove(k);
        self.zeros.push(self.transform.remove(k));
    }
}

/// The inner product.
pub(super) fn dot(a: &[Integer], b: &[Integer]) -> Integer {
    let mut sum = Integer::new();
    a.iter().zip(b).for_each(|(x, y)| sum += x * y);
    sum
}
