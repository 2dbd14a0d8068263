//! The heuristic gcd algorithm (GCDHEU): the gcd of two integers, read as a polynomial.
//!
//! For primitive A, B and ξ > 1 + 2·min(‖A‖∞, ‖B‖∞), let G have the ξ-adic digits of gcd(A(ξ), B(ξ)) that are nearest to 0. Where
//! the primitive part g of G divides A and B it is their greatest common divisor (Char, Geddes, Gonnet 1989, "GCDHEU: heuristic
//! polynomial GCD algorithm based on integer GCD computation", theorem 1). ξ is a power of two, so that evaluation and conversion
//! to digits are shifts. Cofactors come from exact quotients at ξ: where Q(ξ)·g(ξ) = A(ξ) and no coefficient of Q·g reaches ξ/2,
//! Q·g = A. Cost: one gcd of integers, quadratic for short ones, whereas images modulo primes have a fixed cost each.

use super::gcd::primitive_part;
use crate::{
    bits::ceil_log2,
    poly::Poly,
    ring::{Integers, Ring},
};
use rug::Complete;

/// Bit length of ξ.
fn digit_bits(a: &Poly<Integers>, b: &Poly<Integers>) -> u32 {
    let bits = |p: &Poly<Integers>| p.ring().size(p.coeffs()).bits;
    bits(a).max(bits(b)) + 5 + ceil_log2(a.len().max(b.len()))
}

/// Bit length of the longer of the two integers.
pub(super) fn integer_bits(a: &Poly<Integers>, b: &Poly<Integers>) -> usize {
    digit_bits(a, b) as usize * a.len().max(b.len())
}

/// The greatest common divisor of nonzero primitive polynomials, with a positive leading coefficient; None if the heuristic
/// fails.
pub(super) fn divisor(a: &Poly<Integers>, b: &Poly<Integers>) -> Option<Poly<Integers>> {
    let (z, bits) = (a.ring(), digit_bits(a, b));
    let values = [a, b].map(|p| z.at_power(p.coeffs(), bits));
    let common = values[0].gcd_ref(&values[1]).complete();
    let g = primitive_part(&Poly::from_coeffs(z, z.digits(&common, bits)));
    if g.len() <= 1 {
        return Some(Poly::one(z));
    }
    let at = z.at_power(g.coeffs(), bits);
    let of_g = z.size(g.coeffs()).bits;
    let divides = values.iter().all(|value| {
        let quotient = z.digits(&value.div_exact_ref(&at).complete(), bits);
        let terms = quotient.len().min(g.len());
        z.size(quotient.view()).bits + of_g + ceil_log2(terms) < bits
    });
    divides.then_some(g)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rug::{Integer, integer::IntegerExt64};

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
            let Some(found) = divisor(&a, &b) else { continue };
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
            assert_eq!(digit_bits(&a, &b), bits, "{a:?}, {b:?}");
            for p in [&a, &b] {
                assert!(p.eval(&(Integer::from(1) << bits)).is_divisible_u(common), "{p:?}");
            }
            assert_eq!(divisor(&a, &b), None, "{a:?}, {b:?}");
        }
    }
}
