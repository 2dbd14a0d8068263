//! Integer expressions in arguments: `97`, `0x61`, `1e9`, `1_000`, `2^61-1`, `10**9+7`, `(2^48+224)^4+1`.
//!
//! Grammar, blanks allowed between the tokens:
//!
//! ```text
//! sum     = product { ("+" | "-") product }
//! product = signed { "*" signed }
//! signed  = ( "-" | "+" ) signed | power
//! power   = atom [ ( "^" | "**" ) signed ]          (from the right, exponent ≥ 0)
//! atom    = digits [ "e" digits ] | "0x" hex digits | "(" sum ")"
//! ```
//!
//! Digits may be grouped by `_`. A value of more bits than the limit is refused before it is computed.

use rug::{Integer, ops::Pow};

/// Largest number of bits of a value: 2^20.
pub const MAX_BITS: u32 = 1 << 20;

/// Deepest nesting of brackets and signs.
const MAX_DEPTH: u32 = 64;

/// The value of an expression, of at most [`MAX_BITS`] bits.
///
/// # Errors
/// One line that says what was expected at which column (from 1), or that the value is too large.
pub fn evaluate(text: &str) -> Result<Integer, String> {
    evaluate_within(text, u64::from(MAX_BITS))
}

/// The value of an operand that must be an integer: of an expression, bare or after `=`. `None` for all other text,
/// such as the name of a file.
///
/// # Errors
/// As [`evaluate_within`], for text that cannot be anything but an expression, such as `10^`.
pub fn operand(text: &str, most_bits: u64) -> Option<Result<Integer, String>> {
    let text = text.strip_prefix('=').unwrap_or(text);
    is_arithmetic(text).then(|| evaluate_within(text, most_bits))
}

/// Whether the text holds a number, and nothing but numbers, operators, brackets and blanks.
#[must_use]
pub fn is_arithmetic(text: &str) -> bool {
    let (mut rest, mut numbers) = (text, 0);
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '0'..='9' => {
                numbers += 1;
                let digits = number_len(rest);
                &rest[digits..]
            }
            '+' | '-' | '*' | '^' | '(' | ')' => &rest[1..],
            blank if blank.is_whitespace() => &rest[blank.len_utf8()..],
            _ => return false,
        };
    }
    numbers > 0
}

/// Length in bytes of the number at the start of the text.
fn number_len(text: &str) -> usize {
    let run = |text: &str, radix: u32| text.find(|c: char| !(c.is_digit(radix) || c == '_')).unwrap_or(text.len());
    if text.starts_with("0x") || text.starts_with("0X") {
        return 2 + run(&text[2..], 16);
    }
    let digits = run(text, 10);
    match text[digits..].strip_prefix(['e', 'E']) {
        Some(exponent) if exponent.starts_with(|c: char| c.is_ascii_digit()) => digits + 1 + run(exponent, 10),
        _ => digits,
    }
}

/// The value of an expression, of at most `most_bits` bits.
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_within(text: &str, most_bits: u64) -> Result<Integer, String> {
    let mut p = Parser { text, at: 0, depth: 0, most_bits };
    let value = p.sum()?;
    match p.peek() {
        None => Ok(value),
        Some(_) => Err(p.expected("an operator or the end")),
    }
}

struct Parser<'a> {
    text: &'a str,
    /// The next byte.
    at: usize,
    depth: u32,
    most_bits: u64,
}

impl Parser<'_> {
    /// The next byte that is not a blank.
    fn peek(&mut self) -> Option<u8> {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest.bytes().next()
    }

    fn take(&mut self, wanted: u8) -> bool {
        let there = self.peek() == Some(wanted);
        self.at += usize::from(there);
        there
    }

    fn expected(&mut self, what: &str) -> String {
        let found = match self.peek() {
            None => "the end".to_string(),
            Some(_) => format!("{:?}", self.text[self.at..].chars().take(16).collect::<String>()),
        };
        format!("column {}: expected {what}, found {found}", self.text[..self.at].chars().count() + 1)
    }

    fn sum(&mut self) -> Result<Integer, String> {
        let mut value = self.product()?;
        loop {
            if self.take(b'+') {
                value += self.product()?;
            } else if self.take(b'-') {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
            self.limited(u64::from(value.significant_bits()))?;
        }
    }

    fn product(&mut self) -> Result<Integer, String> {
        let mut value = self.signed()?;
        while self.take(b'*') {
            let factor = self.signed()?;
            self.limited(u64::from(value.significant_bits()) + u64::from(factor.significant_bits()))?;
            value *= factor;
        }
        Ok(value)
    }

    fn signed(&mut self) -> Result<Integer, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("more than {MAX_DEPTH} brackets and signs inside each other"));
        }
        let value = if self.take(b'-') {
            -self.signed()?
        } else if self.take(b'+') {
            self.signed()?
        } else {
            self.power()?
        };
        self.depth -= 1;
        Ok(value)
    }

    fn power(&mut self) -> Result<Integer, String> {
        let base = self.atom()?;
        if !self.take(b'^') && !self.take_stars() {
            return Ok(base);
        }
        self.peek();
        let start = self.at;
        let exponent = self.signed()?;
        if exponent.is_negative() {
            self.at = start;
            return Err(self.expected("an exponent that is not negative"));
        }
        if base.significant_bits() <= 1 {
            // powers of 0, 1 and −1 are small for any exponent
            let odd = exponent.is_odd();
            return Ok(if exponent == 0 || (base == -1 && !odd) { Integer::from(1) } else { base });
        }
        let e = exponent.to_u32().unwrap_or(u32::MAX);
        self.limited((u64::from(base.significant_bits()) - 1) * u64::from(e) + 1)?;
        Ok(base.pow(e))
    }

    fn atom(&mut self) -> Result<Integer, String> {
        if self.take(b'(') {
            let value = self.sum()?;
            return if self.take(b')') { Ok(value) } else { Err(self.expected("an operator or \")\"")) };
        }
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(self.expected("a number"));
        }
        let start = self.at;
        let number = &self.text[start..start + number_len(&self.text[start..])];
        self.at += number.len();
        let value = match number.strip_prefix("0x").or_else(|| number.strip_prefix("0X")) {
            Some(hex) => self.digits(start + 2, hex, 16)?,
            None => {
                let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
                let value = self.digits(start, digits, 10)?;
                let exponent = self.digits(start + digits.len() + 1, exponent, 10)?;
                let zeros = if value == 0 { 0 } else { exponent.to_u32().unwrap_or(u32::MAX) };
                // log2(10) > 3
                self.limited(3 * u64::from(zeros))?;
                value * Integer::from(10).pow(zeros)
            }
        };
        self.limited(u64::from(value.significant_bits()))?;
        Ok(value)
    }

    /// The digits at the current position, in groups separated by `_`.
    fn digits(&mut self, at: usize, digits: &str, radix: i32) -> Result<Integer, String> {
        let grouped = |group: &str| !group.is_empty();
        if !digits.split('_').all(grouped) {
            let gap = digits.find("__").map_or(0, |i| i + 1);
            let gap = if digits.ends_with('_') && gap == 0 { digits.len() } else { gap };
            self.at = at + gap;
            return Err(self.expected(if radix == 16 { "a hexadecimal digit" } else { "a digit" }));
        }
        self.limited(digits.len() as u64 * if radix == 16 { 3 } else { 2 })?;
        Integer::from_str_radix(&digits.replace('_', ""), radix).map_err(|e| e.to_string())
    }

    /// `**`
    fn take_stars(&mut self) -> bool {
        let there = self.peek().is_some() && self.text[self.at..].starts_with("**");
        self.at += if there { 2 } else { 0 };
        there
    }

    fn limited(&self, bits: u64) -> Result<(), String> {
        let most = self.most_bits;
        if bits <= most {
            return Ok(());
        }
        Err(format!("a value of {bits} bits or more is too large: at most {most} are accepted"))
    }
}
