//! Factorizations over finite fields: products of known irreducible polynomials, all polynomials over small fields against trial
//! division, and identities for large ones.

use crate::{
    Poly,
    common::{Random, any, largest_prime, zn},
};
use polymod::{
    AnyRing, Error,
    poly::Factorization,
    ring::{AnyElem, FiniteField, Ring, Vectors},
};

fn random_poly(r: &AnyRing, random: &mut Random, degree: usize) -> Poly {
    let low: Vec<_> = (0..degree).map(|_| r.random(&mut || random.word())).collect();
    Poly::new(r, low.into_iter().chain([r.one()]))
}

fn product(r: &AnyRing, found: &Factorization<AnyRing>) -> Poly {
    let powers = found.factors.iter().map(|(f, e)| f.pow(*e).expect("a power"));
    powers.fold(Poly::new(r, [found.unit.clone()]), |p, f| &p * &f)
}

/// Checks the properties of any factorization.
fn check(a: &Poly) -> Factorization<AnyRing> {
    let r = a.ring();
    let what = || format!("{a:?}");
    let found = a.factor().unwrap_or_else(|e| panic!("{}: {e}", what()));
    assert!(product(r, &found) == *a, "the product of the factors of {}", what());
    for (i, (f, e)) in found.factors.iter().enumerate() {
        assert!(*e > 0 && f.leading() == Some(r.one()) && f.is_irreducible() == Ok(true), "{f:?} of {}", what());
        assert!(found.factors[..i].iter().all(|(g, _)| g != f && g.len() <= f.len()), "order, {}", what());
    }
    let parts = a.squarefree().expect("square-free parts");
    assert!(product(r, &parts) == *a, "the square-free parts of {}", what());
    assert!(parts.factors.windows(2).all(|w| w[0].1 < w[1].1), "multiplicities ascend, {}", what());
    assert!(parts.factors.iter().all(|(f, _)| f.gcd(&f.derivative()).expect("a divisor").len() == 1), "{}", what());
    let roots = a.roots().expect("roots");
    let linear: Vec<_> = found.factors.iter().filter(|(f, _)| f.len() == 2).map(|(f, _)| r.neg(&f.coeff(0))).collect();
    assert_eq!(roots.len(), linear.len(), "{}", what());
    assert!((0..roots.len()).all(|i| linear.contains(&r.get(roots.view(), i))), "the roots of {}", what());
    assert!((0..roots.len()).all(|i| r.is_zero(&a.eval(&r.get(roots.view(), i)))), "the roots of {}", what());
    found
}

/// Irreducible monic polynomials by trial division, and from them all factorizations of monic polynomials of this degree.
#[test]
fn every_polynomial_of_small_fields() {
    for (p, most) in [(2u64, 7usize), (3, 5), (5, 4)] {
        let f = zn(p);
        let monic = |degree: usize| {
            let count = p.pow(degree as u32);
            let f = f.clone();
            (0..count).map(move |mut code| {
                let low: Vec<_> = (0..degree)
                    .map(|_| {
                        let c = code % p;
                        code /= p;
                        AnyElem::Word(c)
                    })
                    .collect();
                Poly::new(&f, low.into_iter().chain([f.one()]))
            })
        };
        let mut irreducible: Vec<Poly> = Vec::new();
        for degree in 1..=most {
            for a in monic(degree) {
                let mut divisors = irreducible.iter().filter(|d| 2 * (d.len() - 1) <= degree);
                let prime = divisors.all(|d| !a.rem(d).expect("a remainder").is_empty());
                assert_eq!(a.is_irreducible(), Ok(prime), "{a} modulo {p}");
                let found = check(&a);
                assert_eq!(prime, found.factors.len() == 1 && found.factors[0].1 == 1, "{a} modulo {p}");
                for (d, e) in &found.factors {
                    assert!(irreducible.contains(d) || (prime && *d == a), "{d} of {a} modulo {p}");
                    assert!(a.rem(&d.pow(*e).expect("a power")).expect("a remainder").is_empty());
                }
                if prime {
                    irreducible.push(a);
                }
            }
        }
    }
}

#[test]
fn random_products_with_multiplicities() {
    fn products(r: &AnyRing, random: &mut Random) {
        for degrees in [&[1usize, 1, 2][..], &[1, 2, 3, 5], &[4, 4, 4], &[9, 1, 1], &[20]] {
            let mut a = Poly::new(r, [r.elem(-1)]);
            for &degree in degrees {
                let power = 1 + random.below(4);
                a = &a * &random_poly(r, random, degree).pow(power).expect("a power");
            }
            check(&a);
        }
        check(&Poly::one(r));
        check(&Poly::from_i64(r, &[0, 1]));
    }
    let mut random = Random::new(1);
    for p in [2, 3, 5, 7, 97, 65_537, 998_244_353, largest_prime(62, 1), u64::MAX - 58] {
        products(&zn(p), &mut random);
    }
    for name in ["gf2", "gf2^2:7", "gf2^8:0x11b", "gf2^64:0x1000000000000001b", "zn:2^127-1", "gfpf:F4"] {
        products(&any(name), &mut random);
    }
}

#[test]
fn many_factors_of_one_degree() {
    let f = zn(998_244_353);
    let roots: [i64; 150] = std::array::from_fn(|i| (i * i + 7) as i64);
    let factors: Vec<_> = roots.iter().map(|&x| Poly::from_i64(&f, &[-x, 1])).collect();
    let a = Poly::product(&f, &factors).expect("a product");
    let found = a.roots().expect("roots");
    assert!(f.same(found.view(), f.collect(&roots.map(|x| f.elem(x))).view()));
    assert_eq!(check(&a).factors.len(), 150);
    // x^64 − 1 has all its roots in the field, x^64 + 1 modulo 3 only factors of degree 16
    assert_eq!(check(&(&Poly::monomial(&f, &f.one(), 64) - &Poly::one(&f))).factors.len(), 64);
    let three = zn(3);
    let found = check(&(&Poly::monomial(&three, &three.one(), 64) + &Poly::one(&three)));
    assert!(found.factors.iter().all(|(f, _)| f.len() == found.factors[0].0.len()));
    // over two elements x^(2^8) − x is the product of all irreducible polynomials whose degrees divide 8: 2 + 1 + 3 + 30
    let bits = any("gf2");
    let all = &Poly::x(&bits).shl(255) + &Poly::x(&bits);
    assert_eq!(check(&all).factors.len(), 36);
}

/// Every divisor n/t of the degree n for a prime t. Modulo a prime p, x^m − a is irreducible if all prime factors t of m divide
/// 60, which divides p − 1, and a is a t-th power for none of them. Modulo 61 there is an algorithm for short polynomials.
#[test]
fn products_of_irreducible_factors_of_one_degree_are_reducible() {
    for (f, roots) in [(zn(61), [2, 6, 7, 10, 17]), (any("zn:2^127-1447"), [13, 19, 26, 37, 38])] {
        let binomial = |a: i64, m: usize| &Poly::monomial(&f, &f.one(), m) - &Poly::from_i64(&f, &[a]);
        for (n, primes) in [(12, vec![2, 3]), (15, vec![3, 5]), (18, vec![2, 3]), (20, vec![2, 5]), (30, vec![2, 3, 5])]
        {
            assert_eq!(binomial(roots[0], n).is_irreducible(), Ok(true), "{}, degree {n}", f.name());
            for t in primes {
                let factors: Vec<_> = roots[..t].iter().map(|&a| binomial(a, n / t)).collect();
                assert!(factors.iter().all(|g| g.is_irreducible() == Ok(true)), "{}, degree {}", f.name(), n / t);
                let a = Poly::product(&f, &factors).expect("a product");
                assert_eq!(a.is_irreducible(), Ok(false), "{}, {t} factors of degree {}", f.name(), n / t);
            }
        }
    }
}

/// Products of x² − a², and of x^4 − a^4.
#[test]
fn roots_of_polynomials_in_a_power_of_x() {
    for name in ["zn:13", "zn:998244353", "zn:2^61-1", "zn:bls12-381-fr", "gf:7^4", "gf:3^5"] {
        let (r, mut random) = (any(name), Random::new(31));
        let mut wanted = Vec::new();
        for _ in 0..10 {
            let a = r.random(&mut || random.word());
            for x in [a.clone(), r.neg(&a)] {
                if !r.is_zero(&x) && !wanted.contains(&x) {
                    wanted.push(x);
                }
            }
        }
        let linear = |x: &AnyElem| Poly::new(&r, [r.neg(x), r.one()]);
        let a = wanted.iter().fold(Poly::one(&r), |p, x| &p * &linear(x));
        let found = a.roots().expect("roots");
        let found: Vec<_> = (0..found.len()).map(|i| r.get(found.view(), i)).collect();
        assert!(found.len() == wanted.len() && wanted.iter().all(|x| found.contains(x)), "{name}");
        // of x^4 − a^4 as well, where −1 may be no square
        let fourth = wanted.iter().fold(Poly::one(&r), |p, x| {
            let factor = &Poly::monomial(&r, &r.one(), 4) - &Poly::new(&r, [r.pow(x, 4)]);
            if p.quo(&factor).is_ok_and(|q| &q * &factor == p) { p } else { &p * &factor }
        });
        let roots = fourth.roots().expect("roots");
        assert!((0..roots.len()).all(|i| r.is_zero(&fourth.eval(&r.get(roots.view(), i)))), "{name}");
        assert!(roots.len() >= wanted.len(), "{name}: {} roots", roots.len());
    }
}

#[test]
fn longer_polynomials() {
    let mut random = Random::new(2);
    for (p, degree) in
        [(2u64, 300usize), (3, 200), (101, 150), (largest_prime(31, 1), 200), (largest_prime(62, 1), 120)]
    {
        check(&random_poly(&zn(p), &mut random, degree));
    }
    check(&random_poly(&any("gf2"), &mut random, 1500));
    check(&random_poly(&any("zn:2^255-19"), &mut random, 40));
}

#[test]
fn what_has_no_factors() {
    let f = zn(97);
    let zero = Poly::zero(&f);
    assert!(matches!(zero.factor(), Err(Error::Domain { .. })));
    assert!(matches!(zero.roots(), Err(Error::Domain { .. })));
    let found = Poly::from_i64(&f, &[5]).factor().expect("a constant");
    assert_eq!((found.unit, found.factors.len()), (AnyElem::Word(5), 0));
    assert_eq!(Poly::from_i64(&f, &[5]).is_irreducible(), Ok(false));
    let ring = zn(91);
    let a = Poly::from_i64(&ring, &[1, 0, 1]);
    let composite = Error::Composite { modulus: "91".into() };
    assert_eq!(a.factor().err(), Some(composite.clone()));
    assert_eq!(a.roots().err(), Some(composite.clone()));
    assert_eq!(a.is_irreducible(), Err(composite));
}
