//! Factorization over finite fields: square-free, then distinct-degree, then equal-degree.
//!
//! Parts of equal multiplicity come from greatest common divisors with the derivative ([`squarefree`]); products of the
//! irreducible factors of one degree from those with x^(q^i) − x, by baby steps and giant steps ([`degrees`]); the irreducible
//! factors from random elements whose powers or traces are constants modulo each factor ([`equal`]). All use the [`Frobenius`]
//! map modulo the polynomial. By name, linear algebra takes the place of both ([`berlekamp`]). The random generator has a fixed seed; it affects only the running time.

mod berlekamp;
mod degrees;
mod equal;
#[cfg(feature = "integers")]
pub mod extension;
mod frobenius;
mod irreducible;
mod linear;
#[cfg(feature = "integers")]
pub mod named;
#[cfg(feature = "integers")]
pub mod primitive;
mod squarefree;

use super::{Exponent, Poly, frame::product_ns};
use crate::{
    Error, Result,
    bits::SplitMix64,
    choice::{self, Candidate},
    engine::Context,
    order,
    ring::{Cardinality, Coeffs, FiniteField, Size},
};
#[cfg(feature = "integers")]
pub use extension::ModulusKind;
use frobenius::Frobenius;
#[cfg(feature = "integers")]
pub(crate) use primitive::{perfect_root, prime_factors, primes_of_order};
pub use squarefree::Factorization;
use std::cmp::Ordering;

polymod_core::algorithms! {
    /// An algorithm for the irreducible factors of polynomials over finite fields.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::FactorAlgorithm};
    /// let f = Poly::parse(&Zn::new(97)?, "x^6 - 1")?;
    /// for algorithm in FactorAlgorithm::ALL {
    ///     assert_eq!(f.factor_by(algorithm)?, f.factor()?);
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    FactorAlgorithm in "polymod::poly", "factorizations over finite fields" {
        /// Distinct-degree, then equal-degree factorization.
        CantorZassenhaus = "cantor-zassenhaus",
        /// The fixed elements of the Frobenius map, by linear algebra.
        Berlekamp = "berlekamp",
    }
}

/// Seed of the random elements.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

impl<R: FiniteField> Poly<R> {
    /// The leading coefficient, and the monic irreducible factors with their multiplicities, sorted by degree, then by
    /// coefficients as least non-negative integers from the constant term on. A constant has no factors.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (x, y) = (Poly::parse(&f, "x^2 + 5")?, Poly::parse(&f, "x + 3")?);
    /// let found = (&x * &y * &y).scale(&7).factor()?;
    /// assert_eq!((found.unit, found.factors), (7, vec![(y, 2), (x, 1)]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Composite`] over a ring that is no field; [`Error::Domain`] for 0; [`Error::TooLarge`];
    /// [`Error::Cancelled`].
    pub fn factor(&self) -> Result<Factorization<R>> {
        self.factor_demanded(None)
    }

    /// [`factor`](Self::factor) by the given algorithm.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::FactorAlgorithm};
    /// let f = Poly::parse(&Zn::new(2)?, "x^5 + x^4 + 1")?;
    /// assert_eq!(f.factor_by(FactorAlgorithm::Berlekamp)?.factors.len(), 2);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`factor`](Self::factor).
    pub fn factor_by(&self, algorithm: FactorAlgorithm) -> Result<Factorization<R>> {
        self.factor_demanded(Some(algorithm))
    }

    fn factor_demanded(&self, demanded: Option<FactorAlgorithm>) -> Result<Factorization<R>> {
        field_of(self, "square-free factors")?;
        let size = self.ring().cardinality()?;
        let algorithm = self.factor_algorithm(demanded, &size)?;
        if algorithm == FactorAlgorithm::CantorZassenhaus {
            if let Some(found) = linear::by_formula(self, &size)? {
                return Ok(found);
            }
            let monic = self.monic()?;
            if let Some(factors) = self.ring().short_factors(monic.coeffs()) {
                return Ok(self.factored(factors));
            }
        }
        let parts = self.squarefree_over(&size)?;
        let (mut words, mut factors) = (SplitMix64::new(SEED), Vec::new());
        for (part, multiplicity) in &parts.factors {
            let found = match algorithm {
                FactorAlgorithm::Berlekamp => berlekamp::split(part, &size, &mut words)?,
                FactorAlgorithm::CantorZassenhaus => {
                    let (image, products) = degrees::by_degree(part, &size)?;
                    let mut split = |(product, degree)| equal::split(&product, degree, (&image, &size), &mut words);
                    products.into_iter().map(&mut split).collect::<Result<Vec<_>>>()?.concat()
                }
            };
            factors.extend(found.into_iter().map(|f| (f, *multiplicity)));
        }
        order::sort_by(&mut factors, |(f, _), (g, _)| compare(f, g));
        Ok(Factorization { unit: parts.unit, factors })
    }

    /// The algorithm that the caller demands, or else the monitor, which is told, or else the first.
    fn factor_algorithm(&self, demanded: Option<FactorAlgorithm>, size: &Cardinality) -> Result<FactorAlgorithm> {
        let task = || format!("factorization over {}, {} coefficients", self.ring().name(), self.len());
        self.ring().engine().enter(|cx| {
            // predictions take longer than the factors of a short polynomial
            if demanded.is_none() && !cx.engine().is_watched() {
                cx.check()?;
                return Ok(FactorAlgorithm::CantorZassenhaus);
            }
            let candidates = self.factor_candidates(size, cx);
            let chosen = cx.demand(demanded, &candidates, task)?.unwrap_or(candidates[0]);
            cx.begun(|| choice::decision(task(), &chosen, &candidates, cx))?;
            Ok(chosen.algorithm)
        })
    }

    /// Predicted costs of a square-free polynomial of this degree n: x^q modulo it, then √(2n) Frobenius maps and n/2 products, or n products
    /// and an elimination.
    fn factor_candidates(&self, size: &Cardinality, cx: Context<'_>) -> [Candidate<FactorAlgorithm>; 2] {
        let (r, n) = (self.ring(), self.len() - 1);
        let long = Size { len: n.max(1), bits: 0 };
        let product = 3.0 * product_ns(r, long, long, 0..n.max(1), cx);
        let bits = Exponent::new(false, &size.words()).bits() as f64;
        let degree = n as f64;
        let map = bits.min(2.0 * degree.sqrt());
        let zassenhaus = (bits + (2.0 * degree).sqrt() * map + degree / 2.0) * product;
        let berlekamp = (2.0 * bits + degree) * product + 2.0 * r.determinant_ns(n, cx);
        [
            Candidate::new(FactorAlgorithm::CantorZassenhaus, zassenhaus, 0),
            Candidate::new(FactorAlgorithm::Berlekamp, berlekamp, 0),
        ]
    }

    /// The distinct roots in the field, ascending as least non-negative integers.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let roots = Poly::parse(&f, "x^3 - x^2 - 4*x + 4")?.roots()?;
    /// assert_eq!(f.words(roots.view()), [1, 2, 95]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`factor`](Self::factor).
    pub fn roots(&self) -> Result<Coeffs<R>> {
        let r = self.ring();
        field_of(self, "roots")?;
        if self.len() == 2 && r.engine().is_quiet() {
            let (constant, lead) = (self.coeff(0), self.coeff(1));
            let quotient = if lead == r.one() { constant } else { r.mul(&constant, &r.inv(&lead)?) };
            return Ok(r.collect(&[r.neg(&quotient)]));
        }
        self.begins(|| ("roots".into(), "frobenius"), &[])?;
        let size = r.cardinality()?;
        let factors: Vec<Self> = match linear::by_formula(self, &size)? {
            Some(found) => found.factors.into_iter().map(|(f, _)| f).filter(|f| f.len() == 2).collect(),
            None => {
                if let Some(roots) = r.short_roots(self.coeffs(), false) {
                    return Ok(roots);
                }
                let frobenius = Frobenius::new(&self.monic()?, &size, 1)?;
                equal::split(&frobenius.fixed(1)?, 1, (&frobenius.image, &size), &mut SplitMix64::new(SEED))?
            }
        };
        let mut roots: Vec<Self> = factors.iter().map(|f| Poly::new(r, [r.neg(&f.coeff(0))])).collect();
        if roots.len() > 1 {
            order::sort_by(&mut roots, compare);
        }
        Ok(r.collect(&roots.iter().map(|c| c.coeff(0)).collect::<Vec<_>>()))
    }
}

impl<R: FiniteField> Poly<R> {
    /// The products of the irreducible factors of each degree of a square-free polynomial, monic, with that degree, ascending; none of a constant.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(7)?;
    /// let products = Poly::parse(&f, "(x + 1)*(x + 2)*(x^2 + 1)")?.distinct_degree_factors()?;
    /// assert_eq!(products, [(Poly::parse(&f, "x^2 + 3*x + 2")?, 1), (Poly::parse(&f, "x^2 + 1")?, 2)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`factor`](Self::factor); [`Error::Domain`] where a square divides.
    pub fn distinct_degree_factors(&self) -> Result<Vec<(Self, usize)>> {
        let operation = "distinct-degree factors";
        field_of(self, operation)?;
        if self.len() == 1 {
            return Ok(Vec::new());
        }
        self.begins(|| ("distinct-degree factorization".into(), "baby-steps"), &[])?;
        let (size, monic) = (self.ring().cardinality()?, self.monic()?);
        let squarefree = monic.squarefree_over(&size)?.factors;
        if squarefree.iter().any(|(_, multiplicity)| *multiplicity > 1) {
            let (expected, got) = ("a square-free polynomial", "one that a square divides".into());
            return Err(Error::Domain { operation, expected, got });
        }
        let mut products = degrees::by_degree(&monic, &size)?.1;
        order::sort_by_key(&mut products, |(_, degree)| *degree);
        Ok(products)
    }

    /// The monic irreducible factors of a square-free polynomial all of whose irreducible factors have this degree, sorted as those of
    /// [`factor`](Self::factor); none of a constant.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(7)?;
    /// let factors = Poly::parse(&f, "x^4 + x^3 + 4*x^2 + x + 3")?.equal_degree_factors(2)?;
    /// assert_eq!(factors, [Poly::parse(&f, "x^2 + 1")?, Poly::parse(&f, "x^2 + x + 3")?]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`distinct_degree_factors`](Self::distinct_degree_factors); [`Error::Domain`] where a factor has another degree.
    pub fn equal_degree_factors(&self, degree: usize) -> Result<Vec<Self>> {
        let products = self.distinct_degree_factors()?;
        if let Some((_, other)) = products.iter().find(|(_, other)| *other != degree) {
            let (operation, expected) = ("equal-degree factors", "irreducible factors of the degree given");
            return Err(Error::Domain { operation, expected, got: format!("one of degree {other}") });
        }
        let Some((product, _)) = products.first() else { return Ok(Vec::new()) };
        let size = self.ring().cardinality()?;
        let frobenius = Frobenius::new(product, &size, 1)?;
        let mut factors = equal::split(product, degree, (&frobenius.image, &size), &mut SplitMix64::new(SEED))?;
        order::sort_by(&mut factors, compare);
        Ok(factors)
    }

    /// The distinct roots in the field with their multiplicities, ascending as [`roots`](Self::roots) are.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::parse(&f, "(x - 3)^2*(x - 8)*(x^2 + 5)")?.roots_with_multiplicities()?, [(3, 2), (8, 1)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`factor`](Self::factor).
    pub fn roots_with_multiplicities(&self) -> Result<Vec<(R::Elem, u64)>> {
        let (r, mut roots) = (self.ring(), Vec::new());
        for (part, multiplicity) in self.squarefree()?.factors {
            let found = part.roots()?;
            roots.extend((0..found.len()).map(|i| (Poly::new(r, [r.get(found.view(), i)]), multiplicity)));
        }
        // the root 0 is the empty polynomial, the first one
        order::sort_by(&mut roots, |(x, _), (y, _)| compare(x, y));
        Ok(roots.into_iter().map(|(x, multiplicity)| (x.coeff(0), multiplicity)).collect())
    }
}

/// The products of the irreducible factors of equal degree of a square-free polynomial.
#[cfg(feature = "integers")]
pub(crate) struct DegreeParts<R: FiniteField> {
    size: crate::ring::Cardinality,
    /// x^q modulo the polynomial.
    image: Poly<R>,
    /// The products, and the degree of the factors of each.
    pub products: Vec<(Poly<R>, usize)>,
}

#[cfg(feature = "integers")]
impl<R: FiniteField> Poly<R> {
    /// The products of the irreducible factors of equal degree of a monic square-free polynomial of degree at least 1.
    pub(crate) fn degree_parts(&self) -> Result<DegreeParts<R>> {
        let size = self.ring().cardinality()?;
        let (image, products) = degrees::by_degree(self, &size)?;
        Ok(DegreeParts { size, image, products })
    }
}

#[cfg(feature = "integers")]
impl<R: FiniteField> DegreeParts<R> {
    /// The irreducible factors.
    pub(crate) fn split(&self) -> Result<Vec<Poly<R>>> {
        let mut words = SplitMix64::new(SEED);
        let mut split =
            |(f, degree): &(Poly<R>, usize)| equal::split(f, *degree, (&self.image, &self.size), &mut words);
        let factors: Vec<_> = self.products.iter().map(&mut split).collect::<Result<_>>()?;
        Ok(factors.into_iter().flatten().collect())
    }
}

/// The characteristic, if it fits in a word; an error if the polynomial is 0 or the ring is no field. A modulus is tested for primality.
fn field_of<R: FiniteField>(f: &Poly<R>, operation: &'static str) -> Result<Option<u64>> {
    let p = f.ring().small_characteristic()?;
    if f.is_empty() {
        return Err(Error::Domain { operation, expected: "a polynomial other than 0", got: "0".into() });
    }
    Ok(p)
}

/// Order by degree, then by coefficients from the constant term on, each as its representing integer.
fn compare<R: FiniteField>(f: &Poly<R>, g: &Poly<R>) -> Ordering {
    let key = |p: &Poly<R>, i: usize| {
        let mut limbs = Vec::new();
        p.ring().limbs(p.coeffs(), i, &mut limbs);
        limbs.reverse();
        (limbs.len(), limbs)
    };
    let by_coefficients = || (0..f.len()).map(|i| key(f, i).cmp(&key(g, i))).find(|order| order.is_ne());
    f.len().cmp(&g.len()).then_with(|| by_coefficients().unwrap_or(Ordering::Equal))
}
