//! Checks of factorizations: of the product, and of each factor separately.

use super::{Checker, Proof, Unverified, wrong};
use crate::{
    poly::{Divisor, Exponent, Poly},
    ring::{FiniteField, View},
};

impl<R: FiniteField> Checker<'_, R> {
    /// Checks that a = unit·∏ f^e with irreducible f.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::parse(&f, "2*(x^2 - 5)*(x + 1)^3")?; // 5 is no square modulo 97
    /// let factors = [(Poly::from_i64(&f, &[1, 1]), 3), (Poly::from_i64(&f, &[-5, 0, 1]), 1)];
    /// assert!(checker.factors(&a, &2, &factors).is_ok());
    /// assert!(checker.factors(&a, &1, &factors).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn factors(&mut self, a: &Poly<R>, unit: &R::Elem, factors: &[(Poly<R>, u64)]) -> Result<Proof, Unverified> {
        for (f, _) in factors {
            self.irreducible(f, true)?;
        }
        self.powers(a, unit, factors)
    }

    /// Checks that a = unit·∏ f^e with square-free f.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::parse(&f, "2*(x^2 - 1)*(x + 3)^2")?;
    /// let parts = [(Poly::from_i64(&f, &[-1, 0, 1]), 1), (Poly::from_i64(&f, &[3, 1]), 2)];
    /// assert!(checker.squarefree(&a, &2, &parts).is_ok());
    /// assert!(checker.squarefree(&a, &2, &[(a.monic()?, 1)]).is_err()); // divisible by a square
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn squarefree(&mut self, a: &Poly<R>, unit: &R::Elem, factors: &[(Poly<R>, u64)]) -> Result<Proof, Unverified> {
        for (f, _) in factors {
            if f.gcd(&f.derivative())?.len() != 1 {
                return Err(wrong("a square-free part"));
            }
        }
        self.powers(a, unit, factors)
    }

    fn powers(&mut self, a: &Poly<R>, unit: &R::Elem, factors: &[(Poly<R>, u64)]) -> Result<Proof, Unverified> {
        let r = self.ring;
        if factors.iter().any(|(f, _)| f.leading() != Some(r.one())) {
            return Err(wrong("the leading coefficient of a factor"));
        }
        let unit = Poly::new(r, [unit.clone()]);
        let all: Vec<_> = std::iter::once((&unit, 1)).chain(factors.iter().map(|(f, e)| (f, *e))).collect();
        self.product(&all, a)
    }

    /// Checks that all are roots of a, ascending, and that the quotient of a by the x − root has none.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::parse(&f, "(x - 1)^2*(x - 5)*(x^2 - 5)")?;
    /// assert!(checker.roots(&a, f.view(&[1, 5])?).is_ok());
    /// assert!(checker.roots(&a, f.view(&[1])?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn roots(&mut self, a: &Poly<R>, roots: View<'_, R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        let mut rest = a.clone();
        for i in 0..roots.len() {
            let root = r.get(roots, i);
            if !r.is_zero(&a.eval(&root)) || (i > 0 && r.get(roots, i - 1) == root) {
                return Err(wrong("a root"));
            }
            let factor = Poly::new(r, [r.neg(&root), r.one()]);
            while r.is_zero(&rest.eval(&root)) {
                rest = rest.quo(&factor)?;
            }
        }
        if rest.len() > 1 && self.conjugates(&rest, 1)? {
            return Err(wrong("the number of roots"));
        }
        Ok(Proof::Exact)
    }

    /// Checks whether f is irreducible: short ones by their common divisors with all x^(q^i) − x, i ≤ n/2 (Ben-Or 1981,
    /// "Probabilistic algorithms in finite fields"), if the answer was found by few of them; others by the
    /// irreducibility of f with its coefficients in reverse order.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// assert!(checker.irreducible(&Poly::from_i64(&f, &[-5, 0, 1]), true).is_ok());
    /// assert!(checker.irreducible(&Poly::from_i64(&f, &[1, 0, 1]), true).is_err()); // 22² = −1
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the answer is wrong.
    pub fn irreducible(&self, f: &Poly<R>, yes: bool) -> Result<Proof, Unverified> {
        const SHORT: usize = 8;
        let degree = f.len().saturating_sub(1);
        if degree > SHORT {
            let prime = !self.ring.is_zero(&f.coeff(0)) && f.reverse().is_irreducible()?;
            return if prime == yes { Ok(Proof::Exact) } else { Err(wrong("irreducibility")) };
        }
        let prime = degree > 0 && !self.conjugates(f, degree / 2)?;
        if prime == yes { Ok(Proof::Exact) } else { Err(wrong("irreducibility")) }
    }

    /// Whether f has a common divisor with one of x^(q^i) − x, 1 ≤ i ≤ `most`.
    fn conjugates(&self, f: &Poly<R>, most: usize) -> Result<bool, Unverified> {
        let r = self.ring;
        let (modulus, order) = (Divisor::new(f)?, Exponent::new(false, &r.cardinality()?.words()));
        let x = Poly::monomial(r, &r.one(), 1);
        let mut power = x.clone();
        for _ in 0..most {
            power = power.pow_mod(order.clone(), &modulus)?;
            if power.checked_sub(&x)?.gcd(f)?.len() != 1 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
