//! Values at points against sums of powers.

use crate::ring::integers::extremes::extremes;
use polymod::ring::{Evaluation, Integers, Ring};
use rug::{Integer, ops::Pow};

/// Coefficients of either sign at the ends of words, at points of either sign: values that just fit in a word, in two, in the limbs, and that
/// do not, against sums of powers.
#[test]
fn values_at_the_ends_of_words() {
    let z = Integers::new();
    for bits in [1u32, 8, 20, 31, 32, 61, 62, 63, 64, 127] {
        for n in [1usize, 2, 3, 4, 7, 8, 15, 16, 17, 18, 40, 64, 100, 500] {
            for x in [0i64, 1, -1, 2, -2, 3, -3, -7, 255, -256, 1 << 31, i64::MAX, -i64::MAX, i64::MIN] {
                for signs in 0..4 {
                    let (a, x) = (extremes(n, bits, signs, |i| Integer::from(i as i64 % 3 - 1)), Integer::from(x));
                    let (mut wanted, mut power) = (Integer::new(), Integer::from(1));
                    for c in &a {
                        wanted += Integer::from(c * &power);
                        power *= &x;
                    }
                    let got = z.horner(z.collect(&a).view(), &x);
                    assert_eq!(got, wanted, "{bits} bits, {n} coefficients at {x}, signs {signs}");
                }
            }
        }
    }
}

/// Halves so long that their products are by transforms.
#[test]
fn values_of_many_words() {
    let z = Integers::new();
    let x = -(Integer::from(3).pow(2000));
    for n in [63usize, 64, 200] {
        let a = extremes(n, 3000, 3, |i| Integer::from(7).pow(i as u32 % 900));
        let wanted = a.iter().rev().fold(Integer::new(), |sum, c| sum * &x + c);
        assert!(wanted.significant_digits::<u64>() > 3000, "{n} coefficients");
        assert_eq!(z.horner(z.collect(&a).view(), &x), wanted, "{n} coefficients");
    }
}
