//! Products of matrices of words modulo n: operands packed into panels, sums of a tile of the result in registers, one
//! reduction for each entry.
//!
//! A [`MatProduct`] is a kernel with its constants for one n. `pack` copies the right operand into panels of a few
//! vectors of columns; `multiply` packs rows of the left operand into panels too, and may run on different rows at the
//! same time. The loops are generic (`tile`) over the arithmetic of sums of products; `int8` works modulo many moduli
//! of 8 bits instead. Proofs of the ranges: `docs/notes/006-dense-matrices.md`. Source of the blocking: Goto, van de
//! Geijn 2008, "Anatomy of high-performance matrix multiplication".

mod eliminate;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod halves;
#[cfg(target_arch = "x86_64")]
mod ifma;
#[cfg(target_arch = "x86_64")]
mod int8;
mod portable;
#[cfg(not(feature = "testing"))]
mod tile;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod tile;

use crate::{
    Result,
    arith::Modulus,
    cpu::Target,
    lengths::{product, runs_within, within},
    registry::{self, Kernel},
    simd::{self, Words},
};
use std::fmt;

pub use eliminate::{Elimination, REDUCED, Reduction, SMALL, STRIDE};

/// Rule for combining a result with the old words of its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gather {
    /// The result replaces them.
    Set,
    /// The result is added to them.
    Add,
    /// The result is subtracted from them.
    Sub,
}

/// A matrix of words, by rows: row i is `words[i·stride .. i·stride + cols]`.
///
/// The length of `words` is checked once, at construction:
///
/// ```compile_fail,E0451
/// # use polymod_core::kernels::matmul::Rows;
/// let wrapping = Rows { words: &[1, 2, 3], rows: 4, cols: 3, stride: usize::MAX / 3 + 1 };
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// The words from the first entry on.
    words: &'a [u64],
    rows: usize,
    cols: usize,
    /// Number of words from one row to the next.
    stride: usize,
}

impl<'a> Rows<'a> {
    /// A matrix of `rows` rows and `cols` columns, its rows `stride` words apart.
    ///
    /// # Panics
    /// If the words end before the last row does.
    #[must_use]
    #[inline]
    pub fn new(words: &'a [u64], rows: usize, cols: usize, stride: usize) -> Self {
        assert!(runs_within(0, [rows, stride, cols], words.len()), "the words of a matrix");
        Rows { words, rows, cols, stride }
    }

    /// A matrix of `rows` rows that follow each other without gaps.
    ///
    /// # Panics
    /// Unless the words are `rows` rows of one length.
    #[must_use]
    pub fn whole(words: &'a [u64], rows: usize) -> Self {
        let cols = words.len().checked_div(rows).unwrap_or(0);
        assert!(words.len() == rows * cols, "{rows} rows of {} words", words.len());
        Rows { words, rows, cols, stride: cols }
    }

    /// Number of rows.
    #[must_use]
    #[inline]
    pub fn rows(self) -> usize {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    #[inline]
    pub fn cols(self) -> usize {
        self.cols
    }

    /// Number of words from one row to the next.
    #[must_use]
    #[inline]
    pub fn stride(self) -> usize {
        self.stride
    }

    /// Row i.
    ///
    /// # Panics
    /// If the words end before it.
    #[must_use]
    #[inline(always)]
    pub fn row(self, i: usize) -> &'a [u64] {
        &self.words[i * self.stride..][..self.cols]
    }

    /// The part of `rows` rows and `cols` columns from row i and column j on.
    ///
    /// # Panics
    /// If it exceeds the matrix.
    #[must_use]
    pub fn part(self, [i, j]: [usize; 2], [rows, cols]: [usize; 2]) -> Self {
        assert!(within(i, rows, self.rows) && within(j, cols, self.cols), "a part of a matrix");
        let words = if rows == 0 { &[] } else { &self.words[i * self.stride + j..] };
        Rows { words, rows, cols, stride: self.stride }
    }
}

/// A kernel with its constants for products modulo one n. All values are in [0, n).
pub trait MatProduct: fmt::Debug + Send + Sync {
    /// Name of the kernel, as in a cost model.
    fn name(&self) -> &'static str;
    /// Number of words of a packed right operand of `rows` by `cols` entries.
    ///
    /// # Panics
    /// If no slice has as many.
    fn packed_len(&self, rows: usize, cols: usize) -> usize;
    /// Packs a right operand; `out` has [`packed_len`](Self::packed_len) words.
    ///
    /// # Panics
    /// When a length is wrong.
    fn pack(&self, b: Rows<'_>, out: &mut [u64]) {
        assert_eq!(out.len(), self.packed_len(b.rows, b.cols), "words of a packed matrix");
        self.pack_checked(b, out);
    }
    /// Number of words of scratch of [`multiply`](Self::multiply) by a right operand of `rows` rows.
    fn scratch_len(&self, rows: usize) -> usize;
    /// Writes a·b to the rows of `out`, by its rule; b has been packed and has as many columns as `out`.
    ///
    /// # Panics
    /// When a length is wrong.
    fn multiply(&self, a: Rows<'_>, packed: &[u64], mut out: Output<'_>, scratch: &mut [u64]) {
        assert_eq!(packed.len(), self.packed_len(a.cols, out.cols), "words of a packed matrix");
        assert!(scratch.len() >= self.scratch_len(a.cols), "words of scratch");
        out.check(a.rows, a.cols);
        self.multiply_checked(a, packed, out, scratch);
    }
    /// The operations on operands that are not packed, where this kernel has them.
    fn unpacked(&self) -> Option<&dyn Unpacked> {
        None
    }

    /// [`pack`](Self::pack) after its checks.
    fn pack_checked(&self, b: Rows<'_>, out: &mut [u64]);
    /// [`multiply`](Self::multiply) after its checks.
    fn multiply_checked(&self, a: Rows<'_>, packed: &[u64], out: Output<'_>, scratch: &mut [u64]);
}

/// Operations of a kernel on operands that are not packed. All values are in [0, n).
pub trait Unpacked: fmt::Debug + Send + Sync {
    /// `out[j]` += or −= Σ `c[t]`·x\[t, j\], or is set to that sum, by the rule `how`.
    ///
    /// # Panics
    /// When a length is wrong.
    fn combine(&self, out: &mut [u64], c: &[u64], x: Rows<'_>, how: Gather);
    /// Writes a·b to the rows of `out`, by its rule: for small operands.
    ///
    /// # Panics
    /// When a length is wrong.
    fn multiply_rows(&self, a: Rows<'_>, b: Rows<'_>, out: Output<'_>);
    /// `out` = L⁻¹·out, L unit lower triangular: the diagonal and upper entries of `l` are not read.
    ///
    /// # Panics
    /// When a length is wrong.
    fn solve_lower(&self, l: Rows<'_>, out: Output<'_>) {
        let Output { words, cols, stride, .. } = out;
        for i in 1..l.rows {
            let (above, own) = words.split_at_mut(product([i, stride]));
            let x = Rows::new(above, i, cols, stride);
            self.combine(&mut own[..cols], &l.row(i)[..i], x, Gather::Sub);
        }
    }
    /// `out` = U⁻¹·out, U upper triangular; `inverses` are those of its diagonal.
    ///
    /// # Panics
    /// When a length is wrong.
    fn solve_upper(&self, u: Rows<'_>, inverses: &[u64], out: Output<'_>) {
        let Output { words, cols, stride, .. } = out;
        let mut copy = vec![0; cols];
        for i in (0..u.rows).rev() {
            let rest = &mut words[product([i, stride])..];
            let (own, below) = rest.split_at_mut(stride.min(rest.len()));
            let x = Rows::new(below, u.rows - i - 1, cols, stride);
            let own = &mut own[..cols];
            self.combine(own, &u.row(i)[i + 1..], x, Gather::Sub);
            copy.copy_from_slice(own);
            let x = Rows::whole(&copy, 1);
            self.combine(own, &inverses[i..=i], x, Gather::Set);
        }
    }
    /// The triangular decomposition of a narrow matrix in place. `shape` has the numbers of rows and columns, and the
    /// distance between rows in words, a multiple of [`STRIDE`]; words beyond the columns are 0.
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) if the remaining entries of a column are not all zero, and
    /// none of them is a unit.
    ///
    /// # Panics
    /// When a length is wrong.
    fn eliminate(&self, words: &mut [u64], shape: [usize; 3], prime: bool) -> Result<Elimination>;

    /// The determinant of a square matrix of at most [`SMALL`] rows.
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) if the remaining entries of a column are not all zero, and
    /// none of them is a unit.
    ///
    /// # Panics
    /// If it is larger, or not square, or a length is wrong.
    fn determinant(&self, a: Rows<'_>, prime: bool) -> Result<u64>;

    /// Reduces a matrix of at most [`SMALL`] rows in place to multiples of the rows of an echelon form, without fractions; pivots are in the first
    /// columns. `shape` has the numbers of rows and of columns with pivots, and the distance between rows in words, a multiple of [`STRIDE`] up to
    /// [`REDUCED`]. In columns of pivots the entries below them are 0.
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) if the remaining entries of a column are not all zero, and
    /// none of them is a unit.
    ///
    /// # Panics
    /// If there are more rows, or a length is wrong.
    fn reduce(&self, words: &mut [u64], shape: [usize; 3], prime: bool) -> Result<Reduction>;
    /// Number of results that are computed at a time: 1 without vectors.
    fn lanes(&self) -> usize;
}

/// Destination of a product: rows of `cols` words, `stride` words apart.
///
/// A product checks that the words hold its rows.
#[derive(Debug)]
pub struct Output<'a> {
    words: &'a mut [u64],
    cols: usize,
    stride: usize,
    how: Gather,
}

impl<'a> Output<'a> {
    /// A destination of rows of `cols` words, `stride` words apart, from the first entry on, and the rule for their old
    /// words.
    #[must_use]
    #[inline]
    pub fn new(words: &'a mut [u64], cols: usize, stride: usize, how: Gather) -> Self {
        Output { words, cols, stride, how }
    }

    /// The words, the number of columns, the stride and the rule, as given to [`new`](Self::new).
    #[must_use]
    #[inline]
    pub fn into_parts(self) -> (&'a mut [u64], usize, usize, Gather) {
        (self.words, self.cols, self.stride, self.how)
    }

    /// Number of columns.
    #[must_use]
    #[inline]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The rule for combining a result with the old words.
    #[must_use]
    #[inline]
    pub fn how(&self) -> Gather {
        self.how
    }

    /// Checks a product of `rows` rows and `terms` terms, and writes the results of sums without terms.
    fn check(&mut self, rows: usize, terms: usize) {
        let there = runs_within(0, [rows, self.stride, self.cols], self.words.len());
        assert!(there && (rows < 2 || self.cols <= self.stride), "the words of a product");
        self.without_terms(rows, terms);
    }

    /// Writes the result of sums without terms to `rows` rows, if there are no terms.
    #[inline]
    fn without_terms(&mut self, rows: usize, terms: usize) {
        if terms == 0 && self.how == Gather::Set {
            (0..rows).for_each(|i| self.words[i * self.stride..][..self.cols].fill(0));
        }
    }
}

/// A kernel of products, for all n up to a bound.
pub type MatKernel = Kernel<Loops>;

/// Makes the operations of a kernel, of this name, modulo n.
type Build<T> = fn(&'static str, Modulus) -> Box<T>;

/// The loops of a [`MatKernel`].
#[derive(Clone, Copy)]
pub struct Loops {
    tile: (usize, usize),
    /// Its operations on operands that are not packed, if it has them.
    unpacked: Option<Build<dyn Unpacked>>,
    parts: fn(Modulus) -> usize,
    build: Build<dyn MatProduct>,
}

impl MatKernel {
    /// Numbers of rows and columns of a tile: a tile at the edge of a result takes the time of a whole one.
    #[must_use]
    pub fn tile(&self) -> (usize, usize) {
        self.loops.tile
    }

    /// Whether it has [`Unpacked`] operations.
    #[must_use]
    pub fn plain(&self) -> bool {
        self.loops.unpacked.is_some()
    }

    /// Number of products of words for one product of entries: the number of moduli of a residue system; 1 for other
    /// kernels.
    #[must_use]
    pub fn parts(&self, n: Modulus) -> usize {
        (self.loops.parts)(n)
    }

    /// The kernel with its constants for an n that [`applicable`] returned it for.
    ///
    /// # Panics
    /// If it does not take n.
    #[must_use]
    pub fn with(&self, n: Modulus) -> Box<dyn MatProduct> {
        self.check(n);
        (self.loops.build)(self.name, n)
    }
}

/// The kernels for n that need no more than the features of `target`, at least one.
pub fn applicable(target: Target, n: Modulus) -> impl Iterator<Item = &'static MatKernel> {
    registry::applicable(KERNELS, target, n)
}

/// The first kernel for n that has operations on operands that are not packed, and these. The portable one of three words has them for every n.
#[must_use]
pub fn unpacked(target: Target, n: Modulus) -> (&'static MatKernel, Box<dyn Unpacked>) {
    let operations = |kernel: &'static MatKernel| Some((kernel, (kernel.loops.unpacked?)(kernel.name, n)));
    let portable = || (&PORTABLE, tile::unpacked::<Words, portable::Triple, 2, 2>(PORTABLE.name, n));
    applicable(target, n).find_map(operations).unwrap_or_else(portable)
}

/// The kernel for every n and every CPU.
const PORTABLE: MatKernel = tile::kernel::<Words, portable::Triple, 2, 2>("triple");

registry::kernels! {
    KERNELS: MatKernel;
    x86:
    tile::kernel::<simd::Avx512Ifma, ifma::Narrow, 8, 3>("ifma-26"),
    tile::kernel::<simd::Avx512Ifma, ifma::Signed, 4, 3>("signed-31"),
    tile::kernel::<simd::Avx512Ifma, ifma::Wide, 4, 3>("ifma-50"),
    tile::kernel::<simd::Avx512Ifma, ifma::Split, 4, 2>("ifma-62"),
    int8::kernel::<simd::Avx512Vnni>("int8"),
    tile::kernel::<simd::AvxIfma, ifma::Narrow, 4, 3>("ifma-26-avx"),
    tile::kernel::<simd::AvxIfma, ifma::Wide, 3, 2>("ifma-50-avx"),
    tile::kernel::<simd::AvxIfma, ifma::Split, 2, 2>("ifma-62-avx");
    quad:
    tile::kernel::<simd::Pair<simd::Quad>, halves::Unsigned, 2, 1>(simd::named!("halves"));
    any:
    tile::kernel::<Words, portable::Single, 2, 4>("single"),
    PORTABLE;
}
