//! Coprime factors modulo a prime, lifted to modulo a power of it.
//!
//! The lifting itself, quadratic along a tree of factors, is that of [`factor`](crate::multimodular::factor()).

use crate::{
    Error, Result,
    multimodular::factor::{compare, hensel::Lifted},
    order,
    poly::Poly,
    ring::{AnyElem, AnyRing, FiniteField, Integers, Ring},
};
use rug::{Integer, ops::Pow};

const OPERATION: &str = "Hensel lifting";

/// Factors modulo a power of a prime, pairwise coprime modulo the prime.
///
/// ```
/// use polymod::{Integers, Poly, multimodular::hensel_lift};
/// let f: Poly<Integers> = "3*x^2 - 3".parse()?;
/// let found = hensel_lift(&f, &5.into(), 2)?;
/// assert_eq!((found.modulus, found.unit), (25.into(), 3.into()));
/// assert_eq!(found.factors, ["x + 1".parse()?, "x + 24".parse()?]);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HenselFactors {
    /// The power of the prime.
    pub modulus: Integer,
    /// The leading coefficient of the polynomial modulo that power.
    pub unit: Integer,
    /// The monic factors, with coefficients from 0 to the modulus, sorted by degree, then by coefficients from the constant term on: the product of the
    /// unit and all of them is the polynomial.
    pub factors: Vec<Poly<Integers>>,
}

/// The factors of f modulo p^k that are powers of irreducible polynomials modulo p: none of a constant.
///
/// In: a prime p of any size that does not divide the leading coefficient of f, and k ≥ 1. Where f is square-free modulo p, the factors are irreducible. They
/// are the only monic ones modulo p^k with these images. Cost: a factorization modulo p, and about two products of the polynomials of each level of a
/// tree of factors modulo each of p², p⁴, …, p^k.
///
/// Source: von zur Gathen, Gerhard, "Modern Computer Algebra", algorithms 15.10 and 15.17.
///
/// ```
/// use polymod::{Integers, Poly, multimodular::hensel_lift};
/// let f: Poly<Integers> = "x^4 + 1".parse()?;
/// let found = hensel_lift(&f, &17.into(), 3)?;
/// let roots: Vec<_> = found.factors.iter().map(|g| 4913 - g.coeff(0)).collect();
/// assert_eq!(roots, [4514, 3891, 1022, 399]); // 399^4 = −1 modulo 17³
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Domain`] where p divides the leading coefficient, and for 0; [`Error::Composite`] unless p is prime, [`Error::Modulus`] for p < 2;
/// [`Error::OutOfRange`] for k = 0; [`Error::TooLarge`]; [`Error::Cancelled`].
pub fn hensel_lift(f: &Poly<Integers>, p: &Integer, k: u32) -> Result<HenselFactors> {
    lifted(f, None, p, k)
}

/// The factors of f modulo p^k with the images of these factors modulo p, which are made monic; constants are left out.
///
/// In: as for [`hensel_lift`], and polynomials that modulo p are pairwise coprime and have the product f, up to a constant.
///
/// ```
/// use polymod::{Integers, Poly, multimodular::hensel_lift_factors};
/// let (f, x): (Poly<Integers>, Poly<Integers>) = ("x^3 + 5*x + 25".parse()?, "x^2 + 5".parse()?);
/// let found = hensel_lift_factors(&f, &["x - 1".parse()?, "x^2 + x + 7".parse()?], &31.into(), 4);
/// assert!(found.is_err());                                                       // their product is another polynomial
/// let found = hensel_lift_factors(&(&f * &x), &[f.clone(), x.clone()], &31.into(), 4)?;
/// assert_eq!(found.factors, [x, f]);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`hensel_lift`]; [`Error::Domain`] where the product of the factors is not f modulo p, or two have a common factor there.
pub fn hensel_lift_factors(
    f: &Poly<Integers>,
    factors: &[Poly<Integers>],
    p: &Integer,
    k: u32,
) -> Result<HenselFactors> {
    lifted(f, Some(factors), p, k)
}

fn lifted(f: &Poly<Integers>, given: Option<&[Poly<Integers>]>, p: &Integer, k: u32) -> Result<HenselFactors> {
    /// Largest number of bits of a power.
    const MOST_BITS: u64 = 1 << 32;
    if k == 0 {
        return Err(Error::OutOfRange { what: "exponent of a prime", expected: "1 or more", got: "0".into() });
    }
    let bits = u64::from(k) * u64::from(p.significant_bits());
    if bits > MOST_BITS {
        let size = format!("{bits} bits");
        return Err(Error::TooLarge {
            what: "the power of the prime".into(),
            size,
            limit: format!("{MOST_BITS} bits"),
        });
    }
    let Some(lead) = f.leading() else { return Err(refused("a polynomial other than 0", "0")) };
    f.begins(|| ("Hensel lifting".into(), "factor-tree"), &[])?;
    let images = images(&AnyRing::modulo_integer(f.ring().engine(), p)?, f, given)?;
    let modulus = p.clone().pow(k);
    let mut factors = Vec::new();
    if !images.is_empty() {
        let mut lifted = Lifted::new(f, &images)?;
        lifted.lift(k)?;
        let over_z = |g: &Poly<AnyRing>| Poly::new(f.ring(), g.iter().map(AnyElem::into_integer));
        factors = lifted.factors()?.iter().map(over_z).collect();
    }
    order::sort_by(&mut factors, compare);
    Ok(HenselFactors { unit: lead.modulo(&modulus), modulus, factors })
}

/// The monic factors modulo a prime: those that are given, or the powers of the irreducible ones.
fn images(field: &AnyRing, f: &Poly<Integers>, given: Option<&[Poly<Integers>]>) -> Result<Vec<Poly<AnyRing>>> {
    // tests that the modulus is a prime
    field.cardinality()?;
    let image = |g: &Poly<Integers>| Poly::from_ints(field, g.iter());
    let own = image(f);
    if own.len() != f.len() {
        let got = format!("{}, a multiple of it", f.coeff(f.len() - 1));
        return Err(refused("a leading coefficient that the prime does not divide", &got));
    }
    let Some(given) = given else {
        let powers = own.factor()?.factors;
        return powers.into_iter().map(|(g, e)| g.pow(e)).collect();
    };
    let mut factors = Vec::new();
    for g in given {
        let g = image(g);
        match g.len() {
            0 => return Err(refused("factors that are not 0 modulo the prime", "one that is")),
            1 => {}
            _ => factors.push(g.monic()?),
        }
    }
    if Poly::product(field, &factors)? != own.monic()? {
        let got = "another product modulo the prime";
        return Err(refused("factors whose product is the polynomial, up to a constant", got));
    }
    Ok(factors)
}

fn refused(expected: &'static str, got: &str) -> Error {
    Error::Domain { operation: OPERATION, expected, got: got.into() }
}
