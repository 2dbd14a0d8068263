//! Values at points, and polynomials given by their roots.

use super::Ring;
use crate::ring::{
    classical,
    vector::{Coeffs, View},
};

/// Operations with points by the definition; the defaults use single elements.
///
/// ```
/// # use polymod::{Zn, ring::traits::*};
/// let f = Zn::new(97)?;
/// let points = f.collect(&[1, 2, 3]);
/// let product = f.product_of_roots(points.view());
/// assert_eq!(f.words(f.horner_each(product.view(), points.view()).view()), [0, 0, 0]);
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Evaluation: Sized {
    /// `v[0]` + `v[1]`·x + `v[2]`·x² + …: the value at one point.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.horner(f.collect(&[1, 2, 3]).view(), &10), 30); // 321 modulo 97
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn horner(&self, v: View<'_, Self>, x: &Self::Elem) -> Self::Elem
    where
        Self: Ring,
    {
        classical::horner(self, v, x)
    }
    /// v(x + c) by an algorithm of the ring's own; `None` where it has none for this c and polynomials of this length.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let shifted = f.own_shift(f.collect(&[0, 0, 1]).view(), &3); // (x + 3)²
    /// assert!(shifted.is_none_or(|v| f.words(v.view()) == [9, 6, 1]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn own_shift(&self, _v: View<'_, Self>, _c: &Self::Elem) -> Option<Coeffs<Self>>
    where
        Self: Ring,
    {
        None
    }
    /// a(b) by an algorithm of the ring's own, for operands so short that it is the fastest on every machine; `None` for others, and for empty ones.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let composed = f.own_composition(f.collect(&[1, 0, 1]).view(), f.collect(&[0, 2]).view()); // 1 + (2x)²
    /// assert!(composed.is_none_or(|v| f.words(v.view()) == [1, 0, 4]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn own_composition(&self, _a: View<'_, Self>, _b: View<'_, Self>) -> Option<Coeffs<Self>>
    where
        Self: Ring,
    {
        None
    }
    /// The values at each of these points: (len v)·(len points) products of elements.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let values = f.horner_each(f.collect(&[1, 2, 3]).view(), f.collect(&[0, 1, 10]).view());
    /// assert_eq!(f.words(values.view()), [1, 6, 30]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn horner_each(&self, v: View<'_, Self>, points: View<'_, Self>) -> Coeffs<Self>
    where
        Self: Ring,
    {
        classical::horner_each(self, v, points)
    }
    /// The polynomial ∏(x − `points[i]`), leading coefficient included: n²/2 products of elements.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let product = f.product_of_roots(f.collect(&[2, 3]).view());
    /// assert_eq!(f.words(product.view()), [6, 92, 1]); // x² − 5x + 6
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn product_of_roots(&self, points: View<'_, Self>) -> Coeffs<Self>
    where
        Self: Ring,
    {
        classical::product_of_roots(self, points)
    }
    /// The numerator of Σ `weights[i]`/(x − `points[i]`): the sum over i of `weights[i]`·∏(x − `points[j]`) over j
    /// other than i. It has as many coefficients as there are points; 3n²/2 products of elements.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let sum = f.sum_of_fractions(f.collect(&[2, 3]).view(), f.collect(&[1, 1]).view());
    /// assert_eq!(f.words(sum.view()), [92, 2]); // (x − 3) + (x − 2)
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn sum_of_fractions(&self, points: View<'_, Self>, weights: View<'_, Self>) -> Coeffs<Self>
    where
        Self: Ring,
    {
        classical::sum_of_fractions(self, points, weights)
    }
}
