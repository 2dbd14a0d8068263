//! Relations between the blocks of vectors X, B·X, B²·X, …, found from their products with other vectors.
//!
//! The m×m matrices T_i = Xᵀ·(Bᵀ)^i·Y of n×m blocks X, Y are a linearly recurrent sequence. A row (p, q) of a minimal approximant basis of
//! [T; −I], T = Σ T_i·x^i, to the order 2K, with deg p ≤ d and deg q < d, is a relation Σ_l p_(d−l)·T_(i+l) = 0 for the i below 2K − d.
//!
//! What is proved. Rows (p, q) with deg p ≤ K and deg q < K are the left kernel of the block Hankel matrix H of the T_(i+j), K + 1 blocks of rows
//! and K of columns, so that the basis gives its rank, m(K + 1) − Σ max(0, K + 1 − d_i); it is at most the rank of every factor of H. If it is n,
//! the blocks (Bᵀ)^i·Y for i < K span the whole space, and a relation of degree d ≤ K, which holds for i < K, holds for the vectors themselves:
//! Σ_l B^l·X·(p_(d−l))ᵀ = 0. If there are m of them, whose degrees have the sum n, they are all relations of the B^l·X, and the determinant of the
//! matrix G of the reversed polynomials x^d·p(1/x) is a multiple of the characteristic polynomial of B by a constant.
//!
//! For random X and Y, K = ⌈n/m⌉ is enough unless B has more than m nontrivial invariant factors. Sources: Coppersmith 1994, "Solving
//! homogeneous linear equations over GF(2) via block Wiedemann algorithm"; Kaltofen 1995, "Analysis of Coppersmith's block Wiedemann algorithm
//! for the parallel solution of sparse linear systems"; Villard 1997, "Further analysis of Coppersmith's block Wiedemann algorithm for the
//! solution of sparse linear systems", ISSAC; by approximant bases, Turner 2006, "Block Krylov methods".

use super::SparseMatrix;
use crate::{
    Result,
    bits::SplitMix64,
    matrix::{Matrix, PolyMatrix},
    poly::Poly,
    ring::{Coeffs, Convolve, FiniteField, Gather, Place, Ring},
};

/// Random vectors and blocks. Their seed is made of the matrix's entries, so that results can be repeated, and no choice of entries is worse
/// than others.
pub struct Random(SplitMix64);

impl Random {
    pub fn of<R: Ring>(a: &SparseMatrix<R>) -> Self {
        let mut state = a.rows as u64;
        let mut mix = |word: u64| state = SplitMix64::new(state ^ word).word();
        a.places().flatten().for_each(|index| mix(index as u64));
        a.ring.each_limbs(a.entries(), &mut |negative, limbs| {
            mix(u64::from(negative));
            limbs.iter().for_each(|&limb| mix(limb));
        });
        Random(SplitMix64::new(state))
    }

    /// Elements, of which none has more than twice its share.
    pub(super) fn vector<R: FiniteField>(&mut self, r: &R, len: usize) -> Coeffs<R> {
        let all: Vec<R::Elem> = (0..len).map(|_| r.random(&mut || self.0.word())).collect();
        r.collect(&all)
    }

    /// Elements other than 0: a zero is replaced by 1.
    pub(super) fn units<R: FiniteField>(&mut self, r: &R, len: usize) -> Coeffs<R> {
        let mut all = self.vector(r, len);
        for i in 0..len {
            if r.is_zero(&r.get(all.view(), i)) {
                r.set(&mut all, i, &r.one());
            }
        }
        all
    }

    pub(super) fn block<R: FiniteField>(&mut self, r: &R, rows: usize, cols: usize) -> Result<Matrix<R>> {
        Matrix::new(r, rows, cols, self.vector(r, rows * cols))
    }
}

/// a·b, a step of which the monitor is not told.
fn product<R: Ring>(a: &Matrix<R>, b: &Matrix<R>) -> Result<Matrix<R>> {
    let (r, rows, cols) = (a.ring(), a.rows(), b.cols());
    let mut out = r.zeros(rows * cols);
    let work = rows as f64 * cols as f64 * a.cols() as f64;
    a.with(&[b], work, |r, cx| {
        r.mul_blocks(&mut out, Place { at: 0, stride: cols }, a.block(), b.block(), Gather::Set, cx.told())
    })?;
    Matrix::new(r, rows, cols, out)
}

/// The matrices Xᵀ·(Bᵀ)^i·Y for i from 0 to `count` − 1: `next` multiplies by B, and `y` is Yᵀ.
pub fn terms<R: Ring>(
    x: &Matrix<R>,
    y: &Matrix<R>,
    count: usize,
    next: impl Fn(&Matrix<R>) -> Result<Matrix<R>>,
) -> Result<Vec<Matrix<R>>> {
    let (mut power, mut terms) = (x.clone(), Vec::with_capacity(count));
    loop {
        terms.push(product(y, &power)?.transposed());
        if terms.len() >= count {
            return Ok(terms);
        }
        power = next(&power)?;
    }
}

/// Σ B^l·X·H_l for blocks H_l of as many rows as X has columns, by Horner's rule.
pub(super) fn combination<R: Ring>(
    x: &Matrix<R>,
    factors: &[Matrix<R>],
    next: impl Fn(&Matrix<R>) -> Result<Matrix<R>>,
) -> Result<Matrix<R>> {
    let Some((last, lower)) = factors.split_last() else { return Matrix::zero(x.ring(), x.rows(), 1) };
    let mut sum = product(x, last)?;
    for factor in lower.iter().rev() {
        sum = next(&sum)?.checked_add(&product(x, factor)?)?;
    }
    Ok(sum)
}

/// The relations of degree at most K, for 2K terms.
pub struct Relations<R: Ring> {
    /// The polynomials p by rows; a relation's coefficients are those of p from its degree down.
    pub(super) p: PolyMatrix<R>,
    /// The polynomials q.
    pub(super) q: PolyMatrix<R>,
    degrees: Vec<usize>,
    /// The rank of the block Hankel matrix.
    pub rank: usize,
}

impl<R: Convolve> Relations<R> {
    /// The relations of these terms, an even number of them.
    pub fn of(r: &R, terms: &[Matrix<R>]) -> Result<Self> {
        let (m, most) = (terms.first().map_or(0, Matrix::rows), terms.len() / 2);
        let minus_one = Poly::from_i64(r, &[-1]);
        let series = PolyMatrix::from_fn(r, 2 * m, m, |i, j| match i.checked_sub(m) {
            None => Poly::new(r, terms.iter().map(|term| term.get(i, j))),
            Some(row) if row == j => minus_one.clone(),
            Some(_) => Poly::zero(r),
        })?;
        let shift: Vec<i64> = (0..2 * m).map(|i| i64::from(i >= m)).collect();
        let basis = series.approximant_basis(terms.len(), &shift)?;
        // rows of a basis are nonzero
        let degree = |d: Option<i64>| d.and_then(|d| usize::try_from(d).ok()).unwrap_or(0);
        let all: Vec<usize> = basis.row_degrees(&shift)?.into_iter().map(degree).collect();
        let low: Vec<usize> = (0..2 * m).filter(|&i| all[i] <= most).collect();
        let degrees: Vec<usize> = low.iter().map(|&i| all[i]).collect();
        let kernel: usize = degrees.iter().map(|d| most + 1 - d).sum();
        let rows = basis.select_rows(&low);
        let (p, q) = (rows.part(0..low.len(), 0..m), rows.part(0..low.len(), m..2 * m));
        Ok(Relations { p, q, degrees, rank: (m * (most + 1)).saturating_sub(kernel) })
    }

    /// Whether there is one relation for each column of X.
    pub(super) fn is_square(&self) -> bool {
        self.p.rows() == self.p.cols()
    }

    /// The largest degree.
    pub(super) fn most(&self) -> usize {
        self.degrees.iter().copied().max().unwrap_or(0)
    }

    /// The sum of the degrees.
    pub(super) fn degree(&self) -> usize {
        self.degrees.iter().sum()
    }

    /// Whether the blocks span the space of n dimensions, and these are all relations.
    pub(super) fn are_all(&self, n: usize) -> bool {
        self.is_square() && self.degree() == n
    }

    /// The coefficients of B^l·X in all relations.
    pub(super) fn coefficient(&self, l: usize) -> Result<Matrix<R>> {
        let entry = |i: usize, j: usize| match self.degrees[i].checked_sub(l) {
            Some(at) => self.p.get(i, j).coeff(at),
            None => self.p.ring().elem(0),
        };
        Matrix::from_fn(self.p.ring(), self.p.rows(), self.p.cols(), entry)
    }

    /// The matrix of the coefficients p_0.
    pub(super) fn leading(&self) -> Result<Matrix<R>> {
        Matrix::new(self.p.ring(), self.p.rows(), self.p.cols(), self.p.ring().collect(&self.p.coefficient(0)))
    }

    /// The blocks H_l with Σ B^l·X·H_l for combinations of the relations, by rows of `y`, without the term of l = 0 and divided by B.
    pub(super) fn shifted(&self, y: &Matrix<R>) -> Result<Vec<Matrix<R>>> {
        (1..=self.most()).map(|l| Ok(product(y, &self.coefficient(l)?)?.transposed())).collect()
    }

    /// det B, if these are all relations of n-dimensional vectors; `None` if they are not.
    pub(super) fn determinant(&self, n: usize) -> Result<Option<R::Elem>> {
        let r = self.p.ring();
        if !self.are_all(n) {
            return Ok(None);
        }
        let leading = self.leading()?.direct_det()?;
        if r.is_zero(&leading) {
            return Ok(None);
        }
        // the characteristic polynomial at 0
        let value = r.quotient(&self.coefficient(0)?.direct_det()?, &leading)?;
        Ok(Some(if n % 2 == 1 { r.neg(&value) } else { value }))
    }
}
