//! Sparse matrices in the formats Matrix Market and SMS, read as dense matrices.
//!
//! Sources: Boisvert, Pozo, Remington 1996, "The Matrix Market exchange formats" (NISTIR 5935); SMS is the format of the SIMC
//! collection of sparse integer matrices: a head `rows cols M`, one triple per line, and `0 0 0` at the end.

use super::{
    ReadError,
    matrix::Grid,
    scanner::{Position, Scanner, Signs, quoted, syntax},
    sink::Sink,
};
use crate::ring::{Coeffs, Ring};
use std::io::Read;

/// A dense matrix being filled.
pub(super) struct Filling<R: Ring> {
    rows: usize,
    cols: usize,
    entries: Coeffs<R>,
}

impl<R: Ring> Filling<R> {
    /// A zero matrix, if its size is within the memory limit.
    pub(super) fn new(sink: &Sink<'_, R>, at: Position, [rows, cols]: [u64; 2]) -> Result<Self, ReadError> {
        let size = |n: u64| usize::try_from(n).ok();
        // rows without entries count too, since a loop over them takes time
        let count = |r: usize, c: usize| r.max(1).checked_mul(c.max(1));
        let len = size(rows).zip(size(cols)).and_then(|(r, c)| count(r, c)).unwrap_or(usize::MAX);
        let width = sink.view().width;
        sink.check(at, len, if rows == 0 || cols == 0 { width.max(1) } else { width }, 0)?;
        // both fit in usize, otherwise the check above has failed
        let (rows, cols) = (size(rows).unwrap_or(0), size(cols).unwrap_or(0));
        Ok(Filling { rows, cols, entries: sink.ring().zeros(rows * cols) })
    }

    /// Adds to the entry in row i and column j, counted from 1, so that repeated entries are summed.
    fn add(&mut self, ring: &R, [i, j]: [u64; 2], x: &R::Elem) {
        let at = (i as usize - 1) * self.cols + j as usize - 1;
        let sum = ring.add(&ring.get(self.entries.view(), at), x);
        ring.set(&mut self.entries, at, &sum);
    }

    /// Reads a row and a column, counted from 1.
    fn place<T: Read>(&self, scanner: &mut Scanner<T>) -> Result<[u64; 2], ReadError> {
        let mut place = [0; 2];
        for (index, (most, what)) in place.iter_mut().zip([(self.rows, "row"), (self.cols, "column")]) {
            *index = natural(scanner, &format!("a {what} from 1 to {most}"), 1, most as u64)?;
        }
        Ok(place)
    }

    pub(super) fn finish(self) -> Grid<R> {
        // a matrix without rows has no columns in any other format
        let cols = if self.rows == 0 { 0 } else { self.cols };
        Grid::numbers(self.rows, cols, self.entries)
    }
}

/// Reads the next token as an integer in a range.
pub(super) fn natural<T: Read>(
    scanner: &mut Scanner<T>,
    expected: &str,
    least: u64,
    most: u64,
) -> Result<u64, ReadError> {
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
    Err(syntax(at, expected.to_owned(), quoted(&found)))
}

/// Reads the next token as an element.
pub(super) fn element<R: Ring, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
) -> Result<R::Elem, ReadError> {
    scanner.skip_blanks()?;
    sink.clear();
    let integer = scanner.integer(Signs::Both)?;
    scanner.push(&integer, sink)?;
    Ok(sink.ring().get(sink.view(), 0))
}

/// Reads `%%MatrixMarket matrix coordinate|array integer|pattern general|symmetric|skew-symmetric`, comments, sizes, and entries:
/// for an array column by column, for a symmetric one the lower triangle.
pub(super) fn market<R: Ring, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<Grid<R>, ReadError> {
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
            return Err(syntax(head, expected.to_owned(), quoted(&line)));
        }
    };
    let sign = match symmetry {
        "general" => None,
        "symmetric" => Some(false),
        "skew-symmetric" => Some(true),
        _ => {
            let expected = "general, symmetric or skew-symmetric in the head".to_owned();
            return Err(syntax(head, expected, quoted(symmetry)));
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

/// Reads `rows cols M`, one `i j value` per line, and `0 0 0`.
pub(super) fn sms<R: Ring, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<Grid<R>, ReadError> {
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
        return Err(syntax(here, "a letter for the kind of entries, such as M".to_owned(), quoted(&kind)));
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
