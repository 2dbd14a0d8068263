//! Determinants of many small matrices at once, one matrix in each lane: Crout's elimination without exchanges, odd primes.
//!
//! Step k computes column k of L, then row k of U; each entry is one sum of products, reduced once (as far as the arithmetic allows). The pivots of a
//! batch of vectors are inverted together: products along the batch, one inversion of a vector, and back (Montgomery 1987, "Speeding the Pollard and
//! elliptic curve methods of factorization", §10.3.1). A lane that meets a zero pivot goes on with 1 and is reported: it needs row exchanges, which
//! the lanes of a vector cannot do each on its own.
//!
//! Products are over R, the radix of the arithmetic's sums: L is kept plain, U times R, so that sums of l·u/R are plain again.
//! Cost: r³/3 products a matrix, 5r more to invert. Ranges: docs/notes/007-matrices-at-points.md.

use crate::simd::inlined::{CopyFrom, Walked, Zipped};
use crate::{
    arith::Modulus,
    cpu::Target,
    lengths::product,
    registry::{self, Kernel, Moduli},
    residue::{Residues, ifma::Ifma50, montgomery::Montgomery, montgomery64::Montgomery64, radix},
    simd::{self, Row, Simd},
};

/// Number of words of a batch's matrices, so that they stay in the L2 cache.
const BATCH_WORDS: usize = 1 << 16;
/// Largest number of vectors of a batch.
const BATCH: usize = 32;
/// Number of neighbouring entries that are computed together: their chains of products are independent.
const TOGETHER: usize = 4;

/// Determinants of many matrices, for a range of primes.
pub type DetKernel = Kernel<Loops>;

registry::loops! {
    /// The loops of a [`DetKernel`].
    #[derive(Clone, Copy)]
    pub struct Loops[S: Simd, R: Residues<S>] {
        determinants(p: Modulus, n: usize, entries: &[&[u64]], out: &mut [u64]) -> Vec<usize> = by_lanes::<S, R>;
    }
}

/// The fastest kernel for p that needs no more than the extensions of `target`, if there is one.
#[must_use]
pub fn select(target: Target, p: Modulus) -> Option<&'static DetKernel> {
    registry::select(KERNELS, target, p).filter(|_| p.n() > 1)
}

const fn kernel<S: Simd, R: Residues<S>>(name: &'static str) -> DetKernel {
    Kernel { name, needs: S::NEEDS, moduli: Moduli::Odd(R::MAX_BITS), loops: Loops::of::<S, R>() }
}

registry::kernels! {
    KERNELS: DetKernel;
    x86:
    kernel::<simd::Avx512Ifma, Ifma50<_>>("ifma"),
    kernel::<simd::AvxIfma, Ifma50<_>>("ifma-avx"),
    kernel::<simd::Avx512, Montgomery<_>>("montgomery"),
    kernel::<simd::Avx512, Montgomery64<_>>("montgomery-64");
    quad:
    kernel::<simd::Quad, Montgomery<_>>(simd::named!("montgomery")),
    kernel::<simd::Quad, Montgomery64<_>>(simd::named!("montgomery-64"));
}

impl DetKernel {
    /// Whether it takes primes of more than 50 bits, where each product is reduced by itself.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        !matches!(self.moduli, Moduli::Odd(0..=super::pointwise_matrix::MAX_BITS))
    }

    /// Writes the determinants of matrices: `out[t]` is that of the matrix of words t of the n² entries, row by row, all in [0, p), p prime. Returns
    /// the places whose matrices met a zero pivot, where `out` holds anything.
    ///
    /// # Panics
    /// If the lengths do not fit, the kernel does not take p, or n is 0.
    pub fn determinants(&self, p: Modulus, n: usize, entries: &[&[u64]], out: &mut [u64]) -> Vec<usize> {
        self.check(p);
        assert!(n > 0 && entries.len() == product([n, n]) && entries.iter().all(|e| e.len() == out.len()));
        (self.loops.determinants)(p, n, entries, out)
    }
}

/// The matrices of a batch of vectors, with their pivots and determinants: a row for each vector of matrices.
struct Batch<'a, S: Simd> {
    /// Number of rows of a matrix.
    n: usize,
    /// Entries, matrix by matrix, row by row.
    words: &'a mut [S::Row],
    pivots: &'a mut [S::Row],
    /// Products of pivots along the batch.
    products: &'a mut [S::Row],
    determinants: &'a mut [S::Row],
    /// Whether a lane met a zero pivot.
    zero: &'a mut [bool],
}

/// Determinants of matrices in the lanes of vectors; returns the places with a zero pivot.
#[inline(always)]
fn by_lanes<S: Simd, R: Residues<S>>(s: S, p: Modulus, n: usize, entries: &[&[u64]], out: &mut [u64]) -> Vec<usize> {
    let each = product([n, n]);
    let most = (BATCH_WORDS / product([each, S::LANES])).clamp(1, BATCH).min(out.len().div_ceil(S::LANES)).max(1);
    let mut words = vec![S::Row::ZERO; product([each, most])];
    let mut rows = vec![S::Row::ZERO; 3 * most];
    let mut zero = vec![false; S::LANES * most];
    let radix = radix(p, R::SHIFT);
    let (square, power) = (p.mul(radix, radix), p.pow(radix, n as u64));
    let (r, mut again) = (R::new(s, p.n()), Vec::new());
    for (batch, out) in out.chunks_mut(S::LANES * most).enumerate() {
        let (first, vectors) = (batch * S::LANES * most, out.len().div_ceil(S::LANES));
        for (e, entry) in entries.iter().enumerate() {
            let parts = entry[first..first + out.len()].chunks(S::LANES);
            for (to, part) in words[e..].iter_mut().step_by(each).zipped(parts) {
                to.as_mut()[..part.len()].copy_from(part);
            }
        }
        zero.fill(false);
        let (pivots, rest) = rows.split_at_mut(most);
        let (products, determinants) = rest.split_at_mut(most);
        let mut batch = Batch::<S> {
            n,
            words: &mut words[..each * vectors],
            pivots: &mut pivots[..vectors],
            products: &mut products[..vectors],
            determinants: &mut determinants[..vectors],
            zero: &mut zero,
        };
        batch.eliminate(r, p, [square, power]);
        for (out, d) in out.chunks_mut(S::LANES).zipped(&*batch.determinants) {
            out.copy_from(&d.as_ref()[..out.len()]);
        }
        again.extend((0..out.len()).filter(|&t| zero[t]).map(|t| first + t));
    }
    again
}

impl<S: Simd> Batch<'_, S> {
    /// Writes the determinants; `square` and `power` are R² and R^n modulo p.
    #[inline(always)]
    fn eliminate<R: Residues<S>>(&mut self, r: R, p: Modulus, [square, power]: [u64; 2]) {
        let (n, a) = (self.n, Arithmetic { r, most: R::most_terms(p.n()) });
        for k in 0..n {
            for v in 0..self.pivots.len() {
                let matrix = &mut self.words[n * n * v..][..n * n];
                column(a, matrix, [k, n]);
                self.take_pivot(r, v, k);
            }
            if k + 1 == n {
                break;
            }
            self.invert(r, p, square);
            for (matrix, inverse) in self.words.chunks_exact_mut(n * n).zipped(&*self.pivots) {
                row(a, matrix, [k, n], r.load_residues(inverse));
            }
        }
        let power = r.residue(power);
        for d in &mut *self.determinants {
            r.store(d, r.product(r.load_residues(d), power));
        }
    }

    /// Multiplies the determinant by the pivot k and stores the pivot; a zero pivot is replaced by 1.
    #[inline(always)]
    fn take_pivot<R: Residues<S>>(&mut self, r: R, v: usize, k: usize) {
        let place = (self.n * v + k) * self.n + k;
        let lanes = self.words[place].as_mut();
        for (lane, zero) in lanes.walk_mut().zipped(&mut self.zero[S::LANES * v..]) {
            *zero |= *lane == 0;
            *lane = (*lane).max(u64::from(*lane == 0));
        }
        let pivot = r.load_residues(&self.words[place]);
        r.store(&mut self.pivots[v], pivot);
        // n − 1 products over R, and one more with R^n, which brings all of them back
        let d = &mut self.determinants[v];
        let product = if k == 0 { pivot } else { r.product(r.load_residues(d), pivot) };
        r.store(d, product);
    }

    /// Replaces the pivots by their inverses times R².
    #[inline(always)]
    fn invert<R: Residues<S>>(&mut self, r: R, p: Modulus, square: u64) {
        let mut along = r.load_residues(&self.pivots[0]);
        for (v, (to, pivot)) in self.products.walk_mut().zipped(&*self.pivots).enumerate() {
            if v > 0 {
                along = r.product(along, r.load_residues(pivot));
            }
            r.store(to, along);
        }
        let mut inverses = S::Row::ZERO;
        r.store(&mut inverses, along);
        if p.batch_inv(inverses.as_mut()).is_err() {
            // p is not prime: no result of this batch is right
            self.zero.fill(true);
        }
        inverses.as_mut().iter_mut().for_each(|x| *x = p.mul(*x, square));
        // 1/∏ times R² and one product before: over R each, so that the factor R² remains
        let mut inverse = r.load_residues(&inverses);
        for v in (1..self.pivots.len()).rev() {
            let own = r.product(inverse, r.load_residues(&self.products[v - 1]));
            inverse = r.product(inverse, r.load_residues(&self.pivots[v]));
            r.store(&mut self.pivots[v], own);
        }
        r.store(&mut self.pivots[0], inverse);
    }
}

/// An arithmetic, and the largest number of terms of its sums modulo p.
#[derive(Clone, Copy)]
struct Arithmetic<R> {
    r: R,
    most: usize,
}

/// Column k of L, from the diagonal on: entries less sums of products.
#[inline(always)]
fn column<S: Simd, R: Residues<S>>(a: Arithmetic<R>, matrix: &mut [S::Row], [k, n]: [usize; 2]) {
    let mut i = k;
    while i + TOGETHER <= n {
        column_part::<S, R, TOGETHER>(a, matrix, i, [k, n]);
        i += TOGETHER;
    }
    while i < n {
        column_part::<S, R, 1>(a, matrix, i, [k, n]);
        i += 1;
    }
}

/// W entries of column k, from row i on.
#[inline(always)]
fn column_part<S: Simd, R: Residues<S>, const W: usize>(
    a: Arithmetic<R>,
    matrix: &mut [S::Row],
    i: usize,
    [k, n]: [usize; 2],
) {
    let r = a.r;
    let mut left = [&matrix[..0]; W];
    for (s, left) in left.iter_mut().enumerate() {
        *left = &matrix[(i + s) * n..][..k];
    }
    let right = matrix[k..].iter().step_by(n);
    let mut entries = [r.zero(); W];
    for (s, entry) in entries.iter_mut().enumerate() {
        *entry = r.load_residues(&matrix[(i + s) * n + k]);
    }
    let mut rest = Rest::<S, R, W>::new(a, entries);
    for (t, right) in right.take(k).enumerate() {
        let y = r.load_residues(right);
        let mut x = [y; W];
        for s in 0..W {
            x[s] = r.load_residues(&left[s][t]);
        }
        rest.less(x, [y; W]);
    }
    for (s, value) in rest.finish().into_iter().enumerate() {
        r.store(&mut matrix[(i + s) * n + k], value);
    }
}

/// Row k of U beyond the diagonal, times R; `inverse` is that of the pivot, times R².
#[inline(always)]
fn row<S: Simd, R: Residues<S>>(a: Arithmetic<R>, matrix: &mut [S::Row], [k, n]: [usize; 2], inverse: R::V) {
    let mut j = k + 1;
    while j + TOGETHER <= n {
        row_part::<S, R, TOGETHER>(a, matrix, j, [k, n], inverse);
        j += TOGETHER;
    }
    while j < n {
        row_part::<S, R, 1>(a, matrix, j, [k, n], inverse);
        j += 1;
    }
}

/// W entries of row k, from column j on.
#[inline(always)]
fn row_part<S: Simd, R: Residues<S>, const W: usize>(
    a: Arithmetic<R>,
    matrix: &mut [S::Row],
    j: usize,
    [k, n]: [usize; 2],
    inverse: R::V,
) {
    let r = a.r;
    let (above, below) = matrix.split_at_mut(k * n);
    let (left, right) = below.split_at_mut(k);
    let places = &mut right[j - k..][..W];
    let mut entries = [r.zero(); W];
    for (entry, place) in entries.walk_mut().zipped(&*places) {
        *entry = r.load_residues(place);
    }
    let mut rest = Rest::<S, R, W>::new(a, entries);
    for (left, right) in left.walk().zipped(above.chunks_exact(n)) {
        let x = r.load_residues(left);
        let mut y = [x; W];
        for (y, right) in y.walk_mut().zipped(&right[j..][..W]) {
            *y = r.load_residues(right);
        }
        rest.less([x; W], y);
    }
    for (place, value) in places.walk_mut().zipped(rest.finish()) {
        r.store(place, r.product(value, inverse));
    }
}

/// W entries less sums of products over R, which are reduced before they grow too long.
struct Rest<S: Simd, R: Residues<S>, const W: usize> {
    a: Arithmetic<R>,
    values: [R::V; W],
    sums: [R::Sum; W],
    /// Number of further terms that the sums take.
    room: usize,
}

impl<S: Simd, R: Residues<S>, const W: usize> Rest<S, R, W> {
    #[inline(always)]
    fn new(a: Arithmetic<R>, values: [R::V; W]) -> Self {
        Rest { a, values, sums: [a.r.empty(); W], room: a.most }
    }

    /// Subtracts x·y/R.
    #[inline(always)]
    fn less(&mut self, x: [R::V; W], y: [R::V; W]) {
        if self.room == 0 {
            self.reduce();
        }
        self.room -= 1;
        for s in 0..W {
            self.sums[s] = self.a.r.add_product(self.sums[s], x[s], y[s]);
        }
    }

    #[inline(always)]
    fn reduce(&mut self) {
        let r = self.a.r;
        for s in 0..W {
            self.values[s] = r.sub(self.values[s], r.value(self.sums[s]));
        }
        (self.sums, self.room) = ([r.empty(); W], self.a.most);
    }

    #[inline(always)]
    fn finish(mut self) -> [R::V; W] {
        self.reduce();
        self.values
    }
}
