//! Where integers go: a vector that grows, within a limit on its bytes.

use super::{
    ReadError, characteristic,
    scanner::{Position, quoted, syntax},
};
use crate::ring::{Coeffs, Ring, View};

/// Decimal digits that always fit in one word.
const WORD_DIGITS: usize = 19;
/// Digits of a modulus that a hint repeats.
const SHOWN_DIGITS: usize = 80;

/// The vector being built, and the bytes that it and those before it may take.
pub(crate) struct Sink<'r, R: Ring> {
    ring: &'r R,
    current: Coeffs<R>,
    memory: u64,
    /// Bytes of the vectors taken.
    spent: u64,
    /// The additive order of 1. Where there is none, a long integer makes every coefficient of its vector wide.
    characteristic: Option<String>,
    limbs: Vec<u64>,
}

impl<'r, R: Ring> Sink<'r, R> {
    /// Empty, for at most `memory` bytes.
    pub(crate) fn new(ring: &'r R, memory: u64) -> Self {
        let characteristic = characteristic(ring);
        Sink { ring, current: ring.zeros(0), memory, spent: 0, characteristic, limbs: Vec::new() }
    }

    /// The ring.
    pub(crate) fn ring(&self) -> &'r R {
        self.ring
    }

    /// So many coefficients take all of it, if each is as narrow as can be: a word, or a bit where the ring packs them.
    pub(crate) fn most_coefficients(&self) -> u64 {
        if self.current.width == 0 { self.memory.saturating_mul(8) } else { self.memory / 8 }
    }

    /// What has been pushed since the last [`take`](Self::take).
    pub(crate) fn view(&self) -> View<'_, R> {
        self.current.view()
    }

    /// Forgets it.
    pub(crate) fn clear(&mut self) {
        self.ring.resize(&mut self.current, 0);
    }

    /// Hands it out and starts the next vector.
    pub(crate) fn take(&mut self) -> Coeffs<R> {
        let taken = std::mem::replace(&mut self.current, self.ring.zeros(0));
        self.spent += (taken.bytes() + size_of::<Coeffs<R>>()) as u64;
        taken
    }

    /// Refuses a vector of `len` coefficients, one of them with `digits` decimal digits, beyond the limit.
    pub(crate) fn check(&self, at: Position, len: usize, width: usize, digits: usize) -> Result<(), ReadError> {
        let widens = digits > WORD_DIGITS && self.characteristic.is_none();
        let digit_words = if widens { digits / WORD_DIGITS + 1 } else { 1 };
        let (packed, width) = (width == 0 && !widens, width.max(digit_words) as u128);
        // width 0 is a bit a coefficient
        let bytes = if packed { len.div_ceil(8) as u128 } else { 8 * width * len as u128 };
        if u128::from(self.spent) + bytes <= u128::from(self.memory) {
            return Ok(());
        }
        let expected = format!("coefficients that fit in {} bytes (the memory limit)", self.memory);
        let found = match digit_words {
            1 => format!("{len} of them"),
            _ => format!("{len} of them, one with {digits} digits"),
        };
        Err(syntax(at, expected, found))
    }

    /// Refuses a modulus in the text, which stands at `at`, that is not the ring's.
    pub(crate) fn check_modulus(&self, at: Position, digits: &[u8]) -> Result<(), ReadError> {
        let zeros = digits.iter().take_while(|&&d| d == b'0').count();
        let text = String::from_utf8_lossy(&digits[zeros..]);
        let expected = match &self.characteristic {
            Some(own) if *own == text => return Ok(()),
            Some(own) => format!("the modulus {own} of the ring"),
            None if text.len() <= SHOWN_DIGITS => {
                format!("no modulus in the ring {} (say --ring zn:{text})", self.ring.name())
            }
            None => format!("no modulus in the ring {}", self.ring.name()),
        };
        Err(syntax(at, expected, quoted(&text)))
    }

    /// Appends the integer with these digits, which stands at `at`.
    #[inline]
    pub(crate) fn push_decimal(&mut self, at: Position, negative: bool, digits: &[u8]) -> Result<(), ReadError> {
        self.check(at, self.current.len() + 1, self.current.width, digits.len())?;
        Ok(self.ring.push_decimal(&mut self.current, negative, digits)?)
    }

    /// Appends the integer with these hexadecimal digits, which stands at `at`.
    pub(crate) fn push_hexadecimal(&mut self, at: Position, negative: bool, digits: &[u8]) -> Result<(), ReadError> {
        // a hexadecimal digit holds 1.2 decimal ones
        self.check(at, self.current.len() + 1, self.current.width, digits.len() + digits.len() / 4)?;
        self.limbs.clear();
        self.limbs.extend(digits.rchunks(16).map(|chunk| {
            chunk.iter().fold(0, |limb, &digit| limb << 4 | u64::from((digit as char).to_digit(16).unwrap_or(0)))
        }));
        Ok(self.ring.push_limbs(&mut self.current, negative, &self.limbs)?)
    }
}
