//! The exported functions. They keep to the promises stated in `pointers`, the only other file with `unsafe`.
#![allow(unsafe_code, clippy::missing_safety_doc)]

use crate::{
    objects::{Factors, Matrix, Ntt, Poly, Ring},
    pointers::{code, free, get, give, give_text, put, put_both, put_within, slice, store, text},
    status::{self, Failure, Result, Status, guarded},
    words,
};
use std::{
    ffi::{CString, c_char},
    ptr,
};

/// Message of this thread's last call: empty after a success. Valid until this thread's next call of another function.
#[unsafe(no_mangle)]
pub extern "C" fn polymod_last_error() -> *const c_char {
    status::message()
}

/// Code of this thread's last call.
#[unsafe(no_mangle)]
pub extern "C" fn polymod_last_status() -> Status {
    status::last()
}

/// Largest number of threads of a computation, for calls on words and for rings made from now on; 0, the default: one for each core.
/// Results do not depend on it.
#[unsafe(no_mangle)]
pub extern "C" fn polymod_set_threads(threads: usize) {
    let _ = guarded(|| {
        status::set_threads(threads);
        Ok(())
    });
}

/// Stops all computations of the process with POLYMOD_STATUS_CANCELLED, also those started later, until polymod_cancel_reset.
/// May be called from any thread.
#[unsafe(no_mangle)]
pub extern "C" fn polymod_cancel() {
    status::cancel().raise();
}

/// Allows computations again.
#[unsafe(no_mangle)]
pub extern "C" fn polymod_cancel_reset() {
    status::cancel().reset();
}

/// Frees a text that this library returned; NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_string_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: made by `give_text`, and freed once by the caller's promise.
        drop(unsafe { CString::from_raw(text) });
    }
}

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

fn area(rows: usize, cols: usize) -> Result<usize> {
    rows.checked_mul(cols).ok_or_else(|| Failure::argument(format!("a matrix is too large: {rows} by {cols}")))
}

/// A transform of `len` words modulo the prime n: values at the powers of a root of unity, in natural order. `len`, or 2·`len` where
/// negacyclic, divides n − 1.
#[unsafe(no_mangle)]
pub extern "C" fn polymod_ntt_new(n: u64, len: usize, negacyclic: bool) -> *mut Ntt {
    give(|| Ntt::new(n, len, negacyclic))
}

/// The root of unity whose powers are the points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_ntt_root(ntt: *const Ntt, root: *mut u64) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { store(root, *get(ntt)?.dft.root()) })
}

/// The values of the polynomial with coefficients `x`; `out` may be `x`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_ntt_forward(ntt: *const Ntt, out: *mut u64, x: *const u64) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let dft = &get(ntt)?.dft;
        let mut y = slice(x, dft.len())?.to_vec();
        dft.forward_slice(&mut y)?;
        put(out, &y)
    })
}

/// The coefficients of the polynomial with values `x`; `out` may be `x`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_ntt_inverse(ntt: *const Ntt, out: *mut u64, x: *const u64) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let dft = &get(ntt)?.dft;
        let mut y = slice(x, dft.len())?.to_vec();
        dft.inverse_slice(&mut y)?;
        put(out, &y)
    })
}

/// Frees a transform; NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_ntt_free(ntt: *mut Ntt) {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    unsafe { free(ntt) };
}

/// The ring of this name: "z", "zn:97" and any longer modulus, "gf2", "gf2^8:0x11b", "gfpf:F16".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_ring_new(name: *const c_char) -> *mut Ring {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { Ring::named(text(name)?) })
}

/// The name of the ring, to be freed by polymod_string_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_ring_name(ring: *const Ring) -> *mut c_char {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give_text(|| unsafe { Ok(get(ring)?.name()) })
}

/// Frees a ring; objects over it stay. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_ring_free(ring: *mut Ring) {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    unsafe { free(ring) };
}

/// A polynomial from text, such as "3*x^2 - x + 7" or "[7,-1,3]".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_parse(ring: *const Ring, source: *const c_char) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(ring)?.poly(text(source)?) })
}

/// A polynomial from words, constant term first: integers, reduced over Z/n; over F_(2^k) their bits are the coefficients of an element.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_from_words(ring: *const Ring, words: *const u64, len: usize) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(ring)?.poly_of_words(slice(words, len)?) })
}

/// The coefficients as words, where each is one; `len` gets their number, also where `capacity` does not suffice.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_to_words(
    poly: *const Poly,
    out: *mut u64,
    capacity: usize,
    len: *mut usize,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { put_within(out, capacity, len, &get(poly)?.words()?) })
}

/// The polynomial as text, to be freed by polymod_string_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_to_string(poly: *const Poly) -> *mut c_char {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give_text(|| unsafe { Ok(get(poly)?.text()) })
}

/// The degree; −1 for 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_degree(poly: *const Poly, degree: *mut i64) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { store(degree, get(poly)?.degree()) })
}

/// Whether both are the same polynomial over the same ring.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_equal(a: *const Poly, b: *const Poly, equal: *mut bool) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { store(equal, get(a)? == get(b)?) })
}

/// a + b.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_add(a: *const Poly, b: *const Poly) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.add(get(b)?) })
}

/// a − b.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_sub(a: *const Poly, b: *const Poly) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.sub(get(b)?) })
}

/// a·b.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_mul(a: *const Poly, b: *const Poly) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.mul(get(b)?) })
}

/// The greatest common divisor: monic over fields; over Z with its content and a positive leading coefficient, by a modular method.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_gcd(a: *const Poly, b: *const Poly) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.gcd(get(b)?) })
}

/// a to a power.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_pow(a: *const Poly, exponent: u64) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.pow(exponent) })
}

/// Quotient and remainder, both NULL after an error; over Z every step must divide.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_divrem(
    q: *mut *mut Poly,
    r: *mut *mut Poly,
    a: *const Poly,
    b: *const Poly,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        store(q, ptr::null_mut())?;
        store(r, ptr::null_mut())?;
        let (x, y) = get(a)?.div_rem(get(b)?)?;
        store(q, Box::into_raw(Box::new(x)))?;
        store(r, Box::into_raw(Box::new(y)))
    })
}

/// The resultant, as text; over Z by a modular method.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_resultant(a: *const Poly, b: *const Poly) -> *mut c_char {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give_text(|| unsafe { get(a)?.resultant(get(b)?) })
}

/// The value at an element of the ring, both as text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_eval(a: *const Poly, at: *const c_char) -> *mut c_char {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give_text(|| unsafe { get(a)?.eval(text(at)?) })
}

/// The factorization into irreducible polynomials.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_factor(a: *const Poly) -> *mut Factors {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.factor() })
}

/// Frees a polynomial; NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_free(poly: *mut Poly) {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    unsafe { free(poly) };
}

/// The number of distinct factors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_factors_count(factors: *const Factors, count: *mut usize) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { store(count, get(factors)?.factors.len()) })
}

/// The unit before the factors, as text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_factors_unit(factors: *const Factors) -> *mut c_char {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give_text(|| unsafe { Ok(get(factors)?.unit.clone()) })
}

/// A copy of the factor of this index from 0, and its multiplicity.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_factors_get(
    factors: *const Factors,
    index: usize,
    multiplicity: *mut u64,
) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe {
        let (poly, e) =
            get(factors)?.factors.get(index).ok_or_else(|| Failure::argument(format!("there is no factor {index}")))?;
        store(multiplicity, *e)?;
        Ok(poly.copy())
    })
}

/// Frees a factorization; NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_factors_free(factors: *mut Factors) {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    unsafe { free(factors) };
}

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
    give(|| unsafe {
        let (x, d) = get(a)?.solve(get(b)?)?;
        if !denominator.is_null() {
            store(denominator, CString::new(d).unwrap_or_default().into_raw())?;
        }
        Ok(x)
    })
}

/// Frees a matrix; NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_matrix_free(matrix: *mut Matrix) {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    unsafe { free(matrix) };
}
