//! The product of many polynomials of any lengths.
//!
//! The two smallest polynomials are multiplied until only one remains, as in Huffman's construction (1952, "A method for the
//! construction of minimum-redundancy codes"): the tree is balanced for factors of similar length, and a long factor is used
//! once, at the end.

use super::Poly;
use crate::{
    Result,
    ring::{Convolve, Size},
};
use std::{cmp::Reverse, collections::BinaryHeap};

impl<R: Convolve> Poly<R> {
    /// The product of all factors; 1 for an empty list.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let factors: Vec<_> = (1..=3).map(|i| Poly::from_i64(&f, &[-i, 1])).collect();
    /// assert_eq!(Poly::product(&f, &factors)?, Poly::from_i64(&f, &[-6, 11, -6, 1]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`](crate::Error::RingsDiffer); [`Error::TooLarge`](crate::Error::TooLarge);
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn product(ring: &R, factors: &[Self]) -> Result<Self> {
        let one = Self::one(ring);
        factors.iter().try_for_each(|f| one.same_ring(f))?;
        if factors.iter().any(Self::is_empty) {
            return Ok(Self::zero(ring));
        }
        if let [first, rest @ ..] = factors {
            first.begins(|| (format!("product of {} polynomials", rest.len() + 1), "smallest-first"), &[])?;
        }
        let words = |p: &Self| {
            let Size { len, bits } = ring.size(p.coeffs());
            len as u64 * u64::from(bits / 64 + 1)
        };
        let mut products: Vec<Option<Self>> = factors.iter().cloned().map(Some).collect();
        // ties go by position, so that products of one generation are paired
        let mut smallest: BinaryHeap<_> = factors.iter().enumerate().map(|(i, p)| Reverse((words(p), i))).collect();
        while let (Some(Reverse((_, i))), Some(Reverse((_, j)))) = (smallest.pop(), smallest.pop()) {
            let (Some(a), Some(b)) = (products[i].take(), products[j].take()) else { continue };
            let product = a.checked_mul(&b)?;
            smallest.push(Reverse((words(&product), products.len())));
            products.push(Some(product));
        }
        Ok(products.pop().flatten().unwrap_or(one))
    }
}
