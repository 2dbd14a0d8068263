//! The loops of a product: panels and tiles, generic over the arithmetic of sums of products.

use super::{Elimination, Gather, MatProduct, Output, Rows, Unpacked};
use crate::{Result, arith::Modulus, kernels::lengths::product};
use std::fmt::Debug;

/// Largest number of lanes of a vector.
pub(super) const MOST_LANES: usize = 8;
/// Number of terms of a sum between reductions, and of rows of a packed block of the right operand.
pub(super) const TERMS: usize = 1024;
/// Number of rows of the left operand packed at a time: with `TERMS` columns 768 KiB, of which a tile's rows stay in
/// the L1 cache.
const BLOCK_ROWS: usize = 96;

/// Sums of products modulo one n, a vector of them at a time.
///
/// SAFETY of every method: the CPU has the features that the implementation names; pointers are valid for `LANES` words.
pub(super) trait Sums: Copy + Debug + Send + Sync + 'static {
    /// Largest n.
    const MOST: u64;
    /// Number of words of a vector.
    const LANES: usize;
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
    fn packed(self, x: u64) -> u64 {
        x
    }
    /// Largest number of products of a sum before it must be folded.
    fn period(self) -> usize;
    unsafe fn left(self, x: *const u64) -> Self::Left;
    /// Entries of the left operand, one for each lane.
    unsafe fn lefts(self, x: *const u64) -> Self::Left;
    unsafe fn right(self, x: *const u64) -> Self::Right;
    /// The first `count` entries of a vector, zeros in the other lanes; words beyond are not read.
    #[inline(always)]
    unsafe fn right_part(self, x: *const u64, count: usize) -> Self::Right {
        let mut part = [0; MOST_LANES];
        // SAFETY: the caller's promise
        unsafe {
            std::ptr::copy_nonoverlapping(x, part.as_mut_ptr(), count);
            self.right(part.as_ptr())
        }
    }
    unsafe fn zero(self) -> Self::Sum;
    unsafe fn add_product(self, s: Self::Sum, x: Self::Left, y: Self::Right) -> Self::Sum;
    unsafe fn fold(self, s: Self::Sum) -> Self::Sum;
    /// Writes the folded sums, reduced to [0, n).
    unsafe fn reduce(self, s: Self::Sum, out: *mut u64);
}

/// The loops, compiled for one arithmetic, one shape of tiles and its instructions.
pub(super) trait Compiled: Debug + Send + Sync {
    type S: Sums;
    const NAME: &'static str;
    const ROWS: usize;
    const VECTORS: usize;
    fn sums(&self) -> &Self::S;
    /// SAFETY: the CPU has the features; the lengths are as [`MatProduct::multiply`] says.
    unsafe fn run(&self, a: Rows<'_>, packed: &[u64], out: &mut Output<'_>, scratch: &mut [u64]);
    /// SAFETY: as for [`run`](Self::run), and as [`Unpacked::multiply_rows`] says.
    unsafe fn multiply_rows(&self, a: Rows<'_>, b: Rows<'_>, out: &mut Output<'_>);
    /// SAFETY: as for [`run`](Self::run), and as [`Unpacked::combine`] says.
    unsafe fn combine(&self, out: &mut [u64], c: &[u64], x: Rows<'_>, how: Gather);
    /// SAFETY: as for [`run`](Self::run), and as [`Unpacked::eliminate`] says.
    unsafe fn eliminate(&self, words: &mut [u64], shape: [usize; 3], prime: bool) -> Result<Elimination>;
    /// SAFETY: as for [`run`](Self::run), and as [`Unpacked::determinant`] says.
    unsafe fn determinant(&self, a: Rows<'_>, prime: bool) -> Result<u64>;
}

/// A product by tiles.
#[derive(Debug)]
pub(super) struct Tiled<C>(pub C);

impl<C: Compiled> Tiled<C> {
    const PANEL: usize = C::VECTORS * C::S::LANES;
}

impl<C: Compiled> MatProduct for Tiled<C> {
    fn name(&self) -> &'static str {
        C::NAME
    }

    fn packed_len(&self, rows: usize, cols: usize) -> usize {
        product([rows, cols.div_ceil(Self::PANEL), Self::PANEL])
    }

    unsafe fn pack_checked(&self, b: Rows<'_>, out: &mut [u64]) {
        let (s, panels) = (*self.0.sums(), b.cols.div_ceil(Self::PANEL));
        for first in (0..b.rows).step_by(TERMS) {
            let terms = TERMS.min(b.rows - first);
            let block = &mut out[first * panels * Self::PANEL..][..terms * panels * Self::PANEL];
            for (q, panel) in block.chunks_exact_mut(terms * Self::PANEL).enumerate() {
                let columns = q * Self::PANEL..b.cols.min((q + 1) * Self::PANEL);
                for (t, packed) in panel.chunks_exact_mut(Self::PANEL).enumerate() {
                    let row = &b.row(first + t)[columns.clone()];
                    packed.iter_mut().zip(row).for_each(|(out, &x)| *out = s.packed(x));
                    packed[row.len()..].fill(0);
                }
            }
        }
    }

    fn scratch_len(&self, rows: usize) -> usize {
        BLOCK_ROWS.next_multiple_of(C::ROWS) * rows.min(TERMS)
    }

    unsafe fn multiply_checked(&self, a: Rows<'_>, packed: &[u64], mut out: Output<'_>, scratch: &mut [u64]) {
        // SAFETY: the caller's promise
        unsafe { self.0.run(a, packed, &mut out, scratch) }
    }

    fn unpacked(&self) -> Option<&dyn Unpacked> {
        C::S::PLAIN.then_some(self)
    }
}

impl<C: Compiled> Unpacked for Tiled<C> {
    unsafe fn multiply_rows_checked(&self, a: Rows<'_>, b: Rows<'_>, mut out: Output<'_>) {
        // SAFETY: the caller's promise
        unsafe { self.0.multiply_rows(a, b, &mut out) }
    }

    unsafe fn combine_checked(&self, out: &mut [u64], c: &[u64], x: Rows<'_>, how: Gather) {
        // SAFETY: the caller's promise
        unsafe { self.0.combine(out, c, x, how) }
    }

    unsafe fn eliminate_checked(&self, words: &mut [u64], shape: [usize; 3], prime: bool) -> Result<Elimination> {
        // SAFETY: the caller's promise
        unsafe { self.0.eliminate(words, shape, prime) }
    }

    unsafe fn determinant_checked(&self, a: Rows<'_>, prime: bool) -> Result<u64> {
        // SAFETY: the caller's promise
        unsafe { self.0.determinant(a, prime) }
    }
}

/// The whole product, `TERMS` of its terms at a time. SAFETY: as [`Compiled::run`] says.
#[inline(always)]
pub(super) unsafe fn blocks<S: Sums, const R: usize, const C: usize>(
    s: S,
    a: Rows<'_>,
    packed: &[u64],
    out: &mut Output<'_>,
    scratch: &mut [u64],
) {
    let (panel, mut how) = (C * S::LANES, out.how);
    let panels = out.cols.div_ceil(panel);
    for first in (0..a.cols).step_by(TERMS) {
        let terms = TERMS.min(a.cols - first);
        let block = &packed[first * panels * panel..][..terms * panels * panel];
        for top in (0..a.rows).step_by(BLOCK_ROWS) {
            let rows = BLOCK_ROWS.min(a.rows - top);
            pack_left::<S, R>(s, a, top..top + rows, first..first + terms, scratch);
            for (q, right) in block.chunks_exact(terms * panel).enumerate() {
                for group in 0..rows.div_ceil(R) {
                    let left = &scratch[group * R * terms..][..R * terms];
                    // SAFETY: the caller's promise; panels have `terms` times a tile's width and height
                    let mut sums = unsafe { [[s.zero(); C]; R] };
                    // SAFETY: the caller's promise, and panels as above
                    unsafe { tile::<S, R, C>(s, terms, left.as_ptr(), right.as_ptr(), &mut sums) };
                    for (i, sums) in sums.iter().enumerate().take(rows - group * R) {
                        let at = (top + group * R + i) * out.stride + q * panel;
                        let width = panel.min(out.cols - q * panel);
                        // SAFETY: the caller's promise
                        unsafe { finish::<S, C>(s, sums, &mut out.words[at..at + width], how) };
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
fn pack_left<S: Sums, const R: usize>(
    s: S,
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
        let from: [&[u64]; R] = std::array::from_fn(row);
        for (t, out) in out.as_chunks_mut::<R>().0.iter_mut().enumerate() {
            *out = std::array::from_fn(|i| s.packed(from[i][t]));
        }
    }
}

/// The sums of a tile. SAFETY: as for [`Sums`]; `a` and `b` hold `terms` times R and C·LANES words.
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "of loops with constant bounds all sums stay in registers")]
unsafe fn tile<S: Sums, const R: usize, const C: usize>(
    s: S,
    terms: usize,
    mut a: *const u64,
    mut b: *const u64,
    out: &mut [[S::Sum; C]; R],
) {
    // SAFETY: the caller's promise
    unsafe {
        let mut sums = [[s.zero(); C]; R];
        let (mut left, period) = (terms, s.period());
        while left > 0 {
            let count = left.min(period);
            for _ in 0..count {
                let mut y = [s.right(b); C];
                for j in 1..C {
                    y[j] = s.right(b.add(j * S::LANES));
                }
                for i in 0..R {
                    let x = s.left(a.add(i));
                    for j in 0..C {
                        sums[i][j] = s.add_product(sums[i][j], x, y[j]);
                    }
                }
                a = a.add(R);
                b = b.add(C * S::LANES);
            }
            left -= count;
            for i in 0..R {
                for j in 0..C {
                    sums[i][j] = s.fold(sums[i][j]);
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
}

/// Writes a row of a tile to its place. SAFETY: as for [`Sums`].
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "as above")]
unsafe fn finish<S: Sums, const C: usize>(s: S, sums: &[S::Sum; C], out: &mut [u64], how: Gather) {
    let mut row = [[0; MOST_LANES]; C];
    for j in 0..C {
        // SAFETY: the caller's promise; a vector has no more than `MOST_LANES` words
        unsafe { s.reduce(sums[j], row[j].as_mut_ptr()) };
    }
    for (out, row) in out.chunks_mut(S::LANES).zip(&row) {
        // with a length known at compile time it becomes vectors
        match <&mut [u64; MOST_LANES]>::try_from(&mut *out) {
            Ok(out) => gather(s.modulus(), out, row, how),
            Err(_) => gather(s.modulus(), out, &row[..S::LANES], how),
        }
    }
}

#[inline(always)]
fn gather(n: Modulus, out: &mut [u64], row: &[u64], how: Gather) {
    match how {
        Gather::Set => out.copy_from_slice(&row[..out.len()]),
        Gather::Add => out.iter_mut().zip(row).for_each(|(out, &x)| *out = n.add(*out, x)),
        Gather::Sub => out.iter_mut().zip(row).for_each(|(out, &x)| *out = n.sub(*out, x)),
    }
}

/// Writes a·b to the rows of `out`, without packing: tiles of R rows and up to C ≤ 4 vectors of columns. SAFETY: as
/// [`Compiled::multiply_rows`] says.
#[inline(always)]
pub(super) unsafe fn multiply_rows<S: Sums, const R: usize, const C: usize>(
    s: S,
    a: Rows<'_>,
    b: Rows<'_>,
    out: &mut Output<'_>,
) {
    const { assert!(C <= 4) };
    for first in (0..a.rows).step_by(R) {
        let mut at = 0;
        while at < out.cols {
            let vectors = (out.cols - at).div_ceil(S::LANES).min(C);
            // SAFETY: the caller's promise; this many vectors begin inside the columns
            unsafe {
                match vectors {
                    1 => columns::<S, R, 1>(s, a, b, out, [first, at]),
                    2 if C > 1 => columns::<S, R, 2>(s, a, b, out, [first, at]),
                    3 if C > 2 => columns::<S, R, 3>(s, a, b, out, [first, at]),
                    _ if C > 3 => columns::<S, R, 4>(s, a, b, out, [first, at]),
                    _ => {}
                }
            }
            at += vectors * S::LANES;
        }
    }
}

/// The same for up to R rows from the first on, and C vectors of columns from `at` on, the last of which may be cut.
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "of loops with constant bounds all sums stay in registers")]
unsafe fn columns<S: Sums, const R: usize, const C: usize>(
    s: S,
    a: Rows<'_>,
    b: Rows<'_>,
    out: &mut Output<'_>,
    [first, at]: [usize; 2],
) {
    let (rows, width) = (R.min(a.rows - first), (C * S::LANES).min(out.cols - at));
    let last = width - (C - 1) * S::LANES;
    // in place of missing rows any row: their sums are not used
    let row: [*const u64; R] = std::array::from_fn(|i| a.row(first + i.min(rows - 1)).as_ptr());
    let mut how = out.how;
    for start in (0..a.cols).step_by(TERMS) {
        let end = a.cols.min(start + TERMS);
        // SAFETY: the caller's promise; terms and columns up to these are there
        let sums = unsafe {
            let mut sums = [[s.zero(); C]; R];
            let mut t = start;
            while t < end {
                let fold = end.min(t + s.period());
                while t < fold {
                    let from = b.words.as_ptr().add(t * b.stride + at);
                    let beginning = if last == S::LANES {
                        s.right(from.add((C - 1) * S::LANES))
                    } else {
                        s.right_part(from.add((C - 1) * S::LANES), last)
                    };
                    let mut y = [beginning; C];
                    for j in 0..C - 1 {
                        y[j] = s.right(from.add(j * S::LANES));
                    }
                    for i in 0..R {
                        let x = s.left(row[i].add(t));
                        for j in 0..C {
                            sums[i][j] = s.add_product(sums[i][j], x, y[j]);
                        }
                    }
                    t += 1;
                }
                for i in 0..R {
                    for j in 0..C {
                        sums[i][j] = s.fold(sums[i][j]);
                    }
                }
            }
            sums
        };
        for (i, sums) in sums.iter().enumerate().take(rows) {
            let at = (first + i) * out.stride + at;
            // SAFETY: the caller's promise
            unsafe { finish::<S, C>(s, sums, &mut out.words[at..at + width], how) };
        }
        if how == Gather::Set {
            how = Gather::Add;
        }
    }
}

/// out += or −= Σ c[t]·x[t, ·], or is set to it, four vectors at a time. SAFETY: as [`Compiled::combine`] says.
#[inline(always)]
pub(super) unsafe fn combine<S: Sums>(s: S, out: &mut [u64], c: &[u64], x: Rows<'_>, how: Gather) {
    let (cols, stride) = (out.len(), out.len());
    let a = Rows::whole(c, 1);
    let mut out = Output { words: out, cols, stride, how };
    if c.is_empty() {
        out.without_terms(1);
    }
    // SAFETY: the caller's promise
    unsafe { multiply_rows::<S, 1, 4>(s, a, x, &mut out) }
}
