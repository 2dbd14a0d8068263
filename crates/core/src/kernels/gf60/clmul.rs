//! The field by carry-less multiplication instructions: PCLMULQDQ for two elements, VPCLMULQDQ for four or eight.
//!
//! Of each pair of elements the low ones and the high ones are multiplied by an instruction each, which gives two
//! products of 128 bits. Their low and high words are then collected into a vector each, and z^64 = z^3 folds the high
//! words, which are below 2^61 if one of the factors is; if neither is, z^125 = z^64 folds the bits from 2^61 on first.

use super::{
    field::{Block, Field, TURNS, Tile},
    scalar::ONES,
};
use crate::kernels::vectors::transpose_8;
use std::arch::x86_64::*;

/// Two elements: AVX and PCLMULQDQ.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct Two;
/// Four elements: AVX2 and VPCLMULQDQ.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct Four;
/// Eight elements: AVX-512 with VPCLMULQDQ, VBMI, VBMI2 and GFNI.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct Eight;

/// The field of two or four elements, without AVX-512's instructions.
macro_rules! field {
    ($name:ident, $vector:ty, $lanes:literal: $load:ident $store:ident $set:ident $xor:ident $and:ident
     $left:ident $right:ident $low:ident $high:ident $product:ident) => {
        impl Field for $name {
            type V = $vector;
            type P = [$vector; 2];
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn load(x: *const u64) -> Self::V {
                // SAFETY: the caller's promise, here and below
                unsafe { $load(x.cast()) }
            }
            #[inline(always)]
            unsafe fn store(x: *mut u64, v: Self::V) {
                // SAFETY: as above
                unsafe { $store(x.cast(), v) }
            }
            #[inline(always)]
            unsafe fn splat(x: u64) -> Self::V {
                // SAFETY: as above
                unsafe { $set(x as i64) }
            }
            #[inline(always)]
            unsafe fn add(a: Self::V, b: Self::V) -> Self::V {
                // SAFETY: as above
                unsafe { $xor(a, b) }
            }
            #[inline(always)]
            unsafe fn product(a: Self::V, b: Self::V) -> Self::P {
                // SAFETY: as above
                unsafe { [$product::<0x00>(a, b), $product::<0x11>(a, b)] }
            }
            #[inline(always)]
            unsafe fn add_products(a: Self::P, b: Self::P) -> Self::P {
                // SAFETY: as above
                unsafe { [$xor(a[0], b[0]), $xor(a[1], b[1])] }
            }
            #[inline(always)]
            unsafe fn no_product() -> Self::P {
                // SAFETY: as above
                unsafe { [$set(0); 2] }
            }
            #[inline(always)]
            unsafe fn reduced([p, q]: Self::P) -> Self::V {
                // SAFETY: as above
                unsafe { $xor($low(p, q), $left::<3>($high(p, q))) }
            }
            #[inline(always)]
            unsafe fn wide_product(a: Self::V, b: Self::V) -> Self::P {
                // SAFETY: as above
                unsafe { Self::product(a, b) }
            }
            #[inline(always)]
            unsafe fn reduced_wide([p, q]: Self::P) -> Self::V {
                // SAFETY: as above
                unsafe {
                    let high = $high(p, q);
                    $xor($low(p, q), $left::<3>($xor(high, $right::<61>(high))))
                }
            }
            #[inline(always)]
            unsafe fn folded(a: Self::V) -> Self::V {
                // SAFETY: as above
                unsafe { $xor($and(a, $set(ONES as i64)), $right::<61>(a)) }
            }
            #[inline(always)]
            unsafe fn prefetch(x: *const u64) {
                // SAFETY: as above; any address will do
                unsafe { _mm_prefetch::<_MM_HINT_T1>(x.cast()) }
            }
        }
    };
}
field!(Two, __m128i, 2: _mm_loadu_si128 _mm_storeu_si128 _mm_set1_epi64x _mm_xor_si128 _mm_and_si128
    _mm_slli_epi64 _mm_srli_epi64 _mm_unpacklo_epi64 _mm_unpackhi_epi64 _mm_clmulepi64_si128);
field!(Four, __m256i, 4: _mm256_loadu_si256 _mm256_storeu_si256 _mm256_set1_epi64x _mm256_xor_si256 _mm256_and_si256
    _mm256_slli_epi64 _mm256_srli_epi64 _mm256_unpacklo_epi64 _mm256_unpackhi_epi64
    _mm256_clmulepi64_epi128);

/// Truth tables of `vpternlogq`: the sum of three terms, and (a ∧ b) ⊕ c.
const SUM: i32 = 0x96;
const MASKED_SUM: i32 = 0x6a;

impl Field for Eight {
    type V = __m512i;
    type P = [__m512i; 2];
    const LANES: usize = 8;

    #[inline(always)]
    unsafe fn load(x: *const u64) -> __m512i {
        // SAFETY: the caller's promise, here and below
        unsafe { _mm512_loadu_si512(x.cast()) }
    }
    #[inline(always)]
    unsafe fn store(x: *mut u64, v: __m512i) {
        // SAFETY: as above
        unsafe { _mm512_storeu_si512(x.cast(), v) }
    }
    #[inline(always)]
    unsafe fn splat(x: u64) -> __m512i {
        // SAFETY: as above
        unsafe { _mm512_set1_epi64(x as i64) }
    }
    #[inline(always)]
    unsafe fn add(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: as above
        unsafe { _mm512_xor_si512(a, b) }
    }
    #[inline(always)]
    unsafe fn add_3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        // SAFETY: as above
        unsafe { _mm512_ternarylogic_epi64::<SUM>(a, b, c) }
    }
    #[inline(always)]
    unsafe fn product(a: __m512i, b: __m512i) -> [__m512i; 2] {
        // SAFETY: as above
        unsafe { [_mm512_clmulepi64_epi128::<0x00>(a, b), _mm512_clmulepi64_epi128::<0x11>(a, b)] }
    }
    #[inline(always)]
    unsafe fn add_products(a: Self::P, b: Self::P) -> Self::P {
        // SAFETY: as above
        unsafe { [Self::add(a[0], b[0]), Self::add(a[1], b[1])] }
    }
    #[inline(always)]
    unsafe fn add_products_3(a: Self::P, b: Self::P, c: Self::P) -> Self::P {
        // SAFETY: as above
        unsafe { [Self::add_3(a[0], b[0], c[0]), Self::add_3(a[1], b[1], c[1])] }
    }
    #[inline(always)]
    unsafe fn no_product() -> Self::P {
        // SAFETY: as above
        unsafe { [_mm512_setzero_si512(); 2] }
    }
    #[inline(always)]
    unsafe fn wide_product(a: __m512i, b: __m512i) -> Self::P {
        // SAFETY: as above
        unsafe { Self::product(a, b) }
    }
    #[inline(always)]
    unsafe fn reduced_wide([p, q]: Self::P) -> __m512i {
        // SAFETY: as above
        unsafe {
            let high = _mm512_unpackhi_epi64(p, q);
            let high = Self::add(high, _mm512_srli_epi64::<61>(high));
            Self::add(_mm512_unpacklo_epi64(p, q), _mm512_slli_epi64::<3>(high))
        }
    }
    #[inline(always)]
    unsafe fn reduced([p, q]: Self::P) -> __m512i {
        // SAFETY: as above
        unsafe { Self::add(_mm512_unpacklo_epi64(p, q), _mm512_slli_epi64::<3>(_mm512_unpackhi_epi64(p, q))) }
    }
    #[inline(always)]
    unsafe fn folded(a: __m512i) -> __m512i {
        // SAFETY: as above
        unsafe { _mm512_ternarylogic_epi64::<MASKED_SUM>(a, Self::splat(ONES), _mm512_srli_epi64::<61>(a)) }
    }
    #[inline(always)]
    unsafe fn prefetch(x: *const u64) {
        // SAFETY: any address will do
        unsafe { _mm_prefetch::<_MM_HINT_T1>(x.cast()) }
    }
    #[inline(always)]
    unsafe fn transpose(tile: &mut Tile) {
        // SAFETY: 64 words
        unsafe {
            let mut v = eight(tile.0.as_ptr());
            transpose_8(&mut v);
            for (i, v) in v.iter().enumerate() {
                Self::store(tile.0.as_mut_ptr().add(8 * i), *v);
            }
        }
    }
    #[inline(always)]
    unsafe fn window(from: &[u64; 9], shift: usize) -> [u64; 8] {
        // SAFETY: nine words; arrays and vectors have one layout
        unsafe {
            let (low, high) = (Self::load(from.as_ptr()), Self::load(from.as_ptr().add(1)));
            std::mem::transmute(_mm512_shrdv_epi64(low, high, Self::splat(shift as u64)))
        }
    }
    #[inline(always)]
    unsafe fn shifted(row: &[u64; 8], before: u64, shift: usize) -> [u64; 8] {
        // SAFETY: as above
        unsafe {
            let row = Self::load(row.as_ptr());
            let below = _mm512_alignr_epi64::<7>(row, Self::splat(before));
            std::mem::transmute(_mm512_shldv_epi64(row, below, Self::splat(shift as u64)))
        }
    }
    #[inline(always)]
    unsafe fn elements(rows: &Block, mut turn: usize, out: &mut [u64; 512]) {
        // SAFETY: rows of 8 words, 512 words out
        unsafe {
            let (in_bytes, words) = (Self::load(BYTES_REVERSED.as_ptr().cast()), Self::load(BYTES.as_ptr().cast()));
            // vector 8·w + g: bits 64·w … of rows 8·g …, as 8 × 8 bytes
            let out = out.as_mut_ptr();
            for g in 0..8 {
                let mut v = eight(rows.0[8 * g].as_ptr());
                transpose_8(&mut v);
                for (w, v) in v.iter().enumerate() {
                    Self::store(out.add(64 * w + 8 * g), bits_transposed(_mm512_permutexvar_epi8(in_bytes, *v)));
                }
            }
            for w in 0..8 {
                let mut v = eight(out.add(64 * w));
                transpose_8(&mut v);
                for (c, v) in v.iter().enumerate() {
                    let by = Self::load(TURNS.as_ptr().add(turn));
                    let left = _mm512_sub_epi64(Self::splat(61), by);
                    let turned = rotated(_mm512_permutexvar_epi8(words, *v), by, left);
                    Self::store(out.add(64 * w + 8 * c), turned);
                    turn = if turn >= 53 { turn - 53 } else { turn + 8 };
                }
            }
        }
    }
    #[inline(always)]
    unsafe fn rows(elements: &[u64; 512], mut turn: usize, zero: u8, rows: &mut Block) {
        // SAFETY: 512 words in, rows of 8 words
        unsafe {
            let (in_bytes, words) = (Self::load(BYTES_REVERSED.as_ptr().cast()), Self::load(BYTES.as_ptr().cast()));
            let zero = Self::splat(1 << zero);
            for w in 0..8 {
                let mut v = [_mm512_setzero_si512(); 8];
                for (c, v) in v.iter_mut().enumerate() {
                    let x = Self::folded(Self::load(elements.as_ptr().add(64 * w + 8 * c)));
                    let by = Self::load(TURNS.as_ptr().add(turn));
                    let x = rotated(x, _mm512_sub_epi64(Self::splat(61), by), by);
                    let x = _mm512_mask_xor_epi64(x, _mm512_test_epi64_mask(x, zero), x, Self::splat(ONES));
                    *v = _mm512_permutexvar_epi8(in_bytes, x);
                    turn = if turn >= 53 { turn - 53 } else { turn + 8 };
                }
                transpose_8(&mut v);
                for (g, v) in v.iter().enumerate() {
                    Self::store(rows.0[8 * g + w].as_mut_ptr(), _mm512_permutexvar_epi8(words, bits_transposed(*v)));
                }
            }
            for rows in rows.0.as_chunks_mut::<8>().0 {
                let mut v = eight(rows[0].as_ptr());
                transpose_8(&mut v);
                for (i, v) in v.iter().enumerate() {
                    Self::store(rows[i].as_mut_ptr(), *v);
                }
            }
        }
    }
}

/// Loads eight consecutive vectors. A loop instead of a closure, which would not be compiled with the caller's
/// features.
///
/// SAFETY: eight vectors to read.
#[inline(always)]
unsafe fn eight(from: *const u64) -> [__m512i; 8] {
    // SAFETY: the caller's promise
    unsafe {
        let mut v = [_mm512_setzero_si512(); 8];
        for (i, v) in v.iter_mut().enumerate() {
            *v = _mm512_loadu_si512(from.add(8 * i).cast());
        }
        v
    }
}

/// (x·2^left + x/2^right) below 2^61: a rotation when left + right is 61.
#[inline(always)]
unsafe fn rotated(x: __m512i, left: __m512i, right: __m512i) -> __m512i {
    const EITHER_AND: i32 = 0xa8;
    // SAFETY: the caller's features
    unsafe {
        let (high, low) = (_mm512_sllv_epi64(x, left), _mm512_srlv_epi64(x, right));
        _mm512_ternarylogic_epi64::<EITHER_AND>(high, low, _mm512_set1_epi64(ONES as i64))
    }
}

/// Index of the byte permutation that moves byte i of word j to byte j of word i …
static BYTES: [u8; 64] = bytes(false);
/// … or to byte 7 − j, the order of rows in which `gf2p8affineqb` takes a matrix.
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

/// Each word, as 8 × 8 bits whose rows are bytes in reversed order, transposed; the rows of the result are in order.
#[inline(always)]
unsafe fn bits_transposed(v: __m512i) -> __m512i {
    // SAFETY: the caller's features
    unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64), v) }
}
