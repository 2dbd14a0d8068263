//! Coefficients times powers of two against shifts of integers.

use crate::ring::integers::extremes::extremes;
use polymod::ring::{Integers, Ring};
use rug::Integer;

/// Numbers at the ends of words and powers that shift by whole limbs, by bits, and all bits out, against integers.
#[test]
fn powers_are_those_of_integers() {
    let z = Integers::new();
    for bits in [1u32, 63, 64, 65, 127, 128, 200] {
        for signs in 0..4 {
            let a = extremes(9, bits, signs, |i| Integer::from(i as i64 - 4));
            for first in [-260i64, -129, -128, -64, -63, -5, 0, 1, 63, 64, 65, 190] {
                for step in [-33, -1, 0, 1, 64] {
                    let power = |i: usize| first + step * i as i64;
                    let wanted = a.iter().enumerate().map(|(i, x)| match power(i) {
                        up @ 0.. => Integer::from(x << up as u32),
                        down => Integer::from(x >> -down as u32),
                    });
                    let got = z.times_powers(z.collect(&a).view(), power);
                    let got: Vec<Integer> = (0..a.len()).map(|i| z.get(got.view(), i)).collect();
                    assert_eq!(got, wanted.collect::<Vec<_>>(), "{bits} bits, 2^({first} + {step}·i)");
                }
            }
        }
    }
}
