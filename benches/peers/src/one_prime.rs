//! One image modulo a generalized Fermat prime against images modulo many word primes, both polymod's: determinants, common divisors
//! and resultants over Z by `Algorithm::BigPrime` and by `Algorithm::Crt`, on one thread, for few rows or coefficients with long
//! entries.
//!
//! Matrices have n by n random entries; polynomials n coefficients, random ones for resultants, and for common divisors a divisor of n/2
//! coefficients times cofactors, each of half the bits. There is no row where no named prime exceeds the bound on the answer.

use std::error::Error;

use polymod::{
    Integers, Ring,
    matrix::Matrix,
    multimodular::{self, Algorithm, Options},
    rug::Integer,
};

use crate::harness::{Contest, Harness, Label, Sizes};
use crate::integers::random;
use crate::modular::poly;

/// Bits of entries and coefficients, and the names of the cases.
const BITS: [(u32, &str); 4] = [(64, "64 bits"), (256, "256 bits"), (1024, "1024 bits"), (4096, "4096 bits")];
/// Rows or coefficients.
const SIZES: [usize; 4] = [4, 8, 16, 30];

type Run = Box<dyn Fn(Algorithm) -> polymod::Result<Vec<Integer>>>;
type Task = fn(&Integers, u32, usize) -> Run;

const TASKS: [(&str, Task); 3] =
    [("det by one prime", det), ("gcd by one prime", gcd), ("resultant by one prime", resultant)];

/// Measures all cases.
pub fn run(harness: &mut Harness, z: &Integers) -> Result<(), Box<dyn Error>> {
    let most = if harness.sizes() == Sizes::Quick { 512 } else { usize::MAX };
    for (op, task) in TASKS {
        for (bits, case) in BITS {
            for n in SIZES.into_iter().filter(|n| n * bits as usize <= most) {
                if !harness.wants(op, case) {
                    continue;
                }
                let run = task(z, bits, n);
                match run(Algorithm::BigPrime(None)) {
                    Ok(_) => {
                        let label = Label { op, case, n, transform: false };
                        harness.compare(label, &mut Sides { run, one: Vec::new(), many: Vec::new() });
                    }
                    Err(polymod::Error::Algorithm { .. }) => (),
                    Err(error) => return Err(error.into()),
                }
            }
        }
    }
    Ok(())
}

fn by(algorithm: Algorithm) -> Options {
    Options { algorithm: Some(algorithm), ..Options::default() }
}

fn det(z: &Integers, bits: u32, n: usize) -> Run {
    let entries = z.collect(&random(bits, n * n, 6));
    let a = Matrix::new(z, n, n, entries).expect("as many entries as a square has");
    Box::new(move |algorithm| Ok(vec![multimodular::det(&a, &by(algorithm))?.value]))
}

fn gcd(z: &Integers, bits: u32, n: usize) -> Run {
    let divisor = poly(z, bits / 2, n / 2, 3);
    let [a, b] = [4, 5].map(|seed| &divisor * &poly(z, bits / 2, n - n / 2 + 1, seed));
    Box::new(move |algorithm| Ok(multimodular::gcd(&a, &b, &by(algorithm))?.value.iter().collect()))
}

fn resultant(z: &Integers, bits: u32, n: usize) -> Run {
    let [a, b] = [1, 2].map(|seed| poly(z, bits, n, seed));
    Box::new(move |algorithm| Ok(vec![multimodular::resultant(&a, &b, &by(algorithm))?.value]))
}

struct Sides {
    run: Run,
    one: Vec<Integer>,
    many: Vec<Integer>,
}

impl Contest for Sides {
    fn peers(&self) -> Vec<&'static str> {
        vec!["crt"]
    }

    fn ours(&mut self) {
        self.one = (self.run)(Algorithm::BigPrime(None)).expect("a prime above the bound");
    }

    fn peer(&mut self, _: usize) {
        self.many = (self.run)(Algorithm::Crt).expect("no bound is met");
    }

    fn agree(&self, _: usize) -> bool {
        self.one == self.many
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymod::Engine;

    #[test]
    fn results_that_differ_are_noticed() {
        let z = Integers::on(&Engine::builder().threads(1).build());
        for (op, task) in TASKS {
            let mut sides = Sides { run: task(&z, 100, 5), one: Vec::new(), many: Vec::new() };
            sides.ours();
            assert!(!sides.agree(0), "{op}");
            sides.peer(0);
            assert!(sides.agree(0), "{op}");
            sides.one[0] += 1;
            assert!(!sides.agree(0), "{op}");
            // no named prime has as many bits
            assert!(op.starts_with("gcd") || task(&z, 4096, 8)(Algorithm::BigPrime(None)).is_err(), "{op}");
        }
    }
}
