//! Matrices behind handles.

use super::area;
use crate::{
    objects::{Matrix, Poly, Ring},
    pointers::{code, free, get, give, give_text, put_within, slice, store, text},
    status::{Result, Status},
};
use std::ffi::{CString, c_char};

/// A matrix from text: "[[1,2],[3,4]]".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_parse(ring: *const Ring, source: *const c_char) -> *mut Matrix {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(ring)?.matrix(text(source)?) })
}

/// A matrix from words, row by row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_from_words(
    ring: *const Ring,
    words: *const u64,
    rows: usize,
    cols: usize,
) -> *mut Matrix {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(ring)?.matrix_of_words(rows, cols, slice(words, area(rows, cols)?)?) })
}

/// The entries as words, row by row, where each is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_to_words(
    matrix: *const Matrix,
    out: *mut u64,
    capacity: usize,
    len: *mut usize,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { put_within(out, capacity, len, &get(matrix)?.words()?) })
}

/// The matrix as text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_to_string(matrix: *const Matrix) -> *mut c_char {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give_text(|| unsafe { Ok(get(matrix)?.text()) })
}

/// The numbers of rows and of columns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_shape(matrix: *const Matrix, rows: *mut usize, cols: *mut usize) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let (r, c) = get(matrix)?.shape();
        store(rows, r)?;
        store(cols, c)
    })
}

/// a·b.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_mul(a: *const Matrix, b: *const Matrix) -> *mut Matrix {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.mul(get(b)?) })
}

/// The determinant, as text; over Z by a modular method.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_det(matrix: *const Matrix) -> *mut c_char {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give_text(|| unsafe { get(matrix)?.det() })
}

/// The rank.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_rank(matrix: *const Matrix, rank: *mut usize) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { store(rank, get(matrix)?.rank()?) })
}

/// X with a·X = d·b. d is 1 over fields; over Z it is positive, and coprime to X. `denominator` gets d as text, and may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_solve(
    a: *const Matrix,
    b: *const Matrix,
    denominator: *mut *mut c_char,
) -> *mut Matrix {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { with_denominator(get(a)?.solve(get(b)?)?, denominator) })
}

/// X with a·X = d·1 for a square matrix a. d is 1 over fields; over Z it is positive, and coprime to X. `denominator` gets d as text, and
/// may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_inverse(a: *const Matrix, denominator: *mut *mut c_char) -> *mut Matrix {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { with_denominator(get(a)?.inverse()?, denominator) })
}

/// X, after d was stored as text where it is wanted.
unsafe fn with_denominator((x, d): (Matrix, String), denominator: *mut *mut c_char) -> Result<Matrix> {
    if !denominator.is_null() {
        // SAFETY: as the caller's of this function.
        unsafe { store(denominator, CString::new(d).unwrap_or_default().into_raw())? };
    }
    Ok(x)
}

/// A basis of the vectors x with a·x = 0, as the rows of a matrix; over Z primitive ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_nullspace(a: *const Matrix) -> *mut Matrix {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.nullspace() })
}

/// The characteristic polynomial det(x·1 − a) of a square matrix; over Z by a modular method.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_charpoly(a: *const Matrix) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.charpoly() })
}

/// The minimal polynomial of a square matrix.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_minpoly(a: *const Matrix) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.minpoly() })
}

/// The Hermite form of a matrix over Z.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_hnf(a: *const Matrix) -> *mut Matrix {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.hnf() })
}

/// The Smith form of a matrix over Z or a finite ring.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_snf(a: *const Matrix) -> *mut Matrix {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.snf() })
}

/// An LLL-reduced basis of the lattice of the rows of a matrix over Z.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_lll(a: *const Matrix) -> *mut Matrix {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.lll() })
}

/// Frees a matrix; NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_free(matrix: *mut Matrix) {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    unsafe { free(matrix) };
}
