//! Determinants of many matrices at once.

use super::Ring;
use crate::{
    Result,
    engine::Context,
    ring::{
        classical,
        vector::{Coeffs, View},
    },
};

/// Determinants of many small matrices; the defaults eliminate one after the other.
pub trait Determinants: Ring {
    /// The determinants of n×n matrices, one for each index of the entries' vectors; `entries` lists the entries row by
    /// row, all vectors are equally long. Gaussian elimination, n³/3 products a determinant.
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) where an element that is not zero is no unit; [`Error::Cancelled`](crate::Error::Cancelled).
    fn determinants(&self, n: usize, entries: &[View<'_, Self>], cx: Context<'_>) -> Result<Coeffs<Self>> {
        classical::determinants(self, n, entries, cx)
    }
    /// Predicted nanoseconds of one n×n determinant.
    fn determinant_ns(&self, n: usize, cx: Context<'_>) -> f64 {
        let costs = cx.engine().costs();
        (n * n * n) as f64 * (costs.word_mul + costs.word_reduce) * self.zeros(0).width.max(1) as f64
    }
}
