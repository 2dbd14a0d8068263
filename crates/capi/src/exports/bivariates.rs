//! Polynomials in two variables behind handles.

use crate::{
    objects::{Bivariate, Poly, Ring},
    pointers::{code, free, get, give, handles, store},
    status::Status,
};

/// The polynomial in x and y whose coefficients by powers of x, from the constant one on, are copies of these polynomials in y; over the ring of
/// the coefficients, or "z[y]", "zn:97[y]".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_bivariate_new(
    ring: *const Ring,
    coefficients: *const *const Poly,
    len: usize,
) -> *mut Bivariate {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(ring)?.bivariate(&handles(coefficients, len)?) })
}

/// The degree in x; −1 for 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_bivariate_degree(a: *const Bivariate, degree: *mut i64) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { store(degree, get(a)?.degree()) })
}

/// A copy of the coefficient of this power of x, a polynomial in y.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_bivariate_get(a: *const Bivariate, power: usize) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { Ok(get(a)?.coefficient(power)) })
}

/// Whether both are the same polynomial over the same ring.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_bivariate_equal(a: *const Bivariate, b: *const Bivariate, equal: *mut bool) -> Status {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    code(|| unsafe { store(equal, get(a)? == get(b)?) })
}

/// a·b.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_bivariate_mul(a: *const Bivariate, b: *const Bivariate) -> *mut Bivariate {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.mul(get(b)?) })
}

/// The greatest common divisor, over Z and finite fields.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_bivariate_gcd(a: *const Bivariate, b: *const Bivariate) -> *mut Bivariate {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.gcd(get(b)?) })
}

/// The resultant with respect to x, a polynomial in y.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_bivariate_resultant(a: *const Bivariate, b: *const Bivariate) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.resultant(get(b)?) })
}

/// The discriminant with respect to x, a polynomial in y.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_bivariate_discriminant(a: *const Bivariate) -> *mut Poly {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    give(|| unsafe { get(a)?.discriminant() })
}

/// Frees a polynomial; NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn polymod_bivariate_free(a: *mut Bivariate) {
    // SAFETY: the caller keeps the promises stated in `pointers`.
    unsafe { free(a) };
}
