//! Conversions between bits and elements for eight words at a time, by instructions for matrices of bytes and of bits.

use super::{
    field::{Block, TURNS, Tile},
    scalar::{ONES, TURN},
};
use crate::simd::inlined::Flat;
use crate::simd::{BitMatrices, Row};

/// Eight vectors that follow each other.
#[inline(always)]
fn eight<S: BitMatrices>(s: S, from: &[u64; 64]) -> [S::U; 8] {
    let mut v = [s.zero(); 8];
    for i in 0..8 {
        v[i] = s.load(&S::rows(from).0[i]);
    }
    v
}

/// A vector as words.
#[inline(always)]
fn words<S: BitMatrices>(s: S, v: S::U) -> [u64; 8] {
    let mut row = S::Row::ZERO;
    s.store(&mut row, v);
    row
}

/// An 8 × 8 matrix of words, transposed in place.
#[inline(always)]
pub(super) fn transpose_tile<S: BitMatrices>(s: S, tile: &mut Tile) {
    let mut v = eight(s, &tile.0);
    s.transpose(&mut v);
    for i in 0..8 {
        s.store(&mut S::rows_mut(&mut tile.0).0[i], v[i]);
    }
}

#[inline(always)]
pub(super) fn window<S: BitMatrices>(s: S, from: &[u64; 9], shift: usize) -> [u64; 8] {
    words(s, s.shr_pairs(s.load(S::row(from)), s.load(S::row(&from[1..])), s.set(shift as u64)))
}

#[inline(always)]
pub(super) fn shifted<S: BitMatrices>(s: S, row: &[u64; 8], before: u64, shift: usize) -> [u64; 8] {
    let row = s.load(row);
    words(s, s.shl_pairs(s.up(row, s.set(before)), row, s.set(shift as u64)))
}

/// The turns of eight elements, given the first one's, which is then that of the next eight.
#[inline(always)]
fn turns<S: BitMatrices>(s: S, turn: &mut usize) -> S::U {
    let by = s.load(S::row(&TURNS[*turn..]));
    *turn = if *turn >= TURN - 8 { *turn - (TURN - 8) } else { *turn + 8 };
    by
}

#[inline(always)]
pub(super) fn elements<S: BitMatrices>(s: S, rows: &Block, mut turn: usize, out: &mut [u64; 512]) {
    let (reversed, bytes) = (s.load_bytes(&BYTES_REVERSED), s.load_bytes(&BYTES));
    let (mask, whole) = (s.set(ONES), s.set(TURN as u64));
    // vector 8·w + g: bits 64·w … of rows 8·g …, as 8 × 8 bytes
    for (g, rows) in rows.0.as_chunks::<8>().0.iter().enumerate() {
        let mut v = eight(s, rows.flat().first_chunk().expect("64 words"));
        s.transpose(&mut v);
        for w in 0..8 {
            s.store(S::row_mut(&mut out[64 * w + 8 * g..]), s.transpose_bits(s.permute_bytes(v[w], reversed)));
        }
    }
    for out in out.as_chunks_mut::<64>().0 {
        let mut v = eight(s, out);
        s.transpose(&mut v);
        for c in 0..8 {
            let by = turns(s, &mut turn);
            let turned = s.rotate(s.permute_bytes(v[c], bytes), by, s.minus(whole, by), mask);
            s.store(S::row_mut(&mut out[8 * c..]), turned);
        }
    }
}

#[inline(always)]
pub(super) fn bit_rows<S: BitMatrices>(s: S, elements: &[u64; 512], mut turn: usize, zero: u8, rows: &mut Block) {
    let (reversed, bytes) = (s.load_bytes(&BYTES_REVERSED), s.load_bytes(&BYTES));
    let (mask, whole, zero) = (s.set(ONES), s.set(TURN as u64), s.set(1 << zero));
    for (w, elements) in elements.as_chunks::<64>().0.iter().enumerate() {
        let mut v = eight(s, elements);
        for c in 0..8 {
            let by = turns(s, &mut turn);
            let x = s.and_xor(v[c], mask, s.shr(v[c], TURN as u32));
            let x = s.rotate(x, s.minus(whole, by), by, mask);
            v[c] = s.permute_bytes(s.xor_where(x, zero, mask), reversed);
        }
        s.transpose(&mut v);
        for g in 0..8 {
            s.store(&mut rows.0[8 * g + w], s.permute_bytes(s.transpose_bits(v[g]), bytes));
        }
    }
    for rows in rows.0.as_chunks_mut::<8>().0 {
        let mut v = [s.zero(); 8];
        for i in 0..8 {
            v[i] = s.load(&rows[i]);
        }
        s.transpose(&mut v);
        for i in 0..8 {
            s.store(&mut rows[i], v[i]);
        }
    }
}

/// Index of the byte permutation that moves byte i of word j to byte j of word i …
static BYTES: [u8; 64] = bytes(false);
/// … or to byte 7 − j, the order of rows in which matrices of bits are transposed.
static BYTES_REVERSED: [u8; 64] = bytes(true);

const fn bytes(reversed: bool) -> [u8; 64] {
    let mut places = [0; 64];
    let mut at = 0;
    while at < 64 {
        let (word, byte) = (at / 8, at % 8);
        let from = if reversed { 7 - byte } else { byte };
        places[at] = (8 * from + word) as u8;
        at += 1;
    }
    places
}
