//! Square-free factorization over Z.
//!
//! With f = ∏ fᵢ^i primitive, c = gcd(f, f') is ∏ fᵢ^(i−1); from f/c and f'/c the factors are computed by ascending multiplicity,
//! by greatest common divisors of ever shorter polynomials (Yun 1976, "On square-free decomposition algorithms").

use super::{
    Certainty, Options, Outcome,
    factor::images::residues,
    gcd::{divided, divisor, signed_content},
    quotient::exact_quotient,
};
use crate::{
    Error, Result,
    arith::Modulus,
    poly::{Factorization, Poly},
    ring::{AnyRing, Convolve, Integers, Ring},
};

/// The square-free factorization: the content with the sign of the leading coefficient, and primitive, square-free, pairwise
/// coprime polynomials with positive leading coefficients and ascending multiplicities.
///
/// ```
/// use polymod::{Integers, Poly, multimodular::{self, Options}};
/// let z = Integers::new();
/// let (a, b) = (Poly::parse(&z, "x + 1")?, Poly::parse(&z, "2*x^2 - 3")?);
/// let found = multimodular::squarefree(&(&a * &b * &b).scale(&(-6).into()), &Options::default())?.value;
/// assert_eq!((found.unit, found.factors), ((-6).into(), vec![(a, 1), (b, 2)]));
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Domain`] for 0; those of [`gcd`](super::gcd()).
pub fn squarefree(f: &Poly<Integers>, options: &Options) -> Result<Outcome<Factorization<Integers>>> {
    options.begin("squarefree", &[f.coeffs()], &[])?;
    if f.is_empty() {
        let (operation, expected) = ("a factorization", "a polynomial other than 0");
        return Err(Error::Domain { operation, expected, got: "0".into() });
    }
    let unit = signed_content(f);
    let primitive = divided(f, &unit);
    let free = options.checkpoint.is_none() && options.algorithm.is_none() && !f.ring().engine().is_watched();
    if free && has_squarefree_image(&primitive)? {
        let factors = if primitive.len() > 1 { vec![(primitive, 1)] } else { Vec::new() };
        let factorization = Factorization { unit, factors };
        return Ok(Outcome { certainty: Certainty::Proved, primes: 1, ..Outcome::direct(factorization) });
    }
    let mut found = Outcome { certainty: Certainty::Proved, ..Outcome::direct(()) };
    let mut common = |x: &Poly<Integers>, y: &Poly<Integers>| -> Result<_> {
        let g = divisor(x, y, options)?;
        if g.certainty != Certainty::Proved {
            found.certainty = g.certainty;
        }
        (found.primes, found.unlucky) = (found.primes + g.primes, found.unlucky + g.unlucky);
        Ok(g.value)
    };
    let over = |x: &Poly<Integers>, y: &Poly<Integers>| exact_quotient(x, y)?.map_or_else(|| x.exact_div(y), Ok);
    let derivative = primitive.derivative();
    let shared = common(&primitive, &derivative)?;
    let (mut left, mut slope) = (over(&primitive, &shared)?, over(&derivative, &shared)?);
    let (mut factors, mut multiplicity) = (Vec::new(), 1);
    while left.len() > 1 {
        let rest = slope.checked_sub(&left.derivative())?;
        let factor = common(&left, &rest)?;
        (left, slope) = (over(&left, &factor)?, over(&rest, &factor)?);
        if factor.len() > 1 {
            factors.push((factor, multiplicity));
        }
        multiplicity += 1;
    }
    Ok(found.map(|()| Factorization { unit, factors }))
}

/// Whether the image modulo some prime has the degree of f and no multiple factor: then f has none.
fn has_squarefree_image(f: &Poly<Integers>) -> Result<bool> {
    if f.len() <= 2 {
        return Ok(true);
    }
    let p = Modulus::new((1 << 31) - 1)?;
    let field = AnyRing::of_prime(f.ring().engine(), p);
    let image = residues(f, p);
    if image.last() == Some(&0) {
        return Ok(false);
    }
    if let Some(free) = field.as_zn().and_then(|zn| zn.is_squarefree_short(&image)) {
        return Ok(free);
    }
    let image = Poly::from_coeffs(&field, field.of_residues(&image)?);
    Ok(image.gcd(&image.derivative())?.len() == 1)
}
