//! A proof that two short polynomials have no common divisor but constants: their images modulo 2^61 − 1 have none, or modulo 2^31 − 1.

use polymod::{
    Integers, Poly, Ring,
    core::bits::SplitMix64,
    multimodular::coprime::{MOST, P, are_coprime, have_coprime_polynomials, reduced, residues},
};
use rug::Integer;

#[test]
fn residues_modulo_the_prime() {
    let z = Integers::new();
    for shift in [0u32, 1, 60, 61, 62, 63, 64, 121, 122, 127, 128, 200] {
        for c in [Integer::from(1) << shift, -(Integer::from(1) << shift), (Integer::from(5) << shift) - 3u32] {
            let expected = c.clone().modulo(&P.into());
            assert_eq!(residues::<1>(z.collect(std::slice::from_ref(&c)).view())[0], expected, "{c}");
        }
    }
    assert_eq!(reduced((1 << 124) - 1), ((1u128 << 124) - 1).rem_euclid(P.into()) as u64);
}

/// No polynomials with a common divisor are told coprime, and all others are, unless a resultant or a leading coefficient is divisible by the prime.
#[test]
fn coprime_polynomials() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(2));
    for bits in [1u32, 8, 62, 63, 64, 130] {
        let mut poly = |len: usize| {
            let number = |random: &mut SplitMix64| {
                let x = Integer::from(random.word()).square() * random.word();
                x.keep_bits(bits) * if random.word() & 1 == 0 { 1 } else { -1 }
            };
            let list =
                (0..len).map(|i| if i + 1 == len { number(&mut random) * 2u32 + 1u32 } else { number(&mut random) });
            Poly::new(&z, list.collect::<Vec<_>>())
        };
        for (n, m) in [(1, 1), (1, 4), (4, 1), (2, 2), (2, 6), (6, 2), (5, 6), (12, 3), (15, 16), (17, 5), (40, 33)] {
            for common in 1..4 {
                let (a, b, g) = (poly(n), poly(m), poly(common));
                let coprime = a.resultant(&b).expect("a resultant") != 0;
                let (x, y) = (&a * &g, &b * &g);
                let (len, width) = (x.len().max(y.len()), x.coeffs().width().max(y.coeffs().width()));
                let wanted = len <= MOST[usize::from(width > 1)] && coprime && common == 1;
                let images = have_coprime_polynomials(&x, &y).expect("images");
                assert_eq!(images, coprime && common == 1, "{x}, {y}");
                assert_eq!(are_coprime(&x, &y), wanted, "{x}, {y}");
                let divisor = x.gcd(&y).expect("a divisor");
                assert!(!coprime || divisor.len() == common, "{x}, {y}");
            }
        }
    }
    let p = Poly::new(&z, [Integer::from(1), Integer::from(P)]);
    assert!(!are_coprime(&p, &Poly::x(&z)), "a leading coefficient vanishes");
}
