//! Single elements as rows of canonical digits, for any radix of one word, or as rows of words: sums, and conversion to
//! integers.

use crate::ring::limbs;
use rug::{Integer, integer::Order};
use std::cmp::Ordering;

/// Content of a row: digits to the radix r or, without loops for these, the words of the integer as in
/// [`ZnBig`](crate::ring::ZnBig).
pub(super) enum Rows {
    Digits(Digits),
    /// Words; holds the row of p.
    Words(Vec<u64>),
}

impl Rows {
    pub fn digits(r: u64, k: usize) -> Self {
        Rows::Digits(Digits::new(r, k))
    }

    pub fn words(p: &Integer) -> Self {
        let mut row = vec![0; limbs::width_for(p.significant_bits())];
        p.write_digits(&mut row, Order::Lsf);
        Rows::Words(row)
    }

    /// Whether rows are those of [`ZnBig`](crate::ring::ZnBig).
    pub fn are_words(&self) -> bool {
        matches!(self, Rows::Words(_))
    }

    /// Number of words of a row.
    pub fn width(&self) -> usize {
        match self {
            Rows::Digits(digits) => 1 << digits.powers.len(),
            Rows::Words(p) => p.len(),
        }
    }

    /// The integer in [0, p).
    pub fn read(&self, row: &[u64]) -> Integer {
        match self {
            Rows::Digits(digits) => digits.read(row),
            Rows::Words(_) => Integer::from_digits(row, Order::Lsf),
        }
    }

    /// Appends the words of the integer in [0, p), the lowest first and the highest not 0.
    pub fn push_words(&self, row: &[u64], out: &mut Vec<u64>) {
        let first = out.len();
        match self {
            Rows::Digits(digits) => digits.push_words(row, out),
            Rows::Words(_) => out.extend_from_slice(row),
        }
        let len = out[first..].iter().rposition(|&x| x != 0).map_or(0, |i| i + 1);
        out.truncate(first + len);
    }

    /// The row of an integer in [0, p).
    pub fn write(&self, row: &mut [u64], x: &Integer) {
        match self {
            Rows::Digits(digits) => digits.write(row, x),
            Rows::Words(_) => x.write_digits(row, Order::Lsf),
        }
    }

    pub fn add(&self, x: &mut [u64], y: &[u64]) {
        match self {
            Rows::Digits(digits) => digits.add(x, y),
            Rows::Words(p) => {
                limbs::add_assign(x, y, false, 0);
                if limbs::compare(x, p) != Ordering::Less {
                    limbs::add_assign(x, p, true, u64::MAX);
                }
            }
        }
    }

    pub fn sub(&self, x: &mut [u64], y: &[u64]) {
        match self {
            Rows::Digits(digits) => digits.sub(x, y),
            Rows::Words(p) => {
                limbs::add_assign(x, y, true, u64::MAX);
                if limbs::is_negative(x) {
                    limbs::add_assign(x, p, false, 0);
                }
            }
        }
    }

    pub fn neg(&self, x: &mut [u64]) {
        match self {
            Rows::Digits(digits) => digits.neg(x),
            Rows::Words(p) => {
                if x.iter().any(|&x| x != 0) {
                    limbs::negate(x);
                    limbs::add_assign(x, p, false, 0);
                }
            }
        }
    }
}

/// The radix r with its powers r², r⁴, …, r^(k/2).
pub(super) struct Digits {
    r: i128,
    powers: Vec<Integer>,
}

impl Digits {
    pub fn new(r: u64, k: usize) -> Self {
        let first = Integer::from(r);
        let powers = std::iter::successors(Some(first), |x| Some(Integer::from(x.square_ref())));
        Digits { r: r.into(), powers: powers.take(k.ilog2() as usize).collect() }
    }

    /// The integer in [0, p) with these digits, by recursion on halves: log2(k) levels of products of growing length.
    pub fn read(&self, row: &[u64]) -> Integer {
        if row.len() <= 1 {
            return Integer::from_digits(row, Order::Lsf);
        }
        let (low, high) = row.split_at(row.len() / 2);
        if high.iter().all(|&x| x == 0) {
            return self.read(low);
        }
        self.read(high) * &self.powers[low.len().ilog2() as usize] + self.read(low)
    }

    /// Appends the words of the integer, by Horner's rule: k²/2 products of words, and no allocations as in
    /// [`read`](Self::read).
    fn push_words(&self, row: &[u64], out: &mut Vec<u64>) {
        let first = out.len();
        for &digit in row.iter().rev() {
            let mut carry = digit;
            for word in &mut out[first..] {
                let wide = u128::from(*word) * self.r as u128 + u128::from(carry);
                (*word, carry) = (wide as u64, (wide >> 64) as u64);
            }
            if carry != 0 {
                out.push(carry);
            }
        }
    }

    /// Writes the digits of an integer in [0, p), by recursion on halves.
    pub fn write(&self, row: &mut [u64], x: &Integer) {
        let Some((first, rest)) = row.split_first_mut() else { return };
        if rest.is_empty() {
            *first = x.to_u64_wrapping();
            return;
        }
        let (low, high) = row.split_at_mut(row.len() / 2);
        let (mut upper, lower) = x.clone().div_rem(self.powers[low.len().ilog2() as usize].clone());
        // only p − 1 = r^k has the upper half r^(k/2): then the upper half is reduced by 1, and the lower one is
        // r^(k/2)
        let mut lower = lower;
        if upper == self.powers[low.len().ilog2() as usize] {
            upper -= 1;
            lower = self.powers[low.len().ilog2() as usize].clone();
        }
        self.write(high, &upper);
        self.write(low, &lower);
    }

    pub fn add(&self, x: &mut [u64], y: &[u64]) {
        self.settle(x, |x, i| i128::from(x) + i128::from(y[i]));
    }

    pub fn sub(&self, x: &mut [u64], y: &[u64]) {
        self.settle(x, |x, i| i128::from(x) - i128::from(y[i]));
    }

    pub fn neg(&self, x: &mut [u64]) {
        self.settle(x, |x, _| -i128::from(x));
    }

    /// Writes the canonical form of the digits f(x_i, i), whose magnitudes are at most a few r.
    #[inline(always)]
    pub fn settle(&self, row: &mut [u64], f: impl Fn(u64, usize) -> i128) {
        let mut carry = self.pass(row, 0, f);
        // r^k = −1: the carry out of the top digit is subtracted from the lowest
        for _ in 0..2 {
            if carry == 0 {
                return;
            }
            carry = self.pass(row, -carry, |x, _| i128::from(x));
        }
        if carry != 0 {
            // only p − 1 never ends with carry 0
            row.fill((self.r - 1) as u64);
            row[0] += 1;
        }
    }

    #[inline(always)]
    fn pass(&self, row: &mut [u64], mut carry: i128, f: impl Fn(u64, usize) -> i128) -> i128 {
        for (i, place) in row.iter_mut().enumerate() {
            let mut x = f(*place, i) + carry;
            carry = 0;
            while x >= self.r {
                x -= self.r;
                carry += 1;
            }
            while x < 0 {
                x += self.r;
                carry -= 1;
            }
            *place = x as u64;
        }
        carry
    }
}
