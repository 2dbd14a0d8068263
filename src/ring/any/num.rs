//! Traits of the crate `num-traits` for elements.

use super::AnyElem;
use num_traits::ToPrimitive;

/// The integer that denotes the element, where it fits: the least non-negative residue, or bits as in text.
///
/// ```
/// use num_traits::ToPrimitive;
/// use polymod::{AnyRing, Poly, Zn};
/// let a = Poly::from_i64(&AnyRing::field(Zn::new(97)?), &[-1]);
/// assert_eq!((a.coeff(0).to_u64(), a.coeff(0).to_u8(), a.coeff(0).to_i8()), (Some(96), Some(96), Some(96)));
/// # Ok::<(), polymod::Error>(())
/// ```
impl ToPrimitive for AnyElem {
    fn to_i64(&self) -> Option<i64> {
        match self {
            AnyElem::Bit(bit) => Some(i64::from(*bit)),
            AnyElem::Word(word) => word.to_i64(),
            #[cfg(feature = "integers")]
            AnyElem::Integer(x) => x.to_i64(),
            AnyElem::Other(_) => None,
        }
    }

    fn to_u64(&self) -> Option<u64> {
        match self {
            AnyElem::Bit(bit) => Some(u64::from(*bit)),
            AnyElem::Word(word) => Some(*word),
            #[cfg(feature = "integers")]
            AnyElem::Integer(x) => x.to_u64(),
            AnyElem::Other(_) => None,
        }
    }

    fn to_i128(&self) -> Option<i128> {
        match self {
            #[cfg(feature = "integers")]
            AnyElem::Integer(x) => x.to_i128(),
            other => other.to_u64().map(i128::from),
        }
    }

    fn to_u128(&self) -> Option<u128> {
        match self {
            #[cfg(feature = "integers")]
            AnyElem::Integer(x) => x.to_u128(),
            other => other.to_u64().map(u128::from),
        }
    }

    fn to_f64(&self) -> Option<f64> {
        match self {
            #[cfg(feature = "integers")]
            AnyElem::Integer(x) => Some(x.to_f64()),
            other => other.to_u64().map(|x| x as f64),
        }
    }
}
