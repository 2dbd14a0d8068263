//! Values at points: by Horner's rule in words and in limbs, and by halves, so that operands of products are balanced.

use super::{Integers, row, to_integer};
use crate::{
    bits::ceil_log2,
    ring::{Coeffs, Evaluation, View, limbs},
};
use rug::{Complete, Integer, integer::Order, ops::Pow};

/// Most limbs of a value that is computed by Horner's rule in limbs.
const LIMBS: usize = 12;
/// Most limbs of one that is computed by a coefficient at a time.
const MORE: usize = 18;

impl Integers {
    /// Σ v[i]·x^i by recursion on halves. `powers[j]` = x^(len·2^j), len the number of coefficients whose value is computed at once.
    fn eval_by_halves(v: View<'_, Self>, x: &Integer, len: usize, powers: &[Integer]) -> Integer {
        if v.len() <= len {
            return short_value(v, x);
        }
        let log = ((v.len() - 1) / len).ilog2() as usize;
        let (low, high) = (v.low(len << log), v.from(len << log));
        let mut value = Self::eval_by_halves(high, x, len, powers);
        value *= &powers[log];
        value += Self::eval_by_halves(low, x, len, powers);
        value
    }
}

/// A bound on log2 of Σ |v_i|·|x|^i, for any number k of these coefficients: `first` + (k − 1)·`each`.
struct Bound {
    first: usize,
    each: usize,
}

impl Bound {
    fn new(v: View<'_, Integers>, x: &Integer) -> Self {
        let first = (limbs::most_bits(v.words(), v.width) + ceil_log2(v.len())) as usize;
        // |x| = 2^j adds j bits
        Bound { first, each: x.significant_bits() as usize - usize::from(x.as_abs().is_power_of_two()) }
    }

    /// For k coefficients, k > 0.
    fn of(&self, k: usize) -> usize {
        self.first + (k - 1).saturating_mul(self.each)
    }
}

/// v(x) by Horner's rule.
fn short_value(v: View<'_, Integers>, x: &Integer) -> Integer {
    if v.is_empty() {
        return Integer::new();
    }
    let bound = Bound::new(v, x);
    match (v.words(), x.to_i64()) {
        (words, Some(x)) if v.width == 1 && bound.of(words.len()) <= 63 => {
            Integer::from(words.iter().rev().fold(0, |s: i64, &a| s.wrapping_mul(x).wrapping_add(a as i64)))
        }
        (words, Some(x)) if v.width == 1 && bound.of(words.len()) <= 127 => {
            let step = |s: i128, &a: &u64| s.wrapping_mul(x.into()).wrapping_add(i128::from(a as i64));
            Integer::from(words.iter().rev().fold(0, step))
        }
        (words, Some(x)) if v.width == 1 && bound.of(words.len()) < 64 * LIMBS => value_in_limbs(words, x, &bound),
        (words, _) => {
            let word = x.as_abs().to_u64().filter(|_| bound.of(v.len()) < 64 * MORE);
            if let Some(magnitude) = word {
                return value_by_steps(v, magnitude, *x < 0, &bound);
            }
            let (mut sum, mut term, mut magnitude) = (Integer::new(), Integer::new(), vec![0; v.width]);
            for row in words.rchunks_exact(v.width) {
                sum *= x;
                if let [a] = row {
                    sum += *a as i64;
                } else if limbs::is_negative(row) {
                    magnitude.copy_from_slice(row);
                    limbs::negate(&mut magnitude);
                    term.assign_digits(&magnitude, Order::Lsf);
                    sum -= &term;
                } else {
                    term.assign_digits(row, Order::Lsf);
                    sum += &term;
                }
            }
            sum
        }
    }
}

/// The value, of at most [`LIMBS`] limbs, of a polynomial with words as coefficients, at |x| > 1: a two's complement number that grows with the
/// bound, by a power of x that is a word at a time.
fn value_in_limbs(words: &[u64], x: i64, bound: &Bound) -> Integer {
    // values of this many coefficients fit in two words
    let many = ((126 - bound.first) / bound.each + 1).min(62 / bound.each).max(1);
    let power = x.pow(many as u32);
    let (magnitude, mut sum, mut len) = (power.unsigned_abs(), [0; LIMBS], 0);
    let step = |s: i128, &a: &u64| s.wrapping_mul(x.into()).wrapping_add(i128::from(a as i64));
    // an iterator over chunks from the end would divide by their length at each
    for i in (0..words.len().div_ceil(many)).rev() {
        let from = &words[i * many..];
        let block = &from[..many.min(from.len())];
        let wanted = bound.of(from.len()) / 64 + 1;
        let negative = limbs::is_negative(&sum[..len]);
        sum[len..wanted].fill(limbs::sign_word(negative));
        len = wanted;
        // at −x^many, with the signs of the odd values changed: −a is the complement of a, plus 1
        let flip = limbs::sign_word(power < 0 && i % 2 == 1);
        let (mut plus, mut carry) = (flip & 1 == 1, 0);
        let mut rest = match block {
            [a] => i128::from(*a as i64),
            _ => block.iter().rev().fold(0, step),
        };
        for limb in &mut sum[..len] {
            let product = u128::from(*limb) * u128::from(magnitude) + carry;
            let (low, c1) = (product as u64).overflowing_add(rest as u64 ^ flip);
            let (low, c2) = low.overflowing_add(u64::from(plus));
            (*limb, carry, plus) = (low, product >> 64, c1 | c2);
            rest >>= 64;
        }
    }
    to_integer(&sum[..len])
}

/// The value, of at most [`MORE`] limbs, of coefficients of any width at a point of this magnitude, in a two's complement number that grows with the bound.
fn value_by_steps(v: View<'_, Integers>, magnitude: u64, negative: bool, bound: &Bound) -> Integer {
    let (mut sum, mut len) = ([0; MORE], 0);
    for i in (0..v.len()).rev() {
        let (row, wanted) = (row(v, i), bound.of(v.len() - i) / 64 + 1);
        let sign = limbs::sign_word(limbs::is_negative(&sum[..len]));
        sum[len..wanted].fill(sign);
        len = wanted;
        // at the magnitude, with the signs of the coefficients of odd index changed where the point is negative
        let flip = limbs::sign_word(negative && i % 2 == 1);
        let (above, mut plus, mut carry) = (limbs::sign_word(limbs::is_negative(row)), flip & 1 == 1, 0);
        for (j, limb) in sum[..len].iter_mut().enumerate() {
            let product = u128::from(*limb) * u128::from(magnitude) + carry;
            let (low, c1) = (product as u64).overflowing_add(row.get(j).copied().unwrap_or(above) ^ flip);
            let (low, c2) = low.overflowing_add(u64::from(plus));
            (*limb, carry, plus) = (low, product >> 64, c1 | c2);
        }
    }
    to_integer(&sum[..len])
}

impl Evaluation for Integers {
    fn horner(&self, v: View<'_, Self>, x: &Integer) -> Integer {
        /// Number of coefficients up to which elements are multiplied by x one after the other.
        const SHORT: usize = 16;
        let len = match v.width {
            // as many as fit in the limbs
            1 if x.significant_bits() < 64 => (64 * LIMBS - 128) / (x.significant_bits() as usize + 1),
            _ => SHORT,
        };
        if v.len() <= len {
            return short_value(v, x);
        }
        let mut powers = vec![x.clone().pow(len as u32)];
        while len << powers.len() < v.len() {
            powers.push(powers[powers.len() - 1].square_ref().complete());
        }
        Self::eval_by_halves(v, x, len, &powers)
    }

    fn own_shift(&self, v: View<'_, Self>, c: &Integer) -> Option<Coeffs<Self>> {
        self.shifted(v, c)
    }

    fn own_composition(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<Coeffs<Self>> {
        self.composed(a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::extremes::extremes, *};
    use crate::ring::Ring;

    /// Coefficients of either sign at the ends of words, at points of either sign: values that just fit in a word, in two, in the limbs, and that
    /// do not, against sums of powers.
    #[test]
    fn values_at_the_ends_of_words() {
        let z = Integers::new();
        for bits in [1u32, 8, 20, 31, 32, 61, 62, 63, 64, 127] {
            for n in [1usize, 2, 3, 4, 7, 8, 15, 16, 17, 18, 40, 64, 100, 500] {
                for x in [0i64, 1, -1, 2, -2, 3, -3, -7, 255, -256, 1 << 31, i64::MAX, -i64::MAX, i64::MIN] {
                    for signs in 0..4 {
                        let (a, x) = (extremes(n, bits, signs, |i| Integer::from(i as i64 % 3 - 1)), Integer::from(x));
                        let (mut wanted, mut power) = (Integer::new(), Integer::from(1));
                        for c in &a {
                            wanted += Integer::from(c * &power);
                            power *= &x;
                        }
                        let got = z.horner(z.collect(&a).view(), &x);
                        assert_eq!(got, wanted, "{bits} bits, {n} coefficients at {x}, signs {signs}");
                    }
                }
            }
        }
    }
}
