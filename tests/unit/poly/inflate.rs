//! Polynomials in x^k.

use crate::any;
use polymod::{AnyRing, Error, Poly, Ring};

fn there_and_back(r: &AnyRing) {
    let polys = [&[][..], &[5], &[0, 1], &[1, 0, 0, 1], &[3, 1, 4, 1, 5, 9, 1]];
    for a in polys.map(|c| Poly::from_i64(r, c)) {
        for k in 1..5 {
            let b = a.inflate(k).expect("a polynomial");
            assert_eq!(b, a.compose(&Poly::monomial(r, &r.one(), k)).expect("a composition"));
            assert_eq!(b.deflate(k).as_ref(), Ok(&a), "{k} over {}", r.name());
            let odd = b.shl(1);
            assert_eq!(odd.deflate(k).is_ok(), k == 1 || a.is_empty());
        }
        assert!(matches!(a.inflate(0), Err(Error::OutOfRange { .. })));
        assert!(matches!(a.deflate(0), Err(Error::OutOfRange { .. })));
        assert_eq!(a.deflate(usize::MAX).is_ok(), a.len() < 2);
        assert_eq!(a.inflate(usize::MAX).is_ok(), a.len() < 2);
    }
}

#[test]
fn exponents_are_multiplied_and_divided() {
    ["z", "gf2", "zn:6", "zn:2^61-1"].iter().for_each(|name| there_and_back(&any(name)));
}
