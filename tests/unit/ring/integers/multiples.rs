//! Multiples of coefficients at the ends of limbs.

use crate::ring::integers::extremes::extremes;
use polymod::ring::{Integers, Ring, Vectors};
use rug::Integer;

/// Multiples and products by indices of coefficients at the ends of limbs, against those of integers.
#[test]
fn multiples_at_the_ends_of_limbs() {
    let z = Integers::new();
    for bits in [1u32, 8, 60, 62, 63, 64, 65, 126, 127, 128, 129, 192, 256, 257, 320, 700] {
        for len in [1, 2, 3, 9, 40] {
            for signs in 0..4 {
                let x = extremes(len, bits, signs, |i| Integer::from(i as i64 % 5 - 2));
                let v = z.collect(&x);
                for of in [1u32, 2, 31, 63, 64, 65, 128, 200, 256, 300] {
                    let most = (Integer::from(1) << of) - 1u32;
                    for c in [most.clone(), -most.clone(), -most - 1u32, Integer::from(of) - 64, Integer::new()] {
                        let wanted: Vec<Integer> = x.iter().map(|x| Integer::from(x * &c)).collect();
                        let mut got = v.clone();
                        z.scale(&mut got, &c);
                        assert!(z.same(got.view(), z.collect(&wanted).view()), "{bits} bits, {len}, times {c}");
                    }
                }
                for k in [0i64, 1, -3, -100, i64::MAX - 50, i64::MIN + 1] {
                    let wanted: Vec<Integer> = x.iter().zip(0i64..).map(|(x, i)| Integer::from(x * (k + i))).collect();
                    let mut got = v.clone();
                    z.mul_index(&mut got, k);
                    assert!(z.same(got.view(), z.collect(&wanted).view()), "{bits} bits, {len}, from {k}");
                }
            }
        }
    }
}
