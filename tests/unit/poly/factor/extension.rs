//! First irreducible polynomials, and fields by their sizes and kinds of moduli.

use crate::{
    any,
    poly::{words, zn},
};
use polymod::{
    AnyRing, Error, GF, Poly, Quotient, Ring, Zn, ZnBig,
    poly::{ModulusKind, factor::extension::first_outside},
    ring::{AnyElem, AnyElement, Base, Codec, Vectors},
    rug::Integer,
};

/// An extension of degree 2 of one of degree 2 of a large prime field.
pub fn tower() -> Quotient<GF> {
    let base = any("gf:2^61-1^2");
    let modulus = Poly::first_irreducible(&base, 2).unwrap().into_coeffs();
    let own = base.downcast_ref::<GF>().unwrap();
    Quotient::of_irreducible(&Poly::from_coeffs(own, base.own(modulus))).unwrap()
}

/// The coefficients of an element of an extension.
fn coefficients<B: Base>(r: &Quotient<B>, x: &AnyElem) -> Vec<B::Elem> {
    r.coefficients(<Quotient<B> as Ring>::Elem::of(x))
}

/// Against a walk over all polynomials in order, and a test by all divisors.
#[test]
fn the_first_is_that_of_a_walk() {
    for (p, most) in [(2u64, 9), (3, 6), (5, 4), (7, 3), (11, 3), (13, 3), (31, 2)] {
        let ring = zn(p);
        for degree in 1..=most {
            let of = |code: u64, degree: usize| {
                let digits = (0..degree as u32).map(|i| code / p.pow(i) % p).chain([1]);
                words(&ring, digits)
            };
            let divides =
                |f: &Poly<AnyRing>, d: usize| (0..p.pow(d as u32)).any(|c| f.rem(&of(c, d)).unwrap().is_empty());
            let irreducible = |f: &Poly<AnyRing>| (1..=degree / 2).all(|d| !divides(f, d));
            let wanted = (0..).map(|code| of(code, degree)).find(irreducible).unwrap();
            assert_eq!(Poly::first_irreducible(&ring, degree), Ok(wanted), "degree {degree} modulo {p}");
        }
    }
}

#[test]
fn large_primes_take_few_candidates() {
    for p in [u64::MAX - 58, (1 << 61) - 1, (1 << 62) - 57] {
        for k in [2, 3, 4, 5, 12] {
            let f = Poly::first_irreducible(&zn(p), k).unwrap();
            let low = f.iter().take(k).filter(|c| *u64::of(c) > 0).count();
            assert!(f.is_irreducible().unwrap() && low <= 2, "{f} modulo {p}");
            assert!(f.iter().all(|c| *u64::of(&c) < 1000), "{f} modulo {p}");
        }
    }
    let f = Poly::first_irreducible(&any("gf2^2:0x7"), 3).unwrap();
    assert_eq!(f.iter().collect::<Vec<_>>(), [2, 0, 0, 1].map(AnyElem::Word));
}

/// Over extensions of large primes no constant of a subfield will do; over small ones the first is that of a walk.
#[test]
fn over_extensions() {
    let base = GF::new((1 << 61) - 1, 2).unwrap();
    let f = Poly::first_irreducible(&AnyRing::field(base.clone()), 4).unwrap();
    assert!(f.is_irreducible().unwrap() && coefficients(&base, &f.coeff(0))[1] == 1, "{f}");
    let base = any("gf:2^89-1^2");
    assert!(Poly::first_irreducible(&base, 2).unwrap().is_irreducible().unwrap());
    // 3 divides p + 1, but not p − 1: each constant of the prime field is a cube
    let base = GF::new(u64::MAX - 58, 2).unwrap();
    let f = Poly::first_irreducible(&AnyRing::field(base.clone()), 3).unwrap();
    assert!(f.iter().skip(1).take(2).all(|c| f.ring().is_zero(&c)) && coefficients(&base, &f.coeff(0))[1] == 1, "{f}");
    // the squares of the field below are all of its elements
    let own = tower();
    let tower = AnyRing::field(own.clone());
    assert_eq!(first_outside(&tower, 2, true).unwrap(), Integer::from((1u64 << 61) - 1).square());
    let f = Poly::first_irreducible(&tower, 2).unwrap();
    assert!(f.is_irreducible().unwrap() && own.base().is_one(&coefficients(&own, &f.coeff(0))[1]), "{f}");
    // the discriminant of x³ + x + c is −1, no square in the field of 3^5 elements, so that the number of factors is even
    for (p, k, degree) in [(3, 2, 2), (2, 3, 3), (5, 2, 3), (2, 2, 4), (11, 2, 3), (67, 2, 2), (71, 2, 3), (3, 5, 3)] {
        let base = AnyRing::field(GF::new(p, k).unwrap());
        let q = p.pow(k as u32);
        let walked = (1..q.pow(degree)).map(|code| {
            let mut v = base.zeros(0);
            (0..degree).for_each(|i| base.push_limbs(&mut v, false, &[code / q.pow(i) % q]).unwrap());
            base.push_limbs(&mut v, false, &[1]).unwrap();
            Poly::from_coeffs(&base, v)
        });
        let wanted = walked.into_iter().find(|f| f.is_irreducible().unwrap()).unwrap();
        assert_eq!(Poly::first_irreducible(&base, degree as usize), Ok(wanted), "degree {degree} over {}", base.name());
    }
}

#[test]
fn fields_by_their_sizes() {
    assert_eq!(GF::new(2, 8).unwrap().name(), "gf:2^8:t^8+t^4+t^3+t+1");
    assert_eq!(GF::new(11, 1).unwrap().name(), "gf:11^1:t");
    assert!(matches!(GF::new(15, 2), Err(Error::Composite { .. })));
    assert!(matches!(GF::new(5, 0), Err(Error::OutOfRange { .. })));
    let f = Poly::parse(&Zn::new(5).unwrap(), "2*x^2 + 4").unwrap();
    assert_eq!(Quotient::of_irreducible(&f).unwrap().name(), "gf:5^2:t^2+2");
    assert!(Quotient::of_irreducible(&(&f * &f)).is_err());
}

#[test]
fn fields_by_the_kind_of_their_moduli() {
    let name = |p, k, kind| GF::with_modulus(p, k, kind).map(|f| f.name());
    for kind in [ModulusKind::First, ModulusKind::LeastWeight, ModulusKind::Conway] {
        for (p, k) in [(2, 5), (3, 4), (13, 2), (65_537, 2)] {
            let f = GF::with_modulus(p, k, kind).unwrap();
            let base = AnyRing::field(f.base().clone());
            let modulus = Poly::from_coeffs(&base, base.erased(f.base().owned(f.modulus())));
            assert!(modulus.is_irreducible().unwrap(), "{}", f.name());
            let wanted = match kind {
                ModulusKind::First => Poly::first_irreducible(&base, k),
                ModulusKind::LeastWeight => Poly::least_weight_irreducible(&base, k),
                ModulusKind::Conway => Poly::conway(&base, k),
                _ => panic!("a kind that is not tested: {kind:?}"),
            };
            assert_eq!(Ok(modulus), wanted, "{kind:?}");
        }
    }
    assert_eq!(name(2, 11, ModulusKind::First), Ok("gf:2^11:t^11+t^2+1".into()));
    assert_eq!(name(2, 8, ModulusKind::Conway), Ok("gf:2^8:t^8+t^4+t^3+t^2+1".into()));
    assert_eq!(name(97, 1, ModulusKind::Conway), Ok("gf:97^1:t+92".into()));
    assert!(matches!(name(15, 2, ModulusKind::Conway), Err(Error::Composite { .. })));
    assert!(matches!(name(3, 0, ModulusKind::LeastWeight), Err(Error::OutOfRange { .. })));
    let p: Integer = (Integer::from(1) << 89) - 1u32;
    let long = Quotient::<ZnBig>::with_modulus(p, 2, ModulusKind::Conway).unwrap_err();
    assert!(matches!(long, Error::Unsupported { .. }), "{long}");
}
