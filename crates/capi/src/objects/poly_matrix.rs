//! Matrices of polynomials behind handles.

use super::{Poly, Ring, computed, differ};
use crate::status::{Failure, Result};
use engine::{AnyRing, Integers, PolyMatrix as PM};

/// A matrix of polynomials.
#[derive(PartialEq)]
pub enum PolyMatrix {
    /// Over the integers.
    Z(PM<Integers>),
    /// Over another ring.
    Any(PM<AnyRing>),
}

impl Ring {
    pub(crate) fn poly_matrix(&self, text: &str) -> Result<PolyMatrix> {
        Ok(match self {
            Ring::Z(z) => PolyMatrix::Z(PM::parse(z, text)?),
            Ring::Any(r) => PolyMatrix::Any(PM::parse(r, text)?),
        })
    }

    /// A matrix of these entries, row by row.
    pub(crate) fn poly_matrix_of(&self, rows: usize, cols: usize, entries: &[&Poly]) -> Result<PolyMatrix> {
        Ok(match self {
            Ring::Z(z) => {
                let all = entries.iter().map(|p| if let Poly::Z(p) = p { Ok(p.clone()) } else { Err(differ()) });
                PolyMatrix::Z(PM::new(z, rows, cols, all.collect::<Result<_>>()?)?)
            }
            Ring::Any(r) => {
                let all = entries.iter().map(|p| if let Poly::Any(p) = p { Ok(p.clone()) } else { Err(differ()) });
                PolyMatrix::Any(PM::new(r, rows, cols, all.collect::<Result<_>>()?)?)
            }
        })
    }
}

impl PolyMatrix {
    pub(crate) fn text(&self) -> String {
        each!(PolyMatrix, self, a => a.to_string())
    }

    pub(crate) fn shape(&self) -> (usize, usize) {
        each!(PolyMatrix, self, a => a.shape())
    }

    pub(crate) fn entry(&self, i: usize, j: usize) -> Result<Poly> {
        let (rows, cols) = self.shape();
        if i >= rows || j >= cols {
            return Err(Failure::argument(format!("there is no entry {i}, {j} in a matrix of {rows} by {cols}")));
        }
        Ok(match self {
            PolyMatrix::Z(a) => Poly::Z(a.get(i, j).clone()),
            PolyMatrix::Any(a) => Poly::Any(a.get(i, j).clone()),
        })
    }

    pub(crate) fn mul(&self, other: &Self) -> Result<Self> {
        computed([self, other], |[a, b]| binary!(PolyMatrix, a, b, a, b => a.checked_mul(b)?))
    }

    pub(crate) fn det(&self) -> Result<Poly> {
        computed([self], |[a]| {
            Ok(match a {
                PolyMatrix::Z(a) => Poly::Z(a.det()?),
                PolyMatrix::Any(a) => Poly::Any(a.det()?),
            })
        })
    }
}
