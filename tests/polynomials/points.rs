//! Evaluation at many points against Horner's rule, interpolation by recovering a polynomial and against Lagrange's formula,
//! products of many polynomials against repeated ones.

use crate::common::{Random, any, cases, largest_prime, schoolbook, value};
use polymod::{
    AnyRing, Engine, Error, Integers, Poly, Zn,
    core::costs::CostModel,
    core::cpu::Target,
    poly::{Geometric, Points},
    ring::{AnyElem, Evaluation, Ring, Vectors},
    rug::Integer,
};
use std::collections::BTreeSet;

/// Moduli with and without their own transforms, for every kernel's range, and composite ones.
fn moduli() -> Vec<u64> {
    let (below_50, below_62) = (largest_prime(50, 1), largest_prime(62, 1));
    let primes = vec![2, 97, largest_prime(31, 1), largest_prime(48, 20), below_50, below_62, u64::MAX - 58];
    primes.into_iter().chain([6, 1 << 32, (1 << 62) - 1, (1 << 63) + 1, u64::MAX]).collect()
}

/// Engines for every instruction set, and for each one that builds subproduct trees down to a few points.
fn engines() -> Vec<Engine> {
    let mut all = Vec::new();
    for target in Target::families() {
        all.push(Engine::builder().threads(1).target(target).build());
        let builtin = CostModel::builtin(target);
        let costs = CostModel { short: [1e6; 5], word_mul: 1e6, word_reduce: 1e6, ..builtin };
        all.push(Engine::builder().threads(3).target(target).costs(costs).build());
    }
    all
}

/// `len` points, pairwise different if `distinct`; fewer if the ring does not have that many.
fn points(random: &mut Random, n: u64, len: usize, distinct: bool) -> Vec<u64> {
    if !distinct {
        return (0..len).map(|_| random.residue(n)).collect();
    }
    let len = len.min(usize::try_from(n).unwrap_or(usize::MAX));
    let mut seen = BTreeSet::new();
    let mut points = Vec::new();
    while points.len() < len {
        let x = if n < 1000 { random.below(n) } else { random.residue(n) };
        if seen.insert(x) {
            points.push(x);
        }
    }
    points
}

fn values(f: &[u64], points: &[u64], n: u64) -> Vec<u64> {
    points.iter().map(|&x| value(f, x, n)).collect()
}

fn is_prime(n: u64) -> bool {
    crate::common::is_prime(n)
}

fn both_ways(engine: &Engine, random: &mut Random, n: u64, len: usize) {
    let f = Zn::on(engine, n).expect("a modulus");
    let what = format!("{len} points modulo {n} on {engine:?}");
    // longer and shorter polynomials, points repeated
    let x = points(random, n, len, false);
    let prepared = Points::new(&f, f.view(&x).expect("residues")).expect(&what);
    for degree in [0, len / 3, len, len + 1, 2 * len + 3] {
        let a = random.residues(n, degree);
        let got = prepared.eval(&Poly::new(&f, a.iter().copied())).expect(&what);
        assert_eq!(f.words(got.view()), values(&a, &x, n), "{degree} coefficients at {what}");
    }
    if is_prime(n) {
        let x = points(random, n, len, true);
        let a = random.residues(n, x.len());
        let prepared = Points::new(&f, f.view(&x).expect("residues")).expect(&what);
        let y = values(&a, &x, n);
        let got = prepared.interpolate(f.view(&y).expect("residues")).expect(&what);
        assert!(got == Poly::new(&f, a), "interpolation of {what}");
        let zero = prepared.interpolate(f.zeros(x.len()).view()).expect(&what);
        assert!(zero.is_empty(), "zeros at {what}");
    }
}

#[test]
fn every_small_size() {
    let mut random = Random::new(1);
    for engine in engines() {
        for n in moduli() {
            for len in 0..=70 {
                both_ways(&engine, &mut random, n, len);
            }
        }
    }
}

#[test]
fn larger_sizes_beside_leaves_and_powers_of_two() {
    let mut random = Random::new(2);
    for engine in engines() {
        for n in [largest_prime(31, 1), largest_prime(48, 20), largest_prime(62, 1), u64::MAX - 58, (1 << 62) - 1] {
            for len in [127, 128, 129, 191, 193, 255, 256, 257, 383, 385, 511, 512, 513, 640, 1000] {
                if random.below(4) == 0 || len == 256 {
                    both_ways(&engine, &mut random, n, len);
                }
            }
        }
    }
}

/// All values largest, at the bounds of the kernels' lazy ranges.
#[test]
fn the_largest_values() {
    for engine in engines() {
        for n in [largest_prime(50, 1), (1 << 50) - 1, largest_prime(62, 1), (1 << 62) - 1, largest_prime(63, 1)] {
            let f = Zn::on(&engine, n).expect("a modulus");
            for len in [8, 9, 63, 64, 65, 200] {
                let x = vec![n - 1; len];
                let a = vec![n - 1; len];
                let got = Poly::new(&f, a.iter().copied()).eval_each(f.view(&x).expect("residues")).expect("values");
                assert_eq!(f.words(got.view()), values(&a, &x, n), "{len} modulo {n} on {engine:?}");
                // Horner's rule on all coefficients at once, in blocks of 64
                let got = f.horner_each(f.view(&a).expect("residues"), f.view(&x).expect("residues"));
                assert_eq!(f.words(got.view()), values(&a, &x, n), "{len} coefficients modulo {n} on {engine:?}");
                // ∏(x + 1) by the definition
                let expected = (0..len).fold(vec![1], |p, _| schoolbook(&p, &[1, 1], n));
                assert_eq!(
                    f.words(f.product_of_roots(f.view(&x).expect("residues")).view()),
                    expected,
                    "{len} mod {n}"
                );
            }
        }
    }
}

/// Lagrange's formula, with inverses by Fermat's theorem.
fn lagrange(x: &[u64], y: &[u64], p: u64) -> Vec<u64> {
    let mut sum = vec![0; x.len()];
    for (i, &xi) in x.iter().enumerate() {
        let others: Vec<u64> = x.iter().copied().filter(|&xj| xj != xi).collect();
        let numerator = others.iter().fold(vec![1], |f, &xj| schoolbook(&f, &[(p - xj) % p, 1], p));
        let c = crate::common::power(value(&numerator, xi, p), p - 2, p);
        let c = u128::from(c) * u128::from(y[i]) % u128::from(p);
        for (s, &t) in sum.iter_mut().zip(&numerator) {
            *s = ((u128::from(*s) + c * u128::from(t)) % u128::from(p)) as u64;
        }
    }
    sum
}

#[test]
fn interpolation_is_lagranges() {
    let mut random = Random::new(3);
    for p in [97, largest_prime(31, 1), largest_prime(48, 20), largest_prime(62, 1)] {
        let f = Zn::new(p).expect("a prime");
        for _ in 0..cases(12) {
            let len = random.usize_below(90);
            let x = points(&mut random, p, len, true);
            let y: Vec<u64> = x.iter().map(|_| random.residue(p)).collect();
            let got = Poly::interpolate(&f, f.view(&x).expect("residues"), f.view(&y).expect("residues"));
            assert!(
                got.expect("distinct points") == Poly::new(&f, lagrange(&x, &y, p)),
                "{} points modulo {p}",
                x.len()
            );
        }
    }
}

#[test]
fn repeated_points_and_zero_divisors_are_told() {
    let mut random = Random::new(4);
    for engine in engines() {
        for (p, len) in [(97, 98), (97, 150), (largest_prime(48, 20), 300), (largest_prime(62, 1), 33), (2, 3)] {
            let f = Zn::on(&engine, p).expect("a prime");
            let mut x = points(&mut random, p, len, true);
            while x.len() < len {
                x.push(random.below(p));
            }
            let at = 1 + random.usize_below(len - 1);
            x[at] = x[0];
            let (first, second) = (0..len)
                .find_map(|j| x[..j].iter().position(|&y| y == x[j]).map(|i| (i, j)))
                .expect("a repeated point");
            let got = Poly::interpolate(&f, f.view(&x).expect("residues"), f.zeros(len).view());
            assert_eq!(got, Err(Error::RepeatedPoint { point: x[first].to_string(), first, second }), "{len} mod {p}");
        }
        // 0 and 3 differ by a divisor of 15; of 0, 3 and 5 all differences divide it, but none is 0
        let f = Zn::on(&engine, 15).expect("a modulus");
        for (x, factor) in [(vec![0, 3], "3"), (vec![1, 0, 5], "5"), (vec![0, 3, 5], "3")] {
            let got = Poly::interpolate(&f, f.view(&x).expect("residues"), f.zeros(x.len()).view());
            let Err(Error::NotInvertible { factor: met, modulus, .. }) = got else { panic!("{x:?}: {got:?}") };
            assert_eq!((met.as_str(), modulus.as_str()), (factor, "15"), "{x:?}");
        }
        let x = [1, 0, 2];
        let got = Poly::interpolate(&f, f.view(&x).expect("residues"), f.view(&[3, 1, 7]).expect("residues"));
        assert_eq!(got.expect("units"), Poly::from_i64(&f, &[1, 1, 1]));
    }
}

#[test]
fn wrong_numbers_of_values() {
    let f = Zn::new(97).expect("a prime");
    for (x, y) in [(0, 1), (1, 0), (5, 4), (300, 301)] {
        let got = Poly::interpolate(&f, f.zeros(x).view(), f.zeros(y).view());
        assert_eq!(got, Err(Error::Length { what: "the values to interpolate", expected: x, got: y }));
    }
}

/// Values at these points by Horner's rule, and back.
fn there_and_back(f: &AnyRing, a: Vec<AnyElem>, x: &[AnyElem]) {
    let horner = |x: &AnyElem| a.iter().rev().fold(f.elem(0), |s, c| f.add(&f.mul(&s, x), c));
    let y: Vec<_> = x.iter().map(horner).collect();
    let points = Points::new(f, f.collect(x).view()).expect("points");
    let poly = crate::Poly::new(f, a);
    let got = points.eval(&poly).expect("values");
    assert!(f.same(got.view(), f.collect(&y).view()), "{} values in {}", x.len(), f.name());
    assert!(points.interpolate(got.view()).expect("distinct points") == poly, "{} points in {}", x.len(), f.name());
}

/// Small fields by tables, larger ones by products of words, and residues of several words.
#[test]
fn over_fields() {
    let mut random = Random::new(6);
    for (name, lens) in [
        ("gf:7^3", &[300][..]),
        ("gf:101^2", &[150]),
        // transforms of the base ring whose length is no multiple of an element's
        ("gf:3^38", &[48, 50]),
        ("gf:3^40", &[48, 96, 100]),
        ("gf:2^65:t^65+t^18+1", &[30, 200]),
        ("gf:2305843009213693951^2", &[100]),
        ("zn:2^127-1", &[0, 1, 2, 7, 40, 130, 300]),
    ] {
        let f = any(name);
        let mut element = || random.element(&f);
        for &len in lens {
            let a = (0..len).map(|_| element()).collect();
            let mut x = Vec::new();
            while x.len() < len {
                let point = element();
                if !x.contains(&point) {
                    x.push(point);
                }
            }
            there_and_back(&f, a, &x);
        }
    }
}

#[test]
fn over_the_integers() {
    let mut random = Random::new(5);
    let any = any("z");
    for len in [0, 1, 2, 9, 60] {
        let x: Vec<_> = (0..len).map(|i| any.elem(3 * i - 50)).collect();
        there_and_back(&any, (0..len).map(|_| AnyElem::Integer(random.integer(80))).collect(), &x);
    }
    let z = Integers::new();
    // x(x − 1)/2 has integer values only
    let [x, y] = [[0, 1, 2], [0, 0, 1]].map(|v| z.collect(&v.map(Integer::from)));
    assert!(matches!(Poly::interpolate(&z, x.view(), y.view()), Err(Error::NotDivisible { .. })));
    let twice = z.collect(&[4, 4].map(Integer::from));
    let repeated = Error::RepeatedPoint { point: "4".into(), first: 0, second: 1 };
    assert_eq!(Poly::interpolate(&z, twice.view(), twice.view()), Err(repeated));
}

#[test]
fn products_of_many() {
    let mut random = Random::new(6);
    for n in [2, 6, largest_prime(48, 20), largest_prime(62, 1), u64::MAX] {
        let f = Zn::new(n).expect("a modulus");
        for count in [0, 1, 2, 3, 5, 17, 64, 100] {
            let factors: Vec<Vec<u64>> = (0..count)
                .map(|i| {
                    let len = if i == 7 { 300 } else { 1 + random.usize_below(4) };
                    let mut v = random.residues(n, len);
                    v[len - 1] = 1;
                    v
                })
                .collect();
            let expected = factors.iter().fold(vec![1], |p, q| schoolbook(&p, q, n));
            let polys: Vec<_> = factors.into_iter().map(|v| Poly::new(&f, v)).collect();
            assert!(Poly::product(&f, &polys).expect("a product") == Poly::new(&f, expected), "{count} modulo {n}");
        }
        let zero = Poly::product(&f, &[Poly::one(&f), Poly::zero(&f)]);
        assert!(zero.expect("a product").is_empty());
    }
    let z = Integers::new();
    let factors: Vec<_> = (1..=30).map(|i| Poly::from_i64(&z, &[i, 1])).collect();
    let rising = Poly::product(&z, &factors).expect("a product");
    assert_eq!((rising.degree(), rising.coeff(0)), (Some(30), Integer::from(Integer::factorial(30))));
    let other = Zn::new(5).expect("a prime");
    let mixed = Poly::product(&other, &[Poly::one(&Zn::new(7).expect("a prime"))]);
    assert!(matches!(mixed, Err(Error::RingsDiffer { .. })));
}

/// a·q^i for i < n.
fn progression(a: u64, q: u64, n: usize, modulus: u64) -> Vec<u64> {
    let times = |x: u64, y: u64| (u128::from(x) * u128::from(y) % u128::from(modulus)) as u64;
    std::iter::successors(Some(a % modulus), |&x| Some(times(x, q))).take(n).collect()
}

#[test]
fn geometric_progressions() {
    let mut random = Random::new(7);
    for engine in engines() {
        // units, roots of unity of several orders, orders with the ring's own transforms, and non-units
        for (n, ratios) in [
            (97, vec![1, 5, 22, 96, 0, 35]),
            (998_244_353, vec![3, 998_244_352, 372_528_824, 15_311_432, 0]),
            (largest_prime(62, 1), vec![2, 12_345]),
            (1 << 32, vec![3, 2, 5]),
            (2, vec![1, 0]),
        ] {
            let f = Zn::on(&engine, n).expect("a modulus");
            for q in ratios {
                for len in [0, 1, 2, 3, 7, 8, 9, 16, 64, 96, 97, 128, 200] {
                    let a = if random.below(4) == 0 { 1 } else { random.residue(n) };
                    let x = progression(a, q, len, n);
                    let what = format!("{len} points from {a} by {q} modulo {n} on {engine:?}");
                    let points = Geometric::new(&f, &a, &q, len).expect(&what);
                    for size in [0, len / 2, len, 2 * len + 5] {
                        let c = random.residues(n, size);
                        let got = points.eval(&Poly::new(&f, c.iter().copied())).expect(&what);
                        assert_eq!(f.words(got.view()), values(&c, &x, n), "{size} coefficients, {what}");
                    }
                    let c = Poly::new(&f, random.residues(n, len));
                    let y = points.eval(&c).expect(&what);
                    let got = points.interpolate(y.view());
                    let general = Points::new(&f, f.view(&x).expect("residues")).and_then(|p| p.interpolate(y.view()));
                    match general {
                        Ok(expected) => assert!(got.expect(&what) == expected && expected == c, "back from {what}"),
                        Err(Error::RepeatedPoint { first, second, .. }) => {
                            let Err(Error::RepeatedPoint { first: i, second: j, .. }) = got else {
                                panic!("{first} and {second} are equal, {what}: {got:?}")
                            };
                            assert!(i < j && x[i] == x[j], "{i} and {j}, {what}");
                        }
                        Err(e) => assert!(matches!(got, Err(Error::NotInvertible { .. })), "{e}, {what}: {got:?}"),
                    }
                }
            }
        }
    }
    let z = Integers::new();
    let points = Geometric::new(&z, &Integer::from(-3), &Integer::from(2), 6).expect("points");
    let a = Poly::from_i64(&z, &[1, 2, 3, 4, 5, 6]);
    let y = points.eval(&a).expect("values");
    assert_eq!(z.get(y.view(), 1), a.eval(&Integer::from(-6)));
    assert_eq!(points.interpolate(y.view()), Ok(a));
}
