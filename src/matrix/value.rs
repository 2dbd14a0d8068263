//! Values of polynomials at matrices.

use super::Matrix;
use crate::{Result, poly::Poly, ring::Convolve};

impl<R: Convolve> Poly<R> {
    /// The value at a square matrix, in about 2√n products of matrices for n coefficients (Paterson, Stockmeyer 1973, "On the number of nonscalar
    /// multiplications necessary to evaluate polynomials").
    ///
    /// ```
    /// use polymod::{Matrix, Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let m = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?;
    /// assert_eq!(Poly::from_i64(&f, &[7, -1, 2]).eval_matrix(&m)?, Matrix::from_i64(&f, &[&[20, 18], &[27, 47]])?);
    /// assert!(m.charpoly()?.eval_matrix(&m)?.is_zero()); // Cayley, Hamilton
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::RingsDiffer`](crate::Error::RingsDiffer);
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn eval_matrix(&self, m: &Matrix<R>) -> Result<Matrix<R>> {
        m.square("a value at a matrix")?;
        self.same_ring(&Poly::zero(m.ring()))?;
        m.begins("value at a matrix", "paterson-stockmeyer")?;
        m.evaluated(self)
    }
}

impl<R: Convolve> Matrix<R> {
    /// g(self), with √deg g baby steps and giant steps.
    pub(crate) fn evaluated(&self, g: &Poly<R>) -> Result<Self> {
        let (r, n) = (&self.ring, self.rows);
        let step = (g.len() as f64).sqrt().ceil().max(1.0) as usize;
        let mut powers = vec![Self::identity(r, n)];
        while powers.len() < step {
            powers.push(powers[powers.len() - 1].checked_mul(self)?);
        }
        let top = powers[step - 1].checked_mul(self)?;
        let mut value = Matrix::zero(r, n, n)?;
        for first in (0..g.len()).step_by(step).rev() {
            value = value.checked_mul(&top)?;
            for (k, power) in powers.iter().enumerate() {
                value = value.checked_add(&power.scale(&g.coeff(first + k)))?;
            }
        }
        Ok(value)
    }
}
