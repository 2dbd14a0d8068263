//! Elements of large fields in blocks of eight: the operations that transforms need on them, and shares of passes for
//! threads.
//!
//! A block holds eight elements, lane by lane: one vector of eight words for each word of an element. Second operands
//! of products may need a form of their own, called *factors*, such as the powers of a root of unity that tables hold.

use crate::kernels::{fermat::LANES, lengths::product};
use std::{fmt::Debug, marker::PhantomData, ops::Range};

/// Loops of one field over blocks, and the passes of a six-step transform.
pub trait BlockKernel: Clone + Debug + Send + Sync + 'static {
    /// The table of a short transform.
    type Dft: BlockDft;

    /// Number of words of a block.
    fn block(&self) -> usize;

    /// Whether the table was made for elements of this kernel.
    fn takes(&self, dft: &Self::Dft) -> bool;

    /// Number of words of the blocks that hold this many elements.
    fn words(&self, elements: usize) -> usize {
        elements.div_ceil(LANES) * self.block()
    }

    /// A block of ones, in the form of factors.
    fn one(&self) -> Vec<u64>;

    /// x = x·y, where y holds factors: as many as x has elements, or a single block for all. A product of factors is in
    /// the form of factors.
    ///
    /// # Panics
    /// When a length is wrong.
    fn multiply(&self, x: &mut [u64], y: &[u64]);

    /// x = x², with the same result as the product of two plain elements.
    ///
    /// # Panics
    /// When the length is wrong.
    fn square(&self, x: &mut [u64]);

    /// x = x + a·b, of plain elements; the kernel may leave a constant factor in such products.
    ///
    /// # Panics
    /// When a length is wrong.
    fn add_product(&self, x: &mut [u64], a: &[u64], b: &[u64]);

    /// x = x + y.
    ///
    /// # Panics
    /// When a length is wrong.
    fn add(&self, x: &mut [u64], y: &[u64]);

    /// Converts elements to factors, in place.
    fn to_factors(&self, _x: &mut [u64]) {}

    /// Converts canonical rows of `width` words to blocks, the last one filled up with zeros.
    ///
    /// # Panics
    /// When a length is wrong.
    fn load(&self, rows: &[u64], width: usize, blocks: &mut [u64]);

    /// Converts blocks to canonical rows of `width` words.
    ///
    /// # Panics
    /// When a length is wrong.
    fn store(&self, blocks: &[u64], width: usize, rows: &mut [u64]);

    /// Converts factors that are products to the form that [`columns`](Columns) take.
    fn finish_factors(&self, _factors: &mut [u64]) {}

    /// Multiplies a block of factors by the factor that the transform leaves in the values of this row.
    fn take_up(&self, _dft: &Self::Dft, _row: usize, _factors: &mut [u64]) {}

    /// Writes a part of the transpose of a matrix of r rows of whole blocks, where element j of row i goes to place i +
    /// r·j: the places from r·8·`first` on, as many as `y` has, r times whole eights.
    ///
    /// # Panics
    /// When a length is wrong.
    fn transpose_part(&self, x: &[u64], r: usize, first: usize, y: &mut [u64]);

    /// The pass over columns, for a range of the blocks of each row: the columns are transformed, in natural order, and
    /// multiplied by factors.
    ///
    /// # Safety
    /// The kernel [`takes`](Self::takes) the table; `x` is valid for rows of this many blocks, one row for each slot of
    /// the transform, and nobody else uses the blocks in the range; there are as many factors, and `work` has a block
    /// for each row.
    unsafe fn run_columns(
        &self,
        columns: &Columns<'_, Self::Dft>,
        x: (*mut u64, usize),
        range: Range<usize>,
        work: &mut [u64],
    );

    /// The pass over rows, for a range of groups of eight rows: value m of row i, of R rows, goes to place i + R·m of
    /// y.
    ///
    /// # Safety
    /// The kernel [`takes`](Self::takes) the table; `x` is R rows of as many elements as the transform has slots, both multiples of eight,
    /// `y` is valid for as many, of which nobody else uses the places of these rows; `work` a block a column.
    unsafe fn run_rows(&self, dft: &Self::Dft, x: &[u64], y: *mut u64, range: Range<usize>, work: &mut [u64]);

    /// At most `parts` shares of a pass over columns.
    ///
    /// # Panics
    /// If the table is another kernel's, or a length is wrong: rows are whole blocks, factors as many as elements.
    fn column_parts<'a>(
        &'a self,
        columns: &'a Columns<'a, Self::Dft>,
        x: &'a mut [u64],
        parts: usize,
    ) -> Vec<ColumnPart<'a, Self>> {
        assert!(self.takes(columns.dft), "the table of another kernel");
        assert!(x.len() == columns.factors.len(), "a factor for each element");
        assert!(x.len().is_multiple_of(product([columns.dft.len(), self.block()])), "rows of whole blocks");
        let (blocks, x) = (x.len() / self.block() / columns.dft.len(), x.as_mut_ptr());
        let part = |range| ColumnPart { kernel: self, columns, x, blocks, range, matrix: PhantomData };
        ranges(blocks, parts).map(part).collect()
    }

    /// At most `parts` shares of a pass over rows.
    ///
    /// # Panics
    /// If the table is another kernel's, or a length is wrong: numbers of rows and columns are multiples of eight.
    fn row_parts<'a>(
        &'a self,
        dft: &'a Self::Dft,
        x: &'a [u64],
        y: &'a mut [u64],
        parts: usize,
    ) -> Vec<RowPart<'a, Self>> {
        assert!(self.takes(dft), "the table of another kernel");
        assert!(x.len() == y.len() && dft.len().is_multiple_of(LANES), "eights of columns, as many of either");
        assert!(x.len().is_multiple_of(product([dft.len(), self.block()])), "eights of rows");
        let (eights, y) = (x.len() / self.block() / dft.len(), y.as_mut_ptr());
        let part = |range| RowPart { kernel: self, dft, x, y, range, matrix: PhantomData };
        ranges(eights, parts).map(part).collect()
    }
}

/// Table of a short transform; its places are called slots.
pub trait BlockDft: Clone + Debug + Send + Sync + 'static {
    /// Number of slots.
    fn len(&self) -> usize;

    /// Always false: there is at least one slot.
    fn is_empty(&self) -> bool {
        false
    }

    /// Number of words that the table holds.
    fn words(&self) -> usize;
}

/// Parameters of a pass over columns.
pub struct Columns<'a, D> {
    /// Table of the transform of a column.
    pub dft: &'a D,
    /// Factors of all values except, unless `whole`, those of the first row; the factors that the transform leaves are
    /// included.
    pub factors: &'a [u64],
    /// Whether the first row has factors other than 1.
    pub whole: bool,
}

/// A range of columns of a matrix, to be transformed and multiplied in place.
pub struct ColumnPart<'a, K: BlockKernel> {
    kernel: &'a K,
    columns: &'a Columns<'a, K::Dft>,
    x: *mut u64,
    /// Number of blocks of a row, and the range of these.
    blocks: usize,
    range: Range<usize>,
    matrix: PhantomData<&'a mut [u64]>,
}

/// A range of rows of a matrix, to be transformed to columns of another.
pub struct RowPart<'a, K: BlockKernel> {
    kernel: &'a K,
    dft: &'a K::Dft,
    x: &'a [u64],
    y: *mut u64,
    /// Range of groups of eight rows.
    range: Range<usize>,
    matrix: PhantomData<&'a mut [u64]>,
}

// SAFETY: a part has the matrix for itself as far as its range goes, and reads or writes nothing else of it
unsafe impl<K: BlockKernel> Send for ColumnPart<'_, K> {}
// SAFETY: see above
unsafe impl<K: BlockKernel> Send for RowPart<'_, K> {}

impl<K: BlockKernel> ColumnPart<'_, K> {
    /// Transforms the columns and multiplies them by the factors.
    ///
    /// # Panics
    /// Unless `work` has a block a row.
    pub fn run(self, work: &mut [u64]) {
        assert!(work.len() == self.columns.dft.len() * self.kernel.block(), "a block a row");
        // SAFETY: `column_parts` checked the lengths, and nobody else has this range of columns
        unsafe { self.kernel.run_columns(self.columns, (self.x, self.blocks), self.range, work) }
    }
}

impl<K: BlockKernel> RowPart<'_, K> {
    /// Transforms the rows.
    ///
    /// # Panics
    /// Unless `work` has a block a column.
    pub fn run(self, work: &mut [u64]) {
        assert!(work.len() == self.dft.len() * self.kernel.block(), "a block a column");
        // SAFETY: as for columns
        unsafe { self.kernel.run_rows(self.dft, self.x, self.y, self.range, work) }
    }
}

/// Splits 0..count into at most `parts` ranges, none empty.
fn ranges(count: usize, parts: usize) -> impl Iterator<Item = Range<usize>> {
    let parts = parts.clamp(1, count.max(1));
    (0..parts).map(move |i| i * count / parts..(i + 1) * count / parts)
}
