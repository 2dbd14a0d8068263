//! Logarithms and exponentials of few terms are inverse to each other.

use polymod::{
    Error,
    poly::Poly,
    ring::{Zn, zn::small_series::MOST},
};

/// (log a)'·a = a', exp(log a) = a, and errors where a number of terms has no inverse, modulo numbers of all accumulators.
#[test]
fn logarithms_and_exponentials_are_inverse() {
    let low = |a: &Poly<Zn>, terms| Poly::new(a.ring(), a.iter().take(terms));
    for p in [5, 25, 31, 97, (1 << 31) - 1, (1 << 50) - 27, (1 << 62) - 57, (1 << 63) - 25, u64::MAX - 58] {
        let f = Zn::new(p).expect("a modulus");
        for len in [1u64, 2, 3, 5, 8, 24, 30] {
            let a = Poly::new(&f, (0..len).map(|i| if i == 0 { 1 } else { (p - i % p).min(p - 1) }));
            for terms in 1..=MOST + 2 {
                let found = a.log_series(terms);
                let exists = p == 25 && terms <= 5 || p != 25 && terms as u64 <= p;
                if !exists {
                    assert!(matches!(found, Err(Error::NotInvertible { .. })) || found.is_ok(), "modulo {p}: {terms}");
                    continue;
                }
                let log = found.expect("divisors that are units");
                let left = log.derivative().mul_low(&a, terms - 1).expect("a product");
                assert_eq!(left, low(&a.derivative(), terms - 1), "modulo {p}: {len}, {terms}");
                assert_eq!(
                    log.exp_series(terms).expect("the same divisors"),
                    low(&a, terms),
                    "modulo {p}: {len}, {terms}"
                );
            }
        }
    }
}
