//! Functions on the caller's words.

use super::area;
use crate::{
    pointers::{code, put, put_both, put_within, slice, store},
    status::Status,
    words,
};

/// out = a·b modulo n: len_a + len_b − 1 words, none where an operand has none.
/// Coefficients are least residues modulo n, 2 ≤ n < 2^64, constant term first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_zn_mul(
    out: *mut u64,
    a: *const u64,
    len_a: usize,
    b: *const u64,
    len_b: usize,
    n: u64,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { put(out, &words::mul(slice(a, len_a)?, slice(b, len_b)?, n)?) })
}

/// a = q·b + r modulo n: q has max(len_a − len_b + 1, 0) words, r len_b − 1, padded with zeros. The last word of b is a unit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_zn_divrem(
    q: *mut u64,
    r: *mut u64,
    a: *const u64,
    len_a: usize,
    b: *const u64,
    len_b: usize,
    n: u64,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let (x, y) = words::div_rem(slice(a, len_a)?, slice(b, len_b)?, n)?;
        put_both((q, &x), (r, &y))
    })
}

/// The monic greatest common divisor modulo a prime n; `out` has room for max(len_a, len_b) words, `len` gets their number, 0 for 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_zn_gcd(
    out: *mut u64,
    len: *mut usize,
    a: *const u64,
    len_a: usize,
    b: *const u64,
    len_b: usize,
    n: u64,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let g = words::gcd(slice(a, len_a)?, slice(b, len_b)?, n)?;
        put_within(out, len_a.max(len_b), len, &g)
    })
}

/// The values of a at `count` points: `count` words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_zn_eval(
    out: *mut u64,
    a: *const u64,
    len_a: usize,
    points: *const u64,
    count: usize,
    n: u64,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { put(out, &words::eval(slice(a, len_a)?, slice(points, count)?, n)?) })
}

/// The polynomial of less than `count` coefficients with these values at these distinct points, padded with zeros to `count` words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_zn_interpolate(
    out: *mut u64,
    points: *const u64,
    values: *const u64,
    count: usize,
    n: u64,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { put(out, &words::interpolate(slice(points, count)?, slice(values, count)?, n)?) })
}

/// The determinant of a square matrix, row by row: one word.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_zn_det(out: *mut u64, a: *const u64, size: usize, n: u64) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let len = area(size, size)?;
        put(out, &[words::det(slice(a, len)?, size, n)?])
    })
}

/// The rank of a matrix, row by row, over a field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_zn_rank(out: *mut usize, a: *const u64, rows: usize, cols: usize, n: u64) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let len = area(rows, cols)?;
        store(out, words::rank(slice(a, len)?, rows, cols, n)?)
    })
}

/// The product of a matrix of `rows` by `inner` and one of `inner` by `cols` words, row by row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_zn_matmul(
    out: *mut u64,
    a: *const u64,
    b: *const u64,
    rows: usize,
    inner: usize,
    cols: usize,
    n: u64,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let (a, b) = (slice(a, area(rows, inner)?)?, slice(b, area(inner, cols)?)?);
        put(out, &words::mat_mul(a, b, (rows, inner, cols), n)?)
    })
}

/// X with A·X = B: A of `rows` by `cols` words, B of `rows` by `right`, X of `cols` by `right`, row by row; free unknowns are 0.
/// POLYMOD_STATUS_NO_ANSWER where there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_zn_solve(
    out: *mut u64,
    a: *const u64,
    b: *const u64,
    rows: usize,
    cols: usize,
    right: usize,
    n: u64,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let (a, b) = (slice(a, area(rows, cols)?)?, slice(b, area(rows, right)?)?);
        put(out, &words::solve(a, b, (rows, cols, right), n)?)
    })
}

/// The inverse of a square matrix, row by row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_zn_inverse(out: *mut u64, a: *const u64, size: usize, n: u64) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let len = area(size, size)?;
        put(out, &words::inverse(slice(a, len)?, size, n)?)
    })
}

/// The characteristic polynomial det(x·1 − A) of a square matrix, row by row: `size` + 1 words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_zn_charpoly(out: *mut u64, a: *const u64, size: usize, n: u64) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let len = area(size, size)?;
        put(out, &words::charpoly(slice(a, len)?, size, n)?)
    })
}

/// `terms` terms of the power series 1/a, whose constant term is a unit: `terms` words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_zn_inv_series(
    out: *mut u64,
    a: *const u64,
    len_a: usize,
    terms: usize,
    n: u64,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { put(out, &words::inv_series(slice(a, len_a)?, terms, n)?) })
}

/// The product of matrices of polynomials, row by row, each entry `len_a` or `len_b` words, padded with zeros: entries of
/// len_a + len_b − 1 words, of none where an operand's have none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_zn_polymat_mul(
    out: *mut u64,
    a: *const u64,
    len_a: usize,
    b: *const u64,
    len_b: usize,
    rows: usize,
    inner: usize,
    cols: usize,
    n: u64,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let a = slice(a, area(area(rows, inner)?, len_a)?)?;
        let b = slice(b, area(area(inner, cols)?, len_b)?)?;
        put(out, &words::poly_mat_mul((a, len_a), (b, len_b), (rows, inner, cols), n)?)
    })
}

/// The determinant of a square matrix of polynomials, row by row, each entry `len` words, padded with zeros:
/// size·max(len − 1, 0) + 1 words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_zn_polymat_det(
    out: *mut u64,
    a: *const u64,
    size: usize,
    len: usize,
    n: u64,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { put(out, &words::poly_mat_det(slice(a, area(area(size, size)?, len)?)?, size, len, n)?) })
}

/// out = a·b over F_2: len_a + len_b words of 64 coefficients, that of x^0 in the lowest bit of the first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_gf2_mul(
    out: *mut u64,
    a: *const u64,
    len_a: usize,
    b: *const u64,
    len_b: usize,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { put(out, &words::gf2_mul(slice(a, len_a)?, slice(b, len_b)?)?) })
}

/// a = q·b + r over F_2: q has len_a words, r len_b.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_gf2_divrem(
    q: *mut u64,
    r: *mut u64,
    a: *const u64,
    len_a: usize,
    b: *const u64,
    len_b: usize,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let (x, y) = words::gf2_div_rem(slice(a, len_a)?, slice(b, len_b)?)?;
        put_both((q, &x), (r, &y))
    })
}

/// The greatest common divisor over F_2: max(len_a, len_b) words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_gf2_gcd(
    out: *mut u64,
    a: *const u64,
    len_a: usize,
    b: *const u64,
    len_b: usize,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { put(out, &words::gf2_gcd(slice(a, len_a)?, slice(b, len_b)?)?) })
}
