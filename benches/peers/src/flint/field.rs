//! What FLINT does with polynomials over a prime field beside products: division, series, Euclid's algorithm, points.
//!
//! Results go to buffers that are kept from call to call. No operand is a result.

use std::ffi::c_ulong;

use flint3_sys as ffi;

use super::nmod::NmodPoly;

/// Quotient and remainder.
pub fn divrem(out: &mut [NmodPoly; 3], a: &NmodPoly, b: &NmodPoly) {
    let [q, r, _] = out.each_mut().map(NmodPoly::raw_mut);
    // SAFETY: initialised polynomials of one modulus, all different; b is not 0 and its leading coefficient a unit.
    unsafe { ffi::nmod_poly_divrem(q, r, a.raw(), b.raw()) };
}

/// 1/(b in reverse order), to as many terms as b has.
pub fn reversed_inverse(n: u64, b: &NmodPoly) -> NmodPoly {
    let mut reversed = b.words().to_vec();
    reversed.reverse();
    let mut inverse = NmodPoly::with(n, &[]);
    inverse_series(&mut inverse, &NmodPoly::with(n, &reversed), reversed.len());
    inverse
}

/// Quotient and remainder of at most 2·len b − 1 coefficients, by the kept inverse of b.
pub fn divrem_kept(out: &mut [NmodPoly; 3], a: &NmodPoly, b: &NmodPoly, inverse: &NmodPoly) {
    assert!(a.words().len() < 2 * b.words().len());
    let [q, r, _] = out.each_mut().map(NmodPoly::raw_mut);
    // SAFETY: as above; the inverse is that of `reversed_inverse`, long enough for the quotient.
    unsafe { ffi::nmod_poly_divrem_newton_n_preinv(q, r, a.raw(), b.raw(), inverse.raw()) };
}

/// 1/a.
pub fn inverse_series(out: &mut NmodPoly, a: &NmodPoly, terms: usize) {
    // SAFETY: initialised polynomials of one modulus; the lowest coefficient is a unit, or FLINT ends the process.
    unsafe { ffi::nmod_poly_inv_series(out.raw_mut(), a.raw(), terms as ffi::slong) };
}

/// The logarithm of a, whose lowest coefficient is 1.
pub fn log_series(out: &mut NmodPoly, a: &NmodPoly, terms: usize) {
    // SAFETY: as above.
    unsafe { ffi::nmod_poly_log_series(out.raw_mut(), a.raw(), terms as ffi::slong) };
}

/// The exponential of a, whose lowest coefficient is 0.
pub fn exp_series(out: &mut NmodPoly, a: &NmodPoly, terms: usize) {
    // SAFETY: as above.
    unsafe { ffi::nmod_poly_exp_series(out.raw_mut(), a.raw(), terms as ffi::slong) };
}

/// The monic greatest common divisor.
pub fn gcd(out: &mut [NmodPoly; 3], a: &NmodPoly, b: &NmodPoly) {
    // SAFETY: initialised polynomials of one prime modulus, all different.
    unsafe { ffi::nmod_poly_gcd(out[0].raw_mut(), a.raw(), b.raw()) };
}

/// The monic greatest common divisor g, s and t with s·a + t·b = g.
pub fn xgcd(out: &mut [NmodPoly; 3], a: &NmodPoly, b: &NmodPoly) {
    let [g, s, t] = out.each_mut().map(NmodPoly::raw_mut);
    // SAFETY: as above.
    unsafe { ffi::nmod_poly_xgcd(g, s, t, a.raw(), b.raw()) };
}

/// The resultant.
pub fn resultant(a: &NmodPoly, b: &NmodPoly) -> u64 {
    // SAFETY: as above.
    unsafe { ffi::nmod_poly_resultant(a.raw(), b.raw()) }
}

/// The values of a at these points.
pub fn evaluate(values: &mut [u64], a: &NmodPoly, points: &[u64]) {
    assert_eq!(values.len(), points.len());
    let (values, len) = (values.as_mut_ptr().cast::<c_ulong>(), points.len() as ffi::slong);
    // SAFETY: `len` words are read from the points and written to the values.
    unsafe { ffi::nmod_poly_evaluate_nmod_vec_fast(values, a.raw(), points.as_ptr().cast::<c_ulong>(), len) };
}

/// The polynomial with these values at these points, no two of which are equal.
pub fn interpolate(out: &mut NmodPoly, points: &[u64], values: &[u64]) {
    assert_eq!(values.len(), points.len());
    let [points, data] = [points, values].map(|v| v.as_ptr().cast::<c_ulong>());
    // SAFETY: `len` words are read from both.
    unsafe { ffi::nmod_poly_interpolate_nmod_vec_fast(out.raw_mut(), points, data, values.len() as ffi::slong) };
}

/// The values of a at 1, q, q², …, for q = `root`².
pub fn evaluate_geometric(values: &mut [u64], a: &NmodPoly, root: u64) {
    let (data, len) = (values.as_mut_ptr().cast::<c_ulong>(), values.len() as ffi::slong);
    // SAFETY: `len` words are written.
    unsafe { ffi::nmod_poly_evaluate_geometric_nmod_vec_fast(data, a.raw(), root as c_ulong, len) };
}

/// The polynomial with these values at 1, q, q², …, for q = `root`², of no lower order than there are values.
pub fn interpolate_geometric(out: &mut NmodPoly, root: u64, values: &[u64]) {
    let (data, len) = (values.as_ptr().cast::<c_ulong>(), values.len() as ffi::slong);
    // SAFETY: `len` words are read.
    unsafe { ffi::nmod_poly_interpolate_geometric_nmod_vec_fast(out.raw_mut(), root as c_ulong, data, len) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peer::ModPoly;

    const P: u64 = 97;

    fn poly(coefficients: &[u64]) -> NmodPoly {
        NmodPoly::with(P, coefficients)
    }

    #[test]
    fn known_answers() {
        let mut out = [poly(&[]), poly(&[]), poly(&[])];
        // x^3 + 5 = (x − 1)(x² + x + 1) + 6
        let (a, b) = (poly(&[5, 0, 0, 1]), poly(&[96, 1]));
        divrem(&mut out, &a, &b);
        assert_eq!([&out[0], &out[1]].map(NmodPoly::coefficients), [vec![1, 1, 1], vec![6]]);
        let (a, b) = (poly(&[1, 2, 3]), poly(&[1, 96]));
        divrem_kept(&mut out, &a, &b, &reversed_inverse(P, &b));
        assert_eq!([&out[0], &out[1]].map(NmodPoly::coefficients), [vec![92, 94], vec![6]]);
        let mut series = poly(&[]);
        inverse_series(&mut series, &poly(&[1, 96]), 4);
        assert_eq!(series.coefficients(), [1; 4]);
        exp_series(&mut out[0], &poly(&[0, 5]), 30);
        log_series(&mut series, &out[0], 30);
        assert_eq!(series.coefficients(), [0, 5]);
        let (a, b) = (poly(&[96, 0, 1]), poly(&[1, 2, 1]));
        gcd(&mut out, &a, &b);
        assert_eq!(out[0].coefficients(), [1, 1]);
        xgcd(&mut out, &a, &b);
        assert_eq!(out[0].coefficients(), [1, 1]);
        // Res(x² − 2, x + 1) = (√2 + 1)(1 − √2)
        assert_eq!(resultant(&poly(&[95, 0, 1]), &poly(&[1, 1])), 96);
    }

    #[test]
    fn points_there_and_back() {
        let (points, a) = ([5, 7, 11], poly(&[1, 0, 2]));
        let mut values = [0; 3];
        evaluate(&mut values, &a, &points);
        assert_eq!(values, [51, 2, 49]);
        let mut back = poly(&[]);
        interpolate(&mut back, &points, &values);
        assert_eq!(back.coefficients(), a.coefficients());
        // at 1, 9, 81
        evaluate_geometric(&mut values, &a, 3);
        assert_eq!(values, [3, 66, 28]);
        interpolate_geometric(&mut back, 3, &values);
        assert_eq!(back.coefficients(), a.coefficients());
    }
}
