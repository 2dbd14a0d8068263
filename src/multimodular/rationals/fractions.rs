//! Polynomials and matrices over Q as such over Z and a denominator.

use crate::{
    Result,
    matrix::Matrix,
    poly::Poly,
    ring::{Coeffs, Integers, Rationals, Ring, Vectors},
};
use rug::Integer;

impl Poly<Rationals> {
    /// The integers over the least common denominator.
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let a: Poly<Rationals> = "1/2*x - 2/3".parse()?;
    /// assert_eq!((a.numerator().to_string(), a.denominator()), ("3*x - 4".into(), 6.into()));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn numerator(&self) -> Poly<Integers> {
        cleared(self).0
    }

    /// The least common denominator of the coefficients, which is positive.
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let a: Poly<Rationals> = "1/4*x^2 - 5/6".parse()?;
    /// assert_eq!(a.denominator(), 12);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn denominator(&self) -> Integer {
        cleared(self).1
    }

    /// A polynomial over Z divided by an integer.
    ///
    /// ```
    /// use polymod::{Integers, Poly, Rationals};
    /// let a: Poly<Integers> = "2*x - 4".parse()?;
    /// assert_eq!(Poly::from_fraction(&Rationals::new(), &a, &6.into()).to_string(), "1/3*x - 2/3");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// For the denominator 0.
    #[must_use]
    pub fn from_fraction(ring: &Rationals, numerator: &Poly<Integers>, denominator: &Integer) -> Self {
        let integers = ring.integers().owned(numerator.coeffs());
        Poly::from_coeffs(ring, ring.fractions(integers, denominator))
    }
}

/// The integers and the least common denominator of a polynomial.
pub(super) fn cleared(a: &Poly<Rationals>) -> (Poly<Integers>, Integer) {
    let (integers, denominator) = a.ring().numerators_of(a.coeffs());
    (Poly::from_coeffs(a.ring().integers(), integers), denominator)
}

/// The primitive part of the integers of a polynomial, with a positive leading coefficient; 0 for 0.
pub(super) fn primitive(a: &Poly<Rationals>) -> Poly<Integers> {
    super::super::primitive_part(&cleared(a).0)
}

/// A polynomial over Z divided by its leading coefficient; 0 for 0.
pub(super) fn monic(q: &Rationals, a: &Poly<Integers>) -> Poly<Rationals> {
    match a.leading() {
        None => Poly::zero(q),
        Some(lead) => Poly::from_fraction(q, a, &lead),
    }
}

/// The integers and the least common denominator of a matrix.
pub(super) fn cleared_matrix(a: &Matrix<Rationals>) -> Result<(Matrix<Integers>, Integer)> {
    let (integers, denominator) = a.ring().numerators_of(a.entries());
    Ok((Matrix::new(a.ring().integers(), a.rows(), a.cols(), integers)?, denominator))
}

/// A matrix over Z divided by an integer.
pub(super) fn matrix_over(q: &Rationals, a: Matrix<Integers>, denominator: &Integer) -> Result<Matrix<Rationals>> {
    let (rows, cols) = a.shape();
    Matrix::new(q, rows, cols, q.fractions(a.into_entries(), denominator))
}

/// A matrix over Z whose row i is divided by the i-th of these integers, none of which is 0.
pub(super) fn rows_over(q: &Rationals, a: &Matrix<Integers>, divisors: &[Integer]) -> Result<Matrix<Rationals>> {
    let mut common = Integer::from(1);
    divisors.iter().for_each(|d| common.lcm_mut(d));
    let z = q.integers();
    let mut entries = z.owned(a.entries());
    for (i, d) in divisors.iter().enumerate() {
        let mut row = z.owned(a.row(i));
        z.scale(&mut row, &Integer::from(common.div_exact_ref(d)));
        z.copy_at(&mut entries, i * a.cols(), row.view());
    }
    Matrix::new(q, a.rows(), a.cols(), q.fractions(entries, &common))
}

/// The rows of a matrix over Z divided by their contents, and these: 1 for a row of zeros.
pub(super) fn primitive_rows(a: &Matrix<Integers>) -> Result<(Matrix<Integers>, Vec<Integer>)> {
    let z = a.ring();
    let (mut entries, mut contents) = (z.zeros(0), Vec::with_capacity(a.rows()));
    let mut rows: Vec<Coeffs<Integers>> = Vec::with_capacity(a.rows());
    for i in 0..a.rows() {
        let mut content = Integers::content(a.row(i));
        if content.is_zero() {
            content = Integer::from(1);
        }
        rows.push(z.divided(a.row(i), &content));
        contents.push(content);
    }
    z.resize(&mut entries, a.rows() * a.cols());
    for (i, row) in rows.iter().enumerate() {
        z.copy_at(&mut entries, i * a.cols(), row.view());
    }
    Ok((Matrix::new(z, a.rows(), a.cols(), entries)?, contents))
}
