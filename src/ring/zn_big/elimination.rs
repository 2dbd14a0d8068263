//! Determinants modulo an odd n in vectors of eight entries, by cross-multiplication: one inversion modulo n at the end.
//!
//! Step k replaces each row r below row k by d_k·r − r_k·(row k), where d_k is the pivot, the entry (k, k). With
//! P_k = d_0·d_1⋯d_k, the last entry is det·P_0·P_1⋯P_(m−3) for m rows: an identity of polynomials in the entries, which
//! gives the determinant wherever these pivots are units.

use super::ZnBig;
use crate::{
    Result,
    kernels::{blocks::BlockKernel, fermat::LANES, limbs::LimbKernel},
    ring::{Block, Ring},
};
use rug::Integer;

/// Longest predicted time in nanoseconds: the computation is not cancelled before its end.
const LONGEST: f64 = 5e6;

impl ZnBig {
    /// The determinant of a matrix of two rows or more; `None` without loops, for many rows, and where a pivot is not a
    /// unit.
    pub(super) fn cross_determinant(&self, a: Block<'_, Self>) -> Option<Result<Integer>> {
        let kernel = self.loops().filter(|kernel| a.rows() > 1 && self.cross_ns(kernel, a.rows()) <= LONGEST)?;
        let (rows, words) = (a.rows(), kernel.words(a.cols()));
        let (mut entries, _) = self.rows_in_blocks(kernel, a);
        kernel.to_factors(&mut entries);
        let mut pivot = vec![0; kernel.block()];
        // P_k and P_0⋯P_k
        let (mut product, mut divisor, mut odd) = (kernel.one(), kernel.one(), false);
        for k in 0..rows - 1 {
            let found = (k..rows).find(|&i| {
                spread(kernel, &entries[i * words..], k, &mut pivot);
                kernel.finish_factors(&mut pivot);
                pivot.iter().any(|&limb| limb != 0)
            });
            let Some(found) = found else {
                // zeros only, and the pivots before are units
                return self.inv(&self.number(kernel, product)).ok().map(|_| Ok(Integer::new()));
            };
            if found != k {
                let (above, below) = entries.split_at_mut(found * words);
                above[k * words..][..words].swap_with_slice(&mut below[..words]);
                odd = !odd;
            }
            if k + 2 < rows {
                kernel.multiply(&mut product, &pivot);
                kernel.multiply(&mut divisor, &product);
            }
            let (above, below) = entries.split_at_mut((k + 1) * words);
            cross_multiply(kernel, &above[k * words..], below, k, &pivot);
        }
        spread(kernel, &entries[(rows - 1) * words..], rows - 1, &mut pivot);
        let mut determinant = self.number(kernel, pivot);
        if rows > 2 {
            determinant = self.mul(&determinant, &self.inv(&self.number(kernel, divisor)).ok()?);
        }
        Some(Ok(if odd { self.neg(&determinant) } else { determinant }))
    }

    /// Predicted nanoseconds of [`cross_determinant`](Self::cross_determinant), without its constant part.
    fn cross_ns(&self, kernel: &LimbKernel, rows: usize) -> f64 {
        let m = rows as f64;
        // two products with one reduction take 3/2 of the time of a product
        1.5 * (m * m * m / 3.0 + 2.0 * m * m) * kernel.product_ns(&self.engine().costs().limbs)
    }

    /// The residue of which a block holds factors in all lanes.
    fn number(&self, kernel: &LimbKernel, mut factors: Vec<u64>) -> Integer {
        let mut unit = vec![0; kernel.block()];
        kernel.load(&self.row(&self.one()).repeat(LANES), self.width(), &mut unit);
        kernel.multiply(&mut factors, &unit);
        let mut rows = self.zeros(LANES);
        kernel.store(&factors, self.width(), &mut rows.words);
        self.get(rows.view(), 0)
    }
}

/// Step k for the rows `below`; columns up to k keep values that nobody reads.
fn cross_multiply(kernel: &LimbKernel, row: &[u64], below: &mut [u64], k: usize, pivot: &[u64]) {
    let (words, first) = (row.len(), (k + 1) / LANES * kernel.block());
    let (mut minus, mut entry) = (vec![0; words - first], vec![0; kernel.block()]);
    kernel.sub(&mut minus, &row[first..]);
    for x in below.chunks_exact_mut(words) {
        spread(kernel, x, k, &mut entry);
        kernel.cross_multiply(&mut x[first..], pivot, &minus, &entry);
    }
}

/// Entry j of a row in all lanes of a block.
fn spread(kernel: &LimbKernel, row: &[u64], j: usize, out: &mut [u64]) {
    let block = &row[j / LANES * kernel.block()..][..kernel.block()];
    for (limb, out) in block.chunks_exact(LANES).zip(out.chunks_exact_mut(LANES)) {
        out.fill(limb[j % LANES]);
    }
}
