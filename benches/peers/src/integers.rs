//! Products in Z\[x\] of two polynomials of n coefficients each, of 32 to 10,000 bits and either sign: `&a * &b` of
//! polynomials over `Integers` against FLINT's `fmpz_poly_mul` and NTL's `ZZX`, results allocated and freed by all at every product.
//!
//! GMP, which has no polynomials, multiplies the two integers that these polynomials are at a power of two large enough
//! (Kronecker substitution): the product alone, packing and unpacking not counted. Before each timing all coefficients
//! are the largest and the smallest possible once, untimed. Products of integers ([`long_integers`]) and other operations
//! ([`over_z`]) follow.

use std::error::Error;

use polymod::rug::{Complete, Integer, integer::Order};
use polymod::{Engine, Integers, Poly};

use crate::harness::{Contest, Harness, Label, random_words};
use crate::kronecker::{packed, slot_bits};
use crate::peer::{Peer, integer_products};
use crate::{long_integers, over_z};

/// Bits of the coefficients, the name of the case, and log2 of the largest n.
const CASES: [(u32, &str, u32); 5] = [
    (32, "32 bits", 17),
    (64, "64 bits", 17),
    (256, "256 bits", 17),
    (2048, "2048 bits", 14),
    (10_000, "10000 bits", 14),
];

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let ring = Integers::on(&Engine::builder().threads(1).build());
    let op = "product";
    for (bits, case, limit) in CASES {
        if !harness.wants(op, case) {
            continue;
        }
        for n in (3..=harness.sizes().max_log(limit)).map(|log| 1 << log) {
            let largest: Integer = (Integer::from(1) << bits) - 1;
            let extremes = [vec![largest.clone(); n], vec![-largest; n]];
            let label = Label { op, case, n, transform: false };
            Harness::check(label, &mut Product::new(&ring, bits, &extremes));
            harness.compare(label, &mut Product::new(&ring, bits, &[1, 2].map(|seed| random(bits, n, seed))));
        }
    }
    long_integers::run(harness)?;
    over_z::run(harness)
}

/// `n` pseudo-random integers of at most `bits` bits and a sign.
pub fn random(bits: u32, n: usize, seed: u64) -> Vec<Integer> {
    let limbs = bits.div_ceil(64) as usize;
    let words = random_words(n * (limbs + 1), seed);
    let integer = |words: &[u64]| {
        let magnitude = Integer::from_digits(&words[1..], Order::Lsf).keep_bits(bits);
        if words[0] >> 63 == 1 { -magnitude } else { magnitude }
    };
    words.chunks_exact(limbs + 1).map(integer).collect()
}

struct Product {
    operands: [Poly<Integers>; 2],
    out: Poly<Integers>,
    peers: Vec<Box<dyn Peer<Integer>>>,
    slot: u32,
    gmp_operands: [Integer; 2],
    gmp_out: Integer,
}

impl Product {
    /// Operands of at most `bits` bits.
    fn new(ring: &Integers, bits: u32, operands: &[Vec<Integer>; 2]) -> Self {
        let slot = slot_bits(bits, operands[0].len());
        Self {
            operands: operands.each_ref().map(|operand| Poly::new(ring, operand.iter().cloned())),
            out: Poly::zero(ring),
            peers: integer_products(operands),
            slot,
            gmp_operands: operands.each_ref().map(|operand| packed(operand, slot)),
            gmp_out: Integer::new(),
        }
    }
}

impl Contest for Product {
    fn peers(&self) -> Vec<&'static str> {
        self.peers.iter().map(|peer| peer.name()).chain(["GMP packed"]).collect()
    }

    fn ours(&mut self) {
        let [a, b] = &self.operands;
        self.out = a * b;
    }

    fn peer(&mut self, which: usize) {
        match self.peers.get_mut(which) {
            Some(peer) => peer.run(),
            None => self.gmp_out = (&self.gmp_operands[0] * &self.gmp_operands[1]).complete(),
        }
    }

    fn agree(&self, which: usize) -> bool {
        let ours: Vec<Integer> = self.out.iter().collect();
        match self.peers.get(which) {
            Some(peer) => ours == peer.result(),
            None => packed(&ours, self.slot) == self.gmp_out,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_product_is_noticed() {
        let ring = Integers::on(&Engine::builder().threads(1).build());
        let mut product = Product::new(&ring, 100, &[1, 2].map(|seed| random(100, 20, seed)));
        product.ours();
        let peers = 0..product.peers().len();
        peers.clone().for_each(|which| product.peer(which));
        assert!(peers.clone().all(|which| product.agree(which)));
        product.out = &product.out + &Poly::monomial(&ring, &Integer::from(-1), 7);
        assert!(!peers.clone().any(|which| product.agree(which)));
    }

    #[test]
    fn random_integers_have_both_signs_and_all_bits() {
        let integers = random(100, 500, 3);
        assert!(integers.iter().all(|x| x.significant_bits() <= 100));
        assert_eq!(integers.iter().map(Integer::significant_bits).max(), Some(100));
        let negative = integers.iter().filter(|x| x.is_negative()).count();
        assert!((200..300).contains(&negative));
    }
}
