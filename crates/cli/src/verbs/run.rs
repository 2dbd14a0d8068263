//! How methods run: over rings of any type, or over the own type of Z or Q with the same operands.

use super::{Operands, Value};
use crate::{Failure, args::VerbCall};
use polymod::{
    matrix::{Matrix, PolyMatrix},
    poly::{Bivariate, Factorization, Poly},
    ring::{AnyElement, AnyRing, Coeffs, Convolve, Integers, Rationals},
};
use rug::Integer;

/// Computes the result of a verb.
pub(super) type Function<R> = fn(&Operands<R>, &VerbCall) -> Result<Value<R>, Failure>;

/// The function of a method.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    /// Over rings of any type.
    Any(Function<AnyRing>),
    /// Over Z: the library's modular methods take polynomials and matrices of Z's own type.
    OverZ(Function<Integers>),
    /// Over Q, for the same reason.
    OverQ(Function<Rationals>),
}

/// A function with its operands.
pub enum Prepared {
    /// Over rings of any type.
    Any(Function<AnyRing>, Operands<AnyRing>),
    /// Over Z, and the ring of any type that is Z.
    OverZ(Function<Integers>, Operands<Integers>, AnyRing),
    /// Over Q, and the ring of any type that is Q.
    OverQ(Function<Rationals>, Operands<Rationals>, AnyRing),
}

impl Run {
    /// The function with these operands, none of whose coefficients is copied. The ring is one of the method.
    pub fn prepared(self, o: Operands<AnyRing>) -> Prepared {
        match self {
            Run::Any(run) => Prepared::Any(run, o),
            Run::OverZ(run) => {
                let any = o.ring.clone();
                Prepared::OverZ(run, to_z(&any).operands(o), any)
            }
            Run::OverQ(run) => {
                let any = o.ring.clone();
                Prepared::OverQ(run, to_own(&any).operands(o), any)
            }
        }
    }
}

impl Prepared {
    /// Computes the result.
    ///
    /// # Errors
    /// Those of the function.
    pub fn run(&self, call: &VerbCall) -> Result<Value<AnyRing>, Failure> {
        match self {
            Prepared::Any(run, o) => run(o, call),
            Prepared::OverZ(run, o, any) => Ok(from_z(any).value(run(o, call)?)),
            Prepared::OverQ(run, o, any) => Ok(from_own(any).value(run(o, call)?)),
        }
    }

    /// The operands again.
    pub fn operands(self) -> Operands<AnyRing> {
        match self {
            Prepared::Any(_, o) => o,
            Prepared::OverZ(_, o, any) => from_z(&any).operands(o),
            Prepared::OverQ(_, o, any) => from_own(&any).operands(o),
        }
    }
}

/// A change between a ring of any type and that ring itself, which keeps every coefficient in its place.
pub(crate) struct Change<'a, R: Convolve, S: Convolve> {
    any: &'a AnyRing,
    ring: &'a S,
    coeffs: fn(&AnyRing, Coeffs<R>) -> Coeffs<S>,
    element: fn(R::Elem) -> S::Elem,
}

/// From a ring of any type to its own.
fn to_own<R: Convolve<Elem: AnyElement>>(any: &AnyRing) -> Change<'_, AnyRing, R> {
    let ring = any.downcast_ref().expect("a method over a ring is called over it");
    Change { any, ring, coeffs: |any, v| any.own(v), element: |x| R::Elem::of(&x).clone() }
}

/// From a ring's own type to any.
fn from_own<R: Convolve<Elem: AnyElement>>(any: &AnyRing) -> Change<'_, R, AnyRing> {
    Change { any, ring: any, coeffs: |any, v| any.erased(v), element: AnyElement::erase }
}

/// From a ring of any type that is Z to Z's own type.
pub(crate) fn to_z(any: &AnyRing) -> Change<'_, AnyRing, Integers> {
    to_own(any)
}

/// From Z's own type to the ring of any type that is Z.
pub(crate) fn from_z(any: &AnyRing) -> Change<'_, Integers, AnyRing> {
    from_own(any)
}

impl<R: Convolve, S: Convolve> Change<'_, R, S> {
    /// A polynomial.
    pub fn poly(&self, p: Poly<R>) -> Poly<S> {
        Poly::from_coeffs(self.ring, (self.coeffs)(self.any, p.into_coeffs()))
    }

    /// A polynomial in two variables.
    pub fn bivariate(&self, p: &Bivariate<R>) -> Bivariate<S> {
        Bivariate::new(self.ring, p.coeffs().iter().map(|c| self.poly(c.clone())).collect())
    }

    /// A matrix.
    pub fn matrix(&self, m: Matrix<R>) -> Matrix<S> {
        let (rows, cols) = m.shape();
        Matrix::new(self.ring, rows, cols, (self.coeffs)(self.any, m.into_entries()))
            .expect("the shape of the same matrix")
    }

    fn poly_matrix(&self, m: PolyMatrix<R>) -> PolyMatrix<S> {
        let (rows, cols) = (m.rows(), m.cols());
        let entries = m.into_entries().into_iter().map(|p| self.poly(p)).collect();
        PolyMatrix::new(self.ring, rows, cols, entries).expect("the shape of the same matrix")
    }

    fn operands(&self, o: Operands<R>) -> Operands<S> {
        let element = self.element;
        Operands {
            ring: self.ring.clone(),
            polys: o.polys.into_iter().map(|p| self.poly(p)).collect(),
            counts: o.counts,
            arrays: o.arrays.into_iter().map(|v| (self.coeffs)(self.any, v)).collect(),
            matrices: o.matrices.into_iter().map(|m| self.matrix(m)).collect(),
            sparse: o.sparse.into_iter().map(|m| m.map_entries(self.ring, |v| (self.coeffs)(self.any, v))).collect(),
            poly_matrices: o.poly_matrices.into_iter().map(|m| self.poly_matrix(m)).collect(),
            scalars: o.scalars.into_iter().map(element).collect(),
            integers: o.integers,
            root: o.root.map(element),
            progression: o.progression.map(|(first, ratio, len)| (element(first), element(ratio), len)),
        }
    }

    fn factors(&self, all: Vec<(Poly<R>, u64)>) -> Vec<(Poly<S>, u64)> {
        all.into_iter().map(|(f, e)| (self.poly(f), e)).collect()
    }

    fn value(&self, v: Value<R>) -> Value<S> {
        match v {
            Value::Poly(p) => Value::Poly(self.poly(p)),
            Value::Scalar(x) => Value::Scalar((self.element)(x)),
            Value::Matrix(m) => Value::Matrix(self.matrix(m)),
            Value::PolyMatrix(m) => Value::PolyMatrix(self.poly_matrix(m)),
            Value::Number(n) => Value::Number(n),
            Value::Integer(n) => Value::Integer(n),
            Value::Indices(all) => Value::Indices(all),
            Value::Intervals(all) => Value::Intervals(all),
            Value::Polys(all) => Value::Polys(all.into_iter().map(|p| self.poly(p)).collect()),
            Value::Multiples(all) => Value::Multiples(all.into_iter().map(|(x, e)| ((self.element)(x), e)).collect()),
            Value::Array { entries, coefficients } => {
                Value::Array { entries: (self.coeffs)(self.any, entries), coefficients }
            }
            Value::Several(all) => Value::Several(all.into_iter().map(|v| self.value(v)).collect()),
            Value::Truth(yes) => Value::Truth(yes),
            Value::Factors(all) => Value::Factors(self.factors(all)),
            Value::PowerFactors(all) => {
                let found = |(power, f): (Integer, Factorization<R>)| {
                    (power, Factorization { unit: (self.element)(f.unit), factors: self.factors(f.factors) })
                };
                Value::PowerFactors(all.into_iter().map(found).collect())
            }
        }
    }
}
