//! Resultants and discriminants over Z: those of short polynomials by [remainder sequences](super::sequence), others modulo one word-size prime at a
//! time, up to Hadamard's bound |Res(A, B)| ≤ ‖A‖₂^deg B·‖B‖₂^deg A.
//!
//! Modulo a prime that divides neither leading coefficient the image of the resultant is the resultant of the images (von zur
//! Gathen, Gerhard, Modern Computer Algebra, lemma 6.25).

use super::{
    Options, Outcome,
    driver::{self, Bounded, reduced},
    sequence,
};
use crate::{
    Result,
    arith::Modulus,
    kernels::batch_resultant,
    poly::Poly,
    ring::{Integers, Ring, Zn},
};
use rug::Integer;

/// The resultant of A and B: Sylvester's determinant; 0 if either is 0, 1 for two nonzero constants.
///
/// ```
/// use polymod::{Poly, Integers, multimodular::{self, Options}};
/// let (a, b): (Poly<Integers>, Poly<Integers>) = ("x^2 + x - 6".parse()?, "2*x + 1".parse()?);
/// assert_eq!(multimodular::resultant(&a, &b, &Options::default())?.value, -25);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
pub fn resultant(a: &Poly<Integers>, b: &Poly<Integers>, options: &Options) -> Result<Outcome<Integer>> {
    options.begin("resultant", &[a.coeffs(), b.coeffs()], &[])?;
    let (Some(n), Some(m)) = (a.degree(), b.degree()) else { return Ok(Outcome::direct(Integer::new())) };
    let z = a.ring();
    let power = |c: Integer, e: usize| z.pow(&c, e as u64);
    match (n, m) {
        (0, _) => Ok(Outcome::direct(power(a.coeff(0), m))),
        (_, 0) => Ok(Outcome::direct(power(b.coeff(0), n))),
        _ => {
            if let Some(value) = sequence::resultant(a, b, options) {
                return Ok(Outcome::direct(value));
            }
            let image = |zn: &Zn, operands: &[&[u64]]| {
                if operands.iter().any(|v| v.last() == Some(&0)) {
                    return Ok(None);
                }
                Ok(Some(vec![reduced(zn, operands[0]).resultant(&reduced(zn, operands[1]))?]))
            };
            let vector =
                |target, primes: &[Modulus], operands: &[Vec<&[u64]>]| match batch_resultant::applies(target, primes) {
                    true => batch_resultant::resultants(target, primes, &operands[0], &operands[1]),
                    false => vec![None; primes.len()],
                };
            let crossover = z.engine().costs().crossovers.modular_resultant;
            let job = Bounded {
                task: Box::new(|| format!("resultant over z, {} by {} coefficients", a.len(), b.len())),
                operands: vec![a.coeffs(), b.coeffs()],
                count: 1,
                bound: Integers::log2_norm(a.coeffs()) * m as f64 + Integers::log2_norm(b.coeffs()) * n as f64,
                products: (n * m) as f64,
                image: Box::new(image),
                // half-GCD passes over long rows only a few times
                vector: (n.min(m) < crossover).then(|| (batch_resultant::LANES, Box::new(vector) as Box<_>)),
            };
            let found = z.engine().enter(|cx| driver::run(z, &job, options, cx))?;
            Ok(found.map(|value| z.get(value.view(), 0)))
        }
    }
}

/// The discriminant (−1)^(n(n−1)/2)·Res(A, A′)/lc(A), n the degree; 0 for a constant.
///
/// ```
/// # use polymod::multimodular::{self, Options};
/// let found = multimodular::discriminant(&"x^2 + 3*x + 1".parse()?, &Options::default())?;
/// assert_eq!(found.value, 9 - 4);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`resultant`].
pub fn discriminant(a: &Poly<Integers>, options: &Options) -> Result<Outcome<Integer>> {
    let (n, lead) = match (a.degree(), a.leading()) {
        (Some(n), Some(lead)) if n > 0 => (n, lead),
        _ => return Ok(Outcome::direct(Integer::new())),
    };
    if let Some(value) = sequence::discriminant(a, options) {
        return Ok(Outcome::direct(value));
    }
    let found = resultant(a, &a.derivative(), options)?;
    Ok(found.map(|resultant| {
        let quotient = resultant.div_exact(&lead);
        if n / 2 % 2 == 1 { -quotient } else { quotient }
    }))
}
