//! Matrices of polynomials over Z/n.

use std::ffi::c_ulong;
use std::mem::MaybeUninit;

use flint3_sys as ffi;

use super::nmod::NmodPoly;

/// A square matrix of polynomials over Z/n.
pub struct NmodPolyMat {
    matrix: ffi::nmod_poly_mat_struct,
    len: usize,
}

impl NmodPolyMat {
    /// The matrix of `len` rows with these entries, row by row, all words below `n`.
    pub fn new(n: u64, len: usize, entries: &[Vec<u64>]) -> Self {
        assert!(n >= 1 && entries.len() == len * len);
        let mut matrix = MaybeUninit::uninit();
        // SAFETY: init fills the structure that it is given; all its entries are zero.
        let matrix = unsafe {
            ffi::nmod_poly_mat_init(matrix.as_mut_ptr(), len as ffi::slong, len as ffi::slong, n as c_ulong);
            Self { matrix: matrix.assume_init(), len }
        };
        for (at, words) in entries.iter().enumerate() {
            let entry = NmodPoly::with(n, words);
            // SAFETY: an entry of the new matrix, and a polynomial of its own.
            unsafe { ffi::nmod_poly_set(matrix.entry(at), entry.raw()) };
        }
        matrix
    }

    /// Entry `at`, row by row.
    fn entry(&self, at: usize) -> *mut ffi::nmod_poly_struct {
        assert!(at < self.len * self.len);
        let (i, j) = ((at / self.len) as ffi::slong, (at % self.len) as ffi::slong);
        // SAFETY: the matrix has such a row and column.
        unsafe { ffi::nmod_poly_mat_entry(&raw const self.matrix, i, j) }
    }

    /// self = a·b.
    pub fn set_product(&mut self, a: &Self, b: &Self) {
        assert!(self.len == a.len && a.len == b.len);
        // SAFETY: three initialised matrices of one shape; `self` is neither of the others because it is borrowed mutably.
        unsafe { ffi::nmod_poly_mat_mul(&raw mut self.matrix, &raw const a.matrix, &raw const b.matrix) };
    }

    /// out = the determinant.
    pub fn det(&self, out: &mut NmodPoly) {
        // SAFETY: an initialised square matrix, and a polynomial of its own.
        unsafe { ffi::nmod_poly_mat_det(out.raw_mut(), &raw const self.matrix) };
    }

    /// The coefficients of all entries, row by row.
    pub fn entries(&self) -> Vec<Vec<u64>> {
        let words = |at: usize| {
            // SAFETY: an initialised entry, whose buffer has `length` words.
            unsafe {
                let entry = &*self.entry(at);
                let words = entry.coeffs.cast::<u64>();
                if entry.length == 0 {
                    Vec::new()
                } else {
                    std::slice::from_raw_parts(words, entry.length as usize).to_vec()
                }
            }
        };
        (0..self.len * self.len).map(words).collect()
    }
}

impl Drop for NmodPolyMat {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, cleared only here.
        unsafe { ffi::nmod_poly_mat_clear(&raw mut self.matrix) };
    }
}
