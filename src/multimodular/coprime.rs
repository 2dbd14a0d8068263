//! A proof that two short polynomials have no common divisor but constants: their images modulo 2^61 − 1 have none, or modulo 2^31 − 1.
//!
//! A common divisor's leading coefficient divides both leading coefficients, so that its degree is that of its image where the prime divides neither. The
//! images' divisor is found by Euclid's algorithm with products across instead of quotients, as only its degree matters.

use super::factor::images::residues as residues_modulo;
use crate::{
    Result,
    arith::Modulus,
    poly::Poly,
    ring::{AnyRing, Integers, Ring, View, limbs},
};

/// The prime, whose multiples of 2^61 are folded.
pub const P: u64 = (1 << 61) - 1;
/// Most coefficients: of words, and of longer ones, of which a greatest common divisor takes longer.
pub const MOST: [usize; 2] = [FEW, 16];
/// Most coefficients whose residues take little room.
const FEW: usize = 6;

/// The residue of a number below 2^124.
#[inline(always)]
pub fn reduced(x: u128) -> u64 {
    let folded = (x as u64 & P) + (x >> 61) as u64;
    let residue = (folded & P) + (folded >> 61);
    if residue >= P { residue - P } else { residue }
}

/// The residues of the coefficients, in the first places.
pub fn residues<const N: usize>(v: View<'_, Integers>) -> [u64; N] {
    let mut out = [0; N];
    out.iter_mut().zip(v.words().chunks_exact(v.width())).for_each(|(out, row)| *out = residue(row));
    out
}

/// The residue of a number in two's complement.
#[inline]
pub(super) fn residue(row: &[u64]) -> u64 {
    // 2^64 is 8
    let sign = if limbs::is_negative(row) { P - 1 } else { 0 };
    row.iter().rev().fold(sign, |high, &limb| reduced(u128::from(high) * 8 + u128::from(limb)))
}

/// The first coefficients up to the last one that is not 0.
fn trimmed(x: &mut [u64]) -> &mut [u64] {
    let len = x.iter().rposition(|&c| c != 0).map_or(0, |top| top + 1);
    &mut x[..len]
}

/// Whether polynomials other than 0 are so short that a proof that they are coprime costs little, and it succeeds.
pub fn are_coprime(a: &Poly<Integers>, b: &Poly<Integers>) -> bool {
    let most = MOST[usize::from(a.coeffs().width().max(b.coeffs().width()) > 1)];
    match a.len().max(b.len()) {
        ..=FEW => have_coprime_images::<FEW>(a, b),
        len => len <= most && have_coprime_images::<{ MOST[1] }>(a, b),
    }
}

/// Whether the images modulo 2^31 − 1 of polynomials of any length have their degrees and are coprime, by the algorithm of that ring.
pub fn have_coprime_polynomials(a: &Poly<Integers>, b: &Poly<Integers>) -> Result<bool> {
    let p = Modulus::new((1 << 31) - 1)?;
    let field = AnyRing::of_prime(a.ring().engine(), p);
    let image = |f| Ok(Poly::from_coeffs(&field, field.of_residues(&residues_modulo(f, p))?));
    let [x, y]: [Poly<AnyRing>; 2] = [image(a)?, image(b)?];
    Ok(x.len() == a.len() && y.len() == b.len() && x.gcd(&y)?.len() == 1)
}

/// [`are_coprime`] for polynomials of at most N coefficients.
fn have_coprime_images<const N: usize>(a: &Poly<Integers>, b: &Poly<Integers>) -> bool {
    let [mut x, mut y] = [a, b].map(|p| residues::<N>(p.coeffs()));
    if x[a.len() - 1] == 0 || y[b.len() - 1] == 0 {
        return false;
    }
    let (mut x, mut y) = (&mut x[..a.len()], &mut y[..b.len()]);
    loop {
        if x.len() < y.len() {
            std::mem::swap(&mut x, &mut y);
        }
        let (Some((&mut top, rest)), Some((&lead, lower))) = (x.split_last_mut(), y.split_last()) else {
            return false;
        };
        if lower.is_empty() {
            return true;
        }
        let (shift, minus) = (rest.len() - lower.len(), P - top);
        rest[..shift].iter_mut().for_each(|x| *x = reduced(u128::from(*x) * u128::from(lead)));
        for (x, &y) in rest[shift..].iter_mut().zip(lower) {
            *x = reduced(u128::from(*x) * u128::from(lead) + u128::from(minus) * u128::from(y));
        }
        x = trimmed(rest);
    }
}
