//! Conversion of matrices to and from text in memory; files and streams go through [`text`](crate::text).

use super::Matrix;
use crate::{
    Result,
    ring::{Convolve, Ring},
    text::{self, Entries, ReadError, ReadOptions},
};
use std::fmt;

/// An array of rows, `[[1,2],[3,4]]`, or `matrix(0,3)` for three columns without rows. [`Matrix::parse`] reads it back.
impl<R: Ring> fmt::Display for Matrix<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = text::without_rows(self.rows, self.cols) {
            return f.write_str(&text);
        }
        let rows = text::Rows { rows: self.rows, cols: self.cols, entries: self.entries() };
        text::emit_matrix(&self.ring, rows, text::MatrixStyle::Json, |piece| f.write_str(piece))
    }
}

impl<R: Convolve> Matrix<R> {
    /// Parses a matrix from text: an array of rows in the form of JSON or NTL, or a Matrix Market file. Over Z/n integers are
    /// reduced. Input that would take more than 4 GiB is refused before memory is allocated.
    ///
    /// ```
    /// use polymod::{Matrix, Error, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::parse(&f, "[[1, -1], [0, 98]]")?;
    /// assert_eq!(a.to_string(), "[[1,96],[0,1]]");
    /// assert_eq!(Matrix::parse(&f, "[[1 96] [0 1]]")?, a);
    /// assert!(matches!(Matrix::parse(&f, "[[1,2],[3]]"), Err(Error::Parse { line: 1, column: 8, .. })));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parse`](crate::Error::Parse) with line and column of the first syntax error.
    pub fn parse(ring: &R, text: &str) -> Result<Self> {
        let read = text::read_matrix(ring, text.as_bytes(), &ReadOptions::default());
        let (grid, _) = read.map_err(ReadError::into_error)?;
        match grid.entries {
            Entries::Numbers(entries) => Self::new(ring, grid.rows, grid.cols, entries),
            Entries::Polys(_) => Err(grid.polynomials()),
        }
    }
}
