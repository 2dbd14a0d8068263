//! Modular methods over Z, against operands built from known divisors, and against determinants.

use crate::common::Random;
use polymod::{
    Engine, Error, Integers, Poly, PrimeStream, Ring,
    core::arith::FermatPrime,
    core::cpu::Target,
    internals::crt::PrimeFamily,
    multimodular::{self, Algorithm, Certainty, IntegerBezout, Options},
    poly::Bivariate,
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
    let engine = |threads, target| Integers::on(&Engine::builder().threads(threads).target(target).build());
    vec![engine(1, Target::AVX512), engine(2, Target::AVX512), engine(7, Target::AVX2), engine(1, Target::SCALAR)]
}

fn positive(p: Poly<Integers>) -> Poly<Integers> {
    if p.leading().is_some_and(|lead| lead < 0) { p.scale(&Integer::from(-1)) } else { p }
}

/// g·a and g·b for coprime a and b have the gcd g, and cofactors that satisfy their identity.
fn planted(z: &Integers, g: &Poly<Integers>, a: &Poly<Integers>, b: &Poly<Integers>) {
    let (x, y) = (g * a, g * b);
    for options in [Options::default(), Options::probabilistic(3)] {
        let found = multimodular::gcd(&x, &y, &options).unwrap();
        assert!(found.value == positive(g.clone()), "{g:?} of {a:?} and {b:?}");
        assert!(matches!(found.certainty, Certainty::Proved | Certainty::Verified), "{:?}", found.certainty);
    }
    let IntegerBezout { g: divisor, s, t, d } = multimodular::xgcd(&x, &y, &Options::default()).unwrap().value;
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
            // powers of x and of x + 1 are coprime, and random polynomials nearly always
            let a = random_poly(&z, &mut random, len, bits) * Poly::from_i64(&z, &[0, 1]);
            let b = Poly::from_i64(&z, &[1, 1]).pow(len as u64 / 3).unwrap();
            if a.eval(&Integer::from(-1)) != 0 {
                planted(&z, &g, &a, &b);
                planted(&z, &g, &b, &a);
            }
        }
    }
}

/// Modulo these primes, the first that are used, the cofactors have a common root, or a leading coefficient vanishes.
#[test]
fn unlucky_primes_are_dropped() {
    let z = Integers::on(&Engine::builder().threads(2).build());
    let bits = PrimeFamily::of(z.engine().target())[0].bits;
    let primes: Vec<u64> = PrimeStream::new(bits, 20).unwrap().take(6).collect();
    let mut random = Random::new(11);
    let product: Integer = primes.iter().map(|&p| Integer::from(p)).product();
    let g = random_poly(&z, &mut random, 9, 70);
    let (one, x) = (Integer::from(1), Integer::from(3));
    // x − 3 and x − 3 − M
    let a = Poly::new(&z, [-x.clone(), one.clone()]);
    let b = Poly::new(&z, [-x - &product, one.clone()]);
    planted(&z, &g, &a, &b);
    // modulo all these primes the common divisor is g·(x − 3), which divides only one of the two
    let by_primes = Options { algorithm: Some(multimodular::Algorithm::Crt), ..Options::default() };
    for (a, b) in [(&a, &b), (&b, &a)] {
        let (a, b) = (&g * a, &g * b);
        let found = multimodular::gcd(&a, &b, &by_primes).unwrap().value;
        assert!(found == positive(g.clone()), "{found}");
        let IntegerBezout { g: divisor, s, t, d } = multimodular::xgcd(&a, &b, &by_primes).unwrap().value;
        assert!(divisor == found && d != 0 && &s * &a + &t * &b == divisor.scale(&d), "{s}, {t}, {d}");
    }
    // leading coefficients that vanish
    let a = Poly::new(&z, [Integer::from(5), one.clone(), product.clone()]);
    let b = Poly::new(&z, [Integer::from(-7), one, Integer::from(&product * 3)]);
    planted(&z, &g, &a, &b);
    let found = multimodular::gcd(&(&g * &a), &(&g * &b), &by_primes).unwrap();
    assert!(found.unlucky >= primes.len(), "{found:?}");
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
        let found = multimodular::gcd(&p(a), &p(b), &Options::default()).unwrap().value;
        assert!(found == p(g), "gcd({a}, {b})");
        let IntegerBezout { g, s, t, d } = multimodular::xgcd(&p(a), &p(b), &Options::default()).unwrap().value;
        assert!(&s * &p(a) + &t * &p(b) == g.scale(&d) && d > 0 && g == found, "xgcd({a}, {b})");
    }
    let zeros = multimodular::xgcd(&Poly::zero(&z), &Poly::zero(&z), &Options::default()).unwrap().value;
    assert!(zeros.s.is_empty() && zeros.t.is_empty() && zeros.d == 1);
    let only = multimodular::xgcd(&p("-2*x"), &Poly::zero(&z), &Options::default()).unwrap().value;
    assert!(only.s == p("-1") && only.t.is_empty() && only.d == 1);
    assert_eq!(multimodular::content(&p("-6*x^3+9*x-15")), 3);
    assert!(multimodular::primitive_part(&p("-6*x^3+9*x-15")) == p("2*x^3-3*x+5"));
    assert!(multimodular::content(&Poly::zero(&z)) == 0 && multimodular::primitive_part(&Poly::zero(&z)).is_empty());
}

#[test]
fn resultants_are_the_last_subresultants() {
    for z in engines() {
        let mut random = Random::new(5);
        for (n, m, bits) in [(2, 2, 3), (3, 5, 30), (8, 7, 64), (1, 4, 10), (4, 1, 10), (20, 17, 100)] {
            let (a, b) = (random_poly(&z, &mut random, n, bits), random_poly(&z, &mut random, m, bits));
            let found = multimodular::resultant(&a, &b, &Options::default()).unwrap();
            assert_eq!(found.certainty, Certainty::Proved);
            let probable = multimodular::resultant(&a, &b, &Options::probabilistic(9)).unwrap();
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
            assert_eq!(multimodular::discriminant(&p(a), &Options::default()).unwrap().value, expected, "{a}");
        }
        assert_eq!(multimodular::resultant(&p("x^2-1"), &p("x^2+3*x+2"), &Options::default()).unwrap().value, 0);
        assert_eq!(multimodular::resultant(&p("0"), &p("x"), &Options::default()).unwrap().value, 0);
    }
}

/// Leading coefficients that vanish modulo the first primes: Res(a·x + b, f) = Σ fᵢ·(−b)^i·a^(m − i), where m = deg f.
#[test]
fn resultants_with_vanishing_leading_coefficients() {
    for z in engines() {
        let mut random = Random::new(31);
        let primes = PrimeStream::new(PrimeFamily::of(z.engine().target())[0].bits, 20).unwrap();
        let a: Integer = primes.take(3).map(Integer::from).product();
        let b = Integer::from(5);
        let linear = Poly::new(&z, [b.clone(), a.clone()]);
        for m in [1usize, 2, 7] {
            let f = random_poly(&z, &mut random, m + 1, 100);
            let both = &f + &Poly::monomial(&z, &(f.coeff(m) * (a.clone() - 1)), m);
            for f in [f, both] {
                let term = |(i, c): (usize, Integer)| c * (-b.clone()).pow(i as u32) * a.clone().pow((m - i) as u32);
                let expected: Integer = f.iter().enumerate().map(term).sum();
                let found = multimodular::resultant(&linear, &f, &Options::default()).unwrap().value;
                assert_eq!(found, expected, "degree {m}");
                let swapped = multimodular::resultant(&f, &linear, &Options::default()).unwrap().value;
                assert_eq!(if m % 2 == 1 { -swapped } else { swapped }, expected, "degree {m}");
            }
        }
    }
}

/// Divisors x + c for c a little shorter than a prime, and longer: a prime that is too small is refused.
#[test]
fn divisors_modulo_one_big_prime() {
    let z = Integers::default();
    let p: FermatPrime = "F8".parse().unwrap();
    let by = |p| Options { algorithm: Some(multimodular::Algorithm::BigPrime(p)), ..Options::default() };
    for (more, enough) in [(-300, true), (-10, true), (1, false), (10, false), (30, false), (100, false)] {
        let bits = p.bits().checked_add_signed(more).unwrap();
        let g = Poly::new(&z, [(Integer::from(1) << bits) + 1, Integer::from(1)]);
        let (a, b) = (&g * &Poly::from_i64(&z, &[1, 1]), &g * &Poly::from_i64(&z, &[-3, 1]));
        let found = multimodular::gcd(&a, &b, &by(Some(p)));
        if enough {
            assert!(found.is_ok_and(|found| found.value == g && found.primes == 1), "{bits} bits");
        } else {
            assert!(matches!(found, Err(Error::OutOfRange { .. })), "{bits} bits: {found:?}");
        }
        // the shortest prime that suffices
        let found = multimodular::gcd(&a, &b, &by(None)).unwrap();
        assert!(found.value == g && found.primes == 1, "{bits} bits: {found:?}");
    }
}

/// Resultants of polynomials with long coefficients, of both signs, by one image and by many; a prime that is too small is refused.
#[test]
fn resultants_by_every_algorithm() {
    let by = |algorithm| Options { algorithm: Some(algorithm), ..Options::default() };
    for z in engines() {
        let mut random = Random::new(17);
        for (n, m, bits) in [(2, 2, 3), (3, 2, 90), (5, 9, 300), (30, 20, 40), (4, 3, 700)] {
            let [a, b] = [n, m].map(|len| random_poly(&z, &mut random, len, bits));
            let found = [Algorithm::Crt, Algorithm::BigPrime(None)].map(|algorithm| {
                let found = multimodular::resultant(&a, &b, &by(algorithm)).unwrap();
                assert!(found.certainty == Certainty::Proved, "{algorithm}");
                found.value
            });
            assert!(
                found[0] == found[1] && found[0] == multimodular::resultant(&a, &b, &Options::default()).unwrap().value
            );
            // Res(B, A) has the sign (−1)^(deg A·deg B)
            let (a_degree, b_degree) = (a.degree().unwrap(), b.degree().unwrap());
            let swapped = multimodular::resultant(&b, &a, &by(Algorithm::BigPrime(None))).unwrap().value;
            assert_eq!(if a_degree * b_degree % 2 == 1 { -swapped } else { swapped }, found[0], "{n} by {m}");
        }
        // Res(x − c, x − d) = c − d is compared with the prime's size
        let p: FermatPrime = "F8".parse().unwrap();
        let linear = |c: Integer| Poly::new(&z, [-c, Integer::from(1)]);
        let (c, d) = (Integer::from(1) << (p.bits() / 2 - 4), -(Integer::from(1) << (p.bits() / 2 - 4)));
        let found = multimodular::resultant(&linear(c.clone()), &linear(d), &by(Algorithm::BigPrime(Some(p)))).unwrap();
        assert_eq!((found.value, found.primes), (2 * c, 1));
        let long = linear(Integer::from(1) << p.bits());
        let refused = multimodular::resultant(&long, &linear(1.into()), &by(Algorithm::BigPrime(Some(p))));
        assert!(matches!(refused, Err(Error::OutOfRange { .. })), "{refused:?}");
        let refused = multimodular::resultant(&long, &long, &by(Algorithm::Dixon));
        assert!(matches!(refused, Err(Error::Algorithm { .. })), "{refused:?}");
    }
}

#[test]
fn squarefree_factorizations() {
    for z in engines() {
        let mut random = Random::new(13);
        for bits in [3, 30, 200] {
            let parts: Vec<(Poly<Integers>, u64)> = [(1, 2), (3, 3), (4, 2), (9, 1)]
                .into_iter()
                .map(|(multiplicity, len)| {
                    // x + k for different k, and random polynomials of higher degree
                    let p = match len {
                        1 => Poly::from_i64(&z, &[0, 1]),
                        2 => Poly::from_i64(&z, &[multiplicity, 2]),
                        _ => multimodular::primitive_part(&random_poly(&z, &mut random, len, bits)),
                    };
                    (positive(p), multiplicity as u64)
                })
                .collect();
            let one = Poly::from_i64(&z, &[-6]);
            let f = parts.iter().fold(one, |f, (p, e)| f * p.pow(*e).unwrap());
            let found = multimodular::squarefree(&f, &Options::default()).unwrap().value;
            let product = found.factors.iter().fold(Poly::new(&z, [found.unit]), |f, (p, e)| f * p.pow(*e).unwrap());
            assert!(product == f, "{f:?}");
            assert!(found.factors.is_sorted_by(|x, y| x.1 < y.1));
            for (p, _) in &found.factors {
                assert!(p.len() > 1 && multimodular::content(p) == 1 && p.leading().is_some_and(|lead| lead > 0));
                assert!(multimodular::discriminant(p, &Options::default()).unwrap().value != 0);
            }
            let multiplicities: Vec<u64> = found.factors.iter().map(|f| f.1).collect();
            assert_eq!(multiplicities, [1, 3, 4, 9]);
        }
        let of = |c: i64| multimodular::squarefree(&Poly::from_i64(&z, &[c]), &Options::default()).map(|o| o.value);
        let seven = of(-7).unwrap();
        assert!(seven.unit == -7 && seven.factors.is_empty());
        assert!(of(0).is_err());
    }
}

fn random_bivariate(z: &Integers, random: &mut Random, in_x: usize, in_y: usize, bits: u32) -> Bivariate<Integers> {
    Bivariate::new(z, (0..in_x).map(|_| random_poly(z, random, in_y, bits)).collect())
}

/// Sylvester's determinant at an integer y, by the subresultant chain.
fn resultant_at(a: &Bivariate<Integers>, b: &Bivariate<Integers>, y: &Integer) -> Option<Integer> {
    let (p, q) = (a.at(y), b.at(y));
    let same = p.len() == a.coeffs().len() && q.len() == b.coeffs().len();
    same.then(|| p.subresultants(&q).unwrap()[0].coeff(0))
}

#[test]
fn two_variables() {
    for z in engines() {
        let mut random = Random::new(17);
        for (in_x, in_y, bits) in [(2, 1, 5), (3, 4, 10), (5, 2, 100), (4, 6, 40)] {
            let [a, b, g] = [0, 1, 2].map(|i| random_bivariate(&z, &mut random, in_x + i % 2, in_y, bits));
            let product = a.checked_mul(&g).unwrap();
            for y in [-3i64, 0, 1, 1 << 40].map(Integer::from) {
                assert!(product.at(&y) == a.at(&y) * g.at(&y));
            }
            assert_eq!(product.exact_quotient(&g).unwrap().as_ref(), Some(&a));
            assert_eq!(product.exact_quotient(&b).unwrap(), None);
            let other = b.checked_mul(&g).unwrap();
            let found = modular_gcd(&product, &other);
            // requires cofactors without a common divisor in x, which random ones may have
            assert!(found.exact_quotient(&g).unwrap().is_some(), "{in_x}, {in_y}, {bits}");
            let cofactors = [&product, &other].map(|f| f.exact_quotient(&found).unwrap().expect("a divisor"));
            let coprime = cofactors[0].resultant(&cofactors[1], &Options::default()).unwrap().value;
            assert!(!coprime.is_empty(), "{in_x}, {in_y}, {bits}");
            let resultant = a.resultant(&b, &Options::default()).unwrap();
            assert_eq!(resultant.certainty, Certainty::Proved);
            let compared = (-4i64..5).map(Integer::from).filter(|y| {
                let expected = resultant_at(&a, &b, y);
                assert!(expected.as_ref().is_none_or(|x| *x == resultant.value.eval(y)), "at {y}");
                expected.is_some()
            });
            assert!(compared.count() > 4);
            assert!(product.resultant(&other, &Options::default()).unwrap().value.is_empty());
        }
    }
}

fn modular_gcd(a: &Bivariate<Integers>, b: &Bivariate<Integers>) -> Bivariate<Integers> {
    a.gcd(b, &Options::default()).unwrap().value
}

/// Leading coefficients that vanish at the points of interpolation, contents in y, and common factors without x.
#[test]
fn two_variables_against_adversaries() {
    let z = Integers::default();
    let p = |coeffs: &[&[i64]]| Bivariate::from_i64(&z, coeffs);
    // y(y − 1)(y − 2)·x + 1, and y(y − 1)·x² + y + 1: both leading coefficients vanish at 0 and 1
    let (a, b) = (p(&[&[1], &[0, 2, -3, 1]]), p(&[&[1, 1], &[], &[0, -1, 1]]));
    let found = a.resultant(&b, &Options::default()).unwrap().value;
    // a₁²·b(−1/a₁) = b₂ + a₁²·b₀
    let (a1, b0, b2) = (&a.coeffs()[1], &b.coeffs()[0], &b.coeffs()[2]);
    assert!(found == a1 * a1 * b0 + b2);
    let swapped = b.resultant(&a, &Options::default()).unwrap().value;
    assert!(swapped == found, "the degrees' product is even");
    let (c, d) = (p(&[&[3], &[0, 1]]), p(&[&[5], &[1, 1]]));
    let odd = [c.resultant(&d, &Options::default()), d.resultant(&c, &Options::default())].map(|r| r.unwrap().value);
    assert!(odd[0] == -odd[1].clone() && odd[0].to_string() == "2*x - 3");
    for (a, b, g) in [
        (vec![&[0i64, 6, 6][..]], vec![&[0, 0, 4][..]], vec![&[0, 2][..]]),
        (vec![&[0, 1], &[0, 1]], vec![&[1, 1], &[1, 1]], vec![&[1], &[1]]),
        (vec![&[7]], vec![&[0, 14], &[21]], vec![&[7]]),
        (vec![&[], &[], &[1]], vec![&[], &[-1]], vec![&[], &[1]]),
    ] {
        assert_eq!(modular_gcd(&p(&a), &p(&b)), p(&g));
    }
}

/// Operands with the common divisor x, with an integer divisor, with coefficients of 100,000 bits.
#[test]
fn adversaries_of_divisors() {
    for z in engines().into_iter().take(2) {
        let mut random = Random::new(23);
        let long = |random: &mut Random, len| random_poly(&z, random, len, 100_000);
        let (g, a, b) = (long(&mut random, 2), long(&mut random, 2), long(&mut random, 3));
        let x = Poly::from_i64(&z, &[0, 1]);
        let (p, q) = (&(&g * &a) * &x.pow(3).unwrap(), &(&g * &b) * &x);
        let found = multimodular::gcd(&p, &q, &Options::default()).unwrap().value;
        assert!(found.exact_div(&x).is_ok());
        let cofactors = [p.exact_div(&found).unwrap(), q.exact_div(&found).unwrap()];
        assert!(multimodular::resultant(&cofactors[0], &cofactors[1], &Options::default()).unwrap().value != 0);
        assert!(found.exact_div(&multimodular::primitive_part(&g)).is_ok());
        let trivial = multimodular::gcd(&a.scale(&Integer::from(6)), &b.scale(&Integer::from(10)), &Options::default());
        let trivial = trivial.unwrap().value;
        assert!(trivial.len() == 1 && trivial.coeff(0).is_divisible_u(2));
        let resultant = multimodular::resultant(&Poly::from_i64(&z, &[1, 1]), &g, &Options::default()).unwrap().value;
        assert_eq!(resultant, g.eval(&Integer::from(-1)));
    }
}

/// The methods of polynomials over Z, by the identities that define their results.
#[test]
fn methods_are_the_modular_functions() {
    let z = Integers::new();
    let mut random = Random::new(0xd1);
    for (len, bits) in [(1, 5), (2, 3), (9, 40), (60, 100)] {
        let [a, b, c] = [(); 3].map(|()| random_poly(&z, &mut random, len, bits));
        let (x, y) = (&a * &c, &b * &c);
        let g = x.gcd(&y).unwrap();
        assert!(g.leading().is_some_and(|lead| lead > 0) && g.exact_div(&c).is_ok());
        let found = x.xgcd(&y).unwrap();
        assert_eq!((&found.s * &x + &found.t * &y, found.g), (g.scale(&found.d), g));
        // of a product
        let of_product = x.resultant(&b).unwrap();
        assert_eq!(of_product, a.resultant(&b).unwrap() * c.resultant(&b).unwrap());
        assert_eq!(x.discriminant().unwrap(), multimodular::discriminant(&x, &Options::default()).unwrap().value);
        let parts = (&a * &a * &c).squarefree().unwrap();
        let product = parts.factors.iter().fold(Poly::new(&z, [parts.unit]), |all, (f, e)| all * f.pow(*e).unwrap());
        assert_eq!(product, &a * &a * &c);
    }
    let p: Poly<Integers> = "6*x^3 - 6*x".parse().unwrap();
    assert_eq!((p.content(), p.primitive_part().to_string()), (6.into(), "x^3 - x".into()));
    assert_eq!(Poly::from_coeffs(&z, p.roots().unwrap()), Poly::from_i64(&z, &[-1, 0, 1]));
    assert!(!p.is_irreducible().unwrap() && p.factor().unwrap().factors.len() == 3);
}
