//! Few terms of power series over Z/n, on words on the stack: reciprocals, and exponentials and logarithms by the recurrences of their derivatives
//! (Knuth 1998, TAOCP 2, §4.7).

use super::{
    Zn,
    small::trimmed,
    words::{Accumulator, Below, Sums, Triple},
};
use crate::{Result, arith::Modulus, ring::ShortOp};

/// Most terms of an exponential or a logarithm that are computed here: more of them take products of halves.
const MOST: usize = 24;
/// Most terms of a reciprocal.
const MOST_RECIPROCAL: usize = 16;

/// The inverses of 1, 2, 3, … up to the first number that has none, at most [`MOST`] of them.
pub(super) struct FewInverses {
    words: [u64; MOST],
    len: usize,
}

impl FewInverses {
    fn new(n: Modulus) -> Self {
        let numbers = std::array::from_fn(|i| i as u64 + 1);
        let below = (n.n() - 1).min(MOST as u64) as usize;
        let inverted = |len: usize| {
            let mut words = numbers;
            n.batch_inv(&mut words[..len]).map(|()| words)
        };
        match inverted(below) {
            Ok(words) => FewInverses { words, len: below },
            Err(_) => {
                let len = numbers[..below].iter().take_while(|&&i| n.inv(i).is_ok()).count();
                FewInverses { words: inverted(len).unwrap_or(numbers), len }
            }
        }
    }

    fn get(&self) -> &[u64] {
        &self.words[..self.len]
    }
}

impl Zn {
    /// Whether as many terms of this function of a are computed here.
    #[inline]
    pub(super) fn has_short_series(&self, op: ShortOp, a: &[u64]) -> bool {
        let lowest = a.first().copied().unwrap_or(0);
        match op {
            ShortOp::Reciprocal(terms) => (1..=MOST_RECIPROCAL).contains(&terms),
            ShortOp::Exponential(terms) => lowest == 0 && self.has_few_inverses(terms),
            ShortOp::Logarithm(terms) => lowest == 1 && self.has_few_inverses(terms),
            _ => false,
        }
    }

    /// Whether the numbers below a number of terms have inverses, and are few.
    #[inline]
    fn has_few_inverses(&self, terms: usize) -> bool {
        (1..=MOST).contains(&terms) && terms <= self.few_inverses().len() + 1
    }

    #[inline]
    fn few_inverses(&self) -> &[u64] {
        self.0.few_inverses.get_or_init(|| FewInverses::new(self.modulus())).get()
    }

    /// Writes the first terms of a function of a for which there [are](Self::has_short_series) some, as many as there are words; returns their number
    /// without leading zeros.
    pub(super) fn write_series(&self, op: ShortOp, out: &mut [u64], a: &[u64]) -> Result<usize> {
        let n = self.modulus();
        let mut room = [0; MOST];
        let terms = &mut room[..a.len().min(out.len()).saturating_sub(1)];
        match op {
            ShortOp::Exponential(_) => {
                // f' = a'·f
                for (i, (term, &x)) in (1..).zip(terms.iter_mut().zip(a.iter().skip(1))) {
                    *term = n.mul(n.reduce(i), x);
                }
                recurrence(n, out, terms, (1, Some(self.few_inverses())));
            }
            ShortOp::Logarithm(_) => {
                self.write_slopes(out, a, terms);
            }
            _ => {
                let lowest = a.first().copied().unwrap_or(0);
                let inverse = if lowest == 1 { 1 } else { n.inv(lowest)? };
                // −a/a_0 without its lowest coefficient: only one product waits for the term before
                for (term, &x) in terms.iter_mut().zip(a.iter().skip(1)) {
                    *term = n.neg(if inverse == 1 { x } else { n.mul(x, inverse) });
                }
                recurrence(n, out, terms, (inverse, None));
            }
        }
        Ok(trimmed(out))
    }

    /// out = log(a), from (log a)' = a'/a; `terms` are for −a without its lowest coefficient.
    fn write_slopes(&self, out: &mut [u64], a: &[u64], terms: &mut [u64]) {
        let n = self.modulus();
        out[0] = 0;
        let slopes = &mut out[1..];
        for (term, &x) in terms.iter_mut().zip(a.iter().skip(1)) {
            *term = n.neg(x);
        }
        slopes.fill(0);
        for (i, (slope, &x)) in (1..).zip(slopes.iter_mut().zip(a.iter().skip(1))) {
            *slope = n.mul(n.reduce(i), x);
        }
        match Sums::of(n, MOST) {
            Sums::Word => divide_by::<u64>(n, slopes, terms),
            Sums::Below => divide_by::<Below>(n, slopes, terms),
            Sums::Wide => divide_by::<u128>(n, slopes, terms),
            Sums::Triple => divide_by::<Triple>(n, slopes, terms),
        }
        for (slope, &inverse) in slopes.iter_mut().zip(self.few_inverses()) {
            *slope = n.mul(*slope, inverse);
        }
    }
}

/// q_0 = `first`, and q_i = Σ `terms`_j·q_(i − 1 − j), divided by i where there are `inverses` of 1, 2, ….
fn recurrence(n: Modulus, q: &mut [u64], terms: &[u64], by: (u64, Option<&[u64]>)) {
    match Sums::of(n, terms.len().max(1)) {
        Sums::Word => recurrence_by::<u64>(n, q, terms, by),
        Sums::Below => recurrence_by::<Below>(n, q, terms, by),
        Sums::Wide => recurrence_by::<u128>(n, q, terms, by),
        Sums::Triple => recurrence_by::<Triple>(n, q, terms, by),
    }
}

/// [`recurrence`] by an accumulator.
#[inline(always)]
fn recurrence_by<A: Accumulator>(n: Modulus, q: &mut [u64], terms: &[u64], (first, inverses): (u64, Option<&[u64]>)) {
    q[0] = first;
    for i in 1..q.len() {
        let (known, rest) = q.split_at_mut(i);
        let sum = newest::<A>(n, known, terms);
        rest[0] = inverses.map_or(sum, |inverses| n.mul(sum, inverses[i - 1]));
    }
}

/// Σ `terms`_j·`known`_(i − 1 − j) for i known values, the product with the newest of them last.
#[inline(always)]
fn newest<A: Accumulator>(n: Modulus, known: &[u64], terms: &[u64]) -> u64 {
    let met = terms.len().min(known.len());
    let pairs = known[known.len() - met..].iter().zip(terms[..met].iter().rev());
    pairs.fold(A::default(), |s, (&x, &y)| s.add(x, y)).reduce(n)
}

/// v becomes v/(1 − `terms`·X) to as many terms as it has.
#[inline(always)]
fn divide_by<A: Accumulator>(n: Modulus, v: &mut [u64], terms: &[u64]) {
    for i in 1..v.len() {
        let (known, rest) = v.split_at_mut(i);
        let sum = newest::<A>(n, known, terms);
        rest[0] = n.add(rest[0], sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Error, Poly};

    /// (log a)'·a = a', exp(log a) = a, and errors where a number of terms has no inverse, modulo numbers of all accumulators.
    #[test]
    fn logarithms_and_exponentials_are_inverse() {
        let low = |a: &Poly<Zn>, terms| Poly::new(a.ring(), a.iter().take(terms));
        for p in [5, 25, 31, 97, (1 << 31) - 1, (1 << 50) - 27, (1 << 62) - 57, (1 << 63) - 25, u64::MAX - 58] {
            let f = Zn::new(p).expect("a modulus");
            for len in [1u64, 2, 3, 5, 8, 24, 30] {
                let a = Poly::new(&f, (0..len).map(|i| if i == 0 { 1 } else { (p - i % p).min(p - 1) }));
                for terms in 1..=MOST + 2 {
                    let found = a.log_series(terms);
                    let exists = p == 25 && terms <= 5 || p != 25 && terms as u64 <= p;
                    if !exists {
                        assert!(
                            matches!(found, Err(Error::NotInvertible { .. })) || found.is_ok(),
                            "modulo {p}: {terms}"
                        );
                        continue;
                    }
                    let log = found.expect("divisors that are units");
                    let left = log.derivative().mul_low(&a, terms - 1).expect("a product");
                    assert_eq!(left, low(&a.derivative(), terms - 1), "modulo {p}: {len}, {terms}");
                    assert_eq!(
                        log.exp_series(terms).expect("the same divisors"),
                        low(&a, terms),
                        "modulo {p}: {len}, {terms}"
                    );
                }
            }
        }
    }
}
