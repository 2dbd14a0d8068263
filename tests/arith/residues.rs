//! Residues modulo words against double-word division, num-traits and GMP.

use crate::oracle::{MODULI, mul_mod, pow_mod};
use num_traits::{Euclid, checked_pow};
use polymod::{
    Error, Modulus, Montgomery, Shoup,
    core::{arith::ShoupEstimate, bits::testing},
};
use proptest::{prelude::*, test_runner::RngSeed};

/// Words at which carries and estimates fail first, and some without a pattern.
const WORDS: [u64; 16] = [
    0,
    1,
    2,
    (1 << 31) - 1,
    (1 << 32) - 1,
    1 << 32,
    (1 << 32) + 1,
    (1 << 62) + 1,
    (1 << 63) - 1,
    1 << 63,
    (1 << 63) + 1,
    u64::MAX - 1,
    u64::MAX,
    0x9e37_79b9_7f4a_7c15,
    0x243f_6a88_85a3_08d3,
    0x0123_4567_89ab_cdef,
];

fn modulus(n: u64) -> Modulus {
    Modulus::new(n).unwrap()
}

/// Residues of `n`: both ends, the middle, and those of `WORDS`.
fn operands(n: u64) -> Vec<u64> {
    let mut all: Vec<u64> =
        WORDS.iter().map(|x| x % n).chain([n - 1, n - 2, n / 2, n / 2 + 1, n / 3].map(|x| x % n)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// `2^64·high + low` modulo `n`, for `high < n`.
fn append(high: u64, low: u64, n: u64) -> u64 {
    ((u128::from(high) << 64 | u128::from(low)) % u128::from(n)) as u64
}

/// Greatest common divisor by Euclid's algorithm.
fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The word in `NotInvertible` for `value`, checked to name it and the modulus.
fn factor_named(error: Error, value: u64, n: u64) -> u64 {
    let Error::NotInvertible { value: named, modulus, factor } = error else { panic!("unexpected error: {error}") };
    assert_eq!((named, modulus), (value.to_string(), n.to_string()));
    factor.parse().unwrap()
}

#[test]
fn modulus_range_and_accessors() {
    for n in [0, 1] {
        assert!(matches!(Modulus::new(n), Err(Error::Modulus { .. })), "{n}");
    }
    for n in MODULI {
        let m = modulus(n);
        assert_eq!(m.n(), n);
        assert_eq!(m.bits(), 128 - u128::from(n).leading_zeros());
        assert_eq!(format!("{m:?}"), format!("Modulus({n})"));
    }
}

#[test]
fn ring_operations_on_extreme_operands() {
    for n in MODULI {
        let (m, wide) = (modulus(n), u128::from(n));
        for a in operands(n) {
            assert_eq!(u128::from(m.neg(a)), (wide - u128::from(a)) % wide, "-{a} mod {n}");
            for b in operands(n) {
                assert_eq!(m.mul(a, b), mul_mod(a, b, n), "{a}*{b} mod {n}");
                assert_eq!(u128::from(m.add(a, b)), (u128::from(a) + u128::from(b)) % wide, "{a}+{b} mod {n}");
                assert_eq!(u128::from(m.sub(a, b)), (wide + u128::from(a) - u128::from(b)) % wide, "{a}-{b} mod {n}");
            }
        }
    }
}

#[test]
fn everything_modulo_the_least_moduli() {
    for n in 2..=48u64 {
        let m = modulus(n);
        for a in 0..n {
            for b in 0..n {
                assert_eq!(m.mul(a, b), a * b % n);
                assert_eq!(m.add(a, b), (a + b) % n);
                assert_eq!(m.sub(a, b), (a + n - b) % n);
            }
            for exponent in 0..20 {
                let exact: u128 = checked_pow(u128::from(a), exponent).unwrap();
                assert_eq!(u128::from(m.pow(a, exponent as u64)), exact % u128::from(n), "{a}^{exponent} mod {n}");
            }
            match (1..n).find(|b| a * b % n == 1) {
                Some(inverse) => assert_eq!(m.inv(a), Ok(inverse)),
                None => assert_eq!(factor_named(m.inv(a).unwrap_err(), a, n), gcd(n, a)),
            }
        }
    }
}

#[test]
fn reductions_of_one_two_and_three_words() {
    for n in MODULI {
        let m = modulus(n);
        let top = u64::MAX - u64::MAX % n;
        let around = [
            n - 1,
            n,
            n.saturating_add(1),
            n.saturating_mul(2) - 1,
            n.saturating_mul(2),
            top - 1,
            top,
            top.saturating_add(1),
        ];
        let words: Vec<u64> = WORDS.into_iter().chain(around).collect();
        for &x in &words {
            assert_eq!(m.reduce(x), x % n, "{x} mod {n}");
            let signed = i128::from(x as i64).rem_euclid(i128::from(n));
            assert_eq!(i128::from(m.reduce_i64(x as i64)), signed, "{} mod {n}", x as i64);
            for &y in &words {
                let wide = u128::from(x) << 64 | u128::from(y);
                assert_eq!(
                    u128::from(m.reduce_wide(wide)),
                    Euclid::rem_euclid(&wide, &u128::from(n)),
                    "{wide} mod {n}"
                );
                for z in WORDS {
                    assert_eq!(m.reduce3(z, y, x), append(append(x % n, y, n), z, n), "({x}, {y}, {z}) mod {n}");
                }
            }
        }
    }
}

/// Double words at and next to multiples of the modulus.
#[test]
fn reduction_around_multiples() {
    for n in MODULI {
        let (m, wide) = (modulus(n), u128::from(n));
        let greatest = u128::MAX / wide;
        for multiplier in operands(n).into_iter().map(u128::from).chain([greatest, greatest - 1]) {
            let multiple = wide * multiplier;
            assert_eq!(m.reduce_wide(multiple), 0, "{multiple} mod {n}");
            for (neighbour, residue) in [(multiple.checked_sub(1), n - 1), (multiple.checked_add(1), 1)] {
                if let Some(x) = neighbour {
                    assert_eq!(m.reduce_wide(x), residue, "{x} mod {n}");
                }
            }
        }
    }
}

#[test]
fn powers() {
    for n in MODULI {
        let m = modulus(n);
        for base in operands(n) {
            for exponent in WORDS {
                assert_eq!(m.pow(base, exponent), pow_mod(base, exponent, n), "{base}^{exponent} mod {n}");
            }
        }
    }
}

#[test]
fn inverses_or_the_common_factor() {
    for n in MODULI {
        let m = modulus(n);
        for a in operands(n) {
            match m.inv(a) {
                Ok(inverse) => assert!(inverse < n && mul_mod(a, inverse, n) == 1, "1/{a} mod {n}: {inverse}"),
                Err(error) => {
                    let factor = factor_named(error, a, n);
                    assert!(factor > 1 && factor == gcd(n, a), "1/{a} mod {n}: {factor}");
                }
            }
        }
    }
}

#[test]
fn batch_inverses() {
    for n in MODULI {
        let m = modulus(n);
        let units: Vec<u64> = operands(n).into_iter().filter(|&a| gcd(n, a) == 1).collect();
        for len in [0, 1, 2, units.len()] {
            let mut inverses: Vec<u64> = units.iter().copied().cycle().take(len).collect();
            let before = inverses.clone();
            assert_eq!(m.batch_inv(&mut inverses), Ok(()));
            for (&a, &inverse) in before.iter().zip(&inverses) {
                assert!(inverse < n && mul_mod(a, inverse, n) == 1, "1/{a} mod {n}: {inverse}");
            }
        }
    }
}

#[test]
fn batch_inverse_names_the_first_non_unit_and_changes_nothing() {
    let m = modulus(35);
    for (values, culprit, factor) in [
        (vec![0], 0, 35),
        (vec![1, 2, 14, 3, 5], 14, 7),
        (vec![5, 7], 5, 5),
        (vec![2, 3, 4, 0], 0, 35),
        (vec![34, 25, 0], 25, 5),
    ] {
        let mut changed = values.clone();
        assert_eq!(factor_named(m.batch_inv(&mut changed).unwrap_err(), culprit, 35), factor);
        assert_eq!(changed, values);
    }
}

#[test]
fn shoup_products() {
    let mut corrected = 0;
    for n in MODULI.into_iter().filter(|n| n >> Shoup::MAX_BITS == 0) {
        let m = modulus(n);
        for value in operands(n) {
            let w = m.shoup(value);
            assert_eq!(w.value, value);
            assert_eq!(u128::from(w.quotient), (u128::from(value) << 64) / u128::from(n));
            for x in WORDS.into_iter().chain(operands(n)) {
                let expected = mul_mod(x, value, n);
                let lazy = m.mul_shoup_lazy(x, w);
                assert!(lazy < Shoup::LAZY_FACTOR * n && lazy % n == expected, "{x}*{value} mod {n}: {lazy}");
                assert_eq!(m.mul_shoup(x, w), expected, "{x}*{value} mod {n}");
                corrected += usize::from(lazy >= n);
            }
        }
    }
    assert!(corrected > 0, "no operand needed the correction, so it is not tested");
}

/// Estimated quotients are the furthest too small for the longest factors.
#[test]
fn estimated_products() {
    let mut beyond_2n = 0;
    for n in MODULI.into_iter().filter(|n| n >> ShoupEstimate::MAX_BITS == 0) {
        let m = modulus(n);
        for value in operands(n) {
            let w = m.shoup_estimate(value);
            for x in WORDS.into_iter().chain((0..1000).map(|below| u64::MAX - below)) {
                let (near, expected) = (m.mul_estimated(x, w), mul_mod(x, value, n));
                assert!(near < ShoupEstimate::LAZY_FACTOR * n && near % n == expected, "{x}*{value} mod {n}: {near}");
                beyond_2n += usize::from(near >= 2 * n);
            }
        }
    }
    assert!(beyond_2n > 0, "no operand came near the bound, so it is not tested");
}

#[test]
#[should_panic(expected = "below 2^63")]
fn shoup_refuses_moduli_of_64_bits() {
    modulus(1 << 63).shoup(1);
}

#[test]
fn montgomery_form() {
    for n in [0, 1, 2, 4, 1 << 63, u64::MAX - 1] {
        assert!(matches!(Montgomery::new(n), Err(Error::Modulus { .. })), "{n}");
    }
    for n in MODULI.into_iter().filter(|n| n % 2 == 1) {
        let m = Montgomery::new(n).unwrap();
        assert_eq!(m.n(), n);
        assert_eq!((m.one(), m.decode(m.one())), (append(1, 0, n), 1));
        for x in WORDS {
            assert_eq!(m.encode(x), append(x % n, 0, n), "form of {x} mod {n}");
            assert_eq!(m.decode(m.encode(x)), x % n);
        }
        for a in operands(n) {
            for b in operands(n) {
                let (x, y) = (m.encode(a), m.encode(b));
                assert_eq!(m.decode(m.mul(x, y)), mul_mod(a, b, n), "{a}*{b} mod {n}");
                assert_eq!(m.decode(m.pow(x, b)), pow_mod(a, b, n), "{a}^{b} mod {n}");
                assert_eq!(
                    u128::from(m.decode(m.add(x, y))),
                    (u128::from(a) + u128::from(b)) % u128::from(n),
                    "{a}+{b} mod {n}"
                );
                // Every word below n is a Montgomery form: also the extreme ones, not only those above.
                assert_eq!(append(m.mul(a, b), 0, n), mul_mod(a, b, n), "forms {a}, {b} mod {n}");
            }
        }
    }
}

/// Any modulus, with every length equally likely.
fn any_modulus() -> impl Strategy<Value = u64> {
    prop_oneof![proptest::sample::select(MODULI.to_vec()), (any::<u64>(), 0..63u32).prop_map(|(x, s)| (x >> s).max(2))]
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(testing::seed()), ..ProptestConfig::default() })]

    #[test]
    fn laws_of_a_ring(n in any_modulus(), a: u64, b: u64, c: u64) {
        let m = modulus(n);
        let (a, b, c) = (m.reduce(a), m.reduce(b), m.reduce(c));
        prop_assert_eq!(m.mul(a, b), mul_mod(a, b, n));
        prop_assert_eq!(m.mul(m.mul(a, b), c), m.mul(a, m.mul(b, c)));
        prop_assert_eq!(m.add(m.add(a, b), c), m.add(a, m.add(b, c)));
        prop_assert_eq!(m.mul(a, m.add(b, c)), m.add(m.mul(a, b), m.mul(a, c)));
        prop_assert_eq!(m.sub(m.add(a, b), b), a);
        prop_assert_eq!(m.add(a, m.neg(a)), 0);
        prop_assert_eq!(m.mul(m.pow(a, b), m.pow(a, 2)), m.mul(a, m.pow(a, b + 1)));
        match m.inv(a) {
            Ok(inverse) => prop_assert_eq!(m.mul(a, inverse), 1),
            Err(error) => prop_assert_eq!(factor_named(error, a, n), gcd(n, a)),
        }
    }

    #[test]
    fn reductions_of_random_words(n in any_modulus(), lo: u64, mid: u64, hi: u64) {
        let m = modulus(n);
        let wide = u128::from(hi) << 64 | u128::from(mid);
        prop_assert_eq!(m.reduce(lo), lo % n);
        prop_assert_eq!(u128::from(m.reduce_wide(wide)), wide % u128::from(n));
        prop_assert_eq!(m.reduce3(lo, mid, hi), append(m.reduce_wide(wide), lo, n));
        #[cfg(feature = "integers")]
        prop_assert_eq!(m.reduce3(lo, mid, hi), ((rug::Integer::from(wide) << 64) + lo) % n);
    }

    #[test]
    fn fixed_factors_and_montgomery_form(n in any_modulus(), x: u64, w: u64) {
        let m = modulus(n);
        let factor = m.reduce(w);
        if m.bits() <= Shoup::MAX_BITS {
            let lazy = m.mul_shoup_lazy(x, m.shoup(factor));
            prop_assert!(lazy < 2 * n && lazy % n == mul_mod(x, factor, n));
            prop_assert_eq!(m.mul_shoup(x, m.shoup(factor)), lazy % n);
        }
        if n % 2 == 1 {
            let form = Montgomery::new(n).unwrap();
            prop_assert_eq!(form.decode(form.mul(form.encode(x), form.encode(w))), mul_mod(x % n, factor, n));
            prop_assert_eq!(form.decode(form.pow(form.encode(x), w)), m.pow(m.reduce(x), w));
        }
    }
}
