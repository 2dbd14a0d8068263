//! Rows by mixed digits, at the end of their range.

use polymod_core::{
    arith::{Modulus, PrimeStream},
    cpu::host,
    pass::rows::*,
    registry,
};

/// The terms of the last digit are 1.7p and three times nearly p: together more than 4.5p.
#[test]
fn digits_of_the_largest_terms_are_reduced() {
    if registry::first(KERNELS, host().target).is_none() {
        return;
    }
    let primes: Vec<Modulus> =
        PrimeStream::new(MAX_PRIME_BITS, 1).unwrap().take(4).map(|p| Modulus::new(p).unwrap()).collect();
    let last = primes[3];
    // p_j ⋯ p_2 modulo the last prime, which is the least
    let product = |j: usize| primes[j..3].iter().fold(1, |x, q| last.mul(x, last.reduce(q.n())));
    // the factor of the last residue is −2^(−52): its quotient is too small by nearly 1 for residues near 2^52
    let factor = last.neg(last.inv(last.reduce(1 << 52)).unwrap());
    let lacking = [1, 1, 1, last.mul(factor, product(0))];
    // digit j < 3 makes the term −s
    let digits = |s: u64| {
        let [a, b, c] = [0, 1, 2].map(|j| last.mul(s, product(j)));
        [a, b, c, last.n() / 10 * 7 + s]
    };
    let numbers: Vec<[u64; 4]> = (1..=20).map(digits).collect();
    let mut residues = Vec::new();
    for (p, lacking) in primes.iter().zip(lacking) {
        let inverse = p.inv(lacking).unwrap();
        for v in &numbers {
            let step = |x, i: usize| p.add(p.mul(x, p.reduce(primes[i].n())), p.reduce(v[i]));
            let x = p.mul((0..4).rev().fold(0, step), inverse);
            // the largest word below 2^52 of its class
            residues.push(x + ((1 << 52) - 1 - x) / p.n() * p.n());
        }
    }
    let crt_reconstruct = MixedReconstruct::new(&primes, &lacking, 4);
    let mut out = vec![7; 4 * numbers.len()];
    join_mixed(&crt_reconstruct, &residues, numbers.len(), 0, &mut out);
    for (v, row) in numbers.iter().zip(out.chunks_exact(4)) {
        // more than M/2: the last digit stands for itself less p
        let mut expected = [v[3].wrapping_sub(last.n()), !0, !0, !0];
        for i in (0..3).rev() {
            let mut carry = u128::from(v[i]);
            for limb in &mut expected {
                let t = u128::from(*limb) * u128::from(primes[i].n()) + carry;
                (*limb, carry) = (t as u64, t >> 64);
            }
        }
        assert_eq!(row, expected, "digits {v:?}");
    }
}
