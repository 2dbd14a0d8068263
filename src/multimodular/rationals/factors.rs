//! Factors and roots of polynomials over Q.

use super::fractions::{cleared, monic};
use crate::{
    Result,
    multimodular::{self, Options, Outcome, RootInterval},
    order,
    poly::{Factorization, Poly},
    ring::{Coeffs, Integers, Rationals, Ring},
};
use rug::Rational;
use std::cmp::Ordering;

/// Orders polynomials by degree, then by their coefficients from the constant term on.
fn by_value(a: &Poly<Rationals>, b: &Poly<Rationals>) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().cmp(b.iter()))
}

/// The leading coefficient of a, and these factors of its integers as monic polynomials.
fn over_q(a: &Poly<Rationals>, found: Factorization<Integers>) -> Factorization<Rationals> {
    let unit = a.leading().unwrap_or_default();
    let factors = found.factors.into_iter().map(|(f, multiplicity)| (monic(a.ring(), &f), multiplicity)).collect();
    Factorization { unit, factors }
}

/// The square-free factorization: the leading coefficient, and monic square-free polynomials with ascending multiplicities.
///
/// ```
/// use polymod::{Poly, Rationals, multimodular::{Options, rationals}};
/// let a: Poly<Rationals> = "2*(x - 1/2)^3*(x + 1)".parse()?;
/// let found = rationals::squarefree(&a, &Options::default())?.value;
/// assert_eq!((found.unit, found.factors[1].0.to_string(), found.factors[1].1), (2.into(), "x - 1/2".into(), 3));
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Domain`](crate::Error::Domain) for 0; those of [`squarefree`](multimodular::squarefree) over Z.
pub fn squarefree(a: &Poly<Rationals>, options: &Options) -> Result<Outcome<Factorization<Rationals>>> {
    Ok(multimodular::squarefree(&cleared(a).0, options)?.map(|found| over_q(a, found)))
}

/// The leading coefficient, and the monic irreducible factors with their multiplicities, by degree, then by coefficients from the constant term on.
///
/// ```
/// use polymod::{Poly, Rationals, multimodular::rationals};
/// let a: Poly<Rationals> = "1/2*x^3 - 1/8*x".parse()?;
/// let found = rationals::factor(&a)?;
/// let factors: Vec<String> = found.factors.iter().map(|(f, _)| f.to_string()).collect();
/// assert_eq!((found.unit.to_string(), factors), ("1/2".into(), vec!["x - 1/2".into(), "x".into(), "x + 1/2".into()]));
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Domain`](crate::Error::Domain) for 0; those of [`factor`](multimodular::factor()) over Z.
pub fn factor(a: &Poly<Rationals>) -> Result<Factorization<Rationals>> {
    let mut found = over_q(a, multimodular::factor(&cleared(a).0)?);
    order::sort_by(&mut found.factors, |x, y| by_value(&x.0, &y.0));
    Ok(found)
}

/// Whether a is irreducible; constants are not.
///
/// ```
/// use polymod::{Poly, Rationals, multimodular::rationals};
/// let [a, b]: [Poly<Rationals>; 2] = ["x^2 - 2/9".parse()?, "x^2 - 4/9".parse()?];
/// assert!(rationals::is_irreducible(&a)? && !rationals::is_irreducible(&b)?);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`factor`].
pub fn is_irreducible(a: &Poly<Rationals>) -> Result<bool> {
    multimodular::is_irreducible(&cleared(a).0)
}

/// The roots with their multiplicities, ascending.
///
/// ```
/// use polymod::{Poly, Rationals, multimodular::rationals, rug};
/// let a: Poly<Rationals> = "(3*x - 1)^2*(x^2 - 2)".parse()?;
/// assert_eq!(rationals::roots_with_multiplicities(&a)?, vec![(rug::Rational::from((1, 3)), 2)]);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`factor`].
pub fn roots_with_multiplicities(a: &Poly<Rationals>) -> Result<Vec<(Rational, u64)>> {
    let factors = factor(a)?.factors;
    let linear = factors.into_iter().filter(|(f, _)| f.len() == 2);
    let mut roots: Vec<_> = linear.map(|(f, multiplicity)| (-f.coeff(0), multiplicity)).collect();
    roots.sort();
    Ok(roots)
}

/// The distinct roots, ascending.
///
/// ```
/// use polymod::{Poly, Rationals, Ring, multimodular::rationals};
/// let a: Poly<Rationals> = "(2*x - 1)*(x + 3/5)".parse()?;
/// let roots = rationals::roots(&a)?;
/// assert_eq!(a.ring().get(roots.view(), 0).to_string(), "-3/5");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`factor`].
pub fn roots(a: &Poly<Rationals>) -> Result<Coeffs<Rationals>> {
    let roots: Vec<Rational> = roots_with_multiplicities(a)?.into_iter().map(|(root, _)| root).collect();
    Ok(a.ring().collect(&roots))
}

/// Disjoint intervals with rational ends around the distinct real roots, ascending, of at most this width if one is given.
///
/// ```
/// use polymod::{Poly, Rationals, multimodular::rationals};
/// let a: Poly<Rationals> = "1/2*x^2 - 1".parse()?;
/// assert_eq!(rationals::real_roots(&a, None)?.len(), 2);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`real_roots`](fn@multimodular::real_roots) over Z.
pub fn real_roots(a: &Poly<Rationals>, width: Option<&Rational>) -> Result<Vec<RootInterval>> {
    multimodular::real_roots(&cleared(a).0, width)
}
