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

/// Whether g divides f, both without a common divisor of their coefficients, by long division of multiples.
fn divides(f: &[i64], g: &[i64]) -> bool {
    let (mut rest, lead) = (f.iter().map(|&c| i128::from(c)).collect::<Vec<_>>(), i128::from(g[g.len() - 1]));
    while rest.len() >= g.len() {
        let top = rest[rest.len() - 1];
        rest.iter_mut().for_each(|c| *c *= lead);
        let shift = rest.len() - g.len();
        g.iter().enumerate().for_each(|(i, &c)| rest[shift + i] -= top * i128::from(c));
        rest.pop();
    }
    rest.iter().all(|&c| c == 0)
}

/// Whether a polynomial of degree at most 5 with coefficients of at most 3, not all even, has a divisor of degree 1 or 2.
fn has_short_divisor(f: &[i64]) -> bool {
    let (n, least, lead) = (f.len() - 1, f[0], f[f.len() - 1]);
    let of = |x: i64| (-3i64..=3).filter(move |&d| if x == 0 { d == 0 } else { d != 0 && x % d == 0 });
    let leads = || of(lead).filter(|&d| d > 0);
    n > 1 && leads().any(|a| of(least).any(|c| divides(f, &[c, a])))
        // twice the sum of two roots, of absolute value below 4 each, times a leading coefficient
        || n > 3 && leads().any(|a| of(least).any(|c| (-24..=24).any(|b| divides(f, &[c, b, a]))))
}

/// All polynomials of degree up to 3 with coefficients from −3 to 3, and some of degrees 4 and 5, against a search for divisors.
#[test]
fn all_short_polynomials() {
    let z = Integers::new();
    let mut random = Random::new(4);
    let every = (0..7usize.pow(4)).map(|i| (0..4).map(|k| (i / 7usize.pow(k) % 7) as i64 - 3).collect::<Vec<_>>());
    let some: Vec<Vec<i64>> = (0..600).map(|i| (0..5 + i % 2).map(|_| random.below(7) as i64 - 3).collect()).collect();
    for coefficients in every.chain(some) {
        let f = Poly::from_i64(&z, &coefficients);
        if f.is_empty() {
            continue;
        }
        let found = multimodular::factor(&f).expect("factors");
        assert_eq!(product(&found), f, "{f:?}");
        for (g, _) in &found.factors {
            let g: Vec<i64> = g.iter().map(|c| c.to_i64().expect("a short coefficient")).collect();
            assert!(g.len() > 1 && g[g.len() - 1] > 0 && !has_short_divisor(&g), "{f:?}: {g:?}");
        }
        let distinct = found.factors.windows(2).all(|w| w[0].0 != w[1].0);
        assert!(distinct, "{f:?}: factors are distinct");
    }
}

/// x^n − a and polynomials in x^k: whose factors are those of their parts.
#[test]
fn polynomials_in_powers_of_x() {
    let z = Integers::new();
    let inflated = |f: &Z, k: usize| {
        f.iter().enumerate().fold(Poly::zero(&z), |sum, (i, c)| &sum + &Poly::monomial(&z, &c, i * k))
    };
    for (text, k, count) in [
        ("x^2 - 5*x + 6", 4, 2),     // x^4 − 2 and x^4 − 3
        ("x^2 - 5*x + 4", 4, 5),     // x^8 − 5·x^4 + 4: ±1, x² + 1, and those of x^4 − 4
        ("x^3 - 8", 5, 2),           // x^15 − 8: by Capelli x^5 − 2 and its cofactor
        ("x + 4", 12, 2),            // the identity of Sophie Germain in x³
        ("x^2 + x + 1", 9, 1),       // a cyclotomic polynomial
        ("x^3 - 3*x + 1", 2, 1),     // 2·cos 20° is no square of its field
        ("x^2 - 6*x + 1", 2, 2),     // 3 + 2√2 = (1 + √2)²
        ("x^5 + 3*x + 3", 6, 1),     // by Eisenstein's criterion
        ("4*x^2 - 4*x + 1", 2, 1),   // (2x² − 1)²
        ("x^4 - 2*x^3 + x^2", 3, 3), // x^6·(x − 1)²·(x² + x + 1)²
    ] {
        let f = inflated(&poly(text), k);
        let found = multimodular::factor(&f).expect("factors");
        assert_eq!(product(&found), f, "{text}");
        assert_eq!(found.factors.len(), count, "{text} in x^{k}: {found:?}");
    }
}

/// Products of linear factors with small roots, which coincide modulo small primes, and powers of them.
#[test]
fn products_of_small_linear_factors() {
    for n in [3i64, 9, 20, 40, 70] {
        let linear: Vec<Z> = (1..=n).map(|a| poly(&format!("x - {a}"))).collect();
        let f = Poly::product(&Integers::new(), &linear).expect("a product");
        let found = multimodular::factor(&f).expect("factors");
        assert!(
            found.unit == 1
                && found.factors.len() == n as usize
                && linear.iter().all(|g| found.factors.contains(&(g.clone(), 1)))
        );
        let twice = multimodular::factor(&(&f * &linear[0])).expect("factors");
        assert!(twice.factors.len() == n as usize && twice.factors.contains(&(linear[0].clone(), 2)), "{n}");
    }
}

/// Quadratic polynomials with coefficients at the bounds of words.
#[test]
fn quadratic_polynomials() {
    let z = Integers::new();
    let mut random = Random::new(5);
    let edges = [1i64, 2, 3, i64::MAX, i64::MAX - 1, 1 << 31, (1 << 31) - 1, 1 << 62];
    for _ in 0..300 {
        let mut any = || {
            let edge = edges[random.below(edges.len() as u64) as usize];
            if random.below(2) == 0 { edge } else { -(random.below(1 << 40) as i64) - 1 }
        };
        let parts = [0; 2].map(|_| multimodular::primitive_part(&Poly::from_i64(&z, &[any(), any()])));
        let f = &parts[0] * &parts[1];
        let found = multimodular::factor(&f).expect("factors");
        assert_eq!(product(&found), f, "{parts:?}");
        assert!(found.factors.iter().all(|(g, _)| parts.contains(g)), "{parts:?}");
        let g = Poly::from_i64(&z, &[1, 2 * (any() >> 2), 2]);
        let discriminant: Integer = g.coeff(1) * g.coeff(1) - 8;
        assert_eq!(multimodular::is_irreducible(&g), Ok(!discriminant.is_perfect_square()), "{g:?}");
    }
    for (text, irreducible) in
        [("x^2 + 1", true), ("-9223372036854775808*x^2 + 1", true), ("x^2 - 9223372036854775808", true)]
    {
        assert_eq!(multimodular::is_irreducible(&poly(text)), Ok(irreducible), "{text}");
    }
}
