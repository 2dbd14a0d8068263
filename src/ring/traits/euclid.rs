//! Euclid's algorithm on short vectors.

use super::Ring;
use crate::{
    Result,
    ring::{
        euclid::{self, Division, Remainders, Wanted},
        vector::{Coeffs, View},
    },
};

/// Steps of Euclid's algorithm; the defaults use single elements.
///
/// ```
/// # use polymod::{Zn, ring::{Wanted, traits::*}};
/// # let f = Zn::new(97)?;
/// let (a, b) = (f.collect(&[96, 0, 1]), f.collect(&[1, 1])); // x² − 1 and x + 1
/// let wanted = Wanted { stop: 0, remainders: true, matrix: false };
/// let end = f.euclid([a.view(), b.view()], wanted, None)?;
/// assert_eq!(f.words(end.pair[0].view()), [1, 1]); // their greatest common divisor
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Euclid: Sized {
    /// Euclid's algorithm on short vectors without leading zeros, the first of them longer. Remainders are those of the
    /// definition times a unit, which depends on the ring's algorithm and which the log tells.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Wanted, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let (a, b, mut log) = (f.collect(&[0, 0, 1]), f.collect(&[1, 1]), Vec::new()); // x² and x + 1
    /// let wanted = Wanted { stop: 1, remainders: true, matrix: true };
    /// let end = f.euclid([a.view(), b.view()], wanted, Some(&mut log))?;
    /// // a constant, after one quotient, of degree 1
    /// assert_eq!((end.pair[1].len(), end.matrix.degree(), log[0].gap), (1, 1, 1));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) where a leading coefficient is no unit.
    fn euclid(
        &self,
        pair: [View<'_, Self>; 2],
        wanted: Wanted,
        log: Option<&mut Vec<Division<Self::Elem>>>,
    ) -> Result<Remainders<Self>>
    where
        Self: Ring,
    {
        euclid::classical(self, pair, wanted, log)
    }
    /// x += (q0 + q1·X)·y, truncated to the length of x.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut x = f.collect(&[1, 1, 1]);
    /// f.add_linear(&mut x, &[2, 3], f.collect(&[1, 1]).view()); // + (2 + 3x)(1 + x)
    /// assert_eq!(f.words(x.view()), [3, 6, 4]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn add_linear(&self, x: &mut Coeffs<Self>, q: &[Self::Elem; 2], y: View<'_, Self>)
    where
        Self: Ring,
    {
        euclid::add_linear(self, x, q, y);
    }
    /// Degree below which half-GCD falls back to Euclid's algorithm.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// assert!(f.half_gcd_base() > 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn half_gcd_base(&self) -> usize
    where
        Self: Ring,
    {
        self.engine().costs().crossovers.half_gcd[2]
    }
}
