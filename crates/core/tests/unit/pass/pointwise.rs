//! Products of vectors, at the ends of their range.

use polymod_core::{
    arith::Modulus,
    bits::testing::noise,
    cpu::{self, Target},
    pass::pointwise::*,
};

#[test]
fn products_of_vectors_are_those_of_words() {
    let mut kernels = 0;
    for target in Target::families() {
        for n in [2, 3, 5, 97, 98, (1 << 31) - 1, (1 << 48) - 59, (1 << 50) - 27, (1 << 50) - 1, (1 << 51) - 1]
            .into_iter()
            .chain([(1 << 61) + 1, (1 << 62) - 57, (1 << 62) - 1, 0xffff_ffff_0000_0001])
        {
            let n = Modulus::new(n).unwrap();
            let Some(kernel) = select(target, n) else { continue };
            kernels += 1;
            for len in (0..=33).chain([100, 1001]) {
                let value = |i: u64| match i % 5 {
                    0 => n.n() - 1,
                    1 => i % n.n(),
                    _ => n.reduce(noise(i + 7)),
                };
                let (v, w): (Vec<u64>, Vec<u64>) = (0..len).map(|i| (value(i), value(i + i / 5 + 1))).unzip();
                let mut x = v.clone();
                kernel.products(n, &mut x, &w);
                let wide = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n.n())) as u64;
                let expected: Vec<u64> = v.iter().zip(&w).map(|(a, b)| wide(*a, *b)).collect();
                assert_eq!(x, expected, "{}: modulo {}, {len} words", kernel.name(), n.n());
                for c in [0, 1, n.n() - 1, value(9)] {
                    let mut x = v.clone();
                    kernel.scale(n, &mut x, c);
                    let expected: Vec<u64> = v.iter().map(|a| wide(*a, c)).collect();
                    assert_eq!(x, expected, "{}: modulo {}, {len} words by {c}", kernel.name(), n.n());
                }
                for first in [0, 1 % n.n(), n.n() - 1, value(8), n.n() - n.reduce(len / 2 + 1)] {
                    let mut x = v.clone();
                    kernel.times_indices(n, &mut x, n.reduce(first));
                    let index = |i: u64| ((u128::from(first) + u128::from(i)) % u128::from(n.n())) as u64;
                    let expected: Vec<u64> = (0..).zip(&v).map(|(i, a)| wide(*a, index(i))).collect();
                    assert_eq!(x, expected, "{}: modulo {}, {len} words by indices from {first}", kernel.name(), n.n());
                }
            }
        }
    }
    // for levels above the CPU's own `select` returns the kernel of the CPU's level
    assert_eq!(kernels > 0, cpu::host().target.has_vectors());
    assert!(select(Target::of(&[cpu::Feature::Avx2]), Modulus::new(98).unwrap()).is_none());
    assert!(select(Target::AVX512, Modulus::new((1 << 50) + 2).unwrap()).is_none());
    assert!(select(Target::AVX512, Modulus::new((1 << 62) + 2).unwrap()).is_none());
    assert!(select(Target::SCALAR, Modulus::new(97).unwrap()).is_none());
}

/// Products chosen by their result: the smallest and the largest residues, the ends of the range of a reduction.
#[test]
fn products_with_results_at_the_ends_are_reduced() {
    for target in Target::families() {
        for n in [97, (1 << 31) - 1, (1 << 50) - 27, (1 << 61) - 1, (1 << 62) - 57, 0xffff_ffff_0000_0001] {
            let n = Modulus::new(n).unwrap();
            let Some(kernel) = select(target, n) else { continue };
            let results: Vec<u64> =
                (0..96).flat_map(|i| [i, n.n() - 1 - i]).chain((0..32).map(|i| n.reduce(1 << i))).collect();
            for c in [1, 2, n.n() - 1, n.n() / 2, n.reduce(1 << 32), n.reduce(0x9e37_79b9_7f4a_7c15)] {
                let inverse = n.inv(c).unwrap();
                let factors: Vec<u64> = results.iter().map(|&r| n.mul(r, inverse)).collect();
                let mut scaled = factors.clone();
                kernel.scale(n, &mut scaled, c);
                assert_eq!(scaled, results, "{}: by {c} modulo {}", kernel.name(), n.n());
                let mut products = factors;
                kernel.products(n, &mut products, &vec![c; results.len()]);
                assert_eq!(products, results, "{}: by {c} modulo {}", kernel.name(), n.n());
            }
        }
    }
}
