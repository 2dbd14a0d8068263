//! The field by carry-less multiplication instructions: PCLMULQDQ for two elements, VPCLMULQDQ for four or eight.
//!
//! Of a pair of elements the low and the high one are multiplied by an instruction each, which gives two products of
//! 128 bits; their low and high words are brought together again, and z^61 = 1 folds what lies above bit 60.

use super::{
    field::{Block, Field, Tile},
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
    ($name:ident, $vector:ty, $lanes:literal: $load:ident $store:ident $set:ident $xor:ident $and:ident $or:ident
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
            unsafe fn reduced([p, q]: Self::P) -> Self::V {
                // SAFETY: as above
                unsafe {
                    let (low, high) = ($low(p, q), $high(p, q));
                    let above = $or($left::<3>(high), $right::<61>(low));
                    $xor($and(low, $set(ONES as i64)), above)
                }
            }
            #[inline(always)]
            unsafe fn prefetch(x: *const u64) {
                // SAFETY: as above; any address will do
                unsafe { _mm_prefetch::<_MM_HINT_T0>(x.cast()) }
            }
        }
    };
}
field!(Two, __m128i, 2: _mm_loadu_si128 _mm_storeu_si128 _mm_set1_epi64x _mm_xor_si128 _mm_and_si128 _mm_or_si128
    _mm_slli_epi64 _mm_srli_epi64 _mm_unpacklo_epi64 _mm_unpackhi_epi64 _mm_clmulepi64_si128);
field!(Four, __m256i, 4: _mm256_loadu_si256 _mm256_storeu_si256 _mm256_set1_epi64x _mm256_xor_si256 _mm256_and_si256
    _mm256_or_si256 _mm256_slli_epi64 _mm256_srli_epi64 _mm256_unpacklo_epi64 _mm256_unpackhi_epi64
    _mm256_clmulepi64_epi128);

/// Three terms' sum, and (a ∧ b) ⊕ c, as tables of `vpternlogq`.
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
    unsafe fn reduced([p, q]: Self::P) -> __m512i {
        // SAFETY: as above
        unsafe {
            let (low, high) = (_mm512_unpacklo_epi64(p, q), _mm512_unpackhi_epi64(p, q));
            _mm512_ternarylogic_epi64::<MASKED_SUM>(low, Self::splat(ONES), _mm512_shldi_epi64::<3>(high, low))
        }
    }
    #[inline(always)]
    unsafe fn prefetch(x: *const u64) {
        // SAFETY: any address will do
        unsafe { _mm_prefetch::<_MM_HINT_T0>(x.cast()) }
    }
    #[inline(always)]
    unsafe fn transpose(tile: &mut Tile) {
        // SAFETY: 64 words
        unsafe {
            let mut v: [__m512i; 8] = std::array::from_fn(|i| Self::load(tile.0.as_ptr().add(8 * i)));
            transpose_8(&mut v);
            for (i, v) in v.into_iter().enumerate() {
                Self::store(tile.0.as_mut_ptr().add(8 * i), v);
            }
        }
    }
    #[inline(always)]
    unsafe fn elements(rows: &Block, out: *mut u64) {
        // SAFETY: 64 rows of 8 words in, 512 words out
        unsafe {
            let (in_bytes, words) = (Self::load(BYTES_REVERSED.as_ptr().cast()), Self::load(BYTES.as_ptr().cast()));
            // [w][g]: bits 64·w … of rows 8·g …, as 8 × 8 bytes
            let mut parts = [[_mm512_setzero_si512(); 8]; 8];
            for g in 0..8 {
                let mut v: [__m512i; 8] = std::array::from_fn(|i| Self::load(rows.0[8 * g + i].as_ptr()));
                transpose_8(&mut v);
                for (w, v) in v.into_iter().enumerate() {
                    parts[w][g] = bits_transposed(_mm512_permutexvar_epi8(in_bytes, v));
                }
            }
            for (w, mut v) in parts.into_iter().enumerate() {
                transpose_8(&mut v);
                for (c, v) in v.into_iter().enumerate() {
                    Self::store(out.add(64 * w + 8 * c), _mm512_permutexvar_epi8(words, v));
                }
            }
        }
    }
    #[inline(always)]
    unsafe fn rows(elements: &[u64; 512]) -> Block {
        // SAFETY: 512 words in, 64 rows of 8 words out
        unsafe {
            let (in_bytes, words) = (Self::load(BYTES_REVERSED.as_ptr().cast()), Self::load(BYTES.as_ptr().cast()));
            let mut parts = [[_mm512_setzero_si512(); 8]; 8];
            for w in 0..8 {
                let mut v: [__m512i; 8] = std::array::from_fn(|c| {
                    _mm512_permutexvar_epi8(in_bytes, Self::load(elements.as_ptr().add(64 * w + 8 * c)))
                });
                transpose_8(&mut v);
                for (g, v) in v.into_iter().enumerate() {
                    parts[g][w] = _mm512_permutexvar_epi8(words, bits_transposed(v));
                }
            }
            let mut rows = Block([[0; 8]; 64]);
            for (g, mut v) in parts.into_iter().enumerate() {
                transpose_8(&mut v);
                for (i, v) in v.into_iter().enumerate() {
                    Self::store(rows.0[8 * g + i].as_mut_ptr(), v);
                }
            }
            rows
        }
    }
}

/// Byte i of word j goes to byte j of word i …
const BYTES: [u8; 64] = bytes(false);
/// … or to byte 7 − j, the order of rows in which `gf2p8affineqb` takes a matrix.
const BYTES_REVERSED: [u8; 64] = bytes(true);

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

/// Each word, as 8 × 8 bits whose rows are bytes in reversed order, transposed; rows come out in order.
#[inline(always)]
unsafe fn bits_transposed(v: __m512i) -> __m512i {
    // SAFETY: the caller's features
    unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64), v) }
}
