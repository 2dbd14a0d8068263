//! Transforms in bit-reversed order against the definition, and back.

use polymod_core::{
    arith::{Modulus, ntt_primes, root_of_unity},
    bits::testing,
    pass::ntt::{NttKernel, kernel::permuted_kernels, natural::Points, permuted::*},
    registry::Moduli,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Each kernel that the CPU can run, with the largest and the least prime that it takes, 1 modulo 2^16 both.
fn kernels() -> Vec<(&'static NttKernel, Modulus)> {
    let primes = |k: &NttKernel| match k.moduli() {
        Moduli::Only(p) => vec![p],
        _ => vec![ntt_primes(k.max_bits(), 16, 1).expect("a prime")[0], 65_537],
    };
    let with_primes =
        |k: &'static NttKernel| primes(k).into_iter().map(move |p| (k, Modulus::new(p).expect("more than one")));
    permuted_kernels().flat_map(with_primes).collect()
}

/// Tables of transforms at the powers of this power of the first root, and that power.
fn tables(kernel: &'static NttKernel, p: Modulus, len: usize, negacyclic: bool, power: u64) -> (PermutedTables, u64) {
    let root = root_of_unity(p.n(), (if negacyclic { 2 * len } else { len }) as u64).expect("a root");
    let root = p.pow(root, power);
    let inverse_len = p.inv(len as u64).expect("a power of two");
    (PermutedTables::new(kernel, Points { p, len, negacyclic, root }, inverse_len), root)
}

/// Checks the forward transform against the definition at these places, and the inverse.
fn check(kernel: &'static NttKernel, p: Modulus, negacyclic: bool, a: &[u64], places: &[usize]) {
    check_at(kernel, p, (negacyclic, 1), a, places);
}

/// [`check`] at the powers of a power of the first root.
fn check_at(kernel: &'static NttKernel, p: Modulus, (negacyclic, power): (bool, u64), a: &[u64], places: &[usize]) {
    let len = a.len();
    let (t, root) = tables(kernel, p, len, negacyclic, power);
    let case = format!("{kernel:?} modulo {}, {len} values, negacyclic: {negacyclic}", p.n());
    let mut x = a.to_vec();
    t.forward(&mut x);
    assert!(x.iter().all(|&x| x < p.n()), "{case}: values are reduced");
    for &place in places {
        let exponent = kernel.exponent(place, len) as u64;
        let z = p.pow(root, if negacyclic { 2 * exponent + 1 } else { exponent });
        let horner = a.iter().rev().fold(0, |s, &c| p.add(p.mul(s, z), c));
        assert_eq!(x[place], horner, "{case}: place {place}");
    }
    t.inverse(&mut x);
    assert!(x == a, "{case}: the way back");
}

#[test]
fn values_are_those_at_the_powers_of_the_root() {
    for (kernel, p) in kernels() {
        for negacyclic in [false, true] {
            for len in [64, 128, 256, 512, 1024] {
                let places: Vec<usize> = (0..len).step_by(if len < 512 { 1 } else { 7 }).collect();
                check(kernel, p, negacyclic, &vec![p.n() - 1; len], &places);
                let halves: Vec<u64> = (0..len as u64).map(|i| p.n() / 2 + i % 2).collect();
                check(kernel, p, negacyclic, &halves, &places);
                let ends: Vec<u64> = (0..len as u64).map(|i| i * i % 3 / 2 * (p.n() - 1)).collect();
                check(kernel, p, negacyclic, &ends, &places);
                // sums of two and of four that nearly reach 2^64 where p is close to it
                let mut high = vec![p.n() - 1; len];
                high[len / 2..].fill(p.reduce((1 << 32) - 2));
                check(kernel, p, negacyclic, &high, &places);
            }
        }
    }
}

/// Roots with each of the roots of unity of order 8 among their powers, of which one at most is a shift that kernels know.
#[test]
fn values_at_the_powers_of_any_root() {
    for (kernel, p) in kernels() {
        for (len, negacyclic) in [(64, true), (512, false), (512, true), (2048, false)] {
            let a: Vec<u64> = (0..len as u64).map(|i| p.reduce(testing::noise(i))).collect();
            let places: Vec<usize> = (0..len).step_by(len / 64 + 1).collect();
            for power in [3, 5, 7] {
                check_at(kernel, p, (negacyclic, power), &a, &places);
            }
        }
    }
}

#[test]
fn every_exponent_has_one_place() {
    for kernel in permuted_kernels() {
        for len in [64, 128, 1024, 8192] {
            let mut seen = vec![false; len];
            for place in 0..len {
                assert!(!std::mem::replace(&mut seen[kernel.exponent(place, len)], true), "{kernel:?}, {place}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, rng_seed: RngSeed::Fixed(testing::seed()), ..ProptestConfig::default() })]
    #[test]
    fn any_coefficients_at_any_place(log in 6..15u32, seed: u64, negacyclic: bool, places: [usize; 4]) {
        let len = 1 << log;
        for (kernel, p) in kernels() {
            let a: Vec<u64> = (0..len as u64).map(|i| p.reduce(testing::noise(seed ^ i))).collect();
            check(kernel, p, negacyclic, &a, &places.map(|place| place % len));
        }
    }
}
