//! Polynomials as text, read back.

use super::{words, zn};
use crate::any;
use polymod::{AnyRing, Error, F2, Integers, Poly, Quotient, Zn, core::bits::testing::noise, poly::Bivariate};

#[test]
fn zero_signs_and_ones() {
    let f = zn(97);
    let shown = |coeffs: &[i64]| Poly::from_i64(&f, coeffs).to_string();
    assert_eq!(shown(&[]), "0");
    assert_eq!(shown(&[97]), "0");
    assert_eq!(shown(&[1]), "1");
    assert_eq!(shown(&[0, 1]), "x");
    assert_eq!(shown(&[0, -1, 0, 2]), "2*x^3 + 96*x");
    assert_eq!(Poly::parse(&f, "0").unwrap(), Poly::zero(&f));
    assert_eq!(Poly::parse(&f, "[]").unwrap(), Poly::zero(&f));
    assert_eq!(Poly::parse(&f, "97*x^3 + x").unwrap().degree(), Some(1));
}

#[test]
fn what_is_written_is_read_back() {
    for n in [2, 97, (1 << 61) - 1, u64::MAX] {
        let f = zn(n);
        for len in [0, 1, 2, 7, 100, 5000] {
            let coeffs = (0..len as u64).map(|i| noise(i ^ n) % n);
            let a = words(&f, coeffs);
            assert_eq!(Poly::parse(&f, &a.to_string()).unwrap(), a, "{len} coefficients modulo {n}");
        }
    }
}

#[test]
fn errors_say_where() {
    let f = zn(97);
    for (text, place) in [("", (1, 1)), ("x +", (1, 4)), ("[1, x]", (1, 5)), ("x +\n 3*y", (2, 4)), ("1 2 z", (1, 5))] {
        match Poly::parse(&f, text).unwrap_err() {
            Error::Parse { line, column, .. } => assert_eq!((line, column), place, "{text:?}"),
            other => panic!("{text:?}: {other}"),
        }
    }
    assert!(matches!(Poly::parse(&f, "x^18446744073709551615"), Err(Error::Parse { .. })), "too large to hold");
}

/// Elements of an extension of F_2, a word for each bit or bits in words: the same text.
#[test]
fn bits_as_polynomials_in_t() {
    let modulus = [1, 1, 0, 1, 1, 0, 0, 0, 1];
    let long = AnyRing::field(Quotient::field(&Zn::new(2).unwrap(), &modulus).unwrap());
    let bits = AnyRing::field(Quotient::field(&F2::new(), &modulus.map(|c| c == 1)).unwrap().in_t());
    for text in ["(t^7 + t)*x^2 + 3*t*x + t^9", "[[1,1,1],0,[0,5]]", "t*x - 1"] {
        let (own, theirs) = (Poly::parse(&bits, text).unwrap(), Poly::parse(&long, text).unwrap());
        assert_eq!(own.to_string(), theirs.to_string(), "{text}");
    }
}

#[test]
fn in_two_variables_over_the_integers() {
    let z = any("z");
    for text in [
        "0",
        "-7",
        "y",
        "-y",
        "x",
        "-x + y",
        "x - y + 1",
        "x - 1",
        "-x^2 + (-y + 1)*x - y^2 + 5",
        "(y + 1)*x + y",
        "-2*y*x^3 + 3*x^2 - 12*y^10*x",
        "100000000000000000000*y*x + 1",
    ] {
        let p = Bivariate::parse(&z, text).unwrap();
        assert_eq!(p.to_string(), text);
    }
}

#[test]
fn over_the_integers_signs_stay() {
    let a: Poly<Integers> = "-x^3 + 2*x - 100000000000000000000".parse().unwrap();
    assert_eq!(a.to_string(), "-x^3 + 2*x - 100000000000000000000");
    assert_eq!(a, "[-100000000000000000000, 2, 0, -1]".parse().unwrap());
    assert!("x/2".parse::<Poly<Integers>>().is_err());
}
