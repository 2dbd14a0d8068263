//! Rings, polynomials and factorizations behind handles.

use crate::{
    objects::{Factors, Poly, Ring},
    pointers::{code, free, get, give, give_text, put_within, slice, store, text},
    status::{Failure, Status},
};
use std::{ffi::c_char, ptr};

/// The ring of this name, one that the program takes as --ring: "z", "q", "zn:97", "zn:2^127-1", "gf2", "gf2^8:0x11b", "gf:3^5", "gf:5^2:t^2+2",
/// "zn:21[t]/t^2+t+1", "gfpf:F16"; "z[y]" and "zn:97[y]" for polymod_bivariate_new.
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

/// The greatest common divisor g, and s and t with s·a + t·b = g, over fields; all NULL after an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_xgcd(
    g: *mut *mut Poly,
    s: *mut *mut Poly,
    t: *mut *mut Poly,
    a: *const Poly,
    b: *const Poly,
) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe {
        let out = [g, s, t];
        out.iter().try_for_each(|&place| store(place, ptr::null_mut()))?;
        let found = get(a)?.xgcd(get(b)?)?;
        out.into_iter().zip(found).try_for_each(|(place, p)| store(place, Box::into_raw(Box::new(p))))
    })
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

/// `terms` terms of the power series 1/a, whose constant term is a unit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_poly_inv_series(a: *const Poly, terms: usize) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.inv_series(terms) })
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
