//! Square roots and roots of unity.

use super::Ring;
use crate::{Error, Result};

/// Roots of elements. The defaults are for rings without an algorithm for them.
pub trait Roots: Sized {
    /// A square root: the one with the smallest least non-negative residue, over Z the positive one.
    ///
    /// # Errors
    /// [`Error::NoSeries`] where `a` is no square; [`Error::NotInvertible`] where neither `a` nor 2 is a unit modulo a
    /// composite n; [`Error::Factors`] where the roots depend on the factors of a composite n of several words.
    fn sqrt(&self, _a: &Self::Elem) -> Result<Self::Elem>
    where
        Self: Ring,
    {
        Err(Error::Unsupported { operation: "a square root".into(), ring: self.name() })
    }
    /// The default root of unity for transforms of this order: h^((q − 1)/order), q the number of elements, h the least
    /// positive integer for which that power has exactly this order.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where the ring is not finite; [`Error::Modulus`] where it is no field; [`Error::NoRoot`]
    /// where `order` does not divide q − 1.
    fn root_of_unity(&self, order: u64) -> Result<Self::Elem>
    where
        Self: Ring,
    {
        Err(Error::Unsupported { operation: format!("a default root of unity of order {order}"), ring: self.name() })
    }
}
