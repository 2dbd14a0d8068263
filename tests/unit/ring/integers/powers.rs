//! Powers and compositions of short polynomials against products.

use crate::ring::integers::extremes::extremes;
use polymod::ring::{Integers, Ring, Vectors};
use rug::Integer;

fn product(a: &[Integer], b: &[Integer]) -> Vec<Integer> {
    let mut out = vec![Integer::new(); a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        b.iter().enumerate().for_each(|(j, y)| out[i + j] += Integer::from(x * y));
    }
    out
}

/// Coefficients of either sign, at the ends of words or small.
fn coefficients(len: usize, bits: u32, kind: usize) -> Vec<Integer> {
    extremes(len, bits, kind, |i| Integer::from((i as i64 % 5) - 2 + 4 * i64::from(i == 0)))
}

/// Powers that just fit in a word and in two, and longer ones by the recurrence.
#[test]
fn powers_are_products() {
    let z = Integers::new();
    for bits in [1u32, 4, 10, 15, 20, 21, 30, 31, 32, 62, 63, 64, 130] {
        for (len, e) in
            [(2, 2u64), (2, 3), (2, 6), (2, 62), (2, 63), (2, 64), (3, 4), (4, 5), (5, 2), (9, 7), (32, 2), (33, 2)]
        {
            for kind in 0..4 {
                let f = coefficients(len, bits, kind);
                let mut wanted = f.clone();
                (1..e).for_each(|_| wanted = product(&wanted, &f));
                let (v, wanted) = (z.collect(&f), z.collect(&wanted));
                let (chosen, recurrence) =
                    z.engine().enter(|cx| (z.powered(v.view(), e, cx), z.by_recurrence(v.view(), e, cx)));
                let law = format!("{bits} bits, {len} coefficients to the power of {e}, kind {kind}");
                assert!(z.same(recurrence.expect("not cancelled").view(), wanted.view()), "{law}");
                if let Some(chosen) = chosen {
                    assert!(z.same(chosen.expect("not cancelled").view(), wanted.view()), "{law}");
                }
            }
        }
    }
}

#[test]
fn compositions_at_the_ends_of_words() {
    let (z, mut taken) = (Integers::new(), 0);
    for (outer, inner) in
        [(1u32, 1u32), (8, 8), (20, 20), (30, 10), (62, 1), (63, 3), (31, 32), (62, 62), (64, 64), (130, 70)]
    {
        for (n, m) in [(1, 1), (1, 5), (2, 1), (2, 2), (4, 1), (3, 5), (5, 3), (8, 10), (64, 2), (65, 2)] {
            for kind in 0..16 {
                let (a, b) = (coefficients(n, outer, kind % 4), coefficients(m, inner, kind / 4));
                let Some(got) = z.composed(z.collect(&a).view(), z.collect(&b).view()) else { continue };
                taken += 1;
                let mut wanted = vec![a[n - 1].clone()];
                for x in a[..n - 1].iter().rev() {
                    wanted = product(&wanted, &b);
                    wanted[0] += x;
                }
                assert!(z.same(got.view(), z.collect(&wanted).view()), "{outer}, {inner} bits, {n} in {m}, {kind}");
            }
        }
    }
    assert!(taken > 500, "{taken} compositions in words");
}
