//! Square roots by both algorithms against all squares.

use polymod::ring::{
    Cardinality, FiniteField, Ring, Zn,
    sqrt::{Odd, by_order, by_recurrence, in_field},
};

/// All elements of small fields by both algorithms, against all squares.
#[test]
fn both_algorithms_find_all_roots() {
    for p in [3u64, 5, 7, 13, 17, 41, 97, 193, 257, 769] {
        let f = Zn::new(p).unwrap();
        let size = f.cardinality().unwrap();
        let odd = Odd::new(&size);
        assert_eq!((2 * odd.half.first().map_or(0, |h| *h) + 1) << odd.s, p - 1);
        let squares: Vec<u64> = (1..p).map(|x| x * x % p).collect();
        for a in 1..p {
            let mut found = vec![by_order(&f, &a, &odd)];
            if odd.s > 1 {
                found.push(by_recurrence(&f, &a, &odd, &size));
            }
            for root in found {
                assert_eq!(root.map(|x| f.mul(&x, &x)), squares.contains(&a).then_some(a), "{a} modulo {p}");
            }
        }
    }
}

/// Sizes whose odd part begins in the second word, or at a word's first or last bit.
#[test]
fn odd_parts_of_long_sizes() {
    for (t, s) in [(1u128, 64u32), (3, 64), (5, 63), (1, 100), ((1 << 63) + 1, 1), ((1 << 62) + 3, 64), (7, 1)] {
        let q = (t << s) + 1;
        let odd = Odd::new(&Cardinality { characteristic: vec![q as u64, (q >> 64) as u64], degree: 1 });
        let half = odd.half.iter().rev().fold(0u128, |x, &word| x << 64 | u128::from(word));
        assert_eq!((half, odd.s), (t / 2, s), "{t}·2^{s} + 1");
    }
}

#[test]
fn high_powers_of_two_divide_the_order() {
    // 2^64 − 2^32 + 1
    let f = Zn::new(0xffff_ffff_0000_0001).unwrap();
    let size = f.cardinality().unwrap();
    assert!(Odd::new(&size).by_recurrence());
    for x in 1..200u64 {
        let a = f.mul(&(x * x), &(x << 20));
        let root = in_field(&f, &a, &size);
        let square = f.pow_words(&a, &size.half()) == 1;
        assert_eq!(root.map(|x| f.mul(&x, &x)), square.then_some(a), "{a}");
    }
}
