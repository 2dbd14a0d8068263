//! The vector arithmetic of the field, over which passes and codelets are generic.

use super::scalar::{self, ONES, TURN};

/// Vectors of `LANES` elements, each of which may have any 64 bits.
///
/// SAFETY of every method: the CPU has the features that the implementation names; pointers are valid for `LANES` words.
pub(in crate::kernels) trait Field: Copy {
    /// A vector of elements.
    type V: Copy;
    /// Products that are not reduced.
    type P: Copy;
    /// Number of elements of a vector: a divisor of 8.
    const LANES: usize;

    unsafe fn load(x: *const u64) -> Self::V;
    unsafe fn store(x: *mut u64, v: Self::V);
    unsafe fn splat(x: u64) -> Self::V;
    unsafe fn add(a: Self::V, b: Self::V) -> Self::V;
    /// The product a·b, not reduced, for b below 2^61.
    unsafe fn product(a: Self::V, b: Self::V) -> Self::P;
    unsafe fn add_products(a: Self::P, b: Self::P) -> Self::P;
    /// The empty sum of products.
    unsafe fn no_product() -> Self::P;
    /// Reduces a sum of products.
    unsafe fn reduced(p: Self::P) -> Self::V;
    /// The product a·b, not reduced, for any b.
    unsafe fn wide_product(a: Self::V, b: Self::V) -> Self::P;
    /// Reduces a sum of wide products.
    unsafe fn reduced_wide(p: Self::P) -> Self::V;
    /// The same element below 2^61.
    unsafe fn folded(a: Self::V) -> Self::V;
    #[inline(always)]
    unsafe fn add_3(a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        // SAFETY: the same promise, here and below
        unsafe { Self::add(Self::add(a, b), c) }
    }
    #[inline(always)]
    unsafe fn add_products_3(a: Self::P, b: Self::P, c: Self::P) -> Self::P {
        // SAFETY: as above
        unsafe { Self::add_products(Self::add_products(a, b), c) }
    }
    /// The reduced product, for b below 2^61.
    #[inline(always)]
    unsafe fn times(a: Self::V, b: Self::V) -> Self::V {
        // SAFETY: as above
        unsafe { Self::reduced(Self::product(a, b)) }
    }
    /// Prefetches the cache line of an address, which need not be valid.
    #[inline(always)]
    unsafe fn prefetch(_x: *const u64) {}
    /// An 8 × 8 matrix of words, transposed in place.
    #[inline(always)]
    unsafe fn transpose(tile: &mut Tile) {
        for i in 0..8 {
            for j in 0..i {
                let (x, y) = (tile.0[8 * i + j], tile.0[8 * j + i]);
                (tile.0[8 * i + j], tile.0[8 * j + i]) = (y, x);
            }
        }
    }
    /// The eight words that begin at bit `shift` < 64 of the first of nine.
    #[inline(always)]
    unsafe fn window(from: &[u64; 9], shift: usize) -> [u64; 8] {
        std::array::from_fn(|i| from[i] >> shift | from[i + 1] << 1 << (63 - shift))
    }
    /// A row shifted up by `shift` < 64 bits, the highest bits of the word before it coming in.
    #[inline(always)]
    unsafe fn shifted(row: &[u64; 8], before: u64, shift: usize) -> [u64; 8] {
        let below = |i: usize| if i == 0 { before } else { row[i - 1] };
        std::array::from_fn(|i| row[i] << shift | below(i) >> 1 >> (63 - shift))
    }
    /// 512 elements: bit i of row z becomes bit z of element i, which is then multiplied by z^(`turn` + i), for `turn` below 61.
    #[inline(always)]
    unsafe fn elements(rows: &Block, turn: usize, out: &mut [u64; 512]) {
        let mut block = *rows;
        transpose(&mut block);
        for (w, out) in out.as_chunks_mut::<64>().0.iter_mut().enumerate() {
            for (out, row) in out.iter_mut().zip(&block.0) {
                *out = row[w];
            }
            for (x, by) in out.iter_mut().zip(turns(turn + 64 * w)) {
                *x = (*x << by | *x >> (61 - by)) & ONES;
            }
        }
    }
    /// Undoes [`elements`](Self::elements), for elements in any form: each is brought to the form whose bit `zero` is
    /// zero.
    #[inline(always)]
    unsafe fn rows(elements: &[u64; 512], turn: usize, zero: u8, rows: &mut Block) {
        for (w, elements) in elements.as_chunks::<64>().0.iter().enumerate() {
            let mut straight = *elements;
            for (x, by) in straight.iter_mut().zip(turns(turn + 64 * w)) {
                *x = scalar::folded(*x);
                *x = (*x >> by | *x << (61 - by)) & ONES;
                *x ^= ONES & (*x >> zero & 1).wrapping_neg();
            }
            for (row, x) in rows.0.iter_mut().zip(straight) {
                row[w] = x;
            }
        }
        transpose(rows);
    }
}

/// Indices modulo 61: one period, and 64 more, so that the indices of 64 elements are a slice.
pub(in crate::kernels) static TURNS: [u64; TURN + 64] = {
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
pub(in crate::kernels) struct Tile(pub [u64; 64]);

/// 64 rows of 512 bits.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(in crate::kernels) struct Block(pub [[u64; 8]; 64]);

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

/// Portable arithmetic: one element at a time, by integer products.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct Portable;

impl Field for Portable {
    type V = u64;
    type P = u128;
    const LANES: usize = 1;

    #[inline(always)]
    unsafe fn load(x: *const u64) -> u64 {
        // SAFETY: the caller's promise, here and below
        unsafe { x.read() }
    }
    #[inline(always)]
    unsafe fn store(x: *mut u64, v: u64) {
        // SAFETY: as above
        unsafe { x.write(v) }
    }
    #[inline(always)]
    unsafe fn splat(x: u64) -> u64 {
        x
    }
    #[inline(always)]
    unsafe fn add(a: u64, b: u64) -> u64 {
        a ^ b
    }
    /// Not inlined, because codelets have hundreds of products.
    #[inline(never)]
    unsafe fn product(a: u64, b: u64) -> u128 {
        scalar::carryless(scalar::canonical(scalar::folded(a)), scalar::canonical(b))
    }
    #[inline(always)]
    unsafe fn add_products(a: u128, b: u128) -> u128 {
        a ^ b
    }
    #[inline(always)]
    unsafe fn no_product() -> u128 {
        0
    }
    #[inline(always)]
    unsafe fn reduced(p: u128) -> u64 {
        scalar::reduced(p)
    }
    #[inline(always)]
    unsafe fn wide_product(a: u64, b: u64) -> u128 {
        // SAFETY: no feature is needed
        unsafe { Self::product(a, scalar::folded(b)) }
    }
    #[inline(always)]
    unsafe fn reduced_wide(p: u128) -> u64 {
        scalar::reduced(p)
    }
    #[inline(always)]
    unsafe fn folded(a: u64) -> u64 {
        scalar::folded(a)
    }
}
