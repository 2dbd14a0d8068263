//! Vandermonde matrices.
//!
//! Products are values at the points, and systems interpolation. The product of the transpose is a sum of power series Σ wᵢ/(1 − xᵢ·t); a system of the
//! transpose asks for the wᵢ of a given series: its product with ∏ (1 − xᵢ·t) is the reversed numerator of Σ wᵢ/(x − xᵢ), whose value at xᵢ is wᵢ times
//! that of the derivative of ∏ (x − xⱼ). Source: Bostan, Lecerf, Schost 2003, "Tellegen's principle into practice", ISSAC.

use super::{Structured, length};
use crate::{
    Result,
    poly::{Points, Poly},
    ring::{Coeffs, Convolve, Direct, View},
};

/// A Vandermonde matrix: row i has the powers of xᵢ, beginning with 1.
///
/// ```
/// use polymod::{Matrix, Ring, Zn, matrix::{Structured, Vandermonde}};
/// let f = Zn::new(97)?;
/// let a = Vandermonde::new(&f, f.collect(&[2, 3]).view(), 3)?;
/// assert_eq!(a.to_dense()?, Matrix::from_i64(&f, &[&[1, 2, 4], &[1, 3, 9]])?);
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct Vandermonde<R: Convolve> {
    ring: R,
    points: Points<R>,
    cols: usize,
}

impl<R: Convolve> Vandermonde<R> {
    /// The matrix of the first `cols` powers of these points.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, matrix::{Structured, Vandermonde}};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Vandermonde::new(&f, f.collect(&[2, 3]).view(), 4)?.get(1, 3), 27);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn new(ring: &R, points: View<'_, R>, cols: usize) -> Result<Self> {
        Ok(Vandermonde { ring: ring.clone(), points: Points::new(ring, points)?, cols })
    }

    /// The points.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, matrix::Vandermonde};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.words(Vandermonde::new(&f, f.collect(&[2, 3]).view(), 2)?.points()), [2, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn points(&self) -> View<'_, R> {
        self.points.points()
    }
}

impl<R: Convolve + Direct> Vandermonde<R> {
    /// w with selfᵀ·w = right, for as many columns as points: Σ wᵢ·xᵢ^j is `right[j]`.
    ///
    /// ```
    /// use polymod::{Ring, Zn, matrix::Vandermonde};
    /// let f = Zn::new(97)?;
    /// let a = Vandermonde::new(&f, f.collect(&[2, 3]).view(), 2)?;
    /// assert_eq!(f.words(a.solve_transposed(f.collect(&[8, 21]).view())?.view()), [3, 5]); // 3 + 5, 3·2 + 5·3
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Length`](crate::Error::Length);
    /// [`Error::RepeatedPoint`](crate::Error::RepeatedPoint); [`Error::NotInvertible`](crate::Error::NotInvertible) where a difference of points is
    /// no unit; [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn solve_transposed(&self, right: View<'_, R>) -> Result<Coeffs<R>> {
        let (r, (rows, cols)) = (&self.ring, self.shape());
        if rows != cols {
            return Err(crate::Error::NotSquare { operation: "a transposed Vandermonde system", rows, cols });
        }
        length("the right side of a system", rows, right)?;
        let vanishing = self.points.vanishing();
        let mut derivatives = self.points.eval(&vanishing.derivative())?;
        if let Err(e) = r.inv_each(&mut derivatives) {
            // the points are not distinct, which Lagrange's formula for 1 tells, or a difference is no unit
            self.points.interpolate(r.collect(&vec![r.one(); rows]).view())?;
            return Err(e);
        }
        let denominator = Poly::from_coeffs(r, r.reversed(vanishing.coeffs()));
        let product = Poly::from_coeffs(r, r.owned(right)).mul_low(&denominator, rows)?;
        let mut numerator = r.owned(product.coeffs());
        r.resize(&mut numerator, rows);
        let numerator = Poly::from_coeffs(r, r.reversed(numerator.view()));
        let mut w = self.points.eval(&numerator)?;
        r.mul_each(&mut w, derivatives.view());
        Ok(w)
    }
}

impl<R: Convolve> Structured<R> for Vandermonde<R> {
    fn ring(&self) -> &R {
        &self.ring
    }

    fn shape(&self) -> (usize, usize) {
        (self.points.len(), self.cols)
    }

    fn get(&self, i: usize, j: usize) -> R::Elem {
        assert!(j < self.cols, "column {j} of {}", self.cols);
        self.ring.pow(&self.ring.get(self.points(), i), j as u64)
    }

    fn mul_vector(&self, v: View<'_, R>) -> Result<Coeffs<R>> {
        length("a vector times a matrix", self.cols, v)?;
        self.points.eval(&Poly::from_coeffs(&self.ring, self.ring.owned(v)))
    }

    fn transposed_mul_vector(&self, v: View<'_, R>) -> Result<Coeffs<R>> {
        length("a vector times a matrix", self.points.len(), v)?;
        self.points.power_sums(v, self.cols)
    }

    fn own_solution(&self, right: View<'_, R>) -> Result<Option<Coeffs<R>>>
    where
        R: Direct,
    {
        let found = match self.points.interpolate(right) {
            Ok(found) => found,
            Err(crate::Error::RepeatedPoint { .. }) => return Ok(None),
            Err(e) => return Err(e),
        };
        let mut x = self.ring.owned(found.coeffs());
        self.ring.resize(&mut x, self.cols);
        Ok(Some(x))
    }
}
