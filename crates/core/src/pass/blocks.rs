//! Elements of large fields in blocks of eight: the operations that transforms need on them, and shares of passes for
//! threads.
//!
//! A block holds eight elements, lane by lane: one vector of eight words for each word of an element. Second operands
//! of products may need a form of their own, called *factors*, such as the powers of a root of unity that tables hold.

pub use crate::simd::Strips;
use crate::{
    lengths::{product, within},
    simd::{Simd, inlined::from_fn},
};
use std::{fmt::Debug, ops::Range};

/// Number of elements in a block.
pub const LANES: usize = 8;

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

    /// The pass over columns, for some blocks of each row, of which `first` is the number of the first: the columns are transformed, in natural
    /// order, and multiplied by factors.
    ///
    /// # Panics
    /// When a length is wrong: rows are as many as the transform has slots, factors are whole rows, `work` has a block for each row.
    fn run_columns(&self, columns: &Columns<'_, Self::Dft>, rows: &mut Strips<'_>, first: usize, work: &mut [u64]);

    /// The pass over rows, for a range of groups of eight rows: value m of row i, of R rows, goes to place i + R·m of y, of which `y` holds the
    /// range's places for each m.
    ///
    /// # Panics
    /// When a length is wrong: `x` is rows of as many elements as the transform has slots, both multiples of eight; `work` has a block a column.
    fn run_rows(&self, dft: &Self::Dft, x: &[u64], y: &mut Strips<'_>, range: Range<usize>, work: &mut [u64]);

    /// Asserts that both are whole blocks, and as many.
    #[doc(hidden)]
    fn check(&self, x: &[u64], y: &[u64]) {
        assert!(x.len().is_multiple_of(self.block()) && x.len() == y.len(), "whole blocks, as many of either");
    }

    /// Asserts the lengths of [`transpose_part`](Self::transpose_part).
    #[doc(hidden)]
    fn check_transpose(&self, x: &[u64], r: usize, first: usize, y: &[u64]) {
        let unit = product([r, self.block()]);
        assert!(r > 0 && x.len().is_multiple_of(unit) && y.len().is_multiple_of(unit), "rows of whole blocks");
        assert!(within(first, y.len() / unit, x.len() / unit), "places of the transpose");
    }

    /// Asserts the lengths of [`run_columns`](Self::run_columns).
    #[doc(hidden)]
    fn check_columns(&self, columns: &Columns<'_, Self::Dft>, rows: &Strips<'_>, first: usize, work: &[u64]) {
        let (slots, block) = (columns.dft.len(), self.block());
        assert!(self.takes(columns.dft) && rows.count() == slots, "a row for each slot of the kernel's table");
        assert!(rows.width().is_multiple_of(block), "blocks of each row");
        assert!(columns.factors.len().is_multiple_of(product([slots, block])), "rows of factors");
        assert!(within(first, rows.width() / block, columns.factors.len() / slots / block), "factors for all blocks");
        assert!(work.len() == slots * block, "a block a row");
    }

    /// Asserts the lengths of [`run_rows`](Self::run_rows).
    #[doc(hidden)]
    fn check_rows_of(&self, dft: &Self::Dft, x: &[u64], y: &Strips<'_>, range: &Range<usize>, work: &[u64]) {
        let (slots, block) = (dft.len(), self.block());
        assert!(
            self.takes(dft) && slots.is_multiple_of(LANES) && y.count() == slots,
            "eights of columns, a row of y each"
        );
        assert!(x.len().is_multiple_of(product([slots, block])), "eights of rows");
        assert!(range.start <= range.end && range.end <= x.len() / slots / block, "a range of the eights");
        assert!(y.width() == range.len() * block, "the range's blocks of each row of y");
        assert!(work.len() == slots * block, "a block a column");
    }

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
        Strips::split(x, columns.dft.len(), self.block(), parts)
            .map(|(range, rows)| ColumnPart { kernel: self, columns, rows, first: range.start })
            .collect()
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
        Strips::split(y, dft.len(), self.block(), parts)
            .map(|(range, y)| RowPart { kernel: self, dft, x, y, range })
            .collect()
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
    /// The range's blocks of each row, and the number of the first.
    rows: Strips<'a>,
    first: usize,
}

/// A range of rows of a matrix, to be transformed to columns of another.
pub struct RowPart<'a, K: BlockKernel> {
    kernel: &'a K,
    dft: &'a K::Dft,
    x: &'a [u64],
    /// The range's blocks of each row of the other matrix.
    y: Strips<'a>,
    /// Range of groups of eight rows.
    range: Range<usize>,
}

impl<K: BlockKernel> ColumnPart<'_, K> {
    /// Transforms the columns and multiplies them by the factors.
    ///
    /// # Panics
    /// Unless `work` has a block a row.
    pub fn run(mut self, work: &mut [u64]) {
        self.kernel.run_columns(self.columns, &mut self.rows, self.first, work);
    }
}

impl<K: BlockKernel> RowPart<'_, K> {
    /// Transforms the rows.
    ///
    /// # Panics
    /// Unless `work` has a block a column.
    pub fn run(mut self, work: &mut [u64]) {
        self.kernel.run_rows(self.dft, self.x, &mut self.y, self.range, work);
    }
}

/// Transposes rows from column 8·`first` on: element j of row i goes to place i + r·j, and `y`, which holds the places
/// from j = 8·`first` on, says how many; elements of this many vectors.
#[inline(always)]
pub(super) fn transpose<S: Simd>(s: S, vectors: usize, (x, r): (&[u64], usize), first: usize, y: &mut [u64]) {
    let size = LANES * vectors;
    let (blocks, wanted) = (x.len() / size / r, y.len() / size / r);
    if r.is_multiple_of(LANES) {
        for j in 0..wanted {
            for i in 0..r / LANES {
                let (from, to) = ((LANES * i * blocks + first + j) * size, (LANES * j * (r / LANES) + i) * size);
                let (x, y) = ((&x[from..], [blocks * vectors, 1]), (&mut y[to..], [r / LANES * vectors, 1]));
                exchange(s, vectors, x, y);
            }
        }
        return;
    }
    for row in 0..r {
        for j in 0..wanted {
            let block = &x[(row * blocks + first + j) * size..][..size];
            for lane in 0..LANES {
                let place = row + r * (LANES * j + lane);
                for d in 0..vectors {
                    y[place / LANES * size + LANES * d + place % LANES] = block[LANES * d + lane];
                }
            }
        }
    }
}

/// Transposes squares of eight vectors, lane i of vector j to lane j of vector i: vector i of square d is number
/// i·step + d·next of these words, in units of vectors.
#[inline(always)]
pub(super) fn exchange<S: Simd>(
    s: S,
    squares: usize,
    (x, [x_step, x_next]): (&[u64], [usize; 2]),
    (y, [y_step, y_next]): (&mut [u64], [usize; 2]),
) {
    let (all, y) = (S::rows(x).0, S::rows_mut(y).0);
    // of one length, which the loop's bound implies: vectors are loaded without comparisons
    let x: [_; 8] = from_fn(|i| &all[i * x_step..][..(squares - 1) * x_next + 1]);
    for d in 0..squares {
        let mut v = [s.zero(); 8];
        for i in 0..8 {
            v[i] = s.load(&x[i][d * x_next]);
        }
        s.transpose(&mut v);
        for i in 0..8 {
            s.store(&mut y[i * y_step + d * y_next], v[i]);
        }
    }
}
