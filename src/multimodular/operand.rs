//! Matrices over Z with images modulo primes: dense ones by elimination, sparse ones by products alone.

use super::{
    Effort,
    primes::Primes,
    work::{Kind, Work, numbers},
};
use crate::{
    Result,
    bits::SplitMix64,
    matrix::{Matrix, SparseMatrix},
    poly::Poly,
    ring::{Integers, Ring, View},
};
use rug::Integer;

/// A matrix over Z with images modulo primes.
pub(super) trait Operand: Sync {
    fn ring(&self) -> &Integers;
    fn entries(&self) -> View<'_, Integers>;
    fn shape(&self) -> (usize, usize);

    /// What is computed of a matrix of this shape, for the monitor; a system has this number of right sides.
    fn task(&self, what: &str, sides: Option<usize>) -> String;

    /// Number of products of residues of a decomposition, or a solution for some right sides.
    fn products(&self, sides: usize) -> f64;

    /// Images of the determinant.
    fn determinant(&self) -> Work;
    /// Images of the minimal polynomial.
    fn minimal(&self) -> Work;
    /// Images of the solution of a square system, and the determinant.
    fn cramer(&self, sides: usize) -> Work;

    /// The product by a matrix over Z.
    fn times(&self, x: &Matrix<Integers>) -> Result<Matrix<Integers>>;

    /// Whether m of this matrix is 0; one of a sparse matrix that is not is taken for 0 with a probability below 2^−60.
    fn is_annihilated_by(&self, m: &Poly<Integers>) -> Result<bool>;
}

/// Whether the determinant is nonzero modulo at least one of the first `count` primes.
pub(super) fn is_regular(a: &impl Operand, count: usize) -> Result<bool> {
    a.ring().engine().enter(|cx| {
        let primes = Primes::new(cx.engine(), Effort::Certified)?.next(count)?;
        let residues = a.ring().residues(a.entries(), &primes, cx)?;
        let (len, work) = (a.entries().len(), a.determinant());
        for (i, &p) in primes.iter().enumerate() {
            let found = work.images(cx.engine().unwatched(), &[p], &[vec![&residues[i * len..][..len]]])?;
            if found.iter().flatten().any(|image| image.residues != [0]) {
                return Ok(true);
            }
        }
        Ok(false)
    })
}

impl Operand for Matrix<Integers> {
    fn ring(&self) -> &Integers {
        self.ring()
    }

    fn entries(&self) -> View<'_, Integers> {
        self.entries()
    }

    fn shape(&self) -> (usize, usize) {
        self.shape()
    }

    fn task(&self, what: &str, sides: Option<usize>) -> String {
        match sides {
            None => format!("{what} over z, {} by {}", self.rows(), self.cols()),
            Some(sides) => format!("{what} over z, {} unknowns, {sides} right sides", self.cols()),
        }
    }

    fn products(&self, sides: usize) -> f64 {
        (self.rows() + sides) as f64 * (self.rows() as f64).powi(2)
    }

    fn determinant(&self) -> Work {
        Work::new(Kind::Determinant, &[self.rows()])
    }

    fn minimal(&self) -> Work {
        Work::new(Kind::Minimal, &[self.rows()])
    }

    fn cramer(&self, sides: usize) -> Work {
        Work::new(Kind::Cramer, &[self.rows(), sides])
    }

    fn times(&self, x: &Matrix<Integers>) -> Result<Matrix<Integers>> {
        self.checked_mul(x)
    }

    fn is_annihilated_by(&self, m: &Poly<Integers>) -> Result<bool> {
        Ok(self.evaluated(m)?.is_zero())
    }
}

impl Operand for SparseMatrix<Integers> {
    fn ring(&self) -> &Integers {
        self.ring()
    }

    fn entries(&self) -> View<'_, Integers> {
        self.entries()
    }

    fn shape(&self) -> (usize, usize) {
        self.shape()
    }

    fn task(&self, what: &str, _: Option<usize>) -> String {
        self.task(what)
    }

    fn products(&self, _: usize) -> f64 {
        3.0 * self.shape().0 as f64 * self.nonzeros() as f64
    }

    fn determinant(&self) -> Work {
        Work::new(Kind::SparseDeterminant, &numbers(self, 0))
    }

    fn minimal(&self) -> Work {
        Work::new(Kind::SparseMinimal, &numbers(self, 0))
    }

    fn cramer(&self, sides: usize) -> Work {
        Work::new(Kind::SparseCramer, &numbers(self, sides))
    }

    fn times(&self, x: &Matrix<Integers>) -> Result<Matrix<Integers>> {
        self.checked_mul(x)
    }

    /// On a vector of 62-bit integers: at most one of 2^62 in one place takes a row other than 0 to 0. The seed depends on the polynomial.
    fn is_annihilated_by(&self, m: &Poly<Integers>) -> Result<bool> {
        let mut seed = SplitMix64::new(m.len() as u64);
        m.iter().for_each(|c| seed = SplitMix64::new(seed.word() ^ c.to_u64_wrapping()));
        let vector = Matrix::from_fn(self.ring(), self.shape().0, 1, |_, _| Integer::from(seed.word() >> 2))?;
        Ok(self.applied(m, &vector)?.is_zero())
    }
}
