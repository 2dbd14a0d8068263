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
use std::{collections::HashSet, io::Read};

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
    /// Number of columns.
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
    /// Notes that the text stores this place beside the diagonal; returns whether it stores the mirrored place too.
    fn mirrors(&mut self, sink: &Sink<'_, R>, at: Position, place: [u64; 2]) -> Result<bool, ReadError>;

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
    /// Whether the first place noted is below the diagonal.
    below: Option<bool>,
    /// The places noted, as soon as they lie on both sides of the diagonal.
    noted: HashSet<[usize; 2]>,
}

impl<R: Ring> Places<R> for Listing<R> {
    fn new(sink: &Sink<'_, R>, at: Position, size: [u64; 2]) -> Result<Self, ReadError> {
        // the rows' starts
        let most = size[0].max(size[1]);
        sink.check(at, usize::try_from(most).unwrap_or(usize::MAX), 1, 0)?;
        let (places, entries, noted) = (Vec::new(), Vec::new(), HashSet::new());
        Ok(Listing { shape: size.map(|n| n as usize), places, entries, width: 1, below: None, noted })
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

    fn mirrors(&mut self, sink: &Sink<'_, R>, at: Position, [i, j]: [u64; 2]) -> Result<bool, ReadError> {
        /// Words of a place in the set, with the part of its table that is empty.
        const NOTED: usize = 5;
        let place = [i as usize - 1, j as usize - 1];
        let before = *self.below.get_or_insert(i > j);
        if self.noted.is_empty() {
            if before == (i > j) {
                return Ok(false);
            }
            // those that were added as mirrors lie on this side
            self.noted = self.places.iter().copied().filter(|&[i, j]| i != j && before == (i > j)).collect();
        }
        self.noted.insert(place);
        sink.check(at, self.noted.len(), NOTED + self.width, 0)?;
        Ok(self.noted.contains(&[place[1], place[0]]))
    }
}

impl<R: Ring> Listing<R> {
    pub(super) fn finish(self, ring: &R) -> Triples<R> {
        let [rows, cols] = self.shape;
        Triples { rows, cols, places: self.places, entries: ring.collect(&self.entries) }
    }
}

/// A dense matrix being filled.
pub(super) struct Filling<R: Ring> {
    rows: usize,
    cols: usize,
    entries: Coeffs<R>,
    /// A bit for each place that was noted.
    noted: Vec<u64>,
}

/// The numbers of rows and columns, if the memory limit allows a matrix of this size.
pub(super) fn dense_size<R: Ring>(
    sink: &Sink<'_, R>,
    at: Position,
    [rows, cols]: [u64; 2],
) -> Result<[usize; 2], ReadError> {
    let size = |n: u64| usize::try_from(n).ok();
    // rows without entries count too, since a loop over them takes time
    let count = |r: usize, c: usize| r.max(1).checked_mul(c.max(1));
    let len = size(rows).zip(size(cols)).and_then(|(r, c)| count(r, c)).unwrap_or(usize::MAX);
    let width = sink.view().width;
    sink.check(at, len, if rows == 0 || cols == 0 { width.max(1) } else { width }, 0)?;
    // both fit in usize, otherwise the check above has failed
    Ok([rows, cols].map(|n| size(n).unwrap_or(0)))
}

impl<R: Ring> Places<R> for Filling<R> {
    fn new(sink: &Sink<'_, R>, at: Position, size: [u64; 2]) -> Result<Self, ReadError> {
        let [rows, cols] = dense_size(sink, at, size)?;
        Ok(Filling { rows, cols, entries: sink.ring().zeros(rows * cols), noted: Vec::new() })
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

    fn mirrors(&mut self, sink: &Sink<'_, R>, at: Position, [i, j]: [u64; 2]) -> Result<bool, ReadError> {
        if self.noted.is_empty() {
            let words = self.entries.len().div_ceil(64);
            // beside the matrix, which is not counted by the destination
            sink.check(at, self.entries.bytes() / 8 + words, 1, 0)?;
            self.noted = vec![0; words];
        }
        let place = |i: u64, j: u64| (i as usize - 1) * self.cols + j as usize - 1;
        let (here, there) = (place(i, j), place(j, i));
        self.noted[here / 64] |= 1 << (here % 64);
        Ok(self.noted[there / 64] >> (there % 64) & 1 == 1)
    }
}

impl<R: Ring> Filling<R> {
    pub(super) fn finish(self) -> Grid<R> {
        Grid::numbers(self.rows, self.cols, self.entries)
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
    scanner.number(Signs::Both, sink)?;
    Ok(sink.ring().get(sink.view(), 0))
}

/// What the head of a file in Matrix Market's format says.
struct Market {
    coordinate: bool,
    pattern: bool,
    symmetry: Symmetry,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Symmetry {
    General,
    Symmetric,
    Skew,
}

/// Reads `%%MatrixMarket matrix coordinate|array integer|pattern general|symmetric|skew-symmetric` and comments.
fn market_head<T: Read>(scanner: &mut Scanner<T>) -> Result<Market, ReadError> {
    const NAME: &[u8] = b"%%MatrixMarket";
    let head = scanner.position();
    let (window, _) = scanner.window(NAME.len())?;
    if !window.get(..NAME.len()).is_some_and(|start| start.eq_ignore_ascii_case(NAME)) {
        return Err(scanner.wrong("a head %%MatrixMarket"));
    }
    let line = scanner.rest_of_line()?.to_ascii_lowercase();
    let words: Vec<&str> = line.split_ascii_whitespace().skip(1).collect();
    let (coordinate, pattern, name) = match words[..] {
        ["matrix", layout @ ("coordinate" | "array"), field @ ("integer" | "pattern"), symmetry] => {
            (layout == "coordinate", field == "pattern", symmetry)
        }
        _ => {
            let expected = "matrix coordinate|array integer|pattern general|symmetric|skew-symmetric in the head";
            return Err(syntax(head, expected.to_owned(), quoted(&line)));
        }
    };
    let symmetry = match name {
        "general" => Symmetry::General,
        "symmetric" => Symmetry::Symmetric,
        "skew-symmetric" => Symmetry::Skew,
        _ => {
            let expected = "general, symmetric or skew-symmetric in the head".to_owned();
            return Err(syntax(head, expected, quoted(name)));
        }
    };
    while scanner.skip_blanks()? == Some(b'%') {
        scanner.rest_of_line()?;
    }
    Ok(Market { coordinate, pattern, symmetry })
}

/// Reads a head, comments, sizes, and entries: for an array column by column, for a symmetric one the lower triangle. In a list
/// of entries a place may be repeated, and its entry is the sum; a symmetric matrix has one of two mirrored places, on either
/// side of the diagonal, and a skew-symmetric one none on it.
pub(super) fn market<R: Ring, T: Read, C: Places<R>>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
) -> Result<C, ReadError> {
    let Market { coordinate, pattern, symmetry } = market_head(scanner)?;
    let at = scanner.position();
    let size =
        [natural(scanner, "the number of rows", 0, u64::MAX)?, natural(scanner, "the number of columns", 0, u64::MAX)?];
    if symmetry != Symmetry::General && size[0] != size[1] {
        return Err(syntax(
            at,
            "as many columns as rows of a symmetric matrix".to_owned(),
            format!("{} by {}", size[0], size[1]),
        ));
    }
    let (mut cells, ring) = (C::new(sink, at, size)?, sink.ring());
    let put = |cells: &mut C, sink: &Sink<'_, R>, at: Position, [i, j]: [u64; 2], x: &R::Elem| {
        cells.add(sink, at, [i, j], x)?;
        match symmetry {
            Symmetry::Symmetric if i != j => cells.add(sink, at, [j, i], x),
            Symmetry::Skew => cells.add(sink, at, [j, i], &ring.neg(x)),
            _ => Ok(()),
        }
    };
    let [rows, cols] = cells.shape();
    if coordinate {
        for _ in 0..natural(scanner, "the number of entries", 0, u64::MAX)? {
            scanner.skip_blanks()?;
            let start = scanner.position();
            let (place, at) = (cells.place(scanner)?, scanner.position());
            check_half(&mut cells, sink, start, place, symmetry)?;
            let x = if pattern { ring.one() } else { element(scanner, sink)? };
            put(&mut cells, sink, at, place, &x)?;
        }
    } else {
        for j in 1..=cols as u64 {
            let first = match symmetry {
                Symmetry::General => 1,
                Symmetry::Symmetric => j,
                Symmetry::Skew => j + 1,
            };
            for i in first..=rows as u64 {
                let (at, x) = (scanner.position(), element(scanner, sink)?);
                put(&mut cells, sink, at, [i, j], &x)?;
            }
        }
    }
    Ok(cells)
}

/// Refuses an entry that a symmetric matrix has already, as its mirror, and one on the diagonal of a skew-symmetric matrix.
fn check_half<R: Ring, C: Places<R>>(
    cells: &mut C,
    sink: &Sink<'_, R>,
    at: Position,
    [i, j]: [u64; 2],
    symmetry: Symmetry,
) -> Result<(), ReadError> {
    let found = match symmetry {
        Symmetry::Skew if i == j => format!("entry {i} {j} on the diagonal of a skew-symmetric matrix"),
        Symmetry::Symmetric | Symmetry::Skew if i != j && cells.mirrors(sink, at, [i, j])? => {
            format!("entry {i} {j} of a symmetric matrix beside its mirror, entry {j} {i}")
        }
        _ => return Ok(()),
    };
    let expected = match symmetry {
        Symmetry::Skew => "entries below the diagonal",
        _ => "entries on and below the diagonal",
    };
    Err(syntax(at, format!("{expected} (or \"general\" in the head)"), found))
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
