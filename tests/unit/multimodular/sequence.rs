//! Resultants and discriminants of few coefficients: by formulas, as determinants, or by a remainder sequence without fractions.

use polymod::{
    Integers, Poly,
    core::bits::SplitMix64,
    multimodular::{Algorithm, Options},
};
use rug::{Integer, ops::Pow};

/// Operands of all lengths up to beyond the bounds, at the ends of words and longer, with gaps in their sequences of degrees and with common divisors,
/// against images modulo primes.
#[test]
fn sequences_and_formulas_are_right() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(4));
    let images = Options { algorithm: Some(Algorithm::Crt), ..Options::default() };
    for bits in [1, 2, 8, 28, 29, 30, 31, 32, 60, 61, 62, 63, 64, 65, 130, 300] {
        let mut poly = |len: usize, kind: usize| {
            let most = (Integer::from(1) << bits) - 1u32;
            let mut list: Vec<Integer> = (0..len)
                .map(|i| match kind {
                    0 => {
                        Integer::from(random.word()).pow(5).keep_bits(bits)
                            - (Integer::from(random.word()) << bits >> 65u32)
                    }
                    1 if i % 2 == 0 => most.clone(),
                    1 => -most.clone(),
                    2 if i > 0 && i + 1 < len => Integer::new(),
                    _ => -most.clone(),
                })
                .collect();
            if list[len - 1] == 0 {
                list[len - 1] = Integer::from(1);
            }
            Poly::new(&z, list)
        };
        for (n, m) in [
            (2, 2),
            (2, 3),
            (3, 2),
            (3, 3),
            (4, 4),
            (4, 2),
            (2, 4),
            (3, 4),
            (4, 3),
            (5, 5),
            (6, 3),
            (3, 6),
            (8, 8),
            (8, 5),
            (9, 9),
        ] {
            for kinds in 0..16 {
                let (a, b) = (poly(n, kinds / 4), poly(m, kinds % 4));
                let common = if kinds == 5 { poly(2, 0) } else { Poly::one(&z) };
                let (a, b) = (&a * &common, &b * &common);
                let wanted = polymod::multimodular::resultant(&a, &b, &images).expect("a resultant").value;
                assert_eq!(a.resultant(&b).expect("a resultant"), wanted, "{bits} bits, {a}, {b}");
                let wanted = polymod::multimodular::discriminant(&a, &images).expect("a discriminant").value;
                assert_eq!(a.discriminant().expect("a discriminant"), wanted, "{bits} bits, {a}");
            }
        }
    }
}
