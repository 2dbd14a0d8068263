//! Over Z: `multimodular::gcd`, `multimodular::resultant` and `multimodular::det` against FLINT's `fmpz_poly_gcd`, `fmpz_poly_resultant` and
//! `fmpz_mat_det`, on one thread.
//!
//! Polynomials have n coefficients of 64 bits and either sign: random ones for resultants; for common divisors a random divisor of n/2
//! coefficients of 30 bits times random cofactors, or nothing in common. Matrices have n by n random entries. One big prime is compared
//! with many: see [`one_prime`].

use std::error::Error;

use polymod::{
    Engine, Integers, Poly, Ring,
    matrix::Matrix,
    multimodular::{self, Options},
    rug::Integer,
};

use crate::flint::{
    self,
    fmpz::{FmpzMat, FmpzPoly},
};
use crate::harness::{Contest, Harness, Label, Sizes};
use crate::integers::random;
use crate::one_prime;
use crate::peer::IntegerPoly;

const BITS: u32 = 64;
/// log2 of the numbers of coefficients, and of the largest for resultants, whose cost is nearly cubic.
const LOGS: [u32; 5] = [4, 6, 8, 10, 12];
const LARGEST_RESULTANT: u32 = 10;
/// Bits of a matrix's entries, and the most rows.
const ENTRIES: [(u32, &str, usize); 3] = [(20, "20 bits", 500), (100, "100 bits", 500), (1000, "1000 bits", 200)];
const ROWS: [usize; 5] = [10, 50, 100, 200, 500];

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let z = Integers::on(&Engine::builder().threads(1).build());
    for (op, case, of) in [
        ("gcd", "half in common", common_divisor as fn([Poly<Integers>; 2]) -> Task),
        ("gcd", "coprime", common_divisor),
        ("resultant", "64 bits", resultant),
    ] {
        if !harness.wants(op, case) {
            continue;
        }
        let largest = harness.sizes().max_log(if op == "gcd" { 12 } else { LARGEST_RESULTANT });
        for n in LOGS.into_iter().filter(|&log| log <= largest).map(|log| 1usize << log) {
            let operands = if case == "half in common" { with_divisor(&z, n) } else { coprime(&z, n) };
            harness.compare(Label { op, case, n, transform: false }, &mut of(operands));
        }
    }
    let most = match harness.sizes() {
        Sizes::Quick => 10,
        Sizes::Small => 200,
        Sizes::All => usize::MAX,
    };
    for (bits, case, largest) in ENTRIES {
        if !harness.wants("determinant", case) {
            continue;
        }
        for n in ROWS.into_iter().filter(|&n| n <= largest.min(most)) {
            let label = Label { op: "determinant", case, n, transform: false };
            harness.compare(label, &mut determinant(&z, random(bits, n * n, 6), n));
        }
    }
    one_prime::run(harness, &z)
}

/// n pseudo-random coefficients, the leading one small.
pub fn poly(z: &Integers, bits: u32, n: usize, seed: u64) -> Poly<Integers> {
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

/// Numbers are polynomials of degree 0.
struct Task {
    ours: Box<dyn Fn() -> Poly<Integers>>,
    theirs: Box<dyn Fn() -> FmpzPoly>,
    out: Poly<Integers>,
    their_out: FmpzPoly,
}

impl Task {
    fn new(z: &Integers, ours: impl Fn() -> Poly<Integers> + 'static, theirs: impl Fn() -> FmpzPoly + 'static) -> Self {
        Task { ours: Box::new(ours), theirs: Box::new(theirs), out: Poly::zero(z), their_out: FmpzPoly::new(&[]) }
    }
}

fn converted(operands: &[Poly<Integers>; 2]) -> [FmpzPoly; 2] {
    operands.each_ref().map(|p| FmpzPoly::new(&p.iter().collect::<Vec<_>>()))
}

fn common_divisor(operands: [Poly<Integers>; 2]) -> Task {
    let (z, [x, y]) = (operands[0].ring().clone(), converted(&operands));
    let ours =
        move || multimodular::gcd(&operands[0], &operands[1], &Options::default()).expect("no bound is met").value;
    Task::new(&z, ours, move || FmpzPoly::gcd(&x, &y))
}

fn resultant(operands: [Poly<Integers>; 2]) -> Task {
    let (z, [x, y]) = (operands[0].ring().clone(), converted(&operands));
    let ours = move || {
        let [a, b] = &operands;
        Poly::new(a.ring(), [multimodular::resultant(a, b, &Options::default()).expect("no bound is met").value])
    };
    Task::new(&z, ours, move || FmpzPoly::resultant(&x, &y))
}

fn determinant(z: &Integers, entries: Vec<Integer>, n: usize) -> Task {
    let theirs = FmpzMat::new(n, &entries);
    let ours = Matrix::new(z, n, n, z.collect(&entries)).expect("as many entries as a square has");
    let det =
        move || Poly::new(ours.ring(), [multimodular::det(&ours, &Options::default()).expect("no bound is met").value]);
    Task::new(z, det, move || theirs.det())
}

impl Contest for Task {
    fn peers(&self) -> Vec<&'static str> {
        vec![flint::NAME]
    }

    fn ours(&mut self) {
        self.out = (self.ours)();
    }

    fn peer(&mut self, _: usize) {
        self.their_out = (self.theirs)();
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
        let entries = random(70, 49, 9);
        let tasks = [common_divisor(with_divisor(&z, 16)), resultant(coprime(&z, 16)), determinant(&z, entries, 7)];
        for mut task in tasks {
            task.ours();
            assert!(!task.agree(0));
            task.peer(0);
            assert!(task.agree(0));
            task.out = &task.out + &Poly::from_i64(&z, &[1]);
            assert!(!task.agree(0));
        }
    }
}
