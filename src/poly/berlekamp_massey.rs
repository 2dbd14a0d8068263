//! The Berlekamp–Massey algorithm, term by term.
//!
//! Source: Massey 1969, "Shift-register synthesis and BCH decoding", IEEE Trans. Inf. Theory 15, algorithm 1, with the connection
//! polynomial in reverse, so that it is the minimal polynomial.

use super::Poly;
use crate::{
    Result,
    ring::{Block, Coeffs, Convolve, View},
};

/// The shortest linear recurrence of a sequence whose terms come one by one. [`Poly::minpoly`] finds that of many terms at once, in
/// fewer operations.
///
/// ```
/// use polymod::{Poly, Zn, poly::BerlekampMassey};
/// let f = Zn::new(97)?;
/// let mut recurrence = BerlekampMassey::new(&f);
/// for term in [0, 1, 1, 2, 3, 5] {
///     recurrence.push(&term)?;
/// }
/// assert_eq!(recurrence.minpoly(), Poly::from_i64(&f, &[-1, -1, 1]));
/// assert!(!recurrence.push(&8)?, "the recurrence predicts 8");
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BerlekampMassey<R: Convolve> {
    ring: R,
    terms: Coeffs<R>,
    /// The minimal polynomial, monic, of the recurrence's order plus 1 coefficients.
    current: Coeffs<R>,
    /// The one before the order last grew, the number of terms since then, and the inverse of what it differed by.
    previous: Coeffs<R>,
    since: usize,
    inverse: R::Elem,
}

impl<R: Convolve> BerlekampMassey<R> {
    /// The recurrence of no terms, of order 0.
    ///
    /// ```
    /// # use polymod::{Zn, poly::BerlekampMassey};
    /// let recurrence = BerlekampMassey::new(&Zn::new(97)?);
    /// assert_eq!((recurrence.len(), recurrence.order()), (0, 0));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn new(ring: &R) -> Self {
        let one = ring.collect(&[ring.one()]);
        BerlekampMassey {
            ring: ring.clone(),
            terms: ring.zeros(0),
            current: one.clone(),
            previous: one,
            since: 1,
            inverse: ring.one(),
        }
    }

    /// Adds a term, and says whether it differs from what the recurrence of those before predicted. Over fields. Cost: two products of
    /// elements for each of the recurrence's coefficients, at most.
    ///
    /// ```
    /// # use polymod::{Zn, poly::BerlekampMassey};
    /// let mut recurrence = BerlekampMassey::new(&Zn::new(97)?);
    /// assert!(!recurrence.push(&0)?, "zeros satisfy the recurrence of order 0");
    /// assert!(recurrence.push(&5)?);
    /// assert_eq!(recurrence.order(), 2);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) over Z/n, n composite, where a difference is no unit; the term is not added.
    pub fn push(&mut self, term: &R::Elem) -> Result<bool> {
        let (r, n, order) = (&self.ring, self.terms.len(), self.order());
        let known = r.dot(self.current.view().low(order), self.terms.view().from(n - order));
        let difference = r.add(term, &known);
        let changed = !r.is_zero(&difference);
        if changed {
            let grows = 2 * order <= n;
            let inverse = if grows { Some(r.inv(&difference)?) } else { None };
            let (old, len) = (self.previous.len(), if grows { n + 2 - order } else { order + 1 });
            let factor = r.collect(&[r.mul(&difference, &self.inverse)]);
            let mut next = r.zeros(len);
            r.copy_at(&mut next, len - order - 1, self.current.view());
            let at = len - old - self.since;
            r.sub_combination(&mut next, at, factor.view(), Block::new(self.previous.view(), 1, old, old));
            let before = std::mem::replace(&mut self.current, next);
            if let Some(inverse) = inverse {
                (self.previous, self.since, self.inverse) = (before, 0, inverse);
            }
        }
        self.since += 1;
        let r = &self.ring;
        r.resize(&mut self.terms, n + 1);
        r.set(&mut self.terms, n, term);
        Ok(changed)
    }

    /// The number of terms.
    ///
    /// ```
    /// # use polymod::{Zn, poly::BerlekampMassey};
    /// let mut recurrence = BerlekampMassey::new(&Zn::new(97)?);
    /// recurrence.push(&3)?;
    /// assert_eq!(recurrence.len(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there are no terms.
    ///
    /// ```
    /// # use polymod::{Zn, poly::BerlekampMassey};
    /// assert!(BerlekampMassey::new(&Zn::new(97)?).is_empty());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The terms so far.
    ///
    /// ```
    /// # use polymod::{Zn, poly::BerlekampMassey};
    /// let f = Zn::new(97)?;
    /// let mut recurrence = BerlekampMassey::new(&f);
    /// recurrence.push(&3)?;
    /// assert_eq!(f.words(recurrence.terms()), [3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn terms(&self) -> View<'_, R> {
        self.terms.view()
    }

    /// The order of the shortest recurrence, the degree of its minimal polynomial.
    ///
    /// ```
    /// # use polymod::{Zn, poly::BerlekampMassey};
    /// let mut recurrence = BerlekampMassey::new(&Zn::new(97)?);
    /// for term in [1, 3, 9, 27] {
    ///     recurrence.push(&term)?;
    /// }
    /// assert_eq!(recurrence.order(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn order(&self) -> usize {
        self.current.len() - 1
    }

    /// The monic polynomial c of the least degree ℓ with Σ c_j·s_(i+j) = 0 for all i < len − ℓ; it is the only one if 2ℓ ≤ len.
    ///
    /// ```
    /// # use polymod::{Zn, poly::BerlekampMassey};
    /// let mut recurrence = BerlekampMassey::new(&Zn::new(97)?);
    /// for term in [1, 3, 9, 27] {
    ///     recurrence.push(&term)?;
    /// }
    /// assert_eq!(recurrence.minpoly().to_string(), "x + 94"); // powers of 3
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn minpoly(&self) -> Poly<R> {
        Poly::from_coeffs(&self.ring, self.ring.owned(self.current.view()))
    }
}
