//! The vector arithmetic of the field, over which passes and codelets are generic.

#[cfg(target_arch = "x86_64")]
use super::matrices;
use super::scalar::{self, ONES, TURN};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::simd::Bits;
use crate::simd::inlined::{self, Walked, Zipped, formulas};
use crate::simd::{Vectors, Words};

/// Vectors of `LANES` elements, each of which may have any 64 bits.
pub(super) trait Field: Vectors {
    /// A vector of elements.
    type V: Copy;
    /// Products that are not reduced.
    type P: Copy;

    fn read(self, x: &Self::Row) -> Self::V;
    fn write(self, x: &mut Self::Row, v: Self::V);
    /// The same element in all lanes.
    fn splat(self, x: u64) -> Self::V;
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// The product a·b, not reduced, for b below 2^61.
    fn times(self, a: Self::V, b: Self::V) -> Self::P;
    fn add_products(self, a: Self::P, b: Self::P) -> Self::P;
    /// The empty sum of products.
    fn no_product(self) -> Self::P;
    /// Reduces a sum of products.
    fn reduced(self, p: Self::P) -> Self::V;
    /// The product a·b, not reduced, for any b.
    fn times_wide(self, a: Self::V, b: Self::V) -> Self::P;
    /// Reduces a sum of products by any b.
    fn reduced_wide(self, p: Self::P) -> Self::V;
    /// The same element below 2^61.
    fn folded(self, a: Self::V) -> Self::V;
    formulas! {
        fn add_3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V = self.add(self.add(a, b), c);
        fn add_products_3(self, a: Self::P, b: Self::P, c: Self::P) -> Self::P =
            self.add_products(self.add_products(a, b), c);
    }
    /// An 8 × 8 matrix of words, transposed in place.
    #[inline(always)]
    fn transpose_tile(self, tile: &mut Tile) {
        for i in 0..8 {
            for j in 0..i {
                let (x, y) = (tile.0[8 * i + j], tile.0[8 * j + i]);
                (tile.0[8 * i + j], tile.0[8 * j + i]) = (y, x);
            }
        }
    }
    /// The eight words that begin at bit `shift` < 64 of the first of nine.
    #[inline(always)]
    fn window(self, from: &[u64; 9], shift: usize) -> [u64; 8] {
        inlined::from_fn(|i| from[i] >> shift | from[i + 1] << 1 << (63 - shift))
    }
    /// A row shifted up by `shift` < 64 bits, the highest bits of the word before it coming in.
    #[inline(always)]
    fn shifted(self, row: &[u64; 8], before: u64, shift: usize) -> [u64; 8] {
        let below = |i: usize| if i == 0 { before } else { row[i - 1] };
        inlined::from_fn(|i| row[i] << shift | below(i) >> 1 >> (63 - shift))
    }
    /// 512 elements: bit i of row z becomes bit z of element i, which is then multiplied by z^(`turn` + i), for `turn` below 61.
    #[inline(always)]
    fn elements(self, rows: &Block, turn: usize, out: &mut [u64; 512]) {
        let mut block = *rows;
        transpose(&mut block);
        for (w, out) in out.as_chunks_mut::<64>().0.iter_mut().enumerate() {
            for (out, row) in out.walk_mut().zipped(&block.0) {
                *out = row[w];
            }
            for (x, by) in out.walk_mut().zipped(turns(turn + 64 * w)) {
                *x = (*x << by | *x >> (61 - by)) & ONES;
            }
        }
    }
    /// Undoes [`elements`](Self::elements), for elements in any form: each is brought to the form whose bit `zero` is
    /// zero.
    #[inline(always)]
    fn bit_rows(self, elements: &[u64; 512], turn: usize, zero: u8, rows: &mut Block) {
        for (w, elements) in elements.as_chunks::<64>().0.iter().enumerate() {
            let mut straight = *elements;
            for (x, by) in straight.walk_mut().zipped(turns(turn + 64 * w)) {
                *x = scalar::folded(*x);
                *x = (*x >> by | *x << (61 - by)) & ONES;
                *x ^= ONES & (*x >> zero & 1).wrapping_neg();
            }
            for (row, x) in rows.0.walk_mut().zipped(straight) {
                row[w] = x;
            }
        }
        transpose(rows);
    }
}

/// Indices modulo 61: one period, and 64 more, so that the indices of 64 elements are a slice.
pub(super) static TURNS: [u64; TURN + 64] = {
    let mut turns = [0; TURN + 64];
    let mut i = 0;
    while i < turns.len() {
        turns[i] = (i % TURN) as u64;
        i += 1;
    }
    turns
};

/// The indices of 64 elements from this one on.
#[inline(always)]
fn turns(first: usize) -> &'static [u64] {
    &TURNS[first % TURN..][..64]
}

/// 64 words at a cache line's boundary.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Tile(pub [u64; 64]);

/// 64 rows of 512 bits.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Block(pub [[u64; 8]; 64]);

/// Transposes the eight neighbouring 64 × 64 matrices of bits: halves of halves change places.
#[inline(always)]
fn transpose(rows: &mut Block) {
    let (mut half, mut mask) = (32, u64::MAX >> 32);
    while half > 0 {
        for i in (0..64).filter(|i| i & half == 0) {
            for w in 0..8 {
                let swapped = (rows.0[i][w] >> half ^ rows.0[i + half][w]) & mask;
                rows.0[i + half][w] ^= swapped;
                rows.0[i][w] ^= swapped << half;
            }
        }
        half /= 2;
        mask ^= mask << half;
    }
}

/// The field by carry-less multiplication instructions.
///
/// Of each pair of elements the low ones and the high ones are multiplied by an instruction each, which gives two
/// products of 128 bits. Their low and high words are then collected into a vector each, and z^64 = z^3 folds the high
/// words, which are below 2^61 if one of the factors is; if neither is, z^125 = z^64 folds the bits from 2^61 on first.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! field {
    ($type:ty; $($more:tt)*) => {
        impl $crate::pass::gf60::field::Field for $type {
            type V = <$type as $crate::simd::Bits>::U;
            type P = [<$type as $crate::simd::Bits>::U; 2];

            formulas! {
                fn read(self, x: &Self::Row) -> Self::V = self.load(x);
                fn write(self, x: &mut Self::Row, v: Self::V) = self.store(x, v);
                fn splat(self, x: u64) -> Self::V = self.set(x);
                fn add(self, a: Self::V, b: Self::V) -> Self::V = self.xor(a, b);
                fn add_3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V = self.xor_3(a, b, c);
                fn times(self, a: Self::V, b: Self::V) -> Self::P = [self.low_by_low(a, b), self.high_by_high(a, b)];
                fn add_products(self, a: Self::P, b: Self::P) -> Self::P = [self.xor(a[0], b[0]), self.xor(a[1], b[1])];
                fn add_products_3(self, a: Self::P, b: Self::P, c: Self::P) -> Self::P =
                    [self.xor_3(a[0], b[0], c[0]), self.xor_3(a[1], b[1], c[1])];
                fn no_product(self) -> Self::P = [self.zero(); 2];
                fn reduced(self, [p, q]: Self::P) -> Self::V =
                    self.xor(self.low_words(p, q), self.shl(self.high_words(p, q), 3));
                fn times_wide(self, a: Self::V, b: Self::V) -> Self::P = self.times(a, b);
                fn folded(self, a: Self::V) -> Self::V =
                    self.and_xor(a, self.set($crate::pass::gf60::scalar::ONES), self.shr(a, 61));
            }

            #[inline(always)]
            fn reduced_wide(self, [p, q]: Self::P) -> Self::V {
                let high = self.high_words(p, q);
                self.xor(self.low_words(p, q), self.shl(self.xor(high, self.shr(high, 61)), 3))
            }
            $($more)*
        }
    };
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
field!(crate::simd::ClmulPair;);
#[cfg(target_arch = "x86_64")]
field!(crate::simd::Vpclmul256;);
#[cfg(target_arch = "x86_64")]
field!(
    crate::simd::Gfni;
    formulas! {
        fn transpose_tile(self, tile: &mut Tile) = matrices::transpose_tile(self, tile);
        fn window(self, from: &[u64; 9], shift: usize) -> [u64; 8] = matrices::window(self, from, shift);
        fn shifted(self, row: &[u64; 8], before: u64, shift: usize) -> [u64; 8] =
            matrices::shifted(self, row, before, shift);
        fn elements(self, rows: &Block, turn: usize, out: &mut [u64; 512]) = matrices::elements(self, rows, turn, out);
        fn bit_rows(self, elements: &[u64; 512], turn: usize, zero: u8, rows: &mut Block) =
            matrices::bit_rows(self, elements, turn, zero, rows);
    }
);

/// Portable arithmetic: one element at a time, by integer products.
impl Field for Words {
    type V = u64;
    type P = u128;

    formulas! {
        fn read(self, x: &[u64; 1]) -> u64 = x[0];
        fn write(self, x: &mut [u64; 1], v: u64) = x[0] = v;
        fn splat(self, x: u64) -> u64 = x;
        fn add(self, a: u64, b: u64) -> u64 = a ^ b;
        fn add_products(self, a: u128, b: u128) -> u128 = a ^ b;
        fn no_product(self) -> u128 = 0;
        fn reduced(self, p: u128) -> u64 = scalar::reduced(p);
        fn times_wide(self, a: u64, b: u64) -> u128 = self.times(a, scalar::folded(b));
        fn reduced_wide(self, p: u128) -> u64 = scalar::reduced(p);
        fn folded(self, a: u64) -> u64 = scalar::folded(a);
    }

    /// Not inlined, because codelets have hundreds of products.
    #[inline(never)]
    fn times(self, a: u64, b: u64) -> u128 {
        scalar::carryless(scalar::canonical(scalar::folded(a)), scalar::canonical(b))
    }
}
