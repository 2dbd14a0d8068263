//! Partial fractions, put together again.

use super::{words, zn};
use crate::any;
use polymod::{AnyRing, Error, Poly, core::bits::testing::noise, ring::AnyElem};

/// Multiplied by the common denominator, the fractions are the numerator again.
fn check(a: &Poly<AnyRing>, factors: &[(Poly<AnyRing>, u64)]) {
    let parts = a.partial_fractions(factors).expect("coprime factors");
    let power = |i: usize, e: u64| factors[i].0.pow(e).expect("a power");
    let product = (0..factors.len()).fold(Poly::one(a.ring()), |m, i| &m * &power(i, factors[i].1));
    let mut sum = &parts.polynomial * &product;
    for (i, numerators) in parts.numerators.iter().enumerate() {
        assert_eq!(numerators.len() as u64, factors[i].1);
        for (j, c) in numerators.iter().enumerate() {
            assert!(c.len() < factors[i].0.len().max(2), "{c:?} over a power of {:?}", factors[i]);
            sum = &sum + &(c * &product.exact_div(&power(i, j as u64 + 1)).expect("a factor"));
        }
    }
    assert_eq!(sum, *a);
}

#[test]
fn fractions_add_up() {
    for p in [3, 97, (1 << 62) - 57] {
        let f = zn(p);
        let random = |len: usize, seed: u64| words(&f, (0..len as u64).map(|i| noise(9 * i + seed) % p));
        let factors = ["x^2 + 1", "x", "x + 1", "x^3 + 2*x + 1"].map(|q| Poly::parse(&f, q).expect("a polynomial"));
        let [a, b, c, d] = factors;
        let factors = [(a.clone(), 3), (b, 5), (c.scale(&AnyElem::Word(2)), 1), (d, 0)];
        for len in [0, 1, 5, 12, 13, 40] {
            check(&random(len, len as u64), &factors);
            check(&random(len, 7), &[(a.clone(), 4)]);
            check(&random(len, 8), &[(Poly::one(&f), 1)]);
            check(&random(len, 8), &[]);
        }
    }
    let f = any("gf2");
    let [a, b] = ["x^9 + x + 1", "x^2 + x + 1"].map(|q| Poly::parse(&f, q).expect("a polynomial"));
    check(&Poly::one(&f), &[(a, 1), (b, 7)]);
}

#[test]
fn what_is_refused() {
    let f = zn(97);
    let (x, one) = (Poly::x(&f), Poly::one(&f));
    let twice = one.partial_fractions(&[(x.clone(), 1), (&x * &x, 1)]);
    assert!(matches!(twice, Err(Error::Domain { .. })), "{twice:?}");
    assert_eq!(one.partial_fractions(&[(Poly::zero(&f), 1)]), Err(Error::DivisionByZero));
}
