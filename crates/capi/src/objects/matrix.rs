//! Matrices behind handles.

use super::{Poly, Ring, computed, differ, elements, integer_words, no_words, shown, words};
use crate::status::{Failure, Result, Status, fits};
use engine::{
    AnyRing, Integers, Matrix as M, Rationals,
    multimodular::{hnf, lll, snf},
};

/// A matrix.
#[derive(PartialEq)]
pub enum Matrix {
    /// Over the integers.
    Z(M<Integers>),
    /// Over the rational numbers.
    Q(M<Rationals>),
    /// Over another ring.
    Any(M<AnyRing>),
}

impl Ring {
    pub(crate) fn matrix(&self, text: &str) -> Result<Matrix> {
        over!(self, Matrix, r => M::parse(r, text)?)
    }

    pub(crate) fn matrix_of_words(&self, rows: usize, cols: usize, words: &[u64]) -> Result<Matrix> {
        over!(self, Matrix, r => M::new(r, rows, cols, elements(r, words)?)?)
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
            Matrix::Q(_) => Err(no_words("q")),
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
                Matrix::Q(a) => a.det()?.to_string(),
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
            [Matrix::Q(a), Matrix::Q(b)] => Ok((Matrix::Q(a.solve(b)?), "1".into())),
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
                Matrix::Q(a) => (Matrix::Q(a.inverse()?), "1".into()),
                Matrix::Any(a) => (Matrix::Any(a.inverse()?), "1".into()),
            })
        })
    }

    /// A basis of the vectors x with self·x = 0, as rows.
    pub(crate) fn nullspace(&self) -> Result<Self> {
        computed([self], |[a]| Ok(unary!(Matrix, a, a => a.nullspace()?)))
    }

    pub(crate) fn charpoly(&self) -> Result<Poly> {
        computed([self], |[a]| Ok(turned!(Matrix, a, Poly, a => a.charpoly()?)))
    }

    pub(crate) fn minpoly(&self) -> Result<Poly> {
        computed([self], |[a]| Ok(turned!(Matrix, a, Poly, a => a.minpoly()?)))
    }

    /// A form of a matrix over Z.
    fn lattice(&self, form: fn(&M<Integers>) -> engine::Result<M<Integers>>) -> Result<Self> {
        computed([self], |[a]| match a {
            Matrix::Z(a) => Ok(Matrix::Z(form(a)?)),
            _ => Err(expected("z")),
        })
    }

    pub(crate) fn hnf(&self) -> Result<Self> {
        self.lattice(hnf)
    }

    pub(crate) fn snf(&self) -> Result<Self> {
        computed([self], |[a]| match a {
            Matrix::Z(a) => Ok(Matrix::Z(snf(a)?)),
            Matrix::Any(a) => Ok(Matrix::Any(a.smith()?)),
            Matrix::Q(_) => Err(expected("z, zn or gf")),
        })
    }

    pub(crate) fn lll(&self) -> Result<Self> {
        self.lattice(lll)
    }
}

/// The refusal of a matrix over other rings than these.
fn expected(rings: &str) -> Failure {
    Failure { status: Status::Unsupported, message: format!("expected a matrix over {rings}") }
}
