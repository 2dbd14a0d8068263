//! Inverses of polynomials.
//!
//! c + x·N is invertible if c is and the coefficients of N are nilpotent, which over a field means N = 0 (Atiyah, Macdonald 1969,
//! "Introduction to Commutative Algebra", exercise 1.2).

use super::Poly;
use crate::{
    Error, Result,
    ring::{Convolve, Ring},
    tested,
};

/// Number of squarings after which a nilpotent element is 0: rings have fewer than 2^(2^64) elements.
const SQUARINGS: usize = 64;

impl<R: Convolve> Poly<R> {
    tested! {
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
