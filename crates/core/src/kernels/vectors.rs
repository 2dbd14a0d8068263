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
    }
}
