//! Coefficient rings as values: each defines the layout of its coefficient vectors and the arithmetic on them.

#[cfg(feature = "integers")]
pub(crate) use crate::limbs;
use crate::{Error, Result};

mod any;
pub(crate) mod blocks;
mod candidates;
#[cfg(not(feature = "testing"))]
pub(crate) mod classical;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod classical;
mod direct;
#[cfg(feature = "integers")]
pub(crate) mod divisors;
#[cfg(feature = "integers")]
mod element_blocks;
#[cfg(not(feature = "testing"))]
mod elements;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod elements;
#[cfg(not(feature = "testing"))]
pub(crate) mod euclid;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod euclid;
#[cfg(not(feature = "testing"))]
mod f2;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod f2;
#[cfg(feature = "integers")]
mod fermat;
#[cfg(not(feature = "testing"))]
mod finite;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod finite;
mod gf2k;
pub(crate) mod grid;
pub(crate) mod hessenberg;
#[cfg(all(feature = "integers", not(feature = "testing")))]
mod integers;
#[cfg(all(feature = "integers", feature = "testing"))]
#[doc(hidden)]
pub mod integers;
mod ints;
#[cfg(feature = "testing")]
pub mod laws;
#[cfg(feature = "integers")]
mod named;
mod packed;
pub(crate) mod pivots;
#[cfg(not(feature = "testing"))]
pub(crate) mod powers;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod powers;
#[cfg(not(feature = "testing"))]
pub(crate) mod product;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod product;
#[cfg(all(feature = "integers", not(feature = "testing")))]
mod quotient;
#[cfg(all(feature = "integers", feature = "testing"))]
#[doc(hidden)]
pub mod quotient;
mod random;
#[cfg(all(feature = "integers", not(feature = "testing")))]
mod rationals;
#[cfg(all(feature = "integers", feature = "testing"))]
#[doc(hidden)]
pub mod rationals;
mod roots;
#[cfg(feature = "serde")]
pub(crate) mod serde;
mod shape;
#[cfg(not(feature = "testing"))]
mod sqrt;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod sqrt;
pub mod traits;
mod vector;
#[cfg(not(feature = "testing"))]
mod zn;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod zn;
#[cfg(all(feature = "integers", not(feature = "testing")))]
mod zn_big;
#[cfg(all(feature = "integers", feature = "testing"))]
#[doc(hidden)]
pub mod zn_big;

pub use any::{AnyElem, AnyElement, AnyPlan, AnyRing, OtherElement};
pub use blocks::{Block, Elimination, Gather, Place};
pub use candidates::{Candidate, Candidates, Choices};
pub use direct::Direct;
pub use elements::Elements;
pub(crate) use elements::hash;
pub use euclid::{Division, Remainders, Transition, Wanted};
pub use f2::{F2, F2Plan};
#[cfg(feature = "integers")]
pub use fermat::{DigitConvolution, FermatPlan, FieldProduct, GeneralizedFermat, WideDigit};
pub use finite::{Cardinality, FiniteField};
pub use gf2k::Gf2k;
pub use grid::{Grid, GridShape, MatrixAlgorithm};
#[cfg(feature = "integers")]
pub use integers::{Integers, ZPlan, multiply_integers};
#[cfg(feature = "integers")]
pub(crate) use integers::{to_integer, word_magnitude};
pub use ints::ToLimbs;
pub(crate) use ints::images;
#[cfg(feature = "integers")]
pub(crate) use ints::integer_image;
#[cfg(feature = "integers")]
pub use named::NamedField;
pub(crate) use powers::{power, power_by_windows};
pub use product::{ProductAlgorithm, ProductShape};
#[cfg(feature = "integers")]
pub use quotient::{Base, GF, Quotient, QuotientElem};
pub use random::uniform;
pub(crate) use random::{uniform_vector, vector as random_vector};
#[cfg(feature = "integers")]
pub use rationals::Rationals;
pub use roots::{OwnDft, principal_root};
pub use shape::{ConvShape, Size, Window};
use traits::Appended;
#[cfg(feature = "integers")]
pub(crate) use traits::not_applicable;
pub use traits::{
    Appender, AtPoints, Blocks, Codec, Convolve, Determinants, Dfts, Euclid, Evaluation, Products, Quotients, Ring,
    Roots, Short, ShortDivisor, ShortOp, Vectors,
};
pub use vector::{Coeffs, View};
#[cfg(feature = "integers")]
pub(crate) use zn::{Part, RightOperand, short_gcd};
pub use zn::{Zn, ZnPlan};
#[cfg(feature = "integers")]
pub use zn_big::ZnBig;

/// An error for rings that differ.
#[inline]
pub(crate) fn same_ring<R: Ring>(left: &R, right: &R) -> Result<()> {
    if left == right { Ok(()) } else { Err(rings_differ(left, right)) }
}

/// The error that names both rings.
#[cold]
#[inline(never)]
fn rings_differ<R: Ring>(left: &R, right: &R) -> Error {
    Error::RingsDiffer { left: left.name(), right: right.name() }
}

/// The error for bytes that are no decimal digits.
#[cold]
fn no_digits(text: &[u8]) -> Error {
    let at = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(0);
    let found = text[at..].first().map_or("the end".into(), |byte| format!("the byte {:?}", char::from(*byte)));
    Error::Parse { line: 1, column: at as u64 + 1, expected: "decimal digits".into(), found }
}

/// Divides the last coefficient of a vector by an integer with these decimal digits.
///
/// # Errors
/// [`Error::NotInvertible`] for 0.
pub(crate) fn divide_last<R: Ring>(r: &R, v: &mut Coeffs<R>, digits: &[u8]) -> Result<()> {
    let Some(last) = v.len().checked_sub(1) else { return Ok(()) };
    let quotient = r.quotient(&r.get(v.view(), last), &r.elem_from_decimal(false, digits)?)?;
    r.set(v, last, &quotient);
    Ok(())
}
