//! Montgomery's products and powers against division of wide integers.

use polymod_core::{Modulus, Montgomery, arith::word};

/// Odd moduli of all lengths, up to the longest.
const MODULI: [u64; 8] =
    [3, 97, (1 << 31) - 1, (1 << 62) - 57, (1 << 62) + 1, (1 << 63) - 25, (1 << 63) + 29, u64::MAX];

/// Products, sums of products and estimates at the ends of their ranges.
#[test]
fn prepared_factors() {
    let modulo = |x: u128, n: u64| (x % n as u128) as u64;
    for n in MODULI {
        let m = Modulus::new(n).expect("a modulus");
        for w in [0, 1 % n, 2 % n, n / 2, n - 1] {
            let factor = m.montgomery_factor(w).expect("an odd modulus");
            for x in [0, 1, n - 1, n, 1 << 63, u64::MAX] {
                let product = x as u128 * w as u128;
                assert_eq!(m.mul_montgomery(x, factor), modulo(product, n), "{x}·{w} modulo {n}");
                let others = [m.montgomery_factor(n - 1), m.montgomery_factor(n / 2)].map(|w| w.expect("odd"));
                let wanted = modulo(product, n) as u128
                    + modulo(u64::MAX as u128 * (n - 1) as u128, n) as u128
                    + modulo(x as u128 * (n / 2) as u128, n) as u128;
                let (x, w3) = ([x, u64::MAX, x], [factor, others[0], others[1]]);
                assert_eq!(m.sum_montgomery(x, w3), modulo(wanted, n), "{x:?} modulo {n}");
                assert_eq!(m.sum_montgomery([x[0]], [factor]), modulo(product, n));
                if m.bits() <= 62 {
                    assert_eq!(m.sum_montgomery_short(x, w3), modulo(wanted, n), "{x:?} modulo {n}");
                    let near = m.mul_estimated(x[0], m.shoup_estimate(w));
                    assert_eq!(modulo(near as u128, n), modulo(product, n), "{x:?}·{w} modulo {n}");
                }
            }
        }
    }
}

#[test]
fn powers_by_montgomery_products() {
    for n in MODULI {
        let m = Modulus::new(n).expect("a modulus");
        for base in [0, 1 % n, 2 % n, n / 2, n - 1] {
            for e in [1, 2, 63, 64, 65, 1_000_003, u64::MAX] {
                let wanted = word::power(base, e, 1 % n, |a, b| m.mul(a, b));
                assert_eq!(m.odd_power(base, e), wanted, "{base}^{e} modulo {n}");
                assert_eq!(m.pow(base, e), wanted, "{base}^{e} modulo {n}");
            }
        }
    }
}

#[test]
fn inverse_modulo_the_word() {
    for n in [3, 5, 7, 9, 255, (1 << 32) - 1, (1 << 32) + 1, (1 << 63) - 1, (1 << 63) + 1, u64::MAX] {
        assert_eq!(n.wrapping_mul(Montgomery::of_odd(n).inverse()), 1, "{n}");
    }
}
