//! Polynomials as text: JSON arrays, lists, NTL's lists, expressions in one variable, FLINT's strings.
//!
//! One streaming scanner serves all forms: integers of any size, exact positions in errors (line and column in
//! characters, from 1), memory for the vector being built and a block of the input. Which form a text has is told by
//! its content ([`Form`]). Reading and writing cost one pass; long integers cost their conversion between bases.
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
mod flint;
mod hex;
pub mod human;
mod list;
mod matrix;
#[cfg(feature = "cli")]
mod runs;
mod scanner;
mod sink;
mod write;

pub use array::Nested;
pub(crate) use matrix::emit_matrix;
pub use matrix::{
    Entries, Grid, MatrixStyle, PolyRows, Rows, Table, read_matrix, read_table, write_matrix, write_poly_matrix,
};
#[cfg(feature = "cli")]
pub(crate) use runs::{count, form, read_runs};
#[cfg(feature = "cli")]
pub(crate) use write::write_run;
pub use write::{write_hex, write_human, write_json, write_json_strings, write_list};

use crate::{
    Error,
    ring::{Coeffs, Ring},
};
use scanner::Scanner;
use sink::Sink;
use std::io::{self, Read};

/// The forms of text. Without one named, the content tells: `[` with commas (or one entry, or nothing) is JSON, `[`
/// with blanks NTL's list, `0x` hexadecimal, a letter at the start or in the first term an expression, all else a list.
/// FLINT's form and SMS are never guessed: they look like lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `[1,-2,3]`: coefficients, the constant term first; integers of any size, as numbers or as strings (`"0x1f"` too).
    Json,
    /// `1 -2 3`, or NTL's `[1 -2 3]`; of several polynomials `[[1 2] [3]]`.
    List,
    /// `3*x^2 - 2*x + 1`, as Sage, PARI, Magma and SymPy print.
    Human,
    /// `0x1f`: the bits are the coefficients, in characteristic 2.
    Hex,
    /// `3  1 -2 3` (length, coefficients) or, over Z/n, `3 5  1 3 3` (length, modulus, coefficients).
    Flint,
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
pub struct ReadOptions {
    /// The form, if the content shall not tell.
    pub form: Option<Form>,
    /// The order of coefficients within a polynomial.
    pub order: Order,
    /// Bytes that the result may take; what claims more is refused before anything is allocated for it.
    pub memory: u64,
}

impl Default for ReadOptions {
    /// By content, the constant term first, up to 4 GiB.
    fn default() -> Self {
        ReadOptions { form: None, order: Order::Asc, memory: 1 << 32 }
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
pub fn read_poly<R: Ring, T: Read>(ring: &R, reader: T, options: &ReadOptions) -> Result<(Coeffs<R>, Form), ReadError> {
    let (mut coeffs, form) = read_coeffs(ring, reader, options)?;
    ring.trim(&mut coeffs);
    Ok((coeffs, form))
}

/// Reads the coefficients of one polynomial as they stand, leading zeros too; tells the form it had.
///
/// # Errors
/// As [`read_poly`].
pub fn read_coeffs<R: Ring, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions,
) -> Result<(Coeffs<R>, Form), ReadError> {
    let (mut scanner, form) = start(reader, options, "a polynomial")?;
    let mut sink = Sink::new(ring, options.memory);
    let coeffs = coeffs_in_form(&mut scanner, &mut sink, form, options.order)?;
    scanner.expect_end()?;
    Ok((coeffs, form))
}

fn coeffs_in_form<R: Ring, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    form: Form,
    order: Order,
) -> Result<Coeffs<R>, ReadError> {
    let coeffs = match form {
        Form::Json => array::json(scanner).vector(sink)?,
        Form::List => list::read(scanner, sink)?,
        Form::Human => human::read(scanner, sink)?,
        Form::Flint => flint::read(scanner, sink)?,
        Form::Hex => hex::read(scanner, sink)?,
        Form::MatrixMarket | Form::Sms => return Err(scanner.wrong("a polynomial, not a matrix")),
    };
    if order == Order::Desc && matches!(form, Form::Json | Form::List) {
        return Ok(sink.ring().reversed(coeffs.view()));
    }
    Ok(coeffs)
}

/// Reads an array of scalars, JSON or a list, to its last zero; tells the form it had. The order option does not
/// concern it.
///
/// # Errors
/// As [`read_poly`].
pub fn read_vector<R: Ring, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions,
) -> Result<(Coeffs<R>, Form), ReadError> {
    let (mut scanner, form) = start(reader, options, "an array of integers")?;
    let mut sink = Sink::new(ring, options.memory);
    let coeffs = match form {
        Form::Json => array::json(&mut scanner).vector(&mut sink)?,
        Form::List => list::read(&mut scanner, &mut sink)?,
        _ => return Err(scanner.wrong("an array of integers")),
    };
    scanner.expect_end()?;
    Ok((coeffs, form))
}

/// Reads an array of polynomials, `[[1,2],[3]]` or NTL's `[[1 2] [3]]`; tells the form it had.
///
/// # Errors
/// As [`read_poly`].
pub fn read_polys<R: Ring, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions,
) -> Result<(Vec<Coeffs<R>>, Form), ReadError> {
    let (mut scanner, form) = start(reader, options, "an array of polynomials")?;
    let mut sink = Sink::new(ring, options.memory);
    let mut polys = bracketed(&mut scanner, form, "an array of polynomials")?.vectors(&mut sink)?;
    scanner.expect_end()?;
    for poly in &mut polys {
        if options.order == Order::Desc {
            *poly = ring.reversed(poly.view());
        }
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
    options: &ReadOptions,
) -> Result<(Nested<R>, Form), ReadError> {
    let (mut scanner, form) = start(reader, options, "an array")?;
    let mut sink = Sink::new(ring, options.memory);
    let nested = bracketed(&mut scanner, form, "an array of arrays")?.nested(&mut sink)?;
    scanner.expect_end()?;
    Ok((nested, form))
}

/// The scanner at the first token, and the form of what follows.
fn start<T: Read>(reader: T, options: &ReadOptions, what: &str) -> Result<(Scanner<T>, Form), ReadError> {
    let mut scanner = Scanner::new(reader, options.memory)?;
    if scanner.skip_blanks()?.is_none() {
        return Err(scanner.wrong(what));
    }
    let form = match options.form {
        Some(form) => form,
        None => detect::detect(&mut scanner)?,
    };
    Ok((scanner, form))
}

fn bracketed<'s, T: Read>(
    scanner: &'s mut Scanner<T>,
    form: Form,
    what: &str,
) -> Result<array::Arrays<'s, T>, ReadError> {
    match form {
        Form::Json => Ok(array::json(scanner)),
        Form::List if scanner.peek()? == Some(b'[') => Ok(array::ntl(scanner)),
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
