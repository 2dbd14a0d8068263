//! Chains of subresultants over rings that are no fields.

use super::zn;
use polymod::{Error, Poly};

#[test]
fn units_are_needed_only_to_go_on() {
    let f = zn(6);
    let poly = |v: &[i64]| Poly::from_i64(&f, v);
    // the last leading coefficient is 2
    let chain = poly(&[3, 0, 1]).subresultants(&poly(&[1, 1])).unwrap();
    assert_eq!(chain, [poly(&[4])]);
    let chain = poly(&[2, 0, 0, 1]).subresultants(&poly(&[0, 0, 1])).unwrap();
    assert_eq!(chain, [poly(&[4]), poly(&[2])]);
    // x^4 + x − (x − 2)·(x³ + 2x²) = 4x² + x
    let e = poly(&[0, 1, 0, 0, 1]).subresultants(&poly(&[0, 0, 2, 1])).unwrap_err();
    assert!(matches!(e, Error::NotInvertible { .. }), "{e}");
    // powers of 2 to be divided by vanish
    let f = zn(4);
    let poly = |v: &[i64]| Poly::from_i64(&f, v);
    let e = poly(&[1, 1, 2]).subresultants(&poly(&[1, 0, 0, 1])).unwrap_err();
    assert_eq!(e.to_string(), "2 has no inverse modulo 4: 2 divides both");
}
