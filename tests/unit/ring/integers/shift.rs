//! Taylor shifts of short polynomials against the definition.

use crate::ring::integers::extremes::extremes;
use polymod::{
    poly::Poly,
    ring::{Integers, Ring, Vectors},
};
use rug::Integer;

/// A(x + c) by Horner's rule on integers.
fn defined(a: &[Integer], c: &Integer) -> Vec<Integer> {
    let mut out = a.to_vec();
    for i in 0..out.len() {
        for j in (i..out.len() - 1).rev() {
            let term = Integer::from(&out[j + 1] * c);
            out[j] += term;
        }
    }
    out
}

/// Coefficients of either sign at the ends of one, two and three limbs, with results that just fit in one or two words and that do not.
#[test]
fn shifts_at_the_ends_of_words() {
    let z = Integers::new();
    let (mut taken, mut refused) = (0, 0);
    for bits in [1u32, 7, 31, 32, 33, 59, 60, 61, 62, 63, 64, 65, 100, 127, 128, 191, 192] {
        for n in [1usize, 2, 3, 4, 5, 8, 9, 16, 31, 32, 33, 61, 62, 63, 64, 65, 130] {
            for c in [0i64, 1, -1, 2, -2, 3, -4, 7, 1 << 20, -(1 << 31), 1 << 62, i64::MAX, i64::MIN] {
                for signs in 0..4 {
                    let most = (Integer::from(1) << bits) - 1u32;
                    let other = |i: usize| if i == n - 1 { most.clone() } else { Integer::from(i as i64 - 5) };
                    let a = extremes(n, bits, signs, other);
                    let (v, c) = (z.collect(&a), Integer::from(c));
                    let Some(got) = z.shifted(v.view(), &c) else {
                        refused += 1;
                        continue;
                    };
                    taken += 1;
                    let wanted = z.collect(&defined(&a, &c));
                    assert!(z.same(got.view(), wanted.view()), "{bits} bits, {n} coefficients, c = {c}, {signs}");
                }
            }
        }
    }
    assert!(taken > 5000 && refused > 1000, "{taken} by rounds, {refused} not");
}

/// Longer polynomials are shifted in pieces.
#[test]
fn long_shifts() {
    let z = Integers::new();
    for n in [64usize, 100, 127, 128, 129, 300] {
        for c in [1i64, -1, 2, -3, 1 << 40] {
            let a: Vec<_> = (0..n).map(|i| Integer::from((i * i) as i64 % 97 - 48) << (i as u32 % 90)).collect();
            let c = Integer::from(c);
            let got = Poly::new(&z, a.clone()).taylor_shift(&c).expect("a shift");
            assert_eq!(got, Poly::new(&z, defined(&a, &c)), "{n} coefficients, c = {c}");
        }
    }
}
