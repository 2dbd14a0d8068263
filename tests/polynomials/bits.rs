//! Polynomials over the field of two elements, against bit-by-bit algorithms.

use super::common::Random;
use polymod::{
    Engine, Error, F2, Gf2k, Poly, ProductAlgorithm,
    core::cpu::Target,
    poly::{Bezout, Divisor, Part},
    ring::{Evaluation, ProductShape, Products, Ring},
};

/// The field on one thread, for every instruction set level of the machine.
pub(super) fn fields() -> Vec<F2> {
    let levels = Target::families();
    levels.map(|target| F2::on(&Engine::builder().threads(1).target(target).build())).collect()
}

pub(super) type Bits = Vec<u64>;

pub(super) fn bit(v: &[u64], i: usize) -> bool {
    v.get(i / 64).is_some_and(|x| x >> (i % 64) & 1 == 1)
}

fn flip(v: &mut Bits, i: usize) {
    if v.len() <= i / 64 {
        v.resize(i / 64 + 1, 0);
    }
    v[i / 64] ^= 1 << (i % 64);
}

fn len(v: &[u64]) -> usize {
    (0..64 * v.len()).rev().find(|&i| bit(v, i)).map_or(0, |i| i + 1)
}

/// out += x^shift·v.
fn add_shifted(out: &mut Bits, v: &[u64], shift: usize) {
    let words = shift / 64 + v.len() + 1;
    if out.len() < words {
        out.resize(words, 0);
    }
    for (i, &x) in v.iter().enumerate() {
        let wide = u128::from(x) << (shift % 64);
        out[shift / 64 + i] ^= wide as u64;
        out[shift / 64 + i + 1] ^= (wide >> 64) as u64;
    }
}

pub(super) fn product(a: &[u64], b: &[u64]) -> Bits {
    let mut out = Vec::new();
    for i in (0..64 * a.len()).filter(|&i| bit(a, i)) {
        add_shifted(&mut out, b, i);
    }
    out
}

fn divided(a: &[u64], b: &[u64]) -> (Bits, Bits) {
    let (mut q, mut rest, short) = (Vec::new(), a.to_vec(), len(b));
    while len(&rest) >= short {
        let shift = len(&rest) - short;
        flip(&mut q, shift);
        add_shifted(&mut rest, b, shift);
        rest.truncate(a.len());
    }
    (q, rest)
}

fn common_divisor(a: &[u64], b: &[u64]) -> Bits {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    while len(&b) > 0 {
        let words = len(&b).div_ceil(64);
        b.truncate(words);
        let (_, rest) = divided(&a, &b);
        (a, b) = (b, rest);
    }
    a
}

pub(super) fn poly(f: &F2, v: &[u64]) -> Poly<F2> {
    Poly::from_coeffs(f, f.from_words(v, 64 * v.len()))
}

/// All ones, few ones, or random bits; bits from `bits` on are zero, the one before is 1.
pub(super) fn operand(random: &mut Random, kind: usize, bits: usize) -> Bits {
    let mut v: Bits = (0..bits.div_ceil(64))
        .map(|_| match kind {
            0 => u64::MAX,
            1 => 1 << random.below(64) & 1 << random.below(8),
            _ => random.word(),
        })
        .collect();
    if let Some(top) = v.last_mut() {
        *top = (*top | 1 << 63) >> ((64 - bits % 64) % 64);
    }
    v
}

#[test]
fn products_by_every_algorithm_agree_with_the_definition() {
    let lengths = [
        (1, 1),
        (1, 200),
        (63, 64),
        (64, 64),
        (64, 65),
        (65, 129),
        (127, 128),
        (129, 700),
        (1023, 1025),
        (2048, 2049),
        (2559, 2561),
        (4097, 500),
        (9000, 9001),
        (40_000, 300),
        (21_000, 20_000),
    ];
    let mut random = Random::new(1);
    for f in fields() {
        for (la, lb) in lengths {
            for kind in 0..3 {
                let (a, b) = (operand(&mut random, kind, la), operand(&mut random, 2 * usize::from(kind > 1), lb));
                let (wanted, square) = (product(&a, &b), product(&a, &a));
                let (x, y) = (poly(&f, &a), poly(&f, &b));
                let full = la + lb - 1;
                for (x, y, wanted) in [(&x, &y, &wanted), (&y, &x, &wanted), (&x, &x, &square)] {
                    let shape = ProductShape::of(&f, x.coeffs(), y.coeffs(), 0..full);
                    let candidates = f.engine().enter(|cx| f.product_candidates(&shape, cx));
                    for c in candidates.iter() {
                        let got = x.mul_part(y, &Part::All, Some(c.algorithm)).unwrap();
                        assert_eq!(got, poly(&f, wanted), "{}: {la} by {lb} bits, kind {kind}", c.algorithm);
                    }
                    let (from, to) = (full / 3, full - full / 5);
                    let middle = x.mul_part(y, &Part::Middle(from..to), None).unwrap();
                    assert!((from..to).all(|i| middle.coeff(i - from) == bit(wanted, i)), "{la} by {lb}: the middle");
                    let cyclic = x.mul_part(y, &Part::Cyclic(100), None).unwrap();
                    let mut folded = Vec::new();
                    (0..64 * wanted.len()).filter(|&i| bit(wanted, i)).for_each(|i| flip(&mut folded, i % 100));
                    assert_eq!(cyclic, poly(&f, &folded), "{la} by {lb} modulo x^100 − 1");
                }
            }
        }
    }
}

#[test]
fn a_square_has_zeros_between_its_coefficients() {
    let mut random = Random::new(2);
    for f in fields() {
        for bits in [1, 2, 63, 64, 65, 511, 512, 513, 5000] {
            let a = poly(&f, &operand(&mut random, 2, bits));
            let square = a.sqr().unwrap();
            assert_eq!(square.len(), 2 * bits - 1);
            assert!((0..2 * bits).all(|i| square.coeff(i) == (i % 2 == 0 && a.coeff(i / 2))), "{bits} bits");
        }
    }
}

#[test]
fn division_agrees_with_the_definition() {
    let mut random = Random::new(3);
    for f in fields() {
        for (la, lb) in
            [(1, 1), (64, 1), (100, 64), (128, 65), (129, 128), (500, 490), (3000, 100), (9000, 4500), (30_000, 15_001)]
        {
            for kind in 0..3 {
                let (a, b) = (operand(&mut random, 2, la), operand(&mut random, kind, lb));
                let (q, rest) = divided(&a, &b);
                let (a, b, q, rest) = (poly(&f, &a), poly(&f, &b), poly(&f, &q), poly(&f, &rest));
                assert_eq!(a.div_rem(&b).unwrap(), (q.clone(), rest.clone()), "{la} by {lb} bits, kind {kind}");
                let kept = Divisor::new(&b).unwrap();
                assert_eq!(kept.div_rem(&a).unwrap(), (q, rest), "{la} by {lb} bits, kind {kind}, kept");
            }
        }
        let zero = Poly::zero(&f);
        assert_eq!(Poly::one(&f).div_rem(&zero), Err(Error::DivisionByZero));
    }
}

#[test]
fn common_divisors_agree_with_the_definition() {
    let mut random = Random::new(4);
    for f in fields() {
        for (la, lb, lc) in [
            (1, 1, 1),
            (64, 64, 1),
            (65, 3, 64),
            (300, 299, 63),
            (500, 100, 129),
            (1000, 1000, 1),
            (2100, 2000, 100),
            (6000, 5999, 1),
            (7000, 7000, 2000),
            (20_000, 13_000, 1000),
        ] {
            for kind in 0..3 {
                let [a, b] = [la, lb].map(|bits| operand(&mut random, kind, bits));
                let c = operand(&mut random, 2, lc);
                let (mut a, mut b) = (product(&a, &c), product(&b, &c));
                flip(&mut a, 0);
                flip(&mut a, 0);
                flip(&mut b, 5);
                flip(&mut b, 5);
                let wanted = poly(&f, &common_divisor(&a, &b));
                let (a, b) = (poly(&f, &a), poly(&f, &b));
                assert_eq!(a.gcd(&b).unwrap(), wanted, "{la}, {lb} and {lc} bits, kind {kind}");
                let Bezout { g, s, t } = b.xgcd(&a).unwrap();
                assert_eq!(g, wanted, "{la}, {lb} and {lc} bits, kind {kind}: xgcd");
                assert_eq!(&s * &b + &t * &a, g, "{la}, {lb} and {lc} bits, kind {kind}: xgcd");
                assert!(s.len() + g.len() <= a.len().max(g.len() + 1), "s of least degree");
                assert_eq!(a.resultant(&b).unwrap(), g.len() == 1, "{la}, {lb} and {lc} bits, kind {kind}: resultant");
            }
        }
    }
}

/// gcd(x^n − 1, x^m − 1) = x^gcd(n, m) − 1: quotients of high degree with long gaps.
#[test]
fn sparse_common_divisors() {
    for f in fields() {
        for (n, m, g) in [(300, 200, 100), (1001, 13, 13), (4095, 1023, 3), (20_000, 12_345, 5), (10_000, 70, 10)] {
            let less_one = |n| Poly::monomial(&f, &true, n) + Poly::one(&f);
            assert_eq!(less_one(n).gcd(&less_one(m)).unwrap(), less_one(g), "{n} and {m}");
        }
    }
}

/// x^1279 + x^418 + 1 is irreducible (Zierler, Brillhart 1969, "On primitive trinomials (mod 2), II").
#[test]
fn frobenius_powers_modulo_an_irreducible_trinomial() {
    for f in fields() {
        let x = Poly::monomial(&f, &true, 1);
        let m = Poly::parse(&f, "x^1279 + x^418 + 1").unwrap();
        let kept = Divisor::new(&m).unwrap();
        let mut power = x.clone();
        for _ in 0..1279 {
            power = kept.rem(&power.sqr().unwrap()).unwrap();
        }
        assert_eq!(power, x);
        let two_to_the_100 = polymod::poly::Exponent::new(false, &[0, 1 << 36]);
        let mut wanted = x.clone();
        for _ in 0..100 {
            wanted = wanted.sqr().unwrap().rem(&m).unwrap();
        }
        assert_eq!(x.pow_mod(two_to_the_100, &kept).unwrap(), wanted);
        let inverse = wanted.inv_mod(&m).unwrap();
        assert_eq!((&inverse * &wanted).rem(&m).unwrap(), Poly::one(&f));
    }
}

/// The minimal polynomial of a shift register's output is the register's polynomial.
#[test]
fn minimal_polynomials_of_shift_registers() {
    let mut random = Random::new(5);
    for f in fields() {
        for (text, degree) in [("x^3 + x + 1", 3), ("x^127 + x + 1", 127), ("x^1279 + x^418 + 1", 1279)] {
            let c = Poly::parse(&f, text).unwrap();
            let mut bits: Vec<bool> = (0..degree).map(|i| i == 0 || random.below(2) == 1).collect();
            for i in degree..2 * degree {
                let next = (0..degree).fold(false, |s, j| s ^ (c.coeff(j) & bits[i - degree + j]));
                bits.push(next);
            }
            assert_eq!(Poly::minpoly(&f, f.collect(&bits).view()).unwrap(), c, "{text}");
        }
    }
}

#[test]
fn series() {
    let mut random = Random::new(6);
    for f in fields() {
        for n in [1, 63, 64, 65, 1000, 20_000] {
            for kind in [1, 2] {
                let mut b = operand(&mut random, kind, n + 7);
                b[0] |= 1;
                let b = poly(&f, &b);
                let inverse = b.inv_series(n).unwrap();
                assert_eq!(b.mul_low(&inverse, n).unwrap(), Poly::one(&f), "{n} terms, kind {kind}");
            }
        }
        assert!(matches!(Poly::parse(&f, "x").unwrap().inv_series(3), Err(Error::NotInvertible { .. })));
    }
}

/// The value at 0 is 1: it must not fill the last word beyond the last point.
#[test]
fn values_at_points_are_extended_by_zeros() {
    for f in fields() {
        let one = f.from_words(&[1], 1);
        for len in [1, 3, 63, 64, 65, 100, 128] {
            let mut values = f.horner_each(one.view(), f.zeros(len).view());
            f.resize(&mut values, len + 70);
            let found: Vec<bool> = (0..len + 70).map(|i| f.get(values.view(), i)).collect();
            assert_eq!(found, [vec![true; len], vec![false; 70]].concat(), "{len} values");
        }
    }
}

/// An error where a division by 2 would be needed, a result elsewhere.
#[test]
fn characteristic_two() {
    let f = F2::new();
    let p = |text: &str| Poly::parse(&f, text).unwrap();
    assert_eq!(p("x^4 + x^3 + x^2 + x + 1").derivative(), p("x^2 + 1"));
    assert_eq!(p("x^2 + 1").integral().unwrap(), p("x^3 + x"));
    assert!(matches!(p("x").integral(), Err(Error::NotInvertible { .. })));
    assert!(matches!(p("x + 1").log_series(3), Err(Error::NotInvertible { .. })));
    assert!(matches!(p("x").exp_series(3), Err(Error::NotInvertible { .. })));
    assert!(matches!(p("x^2 + x + 1").sqrt_series(5), Err(Error::NotInvertible { .. } | Error::Domain { .. })));
    assert_eq!(-p("x + 1"), p("3*x - 1"));
    assert_eq!(p("x^2 + x").eval(&true), p("x").eval(&false));
    assert_eq!(p("x + 1").pow(5).unwrap(), p("x^5 + x^4 + x + 1"));
    let algorithm = p("x + 1").mul_part(&p("x^2 + 1"), &Part::All, Some(ProductAlgorithm::Ntt));
    assert!(matches!(algorithm, Err(Error::Algorithm { .. })));
}

/// There are (2^8 − 2^4)/8 = 30 irreducible polynomials of degree 8 (Gauss's formula), and 99 of degree 10.
#[test]
fn irreducible_polynomials_are_as_many_as_there_are() {
    let f = F2::new();
    for (degree, count) in [(1, 2), (2, 1), (3, 2), (4, 3), (5, 6), (6, 9), (8, 30), (10, 99)] {
        let all = 1u64 << degree..2 << degree;
        let irreducible = |x: &u64| poly(&f, &[*x]).is_irreducible().unwrap();
        let found: Vec<u64> = all.clone().filter(irreducible).collect();
        assert_eq!(found.len(), count, "of degree {degree}");
        let fields: Vec<u64> = all.filter(|x| Gf2k::new(degree, (*x).into()).is_ok()).collect();
        assert_eq!(fields, found, "of degree {degree}");
        // trial division finds no divisor
        let divides = |x: u64, y: u64| divided(&[x], &[y]).1.iter().all(|w| *w == 0);
        assert!(found.iter().all(|x| (2..1 << degree).all(|y| !divides(*x, y))), "of degree {degree}");
    }
    assert_eq!(Poly::parse(&f, "x^521 + x^32 + 1").unwrap().is_irreducible(), Ok(true));
    assert_eq!(Poly::parse(&f, "x^521 + x^31 + 1").unwrap().is_irreducible(), Ok(false));
    assert!(matches!(Poly::zero(&f).is_irreducible(), Err(Error::Domain { .. })));
    assert_eq!(Poly::one(&f).is_irreducible(), Ok(false));
}

/// Products over extensions, which are reduced to products over F_2, against single elements.
#[test]
fn long_products_over_extensions() {
    let mut random = Random::new(7);
    for f in fields() {
        for (k, modulus) in [(2, 7), (8, 0x11b), (33, 1 << 33 | 0x4b), (64, 1 << 64 | 0x1b)] {
            let f = Gf2k::on(f.engine(), k, modulus).unwrap();
            let most = u64::MAX >> (64 - k);
            for (la, lb) in [(1, 100), (40, 41), (300, 200), (700, 701)] {
                let mut vector =
                    |len| (0..len).map(|i| random.word() & most | u64::from(i + 1 == len)).collect::<Vec<u64>>();
                let (a, b) = (vector(la), vector(lb));
                let mut wanted = vec![0; la + lb - 1];
                for (i, x) in a.iter().enumerate() {
                    for (j, y) in b.iter().enumerate() {
                        wanted[i + j] ^= f.mul(x, y);
                    }
                }
                let (x, y, wanted) = (Poly::new(&f, a), Poly::new(&f, b), Poly::new(&f, wanted));
                for algorithm in [ProductAlgorithm::Schoolbook, ProductAlgorithm::Kronecker] {
                    if la > 1 || algorithm == ProductAlgorithm::Schoolbook {
                        assert_eq!(
                            x.mul_part(&y, &Part::All, Some(algorithm)).unwrap(),
                            wanted,
                            "K = {k}: {la} by {lb}"
                        );
                    }
                }
                let (q, rest) = wanted.checked_add(&Poly::one(&f)).unwrap().div_rem(&x).unwrap();
                assert_eq!(&q * &x + &rest, wanted.checked_add(&Poly::one(&f)).unwrap(), "K = {k}: {la} by {lb}");
                assert_eq!(wanted.gcd(&x).unwrap(), x.monic().unwrap(), "K = {k}: {la} by {lb}");
            }
            // a^(2^K) = a for every element a
            let mut power = 2 & most;
            for _ in 0..k {
                power = f.mul(&power, &power);
            }
            assert_eq!(power, 2 & most, "K = {k}");
        }
    }
    assert_eq!(Gf2k::new(8, 0x11b).unwrap().mul(&0x57, &0x83), 0xc1, "FIPS 197, section 4.2");
}
