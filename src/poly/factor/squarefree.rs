//! Square-free factoring over a finite field of any characteristic.
//!
//! With f = ∏ fᵢ^i, gcd(f, f') is ∏ fᵢ^(i−1) over the i not divisible by p, times the part whose multiplicities p divides. The
//! former is separated by multiplicity (Yun 1976, "On square-free decomposition algorithms"); the latter is a p-th power, whose
//! root is factored recursively (von zur Gathen, Gerhard, Modern Computer Algebra, exercise 14.30). Cost: a few greatest common
//! divisors of degree n for each multiplicity.

use super::{compare, field_of};
use crate::{
    Result, order,
    poly::Poly,
    ring::{Cardinality, Coeffs, Convolve, FiniteField},
    tested,
};

/// A factorization: a unit times powers of monic polynomials.
///
/// ```
/// # use polymod::{Poly, Zn, poly::Factorization};
/// let f = Zn::new(97)?;
/// let a = Poly::parse(&f, "2*(x - 1)^3*(x + 4)")?;
/// let Factorization { unit, factors } = a.factor()?;
/// let product = factors.iter().try_fold(Poly::new(&f, [unit]), |p, (g, e)| p.checked_mul(&g.pow(*e)?))?;
/// assert_eq!((product, factors.len()), (a, 2));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Factorization<R: Convolve> {
    /// The leading coefficient.
    pub unit: R::Elem,
    /// Monic, pairwise coprime polynomials of degree at least 1, and their multiplicities.
    pub factors: Vec<(Poly<R>, u64)>,
}

impl<R: FiniteField> Poly<R> {
    /// Square-free factorization: the leading coefficient, and monic square-free polynomials with ascending multiplicities.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(3)?;
    /// let (x, y) = (Poly::parse(&f, "x^2 + 1")?, Poly::parse(&f, "x + 1")?);
    /// let found = (&x * &y.pow(6)?).squarefree()?;
    /// assert_eq!(found.factors, vec![(x, 1), (y, 6)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`factor`](Self::factor).
    pub fn squarefree(&self) -> Result<Factorization<R>> {
        field_of(self, "square-free factors")?;
        self.begins(|| ("square-free factors".into(), "derivatives"), &[])?;
        match self.ring().short_squarefree(self.monic()?.coeffs()) {
            Some(parts) => Ok(self.factored(parts)),
            None => self.squarefree_over(&self.ring().cardinality()?),
        }
    }

    /// The factorization with the leading coefficient as unit, and these monic factors.
    pub(super) fn factored(&self, factors: Vec<(Coeffs<R>, u64)>) -> Factorization<R> {
        let poly = |(factor, multiplicity)| (Self::from_coeffs(self.ring(), factor), multiplicity);
        Factorization { unit: self.coeff(self.len() - 1), factors: factors.into_iter().map(poly).collect() }
    }

    tested! {
        /// [`squarefree`](Self::squarefree) over a field of known size.
        pub(super) fn squarefree_over(&self, size: &Cardinality) -> Result<Factorization<R>> {
            let p = size.small_characteristic();
            let mut factors = Vec::new();
            let (unit, mut rest) = (self.coeff(self.len() - 1), self.monic()?);
            let mut power = 1;
            while rest.len() > 1 {
                rest = parts(&rest, power, &mut factors)?;
                if rest.len() > 1 {
                    rest = frobenius_root(&rest, p)?;
                    power *= p.unwrap_or(1);
                }
            }
            order::sort_by(&mut factors, |(f, i), (g, j)| i.cmp(j).then_with(|| compare(f, g)));
            Ok(Factorization { unit, factors })
        }
    }
}

/// Appends the square-free parts of f whose multiplicities p does not divide, with multiplicities times `power`; returns the
/// cofactor.
fn parts<R: FiniteField>(f: &Poly<R>, power: u64, out: &mut Vec<(Poly<R>, u64)>) -> Result<Poly<R>> {
    let mut rest = f.gcd(&f.derivative())?;
    if rest.len() == 1 {
        out.push((f.clone(), power));
        return Ok(rest);
    }
    let mut left = f.quo(&rest)?;
    let mut multiplicity = 1;
    while left.len() > 1 {
        let more = left.gcd(&rest)?;
        let part = left.quo(&more)?;
        if part.len() > 1 {
            out.push((part, multiplicity * power));
        }
        rest = rest.quo(&more)?;
        left = more;
        multiplicity += 1;
    }
    Ok(rest)
}

/// The p-th root of a polynomial in x^p; p = None stands for a p of more than a word, where the polynomial is a constant.
fn frobenius_root<R: FiniteField>(f: &Poly<R>, p: Option<u64>) -> Result<Poly<R>> {
    let r = f.ring();
    let step = p.and_then(|p| usize::try_from(p).ok()).unwrap_or(usize::MAX);
    let roots = (0..f.len()).step_by(step).map(|i| r.frobenius_root(&f.coeff(i)));
    Ok(Poly::new(r, roots.collect::<Result<Vec<_>>>()?))
}
