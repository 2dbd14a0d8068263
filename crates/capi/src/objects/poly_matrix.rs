//! Matrices of polynomials behind handles.

use super::{Poly, Ring, computed, differ};
use crate::status::{Failure, Result, Status};
use engine::{AnyRing, Integers, Poly as P, PolyMatrix as PM, Rationals};

/// A matrix of polynomials.
#[derive(PartialEq)]
pub enum PolyMatrix {
    /// Over the integers.
    Z(PM<Integers>),
    /// Over the rational numbers.
    Q(PM<Rationals>),
    /// Over another ring.
    Any(PM<AnyRing>),
}

impl Ring {
    pub(crate) fn poly_matrix(&self, text: &str) -> Result<PolyMatrix> {
        over!(self, PolyMatrix, r => PM::parse(r, text)?)
    }

    /// A matrix of these entries, row by row.
    pub(crate) fn poly_matrix_of(&self, rows: usize, cols: usize, entries: &[&Poly]) -> Result<PolyMatrix> {
        Ok(match self {
            Ring::Z(z) => {
                let all = entries.iter().map(|p| if let Poly::Z(p) = p { Ok(p.clone()) } else { Err(differ()) });
                PolyMatrix::Z(PM::new(z, rows, cols, all.collect::<Result<_>>()?)?)
            }
            Ring::Q(q) => {
                let all = entries.iter().map(|p| if let Poly::Q(p) = p { Ok(p.clone()) } else { Err(differ()) });
                PolyMatrix::Q(PM::new(q, rows, cols, all.collect::<Result<_>>()?)?)
            }
            Ring::OfY(_) => return Err(super::of_y()),
            Ring::Any(r) => {
                let all = entries.iter().map(|p| if let Poly::Any(p) = p { Ok(p.clone()) } else { Err(differ()) });
                PolyMatrix::Any(PM::new(r, rows, cols, all.collect::<Result<_>>()?)?)
            }
        })
    }
}

fn no_form() -> Failure {
    Failure { status: Status::Unsupported, message: "over z the rows have no such form: take q".into() }
}

/// The Smith form over Q, which has none of its own, as that over a ring of any type.
fn smith_over_q(a: &PM<Rationals>) -> Result<PM<Rationals>> {
    let (q, (rows, cols)) = (a.ring(), a.shape());
    let any = AnyRing::new(q.clone());
    let erased = a.entries().iter().map(|p| P::from_coeffs(&any, any.erased(p.clone().into_coeffs()))).collect();
    let form = PM::new(&any, rows, cols, erased)?.smith()?.into_entries();
    let entries = form.into_iter().map(|p| P::from_coeffs(q, any.own(p.into_coeffs()))).collect();
    Ok(PM::new(q, rows, cols, entries)?)
}

/// A form of a matrix over a field.
macro_rules! over_fields {
    ($x:expr, $a:ident => $result:expr) => {
        match $x {
            PolyMatrix::Q($a) => Ok(PolyMatrix::Q($result)),
            PolyMatrix::Any($a) => Ok(PolyMatrix::Any($result)),
            PolyMatrix::Z(_) => Err(no_form()),
        }
    };
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
        Ok(turned!(PolyMatrix, self, Poly, a => a.get(i, j).clone()))
    }

    pub(crate) fn mul(&self, other: &Self) -> Result<Self> {
        computed([self, other], |[a, b]| binary!(PolyMatrix, a, b, a, b => a.checked_mul(b)?))
    }

    pub(crate) fn det(&self) -> Result<Poly> {
        computed([self], |[a]| Ok(turned!(PolyMatrix, a, Poly, a => a.det()?)))
    }

    /// The Smith form over a field.
    pub(crate) fn smith(&self) -> Result<Self> {
        computed([self], |[a]| match a {
            PolyMatrix::Q(a) => Ok(PolyMatrix::Q(smith_over_q(a)?)),
            PolyMatrix::Any(a) => Ok(PolyMatrix::Any(a.smith()?)),
            PolyMatrix::Z(_) => Err(no_form()),
        })
    }

    /// The Hermite form over a field.
    pub(crate) fn hermite(&self) -> Result<Self> {
        computed([self], |[a]| over_fields!(a, a => a.hermite()?))
    }

    /// The Popov form over a field.
    pub(crate) fn popov(&self) -> Result<Self> {
        let shift = vec![0; self.shape().1];
        computed([self], |[a]| over_fields!(a, a => a.popov(&shift)?))
    }
}
