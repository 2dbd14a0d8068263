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
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let one = PolyMatrix::identity(&f, 1);
    /// assert_eq!(one.checked_add(&one.shl(1))?.entries(), [Poly::from_i64(&f, &[1, 1])]);
    /// assert!(one.checked_add(&PolyMatrix::identity(&f, 2)).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Shapes`] where the dimensions differ.
    pub fn checked_add(&self, other: &Self) -> Result<Self> {
        self.entrywise("a sum", other, Poly::checked_add)
    }

    /// self − other.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let one = PolyMatrix::identity(&f, 1);
    /// assert_eq!(one.checked_sub(&one.shl(1))?.entries(), [Poly::from_i64(&f, &[1, -1])]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
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
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(PolyMatrix::identity(&f, 1).shl(1).scale(&5).entries(), [Poly::from_i64(&f, &[0, 5])]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn scale(&self, c: &R::Elem) -> Self {
        self.each(|e| e.scale(c))
    }

    /// x^k·self.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(PolyMatrix::identity(&f, 1).shl(2).entries(), [Poly::from_i64(&f, &[0, 0, 1])]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn shl(&self, k: usize) -> Self {
        self.each(|e| e.shl(k))
    }

    /// The entries modulo x^n.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::new(&f, 1, 1, vec![Poly::from_i64(&f, &[1, 2, 3])])?;
    /// assert_eq!(a.truncated(2).entries(), [Poly::from_i64(&f, &[1, 2])]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn truncated(&self, n: usize) -> Self {
        self.each(|e| Poly::from_coeffs(&self.ring, self.ring.owned(e.coeffs().low(n))))
    }

    /// The transpose.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 1, 2, |_, j| Poly::monomial(&f, &1, j))?;
    /// assert_eq!((a.transposed().shape(), a.transposed().get(1, 0)), ((2, 1), &Poly::x(&f)));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn transposed(&self) -> Self {
        let places = (0..self.columns).flat_map(|j| (0..self.rows).map(move |i| (i, j)));
        let entries = places.map(|(i, j)| self.get(i, j).clone()).collect();
        PolyMatrix { ring: self.ring.clone(), rows: self.columns, columns: self.rows, entries }
    }

    /// The values of the entries at x, in row-major order.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::monomial(&f, &1, 2 * i + j))?; // 1, x; x², x³
    /// assert_eq!(a.eval(&2), [1, 2, 4, 8]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn eval(&self, x: &R::Elem) -> Vec<R::Elem> {
        self.entries.iter().map(|e| e.eval(x)).collect()
    }

    /// The coefficients of x^k of the entries, in row-major order.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::new(&f, 1, 2, vec![Poly::from_i64(&f, &[1, 2]), Poly::from_i64(&f, &[3])])?;
    /// assert_eq!((a.coefficient(0), a.coefficient(1)), (vec![1, 3], vec![2, 0]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn coefficient(&self, k: usize) -> Vec<R::Elem> {
        self.entries.iter().map(|e| e.coeff(k)).collect()
    }

    /// The leading matrix in row-major order: each row's coefficients where its s-degree is attained, zero elsewhere.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::new(&f, 1, 2, vec![Poly::from_i64(&f, &[1, 2]), Poly::from_i64(&f, &[3])])?; // 1 + 2x, 3
    /// assert_eq!(a.leading_matrix(&[0, 0])?, [2, 0]);
    /// assert_eq!(a.leading_matrix(&[0, 1])?, [2, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`row_degrees`](Self::row_degrees).
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
