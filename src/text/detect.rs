//! Detection of a text's form by its content: brackets by their first separator, other texts by the first term.
//!
//! `3 -2 5` is a list and `3 -2*x` an expression, `[1 2]` NTL's list and `[1]` JSON. An integer or two of any length may precede
//! the deciding byte, so the look-ahead grows until it decides, up to a bound.

use super::{
    Form,
    scanner::{Scanner, is_blank, is_letter},
};
use std::io::{self, Read};

/// Length of the first look-ahead, in bytes.
const FIRST_LOOK: usize = 256;
/// Length of the last look-ahead, in bytes: a text undecided by then is JSON or a list.
const LONGEST_LOOK: usize = 1 << 22;

/// Number of digits of the longest integer in base 16, in bytes, that may begin a list.
const LONGEST_INTEGER: usize = 1 << 10;

/// Length of the longest first row, in bytes, of a matrix that is looked for where an array is as likely: a look of an array's whole text would take as much
/// memory as its coefficients.
const LONGEST_ROW: usize = 1 << 18;

/// The form of the text whose first token is at the scanner's position.
pub fn detect<T: Read>(scanner: &mut Scanner<T>) -> io::Result<Form> {
    let mut len = FIRST_LOOK;
    loop {
        let (bytes, ends) = scanner.window(len)?;
        let look = Look { bytes, complete: ends || len >= LONGEST_LOOK };
        if let Some(form) = look.form() {
            return Ok(form);
        }
        len *= 4;
    }
}

/// Whether the bracket at the scanner's position opens the first of several rows: rows are separated by `;`, as in PARI, or the
/// closing bracket is followed by another one.
pub(crate) fn shows_rows<T: Read>(scanner: &mut Scanner<T>) -> io::Result<bool> {
    look_at_row(scanner, rows)
}

/// Whether the end of the first row tells of others; `None` if it is not in view.
fn rows(look: &Look<'_>) -> Option<bool> {
    let end = look.skip(0, |b| !matches!(b, b']' | b';' | END))?;
    if look.byte(end)? != b']' {
        return Some(look.byte(end)? == b';');
    }
    Some(look.byte(look.skip(end + 1, is_blank)?)? == b'[')
}

/// Whether the first separator of the numbers at the scanner's position is a comma.
pub(crate) fn shows_comma<T: Read>(scanner: &mut Scanner<T>) -> io::Result<bool> {
    look_at_row(scanner, |look| {
        let end = look.skip(0, |b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'+' | b'/'))?;
        Some(look.byte(look.skip(end, |b| b != b'\n' && is_blank(b))?)? == b',')
    })
}

/// What the first row tells, as far as it is looked at.
fn look_at_row<T: Read>(scanner: &mut Scanner<T>, shows: impl Fn(&Look<'_>) -> Option<bool>) -> io::Result<bool> {
    let mut len = FIRST_LOOK;
    loop {
        let (bytes, ends) = scanner.window(len)?;
        if let Some(shows) = shows(&Look { bytes, complete: ends || len >= LONGEST_ROW }) {
            return Ok(shows);
        }
        len *= 4;
    }
}

/// Whether the text from the scanner's position on holds these names, as far as it is looked at.
pub(crate) fn holds_names<T: Read, const N: usize>(
    scanner: &mut Scanner<T>,
    names: [&str; N],
) -> io::Result<[bool; N]> {
    let mut len = FIRST_LOOK;
    let window = loop {
        let (window, ends) = scanner.window(len)?;
        if ends || len >= LONGEST_LOOK {
            // the scanner returns the same window again
            break scanner.window(len)?.0;
        }
        len = 4 * window.len().max(len);
    };
    let text = String::from_utf8_lossy(window);
    let mut found = [false; N];
    for token in text.split(|c: char| !(is_letter(c) || c.is_ascii_digit() || matches!(c, '_' | '$' | '.'))) {
        // a coefficient may be glued to the name
        let name = token.trim_start_matches(|c: char| c.is_ascii_digit());
        (0..N).for_each(|i| found[i] |= names[i] == name);
    }
    Ok(found)
}

/// The nonempty start of a text. Functions return `None` if more of it is needed, never if it is complete.
struct Look<'b> {
    bytes: &'b [u8],
    complete: bool,
}

/// Byte that stands for the end of a text.
const END: u8 = 0;

/// Whether a variable may start with this byte; letters beyond ASCII may start one too.
fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'$' || !byte.is_ascii()
}

impl Look<'_> {
    fn byte(&self, i: usize) -> Option<u8> {
        match self.bytes.get(i) {
            Some(&byte) => Some(byte),
            None => self.complete.then_some(END),
        }
    }

    /// The first index from `i` on at which `passed` is false.
    fn skip(&self, mut i: usize, passed: impl Fn(u8) -> bool) -> Option<usize> {
        while passed(self.byte(i)?) {
            i += 1;
        }
        Some(i)
    }

    fn form(&self) -> Option<Form> {
        match self.byte(0)? {
            b'[' => self.bracketed(),
            b'%' => Some(Form::MatrixMarket),
            b'0' if self.byte(1)?.eq_ignore_ascii_case(&b'x') => self.hexadecimal(),
            _ => Some(if self.is_human()? { Form::Human } else { Form::List }),
        }
    }

    /// One integer in base 16 is the bits of a polynomial, several are a list.
    fn hexadecimal(&self) -> Option<Form> {
        let digits = self.bytes[2..].iter().take_while(|b| b.is_ascii_hexdigit()).count();
        let end = self.skip(2 + digits.min(LONGEST_INTEGER), |b| digits <= LONGEST_INTEGER && is_blank(b))?;
        let follows = matches!(self.byte(end)?, b'-' | b'+' | b'0'..=b'9' | b',') && digits > 0;
        let is_list = follows && digits <= LONGEST_INTEGER && (end > 2 + digits || self.byte(end)? == b',');
        Some(if is_list { Form::List } else { Form::Hex })
    }

    /// JSON or NTL's list, according to the first separator.
    fn bracketed(&self) -> Option<Form> {
        let mut i = 0;
        let mut needs_separator = false;
        loop {
            i = self.skip(i, is_blank)?;
            match self.byte(i)? {
                b'[' | b'-' | b'+' | b'0'..=b'9' if needs_separator => return Some(Form::List),
                b'[' => i += 1,
                b']' => {
                    needs_separator = true;
                    i += 1;
                }
                b'-' | b'+' | b'0'..=b'9' => {
                    needs_separator = true;
                    let digits = if self.byte(i)?.is_ascii_digit() { i } else { i + 1 };
                    i = match self.is_hexadecimal(digits)? {
                        true => self.skip(digits + 2, |b| b.is_ascii_hexdigit())?,
                        false => self.skip(i + 1, |b| b.is_ascii_digit() || b == b'/')?,
                    };
                }
                _ => return Some(Form::Json),
            }
        }
    }

    /// Whether the first term belongs to an expression.
    fn is_human(&self) -> Option<bool> {
        let first = self.byte(0)?;
        let start = if matches!(first, b'+' | b'-') { self.skip(1, is_blank)? } else { 0 };
        if starts_name(self.byte(start)?) || self.byte(start)? == b'(' {
            return Some(true);
        }
        let end = self.number(start)?;
        if end == start {
            return Some(false);
        }
        if self.is_coefficient(end)? {
            return Some(true);
        }
        let sign = self.skip(end, is_blank)?;
        if !matches!(self.byte(sign)?, b'+' | b'-') {
            return Some(false);
        }
        // after a blank, a sign with digits may start the second entry of a list
        let second = self.number(sign + 1)?;
        Some(sign == end || second == sign + 1 || self.is_coefficient(second)?)
    }

    /// Whether `0x` and a digit start at index `i`.
    fn is_hexadecimal(&self, i: usize) -> Option<bool> {
        Some(
            self.byte(i)? == b'0'
                && self.byte(i + 1)?.eq_ignore_ascii_case(&b'x')
                && self.byte(i + 2)?.is_ascii_hexdigit(),
        )
    }

    /// The end of an integer or a fraction that starts at index `i`.
    fn number(&self, i: usize) -> Option<usize> {
        if self.is_hexadecimal(i)? {
            return self.skip(i + 2, |b| b.is_ascii_hexdigit());
        }
        let end = self.skip(i, |b| b.is_ascii_digit())?;
        if end > i && self.byte(end)? == b'/' { self.skip(end + 1, |b| b.is_ascii_digit()) } else { Some(end) }
    }

    /// Whether an integer that ends before `end` is followed by a variable, or by what lists do not have.
    fn is_coefficient(&self, end: usize) -> Option<bool> {
        let operator = self.skip(end, is_blank)?;
        let near = self.byte(self.skip(end, |b| b != b'\n' && is_blank(b))?)?;
        Some(starts_name(near) || near == b'(' || matches!(self.byte(operator)?, b'*' | b'^'))
    }
}
