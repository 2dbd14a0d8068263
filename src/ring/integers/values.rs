//! Values at points: by Horner's rule in words and in limbs, and by halves, so that operands of products are balanced.

use super::{Integers, row, take_integer, to_integer};
use crate::{
    bits::{bit_len, ceil_log2},
    ring::{Coeffs, Evaluation, View, limbs},
};
use rug::{Integer, integer::Order, ops::Pow};

/// Most limbs of a value that is computed by Horner's rule in limbs.
const LIMBS: usize = 52;
/// Limbs of room for a short one.
const FEW_LIMBS: usize = 8;
/// Most limbs of a point at which it is.
const POINT: usize = 4;
/// Limbs of values at longer points that are multiplied by powers of them, so that factors are balanced (measured, Zen 5).
const HALVES: usize = 64;
/// Coefficients of a value at a point of several limbs, and at a longer one, that are multiplied by it one after the other (measured, Zen 5).
const SHORT: usize = 16;
const LEAST: usize = 4;

impl Integers {
    /// Σ v[i]·x^i by recursion on halves. `powers[j]` = x^(len·2^j), len the number of coefficients whose value is computed at once.
    fn eval_by_halves(&self, v: View<'_, Self>, x: &Integer, len: usize, powers: &[Integer]) -> Integer {
        if v.len() <= len {
            return short_value(v, x);
        }
        let log = ((v.len() - 1) / len).ilog2() as usize;
        let (low, high) = (v.low(len << log), v.from(len << log));
        let high = self.eval_by_halves(high, x, len, powers);
        self.product_of(&high, &powers[log]) + self.eval_by_halves(low, x, len, powers)
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
        let each = match *x.as_limbs() {
            [x] => bit_len(x) as usize - usize::from(x.is_power_of_two()),
            [.., top] => 64 * x.as_limbs().len() - top.leading_zeros() as usize,
            [] => 0,
        };
        Bound { first, each }
    }

    /// For k coefficients, k > 0.
    fn of(&self, k: usize) -> usize {
        self.first + (k - 1).saturating_mul(self.each)
    }
}

/// v(x) by Horner's rule.
fn short_value(v: View<'_, Integers>, x: &Integer) -> Integer {
    if v.len() < 2 || x.is_zero() {
        return if v.is_empty() { Integer::new() } else { to_integer(row(v, 0)) };
    }
    if v.width == 1
        && let Some(x) = x.to_i64()
        && let Some(value) = value_in_words(v.words(), x)
    {
        return value;
    }
    let bound = Bound::new(v, x);
    let value = match bound.of(v.len()) / 64 {
        0..FEW_LIMBS => value_in_limbs::<FEW_LIMBS>(v, x, &bound),
        FEW_LIMBS..LIMBS => value_in_limbs::<LIMBS>(v, x, &bound),
        _ => None,
    };
    value.unwrap_or_else(|| value_in_integers(v, x))
}

/// The value, of fewer than L limbs, at a point of at most [`POINT`] limbs.
fn value_in_limbs<const L: usize>(v: View<'_, Integers>, x: &Integer, bound: &Bound) -> Option<Integer> {
    let (mut value, negative) = (Value::<L>::ZERO, x.is_negative());
    match *x.as_limbs() {
        [a] if v.width == 1 && a >> 32 == 0 => value.by_blocks(v.words(), a, negative, bound),
        [a] => value.by_steps(v, &[a], negative, bound),
        [a, b] => value.by_steps(v, &[a, b], negative, bound),
        [a, b, c] => value.by_steps(v, &[a, b, c], negative, bound),
        [a, b, c, d] => value.by_steps(v, &[a, b, c, d], negative, bound),
        _ => return None,
    }
    Some(take_integer(&mut value.limbs[..value.len]))
}

/// The value in products of integers.
fn value_in_integers(v: View<'_, Integers>, x: &Integer) -> Integer {
    let (mut sum, mut term, mut magnitude) = (Integer::new(), Integer::new(), vec![0; v.width]);
    for i in (0..v.len()).rev() {
        sum *= x;
        magnitude.copy_from_slice(row(v, i));
        let negative = limbs::is_negative(&magnitude);
        if negative {
            limbs::negate(&mut magnitude);
        }
        term.assign_digits(&magnitude, Order::Lsf);
        if negative {
            sum -= &term;
        } else {
            sum += &term;
        }
    }
    sum
}

/// The value at a word, if it and all sums on the way are words, or pairs of words.
#[inline(always)]
fn value_in_words(words: &[u64], x: i64) -> Option<Integer> {
    let (mut sum, mut known) = (0i64, words.len());
    while known > 0 {
        let Some(next) = sum.checked_mul(x).and_then(|sum| sum.checked_add(words[known - 1] as i64)) else { break };
        (sum, known) = (next, known - 1);
    }
    if known == 0 {
        return Some(Integer::from(sum));
    }
    // products of at most 2^126 in magnitude
    let (mut sum, room) = (i128::from(sum), 126 - bit_len(x.unsigned_abs()));
    for &word in words[..known].iter().rev() {
        if !matches!(sum >> room, 0 | -1) {
            return None;
        }
        sum = sum * i128::from(x) + i128::from(word as i64);
    }
    Some(Integer::from(sum))
}

/// Room for a value.
struct Value<const L: usize> {
    limbs: [u64; L],
    len: usize,
}

impl<const L: usize> Value<L> {
    const ZERO: Value<L> = Value { limbs: [0; L], len: 1 };

    /// The value times a magnitude, plus or, where `minus`, minus a coefficient, in `wanted` limbs.
    #[inline(always)]
    fn step<const N: usize>(&mut self, x: &[u64; N], coefficient: &[u64], minus: bool, wanted: usize) {
        limbs::multiply_add(&mut self.limbs[..wanted], self.len, x, coefficient, limbs::sign_word(minus));
        self.len = wanted;
    }

    /// The value at a point of this magnitude, with the signs of the coefficients of odd index changed where it is negative: a number that grows with the
    /// bound.
    fn by_steps<const N: usize>(&mut self, v: View<'_, Integers>, x: &[u64; N], negative: bool, bound: &Bound) {
        const { assert!(N <= POINT) };
        for i in (0..v.len()).rev() {
            self.step(x, row(v, i), negative && i % 2 == 1, bound.of(v.len() - i) / 64 + 1);
        }
    }

    /// The value of a polynomial with words as coefficients at a point of a magnitude below 2^32: by a power of it that is a word, at values of as many
    /// coefficients.
    fn by_blocks(&mut self, words: &[u64], x: u64, negative: bool, bound: &Bound) {
        // values of this many coefficients fit in two words, and the power in one
        let (each, power_bits) = (bound.each.max(1), 64 - usize::from(x.is_power_of_two()));
        let many = (126usize.saturating_sub(bound.first) / each + 1).min(power_bits / each).max(1);
        let (power, signed) = (x.pow(many as u32), if negative { -i128::from(x) } else { i128::from(x) });
        // an iterator over chunks from the end would divide by their length at each
        for i in (0..words.len().div_ceil(many)).rev() {
            let from = &words[i * many..];
            let block = &from[..many.min(from.len())];
            let rest = block.iter().rev().fold(0i128, |sum, &a| sum.wrapping_mul(signed) + i128::from(a as i64));
            // at −x^many, with the signs of the odd values changed
            let minus = negative && many % 2 == 1 && i % 2 == 1;
            self.step(&[power], &[rest as u64, (rest >> 64) as u64], minus, bound.of(from.len()) / 64 + 1);
        }
    }
}

impl Evaluation for Integers {
    fn horner(&self, v: View<'_, Self>, x: &Integer) -> Integer {
        let most = match x.significant_bits() as usize {
            bits if bits <= 64 => (64 * LIMBS.saturating_sub(v.width + 1) / bits.max(1)).max(LEAST),
            bits if bits <= 64 * POINT => SHORT,
            bits => HALVES.div_ceil(bits.div_ceil(64)).max(LEAST),
        };
        // as many blocks as a power of two, of the same length
        let len = v.len().div_ceil(v.len().div_ceil(most).next_power_of_two()).max(2);
        if v.len() <= len {
            return short_value(v, x);
        }
        let mut powers = vec![x.clone().pow(len as u32)];
        while len << powers.len() < v.len() {
            let last = &powers[powers.len() - 1];
            powers.push(self.product_of(last, last));
        }
        self.eval_by_halves(v, x, len, &powers)
    }

    fn own_shift(&self, v: View<'_, Self>, c: &Integer) -> Option<Coeffs<Self>> {
        self.shifted(v, c)
    }

    fn own_composition(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<Coeffs<Self>> {
        self.composed(a, b)
    }
}
