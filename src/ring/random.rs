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
    if let bits @ 1.. = r.packed_bits() {
        let mut elements = vec![0; bits / 64 + 1];
        elements[bits / 64] = 1 << (bits % 64);
        return Some(Distribution::below(&elements));
    }
    let (last, mut n) = (last(r), Vec::new());
    if r.limbs(last.view(), 0, &mut n) {
        return None;
    }
    for limb in &mut n {
        let carry;
        (*limb, carry) = limb.overflowing_add(1);
        if !carry {
            return Some(Distribution::below(&n));
        }
    }
    n.push(1);
    Some(Distribution::below(&n))
}

/// The element that the largest integer denotes: all coefficients −1, which is n − 1 modulo n, and negative over Z.
pub(super) fn last<R: Ring>(r: &R) -> Coeffs<R> {
    let mut last = r.collect(&[r.elem(-1)]);
    for j in 1..r.components().unwrap_or(1) {
        // elements with components take every integer for one
        _ = r.add_component(&mut last, j, true, b"1");
    }
    last
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
