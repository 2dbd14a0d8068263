//! Least common multiples, exact quotients and powers of a divisor.

use super::{words, zn};
use crate::any;
use polymod::{Error, Poly, ring::AnyElem};

#[test]
fn powers_are_removed_whole() {
    let f = zn(101);
    let (b, c) = (Poly::from_i64(&f, &[3, 1, 2]), Poly::from_i64(&f, &[5, 0, 7, 1]));
    for e in (0..20).chain([31, 32, 33, 63, 64, 65]) {
        let a = &b.pow(e).expect("a power") * &c;
        assert_eq!(a.remove(&b).expect("a power"), (e, c.clone()), "{e}");
    }
    let x = Poly::x(&f);
    assert_eq!(Poly::monomial(&f, &AnyElem::Word(5), 9).remove(&x).expect("a power"), (9, Poly::from_i64(&f, &[5])));
    for (a, b) in [(Poly::zero(&f), &x), (x.clone(), &Poly::zero(&f)), (x.clone(), &Poly::from_i64(&f, &[7]))] {
        assert!(matches!(a.remove(b), Err(Error::Domain { .. })), "{a}, {b}");
    }
}

#[test]
fn multiples_and_quotients() {
    let f = any("gf2^8:0x11b");
    let [a, b, c] = [[1u64, 7, 1], [9, 0, 3], [2, 5, 200]].map(|v| words(&f, v));
    let (x, y) = (&a * &b, &a * &c);
    let lcm = x.lcm(&y).expect("a multiple");
    assert_eq!(lcm, (&x * &c).monic().expect("a field"));
    assert_eq!(a.divides(&x).expect("a field"), Some(b.clone()));
    assert_eq!(x.divides(&a).expect("a field"), None);
    let zero = Poly::zero(&f);
    assert_eq!(zero.divides(&zero).expect("a field"), Some(zero.clone()));
    assert_eq!((zero.divides(&a).expect("a field"), x.lcm(&zero).expect("a field")), (None, zero));
}
