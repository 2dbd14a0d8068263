//! Integer expressions in arguments: `97`, `0x61`, `2^61-1`, `(2^48+224)^4+1`.
//!
//! Grammar, blanks allowed between the tokens:
//!
//! ```text
//! sum     = product { ("+" | "-") product }
//! product = signed { "*" signed }
//! signed  = "-" signed | power
//! power   = atom [ "^" signed ]          (from the right, exponent ≥ 0)
//! atom    = digits | "0x" hex digits | "(" sum ")"
//! ```
//!
//! A value of more than [`MAX_BITS`] bits is refused before it is computed.

use rug::{Integer, ops::Pow};

/// The longest value, in bits: 2^20.
pub const MAX_BITS: u32 = 1 << 20;

/// Brackets and signs inside each other.
const MAX_DEPTH: u32 = 64;

/// The value of an expression.
///
/// # Errors
/// One line that says what was expected at which column (from 1), or that the value is too large.
pub fn evaluate(text: &str) -> Result<Integer, String> {
    let mut p = Parser { text, at: 0, depth: 0 };
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
}

impl Parser<'_> {
    /// The next byte that is no blank.
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
            Some(_) => format!("\"{}\"", self.text[self.at..].chars().take(16).collect::<String>()),
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
            limited(u64::from(value.significant_bits()))?;
        }
    }

    fn product(&mut self) -> Result<Integer, String> {
        let mut value = self.signed()?;
        while self.take(b'*') {
            let factor = self.signed()?;
            limited(u64::from(value.significant_bits()) + u64::from(factor.significant_bits()))?;
            value *= factor;
        }
        Ok(value)
    }

    fn signed(&mut self) -> Result<Integer, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("more than {MAX_DEPTH} brackets and signs inside each other"));
        }
        let value = if self.take(b'-') { -self.signed()? } else { self.power()? };
        self.depth -= 1;
        Ok(value)
    }

    fn power(&mut self) -> Result<Integer, String> {
        let base = self.atom()?;
        if !self.take(b'^') {
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
            // 0, 1 and −1 stay small whatever the exponent
            let odd = exponent.is_odd();
            return Ok(if exponent == 0 || (base == -1 && !odd) { Integer::from(1) } else { base });
        }
        let e = exponent.to_u32().unwrap_or(u32::MAX);
        limited((u64::from(base.significant_bits()) - 1) * u64::from(e) + 1)?;
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
        let rest = &self.text[self.at..];
        let hex = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X"));
        let (digits, radix) = hex.map_or((rest, 10), |h| (h, 16));
        let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
        self.at += rest.len() - digits.len();
        if end == 0 {
            return Err(self.expected("a hexadecimal digit"));
        }
        limited(end as u64 * if radix == 16 { 4 } else { 3 })?;
        let value = Integer::from_str_radix(&digits[..end], radix as i32).map_err(|e| e.to_string())?;
        self.at += end;
        Ok(value)
    }
}

fn limited(bits: u64) -> Result<(), String> {
    if bits <= u64::from(MAX_BITS) {
        Ok(())
    } else {
        Err(format!("a value of {bits} bits or more is too large: at most {MAX_BITS} are accepted"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        for (text, value) in [
            ("97", 97),
            ("0x61", 97),
            (" 2 ^ 5 - 1 ", 31),
            ("2^3^2", 512),
            ("-2^2", -4),
            ("(-2)^2", 4),
            ("2+3*4-1", 13),
            ("10-3-4", 3),
            ("(1+2)*(3-5)", -6),
            ("(-1)^100000000000001", -1),
            ("0^0", 1),
            ("1^99999999999999999999999", 1),
            ("--5", 5),
            ("2^0", 1),
        ] {
            assert_eq!(evaluate(text), Ok(Integer::from(value)), "{text}");
        }
        let f = Integer::from((1_u64 << 48) + 224);
        assert_eq!(evaluate("(2^48+224)^4+1"), Ok(f.pow(4) + 1));
    }

    #[test]
    fn errors_name_the_column() {
        for (text, wanted) in [
            ("", "column 1: expected a number, found the end"),
            ("abc", "column 1: expected a number, found \"abc\""),
            ("2^61-", "column 6: expected a number, found the end"),
            ("12 13", "column 4: expected an operator or the end"),
            ("(1+2", "column 5: expected an operator or \")\", found the end"),
            ("0xg", "column 3: expected a hexadecimal digit"),
            ("2^-1", "column 3: expected an exponent"),
            ("ä", "column 1"),
        ] {
            let error = evaluate(text).unwrap_err();
            assert!(error.starts_with(wanted), "{text}: {error}");
        }
    }

    #[test]
    fn what_is_too_large_is_refused_before_it_is_computed() {
        let long = "9".repeat(1 << 20);
        for text in ["2^1048576", "2^99999999999999999999", "(2^1000000)*(2^1000000)", "(2^(2^40))", long.as_str()] {
            assert!(evaluate(text).unwrap_err().contains("too large"), "{}", &text[..text.len().min(30)]);
        }
        assert_eq!(evaluate("2^1048575").unwrap().significant_bits(), MAX_BITS);
        let deep = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
        assert!(evaluate(&deep).unwrap_err().contains("inside each other"));
        assert!(evaluate(&"-".repeat(100_000)).unwrap_err().contains("inside each other"));
    }
}
