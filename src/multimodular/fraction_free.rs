//! Determinants over Z by fraction-free elimination.
//!
//! After step k each entry is a minor of k + 1 rows, so that the division by the last pivot is exact (Bareiss 1968, "Sylvester's
//! identity and multistep integer-preserving Gaussian elimination"). Cost: n³/3 entries, each two products and an exact quotient of
//! integers of k entries' length. Faster than images for a few rows, where each prime costs more than its elimination, and for
//! entries so long that products of integers are faster than remainders modulo many primes.

use crate::{
    Result,
    engine::Context,
    matrix::Matrix,
    ring::{Integers, Ring},
};
use rug::{Assign, Integer};

/// Largest number of rows for which it is considered.
pub(super) const MOST_ROWS: usize = 32;

/// Predicted nanoseconds for n rows and entries of this number of bits.
pub(super) fn predicted_ns(n: usize, bits: u32, cx: Context<'_>) -> f64 {
    let costs = cx.engine().costs();
    let step = |k: usize| {
        let limbs = k * bits as usize / 64 + 1;
        ((n - k) * (n - k)) as f64 * (costs.element + 3.0 * costs.integer_mul(limbs, limbs))
    };
    costs.element * n as f64 + (1..n).map(step).sum::<f64>()
}

/// The determinant of a matrix of at least one row.
///
/// # Errors
/// [`Error::Cancelled`](crate::Error::Cancelled).
pub fn determinant(a: &Matrix<Integers>, cx: Context<'_>) -> Result<Integer> {
    let n = a.rows();
    let mut entries: Vec<Integer> = (0..n * n).map(|i| a.ring().get(a.entries(), i)).collect();
    let (mut last, mut negative, mut product) = (Integer::from(1), false, Integer::new());
    for k in 0..n - 1 {
        let Some(pivot) = (k..n).find(|&i| entries[i * n + k] != 0) else { return Ok(Integer::new()) };
        let (above, below) = entries.split_at_mut((k + 1) * n);
        let above = &mut above[k * n..];
        if pivot != k {
            above.swap_with_slice(&mut below[(pivot - k - 1) * n..][..n]);
            negative = !negative;
        }
        for row in below.chunks_exact_mut(n) {
            cx.check()?;
            let (head, tail) = row.split_at_mut(k + 1);
            for (x, y) in tail.iter_mut().zip(&above[k + 1..]) {
                product.assign(&*x * &above[k]);
                product -= &head[k] * y;
                std::mem::swap(x, &mut product);
                if k > 0 {
                    x.div_exact_mut(&last);
                }
            }
        }
        last.clone_from(&above[k]);
    }
    let det = entries.pop().expect("a matrix has a last entry");
    Ok(if negative { -det } else { det })
}
