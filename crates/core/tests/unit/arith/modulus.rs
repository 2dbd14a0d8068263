//! Barrett's quotients against division of wide integers.

use polymod_core::Modulus;

/// Dividends at and next to multiples of the divisor, where an estimated quotient is most likely to be one off.
#[test]
fn quotients_around_multiples() {
    for n in
        [2, 3, 5, (1 << 32) - 1, 1 << 32, (1 << 32) + 1, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, u64::MAX - 1, u64::MAX]
    {
        let modulus = Modulus::new(n).unwrap();
        for multiplier in [0, 1, 2, n - 1, n / 2, 1 << 32, 1 << 63, u64::MAX - 1, u64::MAX] {
            for offset in [-2i128, -1, 0, 1, 2] {
                let x = (u128::from(n) * u128::from(multiplier)).saturating_add_signed(offset);
                if x >> 64 >= u128::from(n) {
                    continue;
                }
                let (q, r) = modulus.div_rem((x >> 64) as u64, x as u64);
                assert_eq!((u128::from(q), u128::from(r)), (x / u128::from(n), x % u128::from(n)), "{x} by {n}");
            }
        }
    }
}
