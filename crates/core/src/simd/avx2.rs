//! AVX2 and FMA: four words a vector, 16 registers.

use super::{Simd, Vectors};
use crate::cpu::{self, Feature, Target};
use std::arch::x86_64::*;

const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
const DOWN: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
/// The odd halves of all words.
const ODD_HALVES: i32 = 0xaa;

/// AVX2 and FMA.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

/// AVX2, FMA and AVX-IFMA.
#[derive(Clone, Copy, Debug)]
pub struct AvxIfma(());

/// Implements [`Simd`] by the intrinsics, for a type that names a set of features; with its two products of 52 bits if it has them.
macro_rules! avx2 {
    ($type:ident, $features:literal, $needs:expr $(, $low:expr, $high:expr)?) => {
        super::vectors!($type, $needs, $features, 4);

        impl Simd for $type {
            const REGISTERS: usize = 16;
            type U = __m256i;
            type F = __m256d;
            /// All ones where the condition holds.
            type M = __m256i;

            super::instructions! {
                load(x: &Self::Row) -> Self::U = _mm256_loadu_si256(x.as_ptr().cast());
                store(x: &mut Self::Row, v: Self::U) -> () = _mm256_storeu_si256(x.as_mut_ptr().cast(), v);
                load_part(x: &[u64]) -> Self::U = _mm256_maskload_epi64(x.as_ptr().cast(), first(x.len()));
                store_part(x: &mut [u64], v: Self::U) -> () = _mm256_maskstore_epi64(x.as_mut_ptr().cast(), first(x.len()), v);
                set(x: u64) -> Self::U = _mm256_set1_epi64x(x as i64);
                add(x: Self::U, y: Self::U) -> Self::U = _mm256_add_epi64(x, y);
                sub(x: Self::U, y: Self::U) -> Self::U = _mm256_sub_epi64(x, y);
                and(x: Self::U, y: Self::U) -> Self::U = _mm256_and_si256(x, y);
                or(x: Self::U, y: Self::U) -> Self::U = _mm256_or_si256(x, y);
                xor(x: Self::U, y: Self::U) -> Self::U = _mm256_xor_si256(x, y);
                shl(x: Self::U, n: u32) -> Self::U = _mm256_sll_epi64(x, _mm_cvtsi32_si128(n as i32));
                shr(x: Self::U, n: u32) -> Self::U = _mm256_srl_epi64(x, _mm_cvtsi32_si128(n as i32));
                mul_halves(x: Self::U, y: Self::U) -> Self::U = _mm256_mul_epu32(x, y);
                mul_signed_halves(x: Self::U, y: Self::U) -> Self::U = _mm256_mul_epi32(x, y);
                mul(x: Self::U, y: Self::U) -> Self::U = mul(x, y);
                join_halves(x: Self::U, y: Self::U) -> Self::U = _mm256_blend_epi32::<ODD_HALVES>(x, _mm256_slli_epi64::<32>(y));
                $(
                    add_low52(sum: Self::U, x: Self::U, y: Self::U) -> Self::U = $low(sum, x, y);
                    add_high52(sum: Self::U, x: Self::U, y: Self::U) -> Self::U = $high(sum, x, y);
                )?
                below(x: Self::U, y: Self::U) -> Self::U = below(x, y);
                above(x: Self::U, y: Self::U) -> Self::U = above(x, y);
                min(x: Self::U, y: Self::U) -> Self::U = _mm256_blendv_epi8(y, x, less(x, y));
                less(x: Self::U, y: Self::U) -> Self::M = less(x, y);
                equal(x: Self::U, y: Self::U) -> Self::M = _mm256_cmpeq_epi64(x, y);
                select(m: Self::M, x: Self::U, y: Self::U) -> Self::U = _mm256_blendv_epi8(y, x, m);
                add_where(m: Self::M, x: Self::U, y: Self::U) -> Self::U = _mm256_add_epi64(x, _mm256_and_si256(m, y));
                sub_where(m: Self::M, x: Self::U, y: Self::U) -> Self::U = _mm256_sub_epi64(x, _mm256_and_si256(m, y));
                bits(m: Self::M) -> u32 = _mm256_movemask_pd(_mm256_castsi256_pd(m)) as u32;
                as_doubles(x: Self::U) -> Self::F = _mm256_castsi256_pd(x);
                as_words(x: Self::F) -> Self::U = _mm256_castpd_si256(x);
                set_double(x: f64) -> Self::F = _mm256_set1_pd(x);
                add_double(x: Self::F, y: Self::F) -> Self::F = _mm256_add_pd(x, y);
                sub_double(x: Self::F, y: Self::F) -> Self::F = _mm256_sub_pd(x, y);
                mul_double(x: Self::F, y: Self::F) -> Self::F = _mm256_mul_pd(x, y);
                mul_add(x: Self::F, y: Self::F, z: Self::F) -> Self::F = _mm256_fmadd_pd(x, y, z);
                mul_sub(x: Self::F, y: Self::F, z: Self::F) -> Self::F = _mm256_fmsub_pd(x, y, z);
                neg_mul_add(x: Self::F, y: Self::F, z: Self::F) -> Self::F = _mm256_fnmadd_pd(x, y, z);
                round(x: Self::F) -> Self::F = _mm256_round_pd::<NEAREST>(x);
                floor(x: Self::F) -> Self::F = _mm256_round_pd::<DOWN>(x);
                add_where_negative(x: Self::F, y: Self::F) -> Self::F =
                    _mm256_add_pd(x, _mm256_and_pd(_mm256_cmp_pd::<_CMP_LT_OQ>(x, _mm256_setzero_pd()), y));
                transpose(v: &mut [Self::U; 8]) -> () = {
                    let [a, e, b, f, c, g, d, h] = *v;
                    let ([a, b, c, d], [e, f, g, h]) = (square([a, b, c, d]), square([e, f, g, h]));
                    *v = [a, b, c, d, e, f, g, h];
                };
                untranspose(v: &mut [Self::U; 8]) -> () = {
                    let [a, b, c, d, e, f, g, h] = *v;
                    let ([a, b, c, d], [e, f, g, h]) = (square([a, b, c, d]), square([e, f, g, h]));
                    *v = [a, e, b, f, c, g, d, h];
                };
            }
        }
    };
}

avx2!(Avx2, "avx2,fma", Target::of(&[Feature::Avx2]));
#[cfg(not(any(test, avx_ifma_by_avx512)))]
avx2!(
    AvxIfma,
    "avx2,fma,avxifma",
    Target::of(&[Feature::Avx2, Feature::AvxIfma]),
    _mm256_madd52lo_avx_epu64,
    _mm256_madd52hi_avx_epu64
);
// the same two instructions as CPUs with AVX-512 encode them
#[cfg(any(test, avx_ifma_by_avx512))]
avx2!(
    AvxIfma,
    "avx2,fma,avx512ifma,avx512vl",
    Target::of(&[Feature::Avx2, Feature::AvxIfma]),
    _mm256_madd52lo_epu64,
    _mm256_madd52hi_epu64
);

/// Mask of the first lanes, fewer than four.
#[inline]
#[target_feature(enable = "avx2")]
fn first(lanes: usize) -> __m256i {
    assert!(lanes < 4, "less than a vector");
    _mm256_cmpgt_epi64(_mm256_set1_epi64x(lanes as i64), _mm256_setr_epi64x(0, 1, 2, 3))
}

/// Products modulo 2^64, from three products of halves.
#[inline]
#[target_feature(enable = "avx2")]
fn mul(x: __m256i, y: __m256i) -> __m256i {
    let (x1, y1) = (_mm256_srli_epi64::<32>(x), _mm256_srli_epi64::<32>(y));
    let middle = _mm256_add_epi64(_mm256_mul_epu32(x1, y), _mm256_mul_epu32(x, y1));
    _mm256_add_epi64(_mm256_mul_epu32(x, y), _mm256_slli_epi64::<32>(middle))
}

/// The sign of the difference chooses.
#[inline]
#[target_feature(enable = "avx2")]
fn below(x: __m256i, y: __m256i) -> __m256i {
    let difference = _mm256_castsi256_pd(_mm256_sub_epi64(x, y));
    _mm256_castpd_si256(_mm256_blendv_pd(difference, _mm256_castsi256_pd(x), difference))
}

/// The sign chooses.
#[inline]
#[target_feature(enable = "avx2")]
fn above(x: __m256i, y: __m256i) -> __m256i {
    let sum = _mm256_castsi256_pd(_mm256_add_epi64(x, y));
    let x = _mm256_castsi256_pd(x);
    _mm256_castpd_si256(_mm256_blendv_pd(x, sum, x))
}

/// Compares words with their highest bits changed as signed ones.
#[inline]
#[target_feature(enable = "avx2")]
fn less(x: __m256i, y: __m256i) -> __m256i {
    let top = _mm256_set1_epi64x(i64::MIN);
    _mm256_cmpgt_epi64(_mm256_xor_si256(y, top), _mm256_xor_si256(x, top))
}

/// Transposes 4 × 4 words.
#[inline]
#[target_feature(enable = "avx2")]
fn square([a, b, c, d]: [__m256i; 4]) -> [__m256i; 4] {
    let (ab, ab_odd) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    let (cd, cd_odd) = (_mm256_unpacklo_epi64(c, d), _mm256_unpackhi_epi64(c, d));
    [
        _mm256_permute2x128_si256::<0x20>(ab, cd),
        _mm256_permute2x128_si256::<0x20>(ab_odd, cd_odd),
        _mm256_permute2x128_si256::<0x31>(ab, cd),
        _mm256_permute2x128_si256::<0x31>(ab_odd, cd_odd),
    ]
}
