//! Inverses modulo x^n, and division with remainder.
//!
//! Inverses by Newton's iteration, as for scalar power series: X ← X − x^k·(X·E), where A·X = 1 + x^k·E, one middle product and
//! one low product per step, starting from the inverse of the constant terms.
//!
//! A = Q·B + R with column degrees of R below those δ of a column-reduced B: with column j reversed at degree δ_j + d, Q is the
//! quotient of power series to order d + 1, which exists because the constant terms of the reversed B are the leading
//! coefficients of its columns. For any other nonsingular B a unimodular V makes B·V column-reduced, and A·V = Q·(B·V) + R·V. Sources: Kailath 1980, "Linear Systems", theorem 6.3-15; by power series, Neiger, Vu 2017,
//! "Computing canonical bases of modules of univariate relations", algorithm 1.

use super::PolyMatrix;
use crate::{
    Error, Result,
    matrix::Matrix,
    poly::{Exponent, Poly},
    ring::Convolve,
};

impl<R: Convolve> PolyMatrix<R> {
    /// The inverse X modulo x^n: self·X ≡ 1, entries truncated to n terms.
    ///
    /// ```
    /// use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let p = |c: &[i64]| Poly::from_i64(&f, c);
    /// let a = PolyMatrix::new(&f, 2, 2, vec![p(&[1]), p(&[0, 1]), p(&[]), p(&[1, -1])])?;
    /// assert_eq!((&a * &a.inv_series(9)?).truncated(9), PolyMatrix::identity(&f, 2));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::Singular`] if the matrix of constant terms has no inverse; [`Error::NotInvertible`] with a
    /// factor of a composite n; those of [`checked_mul`](Self::checked_mul).
    pub fn inv_series(&self, n: usize) -> Result<Self> {
        let size = self.check_square("an inverse")?;
        self.begins("inverse modulo a power of x", "newton")?;
        let r = &self.ring;
        let constants = Matrix::new(r, size, size, r.collect(&self.coefficient(0)))?.direct_inverse()?;
        let mut x = Self::from_fn(r, size, size, |i, j| Poly::new(r, [constants.get(i, j)]))?;
        let mut known = 1;
        while known < n {
            let next = n.min(2 * known);
            let error = self.truncated(next).mul_window(&x, known..next, None)?;
            let step = x.mul_low(&error, next - known)?;
            x = x.checked_sub(&step.shl(known))?;
            known = next;
        }
        Ok(x.truncated(n))
    }

    /// Q and R with self = Q·divisor + R and R·divisor⁻¹ strictly proper, for a square divisor whose determinant is not zero: the only
    /// such Q and R. Where the divisor is column-reduced (the matrix of leading coefficients of its columns is invertible) the column
    /// degrees of R are below those of the divisor. Over fields; over other rings if the divisor is column-reduced.
    ///
    /// ```
    /// use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let p = |c: &[i64]| Poly::from_i64(&f, c);
    /// let b = PolyMatrix::new(&f, 2, 2, vec![p(&[0, 0, 1]), p(&[3]), p(&[5, 1]), p(&[0, 1])])?;
    /// let a = PolyMatrix::new(&f, 1, 2, vec![p(&[1, 2, 3, 4]), p(&[5, 6, 7])])?;
    /// let (q, rest) = a.div_rem(&b)?;
    /// assert_eq!(&(&q * &b) + &rest, a);
    /// assert!(rest.get(0, 0).len() <= 2 && rest.get(0, 1).len() <= 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Shapes`] unless the divisor has as many columns as self; [`Error::NotSquare`];
    /// [`Error::Singular`] where the divisor's determinant is zero; [`Error::NotInvertible`] with a factor of a composite n.
    pub fn div_rem(&self, divisor: &Self) -> Result<(Self, Self)> {
        self.with(divisor, |_, _| Ok(()))?;
        let n = divisor.check_square("a division")?;
        if self.columns != n {
            let expected = "a divisor with as many columns";
            return Err(Error::Shapes {
                operation: "a division",
                left: self.shape(),
                right: divisor.shape(),
                expected,
            });
        }
        self.begins("division", "series")?;
        match self.div_rem_reduced(divisor) {
            Err(Error::Singular { .. } | Error::NotInvertible { .. }) => {}
            done => return done,
        }
        let [a, reduced] = self.with_reduced_columns(divisor)?;
        let (quotient, _) = a.div_rem_reduced(&reduced)?;
        let rest = self.checked_sub(&quotient.checked_mul(divisor)?)?;
        Ok((quotient, rest))
    }

    /// [`div_rem`](Self::div_rem) by a column-reduced divisor.
    fn div_rem_reduced(&self, divisor: &Self) -> Result<(Self, Self)> {
        let (r, n) = (&self.ring, divisor.columns);
        let column = |m: &Self, j: usize| (0..m.rows).filter_map(|i| m.get(i, j).degree()).max();
        let degrees: Vec<usize> = (0..n).map(|j| column(divisor, j).unwrap_or(0)).collect();
        let excess = (0..n).filter_map(|j| column(self, j)?.checked_sub(degrees[j])).max();
        let reversed = |m: &Self, more: usize| {
            let entry = |i: usize, j: usize| reversed_at(m.get(i, j), degrees[j] + more);
            Self::from_fn(r, m.rows, n, entry)
        };
        // also where the quotient is 0: only a divisor that is column-reduced makes it the only one
        let inverse = reversed(divisor, 0)?.inv_series(excess.map_or(1, |excess| excess + 1))?;
        let Some(excess) = excess else { return Ok((Self::zero(r, self.rows, n), self.clone())) };
        let quotient = reversed(self, excess)?.truncated(excess + 1).mul_low(&inverse, excess + 1)?;
        let quotient = quotient.each(|e| reversed_at(e, excess));
        let most = degrees.iter().max().copied().unwrap_or(0);
        let rest = self.truncated(most).checked_sub(&quotient.mul_low(divisor, most)?)?;
        Ok((quotient, rest))
    }

    /// self·V and divisor·V, which is column-reduced, for a unimodular V: a weak Popov form by columns of the divisor above self, under a
    /// shift that keeps the pivots in the divisor.
    fn with_reduced_columns(&self, divisor: &Self) -> Result<[Self; 2]> {
        let (r, n, m) = (&self.ring, divisor.rows, self.rows);
        let beside = Self::from_fn(r, n, n + m, |i, j| match j.checked_sub(n) {
            None => divisor.get(j, i).clone(),
            Some(k) => self.get(k, i).clone(),
        })?;
        let [of_self, of_divisor] = [self, divisor].map(|a| a.degree().unwrap_or(0));
        // V = divisor⁻¹·(divisor·V) has a degree of at most n times that of the divisor
        let below = (of_self + n * of_divisor + 1) as i64;
        let shift: Vec<i64> = (0..n + m).map(|j| if j < n { 0 } else { -below }).collect();
        let reduced = beside.weak_popov(&shift)?;
        let rank = reduced.pivots(&shift)?.iter().flatten().filter(|&&j| j < n).count();
        if rank < n {
            return Err(Error::Singular { rank, size: n });
        }
        Ok([reduced.part(0..n, n..n + m).transposed(), reduced.part(0..n, 0..n).transposed()])
    }

    /// self^e by squaring, e of any size; self^0 is the identity, negative powers are powers of the inverse, which exists if the
    /// determinant is a constant with an inverse.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let (zero, one, x) = (Poly::zero(&f), Poly::one(&f), Poly::x(&f));
    /// let shear = PolyMatrix::new(&f, 2, 2, vec![one.clone(), x, zero, one])?; // 1, x; 0, 1
    /// assert_eq!(*shear.pow(5)?.get(0, 1), Poly::from_i64(&f, &[0, 5]));
    /// assert_eq!(&shear.pow(-5)? * &shear.pow(5)?, PolyMatrix::identity(&f, 2));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; those of [`checked_mul`](Self::checked_mul); for a negative e [`Error::NotInvertible`] and
    /// [`Error::Domain`] where there is no inverse.
    pub fn pow(&self, e: impl Into<Exponent>) -> Result<Self> {
        let e = e.into();
        let n = self.check_square("a power")?;
        if e.is_negative() {
            return self.unimodular_inverse()?.pow(e.magnitude());
        }
        self.begins(&format!("power {e}"), "squaring")?;
        if e.is_zero() {
            return Ok(Self::identity(&self.ring, n));
        }
        let mut power = self.clone();
        for bit in (0..e.bits() - 1).rev() {
            power = power.checked_mul(&power)?;
            if e.bit(bit) {
                power = power.checked_mul(self)?;
            }
        }
        Ok(power)
    }
}

impl<R: Convolve> PolyMatrix<R> {
    /// The inverse of a matrix whose determinant is a constant with an inverse: the adjugate divided by the determinant; its
    /// entries have at most n − 1 times the degree.
    fn unimodular_inverse(&self) -> Result<Self> {
        let n = self.check_square("an inverse")?;
        let det = self.direct_det()?;
        if det.len() > 1 {
            return Err(Error::Domain {
                operation: "a negative power",
                expected: "a determinant that is a constant with an inverse",
                got: format!("one of degree {}", det.len() - 1),
            });
        }
        // an error if there is no inverse
        self.ring.inv(&det.coeff(0))?;
        let degree = self.entries().iter().filter_map(Poly::degree).max().unwrap_or(0);
        self.inv_series(n.saturating_sub(1) * degree + 1)
    }
}

/// x^degree·f(1/x), for deg f ≤ `degree`.
fn reversed_at<R: Convolve>(f: &Poly<R>, degree: usize) -> Poly<R> {
    let r = f.ring();
    let mut out = r.zeros(degree + 1);
    r.copy_at(&mut out, degree + 1 - f.len(), r.reversed(f.coeffs()).view());
    Poly::from_coeffs(r, out)
}
