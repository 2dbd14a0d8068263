//! Transforms of any length against evaluation by the definition, in integers.

use super::{
    Poly,
    common::{Random, any, cases, zn, zn_on},
};
use polymod::{
    AnyRing, Cancel, Dft, Engine, Error, Ring, Wrap, Zn, ZnBig,
    poly::{DftAlgorithm, Part},
    ring::{AnyElem, Codec, Coeffs, Vectors, principal_root},
    rug::{Complete, Integer, ops::Pow},
};

const WRAPS: [Wrap; 2] = [Wrap::Cyclic, Wrap::Negacyclic];
const GOLDILOCKS: u64 = 0xffff_ffff_0000_0001;
const WORD_PRIMES: [u64; 9] = [2, 3, 5, 17, 97, 257, 998_244_353, (1 << 61) - 1, GOLDILOCKS];
const BLS12_381_FR: &str = "52435875175126190479447740508185965837690552500527637822603658699938581184513";

fn big_primes() -> [Integer; 2] {
    [Integer::from(2).pow(127) - 1, BLS12_381_FR.parse().unwrap()]
}

/// Z/n by integers of any length, also for a short n.
fn big(engine: &Engine, n: Integer) -> AnyRing {
    AnyRing::field(ZnBig::on(engine, n).unwrap())
}

fn modulus(r: &AnyRing) -> Integer {
    r.name().strip_prefix("zn:").expect("residues").parse().unwrap()
}

fn element(r: &AnyRing, x: &Integer) -> AnyElem {
    let x = x.clone().modulo(&modulus(r)).to_string();
    r.elem_from_decimal(false, x.as_bytes()).unwrap()
}

fn integer(r: &AnyRing, x: &AnyElem) -> Integer {
    r.elem_to_decimal(x).parse().unwrap()
}

fn integers(r: &AnyRing, v: &Coeffs<AnyRing>) -> Vec<Integer> {
    (0..v.len()).map(|i| integer(r, &r.get(v.view(), i))).collect()
}

fn vector(r: &AnyRing, v: &[Integer]) -> Coeffs<AnyRing> {
    r.collect(&v.iter().map(|x| element(r, x)).collect::<Vec<_>>())
}

fn order(len: usize, wrap: Wrap) -> u64 {
    len as u64 * if wrap == Wrap::Cyclic { 1 } else { 2 }
}

/// Σ a[j]·x^j modulo n, with a table of powers.
fn value(a: &[Integer], x: &Integer, n: &Integer) -> Integer {
    let (mut sum, mut power) = (Integer::new(), Integer::from(1));
    for c in a {
        sum += c * &power;
        power = power * x % n;
    }
    sum.modulo(n)
}

/// The values by the definition.
fn values(a: &[Integer], w: &Integer, n: &Integer, len: usize, wrap: Wrap) -> Vec<Integer> {
    let exponent = |i: usize| Integer::from(if wrap == Wrap::Cyclic { i } else { 2 * i + 1 });
    (0..len).map(|i| value(a, &w.pow_mod_ref(&exponent(i), n).unwrap().into(), n)).collect()
}

/// The documented default root, found by trying every proper divisor of the order.
fn default_root(p: &Integer, order: u64) -> Integer {
    let power = |x: &Integer, e: &Integer| Integer::from(x.pow_mod_ref(e, p).unwrap());
    let exponent = (p - 1u32).complete() / order;
    let candidates = (1u32..).map(|h| power(&h.into(), &exponent));
    let exact = |w: &Integer| (1..order).filter(|d| order.is_multiple_of(*d)).all(|d| power(w, &d.into()) != 1);
    candidates.take(1000).find(exact).expect("a prime field has a root")
}

fn random_integers(random: &mut Random, n: &Integer, len: usize) -> Vec<Integer> {
    (0..len).map(|_| random.integer(n.significant_bits()).modulo(n)).collect()
}

/// Both directions of a transform, by every algorithm that applies.
fn agrees(r: &AnyRing, len: usize, wrap: Wrap, root: &Integer, random: &mut Random) {
    let n = modulus(r);
    let chosen = Dft::with_root(r, len, wrap, &element(r, root)).unwrap();
    let by = |algorithm| chosen.clone().by(algorithm).ok().map(|dft| (algorithm, dft));
    let all: Vec<_> = DftAlgorithm::ALL.into_iter().filter_map(by).collect();
    assert!(all.iter().any(|(algorithm, _)| *algorithm == DftAlgorithm::Bluestein));
    for (algorithm, dft) in all {
        assert_eq!((dft.len(), dft.algorithm()), (len, algorithm));
        for given in [len, len / 2, 0] {
            let a = random_integers(random, &n, given);
            let expected = values(&a, root, &n, len, wrap);
            let got = dft.forward(vector(r, &a).view()).unwrap();
            assert_eq!(integers(r, &got), expected, "{dft:?}, W = {root}, of {a:?}");
            let mut padded = a;
            padded.resize(len, Integer::new());
            assert_eq!(integers(r, &dft.inverse(got.view()).unwrap()), padded, "{dft:?}, W = {root}, back");
        }
        // missing values are zeros, and come back as zeros
        let some = random_integers(random, &n, len.div_ceil(3));
        let coeffs = dft.inverse(vector(r, &some).view()).unwrap();
        let again = integers(r, &dft.forward(coeffs.view()).unwrap());
        assert!(again[..some.len()] == some[..] && again[some.len()..].iter().all(|x| *x == 0), "{dft:?}");
    }
}

/// Every length up to 40, with or without a transform; returns how many have one.
fn every_short_length(r: &AnyRing, random: &mut Random) -> usize {
    let p = modulus(r);
    let mut found = 0;
    for len in 1..=40 {
        for wrap in WRAPS {
            let order = order(len, wrap);
            if !(&p - 1u32).complete().is_divisible(&order.into()) {
                let error = Dft::new(r, len, wrap).unwrap_err();
                assert_eq!(error, Error::NoRoot { modulus: p.to_string(), order }, "{len} {wrap:?}");
                continue;
            }
            found += 1;
            let root = default_root(&p, order);
            let dft = Dft::new(r, len, wrap).unwrap();
            assert_eq!((integer(r, dft.root()), dft.wrap()), (root.clone(), wrap), "modulo {p}, order {order}");
            agrees(r, len, wrap, &root, random);
        }
    }
    found
}

#[test]
fn every_short_length_over_prime_fields() {
    let mut random = Random::new(1);
    let engine = Engine::builder().threads(1).build();
    for p in WORD_PRIMES {
        let found = every_short_length(&zn_on(&engine, p), &mut random);
        assert!(found > 1 || p == 2, "{found} modulo {p}");
    }
    for p in big_primes() {
        assert!(every_short_length(&big(&engine, p), &mut random) > 5);
    }
    // the same field in both implementations
    assert_eq!(every_short_length(&big(&engine, 97.into()), &mut random), 10 + 9);
}

#[test]
fn principal_roots_are_those_of_the_definition() {
    let mut principal = 0;
    for n in 2..=90 {
        let r = zn(n);
        for w in 0..n {
            for order in 1..=12 {
                let power = |e: u64| (0..e).fold(1 % n, |x, _| x * w % n);
                let sums = (1..order).all(|j| (0..order).map(|i| power(i * j)).sum::<u64>() % n == 0);
                let unit = Integer::from(order).gcd(&n.into()) == 1;
                let expected = power(order) == 1 % n && sums && unit;
                assert_eq!(
                    principal_root(&r, &AnyElem::Word(w), order).is_ok(),
                    expected,
                    "{w} of order {order} modulo {n}"
                );
                principal += usize::from(expected);
            }
        }
    }
    assert!(principal > 300, "{principal}");
}

#[test]
fn composite_moduli() {
    let mut random = Random::new(2);
    let refused = |n: u64, len, wrap, w: u64| match Dft::with_root(&zn(n), len, wrap, &AnyElem::Word(w)).unwrap_err() {
        Error::NotPrincipal { root, order: got, ring, reason } => {
            assert_eq!((root, got, ring), (w.to_string(), order(len, wrap), format!("zn:{n}")));
            reason
        }
        other => panic!("{other}"),
    };
    assert!(refused(15, 2, Wrap::Cyclic, 4).contains("less 1 is no unit: 3 has no inverse modulo 15: 3 divides both"));
    assert!(refused(85, 8, Wrap::Cyclic, 2).contains("5 divides both"));
    assert!(refused(85, 4, Wrap::Negacyclic, 2).contains("its power 4 less 1 is no unit"));
    assert_eq!(refused(17, 4, Wrap::Cyclic, 16), "its power 2 is 1");
    assert_eq!(refused(17, 4, Wrap::Negacyclic, 4), "its power 4 is 1");
    assert_eq!(refused(17, 4, Wrap::Cyclic, 0), "its power 4 is not 1");
    let needs_prime = Dft::new(&zn(85), 4, Wrap::Cyclic).unwrap_err();
    assert_eq!(needs_prime, Error::Modulus { modulus: "85".into(), expected: "a prime" });
    let mut lengths = Vec::new();
    for n in [85, 17 * 41, 7 * 13 * 19, 49, (1 << 31) + 1] {
        for len in 1..=12 {
            for wrap in WRAPS {
                let r = zn(n);
                let principal = |w: &u64| principal_root(&r, &AnyElem::Word(*w), order(len, wrap)).is_ok();
                if let Some(w) = (1..n.min(5000)).find(principal) {
                    agrees(&r, len, wrap, &w.into(), &mut random);
                    lengths.push((n, len, wrap));
                }
            }
        }
    }
    assert!(lengths.contains(&(85, 4, Wrap::Cyclic)) && lengths.contains(&(7 * 13 * 19, 3, Wrap::Negacyclic)));
    // the square of a big prime: the root is congruent to that modulo the prime
    let p = &big_primes()[0];
    let (n, w) = ((p * p).complete(), default_root(p, 9).pow_mod(p, &(p * p).complete()).unwrap());
    let r = big(&Engine::default(), n.clone());
    agrees(&r, 9, Wrap::Cyclic, &w, &mut random);
    assert_eq!(
        Dft::new(&r, 9, Wrap::Cyclic).unwrap_err(),
        Error::Modulus { modulus: n.to_string(), expected: "a prime" }
    );
}

/// Some values by the definition, and the inverse, at lengths where products use transforms.
fn long(r: &AnyRing, len: usize, wrap: Wrap, random: &mut Random) {
    let n = modulus(r);
    let dft = Dft::new(r, len, wrap).unwrap();
    let bluestein = dft.clone().by(DftAlgorithm::Bluestein).unwrap();
    let root = integer(r, dft.root());
    let a = random_integers(random, &n, len - len / 7);
    let v = vector(r, &a);
    let transformed = dft.forward(v.view()).unwrap();
    assert!(r.same(bluestein.forward(v.view()).unwrap().view(), transformed.view()), "{dft:?}");
    for _ in 0..4 {
        let i = random.usize_below(len);
        let exponent = if wrap == Wrap::Cyclic { i } else { 2 * i + 1 };
        let x = root.pow_mod_ref(&exponent.into(), &n).unwrap().into();
        assert_eq!(integer(r, &r.get(transformed.view(), i)), value(&a, &x, &n), "{dft:?}, entry {i}");
    }
    for dft in [dft, bluestein] {
        let mut back = dft.inverse(transformed.view()).unwrap();
        assert_eq!(back.len(), len);
        r.trim(&mut back);
        assert!(Poly::from_coeffs(r, back) == Poly::from_coeffs(r, v.clone()), "{dft:?}");
    }
}

#[test]
fn longer_lengths() {
    let mut random = Random::new(3);
    let f = zn((1 << 61) - 1);
    for (len, wrap) in [(331, Wrap::Negacyclic), (1321, Wrap::Cyclic), (9 * 25 * 7 * 11, Wrap::Cyclic)] {
        long(&f, len, wrap, &mut random);
    }
    for (p, len) in [(998_244_353, 4096), (998_244_353, 7 * 17 * 8), (GOLDILOCKS, 3 * 1024), (12_289, 12_288)] {
        long(&zn(p), len, Wrap::Cyclic, &mut random);
        long(&zn(p), len / 2, Wrap::Negacyclic, &mut random);
    }
    let big = big(&Engine::default(), big_primes()[1].clone());
    long(&big, 512, Wrap::Negacyclic, &mut random);
    long(&big, 3 * 11 * 19, Wrap::Cyclic, &mut random);
}

/// F(a + c·b) = F(a) + c·F(b), and F(a·b) = F(a)·F(b) entry by entry, the product modulo x^N ∓ 1.
fn algebra(r: &AnyRing, len: usize, wrap: Wrap, random: &mut Random) {
    let dft = Dft::new(r, len, wrap).unwrap();
    let n = modulus(r);
    let mut poly = || Poly::from_coeffs(r, vector(r, &random_integers(random, &n, len)));
    let (a, b) = (poly(), poly());
    let c = r.elem(-5);
    let transform = |p: &Poly| dft.forward(p.coeffs()).unwrap();
    let (x, y) = (transform(&a), transform(&b));
    let mut sum = y.clone();
    r.scale(&mut sum, &c);
    r.add_at(&mut sum, 0, x.view());
    assert!(r.same(transform(&(&a + &b.scale(&c))).view(), sum.view()), "{dft:?} is linear");
    let mut product = x;
    r.mul_each(&mut product, y.view());
    let part = if wrap == Wrap::Cyclic { Part::Cyclic(len) } else { Part::Negacyclic(len) };
    let expected = a.mul_part(&b, &part, None).unwrap();
    let got = Poly::from_coeffs(r, dft.inverse(product.view()).unwrap());
    assert_eq!(got, expected, "{dft:?}: the convolution theorem");
}

#[test]
fn linearity_and_the_convolution_theorem() {
    let mut random = Random::new(4);
    for _ in 0..cases(3) {
        for wrap in WRAPS {
            for len in [1, 2, 3, 8, 12, 24, 48] {
                algebra(&zn(97), len, wrap, &mut random);
            }
            for len in [64, 119, 476] {
                algebra(&zn(998_244_353), len, wrap, &mut random);
            }
            algebra(&big(&Engine::default(), big_primes()[0].clone()), 3 * 49, wrap, &mut random);
        }
    }
}

#[test]
fn slices() {
    let f = Zn::new(31).unwrap();
    let dft = Dft::new(&f, 5, Wrap::Cyclic).unwrap();
    let mut x = [1, 0, 1, 0, 0];
    dft.forward_slice(&mut x).unwrap();
    assert_eq!(x, [2, 5, 17, 3, 9]);
    dft.inverse_slice(&mut x).unwrap();
    assert_eq!(x, [1, 0, 1, 0, 0]);
    assert!(matches!(dft.forward_slice(&mut x[..4]), Err(Error::Length { expected: 5, got: 4, .. })));
    x[3] = 31;
    assert_eq!(dft.inverse_slice(&mut x), Err(Error::NotReduced { index: 3, value: 31, modulus: 31 }));
    assert_eq!(x, [1, 0, 1, 31, 0], "a refused slice stays as it was");
}

#[test]
fn refused() {
    let f = Zn::new(31).unwrap();
    for wrap in WRAPS {
        assert!(matches!(Dft::new(&f, 0, wrap), Err(Error::OutOfRange { .. })));
        assert!(Dft::new(&f, usize::MAX, wrap).is_err());
    }
    let dft = Dft::new(&f, 5, Wrap::Cyclic).unwrap();
    assert!(matches!(dft.forward(f.zeros(6).view()), Err(Error::Length { expected: 5, got: 6, .. })));
    assert!(matches!(dft.inverse(f.zeros(6).view()), Err(Error::Length { expected: 5, got: 6, .. })));
    let error = dft.by(DftAlgorithm::Own(polymod::core::transform::ntt::NttAlgorithm::Portable)).unwrap_err();
    assert!(matches!(&error, Error::Algorithm { applicable, .. } if applicable == "bluestein"), "{error}");
    assert!(matches!(Dft::new(&any("z"), 2, Wrap::Cyclic), Err(Error::Unsupported { .. })));
    let names = DftAlgorithm::ALL.map(|a| a.name().parse::<DftAlgorithm>());
    assert_eq!(names, DftAlgorithm::ALL.map(Ok));
    assert!("dft".parse::<DftAlgorithm>().is_err());
    let cancel = Cancel::new();
    let engine = Engine::builder().threads(1).cancel(cancel.clone()).build();
    let dft = Dft::new(&zn_on(&engine, 31), 5, Wrap::Cyclic).unwrap();
    cancel.raise();
    assert_eq!(dft.forward(dft.ring().zeros(5).view()).err(), Some(Error::Cancelled));
}
