//! Words to residues and back with AVX2, four at a time: the vectors of [`residues`](super::residues) for images of
//! doubles, by the same formulas.
//!
//! Residues stay signed: any y_i of the right class is valid. Products of words modulo 2^64 are composed of 32-bit
//! halves.

use super::residues::WordReconstruct;
use crate::arith::Modulus;
use std::arch::x86_64::*;

const LANES: usize = 4;
/// Adding it moves a signed integer below 2^51 to the low bits of a double.
const MAGIC: f64 = 1.5 * (1u64 << 52) as f64;
/// 2^52, for unsigned integers.
const MAGIC_UNSIGNED: f64 = (1u64 << 52) as f64;
const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
const FLOOR: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;

/// All ones in the lanes that are in a slice's remaining words.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn mask(left: usize) -> __m256i {
    _mm256_cmpgt_epi64(_mm256_set1_epi64x(left.min(LANES) as i64), _mm256_set_epi64x(3, 2, 1, 0))
}

/// Loads four words from `x`, with zeros beyond the remaining `left`.
///
/// SAFETY: as many words at `x`.
#[inline]
#[target_feature(enable = "avx2,fma")]
unsafe fn load(x: *const u64, left: usize) -> __m256i {
    // SAFETY: lanes beyond the words are masked out; masked accesses are slow on some CPUs, so only at the end
    unsafe { if left >= LANES { _mm256_loadu_si256(x.cast()) } else { _mm256_maskload_epi64(x.cast(), mask(left)) } }
}

/// Stores four words, or the remaining `left`.
///
/// SAFETY: as many words at `x`.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) unsafe fn store(x: *mut u64, left: usize, v: __m256i) {
    // SAFETY: as in `load`
    unsafe {
        if left >= LANES { _mm256_storeu_si256(x.cast(), v) } else { _mm256_maskstore_epi64(x.cast(), mask(left), v) }
    }
}

/// y·w − q·p, at most p·(1/2 + |y·w|·2^−52/p) in magnitude.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn product(y: __m256d, w: f64, over_p: f64, p: f64) -> __m256d {
    let h = _mm256_mul_pd(y, _mm256_set1_pd(w));
    let q = _mm256_round_pd::<NEAREST>(_mm256_mul_pd(y, _mm256_set1_pd(over_p)));
    let l = _mm256_fmsub_pd(y, _mm256_set1_pd(w), h);
    _mm256_add_pd(_mm256_fnmadd_pd(q, _mm256_set1_pd(p), h), l)
}

/// Converts integers up to 2^51 in magnitude to two's complement.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn integers(x: __m256d) -> __m256i {
    let magic = _mm256_set1_pd(MAGIC);
    _mm256_sub_epi64(_mm256_castpd_si256(_mm256_add_pd(x, magic)), _mm256_castpd_si256(magic))
}

/// Converts words below 2^52 to doubles.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn real(x: __m256i) -> __m256d {
    let magic = _mm256_set1_pd(MAGIC_UNSIGNED);
    _mm256_sub_pd(_mm256_or_pd(_mm256_castsi256_pd(x), magic), magic)
}

/// x·w modulo 2^64.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn times(x: __m256i, w: u64) -> __m256i {
    let (low, high) = (_mm256_set1_epi64x(w as i64), _mm256_set1_epi64x((w >> 32) as i64));
    let middle = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64::<32>(x), low), _mm256_mul_epu32(x, high));
    _mm256_add_epi64(_mm256_mul_epu32(x, low), _mm256_slli_epi64::<32>(middle))
}

/// a where x is negative, else b.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn negative(x: __m256i, a: __m256i, b: __m256i) -> __m256i {
    _mm256_castpd_si256(_mm256_blendv_pd(_mm256_castsi256_pd(b), _mm256_castsi256_pd(a), _mm256_castsi256_pd(x)))
}

/// SAFETY: `out` is as long as `words`.
#[target_feature(enable = "avx2,fma")]
pub(super) unsafe fn split(p: Modulus, words: &[u64], out: &mut [u64]) {
    let prime = p.n() as f64;
    let shift = p.reduce(1 << 32) as f64;
    for i in (0..words.len()).step_by(LANES) {
        let left = words.len() - i;
        // SAFETY: both slices have `left` words from here on
        let x = unsafe { load(words.as_ptr().add(i), left) };
        let low = real(_mm256_and_si256(x, _mm256_set1_epi64x(0xffff_ffff)));
        let high = product(real(_mm256_srli_epi64::<32>(x)), shift, shift / prime, prime);
        let sum = _mm256_add_pd(high, low);
        let q = _mm256_round_pd::<NEAREST>(_mm256_mul_pd(sum, _mm256_set1_pd(1.0 / prime)));
        let rest = integers(_mm256_fnmadd_pd(q, _mm256_set1_pd(prime), sum));
        let rest = negative(rest, _mm256_add_epi64(rest, _mm256_set1_epi64x(p.n() as i64)), rest);
        // SAFETY: both slices have `left` words from here on
        unsafe { store(out.as_mut_ptr().add(i), left, rest) }
    }
}

/// SAFETY: each of the K runs is as long as `out`.
#[target_feature(enable = "avx2,fma")]
pub(super) unsafe fn join<const K: usize>(
    crt_reconstruct: &WordReconstruct,
    residues: &[u64],
    stride: usize,
    first: usize,
    out: &mut [u64],
) {
    let n = _mm256_set1_epi64x(crt_reconstruct.n as i64);
    let twice_n = _mm256_add_epi64(n, n);
    for i in (0..out.len()).step_by(LANES) {
        let left = out.len() - i;
        let mut fraction = _mm256_set1_pd(1.0 / (1 << 20) as f64);
        let (mut quotient, mut sum) = (_mm256_setzero_pd(), _mm256_setzero_si256());
        for (j, prime) in crt_reconstruct.primes[..K].iter().enumerate() {
            // SAFETY: the run has `left` words from here on
            let x = unsafe { load(residues.as_ptr().add(j * stride + first + i), left) };
            let [w, over_p] = prime.factor.map(f64::from_bits);
            let y = product(_mm256_castsi256_pd(x), w, over_p, prime.p as f64);
            fraction = _mm256_fmadd_pd(y, _mm256_set1_pd(prime.reciprocal), fraction);
            quotient = _mm256_fmadd_pd(y, _mm256_set1_pd(prime.weight.1), quotient);
            sum = _mm256_add_epi64(sum, times(integers(y), prime.weight.0));
        }
        let q = _mm256_round_pd::<FLOOR>(fraction);
        sum = _mm256_add_epi64(sum, times(integers(q), crt_reconstruct.minus_product.0));
        quotient = _mm256_fmadd_pd(q, _mm256_set1_pd(crt_reconstruct.minus_product.1), quotient);
        let quotient = integers(_mm256_round_pd::<NEAREST>(quotient));
        let rest = _mm256_sub_epi64(sum, times(quotient, crt_reconstruct.n));
        // within 2n of zero, then below 2n, then below n
        let rest = negative(rest, _mm256_add_epi64(rest, twice_n), rest);
        let less = _mm256_sub_epi64(rest, n);
        // SAFETY: the slice has `left` words from here on
        unsafe { store(out.as_mut_ptr().add(i), left, negative(less, rest, less)) }
    }
}
