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
pub trait Euclid: Sized {
    /// Euclid's algorithm on short vectors without leading zeros, the first of them longer.
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
    fn add_linear(&self, x: &mut Coeffs<Self>, q: &[Self::Elem; 2], y: View<'_, Self>)
    where
        Self: Ring,
    {
        euclid::add_linear(self, x, q, y);
    }
    /// Degree below which half-GCD falls back to Euclid's algorithm.
    fn half_gcd_base(&self) -> usize
    where
        Self: Ring,
    {
        self.engine().costs().crossovers.half_gcd[2]
    }
}
