//! Matrices of the half-GCD against Euclid's remainders.

use super::{words, zn};
use polymod::{AnyRing, Poly, Ring, core::bits::testing::noise, poly::half_gcd::HalfGcd, ring::Euclid};

/// Coprime operands whose remainder sequence has quotients of these degrees.
fn with_quotients(p: u64, degrees: &[usize]) -> [Poly<AnyRing>; 2] {
    let f = &zn(p);
    let (mut a, mut b) = (Poly::one(f), Poly::zero(f));
    for (i, &degree) in degrees.iter().enumerate().rev() {
        let coefficient = |j: usize| 1 + noise((1000 * i + j) as u64) % (p - 1);
        let q = words(f, (0..=degree).map(coefficient));
        (a, b) = (&q * &a + &b, a);
    }
    [a, b]
}

/// All lists of positive numbers with this sum.
fn lists(sum: usize) -> Vec<Vec<usize>> {
    if sum == 0 {
        return vec![Vec::new()];
    }
    let with = |first: usize| lists(sum - first).into_iter().map(move |rest| [vec![first], rest].concat());
    (1..=sum).flat_map(with).collect()
}

/// M·(a, b) are Euclid's remainders around the wanted degree, up to units.
fn check([a, b]: &[Poly<AnyRing>; 2], k: usize, base: usize, context: &str) {
    let (f, stop) = (a.ring(), a.len() - 1 - k);
    let (mut c, mut d) = (a.clone(), b.clone());
    while d.len() > stop {
        (c, d) = (d.clone(), c.rem(&d).unwrap());
    }
    let found = f.engine().enter(|cx| HalfGcd { r: f, cx, base }.matrix(a.coeffs(), b.coeffs(), k, &mut None));
    let [x, y] = found.unwrap().0.map(|row| {
        let [s, t] = row.map(|entry| Poly::from_coeffs(f, entry));
        (&s * a + &t * b).monic().unwrap()
    });
    assert!(x == c.monic().unwrap() && y == d.monic().unwrap(), "{context}, {k} degrees, base {base}");
}

/// Quotients of all degrees, and all k: remainders that end exactly at the wanted length, and short divisors.
#[test]
fn matrices_of_short_sequences() {
    for degrees in (2..=7).flat_map(lists) {
        let pair = with_quotients(97, &degrees);
        for k in 1..pair[0].len() {
            for base in [2, 3] {
                check(&pair, k, base, &format!("{degrees:?}"));
            }
        }
    }
}

/// Normal sequences: the matrix depends on the upper 2k + 1 coefficients.
#[test]
fn matrices_depend_on_the_upper_coefficients() {
    let p = 281_474_976_694_273;
    for (n, k) in [(403, 201), (410, 203), (500, 230), (600, 256)] {
        let pair = with_quotients(p, &vec![1; n]);
        for base in [20, pair[0].ring().half_gcd_base()] {
            check(&pair, k, base, &format!("degree {n}"));
        }
    }
}
