//! Matrices over Z/n.

use std::ffi::c_ulong;
use std::mem::MaybeUninit;

use flint3_sys as ffi;

use crate::peer::SquareMatrix;

/// A square matrix over Z/n.
pub struct NmodMat {
    matrix: ffi::nmod_mat_struct,
    len: usize,
}

impl NmodMat {
    /// Where row i begins.
    fn row(&self, i: usize) -> *mut u64 {
        assert!(i < self.len);
        // SAFETY: row i is inside the matrix, whose rows lie a stride apart.
        unsafe { self.matrix.entries.cast::<u64>().add(i * self.matrix.stride as usize) }
    }
}

impl SquareMatrix for NmodMat {
    const NAME: &'static str = super::NAME;

    fn new(n: u64, len: usize, entries: &[u64]) -> Self {
        assert!(n >= 1 && entries.len() == len * len && entries.iter().all(|&x| x < n));
        let mut matrix = MaybeUninit::uninit();
        // SAFETY: init fills the structure that it is given; all its entries are zero.
        let matrix = unsafe {
            ffi::nmod_mat_init(matrix.as_mut_ptr(), len as ffi::slong, len as ffi::slong, n as c_ulong);
            Self { matrix: matrix.assume_init(), len }
        };
        for (i, row) in entries.chunks_exact(len.max(1)).enumerate() {
            // SAFETY: a row of a new matrix has `len` words of its own.
            unsafe { matrix.row(i).copy_from_nonoverlapping(row.as_ptr(), len) };
        }
        matrix
    }

    fn set_product(&mut self, a: &Self, b: &Self) {
        assert!(self.len == a.len && a.len == b.len);
        // SAFETY: three initialised matrices of one shape; `self` is neither of the others because it is borrowed mutably.
        unsafe { ffi::nmod_mat_mul(&raw mut self.matrix, &raw const a.matrix, &raw const b.matrix) };
    }

    fn det(&mut self) -> u64 {
        // SAFETY: an initialised square matrix, which is copied.
        unsafe { ffi::nmod_mat_det(&raw const self.matrix) }
    }

    fn entries(&self) -> Vec<u64> {
        // SAFETY: each row has `len` initialised words.
        (0..self.len).flat_map(|i| unsafe { std::slice::from_raw_parts(self.row(i), self.len) }.to_vec()).collect()
    }
}

impl Drop for NmodMat {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, cleared only here.
        unsafe { ffi::nmod_mat_clear(&raw mut self.matrix) };
    }
}
