//! Places for Z/N, N of any size: values in (Z/N)\[t\]/(t^d − h), an element being one long integer with a slot for
//! each of d coefficients. GMP multiplies whole elements, and sums of (coefficient of a polynomial)·(power of the
//! point) are not reduced within their slots until the end, so that a coefficient costs one pass over the words of an
//! element.

use super::{Random, place::Place, vectors::combination};
use crate::{
    arith::Modulus,
    ring::{Ring, View},
};
use rug::{Integer, integer::Order};

/// Granularity of slots in bits.
const DIGIT: usize = 32;

/// (Z/N)\[t\]/(t^d − h).
pub struct Packed {
    n: Integer,
    degree: usize,
    /// The coefficients of h, in slots.
    h: Integer,
    /// Number of digits of a slot.
    digits: usize,
    /// Number of terms that are summed before a reduction.
    block: usize,
    /// N, if it fits in a word.
    word: Option<Modulus>,
    /// log2 N, if N is a power of two.
    power_of_two: Option<usize>,
}

impl Packed {
    /// The ring for the moduli N and t^d − h, for polynomials of `len` coefficients in all.
    pub fn new(n: &Integer, degree: usize, h: &[u64], len: usize) -> Self {
        // √len, a power of two
        let block = 1 << (len.max(4).ilog2() / 2);
        // products of elements have d·N² in a slot, at most 1 + Σ h times that after each fold
        let folded = h.iter().fold(1.0, |sum, &c| sum + c as f64);
        let product = (degree as f64).log2() + folds(degree, h.len()) as f64 * folded.log2();
        let terms = product.max((2.0 * block as f64).log2()).ceil() as usize;
        let digits = (2 * n.significant_bits() as usize + terms + 2).div_ceil(DIGIT);
        let word = n.to_u64().and_then(|n| Modulus::new(n).ok());
        let power_of_two = n.is_power_of_two().then(|| n.significant_bits() as usize - 1);
        let mut place = Packed { n: n.clone(), degree, h: Integer::new(), digits, block, word, power_of_two };
        place.h = place.joined(h.iter().map(|&c| Integer::from(c)));
        place
    }

    fn slot(&self) -> u32 {
        (DIGIT * self.digits) as u32
    }

    /// The element with these coefficients.
    fn joined(&self, coefficients: impl Iterator<Item = Integer>) -> Integer {
        let mut all = Vec::with_capacity(self.degree * self.digits);
        for (i, c) in coefficients.enumerate() {
            all.resize(i * self.digits, 0u32);
            all.extend(c.to_digits::<u32>(Order::Lsf));
        }
        Integer::from_digits(&all, Order::Lsf)
    }

    /// An element with uniform coefficients.
    pub fn random_element(&self, random: &mut Random<'_>) -> Integer {
        let bits = self.n.significant_bits() as usize + 64;
        let one = |_| {
            // 64 bits more than N has: the frequency of a residue is too large by a factor of 1 + 2^−64 at most
            let words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| random.word()).collect();
            Integer::from_digits(&words, Order::Lsf) % &self.n
        };
        let all: Vec<Integer> = (0..self.degree).map(one).collect();
        self.joined(all.into_iter())
    }

    /// Reduces slots modulo N, those from d on folded by t^d = h.
    pub fn reduced(&self, mut x: Integer) -> Integer {
        let low = self.slot() * self.degree as u32;
        while x.significant_bits() > low {
            let high = Integer::from(&x >> low);
            x.keep_bits_mut(low);
            x += high * &self.h;
        }
        let mut all = x.to_digits::<u32>(Order::Lsf);
        let mut c = Integer::new();
        for slot in all.chunks_mut(self.digits) {
            if let Some(bits) = self.power_of_two {
                let whole = bits / DIGIT;
                if let Some(digit) = slot.get_mut(whole) {
                    *digit &= (1 << (bits % DIGIT)) - 1;
                }
                slot.iter_mut().skip(whole + 1).for_each(|digit| *digit = 0);
                continue;
            }
            match self.word {
                Some(m) if m.n() >> DIGIT == 0 => {
                    let rest = slot.iter().rev().fold(0, |rest, &d| (rest << DIGIT | u64::from(d)) % m.n());
                    slot.fill(0);
                    slot[0] = rest as u32;
                }
                Some(m) => {
                    let pair = |pair: &[u32]| pair.iter().rev().fold(0, |word, &d| word << DIGIT | u64::from(d));
                    let wide = |rest: u64, w: &[u32]| {
                        m.reduce_wide(u128::from(rest) << (DIGIT * w.len()) | u128::from(pair(w)))
                    };
                    let rest = slot.chunks(2).rev().fold(0, wide);
                    slot.fill(0);
                    slot.iter_mut().zip([rest as u32, (rest >> DIGIT) as u32]).for_each(|(to, d)| *to = d);
                }
                None => {
                    c.assign_digits(slot, Order::Lsf);
                    c %= &self.n;
                    slot.fill(0);
                    let len = c.significant_digits::<u32>();
                    c.write_digits(&mut slot[..len], Order::Lsf);
                }
            }
        }
        Integer::from_digits(&all, Order::Lsf)
    }
}

/// Number of substitutions of t^d = h until a product of elements has d coefficients.
fn folds(degree: usize, h: usize) -> usize {
    let (mut len, mut count) = (2 * degree - 1, 0);
    while len > degree {
        len = (len - degree + h.max(1) - 1).max(degree);
        count += 1;
    }
    count
}

impl<R: Ring> Place<R> for Packed {
    type Value = Integer;

    fn one(&self) -> Integer {
        Integer::from(1)
    }

    fn random(&self, random: &mut Random<'_>) -> Integer {
        self.random_element(random)
    }

    fn product(&self, a: &Integer, b: &Integer) -> Integer {
        self.reduced(Integer::from(a * b))
    }

    fn sum(&self, a: &Integer, b: &Integer) -> Integer {
        self.reduced(Integer::from(a + b))
    }

    fn values(&self, r: &R, polys: &[View<'_, R>], x: &Integer) -> Vec<Integer> {
        let longest = polys.iter().map(|p| p.len()).max().unwrap_or(0);
        let mut powers = vec![Integer::from(1)];
        while powers.len() < self.block.min(longest.max(1)) {
            powers.push(Place::<R>::product(self, &powers[powers.len() - 1], x));
        }
        let giant = Place::<R>::product(self, &powers[powers.len() - 1], x);
        let value = |p: &View<'_, R>| {
            let mut value = Integer::new();
            for first in (0..p.len()).step_by(powers.len()).rev() {
                let sum = combination(r, *p, first, &powers);
                if !value.is_zero() {
                    value = Place::<R>::product(self, &value, &giant);
                }
                value = self.reduced(value + sum);
            }
            value
        };
        polys.iter().map(value).collect()
    }
}
