//! Matrices as tables of numbers: a row on each of several lines, entries between blanks, or
//! between commas as in CSV.

use super::{
    Form, ReadError,
    matrix::{Cells, Grid},
    scanner::{Position, Scanner, Signs, syntax},
    shown::Shape,
    sink::Sink,
};
use crate::ring::Ring;
use std::io::Read;

/// What separates the entries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Commas,
    Blanks,
}

/// Reads a matrix to the end of the input; returns the form of results too.
pub(super) fn grid<R: Ring, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
) -> Result<(Grid<R>, Form), ReadError> {
    let (start, mut shape, mut by, mut head) = (scanner.position(), Shape::default(), None, Vec::new());
    while scanner.skip_blanks()?.is_some() {
        let at = scanner.position();
        let is_first = shape.rows == 0;
        let width = row(scanner, sink, &mut by, |number| head.extend(is_first.then_some(number)))?;
        shape.end_of_row(width, at)?;
    }
    let Shape { rows, cols, .. } = shape;
    if rows == 1 {
        let expected = "a matrix: an array of rows (FLINT's own text is read by --input-format flint), or several lines of numbers";
        return Err(syntax(start, expected.to_owned(), format!("one line of numbers, {cols} in all")));
    }
    refuse_size(start, [rows, cols], &head)?;
    let form = if by == Some(By::Commas) { Form::Json } else { Form::List };
    Ok((Cells::default().grid(sink, rows, cols), form))
}

/// Reads the numbers of a line; returns how many there are. The function gets the leading ones as words.
fn row<R: Ring, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    by: &mut Option<By>,
    mut leading: impl FnMut(u64),
) -> Result<usize, ReadError> {
    let (line, mut width) = (scanner.position().line, 0);
    loop {
        let is_hexadecimal = scanner.number(Signs::Both, sink)?;
        if width < 2 && !is_hexadecimal {
            leading(scanner.digits_as_word());
        }
        width += 1;
        let next = scanner.skip_blanks()?;
        if next.is_none() || scanner.position().line != line {
            return Ok(width);
        }
        let found = if next == Some(b',') { By::Commas } else { By::Blanks };
        if *by.get_or_insert(found) != found {
            return Err(scanner.wrong(match found {
                By::Commas => "blanks between entries, as before",
                By::Blanks => "\",\" between entries, as before",
            }));
        }
        if found == By::Commas {
            scanner.bump();
            scanner.skip_blanks()?;
            if scanner.position().line != line {
                return Err(scanner.wrong("an integer on the line of the comma"));
            }
        }
    }
}

/// Refuses a first row that could be the size of the matrix of several rows below it.
fn refuse_size(at: Position, [rows, cols]: [usize; 2], head: &[u64]) -> Result<(), ReadError> {
    if cols != 2 || rows < 3 || head.get(..2) != Some(&[rows as u64 - 1, 2]) {
        return Ok(());
    }
    let expected = "rows in brackets, for a first line that could be a row or the size of the matrix".to_owned();
    Err(syntax(at, expected, format!("{} lines of 2 numbers under \"{} 2\"", rows - 1, rows - 1)))
}
