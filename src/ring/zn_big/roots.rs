//! Square roots and roots of unity.

use super::ZnBig;
use crate::{
    Error, Result,
    ring::{Ring, Roots, roots::root_of_unity_big, sqrt::in_field},
};
use rug::{
    Complete, Integer,
    integer::{IsPrime, Order},
};

impl Roots for ZnBig {
    /// A square root as [`Roots::sqrt`] defines it. Primality of n is decided by GMP's test (Baillie–PSW and 16 more
    /// rounds), which no known composite passes.
    fn sqrt(&self, a: &Integer) -> Result<Integer> {
        // a root over Z is the smallest: the square of a smaller number is less than a
        if a.is_perfect_square() {
            return Ok(a.sqrt_ref().complete());
        }
        let n = &self.0.n;
        if n.is_probably_prime(40) == IsPrime::No {
            // as for n of one word, a and 2 must be units
            self.inv(a)?;
            self.inv(&Integer::from(2))?;
            const MOST: u32 = 1 << 16;
            let factor = (3..MOST).step_by(2).find(|&p| n.is_divisible_u(p)).map(|p| p.to_string());
            let operation = format!("the square root of {a}");
            return Err(Error::Factors { operation, modulus: n.to_string(), factor });
        }
        let less_one = (n - 1u32).complete();
        let s = less_one.find_one(0).unwrap_or(0);
        let half_up = (less_one >> s) / 2u32 + 1u32;
        let integers = (2..).map(|g| self.elem(g));
        let root = in_field(self, a, (&half_up.to_digits(Order::Lsf), s), integers).ok_or_else(|| Error::Domain {
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
