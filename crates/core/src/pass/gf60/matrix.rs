//! Products of matrices of images: at each point a product of matrices of elements.
//!
//! Points are taken in pieces of a few vectors. A piece of the operands is copied first, so that the vectors of a sum
//! follow each other: images usually begin at the same offset in a page, and their vectors would fall into a few sets
//! of a cache. Then two rows by two columns of the result are summed in registers, as products that are not reduced:
//! two loads for two multiplications by one pair of elements each, and one reduction for each entry.
//!
//! Cost: 2·m·k·n carry-less instructions for a vector of points, and each image read once from memory.

use super::field::Field;
use crate::{lengths::product, simd::prefetch_second};

/// Matrices whose entries are images of equal lengths: m×k, k×n, and their product, row by row.
pub(super) struct Matrices<'a, 'b> {
    /// m, k and n.
    pub dims: [usize; 3],
    pub left: &'a [&'a [u64]],
    pub right: &'a [&'a [u64]],
    pub out: &'a mut [&'b mut [u64]],
    /// Room for [`piece_len`](Self::piece_len) words.
    pub work: &'a mut [u64],
}

/// Number of bytes of the L2 cache that a piece of the operands may take.
const PIECE_BYTES: usize = 1 << 20;
/// Largest and least number of words of a piece of an image.
const PIECE: [usize; 2] = [64, 8];

impl Matrices<'_, '_> {
    /// Number of words of a piece of one image, in whole cache lines, and of the pieces of all operands.
    pub fn piece_len([m, inner, n]: [usize; 3]) -> [usize; 2] {
        let sides = m.saturating_add(n);
        let entries = product([sides, inner]);
        let piece = (PIECE_BYTES / 8 / entries.max(1)).clamp(PIECE[1], PIECE[0]) / PIECE[1] * PIECE[1];
        [piece, product([piece, entries])]
    }
}

/// A piece of both operands, from one word of each image on: vector v of the entries of row i follow each other, for v = 0, 1, …, and so do
/// those of the entries of column j of the right operand.
#[derive(Clone, Copy)]
struct Piece<'a, R> {
    left: &'a [R],
    right: &'a [R],
    /// Number of entries of a row and of a column.
    inner: usize,
    /// Number of vectors of an image.
    vectors: usize,
    /// The first word.
    from: usize,
}

/// out = left·right for the first words of all images, in whole vectors.
#[inline(always)]
pub(super) fn multiply<F: Field>(f: F, matrices: Matrices<'_, '_>, len: usize) {
    let [each, _] = Matrices::piece_len(matrices.dims);
    let Matrices { dims: [m, inner, n], left, right, out, work } = matrices;
    let work = F::rows_mut(work).0;
    for from in (0..len).step_by(each) {
        let vectors = each.min(len - from) / F::LANES;
        let (rows, columns) = work.split_at_mut(m * inner * vectors);
        for i in 0..m {
            copy(f, &left[i * inner..(i + 1) * inner], 1, from, &mut rows[i * inner * vectors..][..inner * vectors]);
        }
        for j in 0..n.min(right.len()) {
            copy(f, &right[j..], n, from, &mut columns[j * inner * vectors..][..inner * vectors]);
        }
        let piece = Piece { left: rows, right: columns, inner, vectors, from };
        for i in (0..m).step_by(2) {
            for j in (0..n).step_by(2) {
                match (m - i, n - j) {
                    (1, 1) => cell::<F, 1, 1>(f, piece, [i, j], (out, n)),
                    (1, _) => cell::<F, 1, 2>(f, piece, [i, j], (out, n)),
                    (_, 1) => cell::<F, 2, 1>(f, piece, [i, j], (out, n)),
                    _ => cell::<F, 2, 2>(f, piece, [i, j], (out, n)),
                }
            }
        }
    }
}

/// Copies words from `from` on of every `step`-th image: the first vector of all, the second of all, and so on.
#[inline(always)]
fn copy<F: Field>(f: F, images: &[&[u64]], step: usize, from: usize, to: &mut [F::Row]) {
    // number of images that are prefetched before they are copied
    const AHEAD: usize = 8;
    let count = images.len().div_ceil(step);
    let vectors = to.len() / count.max(1);
    for k in 0..count {
        let image = F::rows(&images[k * step][from..]).0;
        if let Some(ahead) = images.get((k + AHEAD) * step) {
            for line in (0..vectors * F::LANES).step_by(8) {
                prefetch_second(ahead, from + line);
            }
        }
        for (v, x) in image[..vectors].iter().enumerate() {
            f.write(&mut to[v * count + k], f.read(x));
        }
    }
}

/// Computes R rows from i on and C columns from j on of the product, which has n columns.
#[inline(always)]
fn cell<F: Field, const R: usize, const C: usize>(
    f: F,
    piece: Piece<'_, F::Row>,
    [i, j]: [usize; 2],
    (out, n): (&mut [&mut [u64]], usize),
) {
    let Piece { left, right, inner, vectors, from } = piece;
    for v in 0..vectors {
        let mut sums = [[f.no_product(); C]; R];
        let (mut rows, mut columns) = ([left; R], [right; C]);
        for r in 0..R {
            rows[r] = &left[((i + r) * vectors + v) * inner..][..inner];
        }
        for c in 0..C {
            columns[c] = &right[((j + c) * vectors + v) * inner..][..inner];
        }
        for k in 0..inner {
            let (mut x, mut y) = ([f.splat(0); R], [f.splat(0); C]);
            for r in 0..R {
                x[r] = f.read(&rows[r][k]);
            }
            for c in 0..C {
                y[c] = f.read(&columns[c][k]);
            }
            for r in 0..R {
                for c in 0..C {
                    sums[r][c] = f.add_products(sums[r][c], f.times_wide(x[r], y[c]));
                }
            }
        }
        for r in 0..R {
            for c in 0..C {
                let to = F::row_mut(&mut out[(i + r) * n + j + c][from + v * F::LANES..]);
                f.write(to, f.reduced_wide(sums[r][c]));
            }
        }
    }
}
