//! Sums, multiples, transposes, products and powers, and the operators.

use super::{Matrix, dense::size};
use crate::{
    Error, Result, choice,
    poly::Exponent,
    ring::{Coeffs, Gather, Place, Ring, ShortOp, View, blocks},
};
use std::ops::{Add, Mul, Neg, Sub};

impl<R: Ring> Matrix<R> {
    /// self + other.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?;
    /// assert_eq!(a.checked_add(&Matrix::identity(&f, 2))?, Matrix::from_i64(&f, &[&[2, 2], &[3, 5]])?);
    /// assert!(a.checked_add(&Matrix::identity(&f, 3)).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Shapes`].
    pub fn checked_add(&self, other: &Self) -> Result<Self> {
        self.entrywise(other, "a sum", ShortOp::Sum, R::add_at)
    }

    /// self − other.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?;
    /// assert_eq!(a.checked_sub(&Matrix::identity(&f, 2))?, Matrix::from_i64(&f, &[&[0, 2], &[3, 3]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Shapes`].
    pub fn checked_sub(&self, other: &Self) -> Result<Self> {
        self.entrywise(other, "a difference", ShortOp::Difference, R::sub_at)
    }

    fn entrywise(
        &self,
        other: &Self,
        operation: &'static str,
        op: ShortOp,
        f: impl Fn(&R, &mut Coeffs<R>, usize, View<'_, R>) + Send + Sync,
    ) -> Result<Self> {
        if self.shape() != other.shape() {
            let expected = "one shape";
            return Err(Error::Shapes { operation, left: self.shape(), right: other.shape(), expected });
        }
        self.same_ring(other)?;
        let (r, a, b) = (&self.ring, self.entries(), other.entries());
        if let Some(words) = r.short_words(op, a, b).filter(|_| r.engine().is_quiet()) {
            let mut out = r.engine().dirty(words);
            // the length without trailing zeros is that of a polynomial; over Z a sum may need more words than there are
            if r.write_short(op, &mut out, a, b).is_ok() {
                let width = r.short_width(op, words, a, b);
                return Ok(self.of_words((out, width), self.rows, self.cols));
            }
        }
        self.with(&[other], 0.0, |r, _| {
            let mut sum = self.clone();
            f(r, &mut sum.entries, 0, other.entries());
            Ok(sum)
        })
    }

    /// c·self.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 2]])?;
    /// assert_eq!(a.scale(&50), Matrix::from_i64(&f, &[&[50, 3]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn scale(&self, c: &R::Elem) -> Self {
        let mut multiple = self.clone();
        self.ring.scale(&mut multiple.entries, c);
        multiple
    }

    /// The transpose.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 2, 3], &[4, 5, 6]])?;
    /// assert_eq!(a.transposed(), Matrix::from_i64(&f, &[&[1, 4], &[2, 5], &[3, 6]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn transposed(&self) -> Self {
        let entries = blocks::transposed(&self.ring, self.block());
        Matrix { ring: self.ring.clone(), rows: self.cols, cols: self.rows, entries }
    }

    /// The trace: the sum of the diagonal entries.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let a = Matrix::from_i64(&Zn::new(97)?, &[&[90, 2], &[3, 10]])?;
    /// assert_eq!(a.trace()?, 3);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`].
    pub fn trace(&self) -> Result<R::Elem> {
        let n = self.square("a trace")?;
        Ok((0..n).fold(self.ring.elem(0), |sum, i| self.ring.add(&sum, &self.get(i, i))))
    }

    /// self·other.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let (row, column) = (Matrix::from_i64(&f, &[&[1, 2]])?, Matrix::from_i64(&f, &[&[3], &[4]])?);
    /// assert_eq!(row.checked_mul(&column)?, Matrix::from_i64(&f, &[&[11]])?);
    /// assert_eq!(column.checked_mul(&row)?.shape(), (2, 2));
    /// assert!(row.checked_mul(&row).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Shapes`] unless `other` has as many rows as `self` has columns; [`Error::TooLarge`];
    /// [`Error::Cancelled`].
    pub fn checked_mul(&self, other: &Self) -> Result<Self> {
        self.product(other, None)
    }

    /// self·other by the given algorithm: a name that [`block_products`](crate::ring::Blocks::block_products) lists for
    /// these operands.
    ///
    /// ```
    /// use polymod::{Matrix, Error, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?;
    /// assert_eq!(a.mul_by(&a, "rows")?, a.checked_mul(&a)?);
    /// assert!(matches!(a.mul_by(&a, "magic"), Err(Error::Algorithm { .. })));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`checked_mul`](Self::checked_mul); [`Error::Algorithm`] for an unknown name.
    pub fn mul_by(&self, other: &Self, algorithm: &str) -> Result<Self> {
        self.product(other, Some(algorithm))
    }

    fn product(&self, other: &Self, algorithm: Option<&str>) -> Result<Self> {
        if self.cols != other.rows {
            return Err(Error::Shapes {
                operation: "a product",
                left: self.shape(),
                right: other.shape(),
                expected: "as many rows of the second as the first has columns",
            });
        }
        let (rows, cols) = (self.rows, other.cols);
        self.same_ring(other)?;
        let (r, a, b) = (&self.ring, self.block(), other.block());
        if algorithm.is_none()
            && r.engine().is_quiet()
            && let Some(entries) = r.own_product(a, b)
        {
            return Ok(Matrix { ring: r.clone(), rows, cols, entries });
        }
        let len = size(rows, cols)?;
        self.with(&[other], len as f64 * self.cols as f64, |r, cx| {
            let task = || format!("product over {}, {rows} by {} by {cols} entries", r.name(), self.cols);
            let (a, b) = (self.block(), other.block());
            let mut entries = r.zeros(len);
            let place = Place { at: 0, stride: cols };
            // predictions take longer than a small product
            if algorithm.is_none() && !cx.engine().is_watched() {
                r.mul_blocks(&mut entries, place, a, b, Gather::Set, cx)?;
                return Self::new(r, rows, cols, entries);
            }
            let candidates = r.block_products(a, b, cx);
            let demanded = match algorithm {
                Some(name) => Some(choice::named(&candidates, name, task)?),
                None => cx.demand(None, &candidates, task)?,
            };
            if let Some(chosen) = demanded.or(candidates.first().copied()) {
                cx.take(&chosen, &candidates, task)?;
            }
            match demanded {
                Some(c) => r.mul_blocks_by(c.algorithm, &mut entries, place, (a, b), Gather::Set, cx)?,
                None => r.mul_blocks(&mut entries, place, a, b, Gather::Set, cx)?,
            }
            Self::new(r, rows, cols, entries)
        })
    }

    /// self^e by squaring, e of any size; self^0 is the identity matrix, negative powers are powers of the inverse.
    ///
    /// ```
    /// use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 1], &[1, 0]])?;
    /// assert_eq!(a.pow(5)?, Matrix::from_i64(&f, &[&[8, 5], &[5, 3]])?);
    /// assert_eq!(&a.pow(5)? * &a.pow(-5)?, a.pow(0)?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::TooLarge`]; [`Error::Cancelled`]; for a negative e [`Error::Singular`] where there is no
    /// inverse, and those of [`echelon`](Self::echelon).
    pub fn pow(&self, e: impl Into<Exponent>) -> Result<Self> {
        let e = e.into();
        let n = self.square("a power")?;
        if e.is_negative() {
            return self.direct_inverse()?.pow(e.magnitude());
        }
        self.begins(&format!("power {e}"), "squaring")?;
        let mut power = Self::identity(&self.ring, n);
        let bits = e.bits();
        for bit in (0..bits).rev() {
            // the first square of the identity is known
            if bit + 1 < bits {
                power = power.checked_mul(&power)?;
            }
            if e.bit(bit) {
                power = if bit + 1 < bits { power.checked_mul(self)? } else { self.clone() };
            }
        }
        Ok(power)
    }
}

/// The value of a checked operation; panics with its error, as operators do.
fn expected<T>(result: Result<T>) -> T {
    result.unwrap_or_else(|e| panic!("{e}"))
}

macro_rules! operators { ($($Op:ident $op:ident $checked:ident;)*) => { $(
    impl<R: Ring> $Op for &Matrix<R> {
        type Output = Matrix<R>;
        fn $op(self, other: &Matrix<R>) -> Matrix<R> { expected(self.$checked(other)) }
    }
    impl<R: Ring> $Op<&Matrix<R>> for Matrix<R> {
        type Output = Matrix<R>;
        fn $op(self, other: &Matrix<R>) -> Matrix<R> { $Op::$op(&self, other) }
    }
    impl<R: Ring> $Op<Matrix<R>> for &Matrix<R> {
        type Output = Matrix<R>;
        fn $op(self, other: Matrix<R>) -> Matrix<R> { $Op::$op(self, &other) }
    }
    impl<R: Ring> $Op for Matrix<R> {
        type Output = Matrix<R>;
        fn $op(self, other: Matrix<R>) -> Matrix<R> { $Op::$op(&self, &other) }
    }
)* } }
operators! { Add add checked_add; Sub sub checked_sub; Mul mul checked_mul; }

impl<R: Ring> Neg for Matrix<R> {
    type Output = Matrix<R>;
    fn neg(mut self) -> Matrix<R> {
        self.ring.neg_all(&mut self.entries);
        self
    }
}

impl<R: Ring> Neg for &Matrix<R> {
    type Output = Matrix<R>;
    fn neg(self) -> Matrix<R> {
        -self.clone()
    }
}
