//! Lattice bases with short entries. Vectors are dropped by exact Gram determinants, so that rounding in the reduction affects only the running time.

use rug::{Complete, Integer};

/// A basis; rows are vectors.
pub type Basis = Vec<Vec<i64>>;

/// Number of leading basis vectors that span all lattice vectors of squared length at most `most`: the orthogonal parts of the
/// others are longer.
pub fn short_span(basis: &Basis, most: u64) -> usize {
    let determinants = gram_determinants(basis);
    let long = |k: usize| determinants[k + 1] > Integer::from(&determinants[k] * most);
    (0..basis.len()).rev().find(|&k| !long(k)).map_or(0, |k| k + 1)
}

/// Gram determinants of the first 0, 1, … rows, by fraction-free elimination (Bareiss 1968) in the lower triangle of a symmetric
/// matrix.
pub fn gram_determinants(basis: &Basis) -> Vec<Integer> {
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
