//! Greatest common divisors and inverses against the definition.

use polymod_core::arith::word::*;

fn gcd_by_definition(a: u64, b: u64) -> u64 {
    (1..=a.max(b)).rev().find(|&d| a.is_multiple_of(d) && b.is_multiple_of(d)).unwrap_or(0)
}

#[test]
fn gcd_is_the_largest_common_divisor() {
    for a in 0..60 {
        for b in 0..60 {
            assert_eq!(gcd(a, b), gcd_by_definition(a, b), "{a}, {b}");
        }
    }
    assert_eq!(gcd(u64::MAX, 1 << 63), 1);
    assert_eq!(gcd(1 << 63, 1 << 40), 1 << 40);
    assert_eq!(gcd(u64::MAX, u64::MAX), u64::MAX);
}

#[test]
fn inverse_or_common_factor() {
    for n in 2..200 {
        for a in 0..n {
            assert!(n % 2 == 0 || a == 0 || inverse_by_shifts(a, n) == inverse_by_quotients(a, n), "{a} mod {n}");
            match inverse(a, n) {
                Ok(b) => assert!(b < n && a * b % n == 1, "{a} mod {n}"),
                Err(factor) => assert!(factor > 1 && factor == gcd_by_definition(a, n), "{a} mod {n}"),
            }
        }
    }
}

#[test]
fn inverse_with_the_largest_cofactors() {
    // Consecutive Fibonacci numbers take the most steps; n − 1 and 2 give the extreme cofactors.
    let n = 12_200_160_415_121_876_738;
    assert_eq!(
        inverse(7_540_113_804_746_346_429, n).map(|b| u128::from(b) * 7_540_113_804_746_346_429 % u128::from(n)),
        Ok(1)
    );
    for n in [u64::MAX, u64::MAX - 58, (1 << 63) + 1, (1 << 63) - 25, 4_660_046_610_375_530_309] {
        let mut a = 1;
        for i in 0..200u64 {
            let near = [a, n - 1 - i, i, 1 << (i % 64), a >> (i % 60)];
            for a in near {
                assert_eq!(inverse(a % n, n), inverse_by_quotients(a % n, n), "{a} mod {n}");
            }
            a = a.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(i);
        }
    }
    assert_eq!(inverse(u64::MAX - 1, u64::MAX), Ok(u64::MAX - 1));
    assert_eq!(inverse(2, u64::MAX), Ok(1 << 63));
    assert_eq!(inverse(0, u64::MAX), Err(u64::MAX));
}
