//! Rows from residues, where the last reduction is longest.

use polymod_core::{
    arith::{Modulus, PrimeStream},
    cpu::host,
    pass::rows::*,
    registry,
};

/// Modulo N = 2^104 − 1 Montgomery's reduction of a small X > 0 leaves N + X, which has a bit beyond the digits of N.
#[test]
fn reductions_beyond_the_digits_of_the_modulus_are_finished() {
    if registry::first(KERNELS, host().target).is_none() {
        return;
    }
    let primes: Vec<Modulus> =
        PrimeStream::new(MAX_PRIME_BITS, 1).unwrap().take(3).map(|p| Modulus::new(p).unwrap()).collect();
    let [p, q, r] = [0, 1, 2].map(|i| u128::from(primes[i].n()));
    let n = (1u128 << 104) - 1;
    let digit = (1u128 << 52) - 1;
    // M modulo N: 2^104 is 1, so that products by 2^52 exchange digits
    let (low, high) = (((p * q) & digit) * r, ((p * q) >> 52) * r);
    let m = ((high >> 52) + ((high & digit) << 52) + low) % n;
    let weights: Vec<u64> =
        [q * r, p * r, p * q, n - m].into_iter().flat_map(|w| [w as u64, (w >> 64) as u64]).collect();
    let with = [0, 1, 2].map(|i| (primes[i], 1));
    let limbs = [n as u64, (n >> 64) as u64];
    let crt_reconstruct = RowReconstruct::new(&with, &weights, 2, 2, Some(BigModulus(&limbs)));
    let numbers = [0i64, 1, 2, 3, 1000, 1 << 40, -1, -2, -1000, 12_345, -(1 << 40)];
    let mut residues = Vec::new();
    for (i, x) in primes.iter().enumerate() {
        let others = (0..3).filter(|j| *j != i).fold(1, |y, j| x.mul(y, x.reduce(primes[j].n())));
        let inverse = x.inv(others).unwrap();
        residues.extend(numbers.map(|v| x.mul(v.rem_euclid(x.n() as i64) as u64, inverse)));
    }
    let mut out = vec![7; 2 * numbers.len()];
    join(&crt_reconstruct, &residues, numbers.len(), 0, &mut out);
    for (v, row) in numbers.into_iter().zip(out.chunks_exact(2)) {
        let expected = i128::from(v).rem_euclid(n as i128) as u128;
        assert_eq!(u128::from(row[1]) << 64 | u128::from(row[0]), expected, "{v} modulo 2^104 − 1");
    }
}
