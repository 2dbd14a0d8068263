//! Vectors of coefficients, in a layout that the ring defines.

use crate::{scratch::Buf, tested, words::reverse_to};
use std::{fmt, marker::PhantomData, ops::Range};

/// Coefficients of `R` as 64-bit words, in the layout that `R` defines; only `R` reads the words.
///
/// ```
/// # use polymod::{Ring, Zn};
/// let f = Zn::new(97)?;
/// let v = f.collect(&[1, 2, 3]);
/// assert_eq!((v.len(), f.get(v.view(), 1)), (3, 2));
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct Coeffs<R> {
    pub(crate) words: Buf,
    pub(crate) len: usize,
    /// Number of words of a coefficient; 0 for bits.
    pub(crate) width: usize,
    tag: PhantomData<fn() -> R>,
}

/// A borrowed run of coefficients, starting at any index. Coefficients beyond its end count as zeros.
///
/// ```
/// # use polymod::{Ring, Zn};
/// let f = Zn::new(97)?;
/// let v = f.collect(&[1, 2, 3, 4]);
/// assert_eq!(f.words(v.slice(1..3)), [2, 3]);
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct View<'a, R> {
    pub(crate) words: &'a [u64],
    pub(crate) start: usize,
    pub(crate) len: usize,
    pub(crate) width: usize,
    tag: PhantomData<fn() -> R>,
}

impl<R> Clone for View<'_, R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for View<'_, R> {}

impl<R> Clone for Coeffs<R> {
    #[inline]
    fn clone(&self) -> Self {
        Coeffs { words: self.words.clone(), ..*self }
    }
}

impl<R> fmt::Debug for Coeffs<R> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Coeffs(len {}, width {}, {:x?})", self.len, self.width, &self.words[..])
    }
}

impl<R> fmt::Debug for View<'_, R> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "View(len {}, width {}, {:x?})", self.len, self.width, self.words())
    }
}

impl<R> Coeffs<R> {
    tested! {
        #[inline]
        pub(crate) fn from_words(words: Buf, len: usize, width: usize) -> Self {
            Coeffs { words, len, width, tag: PhantomData }
        }
    }

    /// The same words as coefficients of another ring with the same layout.
    #[inline]
    pub(crate) fn into_cast<S>(self) -> Coeffs<S> {
        Coeffs { words: self.words, len: self.len, width: self.width, tag: PhantomData }
    }

    /// The vector; one without memory is left in its place.
    #[inline]
    pub(crate) fn take(&mut self) -> Self {
        std::mem::replace(self, Coeffs::from_words(Buf::empty(), 0, 0))
    }

    /// Number of coefficients.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// assert_eq!(Zn::new(97)?.zeros(5).len(), 5);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Number of 64-bit words a coefficient; 0 where coefficients are single bits.
    ///
    /// ```
    /// # use polymod::{F2, Ring, Zn};
    /// assert_eq!((Zn::new(97)?.zeros(5).width(), F2::new().zeros(5).width()), (1, 0));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The words of all coefficients, in the ring's layout.
    ///
    /// ```
    /// # use polymod::{F2, Ring};
    /// let v = F2::new().collect(&[true, false, true]);
    /// assert_eq!(v.words(), [0b101]);
    /// ```
    #[must_use]
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether there is none.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// assert!(Zn::new(97)?.zeros(0).is_empty());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A view of all coefficients.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 3]);
    /// assert_eq!(f.words(v.view()), [1, 2, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn view(&self) -> View<'_, R> {
        View { words: &self.words, start: 0, len: self.len, width: self.width, tag: PhantomData }
    }

    /// A view of the coefficients in `range`, as far as they exist.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 3]);
    /// assert_eq!(f.words(v.slice(1..10)), [2, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn slice(&self, range: Range<usize>) -> View<'_, R> {
        self.view().slice(range)
    }

    /// Number of bytes of the words in use.
    ///
    /// ```
    /// # use polymod::{F2, Ring, Zn};
    /// assert_eq!((Zn::new(97)?.zeros(65).bytes(), F2::new().zeros(65).bytes()), (520, 16));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> usize {
        8 * self.words.len()
    }
}

impl<'a, R> View<'a, R> {
    /// `len` coefficients of `width` words each, or bits where the width is 0, in the ring's layout.
    ///
    /// ```
    /// # use polymod::{F2, Zn, ring::{View, traits::*}};
    /// let (f, g) = (Zn::new(97)?, F2::new());
    /// assert_eq!(f.dot(View::from_words(&[1, 2], 2, 1), View::from_words(&[3, 4], 2, 1)), 11);
    /// assert_eq!(g.nonzero(View::from_words(&[0b1011], 3, 0)), 2); // of the bits 1, 1, 0
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// When there are fewer words.
    #[must_use]
    #[inline]
    pub fn from_words(words: &'a [u64], len: usize, width: usize) -> Self {
        let needed = if width == 0 { Some(len.div_ceil(64)) } else { len.checked_mul(width) };
        assert!(needed.is_some_and(|n| n <= words.len()), "{len} coefficients of {width} words in {}", words.len());
        View { words, start: 0, len, width, tag: PhantomData }
    }

    /// The same words as coefficients of another ring with the same layout.
    #[inline]
    pub(crate) fn cast<S>(self) -> View<'a, S> {
        View { words: self.words, start: self.start, len: self.len, width: self.width, tag: PhantomData }
    }

    /// Length without the last rows that are zero, for layouts with a row of words for each coefficient.
    #[cfg(feature = "integers")]
    pub(super) fn trimmed_rows(self) -> usize {
        self.words().iter().rposition(|&x| x != 0).map_or(0, |i| i / self.width + 1)
    }

    /// The rows in reverse order, for layouts with a row of words for each coefficient.
    pub(super) fn reversed_rows(self, engine: &crate::engine::Engine) -> Coeffs<R> {
        let mut words = engine.dirty(self.words().len());
        if self.width == 1 {
            reverse_to(&mut words, self.words());
        } else {
            let rows = self.words().rchunks_exact(self.width);
            words.chunks_exact_mut(self.width).zip(rows).for_each(|(out, x)| out.copy_from_slice(x));
        }
        Coeffs::from_words(words, self.len, self.width)
    }

    /// The words of the run: [`width`](Self::width) words a coefficient, none where coefficients share words.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// let v = Zn::new(97)?.collect(&[1, 2, 3]);
    /// assert_eq!(v.view().from(1).words(), [2, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn words(self) -> &'a [u64] {
        &self.words[self.start * self.width..(self.start + self.len) * self.width]
    }

    /// Number of bytes that `len` coefficients take in this layout.
    ///
    /// ```
    /// # use polymod::{F2, Ring, Zn};
    /// assert_eq!(Zn::new(97)?.zeros(0).view().bytes_for(10.0), 80.0);
    /// assert_eq!(F2::new().zeros(0).view().bytes_for(16.0), 2.0);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn bytes_for(self, len: f64) -> f64 {
        if self.width == 0 { len / 8.0 } else { 8.0 * self.width as f64 * len }
    }

    /// Number of 64-bit words a coefficient; 0 where coefficients are single bits.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// assert_eq!(Zn::new(97)?.zeros(5).view().width(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn width(self) -> usize {
        self.width
    }

    /// Number of coefficients.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// assert_eq!(Zn::new(97)?.zeros(5).slice(2..9).len(), 3);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        self.len
    }

    /// Whether there are no coefficients.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// assert!(Zn::new(97)?.zeros(5).slice(5..9).is_empty());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The coefficients in `range`, as far as they exist.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// let v = Zn::new(97)?.collect(&[1, 2, 3, 4]);
    /// assert_eq!(v.view().slice(1..9).slice(1..2).words(), [3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn slice(self, range: Range<usize>) -> View<'a, R> {
        let (start, end) = (range.start.min(self.len), range.end.min(self.len));
        View { start: self.start + start, len: end.saturating_sub(start), ..self }
    }

    /// The first `n` coefficients.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// let v = Zn::new(97)?.collect(&[1, 2, 3, 4]);
    /// assert_eq!((v.view().low(2).words(), v.view().low(9).len()), (&[1, 2][..], 4));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn low(self, n: usize) -> View<'a, R> {
        self.slice(0..n)
    }

    /// All coefficients from index `n` on.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// let v = Zn::new(97)?.collect(&[1, 2, 3, 4]);
    /// assert_eq!((v.view().from(2).words(), v.view().from(9).len()), (&[3, 4][..], 0));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn from(self, n: usize) -> View<'a, R> {
        self.slice(n..usize::MAX)
    }
}
