//! Square roots modulo n, prime or composite: by the prime powers of n.

use super::Zn;
use crate::{
    Error, Result,
    arith::{Modulus, factor_u64, root_of_unity},
    ring::{FiniteField, Ring, Roots},
};

/// A square root in a field.
fn root_in_field(f: &Zn, a: u64) -> Option<u64> {
    if a < 2 { Some(a) } else { f.square_root(&a, &f.cardinality().ok()?) }
}

/// Lifts a root modulo an odd prime p to one modulo p^e, by Newton's iteration x − (x² − a)/(2x).
fn lifted(p: u64, e: u32, a: u64, root: u64) -> Result<u64> {
    let q = Modulus::new(p.pow(e))?;
    let (mut x, mut exact) = (root, 1);
    while exact < e {
        let error = q.sub(q.mul(x, x), a);
        x = q.sub(x, q.mul(error, q.inv(q.add(x, x))?));
        exact *= 2;
    }
    Ok(x)
}

impl Roots for Zn {
    fn sqrt(&self, a: &u64) -> Result<u64> {
        let a = *a;
        let (n, none) = (self.n(), || Error::Domain {
            operation: "a square root",
            expected: "a square as lowest coefficient",
            got: format!("{a} modulo {}", self.n()),
        });
        // a root over Z is the smallest: the square of a smaller number is less than a
        let root = a.isqrt();
        if root * root == a {
            return Ok(root);
        }
        if self.is_field() {
            let root = root_in_field(self, a).ok_or_else(none)?;
            return Ok(root.min(n - root));
        }
        self.inv(&a)?;
        // roots modulo the product of the prime powers so far
        let (mut roots, mut done) = (vec![0u64], 1u64);
        for (p, e) in factor_u64(n) {
            if p == 2 {
                // 2 has no inverse either
                return self.inv(&2);
            }
            let q = p.pow(e);
            let root = lifted(p, e, a % q, root_in_field(&Zn::on(self.engine(), p)?, a % p).ok_or_else(none)?)?;
            let weight = Modulus::new(q)?.inv(done % q)?;
            let join = |x: u64, y: u64| {
                let m = u128::from(q);
                let steps = (u128::from(y) + m - u128::from(x) % m) % m * u128::from(weight) % m;
                x + done * steps as u64
            };
            roots = roots.iter().flat_map(|&x| [join(x, root), join(x, q - root)]).collect();
            done *= q;
        }
        roots.into_iter().min().ok_or_else(none)
    }
    fn root_of_unity(&self, order: u64) -> Result<u64> {
        root_of_unity(self.n(), order)
    }
}
