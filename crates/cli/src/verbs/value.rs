//! Operands and results of verbs.

use super::unexpected;
use crate::Failure;
use polymod::{
    matrix::{Matrix, PolyMatrix, SparseMatrix},
    multimodular::RootInterval,
    poly::{Factorization, Poly},
    ring::{Coeffs, Convolve},
};
use rug::Integer;

/// The operands of a call, each kind in the order of the verb's operands.
pub struct Operands<R: Convolve> {
    /// Their ring.
    pub ring: R,
    /// Polynomials.
    pub polys: Vec<Poly<R>>,
    /// Numbers of polynomials in each array of polynomials.
    pub counts: Vec<usize>,
    /// Coefficients or values, as they were given.
    pub arrays: Vec<Coeffs<R>>,
    /// Matrices.
    pub matrices: Vec<Matrix<R>>,
    /// Sparse matrices.
    pub sparse: Vec<SparseMatrix<R>>,
    /// Matrices of polynomials.
    pub poly_matrices: Vec<PolyMatrix<R>>,
    /// Elements of the ring.
    pub scalars: Vec<R::Elem>,
    /// Integers: exponents, lengths.
    pub integers: Vec<Integer>,
    /// The root of unity that was given.
    pub root: Option<R::Elem>,
    /// First point, ratio and number of points in geometric progression.
    pub progression: Option<(R::Elem, R::Elem, usize)>,
}

impl<R: Convolve> Operands<R> {
    /// The number of terms of a series, the last integer; sizes beyond any memory are refused before anything is computed.
    pub fn terms(&self) -> usize {
        self.integers.last().and_then(Integer::to_usize).unwrap_or(usize::MAX)
    }
}

/// One result.
pub enum Value<R: Convolve> {
    /// A polynomial.
    Poly(Poly<R>),
    /// An element of the ring.
    Scalar(R::Elem),
    /// A matrix.
    Matrix(Matrix<R>),
    /// A matrix of polynomials.
    PolyMatrix(PolyMatrix<R>),
    /// A number, in any ring.
    Number(usize),
    /// An integer of any size, in any ring.
    Integer(Integer),
    /// Numbers of rows, in any ring.
    Indices(Vec<usize>),
    /// Polynomials.
    Polys(Vec<Poly<R>>),
    /// Intervals with one real root each.
    Intervals(Vec<RootInterval>),
    /// Elements of the ring with their multiplicities.
    Multiples(Vec<(R::Elem, u64)>),
    /// An array, including zeros at its end.
    Array {
        /// Its entries.
        entries: Coeffs<R>,
        /// Whether they are coefficients, so that `--order` applies.
        coefficients: bool,
    },
    /// Results, in the order of the help.
    Several(Vec<Value<R>>),
    /// True or false.
    Truth(bool),
    /// Polynomials with their multiplicities.
    Factors(Vec<(Poly<R>, u64)>),
    /// Prime powers, each with the factors modulo it.
    PowerFactors(Vec<(Integer, Factorization<R>)>),
}

/// Writes the conversions to and from a kind of value.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident: $variant:ident($type:ty);)*) => {
        impl<R: Convolve> Value<R> {$(
            $(#[$doc])*
            pub fn $name(&self) -> Result<&$type, Failure> {
                match self {
                    Value::$variant(x) => Ok(x),
                    _ => Err(unexpected()),
                }
            }
        )*}
    };
}

kinds! {
    /// The polynomial.
    poly: Poly(Poly<R>);
    /// The element.
    scalar: Scalar(R::Elem);
    /// The matrix.
    matrix: Matrix(Matrix<R>);
    /// The matrix of polynomials.
    poly_matrix: PolyMatrix(PolyMatrix<R>);
    /// The number.
    number: Number(usize);
    /// The integer.
    integer: Integer(Integer);
    /// The numbers of rows.
    indices: Indices(Vec<usize>);
    /// The polynomials.
    all_polys: Polys(Vec<Poly<R>>);
    /// The intervals.
    intervals: Intervals(Vec<RootInterval>);
    /// The elements with multiplicities.
    multiples: Multiples(Vec<(R::Elem, u64)>);
    /// Whether it is true.
    truth: Truth(bool);
    /// The factors.
    factors: Factors(Vec<(Poly<R>, u64)>);
    /// The prime powers with the factors modulo them.
    power_factors: PowerFactors(Vec<(Integer, Factorization<R>)>);
    /// The results.
    several: Several(Vec<Value<R>>);
}

impl<R: Convolve> Value<R> {
    /// The entries of an array.
    pub fn entries(&self) -> Result<&Coeffs<R>, Failure> {
        match self {
            Value::Array { entries, .. } => Ok(entries),
            _ => Err(unexpected()),
        }
    }

    /// Exactly this many results.
    pub fn these<const N: usize>(&self) -> Result<&[Value<R>; N], Failure> {
        self.several()?.as_slice().try_into().map_err(|_| unexpected())
    }

    /// Exactly this many polynomials.
    pub fn polys<const N: usize>(&self) -> Result<[&Poly<R>; N], Failure> {
        let all: Vec<&Poly<R>> = self.several()?.iter().map(Value::poly).collect::<Result<_, _>>()?;
        all.try_into().map_err(|_| unexpected())
    }

    /// Values to which the order of coefficients does not apply.
    pub fn array(entries: Coeffs<R>) -> Self {
        Value::Array { entries, coefficients: false }
    }
}

impl<R: Convolve> From<Poly<R>> for Value<R> {
    fn from(p: Poly<R>) -> Self {
        Value::Poly(p)
    }
}

impl<R: Convolve> From<Matrix<R>> for Value<R> {
    fn from(m: Matrix<R>) -> Self {
        Value::Matrix(m)
    }
}

impl<R: Convolve> From<PolyMatrix<R>> for Value<R> {
    fn from(m: PolyMatrix<R>) -> Self {
        Value::PolyMatrix(m)
    }
}

impl<R: Convolve, const N: usize> From<[Poly<R>; N]> for Value<R> {
    fn from(all: [Poly<R>; N]) -> Self {
        Value::Several(all.into_iter().map(Value::Poly).collect())
    }
}
