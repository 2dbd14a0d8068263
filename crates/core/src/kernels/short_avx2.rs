//! Short products with AVX2: the vectors of [`short`](super::short) where there is no 52-bit multiply-add.
//!
//! Coefficients have one digit for n ≤ 2^32, otherwise two of half as many bits as n has. Products of digits are summed
//! in columns of 64 bits for as many terms as fit; then the bits above 32 are moved to a second word.

use super::{
    residues_doubles::{integers, negative, real, store, times},
    short::{MAX_LEN, Short},
};
use crate::arith::Modulus;
use std::arch::x86_64::*;

const LANES: usize = 4;
/// Number of vectors of results computed at once: they share the shorter operand's coefficients.
const VECTORS: usize = 2;
const BLOCK: usize = LANES * VECTORS;
const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

/// Constants of one n.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// Number of bits of a digit; 32 for one digit.
    bits: u32,
    /// Number of terms of a column that fit in a word together with 32 bits.
    terms: usize,
    /// 1, 2^32, and both times 2^bits and 2^(2·bits), modulo n; with their quotients by n.
    weights: [(u64, f64); 6],
}

impl Columns {
    /// The constants of n, of at most 62 bits.
    pub(super) fn new(n: Modulus) -> Self {
        let one_digit = n.n() <= 1 << 32;
        let bits = if one_digit { 32 } else { n.bits().div_ceil(2) };
        let digit = if one_digit { n.n() - 1 } else { (1 << bits) - 1 };
        // the middle column has two products a term
        let products = u128::from(digit) * u128::from(digit) * if one_digit { 1 } else { 2 };
        let room = (1u128 << 64) - (1 << 32);
        let terms = (room / products.max(1)).min(MAX_LEN as u128) as usize;
        let weight = |i: usize| {
            let shift = 32 * (i as u32 % 2) + bits * (i as u32 / 2);
            let w = n.pow(n.reduce(2), shift.into());
            (w, w as f64 / n.n() as f64)
        };
        Columns { bits, terms, weights: std::array::from_fn(weight) }
    }
}

/// The D digits of each coefficient of the longer operand, with a block of zeros on either side: ROOM words each.
type Digits<const D: usize, const ROOM: usize> = [[u64; ROOM]; D];

/// A column: vectors of words, and the bits above 32 that were moved out of them.
#[derive(Clone, Copy)]
struct Column {
    word: [__m256i; VECTORS],
    above: [__m256i; VECTORS],
}

/// SAFETY: start + out.len() ≤ a.len() + b.len() − 1, a.len() ≤ b.len() ≤ ROOM − 2·BLOCK.
#[target_feature(enable = "avx2,fma")]
pub(super) unsafe fn multiply<const D: usize, const ROOM: usize>(
    short: &Short,
    out: &mut [u64],
    a: &[u64],
    b: &[u64],
    start: usize,
) {
    let bits = short.columns.bits;
    let mut digits: Digits<D, ROOM> = [[0; ROOM]; D];
    for (d, digits) in digits.iter_mut().enumerate() {
        for (digit, &x) in digits[BLOCK..BLOCK + b.len()].iter_mut().zip(b) {
            *digit = if d == 0 { x & ((1 << bits) - 1) } else { x >> bits };
        }
    }
    for (out, first) in out.chunks_mut(BLOCK).zip((start..).step_by(BLOCK)) {
        // outputs first .. first + BLOCK need the products a_i·b_j with i + j in that range
        let from = (first + 1).saturating_sub(b.len());
        let to = a.len().min(first + BLOCK);
        let columns = sums::<D, ROOM>(&short.columns, a, &digits, first, from, to);
        for v in 0..VECTORS {
            let at = v * LANES;
            if at < out.len() {
                // SAFETY: the slice has this many words from here on
                unsafe { store(out.as_mut_ptr().add(at), out.len() - at, reduce::<D>(short, &columns, v)) }
            }
        }
    }
}

/// Σ a_i·b_(first + lane − i) over from ≤ i < to: columns of weight 1, 2^bits and 2^(2·bits).
#[inline]
#[target_feature(enable = "avx2,fma")]
fn sums<const D: usize, const ROOM: usize>(
    c: &Columns,
    a: &[u64],
    digits: &Digits<D, ROOM>,
    first: usize,
    from: usize,
    to: usize,
) -> [Column; 3] {
    let zero = [_mm256_setzero_si256(); VECTORS];
    let mut columns = [Column { word: zero, above: zero }; 3];
    let (low, shift) = (_mm256_set1_epi64x((1 << c.bits) - 1), _mm_cvtsi64_si128(c.bits.into()));
    let mut i = from;
    while i < to {
        let end = to.min(i + c.terms);
        for (i, &x) in (i..end).zip(&a[i..end]) {
            // the window may begin a block before the digits, or end one after them
            let at = BLOCK + first - i;
            let x = _mm256_set1_epi64x(x as i64);
            for v in 0..VECTORS {
                let load = |d: usize| {
                    let window = &digits[d][at + v * LANES..at + (v + 1) * LANES];
                    // SAFETY: four words
                    unsafe { _mm256_loadu_si256(window.as_ptr().cast()) }
                };
                let mut add = |column: usize, x: __m256i, y: __m256i| {
                    let word = &mut columns[column].word[v];
                    *word = _mm256_add_epi64(*word, _mm256_mul_epu32(x, y));
                };
                if D == 1 {
                    add(0, x, load(0));
                } else {
                    let (x0, x1) = (_mm256_and_si256(x, low), _mm256_srl_epi64(x, shift));
                    add(0, x0, load(0));
                    add(1, x0, load(1));
                    add(1, x1, load(0));
                    add(2, x1, load(1));
                }
            }
        }
        carry(&mut columns[..2 * D - 1]);
        i = end;
    }
    columns
}

/// Moves the bits above 32 of each word to the second word.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn carry(columns: &mut [Column]) {
    for Column { word, above } in columns {
        for (word, above) in word.iter_mut().zip(above) {
            *above = _mm256_add_epi64(*above, _mm256_srli_epi64::<32>(*word));
            *word = _mm256_and_si256(*word, _mm256_set1_epi64x(0xffff_ffff));
        }
    }
}

/// The columns reduced modulo n: the quotient in double precision is right to within 0.51, the remainder exact modulo
/// 2^64.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn reduce<const D: usize>(short: &Short, columns: &[Column; 3], v: usize) -> __m256i {
    let (mut sum, mut quotient) = (_mm256_setzero_si256(), _mm256_setzero_pd());
    for (column, weights) in columns[..2 * D - 1].iter().zip(short.columns.weights.chunks_exact(2)) {
        for (word, weight) in [column.word[v], column.above[v]].into_iter().zip(weights) {
            sum = _mm256_add_epi64(sum, times(word, weight.0));
            quotient = _mm256_fmadd_pd(real(word), _mm256_set1_pd(weight.1), quotient);
        }
    }
    let n = short.n.n();
    let rest = _mm256_sub_epi64(sum, times(integers(_mm256_round_pd::<NEAREST>(quotient)), n));
    negative(rest, _mm256_add_epi64(rest, _mm256_set1_epi64x(n as i64)), rest)
}
