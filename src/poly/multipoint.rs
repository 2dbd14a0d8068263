//! Multipoint evaluation, and points with precomputed data.
//!
//! With M = ∏(x − xᵢ), the first n coefficients of f/M in powers of 1/x are one product of f by the inverse series of M in
//! reverse order, and are taken down the subproduct tree to the points ([`tree`](super::tree)). A longer f is divided by M first,
//! with the same inverse. Cost, in products of n by n coefficients, for n points: about ½·log₂(n/64) for the tree, 1.5 for the
//! inverse, then for each evaluation one product, again ½·log₂(n/64), and Horner's rule at the leaves. There are no divisions by
//! elements, so that any ring Z/n will do, also for composite n, and points may be repeated. Over Z the values are longer than
//! all other data: Horner's rule by halves takes hardly longer than writing them.

use super::{
    Divisor, Poly,
    quotient::{By, quotient},
    tree::{FEW, Node, is_tree},
};
use crate::{
    Error, Result,
    engine::Context,
    monitor::Decision,
    ring::{Coeffs, Convolve, Ring, ShortOp, View},
};
use std::sync::OnceLock;

/// Points x₀, …, xₙ₋₁ in a ring, prepared for evaluations and interpolations at all of them; n may be 0.
///
/// ```
/// use polymod::{Poly, Zn, poly::Points};
/// let f = Zn::new(97)?;
/// let points = Points::new(&f, f.view(&[1, 2, 3, 50])?)?;
/// let a = Poly::from_i64(&f, &[5, 0, 1, 1]);                // x³ + x² + 5
/// let values = points.eval(&a)?;
/// assert_eq!(f.words(values.view()), [7, 17, 41, 47]);
/// assert_eq!(points.interpolate(values.view())?, a);
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct Points<R: Convolve> {
    pub(super) ring: R,
    pub(super) points: Coeffs<R>,
    /// None if there are no points, or if coefficients grow.
    pub(super) tree: Option<Node<R>>,
    /// Division by the root's polynomial, unless the tree is a single leaf.
    divisor: Option<Divisor<R>>,
    /// The inverses of M′(xᵢ), made by the first interpolation.
    pub(super) weights: OnceLock<Coeffs<R>>,
}

impl<R: Convolve> Points<R> {
    /// Prepares these points: the subproduct tree and one inverse series.
    ///
    /// ```
    /// # use polymod::{Zn, poly::Points};
    /// let f = Zn::new(97)?;
    /// let points = Points::new(&f, f.view(&[5, 7, 5])?)?; // points may be repeated
    /// assert_eq!(points.len(), 3);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn new(ring: &R, points: View<'_, R>) -> Result<Self> {
        ring.engine().enter(|cx| {
            cx.inside_for(points.len(), |cx| {
                cx.check()?;
                let is_tree = !grows(ring) && is_tree(ring, points, cx);
                let task = || format!("values at {} points over {}", points.len(), ring.name());
                cx.begins(|| Decision::only(task(), if is_tree { "tree" } else { "horner" }))?;
                let tree =
                    if points.is_empty() || grows(ring) { None } else { Some(Node::new(ring, points, is_tree, cx)?) };
                let divisor = match &tree {
                    Some(tree) if !tree.is_leaf() => {
                        let poly = tree.poly(ring, points).view();
                        let (reversed, one) = (ring.reversed(poly), ring.one());
                        let by = By { b: reversed.view(), inverse: Some(&one) };
                        Some(Divisor::with_blocks(ring, poly, by, tree.len(), cx)?)
                    }
                    _ => None,
                };
                let points = ring.owned(points);
                Ok(Points { ring: ring.clone(), points, tree, divisor, weights: OnceLock::new() })
            })
        })
    }

    /// The points, in the order given.
    ///
    /// ```
    /// # use polymod::{Zn, poly::Points};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.words(Points::new(&f, f.view(&[5, 7])?)?.points()), [5, 7]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn points(&self) -> View<'_, R> {
        self.points.view()
    }

    /// The number of points.
    ///
    /// ```
    /// # use polymod::{Zn, poly::Points};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Points::new(&f, f.view(&[5, 7])?)?.len(), 2);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there is no point.
    ///
    /// ```
    /// # use polymod::{Zn, poly::Points};
    /// let f = Zn::new(97)?;
    /// assert!(Points::new(&f, f.view(&[])?)?.is_empty());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// f(x₀), …, f(xₙ₋₁), in the order of the points.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Points};
    /// let f = Zn::new(97)?;
    /// let values = Points::new(&f, f.view(&[3, 1, 2])?)?.eval(&Poly::from_i64(&f, &[1, 0, 1]))?;
    /// assert_eq!(f.words(values.view()), [10, 2, 5]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn eval(&self, f: &Poly<R>) -> Result<Coeffs<R>> {
        f.with(&[&Poly::zero(&self.ring)], |_, cx| self.values(f.coeffs(), cx))
    }

    /// `Σ weights[i]·x_i^j` for j < m, with one weight per point: the transpose of [`eval`](Self::eval), at the same cost. These
    /// are the coefficients of Σ wᵢ/(1 − xᵢ·t).
    ///
    /// ```
    /// use polymod::{Ring, Zn, poly::Points};
    /// let f = Zn::new(97)?;
    /// let points = Points::new(&f, f.view(&[1, 2, 3])?)?;
    /// let sums = points.power_sums(f.view(&[1, 1, 1])?, 4)?;
    /// assert_eq!(f.words(sums.view()), [3, 6, 14, 36]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] where there are not as many weights as points; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn power_sums(&self, weights: View<'_, R>, m: usize) -> Result<Coeffs<R>> {
        let (r, n) = (&self.ring, self.len());
        if weights.len() != n {
            return Err(Error::Length { what: "the weights of points", expected: n, got: weights.len() });
        }
        r.engine().enter(|cx| {
            cx.inside_for(n.max(m), |cx| {
                cx.check()?;
                let (numerator, denominator) = (self.numerator(weights, cx)?, self.denominator());
                let [numerator, denominator] = [numerator, denominator].map(|v| r.reversed(v.view()));
                quotient(r, numerator.view(), By { b: denominator.view(), inverse: Some(&r.one()) }, m, cx)
            })
        })
    }

    /// The polynomial ∏ (x − xᵢ).
    ///
    /// ```
    /// use polymod::{Zn, poly::Points};
    /// let f = Zn::new(97)?;
    /// let points = Points::new(&f, f.view(&[1, 2, 3])?)?;
    /// assert_eq!(points.vanishing().to_string(), "x^3 + 91*x^2 + 11*x + 91");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn vanishing(&self) -> Poly<R> {
        Poly::from_coeffs(&self.ring, self.denominator())
    }

    /// The polynomial Σ wᵢ·∏ (x − xⱼ) over j ≠ i, the numerator of Σ wᵢ/(x − xᵢ).
    ///
    /// ```
    /// use polymod::{Zn, poly::Points};
    /// let f = Zn::new(97)?;
    /// let points = Points::new(&f, f.view(&[1, 2])?)?;
    /// assert_eq!(points.sum_of_fractions(f.view(&[5, 3])?)?.to_string(), "8*x + 84"); // 5(x − 2) + 3(x − 1)
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] where there are not as many weights as points; [`Error::Cancelled`].
    pub fn sum_of_fractions(&self, weights: View<'_, R>) -> Result<Poly<R>> {
        if weights.len() != self.len() {
            return Err(Error::Length { what: "the weights of points", expected: self.len(), got: weights.len() });
        }
        let numerator = |cx: Context<'_>| self.numerator(weights, cx);
        let coeffs = self.ring.engine().enter(|cx| cx.inside_for(self.len(), numerator))?;
        Ok(Poly::from_coeffs(&self.ring, coeffs))
    }

    fn numerator(&self, weights: View<'_, R>, cx: Context<'_>) -> Result<Coeffs<R>> {
        cx.check()?;
        match &self.tree {
            Some(tree) => tree.up(&self.ring, weights, self.points(), cx),
            None => Ok(self.ring.sum_of_fractions(self.points(), weights)),
        }
    }

    fn denominator(&self) -> Coeffs<R> {
        match &self.tree {
            Some(tree) => tree.poly(&self.ring, self.points()).clone(),
            None => self.ring.product_of_roots(self.points()),
        }
    }

    /// Values of the polynomial with these coefficients.
    pub(super) fn values(&self, f: View<'_, R>, cx: Context<'_>) -> Result<Coeffs<R>> {
        let (r, n) = (&self.ring, self.len());
        let (Some(tree), Some(divisor)) = (&self.tree, &self.divisor) else {
            cx.check()?;
            return Ok(r.horner_each(f, self.points()));
        };
        if f.len() > n {
            let (_, rest) = divisor.divide(f, true, cx)?;
            return self.values(rest.view().low(n), cx);
        }
        let low = f.low(r.trimmed_len(f));
        if low.is_empty() {
            return Ok(r.zeros(n));
        }
        let mut t = divisor.block_quotient(low, cx)?;
        r.resize(&mut t, n);
        tree.down(r, t.view(), self.points(), cx)
    }
}

impl<R: Convolve> Poly<R> {
    /// The values at these points, in their order; points may be repeated. [`Points`](super::Points) prepares points for several
    /// polynomials.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(10)?;
    /// let a = Poly::from_i64(&f, &[1, 0, 1]);
    /// assert_eq!(f.words(a.eval_each(f.view(&[0, 1, 2, 3, 3])?)?.view()), [1, 2, 5, 0, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn eval_each(&self, points: View<'_, R>) -> Result<Coeffs<R>> {
        let r = &self.ring;
        // Horner's rule needs no data of the points; where products by the definition are evident, so is that rule
        let few = points.len().max(self.len()) <= FEW && r.as_zn().is_some();
        let evident = || few || r.short_words(ShortOp::Product, points, points).is_some();
        if r.engine().is_quiet() && (evident() || r.engine().enter(|cx| !is_tree(r, points, cx))) {
            return Ok(r.horner_each(self.coeffs(), points));
        }
        Points::new(r, points)?.eval(self)
    }
}

/// Whether coefficients of this ring grow in computations, as they do over Z.
pub(super) fn grows<R: Ring>(r: &R) -> bool {
    r.size(r.collect(&[r.one()]).view()).bits > 0
}

/// The error for a number of values that differs from the number of points.
pub(super) fn wrong_number(expected: usize, got: usize) -> Error {
    Error::Length { what: "the values to interpolate", expected, got }
}

impl<R: Convolve> std::fmt::Debug for Points<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Points({} over {})", self.len(), self.ring.name())
    }
}
