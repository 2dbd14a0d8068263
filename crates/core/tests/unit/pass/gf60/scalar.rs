//! Products of elements against the definition, and the primitive element.

use polymod_core::{bits::testing, pass::gf60::scalar::*};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The product term by term, by rotation.
fn by_definition(a: u64, b: u64) -> u64 {
    let rotated = |k: u32| (a << k | a >> (61 - k)) & ONES;
    canonical((0..61).filter(|k| b >> k & 1 == 1).fold(0, |sum, k| sum ^ rotated(k)))
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(testing::seed()), ..ProptestConfig::default() })]

    #[test]
    fn products_are_those_of_the_field(a in 0..=ONES, b in 0..=ONES, c in 0..=ONES) {
        prop_assert_eq!(canonical(mul(a, b)), by_definition(a, b));
        prop_assert_eq!(canonical(mul(a, b ^ c)), canonical(mul(a, b) ^ mul(a, c)));
        prop_assert_eq!(canonical(mul(a, mul(b, c))), canonical(mul(mul(a, b), c)));
        prop_assert_eq!(canonical(mul(a ^ ONES, b)), canonical(mul(a, b)));
        let inverse = pow(a, UNITS - 1);
        prop_assert_eq!(canonical(mul(a, inverse)), u64::from(canonical(a) != 0));
    }
}

#[test]
fn extreme_products() {
    for a in [0, 1, 2, 1 << 59, 1 << 60, (1 << 60) - 1, ONES, ONES ^ 1] {
        for b in [0, 1, 2, 1 << 59, 1 << 60, (1 << 60) - 1, ONES, ONES ^ 1] {
            assert_eq!(canonical(mul(a, b)), by_definition(a, b), "{a:#x} times {b:#x}");
        }
    }
    assert_eq!(canonical(ONES), 0);
}

#[test]
fn the_primitive_element_has_full_order() {
    for q in [3, 5, 7, 11, 13, 31, 41, 61, 151, 331, 1321] {
        assert_ne!(pow(PRIMITIVE, UNITS / q), 1, "order {q}");
    }
    assert_eq!(pow(PRIMITIVE, UNITS), 1);
    assert_eq!(root(61), 2, "z is a root of order 61");
}
