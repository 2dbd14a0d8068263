//! FLINT's text format: `fmpz_poly` prints a length, two blanks and the coefficients, `nmod_poly` a length, one blank, the
//! modulus, two blanks and the coefficients; the zero polynomial is its length, and its modulus. Vectors have the same form.
//! `fmpz_mat` prints the numbers of rows and columns, two blanks and the entries; `nmod_mat` and matrices of polynomials a head
//! in `<…>` and rows in brackets.

use super::{
    ReadError, characteristic,
    expression::Gaps,
    human::{self, HUMAN, Spelling},
    matrix::{Cells, Grid, PolyRows, Rows},
    scanner::{Position, Scanner, Signs, quoted, syntax},
    shown,
    sink::Sink,
    sparse::{dense_size, natural},
    write::Emitter,
};
use crate::ring::{Coeffs, Convolve, Ring, View};
use std::{fmt::Write, io::Read};

/// Reads one polynomial, or a vector. The number of blanks after the length says whether a modulus follows.
pub(crate) fn read<R: Ring, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<Coeffs<R>, ReadError> {
    counted(scanner, sink)?;
    Ok(sink.take())
}

/// Reads one polynomial, or a vector, into the sink.
fn counted<R: Ring, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<(), ReadError> {
    let at = scanner.position();
    if scanner.decimal()? == 0 {
        return Err(scanner.wrong("a length"));
    }
    let len = scanner.digits_as_word();
    sink.check(at, usize::try_from(len).unwrap_or(usize::MAX), 1, 0)?;
    let end = scanner.position();
    let after = scanner.skip_blanks()?;
    let next = Position { column: end.column + 1, ..end };
    if after.is_some() && scanner.position() == next {
        let modulus = scanner.integer(Signs::Minus)?;
        sink.check_modulus(modulus.at, scanner.digits())?;
    }
    for read in 0..len {
        if scanner.skip_blanks()?.is_none() {
            return Err(scanner.wrong(format!("{len} coefficients, {read} came")));
        }
        scanner.number(Signs::Minus, sink)?;
    }
    Ok(())
}

/// Reads a matrix.
pub(super) fn grid<R: Convolve, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
) -> Result<Grid<R>, ReadError> {
    if scanner.peek()? == Some(b'<') {
        return headed(scanner, sink);
    }
    let at = scanner.position();
    let size =
        [natural(scanner, "the number of rows", 0, u64::MAX)?, natural(scanner, "the number of columns", 0, u64::MAX)?];
    let [rows, cols] = dense_size(sink, at, size)?;
    let len = rows * cols;
    for read in 0..len {
        if scanner.skip_blanks()?.is_none() {
            return Err(scanner.wrong(format!("{len} entries, {read} came")));
        }
        scanner.number(Signs::Minus, sink)?;
    }
    Ok(Cells::default().grid(sink, rows, cols))
}

/// Reads a matrix with the head `<2 x 3 integer matrix mod 97>`, `<1 x 2 matrix over Z[x]>` or `<1 x 2 matrix over Z/nZ[x]>`.
fn headed<R: Convolve, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<Grid<R>, ReadError> {
    let at = scanner.position();
    let head = scanner.rest_of_line()?;
    let wrong = || {
        let expected = "a head such as <2 x 3 integer matrix mod 97> or <1 x 2 matrix over Z[x]>".to_owned();
        syntax(at, expected, quoted(&head))
    };
    let words: Vec<&str> = head.trim().trim_start_matches('<').trim_end_matches('>').split_whitespace().collect();
    let (size, of_modulus) = match words[..] {
        [rows, "x", cols, "integer", "matrix", "mod", modulus] => {
            sink.check_modulus(at, modulus.as_bytes())?;
            ([rows, cols], false)
        }
        [rows, "x", cols, "matrix", "over", over @ ("Z[x]" | "Q[x]" | "Z/nZ[x]")] => ([rows, cols], over == "Z/nZ[x]"),
        _ => return Err(wrong()),
    };
    let [Ok(rows), Ok(cols)] = size.map(str::parse::<u64>) else { return Err(wrong()) };
    let [rows, cols] = dense_size(sink, at, [rows, cols])?;
    let mut cells = Cells::default();
    for _ in 0..rows {
        scanner.skip_blanks()?;
        scanner.expect(b'[')?;
        for j in 0..cols {
            if scanner.skip_blanks()? == Some(b',') && j > 0 {
                scanner.bump();
                scanner.skip_blanks()?;
            }
            let at = scanner.position();
            if of_modulus {
                cells.begin_poly(sink, at);
                counted(scanner, sink)?;
                cells.push(sink.take());
            } else {
                shown::cell(scanner, sink, &mut cells, Gaps::Entries)?;
            }
        }
        scanner.skip_blanks()?;
        scanner.expect(b']')?;
    }
    Ok(cells.grid(sink, rows, cols))
}

/// Emits `3  1 0 3`, over Z/n `3 97  1 0 3`.
pub(super) fn write<R: Ring, E, F: FnMut(&str) -> Result<(), E>>(
    ring: &R,
    v: View<'_, R>,
    out: &mut Emitter<F>,
) -> Result<(), E> {
    // writing to a String cannot fail
    _ = write!(out.text, "{}", v.len());
    if let Some(modulus) = characteristic(ring) {
        _ = write!(out.text, " {modulus}");
    }
    for i in 0..v.len() {
        out.text.push_str(if i == 0 { "  " } else { " " });
        ring.write_decimal(v, i, &mut out.text);
        out.pass_on()?;
    }
    Ok(())
}

/// Emits `2 2  1 2 3 4`.
pub(super) fn write_matrix<R: Ring, E, F: FnMut(&str) -> Result<(), E>>(
    ring: &R,
    Rows { rows, cols, entries }: Rows<'_, R>,
    out: &mut Emitter<F>,
) -> Result<(), E> {
    _ = write!(out.text, "{rows} {cols} ");
    for i in 0..rows * cols {
        out.text.push(' ');
        ring.write_decimal(entries, i, &mut out.text);
        out.pass_on()?;
    }
    Ok(())
}

/// Emits a head and the rows, one per line.
pub(super) fn write_poly_matrix<R: Ring, E, F: FnMut(&str) -> Result<(), E>>(
    ring: &R,
    matrix: &PolyRows<'_, R>,
    out: &mut Emitter<F>,
) -> Result<(), E> {
    const TIGHT: Spelling<'_> = Spelling { gap: "", ..HUMAN };
    let over_z = characteristic(ring).is_none();
    let fractions = matrix.entries.first().is_some_and(|&v| ring.denominator(v).is_some());
    let over = match (over_z, fractions) {
        (true, false) => "Z[x]",
        (true, true) => "Q[x]",
        (false, _) => "Z/nZ[x]",
    };
    _ = write!(out.text, "<{} x {} matrix over {over}>", matrix.rows, matrix.cols);
    for i in 0..matrix.rows {
        out.text.push_str("\n[");
        for (j, &entry) in matrix.entries[i * matrix.cols..(i + 1) * matrix.cols].iter().enumerate() {
            out.text.push_str(if j > 0 { ", " } else { "" });
            match over_z {
                true => human::emit(ring, entry, TIGHT, out)?,
                false => write(ring, entry, out)?,
            }
        }
        out.text.push(']');
    }
    Ok(())
}
