//! Unit tests of `poly`.

mod berlekamp_massey;
mod compose_powers;
#[cfg(feature = "integers")]
mod composed;
mod divisibility;
#[cfg(feature = "integers")]
mod elementary_series;
mod explain;
mod exponent;
mod factor;
mod geometric;
mod half_gcd;
mod hermite;
#[cfg(feature = "integers")]
mod index_law;
#[cfg(feature = "integers")]
mod inflate;
mod min_plus;
mod moduli;
#[cfg(feature = "integers")]
mod mul;
#[cfg(feature = "integers")]
mod newton_basis;
#[cfg(feature = "num-traits")]
mod num;
#[cfg(feature = "integers")]
mod p_recursive;
mod partial_fractions;
#[cfg(feature = "integers")]
mod power_projection;
#[cfg(feature = "integers")]
mod power_sums;
#[cfg(feature = "integers")]
mod random;
mod remainder_sequence;
#[cfg(feature = "integers")]
mod ring_names;
#[cfg(feature = "integers")]
mod samples;
#[cfg(feature = "integers")]
mod special;
#[cfg(feature = "integers")]
mod square_root;
mod subresultants;
#[cfg(feature = "integers")]
mod text;
mod units;

use crate::any;
use polymod::{
    AnyRing, Poly, Ring,
    ring::{AnyElem, AnyElement, Coeffs, View},
};

/// Z/n.
fn zn(n: u64) -> AnyRing {
    any(&format!("zn:{n}"))
}

/// The polynomial with these coefficients, over a ring whose elements are words.
fn words(r: &AnyRing, coeffs: impl IntoIterator<Item = u64>) -> Poly<AnyRing> {
    Poly::new(r, coeffs.into_iter().map(AnyElem::Word))
}

/// The vector of these elements, over a ring whose elements are words.
fn vector(r: &AnyRing, elements: &[u64]) -> Coeffs<AnyRing> {
    r.collect(&elements.iter().map(|&x| AnyElem::Word(x)).collect::<Vec<_>>())
}

/// The elements of a vector, of a ring whose elements are words.
fn listed(r: &AnyRing, v: View<'_, AnyRing>) -> Vec<u64> {
    (0..v.len()).map(|i| *u64::of(&r.get(v, i))).collect()
}
