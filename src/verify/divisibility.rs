//! Checks of divisibility: cofactors without a common divisor, remainders at random points, and what does not divide.

use super::{Checker, Proof, Unverified, wrong};
use crate::{
    poly::Poly,
    ring::{Convolve, Direct},
};

impl<R: Convolve> Checker<'_, R> {
    /// Checks that a list has the remainders of a by these moduli.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, m) = (Poly::parse(&f, "x^3 + 5")?, Poly::parse(&f, "x - 1")?);
    /// assert!(checker.remainders(&a, &[m.clone()], &[Poly::parse(&f, "6")?]).is_ok());
    /// assert!(checker.remainders(&a, &[m], &[Poly::parse(&f, "5")?]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn remainders(&mut self, a: &Poly<R>, moduli: &[Poly<R>], rests: &[Poly<R>]) -> Result<Proof, Unverified> {
        if moduli.len() != rests.len() {
            return Err(wrong("the number of remainders"));
        }
        moduli.iter().zip(rests).try_fold(Proof::Exact, |all, (m, r)| Ok(all.and(self.remainder(a, m, r)?)))
    }

    /// Checks that a is the polynomial of the lowest degree with these remainders, which need not be reduced.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (r, m) = ([Poly::parse(&f, "3")?, Poly::parse(&f, "5")?], [Poly::x(&f), Poly::parse(&f, "x - 1")?]);
    /// assert!(checker.reconstruction(&r, &m, &Poly::parse(&f, "2*x + 3")?).is_ok());
    /// assert!(checker.reconstruction(&r, &m, &Poly::parse(&f, "x^2 + x + 3")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn reconstruction(&mut self, rests: &[Poly<R>], moduli: &[Poly<R>], a: &Poly<R>) -> Result<Proof, Unverified> {
        let degree: usize = moduli.iter().map(|m| m.len().saturating_sub(1)).sum();
        if moduli.len() != rests.len() || a.len() > degree {
            return Err(wrong("the degree of the polynomial with these remainders"));
        }
        let zero = Poly::zero(self.ring);
        moduli.iter().zip(rests).try_fold(Proof::Exact, |all, (m, r)| {
            let difference = a.checked_sub(r)?;
            Ok(all.and(self.remainder(&difference, m, &zero)?))
        })
    }

    /// Checks that q is the quotient of b by a, which divides it, or that a does not divide b if there is no quotient.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::parse(&f, "x - 1")?, Poly::parse(&f, "x^2 - 1")?);
    /// assert!(checker.exact_quotient(&a, &b, Some(&Poly::parse(&f, "x + 1")?)).is_ok());
    /// assert!(checker.exact_quotient(&a, &b, None).is_err() && checker.exact_quotient(&b, &a, None).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn exact_quotient(&mut self, a: &Poly<R>, b: &Poly<R>, q: Option<&Poly<R>>) -> Result<Proof, Unverified> {
        match q {
            Some(q) if a.is_empty() && !q.is_empty() => Err(wrong("the quotient of 0 by 0")),
            Some(q) => self.product(&[(a, 1), (q, 1)], b),
            None if a.is_empty() || b.is_empty() => {
                if a.is_empty() && !b.is_empty() {
                    Ok(Proof::Exact)
                } else {
                    Err(wrong("what divides 0"))
                }
            }
            // over Z a division may stop where a step does not divide
            None => match b.rem(a) {
                Ok(rest) if rest.is_empty() => Err(wrong("what does not divide")),
                Ok(rest) => self.remainder(b, a, &rest),
                Err(crate::Error::NotDivisible { .. }) => Ok(Proof::Exact),
                Err(e) => Err(e.into()),
            },
        }
    }

    /// Checks that q is the quotient of a by the e-th power of b, which divides no further power.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::parse(&f, "x^3*(x + 1)")?, Poly::x(&f));
    /// assert!(checker.removal(&a, &b, 3, &Poly::parse(&f, "x + 1")?).is_ok());
    /// assert!(checker.removal(&a, &b, 2, &Poly::parse(&f, "x^2 + x")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn removal(&mut self, a: &Poly<R>, b: &Poly<R>, e: u64, q: &Poly<R>) -> Result<Proof, Unverified> {
        let product = self.product(&[(b, e), (q, 1)], a)?;
        Ok(product.and(self.exact_quotient(b, q, None)?))
    }
}

impl<R: Convolve + Direct> Checker<'_, R> {
    /// Checks that m is the monic least common multiple of a and b: its quotients by them have no common divisor.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::parse(&f, "x^2 - 1")?, Poly::parse(&f, "x^2 + x")?);
    /// assert!(checker.common_multiple(&a, &b, &Poly::parse(&f, "x^3 - x")?).is_ok());
    /// assert!(checker.common_multiple(&a, &b, &(&a * &b)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn common_multiple(&mut self, a: &Poly<R>, b: &Poly<R>, m: &Poly<R>) -> Result<Proof, Unverified> {
        if a.is_empty() || b.is_empty() {
            return if m.is_empty() { Ok(Proof::Exact) } else { Err(wrong("a multiple of 0")) };
        }
        if m.leading() != Some(self.ring.one()) {
            return Err(wrong("the leading coefficient of the common multiple"));
        }
        let (of_a, of_b) = (m.quo(a)?, m.quo(b)?);
        let proof = self.product(&[(a, 1), (&of_a, 1)], m)?.and(self.product(&[(b, 1), (&of_b, 1)], m)?);
        let coprime = self.common_divisor(&of_a, &of_b, &Poly::one(self.ring))?;
        Ok(proof.and(coprime))
    }
}
