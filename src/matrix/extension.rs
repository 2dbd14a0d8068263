//! Elements of B\[t\]/(F) over the base ring B: trace, norm, characteristic and minimal polynomial, and the Frobenius map of a finite field over
//! a subfield. In a tower each step is relative to the one below it.

use crate::{
    Result,
    poly::{Divisor, Poly},
    ring::{Base, FiniteField, Quotient, QuotientElem, power},
};

impl<B: Base> Quotient<B> {
    /// The trace of an element over the base ring: the trace of the multiplication by it, in a field the sum of its conjugates.
    ///
    /// ```
    /// use polymod::{GF, Quotient, Ring};
    /// let f = GF::new(5, 2)?;                                       // F_25 = F_5[s]/(s² + 2)
    /// let (s, u) = (f.element(&[0, 1]), f.element(&[1, 1]));
    /// let tower = Quotient::field(&f, &[f.neg(&u), f.elem(0), f.elem(0), f.one()])?; // F_25[t]/(t³ − s − 1)
    /// let x = tower.element(&[f.one(), s.clone(), s]);              // 1 + s·t + s·t²
    /// assert_eq!(tower.trace(&x)?, f.elem(3));
    /// assert_eq!(f.trace(&u)?, 2);                                  // (1 + s) + (1 − s)
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn trace(&self, x: &QuotientElem) -> Result<B::Elem> {
        self.polynomial(x).trace_mod(&self.modulus_polynomial())
    }

    /// The norm of an element over the base ring: the determinant of the multiplication by it, in a field the product of its conjugates.
    ///
    /// ```
    /// use polymod::GF;
    /// let f = GF::new(5, 2)?; // F_5[t]/(t² + 2)
    /// assert_eq!(f.norm(&f.element(&[1, 1]))?, 3); // (1 + t)(1 − t) = 1 + 2
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) over Z/n, n composite, with a factor of n: a leading coefficient in the computation was no unit;
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn norm(&self, x: &QuotientElem) -> Result<B::Elem> {
        self.polynomial(x).norm_mod(&self.modulus_polynomial())
    }

    /// The characteristic polynomial of the multiplication by an element, over the base ring: monic, of the degree of F.
    ///
    /// ```
    /// use polymod::GF;
    /// let f = GF::new(5, 2)?; // F_5[t]/(t² + 2)
    /// assert_eq!(f.charpoly(&f.element(&[1, 1]))?.to_string(), "x^2 + 3*x + 3"); // of trace 2 and norm 3
    /// assert_eq!(f.charpoly(&f.element(&[1]))?.to_string(), "x^2 + 3*x + 1"); // (x − 1)²
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Matrix::charpoly`](crate::Matrix::charpoly).
    pub fn charpoly(&self, x: &QuotientElem) -> Result<Poly<B>> {
        self.polynomial(x).charpoly_mod(&self.modulus_polynomial())
    }

    /// The minimal polynomial of an element over the base ring: the monic polynomial of least degree of which it is a root, in a field irreducible.
    ///
    /// ```
    /// use polymod::GF;
    /// let f = GF::new(5, 4)?; // F_5[t]/(t⁴ + 2)
    /// assert_eq!(f.minpoly(&f.element(&[0, 0, 1]))?.to_string(), "x^2 + 2"); // of t²
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) over Z/n, n composite, with a factor of n; [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn minpoly(&self, x: &QuotientElem) -> Result<Poly<B>> {
        self.polynomial(x).minpoly_mod(&self.modulus_polynomial())
    }

    /// The image of an element of a finite field under the i-th power of the Frobenius automorphism over the base field B of q elements:
    /// x^(q^i), a conjugate of x over B; x itself where i is a multiple of the degree.
    ///
    /// Cost: about log₂ q products of elements for the image of t, then at most 2·log₂ i + 1 compositions modulo F, each of which
    /// adds two exponents (von zur Gathen, Shoup 1992, "Computing Frobenius maps and factoring polynomials", §3).
    ///
    /// ```
    /// use polymod::{GF, Ring};
    /// let f = GF::new(5, 3)?;
    /// let x = f.element(&[1, 2, 3]);
    /// assert_eq!(f.frobenius(&x, 2)?, f.pow(&x, 25));
    /// assert_eq!(f.frobenius(&x, 3)?, x);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Composite`](crate::Error::Composite) where the ring is no field; [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn frobenius(&self, x: &QuotientElem, i: u64) -> Result<QuotientElem> {
        self.cardinality()?;
        let times = i % self.degree() as u64;
        if times == 0 {
            return Ok(x.clone());
        }
        let modulus = Divisor::new(&self.modulus_polynomial())?;
        let t = self.residue(&Poly::x(self.base()).rem(&self.modulus_polynomial())?);
        // t^q, then t^(q^times) by the bits of times
        let first = self.polynomial(&power(self, &t, &self.base().cardinality()?.words()));
        let mut image = first.clone();
        for bit in (0..times.ilog2()).rev() {
            image = image.compose_mod(&image, &modulus)?;
            if times >> bit & 1 == 1 {
                image = image.compose_mod(&first, &modulus)?;
            }
        }
        Ok(self.residue(&self.polynomial(x).compose_mod(&image, &modulus)?))
    }

    /// An element as a polynomial in t.
    fn polynomial(&self, x: &QuotientElem) -> Poly<B> {
        Poly::new(self.base(), self.coefficients(x))
    }

    /// The element of a polynomial of lower degree than F.
    fn residue(&self, p: &Poly<B>) -> QuotientElem {
        self.element(&p.iter().collect::<Vec<_>>())
    }

    fn modulus_polynomial(&self) -> Poly<B> {
        Poly::from_coeffs(self.base(), self.base().owned(self.modulus()))
    }
}
