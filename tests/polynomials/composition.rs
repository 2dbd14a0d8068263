//! Compositions against Horner's rule, reversions by their identity, shifts against binomial coefficients, terms of recurrences
//! against step-by-step computation.

use crate::{
    Poly,
    common::{Random, any, largest_prime, zn},
};
use polymod::{
    AnyRing, Error,
    poly::{CompositionAlgorithm, Divisor, Exponent},
    ring::{AnyElem, Ring, Vectors},
};

fn random_poly(r: &AnyRing, random: &mut Random, len: usize) -> Poly {
    Poly::new(r, (0..len).map(|_| r.elem((random.word() >> 40) as i64)))
}

fn low(p: &Poly, n: usize) -> Poly {
    Poly::new(p.ring(), p.iter().take(n))
}

/// a(b), each product reduced.
fn horner(a: &Poly, b: &Poly, reduce: impl Fn(Poly) -> Poly) -> Poly {
    let sum = a.iter().rev().fold(Poly::zero(a.ring()), |sum, c| reduce(&(&sum * b) + &Poly::new(a.ring(), [c])));
    reduce(sum)
}

/// Calls a function for rings of every kind.
fn in_rings(f: impl Fn(&AnyRing, &mut Random), random: &mut Random) {
    for p in [2u64, 3, 6, 97, 998_244_353, largest_prime(62, 1), u64::MAX] {
        f(&zn(p), random);
    }
    for name in ["zn:2^127-1", "gf2", "gf2^8:0x11b", "z"] {
        f(&any(name), random);
    }
}

#[test]
fn compositions_are_horners() {
    fn check(r: &AnyRing, random: &mut Random) {
        for (m, k) in [(0, 3), (1, 0), (1, 4), (2, 1), (3, 0), (4, 2), (5, 5), (9, 4), (17, 3)] {
            let (a, b) = (random_poly(r, random, m), random_poly(r, random, k));
            let expected = horner(&a, &b, |p| p);
            assert!(a.compose(&b) == Ok(expected.clone()), "{m} coefficients in {k} over {}", r.name());
            for n in [0, 1, 2, 3, 7, 8, 9, 20] {
                let series = low(&expected, n);
                assert!(a.compose_series(&b, n) == Ok(series.clone()), "{m} in {k} to {n} terms over {}", r.name());
                for algorithm in CompositionAlgorithm::ALL {
                    let found = a.compose_series_by(&b, n, Some(algorithm));
                    assert!(found == Ok(series.clone()), "{algorithm:?}: {m} in {k} to {n} terms over {}", r.name());
                }
            }
        }
    }
    in_rings(check, &mut Random::new(1));
}

#[test]
fn all_ways_to_compose_long_series_agree() {
    let mut random = Random::new(2);
    for p in [998_244_353, largest_prime(62, 1)] {
        let f = zn(p);
        for (m, k, n) in [(300, 300, 300), (1000, 65, 257), (100, 900, 1025), (2500, 2500, 2500)] {
            let (a, b) = (random_poly(&f, &mut random, m), random_poly(&f, &mut random, k));
            let found = CompositionAlgorithm::ALL.map(|way| a.compose_series_by(&b, n, Some(way)).expect("no error"));
            assert!(found[0] == found[1] && found[0] == found[2], "{m} in {k} to {n} terms modulo {p}");
            assert_eq!(a.compose_series(&b, n).as_ref(), Ok(&found[0]));
        }
    }
}

#[test]
fn compositions_modulo_a_polynomial() {
    fn check(r: &AnyRing, random: &mut Random) {
        for (m, k, degree) in [(0, 2, 3), (1, 1, 1), (5, 9, 1), (7, 3, 4), (20, 12, 9), (40, 60, 33)] {
            let (a, b) = (random_poly(r, random, m), random_poly(r, random, k));
            let modulus = &random_poly(r, random, degree) + &Poly::monomial(r, &r.one(), degree);
            let divisor = Divisor::new(&modulus).expect("a monic divisor");
            let expected = horner(&a, &b, |p| divisor.rem(&p).expect("a remainder"));
            assert!(a.compose_mod(&b, &divisor) == Ok(expected), "{m} in {k}, degree {degree}, over {}", r.name());
        }
        let one = Divisor::new(&Poly::one(r)).expect("a divisor");
        assert_eq!(Poly::one(r).compose_mod(&Poly::one(r), &one), Ok(Poly::zero(r)));
    }
    in_rings(check, &mut Random::new(3));
}

#[test]
fn reversions_undo() {
    fn check(r: &AnyRing, random: &mut Random) {
        for n in [0, 1, 2, 3, 4, 5, 8, 9, 17, 30] {
            let mut f = random_poly(r, random, 12);
            f = &(&f - &low(&f, 2)) + &Poly::monomial(r, &r.elem(-1), 1);
            let g = f.revert_series(n).expect("a unit");
            let x = low(&Poly::monomial(r, &r.one(), 1), n);
            assert!(g.len() <= n, "{n} terms");
            assert!(f.compose_series(&g, n) == Ok(x.clone()), "f(g), {n} terms over {}", r.name());
            assert!(g.compose_series(&f, n) == Ok(x), "g(f), {n} terms over {}", r.name());
        }
        let constant = Poly::from_i64(r, &[1, 1]);
        assert!(matches!(constant.revert_series(5), Err(Error::Domain { .. })));
        assert!(matches!(Poly::monomial(r, &r.one(), 2).revert_series(5), Err(Error::NotInvertible { .. })));
    }
    in_rings(check, &mut Random::new(4));
}

#[test]
fn shifts_are_compositions() {
    fn check(r: &AnyRing, random: &mut Random) {
        for len in [0, 1, 2, 3, 5, 16, 33, 97, 98, 130] {
            let a = random_poly(r, random, len);
            let c = r.elem(-(random.below(9) as i64));
            let inner = Poly::new(r, [c.clone(), r.one()]);
            let shifted = a.taylor_shift(&c).expect("a shift");
            assert!(shifted == horner(&a, &inner, |p| p), "{len} coefficients over {}", r.name());
            assert!(shifted.taylor_shift(&r.neg(&c)) == Ok(a), "back, {len} coefficients over {}", r.name());
        }
    }
    in_rings(check, &mut Random::new(5));
}

#[test]
fn terms_of_recurrences() {
    fn check(r: &AnyRing, random: &mut Random) {
        for degree in [0usize, 1, 2, 3, 7, 20] {
            let c = &random_poly(r, random, degree) + &Poly::monomial(r, &r.one(), degree);
            let mut terms: Vec<AnyElem> = (0..degree).map(|_| r.elem(random.below(100) as i64)).collect();
            for i in degree..70 {
                let sum = (0..degree).fold(r.elem(0), |s, j| r.add(&s, &r.mul(&c.coeff(j), &terms[i - degree + j])));
                terms.push(r.neg(&sum));
            }
            let first = &terms[..degree + 2];
            for k in [0usize, 1, 2, 5, 31, 32, 33, 64, 69] {
                let found = c.recurrence_term(r.collect(first).view(), k as u64);
                assert!(found == Ok(terms[k].clone()), "term {k}, degree {degree}, over {}", r.name());
            }
            for (k, count) in [(0, 70), (0, 0), (1, 3), (29, 41), (69, 1), (degree, degree + 1)] {
                let found = c.recurrence_terms(r.collect(first).view(), k as u64, count).expect("a window");
                let wanted = r.collect(&terms[k..k + count]);
                assert!(r.same(found.view(), wanted.view()), "{count} from {k}, degree {degree}, over {}", r.name());
            }
            for wrong in [degree, degree + 5, 69] {
                let mut terms = terms.clone();
                terms[wrong] = r.add(&terms[wrong], &r.one());
                let (given, place) = (r.collect(&terms), format!(" at index {wrong}, "));
                let refused = |error: Error| matches!(error, Error::Domain { got, .. } if got.contains(&place));
                let term = c.recurrence_term(given.view(), 3u64);
                assert!(term.is_err_and(refused), "{wrong}, degree {degree}, over {}", r.name());
                for count in [0, 2] {
                    let window = c.recurrence_terms(given.view(), 1u64, count);
                    assert!(window.is_err_and(refused), "{wrong}, degree {degree}, over {}", r.name());
                }
            }
        }
    }
    in_rings(check, &mut Random::new(6));
    let f = zn(97);
    let c = Poly::from_i64(&f, &[1, 0, 1]);
    let words = |list: &[u64]| f.collect(&list.iter().map(|&x| AnyElem::Word(x)).collect::<Vec<_>>());
    assert!(matches!(c.recurrence_term(words(&[1]).view(), 5u64), Err(Error::Length { expected: 2, got: 1, .. })));
    assert!(matches!(c.recurrence_term(words(&[1, 1]).view(), -5i64), Err(Error::OutOfRange { .. })));
    // period 4: any index can be checked
    let far = c.recurrence_term(words(&[3, 5]).view(), Exponent::new(false, &[2, 9]));
    assert_eq!(far, Ok(AnyElem::Word(94)));
    let window = c.recurrence_terms(words(&[3, 5]).view(), Exponent::new(false, &[1, 9]), 5).expect("a window");
    assert!(f.same(window.view(), words(&[5, 94, 92, 3, 5]).view()));
}
