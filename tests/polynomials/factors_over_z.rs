//! Factorizations over Z: products of polynomials known to be irreducible, and adversarial ones.

use crate::common::Random;
use polymod::{Error, Integers, Poly, multimodular, poly::Factorization, ring::Ring, rug::Integer};

type Z = Poly<Integers>;

fn poly(text: &str) -> Z {
    text.parse().expect("a polynomial")
}

fn product(found: &Factorization<Integers>) -> Z {
    let z = Integers::new();
    let powers = found.factors.iter().map(|(f, e)| f.pow(*e).expect("a power"));
    powers.fold(Poly::new(&z, [found.unit.clone()]), |p, f| &p * &f)
}

/// A polynomial irreducible by Eisenstein's criterion at 2.
fn eisenstein(random: &mut Random, degree: usize) -> Z {
    let mut coeffs = vec![Integer::from(2 * (2 * random.below(1000) as i64 - 999))];
    coeffs.extend((1..degree).map(|_| Integer::from(2 * (random.below(2000) as i64 - 1000))));
    coeffs.push(Integer::from(2 * random.below(5) + 1));
    let f = Poly::new(&Integers::new(), coeffs);
    multimodular::primitive_part(&f)
}

#[test]
fn products_of_irreducible_polynomials() {
    let mut random = Random::new(1);
    for degrees in [&[1usize][..], &[2], &[7], &[1, 1], &[2, 3], &[1, 1, 2, 5], &[4, 4, 4], &[12, 1, 9], &[30, 20]] {
        let parts: Vec<(Z, u64)> = degrees.iter().map(|&d| (eisenstein(&mut random, d), 1 + random.below(3))).collect();
        let a = parts.iter().fold(poly("-6"), |p, (f, e)| &p * &f.pow(*e).expect("a power"));
        let found = multimodular::factor(&a).expect("factors");
        assert_eq!(product(&found), a);
        assert_eq!(found.unit, -6);
        for (f, e) in &parts {
            // two random parts may be equal
            let all: u64 = parts.iter().filter(|(g, _)| g == f).map(|(_, e)| e).sum();
            assert!(found.factors.iter().any(|(g, k)| g == f && *k == all), "{f:?}^{e} of {degrees:?}");
        }
        let distinct = parts.iter().enumerate().filter(|(i, (f, _))| parts[..*i].iter().all(|(g, _)| g != f)).count();
        assert_eq!(found.factors.len(), distinct, "{degrees:?}");
        let squarefree = multimodular::squarefree(&a, &multimodular::Options::default()).expect("parts").value;
        assert_eq!(product(&squarefree), a);
        assert!(squarefree.factors.windows(2).all(|w| w[0].1 < w[1].1));
    }
}

/// ∏ (x ± √2 ± √3 ± …): degree 2^k, irreducible, products of quadratic and linear factors modulo every prime.
fn swinnerton_dyer(primes: &[i64]) -> Z {
    // f(x + √p)·f(x − √p) = u² − p·v² for f(x + s) = u + v·s, s² = p
    primes.iter().fold(poly("x"), |f, &p| {
        let z = Integers::new();
        let (mut u, mut v) = (Poly::zero(&z), Poly::zero(&z));
        for c in f.iter().rev() {
            // (u + v·s)·(x + s) + c
            let (next_u, next_v) = (&u.shl(1) + &v.scale(&Integer::from(p)), &v.shl(1) + &u);
            (u, v) = (&next_u + &Poly::new(&z, [c]), next_v);
        }
        &(&u * &u) - &(&v * &v).scale(&Integer::from(p))
    })
}

#[test]
fn swinnerton_dyer_polynomials_are_irreducible() {
    for k in 1..=6 {
        let f = swinnerton_dyer(&[2, 3, 5, 7, 11, 13][..k]);
        assert_eq!(f.degree(), Some(1 << k));
        assert_eq!(multimodular::is_irreducible(&f), Ok(true), "degree {}", 1 << k);
    }
    let (f, g) = (swinnerton_dyer(&[2, 3, 5, 7]), swinnerton_dyer(&[2, 3, 11, 13]));
    let found = multimodular::factor(&(&f * &g)).expect("factors");
    assert_eq!(found.factors.len(), 2);
    assert!(found.factors.contains(&(f, 1)) && found.factors.contains(&(g, 1)));
}

#[test]
fn cyclotomic_factors() {
    for n in [1u32, 2, 12, 30, 36, 105] {
        let a = &Poly::monomial(&Integers::new(), &Integer::from(1), n as usize) - &poly("1");
        let found = multimodular::factor(&a).expect("factors");
        assert_eq!(product(&found), a);
        assert_eq!(found.factors.len(), (1..=n).filter(|d| n % d == 0).count(), "x^{n} − 1");
    }
    // the first cyclotomic polynomial with a coefficient −2
    let all = multimodular::factor(&(&Poly::monomial(&Integers::new(), &Integer::from(1), 105) - &poly("1")))
        .expect("factors");
    assert!(all.factors.iter().any(|(f, _)| f.len() == 49 && f.iter().any(|c| c == -2)));
}

#[test]
fn small_cases_and_roots() {
    let text = |a: &str| {
        let found = multimodular::factor(&poly(a)).expect("factors");
        let factors: Vec<String> = found.factors.iter().map(|(f, e)| format!("({f})^{e}")).collect();
        format!("{} {}", found.unit, factors.join(" "))
    };
    assert_eq!(text("6*x^2 - 6"), "6 (x - 1)^1 (x + 1)^1");
    assert_eq!(text("-5"), "-5 ");
    assert_eq!(text("x^4 + 4"), "1 (x^2 - 2*x + 2)^1 (x^2 + 2*x + 2)^1");
    assert_eq!(text("x^4 + 1"), "1 (x^4 + 1)^1");
    assert_eq!(text("-4*x^3"), "-4 (x)^3");
    assert_eq!(text("4*x^2 + 4*x + 1"), "1 (2*x + 1)^2");
    assert_eq!(multimodular::factor(&poly("0")).err().map(|e| matches!(e, Error::Domain { .. })), Some(true));
    let z = Integers::new();
    let a = &(&poly("x^2 - 6*x + 9") * &poly("x + 5")) * &(&poly("2*x - 1") * &poly("x^2 + 1"));
    let found = multimodular::roots(&a).expect("roots");
    assert_eq!((0..found.len()).map(|i| z.get(found.view(), i)).collect::<Vec<_>>(), [-5, 3]);
    assert_eq!(multimodular::is_irreducible(&poly("7")), Ok(false));
    assert_eq!(multimodular::is_irreducible(&poly("2*x + 4")), Ok(true));
}

/// Factors with coefficients of more bits than the first powers of the prime.
#[test]
fn factors_with_long_coefficients() {
    let z = Integers::new();
    let one = || Integer::from(1);
    for bits in [62u32, 100, 500, 3000] {
        let long = one() << bits;
        let parts = [
            Poly::new(&z, [Integer::from(&long + 15) * -1, one()]),
            Poly::new(&z, [Integer::from(&long + 1), Integer::from(3)]),
            // irreducible by Eisenstein's criterion at 2
            Poly::new(&z, [Integer::from(&long + 1) * 2, Integer::new(), one()]),
        ];
        for count in [2, 3] {
            let a = parts[..count].iter().fold(poly("1"), |p, f| &p * f);
            let found = multimodular::factor(&a).expect("factors");
            assert_eq!((product(&found), found.factors.len()), (a, count), "{bits} bits");
            assert!(parts[..count].iter().all(|f| found.factors.contains(&(f.clone(), 1))), "{bits} bits");
        }
    }
}
