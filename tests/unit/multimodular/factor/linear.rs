//! Linear factors: simple roots modulo a prime, lifted by Newton's iteration to modulo powers of it.

use polymod::{Integers, Poly, core::bits::SplitMix64, multimodular::factor};
use rug::Integer;

/// A number of at most this many bits, of either sign, not 0.
fn number(random: &mut SplitMix64, bits: u32) -> Integer {
    let limbs: Vec<u64> = (0..bits.div_ceil(64)).map(|_| random.word()).collect();
    let x = Integer::from_digits(&limbs, rug::integer::Order::Lsf).keep_bits(bits) + 1u32;
    if random.word() & 1 == 1 { -x } else { x }
}

/// Products of linear factors, of one of them with irreducible polynomials, and multiple ones, at sizes around those of words.
#[test]
fn products_with_linear_factors() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(8));
    for bits in [1, 2, 8, 14, 18, 19, 20, 28, 31, 32, 60, 64, 90, 200, 700] {
        for count in [1, 2, 3, 4, 5, 9] {
            for kind in 0..4 {
                let mut f = match kind {
                    0 => Poly::one(&z),
                    // x² + x + c and x³ + x + c with odd c have no roots modulo 2
                    1 => Poly::new(&z, [number(&mut random, bits) * 2u32 + 1u32, 1.into(), 1.into()]),
                    2 => Poly::new(&z, [number(&mut random, bits) * 2u32 + 1u32, 1.into(), 0.into(), 1.into()]),
                    _ => Poly::new(&z, [number(&mut random, bits), number(&mut random, bits).abs()]),
                };
                let without = if kind == 3 {
                    f = f.clone() * &f;
                    0
                } else {
                    f.len() - 1
                };
                for _ in 0..count {
                    f = f * Poly::new(&z, [number(&mut random, bits), number(&mut random, bits)]);
                }
                let found = factor(&f).expect("factors");
                let start = Poly::new(&z, [found.unit.clone()]);
                let product = found.factors.iter().fold(start, |p, (g, e)| p * &g.pow(*e).expect("a power"));
                assert_eq!(product, f, "{bits} bits, {count}, kind {kind}");
                let longer: Vec<_> = found.factors.iter().filter(|(g, _)| g.len() > 2).collect();
                assert_eq!(longer.len(), usize::from(without > 0), "{bits} bits, {count}, kind {kind}: {f}");
                assert!(longer.iter().all(|(g, e)| g.len() == without + 1 && *e == 1), "{f}");
            }
        }
    }
}
