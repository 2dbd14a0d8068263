//! Factors, roots and composition: `Poly::factor`, `Poly::roots` and `Poly::compose_series` against FLINT's `nmod_poly_factor`,
//! `nmod_poly_roots` and `nmod_poly_compose_series` (Brent and Kung's algorithm at these lengths), and factors over the field of two elements
//! against NTL's `CanZass`, on one thread.
//!
//! Operands of degree n are random and monic; those whose roots are wanted are products of n linear factors. Series of n coefficients are
//! composed with one without constant term.

use std::error::Error;

use polymod::{
    Engine, F2, Poly, Zn,
    poly::Factorization,
    ring::{Convolve, Ring},
};

use crate::flint::{self, nmod::NmodPoly};
use crate::harness::{Contest, Harness, Label, random_words};
#[cfg(feature = "ntl")]
use crate::ntl;

/// The primes: 31 and 62 bits.
const PRIMES: [(&str, u64); 2] = [("31 bits", (1 << 31) - 1), ("62 bits", (1 << 62) - 57)];

#[derive(Clone, Copy, PartialEq)]
enum Operation {
    Factor,
    Roots,
    Compose,
}

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engine = Engine::builder().threads(1).build();
    for (op, operation, logs) in [
        ("factor", Operation::Factor, 4..=10),
        ("roots", Operation::Roots, 4..=10),
        ("compose", Operation::Compose, 9..=14),
    ] {
        for (case, p) in PRIMES {
            let f = Zn::on(&engine, p)?;
            if !harness.wants(op, case) {
                continue;
            }
            let largest = harness.sizes().max_log(*logs.end());
            for n in logs.clone().filter(|&log| log <= largest).map(|log| 1usize << log) {
                harness.compare(Label { op, case, n, transform: false }, &mut Task::new(&f, operation, n));
            }
        }
    }
    #[cfg(feature = "ntl")]
    over_two_elements(harness, &F2::on(&engine));
    #[cfg(not(feature = "ntl"))]
    let _ = F2::on(&engine);
    Ok(())
}

fn random(n: usize, p: u64, seed: u64) -> Vec<u64> {
    random_words(n, seed).into_iter().map(|x| x % p).collect()
}

struct Task {
    operation: Operation,
    ours: [Poly<Zn>; 2],
    theirs: [NmodPoly; 2],
    n: usize,
    out: Vec<(Vec<u64>, usize)>,
    their_out: Vec<(Vec<u64>, usize)>,
}

impl Task {
    fn new(f: &Zn, operation: Operation, n: usize) -> Self {
        let p = f.n();
        let first = match operation {
            Operation::Factor => [random(n, p, 1), vec![1]].concat(),
            Operation::Roots => {
                let linear = random(n, p, 2).into_iter().map(|root| Poly::new(f, [p - root, 1]));
                words(&Poly::product(f, &linear.collect::<Vec<_>>()).expect("it is not cancelled"))
            }
            Operation::Compose => random(n, p, 3),
        };
        let second = [vec![0], random(n - 1, p, 4)].concat();
        let ours = [&first, &second].map(|v| Poly::new(f, v.iter().copied()));
        let theirs = [&first, &second].map(|v| NmodPoly::with(p, v));
        Task { operation, ours, theirs, n, out: Vec::new(), their_out: Vec::new() }
    }
}

fn words(p: &Poly<Zn>) -> Vec<u64> {
    p.iter().collect()
}

/// Coefficients and multiplicity of each factor, in the order that we have.
fn list<R: Convolve>(found: &Factorization<R>, words: impl Fn(&Poly<R>) -> Vec<u64>) -> Vec<(Vec<u64>, usize)> {
    found.factors.iter().map(|(factor, multiplicity)| (words(factor), *multiplicity as usize)).collect()
}

impl Contest for Task {
    fn peers(&self) -> Vec<&'static str> {
        vec![flint::NAME]
    }

    fn ours(&mut self) {
        let [a, b] = &self.ours;
        self.out = match self.operation {
            Operation::Factor => list(&a.factor().expect("p is a prime"), words),
            Operation::Roots => {
                let roots = a.roots().expect("p is a prime");
                let p = a.ring().n();
                let root = |i| vec![(p - a.ring().get(roots.view(), i)) % p, 1];
                (0..roots.len()).map(|i| (root(i), 1)).collect()
            }
            Operation::Compose => vec![(words(&a.compose_series(b, self.n).expect("no constant term")), 1)],
        };
    }

    fn peer(&mut self, _: usize) {
        let [a, b] = &self.theirs;
        self.their_out = match self.operation {
            Operation::Factor => a.factor(),
            Operation::Roots => a.roots(),
            Operation::Compose => vec![(a.compose_series(b, self.n), 1)],
        };
    }

    fn agree(&self, _: usize) -> bool {
        same(self.out.clone(), self.their_out.clone())
    }
}

/// Whether they are the same but for their order.
fn same(mut x: Vec<(Vec<u64>, usize)>, mut y: Vec<(Vec<u64>, usize)>) -> bool {
    x.sort();
    y.sort();
    x == y
}

#[cfg(feature = "ntl")]
fn over_two_elements(harness: &mut Harness, f: &F2) {
    let (op, case) = ("factor", "two elements");
    if !harness.wants(op, case) {
        return;
    }
    for n in (6..=harness.sizes().max_log(13)).map(|log| 1usize << log) {
        let mut bits = random_words(n / 64 + 1, 5);
        bits[n / 64] = 1;
        let ours = Poly::from_coeffs(f, f.from_words(&bits, n + 1));
        let mut task = Binary { ours, theirs: ntl::BinaryPoly::new(&bits), out: Vec::new(), their_out: Vec::new() };
        harness.compare(Label { op, case, n, transform: false }, &mut task);
    }
}

#[cfg(feature = "ntl")]
struct Binary {
    ours: Poly<F2>,
    theirs: ntl::BinaryPoly,
    out: Vec<(Vec<u64>, usize)>,
    their_out: Vec<(Vec<u64>, usize)>,
}

#[cfg(feature = "ntl")]
impl Contest for Binary {
    fn peers(&self) -> Vec<&'static str> {
        vec!["NTL"]
    }

    fn ours(&mut self) {
        let found = self.ours.factor().expect("two is a prime");
        self.out = list(&found, |p| p.iter().map(u64::from).collect());
    }

    fn peer(&mut self, _: usize) {
        self.their_out = self.theirs.factor();
    }

    fn agree(&self, _: usize) -> bool {
        same(self.out.clone(), self.their_out.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_results_are_noticed() {
        let f = Zn::on(&Engine::builder().threads(1).build(), PRIMES[0].1).unwrap();
        for operation in [Operation::Factor, Operation::Roots, Operation::Compose] {
            let mut task = Task::new(&f, operation, 16);
            task.ours();
            assert!(!task.agree(0));
            task.peer(0);
            assert!(task.agree(0));
            task.out[0].0[0] ^= 1;
            assert!(!task.agree(0));
        }
    }
}
