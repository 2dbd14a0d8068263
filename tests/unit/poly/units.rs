//! Inverses of polynomials, and negative powers.

use super::zn;
use polymod::{Error, Poly, poly::Exponent};

#[test]
fn nilpotent_coefficients_and_others() {
    let r = zn(1 << 20);
    let a = Poly::from_i64(&r, &[3, 2, 6, 1 << 10]);
    let inverse = a.unit_inverse().unwrap();
    assert_eq!(&a * &inverse, Poly::one(&r));
    assert_eq!(a.pow(-3), Ok(&(&inverse * &inverse) * &inverse));
    assert!(matches!(Poly::from_i64(&r, &[3, 1]).unit_inverse(), Err(Error::Domain { .. })));
    assert!(matches!(Poly::from_i64(&r, &[2, 2]).unit_inverse(), Err(Error::NotInvertible { .. })));
    let f = zn(97);
    assert_eq!(Poly::from_i64(&f, &[2]).pow(-1), Ok(Poly::from_i64(&f, &[49])));
    assert_eq!(Poly::zero(&f).pow(-1), Err(Error::DivisionByZero));
    assert_eq!(Poly::from_i64(&f, &[5]).pow(Exponent::new(true, &[96, 96])), Ok(Poly::one(&f)));
}
