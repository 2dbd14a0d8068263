//! Factors modulo the powers of primes whose product is an integer.

use super::{PrimePowers, hensel_lift};
use crate::{
    Error, Result,
    poly::{Factorization, Poly},
    ring::{AnyElem, AnyRing, Integers, Ring},
};
use rug::Integer;

/// The factors of f modulo each of the powers p^k of primes whose product is n, ascending by prime: p^k, the leading coefficient of f modulo it, and
/// monic factors there with their multiplicities, with coefficients from 0 to p^k, sorted by degree, then by coefficients from the constant term on. A
/// constant has none.
///
/// In: f that is not 0 modulo any of the powers, and for k ≥ 2 is constant or has a leading coefficient modulo p^k that p does not divide. Modulo a prime the factors are
/// irreducible. Modulo p^k, k ≥ 2, they are those of [`hensel_lift`], all with the multiplicity 1: irreducible where f is square-free modulo p, else the only
/// ones whose images modulo p are the coprime powers of irreducible polynomials that f is the product of; such a power may have further factors, which are not
/// unique: x² = (x + 2)² modulo 4. By the Chinese remainder theorem, factors modulo n are those modulo the powers, joined in any way. Cost: that of
/// [`hensel_lift`].
///
/// ```
/// use polymod::{Error, Integers, Poly, multimodular::{PrimePowers, factor_modulo}};
/// let (f, n): (Poly<Integers>, _) = ("2*x^3 + 2".parse()?, PrimePowers::find(&175.into())?);
/// let [(power, over_25), (prime, over_7)] = &factor_modulo(&f, &n)?[..] else { panic!("two powers") };
/// assert_eq!((power, &over_25.unit, prime, &over_7.unit), (&25.into(), &2.into(), &7.into(), &2.into()));
/// assert_eq!(over_25.factors, [("x + 1".parse()?, 1), ("x^2 + 24*x + 1".parse()?, 1)]);
/// assert_eq!(over_7.factors, [("x + 1".parse()?, 1), ("x + 2".parse()?, 1), ("x + 4".parse()?, 1)]);
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// [`Error::Domain`] where f is 0 modulo one of the powers, or its leading coefficient there no unit; [`Error::TooLarge`]; [`Error::Cancelled`].
pub fn factor_modulo(f: &Poly<Integers>, n: &PrimePowers) -> Result<Vec<(Integer, Factorization<Integers>)>> {
    n.prime_powers()
        .map(|(power, p, k)| {
            let factors = modulo_power(f, &power, p, k)?;
            Ok((power, factors))
        })
        .collect()
}

/// The factors modulo p^k.
fn modulo_power(f: &Poly<Integers>, power: &Integer, p: &Integer, k: u32) -> Result<Factorization<Integers>> {
    let z = f.ring();
    let f = &Poly::new(z, f.iter().map(|c| c.modulo(power)));
    let Some(lead) = f.leading() else {
        let got = format!("one that is 0 modulo {power}");
        return Err(refused("a polynomial other than 0 modulo each prime power", got));
    };
    if k == 1 {
        return modulo_prime(&AnyRing::modulo_integer(z.engine(), p)?, f);
    }
    if f.len() == 1 {
        return Ok(Factorization { unit: lead, factors: Vec::new() });
    }
    if lead.is_divisible(p) {
        return Err(refused("a leading coefficient that is a unit", format!("{lead} modulo {power}")));
    }
    let found = hensel_lift(f, p, k)?;
    Ok(Factorization { unit: found.unit, factors: found.factors.into_iter().map(|g| (g, 1)).collect() })
}

fn modulo_prime(field: &AnyRing, f: &Poly<Integers>) -> Result<Factorization<Integers>> {
    let found = Poly::from_ints(field, f.iter()).factor()?;
    let over_z = |g: &Poly<AnyRing>| Poly::new(f.ring(), g.iter().map(AnyElem::into_integer));
    let factors = found.factors.iter().map(|(g, e)| (over_z(g), *e)).collect();
    Ok(Factorization { unit: found.unit.into_integer(), factors })
}

pub fn refused(expected: &'static str, got: String) -> Error {
    Error::Domain { operation: "a factorization modulo n", expected, got }
}
