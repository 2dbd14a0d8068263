//! Contents and exact quotients at the ends of words.

use polymod::ring::{Integers, Ring, Vectors};
use rug::Integer;

#[test]
fn contents_and_quotients_at_the_ends_of_words() {
    let z = Integers::new();
    for bits in [1u32, 8, 31, 61, 62, 63, 64, 65, 127, 200] {
        for common in [1i64, -1, 2, 3, 6, 1 << 40, i64::MAX, i64::MIN] {
            for len in [0, 1, 2, 3, 9, 40] {
                let one = |i: usize| match i % 4 {
                    0 => (Integer::from(1) << bits) - 1u32,
                    1 => -(Integer::from(1) << bits),
                    2 => Integer::new(),
                    _ => Integer::from(i) - 20,
                };
                let all: Vec<_> = (0..len).map(|i| one(i) * common).collect();
                let v = z.collect(&all);
                let wanted = all.iter().fold(Integer::new(), Integer::gcd);
                assert_eq!(Integers::content(v.view()), wanted, "{bits} bits, {common}, {len}");
                for with in [Integer::from(-6), Integer::from(common), Integer::from(common) << 70] {
                    let with_it = wanted.clone().gcd(&with);
                    assert_eq!(Integers::common_divisor(v.view(), with), with_it, "{bits} bits, {common}, {len}");
                }
                let quotients: Vec<_> = (0..len).map(one).collect();
                let got = z.divided(v.view(), &Integer::from(common));
                assert!(z.same(got.view(), z.collect(&quotients).view()), "{bits} bits, {common}, {len}");
            }
        }
    }
}
