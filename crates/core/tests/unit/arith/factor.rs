//! Pollard's rho against divisions.

use polymod_core::arith::{factor::*, is_prime};

/// Rho alone, without the trial divisions that usually spare it small and equal factors.
#[test]
fn rho_splits_every_small_odd_composite() {
    for n in (9..20_000).step_by(2).filter(|&n| !is_prime(n)) {
        let divisor = proper_divisor(n);
        assert!(divisor > 1 && divisor < n && n % divisor == 0, "{n}: {divisor}");
    }
}

#[test]
fn rho_splits_squares_and_cubes_of_primes() {
    for p in [1_031, 65_537, 4_294_967_291] {
        assert_eq!(proper_divisor(p * p), p);
    }
    assert!([1_031, 1_031 * 1_031].contains(&proper_divisor(1_031 * 1_031 * 1_031)));
}
