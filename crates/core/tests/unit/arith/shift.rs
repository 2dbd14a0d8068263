//! The growth of coefficients by a Taylor shift against binomial coefficients, and its rounds against the definition.

use polymod_core::{
    arith::{Modulus, shift::*},
    bits::testing::noise,
};

/// By the definition, Σ a_i·(x + c)^i, with binomial coefficients from Pascal's triangle.
fn defined(a: &[i128], c: i128) -> Vec<i128> {
    let (mut out, mut power) = (vec![0; a.len()], vec![1]);
    for &x in a {
        out.iter_mut().zip(&power).for_each(|(o, p)| *o += x * p);
        let mut next = vec![0; power.len() + 1];
        for (i, p) in power.iter().enumerate() {
            next[i] += c * p;
            next[i + 1] += p;
        }
        power = next;
    }
    out
}

/// The largest binomial coefficients are bounded.
#[test]
fn growth_by_binomial_coefficients() {
    let mut row = vec![1u128];
    for n in 1..=127 {
        row = (0..=n).map(|j| if j == 0 || j == n { 1 } else { row[j - 1] + row[j] }).collect();
        assert!(row.iter().all(|&x| x <= 1 << growth(n, 1)), "{n} coefficients");
    }
}

#[test]
fn rounds_are_those_of_the_definition() {
    for len in 0..30i64 {
        for c in [1, -1, 2, -2, 3, -7] {
            let a: Vec<i64> = (0..len).map(|i| (i * i * 37 + 11) % 201 - 100).collect();
            let mut double: Vec<i128> = a.iter().map(|&x| x.into()).collect();
            let wanted = defined(&double, c.into());
            let mut words: Vec<u64> = a.iter().map(|&x| x as u64).collect();
            shift_double_words(&mut double, c);
            assert_eq!(double, wanted, "{len} coefficients, c = {c}");
            if wanted.iter().all(|&x| i64::try_from(x).is_ok()) {
                shift_words(&mut words, c);
                assert!(words.iter().zip(&wanted).all(|(&x, &y)| i128::from(x as i64) == y), "{len}, c = {c}");
            }
        }
    }
}

#[test]
fn residues_are_shifted_modulo_n() {
    for n in
        [2, 3, 97, 1 << 61, (1 << 62) - 57, 1 << 62, (1 << 63) - 25, 1 << 63, u64::MAX - 58, u64::MAX - 1, u64::MAX]
    {
        let n = Modulus::new(n).unwrap();
        for len in (0..30).chain([96]) {
            for c in [0, 1, n.n() - 1, n.reduce(noise(len))] {
                let a: Vec<u64> = (0..len).map(|i| if i % 3 == 0 { n.n() - 1 } else { n.reduce(noise(i)) }).collect();
                let mut wanted = a.clone();
                for i in 0..a.len() {
                    (i + 1..a.len()).rev().for_each(|j| wanted[j - 1] = n.add(wanted[j - 1], n.mul(c, wanted[j])));
                }
                let mut out = a.clone();
                shift_residues(n, &mut out, c);
                assert_eq!(out, wanted, "{len} coefficients modulo {}, c = {c}", n.n());
            }
        }
    }
}
