//! What the soak asks of FLINT's matrices, of any shape, over Z/n and over Z.

use std::ffi::c_ulong;
use std::mem::MaybeUninit;

use flint3_sys as ffi;
use polymod::rug::Integer;

use super::fmpz::{FmpzPoly, get, set};
use super::nmod::NmodPoly;
use crate::peer::IntegerPoly;

/// A matrix over Z/n of any shape.
pub struct Rectangle {
    pub(super) matrix: ffi::nmod_mat_struct,
    n: u64,
    rows: usize,
    cols: usize,
}

impl Rectangle {
    /// Rows by columns of words below n, row by row.
    pub fn new(n: u64, rows: usize, cols: usize, entries: &[u64]) -> Self {
        assert!(entries.len() == rows * cols && entries.iter().all(|&x| x < n));
        let out = Self::zeros(n, rows, cols);
        for (i, row) in entries.chunks_exact(cols.max(1)).enumerate() {
            // SAFETY: each row has `cols` words
            unsafe { out.row(i).copy_from_nonoverlapping(row.as_ptr(), cols) };
        }
        out
    }

    /// Zeros of this shape.
    pub(super) fn zeros(n: u64, rows: usize, cols: usize) -> Self {
        let mut matrix = MaybeUninit::uninit();
        // SAFETY: init fills the structure that it is given; all its entries are zero
        let matrix = unsafe {
            ffi::nmod_mat_init(matrix.as_mut_ptr(), rows as ffi::slong, cols as ffi::slong, n as c_ulong);
            matrix.assume_init()
        };
        Self { matrix, n, rows, cols }
    }

    fn row(&self, i: usize) -> *mut u64 {
        assert!(i < self.rows);
        // SAFETY: row i is inside the matrix, whose rows lie a stride apart
        unsafe { self.matrix.entries.cast::<u64>().add(i * self.matrix.stride as usize) }
    }

    /// All entries, row by row.
    pub fn entries(&self) -> Vec<u64> {
        if self.cols == 0 {
            return Vec::new();
        }
        // SAFETY: each row has `cols` initialised words
        (0..self.rows).flat_map(|i| unsafe { std::slice::from_raw_parts(self.row(i), self.cols) }.to_vec()).collect()
    }

    /// self·other.
    pub fn product(&self, other: &Self) -> Self {
        assert_eq!(self.cols, other.rows);
        let mut out = Self::zeros(self.n, self.rows, other.cols);
        // SAFETY: three initialised matrices of these shapes
        unsafe { ffi::nmod_mat_mul(&raw mut out.matrix, &raw const self.matrix, &raw const other.matrix) };
        out
    }

    /// The rank, n prime.
    pub fn rank(&self) -> usize {
        // SAFETY: an initialised matrix, which is copied
        unsafe { ffi::nmod_mat_rank(&raw const self.matrix) as usize }
    }

    /// Whether self·X = right has a solution, n prime.
    pub fn can_solve(&self, right: &Self) -> bool {
        assert_eq!(self.rows, right.rows);
        let mut out = Self::zeros(self.n, self.cols, right.cols);
        // SAFETY: three initialised matrices of these shapes
        unsafe { ffi::nmod_mat_can_solve(&raw mut out.matrix, &raw const self.matrix, &raw const right.matrix) != 0 }
    }

    /// The characteristic polynomial of a square matrix.
    pub fn charpoly(&self) -> Vec<u64> {
        assert_eq!(self.rows, self.cols);
        let mut out = NmodPoly::with(self.n, &[]);
        // SAFETY: an initialised square matrix, and a polynomial of its own
        unsafe { ffi::nmod_mat_charpoly(out.raw_mut(), &raw const self.matrix) };
        out.words().to_vec()
    }

    /// The minimal polynomial of a square matrix, n prime.
    pub fn minpoly(&self) -> Vec<u64> {
        assert_eq!(self.rows, self.cols);
        let mut out = NmodPoly::with(self.n, &[]);
        // SAFETY: an initialised square matrix, and a polynomial of its own
        unsafe { ffi::nmod_mat_minpoly(out.raw_mut(), &raw const self.matrix) };
        out.words().to_vec()
    }
}

impl Drop for Rectangle {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, cleared only here
        unsafe { ffi::nmod_mat_clear(&raw mut self.matrix) };
    }
}

/// A matrix over Z of any shape.
pub struct IntegerRectangle {
    pub(super) matrix: ffi::fmpz_mat_struct,
    rows: usize,
    cols: usize,
}

impl IntegerRectangle {
    /// Rows by columns of entries, row by row.
    pub fn new(rows: usize, cols: usize, entries: &[Integer]) -> Self {
        assert_eq!(entries.len(), rows * cols);
        let out = Self::zeros(rows, cols);
        for (i, integer) in entries.iter().enumerate() {
            // SAFETY: an initialised entry
            unsafe { set(out.entry(i), integer) };
        }
        out
    }

    /// Zeros of this shape.
    pub(super) fn zeros(rows: usize, cols: usize) -> Self {
        let mut matrix = MaybeUninit::uninit();
        // SAFETY: init fills the structure that it is given, and all entries
        let matrix = unsafe {
            ffi::fmpz_mat_init(matrix.as_mut_ptr(), rows as ffi::slong, cols as ffi::slong);
            matrix.assume_init()
        };
        Self { matrix, rows, cols }
    }

    fn entry(&self, at: usize) -> *mut ffi::fmpz {
        assert!(at < self.rows * self.cols);
        let (i, j) = ((at / self.cols) as ffi::slong, (at % self.cols) as ffi::slong);
        // SAFETY: the matrix has such a row and column
        unsafe { ffi::fmpz_mat_entry(&raw const self.matrix, i, j) }
    }

    /// All entries, row by row.
    pub fn entries(&self) -> Vec<Integer> {
        // SAFETY: initialised entries
        (0..self.rows * self.cols).map(|at| unsafe { get(self.entry(at)) }).collect()
    }

    /// self·other.
    pub fn product(&self, other: &Self) -> Self {
        assert_eq!(self.cols, other.rows);
        let mut out = Self::zeros(self.rows, other.cols);
        // SAFETY: three initialised matrices of these shapes
        unsafe { ffi::fmpz_mat_mul(&raw mut out.matrix, &raw const self.matrix, &raw const other.matrix) };
        out
    }

    /// The rank.
    pub fn rank(&self) -> usize {
        // SAFETY: an initialised matrix, which is copied
        unsafe { ffi::fmpz_mat_rank(&raw const self.matrix) as usize }
    }

    /// The characteristic polynomial of a square matrix.
    pub fn charpoly(&self) -> Vec<Integer> {
        assert_eq!(self.rows, self.cols);
        let mut out = FmpzPoly::zero(0);
        // SAFETY: an initialised square matrix, and a polynomial of its own
        unsafe { ffi::fmpz_mat_charpoly(&raw mut out.0, &raw const self.matrix) };
        out.coefficients()
    }
}

impl Drop for IntegerRectangle {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, cleared only here
        unsafe { ffi::fmpz_mat_clear(&raw mut self.matrix) };
    }
}
