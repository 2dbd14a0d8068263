//! Polynomials as text: JSON arrays, lists, expressions in one variable, and what FLINT, NTL, PARI and Sage print.
//!
//! One streaming scanner serves all forms: integers of any size, exact positions in errors (line and column in
//! characters, from 1), memory for the vector being built and a block of the input. Which form a text has is told by
//! its content ([`Form`]); a text of two meanings is refused with both named. Reading and writing cost one pass; long
//! integers cost their conversion between bases, parentheses their products.
//!
//! ```
//! use polymod::{Zn, text::{self, Form, ReadOptions}};
//! let ring = Zn::new(97)?;
//! let (coeffs, form) = text::read_poly(&ring, &b"3*x^2 - x + 7"[..], &ReadOptions::default())?;
//! assert_eq!((coeffs.len(), form), (3, Form::Human));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod array;
mod detect;
mod expression;
mod flint;
mod hex;
pub mod human;
mod list;
mod matrix;
mod ntl;
mod powers;
#[cfg(feature = "files")]
mod runs;
mod scanner;
mod shown;
mod sink;
mod sparse;
mod systems;
mod variable;
mod write;

pub use array::Nested;
pub(crate) use matrix::emit_matrix;
pub use matrix::{
    Entries, Grid, MatrixStyle, PolyRows, Rows, Table, read_matrix, read_table, write_matrix, write_poly_matrix,
};
#[cfg(feature = "files")]
pub use runs::{count, form, read_runs};
pub use systems::{Shape, System, write_system};
pub use variable::Variable;
#[cfg(feature = "files")]
pub use write::write_run;
pub use write::{write_hex, write_human, write_json, write_list};

use crate::{
    Error,
    ring::{Coeffs, Convolve, Ring},
};
use hex::Digits;
use scanner::Scanner;
use sink::Sink;
use std::io::{self, Read};

/// The forms of text. Without one named, the content tells: `[` with commas (or one entry, or nothing) is JSON, `[`
/// with blanks a list, `0x` hexadecimal, a letter or a parenthesis at the start or in the first term an expression, all
/// else a list. FLINT's form, NTL's and SMS are never guessed: they look like lists, or like hexadecimal integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `[1,-2,3]`: coefficients, the constant term first; integers of any size, as numbers or as strings (`"0x1f"` too).
    Json,
    /// `1 -2 3`, or NTL's `[1 -2 3]`; of several polynomials `[[1 2] [3]]`.
    List,
    /// `-5`: an integer alone, which most forms write so; as an option the same as [`List`](Self::List).
    Integer,
    /// `3*x^2 - 2*x + 1`, as Sage, PARI, Magma, SymPy and FLINT print; a matrix is rows in brackets, a line each, or an array
    /// of arrays of strings, which is how this program writes it.
    Human,
    /// `0x1f`: the bits are the coefficients, in characteristic 2.
    Hex,
    /// `3  1 -2 3` (length, coefficients) or, over Z/n, `3 5  1 3 3` (length, modulus, coefficients); a matrix is
    /// `2 2  1 2 3 4`.
    Flint,
    /// `[1 -2 3]`, over F_2 `[1 0 1]` or `0x5`, the lowest digit first; elements of F_(2^K) are arrays of bits.
    Ntl,
    /// Expressions, and matrices such as `[1, 2; 3, 4]`.
    Pari,
    /// Expressions, and matrices such as `[1 2]`, a row a line.
    Sage,
    /// A Matrix Market file, of matrices only.
    MatrixMarket,
    /// A file in SMS format, of matrices only.
    Sms,
}

/// Which coefficient comes first in JSON and lists. Expressions name their exponents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// The constant term.
    #[default]
    Asc,
    /// The leading coefficient.
    Desc,
}

/// How to read.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'v> {
    /// The form, if the content shall not tell.
    pub form: Option<Form>,
    /// The order of coefficients within a polynomial.
    pub order: Order,
    /// Bytes that the result may take; what claims more is refused before anything is allocated for it.
    pub memory: u64,
    /// The variable that expressions share with those of other texts, if they do.
    pub variable: Option<&'v Variable>,
}

impl Default for ReadOptions<'_> {
    /// By content, the constant term first, up to 4 GiB, a variable of its own.
    fn default() -> Self {
        ReadOptions { form: None, order: Order::Asc, memory: 1 << 32, variable: None }
    }
}

/// Why text could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The text is not what was expected ([`Error::Parse`]), or the ring has no place for an integer in it.
    #[error(transparent)]
    Syntax(#[from] Error),
    /// The reader failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl ReadError {
    /// The library's error, for text in memory, whose reader cannot fail.
    #[must_use]
    pub fn into_error(self) -> Error {
        match self {
            ReadError::Syntax(error) => error,
            ReadError::Io(error) => {
                Error::Parse { line: 1, column: 1, expected: "readable input".to_owned(), found: error.to_string() }
            }
        }
    }
}

/// Reads one polynomial, without leading zeros; tells the form it had.
///
/// # Errors
/// [`ReadError::Syntax`] at the first place that does not fit; [`ReadError::Io`].
pub fn read_poly<R: Convolve, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
) -> Result<(Coeffs<R>, Form), ReadError> {
    let (mut coeffs, form) = read_one(ring, reader, options, "a polynomial", poly_in_form)?;
    ring.trim(&mut coeffs);
    Ok((coeffs, form))
}

/// Reads the coefficients of one polynomial as they stand, leading zeros too, from a polynomial or an array; tells the
/// form it had.
///
/// # Errors
/// As [`read_poly`].
pub fn read_coeffs<R: Convolve, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
) -> Result<(Coeffs<R>, Form), ReadError> {
    read_one(ring, reader, options, "a polynomial", coeffs_in_form)
}

/// Reads an array of scalars, to its last zero; tells the form it had. The order option does not concern it.
///
/// # Errors
/// As [`read_poly`].
pub fn read_vector<R: Convolve, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
) -> Result<(Coeffs<R>, Form), ReadError> {
    let options = ReadOptions { order: Order::Asc, ..*options };
    read_one(ring, reader, &options, "an array of integers", |scanner, sink, form, order| match form {
        Form::MatrixMarket | Form::Sms => Err(scanner.wrong("an array of integers")),
        Form::Human | Form::Pari | Form::Sage => Ok((shown::numbers(scanner, sink)?, form)),
        Form::Json if scanner.guessed && array::holds_name(scanner)? => {
            Ok((shown::numbers(scanner, sink)?, Form::Pari))
        }
        Form::Hex if scanner.peek()? != Some(b'[') => Err(scanner.wrong("an array of integers")),
        _ => coeffs_in_form(scanner, sink, form, order),
    })
}

/// Reads a scalar, alone or as an array of one; tells the form it had. The caller looks whether there is one.
///
/// # Errors
/// As [`read_poly`].
pub fn read_scalar<R: Convolve, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
) -> Result<(Coeffs<R>, Form), ReadError> {
    match options.form {
        Some(form @ (Form::Flint | Form::Ntl | Form::Json | Form::Hex)) => {
            read_one(ring, reader, options, "an integer", |scanner, sink, _, _| match (form, scanner.peek()?) {
                (Form::Ntl, _) => Ok((ntl::scalar(scanner, sink)?, form)),
                (Form::Json | Form::Hex, Some(b'[')) => Ok((array::json(scanner).vector(sink)?, form)),
                _ => Ok((list::read(scanner, sink)?, form)),
            })
        }
        _ => read_vector(ring, reader, options),
    }
}

/// Reads the one thing that a text holds, by a function that gets its form and the order.
fn read_one<R: Convolve, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
    what: &str,
    read: impl FnOnce(&mut Scanner<T>, &mut Sink<'_, R>, Form, Order) -> Result<(Coeffs<R>, Form), ReadError>,
) -> Result<(Coeffs<R>, Form), ReadError> {
    let (mut scanner, form) = start(reader, options, what)?;
    let mut sink = Sink::new(ring, options);
    let read = read(&mut scanner, &mut sink, form, options.order)?;
    scanner.expect_end()?;
    Ok(read)
}

fn poly_in_form<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    form: Form,
    order: Order,
) -> Result<(Coeffs<R>, Form), ReadError> {
    match form {
        Form::Human | Form::Pari | Form::Sage => Ok((expression::read(scanner, sink)?, form)),
        _ => coeffs_in_form(scanner, sink, form, order),
    }
}

fn coeffs_in_form<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    form: Form,
    order: Order,
) -> Result<(Coeffs<R>, Form), ReadError> {
    let bracket = scanner.peek()? == Some(b'[');
    let guessed_list = scanner.guessed && form == Form::List && !bracket;
    let coeffs = match form {
        Form::Json => array::json(scanner).vector(sink)?,
        Form::Hex if bracket => array::json(scanner).vector(sink)?,
        Form::List | Form::Integer => list::read(scanner, sink)?,
        Form::Human | Form::Pari | Form::Sage if bracket => shown::numbers(scanner, sink)?,
        Form::Human | Form::Pari | Form::Sage => expression::read(scanner, sink)?,
        Form::Flint => flint::read(scanner, sink)?,
        Form::Ntl => ntl::coeffs(scanner, sink)?,
        Form::Hex => hex::read(scanner, sink, Digits::HighFirst)?,
        Form::MatrixMarket | Form::Sms => return Err(scanner.wrong("a polynomial, not a matrix")),
    };
    let form = if guessed_list && coeffs.len() == 1 { Form::Integer } else { form };
    let turns = match form {
        Form::Json | Form::List => true,
        // what is JSON in them
        Form::Human | Form::Sage | Form::Hex => bracket,
        _ => false,
    };
    if order == Order::Desc && turns {
        return Ok((sink.ring().reversed(coeffs.view()), form));
    }
    Ok((coeffs, form))
}

/// Reads an array of polynomials, `[[1,2],[3]]`, NTL's `[[1 2] [3]]`, or of expressions, in JSON in quotes; tells the form
/// it had.
///
/// # Errors
/// As [`read_poly`].
pub fn read_polys<R: Convolve, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
) -> Result<(Vec<Coeffs<R>>, Form), ReadError> {
    let (mut scanner, form) = start(reader, options, "an array of polynomials")?;
    let mut sink = Sink::new(ring, options);
    let mut polys = match form {
        Form::List | Form::Ntl => {
            let mut polys = Vec::new();
            bracketed(&mut scanner, form, "an array of polynomials")?.entries(|arrays| {
                polys.push(match form {
                    Form::Ntl => ntl::coeffs(arrays.scanner(), &mut sink)?,
                    _ if options.order == Order::Desc => ring.reversed(arrays.vector(&mut sink)?.view()),
                    _ => arrays.vector(&mut sink)?,
                });
                Ok(())
            })?;
            polys
        }
        Form::Json | Form::Hex | Form::Human | Form::Pari | Form::Sage if scanner.peek()? == Some(b'[') => {
            shown::polys(&mut scanner, &mut sink, form, options)?
        }
        _ => return Err(scanner.wrong("an array of polynomials")),
    };
    scanner.expect_end()?;
    for poly in &mut polys {
        ring.trim(poly);
    }
    Ok((polys, form))
}

/// Reads arrays of arrays to depth 3, as they stand: matrices, and matrices of polynomials.
///
/// # Errors
/// As [`read_poly`].
pub fn read_nested<R: Ring, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
) -> Result<(Nested<R>, Form), ReadError> {
    let (mut scanner, form) = start(reader, options, "an array")?;
    let mut sink = Sink::new(ring, options);
    let nested = bracketed(&mut scanner, form, "an array of arrays")?.nested(&mut sink)?;
    scanner.expect_end()?;
    Ok((nested, form))
}

/// The scanner at the first token, and the form of what follows.
fn start<T: Read>(reader: T, options: &ReadOptions<'_>, what: &str) -> Result<(Scanner<T>, Form), ReadError> {
    let mut scanner = Scanner::new(reader, options.memory)?;
    if scanner.skip_blanks()?.is_none() {
        return Err(scanner.wrong(what));
    }
    let form = match options.form {
        Some(form) => form,
        None => detect::detect(&mut scanner)?,
    };
    scanner.guessed = options.form.is_none();
    Ok((scanner, form))
}

fn bracketed<'s, T: Read>(
    scanner: &'s mut Scanner<T>,
    form: Form,
    what: &str,
) -> Result<array::Arrays<'s, T>, ReadError> {
    match form {
        Form::Json => Ok(array::json(scanner)),
        Form::List | Form::Ntl if scanner.peek()? == Some(b'[') => Ok(array::ntl(scanner)),
        _ => Err(scanner.wrong(what)),
    }
}

/// The additive order of 1 in decimal; `None` where there is none (Z).
pub(crate) fn characteristic<R: Ring>(ring: &R) -> Option<String> {
    let minus_one = ring.elem_to_decimal(&ring.elem(-1));
    if minus_one.starts_with('-') {
        return None;
    }
    let nines = minus_one.bytes().rev().take_while(|&d| d == b'9').count();
    let kept = &minus_one[..minus_one.len() - nines];
    let (front, last) = kept.split_at(kept.len().saturating_sub(1));
    let last = last.bytes().next().map_or('1', |d| char::from(d + 1));
    Some(format!("{front}{last}{}", "0".repeat(nines)))
}
