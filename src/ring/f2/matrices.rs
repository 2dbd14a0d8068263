//! Matrices of bits: products by tables of sums of eight rows, elimination on rows of words.
//!
//! Rows are first copied to start at words. For each eight rows of the right operand all 256 sums are computed, one
//! addition each, and a byte of a row of the left operand selects one of them: an eighth of the additions of the
//! definition. Source: Arlazarov, Dinic, Kronrod, Faradzev 1970 ("the method of the four Russians"); for matrices in
//! memory, Albrecht, Bard, Hart 2010, "Algorithm 898". Cost for n² bits: n³/512 additions of words, elimination n³/192.

use super::{F2, word};
use crate::{
    Result,
    engine::Context,
    ring::{
        Block, Blocks, Coeffs, Elimination, Gather, Place, Ring, Vectors, View,
        blocks::{copied, write},
    },
};

/// Number of rows of a table of sums: a byte selects a sum.
const ROWS: usize = 8;

impl F2 {
    /// A copy whose rows start at words, and the number of words of a row.
    fn aligned(&self, a: Block<'_, Self>) -> (Coeffs<Self>, usize) {
        let words = a.cols().div_ceil(64);
        let mut out = self.zeros(a.rows() * words * 64);
        write(self, &mut out, Place { at: 0, stride: 64 * words }, a);
        (out, words)
    }

    /// table[i] = the sum of the rows, at most eight, whose bits are set in i.
    fn sums_of_rows(&self, rows: &[u64], words: usize, table: &mut [u64]) {
        table[..words].fill(0);
        for (bit, row) in rows.chunks_exact(words).enumerate() {
            let (known, rest) = table.split_at_mut(words << bit);
            let next = &mut rest[..words << bit];
            next.copy_from_slice(known);
            next.chunks_exact_mut(words).for_each(|sum| self.kernel.add(sum, row));
        }
    }

    /// Decomposes A in place: P·A = L·E.
    pub(super) fn eliminated(
        &self,
        a: &mut Coeffs<Self>,
        rows: usize,
        cols: usize,
        cx: Context<'_>,
    ) -> Result<Elimination> {
        let (mut aligned, words) = self.aligned(Block::new(a.view(), rows, cols, cols));
        let (mut order, mut pivots) = ((0..rows).collect::<Vec<_>>(), Vec::new());
        let w = &mut aligned.words;
        for column in 0..cols {
            let (rank, mut pivot) = (pivots.len(), pivots.len());
            while pivot < rows && w[pivot * words + column / 64] >> (column % 64) & 1 == 0 {
                pivot += 1;
            }
            if pivot == rows {
                continue;
            }
            cx.check()?;
            let (row, below) = w[rank * words..].split_at_mut(words);
            if pivot != rank {
                row.swap_with_slice(&mut below[(pivot - rank - 1) * words..][..words]);
                order.swap(pivot, rank);
            }
            // the column itself is a column of L and stays
            self.kernel.add_where(below, row, column);
            pivots.push(column);
        }
        *a = copied(self, Block::new(aligned.view(), rows, cols, 64 * words));
        Ok(Elimination { order, pivots })
    }
}

impl Blocks for F2 {
    fn mul_blocks(
        &self,
        out: &mut Coeffs<Self>,
        place: Place,
        a: Block<'_, Self>,
        b: Block<'_, Self>,
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        assert_eq!(a.cols(), b.rows(), "shapes of a product");
        if a.rows() == 0 || b.cols() == 0 {
            return Ok(());
        }
        let ((left, left_words), (right, words)) = (self.aligned(a), self.aligned(b));
        let mut sums = self.engine.zeroed(a.rows() * words);
        let costs = cx.engine().costs();
        let additions = a.rows() as f64 * (a.cols() / ROWS) as f64;
        let cx = cx.for_work(additions * (costs.bit_row[0] + costs.bit_pass * words as f64));
        cx.for_chunks(&mut sums, words, |first, sums| {
            let left = &left.words[first * left_words..];
            let mut table = vec![0; words << ROWS];
            for k in (0..b.rows()).step_by(ROWS) {
                if cx.check().is_err() {
                    return;
                }
                let rows = &right.words[k * words..b.rows().min(k + ROWS) * words];
                self.sums_of_rows(rows, words, &mut table);
                for (i, sum) in sums.chunks_exact_mut(words).enumerate() {
                    let byte = (left[i * left_words + k / 64] >> (k % 64)) as usize & 0xff;
                    if byte != 0 {
                        self.kernel.add(sum, &table[byte * words..(byte + 1) * words]);
                    }
                }
            }
        });
        cx.check()?;
        let len = sums.len() * 64;
        let sums = Coeffs::<Self>::from_words(sums, len, 0);
        let sums = Block::new(sums.view(), a.rows(), b.cols(), 64 * words);
        for i in 0..a.rows() {
            let at = place.at + i * place.stride;
            match how {
                Gather::Set => self.copy_at(out, at, sums.row(i)),
                Gather::Add | Gather::Sub => self.add_at(out, at, sums.row(i)),
            }
        }
        Ok(())
    }
    fn sub_combination(&self, out: &mut Coeffs<Self>, at: usize, c: View<'_, Self>, x: Block<'_, Self>) {
        for k in 0..c.len.div_ceil(64) {
            let mut bits = word(c, k);
            while bits != 0 {
                self.add_at(out, at, x.row(64 * k + bits.trailing_zeros() as usize));
                bits &= bits - 1;
            }
        }
    }
    fn own_elimination(
        &self,
        a: &mut Coeffs<Self>,
        rows: usize,
        cols: usize,
        cx: Context<'_>,
    ) -> Option<Result<Elimination>> {
        Some(self.eliminated(a, rows, cols, cx))
    }
    /// Half of the rows take a sum of eight rows for each eight columns, and each group of columns makes 256 sums.
    fn elimination_ns(&self, a: Block<'_, Self>, cx: Context<'_>) -> f64 {
        let costs = cx.engine().costs();
        let (groups, words) = (a.rows().min(a.cols()).div_ceil(ROWS), a.cols() as f64 / 64.0 / 2.0);
        groups as f64 * (a.rows() / 2 + 256) as f64 * (costs.bit_row[0] + costs.bit_pass * words)
    }
}
