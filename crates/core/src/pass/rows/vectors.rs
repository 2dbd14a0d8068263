//! Shared vector operations of the conversions: eight words in a vector, one of each row, and moves between rows and
//! vectors of digits.

use super::{BITS, LANES, MASK};
use crate::simd::inlined::{CopyFrom, Zipped};
use crate::simd::{Eight, Simd};

/// x + w·y − q·p modulo 2^52 for a prepared factor w, y < 2^52: `x` plus a number below 2p that is w·y modulo p. The
/// caller must clear the bits from 52 on.
#[inline(always)]
pub(super) fn add_product<S: Simd>(s: S, x: S::U, y: S::U, w: [u64; 2], minus_p: S::U) -> S::U {
    let q = s.add_high52(s.zero(), y, s.set(w[1]));
    s.add_low52(s.add_low52(x, y, s.set(w[0])), q, minus_p)
}

/// Reduces x from below 2·bound to below `bound`.
#[inline(always)]
pub(super) fn below<S: Simd>(s: S, x: S::U, bound: u64) -> S::U {
    s.min(x, s.sub(x, s.set(bound)))
}

/// The low 52 bits.
#[inline(always)]
pub(super) fn low_digit<S: Simd>(s: S, x: S::U) -> S::U {
    s.and(x, s.set(MASK))
}

/// Loads the first `words.len()` words of up to eight rows, one vector for each word; missing rows are zeros.
#[inline(always)]
pub(super) fn load_rows<S: Eight>(s: S, rows: &[u64], width: usize, words: &mut [S::U]) {
    if width == 2 && words.len() == 2 && rows.len() == 2 * LANES {
        let (x, y) = (s.load(S::row(rows)), s.load(S::row(&rows[LANES..])));
        words[0] = s.permute(x, y, s.load(&[0, 2, 4, 6, 8, 10, 12, 14]));
        words[1] = s.permute(x, y, s.load(&[1, 3, 5, 7, 9, 11, 13, 15]));
        return;
    }
    for (first, words) in (0..).step_by(LANES).zipped(words.chunks_mut(LANES)) {
        let mut block = [s.zero(); LANES];
        for (i, row) in rows.chunks_exact(width).enumerate().take(LANES) {
            block[i] = s.load_padded(&row[first..first + words.len()]);
        }
        s.transpose(&mut block);
        words.copy_from(&block[..words.len()]);
    }
}

/// Stores up to eight rows of `words.len()` words.
#[inline(always)]
pub(super) fn store_rows<S: Eight>(s: S, words: &[S::U], out: &mut [u64]) {
    /// Largest number of words that are copied one by one: as fast as a transposition.
    const FEW: usize = 3;
    let width = words.len();
    for (first, part) in (0..).step_by(LANES).zipped(words.chunks(LANES)) {
        if part.len() <= FEW {
            for (i, x) in part.iter().enumerate() {
                let mut lanes = [0; LANES];
                s.store(&mut lanes, *x);
                for (row, x) in out.chunks_exact_mut(width).zipped(lanes) {
                    row[first + i] = x;
                }
            }
            continue;
        }
        let mut block = [s.zero(); LANES];
        block[..part.len()].copy_from(part);
        s.transpose(&mut block);
        for (i, row) in out.chunks_exact_mut(width).enumerate().take(LANES) {
            s.store_cut(&mut row[first..first + part.len()], block[i]);
        }
    }
}

/// Digits of numbers given by their words, one vector each; there is one word beyond that in which the last digit
/// begins.
#[inline(always)]
pub(super) fn digits_of<S: Simd>(s: S, words: &[S::U], digits: &mut [S::U]) {
    let (mut word, mut shift) = (0, 0);
    for out in digits {
        // a shift by 64 gives 0
        let high = s.shl(s.shl(words[word + 1], 63 - shift), 1);
        *out = low_digit(s, s.or(s.shr(words[word], shift), high));
        shift += BITS as u32;
        if shift >= 64 {
            (word, shift) = (word + 1, shift - 64);
        }
    }
}

/// Words of numbers given by digits below 2^52; there are two digits beyond that in which the last word begins.
#[inline(always)]
pub(super) fn words_of<S: Simd>(s: S, digits: &[S::U], words: &mut [S::U]) {
    const DIGIT: u32 = BITS as u32;
    let (mut d, mut shift) = (0, 0);
    for out in words {
        // a word begins in digit d and contains part of the next one or two
        let mut word = s.or(s.shr(digits[d], shift), s.shl(digits[d + 1], DIGIT - shift));
        if 2 * DIGIT - shift < 64 {
            word = s.or(word, s.shl(digits[d + 2], 2 * DIGIT - shift));
        }
        *out = word;
        (d, shift) = (d + 1, shift + 64 - DIGIT);
        if shift >= DIGIT {
            (d, shift) = (d + 1, shift - DIGIT);
        }
    }
}
