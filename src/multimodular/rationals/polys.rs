//! Common divisors and multiples, Bézout coefficients, inverses and resultants in Q\[x\].

use super::fractions::{cleared, monic, primitive};
use crate::{
    Error, Result,
    multimodular::{self, IntegerBezout, Options, Outcome},
    poly::{Bezout, Poly},
    ring::{Rationals, Ring},
};
use rug::{Rational, ops::Pow};

/// The monic greatest common divisor; 0 of two zeros.
///
/// ```
/// use polymod::{Poly, Rationals, multimodular::{Options, rationals}};
/// let (a, b): (Poly<Rationals>, Poly<Rationals>) = ("1/2*x^2 - 1/8".parse()?, "3*x + 3/2".parse()?);
/// assert_eq!(rationals::gcd(&a, &b, &Options::default())?.value.to_string(), "x + 1/2");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`gcd`](multimodular::gcd()) over Z.
pub fn gcd(a: &Poly<Rationals>, b: &Poly<Rationals>, options: &Options) -> Result<Outcome<Poly<Rationals>>> {
    let found = multimodular::gcd(&primitive(a), &primitive(b), options)?;
    Ok(found.map(|g| monic(a.ring(), &g)))
}

/// The monic greatest common divisor g and the s and t of least degree with s·a + t·b = g. For b = 0 s is 1/(the leading coefficient of a) and
/// t = 0, for two zeros all three are 0.
///
/// ```
/// use polymod::{Poly, Rationals, multimodular::{Options, rationals}};
/// let (a, b): (Poly<Rationals>, Poly<Rationals>) = ("2*x".parse()?, "x + 1/3".parse()?);
/// let found = rationals::xgcd(&a, &b, &Options::default())?.value;
/// assert_eq!((found.s.to_string(), found.t.to_string()), ("-3/2".into(), "3".into()));
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`xgcd`](multimodular::xgcd) over Z.
pub fn xgcd(a: &Poly<Rationals>, b: &Poly<Rationals>, options: &Options) -> Result<Outcome<Bezout<Rationals>>> {
    let (q, (x, of_a), (y, of_b)) = (a.ring(), cleared(a), cleared(b));
    let found = multimodular::xgcd(&x, &y, options)?;
    Ok(found.map(|IntegerBezout { g, s, t, d }| {
        let Some(lead) = g.leading() else { return Bezout { g: Poly::zero(q), s: Poly::zero(q), t: Poly::zero(q) } };
        let common = d * lead;
        Bezout {
            g: monic(q, &g),
            s: Poly::from_fraction(q, &s.scale(&of_a), &common),
            t: Poly::from_fraction(q, &t.scale(&of_b), &common),
        }
    }))
}

/// The monic least common multiple; 0 where an operand is 0.
///
/// ```
/// use polymod::{Poly, Rationals, multimodular::{Options, rationals}};
/// let (a, b): (Poly<Rationals>, Poly<Rationals>) = ("1/2*x - 1".parse()?, "x^2 - 4".parse()?);
/// assert_eq!(rationals::lcm(&a, &b, &Options::default())?.value.to_string(), "x^2 - 4");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`gcd`].
pub fn lcm(a: &Poly<Rationals>, b: &Poly<Rationals>, options: &Options) -> Result<Outcome<Poly<Rationals>>> {
    let (x, y) = (primitive(a), primitive(b));
    let found = multimodular::gcd(&x, &y, options)?;
    let (certainty, primes, unlucky) = (found.certainty, found.primes, found.unlucky);
    if x.is_empty() || y.is_empty() {
        return Ok(found.map(|_| Poly::zero(a.ring())));
    }
    let cofactor = found.value.divides(&x)?.map_or_else(|| x.exact_div(&found.value), Ok)?;
    let value = monic(a.ring(), &cofactor.checked_mul(&y)?);
    Ok(Outcome { value, certainty, primes, unlucky })
}

/// The inverse of a modulo m; 0 modulo a constant.
///
/// ```
/// use polymod::{Poly, Rationals, multimodular::{Options, rationals}};
/// let (a, m): (Poly<Rationals>, Poly<Rationals>) = ("x + 1".parse()?, "x^2 - 2".parse()?);
/// assert_eq!(rationals::inv_mod(&a, &m, &Options::default())?.value.to_string(), "x - 1");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotInvertible`] with the common factor where there is none; [`Error::DivisionByZero`] for m = 0; those of [`xgcd`].
pub fn inv_mod(a: &Poly<Rationals>, m: &Poly<Rationals>, options: &Options) -> Result<Outcome<Poly<Rationals>>> {
    if m.is_empty() {
        return Err(Error::DivisionByZero);
    }
    a.begins(|| ("inverse modulo a polynomial".into(), "modular"), &[m])?;
    let reduced = a.rem(m)?;
    if m.len() == 1 {
        return Ok(Outcome::direct(reduced));
    }
    let found = xgcd(&reduced, m, options)?;
    if found.value.g.len() == 1 {
        return Ok(found.map(|Bezout { s, .. }| s));
    }
    let described = |p: &Poly<Rationals>| match p.degree() {
        None => "0".into(),
        Some(degree) => format!("a polynomial of degree {degree}"),
    };
    let factor = found.value.g.to_string();
    Err(Error::NotInvertible { value: described(&reduced), modulus: described(m), factor })
}

/// The resultant: Sylvester's determinant; 0 where an operand is 0, 1 of two other constants.
///
/// ```
/// use polymod::{Poly, Rationals, multimodular::{Options, rationals}};
/// let (a, b): (Poly<Rationals>, Poly<Rationals>) = ("x^2 - 2".parse()?, "1/3*x - 1".parse()?);
/// assert_eq!(rationals::resultant(&a, &b, &Options::default())?.value.to_string(), "7/9");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`resultant`](multimodular::resultant) over Z.
pub fn resultant(a: &Poly<Rationals>, b: &Poly<Rationals>, options: &Options) -> Result<Outcome<Rational>> {
    let ((x, of_a), (y, of_b)) = (cleared(a), cleared(b));
    let found = multimodular::resultant(&x, &y, options)?;
    let (Some(n), Some(m)) = (x.degree(), y.degree()) else { return Ok(found.map(|_| Rational::new())) };
    let z = a.ring().integers();
    let common = z.pow(&of_a, m as u64) * z.pow(&of_b, n as u64);
    Ok(found.map(|value| Rational::from((value, common))))
}

/// The discriminant; 0 of a constant.
///
/// ```
/// use polymod::{Poly, Rationals, multimodular::{Options, rationals}};
/// let a: Poly<Rationals> = "1/2*x^2 + x + 1/3".parse()?;
/// assert_eq!(rationals::discriminant(&a, &Options::default())?.value.to_string(), "1/3");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`discriminant`](multimodular::discriminant) over Z.
pub fn discriminant(a: &Poly<Rationals>, options: &Options) -> Result<Outcome<Rational>> {
    let (x, of_a) = cleared(a);
    let found = multimodular::discriminant(&x, options)?;
    // homogeneous of degree 2n − 2
    let common = of_a.pow(2 * x.len().saturating_sub(2) as u32);
    Ok(found.map(|value| Rational::from((value, common))))
}
