//! AVX-512: eight words a vector, 32 registers.

use super::{Bytes, Simd, Vectors};
use crate::cpu::{self, Feature, Target};
use std::arch::x86_64::*;

const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
const DOWN: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
/// The odd halves of all words, and the even half of each word in both of its places.
const ODD_HALVES: u16 = 0xaaaa;
const EVEN_HALVES: i32 = 0b10_10_00_00;

/// AVX-512 F, BW, DQ and VL.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

/// AVX-512 F, BW, DQ, VL and IFMA.
#[derive(Clone, Copy, Debug)]
pub struct Avx512Ifma(());

/// AVX-512 F, BW, DQ, VL, IFMA and VNNI.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512Vnni(());

/// Implements [`Simd`] by the intrinsics, for a type that names a set of features; with its two products of 52 bits if it has them.
macro_rules! avx512 {
    ($type:ident, $features:literal, $needs:expr $(, $low:expr, $high:expr)?) => {
        super::vectors!($type, $needs, $features, 8);

        impl Simd for $type {
            const REGISTERS: usize = 32;
            const PERMUTES: bool = true;
            type U = __m512i;
            type F = __m512d;
            type M = __mmask8;

            super::instructions! {
                load(x: &Self::Row) -> Self::U = _mm512_loadu_si512(x.as_ptr().cast());
                store(x: &mut Self::Row, v: Self::U) -> () = _mm512_storeu_si512(x.as_mut_ptr().cast(), v);
                load_part(x: &[u64]) -> Self::U = _mm512_maskz_loadu_epi64(first(x.len()), x.as_ptr().cast());
                store_part(x: &mut [u64], v: Self::U) -> () = _mm512_mask_storeu_epi64(x.as_mut_ptr().cast(), first(x.len()), v);
                set(x: u64) -> Self::U = _mm512_set1_epi64(x as i64);
                zero() -> Self::U = _mm512_setzero_si512();
                add(x: Self::U, y: Self::U) -> Self::U = _mm512_add_epi64(x, y);
                sub(x: Self::U, y: Self::U) -> Self::U = _mm512_sub_epi64(x, y);
                and(x: Self::U, y: Self::U) -> Self::U = _mm512_and_si512(x, y);
                or(x: Self::U, y: Self::U) -> Self::U = _mm512_or_si512(x, y);
                xor(x: Self::U, y: Self::U) -> Self::U = _mm512_xor_si512(x, y);
                shl(x: Self::U, n: u32) -> Self::U = _mm512_sllv_epi64(x, _mm512_set1_epi64(n.into()));
                shr(x: Self::U, n: u32) -> Self::U = _mm512_srlv_epi64(x, _mm512_set1_epi64(n.into()));
                shr_signed(x: Self::U, n: u32) -> Self::U = _mm512_srav_epi64(x, _mm512_set1_epi64(n.into()));
                mul_halves(x: Self::U, y: Self::U) -> Self::U = _mm512_mul_epu32(x, y);
                mul_signed_halves(x: Self::U, y: Self::U) -> Self::U = _mm512_mul_epi32(x, y);
                mul(x: Self::U, y: Self::U) -> Self::U = _mm512_mullo_epi64(x, y);
                join_halves(x: Self::U, y: Self::U) -> Self::U = _mm512_mask_shuffle_epi32::<EVEN_HALVES>(x, ODD_HALVES, y);
                $(
                    add_low52(sum: Self::U, x: Self::U, y: Self::U) -> Self::U = $low(sum, x, y);
                    add_high52(sum: Self::U, x: Self::U, y: Self::U) -> Self::U = $high(sum, x, y);
                )?
                below(x: Self::U, y: Self::U) -> Self::U = _mm512_min_epu64(x, _mm512_sub_epi64(x, y));
                above(x: Self::U, y: Self::U) -> Self::U = _mm512_min_epu64(x, _mm512_add_epi64(x, y));
                min(x: Self::U, y: Self::U) -> Self::U = _mm512_min_epu64(x, y);
                less(x: Self::U, y: Self::U) -> Self::M = _mm512_cmplt_epu64_mask(x, y);
                equal(x: Self::U, y: Self::U) -> Self::M = _mm512_cmpeq_epu64_mask(x, y);
                select(m: Self::M, x: Self::U, y: Self::U) -> Self::U = _mm512_mask_blend_epi64(m, y, x);
                add_where(m: Self::M, x: Self::U, y: Self::U) -> Self::U = _mm512_mask_add_epi64(x, m, x, y);
                sub_where(m: Self::M, x: Self::U, y: Self::U) -> Self::U = _mm512_mask_sub_epi64(x, m, x, y);
                negate_where(m: Self::M, x: Self::U) -> Self::U = _mm512_mask_sub_epi64(x, m, _mm512_setzero_si512(), x);
                as_doubles(x: Self::U) -> Self::F = _mm512_castsi512_pd(x);
                as_words(x: Self::F) -> Self::U = _mm512_castpd_si512(x);
                set_double(x: f64) -> Self::F = _mm512_set1_pd(x);
                add_double(x: Self::F, y: Self::F) -> Self::F = _mm512_add_pd(x, y);
                sub_double(x: Self::F, y: Self::F) -> Self::F = _mm512_sub_pd(x, y);
                mul_double(x: Self::F, y: Self::F) -> Self::F = _mm512_mul_pd(x, y);
                mul_add(x: Self::F, y: Self::F, z: Self::F) -> Self::F = _mm512_fmadd_pd(x, y, z);
                mul_sub(x: Self::F, y: Self::F, z: Self::F) -> Self::F = _mm512_fmsub_pd(x, y, z);
                neg_mul_add(x: Self::F, y: Self::F, z: Self::F) -> Self::F = _mm512_fnmadd_pd(x, y, z);
                round(x: Self::F) -> Self::F = _mm512_roundscale_pd::<NEAREST>(x);
                floor(x: Self::F) -> Self::F = _mm512_roundscale_pd::<DOWN>(x);
                add_where_negative(x: Self::F, y: Self::F) -> Self::F =
                    _mm512_mask_add_pd(x, _mm512_cmp_pd_mask::<_CMP_LT_OQ>(x, _mm512_setzero_pd()), x, y);
                permute(x: Self::U, y: Self::U, index: Self::U) -> Self::U = _mm512_permutex2var_epi64(x, index, y);
                words_to_doubles(x: Self::U) -> Self::F = _mm512_cvtepu64_pd(x);
                doubles_to_words(x: Self::F) -> Self::U = _mm512_cvtpd_epu64(x);
                integers(x: Self::F) -> Self::U = _mm512_cvtpd_epi64(x);
                large_integers(x: Self::F) -> Self::U = _mm512_cvtpd_epi64(x);
                transpose(v: &mut [Self::U; 8]) -> () = transpose(v);
                untranspose(v: &mut [Self::U; 8]) -> () = transpose(v);
            }
            #[inline(always)]
            fn bits(self, m: Self::M) -> u32 {
                m.into()
            }
        }
    };
}

avx512!(Avx512, "avx512f,avx512bw,avx512dq,avx512vl", Target::of(&[Feature::Avx2, Feature::Avx512]));
avx512!(
    Avx512Ifma,
    "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma",
    Target::of(&[Feature::Avx2, Feature::Avx512, Feature::Avx512Ifma]),
    _mm512_madd52lo_epu64,
    _mm512_madd52hi_epu64
);

avx512!(
    Avx512Vnni,
    "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma,avx512vnni",
    Target::of(&[Feature::Avx2, Feature::Avx512, Feature::Avx512Ifma, Feature::Avx512Vnni]),
    _mm512_madd52lo_epu64,
    _mm512_madd52hi_epu64
);

impl Bytes for Avx512Vnni {
    super::instructions! {
        add_products(sum: Self::U, x: Self::U, y: Self::U) -> Self::U = _mm512_dpbusd_epi32(sum, x, y);
        every_half(x: &[u64; 4], i: usize) -> Self::U = _mm512_set1_epi32(half(x, i));
        low_halves(x: Self::U) -> [u64; 4] = {
            let mut out = [0; 4];
            _mm256_storeu_si256(out.as_mut_ptr().cast(), _mm512_cvtepi64_epi32(x));
            out
        };
        low_bytes(x: Self::U) -> u64 = _mm_cvtsi128_si64(_mm512_cvtepi64_epi8(x)) as u64;
        signed_halves(x: &[u64; 4]) -> Self::U = _mm512_cvtepi32_epi64(_mm256_loadu_si256(x.as_ptr().cast()));
        doubles(x: Self::U) -> Self::F = _mm512_cvtepu64_pd(x);
    }
}

/// Half i of the words, the lower ones first: a load of 32 bits.
#[inline(always)]
fn half(x: &[u64; 4], i: usize) -> i32 {
    assert!(i < 8, "a half of four words");
    // SAFETY: one of the eight halves
    unsafe { x.as_ptr().cast::<i32>().add(i).read() }
}

/// Mask of the first lanes, fewer than eight.
#[inline(always)]
pub(super) fn first(lanes: usize) -> __mmask8 {
    assert!(lanes < 8, "less than a vector");
    (1 << lanes) - 1
}

/// Transposes 8 × 8 words in three rounds of eight shuffles; a square is its own way back.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn transpose(v: &mut [__m512i; 8]) {
    // quarters 0, 2 and 1, 3 of either operand, next to each other
    const EVEN: i32 = 0b10_00_10_00;
    const ODD: i32 = 0b11_01_11_01;
    for i in [0, 2, 4, 6] {
        (v[i], v[i + 1]) = (_mm512_unpacklo_epi64(v[i], v[i + 1]), _mm512_unpackhi_epi64(v[i], v[i + 1]));
    }
    for i in [0, 1, 4, 5] {
        let (x, y) = (v[i], v[i + 2]);
        (v[i], v[i + 2]) = (_mm512_shuffle_i64x2::<EVEN>(x, y), _mm512_shuffle_i64x2::<ODD>(x, y));
    }
    for i in 0..4 {
        let (x, y) = (v[i], v[i + 4]);
        (v[i], v[i + 4]) = (_mm512_shuffle_i64x2::<EVEN>(x, y), _mm512_shuffle_i64x2::<ODD>(x, y));
    }
}
