//! Common divisors and resultants over Z: `modular::gcd` and `modular::resultant` against FLINT's `fmpz_poly_gcd` and
//! `fmpz_poly_resultant`, on one thread.
//!
//! Operands have n coefficients of 64 bits and either sign: random ones for resultants; for common divisors a random divisor of n/2
//! coefficients of 30 bits times random cofactors, or nothing in common.

use std::error::Error;

use polymod::{
    Engine, Integers, Poly,
    modular::{self, Options},
    rug::Integer,
};

use crate::flint::{self, fmpz::FmpzPoly};
use crate::harness::{Contest, Harness, Label};
use crate::integers::random;
use crate::peer::IntegerPoly;

const BITS: u32 = 64;
/// log2 of the numbers of coefficients, and of the largest for resultants, whose cost is nearly cubic.
const LOGS: [u32; 5] = [4, 6, 8, 10, 12];
const LARGEST_RESULTANT: u32 = 10;

#[derive(Clone, Copy, PartialEq)]
enum Operation {
    Gcd,
    Resultant,
}

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let z = Integers::on(&Engine::builder().threads(1).build());
    let cases = [
        ("gcd", "half in common", Operation::Gcd),
        ("gcd", "coprime", Operation::Gcd),
        ("resultant", "64 bits", Operation::Resultant),
    ];
    for (op, case, operation) in cases {
        if !harness.wants(op, case) {
            continue;
        }
        let largest = if operation == Operation::Gcd { 12 } else { LARGEST_RESULTANT };
        let largest = harness.sizes().max_log(largest);
        for n in LOGS.into_iter().filter(|&log| log <= largest).map(|log| 1usize << log) {
            let operands = if case == "half in common" { with_divisor(&z, n) } else { coprime(&z, n) };
            harness.compare(Label { op, case, n, transform: false }, &mut Task::new(operation, operands));
        }
    }
    Ok(())
}

fn poly(z: &Integers, bits: u32, n: usize, seed: u64) -> Poly<Integers> {
    let mut coefficients = random(bits, n, seed);
    coefficients[n - 1] = Integer::from(1) + Integer::from(seed);
    Poly::new(z, coefficients)
}

fn coprime(z: &Integers, n: usize) -> [Poly<Integers>; 2] {
    [1, 2].map(|seed| poly(z, BITS, n, seed))
}

fn with_divisor(z: &Integers, n: usize) -> [Poly<Integers>; 2] {
    let divisor = poly(z, 30, n / 2, 3);
    [4, 5].map(|seed| &divisor * &poly(z, 30, n / 2 + 1, seed))
}

struct Task {
    operation: Operation,
    ours: [Poly<Integers>; 2],
    theirs: [FmpzPoly; 2],
    out: Poly<Integers>,
    their_out: FmpzPoly,
}

impl Task {
    fn new(operation: Operation, ours: [Poly<Integers>; 2]) -> Self {
        let theirs = ours.each_ref().map(|p| FmpzPoly::new(&p.iter().collect::<Vec<_>>()));
        let out = Poly::zero(ours[0].ring());
        Task { operation, ours, theirs, out, their_out: FmpzPoly::new(&[]) }
    }
}

impl Contest for Task {
    fn peers(&self) -> Vec<&'static str> {
        vec![flint::NAME]
    }

    fn ours(&mut self) {
        let [a, b] = &self.ours;
        self.out = match self.operation {
            Operation::Gcd => modular::gcd(a, b, &Options::default()).expect("no bound is met").value,
            Operation::Resultant => {
                let found = modular::resultant(a, b, &Options::default()).expect("no bound is met");
                Poly::new(a.ring(), [found.value])
            }
        };
    }

    fn peer(&mut self, _: usize) {
        let [a, b] = &self.theirs;
        self.their_out = match self.operation {
            Operation::Gcd => FmpzPoly::gcd(a, b),
            Operation::Resultant => FmpzPoly::resultant(a, b),
        };
    }

    fn agree(&self, _: usize) -> bool {
        self.out.iter().eq(self.their_out.coefficients())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_results_are_noticed() {
        let z = Integers::on(&Engine::builder().threads(1).build());
        for (operation, operands) in [(Operation::Gcd, with_divisor(&z, 16)), (Operation::Resultant, coprime(&z, 16))] {
            let mut task = Task::new(operation, operands);
            task.ours();
            assert!(!task.agree(0));
            task.peer(0);
            assert!(task.agree(0));
            task.out = &task.out + &Poly::from_i64(&z, &[1]);
            assert!(!task.agree(0));
        }
    }
}
