//! Powers by windows against sums of exponents.

use polymod::ring::powers::{power_by_windows, window};

/// Exponents add up: of the free semigroup with one generator, powers are numbers. At most `bits` + `bits`/3 products are made.
#[test]
fn windows_give_the_exponent() {
    let exponents = (1..600)
        .chain((0..64).flat_map(|i| [1 << i, (1 << i) - 1, u64::MAX >> i, 0x5555_5555_5555_5555 >> i]))
        .filter(|&e| e > 0);
    for e in exponents {
        for cheap in [false, true] {
            let mut products = 0;
            let found = power_by_windows(1_u128, &[e, 0], cheap, |x, y| {
                products += 1;
                Ok(x + y)
            });
            assert_eq!(found, Ok(e.into()));
            // a square for each bit, a product for each window, and the odd powers
            let bits = u64::from(64 - e.leading_zeros());
            let width = if cheap { 1 } else { u64::from(window(bits)) };
            assert!(products <= bits + bits / width + (1 << (width - 1)), "{products} products for {e}");
        }
    }
    let found = power_by_windows(1_u128, &[7, 9], false, |x, y| Ok(x + y));
    assert_eq!(found, Ok((9 << 64) + 7));
}
