//! Standard traits of polynomials, matrices and rings: equality with hashes, iteration, collections.

use polymod::{
    AnyRing, Distribution, F2, GeneralizedFermat, Gf2k, Integers, Matrix, Poly, PolyMatrix, Ring, Zn, ZnBig,
    rug::Integer,
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::{
    collections::HashSet,
    hash::{BuildHasher, Hash, RandomState},
};

/// Values that are equal and were made in different ways have equal hashes, and different ones nearly always different hashes.
fn law<T: Hash + Eq + std::fmt::Debug>(equal: [&T; 2], other: &T) {
    let hasher = RandomState::new();
    let [x, y] = equal.map(|value| hasher.hash_one(value));
    assert!(equal[0] == equal[1] && x == y, "{equal:?}");
    assert!(equal[0] != other && x != hasher.hash_one(other), "{equal:?} and {other:?}");
}

/// Polynomials and matrices over two values of one ring, with coefficients stored in different ways.
fn over<R: Ring + Eq + Hash>([r, s]: [&R; 2]) {
    let one = |ring: &R| Poly::from_ints(ring, [1, 0, 1]);
    // cut leading zeros, and over Z cancelled long coefficients
    let long = Poly::from_ints(s, [1_i128 << 100, 0, 0, 1_i128 << 100]);
    let same = &(&one(s) + &long) - &long;
    law([&one(r), &same], &Poly::from_ints(r, [0, 0, 1]));
    law([&Poly::zero(r), &(&long - &long.clone())], &one(r));
    law([r, s].map(|r| Poly::from_ints(r, [1, 1, 0, 0])).each_ref(), &Poly::from_ints(r, [0, 1, 1]));
    let [a, b] = [r, s].map(|r| Matrix::from_ints(r, 2, 3, [1, 0, 1, 1, 0, 1]).unwrap());
    law([&a, &b], &Matrix::from_ints(r, 3, 2, [1, 0, 1, 1, 0, 1]).unwrap());
    let [p, q] = [r, s].map(|r| PolyMatrix::new(r, 1, 2, vec![one(r), Poly::zero(r)]).unwrap());
    law([&p, &q], &PolyMatrix::new(r, 2, 1, vec![one(r), Poly::zero(r)]).unwrap());
    law([&p, &q], &PolyMatrix::new(r, 1, 2, vec![Poly::zero(r), one(r)]).unwrap());
}

#[test]
fn equal_values_have_equal_hashes() {
    let twice = |n: u64| [(); 2].map(|()| Zn::new(n).unwrap());
    over(twice(97).each_ref());
    over(twice((1 << 61) - 1).each_ref());
    let long = || ZnBig::new((Integer::from(1) << 127) - 1u32).unwrap();
    over([&long(), &long()]);
    let fermat = || GeneralizedFermat::new("F8".parse().unwrap()).unwrap();
    over([&fermat(), &fermat()]);
    over([&Gf2k::new(8, 0x11b).unwrap(), &Gf2k::new(8, 0x11b).unwrap()]);
    over([&F2::new(), &F2::default()]);
    over([&Integers::new(), &Integers::default()]);
    over([AnyRing::field(Zn::new(97).unwrap()), AnyRing::field(Zn::new(97).unwrap())].each_ref());
    over([AnyRing::new(Integers::new()), AnyRing::new(Integers::new())].each_ref());
}

#[test]
fn rings_are_told_apart() {
    let [f, g, h] = [97, 97, 101].map(|n| Zn::new(n).unwrap());
    law([&f, &g], &h);
    law([&Poly::one(&f), &Poly::one(&g)], &Poly::one(&h));
    let [a, b, c] = [0x11b, 0x11b, 0x11d].map(|modulus| Gf2k::new(8, modulus).unwrap());
    law([&a, &b], &c);
    let [a, b, c] = [1, 1, 2].map(|k| ZnBig::new((Integer::from(1) << 100) + k).unwrap());
    law([&a, &b], &c);
    let [a, b, c] = ["F8", "F8", "F4"].map(|name| GeneralizedFermat::new(name.parse().unwrap()).unwrap());
    law([&a, &b], &c);
    let any = [f, g, h].map(AnyRing::field);
    law([&any[0], &any[1]], &any[2]);
    law([&any[0], &any[1]], &AnyRing::field(F2::new()));
}

/// Caches of the rings are no part of hashes.
#[test]
#[allow(clippy::mutable_key_type)]
fn sets_hold_each_value_once() {
    let f = Zn::new(7).unwrap();
    let mut random = ChaCha20Rng::seed_from_u64(2);
    let all: HashSet<Poly<Zn>> = (0..2000).map(|_| Poly::random(&f, 2, &mut random)).collect();
    assert_eq!(all.len(), 49);
    let matrices: HashSet<Matrix<F2>> =
        (0..1000).map(|_| Matrix::random(&F2::new(), 2, 2, &mut random).unwrap()).collect();
    assert_eq!(matrices.len(), 16);
}

#[test]
fn iterators_are_exact_from_both_ends() {
    let z = Integers::new();
    let mut random = ChaCha20Rng::seed_from_u64(3);
    let a = Poly::random_with(&z, 70, &Distribution::Signed(100), &mut random).unwrap();
    let forward: Vec<Integer> = (&a).into_iter().collect();
    assert!(forward.len() == a.len() && (0..a.len()).all(|i| forward[i] == a.coeff(i)));
    assert!(a.iter().rev().eq(forward.iter().rev().cloned()));
    let mut both = a.iter();
    assert_eq!((both.next(), both.next_back(), both.nth(3)), (Some(a.coeff(0)), a.leading(), Some(a.coeff(4))));
    assert_eq!(both.len(), a.len() - 6);
    assert_eq!(forward.into_iter().collect::<Poly<Integers>>(), a);
    let m = Matrix::from_ints(&F2::new(), 2, 2, [1u8, 0, 3, 2]).unwrap();
    assert_eq!((&m).into_iter().collect::<Vec<_>>(), [true, false, true, false]);
    let mut sum = Integer::new();
    for x in &Matrix::from_ints(&z, 1, 3, [Integer::from(1) << 70, Integer::from(-1), Integer::from(2)]).unwrap() {
        sum += x;
    }
    assert_eq!(sum, (Integer::from(1) << 70) + 1u32);
    let p = PolyMatrix::identity(&z, 2);
    assert_eq!((&p).into_iter().map(Poly::len).collect::<Vec<_>>(), [1, 0, 0, 1]);
    assert!(p[(0, 1)].is_empty() && p.clone().into_iter().eq(p.entries().iter().cloned()));
    assert_eq!(Poly::<F2>::from(vec![true, false]).len(), 1);
    assert!(Matrix::from_ints(&z, 2, 2, [1, 2, 3]).is_err());
}

#[test]
#[should_panic(expected = "column 2 of 2")]
fn there_is_no_entry_beyond_the_last_column() {
    let _ = &PolyMatrix::identity(&F2::new(), 2)[(0, 2)];
}

#[test]
fn operators_take_matrices_of_polynomials_by_value() {
    let f = Zn::new(97).unwrap();
    let mut random = ChaCha20Rng::seed_from_u64(4);
    let [a, b] = [(); 2].map(|()| PolyMatrix::random(&f, 3, 3, 5, &mut random));
    assert_eq!(a.clone() + b.clone(), &a + &b);
    assert_eq!(&a - b.clone(), &a + &-&b);
    assert_eq!(a.clone() * &b, &a * &b);
    assert_eq!(-(a.clone() - a.clone()), PolyMatrix::zero(&f, 3, 3));
}
