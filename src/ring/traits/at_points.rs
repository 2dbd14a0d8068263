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
///
/// ```
/// # use polymod::{Error, Zn, ring::{Grid, GridShape, traits::*}};
/// # let f = Zn::new(97)?;
/// let v = f.collect(&[1, 2]);
/// let a = Grid { rows: 1, columns: 1, entries: vec![v.view()] };
/// let shape = GridShape { dims: [1; 3], a: a.size(&f), b: a.size(&f), window: 0..3, entries_ns: 1.0 };
/// f.engine().enter(|cx| match (f.own_matrix_cost(&shape, cx), f.own_matrix_product(&a, &a, &shape, cx)) {
///     (Some(_), Ok(product)) => assert_eq!(f.words(product[0].view()), [1, 4, 4]), // (1 + 2x)²
///     (cost, product) => assert!(cost.is_none() && matches!(product, Err(Error::Unsupported { .. }))),
/// });
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait AtPoints: Ring {
    /// Predicted nanoseconds and bytes of [`own_matrix_product`](Self::own_matrix_product), where the ring has an
    /// algorithm of its own for this shape.
    ///
    /// ```
    /// # use polymod::{F2, ring::{Grid, GridShape, traits::*}};
    /// # let f = F2::new();
    /// let v = f.from_words(&[0b11; 40], 64 * 40);
    /// let a = Grid { rows: 8, columns: 8, entries: vec![v.view(); 64] };
    /// let shape = GridShape { dims: [8; 3], a: a.size(&f), b: a.size(&f), window: 0..10, entries_ns: 1.0 };
    /// f.engine().enter(|cx| assert!(f.own_matrix_cost(&shape, cx).is_none_or(|(ns, _)| ns > 0.0)));
    /// ```
    fn own_matrix_cost(&self, _shape: &GridShape, _cx: Context<'_>) -> Option<(f64, u64)> {
        None
    }
    /// The coefficients in the shape's window of every entry of a·b, by an algorithm that only this ring has.
    ///
    /// ```
    /// # use polymod::{Error, Zn, ring::{Grid, GridShape, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2]);
    /// let a = Grid { rows: 1, columns: 1, entries: vec![v.view()] };
    /// let shape = GridShape { dims: [1; 3], a: a.size(&f), b: a.size(&f), window: 1..2, entries_ns: 1.0 };
    /// match f.engine().enter(|cx| f.own_matrix_product(&a, &a, &shape, cx)) {
    ///     Ok(entries) => assert_eq!(f.words(entries[0].view()), [4]), // (1 + 2x)² = 1 + 4x + 4x²
    ///     Err(e) => assert!(matches!(e, Error::Unsupported { .. })),
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
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
