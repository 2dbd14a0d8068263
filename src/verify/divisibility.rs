//! Checks of divisibility: cofactors without a common divisor, remainders at random points, and what does not divide.

use super::{Checker, Proof, Unverified, wrong};
use crate::{
    Result,
    poly::{PartialFractions, Poly},
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

    /// Checks the partial fractions of a over a product of powers of these factors: the degrees of the numerators, and the sum of all fractions,
    /// which are added two by two.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, factors) = (Poly::parse(&f, "x^3 + 5")?, [(Poly::x(&f), 2)]);
    /// let mut parts = a.partial_fractions(&factors)?; // x + 5/x²
    /// assert!(checker.partial_fractions(&a, &factors, &parts).is_ok());
    /// parts.numerators[0].reverse();
    /// assert!(checker.partial_fractions(&a, &factors, &parts).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn partial_fractions(
        &self,
        a: &Poly<R>,
        factors: &[(Poly<R>, u64)],
        parts: &PartialFractions<R>,
    ) -> Result<Proof, Unverified> {
        let all = &parts.numerators;
        let reduced =
            |(c, (f, e)): (&Vec<Poly<R>>, &(Poly<R>, u64))| c.len() as u64 == *e && c.iter().all(|c| c.len() < f.len());
        if all.len() != factors.len() || !all.iter().zip(factors).all(reduced) {
            return Err(wrong("the numerators of partial fractions"));
        }
        let each = all.iter().zip(factors).map(|(c, (f, _))| over_powers(f, c)).collect::<Result<Vec<_>, _>>()?;
        let (sum, product) = added(self.ring, &each)?;
        let right = parts.polynomial.checked_mul(&product)?.checked_add(&sum)? == *a;
        if right { Ok(Proof::Exact) } else { Err(wrong("the sum of partial fractions")) }
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

/// Numerator and denominator.
type Fraction<R> = (Poly<R>, Poly<R>);

/// Σ c_j/f^(j+1) over f^(number of c).
fn over_powers<R: Convolve>(f: &Poly<R>, c: &[Poly<R>]) -> Result<Fraction<R>> {
    match c {
        [] => Ok((Poly::zero(f.ring()), Poly::one(f.ring()))),
        [c] => Ok((c.clone(), f.clone())),
        _ => {
            // the later fractions over f^k, k the number of the earlier ones
            let (earlier, later) = c.split_at(c.len() / 2);
            let ((a, p), (b, q)) = (over_powers(f, earlier)?, over_powers(f, later)?);
            Ok((a.checked_mul(&q)?.checked_add(&b)?, p.checked_mul(&q)?))
        }
    }
}

/// The sum of fractions.
fn added<R: Convolve>(r: &R, all: &[Fraction<R>]) -> Result<Fraction<R>> {
    match all {
        [] => Ok((Poly::zero(r), Poly::one(r))),
        [one] => Ok(one.clone()),
        _ => {
            let (left, right) = all.split_at(all.len() / 2);
            let ((a, p), (b, q)) = (added(r, left)?, added(r, right)?);
            Ok((a.checked_mul(&q)?.checked_add(&b.checked_mul(&p)?)?, p.checked_mul(&q)?))
        }
    }
}
