//! Products of two random integers of n bits: `Integers::multiply` against GMP's `mpz_mul`, on one thread, results allocated and
//! freed by both at every product.
//!
//! The cases are the algorithm that polymod takes by itself, which for short integers is GMP's product, and those that a caller can
//! demand: digits and transforms modulo several word primes, and over one generalized Fermat prime field.

use std::error::Error;

use polymod::rug::{Complete, Integer, integer::Order};
use polymod::{Engine, Integers, ProductAlgorithm};

use crate::harness::{Contest, Harness, Label, Sizes, random_words};

const OP: &str = "integer product";
/// Bits where polymod chooses the algorithm.
const BITS: [u32; 7] = [100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000, 100_000_000];
/// Bits where it is given, and the algorithms.
const DEMANDED_BITS: [u32; 2] = [1_000_000, 10_000_000];
const DEMANDED: [ProductAlgorithm; 2] = [ProductAlgorithm::CrtDigits, ProductAlgorithm::BigPrime];

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let z = Integers::on(&Engine::builder().threads(1).build());
    let most = match harness.sizes() {
        Sizes::Quick => 100_000,
        Sizes::Small => 1_000_000,
        Sizes::All => u32::MAX,
    };
    let demanded = DEMANDED.iter().map(|algorithm| (Some(*algorithm), &DEMANDED_BITS[..]));
    for (algorithm, all) in std::iter::once((None, &BITS[..])).chain(demanded) {
        let case = algorithm.map_or("own choice", ProductAlgorithm::name);
        for &bits in all.iter().filter(|&&bits| bits <= most) {
            if harness.wants(OP, case) {
                let label = Label { op: OP, case, n: bits as usize, transform: false };
                harness.compare(label, &mut Product::new(&z, algorithm, bits));
            }
        }
    }
    Ok(())
}

/// A pseudo-random integer of exactly `bits` bits.
fn integer(bits: u32, seed: u64) -> Integer {
    let words = random_words(bits.div_ceil(64) as usize, seed);
    let mut x = Integer::from_digits(&words, Order::Lsf).keep_bits(bits);
    x.set_bit(bits - 1, true);
    x
}

struct Product<'a> {
    z: &'a Integers,
    algorithm: Option<ProductAlgorithm>,
    operands: [Integer; 2],
    ours: Integer,
    theirs: Integer,
}

impl<'a> Product<'a> {
    /// The algorithm is polymod's choice if none is given.
    fn new(z: &'a Integers, algorithm: Option<ProductAlgorithm>, bits: u32) -> Self {
        let operands = [1, 2].map(|seed| integer(bits, seed));
        Self { z, algorithm, operands, ours: Integer::new(), theirs: Integer::new() }
    }
}

impl Contest for Product<'_> {
    fn peers(&self) -> Vec<&'static str> {
        vec!["GMP"]
    }

    fn ours(&mut self) {
        let [a, b] = &self.operands;
        self.ours = self.z.multiply(a, b, self.algorithm).expect("integers that are long enough");
    }

    fn peer(&mut self, _: usize) {
        let [a, b] = &self.operands;
        self.theirs = (a * b).complete();
    }

    fn agree(&self, _: usize) -> bool {
        self.ours == self.theirs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_products_are_noticed() {
        let z = Integers::on(&Engine::builder().threads(1).build());
        assert_eq!([1, 64, 65, 1000].map(|bits| integer(bits, 7).significant_bits()), [1, 64, 65, 1000]);
        for algorithm in std::iter::once(None).chain(DEMANDED.map(Some)) {
            let mut product = Product::new(&z, algorithm, 100_000);
            product.ours();
            assert!(!product.agree(0), "{algorithm:?}");
            product.peer(0);
            assert!(product.agree(0), "{algorithm:?}");
            product.ours += 1;
            assert!(!product.agree(0), "{algorithm:?}");
        }
    }
}
