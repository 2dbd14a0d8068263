//! Products of coefficients of several limbs at the ends of their range.

use crate::ring::integers::extremes::extremes;
use polymod::ring::{
    Integers, ProductShape, Ring, Vectors,
    integers::limb_products::{multiply, terms},
};
use rug::Integer;

/// Coefficients of either sign at the ends of limbs, in windows inside and across the ends.
#[test]
fn products_at_the_ends_of_limbs() {
    let z = Integers::new();
    for bits in [1u32, 31, 63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256, 257, 500] {
        for (m, n) in [(1, 1), (1, 3), (3, 1), (4, 4), (5, 9), (17, 3)] {
            for kind in 0..5 {
                let other = |i: usize| match kind {
                    3 => 1u32 - (Integer::from(1) << bits),
                    _ => (Integer::from(i as i64 * 7 - 9) << bits) >> (i as u32 % bits),
                };
                let [x, y] = [m, n].map(|len| extremes(len, bits, kind, other));
                let (a, b) = (z.collect(&x), z.collect(&y));
                for w in [0..m + n - 1, 0..0, 1..m + n, n / 2..m, m + n..m + n + 2] {
                    let shape = ProductShape::of(&z, a.view(), b.view(), w.clone());
                    let got = multiply(&z, &shape, a.view(), b.view());
                    let sum = |k: usize| terms(k, m, n).map(|i| Integer::from(&x[i] * &y[k - i])).sum::<Integer>();
                    let wanted: Vec<Integer> = w.map(sum).collect();
                    assert!(z.same(got.view(), z.collect(&wanted).view()), "{bits} bits, {m} by {n}, kind {kind}");
                }
            }
        }
    }
}
