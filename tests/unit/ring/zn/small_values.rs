//! Values at a point against the definition.

use polymod::{Modulus, core::bits::SplitMix64, ring::zn::small_values::value};

/// Moduli of all lengths, odd and even, the largest ones among them; all residues at their ends.
#[test]
fn values_agree_with_the_definition() {
    let mut random = SplitMix64::new(5);
    for m in [
        2,
        3,
        97,
        (1 << 23) - 15,
        1 << 30,
        (1 << 31) - 1,
        (1 << 62) - 57,
        (1 << 62) + 1,
        (1 << 63) - 25,
        1 << 63,
        u64::MAX - 58,
        u64::MAX - 1,
        u64::MAX,
    ] {
        let n = Modulus::new(m).expect("a modulus");
        for len in (0..40).chain([48, 49, 64, 65, 127, 128, 129, 200]) {
            for kind in 0..3 {
                let v: Vec<u64> = (0..len).map(|_| if kind == 0 { m - 1 } else { random.word() % m }).collect();
                let x = if kind < 2 { m - 1 } else { random.word() % m };
                let expected = v.iter().rev().fold(0u64, |s, &c| {
                    let product = u128::from(s) * u128::from(x) + u128::from(c);
                    (product % u128::from(m)) as u64
                });
                assert_eq!(value(&n, &v, x), expected, "{len} coefficients modulo {m}");
            }
        }
    }
}
