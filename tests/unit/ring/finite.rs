//! Cardinalities, and roots by powers.

use polymod::ring::{Cardinality, FiniteField, Gf2k, Ring, Zn, finite::power_before};

/// Numbers of two words, also those whose half takes a bit from the upper word.
#[test]
fn halves_of_two_words_are_rounded_down() {
    let words = |x: u128| vec![x as u64, (x >> 64) as u64];
    for n in [(1u128 << 64) + 13, (2 << 64) + 1, (3 << 64) + 2, (1 << 127) - 1, u128::MAX] {
        let size = Cardinality { characteristic: words(n), degree: 1 };
        assert_eq!(size.half(), words(n / 2), "half of {n}");
    }
    let size = Cardinality { characteristic: vec![2], degree: 64 };
    assert_eq!(size.half(), words(1 << 63), "half of 2^64");
}

#[test]
fn powers_of_primes() {
    let words = |p: u64, degree| Cardinality { characteristic: vec![p], degree }.words();
    assert_eq!((words(97, 1), words(97, 2), words(3, 40)), (vec![97], vec![97 * 97], vec![3u64.pow(40)]));
    assert_eq!((words(2, 63), words(2, 64)), (vec![1 << 63], vec![0, 1]));
    // (2^64 − 59)^3 = 2^192 − 177·2^128 + 10443·2^64 − 205379
    let cube = [0u64.wrapping_sub(205_379), 10_442, 0u64.wrapping_sub(177)];
    assert_eq!(words(0u64.wrapping_sub(59), 3), cube);
}
#[test]
fn roots_by_powers_are_those_of_the_ring() {
    let f = Gf2k::new(8, 0x11b).unwrap();
    let size = f.cardinality().unwrap();
    for a in 0..256 {
        let root = power_before(&f, &a, &size);
        assert_eq!((f.mul(&root, &root), f.frobenius_root(&a)), (a, Ok(root)));
    }
    let f = Zn::new(97).unwrap();
    assert_eq!(power_before(&f, &5, &f.cardinality().unwrap()), 5);
}
