//! Linear operations and evaluation.

use super::{PolyMatrix, dense::Shift};
use crate::{
    Error, Result,
    poly::Poly,
    ring::{Convolve, Ring},
};
use std::ops::{Add, Mul, Neg, Sub};

impl<R: Ring> PolyMatrix<R> {
    /// self + other.
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Shapes`] where the dimensions differ.
    pub fn checked_add(&self, other: &Self) -> Result<Self> {
        self.entrywise("a sum", other, Poly::checked_add)
    }

    /// self − other.
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Shapes`] where the dimensions differ.
    pub fn checked_sub(&self, other: &Self) -> Result<Self> {
        self.entrywise("a difference", other, Poly::checked_sub)
    }

    fn entrywise(
        &self,
        operation: &'static str,
        other: &Self,
        f: impl Fn(&Poly<R>, &Poly<R>) -> Result<Poly<R>>,
    ) -> Result<Self> {
        self.with(other, |r, _| {
            let (left, right) = (self.shape(), other.shape());
            if left != right {
                return Err(Error::Shapes { operation, left, right, expected: "equal shapes" });
            }
            let entries = self.entries.iter().zip(&other.entries).map(|(x, y)| f(x, y)).collect::<Result<_>>()?;
            Ok(PolyMatrix { ring: r.clone(), rows: self.rows, columns: self.columns, entries })
        })
    }

    /// Applies `f` to every entry.
    pub(super) fn each(&self, f: impl Fn(&Poly<R>) -> Poly<R>) -> Self {
        let entries = self.entries.iter().map(f).collect();
        PolyMatrix { ring: self.ring.clone(), rows: self.rows, columns: self.columns, entries }
    }

    /// c·self.
    #[must_use]
    pub fn scale(&self, c: &R::Elem) -> Self {
        self.each(|e| e.scale(c))
    }

    /// x^k·self.
    #[must_use]
    pub fn shl(&self, k: usize) -> Self {
        self.each(|e| e.shl(k))
    }

    /// The entries modulo x^n.
    #[must_use]
    pub fn truncated(&self, n: usize) -> Self {
        self.each(|e| Poly::from_coeffs(&self.ring, self.ring.owned(e.coeffs().low(n))))
    }

    /// The transpose.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let places = (0..self.columns).flat_map(|j| (0..self.rows).map(move |i| (i, j)));
        let entries = places.map(|(i, j)| self.get(i, j).clone()).collect();
        PolyMatrix { ring: self.ring.clone(), rows: self.columns, columns: self.rows, entries }
    }

    /// The values of the entries at x, in row-major order.
    #[must_use]
    pub fn eval(&self, x: &R::Elem) -> Vec<R::Elem> {
        self.entries.iter().map(|e| e.eval(x)).collect()
    }

    /// The coefficients of x^k of the entries, in row-major order.
    #[must_use]
    pub fn coefficient(&self, k: usize) -> Vec<R::Elem> {
        self.entries.iter().map(|e| e.coeff(k)).collect()
    }

    /// The leading matrix in row-major order: each row's coefficients where its s-degree is attained, zero elsewhere.
    ///
    /// # Errors
    /// [`Error::Length`] unless the shift has one integer per column.
    pub fn leading_matrix(&self, shift: &Shift) -> Result<Vec<R::Elem>> {
        let degrees = self.row_degrees(shift)?;
        let lead = |(i, degree): (usize, &Option<i64>)| {
            let at = |(e, s): (&Poly<R>, &i64)| match degree.and_then(|d| usize::try_from(d - s).ok()) {
                Some(k) => e.coeff(k),
                None => self.ring.elem(0),
            };
            self.row(i).iter().zip(shift).map(at).collect::<Vec<_>>()
        };
        Ok(degrees.iter().enumerate().flat_map(lead).collect())
    }
}

/// The value of a checked operation; panics with its error, as operators do.
fn expected<T>(result: Result<T>) -> T {
    result.unwrap_or_else(|e| panic!("{e}"))
}

impl<R: Ring> Neg for &PolyMatrix<R> {
    type Output = PolyMatrix<R>;
    fn neg(self) -> PolyMatrix<R> {
        self.each(|e| -e)
    }
}

impl<R: Ring> Add for &PolyMatrix<R> {
    type Output = PolyMatrix<R>;
    fn add(self, other: &PolyMatrix<R>) -> PolyMatrix<R> {
        expected(self.checked_add(other))
    }
}

impl<R: Ring> Sub for &PolyMatrix<R> {
    type Output = PolyMatrix<R>;
    fn sub(self, other: &PolyMatrix<R>) -> PolyMatrix<R> {
        expected(self.checked_sub(other))
    }
}

impl<R: Convolve> Mul for &PolyMatrix<R> {
    type Output = PolyMatrix<R>;
    fn mul(self, other: &PolyMatrix<R>) -> PolyMatrix<R> {
        expected(self.checked_mul(other))
    }
}

macro_rules! owned { ($($Op:ident, $op:ident, $Bound:ident;)*) => { $(
    impl<R: $Bound> $Op<&PolyMatrix<R>> for PolyMatrix<R> {
        type Output = PolyMatrix<R>;
        fn $op(self, other: &PolyMatrix<R>) -> PolyMatrix<R> { $Op::$op(&self, other) }
    }
    impl<R: $Bound> $Op<PolyMatrix<R>> for &PolyMatrix<R> {
        type Output = PolyMatrix<R>;
        fn $op(self, other: PolyMatrix<R>) -> PolyMatrix<R> { $Op::$op(self, &other) }
    }
    impl<R: $Bound> $Op for PolyMatrix<R> {
        type Output = PolyMatrix<R>;
        fn $op(self, other: PolyMatrix<R>) -> PolyMatrix<R> { $Op::$op(&self, &other) }
    }
)* } }
owned! { Add, add, Ring; Sub, sub, Ring; Mul, mul, Convolve; }

impl<R: Ring> Neg for PolyMatrix<R> {
    type Output = PolyMatrix<R>;
    fn neg(self) -> PolyMatrix<R> {
        -&self
    }
}
