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
///
/// ```
/// # use polymod::{Zn, ring::traits::*};
/// let f = Zn::new(97)?;
/// let rows: Vec<_> = [[1, 5], [2, 6], [3, 7], [4, 8]].iter().map(|v| f.collect(v)).collect();
/// let entries: Vec<_> = rows.iter().map(|v| v.view()).collect(); // of 1 2; 3 4 and of 5 6; 7 8
/// let both = f.engine().enter(|cx| f.determinants(2, &entries, cx))?;
/// assert_eq!(f.words(both.view()), [95, 95]); // −2 and −2
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Determinants: Ring {
    /// The determinants of n×n matrices, one for each index of the entries' vectors; `entries` lists the entries row by
    /// row, all vectors are equally long. Gaussian elimination, n³/3 products a determinant.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let (a, b, c, d) = (f.collect(&[1, 2]), f.collect(&[0, 5]), f.collect(&[0, 1]), f.collect(&[1, 3]));
    /// let found = f.engine().enter(|cx| f.determinants(2, &[a.view(), b.view(), c.view(), d.view()], cx))?;
    /// assert_eq!(f.words(found.view()), [1, 1]); // 1·1 − 0·0 and 2·3 − 5·1
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) where an element that is not zero is no unit; [`Error::Cancelled`](crate::Error::Cancelled).
    fn determinants(&self, n: usize, entries: &[View<'_, Self>], cx: Context<'_>) -> Result<Coeffs<Self>> {
        classical::determinants(self, n, entries, cx)
    }
    /// Predicted nanoseconds of one n×n determinant.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let [few, many] = f.engine().enter(|cx| [2, 20].map(|n| f.determinant_ns(n, cx)));
    /// assert!(0.0 < few && few < many);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn determinant_ns(&self, n: usize, cx: Context<'_>) -> f64 {
        let costs = cx.engine().costs();
        (n * n * n) as f64 * (costs.word_mul + costs.word_reduce) * self.zeros(0).width.max(1) as f64
    }
}
