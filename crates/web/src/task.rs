//! What the page asks for, and what it gets.

use crate::modulus;
use polymod::{
    Dft, Engine, Poly, Ring, Wrap, Zn,
    engine::{Decision, Event, Monitor},
    poly::Factorization,
    ring::Coeffs,
};
use std::{
    fmt,
    sync::{Arc, Mutex},
};

/// What a computation may take; a browser gives a module 4 GiB at most.
const MEMORY: u64 = 1 << 30;

/// Collects what the engine tells about its choices.
#[derive(Default)]
struct Choices(Mutex<Vec<Decision>>);

impl Monitor for Choices {
    fn event(&self, event: &Event<'_>) {
        if let (Event::Decided(decision) | Event::Begun(decision), Ok(mut told)) = (event, self.0.lock()) {
            told.push((*decision).clone());
        }
    }
}

enum Operation {
    Product,
    Gcd,
    Factors,
    Roots,
    Transform,
}

/// An operation with its operands.
pub struct Task {
    operation: Operation,
    ring: Zn,
    a: Poly<Zn>,
    b: Poly<Zn>,
    choices: Arc<Choices>,
}

impl Task {
    /// Reads a request: a line with the operation (`product`, `gcd`, `factors`, `roots` or `ntt`), one with the modulus, and one with each polynomial.
    /// The second polynomial is read where the operation takes it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.split('\n');
        let mut line = || lines.next().unwrap_or_default();
        let operation = match line() {
            "product" => Operation::Product,
            "gcd" => Operation::Gcd,
            "factors" => Operation::Factors,
            "roots" => Operation::Roots,
            "ntt" => Operation::Transform,
            other => return Err(format!("there is no operation {other:?}")),
        };
        let n = modulus::parse(line())?;
        let choices = Arc::new(Choices::default());
        let engine = Engine::builder().memory(MEMORY).monitor(choices.clone()).build();
        let ring = Zn::on(&engine, n).map_err(|e| format!("modulus: {e}"))?;
        let poly = |name: &str, text: &str| Poly::parse(&ring, text).map_err(|e| format!("{name}: {e}"));
        let a = poly("a", line())?;
        let b = match operation {
            Operation::Product | Operation::Gcd => poly("b", line())?,
            _ => Poly::zero(&ring),
        };
        Ok(Task { operation, a, b, ring, choices })
    }

    /// Computes; may be called again, to measure the time.
    pub fn run(&self) -> Result<Answer, String> {
        // what was told of an earlier run, or when an operand with parentheses was multiplied out
        if let Ok(mut told) = self.choices.0.lock() {
            told.clear();
        }
        let found = match self.operation {
            Operation::Product => self.a.checked_mul(&self.b).map(Found::Poly),
            Operation::Gcd => self.a.gcd(&self.b).map(Found::Poly),
            Operation::Factors => self.a.factor().map(Found::Factors),
            Operation::Roots => self.a.roots().map(Found::Values),
            Operation::Transform => self.transform().map(Found::Values),
        };
        Ok(Answer { found: found.map_err(|e| e.to_string())?, ring: self.ring.clone(), choices: self.choices.clone() })
    }

    /// The values at the powers of a root of unity, whose order is the least power of two that is not below the number of coefficients.
    fn transform(&self) -> polymod::Result<Coeffs<Zn>> {
        let len = self.a.len().max(1).next_power_of_two();
        let dft = Dft::new(&self.ring, len, Wrap::Cyclic)?;
        let coeffs = self.ring.collect(&(0..len).map(|i| self.a.coeff(i)).collect::<Vec<_>>());
        dft.forward(coeffs.view())
    }
}

enum Found {
    Poly(Poly<Zn>),
    Factors(Factorization<Zn>),
    Values(Coeffs<Zn>),
}

/// A result, and how it was found. As text: a line with the result, then one for each choice.
pub struct Answer {
    found: Found,
    ring: Zn,
    choices: Arc<Choices>,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Found::Poly(poly) => write!(f, "{poly}")?,
            Found::Factors(found) => {
                write!(f, "{}", found.unit)?;
                for (factor, multiplicity) in &found.factors {
                    write!(f, " * ({factor})")?;
                    if *multiplicity > 1 {
                        write!(f, "^{multiplicity}")?;
                    }
                }
            }
            Found::Values(values) => {
                for (i, word) in self.ring.words(values.view()).iter().enumerate() {
                    write!(f, "{}{word}", if i > 0 { ", " } else { "" })?;
                }
            }
        }
        let Ok(told) = self.choices.0.lock() else { return Ok(()) };
        // steps of a long computation are told, too: the first ones suffice
        for decision in told.iter().take(20) {
            write!(f, "\n{}: {}", decision.task, decision.chosen)?;
            for (name, value) in &decision.parameters {
                write!(f, ", {name} {value}")?;
            }
        }
        Ok(())
    }
}
