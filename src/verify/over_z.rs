//! What checks over Z need of Z itself, for rings that are Z by their own type or behind [`AnyRing`].

use super::Unverified;
use crate::{
    Error,
    poly::Poly,
    ring::{AnyRing, Convolve, Integers},
};
use std::any::Any;

/// Z itself, for a ring that is Z.
///
/// # Errors
/// [`Error::Unsupported`] for other rings.
pub(super) fn over_z<R: Convolve>(r: &R) -> Result<&Integers, Unverified> {
    let any: &dyn Any = r;
    let z = any.downcast_ref().or_else(|| any.downcast_ref::<AnyRing>()?.downcast_ref());
    z.ok_or_else(|| Error::Unsupported { operation: "this check".into(), ring: r.name() }.into())
}

/// A polynomial over Z as one of Z's own type; the coefficients are copied.
///
/// # Errors
/// Those of [`over_z`].
pub(super) fn integer_poly<R: Convolve>(p: &Poly<R>) -> Result<Poly<Integers>, Unverified> {
    let z = over_z(p.ring())?;
    Ok(Poly::from_coeffs(z, p.ring().owned(p.coeffs()).into_cast()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Zn, verify::Checker};

    #[test]
    fn z_is_found_behind_any_ring_and_other_rings_are_refused() {
        let z = Integers::new();
        let any = AnyRing::new(z.clone());
        let p = Poly::from_i64(&any, &[-6, 0, 4]);
        assert_eq!(integer_poly(&p), Ok(Poly::from_i64(&z, &[-6, 0, 4])));
        assert_eq!(over_z(&z), Ok(&z));
        let f = Zn::new(97).unwrap();
        let a = Poly::from_i64(&f, &[1, 1]);
        let unsupported = |e| matches!(e, Unverified::Library(Error::Unsupported { .. }));
        assert!(Checker::seeded(&f, 1).integer_divisor(&a, &a, &a).is_err_and(unsupported));
    }
}
