//! LLL reduction in integers.
//!
//! Gram determinants d_k and coefficients λ = d_(j+1)·μ are integers, and change by exact divisions (de Weger 1987, "Solving exponential Diophantine
//! equations using lattice basis reduction algorithms"; Cohen 1993, "A Course in Computational Algebraic Number Theory", algorithm 2.6.7).

use super::{
    Row, Rows,
    basis::{Basis, dot},
};
use crate::{Result, engine::Context};
use rug::{Complete, Integer};

/// Lovász's parameter in percent.
const DELTA: u32 = 99;
/// Bound of size-reduced coefficients in percent.
const REDUCED: u32 = 51;

/// The orthogonalization of the first vectors.
struct Orthogonal {
    /// Gram determinants of the first 0, 1, … vectors.
    d: Vec<Integer>,
    /// Coefficients below the diagonal, times a Gram determinant.
    lambda: Rows,
}

/// LLL-reduces the vectors; false, with vectors that generate the same lattice, where they are linearly dependent.
pub fn reduce(basis: &mut Basis, cx: Context<'_>) -> Result<bool> {
    let mut gso = Orthogonal { d: vec![Integer::from(1)], lambda: Rows::new() };
    let mut k = 0;
    while k < basis.rows.len() {
        cx.check()?;
        if k == gso.lambda.len() && !gso.extend(&basis.rows) {
            return Ok(false);
        }
        if k > 0 {
            gso.size_reduce(basis, k, k - 1);
            if gso.is_swapped(k) {
                basis.insert(k, k - 1);
                gso.swap(k);
                k -= 1;
                continue;
            }
        }
        (0..k.saturating_sub(1)).rev().for_each(|j| gso.size_reduce(basis, k, j));
        k += 1;
    }
    Ok(true)
}

impl Orthogonal {
    /// Adds the next vector; whether it is linearly independent of those before.
    fn extend(&mut self, rows: &Rows) -> bool {
        let k = self.lambda.len();
        let mut row = Row::with_capacity(k + 1);
        for j in 0..=k {
            let mut u = dot(&rows[k], &rows[j]);
            let other = if j < k { &self.lambda[j][..] } else { &row[..] };
            for (i, (x, y)) in row.iter().zip(other).enumerate() {
                u *= &self.d[i + 1];
                u -= x * y;
                u.div_exact_mut(&self.d[i]);
            }
            row.push(u);
        }
        let d = row.pop().unwrap_or_default();
        let independent = d != 0;
        self.d.push(d);
        self.lambda.push(row);
        independent
    }

    /// Makes the coefficient of vector j < k in vector k small.
    fn size_reduce(&mut self, basis: &mut Basis, k: usize, j: usize) {
        let (own, d) = (&self.lambda[k][j], &self.d[j + 1]);
        if (100u32 * own).complete().as_abs().le(&(REDUCED * d).complete()) {
            return;
        }
        let factor = ((2u32 * own).complete() + d).div_rem_floor((2u32 * d).complete()).0;
        basis.subtract(k, j, &factor);
        let (before, after) = self.lambda.split_at_mut(k);
        after[0].iter_mut().zip(&before[j]).for_each(|(x, y)| *x -= &factor * y);
        after[0][j] -= factor * d;
    }

    /// Whether vector k must change places with the one before.
    fn is_swapped(&self, k: usize) -> bool {
        let lambda = &self.lambda[k][k - 1];
        let projected = (&self.d[k + 1] * &self.d[k - 1]).complete() + lambda * lambda;
        100u32 * projected < DELTA * self.d[k].clone().square()
    }

    /// The orthogonalization after vector k has changed places with the one before.
    fn swap(&mut self, k: usize) {
        let lambda = self.lambda[k][k - 1].clone();
        let sum = (&self.d[k + 1] * &self.d[k - 1]).complete() + &lambda * &lambda;
        let between = sum.div_exact(&self.d[k]);
        let (before, after) = self.lambda.split_at_mut(k);
        before[k - 1].swap_with_slice(&mut after[0][..k - 1]);
        for row in &mut after[1..] {
            let t = row[k].clone();
            let mut x = (&self.d[k + 1] * &row[k - 1]).complete() - &lambda * &t;
            x.div_exact_mut(&self.d[k]);
            let mut y = between.clone() * t + &lambda * &x;
            y.div_exact_mut(&self.d[k + 1]);
            (row[k], row[k - 1]) = (x, y);
        }
        self.d[k] = between;
    }
}
