//! Shuffles of vectors that several arithmetics share.

use std::arch::x86_64::*;

/// Vector i gets what lane i of the vectors was: three rounds of eight shuffles.
///
/// SAFETY: AVX-512 F.
#[inline(always)]
pub(super) unsafe fn transpose_8(v: &mut [__m512i; 8]) {
    // SAFETY: the caller's promise
    unsafe {
        for i in [0, 2, 4, 6] {
            (v[i], v[i + 1]) = (_mm512_unpacklo_epi64(v[i], v[i + 1]), _mm512_unpackhi_epi64(v[i], v[i + 1]));
        }
        // quarters 0, 2 and 1, 3 of either, side by side
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

/// The same for vectors of two halves.
///
/// SAFETY: AVX2.
#[inline(always)]
pub(super) unsafe fn transpose_8_pairs(v: &mut [[__m256i; 2]; 8]) {
    // SAFETY: the caller's promise
    unsafe {
        for half in 0..2 {
            for i in [0, 4] {
                let (a, b, c, d) = (v[i][half], v[i + 1][half], v[i + 2][half], v[i + 3][half]);
                let (ab, ab_odd) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
                let (cd, cd_odd) = (_mm256_unpacklo_epi64(c, d), _mm256_unpackhi_epi64(c, d));
                v[i][half] = _mm256_permute2x128_si256::<0x20>(ab, cd);
                v[i + 1][half] = _mm256_permute2x128_si256::<0x20>(ab_odd, cd_odd);
                v[i + 2][half] = _mm256_permute2x128_si256::<0x31>(ab, cd);
                v[i + 3][half] = _mm256_permute2x128_si256::<0x31>(ab_odd, cd_odd);
            }
        }
        for i in 0..4 {
            (v[i][1], v[i + 4][0]) = (v[i + 4][0], v[i][1]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{Isa, host};

    #[test]
    fn transposing_moves_lane_i_to_vector_i() {
        let input: [[u64; 8]; 8] = std::array::from_fn(|i| std::array::from_fn(|j| (10 * i + j) as u64));
        let expected: [[u64; 8]; 8] = std::array::from_fn(|i| std::array::from_fn(|j| (10 * j + i) as u64));
        if host().supported >= Isa::Avx512 {
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
        if host().supported >= Isa::Avx2 {
            #[target_feature(enable = "avx2")]
            unsafe fn run(x: &mut [[u64; 8]; 8]) {
                // SAFETY: arrays of 8 words
                unsafe {
                    let load = |row: &[u64]| _mm256_loadu_si256(row.as_ptr().cast());
                    let mut v: [_; 8] = std::array::from_fn(|i| [load(&x[i][..4]), load(&x[i][4..])]);
                    transpose_8_pairs(&mut v);
                    for (row, v) in x.iter_mut().zip(v) {
                        _mm256_storeu_si256(row.as_mut_ptr().cast(), v[0]);
                        _mm256_storeu_si256(row[4..].as_mut_ptr().cast(), v[1]);
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
