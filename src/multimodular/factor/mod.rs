//! Factorization over Z.
//!
//! Powers of x, quadratic polynomials, binomials and products of cyclotomic polynomials have factors that are known or found by formulas
//! ([`easy`], [`cyclotomic`]); a polynomial in x^k is factored as one in x first. Others are factored modulo a few small primes
//! ([`images`]), one square-free image being a proof that f is, and the prime with the fewest factors is kept. Its roots are lifted first, which
//! finds all linear factors ([`linear`]). The other factors modulo the prime are lifted modulo a power of it ([`hensel`]), and the sets of them
//! that are factors over Z are found by lattice reduction ([`knapsack`]).
//! Factors are verified by division; their irreducibility is proved by the degrees modulo all primes tried, or by the lattice.

pub mod cyclotomic;
mod easy;
pub mod hensel;
pub mod images;
pub mod knapsack;
pub mod lattice;
mod linear;
mod residues;

use super::{
    Options,
    gcd::{divided, signed_content},
    squarefree::squarefree,
};
use crate::{
    Result, order,
    poly::{Factorization, Poly},
    ring::{AnyRing, Coeffs, Integers, Ring},
};
use images::{Images, images};
use rug::{Complete, Integer};
use std::cmp::Ordering;

/// The signed content of A, and its irreducible factors with multiplicities: primitive, with positive leading coefficients,
/// sorted by degree, then by coefficients from the constant term on.
///
/// ```
/// use polymod::{Integers, Poly, multimodular};
/// let a: Poly<Integers> = "6 - 6*x^4".parse()?;
/// let found = multimodular::factor(&a)?;
/// let text: Vec<String> = found.factors.iter().map(|(f, e)| format!("({f})^{e}")).collect();
/// assert_eq!((found.unit.to_string(), text.join(" ")), ("-6".into(), "(x - 1)^1 (x + 1)^1 (x^2 + 1)^1".into()));
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`squarefree`](super::squarefree()).
pub fn factor(a: &Poly<Integers>) -> Result<Factorization<Integers>> {
    if a.is_empty() {
        return Ok(squarefree(a, &Options::default())?.value);
    }
    a.begins(|| ("factorization".into(), "van-hoeij"), &[])?;
    let unit = signed_content(a);
    let mut factors = Vec::new();
    collect(&divided(a, &unit), 1, &mut factors)?;
    if factors.len() > 1 {
        order::sort_by(&mut factors, |(f, _), (g, _)| compare(f, g));
    }
    Ok(Factorization { unit, factors })
}

/// Whether A is irreducible over Q: of degree at least 1, and not a product of two polynomials of lower degree.
///
/// ```
/// # use polymod::multimodular;
/// assert!(multimodular::is_irreducible(&"2*x^2 - 4".parse()?)?); // 2(x² − 2): constants are units of Q
/// assert!(!multimodular::is_irreducible(&"x^2 - 4".parse()?)?);
/// assert!(!multimodular::is_irreducible(&"7".parse()?)?);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`factor`].
pub fn is_irreducible(a: &Poly<Integers>) -> Result<bool> {
    let found = factor(a)?;
    Ok(found.factors.len() == 1 && found.factors[0].1 == 1)
}

/// The distinct integer roots of A, ascending.
///
/// ```
/// # use polymod::{Integers, multimodular, ring::Elements};
/// let found = multimodular::roots(&"(x + 2)*(x - 3)^2*(2*x - 1)*(x^2 - 2)".parse()?)?;
/// let found: Vec<_> = Elements::new(&Integers::new(), found.view()).collect();
/// assert_eq!(found, [-2, 3]); // 1/2 and √2 are no integers
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`factor`].
pub fn roots(a: &Poly<Integers>) -> Result<Coeffs<Integers>> {
    let found = factor(a)?;
    let linear = found.factors.iter().filter(|(f, _)| f.len() == 2 && f.coeff(1) == 1);
    let mut roots: Vec<Integer> = linear.map(|(f, _)| -f.coeff(0)).collect();
    roots.sort_unstable();
    Ok(a.ring().collect(&roots))
}

/// Order by degree, then by coefficients from the constant term on.
pub fn compare(f: &Poly<Integers>, g: &Poly<Integers>) -> Ordering {
    f.len().cmp(&g.len()).then_with(|| f.iter().cmp(g.iter()))
}

/// Irreducible polynomials with multiplicities.
type Factors = Vec<(Poly<Integers>, u64)>;

/// Appends the irreducible factors of a primitive f with a positive leading coefficient, with multiplicities times `power`.
fn collect(f: &Poly<Integers>, power: u64, out: &mut Factors) -> Result<()> {
    let (f, zeros) = easy::without_zeros(f);
    if zeros > 0 {
        out.push((Poly::x(f.ring()), power * zeros as u64));
    }
    if let Some(found) = easy::factors(&f) {
        out.extend(found.into_iter().map(|(g, e)| (g, e * power)));
        return Ok(());
    }
    let Some((inner, k)) = easy::deflated(&f) else { return by_images(&f, power, false, out) };
    let mut parts = Vec::new();
    collect(&inner, power, &mut parts)?;
    // an irreducible g other than x has distinct roots, none of them 0, and so has g(x^k)
    parts.iter().try_for_each(|(g, e)| square_free(&easy::inflated(g, k), *e, out))
}

/// Appends the irreducible factors of a primitive square-free f with f(0) ≠ 0.
fn square_free(f: &Poly<Integers>, power: u64, out: &mut Factors) -> Result<()> {
    match easy::factors(f) {
        Some(found) => out.extend(found.into_iter().map(|(g, _)| (g, power))),
        None => by_images(f, power, true, out)?,
    }
    Ok(())
}

/// Appends the irreducible factors of a primitive f of degree at least 3 with f(0) ≠ 0, from its images modulo primes.
fn by_images(f: &Poly<Integers>, power: u64, square_free: bool, out: &mut Factors) -> Result<()> {
    match images(f, square_free)? {
        Images::Irreducible => out.push((f.clone(), power)),
        Images::Factors(modular) => {
            let (mut found, rest, modular) = linear::linear_factors(f, modular)?;
            match rest.len() {
                1 => {}
                // without linear factors
                2..=4 => found.push(rest),
                _ if modular.factors.len() == 1 => found.push(rest),
                _ => found.extend(knapsack::combine(&rest, hensel::Lifted::new(&rest, &modular.factors)?)?),
            }
            out.extend(found.into_iter().map(|g| (g, power)));
        }
        Images::Multiple => {
            let parts = squarefree(f, &Options::default())?.value.factors;
            return parts.iter().try_for_each(|(part, e)| self::square_free(part, power * e, out));
        }
    }
    Ok(())
}

/// The monic factors modulo a prime.
pub struct ModularFactors {
    p: u64,
    pub factors: Vec<Poly<AnyRing>>,
}

/// An upper bound on log2 of the coefficients' magnitudes in any factor of f: 2^n·‖f‖₂ (Mignotte 1974, "An inequality about
/// factors of polynomials").
fn factor_bits(f: &Poly<Integers>) -> u64 {
    let squares: Integer = f.iter().map(|c| c.square_ref().complete()).sum();
    f.len() as u64 + u64::from(squares.significant_bits()) / 2 + 1
}
