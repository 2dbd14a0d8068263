//! Expressions in one variable, as Sage, PARI, Magma and SymPy print them: `3*x^5 - 2*x + 1`, `x**2`, `3x^2`,
//! `Mod(3, 5)*x`.
//!
//! A sum of terms in any order; exponents that occur again add up, and white space may stand between tokens. The first
//! name met is the variable. A term costs one addition in place; the vector has the length of the largest exponent,
//! which is checked against the memory limit before anything is allocated.

use super::{
    ReadError,
    scanner::{Position, Scanner, Signs, quoted, syntax},
    sink::Sink,
    write::Emitter,
};
use crate::ring::{Coeffs, Ring, View};
use std::{fmt::Write, io::Read};

/// Digits of a number quoted in an error; the scanner cuts them further.
const QUOTED_DIGITS: usize = 32;

/// Appends the polynomial through `emit`, in pieces: `3*x^5 - 2*x + 1`, zero is `0`.
///
/// # Errors
/// Those of `emit`.
pub fn write<R: Ring, E>(ring: &R, v: View<'_, R>, emit: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    let mut out = Emitter::new(emit);
    let mut digits = String::new();
    let mut first = true;
    for exponent in (0..v.len()).rev() {
        digits.clear();
        ring.write_decimal(v, exponent, &mut digits);
        let (negative, magnitude) = match digits.strip_prefix('-') {
            Some(magnitude) => (true, magnitude),
            None => (false, &digits[..]),
        };
        if magnitude == "0" {
            continue;
        }
        out.text.push_str(match (first, negative) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        });
        first = false;
        if exponent == 0 || magnitude != "1" {
            out.text.push_str(magnitude);
            out.text.push_str(if exponent == 0 { "" } else { "*" });
        }
        match exponent {
            0 => {}
            1 => out.text.push('x'),
            // a String takes everything
            _ => _ = write!(out.text, "x^{exponent}"),
        }
        out.pass_on()?;
    }
    if first {
        out.text.push('0');
    }
    out.finish()
}

/// Reads an expression to the end of the input.
pub(crate) fn read<R: Ring, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<Coeffs<R>, ReadError> {
    let sum = sink.ring().zeros(0);
    let mut expression = Expression { scanner, sink, sum, variable: String::new(), name: String::new() };
    expression.terms()?;
    Ok(expression.sum)
}

struct Expression<'s, 'r, R: Ring, T> {
    scanner: &'s mut Scanner<T>,
    /// The coefficient of the term at hand.
    sink: &'s mut Sink<'r, R>,
    sum: Coeffs<R>,
    /// Empty before it is known.
    variable: String,
    /// The name read last.
    name: String,
}

impl<R: Ring, T: Read> Expression<'_, '_, R, T> {
    fn terms(&mut self) -> Result<(), ReadError> {
        let mut sign = self.sign()?;
        loop {
            self.term(sign == Some(b'-'))?;
            if self.scanner.skip_blanks()?.is_none() {
                return Ok(());
            }
            sign = self.sign()?;
            if sign.is_none() {
                return Err(self.scanner.wrong("\"+\", \"-\" or the end"));
            }
        }
    }

    fn sign(&mut self) -> Result<Option<u8>, ReadError> {
        let sign = self.scanner.skip_blanks()?.filter(|&b| b == b'+' || b == b'-');
        if sign.is_some() {
            self.scanner.bump();
        }
        Ok(sign)
    }

    /// A coefficient, a power of the variable, or their product, added to the sum.
    fn term(&mut self, negative: bool) -> Result<(), ReadError> {
        let first = self.scanner.skip_blanks()?;
        let at = self.scanner.position();
        if first.is_some_and(|b| b.is_ascii_digit()) {
            self.scanner.decimal()?;
            self.sink.push_decimal(at, negative, self.scanner.digits())?;
            self.refuse_float(at)?;
            let glued = self.read_name()?;
            if !self.name.is_empty() {
                return self.power(glued);
            }
        } else {
            self.read_name()?;
            if self.name.is_empty() {
                return Err(self.scanner.wrong("a term like 3*x^2"));
            }
            if self.name != "Mod" || self.scanner.peek()? != Some(b'(') {
                self.sink.push_decimal(at, negative, b"1")?;
                return self.power(at);
            }
            self.residue(negative)?;
        }
        if self.scanner.skip_blanks()? != Some(b'*') {
            return self.add(at, 0);
        }
        self.scanner.bump();
        self.scanner.skip_blanks()?;
        let at = self.read_name()?;
        self.power(at)
    }

    /// Reads the name that stands here, if any, and tells where.
    fn read_name(&mut self) -> Result<Position, ReadError> {
        let at = self.scanner.position();
        self.name.clear();
        self.scanner.name(&mut self.name)?;
        Ok(at)
    }

    /// `1.5` and `1e5`, where the digits have just been read: `e5` is no variable there.
    fn refuse_float(&mut self, at: Position) -> Result<(), ReadError> {
        if !matches!(self.scanner.peek()?, Some(b'.' | b'e' | b'E')) {
            return Ok(());
        }
        let digits: Vec<u8> = self.scanner.digits().iter().copied().take(QUOTED_DIGITS).collect();
        let is_float = match self.scanner.window(3)?.0 {
            [b'.', ..] => true,
            [_, b'+' | b'-', digit, ..] | [_, digit, ..] => digit.is_ascii_digit(),
            _ => false,
        };
        if is_float { Err(self.scanner.wrong_token(at, &digits, "an integer")) } else { Ok(()) }
    }

    /// What stands behind `Mod` in `Mod(3, 5)`.
    fn residue(&mut self, negative: bool) -> Result<(), ReadError> {
        self.scanner.expect(b'(')?;
        self.scanner.skip_blanks()?;
        let value = self.scanner.integer(Signs::Minus)?;
        self.sink.push_decimal(value.at, value.negative != negative, self.scanner.digits())?;
        self.scanner.skip_blanks()?;
        self.scanner.expect(b',')?;
        self.scanner.skip_blanks()?;
        let at = self.scanner.position();
        if self.scanner.decimal()? == 0 {
            return Err(self.scanner.wrong("a modulus"));
        }
        self.sink.check_modulus(at, self.scanner.digits())?;
        self.scanner.skip_blanks()?;
        self.scanner.expect(b')')
    }

    /// The exponent behind the variable that has just been read, which stands at `at`.
    fn power(&mut self, at: Position) -> Result<(), ReadError> {
        if self.name.is_empty() {
            return Err(self.scanner.wrong("a variable"));
        }
        if self.variable.is_empty() {
            self.variable.clone_from(&self.name);
        } else if self.variable != self.name {
            return Err(syntax(at, format!("the variable \"{}\"", self.variable), quoted(&self.name)));
        }
        let operator = match self.scanner.skip_blanks()? {
            Some(b'^') => 1,
            Some(b'*') if self.scanner.window(2)?.0.starts_with(b"**") => 2,
            _ => return self.add(at, 1),
        };
        (0..operator).for_each(|_| self.scanner.bump());
        self.scanner.skip_blanks()?;
        let at = self.scanner.position();
        if self.scanner.decimal()? == 0 {
            return Err(self.scanner.wrong("an exponent (digits)"));
        }
        let (exponent, limit) = (self.scanner.digits_as_word(), self.sink.most_coefficients());
        match usize::try_from(exponent) {
            Ok(exponent) if (exponent as u64) < limit => self.add(at, exponent),
            _ => {
                let found = quoted(&String::from_utf8_lossy(self.scanner.digits()));
                Err(syntax(at, format!("an exponent below {limit} (the memory limit)"), found))
            }
        }
    }

    /// Adds the coefficient at hand at this exponent, which `at` stands for.
    fn add(&mut self, at: Position, exponent: usize) -> Result<(), ReadError> {
        let (ring, term) = (self.sink.ring(), self.sink.view());
        let len = self.sum.len().max(exponent + 1);
        self.sink.check(at, len, self.sum.width.max(term.width), 0)?;
        if self.sum.len() < len {
            ring.resize(&mut self.sum, len);
        }
        ring.add_at(&mut self.sum, exponent, term);
        self.sink.clear();
        Ok(())
    }
}
