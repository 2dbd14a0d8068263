//! Matrices of words transposed from one place to another, in tiles of eight by eight: each line of cache is read and written whole.

use crate::cpu::{self, Isa};
#[cfg(target_arch = "x86_64")]
use {
    super::vectors::transpose_8,
    std::arch::x86_64::{_mm512_loadu_si512, _mm512_storeu_si512},
};

/// Rows and columns of a tile.
const TILE: usize = 8;

/// to[j·`strides[1]` + i] = from[i·`strides[0]` + j] for the i < rows and j < cols of `sides`; other words of `to` stay.
///
/// # Panics
/// When a slice is shorter than that, or strides are than rows of theirs.
pub fn transpose(isa: Isa, from: &[u64], to: &mut [u64], strides: [usize; 2], [rows, cols]: [usize; 2]) {
    if rows == 0 || cols == 0 {
        return;
    }
    assert!(strides[0] >= cols && strides[1] >= rows, "rows do not overlap");
    assert!(from.len() >= (rows - 1) * strides[0] + cols && to.len() >= (cols - 1) * strides[1] + rows);
    for j0 in (0..cols).step_by(TILE) {
        for i0 in (0..rows).step_by(TILE) {
            let size = [TILE.min(rows - i0), TILE.min(cols - j0)];
            let (from, to) = (&from[i0 * strides[0] + j0..], &mut to[j0 * strides[1] + i0..]);
            #[cfg(target_arch = "x86_64")]
            if size == [TILE, TILE] && isa.min(cpu::host().supported) == Isa::Avx512 {
                // SAFETY: the CPU has AVX-512; the lengths of eight rows were checked
                unsafe { tile(from, to, strides) };
                continue;
            }
            for i in 0..size[0] {
                for j in 0..size[1] {
                    to[j * strides[1] + i] = from[i * strides[0] + j];
                }
            }
        }
    }
}

/// A whole tile. SAFETY: AVX-512 F; seven strides and eight words of either.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn tile(from: &[u64], to: &mut [u64], strides: [usize; 2]) {
    debug_assert!(from.len() >= 7 * strides[0] + TILE && to.len() >= 7 * strides[1] + TILE);
    // SAFETY: the caller's words
    unsafe {
        let mut v = [_mm512_loadu_si512(from.as_ptr().cast()); TILE];
        for (i, v) in v.iter_mut().enumerate().skip(1) {
            *v = _mm512_loadu_si512(from.as_ptr().add(i * strides[0]).cast());
        }
        transpose_8(&mut v);
        for (j, v) in v.iter().enumerate() {
            _mm512_storeu_si512(to.as_mut_ptr().add(j * strides[1]).cast(), *v);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_at_its_place_and_others_stay() {
        for isa in Isa::ALL {
            for (rows, cols) in [(1, 1), (3, 17), (8, 8), (16, 8), (9, 30), (64, 24), (0, 5), (5, 0)] {
                for (more_from, more_to) in [(0, 0), (1, 0), (0, 3), (7, 9)] {
                    let strides = [cols + more_from, rows + more_to];
                    let from: Vec<u64> = (1..=(rows * strides[0]) as u64).collect();
                    let mut to = vec![0; cols * strides[1]];
                    transpose(isa, &from, &mut to, strides, [rows, cols]);
                    for (at, &got) in to.iter().enumerate() {
                        let (j, i) = (at / strides[1], at % strides[1]);
                        let expected = if i < rows { from[i * strides[0] + j] } else { 0 };
                        assert_eq!(got, expected, "{isa:?}: {rows} by {cols}, {strides:?}, at {at}");
                    }
                }
            }
        }
    }
}
