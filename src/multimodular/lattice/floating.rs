//! LLL reduction with the orthogonalization in floating point.
//!
//! The Gram matrix is kept in integers, so that the precision of the orthogonalization depends on the dimension alone, not on the size of entries; vectors are
//! size-reduced until their coefficients, computed again from the Gram matrix, are small (Nguyen, Stehlé 2009, "An LLL algorithm with quadratic complexity").
//! Every vector has an exponent of its own. Nothing here is relied on: operations on the vectors are exact, and the result is reduced again in integers.

use super::{
    Row, Rows,
    basis::{Basis, dot},
    real,
};
use crate::{Result, engine::Context};
use rug::Integer;

/// Lovász's parameter, and the bound of size-reduced coefficients: a little more than is wanted in the end.
const DELTA: f64 = 0.992;
const REDUCED: f64 = 0.505;
/// Bits of a coefficient that are taken at a time.
const DIGITS: i64 = 53;

/// The lower triangle of the Gram matrix of the first vectors, and their orthogonalization.
struct Reduction {
    gram: Rows,
    /// The squared length of vector i is below 2^(2·exponents[i]).
    exponents: Vec<i64>,
    /// Inner products with orthogonal parts, over 2^(exponents[i] + exponents[j]).
    products: Vec<Vec<f64>>,
    /// Coefficients, times 2^(exponents[j] − exponents[i]).
    mu: Vec<Vec<f64>>,
    /// For the last vector, the squared lengths of its parts orthogonal to the first 0, 1, … vectors.
    squares: Vec<f64>,
}

/// Reduces the vectors as far as the precision suffices, and removes those that become zero.
pub(super) fn reduce(basis: &mut Basis, cx: Context<'_>) -> Result<()> {
    let n = basis.rows.len();
    let bits = basis.rows.iter().flatten().map(Integer::significant_bits).max().unwrap_or(0);
    // many times the number that occurs: rounding may cause cycles
    let mut left = 16 * (n * n) as u64 * (u64::from(bits) + 16);
    let mut state = Reduction {
        gram: Rows::new(),
        exponents: vec![0; n],
        products: vec![vec![0.0; n]; n],
        mu: vec![vec![0.0; n]; n],
        squares: vec![0.0; n + 1],
    };
    let mut k = 0;
    while k < basis.rows.len() {
        cx.check()?;
        if k == state.gram.len() {
            state.gram.push((0..=k).map(|j| dot(&basis.rows[k], &basis.rows[j])).collect());
        }
        if !state.size_reduce(basis, k) || left == 0 {
            return Ok(());
        }
        left -= 1;
        if state.gram[k][k] == 0 {
            basis.remove(k);
            state.remove(k);
            continue;
        }
        let to = state.place(k);
        if to < k {
            basis.insert(k, to);
            state.insert(k, to);
        }
        state.accept(to);
        k = to + 1;
    }
    Ok(())
}

/// x·2^e.
fn scaled(x: f64, e: i64) -> f64 {
    const MOST: i64 = 1000;
    x * 2f64.powi(e.clamp(-MOST, MOST) as i32)
}

/// The integer nearest to x·2^e, and that integer over 2^e.
fn nearest(x: f64, e: i64) -> (Integer, f64) {
    let shift = (x.abs().log2() as i64 + e - DIGITS).max(0);
    let digits = scaled(x, e - shift).round();
    (Integer::from(digits as i64) << shift as u32, scaled(digits, shift - e))
}

impl Reduction {
    /// The inner product of vectors i ≥ j.
    fn product(&self, i: usize, j: usize) -> f64 {
        let (mantissa, exponent) = self.gram[i][j].to_f64_exp();
        scaled(mantissa, i64::from(exponent) - self.exponents[i] - self.exponents[j])
    }

    /// Computes the coefficients of vector k.
    fn orthogonalize(&mut self, k: usize) {
        self.exponents[k] = i64::from(self.gram[k][k].significant_bits().div_ceil(2));
        self.squares[0] = self.product(k, k);
        for j in 0..k {
            let x = self.product(k, j) - real::dot(&self.mu[j][..j], &self.products[k][..j]);
            let mu = x / self.products[j][j];
            self.products[k][j] = x;
            self.mu[k][j] = mu;
            self.squares[j + 1] = self.squares[j] - mu * x;
        }
    }

    /// Size-reduces vector k; false where the precision does not suffice.
    fn size_reduce(&mut self, basis: &mut Basis, k: usize) -> bool {
        self.orthogonalize(k);
        let spread = self.exponents[k] - self.exponents[..k].iter().min().copied().unwrap_or(0).min(self.exponents[k]);
        // each pass takes more than a third of the digits of a double from every coefficient
        let passes = 16 + spread / (DIGITS / 3);
        for _ in 0..passes {
            let mut changed = false;
            for j in (0..k).rev() {
                let difference = self.exponents[k] - self.exponents[j];
                let mu = self.mu[k][j];
                if scaled(mu.abs(), difference) <= REDUCED {
                    continue;
                }
                if !mu.is_finite() {
                    return false;
                }
                changed = true;
                let (factor, rounded) = nearest(mu, difference);
                for i in 0..j {
                    self.mu[k][i] -= rounded * self.mu[j][i];
                }
                self.subtract(k, j, &factor);
                basis.subtract(k, j, &factor);
            }
            if !changed {
                return true;
            }
            self.orthogonalize(k);
        }
        false
    }

    /// The Gram matrix after a multiple of vector j has been subtracted from vector k.
    fn subtract(&mut self, k: usize, j: usize, factor: &Integer) {
        let (before, after) = self.gram.split_at_mut(k);
        let (own, after) = after.split_first_mut().expect("vector k");
        let (other, between) = before[j..].split_first().expect("vector j");
        // |b − f·c|² = |b|² − f·(2·b·c − f·|c|²)
        let mut change = Integer::from(2 * &own[j]);
        change -= factor * &other[j];
        own[k] -= change * factor;
        own.iter_mut().zip(other).for_each(|(x, y)| *x -= factor * y);
        own[j + 1..k].iter_mut().zip(between).for_each(|(x, row)| *x -= factor * &row[j]);
        for row in after {
            let (left, right) = row.split_at_mut(k);
            right[0] -= factor * &left[j];
        }
    }

    /// Where vector k belongs by Lovász's condition.
    fn place(&self, k: usize) -> usize {
        let holds = |j: usize| {
            let square = scaled(self.squares[j], 2 * (self.exponents[k] - self.exponents[j]));
            square >= DELTA * self.products[j][j]
        };
        (1..=k).rev().find(|&to| holds(to - 1)).unwrap_or(0)
    }

    /// Moves vector k before vector `to` < k.
    fn insert(&mut self, k: usize, to: usize) {
        let mut own: Row = self.gram.remove(k);
        let square = own.pop().unwrap_or_default();
        for (row, product) in self.gram[to..k].iter_mut().zip(own.drain(to..)) {
            row.insert(to, product);
        }
        own.push(square);
        self.gram.insert(to, own);
        for row in &mut self.gram[k + 1..] {
            row[to..=k].rotate_right(1);
        }
        let (before, after) = (&mut self.products, &mut self.mu);
        for all in [before, after] {
            let (upper, lower) = all.split_at_mut(k);
            upper[to][..to].copy_from_slice(&lower[0][..to]);
        }
        self.exponents[to] = self.exponents[k];
    }

    /// Takes vector k, just orthogonalized, as it is.
    fn accept(&mut self, k: usize) {
        self.products[k][k] = self.squares[k];
    }

    /// Removes vector k.
    fn remove(&mut self, k: usize) {
        self.gram.remove(k);
        self.gram[k..].iter_mut().for_each(|row| drop(row.remove(k)));
    }
}
