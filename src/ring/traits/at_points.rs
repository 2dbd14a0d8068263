//! Products of matrices of polynomials by algorithms that only one ring has.

use super::Ring;
use crate::{
    Error, Result,
    engine::Context,
    ring::{
        grid::{Grid, GridShape},
        vector::Coeffs,
    },
};

/// A product of matrices of polynomials at points. The defaults are for rings without an algorithm of their own.
pub trait AtPoints: Ring {
    /// Predicted nanoseconds and bytes of [`own_matrix_product`](Self::own_matrix_product), where the ring has an
    /// algorithm of its own for this shape.
    fn own_matrix_cost(&self, _shape: &GridShape, _cx: Context<'_>) -> Option<(f64, u64)> {
        None
    }
    /// The coefficients in the shape's window of every entry of a·b, by an algorithm that only this ring has.
    ///
    /// # Errors
    /// [`Error::Unsupported`] without such an algorithm; [`Error::TooLarge`]; [`Error::Cancelled`].
    fn own_matrix_product(
        &self,
        _a: &Grid<'_, Self>,
        _b: &Grid<'_, Self>,
        _shape: &GridShape,
        _cx: Context<'_>,
    ) -> Result<Vec<Coeffs<Self>>> {
        Err(Error::Unsupported { operation: "a product of matrices at points".into(), ring: self.name() })
    }
}
