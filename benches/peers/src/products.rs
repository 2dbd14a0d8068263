//! Products in Z/n\[x\] of two polynomials of n coefficients each: `Zn::mul_into` against FLINT's `nmod_poly_mul` and NTL.
//!
//! Three primes without roots of unity to speak of, in the middle of the ranges of 31, 50 and 62 bits, and the transform
//! prime 998244353.

use std::error::Error;

use polymod::{Engine, Zn};

use crate::flint;
use crate::harness::{Contest, Harness, Label, lengths, random_below};
use crate::peer::{Peer, mod_products};

/// The bits of primes without roots of unity, and the names of their cases.
pub const PLAIN_BITS: [(u32, &str); 3] = [(31, "31-bit prime"), (50, "50-bit prime"), (62, "62-bit prime")];

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engine = Engine::builder().threads(1).build();
    let plain = PLAIN_BITS.map(|(bits, case)| (case, plain_prime(bits)));
    let op = "product";
    for (case, modulus) in plain.into_iter().chain([("998244353", 998_244_353)]) {
        if !harness.wants(op, case) {
            continue;
        }
        let zn = Zn::on(&engine, modulus)?;
        for n in lengths(harness.sizes().max_log(20)) {
            harness.compare(Label { op, case, n, transform: false }, &mut Product::new(&zn, n, n));
        }
    }
    Ok(())
}

/// The first prime above 0.8·2^`bits`; it must not have a transform of its own for long polynomials.
pub fn plain_prime(bits: u32) -> u64 {
    let prime = flint::next_prime((1 << bits) / 5 * 4);
    assert!((prime - 1).trailing_zeros() < 8, "{prime} is an NTT prime");
    prime
}

/// The product of two different polynomials, or a square, by polymod on slices and by all libraries.
pub struct Product<'a> {
    zn: &'a Zn,
    a: Vec<u64>,
    /// Without it, the square of a.
    b: Option<Vec<u64>>,
    out: Vec<u64>,
    scratch: Vec<u64>,
    peers: Vec<Box<dyn Peer<u64>>>,
}

impl<'a> Product<'a> {
    /// Random operands of these lengths.
    pub fn new(zn: &'a Zn, a_len: usize, b_len: usize) -> Self {
        Self::with(zn, random_below(zn.n(), a_len, 1), Some(random_below(zn.n(), b_len, 2)))
    }

    /// A random operand.
    pub fn square(zn: &'a Zn, len: usize) -> Self {
        Self::with(zn, random_below(zn.n(), len, 1), None)
    }

    fn with(zn: &'a Zn, a: Vec<u64>, b: Option<Vec<u64>>) -> Self {
        let b_len = b.as_ref().unwrap_or(&a).len();
        Self {
            peers: mod_products(zn.n(), &a, b.as_deref()),
            out: vec![0; a.len() + b_len - 1],
            scratch: vec![0; zn.mul_scratch_len(a.len(), b_len)],
            zn,
            a,
            b,
        }
    }
}

impl Contest for Product<'_> {
    fn peers(&self) -> Vec<&'static str> {
        self.peers.iter().map(|peer| peer.name()).collect()
    }

    fn ours(&mut self) {
        let b = self.b.as_ref().unwrap_or(&self.a);
        let outcome = self.zn.mul_into(&mut self.out, &self.a, b, &mut self.scratch);
        outcome.expect("operands below the modulus and slices of the right lengths");
    }

    fn peer(&mut self, which: usize) {
        self.peers[which].run();
    }

    fn agree(&self, which: usize) -> bool {
        let theirs = self.peers[which].result();
        self.out.len() >= theirs.len()
            && self.out[..theirs.len()] == theirs
            && self.out[theirs.len()..].iter().all(|&coefficient| coefficient == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_coefficient_is_noticed() {
        let zn = Zn::on(&Engine::builder().threads(1).build(), plain_prime(31)).unwrap();
        for mut product in [Product::new(&zn, 3, 50), Product::square(&zn, 40)] {
            product.ours();
            for which in 0..product.peers().len() {
                assert!(!product.agree(which));
                product.peer(which);
                assert!(product.agree(which));
                product.out[20] ^= 1;
                assert!(!product.agree(which));
                product.out[20] ^= 1;
            }
        }
    }
}
