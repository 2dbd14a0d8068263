//! Reading expressions in one variable, as Sage, PARI, Magma, SymPy and FLINT print them: `3*x^5 - 2*x + 1`, `x**2`, `3x^2`,
//! `Mod(3, 5)*x`, `3*x^2 + (-2)*x + 1`, `(x + 1)^3*(x - 2)`.
//!
//! A sum of terms in any order; equal exponents are added, and white space may stand between tokens:
//!
//! ```text
//! text   = sum | "Poly(" sum { "," argument } ")"
//! sum    = [sign] term { sign term }
//! term   = factor { ["*"] factor | "/" digits } | "O(" name [power] ")"
//! factor = base [power]
//! base   = digits | "0x" hexadecimal digits | name | "Mod(" integer "," digits ")" | "(" sum ")"
//! power  = ("^" | "**") digits | superscript digits
//! ```
//!
//! The `*` may be left out before a parenthesis, and between a number or a closing parenthesis and a
//! name, on one line; not where two readings are possible: `1/2x`. Over Q numbers may be divided by
//! others: `1/2*x^2`. The first name found is the variable, but for the generator's in extensions.
//! The term `O(x^n)` of a series is dropped where all exponents of the text are below n. A term
//! without parentheses costs one addition in place; the vector has the length of the largest
//! exponent. Lengths and bits of powers and products are bounded in advance, and the bound is
//! compared with the memory limit, before anything is allocated.
//!
//! An expression in x and y is read as one in y, with x replaced by a power of y (Kronecker 1882, §4).

use super::{
    ReadError, domain,
    element::power_of_generator,
    scanner::{Position, Scanner, Signs, is_blank, is_letter, quoted, syntax},
    sink::Sink,
};
use crate::ring::{Coeffs, Convolve};
use std::io::Read;

/// Digits of a number quoted in an error message; the scanner shortens them further.
const QUOTED_DIGITS: usize = 32;
/// Maximal nesting of parentheses.
const DEEPEST: u32 = 64;

/// The meaning of blanks between the terms of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gaps {
    /// Blanks mean nothing.
    Free,
    /// In a row of a matrix as printed by Sage, a sign with a blank before it and none after it begins the next entry.
    Entries,
    /// As `Entries` for numbers; for an entry with a variable, `x -1` could mean one entry or two and is refused.
    Unclear,
}

/// An expression that has been read.
pub(crate) struct Value<R: Convolve> {
    /// Coefficients, constant term first; there may be trailing zeros.
    pub(crate) coeffs: Coeffs<R>,
    /// Whether the variable occurs.
    pub(crate) has_variable: bool,
}

/// Reads an expression to the end of the input.
pub(crate) fn read<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
) -> Result<Coeffs<R>, ReadError> {
    let value = entry(scanner, sink, Gaps::Free)?;
    expect_end(scanner)?;
    Ok(value.coeffs)
}

/// Reads an expression in x and y to the end of the input, with y^stride in place of x; returns the value and a bound of its degree in y. Where the
/// bound is below `stride`, the value is the packed polynomial in x and y.
pub(crate) fn read_in_two<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    stride: usize,
) -> Result<(Coeffs<R>, usize), ReadError> {
    let mut expression = Expression { stride: Some(stride), ..Expression::new(scanner, sink, Gaps::Free) };
    let (coeffs, in_y) = (expression.sum()?, expression.in_y);
    expect_end(scanner)?;
    Ok((coeffs, in_y))
}

fn expect_end<T: Read>(scanner: &mut Scanner<T>) -> Result<(), ReadError> {
    match scanner.skip_blanks()? {
        None => Ok(()),
        Some(_) => Err(scanner.wrong("\"+\", \"-\" or the end")),
    }
}

/// Reads an expression up to the first token that does not belong to it.
pub(crate) fn entry<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    gaps: Gaps,
) -> Result<Value<R>, ReadError> {
    let wrapped = scanner.window(domain::OPEN.len())?.0.starts_with(domain::OPEN);
    if wrapped {
        domain::OPEN.iter().for_each(|_| scanner.bump());
    }
    let mut expression = Expression::new(scanner, sink, if wrapped { Gaps::Free } else { gaps });
    let (coeffs, has_variable) = (expression.sum()?, expression.has_variable);
    if wrapped {
        domain::arguments(scanner, sink)?;
    }
    Ok(Value { coeffs, has_variable: has_variable || wrapped })
}

/// The unambiguous forms of a sign after a blank, with none after it, for an error message.
pub(crate) fn unclear(sign: u8) -> String {
    let sign = sign as char;
    format!(
        "\"{sign}\" with blanks on both sides (one entry) or \",\" before it (the next entry; --input-format sage reads it so)"
    )
}

/// What the last token of a term ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Number,
    Name,
    Parenthesis,
    Power,
    Fraction,
}

struct Expression<'s, 'r, R: Convolve, T> {
    scanner: &'s mut Scanner<T>,
    /// Holds the coefficient of the current term.
    sink: &'s mut Sink<'r, R>,
    /// The last name read.
    name: String,
    gaps: Gaps,
    /// End position of the last token.
    end: Position,
    last: Last,
    depth: u32,
    has_variable: bool,
    /// The power of y in place of x, for expressions in both; `None` where there is one variable, of any name.
    stride: Option<usize>,
    /// A bound of the degree in y of the terms of the current sum.
    in_y: usize,
    /// The exponent of the term O(x^n) of a series, and its position.
    truncated: Option<(Position, u64)>,
}

/// The factors of a term so far: the coefficient is in the sink, times x^exponent, times parenthesized factors.
struct Term<R: Convolve> {
    at: Position,
    exponent: usize,
    rest: Option<Coeffs<R>>,
    /// A bound of the degree in y.
    in_y: usize,
}

impl<'s, 'r, R: Convolve, T: Read> Expression<'s, 'r, R, T> {
    /// An expression in one variable.
    fn new(scanner: &'s mut Scanner<T>, sink: &'s mut Sink<'r, R>, gaps: Gaps) -> Self {
        let end = scanner.position();
        Expression {
            scanner,
            sink,
            name: String::new(),
            gaps,
            end,
            last: Last::Number,
            depth: 0,
            has_variable: false,
            stride: None,
            in_y: 0,
            truncated: None,
        }
    }

    fn sum(&mut self) -> Result<Coeffs<R>, ReadError> {
        let mut sum = self.sink.ring().zeros(0);
        let mut sign = self.scanner.skip_blanks()?.filter(|&b| b == b'+' || b == b'-');
        if sign.is_some() {
            self.scanner.bump();
        }
        loop {
            self.scanner.skip_blanks()?;
            match self.scanner.window(2)?.0.starts_with(b"O(") {
                true => self.truncation()?,
                false => self.term(sign == Some(b'-'), &mut sum)?,
            }
            sign = self.sign()?;
            if sign.is_none() {
                self.check_truncation(sum.len())?;
                return Ok(sum);
            }
        }
    }

    /// Reads the term O(x^n) of a series.
    fn truncation(&mut self) -> Result<(), ReadError> {
        let at = self.scanner.position();
        if self.depth > 0 || self.stride.is_some() {
            return Err(self.scanner.wrong("a term without O(…), which stands behind a series in one variable alone"));
        }
        (0..2).for_each(|_| self.scanner.bump());
        self.scanner.skip_blanks()?;
        let variable = self.read_name()?;
        if self.name.is_empty() {
            return Err(self.scanner.wrong("a power of the variable"));
        }
        if self.is_generator()? {
            return Err(syntax(variable, "a power of the variable".to_owned(), quoted(&self.name)));
        }
        self.sink.check_variable(&self.name, variable)?;
        self.has_variable = true;
        let n = self.exponent()?.map_or(1, |(_, n)| n);
        self.scanner.skip_blanks()?;
        self.scanner.expect(b')')?;
        self.end = self.scanner.position();
        let least = self.truncated.map_or(n, |(_, other)| n.min(other));
        self.truncated = Some((at, least));
        Ok(())
    }

    /// Refuses a sum of `len` coefficients that has a term which O(x^n) stands for.
    fn check_truncation(&self, len: usize) -> Result<(), ReadError> {
        let Some((at, n)) = self.truncated.filter(|&(_, n)| self.depth == 0 && len as u64 > n) else { return Ok(()) };
        let expected = format!("O(x^n) with n above {}, the largest exponent in the text", len - 1);
        Err(syntax(at, expected, format!("n = {n}")))
    }

    /// Consumes the sign between two terms, if there is one.
    fn sign(&mut self) -> Result<Option<u8>, ReadError> {
        let Some(sign @ (b'+' | b'-')) = self.scanner.skip_blanks()? else { return Ok(None) };
        let gap = self.gaps != Gaps::Free && self.scanner.position() != self.end;
        if gap && !self.scanner.window(2)?.0.get(1).is_some_and(|&b| is_blank(b)) {
            if self.gaps == Gaps::Unclear && self.has_variable {
                return Err(self.scanner.wrong(unclear(sign)));
            }
            return Ok(None);
        }
        self.scanner.bump();
        Ok(Some(sign))
    }

    /// Reads a product of factors and adds it to the sum.
    fn term(&mut self, negative: bool, sum: &mut Coeffs<R>) -> Result<(), ReadError> {
        self.scanner.skip_blanks()?;
        let mut term = Term { at: self.scanner.position(), exponent: 0, rest: None, in_y: 0 };
        self.factor(negative, "a term like 3*x^2", &mut term, sum)?;
        loop {
            match self.scanner.skip_blanks()? {
                Some(b'*') if !self.scanner.window(2)?.0.starts_with(b"**") => {
                    self.scanner.bump();
                    self.scanner.skip_blanks()?;
                    self.factor(false, "a number, a variable or \"(\"", &mut term, sum)?;
                }
                Some(b'/') if self.sink.has_fractions() => {
                    self.scanner.bump();
                    self.scanner.skip_blanks()?;
                    self.scanner.divide(self.sink)?;
                    (self.end, self.last) = (self.scanner.position(), Last::Fraction);
                }
                Some(_) if self.is_factor_next()? => {
                    self.factor(false, "a number, a variable or \"(\"", &mut term, sum)?;
                }
                _ => return self.add(term, sum),
            }
        }
    }

    /// Whether a factor follows without `*`.
    ///
    /// # Errors
    /// If the text would have two meanings.
    fn is_factor_next(&mut self) -> Result<bool, ReadError> {
        let next = self.scanner.peek_char()?;
        let opens = next == Some('(');
        if !opens && !next.is_some_and(|c| is_letter(c) || c == '$') {
            return Ok(false);
        }
        let here = self.scanner.position();
        // another line may be another polynomial, and a blank may separate the entries of a row
        if here.line != self.end.line || self.gaps != Gaps::Free && here != self.end {
            return Ok(false);
        }
        match self.last {
            Last::Number | Last::Parenthesis => Ok(true),
            Last::Power => Ok(opens),
            Last::Name if opens && self.name.chars().count() > 1 => {
                Err(self.scanner.wrong("\"*\" between a name of several letters, which may be a function's, and \"(\""))
            }
            Last::Name => Ok(opens),
            Last::Fraction => Err(self.scanner.wrong("\"*\" or parentheses, as 1/2x may be (1/2)*x or 1/(2*x)")),
        }
    }

    /// Multiplies the term by the next factor, and by −1 if `negative`.
    fn factor(&mut self, negative: bool, expected: &str, term: &mut Term<R>, sum: &Coeffs<R>) -> Result<(), ReadError> {
        let at = self.scanner.position();
        let first = self.scanner.peek()?;
        if first == Some(b'(') {
            return self.parentheses(negative, at, term, sum);
        }
        if first.is_some_and(|b| b.is_ascii_digit()) {
            let before = self.set_aside();
            self.digits(negative, at)?;
            self.power_of_constant(negative, at)?;
            return self.times(before, at);
        }
        self.read_name()?;
        if self.name.is_empty() {
            return Err(self.scanner.wrong(expected));
        }
        if self.name == "Mod" && self.scanner.peek()? == Some(b'(') {
            let before = self.set_aside();
            self.residue(negative)?;
            self.last = Last::Parenthesis;
            self.power_of_constant(negative, at)?;
            return self.times(before, at);
        }
        self.last = Last::Name;
        if self.is_generator()? {
            let before = self.set_aside();
            self.generator(negative)?;
            return self.times(before, at);
        }
        // the variable leaves the coefficient unchanged
        if self.sink.view().is_empty() {
            self.sink.push_decimal(at, negative, b"1")?;
        }
        self.variable(at, term)
    }

    /// Puts the integer whose digits follow, or its negative, in place of the coefficient.
    fn digits(&mut self, negative: bool, at: Position) -> Result<(), ReadError> {
        if self.scanner.is_hexadecimal(0)? {
            self.scanner.hexadecimal_integer()?;
            self.sink.push_hexadecimal(at, negative, self.scanner.digits())?;
        } else {
            self.scanner.decimal()?;
            self.sink.push_decimal(at, negative, self.scanner.digits())?;
            self.refuse_float(at)?;
        }
        (self.end, self.last) = (self.scanner.position(), Last::Number);
        Ok(())
    }

    /// Whether the name just read is that of the element whose powers are the elements' basis.
    fn is_generator(&mut self) -> Result<bool, ReadError> {
        self.sink.is_generator(&self.name, self.scanner)
    }

    /// Puts a power of that element, or its negative, in place of the coefficient.
    fn generator(&mut self, negative: bool) -> Result<(), ReadError> {
        let exponent = self.exponent()?.map_or(1, |(_, e)| e);
        self.sink.put(&power_of_generator(self.sink.ring(), exponent, negative));
        Ok(())
    }

    /// Removes the current coefficient from the sink, before another one is read.
    fn set_aside(&mut self) -> Option<R::Elem> {
        let there = (!self.sink.view().is_empty()).then(|| self.sink.ring().get(self.sink.view(), 0));
        self.sink.clear();
        there
    }

    /// Multiplies the current coefficient by the one set aside.
    fn times(&mut self, before: Option<R::Elem>, at: Position) -> Result<(), ReadError> {
        let Some(before) = before else { return Ok(()) };
        let ring = self.sink.ring();
        let after = ring.get(self.sink.view(), 0);
        let bits =
            ring.size(ring.collect(std::slice::from_ref(&before)).view()).bits + ring.size(self.sink.view()).bits;
        self.sink.check_bits(at, 1, bits.into())?;
        self.sink.put(&ring.mul(&before, &after));
        Ok(())
    }

    /// Reads a name, if there is one, and returns its position.
    fn read_name(&mut self) -> Result<Position, ReadError> {
        let at = self.scanner.position();
        self.name.clear();
        self.scanner.name(&mut self.name)?;
        self.end = self.scanner.position();
        Ok(at)
    }

    /// Refuses `1.5` and `1e5` after the digits have been read: `e5` is no variable there.
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

    /// Reads the arguments of `Mod(3, 5)`.
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
        self.scanner.expect(b')')?;
        self.end = self.scanner.position();
        Ok(())
    }

    /// Reads an exponent, if there is one, with its position; `u64::MAX` stands for any that exceeds a word.
    fn exponent(&mut self) -> Result<Option<(Position, u64)>, ReadError> {
        let superscript = self.scanner.position();
        if self.scanner.superscript()? > 0 {
            // what follows can be no part of the exponent
            (self.end, self.last) = (self.scanner.position(), Last::Parenthesis);
            return Ok(Some((superscript, self.scanner.digits_as_word())));
        }
        let operator = match self.scanner.skip_blanks()? {
            Some(b'^') => 1,
            Some(b'*') if self.scanner.window(2)?.0.starts_with(b"**") => 2,
            _ => return Ok(None),
        };
        (0..operator).for_each(|_| self.scanner.bump());
        self.scanner.skip_blanks()?;
        let at = self.scanner.position();
        if self.scanner.decimal()? == 0 {
            return Err(self.scanner.wrong("an exponent (digits)"));
        }
        (self.end, self.last) = (self.scanner.position(), Last::Power);
        Ok(Some((at, self.scanner.digits_as_word())))
    }

    /// The error for the exponent just read, which exceeds the memory limit.
    fn too_large(&self, at: Position) -> ReadError {
        let (limit, found) = (self.sink.most_coefficients(), String::from_utf8_lossy(self.scanner.digits()));
        syntax(at, format!("an exponent below {limit} (the memory limit)"), quoted(&found))
    }

    /// Multiplies the term by a power of the variable just read at position `at`.
    fn variable(&mut self, at: Position, term: &mut Term<R>) -> Result<(), ReadError> {
        let (step, is_y) = match (self.stride, &self.name[..]) {
            (Some(stride), "x") => (stride as u64, false),
            (Some(_), "y") => (1, true),
            (Some(_), name) => return Err(syntax(at, "the variable \"x\" or \"y\"".to_owned(), quoted(name))),
            (None, name) => {
                self.sink.check_variable(name, at)?;
                (1, false)
            }
        };
        self.has_variable = true;
        let (at, exponent) = self.exponent()?.unwrap_or((at, 1));
        term.at = at;
        let limit = self.sink.most_coefficients();
        let sum = exponent.checked_mul(step).and_then(|more| more.checked_add(term.exponent as u64));
        match sum.filter(|&sum| sum < limit).and_then(|sum| usize::try_from(sum).ok()) {
            Some(sum) => term.exponent = sum,
            None if exponent == 1 => {
                return Err(syntax(at, format!("exponents below {limit}"), quoted(&self.name)));
            }
            None => return Err(self.too_large(at)),
        }
        if is_y {
            // at most the exponent of the term
            term.in_y += exponent as usize;
        }
        Ok(())
    }

    /// Raises the current coefficient to the power that follows, if any; the sign does not belong to the base.
    fn power_of_constant(&mut self, negative: bool, at: Position) -> Result<(), ReadError> {
        let Some((_, e)) = self.exponent()? else { return Ok(()) };
        let ring = self.sink.ring();
        let signed = |x: R::Elem| if negative { ring.neg(&x) } else { x };
        let base = signed(ring.get(self.sink.view(), 0));
        let bits = u64::from(ring.size(self.sink.view()).bits);
        self.sink.check_bits(at, 1, if bits > 1 { bits.saturating_mul(e) } else { bits })?;
        self.sink.put(&signed(ring.pow(&base, e)));
        Ok(())
    }

    /// Multiplies the term by a parenthesized sum, or a power of it.
    fn parentheses(
        &mut self,
        negative: bool,
        at: Position,
        term: &mut Term<R>,
        sum: &Coeffs<R>,
    ) -> Result<(), ReadError> {
        if self.depth == DEEPEST {
            return Err(self.scanner.wrong(format!("at most {DEEPEST} parentheses inside each other")));
        }
        self.scanner.bump();
        let (gaps, outer) = (std::mem::replace(&mut self.gaps, Gaps::Free), self.sink.lend());
        let held = (sum.bytes() + outer.bytes() + term.rest.as_ref().map_or(0, Coeffs::bytes)) as u64;
        self.sink.hold(held);
        self.depth += 1;
        let in_y = std::mem::take(&mut self.in_y);
        let mut inner = self.sum()?;
        let mut inner_in_y = std::mem::replace(&mut self.in_y, in_y);
        self.depth -= 1;
        self.gaps = gaps;
        if self.scanner.skip_blanks()? != Some(b')') {
            return Err(self.scanner.wrong("\"+\", \"-\" or \")\""));
        }
        self.scanner.bump();
        (self.end, self.last) = (self.scanner.position(), Last::Parenthesis);
        let ring = self.sink.ring();
        ring.trim(&mut inner);
        if let Some((at, e)) = self.exponent()? {
            inner = self.sink.power(at, inner, e)?;
            inner_in_y = usize::try_from(e).map_or(usize::MAX, |e| inner_in_y.saturating_mul(e));
        }
        term.in_y = term.in_y.saturating_add(inner_in_y);
        if negative {
            ring.neg_all(&mut inner);
        }
        self.sink.give_back(outer);
        if inner.len() <= 1 {
            let constant = if inner.is_empty() { ring.elem(0) } else { ring.get(inner.view(), 0) };
            let before = self.set_aside();
            self.sink.put(&constant);
            self.sink.release(held);
            return self.times(before, at);
        }
        if self.sink.view().is_empty() {
            self.sink.put(&ring.one());
        }
        term.rest = Some(match term.rest.take() {
            None => inner,
            Some(rest) => self.sink.product(at, rest.view(), inner.view())?,
        });
        self.sink.release(held);
        Ok(())
    }

    /// Adds a term to the sum.
    fn add(&mut self, term: Term<R>, sum: &mut Coeffs<R>) -> Result<(), ReadError> {
        self.in_y = self.in_y.max(term.in_y);
        let ring = self.sink.ring();
        let product = term.rest.map(|mut rest| {
            ring.scale(&mut rest, &ring.get(self.sink.view(), 0));
            rest
        });
        let added = product.as_ref().map_or(self.sink.view(), Coeffs::view);
        let len = sum.len().max(term.exponent.saturating_add(added.len()));
        self.sink.check(term.at, len, sum.width.max(added.width), 0)?;
        if sum.len() < len {
            ring.resize(sum, len);
        }
        ring.add_at(sum, term.exponent, added);
        self.sink.clear();
        Ok(())
    }
}
