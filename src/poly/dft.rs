//! Discrete Fourier transforms of any length N: values of a polynomial at powers of a root of unity, and their inverses.
//!
//! The ring's own transform of length N is used where it exists and is predicted to be faster. Otherwise the transform is one
//! middle product: with C(k) = k(k − 1)/2 and ij = C(i + j) − C(i) − C(j),
//!
//! ```text
//! A(W^i) = W^−C(i) · Σ_j (a_j·W^−C(j)) · W^C(i + j).
//! ```
//!
//! Source: Bluestein 1970, "A linear filtering approach to the computation of discrete Fourier transform"; with binomials, which
//! need no square root of W: Bostan, Schost 2005, "Polynomial evaluation and interpolation on special sets of points", section 5.
//! Values at odd powers of W are those of A(W·x) at the powers of W². The inverse is the same transform with its values in
//! reverse order, divided by N. Cost of a transform: a middle product of N by 2N coefficients, and 2N multiplications; of the
//! plan: 3N multiplications for each direction.

use super::dft_choice::{DftAlgorithm, alternatives};
use crate::{
    Error, Result,
    bits::checked_words,
    choice,
    engine::Context,
    monitor::Decision,
    ring::{Coeffs, Convolve, OwnDft, ProductShape, Ring, View, Zn, principal_root},
    tested,
    transform::ntt::{Direction, NttMethod, Wrap},
};
use std::{fmt, sync::Arc};

/// A transform between N coefficients and their values at N roots of unity, over any ring that contains them; immutable, cheap to
/// clone. For transforms of 2^k words without a ring see [`NttPlan`](crate::transform::ntt::NttPlan).
///
/// ```
/// use polymod::{Dft, Poly, Zn, Wrap};
/// let f = Zn::new(31)?;
/// let dft = Dft::new(&f, 5, Wrap::Cyclic)?;             // W = 2, of order 5
/// let a = Poly::from_i64(&f, &[1, 0, 1]);                 // 1 + x² at 1, 2, 4, 8, 16
/// let values = dft.forward(a.coeffs())?;
/// assert_eq!(f.words(values.view()), [2, 5, 17, 3, 9]);
/// assert_eq!(Poly::from_coeffs(&f, dft.inverse(values.view())?), a);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct Dft<R: Convolve> {
    ring: R,
    len: usize,
    wrap: Wrap,
    root: R::Elem,
    method: Method<R>,
}

#[derive(Clone)]
enum Method<R: Convolve> {
    Own(NttMethod, Arc<dyn OwnDft>),
    Bluestein(Arc<Chirp<R>>),
}

impl<R: Convolve> Method<R> {
    /// The ring's own transform by this algorithm; None if the ring has none.
    fn own(r: &R, algorithm: DftAlgorithm, len: usize, wrap: Wrap, root: &R::Elem) -> Option<Self> {
        match algorithm {
            DftAlgorithm::Own(algorithm) => Self::by(r, algorithm.into(), len, wrap, root),
            DftAlgorithm::Bluestein => None,
        }
    }

    /// The same with what else is demanded of it.
    fn by(r: &R, method: NttMethod, len: usize, wrap: Wrap, root: &R::Elem) -> Option<Self> {
        r.own_dft(&method.to_string(), len, wrap, root).map(|own| Method::Own(method, own))
    }
}

/// Precomputed factors of Bluestein's transform at powers of w, where w = W, or W² if negacyclic.
struct Chirp<R: Convolve> {
    /// w^C(k) for k < 2N − 1.
    powers: Coeffs<R>,
    /// w^−C(i) for i < N.
    weights: Coeffs<R>,
    /// For negacyclic transforms: W^j·w^−C(j), and W^−j/N.
    twists: Option<[Coeffs<R>; 2]>,
    /// 1/N.
    inverse_len: R::Elem,
}

impl<R: Convolve> Dft<R> {
    /// The transform of `len` values at powers of the ring's own root of unity of order `len`, or 2·`len` if negacyclic
    /// ([`Roots::root_of_unity`](crate::ring::Roots::root_of_unity)).
    ///
    /// ```
    /// # use polymod::{Dft, Wrap, Zn};
    /// let f = Zn::new(17)?;
    /// let dft = Dft::new(&f, 4, Wrap::Negacyclic)?;
    /// assert_eq!(f.modulus().pow(*dft.root(), 4), 16); // W has order 8
    /// assert!(Dft::new(&f, 5, Wrap::Cyclic).is_err()); // 5 does not divide 16
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for `len` = 0; [`Error::Modulus`] over Z/n, n composite; [`Error::NoRoot`] where the order does
    /// not divide q − 1; [`Error::Unsupported`] over Z; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn new(ring: &R, len: usize, wrap: Wrap) -> Result<Self> {
        Self::with_root(ring, len, wrap, &ring.root_of_unity(order(len, wrap)?)?)
    }

    /// The transform at powers of W = `root`, any principal root of unity of order `len`, or 2·`len` if negacyclic.
    ///
    /// ```
    /// # use polymod::{Dft, Ring, Wrap, Zn};
    /// let f = Zn::new(15)?; // Z/n for a composite n, and a root given by the caller
    /// let dft = Dft::with_root(&f, 2, Wrap::Cyclic, &14)?;
    /// let values = dft.forward(f.collect(&[3, 4]).view())?;
    /// assert_eq!(f.words(values.view()), [7, 14]); // 3 + 4x at 1 and −1
    /// assert!(Dft::with_root(&f, 2, Wrap::Cyclic, &4).is_err()); // 4² = 1, but 4 − 1 divides zero
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for `len` = 0; [`Error::NotPrincipal`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn with_root(ring: &R, len: usize, wrap: Wrap, root: &R::Elem) -> Result<Self> {
        principal_root(ring, root, order(len, wrap)?)?;
        checked_words("the transform", len, 2 * ring.zeros(0).width.max(1))?;
        ring.engine().enter(|cx| {
            let fastest = choice::fastest(&alternatives(ring, len, len, cx), u64::MAX);
            let algorithm = fastest.map_or("", |c| c.algorithm).parse().unwrap_or(DftAlgorithm::Bluestein);
            let method = match Method::own(ring, algorithm, len, wrap, root) {
                Some(own) => own,
                None => Method::Bluestein(Arc::new(Chirp::new(ring, len, wrap, root, cx)?)),
            };
            Ok(Dft { ring: ring.clone(), len, wrap, root: root.clone(), method })
        })
    }

    /// The same transform by the given algorithm.
    ///
    /// ```
    /// # use polymod::{Dft, Wrap, Zn, poly::DftAlgorithm};
    /// let f = Zn::new(998_244_353)?;
    /// let dft = Dft::new(&f, 8, Wrap::Cyclic)?.by(DftAlgorithm::Bluestein)?;
    /// assert_eq!(dft.algorithm(), DftAlgorithm::Bluestein);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Algorithm`] where it does not apply; [`Error::Cancelled`].
    pub fn by(self, algorithm: DftAlgorithm) -> Result<Self> {
        if algorithm == self.algorithm() {
            return Ok(self);
        }
        let Dft { ring, len, wrap, root, .. } = &self;
        let method = if algorithm == DftAlgorithm::Bluestein {
            let chirp = ring.engine().enter(|cx| Chirp::new(ring, *len, *wrap, root, cx))?;
            Method::Bluestein(Arc::new(chirp))
        } else {
            Method::own(ring, algorithm, *len, *wrap, root).ok_or_else(|| self.refusal(algorithm.name()))?
        };
        Ok(Dft { method, ..self })
    }

    /// The same transform by one of the ring's own algorithms, with the arithmetic and the radix that are demanded.
    ///
    /// ```
    /// # use polymod::{Dft, Wrap, Zn};
    /// let f = Zn::new(4_611_686_018_326_724_609)?; // 62 bits
    /// let dft = Dft::new(&f, 128, Wrap::Cyclic)?;
    /// // refused where the processor has no vectors
    /// if let Ok(takahashi) = dft.clone().by_method("six-step:montgomery:8".parse()?) {
    ///     let (mut x, mut y) = ([3; 128], [3; 128]);
    ///     dft.forward_slice(&mut x)?;
    ///     takahashi.forward_slice(&mut y)?;
    ///     assert_eq!(x, y);
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Algorithm`] where it does not apply.
    pub fn by_method(self, method: NttMethod) -> Result<Self> {
        let found = Method::by(&self.ring, method, self.len, self.wrap, &self.root);
        let method = found.ok_or_else(|| self.refusal(&method.to_string()))?;
        Ok(Dft { method, ..self })
    }

    /// The error for an algorithm that does not apply.
    fn refusal(&self, algorithm: &str) -> Error {
        let all = self.ring.engine().enter(|cx| alternatives(&self.ring, self.len, self.len, cx));
        Error::algorithm(algorithm, self.task(Direction::Forward), all.iter().map(|c| c.algorithm))
    }

    /// The ring.
    ///
    /// ```
    /// # use polymod::{Dft, Wrap, Zn};
    /// let f = Zn::new(31)?;
    /// assert_eq!(*Dft::new(&f, 5, Wrap::Cyclic)?.ring(), f);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn ring(&self) -> &R {
        &self.ring
    }

    /// N, the number of values.
    ///
    /// ```
    /// # use polymod::{Dft, Wrap, Zn};
    /// assert_eq!(Dft::new(&Zn::new(31)?, 5, Wrap::Cyclic)?.len(), 5);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Always false: a transform has at least one value.
    ///
    /// ```
    /// # use polymod::{Dft, Wrap, Zn};
    /// let f = Zn::new(31)?;
    /// assert!(!Dft::new(&f, 1, Wrap::Cyclic)?.is_empty());
    /// assert!(Dft::new(&f, 0, Wrap::Cyclic).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Cyclic: values at all powers of W; negacyclic: at the odd powers.
    ///
    /// ```
    /// # use polymod::{Dft, Wrap, Zn};
    /// let f = Zn::new(17)?;
    /// assert_eq!(Dft::new(&f, 4, Wrap::Negacyclic)?.wrap(), Wrap::Negacyclic);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn wrap(&self) -> Wrap {
        self.wrap
    }

    /// W.
    ///
    /// ```
    /// # use polymod::{Dft, Ring, Wrap, Zn};
    /// let f = Zn::new(31)?;
    /// let dft = Dft::new(&f, 5, Wrap::Cyclic)?;
    /// assert_eq!((*dft.root(), f.pow(dft.root(), 5)), (2, 1));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn root(&self) -> &R::Elem {
        &self.root
    }

    /// The algorithm of the transform.
    ///
    /// ```
    /// # use polymod::{Dft, Wrap, Zn, poly::DftAlgorithm};
    /// let dft = Dft::new(&Zn::new(31)?, 5, Wrap::Cyclic)?; // no kernel of the ring for 5 values
    /// assert_eq!(dft.algorithm(), DftAlgorithm::Bluestein);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn algorithm(&self) -> DftAlgorithm {
        match self.method {
            Method::Own(method, _) => DftAlgorithm::Own(method.algorithm),
            Method::Bluestein(_) => DftAlgorithm::Bluestein,
        }
    }

    /// Values in natural order: entry i of the result is A(W^i), negacyclic A(W^(2i+1)).
    ///
    /// In: up to N coefficients, constant term first; missing ones are zero. Out: N values.
    ///
    /// ```
    /// # use polymod::{Dft, Ring, Wrap, Zn};
    /// let f = Zn::new(31)?;
    /// let dft = Dft::new(&f, 5, Wrap::Cyclic)?; // W = 2
    /// let values = dft.forward(f.collect(&[1, 0, 1]).view())?; // 1 + x² at 1, 2, 4, 8, 16
    /// assert_eq!(f.words(values.view()), [2, 5, 17, 3, 9]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] for more than N coefficients; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn forward(&self, a: View<'_, R>) -> Result<Coeffs<R>> {
        self.run(a, Direction::Forward, |dft, cx| match &dft.method {
            Method::Own(_, own) => {
                let mut v = dft.padded(a, Direction::Forward, cx)?;
                own.run(Direction::Forward, &mut v.words, cx);
                Ok(v)
            }
            Method::Bluestein(chirp) => dft.chirp_forward(chirp, a, cx),
        })
    }

    /// Coefficients from values in natural order: undoes [`forward`](Self::forward), the factor 1/N included.
    ///
    /// In: up to N values; missing ones are zero. Out: N coefficients, constant term first.
    ///
    /// ```
    /// # use polymod::{Dft, Ring, Wrap, Zn};
    /// let f = Zn::new(31)?;
    /// let dft = Dft::new(&f, 5, Wrap::Cyclic)?;
    /// let a = dft.inverse(f.collect(&[2, 5, 17, 3, 9]).view())?;
    /// assert_eq!(f.words(a.view()), [1, 0, 1, 0, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`forward`](Self::forward).
    pub fn inverse(&self, values: View<'_, R>) -> Result<Coeffs<R>> {
        self.run(values, Direction::Inverse, |dft, cx| match &dft.method {
            Method::Own(_, own) => {
                let mut v = dft.padded(values, Direction::Inverse, cx)?;
                own.run(Direction::Inverse, &mut v.words, cx);
                Ok(v)
            }
            Method::Bluestein(chirp) => dft.chirp_inverse(chirp, values, cx),
        })
    }

    tested! {
        /// [`forward`](Self::forward) or [`inverse`](Self::inverse) in place on a vector of N entries as words, without telling the
        /// monitor: one of many in an operation that does.
        ///
        /// # Errors
        /// Those of [`forward`](Self::forward).
        pub(crate) fn run_words(&self, direction: Direction, words: &mut [u64], cx: Context<'_>) -> Result<()> {
            let v = View::from_words(words, self.len, self.ring.zeros(0).width);
            let out = match &self.method {
                Method::Own(_, own) => {
                    own.run(direction, words, cx);
                    return Ok(());
                }
                Method::Bluestein(chirp) if direction == Direction::Forward => self.chirp_forward(chirp, v, cx.told())?,
                Method::Bluestein(chirp) => self.chirp_inverse(chirp, v, cx.told())?,
            };
            words.copy_from_slice(out.view().words());
            Ok(())
        }
    }

    fn chirp_forward(&self, chirp: &Chirp<R>, a: View<'_, R>, cx: Context<'_>) -> Result<Coeffs<R>> {
        let before = chirp.twists.as_ref().map_or(&chirp.weights, |[before, _]| before);
        self.bluestein(chirp, before, a.low(self.ring.trimmed_len(a)), Direction::Forward, cx)
    }

    fn chirp_inverse(&self, chirp: &Chirp<R>, values: View<'_, R>, cx: Context<'_>) -> Result<Coeffs<R>> {
        let (r, values) = (&self.ring, values.low(self.ring.trimmed_len(values)));
        let mut v = self.bluestein(chirp, &chirp.weights, values, Direction::Inverse, cx)?;
        let backward = r.reversed(v.view().from(1));
        r.copy_at(&mut v, 1, backward.view());
        match &chirp.twists {
            None => r.scale(&mut v, &chirp.inverse_len),
            Some([_, after]) => r.mul_each(&mut v, after.view()),
        }
        Ok(v)
    }

    /// Checks the operand's length, enters the engine, and takes the algorithm that the monitor demands, if it demands one.
    fn run(
        &self,
        v: View<'_, R>,
        direction: Direction,
        f: impl FnOnce(&Self, Context<'_>) -> Result<Coeffs<R>>,
    ) -> Result<Coeffs<R>> {
        if v.len() > self.len {
            let what = match direction {
                Direction::Forward => "the operand of a transform",
                Direction::Inverse => "the values to be undone",
            };
            return Err(Error::Length { what, expected: self.len, got: v.len() });
        }
        self.ring.engine().enter(|cx| {
            cx.check()?;
            if !cx.engine().is_watched() {
                return f(self, cx);
            }
            let task = || self.task(direction);
            match cx.demand(None, &alternatives(&self.ring, self.len, v.len(), cx), task)? {
                None => f(self, cx),
                Some(demanded) => f(&self.clone().by(demanded.algorithm.parse()?)?, cx),
            }
        })
    }

    /// A copy of the operand, padded to N entries, for the ring's own transform.
    fn padded(&self, v: View<'_, R>, direction: Direction, cx: Context<'_>) -> Result<Coeffs<R>> {
        cx.decided(|| self.decision(direction, v.len(), cx))?;
        let mut out = self.ring.owned(v);
        self.ring.resize(&mut out, self.len);
        Ok(out)
    }

    /// weights_i · Σ_j a_j·before_j·powers_(i + j).
    fn bluestein(
        &self,
        chirp: &Chirp<R>,
        before: &Coeffs<R>,
        a: View<'_, R>,
        direction: Direction,
        cx: Context<'_>,
    ) -> Result<Coeffs<R>> {
        let (r, mut out) = (&self.ring, self.ring.zeros(self.len));
        let Some(last) = a.len().checked_sub(1) else { return Ok(out) };
        let mut b = r.owned(a);
        r.mul_each(&mut b, before.view());
        let b = r.reversed(b.view());
        let (b, c, window) = (b.view(), chirp.powers.slice(0..self.len + last), last..self.len + last);
        let shape = ProductShape::of(r, b, c, window.clone());
        let product = r.choose_product(&shape, cx);
        let cx = cx.for_work(product.predicted_ns);
        cx.decided(|| {
            let parts = vec![shape.decision(r, product.algorithm, cx)];
            Decision { parts, ..self.decision(direction, a.len(), cx) }
        })?;
        r.mul_window_by(product.algorithm, &mut out, 0, b, c, window, cx)?;
        r.mul_each(&mut out, chirp.weights.view());
        Ok(out)
    }

    fn task(&self, direction: Direction) -> String {
        let what = match direction {
            Direction::Forward => "transform",
            Direction::Inverse => "inverse transform",
        };
        let wrap = if self.wrap == Wrap::Negacyclic { "negacyclic " } else { "" };
        let s = if self.len == 1 { "" } else { "s" };
        format!("{wrap}{what} over {}, {} value{s}", self.ring.name(), self.len)
    }

    fn decision(&self, direction: Direction, given: usize, cx: Context<'_>) -> Decision {
        let mut parameters = vec![("root", self.ring.elem_to_text(&self.root))];
        if let Method::Own(method, _) = &self.method {
            parameters.extend(method.arithmetic.map(|arithmetic| ("arithmetic", arithmetic.to_string())));
            parameters.extend(method.radix().map(|radix| ("radix", radix.to_string())));
        }
        Decision {
            task: self.task(direction),
            chosen: self.algorithm().name(),
            parameters,
            alternatives: alternatives(&self.ring, self.len, given, cx),
            parts: Vec::new(),
        }
    }
}

impl Dft<Zn> {
    /// [`forward`](Self::forward) in place, for entries in [0, n) of a slice of length N.
    ///
    /// ```
    /// # use polymod::{Dft, Wrap, Zn};
    /// let dft = Dft::new(&Zn::new(31)?, 5, Wrap::Cyclic)?;
    /// let mut x = [1, 0, 1, 0, 0];
    /// dft.forward_slice(&mut x)?;
    /// assert_eq!(x, [2, 5, 17, 3, 9]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::NotReduced`]; those of [`forward`](Self::forward).
    pub fn forward_slice(&self, x: &mut [u64]) -> Result<()> {
        self.slice(x, Direction::Forward)
    }

    /// [`inverse`](Self::inverse) in place, for entries in [0, n) of a slice of length N.
    ///
    /// ```
    /// # use polymod::{Dft, Wrap, Zn};
    /// let dft = Dft::new(&Zn::new(31)?, 5, Wrap::Cyclic)?;
    /// let mut x = [7; 5];
    /// dft.inverse_slice(&mut x)?; // a constant has equal values
    /// assert_eq!(x, [7, 0, 0, 0, 0]);
    /// assert!(dft.inverse_slice(&mut [31; 5]).is_err()); // 31 is not reduced
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`forward_slice`](Self::forward_slice).
    pub fn inverse_slice(&self, x: &mut [u64]) -> Result<()> {
        self.slice(x, Direction::Inverse)
    }

    fn slice(&self, x: &mut [u64], direction: Direction) -> Result<()> {
        if x.len() != self.len {
            return Err(Error::Length { what: "the slice of a transform", expected: self.len, got: x.len() });
        }
        let v = self.ring.view(x)?;
        match &self.method {
            Method::Own(_, own) if !self.ring.engine().is_watched() => {
                return self.ring.engine().enter(|cx| {
                    cx.check()?;
                    own.run(direction, x, cx);
                    Ok(())
                });
            }
            _ => {}
        }
        let out = if direction == Direction::Forward { self.forward(v)? } else { self.inverse(v)? };
        x.copy_from_slice(self.ring.words(out.view()));
        Ok(())
    }
}

impl<R: Convolve> Chirp<R> {
    fn new(r: &R, len: usize, wrap: Wrap, root: &R::Elem, cx: Context<'_>) -> Result<Self> {
        let one = r.one();
        let inverse_len = r.inv(&r.elem(len as i64))?;
        let step = if wrap == Wrap::Cyclic { root.clone() } else { r.mul(root, root) };
        let inverse_step = r.inv(&step)?;
        let twists = match wrap {
            Wrap::Cyclic => None,
            Wrap::Negacyclic => Some([
                progression(r, [&one, root, &inverse_step], len, cx)?,
                progression(r, [&inverse_len, &r.inv(root)?, &one], len, cx)?,
            ]),
        };
        Ok(Chirp {
            powers: progression(r, [&one, &one, &step], 2 * len - 1, cx)?,
            weights: progression(r, [&one, &one, &inverse_step], len, cx)?,
            twists,
            inverse_len,
        })
    }
}

/// first·ratio^k·growth^C(k) for k < len: one block by single multiplications, the others by vector multiplications, since the
/// value at k + L is that at k times ratio^L·growth^(C(L) + kL).
pub(super) fn progression<R: Convolve>(
    r: &R,
    [first, ratio, growth]: [&R::Elem; 3],
    len: usize,
    cx: Context<'_>,
) -> Result<Coeffs<R>> {
    const BLOCK: usize = 64;
    let one = r.one();
    let mut block = short_progression(r, [first, ratio, growth], len.min(BLOCK));
    if len <= BLOCK {
        return Ok(block);
    }
    let mut out = r.zeros(len);
    r.copy_at(&mut out, 0, block.view());
    let across = r.pow(growth, BLOCK as u64);
    let step = r.mul(&r.pow(ratio, BLOCK as u64), &r.pow(growth, (BLOCK * (BLOCK - 1) / 2) as u64));
    let mut steps = short_progression(r, [&step, &across, &one], BLOCK);
    let step_growth = r.pow(&across, BLOCK as u64);
    for at in (BLOCK..len).step_by(BLOCK) {
        cx.check()?;
        r.mul_each(&mut block, steps.view());
        r.copy_at(&mut out, at, block.view().low(len - at));
        if step_growth != one {
            r.scale(&mut steps, &step_growth);
        }
    }
    Ok(out)
}

/// [`progression`] by single multiplications.
fn short_progression<R: Convolve>(r: &R, [first, ratio, growth]: [&R::Elem; 3], len: usize) -> Coeffs<R> {
    let (mut x, mut ratio) = (first.clone(), ratio.clone());
    let mut elems = Vec::with_capacity(len);
    for _ in 0..len {
        elems.push(x.clone());
        x = r.mul(&x, &ratio);
        ratio = r.mul(&ratio, growth);
    }
    r.collect(&elems)
}

/// The multiplicative order required of W.
fn order(len: usize, wrap: Wrap) -> Result<u64> {
    let factor = if wrap == Wrap::Cyclic { 1 } else { 2 };
    match (len as u64).checked_mul(factor) {
        Some(order) if order > 0 => Ok(order),
        Some(_) => {
            Err(Error::OutOfRange { what: "the length of a transform", expected: "at least 1", got: len.to_string() })
        }
        None => Err(Error::TooLarge {
            what: "the transform".into(),
            size: format!("{len} values"),
            limit: "2^63 values".into(),
        }),
    }
}

impl<R: Convolve> fmt::Debug for Dft<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Dft { ring, len, wrap, .. } = self;
        write!(f, "Dft({}, {len} values, {wrap:?}, {})", ring.name(), self.algorithm())
    }
}
