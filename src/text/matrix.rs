//! Matrices as text: arrays of rows in the forms of JSON and NTL, and the choice of reader for the forms of other systems.
//!
//! An entry is a number or a polynomial: an array of coefficients, or an expression, which JSON puts in quotes. If one entry is a
//! polynomial, all entries are read as polynomials.

use super::{
    Form, Order, ReadError, ReadOptions,
    array::{self, Arrays},
    coeffs_in_form, detect, element,
    expression::{self, Gaps},
    flint,
    hex::{self, Digits},
    human::HUMAN,
    lines, ntl,
    scanner::{Position, Scanner, syntax},
    shown,
    sink::Sink,
    sparse::{self, Filling},
    start,
    write::{Emitter, push_json, separated, write_hex, write_human, write_json},
};
use crate::{
    Error,
    ring::{Block, Coeffs, Convolve, Ring, View, blocks::transposed},
};
use std::io::{self, Read, Write};

/// The entries of a matrix in row-major order.
///
/// ```
/// # use polymod::{Zn, text::{Entries, ReadOptions, read_matrix}};
/// let f = Zn::new(97)?;
/// let (a, _) = read_matrix(&f, &b"[[1,2],[3,4]]"[..], &ReadOptions::default())?;
/// let Entries::Numbers(v) = a.entries else { panic!("no entry is a polynomial") };
/// assert_eq!(f.words(v.view()), [1, 2, 3, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Entries<R: Ring> {
    /// Numbers.
    Numbers(Coeffs<R>),
    /// Polynomials, constant term first, without leading zeros.
    Polys(Vec<Coeffs<R>>),
}

/// A matrix that has been read.
///
/// ```
/// # use polymod::{Zn, text::{Entries, ReadOptions, read_matrix}};
/// let (a, _) = read_matrix(&Zn::new(97)?, &b"[x + 1, 2; 3, x]"[..], &ReadOptions::default())?;
/// assert!((a.rows, a.cols) == (2, 2) && matches!(a.entries, Entries::Polys(polys) if polys[0].len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grid<R: Ring> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// The rows·cols entries.
    pub entries: Entries<R>,
    /// Position of the first polynomial among the entries.
    first_poly: Option<Position>,
}

impl<R: Ring> Grid<R> {
    /// A matrix of numbers.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, text::Grid};
    /// let a = Grid::numbers(2, 2, Zn::new(97)?.collect(&[1, 2, 3, 4]));
    /// assert_eq!((a.rows, a.cols), (2, 2));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn numbers(rows: usize, cols: usize, entries: Coeffs<R>) -> Self {
        Grid { rows, cols, entries: Entries::Numbers(entries), first_poly: None }
    }

    /// A matrix of polynomials from consecutive runs of `len` coefficients each; leading zeros are removed.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, text::{Entries, Grid}};
    /// let f = Zn::new(97)?;
    /// let a = Grid::polys(&f, [1, 2, 2], &f.collect(&[1, 2, 3, 0])); // 1 + 2x and 3
    /// let Entries::Polys(polys) = a.entries else { unreachable!() };
    /// assert_eq!([polys[0].len(), polys[1].len()], [2, 1]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[cfg(feature = "files")]
    #[must_use]
    pub fn polys(ring: &R, [rows, cols, len]: [usize; 3], entries: &Coeffs<R>) -> Self {
        let poly = |k: usize| {
            let mut poly = ring.owned(entries.slice(k * len..(k + 1) * len));
            ring.trim(&mut poly);
            poly
        };
        Grid { rows, cols, entries: Entries::Polys((0..rows * cols).map(poly).collect()), first_poly: None }
    }

    /// The transpose.
    pub(super) fn transposed(self, ring: &R) -> Self {
        let (rows, cols) = (self.rows, self.cols);
        let places = || (0..cols).flat_map(move |j| (0..rows).map(move |i| i * cols + j));
        let entries = match self.entries {
            Entries::Numbers(v) => Entries::Numbers(transposed(ring, Block::new(v.view(), rows, cols, cols))),
            Entries::Polys(polys) => Entries::Polys(places().map(|at| polys[at].clone()).collect()),
        };
        Grid { rows: cols, cols: rows, entries, ..self }
    }

    /// The error for polynomials where only numbers are allowed.
    ///
    /// ```
    /// # use polymod::{Zn, text::{ReadOptions, read_matrix}};
    /// let (a, _) = read_matrix(&Zn::new(97)?, &b"[[1,[2,3]]]"[..], &ReadOptions::default())?;
    /// assert_eq!(a.polynomials().to_string(), "1:5: expected an integer, found \"[\"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn polynomials(&self) -> Error {
        let at = self.first_poly.unwrap_or(Position { line: 1, column: 1 });
        let (expected, found) = ("an integer".to_owned(), "\"[\"".to_owned());
        Error::Parse { line: at.line, column: at.column, expected, found }
    }
}

/// The content of an operand that may be a matrix or an array.
///
/// ```
/// # use polymod::{Zn, text::{ReadOptions, Table, read_table}};
/// let f = Zn::new(97)?;
/// let read = |text: &[u8]| read_table(&f, text, &ReadOptions::default()).map(|(table, _)| table);
/// assert!(matches!(read(b"[1,2]")?, Table::Vector(v) if v.len() == 2));
/// assert!(matches!(read(b"[[1,2]]")?, Table::Matrix(a) if a.rows == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Table<R: Ring> {
    /// A matrix.
    Matrix(Grid<R>),
    /// Coefficients or values, with trailing zeros.
    Vector(Coeffs<R>),
}

/// Reads a matrix and returns the form it had. The order option concerns entries that are polynomials.
///
/// ```
/// # use polymod::{Zn, text::{Form, ReadOptions, read_matrix}};
/// let (a, form) = read_matrix(&Zn::new(97)?, &b"[1, 2; 3, 4]"[..], &ReadOptions::default())?;
/// assert_eq!((a.rows, a.cols, form), (2, 2, Form::Pari));
/// assert!(read_matrix(&Zn::new(97)?, &b"[[1,2],[3]]"[..], &ReadOptions::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`read_poly`](super::read_poly); rows of unequal length.
pub fn read_matrix<R: Convolve, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
) -> Result<(Grid<R>, Form), ReadError> {
    let (mut scanner, form) = start(reader, options, "a matrix")?;
    let mut sink = Sink::new(ring, options);
    let (grid, form) = grid(&mut scanner, &mut sink, form, options)?;
    scanner.expect_end()?;
    Ok((grid, form))
}

/// Reads a matrix, or an array as [`read_coeffs`](super::read_coeffs) does: nested brackets make it a matrix. Returns the form it
/// had.
///
/// ```
/// # use polymod::{Zn, text::{Form, ReadOptions, Table, read_table}};
/// let (table, form) = read_table(&Zn::new(97)?, &b"3*x^2 + 1"[..], &ReadOptions::default())?;
/// assert!(matches!(table, Table::Vector(v) if v.len() == 3) && form == Form::Human);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`read_matrix`].
pub fn read_table<R: Convolve, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
) -> Result<(Table<R>, Form), ReadError> {
    let (mut scanner, form) = start(reader, options, "an array of integers or a matrix")?;
    let mut sink = Sink::new(ring, options);
    let (table, form) = table(&mut scanner, &mut sink, form, options)?;
    scanner.expect_end()?;
    Ok((table, form))
}

pub(super) fn table<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    form: Form,
    options: &ReadOptions<'_>,
) -> Result<(Table<R>, Form), ReadError> {
    if is_matrix(scanner, form, sink.components())? {
        let (grid, form) = grid(scanner, sink, form, options)?;
        return Ok((Table::Matrix(grid), form));
    }
    scanner.or_matrix = true;
    let (coeffs, form) = match form {
        Form::Json if scanner.guessed && array::holds_name(scanner)? => (shown::numbers(scanner, sink)?, Form::Pari),
        _ => coeffs_in_form(scanner, sink, form, options.order)?,
    };
    Ok((Table::Vector(coeffs), form))
}

/// Whether the next value is a matrix, in a form that both matrices and arrays can have.
fn is_matrix<T: Read>(scanner: &mut Scanner<T>, form: Form, components: Option<usize>) -> Result<bool, ReadError> {
    Ok(match form {
        Form::MatrixMarket | Form::Sms => true,
        // what is two deep is an array of elements
        _ if scanner.peek()? == Some(b'[') && components.is_some() && array::opens_twice(scanner)? => {
            element::is_deep(scanner, 3)?
        }
        _ if scanner.peek()? == Some(b'[') => {
            array::opens_twice(scanner)? || !scanner.braces && detect::shows_rows(scanner)?
        }
        Form::List => detect::shows_comma(scanner)?,
        Form::Human | Form::Pari | Form::Sage => scanner.starts_with(b"mat(")? || scanner.starts_with(b"matrix(")?,
        Form::Flint => scanner.peek()? == Some(b'<'),
        _ => false,
    })
}

pub(super) fn grid<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    form: Form,
    options: &ReadOptions<'_>,
) -> Result<(Grid<R>, Form), ReadError> {
    let given = options.form;
    let is_bracket = scanner.peek()? == Some(b'[');
    let grid = match form {
        Form::MatrixMarket => sparse::market::<R, T, Filling<R>>(scanner, sink)?.finish(),
        Form::Sms => sparse::sms::<R, T, Filling<R>>(scanner, sink)?.finish(),
        Form::Flint => flint::grid(scanner, sink)?,
        Form::Ntl if is_bracket => ntl_rows(&mut array::ntl(scanner), sink)?,
        Form::List if is_bracket && (array::opens_twice(scanner)? || array::is_empty(scanner)?) => {
            rows(&mut array::ntl(scanner), sink, (options.order, given))?
        }
        Form::Json | Form::Hex | Form::Human | Form::Pari | Form::Sage
            if is_bracket && (array::opens_twice(scanner)? || array::is_empty(scanner)?) =>
        {
            rows(&mut array::json(scanner), sink, (options.order, given))?
        }
        Form::Json if given.is_some() => rows(&mut array::json(scanner), sink, (options.order, given))?,
        Form::Human | Form::Pari | Form::Sage => return shown::grid(scanner, sink, given),
        Form::List if !is_bracket => return lines::grid(scanner, sink),
        Form::Json | Form::List if is_bracket && given.is_none() && !scanner.braces => {
            return shown::grid(scanner, sink, None);
        }
        _ => return Err(scanner.wrong("a matrix: an array of rows")),
    };
    Ok((grid, form))
}

/// The entries of a matrix being read: consecutive numbers in the sink, until the first polynomial turns them into constants.
pub(super) struct Cells<R: Ring> {
    polys: Vec<Coeffs<R>>,
    first_poly: Option<Position>,
}

impl<R: Ring> Default for Cells<R> {
    fn default() -> Self {
        Cells { polys: Vec::new(), first_poly: None }
    }
}

impl<R: Ring> Cells<R> {
    /// Takes the last integer in the sink as the next entry.
    pub(super) fn number(&mut self, sink: &mut Sink<'_, R>) {
        if self.first_poly.is_some() {
            self.polys.push(sink.take());
        }
    }

    /// Prepares for an entry that is a polynomial, at position `at`.
    pub(super) fn begin_poly(&mut self, sink: &mut Sink<'_, R>, at: Position) {
        if self.first_poly.is_none() {
            self.first_poly = Some(at);
            let (ring, before) = (sink.ring(), sink.take());
            self.polys.extend((0..before.len()).map(|i| ring.owned(before.slice(i..i + 1))));
        }
    }

    /// Takes a polynomial as the next entry.
    pub(super) fn push(&mut self, poly: Coeffs<R>) {
        self.polys.push(poly);
    }

    /// The matrix of these entries.
    pub(super) fn grid(mut self, sink: &mut Sink<'_, R>, rows: usize, cols: usize) -> Grid<R> {
        let entries = match self.first_poly {
            None => Entries::Numbers(sink.take()),
            Some(_) => {
                self.polys.iter_mut().for_each(|p| sink.ring().trim(p));
                Entries::Polys(self.polys)
            }
        };
        Grid { rows, cols, entries, first_poly: self.first_poly }
    }
}

impl<R: Convolve> Cells<R> {
    /// Takes an expression, read at position `at`, as the next entry.
    pub(super) fn value(
        &mut self,
        sink: &mut Sink<'_, R>,
        at: Position,
        value: expression::Value<R>,
    ) -> Result<(), ReadError> {
        let bytes = value.coeffs.bytes() as u64;
        sink.check(at, sink.view().len() + value.coeffs.len(), sink.view().width.max(value.coeffs.width), 0)?;
        if value.has_variable {
            self.begin_poly(sink, at);
            sink.hold(bytes);
            self.push(value.coeffs);
        } else {
            shown::append(sink, &value);
            self.number(sink);
        }
        Ok(())
    }
}

/// Reads an array of rows; `given` is the form requested by the caller, if any.
pub(super) fn rows<R: Convolve, T: Read>(
    arrays: &mut Arrays<'_, T>,
    sink: &mut Sink<'_, R>,
    (order, given): (Order, Option<Form>),
) -> Result<Grid<R>, ReadError> {
    each_row(arrays, sink, |arrays, sink, cells| {
        let at = arrays.scanner().position();
        match arrays.scanner().peek()? {
            Some(b'[') if !element::is_element(arrays.scanner(), sink)? => {
                cells.begin_poly(sink, at);
                let poly = arrays.vector(sink)?;
                cells.push(if order == Order::Desc { sink.ring().reversed(poly.view()) } else { poly });
                Ok(())
            }
            Some(b'"') if arrays.is_json() => quoted(arrays, sink, cells, given),
            Some(b) if !b.is_ascii_digit() && matches!(given, Some(Form::Human | Form::Pari | Form::Sage)) => {
                shown::cell(arrays.scanner(), sink, cells, Gaps::Free).map(drop)
            }
            _ => {
                arrays.integer(sink)?;
                cells.number(sink);
                Ok(())
            }
        }
    })
}

/// Reads a quoted entry: an integer, an expression or, if the ring has hexadecimal text and JSON was not requested, bits.
fn quoted<R: Convolve, T: Read>(
    arrays: &mut Arrays<'_, T>,
    sink: &mut Sink<'_, R>,
    cells: &mut Cells<R>,
    given: Option<Form>,
) -> Result<(), ReadError> {
    let scanner = arrays.scanner();
    let at = scanner.position();
    let is_hex = scanner.starts_with(b"\"0x")?;
    if is_hex && sink.ring().packed_bits() > 0 && given != Some(Form::Json) {
        cells.begin_poly(sink, at);
        scanner.bump();
        let poly = hex::read(scanner, sink, Digits::HighFirst)?;
        cells.push(poly);
        return scanner.expect(b'"');
    }
    if is_hex || scanner.starts_with(b"\"-0x")? || array::quotes_integer(scanner)? {
        arrays.integer(sink)?;
        cells.number(sink);
        return Ok(());
    }
    let before = sink.lend();
    let value = shown::quoted(scanner, sink);
    sink.give_back(before);
    cells.value(sink, at, value?)
}

/// Reads an array of rows in NTL's form.
fn ntl_rows<R: Convolve, T: Read>(arrays: &mut Arrays<'_, T>, sink: &mut Sink<'_, R>) -> Result<Grid<R>, ReadError> {
    each_row(arrays, sink, ntl::entry)
}

/// Reads an array of rows; `entry` reads their entries.
fn each_row<R: Convolve, T: Read>(
    arrays: &mut Arrays<'_, T>,
    sink: &mut Sink<'_, R>,
    mut entry: impl FnMut(&mut Arrays<'_, T>, &mut Sink<'_, R>, &mut Cells<R>) -> Result<(), ReadError>,
) -> Result<Grid<R>, ReadError> {
    let (mut count, mut cols, mut cells) = (0, 0, Cells::default());
    arrays.entries(|arrays| {
        let at = arrays.scanner().position();
        if arrays.scanner().peek()? != Some(b'[') {
            return Err(arrays.scanner().wrong("a row: an array of entries"));
        }
        let mut width = 0;
        arrays.entries(|arrays| {
            width += 1;
            entry(arrays, sink, &mut cells)
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
    Ok(cells.grid(sink, count, cols))
}

/// A matrix of numbers to write, in row-major order.
///
/// ```
/// # use polymod::{Ring, Zn, text::{MatrixStyle, Rows, write_matrix}};
/// let f = Zn::new(97)?;
/// let (v, mut out) = (f.collect(&[1, 2, 3, 4]), Vec::new());
/// write_matrix(&f, Rows { rows: 2, cols: 2, entries: v.view() }, MatrixStyle::Json, &mut out)?;
/// assert_eq!(out, b"[[1,2],[3,4]]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rows<'a, R> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// The rows·cols entries.
    pub entries: View<'a, R>,
}

/// The text of a matrix without rows, but with columns, which no array of rows can say.
pub(crate) fn without_rows(rows: usize, cols: usize) -> Option<String> {
    (rows == 0 && cols > 0).then(|| format!("matrix(0,{cols})"))
}

/// The style in which a matrix is written.
///
/// ```
/// # use polymod::{Ring, Zn, text::{MatrixStyle, Rows, write_matrix}};
/// let f = Zn::new(97)?;
/// let v = f.collect(&[1, 2, 3, 4]);
/// for (style, text) in [(MatrixStyle::Ntl, "[[1 2] [3 4]]"), (MatrixStyle::Strings, r#"[["1","2"],["3","4"]]"#)] {
///     let mut out = Vec::new();
///     write_matrix(&f, Rows { rows: 2, cols: 2, entries: v.view() }, style, &mut out)?;
///     assert_eq!(out, text.as_bytes());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixStyle {
    /// `[[1,2],[3,4]]`
    Json,
    /// `[["1","2"],["3","4"]]`, and `matrix(0,3)` for what has three columns and no rows.
    Strings,
    /// As `Strings`, with polynomials as `"0x1f"` if the ring has hexadecimal text.
    Hex,
    /// `[[1 2] [3 4]]`
    Ntl,
}

/// Emits the text of a matrix in pieces, without a line end.
pub(crate) fn emit_matrix<R: Ring, E>(
    ring: &R,
    Rows { rows, cols, entries }: Rows<'_, R>,
    style: MatrixStyle,
    emit: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let (quote, between) = match style {
        MatrixStyle::Json => ("", ","),
        MatrixStyle::Strings | MatrixStyle::Hex => ("\"", ","),
        MatrixStyle::Ntl => ("", " "),
    };
    let entry = |at: usize, text: &mut String| match style {
        MatrixStyle::Json => push_json(ring, entries, at, text),
        MatrixStyle::Strings | MatrixStyle::Hex => {
            if element::write_expression(ring, entries, at, HUMAN, text) == 0 {
                text.push('0');
            }
        }
        MatrixStyle::Ntl => element::write_element(ring, entries, at, between, text),
    };
    let mut out = Emitter::new(emit);
    if let (MatrixStyle::Strings, Some(text)) = (style, without_rows(rows, cols)) {
        out.text.push_str(&text);
        return out.finish();
    }
    out.text.push('[');
    for i in 0..rows {
        out.text.push_str(if i > 0 { between } else { "" });
        out.text.push('[');
        for j in 0..cols {
            out.text.push_str(if j > 0 { between } else { "" });
            out.text.push_str(quote);
            entry(i * cols + j, &mut out.text);
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
/// ```
/// # use polymod::{Ring, Zn, text::{MatrixStyle, Rows, write_matrix}};
/// let f = Zn::new(97)?;
/// let (v, mut out) = (f.collect(&[1, 2]), Vec::new());
/// write_matrix(&f, Rows { rows: 2, cols: 1, entries: v.view() }, MatrixStyle::Json, &mut out)?;
/// assert_eq!(out, b"[[1],[2]]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The writer's errors.
pub fn write_matrix<R: Ring>(ring: &R, rows: Rows<'_, R>, style: MatrixStyle, mut out: impl Write) -> io::Result<()> {
    emit_matrix(ring, rows, style, |text| out.write_all(text.as_bytes()))
}

/// A matrix of polynomials to write, in row-major order.
///
/// ```
/// # use polymod::{Ring, Zn, text::{MatrixStyle, Order, PolyRows, write_poly_matrix}};
/// let f = Zn::new(97)?;
/// let (v, mut out) = (f.collect(&[1, 2]), Vec::new());
/// let row = PolyRows { rows: 1, cols: 2, entries: vec![v.view(), v.view().low(1)] };
/// write_poly_matrix(&f, &row, MatrixStyle::Json, Order::Asc, &mut out)?;
/// assert_eq!(out, b"[[[1,2],[1]]]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PolyRows<'a, R> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// The rows·cols entries.
    pub entries: Vec<View<'a, R>>,
}

/// Writes a matrix of polynomials, without a line end: an array of rows of coefficient arrays or, in the style of strings, of
/// expressions.
///
/// ```
/// # use polymod::{Ring, Zn, text::{MatrixStyle, Order, PolyRows, write_poly_matrix}};
/// let f = Zn::new(97)?;
/// let (v, mut out) = (f.collect(&[1, 2]), Vec::new());
/// let matrix = PolyRows { rows: 1, cols: 1, entries: vec![v.view()] };
/// write_poly_matrix(&f, &matrix, MatrixStyle::Strings, Order::Asc, &mut out)?;
/// assert_eq!(out, br#"[["2*x + 1"]]"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The writer's errors.
pub fn write_poly_matrix<R: Ring>(
    ring: &R,
    matrix: &PolyRows<'_, R>,
    style: MatrixStyle,
    order: Order,
    mut out: impl Write,
) -> io::Result<()> {
    if let (MatrixStyle::Strings, Some(text)) = (style, without_rows(matrix.rows, matrix.cols)) {
        return out.write_all(text.as_bytes());
    }
    let between = if style == MatrixStyle::Ntl { " " } else { "," };
    out.write_all(b"[")?;
    for i in 0..matrix.rows {
        out.write_all(if i > 0 { between } else { "" }.as_bytes())?;
        out.write_all(b"[")?;
        for (j, &entry) in matrix.entries[i * matrix.cols..(i + 1) * matrix.cols].iter().enumerate() {
            out.write_all(if j > 0 { between } else { "" }.as_bytes())?;
            match style {
                MatrixStyle::Json => write_json(ring, entry, order, &mut out)?,
                MatrixStyle::Strings | MatrixStyle::Hex => {
                    out.write_all(b"\"")?;
                    match style {
                        MatrixStyle::Hex if ring.packed_bits() > 0 => write_hex(ring, entry, &mut out)?,
                        _ => write_human(ring, entry, &mut out)?,
                    }
                    out.write_all(b"\"")?;
                }
                MatrixStyle::Ntl => {
                    separated(ring, entry, order, ["[", " ", "]"], |text| out.write_all(text.as_bytes()))?;
                }
            }
        }
        out.write_all(b"]")?;
    }
    out.write_all(b"]")
}
