//! Elementary functions of series against their definitions.

use super::zn;
use crate::any;
use polymod::{
    AnyRing, Error, Poly, Ring,
    core::bits::testing::noise,
    poly::{Elementary, elementary_series::by_definition},
    ring::AnyElem,
    rug::Integer,
};

fn argument(r: &AnyRing, len: usize, zeros: usize, elem: &dyn Fn(u64) -> AnyElem) -> Poly<AnyRing> {
    Poly::new(r, (0..len as u64).map(|i| elem(noise(i + len as u64)))).shl(zeros)
}

#[test]
fn fast_algorithms_agree_with_the_definitions() {
    for n in [97, 101 * 103, 4_294_967_291, (1 << 61) - 1] {
        let r = zn(n);
        for (len, zeros) in [(0, 1), (1, 1), (7, 1), (40, 1), (90, 2), (5, 20)] {
            let a = argument(&r, len, zeros, &|i| AnyElem::Word(i % n));
            for (f, terms) in Elementary::ALL.into_iter().flat_map(|f| [0, 1, 2, 3, 4, 7, 60, 97].map(|n| (f, n))) {
                let found = a.elementary(f, terms).expect("a series");
                let b = a.low(terms);
                let defined =
                    r.engine().enter(|cx| by_definition(&r, f, b.coeffs(), terms.max(1), &AnyElem::Word(1), cx));
                let defined = Poly::from_coeffs(&r, defined.expect("a series")).low(terms);
                assert_eq!(found, defined, "{f:?} of {len} coefficients to {terms} terms modulo {n}");
            }
        }
    }
}

#[test]
fn quotients_and_inverse_roots() {
    fn agree(r: &AnyRing, elem: &dyn Fn(u64) -> AnyElem) {
        for (len, n) in [(1, 0), (1, 1), (3, 9), (40, 40), (90, 130), (300, 257)] {
            let (a, b) = (argument(r, len + 2, 0, elem), argument(r, len, 1, elem).plus_one().expect("a sum"));
            let inverse = b.inv_series(n).expect("a series");
            assert_eq!(a.div_series(&b, n), a.mul_low(&inverse, n), "{n} terms over {}", r.name());
            let square = b.sqr().expect("a square");
            let root = square.sqrt_series(n).expect("a root");
            assert_eq!(square.invsqrt_series(n), root.inv_series(n), "{n} terms over {}", r.name());
        }
    }
    agree(&any("gf2"), &|i| AnyElem::Bit(i % 2 == 1));
    for n in [2, 9, 97, (1 << 61) - 1] {
        agree(&zn(n), &|i| AnyElem::Word(i % n));
    }
    agree(&any("z"), &|i| AnyElem::Integer(Integer::from(i % 9) - 4));
}

#[test]
fn what_does_not_exist() {
    let r = zn(7);
    let x = Poly::x(&r);
    for f in Elementary::ALL {
        assert!(x.elementary(f, 7).is_ok(), "{f:?}");
        assert!(matches!(Poly::one(&r).elementary(f, 3), Err(Error::Domain { .. })), "{f:?}");
        // the seventh power vanishes
        assert!(x.shl(1).elementary(f, 14).is_ok(), "{f:?}");
        let refused = matches!(x.elementary(f, 9), Err(Error::NotInvertible { .. }));
        assert!(refused || f == Elementary::Cos || f == Elementary::Cosh, "{f:?}");
    }
    assert!(matches!(x.div_series(&x, 3), Err(Error::NotInvertible { .. })));
    assert!(matches!(Poly::from_i64(&r, &[3, 1]).invsqrt_series(3), Err(Error::Domain { .. })));
}

#[test]
fn series_with_integers_and_others() {
    let z = any("z");
    let p = |c: &[i64]| Poly::from_i64(&z, c);
    for f in Elementary::ALL {
        // 6 divides the first weights
        let a = p(&[0, 0, 6, 6, 12]);
        assert!(a.elementary(f, 8).is_ok(), "{f:?}");
        assert!(p(&[0, 1, 1]).elementary(f, 30).is_err(), "{f:?}");
    }
    assert_eq!(p(&[0, 6]).sin_series(5), Ok(p(&[0, 6, 0, -36])));
    assert_eq!(p(&[0, 6]).cos_series(4), Ok(p(&[1, 0, -18])));
    assert_eq!(p(&[0, 3]).tan_series(5), Ok(p(&[0, 3, 0, 9])));
    assert_eq!(p(&[0, 3]).tanh_series(5), Ok(p(&[0, 3, 0, -9])));
    assert_eq!(p(&[0, 6]).asin_series(5), Ok(p(&[0, 6, 0, 36])));
    assert!(matches!(p(&[0, 1]).atan_series(9), Err(Error::NotDivisible { .. })));
}
