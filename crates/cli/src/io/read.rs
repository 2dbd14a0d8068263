//! Operands: files, standard input and literals, in any format.

use super::{
    FileError, Format,
    npy::{self, Array},
};
use polymod::{
    poly::Bivariate,
    ring::{Coeffs, Convolve, Ring},
    text::{self, Entries, Form, Grid, Listed, Order, ReadError, Table, Variable},
};
use std::{
    ffi::OsString,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

/// Number of characters of a literal that name it in errors.
const SHOWN: usize = 20;

/// Source of an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// `-`
    Stdin,
    /// The bytes after `=` on the command line.
    Literal(Vec<u8>),
    /// `NAME:` and any of these: the content has the format of that name.
    Named(Format, Box<Source>),
}

/// An operand as it is typed: `-`, `=LITERAL`, a file, or one of them after the name of a format, as in `flint:a.txt`.
/// A file of that name is written `./flint:a.txt`.
impl From<OsString> for Source {
    fn from(operand: OsString) -> Self {
        let bytes = operand.as_encoded_bytes();
        match bytes {
            b"-" => return Source::Stdin,
            [b'=', literal @ ..] => return Source::Literal(literal.to_vec()),
            _ => {}
        }
        let Some(colon) = bytes.iter().position(|&b| b == b':') else { return Source::File(operand.into()) };
        let format = std::str::from_utf8(&bytes[..colon]).ok().and_then(|name| name.parse::<Format>().ok());
        match (format, operand.to_str()) {
            (Some(format), Some(text)) if !format.is_output_only() => {
                Source::Named(format, Box::new(Source::of_plain(&text[colon + 1..])))
            }
            _ => Source::File(operand.into()),
        }
    }
}

impl Source {
    /// Parses an operand without the name of a format.
    fn of_plain(text: &str) -> Self {
        match text.as_bytes() {
            b"-" => Source::Stdin,
            [b'=', literal @ ..] => Source::Literal(literal.to_vec()),
            _ => Source::File(text.into()),
        }
    }

    /// The source without the name of a format, and the format named.
    #[must_use]
    pub fn parts(&self) -> (&Source, Option<Format>) {
        match self {
            Source::Named(format, source) => (source, Some(*format)),
            source => (source, None),
        }
    }

    /// The name for errors, on one line.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Source::Named(_, source) => source.name(),
            Source::File(path) => shown_path(path),
            Source::Stdin => "<stdin>".to_owned(),
            Source::Literal(bytes) => {
                let text = String::from_utf8_lossy(bytes);
                let start = one_line(text.chars().take(SHOWN));
                let dots = if text.chars().nth(SHOWN).is_some() { "…" } else { "" };
                format!("={start}{dots}")
            }
        }
    }
}

/// A path for errors, on one line.
pub(super) fn shown_path(path: &Path) -> String {
    one_line(path.to_string_lossy().chars())
}

fn one_line(chars: impl Iterator<Item = char>) -> String {
    chars.map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// Options for reading an operand.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'v> {
    /// The format, which overrides suffix and content, unless the source names one.
    pub format: Option<Format>,
    /// The order of coefficients within a polynomial.
    pub order: Order,
    /// Largest number of bytes of the operand, in the file and in memory.
    pub memory: u64,
    /// The variable that expressions share with those of other operands.
    pub variable: Option<&'v Variable>,
}

impl Default for ReadOptions<'_> {
    /// Format by suffix and content, constant term first, up to 4 GiB.
    fn default() -> Self {
        let text::ReadOptions { order, memory, variable, .. } = text::ReadOptions::default();
        ReadOptions { format: None, order, memory, variable }
    }
}

/// Reads one polynomial, without leading zeros; returns its format too, `None` for a single integer.
///
/// # Errors
/// [`FileError`] if the operand cannot be read.
pub fn read_poly<R: Convolve>(
    ring: &R,
    source: &Source,
    options: &ReadOptions<'_>,
) -> Result<(Coeffs<R>, Option<Format>), FileError> {
    let read = one_polynomial(ring, source, options, |reader, options| text::read_poly(ring, reader, options));
    let (mut coeffs, format) = read?;
    ring.trim(&mut coeffs);
    Ok((coeffs, format))
}

/// Reads the coefficients of one polynomial as they are, including leading zeros; returns their format too.
///
/// # Errors
/// As [`read_poly`].
pub fn read_coeffs<R: Convolve>(
    ring: &R,
    source: &Source,
    options: &ReadOptions<'_>,
) -> Result<(Coeffs<R>, Option<Format>), FileError> {
    one_polynomial(ring, source, options, |reader, options| text::read_coeffs(ring, reader, options))
}

fn one_polynomial<'s, R: Convolve>(
    ring: &R,
    source: &'s Source,
    options: &'s ReadOptions<'s>,
    read: impl FnOnce(Box<dyn Read + 's>, &text::ReadOptions<'_>) -> Result<(Coeffs<R>, Form), ReadError>,
) -> Result<(Coeffs<R>, Option<Format>), FileError> {
    Input::open(source, options, "a polynomial")?.read(
        read,
        |reader, origin| bits(ring, reader, origin),
        |reader, origin| {
            let mut coeffs = npy::read(ring, reader, origin)?;
            if options.order == Order::Desc {
                coeffs = ring.reversed(coeffs.view());
            }
            Ok(coeffs)
        },
    )
}

/// Reads an array of scalars, including zeros at its end; returns its format too.
///
/// # Errors
/// As [`read_poly`].
pub fn read_vector<R: Convolve>(
    ring: &R,
    source: &Source,
    options: &ReadOptions<'_>,
) -> Result<(Coeffs<R>, Option<Format>), FileError> {
    Input::open(source, options, "an array of integers")?.read(
        |reader, options| text::read_vector(ring, reader, options),
        |reader, origin| bits(ring, reader, origin),
        |reader, origin| npy::read(ring, reader, origin),
    )
}

/// Reads a scalar, alone or as an array, whose length the caller must check; returns its format too.
///
/// # Errors
/// As [`read_poly`].
pub fn read_scalar<R: Convolve>(
    ring: &R,
    source: &Source,
    options: &ReadOptions<'_>,
) -> Result<(Coeffs<R>, Option<Format>), FileError> {
    Input::open(source, options, "an integer")?.read(
        |reader, options| text::read_scalar(ring, reader, options),
        |reader, origin| bits(ring, reader, origin),
        |reader, origin| npy::read(ring, reader, origin),
    )
}

/// Reads an array of polynomials, from text; returns its format too.
///
/// # Errors
/// As [`read_poly`].
pub fn read_polys<R: Convolve>(
    ring: &R,
    source: &Source,
    options: &ReadOptions<'_>,
) -> Result<(Vec<Coeffs<R>>, Option<Format>), FileError> {
    from_text(source, options, ["an array of polynomials", "as json or list"], |reader, options| {
        text::read_polys(ring, reader, options)
    })
}

/// Reads a polynomial in x and y, from text; returns its format too.
///
/// # Errors
/// As [`read_poly`].
pub fn read_bivariate<R: Convolve>(
    ring: &R,
    source: &Source,
    options: &ReadOptions<'_>,
) -> Result<(Bivariate<R>, Option<Format>), FileError> {
    from_text(source, options, ["a polynomial in x and y", "as an expression, json or list"], |reader, options| {
        let (coeffs, form) = text::read_bivariate(ring, reader, options)?;
        Ok((Bivariate::from_coeffs(ring, coeffs), form))
    })
}

/// Reads an array of arrays, zeros at their ends included; returns its format too.
///
/// # Errors
/// As [`read_poly`].
pub fn read_arrays<R: Convolve>(
    ring: &R,
    source: &Source,
    options: &ReadOptions<'_>,
) -> Result<(Vec<Coeffs<R>>, Option<Format>), FileError> {
    from_text(source, options, ["an array of arrays", "as json or list"], |reader, options| {
        text::read_arrays(ring, reader, options)
    })
}

/// Reads what is text only, of these forms, as neither files of bits nor NumPy's arrays hold it.
fn from_text<'s, V>(
    source: &'s Source,
    options: &'s ReadOptions<'s>,
    [what, forms]: [&'static str; 2],
    read: impl FnOnce(Box<dyn Read + 's>, &text::ReadOptions<'_>) -> Result<(V, Form), ReadError>,
) -> Result<(V, Option<Format>), FileError> {
    Input::open(source, options, what)?.read(
        read,
        |_, origin| Err(no_bits(origin)),
        |_, origin| {
            let (name, expected) = (origin.name.to_owned(), format!("{what}, {forms}"));
            Err(FileError::Content { name, expected, found: "a NumPy array".to_owned() })
        },
    )
}

/// Reads a matrix; returns its format too.
///
/// # Errors
/// As [`read_poly`].
pub fn read_matrix<R: Convolve>(
    ring: &R,
    source: &Source,
    options: &ReadOptions<'_>,
) -> Result<(Grid<R>, Option<Format>), FileError> {
    Input::open_any(source, options)?.read(
        |reader, options| text::read_matrix(ring, reader, options),
        |_, origin| Err(no_bits(origin)),
        |reader, origin| npy_matrix(ring, reader, origin),
    )
}

/// The entries of a sparse matrix or what another text holds, and its format.
pub type Sparse<R, T> = (Listed<R, T>, Option<Format>);

/// Reads a matrix as [`read_matrix`] does, but a sparse one as its entries with their places; returns its format too.
///
/// # Errors
/// As [`read_poly`].
pub fn read_sparse_matrix<R: Convolve>(
    ring: &R,
    source: &Source,
    options: &ReadOptions<'_>,
) -> Result<Sparse<R, Grid<R>>, FileError> {
    Input::open_any(source, options)?.read(
        |reader, options| text::read_sparse_matrix(ring, reader, options),
        |_, origin| Err(no_bits(origin)),
        |reader, origin| Ok(Listed::Other(npy_matrix(ring, reader, origin)?)),
    )
}

/// Reads a matrix or an array as [`read_table`] does, but a sparse matrix as its entries with their places; returns its format too.
///
/// # Errors
/// As [`read_poly`].
pub fn read_sparse_table<R: Convolve>(
    ring: &R,
    source: &Source,
    options: &ReadOptions<'_>,
) -> Result<Sparse<R, Table<R>>, FileError> {
    Input::open_any(source, options)?.read(
        |reader, options| text::read_sparse_table(ring, reader, options),
        |reader, origin| Ok(Listed::Other(Table::Vector(bits(ring, reader, origin)?))),
        |reader, origin| Ok(Listed::Other(npy_table(ring, reader, origin)?)),
    )
}

/// A NumPy array of numbers, or of polynomials.
fn npy_matrix<R: Convolve>(ring: &R, reader: impl Read, origin: &npy::Origin<'_>) -> Result<Grid<R>, FileError> {
    let Array { shape, entries } = npy::read_array(ring, reader, origin, &[2, 3])?;
    Ok(match shape[..] {
        [rows, cols, len] => Grid::polys(ring, [rows, cols, len], &entries),
        _ => Grid::numbers(shape[0], shape[1], entries),
    })
}

/// A NumPy array of one dimension or two.
fn npy_table<R: Convolve>(ring: &R, reader: impl Read, origin: &npy::Origin<'_>) -> Result<Table<R>, FileError> {
    let Array { shape, entries } = npy::read_array(ring, reader, origin, &[1, 2])?;
    Ok(match shape[..] {
        [rows, cols] => Table::Matrix(Grid::numbers(rows, cols, entries)),
        _ => Table::Vector(entries),
    })
}

/// Reads a matrix, or an array of scalars including zeros at its end; returns its format too.
///
/// # Errors
/// As [`read_poly`].
pub fn read_table<R: Convolve>(
    ring: &R,
    source: &Source,
    options: &ReadOptions<'_>,
) -> Result<(Table<R>, Option<Format>), FileError> {
    Input::open_any(source, options)?.read(
        |reader, options| text::read_table(ring, reader, options),
        |reader, origin| Ok(Table::Vector(bits(ring, reader, origin)?)),
        |reader, origin| npy_table(ring, reader, origin),
    )
}

/// The entries of a matrix of numbers.
///
/// # Errors
/// [`FileError::Syntax`] if the entries are polynomials.
pub fn numbers<R: Ring>(grid: Grid<R>, source: &Source) -> Result<(usize, usize, Coeffs<R>), FileError> {
    match grid.entries {
        Entries::Numbers(entries) => Ok((grid.rows, grid.cols, entries)),
        Entries::Polys(_) => Err(FileError::reading(&source.name(), ReadError::Syntax(grid.polynomials()))),
    }
}

/// Reads bits from little-endian bytes, over the field of two elements.
fn bits<R: Ring>(ring: &R, reader: impl Read, origin: &npy::Origin<'_>) -> Result<Coeffs<R>, FileError> {
    if ring.packed_bits() != 1 {
        return Err(no_bits(origin));
    }
    let name = origin.name.to_owned();
    let mut bytes = Vec::new();
    let read = reader.take(origin.memory.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|e| FileError::reading(&name, e.into()))?;
    if bytes.len() as u64 > origin.memory {
        return Err(FileError::TooLarge { name, bytes: bytes.len() as u128, memory: origin.memory });
    }
    let word = |part: &[u8]| part.iter().rev().fold(0, |x, &byte| x << 8 | u64::from(byte));
    let words: Vec<u64> = bytes.chunks(8).map(word).collect();
    Ok(ring.unpack(&words, 8 * bytes.len()))
}

fn no_bits(origin: &npy::Origin<'_>) -> FileError {
    let expected = "one of the formats json, list, human and npy".to_owned();
    FileError::Content { name: origin.name.to_owned(), expected, found: "bin, which holds bits".to_owned() }
}

/// An operand that has been opened.
struct Input<'s> {
    name: String,
    reader: Box<dyn Read + 's>,
    /// Length in bytes of a regular file or a literal.
    bytes: Option<u64>,
    format: Option<Format>,
    options: &'s ReadOptions<'s>,
}

impl<'s> Input<'s> {
    /// Opens the source, which must hold `what` and not a matrix, and refuses it if it is too long.
    fn open(source: &'s Source, options: &'s ReadOptions<'s>, what: &str) -> Result<Self, FileError> {
        let (plain, named) = source.parts();
        let suffix = match plain {
            Source::File(path) => Format::by_suffix(path),
            _ => None,
        };
        if named.or(options.format).or(suffix).is_some_and(Format::is_of_matrices) {
            let by = match (named, options.format) {
                (Some(_), _) => "its prefix",
                (_, Some(_)) => "--input-format",
                _ => "its suffix",
            };
            let (name, expected, found) = (source.name(), what.to_owned(), format!("a matrix, by {by}"));
            return Err(FileError::Content { name, expected, found });
        }
        Self::open_any(source, options)
    }

    /// Opens the source, and refuses it if it is too long.
    fn open_any(source: &'s Source, options: &'s ReadOptions<'s>) -> Result<Self, FileError> {
        let (name, (plain, named)) = (source.name(), source.parts());
        let failed = |source| FileError::Read { name: name.clone(), source, hint: "" };
        let (mut reader, bytes, by_suffix): (Box<dyn Read + 's>, _, _) = match plain {
            Source::Stdin => (Box::new(io::stdin().lock()), None, None),
            Source::Literal(text) => (Box::new(&text[..]), Some(text.len() as u64), None),
            Source::File(path) => {
                let (file, bytes) = open_file(path).map_err(|source| {
                    let hint = hint(path, &source);
                    FileError::Read { name: name.clone(), source, hint }
                })?;
                (Box::new(file), bytes, Format::by_suffix(path))
            }
            Source::Named(..) => {
                let expected = "one name of a format before the file".to_owned();
                return Err(FileError::Content { name, expected, found: "two".to_owned() });
            }
        };
        if let Some(bytes) = bytes.filter(|&bytes| bytes > options.memory) {
            return Err(FileError::TooLarge { name, bytes: bytes.into(), memory: options.memory });
        }
        let mut format = named.or(options.format).or(by_suffix);
        if format.is_none() {
            let start = npy::start(&mut reader).map_err(failed)?;
            npy::refuse_archive(&start, &name)?;
            format = (start == npy::MAGIC).then_some(Format::Npy);
            reader = Box::new(io::Cursor::new(start).chain(reader));
        }
        Ok(Input { name, reader, bytes, format, options })
    }

    /// Reads text by the first function, bits by the second and NumPy's arrays by the third.
    fn read<V>(
        self,
        text: impl FnOnce(Box<dyn Read + 's>, &text::ReadOptions<'_>) -> Result<(V, Form), ReadError>,
        bits: impl FnOnce(Box<dyn Read + 's>, &npy::Origin<'_>) -> Result<V, FileError>,
        npy: impl FnOnce(Box<dyn Read + 's>, &npy::Origin<'_>) -> Result<V, FileError>,
    ) -> Result<(V, Option<Format>), FileError> {
        let Input { name, reader, bytes, format, options: &ReadOptions { order, memory, variable, .. } } = self;
        match format {
            Some(Format::Npy) => Ok((npy(reader, &npy::Origin { name: &name, bytes, memory })?, format)),
            Some(Format::Bin) => Ok((bits(reader, &npy::Origin { name: &name, bytes, memory })?, format)),
            _ => {
                let form = format.and_then(Format::form);
                if let Some(variable) = variable {
                    variable.begin_text(&name);
                }
                let (value, form) = text(reader, &text::ReadOptions { form, order, memory, variable })
                    .map_err(|e| FileError::reading(&name, e))?;
                Ok((value, Format::of_form(form)))
            }
        }
    }
}

/// The format of a file that is not named: by its suffix or its first bytes; `None` if the text decides.
///
/// # Errors
/// The errors of opening and reading it.
pub(crate) fn format_of_file(path: &Path) -> io::Result<Option<Format>> {
    match Format::by_suffix(path) {
        Some(format) => Ok(Some(format)),
        None => Ok((npy::start(&mut File::open(path)?)? == npy::MAGIC).then_some(Format::Npy)),
    }
}

/// Opens a file; returns its length too if it is a regular one.
fn open_file(path: &Path) -> io::Result<(File, Option<u64>)> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok((file, metadata.is_file().then_some(metadata.len())))
}

/// Advice on a missing file: a name without a suffix is often meant as a polynomial.
fn hint(path: &Path, error: &io::Error) -> &'static str {
    if error.kind() == io::ErrorKind::NotFound && !path.as_os_str().as_encoded_bytes().contains(&b'.') {
        " (a polynomial as an argument starts with '=': '=x^2 + 1')"
    } else {
        ""
    }
}
