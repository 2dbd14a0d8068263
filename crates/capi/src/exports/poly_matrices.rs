//! Matrices of polynomials behind handles.

use super::area;
use crate::{
    objects::{Poly, PolyMatrix, Ring},
    pointers::{code, free, get, give, give_text, handles, store, text},
    status::Status,
};
use std::ffi::c_char;

/// A matrix of polynomials from text: "[[[1,1],[2]],[[3],[0,1]]]", each entry its coefficients, constant term first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_polymat_parse(ring: *const Ring, source: *const c_char) -> *mut PolyMatrix {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(ring)?.poly_matrix(text(source)?) })
}

/// A matrix of copies of rows·cols polynomials over the ring, row by row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_polymat_new(
    ring: *const Ring,
    entries: *const *const Poly,
    rows: usize,
    cols: usize,
) -> *mut PolyMatrix {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(ring)?.poly_matrix_of(rows, cols, &handles(entries, area(rows, cols)?)?) })
}

/// A copy of the entry in this row and column, from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_polymat_get(matrix: *const PolyMatrix, row: usize, col: usize) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(matrix)?.entry(row, col) })
}

/// The matrix as text, to be freed by polymod_string_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_polymat_to_string(matrix: *const PolyMatrix) -> *mut c_char {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give_text(|| unsafe { Ok(get(matrix)?.text()) })
}

/// The numbers of rows and of columns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_polymat_shape(
    matrix: *const PolyMatrix,
    rows: *mut usize,
    cols: *mut usize,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let (r, c) = get(matrix)?.shape();
        store(rows, r)?;
        store(cols, c)
    })
}

/// Whether both are the same matrix over the same ring.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_polymat_equal(a: *const PolyMatrix, b: *const PolyMatrix, equal: *mut bool) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { store(equal, get(a)? == get(b)?) })
}

/// a·b.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_polymat_mul(a: *const PolyMatrix, b: *const PolyMatrix) -> *mut PolyMatrix {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.mul(get(b)?) })
}

/// The determinant; over Z by a modular method.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_polymat_det(matrix: *const PolyMatrix) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(matrix)?.det() })
}

/// The Smith form of a matrix over a field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_polymat_smith(a: *const PolyMatrix) -> *mut PolyMatrix {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.smith() })
}

/// The Hermite form of the rows of a matrix over a field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_polymat_hermite(a: *const PolyMatrix) -> *mut PolyMatrix {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.hermite() })
}

/// The Popov form of the rows of a matrix over a field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_polymat_popov(a: *const PolyMatrix) -> *mut PolyMatrix {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.popov() })
}

/// Frees a matrix of polynomials; NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_polymat_free(matrix: *mut PolyMatrix) {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    unsafe { free(matrix) };
}
