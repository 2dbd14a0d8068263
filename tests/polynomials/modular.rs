//! Modular methods over Z against what operands were built from, and against determinants.

use crate::common::Random;
use polymod::{
    Engine, Integers, Poly, PrimeStream, Ring,
    cpu::Isa,
    modular::{self, Certainty, IntegerBezout, Options},
    rug::{Integer, ops::Pow},
};

/// Random coefficients, the leading one not 0.
fn random_poly(z: &Integers, random: &mut Random, len: usize, bits: u32) -> Poly<Integers> {
    loop {
        let p = Poly::new(z, random.integers(bits, len));
        if p.len() == len {
            return p;
        }
    }
}

fn engines() -> Vec<Integers> {
    let engine = |threads, isa| Integers::on(&Engine::builder().threads(threads).isa(isa).build());
    vec![engine(1, Isa::Avx512), engine(2, Isa::Avx512), engine(7, Isa::Avx2), engine(1, Isa::Scalar)]
}

fn positive(p: Poly<Integers>) -> Poly<Integers> {
    if p.leading().is_some_and(|lead| lead < 0) { p.scale(&Integer::from(-1)) } else { p }
}

/// g·a and g·b for coprime a and b have the divisor g, and cofactors with their identity.
fn planted(z: &Integers, g: &Poly<Integers>, a: &Poly<Integers>, b: &Poly<Integers>) {
    let (x, y) = (g * a, g * b);
    for options in [Options::default(), Options::probabilistic(3)] {
        let found = modular::gcd(&x, &y, &options).unwrap();
        assert!(found.value == positive(g.clone()), "{g:?} of {a:?} and {b:?}");
        assert!(matches!(found.certainty, Certainty::Proved | Certainty::Verified), "{:?}", found.certainty);
    }
    let IntegerBezout { g: divisor, s, t, d } = modular::xgcd(&x, &y, &Options::default()).unwrap().value;
    assert!(divisor == positive(g.clone()));
    assert!(&s * &x + &t * &y == divisor.scale(&d), "the identity");
    assert!(d > 0 && s.len() <= b.len().saturating_sub(1).max(usize::from(b.is_empty())));
    let mut common = d;
    for c in s.iter().chain(t.iter()) {
        common.gcd_mut(&c);
    }
    assert_eq!(common, 1, "nothing is common to s, t and d over {z:?}");
}

#[test]
fn planted_divisors_come_back() {
    for z in engines() {
        let mut random = Random::new(7);
        for (len, bits, of_g) in
            [(2, 3, 2), (3, 10, 1), (10, 64, 4), (40, 20, 17), (33, 200, 9), (20, 1000, 30), (100, 40, 64)]
        {
            let g = random_poly(&z, &mut random, of_g, bits);
            // x and x + 1 to some power are coprime to each other, and random polynomials nearly always
            let a = random_poly(&z, &mut random, len, bits) * Poly::from_i64(&z, &[0, 1]);
            let b = Poly::from_i64(&z, &[1, 1]).pow(len as u64 / 3).unwrap();
            if a.eval(&Integer::from(-1)) != 0 {
                planted(&z, &g, &a, &b);
                planted(&z, &g, &b, &a);
            }
        }
    }
}

/// Modulo these primes, the first that are tried, the cofactors have a common root, or a leading coefficient vanishes.
#[test]
fn unlucky_primes_are_dropped() {
    let z = Integers::on(&Engine::builder().threads(2).build());
    let primes: Vec<u64> = PrimeStream::new(48, 20).unwrap().take(6).collect();
    let mut random = Random::new(11);
    let product: Integer = primes.iter().map(|&p| Integer::from(p)).product();
    let g = random_poly(&z, &mut random, 9, 70);
    let (one, x) = (Integer::from(1), Integer::from(3));
    // x − 3 and x − 3 − M
    let a = Poly::new(&z, [-x.clone(), one.clone()]);
    let b = Poly::new(&z, [-x - &product, one.clone()]);
    planted(&z, &g, &a, &b);
    // leading coefficients that vanish
    let a = Poly::new(&z, [Integer::from(5), one.clone(), product.clone()]);
    let b = Poly::new(&z, [Integer::from(-7), one, Integer::from(&product * 3)]);
    planted(&z, &g, &a, &b);
    let found = modular::gcd(&(&g * &a), &(&g * &b), &Options::default()).unwrap();
    if z.engine().isa() != Isa::Scalar {
        assert!(found.unlucky >= primes.len(), "{found:?}");
    }
}

#[test]
fn zeros_constants_and_contents() {
    let z = Integers::default();
    let p = |text: &str| text.parse::<Poly<Integers>>().unwrap();
    for (a, b, g) in [
        ("0", "0", "0"),
        ("-6*x^2+4", "0", "6*x^2-4"),
        ("0", "-3", "3"),
        ("12", "18", "6"),
        ("6*x^2-6", "4*x^2+8*x+4", "2*x+2"),
        ("x^3", "x^5-x^2", "x^2"),
        ("-2*x-2", "-2*x-2", "2*x+2"),
        ("10*x^4+10", "15", "5"),
        ("x^2+1", "x^2-1", "1"),
    ] {
        let found = modular::gcd(&p(a), &p(b), &Options::default()).unwrap().value;
        assert!(found == p(g), "gcd({a}, {b})");
        let IntegerBezout { g, s, t, d } = modular::xgcd(&p(a), &p(b), &Options::default()).unwrap().value;
        assert!(&s * &p(a) + &t * &p(b) == g.scale(&d) && d > 0 && g == found, "xgcd({a}, {b})");
    }
    let zeros = modular::xgcd(&Poly::zero(&z), &Poly::zero(&z), &Options::default()).unwrap().value;
    assert!(zeros.s.is_empty() && zeros.t.is_empty() && zeros.d == 1);
    let only = modular::xgcd(&p("-2*x"), &Poly::zero(&z), &Options::default()).unwrap().value;
    assert!(only.s == p("-1") && only.t.is_empty() && only.d == 1);
    assert_eq!(modular::content(&p("-6*x^3+9*x-15")), 3);
    assert!(modular::primitive_part(&p("-6*x^3+9*x-15")) == p("2*x^3-3*x+5"));
    assert!(modular::content(&Poly::zero(&z)) == 0 && modular::primitive_part(&Poly::zero(&z)).is_empty());
}

#[test]
fn resultants_are_the_last_subresultants() {
    for z in engines() {
        let mut random = Random::new(5);
        for (n, m, bits) in [(2, 2, 3), (3, 5, 30), (8, 7, 64), (1, 4, 10), (4, 1, 10), (20, 17, 100)] {
            let (a, b) = (random_poly(&z, &mut random, n, bits), random_poly(&z, &mut random, m, bits));
            let found = modular::resultant(&a, &b, &Options::default()).unwrap();
            assert_eq!(found.certainty, Certainty::Proved);
            let probable = modular::resultant(&a, &b, &Options::probabilistic(9)).unwrap();
            assert_eq!(found.value, probable.value);
            assert!(probable.primes <= found.primes + 2, "{probable:?}");
            if n > 1 && m > 1 {
                let chain = a.subresultants(&b).unwrap();
                assert!(Poly::new(&z, [found.value]) == chain[0], "{n} by {m} coefficients of {bits} bits");
            } else {
                let (c, e) = if n == 1 { (a.coeff(0), m - 1) } else { (b.coeff(0), n - 1) };
                assert_eq!(found.value, c.pow(e as u32));
            }
        }
        let p = |text: &str| Poly::parse(&z, text).unwrap();
        for (a, expected) in
            [("x^3-x+1", -23), ("2*x^2+3*x+5", -31), ("7*x+1", 1), ("5", 0), ("0", 0), ("x^2-2*x+1", 0)]
        {
            assert_eq!(modular::discriminant(&p(a), &Options::default()).unwrap().value, expected, "{a}");
        }
        assert_eq!(modular::resultant(&p("x^2-1"), &p("x^2+3*x+2"), &Options::default()).unwrap().value, 0);
        assert_eq!(modular::resultant(&p("0"), &p("x"), &Options::default()).unwrap().value, 0);
    }
}
