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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Matrix, matrix::DetAlgorithm, ring::Blocks};
    use rug::{integer::IsPrime, ops::Pow};

    fn ring(n: Integer) -> ZnBig {
        ZnBig::on(&Engine::builder().threads(1).build(), n).unwrap()
    }

    fn own(a: &Matrix<ZnBig>) -> Option<Result<Integer>> {
        let (f, rows) = (a.ring(), a.rows());
        let v = f.collect(&(0..rows * rows).map(|at| a.get(at / rows, at % rows)).collect::<Vec<_>>());
        f.own_determinant(Block::new(v.view(), rows, rows, rows))
    }

    /// Primes and composite numbers of 64 to 2203 bits.
    fn moduli() -> Vec<Integer> {
        let mersenne = |e: u32| Integer::from(2).pow(e) - 1u32;
        let mut moduli: Vec<_> = [64, 89, 127, 128, 255, 607, 1279, 2203].map(mersenne).to_vec();
        moduli.extend([mersenne(255) - 18u32, 3 * mersenne(89), Integer::from(3).pow(64)]);
        moduli
    }

    #[test]
    fn determinants_are_those_without_divisions() {
        for n in moduli() {
            let f = ring(n.clone());
            for rows in [2usize, 3, 5, 7, 8, 9, 10, 16, 17, 18] {
                // scattered entries, the largest residue, and zeros at the first places of the diagonal
                let entry = |i: usize, j: usize| match (3 * i + 5 * j) % 7 {
                    _ if i == j && i < 3 => Integer::new(),
                    0 => Integer::from(-1),
                    t => Integer::from((i * i + 7 * j + 3) as u64).pow(99 + (i * j + t) as u32),
                };
                let a = Matrix::from_fn(&f, rows, rows, |i, j| f.residue(entry(i, j))).unwrap();
                let wanted = a.det_by(DetAlgorithm::DivisionFree).unwrap();
                match own(&a) {
                    Some(found) => assert_eq!(found.unwrap(), wanted, "modulo {n}, {rows} rows"),
                    None => assert!(
                        f.loops().is_none() || n.is_probably_prime(30) == IsPrime::No,
                        "modulo {n}, {rows} rows"
                    ),
                }
                assert_eq!(a.det().unwrap(), wanted, "modulo {n}, {rows} rows");
                // a column that is twice another
                let from = |j: usize| if j == rows - 1 { (0, 2) } else { (j, 1) };
                let a = Matrix::from_fn(&f, rows, rows, |i, j| f.mul(&a.get(i, from(j).0), &from(j).1.into())).unwrap();
                assert!(own(&a).is_none_or(|found| found.unwrap() == 0), "modulo {n}, {rows} rows, singular");
            }
        }
    }

    /// Products with a pivot that divides n vanish, although the determinant does not.
    #[test]
    fn zeros_below_a_pivot_that_is_no_unit_decide_nothing() {
        let q = Integer::from(2).pow(89) - 1u32;
        let f = ring(3 * q.clone());
        let [zero, one] = [0, 1].map(Integer::from);
        let rows =
            [[3.into(), zero.clone(), one.clone()], [zero.clone(), q.clone(), zero.clone()], [one, zero.clone(), zero]];
        let a = Matrix::from_fn(&f, 3, 3, |i, j| rows[i][j].clone()).unwrap();
        assert!(own(&a).is_none());
        assert_eq!(a.det().unwrap(), 2 * q);
    }
}
