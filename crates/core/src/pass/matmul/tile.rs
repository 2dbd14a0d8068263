//! The loops of a product: panels and tiles, generic over the arithmetic of sums of products.

use super::{
    Elimination, Gather, Loops, MatKernel, MatProduct, Output, REDUCED, Reduction, Rows, SMALL, Unpacked, eliminate,
};
use crate::simd::inlined::{self, CopyFrom, Walked, Zipped};
use crate::{
    Result,
    arith::Modulus,
    lengths::product,
    registry::{Kernel, Moduli},
    simd::{Row, Vectors, run},
};
use std::{
    fmt::{self, Debug},
    marker::PhantomData,
};

/// Largest number of lanes of a vector.
pub(super) const MOST_LANES: usize = 8;
/// Number of terms of a sum between reductions, and of rows of a packed block of the right operand.
pub const TERMS: usize = 1024;
/// Number of rows of the left operand packed at a time: with `TERMS` columns 768 KiB, of which a tile's rows stay in
/// the L1 cache.
const BLOCK_ROWS: usize = 96;

/// Sums of products modulo one n, a vector of them at a time.
pub(super) trait Sums<S: Vectors>: Copy + Debug + Send + Sync + 'static {
    /// Largest n.
    const MOST: u64;
    /// Whether packed entries are the entries themselves.
    const PLAIN: bool;
    /// An entry of the left operand, in every lane.
    type Left: Copy;
    /// Entries of the right operand.
    type Right: Copy;
    /// Sums of up to [`period`](Self::period) products since the last [`fold`](Self::fold), and of `TERMS` in all.
    type Sum: Copy;

    fn new(n: Modulus) -> Self;
    fn modulus(self) -> Modulus;
    /// The packed form of an entry.
    #[inline(always)]
    fn packed(self, x: u64) -> u64 {
        x
    }
    /// Largest number of products of a sum before it must be folded.
    fn period(self) -> usize;
    fn left(self, s: S, x: u64) -> Self::Left;
    /// Entries of the left operand, one for each lane.
    fn lefts(self, s: S, x: &S::Row) -> Self::Left;
    fn right(self, s: S, x: &S::Row) -> Self::Right;
    /// The entries of a slice shorter than a vector, zeros in the other lanes.
    #[inline(always)]
    fn right_part(self, s: S, x: &[u64]) -> Self::Right {
        let mut row = S::Row::ZERO;
        row.as_mut()[..x.len()].copy_from(x);
        self.right(s, &row)
    }
    fn zero(self, s: S) -> Self::Sum;
    fn add_product(self, s: S, sum: Self::Sum, x: Self::Left, y: Self::Right) -> Self::Sum;
    fn fold(self, s: S, sum: Self::Sum) -> Self::Sum;
    /// Writes the folded sums, reduced to [0, n).
    fn reduce(self, s: S, sum: Self::Sum, out: &mut S::Row);
}

/// A product by tiles of R rows and C vectors of columns.
pub(super) struct Tiled<S, A, const R: usize, const C: usize> {
    name: &'static str,
    sums: A,
    set: PhantomData<S>,
}

impl<S, A, const R: usize, const C: usize> Debug for Tiled<S, A, R, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The kernel of an arithmetic on an instruction set, with tiles of R rows and C vectors.
pub(super) const fn kernel<S: Vectors, A: Sums<S>, const R: usize, const C: usize>(name: &'static str) -> MatKernel {
    const { assert!(S::LANES <= MOST_LANES && MOST_LANES.is_multiple_of(S::LANES) && C <= 4) }
    let loops = Loops {
        tile: (R, C * S::LANES),
        unpacked: if A::PLAIN { Some(unpacked::<S, A, R, C>) } else { None },
        parts: |_| 1,
        build: |name, n| Box::new(Tiled::<S, A, R, C> { name, sums: A::new(n), set: PhantomData }),
    };
    Kernel { name, needs: S::NEEDS, moduli: Moduli::Within(0, A::MOST), loops }
}

/// Its operations on operands that are not packed.
pub(super) fn unpacked<S: Vectors, A: Sums<S>, const R: usize, const C: usize>(
    name: &'static str,
    n: Modulus,
) -> Box<dyn Unpacked> {
    Box::new(Tiled::<S, A, R, C> { name, sums: A::new(n), set: PhantomData })
}

impl<S: Vectors, A: Sums<S>, const R: usize, const C: usize> Tiled<S, A, R, C> {
    const PANEL: usize = C * S::LANES;
}

impl<S: Vectors, A: Sums<S>, const R: usize, const C: usize> MatProduct for Tiled<S, A, R, C> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn packed_len(&self, rows: usize, cols: usize) -> usize {
        product([rows, cols.div_ceil(Self::PANEL), Self::PANEL])
    }

    fn pack_checked(&self, b: Rows<'_>, out: &mut [u64]) {
        let panels = b.cols.div_ceil(Self::PANEL);
        for first in (0..b.rows).step_by(TERMS) {
            let terms = TERMS.min(b.rows - first);
            let block = &mut out[first * panels * Self::PANEL..][..terms * panels * Self::PANEL];
            for (q, panel) in block.chunks_exact_mut(terms * Self::PANEL).enumerate() {
                let columns = q * Self::PANEL..b.cols.min((q + 1) * Self::PANEL);
                for (t, packed) in panel.chunks_exact_mut(Self::PANEL).enumerate() {
                    let row = &b.row(first + t)[columns.clone()];
                    packed.walk_mut().zipped(row).for_each(|(out, &x)| *out = self.sums.packed(x));
                    packed[row.len()..].fill(0);
                }
            }
        }
    }

    fn scratch_len(&self, rows: usize) -> usize {
        BLOCK_ROWS.next_multiple_of(R) * rows.min(TERMS)
    }

    fn multiply_checked(&self, a: Rows<'_>, packed: &[u64], mut out: Output<'_>, scratch: &mut [u64]) {
        run!(S::get(), by_blocks::<S, A, R, C>, sums = self.sums, a, packed, out = &mut out, scratch);
    }

    fn unpacked(&self) -> Option<&dyn Unpacked> {
        A::PLAIN.then_some(self)
    }
}

impl<S: Vectors, A: Sums<S>, const R: usize, const C: usize> Unpacked for Tiled<S, A, R, C> {
    fn multiply_rows(&self, a: Rows<'_>, b: Rows<'_>, mut out: Output<'_>) {
        assert!(a.cols == b.rows && b.cols == out.cols, "the shape of a product");
        out.check(a.rows, a.cols);
        run!(S::get(), multiply_rows::<S, A, R, C>, sums = self.sums, a, b, out = &mut out);
    }

    fn combine(&self, out: &mut [u64], c: &[u64], x: Rows<'_>, how: Gather) {
        assert!(x.rows == c.len() && x.cols == out.len(), "the shape of a combination");
        combine_called(S::get(), self.sums, out, c, x, how);
    }

    fn eliminate(&self, words: &mut [u64], shape: [usize; 3], prime: bool) -> Result<Elimination> {
        assert!(eliminate::fits(words, shape), "the words of a panel");
        run!(S::get(), eliminate::panel::<S, A>, sums = self.sums, words, shape, prime)
    }

    fn determinant(&self, a: Rows<'_>, prime: bool) -> Result<u64> {
        assert!(a.rows == a.cols && a.rows <= SMALL, "the shape of a small matrix");
        run!(S::get(), eliminate::determinant::<S, A>, sums = self.sums, a, prime)
    }

    fn reduce(&self, words: &mut [u64], shape: [usize; 3], prime: bool) -> Result<Reduction> {
        assert!(
            eliminate::fits(words, shape) && shape[0] <= SMALL && shape[2] <= REDUCED,
            "the words of a small matrix"
        );
        run!(S::get(), eliminate::reduce::<S, A>, sums = self.sums, words, shape, prime)
    }

    fn lanes(&self) -> usize {
        S::LANES
    }
}

/// The whole product, `TERMS` of its terms at a time.
#[inline(always)]
fn by_blocks<S: Vectors, A: Sums<S>, const R: usize, const C: usize>(
    s: S,
    sums: A,
    a: Rows<'_>,
    packed: &[u64],
    out: &mut Output<'_>,
    scratch: &mut [u64],
) {
    let (panel, mut how) = (C * S::LANES, out.how);
    let panels = out.cols.div_ceil(panel);
    let mut tile_sums = [[sums.zero(s); C]; R];
    for first in (0..a.cols).step_by(TERMS) {
        let terms = TERMS.min(a.cols - first);
        let block = &packed[first * panels * panel..][..terms * panels * panel];
        for top in (0..a.rows).step_by(BLOCK_ROWS) {
            let rows = BLOCK_ROWS.min(a.rows - top);
            pack_left::<S, A, R>(sums, a, top..top + rows, first..first + terms, scratch);
            for (q, right) in block.chunks_exact(terms * panel).enumerate() {
                for group in 0..rows.div_ceil(R) {
                    let left = &scratch[group * R * terms..][..R * terms];
                    tile::<S, A, R, C>(s, sums, left, right, &mut tile_sums);
                    let count = R.min(rows - group * R);
                    for (row, i) in tile_sums[..count].walk().zipped(top + group * R..) {
                        let at = i * out.stride + q * panel;
                        let width = panel.min(out.cols - q * panel);
                        finish::<S, A, C>(s, sums, row, &mut out.words[at..at + width], how);
                    }
                }
            }
        }
        if how == Gather::Set {
            how = Gather::Add;
        }
    }
}

/// Packs rows and columns of the left operand, R entries of a column next to each other.
#[inline(always)]
fn pack_left<S: Vectors, A: Sums<S>, const R: usize>(
    sums: A,
    a: Rows<'_>,
    rows: std::ops::Range<usize>,
    columns: std::ops::Range<usize>,
    out: &mut [u64],
) {
    let terms = columns.len();
    for (group, first) in rows.clone().step_by(R).enumerate() {
        let out = &mut out[group * R * terms..][..R * terms];
        // in place of missing rows any row: their sums are not used
        let row = |i: usize| &a.row((first + i).min(rows.end - 1))[columns.clone()];
        let from: [&[u64]; R] = inlined::from_fn(row);
        for (t, out) in out.as_chunks_mut::<R>().0.iter_mut().enumerate() {
            *out = inlined::from_fn(|i| sums.packed(from[i][t]));
        }
    }
}

/// Writes the sums of a tile: of each term, `a` holds R words and `b` C vectors.
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "of loops with constant bounds all sums stay in registers")]
fn tile<S: Vectors, A: Sums<S>, const R: usize, const C: usize>(
    s: S,
    of: A,
    a: &[u64],
    b: &[u64],
    out: &mut [[A::Sum; C]; R],
) {
    let mut sums = [[of.zero(s); C]; R];
    let (a, b, period) = (a.as_chunks::<R>().0, S::rows(b).0.as_chunks::<C>().0, of.period());
    for (a, b) in a.chunks(period).zipped(b.chunks(period)) {
        for (x, rows) in a.walk().zipped(b) {
            let mut y = [of.right(s, &rows[0]); C];
            for j in 1..C {
                y[j] = of.right(s, &rows[j]);
            }
            for i in 0..R {
                let x = of.left(s, x[i]);
                for j in 0..C {
                    sums[i][j] = of.add_product(s, sums[i][j], x, y[j]);
                }
            }
        }
        for i in 0..R {
            for j in 0..C {
                sums[i][j] = of.fold(s, sums[i][j]);
            }
        }
    }
    // an array indexed by a variable is stored in memory: copies, so that the sums themselves stay in registers
    for i in 0..R {
        for j in 0..C {
            out[i][j] = sums[i][j];
        }
    }
}

/// Writes a row of a tile to its place.
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "as above")]
fn finish<S: Vectors, A: Sums<S>, const C: usize>(s: S, of: A, sums: &[A::Sum; C], out: &mut [u64], how: Gather) {
    let mut rows = [S::Row::ZERO; C];
    for j in 0..C {
        of.reduce(s, sums[j], &mut rows[j]);
    }
    let n = of.modulus();
    let (whole, rest) = S::rows_mut(out);
    // with lengths known at compile time these become vectors: of a loop of unknown length over vectors the compiler makes gathers and scatters
    for j in 0..C {
        if let Some(out) = whole.get_mut(j) {
            gather(n, out.as_mut(), rows[j].as_ref(), how);
        }
    }
    if let Some(row) = rows.get(whole.len()) {
        gather(n, rest, &row.as_ref()[..rest.len()], how);
    }
}

#[inline(always)]
fn gather(n: Modulus, out: &mut [u64], row: &[u64], how: Gather) {
    match how {
        Gather::Set => out.copy_from(row),
        Gather::Add => out.walk_mut().zipped(row).for_each(|(out, &x)| *out = n.add(*out, x)),
        Gather::Sub => out.walk_mut().zipped(row).for_each(|(out, &x)| *out = n.sub(*out, x)),
    }
}

/// Writes a·b to the rows of `out`, without packing: tiles of R rows and up to C ≤ 4 vectors of columns.
#[inline(always)]
fn multiply_rows<S: Vectors, A: Sums<S>, const R: usize, const C: usize>(
    s: S,
    of: A,
    a: Rows<'_>,
    b: Rows<'_>,
    out: &mut Output<'_>,
) {
    const { assert!(C <= 4) };
    for first in (0..a.rows).step_by(R) {
        let mut at = 0;
        while at < out.cols {
            let vectors = (out.cols - at).div_ceil(S::LANES).min(C);
            match vectors {
                1 => columns::<S, A, R, 1>(s, of, a, b, out, [first, at]),
                2 if C > 1 => columns::<S, A, R, 2>(s, of, a, b, out, [first, at]),
                3 if C > 2 => columns::<S, A, R, 3>(s, of, a, b, out, [first, at]),
                _ if C > 3 => columns::<S, A, R, 4>(s, of, a, b, out, [first, at]),
                _ => {}
            }
            at += vectors * S::LANES;
        }
    }
}

/// C vectors of the right operand, the first `width` of these words; the last vector may be cut.
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "as above")]
fn right_vectors<S: Vectors, A: Sums<S>, const C: usize>(s: S, of: A, words: &[u64], width: usize) -> [A::Right; C] {
    // one comparison of lengths for all vectors, where none is cut
    if width == C * S::LANES {
        let rows = S::rows(&words[..C * S::LANES]).0;
        let mut y = [of.right(s, &rows[0]); C];
        for j in 1..C {
            y[j] = of.right(s, &rows[j]);
        }
        return y;
    }
    let (whole, last) = words[..width].split_at((C - 1) * S::LANES);
    let mut y = [of.right_part(s, last); C];
    for j in 0..C - 1 {
        y[j] = of.right(s, &S::rows(whole).0[j]);
    }
    y
}

/// The same for up to R rows from the first on, and C vectors of columns from `at` on, the last of which may be cut.
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "of loops with constant bounds all sums stay in registers")]
fn columns<S: Vectors, A: Sums<S>, const R: usize, const C: usize>(
    s: S,
    of: A,
    a: Rows<'_>,
    b: Rows<'_>,
    out: &mut Output<'_>,
    [first, at]: [usize; 2],
) {
    let (rows, width) = (R.min(a.rows - first), (C * S::LANES).min(out.cols - at));
    // in place of missing rows any row: their sums are not used
    let row: [&[u64]; R] = inlined::from_fn(|i| a.row(first + i.min(rows - 1)));
    let mut how = out.how;
    for start in (0..a.cols).step_by(TERMS) {
        let end = a.cols.min(start + TERMS);
        let mut sums = [[of.zero(s); C]; R];
        let mut t = start;
        while t < end {
            let fold = end.min(t + of.period());
            while t < fold {
                let y = right_vectors::<S, A, C>(s, of, &b.words[t * b.stride + at..], width);
                for i in 0..R {
                    let x = of.left(s, row[i][t]);
                    for j in 0..C {
                        sums[i][j] = of.add_product(s, sums[i][j], x, y[j]);
                    }
                }
                t += 1;
            }
            for i in 0..R {
                for j in 0..C {
                    sums[i][j] = of.fold(s, sums[i][j]);
                }
            }
        }
        // copies, as above
        let mut copies = [[of.zero(s); C]; R];
        for i in 0..R {
            for j in 0..C {
                copies[i][j] = sums[i][j];
            }
        }
        for (i, sums) in copies.iter().enumerate().take(rows) {
            let at = (first + i) * out.stride + at;
            finish::<S, A, C>(s, of, sums, &mut out.words[at..at + width], how);
        }
        if how == Gather::Set {
            how = Gather::Add;
        }
    }
}

/// [`combine`], compiled once for combinations and eliminations.
#[inline(never)]
pub(super) fn combine_called<S: Vectors, A: Sums<S>>(
    s: S,
    of: A,
    out: &mut [u64],
    c: &[u64],
    x: Rows<'_>,
    how: Gather,
) {
    run!(s, combine::<S, A>, of, out, c, x, how);
}

/// out += or −= Σ c[t]·x[t, ·], or is set to it, four vectors at a time.
#[inline(always)]
fn combine<S: Vectors, A: Sums<S>>(s: S, of: A, out: &mut [u64], c: &[u64], x: Rows<'_>, how: Gather) {
    let (cols, stride) = (out.len(), out.len());
    let a = Rows::whole(c, 1);
    let mut out = Output { words: out, cols, stride, how };
    out.without_terms(1, c.len());
    multiply_rows::<S, A, 1, 4>(s, of, a, x, &mut out);
}
