//! Products over Z/n, n a word.

use super::{GOLDILOCKS, MODULI, by, moduli, on_offer, switches};
use crate::common::{Random, cases, is_prime, product, schoolbook, value};
use polymod::{
    Engine, Poly, ProductAlgorithm, Zn,
    core::cpu::{Target, host},
    ring::{ConvShape, Convolve, ProductShape, Products, Ring, Size},
};

fn poly(f: &Zn, words: &[u64]) -> Poly<Zn> {
    Poly::new(f, words.iter().copied())
}

/// Operands without leading zeros, so that products have the intended lengths.
fn operand(random: &mut Random, n: u64, len: usize) -> Vec<u64> {
    let mut words = random.residues(n, len);
    if let Some(last) = words.last_mut() {
        *last = (*last).max(1);
    }
    words
}

fn check(f: &Zn, a: &[u64], b: &[u64], wanted: &[u64]) {
    let (a, b) = (poly(f, a), poly(f, b));
    by(&on_offer(&a, &b), &a, &b, &poly(f, wanted));
}

#[test]
fn short_products_by_every_algorithm() {
    let mut random = Random::new(20);
    for n in moduli() {
        let f = Zn::new(n).unwrap();
        for len in 1..=40usize {
            for other in [1, 2, len.div_ceil(3), len - len / 8, len] {
                let (a, b) = (operand(&mut random, n, len), operand(&mut random, n, other));
                check(&f, &a, &b, &schoolbook(&a, &b, n));
            }
            let a = operand(&mut random, n, len);
            let p = poly(&f, &a);
            by(&on_offer(&p, &p), &p, &p, &poly(&f, &schoolbook(&a, &a, n)));
        }
    }
}

#[test]
fn largest_residues_by_every_algorithm() {
    for n in moduli() {
        let f = Zn::new(n).unwrap();
        for (a, b) in [(64, 64), (100, 257), (256, 256), (513, 512), (1000, 1000)] {
            let (a, b) = (vec![n - 1; a], vec![n - 1; b]);
            check(&f, &a, &b, &product(&a, &b, n));
        }
    }
}

#[test]
fn around_every_switch() {
    let mut random = Random::new(21);
    for n in moduli() {
        let f = Zn::new(n).unwrap();
        let size = |len| Size { len, bits: 0 };
        type Shape = (fn(usize) -> usize, bool);
        let shapes: [Shape; 3] = [(|len| len, false), (|len| len, true), (|len| 3 * len + 1, false)];
        for (other, square) in shapes {
            let shape =
                |len| ProductShape { a: size(len), b: size(other(len)), square, window: 0..len + other(len) - 1 };
            let found = switches(&f, 2100, shape);
            assert!(found.len() > 3, "{n}: products of length 1 and of length 2100 are made in different ways");
            for (len, choices) in found {
                for len in [len - 1, len] {
                    let a = operand(&mut random, n, len);
                    let b = if square { a.clone() } else { operand(&mut random, n, other(len)) };
                    let wanted = poly(&f, &product(&a, &b, n));
                    let (a, b) = (poly(&f, &a), poly(&f, &b));
                    let b = if square { &a } else { &b };
                    let offers = on_offer(&a, b);
                    let algorithms: Vec<_> =
                        choices.iter().map(|c| c.algorithm).filter(|c| offers.contains(c)).collect();
                    by(&algorithms, &a, b, &wanted);
                }
            }
        }
    }
}

#[test]
fn unbalanced_products() {
    let mut random = Random::new(22);
    for n in moduli() {
        let f = Zn::new(n).unwrap();
        for (a, b) in [(1, 1000), (1000, 1), (3, 5000), (100, 5000), (2000, 31), (25, 49), (24, 1000)] {
            let (a, b) = (operand(&mut random, n, a), operand(&mut random, n, b));
            check(&f, &a, &b, &product(&a, &b, n));
        }
    }
}

#[test]
fn random_shapes() {
    let mut random = Random::new(23);
    for _ in 0..cases(150) {
        let n = match random.below(3) {
            0 => MODULI[random.usize_below(MODULI.len())],
            1 => 2 + random.below(u64::MAX - 1),
            _ => 2 + (random.word() >> random.below(62) >> 1),
        };
        let f = Zn::new(n).unwrap();
        let (a, b) = (1 + random.usize_below(700), 1 + random.usize_below(700));
        let (a, b) = (operand(&mut random, n, a), operand(&mut random, n, b));
        check(&f, &a, &b, &product(&a, &b, n));
    }
}

/// Modulo these primes transforms are shorter than the products, which are split into blocks or computed modulo other primes.
#[test]
fn products_longer_than_the_ring_s_own_transforms() {
    let mut random = Random::new(24);
    for (n, lengths) in [
        (3, [(2, 2), (300, 200)]),
        (17, [(8, 9), (1000, 8)]),
        (257, [(128, 129), (5000, 3000)]),
        (65_537, [(32_768, 32_769), (40_000, 33_000)]),
        (12_289, [(2048, 2049), (10_000, 10_000)]),
    ] {
        let f = Zn::new(n).unwrap();
        for (a, b) in lengths {
            let (a, b) = (operand(&mut random, n, a), operand(&mut random, n, b));
            let wanted = product(&a, &b, n);
            let (x, y) = (poly(&f, &a), poly(&f, &b));
            by(&[ProductAlgorithm::Crt], &x, &y, &poly(&f, &wanted));
            if on_offer(&x, &y).contains(&ProductAlgorithm::Ntt) {
                by(&[ProductAlgorithm::Ntt], &x, &y, &poly(&f, &wanted));
            }
        }
    }
}

/// A wrong coefficient changes the value at a random point except with probability length/n (Schwartz 1980, Zippel 1979).
#[test]
fn long_products_by_their_values() {
    let mut random = Random::new(25);
    for n in [(1 << 61) - 1, (1 << 63) - 25, GOLDILOCKS, u64::MAX - 58] {
        let f = Zn::new(n).unwrap();
        for (a, b) in [(70_000, 66_000), (200_000, 300)] {
            let (a, b) = (operand(&mut random, n, a), operand(&mut random, n, b));
            let c = &poly(&f, &a) * &poly(&f, &b);
            let words = f.words(c.coeffs());
            assert_eq!(words.len(), a.len() + b.len() - 1, "{n}: a prime has no divisors of zero");
            assert!(words.iter().all(|&x| x < n));
            for _ in 0..2 {
                let x = random.below(n);
                let values = u128::from(value(&a, x, n)) * u128::from(value(&b, x, n)) % u128::from(n);
                assert_eq!(u128::from(value(words, x, n)), values, "{n}: {} by {} at {x}", a.len(), b.len());
            }
        }
    }
}

#[test]
fn candidates_are_sound() {
    for n in moduli() {
        let f = Zn::new(n).unwrap();
        for (a, b) in [(0, 0), (0, 7), (1, 1), (1, 100), (30, 30), (5000, 3), (4096, 4096)] {
            let size = |len| Size { len, bits: 0 };
            let window = 0..usize::saturating_sub(a + b, 1);
            let shape = ProductShape { a: size(a), b: size(b), square: false, window };
            f.engine().enter(|cx| {
                let all = f.product_candidates(&shape, cx);
                assert!(all.has(ProductAlgorithm::Schoolbook), "{n}: schoolbook always applies");
                let sound = |ns: f64| ns.is_finite() && ns >= 0.0;
                assert!(all.iter().all(|c| sound(c.predicted_ns)), "{n}, {a} by {b}: {all:?}");
                assert!(all.iter().all(|c| c.predicted_ns >= all.best(u64::MAX).predicted_ns));
                for c in all.iter().filter(|c| c.length > 0) {
                    assert!(c.primes > 0 && c.length * c.blocks.max(1) >= a.max(b), "{n}, {a} by {b}: {c:?}");
                    let own = c.algorithm == ProductAlgorithm::Ntt;
                    assert!(!own || c.primes == 1 && is_prime(n), "{n}: no transform of length {}", c.length);
                }
            });
        }
    }
}

/// Some of these attain the bound on sums of products: moduli of every size, with the largest coefficients and numbers of terms.
#[test]
fn sums_of_products_as_far_as_their_plan_goes() {
    const LEN: usize = 8;
    for target in [Target::SCALAR, host().target] {
        let engine = Engine::builder().threads(1).target(target).build();
        for n in (2..64).map(|bits| (1 << bits) - 1).chain([u64::MAX]) {
            let f = Zn::on(&engine, n).unwrap();
            let a = f.collect(&[n - 1; LEN]);
            let shape = ConvShape::exact(f.size(a.view()), f.size(a.view()), 0..2 * LEN - 1);
            for planned in [1, 6, 64, 1000] {
                engine.enter(|cx| {
                    let plan = f.conv_plan(std::slice::from_ref(&shape), planned, cx).unwrap();
                    let mut terms = planned;
                    while terms < 2048 && f.fits(&plan, &shape, 2 * terms) {
                        terms *= 2;
                    }
                    let image = f.transform(&plan, a.view(), cx).unwrap();
                    let mut sum = f.sum(&plan, cx);
                    for _ in 0..terms {
                        f.image_addmul(&plan, &mut sum, &image, &image, cx).unwrap();
                    }
                    let mut out = f.zeros(2 * LEN - 1);
                    f.untransform_at(&plan, sum, &shape.window, &mut out, 0, cx).unwrap();
                    let wanted = (1..=LEN).chain((1..LEN).rev()).map(|i| (i * terms) as u64 % n);
                    assert!(f.words(out.view()).iter().copied().eq(wanted), "{n}, {terms} products, {target}");
                });
            }
        }
    }
}

/// Moduli beyond 2^62, where four times the modulus is no word: every algorithm and set of instructions agrees with the definition.
#[test]
fn moduli_of_63_and_64_bits_by_every_algorithm() {
    let mut random = Random::new(27);
    for case in 0..cases(60) {
        let n = match case % 6 {
            0 => (1 << 62) + random.below(1000),
            1 => (1 << 63) - 1 - random.below(1000),
            2 => (1 << 63) + random.below(1000),
            3 => u64::MAX - random.below(1000),
            _ => random.word() | 1 << 62,
        };
        let lengths = [1 + random.usize_below(40), 1 + random.usize_below(if case % 2 == 0 { 40 } else { 700 })];
        let [a, b] = lengths.map(|len| operand(&mut random, n, len));
        let wanted = product(&a, &b, n);
        for target in Target::families() {
            let f = Zn::on(&Engine::builder().threads(1).target(target).build(), n).unwrap();
            check(&f, &a, &b, &wanted);
        }
    }
}
