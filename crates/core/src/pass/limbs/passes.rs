//! Loops over blocks of eight residues, limb by limb: arithmetic, conversions, and the passes of a six-step transform.
//!
//! A block holds eight neighbouring residues as n vectors, one for each limb. The caller has checked all lengths.

use super::{
    FactorTable, LANES, arithmetic,
    modulus::{LIMB, MASK, MOST_LIMBS, Modulus},
    sums::{Factor, Size},
};
use crate::simd::inlined::{CopyFrom, Walked, Zipped};
use crate::{
    pass::{
        blocks::{Columns, Strips, exchange, transpose},
        word_rows,
    },
    simd::{Row, Simd, Stack},
};
use std::ops::Range;

/// The limbs of a block.
#[inline(always)]
fn block<S: Simd>(x: &[u64], i: usize, size: usize) -> &[S::Row] {
    S::rows(&x[i * size..][..size]).0
}

/// The limbs of a block.
#[inline(always)]
fn block_mut<S: Simd>(x: &mut [u64], i: usize, size: usize) -> &mut [S::Row] {
    S::rows_mut(&mut x[i * size..][..size]).0
}

/// out = out + x, or out − x; below 2p.
#[inline(always)]
pub(super) fn add<S: Simd, Z: Size, const MINUS: bool>(s: S, f: &Modulus, out: &mut [u64], x: &[u64]) {
    let size = LANES * Z::limbs(f);
    for (block, x) in out.chunks_exact_mut(size).zipped(x.chunks_exact(size)) {
        arithmetic::add::<S, Z, MINUS>(s, f, S::rows_mut(block).0, S::rows(x).0);
    }
}

/// Reduces x, below 2p, to [0, p).
#[inline(always)]
pub(super) fn canonical<S: Simd, Z: Size>(s: S, f: &Modulus, x: &mut [u64]) {
    for block in x.chunks_exact_mut(LANES * Z::limbs(f)) {
        arithmetic::canonical::<S, Z>(s, f, S::rows_mut(block).0);
    }
}

/// Converts rows of `width` words, residues below p, to blocks; zeros fill the last one.
#[inline(always)]
pub(super) fn from_rows<S: Simd, Z: Size>(s: S, f: &Modulus, rows: &[u64], width: usize, out: &mut [u64]) {
    for (rows, block) in rows.chunks(LANES * width).zipped(out.chunks_exact_mut(LANES * Z::limbs(f))) {
        let mut words = Stack::<S::Row, MOST_LIMBS>::new();
        word_rows::load(s, rows, width, f.words, &mut words);
        let mask = s.set(MASK);
        for (i, out) in S::rows_mut(block).0.iter_mut().enumerate() {
            s.store(out, s.and(word_rows::digit(s, words.rows(), LIMB, i), mask));
        }
    }
}

/// Converts blocks, below 2p, to rows of `width` words, residues in [0, p).
#[inline(always)]
pub(super) fn to_rows<S: Simd, Z: Size>(s: S, f: &Modulus, blocks: &[u64], width: usize, out: &mut [u64]) {
    for (block, rows) in blocks.chunks_exact(LANES * Z::limbs(f)).zipped(out.chunks_mut(LANES * width)) {
        let block = S::rows(block).0;
        let mut limbs = Stack::<S::Row, MOST_LIMBS>::new();
        let (below, mut carry) = (arithmetic::below::<S, Z>(s, f, block), s.zero());
        for (x, &p) in block.walk().zipped(&f.p) {
            let (z, mut row) = (s.load(x), S::Row::ZERO);
            let (z, next) = arithmetic::canonical_limb(s, z, p, below, carry);
            s.store(&mut row, z);
            limbs.push(row);
            carry = next;
        }
        word_rows::store(s, limbs.rows(), LIMB, rows, width);
    }
}

impl FactorTable {
    /// Runs all levels of radix 2, decimation in frequency: coefficients at place `at` of these rows, or in `work` already; values in
    /// bit-reversed order in `work`, below 2^(1 + levels)·p.
    #[inline(always)]
    fn run<S: Simd, Z: Size>(&self, s: S, f: &Modulus, from: Option<(&Strips<'_>, usize)>, work: &mut [u64]) {
        let size = LANES * Z::limbs(f);
        if let (1, Some((rows, at))) = (self.len, from) {
            work.copy_from(&rows.row(0)[at..][..size]);
        }
        for level in 0..self.len.ilog2() as usize {
            let half = self.len >> (level + 1);
            for both in work.chunks_exact_mut(2 * half * size) {
                let (a, b) = both.split_at_mut(half * size);
                for i in 0..half {
                    let from = match from {
                        Some((rows, at)) if level == 0 => {
                            Some((S::rows(&rows.row(i)[at..][..size]).0, S::rows(&rows.row(i + half)[at..][..size]).0))
                        }
                        _ => None,
                    };
                    let to = (block_mut::<S>(a, i, size), block_mut::<S>(b, i, size));
                    arithmetic::butterfly::<S, Z>(s, f, level, from, to);
                }
                if half > 1 {
                    let factors = Factor::Blocks(&self.factors[size << level..], size << level);
                    Z::sum(s, f, &[[Factor::Result, factors]], &mut b[size..]);
                }
            }
        }
    }

    /// Index of the value in this slot.
    #[inline(always)]
    fn value(&self, slot: usize) -> usize {
        crate::bits::reverse_bits(slot, self.len.ilog2())
    }
}

/// Transforms each column of a matrix of M rows, below 2p, and multiplies by factors below p; the results are below 2p
/// and in natural order. The matrix is given by some blocks of each row, and the number of the first.
#[inline(always)]
pub(super) fn columns<S: Simd, Z: Size>(
    s: S,
    f: &Modulus,
    c: &Columns<'_, FactorTable>,
    rows: &mut Strips<'_>,
    first: usize,
    work: &mut [u64],
) {
    let (size, stride) = (LANES * Z::limbs(f), c.factors.len() / rows.count());
    for j in 0..rows.width() / size {
        c.dft.run::<S, Z>(s, f, Some((rows, j * size)), work);
        for slot in 0..c.dft.len {
            let value = c.dft.value(slot);
            let factor = &c.factors[value * stride + (first + j) * size..][..size];
            let factors = [Factor::each(&work[slot * size..][..size]), Factor::each(factor)];
            Z::sum(s, f, &[factors], &mut rows.row_mut(value)[j * size..][..size]);
        }
    }
}

/// Transforms each of R rows of M residues below 2p: value m of row i, below 2p, goes to place i + R·m. Only the groups
/// of eight rows in the range are done, and their blocks of each m are given.
#[inline(always)]
pub(super) fn rows<S: Simd, Z: Size>(
    s: S,
    f: &Modulus,
    dft: &FactorTable,
    x: &[u64],
    y: &mut Strips<'_>,
    range: Range<usize>,
    work: &mut [u64],
) {
    let (size, m) = (LANES * Z::limbs(f), dft.len);
    let blocks = m / LANES;
    for (place, i) in range.enumerate() {
        for j in 0..blocks {
            let to = &mut work[LANES * j * size..][..LANES * size];
            let from = (&x[(LANES * i * blocks + j) * size..], [blocks * Z::limbs(f), 1]);
            exchange(s, Z::limbs(f), from, (to, [Z::limbs(f), 1]));
        }
        dft.run::<S, Z>(s, f, None, work);
        for slot in 0..m {
            let to = block_mut::<S>(y.row_mut(dft.value(slot)), place, size);
            arithmetic::reduce::<S, Z>(s, f, Some(block::<S>(work, slot, size)), to);
        }
    }
}

/// [`transpose`] of elements of n limbs.
#[inline(always)]
pub(super) fn transposed<S: Simd, Z: Size>(s: S, f: &Modulus, x: &[u64], r: usize, first: usize, y: &mut [u64]) {
    transpose(s, Z::limbs(f), (x, r), first, y);
}
