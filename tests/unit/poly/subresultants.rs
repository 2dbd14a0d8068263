//! Chains of subresultants over rings that are no fields.

use super::zn;
use polymod::Poly;

#[test]
fn chains_need_no_units() {
    let f = zn(6);
    let poly = |v: &[i64]| Poly::from_i64(&f, v);
    // the last leading coefficient is 2
    let chain = poly(&[3, 0, 1]).subresultants(&poly(&[1, 1])).unwrap();
    assert_eq!(chain, [poly(&[4])]);
    let chain = poly(&[2, 0, 0, 1]).subresultants(&poly(&[0, 0, 1])).unwrap();
    assert_eq!(chain, [poly(&[4]), poly(&[2])]);
    // x^4 + x − (x − 2)·(x³ + 2x²) = 4x² + x, where Euclid's algorithm ends; both vanish at 0
    let chain = poly(&[0, 1, 0, 0, 1]).subresultants(&poly(&[0, 0, 2, 1])).unwrap();
    assert_eq!([&chain[0], &chain[2]], [&poly(&[]), &poly(&[0, 1, 4])]);
    // powers of 2 to be divided by vanish: the resultant over Z is 14
    let f = zn(4);
    let poly = |v: &[i64]| Poly::from_i64(&f, v);
    let chain = poly(&[1, 1, 2]).subresultants(&poly(&[1, 0, 0, 1])).unwrap();
    assert_eq!(chain[0], poly(&[14]));
}
