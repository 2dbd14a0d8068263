//! Square roots and roots of unity.

use super::GeneralizedFermat;
use crate::{
    Error, Result,
    ring::{Roots, roots::root_in_field},
};
use rug::Integer;

impl Roots for GeneralizedFermat {
    fn sqrt(&self, a: &Integer) -> Result<Integer> {
        self.0.big.sqrt(a)
    }
    /// For an order M that 2k divides: the least power W^u of W = h^((p − 1)/M), u prime to M, with (W^u)^(M/2k) = r.
    fn root_of_unity(&self, order: u64) -> Result<Integer> {
        let p = self.p();
        let root = root_in_field(p, order)?;
        let turn = 2 * self.prime().digits() as u64;
        if !order.is_multiple_of(turn) {
            return Ok(root);
        }
        let power = |base: &Integer, e: u64| base.pow_mod_ref(&e.into(), p).map(Integer::from);
        // the root's power is r^j, j odd, and u is 1/j modulo 2k
        let r = Integer::from(self.0.prime.radix());
        let inner = power(&root, order / turn);
        let j = (1..turn).step_by(2).find(|&j| power(&r, j) == inner);
        let u = j.and_then(|j| {
            let first = (1..turn).step_by(2).find(|u| u * j % turn == 1)?;
            (0..).map(|i| first + i * turn).find(|&u| Integer::from(u).gcd(&order.into()) == 1)
        });
        let chosen = u.and_then(|u| power(&root, u));
        chosen.ok_or_else(|| Error::NoRoot { modulus: p.to_string(), order })
    }
}
