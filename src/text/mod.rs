//! Polynomials as text: JSON arrays, lists, expressions in one variable, and the formats of FLINT, NTL, PARI and Sage.
//!
//! One streaming scanner reads all forms: integers of any size, exact positions in errors (line and column in characters, from
//! 1), memory for the vector being built and a block of the input. The form of a text is detected by its content ([`Form`]); an
//! ambiguous text is refused, and the error names both meanings. Reading and writing cost one pass, plus base conversions for
//! long integers and the products of parenthesized factors.
//!
//! ```
//! use polymod::{Zn, text::{self, Form, ReadOptions}};
//! let ring = Zn::new(97)?;
//! let (coeffs, form) = text::read_poly(&ring, &b"3*x^2 - x + 7"[..], &ReadOptions::default())?;
//! assert_eq!((coeffs.len(), form), (3, Form::Human));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod array;
mod bivariate;
#[cfg(not(feature = "testing"))]
mod detect;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod detect;
mod domain;
mod element;
#[cfg(not(feature = "testing"))]
mod expression;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod expression;
mod flint;
mod generator;
mod hex;
pub(crate) mod human;
mod lines;
mod list;
mod listed;
mod matrix;
mod memory;
mod ntl;
mod powers;
#[cfg(feature = "files")]
mod runs;
#[cfg(not(feature = "testing"))]
mod scanner;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod scanner;
mod shown;
mod sink;
mod sparse;
mod systems;
mod variable;
mod write;

pub use array::Nested;
pub use bivariate::{read_bivariate, write_human_in_y};
pub use element::write_element;
pub use listed::{Listed, read_sparse_matrix, read_sparse_table};
pub use matrix::{
    Entries, Grid, MatrixStyle, PolyRows, Rows, Table, read_matrix, read_table, write_matrix, write_poly_matrix,
};
pub(crate) use matrix::{emit_matrix, without_rows};
pub use memory::memory_size;
#[cfg(feature = "files")]
pub use runs::{count, form, read_runs};
pub use sparse::Triples;
pub use systems::{Shape, System, write_system};
pub use variable::Variable;
#[cfg(feature = "files")]
pub use write::write_run;
pub use write::{write_array, write_hex, write_human, write_json, write_json_number, write_list};

use crate::{
    Error,
    ring::{Coeffs, Convolve, Ring},
};
use hex::Digits;
use scanner::Scanner;
use sink::Sink;
use std::io::{self, Read};

/// The forms of text. Unless the caller names one, the content decides: `[` with commas (or one
/// entry, or none) is JSON, as is `{`, `[` with blanks a list, one integer with `0x` hexadecimal, a
/// letter or a parenthesis at the start or in the first term an expression, and any other text a
/// list. The forms of FLINT and NTL and SMS are never detected: they look like lists, or like hexadecimal integers.
///
/// ```
/// # use polymod::{Zn, text::{Form, ReadOptions, read_poly}};
/// let f = Zn::new(97)?;
/// let read = |text: &[u8], form| read_poly(&f, text, &ReadOptions { form, ..ReadOptions::default() });
/// for (text, form) in [(&b"[1,0,3]"[..], Form::Json), (b"1 0 3", Form::List), (b"3*x^2 + 1", Form::Human)] {
///     assert_eq!(read(text, None)?.1, form);
/// }
/// assert_eq!(f.words(read(b"3 97  1 0 3", Some(Form::Flint))?.0.view()), [1, 0, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `[1,-2,3]`: coefficients, the constant term first; integers of any size, as numbers or as strings, `0x1f` too.
    Json,
    /// `1 -2 3`, or NTL's `[1 -2 3]`; several polynomials are `[[1 2] [3]]`; a matrix may be a row on each line.
    List,
    /// `-5`: a single integer, which is written so in most forms; as an option the same as [`List`](Self::List).
    Integer,
    /// `3*x^2 - 2*x + 1`, as Sage, PARI, Magma, SymPy and FLINT print; a matrix is rows in brackets, one per line, or, as this
    /// program writes it, an array of arrays of strings.
    Human,
    /// `0x1f`: the bits are the coefficients, in characteristic 2.
    Hex,
    /// `3  1 -2 3` (length, coefficients) or, over Z/n, `3 5  1 3 3` (length, modulus, coefficients); a matrix is
    /// `2 2  1 2 3 4`.
    Flint,
    /// `[1 -2 3]`, over F_2 `[1 0 1]` or `0x5`, lowest digit first; elements of F_(2^K) are arrays of bits.
    Ntl,
    /// Expressions, and matrices such as `[1, 2; 3, 4]`.
    Pari,
    /// Expressions, and matrices such as `[1 2]`, one row per line.
    Sage,
    /// A Matrix Market file, for matrices only.
    MatrixMarket,
    /// A file in SMS format, for matrices only.
    Sms,
}

/// Order of coefficients in JSON and lists. Expressions have explicit exponents.
///
/// ```
/// # use polymod::{Zn, text::{Order, ReadOptions, read_poly}};
/// let (f, options) = (Zn::new(97)?, ReadOptions { order: Order::Desc, ..ReadOptions::default() });
/// assert_eq!(f.words(read_poly(&f, &b"[1,2,3]"[..], &options)?.0.view()), [3, 2, 1]); // x² + 2x + 3
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Constant term first.
    #[default]
    Asc,
    /// Leading coefficient first.
    Desc,
}

/// Options for reading.
///
/// ```
/// # use polymod::{Zn, text::{ReadOptions, read_poly}};
/// let few = ReadOptions { memory: 1000, ..ReadOptions::default() };
/// assert!(read_poly(&Zn::new(97)?, &b"x^1000000000000"[..], &few).is_err());
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'v> {
    /// The form; None detects it by the content.
    pub form: Option<Form>,
    /// The order of coefficients within a polynomial.
    pub order: Order,
    /// Largest size of the result in bytes; larger claims are refused before memory is allocated.
    pub memory: u64,
    /// A variable shared by the expressions of several texts.
    pub variable: Option<&'v Variable>,
}

impl Default for ReadOptions<'_> {
    /// Form by content, constant term first, up to 4 GiB, a variable of its own.
    fn default() -> Self {
        ReadOptions { form: None, order: Order::Asc, memory: 1 << 32, variable: None }
    }
}

/// Why text could not be read.
///
/// ```
/// # use polymod::{Zn, text::{ReadError, ReadOptions, read_poly}};
/// let error = read_poly(&Zn::new(97)?, &b"[1,2"[..], &ReadOptions::default()).unwrap_err();
/// assert!(matches!(error, ReadError::Syntax(_)) && error.to_string().starts_with("1:5: expected"));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// A syntax error ([`Error::Parse`]), or an integer that the ring cannot represent.
    #[error(transparent)]
    Syntax(#[from] Error),
    /// The reader failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl ReadError {
    /// The library's error, for text in memory: its reader cannot fail.
    ///
    /// ```
    /// # use polymod::{Error, Zn, text::{ReadOptions, read_poly}};
    /// let error = read_poly(&Zn::new(97)?, &b"2*"[..], &ReadOptions::default()).unwrap_err().into_error();
    /// assert!(matches!(error, Error::Parse { line: 1, column: 3, .. }));
    /// # Ok::<(), polymod::Error>(())
    /// ```
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

/// Reads one polynomial, without leading zeros; returns the form it had.
///
/// ```
/// # use polymod::{Zn, text::{Form, ReadOptions, read_poly}};
/// let f = Zn::new(97)?;
/// let (v, form) = read_poly(&f, &b"[1,-1,0]"[..], &ReadOptions::default())?;
/// assert_eq!((f.words(v.view()), form), (&[1, 96][..], Form::Json));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReadError::Syntax`] at the first error in the text; [`ReadError::Io`].
pub fn read_poly<R: Convolve, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
) -> Result<(Coeffs<R>, Form), ReadError> {
    let (mut coeffs, form) = read_one(ring, reader, options, "a polynomial", poly_in_form)?;
    ring.trim(&mut coeffs);
    Ok((coeffs, form))
}

/// Reads the coefficients of one polynomial, leading zeros included, from a polynomial or an array; returns the form it had.
///
/// ```
/// # use polymod::{Zn, text::{ReadOptions, read_coeffs}};
/// let f = Zn::new(97)?;
/// let (v, _) = read_coeffs(&f, &b"[1,2,0]"[..], &ReadOptions::default())?;
/// assert_eq!(f.words(v.view()), [1, 2, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// Reads an array of scalars, trailing zeros included; returns the form it had. The order option does not apply.
///
/// ```
/// # use polymod::{Zn, text::{ReadOptions, read_vector}};
/// let f = Zn::new(97)?;
/// let (v, _) = read_vector(&f, &b"1 -2 0"[..], &ReadOptions::default())?;
/// assert_eq!(f.words(v.view()), [1, 95, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`read_poly`].
pub fn read_vector<R: Convolve, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
) -> Result<(Coeffs<R>, Form), ReadError> {
    let options = ReadOptions { order: Order::Asc, ..*options };
    read_one(ring, reader, &options, "an array of integers", vector_in_form)
}

fn vector_in_form<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    form: Form,
    order: Order,
) -> Result<(Coeffs<R>, Form), ReadError> {
    match form {
        Form::MatrixMarket | Form::Sms => Err(scanner.wrong("an array of integers")),
        Form::Human | Form::Pari | Form::Sage => Ok((shown::numbers(scanner, sink)?, form)),
        Form::Json if scanner.guessed && array::holds_name(scanner)? => {
            Ok((shown::numbers(scanner, sink)?, Form::Pari))
        }
        Form::Hex if scanner.peek()? != Some(b'[') => Err(scanner.wrong("an array of integers")),
        _ => coeffs_in_form(scanner, sink, form, order),
    }
}

/// Reads a scalar, alone or as an array of one; returns the form it had. The caller checks that there is exactly one.
///
/// ```
/// # use polymod::{Zn, text::{Form, ReadOptions, read_scalar}};
/// let f = Zn::new(97)?;
/// let (x, form) = read_scalar(&f, &b"-5"[..], &ReadOptions::default())?;
/// assert_eq!((f.words(x.view()), form), (&[92][..], Form::Integer));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
        _ if ring.components().is_some() => {
            let options = ReadOptions { order: Order::Asc, ..*options };
            read_one(ring, reader, &options, "an element", |scanner, sink, form, _| {
                if !element::is_element(scanner, sink)? {
                    return vector_in_form(scanner, sink, form, Order::Asc);
                }
                let arrays = if form == Form::Json { array::json } else { array::ntl };
                arrays(scanner).integer(sink)?;
                Ok((sink.take(), form))
            })
        }
        _ => read_vector(ring, reader, options),
    }
}

/// Reads the only value of a text, by a function that gets its form and the order.
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
    // PARI's column
    let is_column = bracket && scanner.peek()? == Some(b'~');
    let form = match form {
        Form::List if guessed_list && coeffs.len() == 1 => Form::Integer,
        Form::Json if is_column && scanner.guessed => {
            scanner.bump();
            Form::Pari
        }
        form => form,
    };
    let turns = match form {
        Form::Json | Form::List => true,
        // the content is JSON in these forms
        Form::Human | Form::Sage | Form::Hex => bracket,
        Form::Pari => is_column,
        _ => false,
    };
    if order == Order::Desc && turns {
        return Ok((sink.ring().reversed(coeffs.view()), form));
    }
    Ok((coeffs, form))
}

/// Reads an array of polynomials, `[[1,2],[3]]`, NTL's `[[1 2] [3]]`, or of expressions, quoted in JSON; returns the form it had.
///
/// ```
/// # use polymod::{Zn, text::{ReadOptions, read_polys}};
/// let f = Zn::new(97)?;
/// let (polys, _) = read_polys(&f, &b"[[1,2],[3,0]]"[..], &ReadOptions::default())?;
/// assert_eq!([0, 1].map(|i| f.words(polys[i].view())), [&[1, 2][..], &[3]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`read_poly`].
pub fn read_polys<R: Convolve, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
) -> Result<(Vec<Coeffs<R>>, Form), ReadError> {
    let (mut polys, form) = read_arrays(ring, reader, options)?;
    for poly in &mut polys {
        ring.trim(poly);
    }
    Ok((polys, form))
}

/// Reads an array of arrays of any lengths, as [`read_polys`] does, zeros at their ends included; returns the form it had.
///
/// ```
/// # use polymod::{Zn, text::{ReadOptions, read_arrays}};
/// let f = Zn::new(97)?;
/// let (arrays, _) = read_arrays(&f, &b"[[1,0],[3]]"[..], &ReadOptions::default())?;
/// assert_eq!([0, 1].map(|i| f.words(arrays[i].view())), [&[1, 0][..], &[3]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`read_poly`].
pub fn read_arrays<R: Convolve, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
) -> Result<(Vec<Coeffs<R>>, Form), ReadError> {
    let (mut scanner, form) = start(reader, options, "an array of polynomials")?;
    let mut sink = Sink::new(ring, options);
    let arrays = match form {
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
    Ok((arrays, form))
}

/// Reads nested arrays to depth 3 without interpretation: matrices, and matrices of polynomials.
///
/// ```
/// # use polymod::{Zn, text::{Nested, ReadOptions, read_nested}};
/// let (nested, _) = read_nested(&Zn::new(97)?, &b"[[[1,2],[0]],[[3]]]"[..], &ReadOptions::default())?;
/// assert!(matches!(nested, Nested::Arrays(rows) if rows.len() == 2)); // rows of different lengths
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// A scanner at the first token of the text, and the text's form.
fn start<T: Read>(reader: T, options: &ReadOptions<'_>, what: &str) -> Result<(Scanner<T>, Form), ReadError> {
    let mut scanner = Scanner::new(reader, options.memory)?;
    let Some(first) = scanner.skip_blanks()? else { return Err(scanner.wrong(what)) };
    if first == b'{' && matches!(options.form, None | Some(Form::Json)) {
        scanner.read_braces();
    }
    let form = match options.form {
        Some(form) => form,
        // blanks between Mathematica's numbers multiply them
        None if scanner.braces => Form::Json,
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

/// The additive order of 1 in decimal; `None` if it is infinite (Z).
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
