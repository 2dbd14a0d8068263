//! Integers of any type as elements of a ring.

use super::{Coeffs, Ring};

/// An integer of any type, as sign and limbs: the primitive types, and with the feature `integers` `rug::Integer`.
///
/// ```
/// use polymod::ring::ToLimbs;
/// let mut limbs = Vec::new();
/// assert!((-(1_i128 << 64)).to_limbs(&mut limbs));
/// assert_eq!(limbs, [0, 1]);
/// ```
pub trait ToLimbs {
    /// Appends the limbs of the magnitude, least significant first; returns whether the integer is negative.
    ///
    /// ```
    /// use polymod::ring::ToLimbs;
    /// let mut limbs = Vec::new();
    /// assert!(!(u128::from(u64::MAX) + 1).to_limbs(&mut limbs));
    /// assert_eq!(limbs, [0, 1]);
    /// ```
    fn to_limbs(&self, out: &mut Vec<u64>) -> bool;
}

impl<T: ToLimbs + ?Sized> ToLimbs for &T {
    fn to_limbs(&self, out: &mut Vec<u64>) -> bool {
        (**self).to_limbs(out)
    }
}

macro_rules! primitive { ($($signed:ty, $unsigned:ty;)*) => { $(
    impl ToLimbs for $unsigned {
        fn to_limbs(&self, out: &mut Vec<u64>) -> bool {
            let x = *self as u128;
            out.push(x as u64);
            if x >> 64 != 0 {
                out.push((x >> 64) as u64);
            }
            false
        }
    }

    impl ToLimbs for $signed {
        fn to_limbs(&self, out: &mut Vec<u64>) -> bool {
            self.unsigned_abs().to_limbs(out);
            *self < 0
        }
    }
)* } }
primitive! { i8, u8; i16, u16; i32, u32; i64, u64; i128, u128; isize, usize; }

#[cfg(feature = "integers")]
impl ToLimbs for rug::Integer {
    fn to_limbs(&self, out: &mut Vec<u64>) -> bool {
        out.extend_from_slice(self.as_limbs());
        *self < 0
    }
}

/// The vector of the images of these integers.
pub(crate) fn images<R: Ring, I: ToLimbs>(r: &R, ints: impl IntoIterator<Item = I>) -> Coeffs<R> {
    let (mut limbs, mut images, mut elements) = (Vec::new(), r.appender(), Vec::new());
    for x in ints {
        limbs.clear();
        let negative = x.to_limbs(&mut limbs);
        if r.names() {
            elements.push(r.image(negative, &limbs));
        } else {
            images.push_limbs(negative, &limbs).expect("an integer that is no name denotes its image");
        }
    }
    if r.names() { r.collect(&elements) } else { images.take() }
}

/// The image of an integer.
#[cfg(feature = "integers")]
pub(crate) fn integer_image<R: Ring>(r: &R, x: &rug::Integer) -> R::Elem {
    r.image(*x < 0, x.as_limbs())
}
