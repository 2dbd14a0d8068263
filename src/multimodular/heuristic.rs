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
pub(super) struct Lengths {
    /// For what is guessed of the divisor's coefficients, where that is much shorter.
    guess: Option<u32>,
    /// For the operands' coefficients.
    full: u32,
}

impl Lengths {
    /// Those for primitive polynomials with this greatest common divisor of their leading coefficients.
    pub(super) fn new(a: &Poly<Integers>, b: &Poly<Integers>, lead: &Integer) -> Self {
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
pub(super) fn divisor(a: &Poly<Integers>, b: &Poly<Integers>, lengths: &Lengths) -> Result<Option<Poly<Integers>>> {
    for bits in lengths.guess.into_iter().chain([lengths.full]) {
        if let Some(g) = divisor_at(a, b, bits)? {
            return Ok(Some(g));
        }
    }
    Ok(None)
}

/// [`divisor`] from the values at 2^bits.
fn divisor_at(a: &Poly<Integers>, b: &Poly<Integers>, bits: u32) -> Result<Option<Poly<Integers>>> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::multimodular::primitive_part;
    use rug::integer::IntegerExt64;

    fn poly(z: &Integers, len: usize, bits: u32, seed: u64) -> Poly<Integers> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state
        };
        let coefficient = |_| {
            let limbs: Vec<u64> = (0..bits.div_ceil(64)).map(|_| next()).collect();
            let x = Integer::from_digits(&limbs, rug::integer::Order::Lsf).keep_bits(bits);
            if next() >> 63 == 1 { -x } else { x }
        };
        Poly::new(z, (0..len).map(coefficient).collect::<Vec<_>>())
    }

    #[test]
    fn a_divisor_that_is_told_is_the_greatest() {
        let (z, mut told) = (Integers::new(), 0);
        for seed in 0..120u64 {
            let bits = [1, 3, 31, 62, 63, 64, 65, 127, 200][seed as usize % 9];
            let lens = [[1, 1, 1], [1, 5, 4], [3, 1, 7], [8, 9, 8], [2, 30, 1], [16, 2, 2]][seed as usize % 6];
            let [g, x, y] = [0, 1, 2].map(|i| primitive_part(&poly(&z, lens[i], bits, 3 * seed + i as u64 + 1)));
            if g.is_empty() || x.is_empty() || y.is_empty() {
                continue;
            }
            let (a, b) = (primitive_part(&g.checked_mul(&x).unwrap()), primitive_part(&g.checked_mul(&y).unwrap()));
            let lead = a.leading().unwrap().gcd(&b.leading().unwrap());
            let Some(found) = divisor(&a, &b, &Lengths::new(&a, &b, &lead)).unwrap() else { continue };
            told += 1;
            assert!(found.leading().is_some_and(|lead| lead > 0));
            // coprime cofactors are checked modulo a large prime: a common factor would remain there
            let f = crate::Zn::new((1 << 61) - 1).unwrap();
            let image = |p: &Poly<Integers>| Poly::new(&f, p.iter().map(|c| c.mod_u64(f.n())).collect::<Vec<_>>());
            let [qa, qb] = [&a, &b].map(|p| p.exact_div(&found).unwrap());
            assert_eq!(qa.checked_mul(&found).unwrap(), a);
            assert_eq!(image(&qa).gcd(&image(&qb)).unwrap().len(), 1, "seed {seed}");
        }
        assert!(told > 90, "{told} of 120");
    }

    /// Whatever digits are tried, what is told is the divisor: those for a leading coefficient that says too little hold no coefficient of it.
    #[test]
    fn digits_of_any_length_tell_no_wrong_divisor() {
        let (z, mut told, mut refused) = (Integers::new(), 0, 0);
        for seed in 0..150u64 {
            let (bits, len) = ([3, 8, 31, 62, 100][seed as usize % 5], [2, 3, 5, 9][seed as usize % 4]);
            let [g, x, y] = [0, 1, 2].map(|i| primitive_part(&poly(&z, len, bits, 7 * seed + i)));
            let (a, b) = (primitive_part(&g.checked_mul(&x).unwrap()), primitive_part(&g.checked_mul(&y).unwrap()));
            let full = Lengths::new(&a, &b, &Integer::from(1)).full;
            let Some(wanted) = divisor_at(&a, &b, full).unwrap() else { continue };
            // digits that hold the common roots
            let height = |p: &Poly<Integers>| z.size(p.coeffs()).bits - p.leading().unwrap().significant_bits();
            let least = height(&a).min(height(&b)) + 4;
            for bits in (least..full).step_by(3) {
                match divisor_at(&a, &b, bits).unwrap() {
                    Some(g) => {
                        assert_eq!(g, wanted, "seed {seed}, {bits} bits");
                        told += 1;
                    }
                    None => refused += 1,
                }
            }
        }
        assert!(told > 500 && refused > 100, "{told}, {refused}");
    }

    /// Coprime A and B whose values have a long common divisor: its digits are those of a polynomial that divides neither.
    #[test]
    fn common_divisors_of_values_only_are_refused() {
        // (length of ξ, A, B, a common divisor of A(ξ) and B(ξ))
        for (bits, a, b, common) in [
            (13, [86, -25], [49, 118], 11_373u32),
            (14, [109, 34], [29, -137], 15_919),
            (15, [265, 216], [-404, 239], 150_599),
            (18, [2506, 73], [493, 3833], 9_569_509),
        ] {
            let z = Integers::new();
            let [a, b] = [a, b].map(|coeffs| Poly::from_i64(&z, &coeffs));
            let lengths = Lengths::new(&a, &b, &Integer::from(1));
            assert_eq!(lengths.full, bits, "{a:?}, {b:?}");
            for p in [&a, &b] {
                assert!(p.eval(&(Integer::from(1) << bits)).is_divisible_u(common), "{p:?}");
            }
            assert_eq!(divisor_at(&a, &b, bits), Ok(None), "{a:?}, {b:?}");
            assert!(divisor(&a, &b, &lengths).unwrap().is_none_or(|g| g == Poly::one(&z)), "{a:?}, {b:?}");
        }
    }
}
