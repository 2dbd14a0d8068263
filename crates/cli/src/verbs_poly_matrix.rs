//! The verbs of matrices of polynomials over fields: bases and normal forms.

use super::{
    Failure,
    args::VerbCall,
    verbs::{Operands, Value, Verb, row, small, unexpected},
};
use polymod::{matrix::PolyMat, poly::Poly, ring::Convolve};
use rug::Integer;

/// Verbs of rings with division by leading coefficients.
pub fn basis_verbs<R: Convolve>() -> Vec<Verb<R>> {
    vec![
        row(
            "approximant-basis",
            |o, call| {
                let a = &o.poly_matrices[0];
                Ok(a.approximant_basis(order(o)?, &shift(call, a.rows()))?.into())
            },
            |o, _| {
                let a = &o.poly_matrices[0];
                let entry = Poly::one(a.ring()).coeffs().bytes_for(o.integers[0].to_f64() + 1.0);
                (a.rows() as f64).powi(2) * entry
            },
            |c, o, call, v| {
                let a = &o.poly_matrices[0];
                c.approximants(a, order(o)?, &shift(call, a.rows()), poly_matrix(v)?)
            },
        ),
        row(
            "kernel-basis",
            |o, call| {
                let a = &o.poly_matrices[0];
                Ok(a.kernel_basis(&shift(call, a.rows()))?.into())
            },
            small,
            |c, o, call, v| {
                let a = &o.poly_matrices[0];
                c.poly_kernel(a, &shift(call, a.rows()), poly_matrix(v)?)
            },
        ),
        row(
            "popov",
            |o, call| {
                let a = &o.poly_matrices[0];
                Ok(a.popov(&shift(call, a.cols()))?.into())
            },
            small,
            |c, o, call, v| {
                let a = &o.poly_matrices[0];
                c.popov(a, &shift(call, a.cols()), poly_matrix(v)?)
            },
        ),
        row(
            "hermite",
            |o, _| Ok(o.poly_matrices[0].hermite()?.into()),
            small,
            |c, o, _, v| c.hermite(&o.poly_matrices[0], poly_matrix(v)?),
        ),
    ]
}

pub(super) fn poly_matrix<R: Convolve>(v: &Value<R>) -> Result<&PolyMat<R>, Failure> {
    match v {
        Value::PolyMatrix(m) => Ok(m),
        _ => Err(unexpected()),
    }
}

/// The shift that was given, or zeros.
fn shift(call: &VerbCall, len: usize) -> Vec<i64> {
    call.shift.clone().unwrap_or_else(|| vec![0; len])
}

fn order<R: Convolve>(o: &Operands<R>) -> Result<usize, Failure> {
    let n: &Integer = &o.integers[0];
    n.to_usize().ok_or_else(|| Failure::Usage(format!("N: expected a number of coefficients, found {n}")))
}

/// Number of coefficients of the longest entry, and of bits of the largest coefficient, 0 where they are bounded.
fn largest<R: Convolve>(m: &PolyMat<R>) -> (f64, f64) {
    let sizes = m.entries().iter().map(|e| m.ring().size(e.coeffs()));
    sizes.fold((0.0, 0.0), |(len, bits): (f64, f64), s| (len.max(s.len as f64), bits.max(f64::from(s.bits))))
}

/// Bytes of `count` coefficients, of `bits` bits each where they are not bounded.
fn coefficients_bytes<R: Convolve>(r: &R, count: f64, bits: f64) -> f64 {
    if bits == 0.0 { Poly::one(r).coeffs().bytes_for(count) } else { 8.0 * ((bits / 64.0).floor() + 1.0) * count }
}

/// Bytes of a product of matrices of polynomials.
pub(super) fn poly_product_bytes<R: Convolve>(a: &PolyMat<R>, b: &PolyMat<R>) -> f64 {
    let ((x, p), (y, q)) = (largest(a), largest(b));
    let count = a.rows() as f64 * b.cols() as f64 * (x + y).max(1.0);
    let sums = (a.cols().max(1) as f64 * x.min(y).max(1.0)).log2();
    coefficients_bytes(a.ring(), count, if p + q == 0.0 { 0.0 } else { p + q + sums })
}

/// Bytes of the power of a matrix of polynomials.
pub(super) fn poly_power_bytes<R: Convolve>(a: &PolyMat<R>, e: f64) -> f64 {
    let ((len, bits), n) = (largest(a), a.rows() as f64);
    let count = n * n * ((len - 1.0).max(0.0) * e + 1.0);
    let growth = bits + (n * len).max(1.0).log2();
    coefficients_bytes(a.ring(), count, if bits == 0.0 { 0.0 } else { growth * e })
}
