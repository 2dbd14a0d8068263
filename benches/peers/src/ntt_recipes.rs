//! Algorithms for transforms of n = 2^k values in natural order, each by itself: cyclic, modulo a prime of 62 bits, in place, on one
//! thread, against the plan that polymod chooses.
//!
//! The cases are depth first (`tree`) and the six-step method with its transpositions merged into the passes (`six-step`), both from 4096
//! values on (below, `six-step` has transpositions of its own), and as Takahashi has it, with Montgomery's product and Stockham's passes
//! of radix 2, 4 and 8 between transpositions. Values must be the same words, and four of them those of Horner's rule.

use std::error::Error;

use polymod::core::cpu;
use polymod::core::scratch::Buf;
use polymod::core::transform::ntt::{NttPlan, Recipe, Wrap};

use crate::harness::{Contest, Harness, Label, random_below};
use crate::ntt::{is_value, ntt_prime};

const OP: &str = "recipe";
const METHODS: [&str; 5] =
    ["tree", "six-step", "six-step:montgomery:2", "six-step:montgomery:4", "six-step:montgomery:8"];

/// Measures all recipes that this machine has.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let p = ntt_prime(62);
    for case in METHODS {
        if !harness.wants(OP, case) {
            continue;
        }
        let largest = harness.sizes().max_log(22);
        for n in (largest.min(10)..=largest).step_by(2).map(|log| 1 << log) {
            if let Some(mut contest) = Transform::new(p, n, case)? {
                harness.compare(Label { op: OP, case, n, transform: true }, &mut contest);
            }
        }
    }
    Ok(())
}

struct Transform {
    plans: [NttPlan; 2],
    coefficients: Vec<u64>,
    /// Of both plans, at multiples of 64 bytes.
    values: [Buf; 2],
}

impl Transform {
    /// By the recipe of this name, if it applies.
    fn new(p: u64, n: usize, method: &str) -> polymod::Result<Option<Self>> {
        let Some(recipe) = Recipe::named(method.parse()?, cpu::host().target, p, n) else { return Ok(None) };
        let choice = NttPlan::new(p, n, Wrap::Cyclic)?;
        let plan = NttPlan::with_recipe(p, n, Wrap::Cyclic, choice.root(), recipe)?;
        let coefficients = random_below(p, n, 1);
        let values = [0; 2].map(|_| Buf::copied(None, &coefficients));
        Ok(Some(Self { plans: [plan, choice], coefficients, values }))
    }
}

impl Contest for Transform {
    fn peers(&self) -> Vec<&'static str> {
        vec!["polymod's choice"]
    }

    fn ours(&mut self) {
        self.plans[0].forward(&mut self.values[0]);
    }

    fn peer(&mut self, _: usize) {
        self.plans[1].forward(&mut self.values[1]);
    }

    fn agree(&self, _: usize) -> bool {
        let [x, y] = &self.values;
        let (plan, n) = (&self.plans[0], x.len());
        let places = [0, 1, n / 3, n - 1];
        x[..] == y[..] && places.into_iter().all(|i| is_value(plan, &self.coefficients, i as u64, x[i]))
    }

    fn reset(&mut self) {
        self.values.iter_mut().for_each(|x| x.copy_from_slice(&self.coefficients));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_values_are_noticed() {
        for method in METHODS {
            let Some(mut contest) = Transform::new(ntt_prime(62), 1 << 12, method).unwrap() else { continue };
            contest.ours();
            assert!(!contest.agree(0), "{method}");
            contest.peer(0);
            assert!(contest.agree(0), "{method}");
            contest.coefficients[3] ^= 1;
            assert!(!contest.agree(0), "{method}");
        }
    }
}
