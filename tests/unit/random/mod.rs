//! Distributions of random integers.

use polymod::Distribution;
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::collections::BTreeMap;

/// Signs and limbs.
fn drawn(d: &Distribution, count: usize) -> Vec<(bool, Vec<u64>)> {
    let (mut random, mut limbs) = (ChaCha20Rng::seed_from_u64(3), Vec::new());
    (0..count).map(|_| (d.draw(&mut random, &mut limbs), limbs.clone())).collect()
}

#[test]
fn every_value_comes_about_equally_often() {
    for (d, values) in
        [(Distribution::below(&[5, 0]), 0..=4), (Distribution::Signed(2), -3..=3), (Distribution::below(&[8]), 0..=7)]
    {
        let mut seen = BTreeMap::new();
        for (negative, limbs) in drawn(&d, 4000) {
            let x = limbs[0] as i64;
            *seen.entry(if negative { -x } else { x }).or_insert(0_u32) += 1;
        }
        assert_eq!(seen.keys().copied().collect::<Vec<i64>>(), values.clone().collect::<Vec<i64>>());
        // mean m, standard deviation below sqrt(m): eight deviations
        let mean = 4000.0 / values.count() as f64;
        assert!(seen.values().all(|&n| (f64::from(n) - mean).abs() < 8.0 * mean.sqrt()), "{d:?}: {seen:?}");
    }
}

#[test]
fn large_moduli_use_all_their_bits() {
    let n = [u64::MAX, u64::MAX, u64::MAX, 0xff];
    let all = drawn(&Distribution::below(&n), 100);
    assert!(all.iter().all(|(negative, x)| !negative && x.len() == 4 && x[3] < 256));
    assert!(all.iter().any(|(_, x)| x[3] >= 128));
    assert!(drawn(&Distribution::Signed(70), 100).iter().all(|(_, x)| x.len() == 2 && x[1] < 64));
    assert!(drawn(&Distribution::Signed(64), 100).iter().any(|(negative, _)| *negative));
}

#[test]
#[should_panic(expected = "above 0")]
fn nothing_is_below_0() {
    let _ = Distribution::below(&[0]);
}
