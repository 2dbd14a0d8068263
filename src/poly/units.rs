//! Inverses of polynomials.
//!
//! c + x·N is invertible if c is and the coefficients of N are nilpotent, which over a field means N = 0 (Atiyah, Macdonald 1969,
//! "Introduction to Commutative Algebra", exercise 1.2).

use super::Poly;
use crate::{
    Error, Result,
    ring::{Convolve, Ring},
};

/// Number of squarings after which a nilpotent element is 0: rings have fewer than 2^(2^64) elements.
const SQUARINGS: usize = 64;

impl<R: Convolve> Poly<R> {
    /// 1/self.
    ///
    /// # Errors
    /// [`Error::DivisionByZero`]; [`Error::NotInvertible`] if the constant term has no inverse; [`Error::Domain`] if other
    /// coefficients are not nilpotent.
    pub(super) fn unit_inverse(&self) -> Result<Self> {
        let r = self.ring();
        let Some(degree) = self.degree() else { return Err(Error::DivisionByZero) };
        let grows = r.size(self.coeffs()).bits > 0;
        if !(1..=degree).all(|i| is_nilpotent(r, self.coeff(i), grows)) {
            return Err(Error::Domain {
                operation: "a negative power",
                expected: "a constant with an inverse",
                got: format!("a polynomial of degree {degree}"),
            });
        }
        if degree == 0 {
            return Ok(Self::new(r, [r.inv(&self.coeff(0))?]));
        }
        let mut n = 2 * self.len();
        loop {
            let inverse = self.inv_series(n)?;
            if self.checked_mul(&inverse)? == Self::one(r) {
                return Ok(inverse);
            }
            n *= 2;
        }
    }
}

/// Whether c is nilpotent; where coefficients grow (over Z) only 0 is.
pub(super) fn is_nilpotent<R: Ring>(r: &R, mut c: R::Elem, grows: bool) -> bool {
    for _ in 0..SQUARINGS {
        if r.is_zero(&c) || grows {
            break;
        }
        c = r.mul(&c, &c);
    }
    r.is_zero(&c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{poly::Exponent, ring::Zn};

    #[test]
    fn nilpotent_coefficients_and_others() {
        let r = Zn::new(1 << 20).unwrap();
        let a = Poly::from_i64(&r, &[3, 2, 6, 1 << 10]);
        let inverse = a.unit_inverse().unwrap();
        assert_eq!(&a * &inverse, Poly::one(&r));
        assert_eq!(a.pow(-3), Ok(&(&inverse * &inverse) * &inverse));
        assert!(matches!(Poly::from_i64(&r, &[3, 1]).unit_inverse(), Err(Error::Domain { .. })));
        assert!(matches!(Poly::from_i64(&r, &[2, 2]).unit_inverse(), Err(Error::NotInvertible { .. })));
        let f = Zn::new(97).unwrap();
        assert_eq!(Poly::from_i64(&f, &[2]).pow(-1), Ok(Poly::from_i64(&f, &[49])));
        assert_eq!(Poly::zero(&f).pow(-1), Err(Error::DivisionByZero));
        assert_eq!(Poly::from_i64(&f, &[5]).pow(Exponent::new(true, &[96, 96])), Ok(Poly::one(&f)));
    }
}
