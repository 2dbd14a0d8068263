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
    let (mut read, mut bits) = (0, None);
    while scanner.skip_blanks()?.is_some() {
        if sink.has_fractions() && scanner.peek()? == Some(b'"') {
            array::json(scanner).integer(sink)?;
        } else {
            let integer = scanner.integer(Signs::Both)?;
            scanner.push(&integer, sink)?;
        }
        if read == 0 {
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
    if let (true, 1, 1, Some(bits)) = (scanner.guessed, sink.ring().packed_bits(), read, bits) {
        let expected = "[0,1] for bits, or list:FILE (or --input-format) for an integer".to_owned();
        return Err(syntax(flint.at, expected, format!("{bits}, bits or an integer with zeros in front")));
    }
    if scanner.guessed { flint.refuse(read) } else { Ok(()) }
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
