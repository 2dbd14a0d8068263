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
