//! Shuffles of vectors that several arithmetics share.

use std::arch::x86_64::*;

/// Transposes: vector i gets lane i of each of the vectors, in three rounds of eight shuffles.
///
/// SAFETY: AVX-512 F.
#[inline(always)]
pub(super) unsafe fn transpose_8(v: &mut [__m512i; 8]) {
    // SAFETY: the caller's promise
    unsafe {
        for i in [0, 2, 4, 6] {
            (v[i], v[i + 1]) = (_mm512_unpacklo_epi64(v[i], v[i + 1]), _mm512_unpackhi_epi64(v[i], v[i + 1]));
        }
        // quarters 0, 2 and 1, 3 of either operand, next to each other
        const EVEN: i32 = 0b10_00_10_00;
        const ODD: i32 = 0b11_01_11_01;
        for i in [0, 1, 4, 5] {
            let (x, y) = (v[i], v[i + 2]);
            (v[i], v[i + 2]) = (_mm512_shuffle_i64x2::<EVEN>(x, y), _mm512_shuffle_i64x2::<ODD>(x, y));
        }
        for i in 0..4 {
            let (x, y) = (v[i], v[i + 4]);
            (v[i], v[i + 4]) = (_mm512_shuffle_i64x2::<EVEN>(x, y), _mm512_shuffle_i64x2::<ODD>(x, y));
        }
    }
}

/// The same for four vectors of four doubles.
///
/// SAFETY: AVX.
#[inline(always)]
pub(super) unsafe fn transpose_4([a, b, c, d]: [__m256d; 4]) -> [__m256d; 4] {
    // SAFETY: the caller's promise
    unsafe {
        let (ab, ab_odd) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
        let (cd, cd_odd) = (_mm256_unpacklo_pd(c, d), _mm256_unpackhi_pd(c, d));
        [
            _mm256_permute2f128_pd::<0x20>(ab, cd),
            _mm256_permute2f128_pd::<0x20>(ab_odd, cd_odd),
            _mm256_permute2f128_pd::<0x31>(ab, cd),
            _mm256_permute2f128_pd::<0x31>(ab_odd, cd_odd),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{Feature, host};

    #[test]
    fn transposing_moves_lane_i_to_vector_i() {
        let input: [[u64; 8]; 8] = std::array::from_fn(|i| std::array::from_fn(|j| (10 * i + j) as u64));
        let expected: [[u64; 8]; 8] = std::array::from_fn(|i| std::array::from_fn(|j| (10 * j + i) as u64));
        if host().supported.has(Feature::Avx512Ifma) {
            #[target_feature(enable = "avx512f")]
            unsafe fn run(x: &mut [[u64; 8]; 8]) {
                // SAFETY: arrays of 8 words
                unsafe {
                    let mut v = x.map(|row| _mm512_loadu_si512(row.as_ptr().cast()));
                    transpose_8(&mut v);
                    for (row, v) in x.iter_mut().zip(v) {
                        _mm512_storeu_si512(row.as_mut_ptr().cast(), v);
                    }
                }
            }
            let mut x = input;
            // SAFETY: the CPU was asked
            unsafe { run(&mut x) };
            assert_eq!(x, expected);
        }
        if host().supported.has(Feature::Avx2) {
            #[target_feature(enable = "avx2")]
            unsafe fn run(x: &mut [[u64; 8]; 8]) {
                // SAFETY: arrays of 8 words, in quarters of 4 by 4
                unsafe {
                    for (i, j) in [(0, 0), (0, 4), (4, 4)] {
                        let quarter = |x: &[[u64; 8]; 8], i: usize, j: usize| {
                            std::array::from_fn(|r| _mm256_loadu_pd(x[i + r][j..j + 4].as_ptr().cast()))
                        };
                        let (here, there) = (transpose_4(quarter(x, i, j)), transpose_4(quarter(x, j, i)));
                        for r in 0..4 {
                            _mm256_storeu_pd(x[j + r][i..i + 4].as_mut_ptr().cast(), here[r]);
                            _mm256_storeu_pd(x[i + r][j..j + 4].as_mut_ptr().cast(), there[r]);
                        }
                    }
                }
            }
            let mut x = input;
            // SAFETY: the CPU was asked
            unsafe { run(&mut x) };
            assert_eq!(x, expected);
        }
    }
}
