//! Coefficients one by one: iterators over vectors, and their hashes.

use super::{Ring, View};
use std::{
    hash::{Hash, Hasher},
    iter::FusedIterator,
    ops::Range,
};

/// The coefficients of a vector one by one, from either end.
///
/// ```
/// use polymod::{Poly, Zn};
/// let a = Poly::from_i64(&Zn::new(97)?, &[1, 2, 3]);
/// assert!(a.iter().rev().eq([3, 2, 1]));
/// assert_eq!(a.iter().len(), 3);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Elements<'a, R: Ring> {
    ring: &'a R,
    v: View<'a, R>,
    left: Range<usize>,
}

impl<'a, R: Ring> Elements<'a, R> {
    /// The coefficients of a vector over this ring.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, ring::Elements};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 3]);
    /// assert_eq!(Elements::new(&f, v.view()).sum::<u64>(), 6);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn new(ring: &'a R, v: View<'a, R>) -> Self {
        Elements { ring, v, left: 0..v.len() }
    }
}

impl<R: Ring> Iterator for Elements<'_, R> {
    type Item = R::Elem;

    #[inline]
    fn next(&mut self) -> Option<R::Elem> {
        self.left.next().map(|i| self.ring.get(self.v, i))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<R::Elem> {
        self.left.nth(n).map(|i| self.ring.get(self.v, i))
    }
}

impl<R: Ring> DoubleEndedIterator for Elements<'_, R> {
    #[inline]
    fn next_back(&mut self) -> Option<R::Elem> {
        self.left.next_back().map(|i| self.ring.get(self.v, i))
    }
}

impl<R: Ring> ExactSizeIterator for Elements<'_, R> {}

impl<R: Ring> FusedIterator for Elements<'_, R> {}

/// Feeds the length and the coefficients of a vector, as integers, to a hasher: equal vectors alike, however they are stored.
pub fn hash<R: Ring, H: Hasher>(r: &R, v: View<'_, R>, state: &mut H) {
    v.len().hash(state);
    if r.denominator(v).is_some() {
        // equal fractions, in lowest terms, have the same numerators and denominator
        let mut reduced = r.owned(v);
        r.trim(&mut reduced);
        r.denominator(reduced.view()).hash(state);
        return r.each_limbs(reduced.view(), &mut |negative, limbs| (negative, limbs).hash(state));
    }
    r.each_limbs(v, &mut |negative, limbs| (negative, limbs).hash(state));
}
