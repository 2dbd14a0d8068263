//! Products of vectors, and the choice of their algorithms.

use super::{Convolve, not_applicable};
use crate::{
    Result,
    engine::Context,
    ring::{
        candidates::{Candidate, Candidates, Choices},
        product::{ProductAlgorithm, ProductShape},
        vector::{Coeffs, View},
    },
};
use std::ops::Range;

/// Products of vectors, in full or in part, by the algorithm predicted fastest or by a given one.
///
/// ```
/// # use polymod::{Zn, ring::traits::*};
/// let f = Zn::new(97)?;
/// let (a, b) = (f.collect(&[1, 2]), f.collect(&[3, 4]));
/// let product = f.engine().enter(|cx| f.mul_window(a.view(), b.view(), 0..3, cx))?;
/// assert_eq!(f.words(product.view()), [3, 10, 8]);
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Products: Sized {
    /// The algorithms that can multiply this shape, with predicted costs: a pure function of shape and cost model.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ProductAlgorithm, ProductShape, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let v = f.zeros(100);
    /// let shape = ProductShape::of(&f, v.view(), v.view(), 0..199);
    /// assert!(f.engine().enter(|cx| f.product_candidates(&shape, cx)).has(ProductAlgorithm::Schoolbook));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn product_candidates(&self, shape: &ProductShape, cx: Context<'_>) -> Candidates
    where
        Self: Convolve;
    /// Number of bytes that the engine's memory limit leaves for working memory, next to operands and result.
    ///
    /// ```
    /// # use polymod::{Engine, Zn, ring::{ProductShape, traits::*}};
    /// let f = Zn::on(&Engine::builder().memory(10_000).build(), 97)?;
    /// let (a, b) = (f.zeros(100), f.zeros(100));
    /// let shape = ProductShape::of(&f, a.view(), b.view(), 0..199);
    /// assert_eq!(f.working_memory(&shape), 10_000 - 8 * (100 + 100 + 199));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn working_memory(&self, shape: &ProductShape) -> u64
    where
        Self: Convolve,
    {
        self.engine().memory().saturating_sub(shape.held_bytes(self.zeros(0).width))
    }
    /// A candidate known to be the cheapest without evaluating the others.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ProductShape, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let v = f.zeros(2);
    /// let shape = ProductShape::of(&f, v.view(), v.view(), 0..3);
    /// f.engine().enter(|cx| {
    ///     let best = f.product_candidates(&shape, cx).best(u64::MAX);
    ///     assert!(f.evident_product(&shape, cx).is_none_or(|evident| evident.algorithm == best.algorithm));
    /// });
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn evident_product(&self, _shape: &ProductShape, _cx: Context<'_>) -> Option<Candidate>
    where
        Self: Convolve,
    {
        None
    }
    /// The ring's memo of choices, if it has one.
    ///
    /// ```
    /// # use polymod::{F2, Zn, ring::traits::*};
    /// assert!(Zn::new(97)?.choices().is_some() && F2::new().choices().is_none());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn choices(&self) -> Option<&Choices>
    where
        Self: Convolve,
    {
        None
    }
    /// The cheapest candidate within the memory limit.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ProductAlgorithm, ProductShape, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let v = f.zeros(2);
    /// let chosen = f.engine().enter(|cx| f.choose_product(&ProductShape::of(&f, v.view(), v.view(), 0..3), cx));
    /// assert_eq!(chosen.algorithm, ProductAlgorithm::Schoolbook);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn choose_product(&self, shape: &ProductShape, cx: Context<'_>) -> Candidate
    where
        Self: Convolve,
    {
        let weigh = || self.product_candidates(shape, cx).best(self.working_memory(shape));
        let known = || match self.choices() {
            Some(choices) => choices.get_or(shape, cx.threads(), self.engine().memory(), weigh),
            None => weigh(),
        };
        let best = self.evident_product(shape, cx).unwrap_or_else(known);
        Candidate { predicted_ns: best.predicted_ns + cx.engine().costs().operation, ..best }
    }
    /// The cheapest candidate within the memory limit, reported to the monitor, and a context with the threads for it.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ProductShape, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let v = f.zeros(2);
    /// f.engine().enter(|cx| {
    ///     let (chosen, cx) = f.chosen_product(&ProductShape::of(&f, v.view(), v.view(), 0..3), cx)?;
    ///     assert_eq!((chosen.is_cut(), cx.threads()), (false, 1)); // too short for two threads
    ///     # Ok::<(), polymod::Error>(())
    /// })?;
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    fn chosen_product<'e>(&self, shape: &ProductShape, cx: Context<'e>) -> Result<(Candidate, Context<'e>)>
    where
        Self: Convolve,
    {
        let chosen = match cx.demanded() {
            None => self.choose_product(shape, cx),
            Some(name) => shape.candidate(self, &name, cx)?,
        };
        let cx = cx.for_work(chosen.predicted_ns);
        cx.decided(|| shape.decision(self, chosen.algorithm, cx))?;
        Ok((chosen, cx))
    }
    /// `out[at + i] = (a·b)[w.start + i]` by the algorithm named, which must be one of the candidates.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ProductAlgorithm, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let (a, b, mut out) = (f.collect(&[1, 2]), f.collect(&[3, 4]), f.zeros(3));
    /// let algorithm = ProductAlgorithm::Schoolbook;
    /// f.engine().enter(|cx| f.mul_window_by(algorithm, &mut out, 0, a.view(), b.view(), 0..3, cx))?;
    /// assert_eq!(f.words(out.view()), [3, 10, 8]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Algorithm`](crate::Error::Algorithm) when it is not; [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    fn mul_window_by(
        &self,
        algorithm: ProductAlgorithm,
        out: &mut Coeffs<Self>,
        at: usize,
        a: View<'_, Self>,
        b: View<'_, Self>,
        w: Range<usize>,
        cx: Context<'_>,
    ) -> Result<()>
    where
        Self: Convolve,
    {
        let shape = ProductShape::of(self, a, b, w);
        let chosen = self.product_candidate(algorithm, &shape, cx);
        let chosen = chosen.ok_or_else(|| not_applicable(self, algorithm, &shape, cx))?;
        self.mul_chosen(&chosen, &shape, out, at, a, b, cx)
    }
    /// The candidate of this algorithm, `None` where it does not apply. Overridden where it is found without the others, whose
    /// prediction takes longer than a short product.
    ///
    /// ```
    /// # use polymod::{ProductAlgorithm, Zn, ring::{ProductShape, traits::*}};
    /// let f = Zn::new(97)?;
    /// let v = f.zeros(100);
    /// let shape = ProductShape::of(&f, v.view(), v.view(), 0..199);
    /// let found = |algorithm| f.engine().enter(|cx| f.product_candidate(algorithm, &shape, cx));
    /// assert!(found(ProductAlgorithm::Karatsuba).is_some() && found(ProductAlgorithm::Frobenius).is_none());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn product_candidate(&self, algorithm: ProductAlgorithm, shape: &ProductShape, cx: Context<'_>) -> Option<Candidate>
    where
        Self: Convolve,
    {
        self.product_candidates(shape, cx).get(algorithm).copied()
    }
    /// `out[at + i]` = coefficient i of the window of the product a·b, which has this shape, by one of the shape's candidates.
    ///
    /// ```
    /// # use polymod::{ProductAlgorithm, Zn, ring::{ProductShape, traits::*}};
    /// let f = Zn::new(97)?;
    /// let (a, b, mut out) = (f.collect(&[1, 2]), f.collect(&[3, 4]), f.zeros(3));
    /// let shape = ProductShape::of(&f, a.view(), b.view(), 0..3);
    /// f.engine().enter(|cx| {
    ///     let chosen = f.choose_product(&shape, cx);
    ///     f.mul_chosen(&chosen, &shape, &mut out, 0, a.view(), b.view(), cx)
    /// })?;
    /// assert_eq!(f.words(out.view()), [3, 10, 8]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    fn mul_chosen(
        &self,
        chosen: &Candidate,
        shape: &ProductShape,
        out: &mut Coeffs<Self>,
        at: usize,
        a: View<'_, Self>,
        b: View<'_, Self>,
        cx: Context<'_>,
    ) -> Result<()>
    where
        Self: Convolve;
    /// `out[at + i] = (a·b)[w.start + i]`, by the cheapest algorithm; for products that share no image with others.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let (a, b, mut out) = (f.collect(&[1, 2]), f.collect(&[3, 4]), f.collect(&[7, 7, 7]));
    /// f.engine().enter(|cx| f.mul_window_at(&mut out, 1, a.view(), b.view(), 1..3, cx))?;
    /// assert_eq!(f.words(out.view()), [7, 10, 8]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    fn mul_window_at(
        &self,
        out: &mut Coeffs<Self>,
        at: usize,
        a: View<'_, Self>,
        b: View<'_, Self>,
        w: Range<usize>,
        cx: Context<'_>,
    ) -> Result<()>
    where
        Self: Convolve,
    {
        let shape = ProductShape::of(self, a, b, w);
        let (chosen, cx) = self.chosen_product(&shape, cx)?;
        self.mul_chosen(&chosen, &shape, out, at, a, b, cx)
    }
    /// Coefficients `w` of a·b as a new vector.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (f.collect(&[1, 2]), f.collect(&[3, 4]));
    /// let middle = f.engine().enter(|cx| f.mul_window(a.view(), b.view(), 1..2, cx))?;
    /// assert_eq!(f.words(middle.view()), [10]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`mul_window_at`](Self::mul_window_at).
    fn mul_window(&self, a: View<'_, Self>, b: View<'_, Self>, w: Range<usize>, cx: Context<'_>) -> Result<Coeffs<Self>>
    where
        Self: Convolve,
    {
        let mut out = self.zeros(w.len());
        self.mul_window_at(&mut out, 0, a, b, w, cx)?;
        Ok(out)
    }
    /// v^e for e ≥ 2 by an algorithm of the ring's own; `None` where squaring is predicted to be faster. `v` has at least two coefficients and no
    /// leading zeros.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// # let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 1]);
    /// if let Some(power) = f.engine().enter(|cx| f.own_power(v.view(), 3, cx)) {
    ///     assert_eq!(f.words(power?.view()), [1, 3, 3, 1]);
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    fn own_power(&self, _v: View<'_, Self>, _e: u64, _cx: Context<'_>) -> Option<Result<Coeffs<Self>>>
    where
        Self: Convolve,
    {
        None
    }
}
