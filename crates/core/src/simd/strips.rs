//! Matrices whose columns are shared out: a range of the columns of every row, without a list of the rows.

use std::{marker::PhantomData, ops::Range};

/// The same range of the words of each row of a matrix.
#[derive(Debug)]
pub struct Strips<'a> {
    /// The range's words in the first row.
    first: *mut u64,
    /// Number of rows, and of words between two of them.
    rows: usize,
    stride: usize,
    /// Number of words of a row that are in the range.
    width: usize,
    matrix: PhantomData<&'a mut [u64]>,
}

// SAFETY: no other strips hold these words, which are borrowed for 'a: what may be sent are mutable references to them
unsafe impl Send for Strips<'_> {}
// SAFETY: through shared references words are only read
unsafe impl Sync for Strips<'_> {}

impl<'a> Strips<'a> {
    /// Splits the units of each row of a matrix, groups of `unit` words, into at most `parts` ranges, none empty unless rows are: each range of
    /// units with its words of all rows.
    ///
    /// # Panics
    /// Unless the words are rows of whole units, one row at least.
    pub fn split(
        x: &'a mut [u64],
        rows: usize,
        unit: usize,
        parts: usize,
    ) -> impl ExactSizeIterator<Item = (Range<usize>, Strips<'a>)> + DoubleEndedIterator {
        assert!(rows > 0 && unit > 0 && x.len().is_multiple_of(rows), "whole rows");
        let stride = x.len() / rows;
        assert!(stride.is_multiple_of(unit), "rows of whole units");
        let (first, count) = (x.as_mut_ptr(), stride / unit);
        let parts = parts.clamp(1, count.max(1));
        // as u128: a product by the number of parts could be too large
        let end = move |i: usize| (i as u128 * count as u128 / parts as u128) as usize;
        (0..parts).map(move |i| {
            let units = end(i)..end(i + 1);
            // ranges do not overlap, and end within a row
            let first = first.wrapping_add(units.start * unit);
            (units.clone(), Strips { first, rows, stride, width: units.len() * unit, matrix: PhantomData })
        })
    }

    /// Number of rows.
    #[must_use]
    pub fn count(&self) -> usize {
        self.rows
    }

    /// Number of words of each row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The words of row i.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, i: usize) -> &[u64] {
        assert!(i < self.rows);
        // SAFETY: the range's words of a row of the matrix, which no other strips hold
        unsafe { std::slice::from_raw_parts(self.first.add(i * self.stride), self.width) }
    }

    /// The words of row i.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline(always)]
    pub fn row_mut(&mut self, i: usize) -> &mut [u64] {
        assert!(i < self.rows);
        // SAFETY: the range's words of a row of the matrix, which no other strips hold
        unsafe { std::slice::from_raw_parts_mut(self.first.add(i * self.stride), self.width) }
    }
}
