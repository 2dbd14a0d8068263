//! Matrices behind handles.

use super::{Poly, Ring, computed, differ, elements, integer_words, shown, words};
use crate::status::{Result, fits};
use engine::{AnyRing, Integers, Matrix as M};

/// A matrix.
#[derive(PartialEq)]
pub enum Matrix {
    /// Over the integers.
    Z(M<Integers>),
    /// Over another ring.
    Any(M<AnyRing>),
}

impl Ring {
    pub(crate) fn matrix(&self, text: &str) -> Result<Matrix> {
        Ok(match self {
            Ring::Z(z) => Matrix::Z(M::parse(z, text)?),
            Ring::Any(r) => Matrix::Any(M::parse(r, text)?),
        })
    }

    pub(crate) fn matrix_of_words(&self, rows: usize, cols: usize, words: &[u64]) -> Result<Matrix> {
        Ok(match self {
            Ring::Z(z) => Matrix::Z(M::new(z, rows, cols, elements(z, words)?)?),
            Ring::Any(r) => Matrix::Any(M::new(r, rows, cols, elements(r, words)?)?),
        })
    }
}

impl Matrix {
    pub(crate) fn text(&self) -> String {
        each!(Matrix, self, a => a.to_string())
    }

    pub(crate) fn shape(&self) -> (usize, usize) {
        each!(Matrix, self, a => a.shape())
    }

    pub(crate) fn words(&self) -> Result<Vec<u64>> {
        match self {
            Matrix::Z(a) => integer_words(a.iter()),
            Matrix::Any(a) => words(a.ring(), a.iter()),
        }
    }

    pub(crate) fn mul(&self, other: &Self) -> Result<Self> {
        fits(self.shape().0.checked_mul(other.shape().1))?;
        computed([self, other], |[a, b]| binary!(Matrix, a, b, a, b => a.checked_mul(b)?))
    }

    pub(crate) fn det(&self) -> Result<String> {
        computed([self], |[a]| {
            Ok(match a {
                Matrix::Z(a) => a.det()?.to_string(),
                Matrix::Any(a) => shown(a.ring(), a.det()?),
            })
        })
    }

    pub(crate) fn rank(&self) -> Result<usize> {
        computed([self], |[a]| Ok(each!(Matrix, a, a => a.rank()?)))
    }

    /// X and d with self·X = d·right; d is 1 but over Z.
    pub(crate) fn solve(&self, right: &Self) -> Result<(Self, String)> {
        computed([self, right], |pair| match pair {
            [Matrix::Z(a), Matrix::Z(b)] => {
                let (x, d) = a.solve(b)?;
                Ok((Matrix::Z(x), d.to_string()))
            }
            [Matrix::Any(a), Matrix::Any(b)] => Ok((Matrix::Any(a.solve(b)?), "1".into())),
            _ => Err(differ()),
        })
    }

    /// X and d with self·X = d·1; d is 1 but over Z.
    pub(crate) fn inverse(&self) -> Result<(Self, String)> {
        computed([self], |[a]| {
            Ok(match a {
                Matrix::Z(a) => {
                    let (x, d) = a.inverse()?;
                    (Matrix::Z(x), d.to_string())
                }
                Matrix::Any(a) => (Matrix::Any(a.inverse()?), "1".into()),
            })
        })
    }

    /// A basis of the vectors x with self·x = 0, as rows.
    pub(crate) fn nullspace(&self) -> Result<Self> {
        computed([self], |[a]| Ok(unary!(Matrix, a, a => a.nullspace()?)))
    }

    pub(crate) fn charpoly(&self) -> Result<Poly> {
        computed([self], |[a]| {
            Ok(match a {
                Matrix::Z(a) => Poly::Z(a.charpoly()?),
                Matrix::Any(a) => Poly::Any(a.charpoly()?),
            })
        })
    }
}
