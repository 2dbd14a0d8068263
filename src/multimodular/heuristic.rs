//! The heuristic gcd algorithm (GCDHEU): the gcd of two integers, read as a polynomial.
//!
//! For primitive A and B, let P have the ξ-adic digits of gcd(A(ξ), B(ξ)) that are nearest to 0, and g its primitive part. Where g divides A and B, and their
//! common roots are below ξ/2, g is their greatest common divisor: it divides G = g·h, so that h(ξ) divides the content of P, which is at most ξ/2,
//! whereas |h(ξ)| > ξ/2 for h of positive degree. Common roots are at most 1 + ‖A‖∞/|lc A| and 1 + ‖B‖∞/|lc B| (Char, Geddes, Gonnet 1989, "GCDHEU:
//! heuristic polynomial GCD algorithm based on integer GCD computation", theorem 1, with min(‖A‖∞, ‖B‖∞) for these quotients). Digits have to hold the
//! coefficients of G and of the cofactors only, whose lengths are guessed from gcd(lc A, lc B); where the guess fails, ξ > 2·max(‖A‖∞, ‖B‖∞).
//!
//! ξ is a power of two, so that evaluation and conversion to digits are shifts. Cofactors come from exact quotients at ξ: where Q(ξ)·g(ξ) = A(ξ), D = Q·g − A
//! has the root ξ and is 0 if its coefficients are below ξ/2, or if they are below 2^63·ξ and divisible by 2^64. Cost: one gcd of integers, quadratic for short ones,
//! whereas images modulo primes have a fixed cost each.

use super::gcd::into_primitive;
use crate::{
    Result,
    bits::ceil_log2,
    poly::Poly,
    ring::{Integers, Ring},
};
use rug::{Complete, Integer};

/// Bits of a digit beyond what is guessed for the coefficients of G: for the content of P, and leading coefficients shorter than others.
const MARGIN: u32 = 7;

/// Most products of two low words that take less time than the product of polynomials.
const MOST_PRODUCTS: usize = 256;

/// Bit lengths of ξ to try.
pub struct Lengths {
    /// For what is guessed of the divisor's coefficients, where that is much shorter.
    guess: Option<u32>,
    /// For the operands' coefficients.
    pub full: u32,
}

impl Lengths {
    /// Those for primitive polynomials with this greatest common divisor of their leading coefficients.
    pub fn new(a: &Poly<Integers>, b: &Poly<Integers>, lead: &Integer) -> Self {
        let z = a.ring();
        let bits = |p: &Poly<Integers>| z.size(p.coeffs()).bits;
        let [of_a, of_b] = [bits(a), bits(b)];
        let most = of_a.max(of_b);
        let full = most + 5 + ceil_log2(a.len().max(b.len()));
        // ξ > 2·(1 + 2^r), with 2^r above the quotient of the largest coefficient and the leading one
        let top = |p: &Poly<Integers>, bits: u32| bits - z.size(p.coeffs().from(p.len() - 1)).bits;
        let least = top(a, of_a).min(top(b, of_b)) + 4;
        let of_divisor = lead.significant_bits();
        let guess = (of_divisor + MARGIN).max(most.saturating_sub(of_divisor) + 3).max(least);
        // a guess that is not much shorter is not worth a second trial
        Lengths { guess: (4 * guess < 3 * full).then_some(guess), full }
    }

    /// Bit length of the longer of the two integers that are tried first.
    pub(super) fn integer_bits(&self, a: &Poly<Integers>, b: &Poly<Integers>) -> usize {
        self.guess.unwrap_or(self.full) as usize * a.len().max(b.len())
    }
}

/// The greatest common divisor of nonzero primitive polynomials, with a positive leading coefficient; `None` if the heuristic fails.
///
/// # Errors
/// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
pub fn divisor(a: &Poly<Integers>, b: &Poly<Integers>, lengths: &Lengths) -> Result<Option<Poly<Integers>>> {
    for bits in lengths.guess.into_iter().chain([lengths.full]) {
        if let Some(g) = divisor_at(a, b, bits)? {
            return Ok(Some(g));
        }
    }
    Ok(None)
}

/// [`divisor`] from the values at 2^bits.
pub fn divisor_at(a: &Poly<Integers>, b: &Poly<Integers>, bits: u32) -> Result<Option<Poly<Integers>>> {
    let z = a.ring();
    let values = [a, b].map(|p| z.at_power(p.coeffs(), bits));
    let common = values[0].gcd_ref(&values[1]).complete();
    let g = into_primitive(Poly::from_coeffs(z, z.digits(&common, bits)));
    if g.len() <= 1 {
        return Ok(Some(Poly::one(z)));
    }
    let at = z.at_power(g.coeffs(), bits);
    for (p, value) in [a, b].into_iter().zip(values) {
        // it divides the value's divisor
        let cofactor = Poly::from_coeffs(z, z.digits(&value.div_exact(&at), bits));
        if !is_product(p, &g, &cofactor, bits)? {
            return Ok(None);
        }
    }
    Ok(Some(g))
}

/// Whether A = Q·g, for polynomials whose values at 2^bits are a product.
fn is_product(a: &Poly<Integers>, g: &Poly<Integers>, q: &Poly<Integers>, bits: u32) -> Result<bool> {
    if g.len() + q.len() != a.len() + 1 {
        return Ok(false);
    }
    let z = a.ring();
    let size = |p: &Poly<Integers>| z.size(p.coeffs()).bits;
    let product = size(q) + size(g) + ceil_log2(q.len().min(g.len()));
    let difference = product.max(size(a)) + 1;
    if difference < bits {
        return Ok(true);
    }
    if difference <= bits + 63 && g.len() * q.len() <= MOST_PRODUCTS {
        return Ok(Integers::is_product_modulo_words(a.coeffs(), g.coeffs(), q.coeffs()));
    }
    Ok(g.checked_mul(q)? == *a)
}
