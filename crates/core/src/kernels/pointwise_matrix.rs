//! Products of small matrices at many points at once: a lane is a point, a vector one entry at eight points.
//!
//! Operands are stored entry by entry, each with its values at all points. Eight points at a time are gathered into
//! tiles of four rows of the left operand and three columns of the right one; the halves of 52-bit products are summed
//! over the inner index in registers, and a sum is reduced once: the lower half by a product by 1/p modulo 2^52
//! (Montgomery 1985), the rest by the quotient ⌊2^52/p⌋.
//!
//! Cost: two multiplications for eight products, four more a result. Ranges: docs/notes/007-matrices-at-points.md.

use super::lengths::product;
use crate::{
    arith::Modulus,
    cpu::{self, Isa},
};

/// Largest number of bits of p.
pub const MAX_BITS: u32 = 50;
/// log2 of the power of two that divides results.
pub const SHIFT: u32 = 52;
/// Number of points of a vector.
pub const LANES: usize = 8;
/// Numbers of rows and columns of a tile: twelve sums of two halves each, and an operand's three vectors, fit in
/// registers.
const TILE: [usize; 2] = [4, 3];
/// Number of words of gathered operands: they fit in the L3 cache. Fewer would fit in L2, but reading one cache line
/// for each entry costs more (64 rows, 512 values: 22 against 18.7 ms).
const GATHERED: usize = 1 << 18;

/// The functions for one instruction set.
#[derive(Clone, Copy)]
pub struct MatrixKernel {
    name: &'static str,
    isa: Isa,
    run: unsafe fn(&Task<'_>, &mut [u64], &mut [u64]),
}

impl std::fmt::Debug for MatrixKernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Layout of matrices of m×k and k×n entries: entry e of either is its `points` values from word e·`stride` on.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    dims: [usize; 3],
    points: usize,
    stride: usize,
    /// Numbers of words of the left operand, the right one and the result.
    words: [usize; 3],
    /// Number of words of the tiles that operands are gathered into.
    tiles: usize,
}

impl Layout {
    /// The layout for `dims` = [m, k, n], `points` values of an entry, a multiple of [`LANES`], and `stride` words from
    /// one entry to the next.
    ///
    /// # Panics
    /// If `points` is not a multiple of [`LANES`], entries overlap, or no slice is as long as one of the matrices.
    #[must_use]
    pub fn new(dims: [usize; 3], points: usize, stride: usize) -> Self {
        assert!(points.is_multiple_of(LANES) && stride >= points, "whole vectors, one entry behind the other");
        let [m, k, n] = dims;
        let words = [[m, k], [k, n], [m, n]].map(|sides| match product(sides) {
            0 => 0,
            // no gap follows the last entry
            entries => product([entries, stride]) - (stride - points),
        });
        let rounded = |len: usize, by: usize| len.checked_next_multiple_of(by).unwrap_or(usize::MAX);
        let lines = rounded(m, TILE[0]).saturating_add(rounded(n, TILE[1]));
        let tiles = product([LANES, k, lines, group(dims, points)]);
        Layout { dims, points, stride, words, tiles }
    }

    /// Number of words of an m×n matrix.
    #[must_use]
    pub fn result_words(&self) -> usize {
        self.words[2]
    }
}

/// Operands of one call.
struct Task<'a> {
    p: u64,
    layout: Layout,
    a: &'a [u64],
    b: &'a [u64],
}

/// The kernel for p that needs no more than the instructions `isa`, if there is one.
#[must_use]
pub fn select(isa: Isa, p: Modulus) -> Option<&'static MatrixKernel> {
    let fits = p.n() % 2 == 1 && p.n() > 1 && p.bits() <= MAX_BITS;
    KERNELS.iter().find(|k| fits && k.isa <= isa.min(cpu::host().supported))
}

impl MatrixKernel {
    /// Name of the kernel, for people.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Largest number of products of residues below p that are summed before a reduction: with the carry c < K of the
    /// lower halves the upper halves' sum h stays below K·((p − 1)²/2^52 + 1), and h + p below 2^52, where the quotient
    /// is right to ±1.
    #[must_use]
    pub const fn most_terms(p: u64) -> usize {
        let each = (((p as u128 - 1) * (p as u128 - 1)) >> SHIFT) + 1;
        let most = ((1 << SHIFT) - p as u128) / each;
        // sums of lower halves stay below 2^64
        if most < 1 << 12 { most as usize } else { 1 << 12 }
    }

    /// out = a·b/2^[`SHIFT`] at every point, in [0, p) like the operands; `out` is an m×n matrix of the same layout.
    ///
    /// # Panics
    /// If the slices are shorter than the layout's matrices, or p is not one that [`select`] accepts.
    pub fn product(&self, p: Modulus, layout: Layout, a: &[u64], b: &[u64], out: &mut [u64]) {
        assert!(p.n() % 2 == 1 && p.n() > 1 && p.bits() <= MAX_BITS && cpu::host().supported >= self.isa);
        let [left, right, result] = layout.words;
        assert!(a.len() >= left && b.len() >= right && out.len() >= result, "words of matrices at points");
        if result == 0 || layout.points == 0 {
            return;
        }
        let mut tiles = vec![0; layout.tiles];
        // SAFETY: the CPU has been asked, and the slices are as long as the layout says
        unsafe { (self.run)(&Task { p: p.n(), layout, a, b }, out, &mut tiles) }
    }
}

/// Number of vectors of points that are gathered at a time, so that whole runs of cache lines are read.
fn group([m, k, n]: [usize; 3], points: usize) -> usize {
    let each = LANES.saturating_mul(k).saturating_mul(m.saturating_add(n));
    (GATHERED / each.max(1)).clamp(1, 8).min(points / LANES)
}

#[cfg(not(target_arch = "x86_64"))]
static KERNELS: [MatrixKernel; 0] = [];
#[cfg(target_arch = "x86_64")]
static KERNELS: [MatrixKernel; 1] = [MatrixKernel { name: "ifma", isa: Isa::Avx512, run: vectors::run }];

#[cfg(target_arch = "x86_64")]
pub(super) use vectors::Reduction;

#[cfg(target_arch = "x86_64")]
mod vectors {
    use super::{LANES, Layout, MatrixKernel, SHIFT, TILE, Task, group};
    use std::arch::x86_64::*;

    const MASK: u64 = (1 << SHIFT) - 1;
    const ROWS: usize = TILE[0];
    const COLUMNS: usize = TILE[1];

    /// Constants of a reduction modulo p.
    #[derive(Clone, Copy)]
    pub(in crate::kernels) struct Reduction {
        p: __m512i,
        minus_p: __m512i,
        inverse: __m512i,
        quotient: __m512i,
    }

    /// SAFETY: AVX-512 IFMA; slices as long as the layout says, tiles as long as `product` makes them.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    pub(super) unsafe fn run(task: &Task<'_>, out: &mut [u64], tiles: &mut [u64]) {
        let Layout { dims: [m, k, n], points, stride, .. } = task.layout;
        let group = group(task.layout.dims, points);
        let (rows, columns) = (m.next_multiple_of(ROWS), n.next_multiple_of(COLUMNS));
        let (left, right) = tiles.split_at_mut(LANES * k * rows * group);
        // SAFETY: the caller's promise
        let reduction = unsafe { Reduction::new(task.p) };
        let most = MatrixKernel::most_terms(task.p);
        for first in (0..points).step_by(LANES * group) {
            let vectors = group.min((points - first) / LANES);
            // SAFETY: entries and tiles lie within their slices
            unsafe {
                gather::<ROWS>(task.a, stride, first, [m, k], [k, 1], vectors, left);
                gather::<COLUMNS>(task.b, stride, first, [n, k], [1, n], vectors, right);
                for t in 0..vectors {
                    let left = left.as_ptr().add(LANES * k * rows * t);
                    let right = right.as_ptr().add(LANES * k * columns * t);
                    for j in (0..n).step_by(COLUMNS) {
                        for i in (0..m).step_by(ROWS) {
                            let sums = tile(left.add(LANES * k * i), right.add(LANES * k * j), [k, most], reduction);
                            for (s, row) in sums.iter().enumerate().take(m - i) {
                                for (t2, &x) in row.iter().enumerate().take(n - j) {
                                    let place = ((i + s) * n + j + t2) * stride + first + LANES * t;
                                    _mm512_storeu_si512(out.as_mut_ptr().add(place).cast(), x);
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Gathers tiles of `WIDTH` rows (of the left operand, or columns of the right one): index (t, block, k, row of the
    /// block). Words beyond the last row are not written; their sums are not used.
    ///
    /// SAFETY: AVX-512 F; entry (i, k) at i·steps\[0\] + k·steps\[1\], and tiles long enough for `vectors`.
    #[inline(always)]
    unsafe fn gather<const WIDTH: usize>(
        from: &[u64],
        stride: usize,
        first: usize,
        [rows, inner]: [usize; 2],
        steps: [usize; 2],
        vectors: usize,
        tiles: &mut [u64],
    ) {
        let size = LANES * inner * rows.next_multiple_of(WIDTH);
        for i in 0..rows {
            for k in 0..inner {
                // SAFETY: the caller's promise
                unsafe {
                    let from = from.as_ptr().add((i * steps[0] + k * steps[1]) * stride + first);
                    let to = tiles.as_mut_ptr().add(LANES * ((i / WIDTH * inner + k) * WIDTH + i % WIDTH));
                    for t in 0..vectors {
                        let x = _mm512_loadu_si512(from.add(LANES * t).cast());
                        _mm512_storeu_si512(to.add(size * t).cast(), x);
                    }
                }
            }
        }
    }

    /// One tile of the product, reduced after every `most` terms.
    ///
    /// SAFETY: AVX-512 IFMA; the tiles have `inner` slices.
    #[inline(always)]
    unsafe fn tile(
        a: *const u64,
        b: *const u64,
        [inner, most]: [usize; 2],
        reduction: Reduction,
    ) -> [[__m512i; COLUMNS]; ROWS] {
        // SAFETY: the caller's promise
        unsafe {
            let zero = _mm512_setzero_si512();
            let mut out = [[zero; COLUMNS]; ROWS];
            let mut start = 0;
            while start < inner {
                let end = inner.min(start + most);
                let (mut low, mut high) = ([[zero; COLUMNS]; ROWS], [[zero; COLUMNS]; ROWS]);
                for k in start..end {
                    let mut y = [zero; COLUMNS];
                    // no closures here: the functions they call would not be compiled for the features
                    for (j, y) in y.iter_mut().enumerate() {
                        *y = _mm512_loadu_si512(b.add(LANES * (k * COLUMNS + j)).cast());
                    }
                    for i in 0..ROWS {
                        let x = _mm512_loadu_si512(a.add(LANES * (k * ROWS + i)).cast());
                        for j in 0..COLUMNS {
                            low[i][j] = _mm512_madd52lo_epu64(low[i][j], x, y[j]);
                            high[i][j] = _mm512_madd52hi_epu64(high[i][j], x, y[j]);
                        }
                    }
                }
                for i in 0..ROWS {
                    for j in 0..COLUMNS {
                        let sum = reduction.reduced(low[i][j], high[i][j]);
                        out[i][j] = if start == 0 { sum } else { reduction.plus(out[i][j], sum) };
                    }
                }
                start = end;
            }
            out
        }
    }

    impl Reduction {
        /// SAFETY (here and below): AVX-512 IFMA.
        #[inline(always)]
        pub(in crate::kernels) unsafe fn new(p: u64) -> Self {
            // SAFETY: the caller's promise
            unsafe { Self::of_each(&[p; LANES]) }
        }

        /// The constants of a modulus for each lane.
        #[inline(always)]
        pub(in crate::kernels) unsafe fn of_each(moduli: &[u64; LANES]) -> Self {
            let (mut minus, mut inverses, mut quotients) = ([0; LANES], [0; LANES], [0; LANES]);
            for l in 0..LANES {
                let p = moduli[l];
                let mut inverse = p;
                // 3 correct bits at first, doubled by each step
                for _ in 0..5 {
                    inverse = inverse.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(inverse)));
                }
                (minus[l], inverses[l], quotients[l]) = ((1 << SHIFT) - p, inverse & MASK, (1 << SHIFT) / p);
            }
            // SAFETY: eight words each
            unsafe {
                Reduction {
                    p: _mm512_loadu_si512(moduli.as_ptr().cast()),
                    minus_p: _mm512_loadu_si512(minus.as_ptr().cast()),
                    inverse: _mm512_loadu_si512(inverses.as_ptr().cast()),
                    quotient: _mm512_loadu_si512(quotients.as_ptr().cast()),
                }
            }
        }

        /// (low + 2^52·high)/2^52 modulo p, in [0, p).
        #[inline(always)]
        pub(in crate::kernels) unsafe fn reduced(self, low: __m512i, high: __m512i) -> __m512i {
            // SAFETY: the caller's promise
            unsafe {
                let zero = _mm512_setzero_si512();
                let high = _mm512_add_epi64(high, _mm512_srli_epi64::<SHIFT>(low));
                // low − m·p is a multiple of 2^52, so that only its upper half matters
                let m = _mm512_madd52lo_epu64(zero, low, self.inverse);
                let taken = _mm512_madd52hi_epu64(zero, m, self.p);
                let x = _mm512_add_epi64(_mm512_sub_epi64(high, taken), self.p);
                let q = _mm512_madd52hi_epu64(zero, x, self.quotient);
                let x = _mm512_and_si512(_mm512_madd52lo_epu64(x, q, self.minus_p), _mm512_set1_epi64(MASK as i64));
                _mm512_min_epu64(x, _mm512_sub_epi64(x, self.p))
            }
        }

        /// x − y in [0, p).
        #[inline(always)]
        pub(in crate::kernels) unsafe fn minus(self, x: __m512i, y: __m512i) -> __m512i {
            // SAFETY: the caller's promise
            unsafe {
                let difference = _mm512_sub_epi64(x, y);
                _mm512_min_epu64(difference, _mm512_add_epi64(difference, self.p))
            }
        }

        /// x + y in [0, p).
        #[inline(always)]
        unsafe fn plus(self, x: __m512i, y: __m512i) -> __m512i {
            // SAFETY: the caller's promise
            unsafe {
                let sum = _mm512_add_epi64(x, y);
                _mm512_min_epu64(sum, _mm512_sub_epi64(sum, self.p))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::testing::noise;

    /// Largest residues, residues around half of p, and scattered ones.
    fn values(p: u64, kind: u64, len: usize) -> Vec<u64> {
        let value = |i: u64| match kind {
            0 => p - 1,
            1 => p / 2 + i % 2,
            _ => noise(i + kind) % p,
        };
        (0..len as u64).map(value).collect()
    }

    #[test]
    fn products_agree_with_the_definition() {
        let mut kernels = 0;
        for p in [3, 5, 97, (1 << 31) - 1, (1 << 48) - 59, (1 << 49) - 81, (1 << 50) - 27] {
            let p = Modulus::new(p).unwrap();
            let Some(kernel) = select(Isa::Avx512, p) else { continue };
            kernels += 1;
            for dims in [[1, 1, 1], [4, 3, 3], [5, 4, 7], [2, 300, 2], [3, 12, 4], [3, 13, 4], [9, 0, 2], [8, 56, 3]] {
                let [m, k, n] = dims;
                for (points, stride) in [(8, 8), (24, 29), (136, 144)] {
                    for kind in 0..3 {
                        let a = values(p.n(), kind, m * k * stride);
                        let b = values(p.n(), 2 * kind, k * n * stride);
                        let mut out = vec![!0; m * n * stride];
                        kernel.product(p, Layout::new(dims, points, stride), &a, &b, &mut out);
                        let shift = p.pow(p.reduce(2), SHIFT.into());
                        for (e, t) in (0..m * n).flat_map(|e| [0, 7, points - 1].map(|t| (e, t))) {
                            let sum = (0..k).fold(0u128, |sum, i| {
                                let x = a[(e / n * k + i) * stride + t];
                                let y = b[(i * n + e % n) * stride + t];
                                (sum + u128::from(x) * u128::from(y)) % u128::from(p.n())
                            });
                            let got = out[e * stride + t];
                            assert!(got < p.n() && u128::from(p.mul(got, shift)) == sum, "{dims:?} {} {kind}", p.n());
                        }
                        // the words between entries are not changed
                        assert!(stride == points || out[points] == !0);
                    }
                }
            }
        }
        assert_eq!(kernels > 0, cpu::host().supported >= Isa::Avx512);
        assert!(select(Isa::Avx512, Modulus::new(98).unwrap()).is_none());
        assert!(select(Isa::Avx512, Modulus::new((1 << 50) + 55).unwrap()).is_none());
        assert!(select(Isa::Avx2, Modulus::new(97).unwrap()).is_none());
    }

    #[test]
    fn sums_stay_in_their_range() {
        for bits in 2..=MAX_BITS {
            let p = (1u64 << bits) - 1;
            let terms = MatrixKernel::most_terms(p) as u128;
            assert!((12..=1 << 12).contains(&terms), "{bits} bits");
            let square = u128::from(p - 1) * u128::from(p - 1);
            let (high, low) = (square >> SHIFT, square & ((1 << SHIFT) - 1));
            assert!(terms * low < 1 << 64 && terms * ((1 << SHIFT) - 1) < 1 << 64);
            assert!(terms * high + terms + u128::from(p) <= 1 << SHIFT, "{bits} bits");
        }
    }
}
