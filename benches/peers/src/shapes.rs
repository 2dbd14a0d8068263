//! Products in Z/n\[x\] of n by m·n coefficients for m from 1 to 1000, and squares of n coefficients: `Zn::mul_into` against
//! FLINT's `nmod_poly_mul` and NTL. Squares are compared with polymod's own products of two different polynomials of that length too.

use std::error::Error;

use polymod::{Engine, Zn};

use crate::harness::{Contest, Harness, Label, random_below};
use crate::products::{PLAIN_BITS, Product, plain_prime};

/// Lengths of the shorter operand.
const SHORT: [usize; 4] = [10, 100, 1000, 10_000];
/// How many times as long the other one is.
const RATIOS: [(usize, &str); 5] = [(1, "1:1"), (3, "1:3"), (10, "1:10"), (100, "1:100"), (1000, "1:1000")];

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engine = Engine::builder().threads(1).build();
    let max_log = harness.sizes().max_log(20);
    for (bits, op) in PLAIN_BITS {
        let zn = Zn::on(&engine, plain_prime(bits))?;
        for (ratio, case) in RATIOS.into_iter().filter(|(_, case)| harness.wants(op, case)).collect::<Vec<_>>() {
            for n in SHORT.into_iter().filter(|n| n * (1 + ratio) <= 1 << max_log) {
                harness.compare(Label { op, case, n, transform: false }, &mut Product::new(&zn, n, ratio * n));
            }
        }
    }
    for (bits, case) in PLAIN_BITS.into_iter().filter(|(_, case)| harness.wants("square", case)).collect::<Vec<_>>() {
        let zn = Zn::on(&engine, plain_prime(bits))?;
        for n in (2..max_log).map(|log| 1 << log) {
            let label = Label { op: "square", case, n, transform: false };
            harness.compare(label, &mut Product::square(&zn, n));
            harness.compare(label, &mut Square::new(&zn, n));
        }
    }
    Ok(())
}

/// The square of a polynomial, and as the peer the product by a copy.
struct Square<'a> {
    zn: &'a Zn,
    a: Vec<u64>,
    copy: Vec<u64>,
    out: Vec<u64>,
    product: Vec<u64>,
    scratch: Vec<u64>,
}

impl<'a> Square<'a> {
    fn new(zn: &'a Zn, len: usize) -> Self {
        let a = random_below(zn.n(), len, 1);
        Self {
            copy: a.clone(),
            out: vec![0; 2 * len - 1],
            product: vec![0; 2 * len - 1],
            scratch: vec![0; zn.mul_scratch_len(len, len)],
            zn,
            a,
        }
    }
}

impl Contest for Square<'_> {
    fn peers(&self) -> Vec<&'static str> {
        vec!["our product"]
    }

    fn ours(&mut self) {
        let outcome = self.zn.mul_into(&mut self.out, &self.a, &self.a, &mut self.scratch);
        outcome.expect("slices of the right lengths");
    }

    fn peer(&mut self, _: usize) {
        let outcome = self.zn.mul_into(&mut self.product, &self.a, &self.copy, &mut self.scratch);
        outcome.expect("slices of the right lengths");
    }

    fn agree(&self, _: usize) -> bool {
        self.out == self.product
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_square_is_noticed() {
        let zn = Zn::on(&Engine::builder().threads(1).build(), plain_prime(62)).unwrap();
        let mut square = Square::new(&zn, 40);
        square.ours();
        assert!(!square.agree(0));
        square.peer(0);
        assert!(square.agree(0));
    }
}
