//! Values at points, and polynomials given by their roots.

use super::Ring;
use crate::ring::{
    classical,
    vector::{Coeffs, View},
};

/// Operations with points by the definition; the defaults use single elements.
pub trait Evaluation: Sized {
    /// `v[0]` + `v[1]`·x + `v[2]`·x² + …: the value at one point.
    fn horner(&self, v: View<'_, Self>, x: &Self::Elem) -> Self::Elem
    where
        Self: Ring,
    {
        classical::horner(self, v, x)
    }
    /// The values at each of these points: (len v)·(len points) products of elements.
    fn horner_each(&self, v: View<'_, Self>, points: View<'_, Self>) -> Coeffs<Self>
    where
        Self: Ring,
    {
        classical::horner_each(self, v, points)
    }
    /// The polynomial ∏(x − `points[i]`), leading coefficient included: n²/2 products of elements.
    fn product_of_roots(&self, points: View<'_, Self>) -> Coeffs<Self>
    where
        Self: Ring,
    {
        classical::product_of_roots(self, points)
    }
    /// The numerator of Σ `weights[i]`/(x − `points[i]`): the sum over i of `weights[i]`·∏(x − `points[j]`) over j
    /// other than i. It has as many coefficients as there are points; 3n²/2 products of elements.
    fn sum_of_fractions(&self, points: View<'_, Self>, weights: View<'_, Self>) -> Coeffs<Self>
    where
        Self: Ring,
    {
        classical::sum_of_fractions(self, points, weights)
    }
}
