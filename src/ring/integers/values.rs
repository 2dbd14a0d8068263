//! Values at points.

use super::{Integers, row, to_integer};
use crate::ring::{Evaluation, View};
use rug::{Complete, Integer};

impl Integers {
    /// Σ v[i]·x^i by recursion on halves, so that operands of products are balanced. `powers[j]` = x^(2^j).
    fn eval_by_halves(v: View<'_, Self>, x: &Integer, powers: &[Integer]) -> Integer {
        const SHORT: usize = 16;
        if v.len() <= SHORT {
            return (0..v.len()).rev().fold(Integer::new(), |s, i| s * x + to_integer(row(v, i)));
        }
        let log = (v.len() - 1).ilog2() as usize;
        let high = Self::eval_by_halves(v.from(1 << log), x, powers);
        high * &powers[log] + Self::eval_by_halves(v.low(1 << log), x, powers)
    }
}

impl Evaluation for Integers {
    fn horner(&self, v: View<'_, Self>, x: &Integer) -> Integer {
        let mut powers = vec![x.clone()];
        while 1 << powers.len() < v.len() {
            let last = &powers[powers.len() - 1];
            powers.push(last.square_ref().complete());
        }
        Self::eval_by_halves(v, x, &powers)
    }
}
