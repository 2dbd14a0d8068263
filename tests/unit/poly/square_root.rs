//! Exact square roots of polynomials.

use super::zn;
use crate::any;
use polymod::{AnyRing, Error, Poly, Ring, core::bits::testing::noise, ring::AnyElem, rug::Integer};

fn squares(r: &AnyRing, elem: &dyn Fn(u64) -> AnyElem) {
    for len in [0usize, 1, 2, 3, 8, 33, 100] {
        for zeros in [0, 1, 5] {
            let digits = (0..len as u64).map(|i| if i == 0 { r.one() } else { elem(noise(i + len as u64)) });
            let s = Poly::new(r, digits).shl(zeros);
            let a = s.sqr().expect("a square");
            let root = a.sqrt().expect("a root");
            assert!(root == s || root == -&s, "{len} coefficients over {}", r.name());
            assert_eq!(a.sqrt_series(s.len() + 4).expect("a series"), root);
            let other = &a + &Poly::monomial(r, &r.one(), len + 7);
            match other.sqrt() {
                Ok(root) => assert_eq!(root.sqr().expect("a square"), other),
                Err(e) => assert!(matches!(e, Error::Domain { .. } | Error::NotDivisible { .. }), "{e}"),
            }
        }
    }
}

#[test]
fn roots_of_squares() {
    squares(&any("gf2"), &|i| AnyElem::Bit(i % 2 == 1));
    for n in [2, 3, 97, 4_294_967_291, (1 << 61) - 1] {
        squares(&zn(n), &|i| AnyElem::Word(i % n));
    }
    squares(&any("z"), &|i| AnyElem::Integer(Integer::from(i % 1000) - 500));
}

#[test]
fn roots_with_nilpotent_coefficients_are_longer() {
    let r = zn(3_u64.pow(8));
    for s in [&[1, 3][..], &[1, 3, 9], &[2, 1, 0, 0, 27, 0, 3]] {
        let a = Poly::from_i64(&r, s).sqr().expect("a square");
        assert_eq!(a.sqrt().expect("a root").sqr(), Ok(a));
    }
    assert!(matches!(Poly::from_i64(&r, &[1, 0, 0, 1]).sqrt(), Err(Error::Domain { .. })));
    let a = Poly::from_i64(&r, &[1, 6]);
    assert_eq!(a.sqrt().expect("a root").sqr(), Ok(a));
}
