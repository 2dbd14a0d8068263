//! Random polynomials: their coefficients are uniform among all elements.

use super::zn;
use crate::any;
use polymod::{
    AnyRing, Distribution, GeneralizedFermat, Poly, Zn,
    ring::{self, AnyElem, AnyElement},
    rug::Integer,
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::collections::BTreeMap;

/// How often each element comes, of 200 a value.
fn counts(r: &AnyRing, values: usize, name: fn(&AnyElem) -> u64) -> BTreeMap<u64, usize> {
    let mut random = ChaCha20Rng::seed_from_u64(7);
    let a = Poly::random(r, 200 * values, &mut random);
    let mut counts = BTreeMap::new();
    for x in (0..200 * values).map(|i| a.coeff(i)) {
        *counts.entry(name(&x)).or_default() += 1;
    }
    counts
}

#[test]
fn coefficients_are_uniform_among_all_elements() {
    let even = |counts: BTreeMap<u64, usize>, values: usize| {
        // mean 200, standard deviation below 15
        assert!(counts.keys().copied().eq(0..values as u64) && counts.values().all(|n| (100..300).contains(n)));
    };
    even(counts(&zn(12), 12, |x| *u64::of(x)), 12);
    even(counts(&any("gf2"), 2, |x| u64::from(*bool::of(x))), 2);
    even(counts(&any("gf2^3:0xb"), 8, |x| *u64::of(x)), 8);
    let top = |x: AnyElem| *u64::of(&x) >> 63;
    let a = Poly::random(&zn(u64::MAX), 64, &mut ChaCha20Rng::seed_from_u64(1));
    assert!(a.iter().any(|x| top(x) == 1) && a.iter().any(|x| top(x) == 0));
    let whole = any("gf2^64:0x1000000000000001b");
    assert!(Poly::random(&whole, 64, &mut ChaCha20Rng::seed_from_u64(1)).iter().any(|x| top(x) == 1));
}

#[test]
fn a_ring_behind_a_pointer_draws_the_same() {
    let (f, seeded) = (Zn::new(101).unwrap(), || ChaCha20Rng::seed_from_u64(3));
    let (a, b) = (Poly::random(&f, 50, &mut seeded()), Poly::random(&AnyRing::field(f), 50, &mut seeded()));
    assert_eq!(a.to_string(), b.to_string());
    let below = Distribution::below(&[101]);
    assert_eq!(Poly::random_with(a.ring(), 50, &below, &mut seeded()), Ok(a));
    let bytes = any("gf2^8:0x11b");
    assert!(Poly::random_with(&bytes, 50, &Distribution::Signed(9), &mut seeded()).is_err());
}

#[test]
fn long_moduli() {
    let n: Integer = (Integer::from(1) << 128) - 1;
    let drawn = Poly::random(&any("zn:2^128-1"), 64, &mut ChaCha20Rng::seed_from_u64(1));
    let bits = |x: &AnyElem| Integer::of(x).significant_bits();
    assert!(drawn.iter().all(|x| *Integer::of(&x) < n) && drawn.iter().any(|x| bits(&x) == 128));
    let f = GeneralizedFermat::new("F8".parse().unwrap()).unwrap();
    let drawn = Poly::random(&AnyRing::field(f.clone()), 64, &mut ChaCha20Rng::seed_from_u64(1));
    assert!(drawn.iter().any(|x| bits(&x) == f.p().significant_bits() - 1));
    assert!(ring::uniform(&any("z")).is_none());
}
