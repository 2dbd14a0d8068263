//! Sums, multiples, transposes, products and powers, and the operators.

use super::{Dense, dense::size};
use crate::{
    Error, Result,
    monitor::Decision,
    ring::{Coeffs, Gather, Place, Ring, View, blocks},
};
use std::ops::{Add, Mul, Neg, Sub};

impl<R: Ring> Dense<R> {
    /// self + other.
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Shapes`].
    pub fn checked_add(&self, other: &Self) -> Result<Self> {
        self.entrywise(other, "a sum", R::add_at)
    }

    /// self − other.
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Shapes`].
    pub fn checked_sub(&self, other: &Self) -> Result<Self> {
        self.entrywise(other, "a difference", R::sub_at)
    }

    fn entrywise(
        &self,
        other: &Self,
        operation: &'static str,
        f: impl Fn(&R, &mut Coeffs<R>, usize, View<'_, R>) + Send + Sync,
    ) -> Result<Self> {
        if self.shape() != other.shape() {
            let expected = "one shape";
            return Err(Error::Shapes { operation, left: self.shape(), right: other.shape(), expected });
        }
        self.with(&[other], 0.0, |r, _| {
            let mut sum = self.clone();
            f(r, &mut sum.entries, 0, other.entries());
            Ok(sum)
        })
    }

    /// c·self.
    #[must_use]
    pub fn scale(&self, c: &R::Elem) -> Self {
        let mut multiple = self.clone();
        self.ring.scale(&mut multiple.entries, c);
        multiple
    }

    /// The transpose.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let entries = blocks::transposed(&self.ring, self.block());
        Dense { ring: self.ring.clone(), rows: self.cols, cols: self.rows, entries }
    }

    /// The sum of the entries on the diagonal.
    ///
    /// # Errors
    /// [`Error::NotSquare`].
    pub fn trace(&self) -> Result<R::Elem> {
        let n = self.square("a trace")?;
        Ok((0..n).fold(self.ring.elem(0), |sum, i| self.ring.add(&sum, &self.get(i, i))))
    }

    /// self·other.
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Shapes`] unless `other` has as many rows as `self` has columns; [`Error::TooLarge`];
    /// [`Error::Cancelled`].
    pub fn checked_mul(&self, other: &Self) -> Result<Self> {
        if self.cols != other.rows {
            return Err(Error::Shapes {
                operation: "a product",
                left: self.shape(),
                right: other.shape(),
                expected: "as many rows of the second as the first has columns",
            });
        }
        let (rows, cols) = (self.rows, other.cols);
        let len = size(rows, cols)?;
        self.with(&[other], len as f64 * self.cols as f64, |r, cx| {
            let mut entries = r.zeros(len);
            let place = Place { at: 0, stride: cols };
            let alternatives = r.block_products([rows, self.cols, cols], cx);
            if let Some(chosen) = alternatives.first() {
                let cx = cx.for_work(chosen.predicted_ns);
                cx.decided(|| Decision {
                    task: format!("product over {}, {rows} by {} by {cols} entries", r.name(), self.cols),
                    chosen: chosen.algorithm,
                    parameters: vec![("threads", cx.threads().to_string())],
                    alternatives: alternatives.clone(),
                    parts: Vec::new(),
                });
            }
            r.mul_blocks(&mut entries, place, self.block(), other.block(), Gather::Set, cx)?;
            Self::new(r, rows, cols, entries)
        })
    }

    /// self^e by squaring; self^0 is the unit matrix.
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn pow(&self, e: u64) -> Result<Self> {
        let n = self.square("a power")?;
        let mut power = Self::identity(&self.ring, n);
        let bits = u64::BITS - e.leading_zeros();
        for bit in (0..bits).rev() {
            // of the unit matrix the first square is known
            if bit + 1 < bits {
                power = power.checked_mul(&power)?;
            }
            if e >> bit & 1 == 1 {
                power = if bit + 1 < bits { power.checked_mul(self)? } else { self.clone() };
            }
        }
        Ok(power)
    }
}

/// What an operator does where its checked form errs.
fn expected<T>(result: Result<T>) -> T {
    result.unwrap_or_else(|e| panic!("{e}"))
}

macro_rules! operators { ($($Op:ident $op:ident $checked:ident;)*) => { $(
    impl<R: Ring> $Op for &Dense<R> {
        type Output = Dense<R>;
        fn $op(self, other: &Dense<R>) -> Dense<R> { expected(self.$checked(other)) }
    }
    impl<R: Ring> $Op<&Dense<R>> for Dense<R> {
        type Output = Dense<R>;
        fn $op(self, other: &Dense<R>) -> Dense<R> { $Op::$op(&self, other) }
    }
    impl<R: Ring> $Op<Dense<R>> for &Dense<R> {
        type Output = Dense<R>;
        fn $op(self, other: Dense<R>) -> Dense<R> { $Op::$op(self, &other) }
    }
    impl<R: Ring> $Op for Dense<R> {
        type Output = Dense<R>;
        fn $op(self, other: Dense<R>) -> Dense<R> { $Op::$op(&self, &other) }
    }
)* } }
operators! { Add add checked_add; Sub sub checked_sub; Mul mul checked_mul; }

impl<R: Ring> Neg for Dense<R> {
    type Output = Dense<R>;
    fn neg(mut self) -> Dense<R> {
        self.ring.neg_all(&mut self.entries);
        self
    }
}

impl<R: Ring> Neg for &Dense<R> {
    type Output = Dense<R>;
    fn neg(self) -> Dense<R> {
        -self.clone()
    }
}
