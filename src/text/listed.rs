//! Operands that may be sparse matrices, read as the entries that their text lists.

use super::{
    Form, ReadError, ReadOptions,
    matrix::{Grid, Table, grid, table},
    scanner::Scanner,
    sink::Sink,
    sparse::{self, Listing, Triples},
    start,
};
use crate::ring::{Convolve, Ring};
use std::io::Read;

/// The content of an operand that may be a sparse matrix.
///
/// ```
/// # use polymod::{Zn, text::{Listed, ReadOptions, Table, read_sparse_table}};
/// let f = Zn::new(97)?;
/// let read = |text: &[u8]| read_sparse_table(&f, text, &ReadOptions::default()).map(|(table, _)| table);
/// let text = b"%%MatrixMarket matrix coordinate integer general\n2 2 1\n2 1 7\n";
/// assert!(matches!(read(text)?, Listed::Triples(a) if a.places == [[1, 0]]));
/// assert!(matches!(read(b"[1,2]")?, Listed::Other(Table::Vector(v)) if v.len() == 2));
/// # Ok::<(), polymod::text::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub enum Listed<R: Ring, T> {
    /// The entries that a text in Matrix Market's format or SMS lists.
    Triples(Triples<R>),
    /// What a text in another format holds.
    Other(T),
}

/// Reads a matrix as [`read_matrix`](super::read_matrix) does, but a sparse one as its entries with their places.
///
/// ```
/// # use polymod::{Zn, text::{Form, Listed, ReadOptions, read_sparse_matrix}};
/// let text = b"%%MatrixMarket matrix coordinate integer symmetric\n9 9 1\n2 1 7\n";
/// let (a, form) = read_sparse_matrix(&Zn::new(97)?, &text[..], &ReadOptions::default())?;
/// assert!(matches!(a, Listed::Triples(a) if a.places == [[1, 0], [0, 1]] && a.cols == 9));
/// assert_eq!(form, Form::MatrixMarket);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`read_matrix`](super::read_matrix).
pub fn read_sparse_matrix<R: Convolve, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
) -> Result<(Listed<R, Grid<R>>, Form), ReadError> {
    read_listed(ring, reader, options, "a matrix", grid)
}

/// Reads a matrix or an array as [`read_table`](super::read_table) does, but a sparse matrix as its entries with their places.
///
/// ```
/// # use polymod::{Zn, text::{Listed, ReadOptions, Table, read_sparse_table}};
/// let (table, _) = read_sparse_table(&Zn::new(97)?, &b"[[1,2]]"[..], &ReadOptions::default())?;
/// assert!(matches!(table, Listed::Other(Table::Matrix(a)) if a.cols == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`read_matrix`](super::read_matrix).
pub fn read_sparse_table<R: Convolve, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
) -> Result<(Listed<R, Table<R>>, Form), ReadError> {
    read_listed(ring, reader, options, "an array of integers or a matrix", table)
}

/// Reads the only value of a text: a sparse matrix as its entries with their places, another by a function that gets its form.
fn read_listed<R: Convolve, T: Read, V>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
    what: &str,
    read: impl FnOnce(&mut Scanner<T>, &mut Sink<'_, R>, Form, &ReadOptions<'_>) -> Result<(V, Form), ReadError>,
) -> Result<(Listed<R, V>, Form), ReadError> {
    let (mut scanner, form) = start(reader, options, what)?;
    let mut sink = Sink::new(ring, options);
    let (value, form) = match listed(&mut scanner, &mut sink, form)? {
        Some(triples) => (Listed::Triples(triples), form),
        None => {
            let (other, form) = read(&mut scanner, &mut sink, form, options)?;
            (Listed::Other(other), form)
        }
    };
    scanner.expect_end()?;
    Ok((value, form))
}

/// The entries of a sparse matrix; `None` for a text of another form.
fn listed<R: Ring, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    form: Form,
) -> Result<Option<Triples<R>>, ReadError> {
    let listing: Listing<R> = match form {
        Form::MatrixMarket => sparse::market(scanner, sink)?,
        Form::Sms => sparse::sms(scanner, sink)?,
        _ => return Ok(None),
    };
    Ok(Some(listing.finish(sink.ring())))
}
