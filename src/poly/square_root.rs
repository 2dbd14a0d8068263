//! Exact square roots of polynomials.
//!
//! The power series s with s² = a to as many terms as a root of half the degree has, and its square. Nilpotent
//! coefficients, modulo an n that a square divides, may make a root longer: as long as a − s² is nilpotent, more terms
//! are computed.

use super::{Poly, units::is_nilpotent};
use crate::{Error, Result, ring::Convolve};

impl<R: Convolve> Poly<R> {
    /// The s with s² = self; of the two the one whose lowest coefficient is the smaller residue, over Z positive.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let s = Poly::from_i64(&f, &[1, -2, -3]);
    /// assert_eq!(s.sqr()?.sqrt()?, s);
    /// assert!(Poly::from_i64(&f, &[1, 1]).sqrt().is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`] if there is none; those of [`sqrt_series`](Self::sqrt_series).
    pub fn sqrt(&self) -> Result<Self> {
        let r = self.ring();
        let Some(leading) = self.leading() else { return Ok(self.clone()) };
        let grows = r.size(self.coeffs()).bits > 0;
        let refused = |expected, got| Err(Error::Domain { operation: "a square root", expected, got });
        if self.len().is_multiple_of(2) && !is_nilpotent(r, leading, grows) {
            return refused("an even degree", (self.len() - 1).to_string());
        }
        // a root with nilpotent coefficients has fewer terms than a times the power of them that vanishes
        let most = self.len().saturating_mul(64 * self.coeffs().width().max(1));
        let mut terms = self.len() / 2 + 1;
        loop {
            let root = self.sqrt_series(terms)?;
            let rest = self.checked_sub(&root.sqr()?)?;
            if rest.is_empty() {
                return Ok(root);
            }
            if terms > most || !rest.iter().all(|c| is_nilpotent(r, c, grows)) {
                return refused("a square", "a polynomial that is none".into());
            }
            terms *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Error, F2, Poly, Zn, bits::testing::noise, ring::Convolve};

    fn squares<R: Convolve>(r: &R, elem: impl Fn(u64) -> R::Elem) {
        for len in [0usize, 1, 2, 3, 8, 33, 100] {
            for zeros in [0, 1, 5] {
                let digits = (0..len as u64).map(|i| if i == 0 { r.one() } else { elem(noise(i + len as u64)) });
                let s = Poly::new(r, digits).shl(zeros);
                let a = s.sqr().expect("a square");
                let root = a.sqrt().expect("a root");
                assert!(root == s || root == -&s, "{len} coefficients over {}", r.name());
                assert_eq!(a.sqrt_series(s.len() + 4).expect("a series"), root);
                let other = &a + &Poly::monomial(r, &r.one(), len + 7);
                match other.sqrt() {
                    Ok(root) => assert_eq!(root.sqr().expect("a square"), other),
                    Err(e) => assert!(matches!(e, Error::Domain { .. } | Error::NotDivisible { .. }), "{e}"),
                }
            }
        }
    }

    #[test]
    fn roots_of_squares() {
        squares(&F2::new(), |i| i % 2 == 1);
        for n in [2, 3, 97, 4_294_967_291, (1 << 61) - 1] {
            squares(&Zn::new(n).expect("a modulus"), |i| i % n);
        }
        #[cfg(feature = "integers")]
        squares(&crate::Integers::new(), |i| rug::Integer::from(i % 1000) - 500);
    }

    #[test]
    fn roots_with_nilpotent_coefficients_are_longer() {
        let r = Zn::new(3_u64.pow(8)).expect("a modulus");
        for s in [&[1, 3][..], &[1, 3, 9], &[2, 1, 0, 0, 27, 0, 3]] {
            let a = Poly::from_i64(&r, s).sqr().expect("a square");
            assert_eq!(a.sqrt().expect("a root").sqr(), Ok(a));
        }
        assert!(matches!(Poly::from_i64(&r, &[1, 0, 0, 1]).sqrt(), Err(Error::Domain { .. })));
        let a = Poly::from_i64(&r, &[1, 6]);
        assert_eq!(a.sqrt().expect("a root").sqr(), Ok(a));
    }
}
