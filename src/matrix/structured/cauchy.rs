//! Cauchy matrices.
//!
//! With P = ∏ (x − xᵢ), Q = ∏ (x − yⱼ) and N the numerator of Σ vⱼ/(x − yⱼ), the product has the entries N(xᵢ)/Q(xᵢ). For a given right side the values
//! of N at the xᵢ are known, which interpolation turns into N, and vⱼ = N(yⱼ)/Q′(yⱼ). Source: Gerasoulis 1988, "A fast algorithm for the
//! multiplication of generalized Hilbert matrices with vectors".

use super::{Structured, length};
use crate::{
    Error, Result,
    poly::Points,
    ring::{Coeffs, Convolve, Direct, View},
};

/// A Cauchy matrix, with the entries 1/(xᵢ − yⱼ).
///
/// ```
/// use polymod::{Matrix, Ring, Zn, matrix::{Cauchy, Structured}};
/// let f = Zn::new(97)?;
/// let a = Cauchy::new(&f, f.collect(&[3, 4]).view(), f.collect(&[1, 2]).view())?;
/// let half = f.inv(&2)?;
/// assert_eq!((a.get(0, 0), a.get(0, 1), a.get(1, 1)), (half, 1, half));
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct Cauchy<R: Convolve> {
    ring: R,
    x: Points<R>,
    y: Points<R>,
    /// 1/Q(xᵢ), and −1/P(yⱼ) up to the sign of the number of points.
    inverses: [Coeffs<R>; 2],
}

impl<R: Convolve> Cauchy<R> {
    /// The matrix of these points, by rows and columns.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, matrix::Cauchy};
    /// let f = Zn::new(97)?;
    /// assert!(Cauchy::new(&f, f.collect(&[3, 1]).view(), f.collect(&[1, 2]).view()).is_err()); // 1 − 1 has no inverse
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`] where a difference is no unit; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn new(ring: &R, x: View<'_, R>, y: View<'_, R>) -> Result<Self> {
        let (x, y) = (Points::new(ring, x)?, Points::new(ring, y)?);
        let mut inverses = [x.eval(&y.vanishing())?, y.eval(&x.vanishing())?];
        for values in &mut inverses {
            ring.inv_each(values)?;
        }
        Ok(Cauchy { ring: ring.clone(), x, y, inverses })
    }
}

impl<R: Convolve> Structured<R> for Cauchy<R> {
    fn ring(&self) -> &R {
        &self.ring
    }

    fn shape(&self) -> (usize, usize) {
        (self.x.len(), self.y.len())
    }

    fn get(&self, i: usize, j: usize) -> R::Elem {
        let r = &self.ring;
        let difference = r.add(&r.get(self.x.points(), i), &r.neg(&r.get(self.y.points(), j)));
        // the product of all differences is a unit
        r.inv(&difference).expect("a factor of a unit is one")
    }

    fn mul_vector(&self, v: View<'_, R>) -> Result<Coeffs<R>> {
        length("a vector times a matrix", self.y.len(), v)?;
        let mut out = self.x.eval(&self.y.sum_of_fractions(v)?)?;
        self.ring.mul_each(&mut out, self.inverses[0].view());
        Ok(out)
    }

    /// Σ vᵢ/(xᵢ − yⱼ) is minus Σ vᵢ/(yⱼ − xᵢ).
    fn transposed_mul_vector(&self, v: View<'_, R>) -> Result<Coeffs<R>> {
        length("a vector times a matrix", self.x.len(), v)?;
        let mut out = self.y.eval(&self.x.sum_of_fractions(v)?)?;
        self.ring.mul_each(&mut out, self.inverses[1].view());
        self.ring.neg_all(&mut out);
        Ok(out)
    }

    fn own_solution(&self, right: View<'_, R>) -> Result<Option<Coeffs<R>>>
    where
        R: Direct,
    {
        let (r, q) = (&self.ring, self.y.vanishing());
        length("the right side of a system", self.x.len(), right)?;
        // Q(xᵢ), units
        let mut values = r.owned(self.inverses[0].view());
        r.inv_each(&mut values)?;
        r.mul_each(&mut values, right);
        let numerator = match self.x.interpolate(values.view()) {
            Ok(numerator) => numerator,
            Err(Error::RepeatedPoint { .. }) => return Ok(None),
            Err(e) => return Err(e),
        };
        let mut derivatives = self.y.eval(&q.derivative())?;
        if r.nonzero(derivatives.view()) < derivatives.len() {
            return Ok(None);
        }
        r.inv_each(&mut derivatives)?;
        let mut v = self.y.eval(&numerator)?;
        r.mul_each(&mut v, derivatives.view());
        Ok(Some(v))
    }
}
