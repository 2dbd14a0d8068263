//! Exact quotients and common divisors of words.

use super::word::{gcd, inverse_modulo_word};
use crate::words::{divide_exactly, negate_signed};

/// A nonzero word as divisor, for exact quotients without divisions: by the inverse of its odd part modulo 2^64 (Jebelean 1993, "An algorithm for
/// exact division").
#[derive(Clone, Copy, Debug)]
pub struct ExactDivisor {
    divisor: i64,
    /// The inverse of the odd part modulo 2^64.
    inverse: u64,
    /// log2 of the even part.
    shift: u32,
}

impl ExactDivisor {
    /// For d ≠ 0.
    #[inline(always)]
    pub fn new(divisor: i64) -> Self {
        debug_assert!(divisor != 0, "a divisor");
        let shift = divisor.trailing_zeros();
        ExactDivisor { divisor, inverse: inverse_modulo_word((divisor >> shift) as u64), shift }
    }

    /// x/d, if d divides x and the quotient fits in a word; else any number.
    #[inline(always)]
    pub fn exact(self, x: i128) -> i64 {
        ((x >> self.shift) as u64).wrapping_mul(self.inverse) as i64
    }

    /// x/d, if d divides x and the quotient fits in a word.
    #[inline(always)]
    pub fn quotient(self, x: i128) -> Option<i64> {
        let q = self.exact(x);
        (i128::from(q) * i128::from(self.divisor) == x).then_some(q)
    }
}

/// The greatest common divisor of the magnitudes of signed words; 0 where all are 0.
pub fn content(words: &[u64]) -> u64 {
    let magnitude = |x: u64| (x as i64).unsigned_abs();
    let Some(first) = words.iter().rposition(|&x| x != 0) else { return 0 };
    let (mut content, mut rest) = (magnitude(words[first]), &words[..first]);
    while content > 1 {
        // the words that the divisor divides are passed without a gcd: x/d modulo 2^64 is at most (2^64 − 1)/d for them only
        let shift = content.trailing_zeros();
        let (inverse, most) = (ExactDivisor::new((content >> shift) as i64).inverse, u64::MAX / content);
        let divides = |x: u64| x.wrapping_mul(inverse).rotate_right(shift) <= most;
        let Some(at) = rest.iter().rposition(|&x| !divides(magnitude(x))) else { break };
        content = gcd(content, magnitude(rest[at]));
        rest = &rest[..at];
    }
    content
}

/// The greatest common divisor of signed words, as divisor of them.
#[derive(Clone, Copy, Debug)]
pub struct WordContent(u64);

impl WordContent {
    /// For these words.
    pub fn of(words: &[u64]) -> Self {
        WordContent(content(words))
    }

    /// The divisor; 0 where all words are.
    pub fn value(self) -> u64 {
        self.0
    }

    /// Together with one more.
    pub fn with(self, x: i64) -> Self {
        WordContent(if self.0 == 1 { 1 } else { gcd(self.0, x.unsigned_abs()) })
    }

    /// Replaces the words by their quotients, or the negated ones; returns whether all of these are words.
    pub fn divide(self, words: &mut [u64], negative: bool) -> bool {
        if self.0 <= 1 {
            return !negative || negate_signed(words);
        }
        let shift = self.0.trailing_zeros();
        let inverse = inverse_modulo_word(self.0 >> shift);
        divide_exactly(words, shift, if negative { inverse.wrapping_neg() } else { inverse });
        true
    }

    /// The quotient of a multiple.
    pub fn quotient(self, x: u64) -> u64 {
        x.checked_div(self.0).unwrap_or(0)
    }
}
