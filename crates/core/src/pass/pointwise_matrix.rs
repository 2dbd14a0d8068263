//! Products of small matrices at many points at once: a lane is a point, a vector one entry at as many points as there are lanes.
//!
//! Operands are stored entry by entry, each with its values at all points. Some points at a time are gathered into tiles of a few rows of the left
//! operand and columns of the right one; products are summed over the inner index in registers, and a sum is reduced once (Montgomery 1985).
//!
//! Cost: two multiplications for a vector of products, four more a result. Ranges: docs/notes/007-matrices-at-points.md.

use crate::simd::inlined::{Walked, Zipped};
use crate::{
    arith::Modulus,
    cpu::Target,
    lengths::product,
    registry::{self, Kernel, Moduli},
    residue::{Residues, ifma::Ifma50},
    simd::{self, Simd},
};

/// Largest number of bits of p.
pub const MAX_BITS: u32 = 50;
/// log2 of the power of two that divides results.
pub const SHIFT: u32 = 52;
/// Number of points of which a layout's number of points is a multiple.
pub const LANES: usize = 8;
/// Numbers of rows and columns of the largest tile.
const TILE: [usize; 2] = [4, 3];
/// Number of words of gathered operands: they fit in the L3 cache. Fewer would fit in L2, but reading one cache line for each entry costs more (64
/// rows, 512 values: 22 against 18.7 ms).
const GATHERED: usize = 1 << 18;

/// Products of matrices at points, for a range of primes.
pub type MatrixKernel = Kernel<Loops>;

registry::loops! {
    /// The loops of a [`MatrixKernel`].
    #[derive(Clone, Copy)]
    pub struct Loops[S: Simd, R: Residues<S>] {
        product(task: &Task<'_>, out: &mut [u64], tiles: &mut [u64]) = by_any_tiles::<S, R>;
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
    /// The layout for `dims` = [m, k, n], `points` values of an entry, a multiple of [`LANES`], and `stride` words from one entry to the next.
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
        let tiles = product([k, lines, gathered(dims, points)]);
        Layout { dims, points, stride, words, tiles }
    }
}

/// Number of points that are gathered at a time, so that whole runs of cache lines are read.
fn gathered([m, k, n]: [usize; 3], points: usize) -> usize {
    let each = LANES.saturating_mul(k).saturating_mul(m.saturating_add(n));
    LANES * (GATHERED / each.max(1)).clamp(1, 8).min(points / LANES)
}

/// Operands of one product.
pub(crate) struct Task<'a> {
    p: Modulus,
    layout: Layout,
    a: &'a [u64],
    b: &'a [u64],
}

/// The kernel for p that needs no more than the extensions of `target`, if there is one.
#[must_use]
pub fn select(target: Target, p: Modulus) -> Option<&'static MatrixKernel> {
    registry::select(KERNELS, target, p)
}

const fn kernel<S: Simd, R: Residues<S>>(name: &'static str) -> MatrixKernel {
    const { assert!(R::MAX_BITS == MAX_BITS && R::SHIFT == SHIFT && LANES.is_multiple_of(S::LANES)) };
    Kernel { name, needs: S::NEEDS, moduli: Moduli::Odd(R::MAX_BITS), loops: Loops::of::<S, R>() }
}

registry::kernels! {
    KERNELS: MatrixKernel;
    x86:
    kernel::<simd::Avx512Ifma, Ifma50<_>>("ifma"),
    kernel::<simd::AvxIfma, Ifma50<_>>("ifma-avx");
}

impl MatrixKernel {
    /// out = a·b/2^[`SHIFT`] at every point, in [0, p) like the operands; `out` is an m×n matrix of the same layout.
    ///
    /// # Panics
    /// If the slices are shorter than the layout's matrices, or the kernel does not take p.
    pub fn product(&self, p: Modulus, layout: Layout, a: &[u64], b: &[u64], out: &mut [u64]) {
        self.check(p);
        let [left, right, result] = layout.words;
        assert!(a.len() >= left && b.len() >= right && out.len() >= result, "words of matrices at points");
        if result == 0 || layout.points == 0 {
            return;
        }
        let mut tiles = vec![0; layout.tiles];
        (self.loops.product)(&Task { p, layout, a, b }, out, &mut tiles);
    }
}

/// The product by the largest tiles for which there are registers.
#[inline(always)]
fn by_any_tiles<S: Simd, R: Residues<S>>(s: S, task: &Task<'_>, out: &mut [u64], tiles: &mut [u64]) {
    // two halves of each sum, and an operand's vectors, fit in registers
    if S::REGISTERS >= 32 {
        by_tiles::<S, R, { TILE[0] }, { TILE[1] }>(s, task, out, tiles);
    } else {
        by_tiles::<S, R, 2, 2>(s, task, out, tiles);
    }
}

/// The product by tiles of `ROWS` rows and `COLS` columns.
#[inline(always)]
fn by_tiles<S: Simd, R: Residues<S>, const ROWS: usize, const COLS: usize>(
    s: S,
    task: &Task<'_>,
    out: &mut [u64],
    tiles: &mut [u64],
) {
    let Layout { dims: [m, k, n], points, stride, .. } = task.layout;
    let vectors = gathered(task.layout.dims, points) / S::LANES;
    let sizes = [k * m.next_multiple_of(ROWS), k * n.next_multiple_of(COLS)];
    let (left, right) = S::rows_mut(tiles).0.split_at_mut(sizes[0] * vectors);
    let (r, most) = (R::new(s, task.p.n()), R::most_terms(task.p.n()));
    for first in (0..points).step_by(S::LANES * vectors) {
        let vectors = vectors.min((points - first) / S::LANES);
        gather::<S, ROWS>(task.a, [first, stride], [m, k], [k, 1], vectors, left);
        gather::<S, COLS>(task.b, [first, stride], [n, k], [1, n], vectors, right);
        for t in 0..vectors {
            let (left, right) = (&left[sizes[0] * t..], &right[sizes[1] * t..]);
            for j in (0..n).step_by(COLS) {
                for i in (0..m).step_by(ROWS) {
                    let sums =
                        tile::<S, R, ROWS, COLS>(r, &left[k * i..][..k * ROWS], &right[k * j..][..k * COLS], most);
                    for (i, row) in (i..m).zipped(&sums) {
                        for (j, &sum) in (j..n).zipped(row) {
                            r.store(S::row_mut(&mut out[(i * n + j) * stride + first + S::LANES * t..]), sum);
                        }
                    }
                }
            }
        }
    }
}

/// Gathers tiles of `WIDTH` rows (of the left operand, or columns of the right one), for some vectors of points: index (vector, block, k, row of the
/// block). Rows beyond the last one are not written; their sums are not used.
#[inline(always)]
fn gather<S: Simd, const WIDTH: usize>(
    from: &[u64],
    [first, stride]: [usize; 2],
    [rows, inner]: [usize; 2],
    steps: [usize; 2],
    vectors: usize,
    tiles: &mut [S::Row],
) {
    let size = inner * rows.next_multiple_of(WIDTH);
    for i in 0..rows {
        for k in 0..inner {
            let from = &from[(i * steps[0] + k * steps[1]) * stride + first..][..S::LANES * vectors];
            let to = &mut tiles[(i / WIDTH * inner + k) * WIDTH + i % WIDTH..];
            for (to, from) in to.iter_mut().step_by(size).zipped(S::rows(from).0) {
                *to = *from;
            }
        }
    }
}

/// One tile of the product, reduced after every `most` terms.
#[inline(always)]
fn tile<S: Simd, R: Residues<S>, const ROWS: usize, const COLS: usize>(
    r: R,
    a: &[S::Row],
    b: &[S::Row],
    most: usize,
) -> [[R::V; COLS]; ROWS] {
    let mut out = [[r.zero(); COLS]; ROWS];
    let parts = a.chunks(ROWS.saturating_mul(most)).zipped(b.chunks(COLS.saturating_mul(most)));
    for (part, (a, b)) in parts.enumerate() {
        let mut sums = [[r.empty(); COLS]; ROWS];
        for (a, b) in a.chunks_exact(ROWS).zipped(b.chunks_exact(COLS)) {
            let mut y = [r.zero(); COLS];
            for (y, b) in y.walk_mut().zipped(b) {
                *y = r.load(b);
            }
            for (row, a) in sums.walk_mut().zipped(a) {
                let x = r.load(a);
                for (sum, &y) in row.walk_mut().zipped(&y) {
                    *sum = r.add_product(*sum, x, y);
                }
            }
        }
        for (row, sums) in out.walk_mut().zipped(sums) {
            for (out, sum) in row.walk_mut().zipped(sums) {
                let value = r.value(sum);
                *out = if part == 0 { value } else { r.add(*out, value) };
            }
        }
    }
    out
}
