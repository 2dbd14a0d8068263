//! Values at powers of two, and digits back from them.

use polymod::ring::{Integers, Ring, Vectors};
use rug::Integer;

#[test]
fn digits_and_powers_undo_each_other() {
    let z = Integers::new();
    for bits in [2u32, 3, 31, 63, 64, 65, 66, 127, 128, 129, 200] {
        let most = (Integer::from(1) << (bits - 1)) - 1u32;
        for len in [1usize, 2, 3, 7, 20] {
            for case in 0..6usize {
                let coefficient = |i: usize| match (case + i) % if case == 5 { 5 } else { 1 + case } {
                    0 => most.clone(),
                    1 => -most.clone(),
                    2 => Integer::new(),
                    3 => Integer::from(-1),
                    _ => Integer::from(&most / 3u32),
                };
                let v = z.collect(&(0..len).map(coefficient).collect::<Vec<_>>());
                let value = (0..len).rev().fold(Integer::new(), |s, i| (s << bits) + coefficient(i));
                assert_eq!(z.at_power(v.view(), bits), value, "{bits} bits, {len} coefficients, case {case}");
                let mut expected = v.clone();
                z.trim(&mut expected);
                assert!(z.same(z.digits(&value, bits).view(), expected.view()), "{bits} bits, {len}, case {case}");
            }
        }
    }
    assert_eq!(z.digits(&Integer::new(), 5).len(), 0);
}

#[test]
fn values_at_powers_below_the_coefficients() {
    let z = Integers::new();
    for size in [1u32, 8, 61, 62, 63, 64, 65, 130, 200] {
        let most = (Integer::from(1) << size) - 1u32;
        for bits in [1u32, 2, 7, 61, 63, 64, 65, 127, 128, 200] {
            for len in [1usize, 2, 5, 30] {
                for case in 0..4usize {
                    let coefficient = |i: usize| match (case, i % 3) {
                        (0, _) => most.clone(),
                        (1, _) | (2, 0) => -most.clone(),
                        (2, 1) => Integer::new(),
                        _ => Integer::from(&most / 3u32) * if i.is_multiple_of(2) { 1 } else { -1 },
                    };
                    let all: Vec<_> = (0..len).map(coefficient).collect();
                    let value = all.iter().rev().fold(Integer::new(), |sum, c| (sum << bits) + c);
                    assert_eq!(z.at_power(z.collect(&all).view(), bits), value, "{size}, {bits} bits, {len}, {case}");
                }
            }
        }
    }
}
