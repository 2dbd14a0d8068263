//! Carry-less products in plain words, by combs: the multiples of one operand by all 16 polynomials of degree below 4
//! are added at each group of four coefficients of the other operand, with one shift by 4 for all words together
//! (López, Dahab 2000, "High-speed software multiplication in F_2^m", algorithm 6).

use super::{MAX_BASE, Small};
use crate::simd::inlined::{CopyFrom, Mapped, Walked, Zipped};
use crate::simd::{comb, comb_product};

/// Multiples of an operand by the polynomials of degree below 4, each one word longer.
fn multiples<const ROOM: usize>(b: &[u64]) -> [[u64; ROOM]; 16] {
    let mut table = [[0; ROOM]; 16];
    table[1][..b.len()].copy_from(b);
    for u in (2..16).step_by(2) {
        let (mut carry, half) = (0, table[u / 2]);
        for (y, x) in table[u].walk_mut().zipped(half) {
            (*y, carry) = (x << 1 | carry, x >> 63);
        }
        table[u + 1] = table[u];
        table[u + 1].walk_mut().zipped(b).for_each(|(y, x)| *y ^= x);
    }
    table
}

pub(super) fn columns(out: &mut [u64], a: &[u64], b: &[u64]) {
    if b.len() <= 16 { by_comb::<17>(out, a, b) } else { by_comb::<{ MAX_BASE + 1 }>(out, a, b) }
}

fn by_comb<const ROOM: usize>(out: &mut [u64], a: &[u64], b: &[u64]) {
    let table = multiples::<ROOM>(b);
    out.fill(0);
    for shift in (0..64).step_by(4).rev() {
        for (i, x) in a.iter().enumerate() {
            let row = &table[(x >> shift & 15) as usize][..=b.len()];
            for (y, z) in out[i..].walk_mut().zipped(row) {
                *y ^= z;
            }
        }
        if shift > 0 {
            let mut carry = 0;
            for y in out.iter_mut() {
                (*y, carry) = (*y << 4 | carry, *y >> 60);
            }
        }
    }
}

pub(super) fn square(out: &mut [u64], a: &[u64]) {
    for (out, &x) in out.chunks_exact_mut(2).zipped(a) {
        out.copy_from(&[spread(x as u32), spread((x >> 32) as u32)]);
    }
}

/// Inserts a zero bit after each bit: the square of a half-word.
fn spread(x: u32) -> u64 {
    const STEPS: [(u32, u64); 5] = [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ];
    STEPS.iter().fold(u64::from(x), |x, &(shift, mask)| (x | x << shift) & mask)
}

pub(super) fn add_row(out: &mut [u64], a: &[u64], c: u64) {
    let table = comb(c);
    let mut carry = 0;
    let (whole, beyond) = out.split_at_mut(a.len());
    for (y, &x) in whole.walk_mut().zipped(a) {
        let p = comb_product(&table, x);
        *y ^= p as u64 ^ carry;
        carry = (p >> 64) as u64;
    }
    if let Some(y) = beyond.first_mut() {
        *y ^= carry;
    }
}

pub(super) fn combine(x: &mut [u64], y: &mut [u64], m: &Small) {
    let tables = m.map(|row| row.map(comb));
    let mut carry = [0; 2];
    for (x, y) in x.walk_mut().zipped(y) {
        let sums = [0, 1].mapped(|i: usize| comb_product(&tables[i][0], *x) ^ comb_product(&tables[i][1], *y));
        (*x, *y) = (sums[0] as u64 ^ carry[0], sums[1] as u64 ^ carry[1]);
        carry = sums.mapped(|s| (s >> 64) as u64);
    }
}
