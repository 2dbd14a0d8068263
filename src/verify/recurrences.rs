//! Checks of terms of sequences: by powers of x modulo the minimal polynomial, and step by step.

use super::{Checker, Proof, Unverified, wrong};
use crate::{
    Error, Result,
    poly::{Divisor, PRecursive, Poly},
    ring::{Convolve, View},
};
use rug::Integer;

/// Most steps of a recurrence with polynomial coefficients that are taken one by one.
const STEPS: u64 = 1 << 20;
/// Most steps after which the recurrence is begun again.
const LATER: u64 = 1 << 10;

impl<R: Convolve> Checker<'_, R> {
    /// Checks that x is the term of this index: Σ of the coefficients of x^index modulo c, times the first terms.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let fibonacci = Poly::from_i64(&f, &[-1, -1, 1]);
    /// assert!(checker.recurrence_term(&fibonacci, f.view(&[0, 1])?, &10.into(), &55).is_ok());
    /// assert!(checker.recurrence_term(&fibonacci, f.view(&[0, 1])?, &11.into(), &55).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] with fewer first terms than the degree of c.
    pub fn recurrence_term(
        &mut self,
        c: &Poly<R>,
        first: View<'_, R>,
        index: &Integer,
        x: &R::Elem,
    ) -> Result<Proof, Unverified> {
        let (r, degree) = (self.ring, c.len().saturating_sub(1));
        if first.len() < degree {
            let what = "the first terms of a sequence";
            return Err(Error::Length { what, expected: degree, got: first.len() }.into());
        }
        let power = Poly::x(r).pow_mod(index, &Divisor::new(c)?)?;
        let sum = power.iter().enumerate().fold(r.elem(0), |s, (i, p)| r.add(&s, &r.mul(&p, &r.get(first, i))));
        if sum == *x { Ok(Proof::Exact) } else { Err(wrong("the term")) }
    }

    /// Checks that `values` are the terms from this index on: x^index modulo c is computed again by another algorithm, the terms from 0 on are
    /// a series whose product with c in reverse order ends, and the values are coefficients of its product with that power.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (fibonacci, first) = (Poly::from_i64(&f, &[-1, -1, 1]), f.view(&[0, 1])?);
    /// assert!(checker.recurrence_terms(&fibonacci, first, &8.into(), f.view(&[21, 34, 55])?).is_ok());
    /// assert!(checker.recurrence_terms(&fibonacci, first, &8.into(), f.view(&[21, 34, 56])?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`recurrence_term`](Self::recurrence_term).
    pub fn recurrence_terms(
        &mut self,
        c: &Poly<R>,
        first: View<'_, R>,
        index: &Integer,
        values: View<'_, R>,
    ) -> Result<Proof, Unverified> {
        let (r, degree, count) = (self.ring, c.len().saturating_sub(1), values.len());
        if degree == 0 || count == 0 {
            let zeros = r.trimmed_len(values) == 0;
            return if zeros { Ok(Proof::Exact) } else { Err(wrong("the terms")) };
        }
        let len = degree + count - 1;
        let terms = Poly::from_coeffs(r, c.recurrence_terms(first, 0u64, len)?);
        if !(0..degree.min(len)).all(|i| terms.coeff(i) == r.get(first, i)) {
            return Err(wrong("the first terms"));
        }
        let zero = Poly::zero(r);
        let mut proof = self.window([&backwards(c, degree), &terms], degree..len, &zero, "the recurrence")?;
        let power = Poly::x(r).pow_mod(index, &Divisor::new(c)?)?;
        proof = proof.and(self.power_modulo(&Poly::x(r), index, c, &power)?);
        let values = Poly::from_coeffs(r, r.owned(values));
        let window = degree - 1..degree - 1 + count;
        Ok(proof.and(self.window([&backwards(&power, degree - 1), &terms], window, &values, "the terms")?))
    }

    /// Checks that x is the term of this index of a P-recursive sequence: step by step; where that takes more than 2^20 steps with more initial
    /// terms, a random number of them, so that all products of matrices are others.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let factorials = [Poly::from_i64(&f, &[-1, -1]), Poly::one(&f)];
    /// assert!(checker.p_recursive_term(&factorials, f.view(&[1])?, 5, &23).is_ok()); // 120 − 97
    /// assert!(checker.p_recursive_term(&factorials, f.view(&[1])?, 6, &23).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] where a term is not determined.
    pub fn p_recursive_term(
        &mut self,
        c: &[Poly<R>],
        first: View<'_, R>,
        index: u64,
        x: &R::Elem,
    ) -> Result<Proof, Unverified> {
        let r = self.ring;
        let order = c.len().saturating_sub(1);
        let mut terms: Vec<R::Elem> = (0..first.len()).map(|i| r.get(first, i)).collect();
        let all = index < STEPS;
        let wanted = if all { index } else { first.len() as u64 + self.random.word() % LATER };
        while terms.len() as u64 <= wanted {
            let n = terms.len().checked_sub(order).ok_or(Error::DivisionByZero)?;
            let next = following(r, c, &terms[n..], n as u64)?;
            terms.push(next);
        }
        let found = match all {
            true => terms[index as usize].clone(),
            false => PRecursive::new(c, r.collect(&terms).view())?.term(index)?,
        };
        if found == *x { Ok(Proof::Exact) } else { Err(wrong("the term")) }
    }
}

/// x^n·p(1/x) for a p of degree n at most.
fn backwards<R: Convolve>(p: &Poly<R>, n: usize) -> Poly<R> {
    Poly::new(p.ring(), (0..=n).rev().map(|i| p.coeff(i)))
}

/// The term after these, of which the first has the index n.
fn following<R: Convolve>(r: &R, c: &[Poly<R>], terms: &[R::Elem], n: u64) -> Result<R::Elem> {
    let at = r.image(false, &[n]);
    let products = terms.iter().zip(c).map(|(u, c)| r.mul(u, &r.horner(c.coeffs(), &at)));
    let sum = products.fold(r.elem(0), |s, x| r.add(&s, &x));
    r.quotient(&r.neg(&sum), &r.horner(c.last().ok_or(Error::DivisionByZero)?.coeffs(), &at))
}
