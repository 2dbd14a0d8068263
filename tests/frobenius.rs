//! Products over F_2 by the Frobenius encoding, with every set of instructions, against the definition.

use polymod::{
    cpu::{Isa, host},
    kernels::gf60::{self, scalar},
    transform::frobenius::{FrobeniusPlan, Shape},
};
use proptest::prelude::*;

/// The product bit by bit.
fn by_definition(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0; a.len() + b.len()];
    for (i, a) in a.iter().enumerate() {
        for k in (0..64).filter(|k| a >> k & 1 == 1) {
            for (j, b) in b.iter().enumerate() {
                product[i + j] ^= b << k;
                product[i + j + 1] ^= b >> 1 >> (63 - k);
            }
        }
    }
    product
}

fn levels() -> impl Iterator<Item = Isa> {
    Isa::ALL.into_iter().filter(|&isa| isa <= host().supported)
}

fn words(seed: u64, len: usize) -> Vec<u64> {
    let mix = |i: u64| (i ^ i >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (0..len as u64).map(|i| mix(mix(i + 1).wrapping_add(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)))).collect()
}

fn product(plan: &FrobeniusPlan, a: &[u64], b: &[u64], len: usize) -> Vec<u64> {
    let (mut x, mut y) = (vec![!0; plan.image_len()], vec![!0; plan.image_len()]);
    let mut scratch = vec![!0 >> 3; plan.scratch_len()];
    plan.forward(a, &mut x, &mut scratch);
    plan.forward(b, &mut y, &mut scratch);
    let mut out = vec![!0; len];
    plan.inverse_product(&mut x, &y, &mut out, &mut scratch);
    out
}

#[test]
fn products_of_every_small_size() {
    for isa in levels() {
        for w in (1..=40).chain([63, 64, 65, 100, 127, 128, 129, 200]) {
            let (a, b) = (words(w as u64, w), words(!w as u64, w.div_ceil(2)));
            let plan = FrobeniusPlan::for_bits(64 * (a.len() + b.len()), isa);
            assert_eq!(
                product(&plan, &a, &b, a.len() + b.len()),
                by_definition(&a, &b),
                "{isa}, {w} words, {:?}",
                plan.grid()
            );
        }
    }
}
