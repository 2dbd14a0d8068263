//! Inverses modulo n from those modulo divisors of n, which zero divisors show: no factorization of n is needed.

use super::{Ring, View};
use crate::Result;
use rug::{Integer, integer::Order};

/// The modulus n of a ring Z/n; `None` for others.
pub(crate) fn modulus<R: Ring>(r: &R) -> Option<Integer> {
    let residues = r.packed_bits() == 0 && r.components().is_none();
    r.elements().filter(|_| residues).map(|n| Integer::from_digits(&n, Order::Lsf))
}

/// The coefficients of a vector over Z/n, as least non-negative residues.
pub(crate) fn integers<R: Ring>(r: &R, v: View<'_, R>) -> Vec<Integer> {
    let mut all = Vec::with_capacity(v.len());
    r.each_limbs(v, &mut |_, limbs| all.push(Integer::from_digits(limbs, Order::Lsf)));
    all
}

/// The greatest divisor of n that is coprime to m.
pub(crate) fn coprime_part(n: &Integer, m: &Integer) -> Integer {
    let mut part = n.clone();
    loop {
        let divisor = Integer::from(part.gcd_ref(m));
        if divisor == 1 {
            return part;
        }
        part.div_exact_mut(&divisor);
    }
}

/// The residues modulo n of an inverse, from those modulo divisors of n that a factor of n separates; `None` where the factor is not proper.
///
/// In: `inverse`, the residues modulo a divisor; `lifted`, the residues modulo n of an inverse modulo a divisor that all primes of n divide.
pub(crate) fn by_divisors(
    n: &Integer,
    factor: &Integer,
    mut inverse: impl FnMut(&Integer) -> Result<Vec<Integer>>,
    lifted: impl FnOnce(Vec<Integer>, &Integer) -> Result<Vec<Integer>>,
) -> Option<Result<Vec<Integer>>> {
    let factor = Integer::from(n.gcd_ref(factor));
    if factor == 1 || factor == *n {
        return None;
    }
    let rest = coprime_part(n, &factor);
    if rest == 1 {
        return Some(inverse(&factor).and_then(|residues| lifted(residues, &factor)));
    }
    let other = Integer::from(n.div_exact_ref(&rest));
    let weight = Integer::from(other.invert_ref(&rest)?);
    let joined = |x: Vec<Integer>, y: Vec<Integer>| {
        // x + other·((y − x)/other mod rest)
        let join = |(x, y): (Integer, Integer)| {
            let steps = ((y - &x) * &weight).modulo(&rest);
            x + &other * steps
        };
        x.into_iter().zip(y).map(join).collect()
    };
    Some(inverse(&other).and_then(|x| Ok(joined(x, inverse(&rest)?))))
}
