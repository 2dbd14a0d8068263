//! Random elements.

use super::{Coeffs, Ring};
use crate::{Error, Result, random::Distribution};
use rand_core::Rng;

/// The uniform distribution of a finite ring's elements, given by the integers that denote them; None over Z.
///
/// ```
/// use polymod::{Gf2k, Distribution, ring};
/// let f = Gf2k::new(8, 0x11b)?;
/// assert!(matches!(ring::uniform(&f), Some(Distribution::Below(n)) if n == [256]));
/// # Ok::<(), polymod::Error>(())
/// ```
#[must_use]
pub fn uniform<R: Ring>(r: &R) -> Option<Distribution> {
    r.elements().map(|n| Distribution::below(&n))
}

/// A vector of elements denoted by integers of a distribution, drawn in turn.
///
/// # Errors
/// Those of [`Codec::push_limbs`](crate::ring::Codec::push_limbs).
pub(crate) fn vector<R: Ring, S: Rng + ?Sized>(
    r: &R,
    len: usize,
    distribution: &Distribution,
    random: &mut S,
) -> Result<Coeffs<R>> {
    let (mut v, mut limbs) = (r.zeros(0), Vec::new());
    for _ in 0..len {
        let negative = distribution.draw(random, &mut limbs);
        r.push_limbs(&mut v, negative, &limbs)?;
    }
    Ok(v)
}

/// A vector of uniform elements.
///
/// # Panics
/// Over Z.
pub(crate) fn uniform_vector<R: Ring, S: Rng + ?Sized>(r: &R, len: usize, random: &mut S) -> Coeffs<R> {
    let unsupported = || Error::Unsupported { operation: "a uniform distribution".into(), ring: r.name() };
    let drawn = uniform(r).ok_or_else(unsupported).and_then(|distribution| vector(r, len, &distribution, random));
    drawn.unwrap_or_else(|e| panic!("{e}"))
}
