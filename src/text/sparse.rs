//! Sparse matrices in the formats Matrix Market and SMS, read as dense matrices or as their entries with rows and columns.
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

/// The entries of a sparse matrix with their rows and columns, in the order of the text.
///
/// ```
/// # use polymod::{Zn, text::{Form, Listed, ReadOptions, read_sparse_matrix}};
/// let f = Zn::new(97)?;
/// let options = ReadOptions { form: Some(Form::Sms), ..ReadOptions::default() };
/// let (a, _) = read_sparse_matrix(&f, &b"2 3 M\n1 3 5\n2 1 -1\n0 0 0\n"[..], &options)?;
/// let Listed::Triples(a) = a else { panic!("SMS lists entries") };
/// assert_eq!((a.rows, a.cols, &a.places[..]), (2, 3, &[[0, 2], [1, 0]][..]));
/// assert_eq!(f.words(a.entries.view()), [5, 96]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Triples<R: Ring> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns; 0 if there are no rows.
    pub cols: usize,
    /// Row and column of each entry, counted from 0; a place may be there more than once, and its entry is then a sum.
    pub places: Vec<[usize; 2]>,
    /// The entries in the order of their places.
    pub entries: Coeffs<R>,
}

/// A matrix being read.
pub(super) trait Places<R: Ring>: Sized {
    /// A zero matrix, if its size is within the memory limit.
    fn new(sink: &Sink<'_, R>, at: Position, size: [u64; 2]) -> Result<Self, ReadError>;
    /// Numbers of rows and columns.
    fn shape(&self) -> [usize; 2];
    /// Adds to the entry in row i and column j, counted from 1, so that repeated entries are summed.
    fn add(&mut self, sink: &Sink<'_, R>, at: Position, place: [u64; 2], x: &R::Elem) -> Result<(), ReadError>;

    /// Reads a row and a column, counted from 1.
    fn place<T: Read>(&self, scanner: &mut Scanner<T>) -> Result<[u64; 2], ReadError> {
        let mut place = [0; 2];
        for (index, (most, what)) in place.iter_mut().zip(self.shape().into_iter().zip(["row", "column"])) {
            *index = natural(scanner, &format!("a {what} from 1 to {most}"), 1, most as u64)?;
        }
        Ok(place)
    }
}

/// A list of entries being filled.
pub(super) struct Listing<R: Ring> {
    shape: [usize; 2],
    places: Vec<[usize; 2]>,
    entries: Vec<R::Elem>,
    width: usize,
}

impl<R: Ring> Places<R> for Listing<R> {
    fn new(sink: &Sink<'_, R>, at: Position, size: [u64; 2]) -> Result<Self, ReadError> {
        // the rows' starts
        let most = size[0].max(size[1]);
        sink.check(at, usize::try_from(most).unwrap_or(usize::MAX), 1, 0)?;
        Ok(Listing { shape: size.map(|n| n as usize), places: Vec::new(), entries: Vec::new(), width: 1 })
    }

    fn shape(&self) -> [usize; 2] {
        self.shape
    }

    fn add(&mut self, sink: &Sink<'_, R>, at: Position, [i, j]: [u64; 2], x: &R::Elem) -> Result<(), ReadError> {
        /// Words beside an entry's own: its row and column.
        const BESIDE: usize = 2;
        self.width = self.width.max(sink.view().width);
        self.places.push([i as usize - 1, j as usize - 1]);
        self.entries.push(x.clone());
        sink.check(at, self.entries.len(), self.width + BESIDE, 0)
    }
}

impl<R: Ring> Listing<R> {
    pub(super) fn finish(self, ring: &R) -> Triples<R> {
        // a matrix without rows has no columns in any other format
        let [rows, cols] = self.shape;
        Triples {
            rows,
            cols: if rows == 0 { 0 } else { cols },
            places: self.places,
            entries: ring.collect(&self.entries),
        }
    }
}

/// A dense matrix being filled.
pub(super) struct Filling<R: Ring> {
    rows: usize,
    cols: usize,
    entries: Coeffs<R>,
}

impl<R: Ring> Places<R> for Filling<R> {
    fn new(sink: &Sink<'_, R>, at: Position, [rows, cols]: [u64; 2]) -> Result<Self, ReadError> {
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

    fn shape(&self) -> [usize; 2] {
        [self.rows, self.cols]
    }

    fn add(&mut self, sink: &Sink<'_, R>, _: Position, [i, j]: [u64; 2], x: &R::Elem) -> Result<(), ReadError> {
        let (ring, at) = (sink.ring(), (i as usize - 1) * self.cols + j as usize - 1);
        let sum = ring.add(&ring.get(self.entries.view(), at), x);
        ring.set(&mut self.entries, at, &sum);
        Ok(())
    }
}

impl<R: Ring> Filling<R> {
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
pub(super) fn market<R: Ring, T: Read, C: Places<R>>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
) -> Result<C, ReadError> {
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
    let (mut cells, ring) = (C::new(sink, at, size)?, sink.ring());
    let put = |cells: &mut C, sink: &Sink<'_, R>, at: Position, [i, j]: [u64; 2], x: &R::Elem| {
        cells.add(sink, at, [i, j], x)?;
        match sign {
            Some(skew) if i != j => cells.add(sink, at, [j, i], &if skew { ring.neg(x) } else { x.clone() }),
            _ => Ok(()),
        }
    };
    let [rows, cols] = cells.shape();
    if coordinate {
        for _ in 0..natural(scanner, "the number of entries", 0, u64::MAX)? {
            let (place, at) = (cells.place(scanner)?, scanner.position());
            let x = if pattern { ring.one() } else { element(scanner, sink)? };
            put(&mut cells, sink, at, place, &x)?;
        }
    } else {
        for j in 1..=cols as u64 {
            let first = match sign {
                None => 1,
                Some(skew) => j + u64::from(skew),
            };
            for i in first..=rows as u64 {
                let (at, x) = (scanner.position(), element(scanner, sink)?);
                put(&mut cells, sink, at, [i, j], &x)?;
            }
        }
    }
    Ok(cells)
}

/// Reads `rows cols M`, one `i j value` per line, and `0 0 0`.
pub(super) fn sms<R: Ring, T: Read, C: Places<R>>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
) -> Result<C, ReadError> {
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
    let mut cells = C::new(sink, at, size)?;
    loop {
        scanner.skip_blanks()?;
        let ends = scanner.position();
        if scanner.peek()? == Some(b'0') {
            for _ in 0..3 {
                natural(scanner, "0 0 0 at the end", 0, 0)?;
            }
            return Ok(cells);
        }
        if scanner.peek()?.is_none() {
            return Err(syntax(ends, "0 0 0 at the end".to_owned(), "end of file".to_owned()));
        }
        let place = cells.place(scanner)?;
        let x = element(scanner, sink)?;
        cells.add(sink, ends, place, &x)?;
    }
}
