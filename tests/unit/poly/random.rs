//! Random polynomials: their coefficients are uniform among all elements.

use polymod::{
    AnyRing, Distribution, F2, GeneralizedFermat, Gf2k, Integers, Poly, Zn, ZnBig,
    ring::{self, Direct},
    rug::Integer,
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::collections::BTreeMap;

/// How often each element comes, of 200 a value.
fn counts<R: Direct>(r: &R, values: usize, name: impl Fn(&R::Elem) -> u64) -> BTreeMap<u64, usize> {
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
    even(counts(&Zn::new(12).unwrap(), 12, |&x| x), 12);
    even(counts(&F2::new(), 2, |&x| u64::from(x)), 2);
    even(counts(&Gf2k::new(3, 0b1011).unwrap(), 8, |&x| x), 8);
    let largest = Zn::new(u64::MAX).unwrap();
    let a = Poly::random(&largest, 64, &mut ChaCha20Rng::seed_from_u64(1));
    assert!(a.iter().any(|x| x >> 63 == 1) && a.iter().any(|x| x >> 63 == 0));
    let whole = Gf2k::new(64, (1 << 64) | 0x1b).unwrap();
    assert!(Poly::random(&whole, 64, &mut ChaCha20Rng::seed_from_u64(1)).iter().any(|x| x >> 63 == 1));
}

#[test]
fn a_ring_behind_a_pointer_draws_the_same() {
    let (f, seeded) = (Zn::new(101).unwrap(), || ChaCha20Rng::seed_from_u64(3));
    let (a, b) = (Poly::random(&f, 50, &mut seeded()), Poly::random(&AnyRing::field(f), 50, &mut seeded()));
    assert_eq!(a.to_string(), b.to_string());
    let below = Distribution::below(&[101]);
    assert_eq!(Poly::random_with(a.ring(), 50, &below, &mut seeded()), Ok(a));
    let bytes = Gf2k::new(8, 0x11b).unwrap();
    assert!(Poly::random_with(&bytes, 50, &Distribution::Signed(9), &mut seeded()).is_err());
}

#[test]
fn long_moduli() {
    let n: Integer = (Integer::from(1) << 128) - 1;
    let drawn = Poly::random(&ZnBig::new(n.clone()).unwrap(), 64, &mut ChaCha20Rng::seed_from_u64(1));
    assert!(drawn.iter().all(|x| x < n) && drawn.iter().any(|x| x.significant_bits() == 128));
    let f = GeneralizedFermat::new("F8".parse().unwrap()).unwrap();
    let drawn = Poly::random(&f, 64, &mut ChaCha20Rng::seed_from_u64(1));
    assert!(drawn.iter().any(|x| x.significant_bits() == f.p().significant_bits() - 1));
    assert!(ring::uniform(&Integers::new()).is_none());
}
