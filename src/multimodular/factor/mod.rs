//! Factorization over Z.
//!
//! A square-free f from [`squarefree`](super::squarefree()) is factored modulo a few primes, and the prime with the fewest
//! factors is kept. Its factors are lifted modulo a power of it ([`hensel`]), and the sets of them that are factors over Z are
//! found by lattice reduction ([`knapsack`]). Factors are verified by division; their irreducibility is proved by the degrees
//! modulo all primes tried, or by the lattice.

mod hensel;
mod knapsack;
mod lattice;

use super::{Options, squarefree::squarefree};
use crate::{
    Result,
    arith::is_prime,
    poly::{Factorization, Poly},
    ring::{Coeffs, Integers, Ring, Zn},
};
use rug::{Complete, Integer, integer::IntegerExt64};
use std::cmp::Ordering;

/// Number of primes tried: at first, and if all have many factors.
const PRIMES: [usize; 2] = [3, 6];
const MANY_FACTORS: usize = 12;

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
    if !a.is_empty() {
        a.begins(|| ("factorization".into(), "van-hoeij"), &[])?;
    }
    let parts = squarefree(a, &Options::default())?.value;
    let mut factors = Vec::new();
    for (part, multiplicity) in &parts.factors {
        factors.extend(irreducible_factors(part)?.into_iter().map(|f| (f, *multiplicity)));
    }
    factors.sort_by(|(f, _), (g, _)| compare(f, g));
    Ok(Factorization { unit: parts.unit, factors })
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
fn compare(f: &Poly<Integers>, g: &Poly<Integers>) -> Ordering {
    f.len().cmp(&g.len()).then_with(|| f.iter().cmp(g.iter()))
}

/// The irreducible factors of a primitive square-free f of degree at least 1.
fn irreducible_factors(f: &Poly<Integers>) -> Result<Vec<Poly<Integers>>> {
    if f.len() == 2 {
        return Ok(vec![f.clone()]);
    }
    if f.coeff(0) == 0 {
        let x = Poly::monomial(f.ring(), &Integer::from(1), 1);
        let mut factors = irreducible_factors(&f.exact_div(&x)?)?;
        factors.push(x);
        return Ok(factors);
    }
    let Some(modular) = best_prime(f)? else { return Ok(vec![f.clone()]) };
    knapsack::combine(f, hensel::Lifted::new(f, &modular)?)
}

/// The monic factors modulo a prime.
struct ModularFactors {
    p: u64,
    factors: Vec<Poly<Zn>>,
}

/// Factors modulo the prime that has the fewest; None if the degrees modulo the primes tried prove f irreducible.
fn best_prime(f: &Poly<Integers>) -> Result<Option<ModularFactors>> {
    let lead = f.coeff(f.len() - 1);
    let engine = f.ring().engine();
    // bit d: whether modulo every prime some set of factors has total degree d
    let mut degrees = vec![true; f.len()];
    let (mut best, mut tried): (Option<ModularFactors>, usize) = (None, 0);
    for p in (1009u64..).filter(|&p| is_prime(p)) {
        if lead.mod_u64(p) == 0 {
            continue;
        }
        let zn = Zn::on(engine, p)?;
        let image = Poly::new(&zn, f.iter().map(|c| c.mod_u64(p)));
        if image.gcd(&image.derivative())?.len() > 1 {
            continue;
        }
        let factors: Vec<_> = image.factor()?.factors.into_iter().map(|(g, _)| g).collect();
        let sums = subset_sums(factors.iter().map(|g| g.len() - 1), f.len());
        degrees.iter_mut().zip(sums).for_each(|(all, this)| *all &= this);
        if degrees[1..f.len() - 1].iter().all(|possible| !possible) {
            return Ok(None);
        }
        if best.as_ref().is_none_or(|best| factors.len() < best.factors.len()) {
            best = Some(ModularFactors { p, factors });
        }
        tried += 1;
        let many = best.as_ref().is_some_and(|best| best.factors.len() > MANY_FACTORS);
        if tried >= PRIMES[usize::from(many)] {
            break;
        }
    }
    Ok(best)
}

/// Which of 0, …, n − 1 are subset sums of the degrees.
fn subset_sums(degrees: impl Iterator<Item = usize>, n: usize) -> Vec<bool> {
    let mut sums = vec![false; n];
    sums[0] = true;
    for d in degrees {
        for i in (d..n).rev() {
            sums[i] |= sums[i - d];
        }
    }
    sums
}

/// An upper bound on log2 of the coefficients' magnitudes in any factor of f: 2^n·‖f‖₂ (Mignotte 1974, "An inequality about
/// factors of polynomials").
fn factor_bits(f: &Poly<Integers>) -> u64 {
    let squares: Integer = f.iter().map(|c| c.square_ref().complete()).sum();
    f.len() as u64 + u64::from(squares.significant_bits()) / 2 + 1
}
