//! Quotients by the definition, of the integers over the denominators.

use super::{
    Rationals,
    layout::{denominator, numerators, product},
};
use crate::{
    Result,
    ring::{Coeffs, Integers, Quotients, Ring, Vectors, View},
};
use rug::{Integer, Rational, ops::Pow};

/// Largest number of products of a division by the definition.
const SHORT: usize = 1 << 14;

/// Pseudo-quotient and pseudo-remainder of integers: Q and R with lc(b)^count·a = Q·b + R, count = len a − len b + 1.
pub fn pseudo_division(z: &Integers, a: View<'_, Integers>, b: View<'_, Integers>) -> [Vec<Integer>; 2] {
    let (degree, count) = (b.len() - 1, a.len() + 1 - b.len());
    let lead = z.get(b, degree);
    let lower: Vec<Integer> = (0..degree).map(|i| z.get(b, i)).collect();
    let mut rest: Vec<Integer> = (0..a.len()).map(|i| z.get(a, i)).collect();
    let (mut quotient, mut power) = (vec![Integer::new(); count], Integer::from(1));
    for i in (0..count).rev() {
        let top = rest.pop().unwrap_or_default();
        let below = rest.len() - degree;
        for (x, c) in rest[below..].iter_mut().zip(&lower) {
            *x *= &lead;
            *x -= &top * c;
        }
        // those further down are multiplied when they are reached
        power *= &lead;
        if let Some(next) = below.checked_sub(1) {
            rest[next] *= &power;
        }
        quotient[i] = top;
    }
    // i steps follow the one that finds coefficient i
    power = Integer::from(1);
    for x in &mut quotient {
        *x *= &power;
        power *= &lead;
    }
    [quotient, rest]
}

impl Quotients for Rationals {
    fn short_quotient(
        &self,
        a: View<'_, Self>,
        b: View<'_, Self>,
        _: Option<&Rational>,
        n: usize,
    ) -> Result<Coeffs<Self>> {
        // a power series with the constant term 1 over a power of the constant term c: with x = c·y
        if n == 0 {
            return Ok(self.zeros(0));
        }
        let z = &self.0;
        let constant = if b.is_empty() { Integer::new() } else { z.get(numerators(b), 0) };
        if constant.is_zero() {
            return self.inv(&Rational::new()).map(|_| self.zeros(n));
        }
        let (of_a, of_b) = (denominator(a), denominator(b));
        let terms: Vec<Integer> = (1..b.len().min(n.max(1))).map(|i| z.get(numerators(b), i)).collect();
        // q_i·c^(i+1) = a_i·c^i − Σ b_j·c^(j−1)·(q_(i−j)·c^(i−j+1))
        let powers: Vec<Integer> =
            std::iter::successors(Some(Integer::from(1)), |power| Some(Integer::from(power * &constant)))
                .take(n + 1)
                .collect();
        let terms: Vec<Integer> = terms.into_iter().zip(&powers).map(|(b, power)| b * power).collect();
        let mut found: Vec<Integer> = Vec::with_capacity(n);
        for (i, power) in powers.iter().enumerate().take(n) {
            let mut x = if i < a.len() { z.get(numerators(a), i) * power } else { Integer::new() };
            for (b, q) in terms.iter().zip(found.iter().rev()) {
                x -= b * q;
            }
            found.push(x);
        }
        for (x, power) in found.iter_mut().rev().zip(&powers) {
            *x *= power;
        }
        let mut integers = z.collect(&found);
        if let Some(d) = of_b {
            z.scale(&mut integers, &d);
        }
        let mut common = product(of_a, powers.last().cloned()).unwrap_or_else(|| Integer::from(1));
        if common < 0 {
            z.neg_all(&mut integers);
            common = -common;
        }
        Ok(self.reduced(integers, Some(common)))
    }

    fn own_division(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<Result<[Coeffs<Self>; 2]>> {
        let b = b.low(self.trimmed_len(b));
        if b.is_empty() {
            return None;
        }
        if a.len() < b.len() {
            return Some(Ok([self.zeros(0), self.owned(a)]));
        }
        let count = a.len() + 1 - b.len();
        if count.saturating_mul(b.len()) > SHORT {
            return None;
        }
        let z = &self.0;
        let lead = z.get(numerators(b), b.len() - 1);
        let [quotient, rest] = pseudo_division(z, numerators(a), numerators(b)).map(|v| z.collect(&v));
        let power = Integer::from((&lead).pow(count as u32));
        let common = product(denominator(a), Some(power));
        let over_common = |mut integers: Coeffs<Integers>, factor: Option<Integer>| {
            factor.iter().for_each(|factor| z.scale(&mut integers, factor));
            let common = common.clone().unwrap_or_else(|| Integer::from(1));
            self.fractions(integers, &common)
        };
        Some(Ok([over_common(quotient, denominator(b)), over_common(rest, None)]))
    }
}
