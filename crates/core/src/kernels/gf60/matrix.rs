//! Products of matrices of images: at each point a product of matrices of elements.
//!
//! Points are taken in pieces of a few vectors. A piece of the operands is copied first, so that the vectors of a sum
//! follow each other: images usually begin at the same offset in a page, and their vectors would fall into a few sets
//! of a cache. Then two rows by two columns of the result are summed in registers, as products that are not reduced:
//! two loads for two multiplications by one pair of elements each, and one reduction for each entry.
//!
//! Cost: 2·m·k·n carry-less instructions for a vector of points, and each image read once from memory.

use super::field::Field;
use crate::kernels::lengths::product;

/// Matrices whose entries are images, given by pointers to their first words: m×k, k×n, and their product, row by row.
#[derive(Clone, Copy)]
pub(super) struct Matrices<'a> {
    /// m, k and n.
    pub dims: [usize; 3],
    pub left: &'a [*const u64],
    pub right: &'a [*const u64],
    pub out: &'a [*mut u64],
    /// Room for [`piece_len`](Self::piece_len) words.
    pub work: *mut u64,
}

/// Number of bytes of the L2 cache that a piece of the operands may take.
const PIECE_BYTES: usize = 1 << 20;
/// Largest and least number of words of a piece of an image.
const PIECE: [usize; 2] = [64, 8];

impl Matrices<'_> {
    /// Number of words of a piece of one image, in whole cache lines, and of the pieces of all operands.
    pub fn piece_len([m, inner, n]: [usize; 3]) -> [usize; 2] {
        let sides = m.saturating_add(n);
        let entries = product([sides, inner]);
        let piece = (PIECE_BYTES / 8 / entries.max(1)).clamp(PIECE[1], PIECE[0]) / PIECE[1] * PIECE[1];
        [piece, product([piece, entries])]
    }
}

/// A piece of both operands, `len` words of each image: vector v of the entries of row i follow each other, for v = 0,
/// 1, …, and so do those of the entries of column j of the right operand.
#[derive(Clone, Copy)]
struct Piece {
    left: *mut u64,
    right: *mut u64,
    /// Number of words of a row and of a column.
    line: usize,
    len: usize,
}

/// out = left·right for the first `len` words of all images, in whole vectors.
#[inline(always)]
pub(super) unsafe fn multiply_matrix<F: Field>(matrices: &Matrices<'_>, len: usize) {
    let Matrices { dims: [m, inner, n], left, right, work, .. } = *matrices;
    let [each, _] = Matrices::piece_len(matrices.dims);
    for from in (0..len).step_by(each) {
        let here = each.min(len - from);
        // SAFETY: the caller's images, and room for a piece of each
        unsafe {
            let piece = Piece { left: work, right: work.add(m * inner * here), line: inner * here, len: here };
            for i in 0..m {
                copy::<F>(&left[i * inner..(i + 1) * inner], 1, from, piece.left.add(i * piece.line), piece.len);
            }
            for j in 0..n.min(right.len()) {
                copy::<F>(&right[j..], n, from, piece.right.add(j * piece.line), piece.len);
            }
            for i in (0..m).step_by(2) {
                for j in (0..n).step_by(2) {
                    match (m - i, n - j) {
                        (1, 1) => cell::<F, 1, 1>(matrices, piece, [i, j], from),
                        (1, _) => cell::<F, 1, 2>(matrices, piece, [i, j], from),
                        (_, 1) => cell::<F, 2, 1>(matrices, piece, [i, j], from),
                        _ => cell::<F, 2, 2>(matrices, piece, [i, j], from),
                    }
                }
            }
        }
    }
}

/// Copies `len` words from `from` on of every `step`-th image: the first vector of all, the second of all, and so on.
#[inline(always)]
unsafe fn copy<F: Field>(images: &[*const u64], step: usize, from: usize, to: *mut u64, len: usize) {
    // number of images that are prefetched before they are copied
    const AHEAD: usize = 8;
    let count = images.len().div_ceil(step);
    for k in 0..count {
        // SAFETY: the caller's images and room; any address may be asked for
        unsafe {
            let image = images[k * step].add(from);
            if let Some(ahead) = images.get((k + AHEAD) * step) {
                let mut line = 0;
                while line < len {
                    F::prefetch(ahead.wrapping_add(from + line));
                    line += 8;
                }
            }
            let mut v = 0;
            while v < len {
                F::store(to.add(v * count + k * F::LANES), F::load(image.add(v)));
                v += F::LANES;
            }
        }
    }
}

/// Computes R rows from i on and C columns from j on of the product.
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "iterators of arrays are calls, which lose the vectors' instructions")]
unsafe fn cell<F: Field, const R: usize, const C: usize>(
    matrices: &Matrices<'_>,
    piece: Piece,
    [i, j]: [usize; 2],
    from: usize,
) {
    let [_, inner, n] = matrices.dims;
    // SAFETY: the piece has these rows and columns, the results these words
    unsafe {
        let (left, right) = (piece.left.add(i * piece.line), piece.right.add(j * piece.line));
        let mut v = 0;
        while v < piece.len {
            let mut sums = [[F::no_product(); C]; R];
            let (mut x, mut y) = ([F::splat(0); R], [F::splat(0); C]);
            let end = (v + F::LANES) * inner;
            let mut at = v * inner;
            while at < end {
                for r in 0..R {
                    x[r] = F::load(left.add(r * piece.line + at));
                }
                for c in 0..C {
                    y[c] = F::load(right.add(c * piece.line + at));
                }
                for r in 0..R {
                    for c in 0..C {
                        sums[r][c] = F::add_products(sums[r][c], F::wide_product(x[r], y[c]));
                    }
                }
                at += F::LANES;
            }
            for r in 0..R {
                for c in 0..C {
                    F::store(matrices.out[(i + r) * n + j + c].add(from + v), F::reduced_wide(sums[r][c]));
                }
            }
            v += F::LANES;
        }
    }
}
