//! Products of matrices of words: sums in doubles where they are exact, below 2^53 in magnitude, else in pairs of words.

use super::Integers;
use crate::{
    bits::ceil_log2,
    ring::{Block, Coeffs, Ring},
};

/// Rows, and columns, whose sums are in registers at a time.
const TILE: usize = 4;
/// Bits of sums that doubles hold exactly.
const EXACT: u32 = 53;
/// Most products of entries: in longer sums, products modulo primes by vector kernels are faster on every machine that has them.
const MOST: usize = 1 << 18;
/// Nanoseconds of a product in doubles, and in pairs of words.
const PRODUCT_NS: [f64; 2] = [0.08, 0.4];
/// Nanoseconds of a call, and for each entry that is converted.
const CALL_NS: f64 = 100.0;
const ENTRY_NS: f64 = 1.0;

/// The products of matrices whose entries are words.
pub(super) struct WordProduct<'a> {
    operands: [Block<'a, Integers>; 2],
    /// Whether sums fit in doubles.
    in_doubles: bool,
}

impl<'a> WordProduct<'a> {
    /// For these operands, if sums fit in two words.
    pub fn new(z: &Integers, a: Block<'a, Integers>, b: Block<'a, Integers>) -> Option<Self> {
        if a.view().width > 1 || b.view().width > 1 || a.cols() == 0 || a.rows() * a.cols() * b.cols() > MOST {
            return None;
        }
        let bits = |block: Block<'_, Integers>| (0..block.rows()).map(|i| z.size(block.row(i)).bits).max().unwrap_or(0);
        let bits = bits(a) + bits(b) + ceil_log2(a.cols());
        (bits < 128).then_some(WordProduct { operands: [a, b], in_doubles: bits <= EXACT })
    }

    /// Predicted nanoseconds.
    pub fn ns(&self) -> f64 {
        let [m, k, c] = self.shape().map(|n| n as f64);
        CALL_NS + ENTRY_NS * (m * k + k * c + m * c) + PRODUCT_NS[usize::from(!self.in_doubles)] * m * k * c
    }

    fn shape(&self) -> [usize; 3] {
        let [a, b] = self.operands;
        [a.rows(), a.cols(), b.cols()]
    }

    /// The product, row by row.
    pub fn run(&self, z: &Integers) -> Coeffs<Integers> {
        if self.in_doubles { self.doubles(z) } else { self.double_words(z) }
    }

    fn doubles(&self, z: &Integers) -> Coeffs<Integers> {
        let [m, k, c] = self.shape();
        let [high, wide] = [m, c].map(|n| n.next_multiple_of(TILE));
        let [x, y] = self.operands;
        // columns of tiles of rows, and rows of tiles of columns
        let (mut left, mut right) = (vec![[0.0; TILE]; high / TILE * k], vec![[0.0; TILE]; wide / TILE * k]);
        for i in 0..m {
            let tile = &mut left[i / TILE * k..][..k];
            tile.iter_mut().zip(x.row(i).words()).for_each(|(tile, &entry)| tile[i % TILE] = entry as i64 as f64);
        }
        for (t, row) in (0..k).map(|t| (t, y.row(t).words())) {
            for (j, entries) in row.chunks(TILE).enumerate() {
                right[j * k + t].iter_mut().zip(entries).for_each(|(out, &entry)| *out = entry as i64 as f64);
            }
        }
        let mut words = z.engine().dirty(m * c);
        for (rows, left) in words.chunks_mut(TILE * c).zip(left.chunks_exact(k)) {
            for (j, right) in right.chunks_exact(k).enumerate() {
                let sums = tile(left, right);
                for (row, sums) in rows.chunks_exact_mut(c).zip(sums) {
                    row[j * TILE..].iter_mut().zip(sums).for_each(|(out, sum)| *out = sum as i64 as u64);
                }
            }
        }
        Coeffs::from_words(words, m * c, 1)
    }

    fn double_words(&self, z: &Integers) -> Coeffs<Integers> {
        let [m, k, c] = self.shape();
        let [x, y] = self.operands;
        let mut columns = vec![0; k * c];
        for t in 0..k {
            y.row(t).words().iter().enumerate().for_each(|(j, &entry)| columns[j * k + t] = entry as i64);
        }
        let mut words = z.engine().dirty(2 * m * c);
        for (i, row) in words.chunks_exact_mut(2 * c.max(1)).enumerate() {
            let left = x.row(i).words();
            for (out, column) in row.chunks_exact_mut(2).zip(columns.chunks_exact(k)) {
                let products = left.iter().zip(column).map(|(&x, &y)| i128::from(x as i64) * i128::from(y));
                let sum = products.fold(0i128, i128::wrapping_add);
                (out[0], out[1]) = (sum as u64, (sum >> 64) as u64);
            }
        }
        Coeffs::from_words(words, m * c, 2)
    }
}

/// The sums of products of the columns of a tile of rows by the rows of a tile of columns.
#[inline]
fn tile(left: &[[f64; TILE]], right: &[[f64; TILE]]) -> [[f64; TILE]; TILE] {
    let mut sums = [[0.0; TILE]; TILE];
    for (x, y) in left.iter().zip(right) {
        for i in 0..TILE {
            for j in 0..TILE {
                sums[i][j] += x[i] * y[j];
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Matrix;
    use rug::Integer;

    /// Sums that just fit in doubles and in pairs of words, of either sign, at shapes around tiles.
    #[test]
    fn products_at_the_ends_of_words() {
        let z = Integers::new();
        let mut ways = [0; 2];
        for (x, y) in
            [(1u32, 1u32), (10, 10), (25, 25), (26, 24), (26, 27), (31, 31), (50, 3), (51, 2), (62, 62), (63, 63)]
        {
            for [m, k, c] in [[1, 1, 1], [2, 2, 2], [3, 4, 5], [4, 4, 4], [5, 2, 9], [1, 8, 1], [8, 1, 8], [9, 7, 3]] {
                for kind in 0..4 {
                    let entry = |bits: u32, i: usize, j: usize| {
                        let most = (Integer::from(1) << bits) - 1u32;
                        match (kind, (i + j) % 2) {
                            (0, _) | (2, 0) => most,
                            (1, _) | (2, _) if bits == 63 => -most - 1u32,
                            (1 | 2, _) => -most,
                            _ => Integer::from(i as i64 * 3 - j as i64) % (most + 1u32),
                        }
                    };
                    let a = Matrix::from_fn(&z, m, k, |i, j| entry(x, i, j)).expect("a shape");
                    let b = Matrix::from_fn(&z, k, c, |i, j| entry(y, i, j)).expect("a shape");
                    let [left, right] = [Block::new(a.entries(), m, k, k), Block::new(b.entries(), k, c, c)];
                    let Some(product) = WordProduct::new(&z, left, right) else { continue };
                    ways[usize::from(product.in_doubles)] += 1;
                    let got = product.run(&z);
                    for i in 0..m {
                        for j in 0..c {
                            let wanted: Integer = (0..k).map(|t| a.get(i, t) * b.get(t, j)).sum();
                            assert_eq!(
                                z.get(got.view(), i * c + j),
                                wanted,
                                "{x} by {y} bits, {m}, {k}, {c}, kind {kind}"
                            );
                        }
                    }
                }
            }
        }
        assert!(ways.iter().all(|&count| count > 50), "{ways:?}");
    }
}
