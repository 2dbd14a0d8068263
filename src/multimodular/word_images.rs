//! Greatest common divisors of short polynomials over Z by images modulo a few fixed primes of a word, without what many primes need: batches, plans,
//! and rings.
//!
//! Images are those of [`gcd`](super::gcd()): with c = gcd(lc A, lc B) the monic divisor modulo p times c. A candidate is tried as soon as c and the
//! candidate's coefficients are shorter than the product of the primes, and counts if it divides both operands.

use super::{
    factor::images::{residue, write_residues},
    gcd::{common_content, content_of, divided, signed_content},
    quotient::divides,
};
use crate::{
    Result,
    arith::Modulus,
    poly::Poly,
    ring::{Integers, limbs, short_gcd},
};
use rug::Integer;
use std::sync::LazyLock;

/// Most coefficients of an operand.
const MOST: usize = 16;
/// Number of primes.
pub const PRIMES: usize = 8;
/// Most words of a coefficient.
const WORDS: usize = 16;
/// What 2^62 exceeds the primes by.
pub const BELOW: [u64; PRIMES] = [57, 87, 117, 143, 153, 167, 171, 195];
/// Bits of the product of the first primes per prime, which it has all but one of.
pub const BITS: u32 = 62;
/// Number of bits by which a candidate is shorter than the product of the primes.
const MARGIN: u32 = 6;

/// A prime, and what Chinese remaindering by it takes.
struct Prime {
    p: Modulus,
    /// 1/(the product of the primes before) modulo p.
    inverse: u64,
    /// The product of the primes up to this one.
    product: [u64; PRIMES],
}

static TABLE: LazyLock<Vec<Prime>> = LazyLock::new(|| {
    let mut product = [0; PRIMES];
    product[0] = 1;
    let primes = BELOW.iter().filter_map(|below| {
        let p = Modulus::new((1 << BITS) - below).ok()?;
        let inverse = p.inv(residue(&product, false, p)).ok()?;
        multiply_add(&mut product, p.n(), 0);
        Some(Prime { p, inverse, product })
    });
    primes.collect()
});

/// x = x·factor + term modulo 2^(64·len).
fn multiply_add(x: &mut [u64], factor: u64, term: u64) {
    let mut carry = term;
    for x in x {
        let sum = u128::from(*x) * u128::from(factor) + u128::from(carry);
        (*x, carry) = (sum as u64, (sum >> 64) as u64);
    }
}

/// Images modulo the first primes, by their digits in mixed radix: coefficient i is `digits[0][i]` + p_0·(`digits[1][i]` + p_1·(…)).
struct Images {
    digits: [[u64; MOST]; PRIMES],
    count: usize,
    /// Number of coefficients.
    len: usize,
}

impl Images {
    /// Adds residues modulo the next prime.
    fn push(&mut self, residues: &[u64]) {
        let Prime { p, inverse, .. } = &TABLE[self.count];
        for (i, &residue) in residues.iter().enumerate() {
            let known = (0..self.count).rev().fold(0, |high, k| {
                let step = u128::from(high) * u128::from(TABLE[k].p.n()) + u128::from(self.digits[k][i]);
                p.reduce_wide(step)
            });
            self.digits[self.count][i] = p.mul(p.sub(residue, known), *inverse);
        }
        self.count += 1;
    }

    /// The polynomial with the coefficients nearest to 0, if all of these are short.
    fn candidate(&self, z: &Integers) -> Option<Poly<Integers>> {
        let (width, bits) = (self.count, BITS * self.count as u32);
        let (product, mut words) = (&TABLE[width - 1].product, vec![0; width * self.len]);
        let is_short = |x: &[u64]| {
            let top = x.iter().rposition(|&limb| limb != 0);
            top.is_none_or(|top| 64 * (top as u32 + 1) - x[top].leading_zeros() + MARGIN <= bits)
        };
        for (i, row) in words.chunks_exact_mut(width).enumerate() {
            (0..width).rev().for_each(|k| multiply_add(row, TABLE[k].p.n(), self.digits[k][i]));
            if is_short(row) {
                continue;
            }
            let mut less = *product;
            limbs::subtract(&mut less[..width], row);
            if !is_short(&less[..width]) {
                return None;
            }
            row.copy_from_slice(&less[..width]);
            limbs::negate(row);
        }
        Some(Poly::from_coeffs(z, z.of_limbs(words, width)))
    }
}

/// Whether [`divisor`] is for operands of their lengths.
#[inline]
pub(super) fn applies(a: &Poly<Integers>, b: &Poly<Integers>) -> bool {
    a.len().max(b.len()) <= MOST && a.coeffs().width().max(b.coeffs().width()) <= WORDS
}

/// The greatest common divisor of polynomials that are not constant, contents included, its leading coefficient positive, and the number of its images;
/// `None` where it is not found here.
pub fn divisor(a: &Poly<Integers>, b: &Poly<Integers>) -> Result<Option<(Poly<Integers>, usize)>> {
    if !applies(a, b) {
        return Ok(None);
    }
    let (z, mut lead) = (a.ring(), Integer::new());
    let mut images = Images { digits: [[0; MOST]; PRIMES], count: 0, len: 0 };
    for (k, Prime { p, .. }) in TABLE.iter().enumerate() {
        let ([mut x, mut y], mut g) = ([[0; MOST]; 2], [0; MOST]);
        write_residues(&mut x, a, *p);
        write_residues(&mut y, b, *p);
        if x[a.len() - 1] == 0 || y[b.len() - 1] == 0 {
            return Ok(None);
        }
        let len = short_gcd(*p, &mut g, &x[..a.len()], &y[..b.len()])?;
        if len == 1 {
            return Ok(Some((common_content(a, b), k + 1)));
        }
        if k > 0 && len != images.len {
            return Ok(None);
        }
        images.len = len;
        if k == 0 {
            let (Some(of_a), Some(of_b)) = (a.leading(), b.leading()) else { return Ok(None) };
            lead = of_a.gcd(&of_b);
        }
        let factor = residue(lead.as_limbs(), false, *p);
        g[..len].iter_mut().for_each(|g| *g = p.mul(*g, factor));
        let bits = lead.significant_bits() + MARGIN;
        if bits > BITS * PRIMES as u32 {
            return Ok(None);
        }
        images.push(&g[..len]);
        if bits > BITS * images.count as u32 {
            continue;
        }
        let Some(candidate) = images.candidate(z) else { continue };
        // c/lc G, which every content of both operands divides
        let content = signed_content(&candidate);
        let g = divided(&candidate, &content);
        if divides(&g, a)? && divides(&g, b)? {
            let content = content_of(std::iter::once(content.abs()).chain(a.iter()).chain(b.iter()));
            return Ok(Some((if content == 1 { g } else { g.scale(&content) }, k + 1)));
        }
    }
    Ok(None)
}
