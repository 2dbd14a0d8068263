//! Remainders, quotients and common divisors of short polynomials over Z/p, on slices of words without leading zeros.

use crate::{
    arith::Modulus,
    ring::{Euclid, View, Wanted, Zn},
};

/// Length of the shorter operand from which steps of Euclid's algorithm are left to the kernel.
const KERNEL: usize = 12;

/// Removes leading zeros.
pub fn trim(v: &mut Vec<u64>) {
    v.truncate(v.iter().rposition(|&x| x != 0).map_or(0, |i| i + 1));
}

/// Divides by the leading coefficient.
pub fn make_monic(n: Modulus, v: &mut [u64]) {
    let Some((&lead, _)) = v.split_last() else { return };
    if lead == 1 {
        return;
    }
    // a nonzero element of a field has an inverse
    if let Ok(inverse) = n.inv(lead) {
        v.iter_mut().for_each(|x| *x = n.mul(*x, inverse));
    }
}

/// The derivative.
pub(super) fn derivative(n: Modulus, v: &[u64]) -> Vec<u64> {
    let mut index = 0;
    let times_index = |&x: &u64| {
        index = n.add(index, 1);
        n.mul(x, index)
    };
    let mut out: Vec<u64> = v.iter().skip(1).map(times_index).collect();
    trim(&mut out);
    out
}

/// x·s − y·t.
#[inline(always)]
fn crossed(n: Modulus, [x, s]: [u64; 2], [y, t]: [u64; 2]) -> u64 {
    if n.bits() <= 31 { n.reduce(x * s + (n.n() - y) * t) } else { n.sub(n.mul(x, s), n.mul(y, t)) }
}

/// The quotient of a by a monic divisor; the remainder is left in the lower coefficients of a.
pub fn divide(n: Modulus, a: &mut [u64], b: &[u64]) -> Vec<u64> {
    let d = b.len() - 1;
    let mut quotient = vec![0; a.len().saturating_sub(d)];
    for i in (0..quotient.len()).rev() {
        let top = a[i + d];
        quotient[i] = top;
        if top != 0 {
            for (x, &y) in a[i..i + d].iter_mut().zip(b) {
                *x = crossed(n, [*x, 1], [y, top]);
            }
        }
    }
    quotient
}

/// The quotient by a monic divisor that leaves no remainder.
pub(super) fn quotient(n: Modulus, a: &[u64], b: &[u64]) -> Vec<u64> {
    divide(n, &mut a.to_vec(), b)
}

/// The monic greatest common divisor of polynomials that are not both 0.
pub(super) fn gcd(zn: &Zn, mut a: Vec<u64>, mut b: Vec<u64>) -> Vec<u64> {
    let n = zn.modulus();
    if a.len() < b.len() {
        std::mem::swap(&mut a, &mut b);
    }
    while b.len() > 1 {
        if b.len() >= KERNEL && a.len() > b.len() && zn.euclid_kernel().is_some() {
            [a, b] = by_kernel(zn, &a, &b);
            continue;
        }
        reduce(n, &mut a, &b);
        std::mem::swap(&mut a, &mut b);
    }
    // a constant other than 0 divides everything
    let mut divisor = if b.is_empty() { a } else { b };
    make_monic(n, &mut divisor);
    divisor
}

/// Two consecutive remainders of which the second is shorter than what the kernel takes, up to units.
fn by_kernel(zn: &Zn, a: &[u64], b: &[u64]) -> [Vec<u64>; 2] {
    let wanted = Wanted { stop: KERNEL - 1, remainders: true, matrix: false };
    let views = [a, b].map(|v| View::from_words(v, v.len(), 1));
    match zn.euclid(views, wanted, None) {
        Ok(end) => end.pair.map(|v| zn.words(v.view()).to_vec()),
        // only for a modulus that is no prime
        Err(_) => [b.to_vec(), Vec::new()],
    }
}

/// A unit times the remainder of a by b.
fn reduce(n: Modulus, a: &mut Vec<u64>, b: &[u64]) {
    let (&lead, low) = b.split_last().expect("a divisor is not 0");
    while a.len() >= b.len() {
        let shift = a.len() - b.len();
        let top = a.pop().unwrap_or(0);
        let (below, beside) = a.split_at_mut(shift);
        for (x, &y) in beside.iter_mut().zip(low) {
            *x = crossed(n, [*x, lead], [y, top]);
        }
        if lead != 1 {
            below.iter_mut().for_each(|x| *x = n.mul(*x, lead));
        }
        trim(a);
    }
}
