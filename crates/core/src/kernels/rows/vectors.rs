//! Shared vector operations of the conversions: eight words in a vector, one of each row, and moves between rows and
//! vectors of digits.

use super::{BITS, LANES, MASK};
use std::arch::x86_64::*;

pub(super) type V = __m512i;

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
pub(super) fn set(x: u64) -> V {
    _mm512_set1_epi64(x as i64)
}

/// Mask of the lanes that are in the remaining words of a run.
#[inline]
pub(super) fn lanes(left: usize) -> __mmask8 {
    if left >= LANES { !0 } else { (1 << left) - 1 }
}

/// Loads up to eight words, with zeros beyond.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
pub(super) fn load(x: &[u64]) -> V {
    if x.len() >= LANES {
        // SAFETY: eight words
        return unsafe { _mm512_loadu_si512(x.as_ptr().cast()) };
    }
    // SAFETY: lanes beyond the slice are masked out
    unsafe { _mm512_maskz_loadu_epi64(lanes(x.len()), x.as_ptr().cast()) }
}

/// Stores as many words as the slice has, at most eight.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
pub(super) fn store(out: &mut [u64], x: V) {
    if out.len() >= LANES {
        // SAFETY: eight words
        return unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), x) };
    }
    // SAFETY: lanes beyond the slice are masked out
    unsafe { _mm512_mask_storeu_epi64(out.as_mut_ptr().cast(), lanes(out.len()), x) }
}

/// x + w·y − q·p modulo 2^52 for a prepared factor w, y < 2^52: `x` plus a number below 2p that is w·y modulo p. The
/// caller must clear the bits from 52 on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
pub(super) fn add_product(x: V, y: V, w: [u64; 2], minus_p: V) -> V {
    let q = _mm512_madd52hi_epu64(_mm512_setzero_si512(), y, set(w[1]));
    _mm512_madd52lo_epu64(_mm512_madd52lo_epu64(x, y, set(w[0])), q, minus_p)
}

/// Reduces x from below 2·bound to below `bound`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
pub(super) fn below(x: V, bound: u64) -> V {
    _mm512_min_epu64(x, _mm512_sub_epi64(x, set(bound)))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
pub(super) fn low_digit(x: V) -> V {
    _mm512_and_si512(x, set(MASK))
}

/// The transpose of an 8 × 8 matrix.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
pub(super) fn transposed(x: [V; LANES]) -> [V; LANES] {
    const EVEN: i32 = 0x88;
    const ODD: i32 = 0xdd;
    let mut pairs = [[x[0]; 4]; 2];
    for i in 0..4 {
        pairs[0][i] = _mm512_unpacklo_epi64(x[2 * i], x[2 * i + 1]);
        pairs[1][i] = _mm512_unpackhi_epi64(x[2 * i], x[2 * i + 1]);
    }
    let mut out = x;
    for (i, [a, b, c, d]) in pairs.into_iter().enumerate() {
        let (even, odd) = (_mm512_shuffle_i64x2::<EVEN>(a, b), _mm512_shuffle_i64x2::<ODD>(a, b));
        let (even_high, odd_high) = (_mm512_shuffle_i64x2::<EVEN>(c, d), _mm512_shuffle_i64x2::<ODD>(c, d));
        out[i] = _mm512_shuffle_i64x2::<EVEN>(even, even_high);
        out[i + 2] = _mm512_shuffle_i64x2::<EVEN>(odd, odd_high);
        out[i + 4] = _mm512_shuffle_i64x2::<ODD>(even, even_high);
        out[i + 6] = _mm512_shuffle_i64x2::<ODD>(odd, odd_high);
    }
    out
}

/// Loads the first `words.len()` words of up to eight rows, one vector for each word; missing rows are zeros.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
pub(super) fn load_rows(rows: &[u64], width: usize, words: &mut [V]) {
    let zero = _mm512_setzero_si512();
    if width == 2 && words.len() == 2 && rows.len() == 2 * LANES {
        let (x, y) = (load(&rows[..LANES]), load(&rows[LANES..]));
        words[0] = _mm512_permutex2var_epi64(x, _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14), y);
        words[1] = _mm512_permutex2var_epi64(x, _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15), y);
        return;
    }
    for (first, words) in (0..).step_by(LANES).zip(words.chunks_mut(LANES)) {
        let mut block = [zero; LANES];
        for (x, row) in block.iter_mut().zip(rows.chunks_exact(width)) {
            *x = load(&row[first..first + words.len()]);
        }
        words.copy_from_slice(&transposed(block)[..words.len()]);
    }
}

/// Stores up to eight rows of `words.len()` words.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
pub(super) fn store_rows(words: &[V], out: &mut [u64]) {
    /// Largest number of words that are copied one by one: as fast as a transposition.
    const FEW: usize = 3;
    let (zero, width) = (_mm512_setzero_si512(), words.len());
    for (first, part) in (0..).step_by(LANES).zip(words.chunks(LANES)) {
        if part.len() <= FEW {
            for (i, x) in part.iter().enumerate() {
                let mut lanes = [0; LANES];
                store(&mut lanes, *x);
                for (row, x) in out.chunks_exact_mut(width).zip(lanes) {
                    row[first + i] = x;
                }
            }
            continue;
        }
        let mut block = [zero; LANES];
        block[..part.len()].copy_from_slice(part);
        for (x, row) in transposed(block).into_iter().zip(out.chunks_exact_mut(width)) {
            store(&mut row[first..first + part.len()], x);
        }
    }
}

/// Digits of numbers given by their words, one vector each; there is one word beyond that in which the last digit
/// begins.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
pub(super) fn digits_of(words: &[V], digits: &mut [V]) {
    let (mut word, mut shift) = (0, 0);
    for out in digits {
        // shifts by 64 give 0
        let low = _mm512_srlv_epi64(words[word], set(shift));
        *out = low_digit(_mm512_or_si512(low, _mm512_sllv_epi64(words[word + 1], set(64 - shift))));
        shift += BITS as u64;
        if shift >= 64 {
            (word, shift) = (word + 1, shift - 64);
        }
    }
}

/// Words of numbers given by digits below 2^52; there are two digits beyond that in which the last word begins.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
pub(super) fn words_of(digits: &[V], words: &mut [V]) {
    const DIGIT: u64 = BITS as u64;
    let (mut d, mut shift) = (0, 0);
    for out in words {
        // a word begins in digit d and contains part of the next one or two; shifts by 64 and more give 0
        let [x, y, z] = [digits[d], digits[d + 1], digits[d + 2]];
        let low = _mm512_or_si512(_mm512_srlv_epi64(x, set(shift)), _mm512_sllv_epi64(y, set(DIGIT - shift)));
        *out = _mm512_or_si512(low, _mm512_sllv_epi64(z, set(2 * DIGIT - shift)));
        (d, shift) = (d + 1, shift + 64 - DIGIT);
        if shift >= DIGIT {
            (d, shift) = (d + 1, shift - DIGIT);
        }
    }
}
