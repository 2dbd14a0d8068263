//! Carry-less products: PCLMULQDQ for a pair of words, VPCLMULQDQ for two pairs and four.

use super::{BitMatrices, Bits, Carryless, Tiles, Vectors};
use crate::cpu::{self, Feature, Target};
use std::arch::x86_64::*;

/// PCLMULQDQ: a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pclmul(());

/// VPCLMULQDQ: two pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vpclmul256(());

/// VPCLMULQDQ on AVX-512: four pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vpclmul(());

/// VPCLMULQDQ, VBMI, VBMI2 and GFNI on AVX-512: four pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gfni(());

const PAIR: Target = Target::of(&[Feature::Avx2, Feature::Pclmulqdq, Feature::Bmi2, Feature::Lzcnt]);
const TWO_PAIRS: Target = PAIR.and(&[Feature::Vpclmulqdq]);
const FOUR_PAIRS: Target = TWO_PAIRS.and(&[Feature::Avx512]);
const MATRICES: Target = FOUR_PAIRS.and(&[Feature::Gfni, Feature::Avx512Vbmi, Feature::Avx512Vbmi2]);

super::vectors!(Pclmul, PAIR, "avx2,pclmulqdq,bmi1,bmi2,lzcnt", 2);
super::vectors!(Vpclmul256, TWO_PAIRS, "avx2,pclmulqdq,bmi1,bmi2,lzcnt,vpclmulqdq", 4);
super::vectors!(Vpclmul, FOUR_PAIRS, "avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq,pclmulqdq,bmi1,bmi2,lzcnt", 8);
super::vectors!(
    Gfni,
    MATRICES,
    "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,gfni,vpclmulqdq,pclmulqdq,bmi1,bmi2,lzcnt",
    8
);

/// Implements [`Carryless`] by the instruction for a pair.
macro_rules! carryless {
    ($($type:ident)*) => { $(
        impl Carryless for $type {
            super::instructions! {
                product(a: u64, b: u64) -> u128 = {
                    let p = _mm_clmulepi64_si128::<0x00>(_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64));
                    let high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(p, p));
                    u128::from(high as u64) << 64 | u128::from(_mm_cvtsi128_si64(p) as u64)
                };
            }
        }
    )* };
}
carryless!(Pclmul Vpclmul256 Vpclmul Gfni);

impl From<Vpclmul> for Pclmul {
    #[inline(always)]
    fn from(_: Vpclmul) -> Pclmul {
        const { assert!(Vpclmul::NEEDS.contains(Pclmul::NEEDS)) };
        Pclmul(())
    }
}

/// [`Bits`] by intrinsics that differ in their names only, and by others.
macro_rules! bits {
    ($type:ident, $vector:ident, $zero:ident $set:ident $xor:ident $and:ident $left:ident $right:ident $low:ident $high:ident
     $product:ident $swap:ident; $($rest:tt)*) => {
        impl Bits for $type {
            type U = $vector;

            super::instructions! {
                zero() -> Self::U = $zero();
                set(x: u64) -> Self::U = $set(x as i64);
                xor(x: Self::U, y: Self::U) -> Self::U = $xor(x, y);
                and(x: Self::U, y: Self::U) -> Self::U = $and(x, y);
                low_words(x: Self::U, y: Self::U) -> Self::U = $low(x, y);
                high_words(x: Self::U, y: Self::U) -> Self::U = $high(x, y);
                low_by_low(x: Self::U, y: Self::U) -> Self::U = $product::<0x00>(x, y);
                low_by_high(x: Self::U, y: Self::U) -> Self::U = $product::<0x10>(x, y);
                high_by_low(x: Self::U, y: Self::U) -> Self::U = $product::<0x01>(x, y);
                high_by_high(x: Self::U, y: Self::U) -> Self::U = $product::<0x11>(x, y);
                swap(x: Self::U) -> Self::U = $swap::<0b01_00_11_10>(x);
                shl(x: Self::U, n: u32) -> Self::U = $left(x, _mm_cvtsi32_si128(n as i32));
                shr(x: Self::U, n: u32) -> Self::U = $right(x, _mm_cvtsi32_si128(n as i32));
                $($rest)*
            }
        }
    };
}

bits! {
    Pclmul, __m128i, _mm_setzero_si128 _mm_set1_epi64x _mm_xor_si128 _mm_and_si128 _mm_sll_epi64 _mm_srl_epi64
    _mm_unpacklo_epi64 _mm_unpackhi_epi64 _mm_clmulepi64_si128 _mm_shuffle_epi32;
    load(x: &Self::Row) -> Self::U = _mm_loadu_si128(x.as_ptr().cast());
    store(x: &mut Self::Row, v: Self::U) -> () = _mm_storeu_si128(x.as_mut_ptr().cast(), v);
    every(pair: [u64; 2]) -> Self::U = _mm_loadu_si128(pair.as_ptr().cast());
    up(x: Self::U, before: Self::U) -> Self::U = _mm_alignr_epi8::<8>(x, before);
    weave(x: Self::U, y: Self::U) -> [Self::U; 2] = [x, y];
}

bits! {
    Vpclmul256, __m256i, _mm256_setzero_si256 _mm256_set1_epi64x _mm256_xor_si256 _mm256_and_si256 _mm256_sll_epi64 _mm256_srl_epi64
    _mm256_unpacklo_epi64 _mm256_unpackhi_epi64 _mm256_clmulepi64_epi128 _mm256_shuffle_epi32;
    load(x: &Self::Row) -> Self::U = _mm256_loadu_si256(x.as_ptr().cast());
    store(x: &mut Self::Row, v: Self::U) -> () = _mm256_storeu_si256(x.as_mut_ptr().cast(), v);
    every(pair: [u64; 2]) -> Self::U = _mm256_broadcastsi128_si256(_mm_loadu_si128(pair.as_ptr().cast()));
    up(x: Self::U, before: Self::U) -> Self::U = _mm256_alignr_epi8::<8>(x, _mm256_permute2x128_si256::<0x03>(x, before));
    weave(x: Self::U, y: Self::U) -> [Self::U; 2] =
        [_mm256_permute2x128_si256::<0x20>(x, y), _mm256_permute2x128_si256::<0x31>(x, y)];
}

/// Truth tables of `vpternlogq`: x + y + z, (x ∧ y) + z, (x ∨ y) ∧ z.
const SUM: i32 = 0x96;
const AND_SUM: i32 = 0x6a;
const OR_AND: i32 = 0xa8;

/// [`Bits`] of four pairs.
macro_rules! four_pairs {
    ($type:ident) => {
        bits! {
            $type, __m512i, _mm512_setzero_si512 _mm512_set1_epi64 _mm512_xor_si512 _mm512_and_si512 _mm512_sll_epi64 _mm512_srl_epi64
            _mm512_unpacklo_epi64 _mm512_unpackhi_epi64 _mm512_clmulepi64_epi128 _mm512_shuffle_epi32;
            load(x: &Self::Row) -> Self::U = _mm512_loadu_si512(x.as_ptr().cast());
            store(x: &mut Self::Row, v: Self::U) -> () = _mm512_storeu_si512(x.as_mut_ptr().cast(), v);
            store_part(x: &mut [u64], v: Self::U) -> () =
                _mm512_mask_storeu_epi64(x.as_mut_ptr().cast(), super::avx512::first(x.len()), v);
            every(pair: [u64; 2]) -> Self::U = _mm512_broadcast_i32x4(_mm_loadu_si128(pair.as_ptr().cast()));
            xor_3(x: Self::U, y: Self::U, z: Self::U) -> Self::U = _mm512_ternarylogic_epi64::<SUM>(x, y, z);
            and_xor(x: Self::U, y: Self::U, z: Self::U) -> Self::U = _mm512_ternarylogic_epi64::<AND_SUM>(x, y, z);
            up(x: Self::U, before: Self::U) -> Self::U = _mm512_alignr_epi64::<7>(x, before);
            weave(x: Self::U, y: Self::U) -> [Self::U; 2] = [
                _mm512_permutex2var_epi64(x, _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), y),
                _mm512_permutex2var_epi64(x, _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15), y),
            ];
        }
    };
}
four_pairs!(Vpclmul);
four_pairs!(Gfni);

impl Tiles for Vpclmul {
    super::instructions! {
        load_part(x: &[u64]) -> Self::U = _mm512_maskz_loadu_epi64(super::avx512::first(x.len()), x.as_ptr().cast());
        permute(x: Self::U, y: Self::U, index: [u64; 8]) -> Self::U =
            _mm512_permutex2var_epi64(x, _mm512_loadu_si512(index.as_ptr().cast()), y);
    }
}

impl BitMatrices for Gfni {
    super::instructions! {
        transpose(v: &mut [Self::U; 8]) -> () = super::avx512::transpose(v);
        load_bytes(x: &[u8; 64]) -> Self::U = _mm512_loadu_si512(x.as_ptr().cast());
        permute_bytes(x: Self::U, numbers: Self::U) -> Self::U = _mm512_permutexvar_epi8(numbers, x);
        transpose_bits(x: Self::U) -> Self::U =
            _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64), x);
        rotate(x: Self::U, left: Self::U, right: Self::U, mask: Self::U) -> Self::U =
            _mm512_ternarylogic_epi64::<OR_AND>(_mm512_sllv_epi64(x, left), _mm512_srlv_epi64(x, right), mask);
        minus(x: Self::U, y: Self::U) -> Self::U = _mm512_sub_epi64(x, y);
        shr_pairs(low: Self::U, high: Self::U, n: Self::U) -> Self::U = _mm512_shrdv_epi64(low, high, n);
        shl_pairs(low: Self::U, high: Self::U, n: Self::U) -> Self::U = _mm512_shldv_epi64(high, low, n);
        xor_where(x: Self::U, mask: Self::U, y: Self::U) -> Self::U =
            _mm512_mask_xor_epi64(x, _mm512_test_epi64_mask(x, mask), x, y);
    }
}
