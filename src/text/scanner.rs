//! The scanner below all text forms: bytes in blocks, positions in lines and characters, integers of any size.
//!
//! Input is read in blocks of 64 KiB, so that memory does not depend on its length. A run of digits within a block is used in
//! place; one that straddles blocks is collected in a reusable buffer. Positions count lines and characters from 1; a tab is one
//! character, a line ends with `\n`, and the `\r` before it is a blank.

use super::{ReadError, sink::Sink};
use crate::{Error, ring::Ring};
use std::{io, io::Read, ops::Range};

/// Bytes requested from the reader at a time.
const BLOCK: usize = 1 << 16;
/// Largest number of characters of the input quoted in an error.
const QUOTED: usize = 20;
/// Largest length of a variable's name, in bytes.
const LONGEST_NAME: usize = 256;

/// A position in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) line: u64,
    /// Column in characters, from 1.
    pub(crate) column: u64,
}

/// Location of the last digits read.
enum Digits {
    InBlock(Range<usize>),
    Gathered,
}

/// The signs allowed before an integer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signs {
    /// `-5`
    Minus,
    /// `-5` and `+5`
    Both,
}

/// An integer just read: [`Scanner::digits`] returns its digits until the scanner advances.
pub(crate) struct Integer {
    pub(crate) at: Position,
    pub(crate) negative: bool,
}

/// A reader of bytes that counts lines and columns.
pub struct Scanner<T> {
    reader: T,
    block: Vec<u8>,
    at: usize,
    end: usize,
    /// Whether the reader has reached its end.
    done: bool,
    position: Position,
    digits: Digits,
    gathered: Vec<u8>,
    /// Largest number of digits of an integer.
    longest: u64,
    /// Whether the form was detected by the content, so that ambiguous texts are refused.
    pub(crate) guessed: bool,
    /// Whether the text may be a matrix, so that a list that could be one by its lines is refused.
    pub(crate) or_matrix: bool,
    /// Whether braces are read as brackets, and brackets as braces.
    pub(crate) braces: bool,
}

/// Whether a byte is white space, in any form.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Words for a missing or an infinite value, or for none, which are no names in any case of letters.
const NO_NAMES: [&str; 8] = ["nan", "none", "null", "inf", "infinity", "undefined", "na", "error"];

/// Whether names may have this letter: an ASCII or a Greek one.
pub(crate) fn is_letter(c: char) -> bool {
    // the first two are modifiers, and Coptic letters stand among the Greek ones
    let is_greek = match c {
        '\u{374}' | '\u{37a}' | '\u{3e2}'..='\u{3ef}' => false,
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => c.is_alphabetic(),
        _ => false,
    };
    c.is_ascii_alphabetic() || is_greek
}

/// The ASCII digit of a superscript one.
fn superscript_digit(c: char) -> Option<u8> {
    let digit = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == c)?;
    Some(b'0' + digit as u8)
}

/// Whether a byte ends a token, in any form.
fn is_delimiter(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b',' | b'[' | b']' | b'(' | b')' | b'"')
}

impl<T: Read> Scanner<T> {
    /// A scanner at the first byte, after a UTF-8 byte order mark if there is one; integers may have `longest` digits.
    pub fn new(reader: T, longest: u64) -> io::Result<Self> {
        let mut scanner = Scanner {
            reader,
            block: vec![0; BLOCK],
            at: 0,
            end: 0,
            done: false,
            position: Position { line: 1, column: 1 },
            digits: Digits::Gathered,
            gathered: Vec::new(),
            longest,
            guessed: false,
            or_matrix: false,
            braces: false,
        };
        if scanner.window(3)?.0.starts_with(b"\xef\xbb\xbf") {
            scanner.at += 3;
        }
        Ok(scanner)
    }

    /// Reads a block after the bytes in the buffer; returns whether there were more.
    fn read_more(&mut self) -> io::Result<bool> {
        while !self.done {
            match self.reader.read(&mut self.block[self.end..]) {
                Ok(0) => self.done = true,
                Ok(n) => {
                    if self.braces {
                        swap_braces(&mut self.block[self.end..self.end + n]);
                    }
                    self.end += n;
                    return Ok(true);
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        Ok(false)
    }

    /// The next byte; `None` at the end.
    #[inline]
    pub(crate) fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.at == self.end {
            (self.at, self.end) = (0, 0);
            if !self.read_more()? {
                return Ok(None);
            }
        }
        Ok(Some(self.block[self.at]))
    }

    /// The next bytes without advancing, at least `len` of them unless the input ends before; and whether the input ends with
    /// them.
    pub(crate) fn window(&mut self, len: usize) -> io::Result<(&[u8], bool)> {
        if self.end - self.at < len {
            self.block.copy_within(self.at..self.end, 0);
            (self.at, self.end) = (0, self.end - self.at);
            if self.block.len() < len {
                self.block.resize(len, 0);
            }
            while self.end < len && self.read_more()? {}
        }
        Ok((&self.block[self.at..self.end], self.done))
    }

    /// Reads braces as brackets from here on, and brackets as braces: Mathematica's arrays.
    pub(crate) fn read_braces(&mut self) {
        self.braces = true;
        swap_braces(&mut self.block[self.at..self.end]);
    }

    /// Whether this text comes next, ignoring case.
    pub(crate) fn starts_with(&mut self, text: &[u8]) -> io::Result<bool> {
        Ok(self.window(text.len())?.0.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text)))
    }

    /// Advances over an ASCII byte other than a line end, which [`peek`](Self::peek) has returned.
    #[inline]
    pub(crate) fn bump(&mut self) {
        self.at += 1;
        self.position.column += 1;
    }

    /// The position of the next byte.
    pub(crate) fn position(&self) -> Position {
        self.position
    }

    /// Advances over white space; returns the byte after it, `None` at the end.
    #[inline]
    pub(crate) fn skip_blanks(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.peek()? {
                Some(b'\n') => {
                    self.at += 1;
                    self.position = Position { line: self.position.line + 1, column: 1 };
                }
                Some(byte) if is_blank(byte) => self.bump(),
                other => return Ok(other),
            }
        }
    }

    /// Advances to the end of the line; returns the text, shortened if it is long.
    pub(crate) fn rest_of_line(&mut self) -> io::Result<String> {
        const LONGEST: usize = 256;
        let mut text = Vec::new();
        while let Some(byte) = self.peek()?.filter(|&b| b != b'\n') {
            if text.len() < LONGEST {
                text.push(byte);
            }
            self.bump();
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Advances over a run of digits for which `accept` is true, which become [`digits`](Self::digits); returns their number.
    #[inline]
    fn run(&mut self, accept: impl Fn(u8) -> bool) -> Result<usize, ReadError> {
        if let Some(len) = self.block[self.at..self.end].iter().position(|&b| !accept(b)) {
            self.digits = Digits::InBlock(self.at..self.at + len);
            self.at += len;
            self.position.column += len as u64;
            return Ok(len);
        }
        self.digits = Digits::Gathered;
        self.gathered.clear();
        while self.peek()?.is_some_and(&accept) {
            let rest = &self.block[self.at..self.end];
            let len = rest.iter().position(|&b| !accept(b)).unwrap_or(rest.len());
            self.gathered.extend_from_slice(&rest[..len]);
            self.at += len;
            self.position.column += len as u64;
            if self.gathered.len() as u64 > self.longest {
                return Err(self.wrong(format!("an integer of at most {} digits (the memory limit)", self.longest)));
            }
        }
        Ok(self.gathered.len())
    }

    /// Advances over decimal digits; returns their number.
    #[inline]
    pub(crate) fn decimal(&mut self) -> Result<usize, ReadError> {
        self.run(|b| b.is_ascii_digit())
    }

    /// Advances over hexadecimal digits; returns their number.
    pub(crate) fn hexadecimal(&mut self) -> Result<usize, ReadError> {
        self.run(|b| b.is_ascii_hexdigit())
    }

    /// The last digits read. They stay valid while at most the next byte is peeked at.
    pub(crate) fn digits(&self) -> &[u8] {
        match &self.digits {
            Digits::InBlock(range) => &self.block[range.clone()],
            Digits::Gathered => &self.gathered,
        }
    }

    /// The last digits read as a word; `u64::MAX` if they exceed it.
    pub(crate) fn digits_as_word(&self) -> u64 {
        let word = self.digits().iter().try_fold(0u64, |n, &d| n.checked_mul(10)?.checked_add(u64::from(d - b'0')));
        word.unwrap_or(u64::MAX)
    }

    /// Reads a decimal integer that is a whole token: a delimiter or the end follows it.
    pub(crate) fn integer(&mut self, signs: Signs) -> Result<Integer, ReadError> {
        let at = self.position;
        let sign = self.peek()?.filter(|&b| b == b'-' || b == b'+' && signs == Signs::Both);
        if sign.is_some() {
            self.bump();
        }
        let len = self.decimal()?;
        // a denominator may follow
        if len == 0 || self.peek()?.is_some_and(|b| b != b'/' && !is_delimiter(b)) {
            let text: Vec<u8> = sign.into_iter().chain(self.digits().iter().copied().take(QUOTED + 1)).collect();
            return Err(self.wrong_token(at, &text, "an integer"));
        }
        Ok(Integer { at, negative: sign == Some(b'-') })
    }

    /// Whether an integer in hexadecimal digits, `0x1f`, comes next, behind `skipped` bytes.
    pub(crate) fn is_hexadecimal(&mut self, skipped: usize) -> io::Result<bool> {
        let next = self.window(skipped + 3)?.0.get(skipped..).unwrap_or_default();
        Ok(matches!(next, [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit()))
    }

    /// Reads an integer, a whole token in decimal or hexadecimal digits, or a fraction, and appends it
    /// to the sink; returns whether its digits were hexadecimal.
    pub(crate) fn number<R: Ring>(&mut self, signs: Signs, sink: &mut Sink<'_, R>) -> Result<bool, ReadError> {
        let (at, first) = (self.position, self.peek()?);
        let sign = first.filter(|&b| b == b'-' || b == b'+' && signs == Signs::Both);
        let skipped = usize::from(sign.is_some());
        if !((sign.is_some() || first == Some(b'0')) && self.is_hexadecimal(skipped)?) {
            let integer = self.integer(signs)?;
            self.push(&integer, sink)?;
            return Ok(false);
        }
        (0..skipped).for_each(|_| self.bump());
        self.hexadecimal_integer()?;
        sink.push_hexadecimal(at, sign == Some(b'-'), self.digits())?;
        Ok(true)
    }

    /// Reads an integer in hexadecimal digits, a whole token or the base of a power.
    pub(crate) fn hexadecimal_integer(&mut self) -> Result<(), ReadError> {
        (0..2).for_each(|_| self.bump());
        self.hexadecimal()?;
        match self.peek()? {
            Some(b) if b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'/') => {
                Err(self.wrong("hexadecimal digits"))
            }
            _ => Ok(()),
        }
    }

    /// Appends the integer just read to the sink, or the fraction of which it is the numerator.
    pub(crate) fn push<R: Ring>(&mut self, integer: &Integer, sink: &mut Sink<'_, R>) -> Result<(), ReadError> {
        if self.peek()? != Some(b'/') {
            return sink.push_decimal(integer.at, integer.negative, self.digits());
        }
        if !sink.has_fractions() {
            let sign = integer.negative.then_some(b'-');
            let text: Vec<u8> = sign.into_iter().chain(self.digits().iter().copied().take(QUOTED + 1)).collect();
            return Err(self.wrong_token(integer.at, &text, "an integer"));
        }
        sink.push_decimal(integer.at, integer.negative, self.digits())?;
        self.bump();
        self.divide(sink)?;
        match self.peek()? {
            Some(byte) if !is_delimiter(byte) => Err(self.wrong("the end of a fraction")),
            _ => Ok(()),
        }
    }

    /// Divides the last number by the digits that follow.
    ///
    /// # Errors
    /// Without digits, and for 0.
    pub(crate) fn divide<R: Ring>(&mut self, sink: &mut Sink<'_, R>) -> Result<(), ReadError> {
        let at = self.position;
        if self.decimal()? == 0 {
            return Err(self.wrong("a denominator (digits)"));
        }
        sink.divide(at, self.digits())
    }

    /// Advances over this byte, which must be the next one.
    pub(crate) fn expect(&mut self, byte: u8) -> Result<(), ReadError> {
        if self.peek()? != Some(byte) {
            return Err(self.wrong(format!("\"{}\"", byte as char)));
        }
        self.bump();
        Ok(())
    }

    /// Checks that only white space follows.
    pub(crate) fn expect_end(&mut self) -> Result<(), ReadError> {
        match self.skip_blanks()? {
            None => Ok(()),
            Some(_) => Err(self.wrong("the end of the input")),
        }
    }

    /// Advances over superscript digits, which become [`digits`](Self::digits); returns their number.
    pub(crate) fn superscript(&mut self) -> Result<usize, ReadError> {
        if self.peek()?.is_none_or(|b| b.is_ascii()) {
            return Ok(0);
        }
        self.digits = Digits::Gathered;
        self.gathered.clear();
        while let Some((c, digit)) = self.peek_char()?.and_then(|c| Some((c, superscript_digit(c)?))) {
            if self.gathered.len() as u64 >= self.longest {
                return Err(self.wrong(format!("an exponent of at most {} digits (the memory limit)", self.longest)));
            }
            self.gathered.push(digit);
            self.at += c.len_utf8();
            self.position.column += 1;
        }
        Ok(self.gathered.len())
    }

    /// Reads a name: letters, digits and `_` after a letter, or `$.1` as in Magma; appends it to `name`.
    ///
    /// # Errors
    /// For words that stand for a missing or an infinite value, `NaN` and others.
    pub(crate) fn name(&mut self, name: &mut String) -> Result<(), ReadError> {
        let at = self.position;
        while let Some(c) = self.peek_char()? {
            let fits = match name.as_str() {
                "" => is_letter(c) || c == '$',
                "$" => c == '.',
                sofar if sofar.starts_with('$') => c.is_ascii_digit(),
                _ => is_letter(c) || c.is_ascii_digit() || c == '_',
            };
            if !fits {
                break;
            }
            if name.len() >= LONGEST_NAME {
                return Err(self.wrong(format!("a name of at most {LONGEST_NAME} bytes")));
            }
            name.push(c);
            self.at += c.len_utf8();
            self.position.column += 1;
        }
        if NO_NAMES.iter().any(|word| name.eq_ignore_ascii_case(word)) {
            return Err(syntax(at, "a number or a variable".to_owned(), quoted(name)));
        }
        Ok(())
    }

    /// The next character; `None` at the end.
    ///
    /// # Errors
    /// If the next bytes are not UTF-8.
    pub(crate) fn peek_char(&mut self) -> Result<Option<char>, ReadError> {
        match self.peek()? {
            Some(byte) if !byte.is_ascii() => {}
            ascii => return Ok(ascii.map(char::from)),
        }
        match valid_start(self.window(4)?.0).chars().next() {
            Some(c) => Ok(Some(c)),
            None => Err(self.wrong("UTF-8 text")),
        }
    }

    /// The error for an unexpected token at the current position.
    pub(crate) fn wrong(&mut self, expected: impl Into<String>) -> ReadError {
        self.wrong_token(self.position, &[], expected)
    }

    /// The error for an unexpected token that starts at `at` with the bytes `passed`, which have been read.
    pub(crate) fn wrong_token(&mut self, at: Position, passed: &[u8], expected: impl Into<String>) -> ReadError {
        let here = self.position;
        let window = match self.window(4 * (QUOTED + 1)) {
            Ok((window, _)) => window,
            Err(e) => return e.into(),
        };
        let mut text = String::from_utf8_lossy(passed).into_owned();
        let start = valid_start(window);
        if start.is_empty() && !window.is_empty() {
            let found = format!("the byte 0x{:02x}", window[0]);
            return syntax(here, "UTF-8 text".to_owned(), found);
        }
        let len = start.find(|c: char| c.is_ascii() && is_delimiter(c as u8)).unwrap_or(start.len());
        text.push_str(&start[..len]);
        if text.is_empty() {
            text.extend(start.chars().next());
        }
        let found = if text.is_empty() { "end of file".to_owned() } else { quoted(&text) };
        if self.braces {
            syntax(at, in_braces(&expected.into()), in_braces(&found))
        } else {
            syntax(at, expected.into(), found)
        }
    }
}

/// Puts braces in place of brackets, and brackets in place of braces.
fn swap_braces(bytes: &mut [u8]) {
    for byte in bytes {
        *byte = match *byte {
            b'[' => b'{',
            b']' => b'}',
            b'{' => b'[',
            b'}' => b']',
            other => other,
        };
    }
}

/// The text of an error as the reader of braces wrote it.
fn in_braces(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    swap_braces(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A syntax error.
pub(crate) fn syntax(at: Position, expected: String, found: String) -> ReadError {
    ReadError::Syntax(Error::Parse { line: at.line, column: at.column, expected, found })
}

/// The text in quotes, shortened to one line.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{:?}", format!("{}…", &text[..end])),
        None => format!("{text:?}"),
    }
}

/// The longest valid UTF-8 prefix.
fn valid_start(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(e) => std::str::from_utf8(&bytes[..e.valid_up_to()]).unwrap_or_default(),
    }
}
