//! Products in Z/n\[x\] of two polynomials of n coefficients each: `Zn::mul_into` against `nmod_poly_mul`.
//!
//! Three primes without roots of unity to speak of, in the middle of the ranges of 31, 50 and 62 bits, and the transform
//! prime 998244353.

use std::error::Error;

use polymod::{Engine, Zn};

use crate::flint::{self, nmod::NmodPoly};
use crate::harness::{Contest, Harness, Label, lengths, random_below};

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

/// The product of two different polynomials.
pub struct Product<'a> {
    zn: &'a Zn,
    a: Vec<u64>,
    b: Vec<u64>,
    out: Vec<u64>,
    scratch: Vec<u64>,
    flint_a: NmodPoly,
    flint_b: NmodPoly,
    flint_out: NmodPoly,
}

impl<'a> Product<'a> {
    /// Random operands of these lengths.
    pub fn new(zn: &'a Zn, a_len: usize, b_len: usize) -> Self {
        let n = zn.n();
        let (a, b) = (random_below(n, a_len, 1), random_below(n, b_len, 2));
        let len = a_len + b_len - 1;
        Self {
            flint_a: NmodPoly::new(n, &a, a_len),
            flint_b: NmodPoly::new(n, &b, b_len),
            flint_out: NmodPoly::new(n, &[], len),
            out: vec![0; len],
            scratch: vec![0; zn.mul_scratch_len(a_len, b_len)],
            zn,
            a,
            b,
        }
    }
}

impl Contest for Product<'_> {
    fn peers(&self) -> Vec<&'static str> {
        vec![flint::NAME]
    }

    fn ours(&mut self) {
        self.zn
            .mul_into(&mut self.out, &self.a, &self.b, &mut self.scratch)
            .expect("operands below the modulus and slices of the right lengths");
    }

    fn peer(&mut self, _: usize) {
        self.flint_out.set_product(&self.flint_a, &self.flint_b);
    }

    fn agree(&self, _: usize) -> bool {
        same_polynomial(&self.out, self.flint_out.coefficients())
    }
}

/// Whether `ours` is `theirs`, which has no leading zeros, with zeros at the end.
pub fn same_polynomial(ours: &[u64], theirs: &[u64]) -> bool {
    ours.len() >= theirs.len()
        && ours[..theirs.len()] == *theirs
        && ours[theirs.len()..].iter().all(|&coefficient| coefficient == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_coefficient_is_noticed() {
        let zn = Zn::on(&Engine::builder().threads(1).build(), plain_prime(31)).unwrap();
        let mut product = Product::new(&zn, 3, 50);
        product.ours();
        product.peer(0);
        assert!(product.agree(0));
        product.out[51] ^= 1;
        assert!(!product.agree(0));
    }
}
