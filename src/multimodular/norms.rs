//! Norms of polynomials over Z, and bounds on their roots and on the coefficients of their divisors.

use crate::{Error, Result, poly::Poly, ring::Integers};
use rug::{
    Complete, Integer,
    ops::{DivRounding, Pow},
};

impl Poly<Integers> {
    /// The maximum norm: the largest magnitude of a coefficient, 0 of 0.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let a: Poly<Integers> = "3*x^2 - 4".parse()?;
    /// assert_eq!(a.max_norm(), 4);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn max_norm(&self) -> Integer {
        self.iter().map(Integer::abs).max().unwrap_or_default()
    }

    /// The 1-norm: the sum of the magnitudes of the coefficients.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let a: Poly<Integers> = "3*x^2 - 4".parse()?;
    /// assert_eq!(a.one_norm(), 7);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn one_norm(&self) -> Integer {
        self.iter().map(Integer::abs).sum()
    }

    /// The square of the Euclidean norm: the sum of the squares of the coefficients.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let a: Poly<Integers> = "3*x^2 - 4".parse()?;
    /// assert_eq!(a.square_norm(), 25);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn square_norm(&self) -> Integer {
        self.iter().map(Integer::square).sum()
    }

    /// An upper bound on the magnitudes of the coefficients of all divisors in Z\[x\]: the largest C(n − 1, j)·‖self‖₂ + C(n − 1, j − 1)·|lc(self)|, n the
    /// degree, with ‖self‖₂ rounded up; for a constant its magnitude.
    ///
    /// Source: Mignotte 1974, "An inequality about factors of polynomials", theorem 2; in this form Cohen 1993, "A Course in Computational Algebraic Number
    /// Theory", theorem 3.5.1, for divisors of degree n.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let a: Poly<Integers> = "3*x^2 - 4".parse()?;
    /// assert_eq!(a.mignotte_bound(), 8); // C(1, 1)·5 + C(1, 0)·3
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn mignotte_bound(&self) -> Integer {
        let Some(lead) = self.leading().map(Integer::abs) else { return Integer::new() };
        let (n, square) = (self.len() as u32 - 1, self.square_norm());
        let norm = square.clone().sqrt();
        let norm = if norm.square_ref().complete() == square { norm } else { norm + 1u32 };
        if n == 0 {
            return lead;
        }
        // the largest term is at one of the largest binomial coefficients, or next to them
        let binomial = |j: u32| Integer::from(n - 1).binomial(j);
        let term = |j: u32| binomial(j) * &norm + j.checked_sub(1).map_or_else(Integer::new, |j| binomial(j) * &lead);
        let middle = (n - 1) / 2;
        (middle..=(middle + 2).min(n - 1)).map(term).max().unwrap_or_default().max(lead)
    }

    /// An integer that no complex root exceeds in magnitude: 2·r for the least integer r with r^k·|a_n| ≥ |a_(n − k)| for k = 1, …, n − 1 and
    /// 2·r^n·|a_n| ≥ |a_0|; 0 for a constant.
    ///
    /// Source: Fujiwara 1916, "Über die obere Schranke des absoluten Betrages der Wurzeln einer algebraischen Gleichung".
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let a: Poly<Integers> = "x^2 - 100".parse()?;
    /// assert_eq!(a.root_bound()?, 16); // 2·8² ≥ 100
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`] for 0.
    pub fn root_bound(&self) -> Result<Integer> {
        let Some(lead) = self.leading().map(Integer::abs) else {
            let (operation, expected) = ("a bound on roots", "a polynomial other than 0");
            return Err(Error::Domain { operation, expected, got: "0".into() });
        };
        let n = self.len() - 1;
        let least = |k: usize| {
            // for the constant term twice the leading coefficient
            let divisor = if k == n { Integer::from(&lead * 2u32) } else { lead.clone() };
            let quotient = self.coeff(n - k).abs().div_ceil(divisor);
            let root = quotient.clone().root(k as u32);
            if root.clone().pow(k as u32) < quotient { root + 1u32 } else { root }
        };
        Ok(2u32 * (1..=n).map(least).max().unwrap_or_default())
    }
}
