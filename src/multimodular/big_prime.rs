//! One image modulo a generalized Fermat prime above a bound, in the place of images modulo many primes of a word.
//!
//! Residues are in limbs, and the loops over them take blocks of eight. Every product costs the square of their number, so that many images are
//! faster wherever the work is in the products, as it is in eliminations and remainder sequences of more than a few rows or coefficients: one image
//! spares the images' constant parts, their conversions and the Chinese remainder theorem.

use super::{
    Algorithm,
    algorithm::{LOG2_MARGIN, big_prime},
};
use crate::{
    Error, Result,
    arith::FermatPrime,
    engine::{Context, Engine},
    poly::Poly,
    ring::{AnyElem, AnyRing, GeneralizedFermat, Integers, Ring, ZnBig},
};
use rug::{Integer, integer::Order};

/// Nanoseconds of a ring with its kernels, but for their constants: less is not worth another image.
pub(super) const SETUP_NS: f64 = 20_000.0;
/// Products that take as long as the constants of a ring's kernels and its first inverse.
const SETUP_PRODUCTS: f64 = 300.0;

/// The prime for an answer of at most `bound` bits and a sign: the given one, or the shortest that suffices, if there is one.
///
/// # Errors
/// [`Error::OutOfRange`] if the given one is too small.
pub(super) fn prime_for(asked: Option<Algorithm>, bound: f64) -> Result<Option<FermatPrime>> {
    match asked {
        Some(Algorithm::BigPrime(Some(p))) if p.log2() < bound + 1.0 + LOG2_MARGIN => Err(Error::OutOfRange {
            what: "the prime of big-prime",
            expected: "one of more bits than the answer can have",
            got: format!("{p}, of {} bits, for {:.0} and a sign", p.bits(), bound.ceil()),
        }),
        Some(Algorithm::BigPrime(Some(p))) => Ok(Some(p)),
        _ => Ok(big_prime(bound + 1.0)),
    }
}

/// Z/p, whose decisions no monitor hears.
///
/// # Errors
/// [`Error::Modulus`] where a number without a name is not prime.
pub(super) fn field(engine: &Engine, p: FermatPrime) -> Result<AnyRing> {
    let engine = engine.unwatched();
    if p.name().is_none() {
        GeneralizedFermat::on(engine, p)?;
    }
    ZnBig::of_prime(engine, Integer::from_digits(&p.limbs(), Order::Lsf)).map(AnyRing::field)
}

/// The image of A.
pub(super) fn image(f: &AnyRing, a: &Poly<Integers>) -> Poly<AnyRing> {
    Poly::from_ints(f, a.iter())
}

/// The integer nearest to 0 with this residue.
pub(super) fn centred(f: &AnyRing, x: AnyElem) -> Integer {
    let (minus_x, x) = (f.neg(&x).into_integer(), x.into_integer());
    if minus_x < x { -minus_x } else { x }
}

/// Predicted nanoseconds of the ring, of this number of products one after the other, and of conversions of this number of residues.
pub(super) fn predicted_ns(p: FermatPrime, products: f64, residues: f64, cx: Context<'_>) -> f64 {
    let (limbs, costs) = ((p.log2() / 52.0).ceil(), &cx.engine().costs().limbs);
    let product = limbs * (4.0 * limbs * costs.multiply_add + costs.limb);
    SETUP_NS + (SETUP_PRODUCTS + products) * product + residues * limbs * costs.row
}
