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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Error,
        bits::testing::Words,
        ring::{F2, GF, Ring, Zn, ZnBig},
    };
    use rug::Integer;

    /// Everything by conjugates, which are powers.
    fn is_of_conjugates<B: Base>(f: &Quotient<B>, seed: u64) {
        let (mut words, base) = (Words::new(seed), f.base());
        let q = base.cardinality().unwrap().words();
        let constant = |c: &B::Elem| f.element(std::slice::from_ref(c));
        let random = f.random(&mut || words.word());
        for x in [random, f.elem(0), f.one(), constant(&base.random(&mut || words.word()))] {
            let mut conjugates = vec![x.clone()];
            while conjugates.len() < f.degree() {
                conjugates.push(power(f, &conjugates[conjugates.len() - 1], &q));
            }
            let sum = conjugates.iter().fold(f.elem(0), |s, c| f.add(&s, c));
            let product = conjugates.iter().fold(f.one(), |s, c| f.mul(&s, c));
            assert_eq!(constant(&f.trace(&x).unwrap()), sum, "trace in {}", f.name());
            assert_eq!(constant(&f.norm(&x).unwrap()), product, "norm in {}", f.name());
            for (i, conjugate) in conjugates.iter().enumerate() {
                let again = (i + 2 * f.degree()) as u64;
                assert_eq!(
                    [i as u64, again].map(|i| f.frobenius(&x, i).unwrap()),
                    [conjugate, conjugate].map(Clone::clone)
                );
            }
            let lifted = |p: Poly<B>| Poly::new(f, p.iter().map(|c| constant(&c)).collect::<Vec<_>>());
            let linear = |c: &QuotientElem| Poly::new(f, [f.neg(c), f.one()]);
            let all = conjugates.iter().fold(Poly::one(f), |p, c| &p * &linear(c));
            assert_eq!(lifted(f.charpoly(&x).unwrap()), all, "characteristic polynomial in {}", f.name());
            let period = (1..f.degree()).find(|&i| conjugates[i] == x).unwrap_or(f.degree());
            let least = conjugates[..period].iter().fold(Poly::one(f), |p, c| &p * &linear(c));
            assert_eq!(lifted(f.minpoly(&x).unwrap()), least, "minimal polynomial in {}", f.name());
        }
    }

    #[test]
    fn extensions_of_prime_fields() {
        for (p, k) in [(2, 6), (3, 4), (5, 1), (101, 3), (u64::MAX - 58, 3)] {
            is_of_conjugates(&GF::new(p, k).unwrap(), p);
        }
        let bits: Vec<bool> = (0..=65).map(|i| [0, 18, 65].contains(&i)).collect();
        is_of_conjugates(&Quotient::field(&F2::new(), &bits).unwrap(), 2);
        let p = (Integer::from(1) << 89) - 1u32;
        is_of_conjugates(&Quotient::<ZnBig>::new(p, 2).unwrap(), 3);
    }

    #[test]
    fn towers() {
        for (p, k, m) in [(2, 2, 3), (3, 2, 4), (5, 3, 2), ((1 << 61) - 1, 2, 2)] {
            let base = GF::new(p, k).unwrap();
            let tower = Quotient::of_irreducible(&Poly::first_irreducible(&base, m).unwrap()).unwrap();
            is_of_conjugates(&tower, p);
            // norms and traces are transitive
            let mut words = Words::new(p);
            let x = tower.random(&mut || words.word());
            let absolute = |i: u64| (1..i).fold(x.clone(), |c, _| tower.pow(&c, p));
            let degree = (k * m) as u64;
            let sum = (1..=degree).map(absolute).fold(tower.elem(0), |s, c| tower.add(&s, &c));
            let trace = base.trace(&tower.trace(&x).unwrap()).unwrap();
            assert_eq!(tower.element(&[base.element(&[trace])]), sum);
        }
    }

    #[test]
    fn rings_that_are_no_fields() {
        // t² = 1 modulo 15: (2 + t)(2 − t) = 3
        let r = Quotient::modulo(&Zn::new(15).unwrap(), &[14, 0, 1]).unwrap();
        let x = r.element(&[2, 1]);
        assert_eq!((r.trace(&x).unwrap(), r.norm(&x).unwrap()), (4, 3));
        assert_eq!(r.charpoly(&x).unwrap().to_string(), "x^2 + 11*x + 3");
        assert!(matches!(r.frobenius(&x, 1), Err(Error::Composite { .. })));
    }
}
