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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bits::testing::Words, multimodular::real_roots};

    #[test]
    fn divisors_and_real_roots_are_within_the_bounds() {
        let (z, mut words) = (Integers::new(), Words::new(5));
        for round in 0..60usize {
            let mut draw = |n: usize| {
                Poly::from_i64(
                    &z,
                    &(0..n).map(|_| (words.word() % 41) as i64 - 20).chain([1 + n as i64]).collect::<Vec<_>>(),
                )
            };
            let (f, g) = (draw(round % 5), draw(round % 7));
            let a = &f * &g;
            for divisor in [&f, &g, &a] {
                assert!(divisor.max_norm() <= a.mignotte_bound(), "{divisor} of {a}");
            }
            let bound = a.root_bound().expect("roots");
            for root in real_roots(&a, Some(&rug::Rational::from((1, 1000)))).expect("roots") {
                assert!(root.low <= bound && root.high >= Integer::from(-&bound), "{a}: {root:?} and {bound}");
            }
            let squares = a.square_norm();
            assert!(a.max_norm().square() <= squares && squares <= a.one_norm().square());
        }
    }

    #[test]
    fn zero_and_constants() {
        let z = Integers::new();
        let (zero, c) = (Poly::zero(&z), Poly::from_i64(&z, &[-7]));
        assert!([zero.max_norm(), zero.one_norm(), zero.square_norm(), zero.mignotte_bound()].iter().all(|x| *x == 0));
        assert!(matches!(zero.root_bound(), Err(Error::Domain { .. })));
        assert_eq!((c.mignotte_bound(), c.root_bound()), (Integer::from(7), Ok(Integer::new())));
        assert_eq!(Poly::from_i64(&z, &[0, 0, 3]).root_bound(), Ok(Integer::new()));
    }
}
