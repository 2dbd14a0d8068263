//! Arithmetic of few limbs against that of integers.

use polymod::ring::zn_big::montgomery::{Montgomery, Sum, load, store};
use rug::{Integer, integer::Order, ops::Pow};

/// Moduli of exactly K limbs and of fewer, at the ends of the numbers of that many limbs, and with scattered bits.
fn moduli(limbs: u32) -> Vec<Integer> {
    let power = |e: u32| Integer::from(2).pow(e);
    let mut moduli = vec![Integer::from(3), power(63) + 1u32, power(64) - 1u32];
    for bits in [64 * limbs - 64, 64 * limbs - 1, 64 * limbs] {
        moduli.extend([power(bits) - 1u32, power(bits) - 59u32, power(bits - 1) + 1u32]);
        moduli.push((power(bits) / 3u32) | Integer::from(1));
        moduli.push((Integer::from(5).pow(27 * limbs) % power(bits)) | Integer::from(1));
    }
    moduli.retain(|n| *n > 2);
    moduli
}

/// 0, 1, the largest residues, and scattered ones.
fn residues(n: &Integer, bits: u32) -> Vec<Integer> {
    let scattered = (2u32..8).map(|i| Integer::from(3).pow(40 * i + bits) + i);
    let ends = [0i32, 1, -1, -2].map(Integer::from);
    ends.into_iter().chain(scattered).map(|x| x.modulo(n)).collect()
}

fn checked<const K: usize>() {
    let row = |x: &Integer| {
        let mut row = [0; K];
        x.write_digits(&mut row, Order::Lsf);
        row
    };
    for n in moduli(K as u32) {
        let m = Montgomery::<K>::new(&n).expect("an odd modulus");
        let all = residues(&n, 64 * K as u32);
        for x in &all {
            assert_eq!(m.neg(&row(x)), row(&Integer::from(-x).modulo(&n)), "−{x} modulo {n}");
            let power = m.mul(&m.pow(&m.lift(&row(x)), 13), &row(&Integer::from(1)));
            assert_eq!(power, row(&x.clone().pow(13).modulo(&n)), "{x}^13 modulo {n}");
            for w in [0, 1, 2, 3, 1000, u32::MAX - 1, u32::MAX].into_iter().filter(|_| m.multiplies_by_words()) {
                assert_eq!(m.times(&row(x), w), row(&Integer::from(x * w).modulo(&n)), "{x} times {w} modulo {n}");
            }
            for y in &all {
                let (a, b, law) = (row(x), row(y), format!("{x} and {y} modulo {n}"));
                assert_eq!(m.add(&a, &b), row(&Integer::from(x + y).modulo(&n)), "sum of {law}");
                assert_eq!(m.sub(&a, &b), row(&Integer::from(x - y).modulo(&n)), "difference of {law}");
                assert_eq!(m.mul(&a, &m.lift(&b)), row(&Integer::from(x * y).modulo(&n)), "product of {law}");
                // products of the largest factors, as many as make the highest limb count
                for count in [1u32, 2, 3, if x == y { 1000 } else { 17 }] {
                    let factor = m.lift_for_sums(&b);
                    let sum = (1..count).fold(Sum::of(&a, &factor), |s, _| s.add(&a, &factor));
                    let wanted = Integer::from(x * y) * count;
                    assert_eq!(m.reduce(sum), row(&Integer::from(wanted.modulo_ref(&n))), "{count} products of {law}");
                    assert_eq!(
                        m.reduce(sum.double()),
                        row(&Integer::from(&wanted * 2u32).modulo(&n)),
                        "{count} doubled, of {law}"
                    );
                    // factors as they are
                    let unlifted = (0..count).fold(Sum::ZERO, |s, _| s.add(&a, &b));
                    let back = m.mul(&m.mul(&m.reduce(unlifted), &m.beyond), &row(&Integer::from(1)));
                    let power = Integer::from(1) << (64 * K as u32);
                    let found = Integer::from_digits(&back, Order::Lsf) * power;
                    let expected = Integer::from(x * y) * count;
                    assert!((found - expected).is_divisible(&n), "{count} products of {law} as they are");
                }
            }
        }
    }
    let (even, long) = (Integer::from(1) << 62, (Integer::from(1) << (64 * K as u32)) + 1u32);
    assert!(Montgomery::<K>::new(&even).is_none() && Montgomery::<K>::new(&long).is_none());
}

#[test]
fn arithmetic_of_few_limbs_is_that_of_integers() {
    checked::<2>();
    checked::<3>();
    checked::<4>();
    checked::<6>();
    checked::<8>();
}

#[test]
fn the_unit_joins_single_products_and_sums() {
    let n = Integer::from(2).pow(255) - 19u32;
    let m = Montgomery::<4>::new(&n).expect("odd");
    let (x, y) = ([7, 9, 1 << 60, 5], [u64::MAX, 1, 2, 1 << 59]);
    // x·y/B^4 times B^3/B^4
    assert_eq!(m.mul(&m.mul(&x, &y), m.unit()), m.reduce(Sum::of(&x, &y)));
}

#[test]
fn rows_have_as_many_limbs_as_the_modulus_or_one_more() {
    let mut row = [7; 5];
    store(&mut row, &[1, 2, 3, 4]);
    assert_eq!((row, load::<4>(&row), load::<6>(&row)), ([1, 2, 3, 4, 0], [1, 2, 3, 4], [1, 2, 3, 4, 0, 0]));
    store(&mut row[..3], &[9, 8, 7, 0]);
    assert_eq!((row, load::<4>(&row[..3])), ([9, 8, 7, 4, 0], [9, 8, 7, 0]));
}
