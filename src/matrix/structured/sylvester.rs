//! Sylvester matrices.

use super::{Structured, length, window};
use crate::{
    Result,
    poly::Poly,
    ring::{Coeffs, Convolve, Direct, View},
};

/// The Sylvester matrix of polynomials A and B of degrees m and n, of the map of U and V of fewer than n and m coefficients to U·A + V·B: its columns
/// are the coefficients, the constant one first, of A, x·A, …, x^(n−1)·A, and of B, …, x^(m−1)·B.
///
/// ```
/// use polymod::{Matrix, Poly, Ring, Zn, matrix::{Structured, Sylvester}};
/// let f = Zn::new(97)?;
/// let (a, b) = (Poly::from_i64(&f, &[1, 2]), Poly::from_i64(&f, &[3, 4, 5]));
/// let s = Sylvester::new(&a, &b)?;
/// assert_eq!(s.to_dense()?, Matrix::from_i64(&f, &[&[1, 0, 3], &[2, 1, 4], &[0, 2, 5]])?);
/// let one = s.solve(f.collect(&[1, 0, 0]).view())?; // U and V with U·A + V·B = 1
/// assert_eq!(f.words(s.mul_vector(one.view())?.view()), [1, 0, 0]);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sylvester<R: Convolve> {
    a: Poly<R>,
    b: Poly<R>,
}

impl<R: Convolve> Sylvester<R> {
    /// The matrix of two polynomials other than 0.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, matrix::{Structured, Sylvester}};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::from_i64(&f, &[1, 2, 1]), Poly::from_i64(&f, &[3, 4]));
    /// assert_eq!(Sylvester::new(&a, &b)?.shape(), (3, 3));
    /// assert!(Sylvester::new(&a, &Poly::zero(&f)).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`](crate::Error::RingsDiffer); [`Error::DivisionByZero`](crate::Error::DivisionByZero) if one is 0, which has no degree.
    pub fn new(a: &Poly<R>, b: &Poly<R>) -> Result<Self> {
        crate::ring::same_ring(a.ring(), b.ring())?;
        if a.len().min(b.len()) == 0 {
            return Err(crate::Error::DivisionByZero);
        }
        Ok(Sylvester { a: a.clone(), b: b.clone() })
    }

    /// The degrees m and n.
    fn degrees(&self) -> [usize; 2] {
        [&self.a, &self.b].map(|p| p.len() - 1)
    }
}

impl<R: Convolve> Structured<R> for Sylvester<R> {
    fn ring(&self) -> &R {
        self.a.ring()
    }

    fn shape(&self) -> (usize, usize) {
        let [m, n] = self.degrees();
        (m + n, m + n)
    }

    fn get(&self, i: usize, j: usize) -> R::Elem {
        let [m, n] = self.degrees();
        assert!(i < m + n && j < m + n, "entry {i}, {j} of {}", m + n);
        let (p, shift) = if j < n { (&self.a, j) } else { (&self.b, j - n) };
        i.checked_sub(shift).map_or_else(|| self.ring().elem(0), |k| p.coeff(k))
    }

    fn mul_vector(&self, v: View<'_, R>) -> Result<Coeffs<R>> {
        let (r, [m, n]) = (self.ring(), self.degrees());
        length("a vector times a matrix", m + n, v)?;
        let mut sum = window(r, self.a.coeffs(), v.low(n), 0, m + n)?;
        let other = window(r, self.b.coeffs(), v.from(n), 0, m + n)?;
        r.add_at(&mut sum, 0, other.view());
        Ok(sum)
    }

    /// Products Σ A_k·v_(k+i), which are those of reversed polynomials.
    fn transposed_mul_vector(&self, v: View<'_, R>) -> Result<Coeffs<R>> {
        let (r, [m, n]) = (self.ring(), self.degrees());
        length("a vector times a matrix", m + n, v)?;
        let mut out = r.zeros(m + n);
        for (p, degree, first, count) in [(&self.a, m, 0, n), (&self.b, n, n, m)] {
            let products = window(r, r.reversed(p.coeffs()).view(), v, degree, count)?;
            r.copy_at(&mut out, first, products.view());
        }
        Ok(out)
    }

    /// With s·A + t·B = 1, U is the remainder of s·C modulo B, and V the quotient of C − U·A by B.
    fn own_solution(&self, right: View<'_, R>) -> Result<Option<Coeffs<R>>>
    where
        R: Direct,
    {
        let (r, [m, n]) = (self.ring(), self.degrees());
        length("the right side of a system", m + n, right)?;
        let bezout = self.a.xgcd(&self.b)?;
        if bezout.g.degree() != Some(0) {
            return Ok(None);
        }
        let c = Poly::from_coeffs(r, r.owned(right));
        let s = bezout.s.scale(&r.inv(&bezout.g.coeff(0))?);
        let u = s.checked_mul(&c)?.rem(&self.b)?;
        let v = c.checked_sub(&u.checked_mul(&self.a)?)?.exact_div(&self.b)?;
        let mut x = r.zeros(m + n);
        r.copy_at(&mut x, 0, u.coeffs());
        r.copy_at(&mut x, n, v.coeffs());
        Ok(Some(x))
    }
}
