//! Matrices and vectors as other systems print them: PARI's `[1, 2; 3, 4]` and `[1, 2]~`, Sage's and FLINT's rows in brackets,
//! one per line, with blanks or commas between the entries, and `Mat(…)`, `matrix(…)` around them. Entries are expressions.

use super::{
    Form, Order, ReadError, ReadOptions, array,
    expression::{self, Gaps, Value},
    hex::{self, Digits},
    matrix::{Cells, Entries, Grid, rows},
    scanner::{Position, Scanner, syntax},
    sink::Sink,
    sparse::{Filling, Places},
};
use crate::ring::{Coeffs, Convolve};
use std::io::Read;

/// Reads a number, quoted or not, which may be an expression without a variable, and appends it.
pub(super) fn number<R: Convolve, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<(), ReadError> {
    let at = scanner.position();
    let before = sink.lend();
    let value = if scanner.peek()? == Some(b'"') {
        quoted(scanner, sink)?
    } else {
        expression::entry(scanner, sink, Gaps::Free)?
    };
    sink.give_back(before);
    if value.has_variable {
        return Err(syntax(at, "a number".to_owned(), "a polynomial".to_owned()));
    }
    append(sink, &value);
    Ok(())
}

/// Appends a number to the sink.
pub(super) fn append<R: Convolve>(sink: &mut Sink<'_, R>, value: &Value<R>) {
    let ring = sink.ring();
    let number = if value.coeffs.is_empty() { ring.zeros(1) } else { ring.owned(value.coeffs.slice(0..1)) };
    sink.append(number.view());
}

/// Reads an expression in quotes.
pub(super) fn quoted<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
) -> Result<Value<R>, ReadError> {
    scanner.expect(b'"')?;
    let value = expression::entry(scanner, sink, Gaps::Free)?;
    if scanner.peek()? != Some(b'"') {
        return Err(scanner.wrong("\"+\", \"-\" or \"\\\"\""));
    }
    scanner.bump();
    Ok(value)
}

/// Reads `[1, Mod(2,97), 2^64]`, or a single number; PARI's `~` may follow.
pub(super) fn numbers<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
) -> Result<Coeffs<R>, ReadError> {
    if scanner.peek()? != Some(b'[') {
        number(scanner, sink)?;
        return Ok(sink.take());
    }
    array::json(scanner).entries(|arrays| number(arrays.scanner(), sink))?;
    if scanner.peek()? == Some(b'~') {
        scanner.bump();
    }
    Ok(sink.take())
}

/// Reads an array of polynomials: arrays of coefficients, or expressions, quoted in JSON.
pub(super) fn polys<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    form: Form,
    options: &ReadOptions<'_>,
) -> Result<Vec<Coeffs<R>>, ReadError> {
    let hexadecimal = sink.ring().packed_bits() > 0 && options.form != Some(Form::Json);
    let mut polys = Vec::new();
    array::json(scanner).entries(|arrays| {
        let scanner = arrays.scanner();
        let next = scanner.peek()?;
        let poly = if next == Some(b'"') && hexadecimal && scanner.starts_with(b"\"0x")? {
            scanner.bump();
            let poly = hex::read(scanner, sink, Digits::HighFirst)?;
            scanner.expect(b'"')?;
            poly
        } else if next == Some(b'"') {
            quoted(scanner, sink)?.coeffs
        } else if next != Some(b'[') && (form != Form::Json || next.is_some_and(|b| b.is_ascii_alphabetic())) {
            expression::entry(scanner, sink, Gaps::Free)?.coeffs
        } else {
            let poly = arrays.vector(sink)?;
            let turned = options.order == Order::Desc;
            polys.push(if turned { sink.ring().reversed(poly.view()) } else { poly });
            return Ok(());
        };
        sink.check(arrays.scanner().position(), poly.len(), poly.width, 0)?;
        sink.hold((poly.bytes() + size_of::<Coeffs<R>>()) as u64);
        polys.push(poly);
        Ok(())
    })?;
    Ok(polys)
}

/// The shape of the rows read so far.
#[derive(Default)]
pub(super) struct Shape {
    pub(super) rows: usize,
    pub(super) cols: usize,
}

/// The shape and form of the rows read so far.
struct Shown {
    shape: Shape,
    form: Form,
}

/// Reads a matrix; `given` is the form requested by the caller, if any. Returns the form: numbers in rows, without a variable or a
/// system's own signs, are what JSON holds.
pub(super) fn grid<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    given: Option<Form>,
) -> Result<(Grid<R>, Form), ReadError> {
    let (grid, form) = grid_in_form(scanner, sink, given)?;
    let plain = matches!(grid.entries, Entries::Numbers(_)) && sink.components().is_none();
    let is_json = plain && given.is_none() && matches!(form, Form::Human | Form::Sage);
    Ok((grid, if is_json { Form::Json } else { form }))
}

fn grid_in_form<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    given: Option<Form>,
) -> Result<(Grid<R>, Form), ReadError> {
    if scanner.peek()? == Some(b'[') {
        return bracketed(scanner, sink, given);
    }
    let at = scanner.position();
    let mut name = String::new();
    scanner.name(&mut name)?;
    if !matches!(name.as_str(), "Mat" | "matrix" | "Matrix" | "mat") || scanner.peek()? != Some(b'(') {
        return Err(scanner.wrong_token(at, name.as_bytes(), "a matrix: an array of rows"));
    }
    scanner.bump();
    let (grid, form) = match scanner.skip_blanks()? {
        Some(b'[') if array::opens_twice(scanner)? => {
            (rows(&mut array::json(scanner), sink, (Order::Asc, given.or(Some(Form::Human))))?, Form::Human)
        }
        // inside these functions one row is a matrix too
        Some(b'[') => bracketed(scanner, sink, given.or(Some(Form::Human)))?,
        _ if name == "Mat" => (of_one(scanner, sink)?, Form::Pari),
        _ => (zeros(scanner, sink)?, Form::Pari),
    };
    scanner.skip_blanks()?;
    scanner.expect(b')')?;
    Ok((grid, form))
}

/// Reads the argument of `Mat(5)`.
fn of_one<R: Convolve, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<Grid<R>, ReadError> {
    let mut cells = Cells::default();
    cell(scanner, sink, &mut cells, Gaps::Free)?;
    Ok(cells.grid(sink, 1, 1))
}

/// Reads the sizes in `matrix(0, 3)`, a matrix of zeros.
fn zeros<R: Convolve, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<Grid<R>, ReadError> {
    let mut size = [0; 2];
    let at = scanner.position();
    for (i, n) in size.iter_mut().enumerate() {
        if i == 1 {
            scanner.skip_blanks()?;
            scanner.expect(b',')?;
            scanner.skip_blanks()?;
        }
        if scanner.decimal()? == 0 {
            return Err(scanner.wrong("rows in brackets, or numbers of rows and columns"));
        }
        *n = scanner.digits_as_word();
    }
    Ok(Filling::new(sink, at, size)?.finish())
}

/// Reads `[…]`, once or one per row.
fn bracketed<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    given: Option<Form>,
) -> Result<(Grid<R>, Form), ReadError> {
    let (mut cells, start) = (Cells::default(), scanner.position());
    let mut shown = Shown { shape: Shape::default(), form: given.unwrap_or(Form::Human) };
    let mut semicolons = false;
    while scanner.peek()? == Some(b'[') && !semicolons {
        scanner.bump();
        semicolons = row(scanner, sink, &mut cells, (&mut shown, given))?;
        if scanner.peek()? == Some(b'~') {
            scanner.bump();
            let grid = cells.grid(sink, shown.shape.rows, shown.shape.cols);
            return Ok((grid.transposed(sink.ring()), Form::Pari));
        }
        // what follows the last row is not part of the matrix
        scanner.skip_blanks()?;
    }
    let Shape { rows, cols } = shown.shape;
    let one = rows == 1 && !semicolons;
    if one && !matches!(given, Some(Form::Pari | Form::Sage | Form::Human)) {
        let at = Position { column: start.column + 1, ..start };
        let expected = "a row: an array of entries (a matrix of one row is [[1,2]], or --input-format sage)".to_owned();
        return Err(syntax(at, expected, format!("one row of {cols}, which could be a vector")));
    }
    Ok((cells.grid(sink, rows, cols), shown.form))
}

/// Reads rows up to a closing bracket; returns whether there were several, separated by `;` as in PARI.
fn row<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    cells: &mut Cells<R>,
    (shown, given): (&mut Shown, Option<Form>),
) -> Result<bool, ReadError> {
    /// The separator of entries, as soon as it is known.
    enum By {
        Unknown,
        Commas,
        Blanks,
    }
    let (mut by, mut width, mut semicolons, mut at) = (By::Unknown, 0, false, scanner.position());
    let mut next = scanner.skip_blanks()?;
    while !(next == Some(b']') && width == 0 && !semicolons) {
        if next == Some(b';') && width == 0 && !semicolons {
            // PARI's empty matrix
            scanner.bump();
            scanner.skip_blanks()?;
            scanner.expect(b']')?;
            shown.form = Form::Pari;
            return Ok(true);
        }
        let gaps = match (given, &by) {
            (Some(Form::Pari), _) | (_, By::Commas) => Gaps::Free,
            (Some(Form::Sage), _) => Gaps::Entries,
            _ => Gaps::Unclear,
        };
        let (start, sign) = (scanner.position(), next.filter(|&b| b == b'+' || b == b'-'));
        let has_variable = cell(scanner, sink, cells, gaps)?;
        if let (true, Gaps::Unclear, true, Some(sign)) = (has_variable, gaps, width > 0, sign) {
            return Err(syntax(start, expression::unclear(sign), format!("\"{}\" behind a blank", sign as char)));
        }
        width += 1;
        next = scanner.skip_blanks()?;
        match (next, &by) {
            (Some(b']'), _) => break,
            (Some(b';'), _) => {
                shown.shape.end_of_row(width, at)?;
                (semicolons, shown.form, width) = (true, Form::Pari, 0);
                scanner.bump();
                next = scanner.skip_blanks()?;
                at = scanner.position();
            }
            (Some(b','), By::Unknown | By::Commas) => {
                by = By::Commas;
                scanner.bump();
                next = scanner.skip_blanks()?;
            }
            (Some(other), By::Unknown | By::Blanks) if other != b',' && given != Some(Form::Pari) => {
                (by, shown.form) = (By::Blanks, Form::Sage);
            }
            _ => return Err(scanner.wrong("\",\", \";\" or \"]\"")),
        }
    }
    scanner.bump();
    shown.shape.end_of_row(width, at)?;
    Ok(semicolons)
}

impl Shape {
    /// Counts a row of this width, which begins at position `at`.
    pub(super) fn end_of_row(&mut self, width: usize, at: Position) -> Result<(), ReadError> {
        let cols = if self.rows == 0 { width } else { self.cols };
        (self.rows, self.cols) = (self.rows + 1, cols);
        if width == cols {
            return Ok(());
        }
        let (expected, found) = (format!("a row of {cols} entries, as the first has"), format!("one of {width}"));
        Err(syntax(at, expected, found))
    }
}

/// Reads an entry; returns whether it has a variable.
pub(super) fn cell<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    cells: &mut Cells<R>,
    gaps: Gaps,
) -> Result<bool, ReadError> {
    let at = scanner.position();
    let before = sink.lend();
    let value = expression::entry(scanner, sink, gaps);
    sink.give_back(before);
    let value = value?;
    let has_variable = value.has_variable;
    cells.value(sink, at, value)?;
    Ok(has_variable)
}
