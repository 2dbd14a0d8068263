//! Products of vectors of coefficients through transformed operands.

use super::{AtPoints, Determinants, Dfts, Products, Ring, Vectors};
use crate::{
    Error, Result,
    arith::Modulus,
    engine::Context,
    ring::{
        Zn,
        candidates::Candidate,
        grid,
        product::{ProductAlgorithm, ProductShape},
        shape::{ConvShape, Window},
        vector::{Coeffs, View},
    },
};
use std::{ops::Range, sync::Arc};

/// Convolution of vectors through transformed operands. An [`Image`](Self::Image) hides order, primes, laziness and
/// layout; any two images of one plan can be multiplied.
///
/// ```
/// # use polymod::{Zn, ring::{ConvShape, traits::*}};
/// let f = Zn::new(97)?;
/// let (a, b) = (f.collect(&[1, 2]), f.collect(&[3, 4]));
/// let shape = ConvShape::exact(f.size(a.view()), f.size(b.view()), 0..3);
/// f.engine().enter(|cx| {
///     let plan = f.conv_plan(&[shape], 2, cx)?;
///     let [x, y] = [f.transform(&plan, a.view(), cx)?, f.transform(&plan, b.view(), cx)?];
///     let mut sum = f.sum(&plan, cx);
///     f.image_addmul(&plan, &mut sum, &x, &y, cx)?;
///     f.image_addmul(&plan, &mut sum, &x, &x, cx)?;
///     let product = f.untransform(&plan, sum, 0..3, cx)?;
///     assert_eq!(f.words(product.view()), [4, 14, 12]); // (1 + 2x)(3 + 4x) + (1 + 2x)²
///     # Ok::<(), polymod::Error>(())
/// })?;
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Convolve: Ring + Products + AtPoints + Determinants + Dfts {
    /// The transform lengths, primes and tables that the operands of a family of products share.
    type Plan: Send + Sync;
    /// A transformed operand.
    type Image: Clone + Send + Sync;
    /// A sum of products of images: a type of its own, because it may be unreduced and is no operand.
    type Sum: Send;
    /// Returns one plan for all the listed products, so that images can be shared among them, and for sums of up to
    /// `terms` products.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ConvShape, Size, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let size = |len| Size { len, bits: 0 };
    /// let shapes = [ConvShape::exact(size(20), size(3), 0..22), ConvShape::exact(size(20), size(50), 19..50)];
    /// let plan = f.engine().enter(|cx| f.conv_plan(&shapes, 1, cx))?;
    /// assert!(shapes.iter().all(|shape| f.fits(&plan, shape, 1)));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`] beyond the longest transform; [`Error::Cancelled`].
    fn conv_plan(&self, shapes: &[ConvShape], terms: usize, cx: Context<'_>) -> Result<Arc<Self::Plan>>;
    /// Whether the plan also serves this product. Over Z a computed operand may be wider than planned: then plan again.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ConvShape, Size, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let shape = |len| ConvShape::exact(Size { len, bits: 0 }, Size { len: 3, bits: 0 }, 0..len + 2);
    /// let plan = f.engine().enter(|cx| f.conv_plan(&[shape(20)], 1, cx))?;
    /// assert!(f.fits(&plan, &shape(20), 1) && !f.fits(&plan, &shape(20 + f.cyclic_len(&plan)), 1));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn fits(&self, plan: &Self::Plan, shape: &ConvShape, terms: usize) -> bool;
    /// The N of [`Window::Cyclic`].
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ConvShape, Size, Window, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let size = Size { len: 9, bits: 0 };
    /// let shape = ConvShape { a: size, b: size, window: Window::Cyclic(12) };
    /// let plan = f.engine().enter(|cx| f.conv_plan(&[shape], 1, cx))?;
    /// assert!(f.cyclic_len(&plan) >= 12);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn cyclic_len(&self, plan: &Self::Plan) -> usize;
    /// Transforms a vector no longer than an operand of the plan's shapes; coefficients from N on are wrapped around.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ConvShape, traits::*}};
    /// # let f = Zn::new(97)?;
    /// # let (a, b) = (f.collect(&[1, 2]), f.collect(&[3, 4]));
    /// # f.engine().enter(|cx| {
    /// # let shape = ConvShape::exact(f.size(a.view()), f.size(b.view()), 0..3);
    /// # let plan = f.conv_plan(&[shape], 2, cx)?;
    /// let image = f.transform(&plan, a.view(), cx)?; // of 1 + 2x
    /// let square = f.untransform(&plan, f.image_mul(&plan, image, None, cx)?, 0..3, cx)?;
    /// assert_eq!(f.words(square.view()), [1, 4, 4]);
    /// # Ok::<(), polymod::Error>(())
    /// # })?;
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn transform(&self, plan: &Self::Plan, v: View<'_, Self>, cx: Context<'_>) -> Result<Self::Image>;
    /// An empty sum.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ConvShape, traits::*}};
    /// # let f = Zn::new(97)?;
    /// # let (a, b) = (f.collect(&[1, 2]), f.collect(&[3, 4]));
    /// # f.engine().enter(|cx| {
    /// # let shape = ConvShape::exact(f.size(a.view()), f.size(b.view()), 0..3);
    /// # let plan = f.conv_plan(&[shape], 2, cx)?;
    /// let empty = f.sum(&plan, cx);
    /// assert_eq!(f.words(f.untransform(&plan, empty, 0..3, cx)?.view()), [0, 0, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// # })?;
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn sum(&self, plan: &Self::Plan, cx: Context<'_>) -> Self::Sum;
    /// s += a·b.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ConvShape, traits::*}};
    /// # let f = Zn::new(97)?;
    /// # let (a, b) = (f.collect(&[1, 2]), f.collect(&[3, 4]));
    /// # f.engine().enter(|cx| {
    /// # let shape = ConvShape::exact(f.size(a.view()), f.size(b.view()), 0..3);
    /// # let plan = f.conv_plan(&[shape], 2, cx)?;
    /// let [x, y] = [f.transform(&plan, a.view(), cx)?, f.transform(&plan, b.view(), cx)?];
    /// let mut sum = f.sum(&plan, cx);
    /// f.image_addmul(&plan, &mut sum, &x, &y, cx)?;
    /// f.image_addmul(&plan, &mut sum, &x, &y, cx)?;
    /// assert_eq!(f.words(f.untransform(&plan, sum, 0..3, cx)?.view()), [6, 20, 16]); // 2·(1 + 2x)(3 + 4x)
    /// # Ok::<(), polymod::Error>(())
    /// # })?;
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn image_addmul(
        &self,
        plan: &Self::Plan,
        s: &mut Self::Sum,
        a: &Self::Image,
        b: &Self::Image,
        cx: Context<'_>,
    ) -> Result<()>;
    /// a·b as a sum of one product, or a² if `b` is `None`; it may reuse a's memory.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ConvShape, traits::*}};
    /// # let f = Zn::new(97)?;
    /// # let (a, b) = (f.collect(&[1, 2]), f.collect(&[3, 4]));
    /// # f.engine().enter(|cx| {
    /// # let shape = ConvShape::exact(f.size(a.view()), f.size(b.view()), 0..3);
    /// # let plan = f.conv_plan(&[shape], 2, cx)?;
    /// let [x, y] = [f.transform(&plan, a.view(), cx)?, f.transform(&plan, b.view(), cx)?];
    /// let product = f.image_mul(&plan, x, Some(&y), cx)?;
    /// assert_eq!(f.words(f.untransform(&plan, product, 0..3, cx)?.view()), [3, 10, 8]); // (1 + 2x)(3 + 4x)
    /// # Ok::<(), polymod::Error>(())
    /// # })?;
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn image_mul(
        &self,
        plan: &Self::Plan,
        a: Self::Image,
        b: Option<&Self::Image>,
        cx: Context<'_>,
    ) -> Result<Self::Sum> {
        let mut sum = self.sum(plan, cx);
        self.image_addmul(plan, &mut sum, &a, b.unwrap_or(&a), cx)?;
        Ok(sum)
    }
    /// The image under `to` of an operand that was transformed under `from`, without another transform: if both are for
    /// cyclic products, of lengths N and M with M | N, its first M values, because x^M − 1 divides x^N − 1. `None`
    /// elsewhere.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ConvShape, Window, traits::*}};
    /// # let f = Zn::new(97)?;
    /// # let v = f.collect(&[1, 2, 3, 4, 5, 6]);
    /// # f.engine().enter(|cx| {
    /// let size = f.size(v.view());
    /// let cyclic = |n| f.conv_plan(&[ConvShape { a: size, b: size, window: Window::Cyclic(n) }], 1, cx);
    /// let (long, short) = (cyclic(16)?, cyclic(4)?);
    /// let image = f.transform(&long, v.view(), cx)?;
    /// if let Some(prefix) = f.image_prefix(&long, &short, &image) {
    ///     let n = f.cyclic_len(&short);
    ///     let product = |image| f.untransform(&short, f.image_mul(&short, image, None, cx)?, 0..n, cx);
    ///     assert!(f.same(product(prefix)?.view(), product(f.transform(&short, v.view(), cx)?)?.view()));
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// # })?;
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn image_prefix(&self, _from: &Self::Plan, _to: &Self::Plan, _image: &Self::Image) -> Option<Self::Image> {
        None
    }
    /// a·b as a sum of one product; both images are kept.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ConvShape, traits::*}};
    /// # let f = Zn::new(97)?;
    /// # let (a, b) = (f.collect(&[1, 2]), f.collect(&[3, 4]));
    /// # f.engine().enter(|cx| {
    /// # let shape = ConvShape::exact(f.size(a.view()), f.size(b.view()), 0..3);
    /// # let plan = f.conv_plan(&[shape], 2, cx)?;
    /// let [x, y] = [f.transform(&plan, a.view(), cx)?, f.transform(&plan, b.view(), cx)?];
    /// let [xy, yx] = [f.image_product(&plan, &x, &y, cx)?, f.image_product(&plan, &y, &x, cx)?];
    /// assert!(f.same(f.untransform(&plan, xy, 0..3, cx)?.view(), f.untransform(&plan, yx, 0..3, cx)?.view()));
    /// # Ok::<(), polymod::Error>(())
    /// # })?;
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn image_product(&self, plan: &Self::Plan, a: &Self::Image, b: &Self::Image, cx: Context<'_>) -> Result<Self::Sum> {
        self.image_mul(plan, a.clone(), Some(b), cx)
    }
    /// `out[at + i]` = wanted coefficient i; `s` is consumed.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ConvShape, Window, traits::*}};
    /// # let f = Zn::new(97)?;
    /// # let (a, b) = (f.collect(&[1, 2]), f.collect(&[3, 4]));
    /// # f.engine().enter(|cx| {
    /// # let shape = ConvShape::exact(f.size(a.view()), f.size(b.view()), 0..3);
    /// # let plan = f.conv_plan(&[shape], 2, cx)?;
    /// let [x, y] = [f.transform(&plan, a.view(), cx)?, f.transform(&plan, b.view(), cx)?];
    /// let product = f.image_mul(&plan, x, Some(&y), cx)?;
    /// let mut out = f.collect(&[7, 7, 7, 7]);
    /// f.untransform_at(&plan, product, &Window::Exact(0..3), &mut out, 1, cx)?;
    /// assert_eq!(f.words(out.view()), [7, 3, 10, 8]);
    /// # Ok::<(), polymod::Error>(())
    /// # })?;
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn untransform_at(
        &self,
        plan: &Self::Plan,
        s: Self::Sum,
        window: &Window,
        out: &mut Coeffs<Self>,
        at: usize,
        cx: Context<'_>,
    ) -> Result<()>;
    /// The coefficients `window` as a new vector.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ConvShape, traits::*}};
    /// # let f = Zn::new(97)?;
    /// # let (a, b) = (f.collect(&[1, 2]), f.collect(&[3, 4]));
    /// # f.engine().enter(|cx| {
    /// # let shape = ConvShape::exact(f.size(a.view()), f.size(b.view()), 0..3);
    /// # let plan = f.conv_plan(&[shape], 2, cx)?;
    /// let [x, y] = [f.transform(&plan, a.view(), cx)?, f.transform(&plan, b.view(), cx)?];
    /// let product = f.image_mul(&plan, x, Some(&y), cx)?;
    /// assert_eq!(f.words(f.untransform(&plan, product, 1..3, cx)?.view()), [10, 8]); // of 3 + 10x + 8x²
    /// # Ok::<(), polymod::Error>(())
    /// # })?;
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn untransform(
        &self,
        plan: &Self::Plan,
        s: Self::Sum,
        window: Range<usize>,
        cx: Context<'_>,
    ) -> Result<Coeffs<Self>> {
        let mut out = self.zeros(window.len());
        self.untransform_at(plan, s, &Window::Exact(window), &mut out, 0, cx)?;
        Ok(out)
    }
    /// Predicted nanoseconds of one product of images under the transforms of a candidate.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ProductShape, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let v = f.zeros(1000);
    /// let shape = ProductShape::of(&f, v.view(), v.view(), 0..1999);
    /// f.engine().enter(|cx| {
    ///     let candidates = f.product_candidates(&shape, cx);
    ///     assert!(candidates.iter().all(|c| f.image_product_ns(c, cx) < c.predicted_ns || c.length == 0));
    /// });
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn image_product_ns(&self, c: &Candidate, cx: Context<'_>) -> f64 {
        grid::words_product_ns(self, c, cx)
    }
    /// The ring as Z/n for n of one word, with the same vectors; `None` where it is another ring.
    ///
    /// ```
    /// # use polymod::{F2, Zn, ring::traits::*};
    /// assert_eq!((Zn::new(97)?.as_zn().map(Zn::n), F2::new().as_zn()), (Some(97), None));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn as_zn(&self) -> Option<&Zn> {
        None
    }
    /// The modulus n, where the ring is Z/n for n of one word.
    ///
    /// ```
    /// # use polymod::{F2, Zn, ring::traits::*};
    /// assert_eq!((Zn::new(97)?.word_modulus().map(|n| n.n()), F2::new().word_modulus().is_none()), (Some(97), true));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn word_modulus(&self) -> Option<Modulus> {
        self.as_zn().map(Zn::modulus)
    }
    /// The modulus n, in as many words as a residue has, where the ring is Z/n for n of any size with residues in rows of words, the lowest word
    /// first; `None` where it is another ring.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// # #[cfg(feature = "integers")]
    /// assert_eq!(polymod::ZnBig::new(polymod::rug::Integer::from(1) << 100)?.wide_modulus(), Some(&[0, 1 << 36][..]));
    /// assert_eq!(Zn::new(97)?.wide_modulus(), None);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn wide_modulus(&self) -> Option<&[u64]> {
        None
    }
    /// The residues of coefficients.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.to_words(f.collect(&[1, 96]).view()), [1, 96]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// Where [`as_zn`](Self::as_zn) is `None`.
    fn to_words<'a>(&self, v: View<'a, Self>) -> &'a [u64] {
        assert!(self.as_zn().is_some(), "{} is not Z/n for n of one word", self.name());
        v.words()
    }
    /// The vector with these residues, which are below n.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let v = f.of_words(&[1, 96]);
    /// assert_eq!(f.to_words(v.view()), [1, 96]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// Where [`as_zn`](Self::as_zn) is `None`.
    fn of_words(&self, words: &[u64]) -> Coeffs<Self> {
        let Some(zn) = self.as_zn() else { panic!("{} is not Z/n for n of one word", self.name()) };
        zn.owned(View::from_words(words, words.len(), 1)).into_cast()
    }
}

/// The error of [`Convolve::mul_window_by`] for an algorithm that is not among the candidates.
pub(crate) fn not_applicable<R: Convolve>(
    ring: &R,
    algorithm: ProductAlgorithm,
    shape: &ProductShape,
    cx: Context<'_>,
) -> Error {
    let candidates = ring.product_candidates(shape, cx);
    Error::algorithm(algorithm, shape.task(ring), candidates.iter().map(|c| c.algorithm))
}
