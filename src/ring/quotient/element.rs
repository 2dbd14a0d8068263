//! Single elements: their words, products and inverses.

use super::{Base, Quotient};
use crate::{
    ring::{AnyElement, Coeffs, View},
    tested,
};

/// An element of a [`Quotient`]: the words of its row of coefficients.
///
/// ```
/// use polymod::{Quotient, Zn};
/// let f = Quotient::modulo(&Zn::new(5)?, &[2, 0, 1])?;
/// let x = f.element(&[1, 2]);
/// assert_eq!((f.coefficients(&x), x.words()), (vec![1, 2], &[1, 2][..]));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct QuotientElem(Box<[u64]>);

impl QuotientElem {
    pub(super) fn of_words(words: &[u64]) -> Self {
        QuotientElem(words.into())
    }

    pub(super) fn zero(width: usize) -> Self {
        QuotientElem(vec![0; width].into())
    }

    /// The words of the coefficients, in the base ring's layout.
    ///
    /// ```
    /// # use polymod::{F2, Quotient};
    /// let f = Quotient::modulo(&F2::new(), &[true, true, true])?; // t² + t + 1
    /// assert_eq!(f.element(&[false, true]).words(), [2]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.0
    }
}

impl QuotientElem {
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

impl AnyElement for QuotientElem {}

impl<B: Base> Quotient<B> {
    tested! {
        /// The coefficients of an element.
        pub(super) fn row<'a>(&self, x: &'a QuotientElem) -> View<'a, B> {
            View::from_words(x.words(), self.degree(), self.modulus().width)
        }
    }

    tested! {
        /// The element with these coefficients, at most as many as the degree of F.
        pub(super) fn kept(&self, mut row: Coeffs<B>) -> QuotientElem {
            self.quiet().resize(&mut row, self.pitch());
            QuotientElem::of_words(&row.words)
        }
    }

    pub(super) fn constant(&self, c: &B::Elem) -> QuotientElem {
        self.kept(self.quiet().collect(std::slice::from_ref(c)))
    }

    tested! {
        /// a·b modulo F, for coefficients of two elements; empty ones are 0.
        pub(super) fn product(&self, a: View<'_, B>, b: View<'_, B>) -> Coeffs<B> {
            let r = self.quiet();
            let [a, b] = [a, b].map(|v| v.low(r.trimmed_len(v)));
            if a.is_empty() || b.is_empty() {
                return r.zeros(0);
            }
            let all = 0..a.len() + b.len() - 1;
            let wide = r.engine().enter(|cx| r.mul_window(a, b, all, cx)).unwrap_or_else(|_| self.by_rows(a, b));
            self.reduced(wide.view())
        }
    }

    /// The product by multiples of b, which nothing cancels.
    pub(super) fn by_rows(&self, a: View<'_, B>, b: View<'_, B>) -> Coeffs<B> {
        let r = self.quiet();
        let mut product = r.zeros(a.len() + b.len() - 1);
        for i in 0..a.len() {
            let mut row = r.owned(b);
            r.scale(&mut row, &r.get(a, i));
            r.add_at(&mut product, i, row.view());
        }
        product
    }
}
