//! Partial fractions over pairwise coprime factors with multiplicities.
//!
//! For M = ∏ m_i the fraction a/M is a polynomial plus Σ c_i/m_i, deg c_i < deg m_i, c_i = a·(M/m_i)⁻¹ modulo m_i, all by the tree of the
//! moduli; for m_i = f^e the numerator c_i is expanded in powers of f by halves. Source: von zur Gathen, Gerhard 2013, "Modern computer
//! algebra", §5.11.

use super::{ModuliTree, Poly};
use crate::{
    Result,
    ring::{Convolve, Direct},
};

/// A fraction as a polynomial and fractions whose denominators are powers of the factors.
///
/// ```
/// # use polymod::{Poly, Zn, poly::PartialFractions};
/// let f = Zn::new(97)?;
/// let [a, x] = ["x^3 + 5", "x"].map(|p| Poly::parse(&f, p).expect("a polynomial"));
/// let PartialFractions { polynomial, numerators } = a.partial_fractions(&[(x, 2)])?; // x + 0/x + 5/x²
/// assert_eq!((polynomial.to_string(), numerators[0][1].to_string()), ("x".into(), "5".into()));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PartialFractions<R: Convolve> {
    /// The quotient of the numerator by the product of the denominators.
    pub polynomial: Poly<R>,
    /// For each factor f with its multiplicity e the numerators over f, f², …, f^e, of lower degrees than f.
    pub numerators: Vec<Vec<Poly<R>>>,
}

impl<R: Convolve + Direct> Poly<R> {
    /// The partial fractions of self/∏ f^e for pairwise coprime factors f with their multiplicities e, such as those of a factorization.
    /// Cost: a few products of the degrees for each level of the tree of the factors.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (x, y) = (Poly::x(&f), Poly::parse(&f, "x - 1")?);
    /// let parts = Poly::one(&f).partial_fractions(&[(x, 1), (y, 2)])?; // 1/x − 1/(x − 1) + 1/(x − 1)²
    /// assert_eq!(parts.numerators, [vec![Poly::one(&f)], vec![-Poly::one(&f), Poly::one(&f)]]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) with two factors that are not coprime;
    /// [`Error::DivisionByZero`](crate::Error::DivisionByZero) where one is 0;
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) where a leading coefficient is no unit;
    /// [`Error::RingsDiffer`](crate::Error::RingsDiffer); [`Error::TooLarge`](crate::Error::TooLarge);
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn partial_fractions(&self, factors: &[(Poly<R>, u64)]) -> Result<PartialFractions<R>> {
        self.begins(|| (format!("partial fractions over {} factors", factors.len()), "tree"), &[])?;
        if factors.is_empty() {
            return Ok(PartialFractions { polynomial: self.clone(), numerators: Vec::new() });
        }
        let moduli = factors.iter().map(|(f, e)| f.pow(*e)).collect::<Result<Vec<_>>>()?;
        let tree = ModuliTree::new(&moduli)?;
        let (polynomial, rest) = self.div_rem(tree.product())?;
        let over_powers = |(c, (f, e)): (Poly<R>, &(Poly<R>, u64))| {
            let mut digits = Vec::new();
            // the moduli are in memory, so that multiplicities are numbers of coefficients
            expand(&c, f, *e as usize, &mut digits)?;
            digits.reverse();
            Ok(digits)
        };
        let numerators =
            tree.partial_fractions(&rest)?.into_iter().zip(factors).map(over_powers).collect::<Result<_>>()?;
        Ok(PartialFractions { polynomial, numerators })
    }
}

/// Appends a_0, …, a_(e − 1) with c = Σ a_j·f^j, deg a_j < deg f, for a c of lower degree than f^e; zeros for a constant f.
fn expand<R: Convolve>(c: &Poly<R>, f: &Poly<R>, e: usize, digits: &mut Vec<Poly<R>>) -> Result<()> {
    if e <= 1 || c.len() < f.len() {
        let zeros = std::iter::repeat_n(Poly::zero(c.ring()), e.saturating_sub(1));
        digits.extend(std::iter::once(c.clone()).take(e).chain(zeros));
        return Ok(());
    }
    let half = e / 2;
    let (upper, lower) = c.div_rem(&f.pow(half as u64)?)?;
    expand(&lower, f, half, digits)?;
    expand(&upper, f, e - half, digits)
}
