//! Bytes of results, which over Z may be much longer than the operands.

use polymod::{
    matrix::{Matrix, PolyMatrix},
    memory::{coefficient_bytes, log2_norm},
    poly::{Part, Poly},
    ring::{Convolve, Ring},
};

/// Bytes of a part of a product.
pub(super) fn product<R: Convolve>(factors: &[&Poly<R>], part: &Part) -> f64 {
    if factors.is_empty() || factors.iter().any(|f| f.is_empty()) {
        return 0.0;
    }
    let full = factors.iter().map(|f| (f.len() - 1) as f64).sum::<f64>() + 1.0;
    let len = match part {
        Part::All => full,
        Part::Low(n) | Part::Cyclic(n) | Part::Negacyclic(n) => full.min(*n as f64),
        Part::Middle(w) => full.min(w.len() as f64),
    };
    len * coefficient_bytes(factors[0], || factors.iter().map(|f| log2_norm(f)).sum())
}

/// Number of bits of the largest entry; 0 where entries are bounded.
pub(super) fn entry_bits<R: Ring>(a: &Matrix<R>) -> f64 {
    f64::from(a.ring().size(a.entries()).bits)
}

/// Bytes of `count` entries; over Z of entries with `bits_each` bits.
pub(super) fn entries<R: Ring>(a: &Matrix<R>, count: f64, bits_each: f64) -> f64 {
    let bounded = a.ring().size(a.ring().collect(&[a.ring().one()]).view()).bits == 0;
    if bounded { a.entries().bytes_for(count) } else { count * (8.0 * (bits_each / 64.0).floor() + 8.0) }
}

/// Number of coefficients of the longest entry, and of bits of the largest coefficient, 0 where they are bounded.
fn largest<R: Convolve>(m: &PolyMatrix<R>) -> (f64, f64) {
    let sizes = m.entries().iter().map(|e| m.ring().size(e.coeffs()));
    sizes.fold((0.0, 0.0), |(len, bits): (f64, f64), s| (len.max(s.len as f64), bits.max(f64::from(s.bits))))
}

/// Bytes of `count` coefficients, of `bits` bits each where they are not bounded.
fn coefficients<R: Convolve>(r: &R, count: f64, bits: f64) -> f64 {
    if bits == 0.0 { Poly::one(r).coeffs().bytes_for(count) } else { 8.0 * ((bits / 64.0).floor() + 1.0) * count }
}

/// Bytes of a product of matrices of polynomials.
pub(super) fn poly_matrix_product<R: Convolve>(a: &PolyMatrix<R>, b: &PolyMatrix<R>) -> f64 {
    let ((x, p), (y, q)) = (largest(a), largest(b));
    let count = a.rows() as f64 * b.cols() as f64 * (x + y).max(1.0);
    let sums = (a.cols().max(1) as f64 * x.min(y).max(1.0)).log2();
    coefficients(a.ring(), count, if p + q == 0.0 { 0.0 } else { p + q + sums })
}

/// Bytes of the power of a matrix of polynomials.
pub(super) fn poly_matrix_power<R: Convolve>(a: &PolyMatrix<R>, e: f64) -> f64 {
    let ((len, bits), n) = (largest(a), a.rows() as f64);
    let count = n * n * ((len - 1.0).max(0.0) * e + 1.0);
    let growth = bits + (n * len).max(1.0).log2();
    coefficients(a.ring(), count, if bits == 0.0 { 0.0 } else { growth * e })
}
