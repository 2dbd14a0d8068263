//! Operands and results of verbs.

use super::unexpected;
use crate::Failure;
use polymod::{
    matrix::{Matrix, PolyMatrix},
    poly::Poly,
    ring::{AnyElement, AnyRing, Coeffs, Convolve, Integers},
};
use rug::Integer;

/// The operands of a call, each kind in the order of the verb's operands.
pub(crate) struct Operands<R: Convolve> {
    /// Their ring.
    pub ring: R,
    /// Polynomials.
    pub polys: Vec<Poly<R>>,
    /// Coefficients or values, as they were given.
    pub arrays: Vec<Coeffs<R>>,
    /// Matrices.
    pub matrices: Vec<Matrix<R>>,
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
pub(crate) enum Value<R: Convolve> {
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
    /// Whether it is true.
    truth: Truth(bool);
    /// The factors.
    factors: Factors(Vec<(Poly<R>, u64)>);
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

/// The rings of methods: a ring of any type, or Z itself.
pub(crate) trait Typed: Convolve {
    /// The value as one of the ring of any type.
    fn erased(v: Value<Self>, any: &AnyRing) -> Value<AnyRing>;
}

impl Typed for AnyRing {
    fn erased(v: Value<Self>, _: &AnyRing) -> Value<AnyRing> {
        v
    }
}

impl Typed for Integers {
    fn erased(v: Value<Self>, any: &AnyRing) -> Value<AnyRing> {
        let poly = |p: Poly<Self>| Poly::from_coeffs(any, any.erased(p.into_coeffs()));
        match v {
            Value::Poly(p) => Value::Poly(poly(p)),
            Value::Scalar(x) => Value::Scalar(x.erase()),
            Value::Matrix(m) => {
                let (rows, cols) = m.shape();
                Value::Matrix(
                    Matrix::new(any, rows, cols, any.erased(m.into_entries())).expect("the shape of the same matrix"),
                )
            }
            Value::PolyMatrix(m) => {
                let (rows, cols) = (m.rows(), m.cols());
                let entries = m.into_entries().into_iter().map(poly).collect();
                Value::PolyMatrix(PolyMatrix::new(any, rows, cols, entries).expect("the shape of the same matrix"))
            }
            Value::Number(n) => Value::Number(n),
            Value::Array { entries, coefficients } => Value::Array { entries: any.erased(entries), coefficients },
            Value::Several(all) => Value::Several(all.into_iter().map(|v| Self::erased(v, any)).collect()),
            Value::Truth(yes) => Value::Truth(yes),
            Value::Factors(all) => Value::Factors(all.into_iter().map(|(f, e)| (poly(f), e)).collect()),
        }
    }
}

impl Operands<AnyRing> {
    /// The operands over Z itself.
    pub fn over(self, z: &Integers) -> Operands<Integers> {
        let own = |x: polymod::ring::AnyElem| Integer::of(&x).clone();
        let any = self.ring;
        let poly = |p: Poly<AnyRing>| Poly::from_coeffs(z, any.own(p.into_coeffs()));
        let matrix = |m: Matrix<AnyRing>| {
            let (rows, cols) = m.shape();
            Matrix::new(z, rows, cols, any.own(m.into_entries())).expect("the shape of the same matrix")
        };
        let poly_matrix = |m: PolyMatrix<AnyRing>| {
            let (rows, cols) = (m.rows(), m.cols());
            let entries = m.into_entries().into_iter().map(poly).collect();
            PolyMatrix::new(z, rows, cols, entries).expect("the shape of the same matrix")
        };
        Operands {
            ring: z.clone(),
            polys: self.polys.into_iter().map(poly).collect(),
            arrays: self.arrays.into_iter().map(|v| any.own(v)).collect(),
            matrices: self.matrices.into_iter().map(matrix).collect(),
            poly_matrices: self.poly_matrices.into_iter().map(poly_matrix).collect(),
            scalars: self.scalars.into_iter().map(own).collect(),
            integers: self.integers,
            root: self.root.map(own),
            progression: self.progression.map(|(first, ratio, len)| (own(first), own(ratio), len)),
        }
    }
}
