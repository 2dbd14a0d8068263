//! Square roots and roots of unity.

use super::ZnBig;
use crate::{
    Error, Result,
    ring::{FiniteField, Ring, Roots, roots::root_of_unity_big},
};
use rug::{Complete, Integer};

impl Roots for ZnBig {
    /// A square root as [`Roots::sqrt`] defines it. Primality of n is decided by GMP's test (Baillie–PSW and 16 more
    /// rounds), which no known composite passes.
    fn sqrt(&self, a: &Integer) -> Result<Integer> {
        // a root over Z is the smallest: the square of a smaller number is less than a
        if a.is_perfect_square() {
            return Ok(a.sqrt_ref().complete());
        }
        let n = &self.0.n;
        if !self.is_field() {
            // as for n of one word, a and 2 must be units
            self.inv(a)?;
            self.inv(&Integer::from(2))?;
            const MOST: u32 = 1 << 16;
            let factor = (3..MOST).step_by(2).find(|&p| n.is_divisible_u(p)).map(|p| p.to_string());
            let operation = format!("the square root of {a}");
            return Err(Error::Factors { operation, modulus: n.to_string(), factor });
        }
        let root = self.square_root(a, &self.cardinality()?).ok_or_else(|| Error::Domain {
            operation: "a square root",
            expected: "a square as lowest coefficient",
            got: format!("{a} modulo {n}"),
        })?;
        let other = self.neg(&root);
        Ok(root.min(other))
    }
    fn root_of_unity(&self, order: u64) -> Result<Integer> {
        root_of_unity_big(&self.0.n, order)
    }
}
