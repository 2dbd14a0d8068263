//! LLL reduction of lattice bases with small entries.
//!
//! Lenstra, Lenstra, Lovász 1982, "Factoring polynomials with rational coefficients", with the orthogonalization in floating
//! point and the basis in integers (Schnorr, Euchner 1994, "Lattice basis reduction: improved practical algorithms and solving
//! subset sum problems"). Vectors are dropped by exact Gram determinants, so that rounding affects only the running time.

use rug::{Complete, Integer};

/// Lovász's parameter.
const DELTA: f64 = 0.99;
/// Bound of size-reduced coefficients, a little above ½, so that rounding does not cause cycles.
const REDUCED: f64 = 0.51;

/// A basis; rows are vectors.
pub(super) type Basis = Vec<Vec<i64>>;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Gram–Schmidt vectors, coefficients and squared lengths of the first rows.
struct Orthogonal {
    vectors: Vec<Vec<f64>>,
    mu: Vec<Vec<f64>>,
    squares: Vec<f64>,
}

impl Orthogonal {
    fn new(n: usize) -> Self {
        Orthogonal { vectors: vec![Vec::new(); n], mu: vec![vec![0.0; n]; n], squares: vec![0.0; n] }
    }

    /// Computes row k from the rows before it.
    fn row(&mut self, basis: &Basis, k: usize) {
        let row: Vec<f64> = basis[k].iter().map(|&x| x as f64).collect();
        let mut rest = row.clone();
        for j in 0..k {
            // against the remainder, which loses fewer digits than against the row itself (modified Gram–Schmidt)
            let mu = if self.squares[j] > 0.0 { dot(&rest, &self.vectors[j]) / self.squares[j] } else { 0.0 };
            self.mu[k][j] = mu;
            rest.iter_mut().zip(&self.vectors[j]).for_each(|(x, y)| *x -= mu * y);
        }
        self.squares[k] = dot(&rest, &rest);
        self.vectors[k] = rest;
    }
}

/// LLL-reduces a basis of linearly independent vectors.
pub(super) fn reduce(basis: &mut Basis) {
    let n = basis.len();
    let mut gso = Orthogonal::new(n);
    let mut k = 0;
    while k < n {
        gso.row(basis, k);
        // until all coefficients are small: large ones are inexact at first
        loop {
            let mut changed = false;
            for j in (0..k).rev() {
                if gso.mu[k][j].abs() <= REDUCED {
                    continue;
                }
                let q = gso.mu[k][j].round();
                changed = true;
                let (before, after) = basis.split_at_mut(k);
                after[0].iter_mut().zip(&before[j]).for_each(|(x, y)| *x -= q as i64 * y);
                for i in 0..j {
                    gso.mu[k][i] -= q * gso.mu[j][i];
                }
                gso.mu[k][j] -= q;
            }
            if !changed {
                break;
            }
            gso.row(basis, k);
        }
        if k > 0 && gso.squares[k] < (DELTA - gso.mu[k][k - 1].powi(2)) * gso.squares[k - 1] {
            basis.swap(k, k - 1);
            k -= 1;
        } else {
            k += 1;
        }
    }
}

/// Number of leading basis vectors that span all lattice vectors of squared length at most `most`: the orthogonal parts of the
/// others are longer.
pub(super) fn short_span(basis: &Basis, most: u64) -> usize {
    let determinants = gram_determinants(basis);
    let long = |k: usize| determinants[k + 1] > Integer::from(&determinants[k] * most);
    (0..basis.len()).rev().find(|&k| !long(k)).map_or(0, |k| k + 1)
}

/// Gram determinants of the first 0, 1, … rows, by fraction-free elimination (Bareiss 1968) in the lower triangle of a symmetric
/// matrix.
fn gram_determinants(basis: &Basis) -> Vec<Integer> {
    let n = basis.len();
    let product = |a: &[i64], b: &[i64]| {
        let sum: i128 = a.iter().zip(b).map(|(&x, &y)| i128::from(x) * i128::from(y)).sum();
        Integer::from(sum)
    };
    let mut gram: Vec<Vec<Integer>> = basis.iter().map(|a| basis.iter().map(|b| product(a, b)).collect()).collect();
    let mut determinants = vec![Integer::from(1)];
    for k in 0..n {
        determinants.push(gram[k][k].clone());
        for i in k + 1..n {
            for j in k + 1..=i {
                let mut x = (&gram[i][j] * &gram[k][k]).complete() - (&gram[i][k] * &gram[j][k]).complete();
                x.div_exact_mut(&determinants[k]);
                gram[i][j] = x;
            }
        }
    }
    determinants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_vectors_are_found() {
        // a lattice with a hidden vector of squared length 3
        let mut basis: Basis = vec![
            vec![1, 0, 0, 1_234_567],
            vec![0, 1, 0, 7_654_321],
            vec![0, 0, 1, -8_888_888],
            vec![0, 0, 0, 99_999_989],
        ];
        reduce(&mut basis);
        assert_eq!(basis[0].iter().map(|x| x * x).sum::<i64>(), 3, "{basis:?}");
        assert_eq!(short_span(&basis, 3), 1);
        let volume = gram_determinants(&basis)[4].clone();
        assert_eq!(volume, Integer::from(99_999_989u64) * 99_999_989u64);
    }
}
