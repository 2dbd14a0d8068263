//! Dense polynomials: a ring and a vector of coefficients.

use crate::{
    Error, Result,
    engine::Context,
    monitor::Decision,
    ring::{Coeffs, Ring, View},
};
use std::fmt;

/// A dense polynomial in one variable, constant term first, without leading zeros; the zero polynomial has no
/// coefficient, and no degree.
///
/// Operators panic where their `checked_` twins return an error, for example when the rings differ, as integers panic on
/// overflow.
///
/// ```
/// use polymod::{Poly, Zn};
/// let f = Zn::new(97)?;
/// let a = Poly::from_i64(&f, &[-1, 0, 1]);               // x² − 1
/// let b = Poly::from_i64(&f, &[1, 1]);
/// assert_eq!(&a * &b - &a, &a * &Poly::from_i64(&f, &[0, 1]));
/// assert_eq!(a.degree(), Some(2));
/// assert_eq!(a.to_string(), "x^2 + 96");
/// assert_eq!(a.eval(&96), 0);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct Poly<R: Ring> {
    pub(super) ring: R,
    pub(super) coeffs: Coeffs<R>,
}

impl<R: Ring> Poly<R> {
    /// The polynomial with these coefficients, constant term first.
    pub fn new(ring: &R, coeffs: impl IntoIterator<Item = R::Elem>) -> Self {
        Self::from_coeffs(ring, ring.collect(&coeffs.into_iter().collect::<Vec<_>>()))
    }

    /// The polynomial with the images of these integers as coefficients.
    #[must_use]
    pub fn from_i64(ring: &R, coeffs: &[i64]) -> Self {
        Self::new(ring, coeffs.iter().map(|&c| ring.elem(c)))
    }

    /// The polynomial with this vector of coefficients; leading zeros are cut.
    #[must_use]
    pub fn from_coeffs(ring: &R, mut coeffs: Coeffs<R>) -> Self {
        ring.trim(&mut coeffs);
        Poly { ring: ring.clone(), coeffs }
    }

    /// 0.
    #[must_use]
    pub fn zero(ring: &R) -> Self {
        Poly { ring: ring.clone(), coeffs: ring.zeros(0) }
    }

    /// 1.
    #[must_use]
    pub fn one(ring: &R) -> Self {
        Self::monomial(ring, &ring.one(), 0)
    }

    /// The polynomial x.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::x(&f).pow(2)?, Poly::new(&f, [0, 0, 1]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn x(ring: &R) -> Self {
        Self::monomial(ring, &ring.one(), 1)
    }

    /// c·x^k.
    #[must_use]
    pub fn monomial(ring: &R, c: &R::Elem, k: usize) -> Self {
        let mut coeffs = ring.zeros(k + 1);
        ring.set(&mut coeffs, k, c);
        Self::from_coeffs(ring, coeffs)
    }

    /// The ring of the coefficients.
    #[must_use]
    #[inline]
    pub fn ring(&self) -> &R {
        &self.ring
    }

    /// Number of coefficients: degree + 1; 0 for the zero polynomial.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.coeffs.len()
    }

    /// Whether it is the zero polynomial.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.coeffs.is_empty()
    }

    /// The degree; None for the zero polynomial.
    #[must_use]
    #[inline]
    pub fn degree(&self) -> Option<usize> {
        self.len().checked_sub(1)
    }

    /// The coefficient of x^i, zero beyond the degree.
    #[must_use]
    #[inline]
    pub fn coeff(&self, i: usize) -> R::Elem {
        if i < self.len() { self.ring.get(self.coeffs(), i) } else { self.ring.elem(0) }
    }

    /// The leading coefficient; None for the zero polynomial.
    #[must_use]
    pub fn leading(&self) -> Option<R::Elem> {
        self.degree().map(|d| self.coeff(d))
    }

    /// All coefficients, constant term first.
    #[must_use]
    #[inline]
    pub fn coeffs(&self) -> View<'_, R> {
        self.coeffs.view()
    }

    /// The vector of coefficients.
    #[must_use]
    pub fn into_coeffs(self) -> Coeffs<R> {
        self.coeffs
    }

    /// The coefficients one by one, constant term first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = R::Elem> + ExactSizeIterator + '_ {
        (0..self.len()).map(|i| self.coeff(i))
    }

    /// Whether both are over the same ring.
    pub(super) fn same_ring(&self, other: &Self) -> Result<()> {
        if self.ring == other.ring {
            return Ok(());
        }
        Err(Error::RingsDiffer { left: self.ring.name(), right: other.ring.name() })
    }

    /// Tells the monitor that a computation of several steps begins, and which algorithm it takes.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub(crate) fn begins(&self, told: impl FnOnce() -> (String, &'static str), others: &[&Self]) -> Result<()> {
        let outline = || {
            let (what, way) = told();
            let lens: Vec<_> = [self].iter().chain(others).map(|p| p.len().to_string()).collect();
            let s = if lens.len() == 1 && self.len() == 1 { "" } else { "s" };
            Decision::only(format!("{what} over {}, {} coefficient{s}", self.ring.name(), lens.join(" by ")), way)
        };
        self.ring.engine().enter(|cx| cx.begins(outline))
    }

    /// Entry of every public operation: checks that the rings agree, and enters the engine.
    pub(super) fn with<T: Send>(
        &self,
        others: &[&Self],
        f: impl FnOnce(&R, Context<'_>) -> Result<T> + Send,
    ) -> Result<T> {
        for other in others {
            self.same_ring(other)?;
        }
        let words = others.iter().fold(self.coeffs.words.len(), |most, other| most.max(other.coeffs.words.len()));
        self.ring.engine().enter(|cx| {
            cx.check()?;
            cx.inside_for(words, |cx| f(&self.ring, cx))
        })
    }
}

impl<R: Ring> PartialEq for Poly<R> {
    fn eq(&self, other: &Self) -> bool {
        self.ring == other.ring && self.ring.same(self.coeffs(), other.coeffs())
    }
}

impl<R: Ring> fmt::Debug for Poly<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        write!(f, "Poly over {} [", self.ring.name())?;
        for i in 0..self.len().min(SHOWN) {
            write!(f, "{}{:?}", if i > 0 { ", " } else { "" }, self.coeff(i))?;
        }
        if self.len() > SHOWN {
            write!(f, ", … {} in all", self.len())?;
        }
        f.write_str("]")
    }
}
