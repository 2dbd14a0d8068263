//! Elements as integers in words, from digits and back.
//!
//! With r = 2^W + c, Σ d_i·r^i is the value at 2^W of the polynomial with coefficients d_i shifted by c, and the digits of an integer to the radix
//! 2^W give those to the radix r by a shift by −c: a triangle of k²/2 products by c, each with a carry to the next place. The ranges are proved in
//! docs/notes/005-fermat-digits.md. The number of digits is no constant here: loops of constant length would be unrolled.

use super::{
    LANES,
    digits::{Cells, Digit, Radix, get, put, signed},
};
use crate::{
    pass::word_rows::{digit, load, store},
    simd::{Eight, Stack, inlined::Zipped},
};
use std::cell::Cell;

/// Number of words of the longest elements, 128 digits of 50 bits, with room for p − 1 = r^k.
const MOST_WORDS: usize = 101;

/// Converts digits to the radix r to those to the radix 2^W, or back (`BACK`): lower ones in [0, 2^W), or within 2^27 of it; the highest takes what
/// is left.
#[inline(always)]
fn shift<S: Eight, const BACK: bool>(s: S, f: &Radix, x: &Cells) {
    let (c, minus_excess) = (signed(s, if BACK { -f.excess } else { f.excess }), signed(s, -f.excess));
    let (mask, top) = (signed(s, (1 << f.log) - 1), x.len() - 1);
    for first in (0..top).rev() {
        let (mut low, mut carry) = (get(s, x, first), s.zero());
        for i in first..top {
            let high = get(s, x, i + 1);
            let sum = s.add(s.add(low, carry), s.mul(high, c));
            let rest = s.and(sum, mask);
            carry = s.shr_signed(sum, f.log);
            // 2^W = r − c
            put(s, x, i, if BACK { s.add(rest, s.mul_signed_halves(carry, minus_excess)) } else { rest });
            low = high;
        }
        put(s, x, top, s.add(low, carry));
    }
}

/// The cells of a block.
#[inline(always)]
fn cells(block: &mut [u64]) -> &Cells {
    let (digits, _): (&mut [Digit], _) = block.as_chunks_mut();
    Cell::from_mut(digits).as_slice_of_cells()
}

/// Writes the integers of blocks of `k` canonical digits in rows of `width` words; `blocks` is used up.
#[inline(always)]
pub(super) fn to_words<S: Eight>(s: S, f: &Radix, k: usize, blocks: &mut [u64], width: usize, out: &mut [u64]) {
    let f = &f.copied();
    for (block, out) in blocks.chunks_exact_mut(LANES * k).zipped(out.chunks_mut(LANES * width)) {
        shift::<S, false>(s, f, cells(block));
        store(s, S::rows(block).0, f.log, out, width);
    }
}

/// Converts integers in [0, p), rows of `width` words, to blocks of `k` digits, each within 2^27 of [0, 2^W].
#[inline(always)]
pub(super) fn from_words<S: Eight>(s: S, f: &Radix, k: usize, rows: &[u64], width: usize, blocks: &mut [u64]) {
    let f = &f.copied();
    let mask = signed(s, (1 << f.log) - 1);
    let used = width.min((f.log as usize * k + 1).div_ceil(64));
    for (rows, block) in rows.chunks(LANES * width).zipped(blocks.chunks_exact_mut(LANES * k)) {
        let mut words = Stack::<S::Row, MOST_WORDS>::new();
        load(s, rows, width, used, &mut words);
        let x = cells(block);
        for i in 0..k {
            let all = digit(s, words.rows(), f.log, i);
            // p − 1 may have a bit more
            put(s, x, i, if i == k - 1 { all } else { s.and(all, mask) });
        }
        shift::<S, true>(s, f, x);
    }
}
