//! What checks over Z and Q need of these rings themselves, for rings that are Z or Q by their own type or behind [`AnyRing`].

use super::Unverified;
use crate::{
    Error,
    matrix::Matrix,
    poly::Poly,
    ring::{AnyRing, Convolve, Integers, Rationals},
};
use std::any::Any;

/// Z itself, for a ring that is Z.
///
/// # Errors
/// [`Error::Unsupported`] for other rings.
pub fn over_z<R: Convolve>(r: &R) -> Result<&Integers, Unverified> {
    let any: &dyn Any = r;
    let z = any.downcast_ref().or_else(|| any.downcast_ref::<AnyRing>()?.downcast_ref());
    z.ok_or_else(|| Error::Unsupported { operation: "this check".into(), ring: r.name() }.into())
}

/// A polynomial over Z as one of Z's own type; the coefficients are copied.
///
/// # Errors
/// Those of [`over_z`].
pub fn integer_poly<R: Convolve>(p: &Poly<R>) -> Result<Poly<Integers>, Unverified> {
    if let Some(p) = rational_poly(p) {
        return Ok(p.numerator());
    }
    let z = over_z(p.ring())?;
    Ok(Poly::from_coeffs(z, p.ring().owned(p.coeffs()).into_cast()))
}

/// Q itself, for rings that are Q by their own type or behind [`AnyRing`].
fn over_q<R: Convolve>(r: &R) -> Option<&Rationals> {
    let any: &dyn Any = r;
    any.downcast_ref().or_else(|| any.downcast_ref::<AnyRing>()?.downcast_ref())
}

/// A polynomial over Q, with its own type.
pub(super) fn rational_poly<R: Convolve>(p: &Poly<R>) -> Option<Poly<Rationals>> {
    let q = over_q(p.ring())?;
    Some(Poly::from_coeffs(q, p.ring().owned(p.coeffs()).into_cast()))
}

/// A matrix over Q, with its own type.
pub(super) fn rational_matrix<R: Convolve>(a: &Matrix<R>) -> Option<Matrix<Rationals>> {
    let q = over_q(a.ring())?;
    Matrix::new(q, a.rows(), a.cols(), a.ring().owned(a.entries()).into_cast()).ok()
}
