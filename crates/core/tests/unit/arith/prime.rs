//! The table of strong pseudoprimes, and small primes.

use polymod_core::arith::{Montgomery, prime::*};

/// Every ψ(k) in the table is as defined: composite, passed by the bases up to its own, and stopped by a later one.
#[test]
fn limits_are_strong_pseudoprimes() {
    for (k, &(base, limit)) in BASES[..11].iter().enumerate() {
        let m = Montgomery::of_odd(limit);
        for &(smaller, _) in &BASES[..=k] {
            assert!(is_strong_probable_prime(m, smaller), "{limit} to base {smaller}");
        }
        assert!(!is_prime(limit), "{limit}, limit of base {base}");
    }
}

#[test]
fn small_primes_are_complete() {
    let primes = small_primes();
    assert_eq!(primes.len(), 172);
    assert_eq!((primes[0], primes[171]), (2, 1021));
}
