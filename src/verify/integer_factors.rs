//! Checks of factorizations over Z: of the product at random points, of contents, and of each factor by factoring it
//! again at x + 1, where its factors modulo primes are different.

use super::{
    Checker, Proof, Unverified,
    over_z::{integer_poly, over_z, rational_poly},
    wrong,
};
use crate::{
    Error,
    multimodular::{self, Options, RootInterval, content},
    poly::Poly,
    ring::{Convolve, Integers, Ring, View},
};
use rug::{Integer, Rational};

/// Checks over Z, by its own type or as an [`AnyRing`](crate::AnyRing).
impl<R: Convolve> Checker<'_, R> {
    /// Checks that a = unit·∏ f^e with primitive f, irreducible or else square-free.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::parse(&z, "6*(x - 1)^2*(x^2 - 2)")?;
    /// let factors = [(Poly::from_i64(&z, &[-1, 1]), 2), (Poly::from_i64(&z, &[-2, 0, 1]), 1)];
    /// assert!(checker.integer_factors(&a, &6.into(), &factors, true).is_ok());
    /// assert!(checker.integer_factors(&a, &3.into(), &factors, true).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_factors(
        &mut self,
        a: &Poly<R>,
        unit: &R::Elem,
        factors: &[(Poly<R>, u64)],
        irreducible: bool,
    ) -> Result<Proof, Unverified> {
        for (f, _) in factors {
            let f = &integer_poly(f)?;
            if content(f) != 1 || f.leading().is_none_or(|lead| lead < 0) {
                return Err(wrong("the content of a factor"));
            }
            factor_over_q(f, irreducible)?;
        }
        self.product_of_factors(a, unit, factors)
    }

    /// Checks that `unit` and the monic factors, square-free and if `irreducible` also that, are those of a polynomial over Q.
    ///
    /// ```
    /// # use polymod::{Poly, Rationals, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let q = Rationals::new();
    /// # let mut checker = Checker::new(&q, ChaCha20Rng::seed_from_u64(1));
    /// let a: Poly<Rationals> = "2*x^2 - 1/2".parse()?;
    /// let factors = a.factor()?.factors;
    /// assert!(checker.rational_factors(&a, &2.into(), &factors, true).is_ok());
    /// assert!(checker.rational_factors(&a, &3.into(), &factors, true).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn rational_factors(
        &mut self,
        a: &Poly<R>,
        unit: &R::Elem,
        factors: &[(Poly<R>, u64)],
        irreducible: bool,
    ) -> Result<Proof, Unverified> {
        for (f, _) in factors {
            if f.leading() != Some(self.ring.one()) {
                return Err(wrong("the leading coefficient of a factor"));
            }
            factor_over_q(&integer_poly(f)?, irreducible)?;
        }
        self.product_of_factors(a, unit, factors)
    }

    /// Checks the roots of a polynomial over Q: those of a(x + 1) are less by 1.
    ///
    /// ```
    /// # use polymod::{Poly, Rationals, Ring, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let q = Rationals::new();
    /// # let mut checker = Checker::new(&q, ChaCha20Rng::seed_from_u64(1));
    /// let a: Poly<Rationals> = "2*x - 1".parse()?;
    /// assert!(checker.rational_roots(&a, q.collect(&[(1, 2).into()]).view()).is_ok());
    /// assert!(checker.rational_roots(&a, q.collect(&[]).view()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn rational_roots(&mut self, a: &Poly<R>, roots: View<'_, R>) -> Result<Proof, Unverified> {
        let unsupported = || Error::Unsupported { operation: "this check".into(), ring: self.ring.name() };
        let (a, roots) = (rational_poly(a).ok_or_else(unsupported)?, roots.cast());
        let q = a.ring();
        let root = |i: usize| q.get(roots, i);
        let shifted = multimodular::rationals::roots(&a.taylor_shift(&Rational::from(1))?)?;
        let ascending = (1..roots.len()).all(|i| root(i - 1) < root(i));
        let same = shifted.len() == roots.len() && (0..roots.len()).all(|i| q.get(shifted.view(), i) + 1u32 == root(i));
        let zero = (0..roots.len()).all(|i| a.eval(&root(i)) == 0);
        if ascending && same && zero { Ok(Proof::Exact) } else { Err(wrong("the roots")) }
    }

    /// Checks the product of a unit and powers of factors.
    fn product_of_factors(
        &mut self,
        a: &Poly<R>,
        unit: &R::Elem,
        factors: &[(Poly<R>, u64)],
    ) -> Result<Proof, Unverified> {
        let unit = Poly::new(self.ring, [unit.clone()]);
        let all: Vec<_> = std::iter::once((&unit, 1)).chain(factors.iter().map(|(f, e)| (f, *e))).collect();
        self.product(&all, a)
    }

    /// Checks whether a is irreducible over Q.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// assert!(checker.irreducible_over_q(&Poly::from_i64(&z, &[-2, 0, 1]), true).is_ok());
    /// assert!(checker.irreducible_over_q(&Poly::from_i64(&z, &[-4, 0, 1]), true).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the answer is wrong.
    pub fn irreducible_over_q(&mut self, a: &Poly<R>, yes: bool) -> Result<Proof, Unverified> {
        irreducible_over_q(&integer_poly(a)?, yes)
    }

    /// Checks that these are all integer roots of a, ascending: the quotient of a by their linear factors has none, as
    /// its own linear factors show.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, Ring, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::parse(&z, "(x + 2)*(x - 3)*(x^2 - 2)")?;
    /// assert!(checker.integer_roots(&a, z.collect(&[(-2).into(), 3.into()]).view()).is_ok());
    /// assert!(checker.integer_roots(&a, z.collect(&[3.into()]).view()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_roots(&mut self, a: &Poly<R>, roots: View<'_, R>) -> Result<Proof, Unverified> {
        let (r, roots, a) = (over_z(self.ring)?, roots.cast(), integer_poly(a)?);
        let shifted = multimodular::roots(&a.taylor_shift(&Integer::from(1))?)?;
        let ascending = (1..roots.len()).all(|i| r.get(roots, i - 1) < r.get(roots, i));
        let same =
            shifted.len() == roots.len() && (0..roots.len()).all(|i| r.get(shifted.view(), i) + 1 == r.get(roots, i));
        let zero = (0..roots.len()).all(|i| a.eval(&r.get(roots, i)) == 0);
        if ascending && same && zero { Ok(Proof::Exact) } else { Err(wrong("the roots")) }
    }
}

impl<R: Convolve> Checker<'_, R> {
    /// Checks intervals around the real roots of a: they are as many as Sturm's sequence counts, disjoint, and the square-free part changes its sign in each,
    /// or is 0 at both ends.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, multimodular::real_roots, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&z, &[-2, 0, 1]);
    /// let roots = real_roots(&a, None)?;
    /// assert!(checker.real_roots(&a, &roots).is_ok() && checker.real_roots(&a, &roots[1..]).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn real_roots(&mut self, a: &Poly<R>, roots: &[RootInterval]) -> Result<Proof, Unverified> {
        let a = integer_poly(a)?;
        let common = multimodular::gcd(&a, &a.derivative(), &Options::default())?.value;
        let free = if common.is_empty() { a.clone() } else { a.exact_div(&common)? };
        let right = |r: &RootInterval| {
            let ends = [&r.low, &r.high].map(|x| multimodular::sign_at(&free, x));
            if r.low == r.high { ends == [0, 0] } else { r.low < r.high && ends[0] * ends[1] < 0 }
        };
        let disjoint = roots.windows(2).all(|pair| pair[0].high < pair[1].low);
        match multimodular::count_real_roots(&a)? == roots.len() && disjoint && roots.iter().all(right) {
            true => Ok(Proof::Exact),
            false => Err(wrong("the real roots")),
        }
    }
}

impl<R: Convolve> Checker<'_, R> {
    /// Checks the number of distinct real roots of a, of those in an interval with both ends included where one is given: by the intervals around all of
    /// them, and the signs of the square-free part at the ends.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, rug::Rational, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let (a, ends) = (Poly::from_i64(&z, &[-2, 0, 1]), [Rational::from(1), Rational::from(2)]);
    /// assert!(checker.real_root_count(&a, None, 2).is_ok() && checker.real_root_count(&a, Some(&ends), 1).is_ok());
    /// assert!(checker.real_root_count(&a, Some(&ends), 2).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn real_root_count(
        &mut self,
        a: &Poly<R>,
        ends: Option<&[Rational; 2]>,
        count: usize,
    ) -> Result<Proof, Unverified> {
        let a = integer_poly(a)?;
        let roots = multimodular::real_roots(&a, None)?;
        let found = match ends {
            None => roots.len(),
            Some([low, high]) => {
                let common = multimodular::gcd(&a, &a.derivative(), &Options::default())?.value;
                let free = a.exact_div(&common)?;
                // whether the root is below x, or also at x
                let below = |r: &RootInterval, x: &Rational, or_at: bool| match (*x <= r.low, *x >= r.high) {
                    _ if r.low == r.high => r.low < *x || or_at && r.low == *x,
                    (true, _) => false,
                    (_, true) => true,
                    _ => match multimodular::sign_at(&free, x) {
                        0 => or_at,
                        sign => sign == multimodular::sign_at(&free, &r.high),
                    },
                };
                roots.iter().filter(|r| below(r, high, true) && !below(r, low, false)).count()
            }
        };
        if found == count { Ok(Proof::Exact) } else { Err(wrong("the number of real roots")) }
    }
}

/// Checks whether a is irreducible over Q, by factors of a(x + 1).
/// Checks that a factor is square-free, and if `irreducible` also that.
fn factor_over_q(f: &Poly<Integers>, irreducible: bool) -> Result<(), Unverified> {
    let divisor = multimodular::gcd(f, &f.derivative(), &Options::default())?.value;
    if divisor.len() > 1 {
        return Err(wrong("a factor that is not square-free"));
    }
    if irreducible {
        irreducible_over_q(f, true)?;
    }
    Ok(())
}

fn irreducible_over_q(a: &Poly<Integers>, yes: bool) -> Result<Proof, Unverified> {
    let shifted = a.taylor_shift(&Integer::from(1))?;
    if multimodular::is_irreducible(&shifted)? == yes { Ok(Proof::Exact) } else { Err(wrong("irreducibility")) }
}
