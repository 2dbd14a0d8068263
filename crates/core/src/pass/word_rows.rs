//! Rows of words, eight at a time, as vectors; and the digits to a radix 2^b of the integers in them.

use super::blocks::LANES;
use crate::simd::{
    Row, Simd, Stack,
    inlined::{CopyFrom, Zipped},
};

/// Appends the first `count` words of each of up to eight rows of `width` words: one vector for each word, zeros for the rows that are not there.
#[inline(always)]
pub(super) fn load<S: Simd, const N: usize>(
    s: S,
    rows: &[u64],
    width: usize,
    count: usize,
    words: &mut Stack<S::Row, N>,
) {
    for first in (0..count).step_by(LANES) {
        let count = LANES.min(count - first);
        let (mut v, mut piece) = ([s.zero(); 8], [S::Row::ZERO; 8]);
        for (row, piece) in rows.chunks_exact(width).zipped(&mut piece) {
            piece.as_mut()[..count].copy_from(&row[first..][..count]);
        }
        for i in 0..8 {
            v[i] = s.load(&piece[i]);
        }
        s.transpose(&mut v);
        for v in &v[..count] {
            let mut row = S::Row::ZERO;
            s.store(&mut row, *v);
            words.push(row);
        }
    }
}

/// Writes up to eight rows of `width` words, given by their digits to the radix 2^`bits`, for bits from 22 on: the highest digit may be longer.
#[inline(always)]
pub(super) fn store<S: Simd>(s: S, digits: &[S::Row], bits: u32, rows: &mut [u64], width: usize) {
    for first in (0..width).step_by(LANES) {
        let mut v = [s.zero(); 8];
        for i in 0..8 {
            v[i] = word(s, digits, bits, first + i);
        }
        s.transpose(&mut v);
        let count = LANES.min(width - first);
        for (row, v) in rows.chunks_exact_mut(width).zipped(v) {
            let mut words = S::Row::ZERO;
            s.store(&mut words, v);
            row[first..][..count].copy_from(&words.as_ref()[..count]);
        }
    }
}

/// The 64 bits of integers from bit i·`bits` on, of which zeros stand beyond their words.
#[inline(always)]
pub(super) fn digit<S: Simd>(s: S, words: &[S::Row], bits: u32, i: usize) -> S::U {
    let (at, shift) = (bits as usize * i / 64, (bits as usize * i % 64) as u32);
    let low = words.get(at).map_or(s.zero(), |word| s.shr(s.load(word), shift));
    match (shift, words.get(at + 1)) {
        (1.., Some(next)) => s.or(low, s.shl(s.load(next), 64 - shift)),
        _ => low,
    }
}

/// Word i of integers in digits.
#[inline(always)]
fn word<S: Simd>(s: S, digits: &[S::Row], bits: u32, i: usize) -> S::U {
    // the highest digit goes on where the next one would begin
    let first = (64 * i / bits as usize).min(digits.len() - 1);
    let shift = 64 * i - first * bits as usize;
    let mut word = s.zero();
    // with 22 bits or more, a word has parts of four digits at most
    for (up, digit) in digits.iter().skip(first).take(4).enumerate() {
        let x = s.load(digit);
        word = match (bits as usize * up).checked_sub(shift) {
            None if shift - bits as usize * up < 64 => s.or(word, s.shr(x, (shift - bits as usize * up) as u32)),
            Some(left) if left < 64 => s.or(word, s.shl(x, left as u32)),
            _ => word,
        };
    }
    word
}
