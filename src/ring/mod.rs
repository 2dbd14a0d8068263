//! Coefficient rings as values: each defines the layout of its coefficient vectors and the arithmetic on them.

use crate::{Error, Result};

mod any;
pub(crate) mod blocks;
mod candidates;
pub(crate) mod classical;
mod direct;
#[cfg(feature = "integers")]
mod element_blocks;
mod elements;
pub(crate) mod euclid;
mod f2;
#[cfg(feature = "integers")]
mod fermat;
mod finite;
mod gf2k;
pub(crate) mod grid;
pub(crate) mod hessenberg;
#[cfg(feature = "integers")]
mod integers;
mod ints;
#[cfg(any(test, feature = "testing"))]
pub mod laws;
#[cfg(feature = "integers")]
pub(crate) mod limbs;
#[cfg(feature = "integers")]
mod named;
mod packed;
pub(crate) mod pivots;
pub(crate) mod powers;
pub(crate) mod product;
#[cfg(feature = "integers")]
mod quotient;
mod random;
#[cfg(feature = "integers")]
mod rationals;
mod roots;
#[cfg(feature = "serde")]
pub(crate) mod serde;
mod shape;
mod shift;
mod sqrt;
pub mod traits;
mod vector;
mod zn;
#[cfg(feature = "integers")]
mod zn_big;

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
pub(crate) use integers::{ExactDivisor, WordContent, to_integer, word_gcd, word_magnitude};
#[cfg(feature = "integers")]
pub use integers::{Integers, ZPlan, multiply_integers};
pub use ints::ToLimbs;
pub(crate) use ints::images;
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

/// Appends a word in decimal, without `core::fmt`.
fn write_word(mut x: u64, out: &mut String) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (x % 10) as u8;
        x /= 10;
        if x == 0 {
            break;
        }
    }
    out.extend(digits[first..].iter().map(|&d| char::from(d)));
}
