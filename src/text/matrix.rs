//! Matrices as text: arrays of rows, JSON's and NTL's, and the sparse formats Matrix Market and SMS, read as dense ones.
//!
//! An entry is a number, or an array of coefficients: one array among the entries makes all of them polynomials. Sources:
//! Boisvert, Pozo, Remington 1996, "The Matrix Market exchange formats" (NISTIR 5935); SMS is the format of the SIMC collection
//! of sparse integer matrices: a head `rows cols M`, a triple a line, and `0 0 0` at the end.

use super::{
    Form, Order, ReadError, ReadOptions, array,
    array::Arrays,
    coeffs_in_form,
    scanner::{Position, Scanner, Signs, syntax},
    sink::Sink,
    start,
    write::{Emitter, write_human, write_json, write_list},
};
use crate::{
    Error,
    ring::{Coeffs, Ring, View},
};
use std::io::{self, Read, Write};

/// The entries of a matrix as they were read, row by row.
#[derive(Clone, Debug)]
pub enum Entries<R: Ring> {
    /// Numbers.
    Numbers(Coeffs<R>),
    /// Polynomials, the constant term first, without leading zeros.
    Polys(Vec<Coeffs<R>>),
}

/// A matrix as it was read.
#[derive(Clone, Debug)]
pub struct Grid<R: Ring> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns; 0 where there are no rows.
    pub cols: usize,
    /// rows·cols of them.
    pub entries: Entries<R>,
    /// Where the first array among the entries stands.
    first_poly: Option<Position>,
}

impl<R: Ring> Grid<R> {
    /// A matrix of numbers.
    pub(crate) fn numbers(rows: usize, cols: usize, entries: Coeffs<R>) -> Self {
        Grid { rows, cols, entries: Entries::Numbers(entries), first_poly: None }
    }

    /// A matrix of polynomials of `len` coefficients each, one behind the other; leading zeros are cut.
    #[cfg(feature = "cli")]
    pub(crate) fn polys(ring: &R, [rows, cols, len]: [usize; 3], entries: &Coeffs<R>) -> Self {
        let poly = |k: usize| {
            let mut poly = ring.owned(entries.slice(k * len..(k + 1) * len));
            ring.trim(&mut poly);
            poly
        };
        Grid { rows, cols, entries: Entries::Polys((0..rows * cols).map(poly).collect()), first_poly: None }
    }

    /// The error for polynomials where only numbers will do.
    pub(crate) fn polynomials(&self) -> Error {
        let at = self.first_poly.unwrap_or(Position { line: 1, column: 1 });
        let (expected, found) = ("an integer".to_owned(), "\"[\"".to_owned());
        Error::Parse { line: at.line, column: at.column, expected, found }
    }
}

/// What an operand holds that may be a matrix or an array.
#[derive(Clone, Debug)]
pub enum Table<R: Ring> {
    /// A matrix.
    Matrix(Grid<R>),
    /// Coefficients or values as they stand, zeros at the end too.
    Vector(Coeffs<R>),
}

/// Reads a matrix; tells the form it had. The order option concerns entries that are polynomials.
///
/// # Errors
/// As [`read_poly`](super::read_poly); rows of unequal length.
pub fn read_matrix<R: Ring, T: Read>(ring: &R, reader: T, options: &ReadOptions) -> Result<(Grid<R>, Form), ReadError> {
    let (mut scanner, form) = start(reader, options, "a matrix")?;
    let mut sink = Sink::new(ring, options.memory);
    let grid = grid(&mut scanner, &mut sink, form, options)?;
    scanner.expect_end()?;
    Ok((grid, form))
}

/// Reads a matrix, or what [`read_coeffs`](super::read_coeffs) reads: brackets within brackets tell which it is. Tells the form it had.
///
/// # Errors
/// As [`read_matrix`].
pub fn read_table<R: Ring, T: Read>(ring: &R, reader: T, options: &ReadOptions) -> Result<(Table<R>, Form), ReadError> {
    let (mut scanner, form) = start(reader, options, "an array of integers or a matrix")?;
    let mut sink = Sink::new(ring, options.memory);
    let table = match form {
        Form::MatrixMarket | Form::Sms => Table::Matrix(grid(&mut scanner, &mut sink, form, options)?),
        Form::Json | Form::List if opens_twice(&mut scanner)? => {
            Table::Matrix(grid(&mut scanner, &mut sink, form, options)?)
        }
        _ => Table::Vector(coeffs_in_form(&mut scanner, &mut sink, form, options.order)?),
    };
    scanner.expect_end()?;
    Ok((table, form))
}

/// Whether a bracket follows the bracket that stands here, but for blanks.
fn opens_twice<T: Read>(scanner: &mut Scanner<T>) -> io::Result<bool> {
    const LONGEST: usize = 1 << 12;
    let (window, _) = scanner.window(LONGEST)?;
    let mut rest = window.iter().filter(|b| !b.is_ascii_whitespace());
    Ok(rest.next() == Some(&b'[') && rest.next() == Some(&b'['))
}

fn grid<R: Ring, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    form: Form,
    options: &ReadOptions,
) -> Result<Grid<R>, ReadError> {
    match form {
        Form::MatrixMarket => market(scanner, sink),
        Form::Sms => sms(scanner, sink),
        Form::Json => rows(&mut array::json(scanner), sink, options.order),
        Form::List if scanner.peek()? == Some(b'[') => rows(&mut array::ntl(scanner), sink, options.order),
        _ => Err(scanner.wrong("a matrix: an array of rows")),
    }
}

/// An array of rows. Numbers go side by side into one vector, until the first polynomial turns them into constants.
fn rows<R: Ring, T: Read>(
    arrays: &mut Arrays<'_, T>,
    sink: &mut Sink<'_, R>,
    order: Order,
) -> Result<Grid<R>, ReadError> {
    let (mut count, mut cols, mut first_poly) = (0, 0, None);
    let mut polys: Vec<Coeffs<R>> = Vec::new();
    arrays.entries(|arrays| {
        let at = arrays.scanner().position();
        if arrays.scanner().peek()? != Some(b'[') {
            return Err(arrays.scanner().wrong("a row: an array of entries"));
        }
        let mut width = 0;
        arrays.entries(|arrays| {
            width += 1;
            let is_poly = arrays.scanner().peek()? == Some(b'[');
            if is_poly && first_poly.is_none() {
                first_poly = Some(arrays.scanner().position());
                let (ring, before) = (sink.ring(), sink.take());
                polys.extend((0..before.len()).map(|i| ring.owned(before.slice(i..i + 1))));
            }
            if is_poly {
                let poly = arrays.vector(sink)?;
                polys.push(if order == Order::Desc { sink.ring().reversed(poly.view()) } else { poly });
            } else {
                arrays.integer(sink)?;
                if first_poly.is_some() {
                    polys.push(sink.take());
                }
            }
            Ok(())
        })?;
        if count == 0 {
            cols = width;
        }
        count += 1;
        if width != cols {
            let (expected, found) = (format!("a row of {cols} entries, as the first has"), format!("one of {width}"));
            return Err(syntax(at, expected, found));
        }
        Ok(())
    })?;
    let entries = match first_poly {
        None => Entries::Numbers(sink.take()),
        Some(_) => {
            polys.iter_mut().for_each(|p| sink.ring().trim(p));
            Entries::Polys(polys)
        }
    };
    Ok(Grid { rows: count, cols, entries, first_poly })
}

/// A dense matrix in the making.
struct Filling<R: Ring> {
    rows: usize,
    cols: usize,
    entries: Coeffs<R>,
}

impl<R: Ring> Filling<R> {
    /// Zeros, if the memory allows so many.
    fn new(sink: &Sink<'_, R>, at: Position, [rows, cols]: [u64; 2]) -> Result<Self, ReadError> {
        let size = |n: u64| usize::try_from(n).ok();
        let len = size(rows).zip(size(cols)).and_then(|(r, c)| r.checked_mul(c)).unwrap_or(usize::MAX);
        sink.check(at, len, sink.view().width, 0)?;
        // both fit, or the check has refused; of a matrix without entries either may be anything
        let (rows, cols) = (size(rows).unwrap_or(0), size(cols).unwrap_or(0));
        Ok(Filling { rows, cols, entries: sink.ring().zeros(rows * cols) })
    }

    /// Adds to the entry in row i and column j, counted from 1: what is given twice is a sum.
    fn add(&mut self, ring: &R, [i, j]: [u64; 2], x: &R::Elem) {
        let at = (i as usize - 1) * self.cols + j as usize - 1;
        let sum = ring.add(&ring.get(self.entries.view(), at), x);
        ring.set(&mut self.entries, at, &sum);
    }

    /// Reads a row and a column, from 1 on.
    fn place<T: Read>(&self, scanner: &mut Scanner<T>) -> Result<[u64; 2], ReadError> {
        let mut place = [0; 2];
        for (index, (most, what)) in place.iter_mut().zip([(self.rows, "row"), (self.cols, "column")]) {
            *index = natural(scanner, &format!("a {what} from 1 to {most}"), 1, most as u64)?;
        }
        Ok(place)
    }

    fn finish(self) -> Grid<R> {
        // a matrix without rows has no columns in any other format
        let cols = if self.rows == 0 { 0 } else { self.cols };
        Grid::numbers(self.rows, cols, self.entries)
    }
}

/// The next token as an integer in a range.
fn natural<T: Read>(scanner: &mut Scanner<T>, expected: &str, least: u64, most: u64) -> Result<u64, ReadError> {
    scanner.skip_blanks()?;
    let at = scanner.position();
    if scanner.peek()?.is_none_or(|b| !b.is_ascii_digit()) {
        return Err(scanner.wrong(expected));
    }
    scanner.integer(Signs::Minus)?;
    let value = scanner.digits_as_word();
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    let found = String::from_utf8_lossy(scanner.digits()).into_owned();
    Err(syntax(at, expected.to_owned(), super::scanner::quoted(&found)))
}

/// The next token as an element.
fn element<R: Ring, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<R::Elem, ReadError> {
    scanner.skip_blanks()?;
    sink.clear();
    let integer = scanner.integer(Signs::Both)?;
    scanner.push(&integer, sink)?;
    Ok(sink.ring().get(sink.view(), 0))
}

/// `%%MatrixMarket matrix coordinate|array integer|pattern general|symmetric|skew-symmetric`, comments, sizes, entries: of an
/// array column by column, of a symmetric one the lower triangle.
fn market<R: Ring, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<Grid<R>, ReadError> {
    const NAME: &[u8] = b"%%MatrixMarket";
    let head = scanner.position();
    let (window, _) = scanner.window(NAME.len())?;
    if !window.get(..NAME.len()).is_some_and(|start| start.eq_ignore_ascii_case(NAME)) {
        return Err(scanner.wrong("a head %%MatrixMarket"));
    }
    let line = scanner.rest_of_line()?.to_ascii_lowercase();
    let words: Vec<&str> = line.split_ascii_whitespace().skip(1).collect();
    let (coordinate, pattern, symmetry) = match words[..] {
        ["matrix", layout @ ("coordinate" | "array"), field @ ("integer" | "pattern"), symmetry] => {
            (layout == "coordinate", field == "pattern", symmetry)
        }
        _ => {
            let expected = "matrix coordinate|array integer|pattern general|symmetric|skew-symmetric in the head";
            return Err(syntax(head, expected.to_owned(), super::scanner::quoted(&line)));
        }
    };
    let sign = match symmetry {
        "general" => None,
        "symmetric" => Some(false),
        "skew-symmetric" => Some(true),
        _ => {
            let expected = "general, symmetric or skew-symmetric in the head".to_owned();
            return Err(syntax(head, expected, super::scanner::quoted(symmetry)));
        }
    };
    while scanner.skip_blanks()? == Some(b'%') {
        scanner.rest_of_line()?;
    }
    let at = scanner.position();
    let size =
        [natural(scanner, "the number of rows", 0, u64::MAX)?, natural(scanner, "the number of columns", 0, u64::MAX)?];
    if sign.is_some() && size[0] != size[1] {
        return Err(syntax(
            at,
            "as many columns as rows of a symmetric matrix".to_owned(),
            format!("{} by {}", size[0], size[1]),
        ));
    }
    let mut filling = Filling::new(sink, at, size)?;
    let ring = sink.ring();
    let put = |filling: &mut Filling<R>, [i, j]: [u64; 2], x: &R::Elem| {
        filling.add(ring, [i, j], x);
        if let (Some(skew), true) = (sign, i != j) {
            filling.add(ring, [j, i], &if skew { ring.neg(x) } else { x.clone() });
        }
    };
    if coordinate {
        for _ in 0..natural(scanner, "the number of entries", 0, u64::MAX)? {
            let place = filling.place(scanner)?;
            let x = if pattern { ring.one() } else { element(scanner, sink)? };
            put(&mut filling, place, &x);
        }
    } else {
        for j in 1..=filling.cols as u64 {
            let first = match sign {
                None => 1,
                Some(skew) => j + u64::from(skew),
            };
            for i in first..=filling.rows as u64 {
                let x = element(scanner, sink)?;
                put(&mut filling, [i, j], &x);
            }
        }
    }
    Ok(filling.finish())
}

/// `rows cols M`, then `i j value` a line, and `0 0 0`.
fn sms<R: Ring, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<Grid<R>, ReadError> {
    while scanner.skip_blanks()? == Some(b'#') {
        scanner.rest_of_line()?;
    }
    let at = scanner.position();
    let size =
        [natural(scanner, "the number of rows", 0, u64::MAX)?, natural(scanner, "the number of columns", 0, u64::MAX)?];
    scanner.skip_blanks()?;
    let here = scanner.position();
    let kind = scanner.rest_of_line()?;
    if kind.trim().len() != 1 {
        return Err(syntax(
            here,
            "a letter for the kind of entries, such as M".to_owned(),
            super::scanner::quoted(&kind),
        ));
    }
    let mut filling = Filling::new(sink, at, size)?;
    loop {
        scanner.skip_blanks()?;
        let ends = scanner.position();
        if scanner.peek()? == Some(b'0') {
            for _ in 0..3 {
                natural(scanner, "0 0 0 at the end", 0, 0)?;
            }
            return Ok(filling.finish());
        }
        if scanner.peek()?.is_none() {
            return Err(syntax(ends, "0 0 0 at the end".to_owned(), "end of file".to_owned()));
        }
        let place = filling.place(scanner)?;
        let x = element(scanner, sink)?;
        filling.add(sink.ring(), place, &x);
    }
}

/// A matrix of numbers to write, row by row.
pub struct Rows<'a, R> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// rows·cols of them.
    pub entries: View<'a, R>,
}

/// How a matrix is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixStyle {
    /// `[[1,2],[3,4]]`
    Json,
    /// `[["1","2"],["3","4"]]`
    Strings,
    /// `[[1 2] [3 4]]`
    Ntl,
}

/// Hands on the text of a matrix in pieces, without a line end.
pub(crate) fn emit_matrix<R: Ring, E>(
    ring: &R,
    Rows { rows, cols, entries }: Rows<'_, R>,
    style: MatrixStyle,
    emit: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let (quote, between) = match style {
        MatrixStyle::Json => ("", ","),
        MatrixStyle::Strings => ("\"", ","),
        MatrixStyle::Ntl => ("", " "),
    };
    let mut out = Emitter::new(emit);
    out.text.push('[');
    for i in 0..rows {
        out.text.push_str(if i > 0 { between } else { "" });
        out.text.push('[');
        for j in 0..cols {
            out.text.push_str(if j > 0 { between } else { "" });
            out.text.push_str(quote);
            ring.write_decimal(entries, i * cols + j, &mut out.text);
            out.text.push_str(quote);
            out.pass_on()?;
        }
        out.text.push(']');
    }
    out.text.push(']');
    out.finish()
}

/// Writes a matrix, without a line end.
///
/// # Errors
/// Those of the writer.
pub fn write_matrix<R: Ring>(ring: &R, rows: Rows<'_, R>, style: MatrixStyle, mut out: impl Write) -> io::Result<()> {
    emit_matrix(ring, rows, style, |text| out.write_all(text.as_bytes()))
}

/// A matrix of polynomials to write, row by row.
pub struct PolyRows<'a, R> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// rows·cols of them.
    pub entries: Vec<View<'a, R>>,
}

/// Writes a matrix of polynomials, without a line end: an array of rows of arrays of coefficients, in the style of strings of
/// polynomials as people write them.
///
/// # Errors
/// Those of the writer.
pub fn write_poly_matrix<R: Ring>(
    ring: &R,
    matrix: &PolyRows<'_, R>,
    style: MatrixStyle,
    order: Order,
    mut out: impl Write,
) -> io::Result<()> {
    let between = if style == MatrixStyle::Ntl { " " } else { "," };
    out.write_all(b"[")?;
    for i in 0..matrix.rows {
        out.write_all(if i > 0 { between } else { "" }.as_bytes())?;
        out.write_all(b"[")?;
        for (j, &entry) in matrix.entries[i * matrix.cols..(i + 1) * matrix.cols].iter().enumerate() {
            out.write_all(if j > 0 { between } else { "" }.as_bytes())?;
            match style {
                MatrixStyle::Json => write_json(ring, entry, order, &mut out)?,
                MatrixStyle::Strings => {
                    out.write_all(b"\"")?;
                    write_human(ring, entry, &mut out)?;
                    out.write_all(b"\"")?;
                }
                MatrixStyle::Ntl => {
                    out.write_all(b"[")?;
                    if !entry.is_empty() {
                        write_list(ring, entry, order, &mut out)?;
                    }
                    out.write_all(b"]")?;
                }
            }
        }
        out.write_all(b"]")?;
    }
    out.write_all(b"]")
}
