//! Primes, factorisations and roots of unity against primal, GMP and their definitions.

use crate::oracle::{GOLDILOCKS, MODULI, pow_mod};
use polymod::Error;
use polymod::core::arith::{factor_u64, is_prime, least_primitive_root, root_of_unity, two_adicity};
use polymod::core::bits::testing;
use proptest::{prelude::*, test_runner::RngSeed};

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(testing::seed()), ..ProptestConfig::default() })]

    #[test]
    fn primality_of_random_words(x: u64, s in 0..64u32) {
        let n = x >> s;
        prop_assert_eq!(is_prime(n), primal::is_prime(n), "{}", n);
        #[cfg(feature = "integers")]
        prop_assert_eq!(is_prime(n), rug::Integer::from(n).is_probably_prime(40) != rug::integer::IsPrime::No, "{}", n);
    }

    #[test]
    fn factors_of_random_words(x: u64, s in 0..64u32) {
        check_factors((x >> s).max(1));
    }
}

/// The factors are prime, ascending, and multiply to `n`.
fn check_factors(n: u64) {
    let factors = factor_u64(n);
    assert!(factors.iter().all(|&(p, e)| e > 0 && primal::is_prime(p)), "{n}: {factors:?}");
    assert!(factors.is_sorted_by(|(p, _), (q, _)| p < q), "{n}: {factors:?}");
    assert_eq!(factors.iter().map(|&(p, e)| u128::from(p).pow(e)).product::<u128>(), u128::from(n), "{factors:?}");
}

#[test]
fn primes_up_to_a_million_and_around_powers_of_two() {
    let sieve = primal::Sieve::new(1_000_000);
    assert!((0..=1_000_000).all(|n| is_prime(n as u64) == sieve.is_prime(n)));
    for log in 20..64 {
        for n in (1u64 << log) - 200..(1 << log) + 200 {
            assert_eq!(is_prime(n), primal::is_prime(n), "{n}");
        }
    }
    let last: Vec<u64> = (u64::MAX - 200..=u64::MAX).filter(|&n| is_prime(n)).map(|p| u64::MAX - p + 1).collect();
    assert_eq!(last, [189, 179, 95, 83, 59]);
}

/// Strong pseudoprimes to many bases; each is shown composite by its factors.
#[test]
fn pseudoprimes_are_composite() {
    for (n, factors) in [
        (561, vec![3, 11, 17]),
        (2_047, vec![23, 89]),
        (1_373_653, vec![829, 1_657]),
        (25_326_001, vec![2_251, 11_251]),
        (3_215_031_751, vec![151, 751, 28_351]),
        (2_152_302_898_747, vec![6_763, 10_627, 29_947]),
        (3_474_749_660_383, vec![1_303, 16_927, 157_543]),
        (341_550_071_728_321, vec![10_670_053, 32_010_157]),
        (3_825_123_056_546_413_051, vec![149_491, 747_451, 34_233_211]),
    ] {
        assert!(!is_prime(n), "{n}");
        assert_eq!(factors.iter().product::<u64>(), n);
        assert_eq!(factor_u64(n), factors.into_iter().map(|p| (p, 1)).collect::<Vec<_>>());
    }
    // Carmichael numbers (6k + 1)(12k + 1)(18k + 1), and products (k + 1)(2k + 1) of two primes, among which most of ψ are found.
    for k in 1..200_000u64 {
        let chernick = [6 * k + 1, 12 * k + 1, 18 * k + 1];
        if chernick.iter().all(|&p| primal::is_prime(p)) {
            assert!(!is_prime(chernick.iter().product()), "{chernick:?}");
        }
        assert!(!is_prime((k + 1) * (2 * k + 1)), "{k}");
    }
}

#[test]
fn factorisations() {
    let sieve = primal::Sieve::new(20_000);
    for n in 1..20_000 {
        let expected: Vec<(u64, u32)> =
            sieve.factor(n).unwrap().into_iter().map(|(p, e)| (p as u64, e as u32)).collect();
        assert_eq!(factor_u64(n as u64), expected, "{n}");
    }
    assert_eq!(factor_u64(0), [(0, 1)]);
    assert_eq!(factor_u64(1 << 63), [(2, 63)]);
    assert_eq!(factor_u64(u64::MAX), [3, 5, 17, 257, 641, 65_537, 6_700_417].map(|p| (p, 1)));
    assert_eq!(factor_u64(GOLDILOCKS - 1), [(2, 32), (3, 1), (5, 1), (17, 1), (257, 1), (65_537, 1)]);
    assert_eq!(factor_u64(4_294_967_291 * 4_294_967_279), [(4_294_967_279, 1), (4_294_967_291, 1)]);
    assert_eq!(factor_u64(4_294_967_291 * 4_294_967_291), [(4_294_967_291, 2)]);
    assert_eq!(factor_u64(2_642_239 * 2_642_239 * 2_642_239), [(2_642_239, 3)]);
    assert_eq!(factor_u64(1_031 * 1_033 * 1_039), [(1_031, 1), (1_033, 1), (1_039, 1)]);
    assert_eq!(factor_u64(1_021 * 1_021), [(1_021, 2)]);
    for n in MODULI {
        check_factors(n);
    }
}

/// The exact order of `x` modulo `p`, by multiplying.
fn order(x: u64, p: u64) -> u64 {
    (1..p)
        .scan(1, |power, k| {
            Some((k, {
                *power = *power * x % p;
                *power
            }))
        })
        .find(|&(_, power)| power == 1)
        .unwrap()
        .0
}

#[test]
fn roots_of_every_order_modulo_small_primes() {
    for p in primal::Primes::all().map(|p| p as u64).take_while(|&p| p < 120) {
        assert_eq!(least_primitive_root(p), Ok((1..p).find(|&g| order(g, p) == p - 1).unwrap()), "{p}");
        for n in 0..p + 2 {
            if n == 0 || (p - 1) % n != 0 {
                assert_eq!(root_of_unity(p, n), Err(Error::NoRoot { modulus: p.to_string(), order: n }));
                continue;
            }
            let expected = (1..p).map(|h| pow_mod(h, (p - 1) / n, p)).find(|&w| order(w, p) == n).unwrap();
            assert_eq!(root_of_unity(p, n), Ok(expected), "order {n} modulo {p}");
        }
    }
}

#[test]
fn roots_modulo_transform_primes() {
    assert_eq!(least_primitive_root(998_244_353), Ok(3));
    assert_eq!(least_primitive_root(GOLDILOCKS), Ok(7));
    assert_eq!((two_adicity(998_244_353), two_adicity(GOLDILOCKS), two_adicity(3), two_adicity(2)), (23, 32, 1, 0));
    for (p, log) in [(998_244_353, 23), (GOLDILOCKS, 32), (GOLDILOCKS, 1), (u64::MAX - 58, 2)] {
        let root = root_of_unity(p, 1 << log).unwrap();
        assert_eq!(pow_mod(root, 1 << (log - 1), p), p - 1, "root of order 2^{log} modulo {p}");
    }
    for composite in [0, 1, 4, 3_825_123_056_546_413_051] {
        assert!(matches!(root_of_unity(composite, 2), Err(Error::Modulus { .. })), "{composite}");
        assert!(matches!(least_primitive_root(composite), Err(Error::Modulus { .. })), "{composite}");
    }
}
