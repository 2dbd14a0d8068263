//! Dense polynomials: a ring and a vector of coefficients.

use crate::{
    Result,
    engine::Context,
    monitor::Decision,
    ring::{self, Coeffs, Elements, Ring, ShortOp, ToLimbs, View},
    scratch::{Block, Buf},
};
use std::{
    fmt,
    hash::{Hash, Hasher},
};

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
pub struct Poly<R: Ring> {
    pub(super) ring: R,
    pub(super) coeffs: Coeffs<R>,
}

impl<R: Ring> Poly<R> {
    /// The polynomial with these coefficients, constant term first.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::new(&f, [1, 0, 2]).to_string(), "2*x^2 + 1");
    /// assert_eq!(Poly::new(&f, [1, 0, 0]).degree(), Some(0)); // leading zeros are cut
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn new(ring: &R, coeffs: impl IntoIterator<Item = R::Elem>) -> Self {
        Self::from_coeffs(ring, ring.collect(&coeffs.into_iter().collect::<Vec<_>>()))
    }

    /// The polynomial with the images of these integers as coefficients.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::from_i64(&f, &[-1, 98]), Poly::new(&f, [96, 1]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn from_i64(ring: &R, coeffs: &[i64]) -> Self {
        Self::new(ring, coeffs.iter().map(|&c| ring.elem(c)))
    }

    /// The polynomial with the images of these integers, of any type, as coefficients, constant term first: residues in Z/n, parities in
    /// characteristic 2.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::from_ints(&f, [1_i128 << 100, -1]), Poly::new(&f, [16, 96]));
    /// assert_eq!(Poly::from_ints(&f, &[98_u64, 97]).to_string(), "1");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn from_ints<I: ToLimbs>(ring: &R, coeffs: impl IntoIterator<Item = I>) -> Self {
        Self::from_coeffs(ring, ring::images(ring, coeffs))
    }

    /// The polynomial with this vector of coefficients; leading zeros are cut.
    ///
    /// ```
    /// # use polymod::{Poly, Ring, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::from_coeffs(&f, f.collect(&[5, 1, 0])).to_string(), "x + 5");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn from_coeffs(ring: &R, mut coeffs: Coeffs<R>) -> Self {
        ring.trim(&mut coeffs);
        Poly { ring: ring.clone(), coeffs }
    }

    /// 0.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let zero = Poly::zero(&Zn::new(97)?);
    /// assert_eq!((zero.degree(), zero.to_string()), (None, "0".into()));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn zero(ring: &R) -> Self {
        Poly { ring: ring.clone(), coeffs: ring.zeros(0) }
    }

    /// 1.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Poly::from_i64(&f, &[3, 1]);
    /// assert_eq!(&Poly::one(&f) * &a, a);
    /// # Ok::<(), polymod::Error>(())
    /// ```
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
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::monomial(&f, &5, 3).to_string(), "5*x^3");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn monomial(ring: &R, c: &R::Elem, k: usize) -> Self {
        let mut coeffs = ring.zeros(k + 1);
        ring.set(&mut coeffs, k, c);
        Self::from_coeffs(ring, coeffs)
    }

    /// The ring of the coefficients.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(*Poly::from_i64(&f, &[1, 2]).ring(), f);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn ring(&self) -> &R {
        &self.ring
    }

    /// Number of coefficients: degree + 1; 0 for the zero polynomial.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::from_i64(&f, &[0, 0, 1]).len(), 3);
    /// assert_eq!(Poly::zero(&f).len(), 0);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.coeffs.len()
    }

    /// Whether it is the zero polynomial.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert!(Poly::from_i64(&f, &[97]).is_empty());
    /// assert!(!Poly::one(&f).is_empty());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.coeffs.is_empty()
    }

    /// The degree; None for the zero polynomial.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::from_i64(&f, &[1, 2, 3]), Poly::from_i64(&f, &[1, 2, -3]));
    /// assert_eq!((a.degree(), (&a + &b).degree()), (Some(2), Some(1)));
    /// assert_eq!((&a - &a).degree(), None);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn degree(&self) -> Option<usize> {
        self.len().checked_sub(1)
    }

    /// The coefficient of x^i, zero beyond the degree.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let a = Poly::from_i64(&Zn::new(97)?, &[4, 0, -1]);
    /// assert_eq!([0, 1, 2, 3].map(|i| a.coeff(i)), [4, 0, 96, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn coeff(&self, i: usize) -> R::Elem {
        if i < self.len() { self.ring.get(self.coeffs(), i) } else { self.ring.elem(0) }
    }

    /// The leading coefficient; None for the zero polynomial.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::from_i64(&f, &[1, 2, 3]).leading(), Some(3));
    /// assert_eq!(Poly::zero(&f).leading(), None);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn leading(&self) -> Option<R::Elem> {
        self.degree().map(|d| self.coeff(d))
    }

    /// All coefficients, constant term first.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Poly::from_i64(&f, &[1, 2, -1]);
    /// assert_eq!(f.words(a.coeffs()), [1, 2, 96]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn coeffs(&self) -> View<'_, R> {
        self.coeffs.view()
    }

    /// The vector of coefficients.
    ///
    /// ```
    /// # use polymod::{Poly, Ring, Zn};
    /// let f = Zn::new(97)?;
    /// let mut v = Poly::from_i64(&f, &[1, 2, 3]).into_coeffs();
    /// f.set(&mut v, 2, &0);
    /// assert_eq!(Poly::from_coeffs(&f, v).to_string(), "2*x + 1");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn into_coeffs(self) -> Coeffs<R> {
        self.coeffs
    }

    /// The coefficients one by one, constant term first.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let a = Poly::from_i64(&Zn::new(97)?, &[1, 2, 3]);
    /// assert_eq!(a.iter().sum::<u64>(), 6);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn iter(&self) -> Elements<'_, R> {
        Elements::new(&self.ring, self.coeffs())
    }

    /// Whether both are over the same ring.
    #[inline]
    pub(crate) fn same_ring(&self, other: &Self) -> Result<()> {
        ring::same_ring(&self.ring, &other.ring)
    }

    /// What `made` makes of the result of the ring's algorithm for short operands, or `otherwise`, where it has none for these, or it has no result, or a
    /// monitor or a raised token is to be heeded. Both are made in the caller's place: a value that comes from several branches would be copied as a whole, and the copy
    /// would wait for the stores of its words.
    #[inline(always)]
    pub(super) fn short_or<T>(
        &self,
        op: ShortOp,
        other: &Self,
        made: impl Fn(Self) -> T,
        otherwise: impl FnOnce() -> T,
    ) -> T {
        Self::short_of(&self.ring, op, [self.coeffs(), other.coeffs()], made, otherwise)
    }

    /// The same for vectors of coefficients.
    #[inline(always)]
    pub(super) fn short_of<T>(
        r: &R,
        op: ShortOp,
        [a, b]: [View<'_, R>; 2],
        made: impl Fn(Self) -> T,
        otherwise: impl FnOnce() -> T,
    ) -> T {
        let words = match r.short_words(op, a, b) {
            Some(words) if r.engine().is_quiet() => words,
            _ => return otherwise(),
        };
        if words > Block::MOST {
            return match Self::written(r, op, [a, b], r.engine().dirty(words)) {
                Ok(value) => made(value),
                Err(_) => otherwise(),
            };
        }
        // a block stays where it is: the move of what was just stored would wait
        let mut out = Block::new(words);
        match r.write_short(op, out.first_mut(words), a, b) {
            Ok(len) => made(Self::of_block(r, r.short_width(op, words, a, b), out, len)),
            // the general algorithm says what was met, and where
            Err(_) => otherwise(),
        }
    }

    /// [`short_or`](Self::short_or) for operations whose results may be made in registers.
    #[inline(always)]
    pub(super) fn few_or<T>(
        &self,
        op: ShortOp,
        other: &Self,
        made: impl Fn(Self) -> T,
        otherwise: impl FnOnce() -> T,
    ) -> T {
        let (r, a, b) = (&self.ring, self.coeffs(), other.coeffs());
        match r.few_words(op, a, b) {
            Some((words, len)) if r.engine().is_quiet() => made(Self::of_few(r, a.width.max(b.width), words, len)),
            _ => Self::short_of(r, op, [a, b], made, otherwise),
        }
    }

    /// The polynomial of these words, of which a coefficient has `width`, with `len` coefficients.
    #[inline(always)]
    pub(super) fn of_few(r: &R, width: usize, words: [u64; 4], len: usize) -> Self {
        let used = if width == 0 { len.div_ceil(64) } else { len * width };
        Poly { ring: r.clone(), coeffs: Coeffs::from_words(Buf::few(words, used), len, width) }
    }

    /// The result of an operation written to a buffer of as many words as it needs.
    #[inline(never)]
    fn written(r: &R, op: ShortOp, [a, b]: [View<'_, R>; 2], mut out: Buf) -> Result<Self> {
        let len = r.write_short(op, &mut out, a, b)?;
        Ok(Self::from_words(r, r.short_width(op, out.len(), a, b), (out, len)))
    }

    /// The one coefficient that an operation has as its result, or zero, where the ring has an algorithm for short operands as in [`short_or`](Self::short_or).
    #[inline]
    pub(super) fn short_element(&self, op: ShortOp, other: &Self) -> Option<Result<R::Elem>> {
        let (r, a, b) = (&self.ring, self.coeffs(), other.coeffs());
        let lowest = |words: &[u64], len, width| match len {
            0 => r.elem(0),
            _ => r.get(View::from_words(words, len, width), 0),
        };
        if let Some((words, len)) = r.few_words(op, a, b).filter(|_| r.engine().is_quiet()) {
            return Some(Ok(lowest(&words, len, a.width.max(b.width))));
        }
        let mut room = [0; 16];
        let words = r.short_words(op, a, b).filter(|_| r.engine().is_quiet())?;
        let out = room.get_mut(..words)?;
        Some(r.write_short(op, out, a, b).map(|len| lowest(out, len, r.short_width(op, words, a, b))))
    }

    /// Quotient and remainder by the ring's algorithm for short operands or by `otherwise`, as in [`short_or`](Self::short_or).
    #[inline(always)]
    pub(super) fn short_division_or(
        &self,
        other: &Self,
        otherwise: impl FnOnce() -> Result<(Self, Self)>,
    ) -> Result<(Self, Self)> {
        let (r, a, b) = (&self.ring, self.coeffs(), other.coeffs());
        let [q_words, rest_words] = match r.short_division_words(a, b) {
            Some(words) if r.engine().is_quiet() => words,
            _ => return otherwise(),
        };
        if q_words.max(rest_words) > Block::MOST {
            return self.divided(other, [q_words, rest_words].map(|words| r.engine().dirty(words)));
        }
        let (mut q, mut rest) = (Block::new(q_words), Block::new(rest_words));
        let [q_len, rest_len] = r.write_short_division([q.first_mut(q_words), rest.first_mut(rest_words)], a, b)?;
        Ok((Self::of_block(r, a.width, q, q_len), Self::of_block(r, a.width, rest, rest_len)))
    }

    /// What `made` makes of the greatest common divisor and its cofactors by the ring's algorithm for short operands, or `otherwise`, as in
    /// [`short_or`](Self::short_or).
    #[inline(always)]
    pub(super) fn short_bezout_or<T>(
        &self,
        other: &Self,
        made: impl FnOnce([Self; 3]) -> T,
        otherwise: impl FnOnce() -> T,
    ) -> T {
        let (r, a, b) = (&self.ring, self.coeffs(), other.coeffs());
        let [g_words, s_words, t_words] = match r.short_bezout_words(a, b) {
            Some(words) if r.engine().is_quiet() && words.iter().all(|&words| words <= Block::MOST) => words,
            _ => return otherwise(),
        };
        let (mut g, mut s, mut t) = (Block::new(g_words), Block::new(s_words), Block::new(t_words));
        let out = [g.first_mut(g_words), s.first_mut(s_words), t.first_mut(t_words)];
        match r.write_short_bezout(out, a, b) {
            Ok([g_len, s_len, t_len]) => {
                let of = |block, len| Self::of_block(r, a.width, block, len);
                made([of(g, g_len), of(s, s_len), of(t, t_len)])
            }
            Err(_) => otherwise(),
        }
    }

    /// Quotient and remainder written to buffers of as many words as they need.
    #[inline(never)]
    fn divided(&self, other: &Self, [mut q, mut rest]: [Buf; 2]) -> Result<(Self, Self)> {
        let out: [&mut [u64]; 2] = [&mut q, &mut rest];
        let [q_len, rest_len] = self.ring.write_short_division(out, self.coeffs(), other.coeffs())?;
        Ok((self.of_words(q, q_len), self.of_words(rest, rest_len)))
    }

    /// The polynomial over this one's ring with the first `len` coefficients in these words, in this one's layout.
    #[inline(always)]
    fn of_words(&self, words: Buf, len: usize) -> Self {
        Self::from_words(&self.ring, self.coeffs.width, (words, len))
    }

    /// The polynomial with the first `len` coefficients in a block, of `width` words each.
    #[inline(always)]
    pub(super) fn of_block(ring: &R, width: usize, words: Block, len: usize) -> Self {
        let used = if width == 0 { len.div_ceil(64) } else { len * width };
        Poly { ring: ring.clone(), coeffs: Coeffs::from_words(Buf::of_block(words, used), len, width) }
    }

    /// The polynomial with the first `len` coefficients in these words, of `width` words each.
    #[inline(always)]
    pub(super) fn from_words(ring: &R, width: usize, (mut words, len): (Buf, usize)) -> Self {
        let needed = if width == 0 { len.div_ceil(64) } else { len * width };
        // a length just written would have to reach the cache before the buffer is moved
        if needed < words.len() {
            words.truncate(needed);
        }
        Poly { ring: ring.clone(), coeffs: Coeffs::from_words(words, len, width) }
    }

    /// The zero polynomial in this one's layout.
    #[inline]
    pub(super) fn nothing(&self) -> Self {
        Self::of_few(&self.ring, self.coeffs.width, [0; 4], 0)
    }

    /// Tells the monitor that a computation of several steps begins, and which algorithm it takes.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub(crate) fn begins(&self, told: impl FnOnce() -> (String, &'static str), others: &[&Self]) -> Result<()> {
        self.ring.engine().enter(|cx| cx.begins(|| self.outline(told(), others)))
    }

    /// What the monitor is told.
    fn outline(&self, (what, way): (String, &'static str), others: &[&Self]) -> Decision {
        let lens: Vec<_> = [self].iter().chain(others).map(|p| p.len().to_string()).collect();
        let s = if lens.len() == 1 && self.len() == 1 { "" } else { "s" };
        Decision::only(format!("{what} over {}, {} coefficient{s}", self.ring.name(), lens.join(" by ")), way)
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

impl<R: Ring> Clone for Poly<R> {
    #[inline]
    fn clone(&self) -> Self {
        let Coeffs { words, len, width, .. } = &self.coeffs;
        let with = |words| Poly { ring: self.ring.clone(), coeffs: Coeffs::from_words(words, *len, *width) };
        words.copy_or(with, || with(words.clone()))
    }
}

impl<R: Ring> PartialEq for Poly<R> {
    fn eq(&self, other: &Self) -> bool {
        self.ring == other.ring && self.ring.same(self.coeffs(), other.coeffs())
    }
}

impl<R: Ring + Eq> Eq for Poly<R> {}

/// Equal polynomials have equal hashes: those of the ring and the coefficients, however these are stored. A ring's caches are no part of
/// them, so that polynomials are good keys; Clippy's `mutable_key_type`, which sees the caches, does not apply.
///
/// ```
/// use polymod::{Poly, Zn};
/// use std::collections::HashSet;
/// let f = Zn::new(97)?;
/// let found: HashSet<_> = [-1, 0, 96].map(|c| Poly::from_i64(&f, &[1, c])).into();
/// assert_eq!(found.len(), 2);
/// # Ok::<(), polymod::Error>(())
/// ```
impl<R: Ring + Hash> Hash for Poly<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ring.hash(state);
        ring::hash(&self.ring, self.coeffs(), state);
    }
}

/// The coefficients one by one, constant term first.
impl<'a, R: Ring> IntoIterator for &'a Poly<R> {
    type Item = R::Elem;
    type IntoIter = Elements<'a, R>;

    fn into_iter(self) -> Elements<'a, R> {
        self.iter()
    }
}

/// The polynomial with these coefficients, constant term first, over a ring of which there is one: Z, F_2.
///
/// ```
/// use polymod::{F2, Poly};
/// let a: Poly<F2> = [true, false, true].into_iter().collect();
/// assert_eq!(a.to_string(), "x^2 + 1");
/// ```
impl<R: Ring + Default> FromIterator<R::Elem> for Poly<R> {
    fn from_iter<I: IntoIterator<Item = R::Elem>>(coeffs: I) -> Self {
        Self::new(&R::default(), coeffs)
    }
}

/// The polynomial with these coefficients, constant term first, over a ring of which there is one: Z, F_2.
///
/// ```
/// use polymod::{F2, Poly};
/// assert_eq!(Poly::<F2>::from(vec![true, true]).to_string(), "x + 1");
/// ```
impl<R: Ring + Default> From<Vec<R::Elem>> for Poly<R> {
    fn from(coeffs: Vec<R::Elem>) -> Self {
        coeffs.into_iter().collect()
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
