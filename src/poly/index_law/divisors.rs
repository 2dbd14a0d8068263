//! Laws of divisors, of indices from 1 on.
//!
//! The sums of the entries over the multiples of each index multiply entry by entry where indices combine by their greatest common divisor,
//! those over divisors where they combine by their least common multiple. Both go over the primes one after another.

use crate::ring::{Coeffs, Ring, View};

/// By greatest common divisors, or by least common multiples.
pub(super) fn product<R: Ring>(r: &R, gcd: bool, a: View<'_, R>, b: View<'_, R>) -> Coeffs<R> {
    let primes = primes(a.len());
    let mut c = by_primes(r, a, &primes, gcd, true);
    r.mul_each(&mut c, by_primes(r, b, &primes, gcd, true).view());
    by_primes(r, c.view(), &primes, gcd, false)
}

/// The sums over multiples, or over divisors, or the entries of which these are the sums.
fn by_primes<R: Ring>(r: &R, v: View<'_, R>, primes: &[usize], multiples: bool, sums: bool) -> Coeffs<R> {
    let mut v: Vec<R::Elem> = (0..v.len()).map(|i| r.get(v, i)).collect();
    for &p in primes {
        let last = v.len() / p;
        for k in 1..=last {
            // what is added is a sum already, and what is subtracted is one still
            let i = if multiples == sums { last + 1 - k } else { k };
            let (small, large) = (i - 1, i * p - 1);
            let (to, from) = if multiples { (small, large) } else { (large, small) };
            let term = if sums { v[from].clone() } else { r.neg(&v[from]) };
            v[to] = r.add(&v[to], &term);
        }
    }
    r.collect(&v)
}

/// The primes up to n.
fn primes(n: usize) -> Vec<usize> {
    let mut composite = vec![false; n + 1];
    let mut primes = Vec::new();
    for p in 2..=n {
        if !composite[p] {
            primes.push(p);
            (p..=n / p).for_each(|k| composite[k * p] = true);
        }
    }
    primes
}
