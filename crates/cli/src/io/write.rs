//! Results: to standard output, or to a file that is complete or untouched.

use super::{FileError, Format, npy, read::shown_path, replace::Replacement};
use polymod::{
    outofcore,
    ring::{Convolve, Ring, View},
    text::{self, MatrixStyle, Order, PolyRows, Rows, Shape, System},
};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, IsTerminal, Write},
    path::Path,
};

/// Number of bytes gathered before they are written.
const BLOCK: usize = 1 << 16;

/// Destination of results. Dropped without [`finish`](Self::finish), it leaves an existing file as it was.
#[derive(Debug)]
pub struct Output {
    name: String,
    target: Target,
}

#[derive(Debug)]
enum Target {
    /// Standard output, a device or a pipe: written directly.
    Straight(BufWriter<Stream>),
    /// A regular file: written to a temporary file in the same folder, renamed at the end.
    Replacing(BufWriter<Replacement>),
}

#[derive(Debug)]
enum Stream {
    Stdout(io::Stdout),
    File(File),
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Stdout(out) => out.write(bytes),
            Stream::File(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Stdout(out) => out.flush(),
            Stream::File(out) => out.flush(),
        }
    }
}

impl Output {
    /// The destination standard output.
    #[must_use]
    pub fn stdout() -> Self {
        let stream = BufWriter::with_capacity(BLOCK, Stream::Stdout(io::stdout()));
        Output { name: "<stdout>".to_owned(), target: Target::Straight(stream) }
    }

    /// The destination of this path. A regular file, or a new one, is replaced when all is written, with the
    /// permissions it had; symbolic links are followed. A device or a pipe is written directly.
    ///
    /// # Errors
    /// [`FileError::Write`] if there is no such directory, no permission, the path is a directory, or another run is
    /// writing the file.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let name = shown_path(path);
        match open_target(path) {
            Ok(target) => Ok(Output { name, target }),
            Err(e) => Err(FileError::writing(&name, e)),
        }
    }

    /// Path of the temporary file with the results so far, if there is one: code that ends the process without
    /// unwinding must remove it.
    #[must_use]
    pub fn temporary(&self) -> Option<&Path> {
        match &self.target {
            Target::Straight(_) => None,
            Target::Replacing(out) => Some(out.get_ref().temporary()),
        }
    }

    /// Refuses a binary format for output to a terminal.
    ///
    /// # Errors
    /// [`FileError::Content`], which names other destinations.
    pub fn refuse_terminal(&self, format: Format) -> Result<(), FileError> {
        let terminal = match &self.target {
            Target::Straight(out) => match out.get_ref() {
                Stream::Stdout(out) => out.is_terminal(),
                Stream::File(out) => out.is_terminal(),
            },
            Target::Replacing(..) => false,
        };
        refuse_terminal(&self.name, format, terminal)
    }

    /// Number of bytes that the disk has for the results, if they go to a regular file and the system tells it.
    #[must_use]
    pub fn room(&self) -> Option<u64> {
        match &self.target {
            Target::Replacing(out) => free_bytes(out.get_ref().file()),
            Target::Straight(out) => match out.get_ref() {
                Stream::Stdout(out) => free_bytes(out),
                Stream::File(_) => None,
            },
        }
    }

    /// Runs `write` on the destination.
    ///
    /// # Errors
    /// [`FileError::Write`]; [`FileError::ClosedPipe`].
    pub fn with_writer(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
        write(self.writer()).map_err(|e| FileError::writing(&self.name, e))
    }

    /// Writes a polynomial, with a line end if the format is text.
    ///
    /// # Errors
    /// [`FileError::Content`] if the format cannot hold it; [`FileError::Write`]; [`FileError::ClosedPipe`].
    pub fn poly<R: Ring>(&mut self, ring: &R, v: View<'_, R>, format: Format, order: Order) -> Result<(), FileError> {
        match (format, format.system()) {
            (_, Some(system)) => self.system(ring, &Shape::Poly(v), system, format),
            (Format::Human | Format::Sage, _) => self.text_line(|out| text::write_human(ring, v, out)),
            _ => self.coefficients(ring, v, format, order),
        }
    }

    /// Writes an array of scalars, including zeros at its end; in human and hex it has the form of JSON.
    ///
    /// # Errors
    /// As [`poly`](Self::poly).
    pub fn vector<R: Ring>(&mut self, ring: &R, v: View<'_, R>, format: Format) -> Result<(), FileError> {
        match (format, format.system()) {
            (_, Some(system)) => self.system(ring, &Shape::Vector(v), system, format),
            (Format::Human | Format::Sage, _) => self.coefficients(ring, v, Format::Json, Order::Asc),
            (Format::Hex, _) if ring.packed_bits() > 0 => self.coefficients(ring, v, Format::Json, Order::Asc),
            (Format::List, _) => self.text_line(|out| text::write_array(ring, v, out)),
            _ => self.coefficients(ring, v, format, Order::Asc),
        }
    }

    /// Writes a scalar: a decimal integer, an element in a system's syntax, or in npy and bin an array of one, which
    /// can be read again.
    ///
    /// # Errors
    /// As [`poly`](Self::poly).
    pub fn scalar<R: Ring>(&mut self, ring: &R, x: &R::Elem, format: Format) -> Result<(), FileError> {
        let one = ring.collect(std::slice::from_ref(x));
        match format.system() {
            Some(system) => self.system(ring, &Shape::Scalar(one.view()), system, format),
            None if format.is_binary() => self.vector(ring, one.view(), format),
            // a fraction is a string in JSON
            None if format == Format::Json => self.text_line(|out| text::write_json_number(ring, one.view(), out)),
            None if matches!(format, Format::Human | Format::Sage) => {
                self.text_line(|out| text::write_human(ring, one.view(), out))
            }
            None => {
                let mut line = String::new();
                text::write_element(ring, one.view(), 0, " ", &mut line);
                self.line(&line)
            }
        }
    }

    /// Writes the first `len` coefficients of a vector that is not in memory, in json, list, npy or bin, in the form of
    /// [`vector`](Self::vector).
    ///
    /// # Errors
    /// As [`poly`](Self::poly); [`FileError::Ring`] if the vector cannot be read.
    pub(crate) fn stream<R: Convolve>(
        &mut self,
        ring: &R,
        from: &dyn outofcore::Source,
        len: usize,
        format: Format,
        order: Order,
    ) -> Result<(), FileError> {
        /// Number of coefficients at a time.
        const RUN: usize = 1 << 14;
        let name = self.name.clone();
        let io_error = |e| FileError::writing(&name, e);
        let [open, separator, close] = match format {
            Format::Json => ["[", ",", "]\n"],
            Format::List => [if len == 0 { "0" } else { "" }, " ", "\n"],
            _ => [""; 3],
        };
        let out = self.writer();
        out.write_all(open.as_bytes()).map_err(io_error)?;
        let mut words = 0;
        if format == Format::Npy {
            let (header, of_entry) = npy::header(ring, len).map_err(io_error)?;
            words = of_entry;
            out.write_all(&header).map_err(io_error)?;
        }
        let mut block = Vec::new();
        for at in (0..len).step_by(RUN) {
            let count = RUN.min(len - at);
            let first = if order == Order::Asc { at } else { len - at - count };
            let run = outofcore::slice(ring, from, first, count);
            let mut run = run.map_err(|error| FileError::Ring { name: name.clone(), error })?;
            if order == Order::Desc {
                run = ring.reversed(run.view());
            }
            let between = if at > 0 { separator } else { "" };
            out.write_all(between.as_bytes()).map_err(io_error)?;
            match format {
                Format::Npy => {
                    npy::entries(ring, run.view(), words, &mut block);
                    block.iter().try_for_each(|word| out.write_all(&word.to_le_bytes())).map_err(io_error)?;
                }
                Format::Bin => {
                    let bytes: Vec<u8> = ring.pack(run.view()).iter().flat_map(|word| word.to_le_bytes()).collect();
                    out.write_all(&bytes[..count.div_ceil(8)]).map_err(io_error)?;
                }
                _ => text::write_run(ring, run.view(), Order::Asc, separator, &mut *out).map_err(io_error)?,
            }
        }
        if format == Format::Bin && len == 0 {
            out.write_all(&[0]).map_err(io_error)?;
        }
        out.write_all(close.as_bytes()).map_err(io_error)
    }

    /// Writes a matrix; in the formats human and hex as an array of arrays of strings.
    ///
    /// # Errors
    /// As [`poly`](Self::poly).
    pub fn matrix<R: Ring>(&mut self, ring: &R, rows: Rows<'_, R>, format: Format) -> Result<(), FileError> {
        if format == Format::Npy {
            let name = self.name.clone();
            let shape = [rows.rows, rows.cols];
            return npy::write(ring, rows.entries, &shape, Order::Asc, self.writer(), &name);
        }
        if let Some(system) = format.system() {
            return self.system(ring, &Shape::Matrix(rows), system, format);
        }
        let style = self.matrix_style(format)?;
        self.text_line(|out| text::write_matrix(ring, rows, style, out))
    }

    /// Writes a matrix of polynomials: in human and hex an array of arrays of strings, in npy three-dimensional, with
    /// short entries filled up with zeros.
    ///
    /// # Errors
    /// As [`poly`](Self::poly).
    pub fn poly_matrix<R: Ring>(
        &mut self,
        ring: &R,
        matrix: &PolyRows<'_, R>,
        format: Format,
        order: Order,
    ) -> Result<(), FileError> {
        if format == Format::Npy {
            let len = matrix.entries.iter().map(|e| e.len()).max().unwrap_or(0).max(1);
            let mut all = ring.zeros(len * matrix.entries.len());
            for (k, &entry) in matrix.entries.iter().enumerate() {
                ring.copy_at(&mut all, k * len, entry);
            }
            let name = self.name.clone();
            let shape = [matrix.rows, matrix.cols, len];
            return npy::write(ring, all.view(), &shape, Order::Asc, self.writer(), &name);
        }
        if let Some(system) = format.system() {
            return self.system(ring, &Shape::PolyMatrix(matrix), system, format);
        }
        let style = self.matrix_style(format)?;
        self.text_line(|out| text::write_poly_matrix(ring, matrix, style, order, out))
    }

    /// Writes an array of pairs of a polynomial and its multiplicity; the polynomials are strings in human and hex.
    ///
    /// # Errors
    /// As [`poly`](Self::poly).
    pub fn factors<R: Ring>(
        &mut self,
        ring: &R,
        factors: &[(View<'_, R>, u64)],
        format: Format,
        order: Order,
    ) -> Result<(), FileError> {
        if matches!(format, Format::Npy | Format::Bin) {
            return Err(FileError::Content {
                name: self.name.clone(),
                expected: "a format for factors: json, human or hex".to_owned(),
                found: format.to_string(),
            });
        }
        if let Some(system) = format.system() {
            return self.system(ring, &Shape::Factors(factors), system, format);
        }
        self.text_line(|out| pairs(ring, factors, format, order, out))
    }

    /// Writes triples of a prime power, a unit and factors: in json one array of them, in other formats a line for each.
    ///
    /// # Errors
    /// As [`poly`](Self::poly).
    pub fn power_factors<R: Ring>(
        &mut self,
        ring: &R,
        all: &[PowerFactors<'_, R>],
        format: Format,
        order: Order,
    ) -> Result<(), FileError> {
        let triple = |(power, unit, factors): &PowerFactors<'_, R>, out: &mut dyn Write| {
            write!(out, "[{power},{unit},")?;
            pairs(ring, factors, format, order, out)?;
            out.write_all(b"]")
        };
        if format != Format::Json {
            return all.iter().try_for_each(|one| self.text_line(|out| triple(one, out)));
        }
        self.text_line(|out| {
            out.write_all(b"[")?;
            for (i, one) in all.iter().enumerate() {
                out.write_all(if i > 0 { b"," } else { b"" })?;
                triple(one, out)?;
            }
            out.write_all(b"]")
        })
    }

    /// Writes an array of polynomials; in human and hex they are strings.
    ///
    /// # Errors
    /// As [`poly`](Self::poly).
    pub fn polys<R: Ring>(
        &mut self,
        ring: &R,
        all: &[View<'_, R>],
        format: Format,
        order: Order,
    ) -> Result<(), FileError> {
        if matches!(format, Format::Npy | Format::Bin) {
            return Err(FileError::Content {
                name: self.name.clone(),
                expected: "a format for arrays of polynomials: json, human or hex".to_owned(),
                found: format.to_string(),
            });
        }
        match format.system() {
            Some(system) => self.system(ring, &Shape::Polys(all), system, format),
            None => self.text_line(|out| {
                out.write_all(b"[")?;
                for (i, &f) in all.iter().enumerate() {
                    out.write_all(if i > 0 { b"," } else { b"" })?;
                    element(ring, f, format, order, out)?;
                }
                out.write_all(b"]")
            }),
        }
    }

    /// The text form of matrices.
    fn matrix_style(&self, format: Format) -> Result<MatrixStyle, FileError> {
        match format {
            Format::Bin | Format::Npy => Err(FileError::Content {
                name: self.name.clone(),
                expected: "a format for matrices: json, list, human, hex or npy".to_owned(),
                found: format.to_string(),
            }),
            Format::Human | Format::Sage => Ok(MatrixStyle::Strings),
            Format::Hex => Ok(MatrixStyle::Hex),
            Format::List => Ok(MatrixStyle::Ntl),
            _ => Ok(MatrixStyle::Json),
        }
    }

    /// Writes a result in a system's syntax.
    fn system<R: Ring>(
        &mut self,
        ring: &R,
        shape: &Shape<'_, R>,
        system: System,
        format: Format,
    ) -> Result<(), FileError> {
        if !system.has_text_for(ring) {
            return Err(FileError::Content {
                name: self.name.clone(),
                expected: format!("a format for the ring {}: json, list, human, ntl or npy", ring.name()),
                found: format.to_string(),
            });
        }
        self.text_line(|out| text::write_system(ring, shape, system, out))
    }

    /// Writes a line of text.
    ///
    /// # Errors
    /// [`FileError::Write`]; [`FileError::ClosedPipe`].
    pub fn line(&mut self, text: &str) -> Result<(), FileError> {
        self.text_line(|out| out.write_all(text.as_bytes()))
    }

    fn coefficients<R: Ring>(
        &mut self,
        ring: &R,
        v: View<'_, R>,
        format: Format,
        order: Order,
    ) -> Result<(), FileError> {
        match format {
            Format::Json => self.text_line(|out| text::write_json(ring, v, order, out)),
            Format::Npy => {
                let name = self.name.clone();
                npy::write(ring, v, &[v.len()], order, self.writer(), &name)
            }
            Format::Hex if ring.packed_bits() > 0 => self.text_line(|out| text::write_hex(ring, v, out)),
            Format::Bin if ring.packed_bits() == 1 => self.with_writer(|out| {
                let bytes: Vec<u8> = ring.pack(v).iter().flat_map(|word| word.to_le_bytes()).collect();
                // zero takes a byte too, so that the output is not empty
                if bytes.is_empty() { out.write_all(&[0]) } else { out.write_all(&bytes[..v.len().div_ceil(8)]) }
            }),
            Format::Hex | Format::Bin => Err(FileError::Content {
                name: self.name.clone(),
                expected: format!("a format for the ring {}: json, list, human or npy", ring.name()),
                found: format.to_string(),
            }),
            _ => self.text_line(|out| text::write_list(ring, v, order, out)),
        }
    }

    fn text_line(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), FileError> {
        self.with_writer(|out| {
            write(out)?;
            out.write_all(b"\n")
        })
    }

    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.target {
            Target::Straight(out) => out,
            Target::Replacing(out) => out,
        }
    }

    /// Writes the remaining output, waits until it is on the disk, and replaces the old file.
    ///
    /// # Errors
    /// [`FileError::Write`], mostly because the disk is full; [`FileError::ClosedPipe`].
    pub fn finish(self) -> Result<(), FileError> {
        Self::finish_all(vec![self])
    }

    /// Finishes several outputs: all are on the disk before the first replaces its old file.
    ///
    /// # Errors
    /// The errors of [`finish`](Self::finish).
    pub fn finish_all(outputs: Vec<Output>) -> Result<(), FileError> {
        let mut complete = Vec::with_capacity(outputs.len());
        for Output { name, target } in outputs {
            let written = match target {
                Target::Straight(mut out) => out.flush().map(|()| None),
                Target::Replacing(out) => match out.into_inner() {
                    Ok(file) => file.sync().map(|()| Some(file)),
                    Err(e) => Err(e.into_error()),
                },
            };
            match written {
                Ok(file) => complete.extend(file.map(|file| (name, file))),
                Err(e) => return Err(FileError::writing(&name, e)),
            }
        }
        complete.into_iter().try_for_each(|(name, file)| file.finish().map_err(|e| FileError::writing(&name, e)))
    }
}

/// Number of free bytes of the file system of a regular file.
#[cfg(target_os = "linux")]
fn free_bytes(file: impl std::os::fd::AsFd) -> Option<u64> {
    use rustix::fs::{FileType, fstat, fstatvfs};
    let is_file = FileType::from_raw_mode(fstat(&file).ok()?.st_mode) == FileType::RegularFile;
    let disk = fstatvfs(&file).ok()?;
    is_file.then(|| disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(target_os = "linux"))]
fn free_bytes<T>(_: T) -> Option<u64> {
    None
}

/// Refuses binary output to a terminal.
pub fn refuse_terminal(name: &str, format: Format, is_terminal: bool) -> Result<(), FileError> {
    match format.is_binary() && is_terminal {
        true => Err(FileError::Content {
            name: name.to_owned(),
            expected: "a format of text for a terminal (or a file by -o, or a pipe)".to_owned(),
            found: format!("{format}, which is bytes"),
        }),
        false => Ok(()),
    }
}

fn open_target(path: &Path) -> io::Result<Target> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => {
            let file = OpenOptions::new().write(true).open(path)?;
            Ok(Target::Straight(BufWriter::with_capacity(BLOCK, Stream::File(file))))
        }
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
        _ => Ok(Target::Replacing(BufWriter::with_capacity(BLOCK, Replacement::create(path)?))),
    }
}

/// A prime power, the unit modulo it, and the factors with their multiplicities.
pub type PowerFactors<'a, R> = (String, String, Vec<(View<'a, R>, u64)>);

/// Writes an array of pairs of a polynomial and its multiplicity.
fn pairs<R: Ring>(
    ring: &R,
    factors: &[(View<'_, R>, u64)],
    format: Format,
    order: Order,
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(b"[")?;
    for (i, &(f, multiplicity)) in factors.iter().enumerate() {
        out.write_all(if i > 0 { b",[" } else { b"[" })?;
        element(ring, f, format, order, out)?;
        write!(out, ",{multiplicity}]")?;
    }
    out.write_all(b"]")
}

/// Writes a polynomial as an element of an array: a string in human and hex, otherwise an array of coefficients.
fn element<R: Ring>(ring: &R, f: View<'_, R>, format: Format, order: Order, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Hex if ring.packed_bits() > 0 => quoted(out, |out| text::write_hex(ring, f, out)),
        Format::Human | Format::Sage | Format::Hex => quoted(out, |out| text::write_human(ring, f, out)),
        _ => text::write_json(ring, f, order, out),
    }
}

/// Writes between quotation marks.
fn quoted(out: &mut dyn Write, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    out.write_all(b"\"")?;
    write(out)?;
    out.write_all(b"\"")
}
