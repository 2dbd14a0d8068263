//! Products over Z, and over Z/n for big n.

use super::{by, on_offer, switches};
use crate::common::{Random, cases, product_integers, schoolbook_integers, two_to};
use polymod::{
    Integers, Poly, ProductAlgorithm, ZnBig,
    core::cpu::Target,
    internals::crt::PrimeFamily,
    ring::{ProductShape, Products, Ring, Size},
    rug::Integer,
};

fn check(a: &[Integer], b: &[Integer], wanted: Vec<Integer>) {
    let f = Integers::new();
    let (a, b) = (Poly::new(&f, a.iter().cloned()), Poly::new(&f, b.iter().cloned()));
    by(&on_offer(&a, &b), &a, &b, &Poly::new(&f, wanted));
}

/// The two oracles agree, so that either may be used.
#[test]
fn oracles_agree() {
    let mut random = Random::new(30);
    for bits in [1, 63, 64, 65, 200] {
        for (a, b) in [(1, 1), (4, 9), (20, 20)] {
            let (a, b) = (random.integers(bits, a), random.integers(bits, b));
            assert_eq!(product_integers(&a, &b), schoolbook_integers(&a, &b));
        }
    }
}

/// Every bit length: the bounds for primes, slots and widths are met exactly.
#[test]
fn extremes_of_every_size() {
    for bits in 1..=200 {
        let (top, bottom) = (two_to(bits) - 1u32, -two_to(bits));
        for (a, b) in [(1, 1), (3, 5), (17, 16)] {
            for (x, y) in [(&top, &top), (&top, &bottom), (&bottom, &bottom)] {
                let (a, b) = (vec![x.clone(); a], vec![y.clone(); b]);
                check(&a, &b, product_integers(&a, &b));
            }
        }
    }
}

#[test]
fn every_size_by_every_algorithm() {
    let mut random = Random::new(31);
    for bits in [1, 2, 31, 32, 61, 62, 63, 64, 65, 127, 128, 129, 300, 1000, 5000] {
        let most = if bits > 500 { 40 } else { 300 };
        for (a, b) in [(1, 1), (1, most), (2, 3), (16, 16), (33, 31), (most, 7), (most, most)] {
            for _ in 0..cases(1) {
                let (a, b) = (random.integers(bits, a), random.integers(bits, b));
                check(&a, &b, product_integers(&a, &b));
            }
        }
    }
}

#[test]
fn operands_of_different_sizes() {
    let mut random = Random::new(32);
    for (a_bits, b_bits) in [(1, 5000), (5000, 1), (63, 65), (64, 1), (1, 64), (2000, 62), (126, 1)] {
        for (a, b) in [(1, 1), (1, 60), (60, 1), (30, 30), (100, 9)] {
            let (a, b) = (random.integers(a_bits, a), random.integers(b_bits, b));
            check(&a, &b, product_integers(&a, &b));
        }
    }
}

#[test]
fn squares() {
    let mut random = Random::new(33);
    for bits in [1, 40, 63, 64, 200, 1500] {
        for len in [1, 2, 15, 16, 17, 100] {
            let list = random.integers(bits, len);
            let f = Integers::new();
            let a = Poly::new(&f, list.iter().cloned());
            by(&on_offer(&a, &a), &a, &a, &Poly::new(&f, product_integers(&list, &list)));
            assert_eq!(a.sqr(), a.checked_mul(&a.clone()));
        }
    }
}

#[test]
fn around_every_switch() {
    let mut random = Random::new(34);
    let f = Integers::new();
    for bits in [1, 20, 62, 64, 250, 1200] {
        let size = |len| Size { len, bits };
        let shape = |len| ProductShape { a: size(len), b: size(len), square: false, window: 0..2 * len - 1 };
        let found = switches(&f, 1200, shape);
        assert!(!found.is_empty(), "{bits} bits: products of length 1 and of length 1200 are made in different ways");
        for (len, choices) in found {
            for len in [len - 1, len] {
                let mut lists = [random.integers(bits, len), random.integers(bits, len)];
                lists.iter_mut().for_each(|list| list[len - 1] = two_to(bits) - 1u32);
                let [a, b] = &lists;
                let wanted = Poly::new(&f, product_integers(a, b));
                let [a, b] = lists.map(|list| Poly::new(&f, list));
                by(&choices.map(|c| c.algorithm), &a, &b, &wanted);
            }
        }
    }
}

#[test]
fn residues_modulo_big_integers() {
    let mut random = Random::new(35);
    for n in [two_to(64), two_to(64) + 13u32, two_to(127) - 1u32, two_to(128) - 1u32, two_to(255) - 19u32, two_to(2000)]
    {
        let f = ZnBig::new(n.clone()).unwrap();
        let residue = |x: &Integer| {
            let rest = Integer::from(x % &n);
            if rest < 0 { rest + &n } else { rest }
        };
        for (a, b) in [(1, 1), (1, 200), (2, 3), (24, 24), (100, 99), (300, 20), (400, 400)] {
            if n > two_to(1000) && a > 100 {
                continue;
            }
            let bits = n.significant_bits();
            let mut operand = |len| random.integers(bits, len).iter().map(residue).collect::<Vec<_>>();
            let (a, b) = (operand(a), operand(b));
            let wanted = Poly::new(&f, product_integers(&a, &b).iter().map(residue));
            let (a, b) = (Poly::new(&f, a), Poly::new(&f, b));
            by(&on_offer(&a, &b), &a, &b, &wanted);
        }
        let (top, len) = (Integer::from(&n - 1u32), 50);
        let a = Poly::new(&f, vec![top; len]);
        let wanted = Poly::new(&f, (1..=len).chain((1..len).rev()).map(|i| residue(&Integer::from(i))));
        by(&on_offer(&a, &a), &a, &a, &wanted);
    }
}

/// Moduli around multiples of digit and limb sizes, with all or alternate residues largest: the values to be reduced after
/// reconstruction are then as large as possible.
#[test]
fn extreme_residues_modulo_big_integers() {
    let mut moduli: Vec<Integer> = [3u32, 5, 257].map(Integer::from).into();
    for bits in
        [31, 51, 52, 53, 63, 64, 65, 103, 104, 105, 127, 128, 155, 156, 157, 207, 208, 255, 256, 512, 1040, 2048]
    {
        moduli.extend([two_to(bits) - 1u32, two_to(bits) + 1u32, two_to(bits) + two_to(bits - 1) + 1u32]);
    }
    for n in moduli {
        let f = ZnBig::new(n.clone()).unwrap();
        let (top, residue) = (Integer::from(&n - 1u32), |x: &Integer| Integer::from(x % &n));
        for (a, b) in [(2, 2), (16, 17), (40, 33), (120, 7)] {
            let all = vec![top.clone(); a];
            let turns =
                (0..b).map(|i| [top.clone(), Integer::new(), Integer::from(1)][i % 3].clone()).collect::<Vec<_>>();
            for b in [vec![top.clone(); b], turns] {
                let wanted = Poly::new(&f, product_integers(&all, &b).iter().map(residue));
                let (a, b) = (Poly::new(&f, all.clone()), Poly::new(&f, b));
                by(&on_offer(&a, &b), &a, &b, &wanted);
                if a.len() < 64 {
                    by(&[ProductAlgorithm::Crt], &a, &b, &wanted);
                }
            }
        }
    }
}

/// Coefficients that are split into digits, by every algorithm.
#[test]
fn large_coefficients() {
    let mut random = Random::new(36);
    for bits in [510, 1022, 1023, 2046, 2047, 4094, 9998] {
        for (a, b) in [(1, 1), (2, 7), (12, 12)] {
            let (top, bottom) = (two_to(bits) - 1u32, 1 - two_to(bits));
            for (x, y) in [(&top, &top), (&top, &bottom), (&bottom, &bottom)] {
                let (a, b) = (vec![x.clone(); a], vec![y.clone(); b]);
                check(&a, &b, product_integers(&a, &b));
            }
            let (a, b) = (random.integers(bits, a), random.integers(bits + 100, b));
            check(&a, &b, product_integers(&a, &b));
        }
    }
    let f = Integers::new();
    let a = Poly::new(&f, vec![two_to(9000) - 1u32; 20]);
    assert!(on_offer(&a, &a).contains(&ProductAlgorithm::CrtDigits));
}

/// Limits on total sizes: GMP aborts beyond 2^31 limbs, and primes become smaller the more of them are needed.
#[test]
fn products_beyond_the_limits_of_an_algorithm() {
    let f = Integers::new();
    let offered = |len, bits, algorithm| {
        let size = Size { len, bits };
        let shape = ProductShape { a: size, b: size, square: false, window: 0..2 * len - 1 };
        f.engine().enter(|cx| f.product_candidates(&shape, cx).has(algorithm))
    };
    for (len, bits, kronecker, crt) in [
        (1 << 20, 10_000, true, true),
        (1 << 22, 20_000, false, true),
        (1 << 35, 2, false, false),
        (10, 20_000, true, true),
        (10, 100_000, true, false),
    ] {
        assert_eq!(offered(len, bits, ProductAlgorithm::Kronecker), kronecker, "{len} coefficients of {bits} bits");
        assert_eq!(offered(len, bits, ProductAlgorithm::Crt), crt, "{len} coefficients of {bits} bits");
    }
    for target in Target::families() {
        for family in PrimeFamily::of(target) {
            let primes = family.primes(f.engine(), PrimeFamily::MOST, 1 << family.log2_len).unwrap();
            assert!(primes.len() == PrimeFamily::MOST && primes.windows(2).all(|p| p[0] > p[1]), "{family:?}");
            assert!(primes[0] >> family.bits == 0, "{family:?}");
            let mut log2 = 0.0;
            for (i, &p) in primes.iter().enumerate() {
                log2 += (p as f64).log2();
                assert!(family.capacity(i + 1) < log2, "{family:?}: {} primes", i + 1);
            }
            assert!(primes.iter().all(|p| p % (1 << family.adicity) == 1), "{family:?}");
            assert!(family.primes(f.engine(), PrimeFamily::MOST + 1, 2).is_err());
            assert!(family.primes(f.engine(), 1, 2 << family.log2_len).is_err());
        }
    }
}
