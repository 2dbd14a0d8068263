//! Polynomials in x^k.

use polymod::{Error, F2, Integers, Poly, Zn, ring::Convolve};

fn there_and_back<R: Convolve>(r: &R) {
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
    there_and_back(&F2::new());
    there_and_back(&Zn::new(6).expect("a modulus"));
    there_and_back(&Zn::new((1 << 61) - 1).expect("a modulus"));
    there_and_back(&Integers::new());
}
