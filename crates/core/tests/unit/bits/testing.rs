//! Random words of tests.

use polymod_core::bits::{SplitMix64, testing::*};

#[test]
fn streams_differ_by_number_and_by_seed() {
    let first = |seed, number| SplitMix64::new(mixed(seed, number)).word();
    assert_eq!(first(0, 7), SplitMix64::new(7).word());
    assert_ne!(first(1, 7), first(0, 7));
    assert_ne!(first(1, 7), first(2, 7));
    assert_ne!(first(1, 7), first(1, 8));
    assert_eq!([Words::new(5).word(), noise(3)], [Words::new(5).word(), noise(3)]);
    assert_ne!(noise(3), noise(4));
    let bits: u32 = (0..1000).map(|i| noise(i).count_ones()).sum();
    assert!((31_000..33_000).contains(&bits), "{bits} ones in 64000 bits");
}

#[test]
fn a_failure_says_how_to_repeat_it() {
    assert_eq!(how_to_repeat(5), "repeat with POLYMOD_TEST_SEED=5");
}
