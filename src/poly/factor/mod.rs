//! Factoring over finite fields: into square-free parts, by degrees of the irreducible factors, then one by one.
//!
//! Parts of equal multiplicity come from greatest common divisors with the derivative ([`squarefree`]); products of the
//! irreducible factors of one degree from those with x^(q^i) − x, by baby steps and giant steps ([`degrees`]); single ones from
//! random elements, whose powers or traces are constants modulo each factor ([`equal`]). What all of them need is the
//! [`Frobenius`] map modulo the polynomial. Randomness is seeded, and decides the time alone.

mod degrees;
mod equal;
mod frobenius;
mod irreducible;
mod squarefree;

use super::Poly;
use crate::{
    Error, Result,
    ring::{Coeffs, FiniteField},
};
pub use squarefree::Factorization;
use std::cmp::Ordering;

/// Words that are random enough, the same in every run (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number
/// generators": SplitMix64).
struct Words(u64);

impl Words {
    const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::SEED);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl<R: FiniteField> Poly<R> {
    /// The leading coefficient, and the monic irreducible factors with their multiplicities, sorted by degree, then by
    /// coefficients as least non-negative integers from the constant term on. A constant has none.
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
    /// [`Error::Composite`] over a ring that is no field; [`Error::NoSeries`] for 0; [`Error::TooLarge`];
    /// [`Error::Cancelled`].
    pub fn factor(&self) -> Result<Factorization<R>> {
        field_of(self, "square-free factors")?;
        self.begins(|| ("factorization".into(), "cantor-zassenhaus"), &[])?;
        let parts = self.squarefree()?;
        let (mut words, mut factors) = (Words(Words::SEED), Vec::new());
        for (part, multiplicity) in &parts.factors {
            for (product, degree) in degrees::by_degree(part)? {
                let found = equal::split(&product, degree, &mut words)?;
                factors.extend(found.into_iter().map(|f| (f, *multiplicity)));
            }
        }
        factors.sort_by(|(f, _), (g, _)| compare(f, g));
        Ok(Factorization { unit: parts.unit, factors })
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
        self.begins(|| ("roots".into(), "frobenius"), &[])?;
        let mut linear = Vec::new();
        if self.len() > 1 {
            let found = frobenius::Frobenius::new(&self.monic()?)?.fixed(1)?;
            linear = equal::split(&found, 1, &mut Words(Words::SEED))?;
        }
        let mut roots: Vec<Self> = linear.iter().map(|f| Poly::new(r, [r.neg(&f.coeff(0))])).collect();
        roots.sort_by(compare);
        Ok(r.collect(&roots.iter().map(|c| c.coeff(0)).collect::<Vec<_>>()))
    }
}

/// Checks that the ring is a field and the polynomial is not 0.
fn field_of<R: FiniteField>(f: &Poly<R>, operation: &'static str) -> Result<()> {
    f.ring().cardinality()?;
    if f.is_empty() {
        return Err(Error::NoSeries { operation, expected: "a polynomial other than 0", got: "0".into() });
    }
    Ok(())
}

/// By degree, then by coefficients from the constant term on, each as the integer that stands for it.
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
