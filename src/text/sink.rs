//! The destination of integers: a growing vector with a limit on its bytes.

use super::{
    ReadError, ReadOptions, characteristic,
    scanner::{Position, quoted, syntax},
    variable::Variable,
};
use crate::ring::{Appender, Coeffs, Ring, View, divide_last};

/// Decimal digits that always fit in one word.
const WORD_DIGITS: usize = 19;
/// Largest number of digits of a modulus repeated in a hint.
const SHOWN_DIGITS: usize = 80;

/// The vector being built, and the memory limit for it and the vectors before it.
pub(crate) struct Sink<'r, R: Ring> {
    ring: &'r R,
    current: Box<dyn Appender<R>>,
    memory: u64,
    /// Bytes of the vectors taken so far.
    spent: u64,
    /// The additive order of 1; None if it is infinite: then one long integer makes every coefficient of its vector wide.
    characteristic: Option<String>,
    limbs: Vec<u64>,
    /// The variable of this text, and the position of its first occurrence.
    variable: Option<(String, Position)>,
    shared: Option<&'r Variable>,
    /// Number of components of an element, where it has them.
    components: Option<usize>,
    /// The name of the generator in this text, once one is known.
    pub(super) generator: Option<String>,
    /// The variable of the texts before this one.
    known: Option<String>,
}

impl<'r, R: Ring> Sink<'r, R> {
    /// An empty vector with the memory limit of the options.
    pub(crate) fn new(ring: &'r R, options: &ReadOptions<'r>) -> Self {
        let &ReadOptions { memory, variable: shared, .. } = options;
        let (current, characteristic) = (ring.appender(), characteristic(ring));
        let components = ring.components();
        let (known, generator) = (shared.and_then(Variable::name), shared.and_then(Variable::generator));
        Sink {
            ring,
            current,
            memory,
            spent: 0,
            characteristic,
            limbs: Vec::new(),
            variable: None,
            shared,
            components,
            generator,
            known,
        }
    }

    /// The ring.
    pub(crate) fn ring(&self) -> &'r R {
        self.ring
    }

    /// Number of components of an element of a ring whose elements have them; integers are constants then.
    pub(crate) fn components(&self) -> Option<usize> {
        self.components
    }

    /// The largest number of coefficients within the limit, of least width: a word, or a bit if the ring packs them.
    pub(crate) fn most_coefficients(&self) -> u64 {
        if self.view().width == 0 { self.memory.saturating_mul(8) } else { self.memory / 8 }
    }

    /// Whether the additive order of 1 is finite.
    pub(crate) fn is_finite(&self) -> bool {
        self.characteristic.is_some()
    }

    /// Whether the additive order of 1 is this decimal integer.
    pub(crate) fn has_characteristic(&self, digits: &str) -> bool {
        self.characteristic.as_deref() == Some(digits.trim_start_matches('0'))
    }

    /// The name of the variable of this text, if it has occurred.
    pub(super) fn variable(&self) -> Option<&str> {
        self.variable.as_ref().map(|(name, _)| &name[..])
    }

    /// The name of the variable of the texts before this one.
    pub(super) fn known_variable(&self) -> Option<&str> {
        self.known.as_deref()
    }

    /// Keeps the name of the generator, for this text and those that share its variable.
    pub(super) fn set_generator(&mut self, name: &str) {
        self.generator = Some(name.to_owned());
        if let Some(shared) = self.shared {
            shared.set_generator(name);
        }
    }

    /// The elements pushed since the last [`take`](Self::take).
    pub(crate) fn view(&self) -> View<'_, R> {
        self.current.view()
    }

    /// Removes the elements pushed.
    pub(crate) fn clear(&mut self) {
        let mut all = self.lend();
        self.ring.resize(&mut all, 0);
        self.give_back(all);
    }

    /// Returns the vector and starts the next one.
    pub(crate) fn take(&mut self) -> Coeffs<R> {
        let taken = self.lend();
        self.spent += (taken.bytes() + size_of::<Coeffs<R>>()) as u64;
        taken
    }

    /// Returns the vector, to be [given back](Self::give_back).
    pub(crate) fn lend(&mut self) -> Coeffs<R> {
        self.current.take()
    }

    /// Replaces the elements pushed by the vector that was lent.
    pub(crate) fn give_back(&mut self, lent: Coeffs<R>) {
        self.current.put(lent);
    }

    /// Replaces the elements pushed by this one.
    pub(crate) fn put(&mut self, x: &R::Elem) {
        self.give_back(self.ring.collect(std::slice::from_ref(x)));
    }

    /// Appends elements, trailing zeros included.
    pub(crate) fn append(&mut self, v: View<'_, R>) {
        let mut all = self.lend();
        let len = all.len();
        self.ring.resize(&mut all, len + v.len());
        self.ring.add_at(&mut all, len, v);
        self.give_back(all);
    }

    /// Counts bytes held elsewhere towards the limit until they are [released](Self::release).
    pub(crate) fn hold(&mut self, bytes: u64) {
        self.spent += bytes;
    }

    /// Stops counting these bytes.
    pub(crate) fn release(&mut self, bytes: u64) {
        self.spent -= bytes;
    }

    /// Refuses a variable at position `at` that differs from an earlier one, in this text or in one that shares its variable.
    pub(crate) fn check_variable(&mut self, name: &str, at: Position) -> Result<(), ReadError> {
        let expected = match &self.variable {
            Some((own, _)) if own == name => return Ok(()),
            Some((own, first)) => Some(format!("the variable \"{own}\" as at {}:{}", first.line, first.column)),
            None => self.shared.and_then(|shared| shared.expected_instead_of(name, at)),
        };
        if let Some(expected) = expected {
            return Err(syntax(at, expected, quoted(name)));
        }
        self.variable = Some((name.to_owned(), at));
        Ok(())
    }

    /// Refuses `len` coefficients of up to `bits` bits beyond the limit; 0 bits if the ring's elements are bounded.
    pub(crate) fn check_bits(&self, at: Position, len: usize, bits: u64) -> Result<(), ReadError> {
        let words = if bits == 0 { self.view().width as u128 } else { u128::from(bits / 64 + 1) };
        let bytes = if words == 0 { len.div_ceil(8) as u128 } else { 8 * words * len as u128 };
        if u128::from(self.spent) + bytes <= u128::from(self.memory) {
            return Ok(());
        }
        let expected = format!("an expression whose value fits in {} bytes (the memory limit)", self.memory);
        let found = match bits {
            0 => format!("one of {len} coefficients"),
            _ => format!("one of {len} coefficients of up to {bits} bits"),
        };
        Err(syntax(at, expected, found))
    }

    /// Refuses a vector of `len` coefficients, one of them with `digits` decimal digits, beyond the limit.
    pub(crate) fn check(&self, at: Position, len: usize, width: usize, digits: usize) -> Result<(), ReadError> {
        let widens = digits > WORD_DIGITS && self.characteristic.is_none();
        let digit_words = if widens { digits / WORD_DIGITS + 1 } else { 1 };
        let (packed, width) = (width == 0 && !widens, width.max(digit_words) as u128);
        // width 0 means one bit per coefficient
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

    /// Refuses a modulus at position `at` that is not the ring's.
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

    /// Appends the integer with these digits, read at position `at`.
    #[inline]
    pub(crate) fn push_decimal(&mut self, at: Position, negative: bool, digits: &[u8]) -> Result<(), ReadError> {
        if self.components.is_some() {
            return self.push_component(at, None, negative, digits);
        }
        self.check_next(at, digits.len())?;
        Ok(self.current.push_decimal(negative, digits)?)
    }

    /// Whether numbers may have denominators.
    pub(crate) fn has_fractions(&self) -> bool {
        self.ring.denominator(self.view()).is_some()
    }

    /// Divides the last number by the one with these digits.
    ///
    /// # Errors
    /// For 0, and for more bytes than the limit.
    pub(crate) fn divide(&mut self, at: Position, digits: &[u8]) -> Result<(), ReadError> {
        if digits.iter().all(|&digit| digit == b'0') {
            return Err(syntax(at, "a denominator other than 0".to_owned(), quoted("0")));
        }
        let v = self.view();
        // all numbers so far get the new factor of the denominator
        self.check(at, v.len(), v.width.saturating_add(digits.len() / WORD_DIGITS + 1), 0)?;
        let mut all = self.lend();
        let divided = divide_last(self.ring, &mut all, digits);
        self.give_back(all);
        Ok(divided?)
    }

    /// Refuses one more coefficient, with this number of decimal digits, beyond the limit.
    #[inline]
    fn check_next(&self, at: Position, digits: usize) -> Result<(), ReadError> {
        let v = self.view();
        self.check(at, v.len() + 1, v.width, digits)
    }

    /// Appends the integer with these hexadecimal digits, read at position `at`.
    pub(crate) fn push_hexadecimal(&mut self, at: Position, negative: bool, digits: &[u8]) -> Result<(), ReadError> {
        // a hexadecimal digit is 1.2 decimal digits
        self.check_next(at, digits.len() + digits.len() / 4)?;
        self.limbs.clear();
        self.limbs.extend(hex_words(digits));
        if self.components.is_some() {
            let constant = self.ring.collect(&[self.ring.image(negative, &self.limbs)]);
            self.append(constant.view());
            return Ok(());
        }
        Ok(self.current.push_limbs(negative, &self.limbs)?)
    }

    /// Appends the element represented by the integer with these bits, lowest first, read at position `at`.
    pub(crate) fn push_bits(&mut self, at: Position, words: &[u64]) -> Result<(), ReadError> {
        self.check_next(at, 0)?;
        Ok(self.current.push_limbs(false, words)?)
    }
}

/// The words of an integer with these hexadecimal digits, lowest first.
pub(super) fn hex_words(digits: &[u8]) -> impl Iterator<Item = u64> {
    digits.rchunks(16).map(|chunk| {
        chunk.iter().fold(0, |word, &digit| word << 4 | u64::from((digit as char).to_digit(16).unwrap_or(0)))
    })
}
