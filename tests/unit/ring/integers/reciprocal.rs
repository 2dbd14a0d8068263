//! Reciprocals times their series are 1.

use polymod::{
    core::bits::SplitMix64,
    poly::Poly,
    ring::{Integers, integers::reciprocal::reciprocal_limbs},
};
use rug::Integer;

/// a·(1/a) = 1, at all numbers of limbs and at terms around the bounds, with coefficients at the ends of their words.
#[test]
fn reciprocals_are_inverses() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(6));
    // the last place is that of more limbs
    const MORE: usize = 9;
    let mut limbs_met = [0; MORE + 1];
    for bits in [1, 2, 8, 31, 32, 63, 64, 65, 128, 129, 256, 700, 1000] {
        for (len, terms) in [(1, 1), (2, 5), (3, 2), (8, 8), (9, 16), (16, 9), (11, 11), (33, 33), (70, 64), (5, 65)] {
            for kind in 0..3 {
                let most: Integer = (Integer::from(1) << bits) - 1u32;
                let entry = |random: &mut SplitMix64| match kind {
                    0 => most.clone(),
                    1 => -most.clone(),
                    _ => {
                        let word = Integer::from(random.word()).keep_bits(bits.min(64))
                            - Integer::from(random.word() >> 1).keep_bits(bits.min(64)) / 2u32;
                        word << bits.saturating_sub(64)
                    }
                };
                for lowest in [1, -1] {
                    let a = Poly::new(
                        &z,
                        (0..len).map(|i| if i == 0 { Integer::from(lowest) } else { entry(&mut random) }),
                    );
                    let limbs = reciprocal_limbs(a.coeffs(), terms).unwrap_or(0);
                    limbs_met[limbs.min(MORE)] += 1;
                    let inverse = a.inv_series(terms).expect("a unit");
                    let one = a.mul_low(&inverse, terms).expect("a product");
                    assert_eq!(one, Poly::one(&z), "{bits} bits, {len} coefficients, {terms} terms, {kind}");
                }
            }
        }
    }
    assert!(limbs_met.iter().all(|&count| count > 0), "{limbs_met:?}");
}
