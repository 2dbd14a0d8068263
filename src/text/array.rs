//! Arrays in brackets: of JSON, with commas between entries, and of NTL, with white space.

use super::{
    ReadError,
    scanner::{Integer, Scanner, Signs},
    sink::Sink,
};
use crate::ring::{Coeffs, Ring};
use std::io::{self, Read};

/// Maximal nesting of brackets: a matrix of polynomials has three.
const DEEPEST: usize = 3;

/// Nested arrays, without interpretation.
///
/// ```
/// # use polymod::{Zn, text::{Nested, ReadOptions, read_nested}};
/// let (nested, _) = read_nested(&Zn::new(97)?, &b"[[1,2],[3]]"[..], &ReadOptions::default())?;
/// let Nested::Arrays(rows) = nested else { panic!("it has arrays as entries") };
/// assert!(matches!(&rows[..], [Nested::Integers(a), Nested::Integers(b)] if a.len() == 2 && b.len() == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Nested<R: Ring> {
    /// An integer next to arrays: a vector of length 1.
    Integer(Coeffs<R>),
    /// An array of integers, possibly empty; trailing zeros are kept.
    Integers(Coeffs<R>),
    /// An array with at least one array as an entry.
    Arrays(Vec<Nested<R>>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Json,
    Ntl,
}

/// A reader of arrays in one style.
pub(crate) struct Arrays<'s, T> {
    scanner: &'s mut Scanner<T>,
    style: Style,
}

/// A reader of JSON arrays.
pub(crate) fn json<T: Read>(scanner: &mut Scanner<T>) -> Arrays<'_, T> {
    Arrays { scanner, style: Style::Json }
}

/// A reader of NTL's arrays.
pub(crate) fn ntl<T: Read>(scanner: &mut Scanner<T>) -> Arrays<'_, T> {
    Arrays { scanner, style: Style::Ntl }
}

/// Length of the look-ahead, in bytes.
const LOOK: usize = 1 << 12;

/// Whether the bracket at the scanner's position is followed by another one, blanks aside.
pub(crate) fn opens_twice<T: Read>(scanner: &mut Scanner<T>) -> io::Result<bool> {
    Ok(second(scanner)? == Some(b'['))
}

/// Whether the bracket at the scanner's position is followed by its closing bracket, blanks aside.
pub(crate) fn is_empty<T: Read>(scanner: &mut Scanner<T>) -> io::Result<bool> {
    Ok(second(scanner)? == Some(b']'))
}

/// Whether the bracket at the scanner's position is followed by a letter, blanks aside: `[Mod(1,97)]`.
pub(crate) fn holds_name<T: Read>(scanner: &mut Scanner<T>) -> io::Result<bool> {
    Ok(scanner.peek()? == Some(b'[') && second(scanner)?.is_some_and(|b| b.is_ascii_alphabetic()))
}

/// The byte after the one at the scanner's position, blanks aside.
fn second<T: Read>(scanner: &mut Scanner<T>) -> io::Result<Option<u8>> {
    let (window, _) = scanner.window(LOOK)?;
    Ok(window.iter().skip(1).copied().find(|b| !b.is_ascii_whitespace()))
}

/// Whether the string at the scanner's position holds only a sign and digits; a string of millions of digits is judged by
/// its start.
pub(crate) fn quotes_integer<T: Read>(scanner: &mut Scanner<T>) -> io::Result<bool> {
    const LONGEST: usize = 1 << 22;
    let mut len = 64;
    loop {
        let (window, ends) = scanner.window(len)?;
        let digits = window.get(1..).unwrap_or_default();
        let digits = digits.strip_prefix(b"-").or(digits.strip_prefix(b"+")).unwrap_or(digits);
        let count = digits.iter().take_while(|b| b.is_ascii_digit() || **b == b'/').count();
        if let Some(&next) = digits.get(count) {
            return Ok(count > 0 && next == b'"');
        }
        if ends || len >= LONGEST {
            return Ok(true);
        }
        len *= 4;
    }
}

impl<T: Read> Arrays<'_, T> {
    /// Whether the arrays are those of JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.style == Style::Json
    }

    /// The scanner below.
    pub(crate) fn scanner(&mut self) -> &mut Scanner<T> {
        self.scanner
    }

    /// Reads an array of integers.
    pub(crate) fn vector<R: Ring>(&mut self, sink: &mut Sink<'_, R>) -> Result<Coeffs<R>, ReadError> {
        self.each(sink, |_| Ok(()))?;
        Ok(sink.take())
    }

    /// Reads an array of integers into the sink; calls `after` after each integer.
    pub(crate) fn each<R: Ring>(
        &mut self,
        sink: &mut Sink<'_, R>,
        mut after: impl FnMut(&mut Sink<'_, R>) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        self.entries(|arrays| {
            arrays.integer(sink)?;
            after(sink)
        })
    }

    /// Reads an array of any content.
    pub(crate) fn nested<R: Ring>(&mut self, sink: &mut Sink<'_, R>) -> Result<Nested<R>, ReadError> {
        self.nested_at(1, sink)
    }

    fn nested_at<R: Ring>(&mut self, depth: usize, sink: &mut Sink<'_, R>) -> Result<Nested<R>, ReadError> {
        let mut entries = Vec::new();
        self.entries(|arrays| {
            if arrays.scanner.peek()? != Some(b'[') {
                arrays.integer(sink)?;
                if !entries.is_empty() {
                    entries.push(Nested::Integer(sink.take()));
                }
                return Ok(());
            }
            if depth == DEEPEST {
                return Err(arrays.scanner.wrong(format!("an integer, arrays go {DEEPEST} deep")));
            }
            if entries.is_empty() {
                let (ring, before) = (sink.ring(), sink.take());
                entries.extend((0..before.len()).map(|i| Nested::Integer(ring.owned(before.slice(i..i + 1)))));
            }
            entries.push(arrays.nested_at(depth + 1, sink)?);
            Ok(())
        })?;
        Ok(if entries.is_empty() { Nested::Integers(sink.take()) } else { Nested::Arrays(entries) })
    }

    /// Reads brackets and separators; `entry` reads the text between them.
    pub(crate) fn entries(
        &mut self,
        mut entry: impl FnMut(&mut Self) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        self.scanner.expect(b'[')?;
        let mut closed = self.scanner.skip_blanks()? == Some(b']');
        while !closed {
            entry(self)?;
            closed = match (self.style, self.scanner.peek()?, self.scanner.skip_blanks()?) {
                (_, _, Some(b']')) => true,
                (Style::Json, _, Some(b',')) => {
                    self.scanner.bump();
                    self.scanner.skip_blanks()?;
                    false
                }
                (Style::Json, ..) => return Err(self.scanner.wrong("\",\" or \"]\"")),
                // nested arrays need no blank between them
                (Style::Ntl, Some(before), Some(after)) if before != after || before == b'[' => false,
                (Style::Ntl, ..) => return Err(self.scanner.wrong("white space or \"]\"")),
            };
        }
        self.scanner.bump();
        Ok(())
    }

    /// Reads an integer, which in JSON may be quoted.
    pub(crate) fn integer<R: Ring>(&mut self, sink: &mut Sink<'_, R>) -> Result<(), ReadError> {
        if self.style == Style::Json && self.scanner.peek()? == Some(b'"') {
            return self.quoted(sink);
        }
        if let (Some(count), Some(b'[')) = (sink.components(), self.scanner.peek()?) {
            return self.components(count, sink);
        }
        self.scanner.number(Signs::Minus, sink).map(drop)
    }

    /// Reads the array of an element's components, of which there are at most `count`, into the destination.
    fn components<R: Ring>(&mut self, count: usize, sink: &mut Sink<'_, R>) -> Result<(), ReadError> {
        sink.push_zero(self.scanner.position())?;
        let mut j = 0;
        self.entries(|arrays| {
            if j == count {
                return Err(arrays.scanner.wrong(format!("\"]\" after the {count} coefficients of an element")));
            }
            let sign = usize::from(arrays.scanner.peek()? == Some(b'-'));
            if arrays.scanner.is_hexadecimal(sign)? {
                let at = arrays.scanner.position();
                (0..sign).for_each(|_| arrays.scanner.bump());
                arrays.scanner.hexadecimal_integer()?;
                sink.push_hexadecimal_component(at, j, sign == 1, arrays.scanner.digits())?;
            } else {
                let Integer { at, negative } = arrays.scanner.integer(Signs::Minus)?;
                sink.push_component(at, Some(j), negative, arrays.scanner.digits())?;
            }
            j += 1;
            Ok(())
        })
    }

    /// Reads a quoted integer: `"-12"` or `"0x1f"`.
    fn quoted<R: Ring>(&mut self, sink: &mut Sink<'_, R>) -> Result<(), ReadError> {
        self.scanner.bump();
        self.scanner.number(Signs::Both, sink)?;
        if self.scanner.peek()? != Some(b'"') {
            return Err(self.scanner.wrong("\"\\\"\""));
        }
        self.scanner.bump();
        Ok(())
    }
}
