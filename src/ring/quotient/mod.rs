//! The rings B\[t\]/(F) for a base ring B and a monic F: finite fields F_q as extensions of F_p, and quotients that are no
//! fields.
//!
//! An element is the row of its coefficients, the constant one first; a vector of elements is a vector of B, element by
//! element, so that sums and copies are those of B. Over F_2 each element begins at a word. Products of elements are
//! products over B and a reduction ([`reduce`]); long products substitute a power of t for the variable
//! ([`convolve`], [`digits`]; Kronecker 1882; von zur Gathen, Gerhard, Modern Computer Algebra, section 8.4), products of matrices are
//! those of matrices of polynomials over B ([`matrices`]). Where B is Z/n and F of low degree, short computations are on elements as
//! words ([`words`]), and in small fields on logarithms ([`logs`]); over F_2 elements are words of bits ([`bits`]), and in quadratic extensions
//! of large primes pairs of residues ([`pairs`]). Algorithms are written once for all of them ([`cells`], [`short`]).

mod bits;
pub mod cells;
mod codec;
mod columns;
mod components;
mod convolve;
pub mod digits;
mod element;
mod field;
mod inverse;
pub mod logs;
mod matrices;
mod pairs;
mod panels;
pub mod reduce;
mod short;
mod text;
mod vectors;
mod words;

use super::{AnyElement, Choices, Coeffs, F2, FiniteField, Ring, Size, View, Zn, ZnBig};
use crate::{Error, Result, engine::Engine, kernels::clmul::BitKernel, scratch::Buf, tested};
use cells::{Cells, with_cells};
pub use element::QuotientElem;
use logs::Small;
use pairs::Pairs;
use reduce::Reduction;
use rug::{Integer, integer::Order};
use std::{
    fmt,
    sync::{Arc, OnceLock},
};

/// A ring that others extend: it can be made again for another engine.
///
/// ```
/// use polymod::{Engine, Ring, Zn, ring::Base};
/// let f = Zn::new(97)?.with_engine(&Engine::builder().threads(1).build());
/// assert_eq!((f.n(), f.engine().threads()), (97, 1));
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Base: FiniteField<Elem: AnyElement, Image = Buf, Sum = Buf, Plan: 'static> {
    /// What elements of an extension may be held in, so that loops are compiled for no others.
    #[doc(hidden)]
    const HELD: Held = Held::AsVectors;

    /// The same ring on another engine.
    ///
    /// ```
    /// # use polymod::{Engine, F2, Ring, ring::Base};
    /// assert_eq!(F2::new().with_engine(&Engine::builder().threads(1).build()).engine().threads(), 1);
    /// ```
    #[must_use]
    fn with_engine(&self, engine: &Engine) -> Self;
    /// Z/m for a divisor m ≥ 2 of n, of a base ring Z/n; `None` for others.
    ///
    /// ```
    /// # use polymod::{F2, Zn, ring::Base};
    /// assert_eq!(Zn::new(12)?.modulo_factor(&4.into()).map(|r| r.n()), Some(4));
    /// assert!(F2::new().modulo_factor(&2.into()).is_none());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn modulo_factor(&self, _m: &Integer) -> Option<Self> {
        None
    }
    /// The loops for polynomials over F_2 as words, of the base ring F_2; `None` for others.
    ///
    /// ```
    /// # use polymod::{F2, Zn, ring::Base};
    /// let kernel = F2::new().bit_kernel().expect("the kernel of this machine");
    /// assert_eq!(kernel.word(0b11, 0b11), 0b101); // (x + 1)² = x² + 1
    /// assert!(Zn::new(2)?.bit_kernel().is_none());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn bit_kernel(&self) -> Option<&'static BitKernel> {
        None
    }
    /// The modulus n of a base ring Z/n for n of any size; `None` for others.
    ///
    /// ```
    /// # use polymod::{Zn, ZnBig, ring::Base};
    /// assert_eq!(ZnBig::new(97.into())?.big_modulus(), Some(&97.into()));
    /// assert!(Zn::new(97)?.big_modulus().is_none());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn big_modulus(&self) -> Option<&Integer> {
        None
    }
}

/// What an element of an extension may be held in, by its base ring.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Its logarithm, or residues that are words.
    InWords,
    /// Words of bits.
    InBits,
    /// Pairs of residues of several words.
    InLimbs,
    /// Nothing but a vector over the base ring.
    AsVectors,
}

impl Base for Zn {
    const HELD: Held = Held::InWords;

    fn with_engine(&self, engine: &Engine) -> Self {
        Zn::with_modulus(engine, self)
    }
    fn modulo_factor(&self, m: &Integer) -> Option<Self> {
        Zn::on(self.engine(), m.to_u64()?).ok()
    }
}

impl Base for ZnBig {
    const HELD: Held = Held::InLimbs;

    fn with_engine(&self, engine: &Engine) -> Self {
        ZnBig::with_modulus(engine, self)
    }
    fn modulo_factor(&self, m: &Integer) -> Option<Self> {
        ZnBig::on(self.engine(), m.clone()).ok()
    }
    fn big_modulus(&self) -> Option<&Integer> {
        Some(self.n())
    }
}

impl Base for F2 {
    const HELD: Held = Held::InBits;

    fn with_engine(&self, engine: &Engine) -> Self {
        F2::on(engine)
    }
    fn bit_kernel(&self) -> Option<&'static BitKernel> {
        Some(self.kernel())
    }
}

impl<B: Base> Base for Quotient<B> {
    fn with_engine(&self, engine: &Engine) -> Self {
        let inner = &*self.0;
        Self::made(&inner.base.with_engine(engine), inner.modulus.clone(), inner.field.clone(), inner.notation)
    }
}

/// The ring B\[t\]/(F).
///
/// ```
/// use polymod::{Poly, Quotient, Ring, Zn};
/// let f = Quotient::modulo(&Zn::new(5)?, &[2, 0, 1])?;      // F_25 = F_5[t]/(t² + 2)
/// let (t, two) = (f.element(&[0, 1]), f.elem(2));
/// assert_eq!(f.mul(&t, &t), f.elem(3));
/// let a = Poly::new(&f, [t, two]);
/// assert_eq!((&a * &a).to_string(), "4*x^2 + 4*t*x + 3");
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct Quotient<B: Base>(Arc<Inner<B>>);

/// The fields F_q that extend F_p for p below 2^64; [`Quotient<ZnBig>`](Quotient) extends those of larger primes. Over F_2 an element takes a word for each
/// bit here: [`Gf2k`](super::Gf2k) and [`Quotient<F2>`](Quotient) have words of bits.
///
/// ```
/// use polymod::{GF, Ring};
/// let f = GF::new(5, 2)?; // F_25
/// assert_eq!(f.name(), "gf:5^2:t^2+2");
/// # Ok::<(), polymod::Error>(())
/// ```
pub type GF = Quotient<Zn>;

/// The elements, as the traits name them: their methods are declared where the type is not known.
type Element<B> = <Quotient<B> as Ring>::Elem;

struct Inner<B: Base> {
    base: B,
    /// The base ring on a thread that no monitor watches, for single elements.
    quiet: B,
    /// F, with its leading coefficient 1.
    modulus: Coeffs<B>,
    /// The degree of F.
    degree: usize,
    /// Coefficients of the base ring from the start of one element to that of the next.
    pitch: usize,
    /// Words of an element.
    width: usize,
    /// Number of elements of the base ring, and of this one.
    sizes: [Integer; 2],
    reduction: Reduction<B>,
    /// The loops for elements over F_2.
    bits: Option<&'static BitKernel>,
    /// The arithmetic of pairs of residues of few limbs.
    pairs: Option<Pairs>,
    /// Whether the ring is a field, once it is known.
    field: OnceLock<bool>,
    notation: Notation,
    choices: Choices,
    /// Tables of logarithms.
    small: Small,
    /// For products of vectors whose coefficients are digits of words.
    digits: digits::Rings,
}

/// How the ring is named, and its elements are in text.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Notation {
    /// Whether it is named as a field.
    field: bool,
    /// Whether elements over F_2 are polynomials in t, as over other base rings, and no integers.
    in_t: bool,
}

impl<B: Base> Clone for Quotient<B> {
    #[inline]
    fn clone(&self) -> Self {
        Quotient(self.0.clone())
    }
}

impl<B: Base> Quotient<B> {
    /// B\[t\]/(F) for the monic F with these coefficients, the constant one first. F may be reducible.
    ///
    /// ```
    /// # use polymod::{Quotient, Ring, Zn};
    /// let r = Quotient::modulo(&Zn::new(6)?, &[5, 0, 1])?;      // t² = 1
    /// assert_eq!((r.degree(), r.name()), (2, "zn:6[t]/t^2+5".into()));
    /// let t = r.element(&[0, 1]);
    /// assert_eq!(r.mul(&t, &t), r.one());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Modulus`] where F is constant or not monic; those of products over B.
    pub fn modulo(base: &B, modulus: &[B::Elem]) -> Result<Self> {
        Self::of_vector(base, base.collect(modulus), OnceLock::new(), Notation { field: false, in_t: false })
    }

    /// The field B\[t\]/(F) for a field B and the monic irreducible F with these coefficients.
    ///
    /// ```
    /// # use polymod::{Quotient, Ring, Zn};
    /// let base = Zn::new(5)?;
    /// assert_eq!(Quotient::field(&base, &[2, 0, 1])?.name(), "gf:5^2:t^2+2");
    /// assert!(Quotient::field(&base, &[1, 0, 1]).is_err()); // (t + 2)·(t + 3)
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Modulus`] where F is constant, not monic or reducible; [`Error::Composite`] where B is Z/n with a
    /// composite n.
    pub fn field(base: &B, modulus: &[B::Elem]) -> Result<Self> {
        base.cardinality()?;
        let field =
            Self::of_vector(base, base.collect(modulus), OnceLock::new(), Notation { field: true, in_t: false })?;
        match field.is_field() {
            true => Ok(field),
            false => Err(field.not_this("a monic irreducible polynomial; this one is reducible")),
        }
    }

    /// The field B\[t\]/(F) for an F that is known to be irreducible.
    pub(crate) fn known_field(base: &B, modulus: Coeffs<B>) -> Result<Self> {
        Self::of_vector(base, modulus, true.into(), Notation { field: true, in_t: false })
    }

    fn of_vector(base: &B, modulus: Coeffs<B>, field: OnceLock<bool>, notation: Notation) -> Result<Self> {
        let monic = modulus.len() > 1 && base.is_one(&base.get(modulus.view(), modulus.len() - 1));
        if !monic {
            let shown = text::of_view(base, modulus.view(), text::TIGHT);
            return Err(Error::Modulus { modulus: shown, expected: "a monic polynomial of degree 1 or more" });
        }
        Ok(Self::made(base, modulus, field, notation))
    }

    fn made(base: &B, modulus: Coeffs<B>, field: OnceLock<bool>, notation: Notation) -> Self {
        let (degree, base_width) = (modulus.len() - 1, base.zeros(0).width);
        let pitch = if base_width == 0 { degree.next_multiple_of(64) } else { degree };
        let width = if base_width == 0 { pitch / 64 } else { base_width * degree };
        let quiet = base.with_engine(base.engine().unwatched_thread());
        let own = Integer::from_digits(&base.elements().expect("base rings are finite"), Order::Lsf);
        let all = rug::ops::Pow::pow(own.clone(), degree as u32);
        let reduction = Reduction::new(&quiet, modulus.view());
        let is_small = matches!(reduction, Reduction::Rows(_)) && degree > 1 && quiet.as_zn().is_some();
        let elements = all.to_u64().filter(|&q| is_small && q <= logs::MOST_ELEMENTS).unwrap_or(0);
        Quotient(Arc::new(Inner {
            base: base.clone(),
            bits: quiet.bit_kernel(),
            pairs: quiet.big_modulus().and_then(|n| Pairs::new(n, &modulus.words, degree)),
            quiet,
            modulus,
            degree,
            pitch,
            width,
            sizes: [own, all],
            reduction,
            field,
            notation,
            choices: Choices::default(),
            small: Small::of(elements as usize),
            digits: digits::Rings::default(),
        }))
    }

    /// The ring B.
    ///
    /// ```
    /// # use polymod::{Quotient, Zn};
    /// assert_eq!(Quotient::modulo(&Zn::new(5)?, &[2, 0, 1])?.base().n(), 5);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn base(&self) -> &B {
        &self.0.base
    }

    /// The degree of F.
    ///
    /// ```
    /// # use polymod::{Quotient, Zn};
    /// assert_eq!(Quotient::modulo(&Zn::new(5)?, &[2, 0, 1])?.degree(), 2);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn degree(&self) -> usize {
        self.0.degree
    }

    /// F, its leading coefficient 1 included.
    ///
    /// ```
    /// # use polymod::{Quotient, Zn};
    /// let base = Zn::new(5)?;
    /// assert_eq!(base.words(Quotient::modulo(&base, &[2, 0, 1])?.modulus()), [2, 0, 1]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn modulus(&self) -> View<'_, B> {
        self.0.modulus.view()
    }

    /// The element with these coefficients, the constant one first.
    ///
    /// ```
    /// # use polymod::{Quotient, Ring, Zn};
    /// let f = Quotient::modulo(&Zn::new(5)?, &[2, 0, 1])?;
    /// assert_eq!(f.add(&f.element(&[1, 2]), &f.element(&[4, 4])), f.element(&[0, 1]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// With more coefficients than the degree of F.
    #[must_use]
    pub fn element(&self, coefficients: &[B::Elem]) -> QuotientElem {
        assert!(coefficients.len() <= self.degree(), "at most {} coefficients", self.degree());
        self.kept(self.quiet().collect(coefficients))
    }

    /// The coefficients of an element, as many as the degree of F, the constant one first.
    ///
    /// ```
    /// # use polymod::{Quotient, Zn};
    /// let f = Quotient::modulo(&Zn::new(5)?, &[2, 0, 1])?;
    /// assert_eq!(f.coefficients(&f.element(&[3])), [3, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn coefficients(&self, x: &QuotientElem) -> Vec<B::Elem> {
        let row = self.row(x);
        (0..row.len()).map(|i| self.quiet().get(row, i)).collect()
    }

    tested! {
        fn quiet(&self) -> &B {
            &self.0.quiet
        }
    }

    fn pitch(&self) -> usize {
        self.0.pitch
    }

    fn width(&self) -> usize {
        self.0.width
    }

    /// Whether the base ring is F_2, whose elements are bits.
    fn of_bits(&self) -> bool {
        self.0.modulus.width == 0
    }

    /// Whether elements are integers in text, whose bits are the coefficients.
    fn in_bits(&self) -> bool {
        self.of_bits() && !self.0.notation.in_t
    }

    /// The error for an F that will not do.
    fn not_this(&self, expected: &'static str) -> Error {
        Error::Modulus { modulus: self.modulus_text(), expected }
    }

    /// A vector as one of the base ring.
    fn flat<'a>(&self, v: View<'a, Self>) -> View<'a, B> {
        View::from_words(v.words(), v.len * self.pitch(), self.0.modulus.width)
    }

    /// Element `i` of a vector of the base ring that has one element after the other.
    fn part<'a>(&self, flat: View<'a, B>, i: usize) -> View<'a, B> {
        flat.slice(i * self.pitch()..i * self.pitch() + self.degree())
    }

    /// Lets f modify a vector as one of the base ring.
    fn on_flat<T>(&self, v: &mut Coeffs<Self>, f: impl FnOnce(&mut Coeffs<B>) -> T) -> T {
        let (words, len, width) = (std::mem::replace(&mut v.words, Buf::empty()), v.len, v.width);
        let mut flat = Coeffs::from_words(words, len * self.pitch(), self.0.modulus.width);
        let done = f(&mut flat);
        *v = Coeffs::from_words(flat.words, len, width);
        done
    }

    /// A vector of the base ring that has one element after the other.
    fn of_flat(&self, flat: Coeffs<B>) -> Coeffs<Self> {
        let len = flat.len / self.pitch();
        Coeffs::from_words(flat.words, len, self.width())
    }
}

impl<B: Base> PartialEq for Quotient<B> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.base() == other.base()
                && self.0.notation.in_t == other.0.notation.in_t
                && self.quiet().same(self.modulus(), other.modulus())
    }
}

impl<B: Base> Eq for Quotient<B> {}

impl<B: Base> std::hash::Hash for Quotient<B> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl<B: Base> fmt::Debug for Quotient<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Quotient({})", self.name())
    }
}

impl<B: Base> Ring for Quotient<B> {
    type Elem = QuotientElem;
    #[inline]
    fn engine(&self) -> &Engine {
        self.base().engine()
    }
    fn name(&self) -> String {
        self.ring_name()
    }
    fn one(&self) -> QuotientElem {
        self.constant(&self.quiet().one())
    }
    fn elem(&self, x: i64) -> QuotientElem {
        self.constant(&self.quiet().elem(x))
    }
    fn image(&self, negative: bool, magnitude: &[u64]) -> QuotientElem {
        self.constant(&self.quiet().image(negative, magnitude))
    }
    #[inline]
    fn is_zero(&self, a: &QuotientElem) -> bool {
        a.words().iter().all(|&x| x == 0)
    }
    fn add(&self, a: &QuotientElem, b: &QuotientElem) -> QuotientElem {
        if let Some(few) = self.few_words() {
            let mut sum = QuotientElem::of_words(a.words());
            sum.words_mut().iter_mut().zip(b.words()).for_each(|(x, &y)| *x = few.modulus().add(*x, y));
            return sum;
        }
        if let Some(arithmetic) = self.lazy_arithmetic() {
            return with_cells!(arithmetic, c => self.plain_element(c, c.add(c.plain(a.words()), c.plain(b.words()))));
        }
        let mut sum = self.quiet().owned(self.row(a));
        self.quiet().add_at(&mut sum, 0, self.row(b));
        self.kept(sum)
    }
    fn neg(&self, a: &QuotientElem) -> QuotientElem {
        if let Some(few) = self.few_words() {
            let mut minus = QuotientElem::of_words(a.words());
            minus.words_mut().iter_mut().for_each(|x| *x = few.modulus().neg(*x));
            return minus;
        }
        if let Some(arithmetic) = self.lazy_arithmetic() {
            return with_cells!(arithmetic, c => self.plain_element(c, c.negate(c.plain(a.words()))));
        }
        let mut minus = self.quiet().owned(self.row(a));
        self.quiet().neg_all(&mut minus);
        self.kept(minus)
    }
    fn mul(&self, a: &QuotientElem, b: &QuotientElem) -> QuotientElem {
        if let Some(logs) = self.logs(1) {
            return self.element_of(logs, logs.multiply(logs.load(a.words()), logs.load(b.words())));
        }
        if let Some(few) = self.few_words() {
            let mut product = QuotientElem::of_words(a.words());
            few.multiply(product.words_mut(), a.words(), b.words());
            return product;
        }
        if let Some(arithmetic) = self.lazy_arithmetic() {
            return with_cells!(arithmetic, c => match std::ptr::eq(a, b) {
                true => self.element_of(c, c.square(c.load(a.words()))),
                false => self.plain_element(c, c.multiply(c.load(a.words()), c.plain(b.words()))),
            });
        }
        self.kept(self.product(self.row(a), self.row(b)))
    }
    fn inv(&self, a: &QuotientElem) -> Result<QuotientElem> {
        self.inverse(a)
    }
    fn pow(&self, a: &QuotientElem, e: u64) -> QuotientElem {
        self.pow_words(a, &[e])
    }
    fn zeros(&self, len: usize) -> Coeffs<Self> {
        Coeffs::from_words(self.engine().zeroed(len * self.width()), len, self.width())
    }
    fn get(&self, v: View<'_, Self>, i: usize) -> QuotientElem {
        QuotientElem::of_words(&v.words()[i * self.width()..][..self.width()])
    }
    fn set(&self, v: &mut Coeffs<Self>, i: usize, x: &QuotientElem) {
        v.words[i * self.0.width..][..self.0.width].copy_from_slice(x.words());
    }
    fn resize(&self, v: &mut Coeffs<Self>, len: usize) {
        v.words.resize(len * self.width());
        v.len = len;
    }
    fn size(&self, v: View<'_, Self>) -> Size {
        Size { len: v.len(), bits: 0 }
    }
}

#[cfg(feature = "testing")]
#[doc(hidden)]
impl<B: Base> Quotient<B> {
    /// This ring, of which there is no other handle, with another way of reduction.
    pub fn reduced_by(self, reduction: Reduction<B>) -> Self {
        let inner = Arc::into_inner(self.0).expect("the only handle");
        Self(Arc::new(Inner { reduction, ..inner }))
    }

    /// Whether elements are pairs of residues of few limbs.
    pub fn has_pairs(&self) -> bool {
        self.pairs().is_some()
    }

    /// Whether the ring has tables of logarithms after enough products.
    pub fn may_have_logs(&self) -> bool {
        self.0.small.elements > 0
    }
}
