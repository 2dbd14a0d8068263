//! Words as polynomials over F_2 of degree below 64, the lowest bit first: products without carries.

use super::{Row, Vectors};
use crate::cpu::{self, Target};
use crate::simd::inlined::CopyFrom;

/// Products of words.
pub(crate) trait Carryless: Vectors {
    /// The product of two words.
    fn product(self, a: u64, b: u64) -> u128;
}

/// Vectors of pairs of words.
pub(crate) trait Bits: Carryless {
    /// A vector of pairs.
    type U: Copy;

    fn load(self, x: &Self::Row) -> Self::U;
    fn store(self, x: &mut Self::Row, v: Self::U);
    /// Stores the first words of a vector to a slice shorter than it.
    #[inline(always)]
    fn store_part(self, x: &mut [u64], v: Self::U) {
        let mut row = Self::Row::ZERO;
        self.store(&mut row, v);
        x.copy_from(&row.as_ref()[..x.len()]);
    }
    /// Stores a vector to the beginning of a slice, cut to its length.
    #[inline(always)]
    fn store_cut(self, x: &mut [u64], v: Self::U) {
        if x.len() < Self::LANES {
            self.store_part(x, v);
        } else {
            self.store(Self::row_mut(x), v);
        }
    }
    /// 0 in every word.
    fn zero(self) -> Self::U;
    /// The same pair in all places.
    fn every(self, pair: [u64; 2]) -> Self::U;
    fn xor(self, x: Self::U, y: Self::U) -> Self::U;
    /// x + y + z.
    #[inline(always)]
    fn xor_3(self, x: Self::U, y: Self::U, z: Self::U) -> Self::U {
        self.xor(self.xor(x, y), z)
    }
    /// Of each pair, the product of the low words.
    fn low_by_low(self, x: Self::U, y: Self::U) -> Self::U;
    /// Of each pair, the product of the low word of x and the high word of y.
    fn low_by_high(self, x: Self::U, y: Self::U) -> Self::U;
    /// Of each pair, the product of the high word of x and the low word of y.
    fn high_by_low(self, x: Self::U, y: Self::U) -> Self::U;
    /// Of each pair, the product of the high words.
    fn high_by_high(self, x: Self::U, y: Self::U) -> Self::U;
    /// The words of each pair exchanged.
    fn swap(self, x: Self::U) -> Self::U;
    /// The vector moved up by a word; the highest word of `before` comes in.
    fn up(self, x: Self::U, before: Self::U) -> Self::U;
    /// The pairs of both in turn: x₀, y₀, x₁, y₁, …, in two vectors.
    fn weave(self, x: Self::U, y: Self::U) -> [Self::U; 2];

    /// x in every word.
    fn set(self, x: u64) -> Self::U;
    fn and(self, x: Self::U, y: Self::U) -> Self::U;
    /// (x ∧ y) + z.
    #[inline(always)]
    fn and_xor(self, x: Self::U, y: Self::U, z: Self::U) -> Self::U {
        self.xor(self.and(x, y), z)
    }
    /// The words shifted up by n < 64 bits.
    fn shl(self, x: Self::U, n: u32) -> Self::U;
    /// The words shifted down by n < 64 bits.
    fn shr(self, x: Self::U, n: u32) -> Self::U;
    /// Of each pair of x and of y, the low words.
    fn low_words(self, x: Self::U, y: Self::U) -> Self::U;
    /// Of each pair of x and of y, the high words.
    fn high_words(self, x: Self::U, y: Self::U) -> Self::U;
}

/// Eight words as matrices of bytes and of bits, and their shifts by numbers of their own.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no instruction set has them"))]
pub(crate) trait BitMatrices: Bits<Row = [u64; 8]> {
    /// Transposes 8 × 8 words.
    fn transpose(self, v: &mut [Self::U; 8]);
    /// The bytes with these numbers, below 64, one in every byte.
    fn permute_bytes(self, x: Self::U, numbers: Self::U) -> Self::U;
    /// A vector of bytes.
    fn load_bytes(self, x: &[u8; 64]) -> Self::U;
    /// Transposes each word, as 8 × 8 bits whose rows are bytes in reversed order; the rows of the result are in order.
    fn transpose_bits(self, x: Self::U) -> Self::U;
    /// The words (x·2^left ∨ x/2^right) ∧ mask.
    fn rotate(self, x: Self::U, left: Self::U, right: Self::U, mask: Self::U) -> Self::U;
    /// Differences of words.
    fn minus(self, x: Self::U, y: Self::U) -> Self::U;
    /// The low words of (low + 2^64·high)/2^n, n < 64.
    fn shr_pairs(self, low: Self::U, high: Self::U, n: Self::U) -> Self::U;
    /// The high words of (low + 2^64·high)·2^n, n < 64.
    fn shl_pairs(self, low: Self::U, high: Self::U, n: Self::U) -> Self::U;
    /// x + y in the words that have a bit of `mask`, else x.
    fn xor_where(self, x: Self::U, mask: Self::U, y: Self::U) -> Self::U;
}

/// Vectors of four pairs.
pub(crate) trait Tiles: Bits<Row = [u64; 8]> {
    /// Loads the words of a slice shorter than a vector, with zeros beyond.
    fn load_part(self, x: &[u64]) -> Self::U;
    /// Loads the beginning of a slice, with zeros beyond its end.
    #[inline(always)]
    fn load_padded(self, x: &[u64]) -> Self::U {
        if x.len() < Self::LANES { self.load_part(x) } else { self.load(Self::row(x)) }
    }
    /// In every place one of the words of x and then y, whose number is in `index`; one instruction, where `index` is constant.
    fn permute(self, x: Self::U, y: Self::U, index: [u64; 8]) -> Self::U;
}

/// Plain words, on any CPU: products by combs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words(());

super::vectors!(Words, Target::SCALAR, , 1);

impl Carryless for Words {
    #[inline(always)]
    fn product(self, a: u64, b: u64) -> u128 {
        comb_product(&comb(b), a)
    }
}

/// Multiples of a word by the polynomials of degree below 4.
#[inline(always)]
pub(crate) fn comb(b: u64) -> [u128; 16] {
    let mut table = [0, u128::from(b), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for u in (2..16).step_by(2) {
        table[u] = table[u / 2] << 1;
        table[u + 1] = table[u] ^ table[1];
    }
    table
}

/// The product of a word by the one of this table, four coefficients at a time (López, Dahab 2000, "High-speed software multiplication in F_2^m",
/// algorithm 6).
#[inline(always)]
pub(crate) fn comb_product(table: &[u128; 16], a: u64) -> u128 {
    (0..64).step_by(4).rev().fold(0, |sum, shift| sum << 4 ^ table[(a >> shift & 15) as usize])
}
