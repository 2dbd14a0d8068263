//! The heuristic gcd algorithm (GCDHEU): the gcd of two integers, read as a polynomial.

use polymod::{
    Integers, Poly, Ring,
    multimodular::{
        heuristic::{Lengths, divisor, divisor_at},
        primitive_part,
    },
};
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
        let lead = a.leading().unwrap().gcd(&b.leading().unwrap());
        let Some(found) = divisor(&a, &b, &Lengths::new(&a, &b, &lead)).unwrap() else { continue };
        told += 1;
        assert!(found.leading().is_some_and(|lead| lead > 0));
        // coprime cofactors are checked modulo a large prime: a common factor would remain there
        let f = polymod::Zn::new((1 << 61) - 1).unwrap();
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

/// A = Q·g − 2^64·(x − 2^bits) has the value of Q·g at 2^bits, and its coefficients have the low words of those of Q·g, but g does not divide A.
#[test]
fn low_words_tell_short_differences_only() {
    let z = Integers::new();
    let [g, q, y] = [&[5, 3, 1][..], &[7, -2, 0, 1], &[-3, 1, 1, 1]].map(|c| Poly::from_i64(&z, c));
    for bits in [20, 60, 64, 100] {
        let root = Poly::x(&z).checked_sub(&Poly::new(&z, [Integer::from(1) << bits])).unwrap();
        let a = q.checked_mul(&g).unwrap().checked_sub(&root.scale(&(Integer::from(1) << 64))).unwrap();
        let b = g.checked_mul(&y).unwrap();
        assert_eq!(divisor_at(&a, &b, bits).unwrap(), None, "{bits} bits");
        assert_eq!(divisor_at(&b, &b, bits).unwrap(), Some(b));
    }
}
