//! Irreducible monic polynomials t^d − h over F_p, h short: moduli of the extensions in which results are compared.

use super::source;
use crate::any;
use polymod::{
    Poly, Ring,
    ring::AnyElem,
    verify::irreducible::{KNOWN, Residues, SHORT, TRINOMIALS, inverse_modulo, modulus, short_irreducible, trinomial},
};

fn is_irreducible(p: u64, d: usize, h: &[u64]) -> bool {
    let f = any(&format!("zn:{p}"));
    let h = Poly::new(&f, h.iter().copied().map(AnyElem::Word));
    (&Poly::monomial(&f, &f.one(), d) - &h).is_irreducible().unwrap()
}

#[test]
fn moduli_are_irreducible() {
    for (d, k) in TRINOMIALS {
        let (degree, h) = trinomial(d);
        assert_eq!((degree, h.len()), (d, k + 1));
        assert!(is_irreducible(2, d, &h), "t^{d} + t^{k} + 1");
    }
    let mut random = source(1);
    for [p, d, k, ..] in KNOWN {
        let (degree, h) = modulus(p, d as usize, &mut random);
        assert_eq!((degree, h.len()), (d as usize, k as usize + 1));
        assert!(is_irreducible(p, degree, &h), "{p}, {d}");
    }
    assert_eq!(modulus(3, 42, &mut random).0, 46);
    assert_eq!(modulus(17, 16, &mut random).0, 16);
    for (p, degrees) in [(2, 2..12), (2, 35..37), (3, 2..9), (3, 44..46), (5, 30..31), (13, 1..6), (97, 10..12)] {
        for d in degrees {
            let h = short_irreducible(p, d, &mut random);
            assert!(h.len() <= d && h.len() <= SHORT.max(1), "{p}, {d}: {h:?}");
            assert!(is_irreducible(p, d, &h), "{p}, {d}: {h:?}");
        }
    }
    assert!(is_irreducible(4_294_967_291, 3, &short_irreducible(4_294_967_291, 3, &mut random)));
}

#[test]
fn what_is_reducible_is_refused() {
    // t² − 1, t² − t, (t² + t + 1)², (t³ + t + 1)(t³ + t² + 1) and a square without roots modulo 7
    for (p, d, h) in [
        (3, 2, vec![1]),
        (3, 2, vec![0, 1]),
        (2, 4, vec![1, 0, 1]),
        (2, 6, vec![1, 1, 1, 1, 1, 1]),
        (7, 4, vec![6, 0, 5]),
    ] {
        assert!(!Residues { p, h: h.clone(), d }.is_irreducible(), "{p}, {d}: {h:?}");
    }
    assert_eq!((1..97).find(|&a| a * inverse_modulo(a, 97) % 97 != 1), None);
}
