//! Lists: integers separated by white space, or lists in brackets as in NTL.

use super::{
    ReadError, array,
    scanner::{Position, Scanner, Signs, is_blank, quoted, syntax},
    sink::Sink,
};
use crate::ring::{Coeffs, Ring};
use std::io::Read;

/// Reads `1 -2 3` to the end of the input, or `[1 -2 3]`.
pub(crate) fn read<R: Ring, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<Coeffs<R>, ReadError> {
    each(scanner, sink, |_| Ok(()))?;
    Ok(sink.take())
}

/// Reads a list into the sink; calls `after` after each integer.
pub(crate) fn each<R: Ring, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    mut after: impl FnMut(&mut Sink<'_, R>) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    if scanner.peek()? == Some(b'[') {
        return array::ntl(scanner).each(sink, after);
    }
    let mut flint = Flint { at: scanner.position(), count: 0, gap_at: None };
    let (mut read, mut bits, mut lines, mut is_hex) = (0, None, Lines::default(), false);
    while scanner.skip_blanks()?.is_some() {
        lines.entry(scanner.position());
        if sink.has_fractions() && scanner.peek()? == Some(b'"') {
            array::json(scanner).integer(sink)?;
        } else {
            is_hex = scanner.number(Signs::Both, sink)?;
        }
        if read == 0 && !is_hex {
            flint.count = scanner.digits_as_word();
            bits = bit_string(scanner.digits());
        }
        after(sink)?;
        read += 1;
        if scanner.peek()?.is_some_and(|b| !is_blank(b)) {
            return Err(scanner.wrong("white space between integers"));
        }
        if read <= 2 && flint.gap_at.is_none() && is_double_blank(scanner)? {
            flint.gap_at = Some(read);
        }
    }
    if !scanner.guessed {
        return Ok(());
    }
    flint.refuse(read)?;
    if let (1, 1, Some(bits)) = (sink.ring().packed_bits(), read, bits) {
        let expected = "[0,1] for bits, or list:FILE (or --input-format) for an integer".to_owned();
        return Err(syntax(flint.at, expected, format!("{bits}, bits or an integer with zeros in front")));
    }
    if is_hex && read == 1 && sink.ring().packed_bits() > 0 {
        let expected = "hex:FILE or list:FILE (or --input-format) for what could be either".to_owned();
        return Err(syntax(flint.at, expected, "the bits of a polynomial, or a list of one integer".to_owned()));
    }
    if scanner.or_matrix { lines.refuse(flint.at) } else { Ok(()) }
}

/// The numbers of entries on the lines of a text.
#[derive(Default)]
struct Lines {
    /// The line of the last entry.
    line: u64,
    /// Number of lines with entries.
    rows: u64,
    /// Number of entries on the last of them.
    width: u64,
    /// Number of entries on the first of them, once it is known.
    first: Option<u64>,
    /// Whether two of them have different numbers.
    differ: bool,
}

impl Lines {
    /// Counts an entry at this position.
    fn entry(&mut self, at: Position) {
        if at.line != self.line {
            self.end_of_line();
            (self.line, self.width, self.rows) = (at.line, 0, self.rows + 1);
        }
        self.width += 1;
    }

    fn end_of_line(&mut self) {
        if self.rows > 0 {
            self.differ |= *self.first.get_or_insert(self.width) != self.width;
        }
    }

    /// Refuses several lines of the same number of entries, more than one.
    fn refuse(mut self, at: Position) -> Result<(), ReadError> {
        self.end_of_line();
        if self.differ || self.rows < 2 || self.width < 2 {
            return Ok(());
        }
        let expected = "list:FILE (or --input-format list) for an array, or rows in brackets for a matrix".to_owned();
        let found = format!("{} lines of {} numbers, an array or a matrix of as many rows", self.rows, self.width);
        Err(syntax(at, expected, found))
    }
}

/// The digits in quotes, if they could be bits: an integer has no zeros in front.
fn bit_string(digits: &[u8]) -> Option<String> {
    let could = matches!(digits, [b'0', _, ..]) && digits.iter().all(|digit| matches!(digit, b'0' | b'1'));
    could.then(|| quoted(&String::from_utf8_lossy(digits)))
}

/// Whether two blanks and then another integer follow.
fn is_double_blank<T: Read>(scanner: &mut Scanner<T>) -> Result<bool, ReadError> {
    Ok(matches!(scanner.window(3)?.0, [b' ', b' ', next, ..] if !is_blank(*next)))
}

/// Features that a list shares with FLINT's text: a count, perhaps a modulus, two blanks, and then that number of integers.
struct Flint {
    at: Position,
    /// The first number.
    count: u64,
    /// Index of the number that is followed by two blanks.
    gap_at: Option<u64>,
}

impl Flint {
    /// Refuses a list of `read` numbers that could be FLINT's text.
    fn refuse(&self, read: u64) -> Result<(), ReadError> {
        match self.gap_at {
            Some(head) if self.count > 0 && self.count == read - head => {
                let expected = "flint:FILE or list:FILE (or --input-format) for what could be either".to_owned();
                let (count, s) = (self.count, if self.count == 1 { "" } else { "s" });
                let found =
                    format!("FLINT's text of a polynomial of {count} coefficient{s}, or a list of {read} numbers");
                Err(syntax(self.at, expected, found))
            }
            _ => Ok(()),
        }
    }
}
