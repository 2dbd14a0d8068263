//! Shares of the passes of a transform, for threads: each takes columns or rows of its own of the same matrix.

use super::{Columns, DftTable, FermatKernel, LANES};
use std::{marker::PhantomData, ops::Range};

/// Some columns of a matrix, to be transformed and multiplied in place.
pub struct ColumnPart<'a> {
    kernel: FermatKernel,
    columns: &'a Columns<'a>,
    x: *mut u64,
    /// Blocks of a row, and which of them.
    blocks: usize,
    range: Range<usize>,
    matrix: PhantomData<&'a mut [u64]>,
}

/// Some rows of a matrix, to be transformed to columns of another.
pub struct RowPart<'a> {
    kernel: FermatKernel,
    dft: &'a DftTable,
    x: &'a [u64],
    y: *mut u64,
    /// Eights of rows.
    range: Range<usize>,
    matrix: PhantomData<&'a mut [u64]>,
}

// SAFETY: a part has the matrix for itself as far as its range goes, and reads or writes nothing else of it
unsafe impl Send for ColumnPart<'_> {}
// SAFETY: see above
unsafe impl Send for RowPart<'_> {}

impl ColumnPart<'_> {
    /// Transforms them and multiplies.
    ///
    /// # Panics
    /// Unless `work` has a block a row.
    pub fn run(self, work: &mut [u64]) {
        assert!(work.len() == self.columns.dft.len() * self.kernel.block(), "a block a row");
        let (k, loops) = (self.kernel, self.kernel.loops);
        // SAFETY: the CPU was asked when the loops were chosen, `column_parts` checked the lengths, and nobody else has this
        // range of columns
        unsafe { (loops.columns)(&k.radix, self.columns, (self.x, self.blocks), self.range, work, k.product()) }
    }
}

impl RowPart<'_> {
    /// Transforms them.
    ///
    /// # Panics
    /// Unless `work` has a block a column.
    pub fn run(self, work: &mut [u64]) {
        assert!(work.len() == self.dft.len() * self.kernel.block(), "a block a column");
        // SAFETY: as for columns
        unsafe { (self.kernel.loops.rows)(&self.kernel.radix, self.dft, self.x, self.y, self.range, work) }
    }
}

/// Up to `parts` ranges that make 0..count, none empty.
fn ranges(count: usize, parts: usize) -> impl Iterator<Item = Range<usize>> {
    let parts = parts.clamp(1, count.max(1));
    (0..parts).map(move |i| i * count / parts..(i + 1) * count / parts)
}

impl FermatKernel {
    /// Shares of [`columns`](Self::columns), at most so many.
    ///
    /// # Panics
    /// When a length is wrong: rows are whole blocks, factors as many as elements.
    pub fn column_parts<'a>(&self, c: &'a Columns<'a>, x: &'a mut [u64], parts: usize) -> Vec<ColumnPart<'a>> {
        self.check(x, c.factors);
        assert!(x.len().is_multiple_of(c.dft.len() * self.block()), "rows of whole blocks");
        assert!(c.dft.digits() == self.digits(), "a table for elements of another length");
        let (blocks, x) = (x.len() / self.block() / c.dft.len(), x.as_mut_ptr());
        let part = |range| ColumnPart { kernel: *self, columns: c, x, blocks, range, matrix: PhantomData };
        ranges(blocks, parts).map(part).collect()
    }

    /// Shares of [`rows`](Self::rows), at most so many.
    ///
    /// # Panics
    /// When a length is wrong: eights of rows and columns.
    pub fn row_parts<'a>(&self, dft: &'a DftTable, x: &'a [u64], y: &'a mut [u64], parts: usize) -> Vec<RowPart<'a>> {
        self.check(x, y);
        assert!(dft.len().is_multiple_of(LANES) && x.len().is_multiple_of(dft.len() * self.block()));
        assert!(dft.digits() == self.digits(), "a table for elements of another length");
        let (eights, y) = (x.len() / self.block() / dft.len(), y.as_mut_ptr());
        let part = |range| RowPart { kernel: *self, dft, x, y, range, matrix: PhantomData };
        ranges(eights, parts).map(part).collect()
    }
}
