//! Multiples of vectors of long integers.

use polymod::ring::{Integers, Ring, Vectors};
use rug::Integer;

/// Multiples at the ends of limbs, by factors around the bound for GMP's products, against products of integers.
#[test]
fn multiples_of_long_integers() {
    let z = Integers::new();
    for limbs in [1u32, 2, 15, 16, 17, 33] {
        for factor in [15u32, 16, 17, 40] {
            let ends = |limbs: u32| {
                let half = Integer::from(1) << (64 * limbs - 1);
                [
                    half.clone() - 1u32,
                    -half.clone(),
                    Integer::new(),
                    -half.clone() / 3u32,
                    half / 7u32,
                    Integer::from(-1),
                ]
            };
            let (list, factors) = (ends(limbs), ends(factor));
            for c in factors {
                let mut v = z.collect(&list);
                z.scale(&mut v, &c);
                let wanted = list.clone().map(|x| x * &c);
                assert!(z.same(v.view(), z.collect(&wanted).view()), "{limbs} by {factor} limbs, times {c}");
            }
        }
    }
}
