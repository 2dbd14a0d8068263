//! Square roots and roots of unity.

use super::Ring;
use crate::{Error, Result};

/// Roots of elements. The defaults are for rings without an algorithm for them.
///
/// ```
/// # use polymod::{Zn, ring::traits::*};
/// let f = Zn::new(97)?;
/// let i = f.sqrt(&96)?; // of −1
/// assert_eq!((f.mul(&i, &i), f.pow(&f.root_of_unity(4)?, 2)), (96, 96));
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Roots: Sized {
    /// A square root: the one with the smallest least non-negative residue, over Z the positive one.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.sqrt(&2)?, 14); // 14² = 2 + 2·97; the other root is 83
    /// assert!(f.sqrt(&5).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`] where `a` is no square; [`Error::NotInvertible`] where neither `a` nor 2 is a unit modulo a
    /// composite n; [`Error::Factors`] where the roots depend on the factors of a composite n of several words.
    fn sqrt(&self, _a: &Self::Elem) -> Result<Self::Elem>
    where
        Self: Ring,
    {
        Err(Error::Unsupported { operation: "a square root".into(), ring: self.name() })
    }
    /// The default root of unity for transforms of this order, the same element at each call: h^((q − 1)/order), q the
    /// number of elements, h the first of the elements denoted by 1, 2, 3, … (in F_(2^K) named, not images) for which
    /// that power has exactly this order. In a generalized Fermat field of radix r and k digits, for an order that 2k
    /// divides, it is a power of that one: the least whose (order/2k)-th power is r.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let w = f.root_of_unity(32)?;
    /// assert_eq!((f.pow(&w, 16), f.root_of_unity(5).is_err()), (96, true)); // 5 does not divide 96
    /// # Ok::<(), polymod::Error>(())
    /// ```
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
