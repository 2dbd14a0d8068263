//! Checks of factors and roots modulo prime powers, and modulo integers whose prime factors are known.
//!
//! Factors are compared with the polynomial as a product, and modulo the prime as irreducible ones, coprime to each other: only one set of factors modulo
//! the power has these images. Each root is tried; that there are no others is seen digit by digit, from the roots modulo the prime of f(x − 1).

use super::{
    Checker, Proof, Unverified, integer,
    over_z::{integer_poly, over_z},
    wrong,
};
use crate::{
    Error,
    multimodular::PrimePowers,
    poly::{Factorization, Poly},
    ring::{AnyRing, Convolve, Integers, Ring, View},
};
use rug::{Integer, ops::Pow};

impl<R: Convolve> Checker<'_, R> {
    /// Checks that a = unit·∏ f modulo p^k for the monic factors f: modulo p these are the ones given, up to constants, or else powers of irreducible
    /// polynomials. Over Z, by its own type or as an [`AnyRing`].
    ///
    /// ```
    /// # use polymod::{Integers, Poly, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::parse(&z, "3*x^2 - 3")?;
    /// let factors = [Poly::parse(&z, "x + 1")?, Poly::parse(&z, "x + 24")?];
    /// assert!(checker.hensel_factors(&a, (&5.into(), 2), None, (&3.into(), &factors)).is_ok());
    /// assert!(checker.hensel_factors(&a, (&5.into(), 3), None, (&3.into(), &factors)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn hensel_factors(
        &mut self,
        a: &Poly<R>,
        (p, k): (&Integer, u32),
        given: Option<&[Poly<R>]>,
        (unit, factors): (&R::Elem, &[Poly<R>]),
    ) -> Result<Proof, Unverified> {
        over_z(self.ring)?;
        let all = |list: &[Poly<R>]| list.iter().map(integer_poly).collect::<Result<Vec<_>, _>>();
        let (a, given, factors) = (integer_poly(a)?, given.map(all).transpose()?, all(factors)?);
        let lifted = Lifted { a, given, unit: integer(self.ring, unit), factors, modulus: p.clone().pow(k) };
        lifted.is_product()?;
        lifted.images(&AnyRing::modulo_integer(self.ring.engine(), p)?)
    }

    /// Checks that these are the factors of a modulo each of the powers p^k whose product n is the modulus of the ring: p^k, the unit and monic factors, with
    /// coefficients from 0 to p^k, which are irreducible for k = 1, and powers of irreducible polynomials modulo p, coprime to each other there, for k ≥ 2.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, multimodular::PrimePowers, poly::Factorization, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let r = Zn::new(50)?;
    /// # let mut checker = Checker::new(&r, ChaCha20Rng::seed_from_u64(1));
    /// let poly = |text: &str| Poly::parse(&r, text);
    /// let (a, n) = (poly("3*x^3 + 3")?, PrimePowers::find(&50.into())?);
    /// let over_2 = Factorization { unit: 1, factors: vec![(poly("x + 1")?, 1), (poly("x^2 + x + 1")?, 1)] };
    /// let over_25 = Factorization { unit: 3, factors: vec![(poly("x + 1")?, 1), (poly("x^2 + 24*x + 1")?, 1)] };
    /// assert!(checker.factors_modulo(&a, &n, &[(2.into(), over_2.clone()), (25.into(), over_25)]).is_ok());
    /// let reducible = Factorization { unit: 3, factors: vec![(poly("x^3 + 1")?, 1)] };
    /// assert!(checker.factors_modulo(&a, &n, &[(2.into(), over_2), (25.into(), reducible)]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn factors_modulo(
        &mut self,
        a: &Poly<R>,
        n: &PrimePowers,
        found: &[(Integer, Factorization<R>)],
    ) -> Result<Proof, Unverified> {
        if found.len() != n.powers().len() {
            return Err(wrong("the number of prime powers"));
        }
        for ((power, p, k), (modulus, factors)) in n.prime_powers().zip(found) {
            if power != *modulus {
                return Err(wrong("a prime power"));
            }
            self.factors_modulo_power(a, (p, k), power, factors)?;
        }
        Ok(Proof::Exact)
    }

    /// Checks the factors modulo one power p^k.
    fn factors_modulo_power(
        &mut self,
        a: &Poly<R>,
        (p, k): (&Integer, u32),
        power: Integer,
        found: &Factorization<R>,
    ) -> Result<Proof, Unverified> {
        let (z, factors) = (Integers::on(self.ring.engine()), &found.factors);
        if factors.iter().any(|(_, e)| *e == 0 || k > 1 && *e != 1) {
            return Err(wrong("the multiplicity of a factor"));
        }
        let integers = |f: &Poly<R>| Poly::new(&z, f.iter().map(|c| integer(self.ring, &c)));
        let bases: Vec<Poly<Integers>> = factors.iter().map(|(f, _)| integers(f)).collect();
        let reduced = |f: Poly<Integers>| Poly::new(&z, f.iter().map(|c| c.modulo(&power)));
        if bases.iter().any(|f| reduced(f.clone()) != *f) {
            return Err(wrong("the form of a factor"));
        }
        let powers = bases.iter().zip(factors).map(|(f, (_, e))| Ok(reduced(f.pow(*e)?)));
        let powers = powers.collect::<Result<Vec<_>, Error>>()?;
        let (a, unit) = (integers(a), integer(self.ring, &found.unit));
        let lifted = Lifted { a, given: None, unit, factors: powers, modulus: power };
        lifted.is_product()?;
        let irreducible_modulo = if k == 1 { bases } else { Vec::new() };
        let field = AnyRing::modulo_integer(self.ring.engine(), p)?;
        irreducible(&field, &irreducible_modulo)?;
        lifted.images(&field)
    }

    /// Checks that these are all roots of a, ascending, in the ring of the integers modulo n.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, multimodular::PrimePowers, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let r = Zn::new(8)?;
    /// # let mut checker = Checker::new(&r, ChaCha20Rng::seed_from_u64(1));
    /// let (a, n) = (Poly::parse(&r, "x^2 - 1")?, PrimePowers::find(&8.into())?);
    /// assert!(checker.roots_modulo(&a, &n, r.view(&[1, 3, 5, 7])?).is_ok());
    /// assert!(checker.roots_modulo(&a, &n, r.view(&[1, 3, 7])?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn roots_modulo(&mut self, a: &Poly<R>, n: &PrimePowers, roots: View<'_, R>) -> Result<Proof, Unverified> {
        let (r, z) = (self.ring, Integers::on(self.ring.engine()));
        let roots: Vec<Integer> = (0..roots.len()).map(|i| integer(r, &r.get(roots, i))).collect();
        let f = Poly::new(&z, a.iter().map(|c| integer(r, &c)));
        if !roots.windows(2).all(|pair| pair[0] < pair[1]) || roots.iter().any(|x| at(&f, x, n.modulus()) != 0) {
            return Err(wrong("a root"));
        }
        let mut count = 1;
        for (power, p, k) in n.prime_powers() {
            let mut residues: Vec<Integer> = roots.iter().map(|x| Integer::from(x % &power)).collect();
            distinct(&mut residues);
            count *= residues.len();
            match all_roots(&f, p, k, residues) {
                // there are none modulo n where there are none modulo one of the powers
                Ok(()) if roots.is_empty() => return Ok(Proof::Exact),
                Err(Unverified::Wrong(_)) if roots.is_empty() => {}
                done => done?,
            }
        }
        if count == roots.len() && count > 0 { Ok(Proof::Exact) } else { Err(wrong("the number of roots")) }
    }
}

/// Checks that these residues, at which f vanishes modulo p^k, are all that there are.
fn all_roots(f: &Poly<Integers>, p: &Integer, k: u32, mut roots: Vec<Integer>) -> Result<(), Unverified> {
    let least = f.iter().filter(|c| *c != 0).map(|mut c| c.remove_factor_mut(p)).min().unwrap_or(k).min(k);
    let (k, by) = (k - least, p.clone().pow(least));
    let (found, power) = (roots.len(), p.clone().pow(k));
    roots.iter_mut().for_each(|x| x.modulo_mut(&power));
    distinct(&mut roots);
    // each stands for as many as agree with it in the digits that matter
    if found != Integer::from(&by * roots.len()) || k == 0 && roots.len() != 1 {
        return Err(wrong("the number of roots"));
    }
    if k == 0 {
        return Ok(());
    }
    let (z, over) =
        (f.ring(), |f: &Poly<Integers>, by: &Integer| f.iter().map(|c| c.div_exact(by)).collect::<Vec<_>>());
    let g = Poly::new(z, over(f, &by).into_iter().map(|c| c.modulo(&power)));
    for r in images_of_roots(&AnyRing::modulo_integer(z.engine(), p)?, &g)? {
        let here = roots.iter().filter(|x| Integer::from(*x % p) == r).map(|x| Integer::from(x - &r).div_exact(p));
        let here: Vec<Integer> = here.collect();
        if at(&g.derivative(), &r, p) != 0 {
            if here.len() != 1 {
                return Err(wrong("the number of roots"));
            }
            continue;
        }
        let digits = Poly::new(z, [r, p.clone()]);
        let next = Poly::new(z, over(&g.compose(&digits)?, p).into_iter().map(|c| c.modulo(&power)));
        all_roots(&next, p, k - 1, here)?;
    }
    Ok(())
}

/// The roots modulo a prime of a polynomial that is not 0 there, from those of f(x − 1).
fn images_of_roots(field: &AnyRing, f: &Poly<Integers>) -> Result<Vec<Integer>, Unverified> {
    let roots = Poly::from_ints(field, f.iter()).taylor_shift(&field.elem(-1))?.roots()?;
    let minus_one = field.elem(-1);
    Ok((0..roots.len()).map(|i| integer(field, &field.add(&field.get(roots.view(), i), &minus_one))).collect())
}

/// Whether polynomials are irreducible modulo the prime.
pub fn irreducible(field: &AnyRing, all: &[Poly<Integers>]) -> Result<(), Unverified> {
    for f in all {
        let image = Poly::from_ints(field, f.iter()).taylor_shift(&field.one())?;
        if !image.is_irreducible()? {
            return Err(wrong("an irreducible factor"));
        }
    }
    Ok(())
}

/// The value at x modulo n.
fn at(f: &Poly<Integers>, x: &Integer, n: &Integer) -> Integer {
    f.iter().rev().fold(Integer::new(), |value, c| (value * x + c).modulo(n))
}

/// Sorts integers, and keeps one of equal ones.
fn distinct(all: &mut Vec<Integer>) {
    all.sort_unstable();
    all.dedup();
}

/// Factors that were lifted, over Z.
struct Lifted {
    a: Poly<Integers>,
    given: Option<Vec<Poly<Integers>>>,
    unit: Integer,
    factors: Vec<Poly<Integers>>,
    modulus: Integer,
}

impl Lifted {
    /// Whether the factors are monic, their coefficients reduced, and their product the polynomial.
    fn is_product(&self) -> Result<(), Unverified> {
        let reduced = |c: &Integer| *c >= 0 && *c < self.modulus;
        let form = |f: &Poly<Integers>| f.len() > 1 && f.leading() == Some(1.into()) && f.iter().all(|c| reduced(&c));
        if !self.factors.iter().all(form) || !reduced(&self.unit) {
            return Err(wrong("the form of a factor"));
        }
        let z = self.a.ring();
        let product = Poly::product(z, &self.factors)?.scale(&self.unit).checked_sub(&self.a)?;
        let right = product.iter().all(|c| c.is_divisible(&self.modulus));
        if right { Ok(()) } else { Err(wrong("the product of the factors")) }
    }

    /// Whether the images modulo the prime are pairwise coprime, and those given or else powers of irreducible polynomials.
    fn images(&self, field: &AnyRing) -> Result<Proof, Unverified> {
        let image = |f: &Poly<Integers>| Poly::from_ints(field, f.iter());
        let (all, mut product) = (self.factors.iter().map(image).collect::<Vec<_>>(), Poly::one(field));
        for f in &all {
            if f.gcd(&product)?.len() != 1 {
                return Err(wrong("factors with a common divisor"));
            }
            product = product.checked_mul(f)?;
        }
        let Some(given) = &self.given else {
            for f in &all {
                if f.taylor_shift(&field.one())?.factor()?.factors.len() != 1 {
                    return Err(wrong("the power of an irreducible factor"));
                }
            }
            return Ok(Proof::Exact);
        };
        let mut given =
            given.iter().map(image).filter(|f| f.len() > 1).map(|f| f.monic()).collect::<Result<Vec<_>, _>>()?;
        for f in &all {
            let Some(i) = given.iter().position(|g| g == f) else { return Err(wrong("the image of a factor")) };
            given.swap_remove(i);
        }
        if given.is_empty() { Ok(Proof::Exact) } else { Err(wrong("the number of factors")) }
    }
}
