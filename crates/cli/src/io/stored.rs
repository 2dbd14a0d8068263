//! Vectors that stay in their files: NumPy's arrays and bits, read and written in runs from any place on.

use super::{
    FileError, Format, Order,
    npy::{self, Entries, Origin, entries},
    read::shown_path,
    replace::Replacement,
};
use polymod::{
    Error, Result,
    internals::positioned,
    outofcore::{Sink, Source, coefficients},
    ring::{Coeffs, Convolve, View},
};
use std::{fs::File, io, path::Path};

/// Largest number of bytes of entries that are converted at a time.
const BLOCK: usize = 1 << 16;

/// Layout of coefficients in a file.
#[derive(Clone, Copy, Debug)]
enum Layout {
    /// Bits, from the file's first byte on.
    Bits,
    /// Entries of one or more integers, as `npy` describes them.
    Entries(Entries),
}

/// A vector in a file, of which only runs are read.
pub(crate) struct Stored<R: Convolve> {
    ring: R,
    name: String,
    file: File,
    layout: Layout,
    len: usize,
    order: Order,
}

impl<R: Convolve> Stored<R> {
    /// Opens the vector in a regular file of the format npy or bin.
    ///
    /// # Errors
    /// [`FileError`] if the file does not hold a vector over this ring.
    pub(crate) fn open(ring: &R, path: &Path, format: Format, order: Order) -> std::result::Result<Self, FileError> {
        let name = shown_path(path);
        let opened = File::open(path).and_then(|file| file.metadata().map(|metadata| (file, metadata.len())));
        let (file, bytes) = opened.map_err(|source| FileError::Read { name: name.clone(), source, hint: "" })?;
        let origin = Origin { name: &name, bytes: Some(bytes), memory: u64::MAX };
        let (layout, len) = match format {
            Format::Bin if ring.packed_bits() == 1 => (Layout::Bits, bytes.saturating_mul(8)),
            Format::Npy => {
                let entries = npy::layout(ring, &file, &origin)?;
                (Layout::Entries(entries), entries.len)
            }
            _ => {
                let expected = "one of the formats npy, json and list".to_owned();
                return Err(FileError::Content { name, expected, found: format.to_string() });
            }
        };
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        positioned::in_runs(&file);
        // bits are always in ascending order
        let order = if matches!(layout, Layout::Bits) { Order::Asc } else { order };
        Ok(Stored { ring: ring.clone(), name, file, layout, len, order })
    }

    /// Reads `count` coefficients from place `first` of the file on, as words.
    fn run(&self, first: usize, count: usize) -> Result<Coeffs<R>> {
        let failed = |e: io::Error| Error::File { name: self.name.clone(), reason: format!("cannot read: {e}") };
        match self.layout {
            Layout::Bits => {
                let mut bytes = vec![0; count.div_ceil(8)];
                positioned::bytes(&self.file, (first / 8) as u64, &mut bytes).map_err(failed)?;
                bytes.resize(bytes.len().next_multiple_of(8), 0);
                let words: Vec<u64> = bytes.as_chunks::<8>().0.iter().map(|&eight| u64::from_le_bytes(eight)).collect();
                Ok(self.ring.unpack(&words, count))
            }
            Layout::Entries(entries) => {
                let bytes = self.entries(&entries, first, count).map_err(failed)?;
                let mut coeffs = self.ring.zeros(0);
                npy::push_all(&self.ring, &mut coeffs, &entries.entry, &bytes)?;
                Ok(coeffs)
            }
        }
    }

    /// Reads `count` entries from number `first` on, the integers of an entry side by side.
    fn entries(&self, Entries { at, entry, len, apart }: &Entries, first: usize, count: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; count * entry.bytes()];
        if !apart {
            positioned::bytes(&self.file, at + (first * entry.bytes()) as u64, &mut bytes)?;
            return Ok(bytes);
        }
        let [integers, size] = entry.integers();
        let mut same = vec![0; count * size];
        for i in 0..integers {
            let place = (i as u64 * len + first as u64) * size as u64;
            positioned::bytes(&self.file, at + place, &mut same)?;
            for (entry, integer) in bytes.chunks_exact_mut(entry.bytes()).zip(same.chunks_exact(size)) {
                entry[i * size..][..size].copy_from_slice(integer);
            }
        }
        Ok(bytes)
    }

    /// Reads words of Z/n, or of bits, that the file stores as memory does.
    fn plain(&self, first: usize, words: &mut [u64]) -> Option<Result<()>> {
        let failed = |e| Error::File { name: self.name.clone(), reason: format!("cannot read: {e}") };
        if let (Layout::Bits, 0) = (self.layout, self.ring.zeros(0).width()) {
            return Some(self.bits((first / 8) as u64, (self.len - first) / 8, words).map_err(failed));
        }
        let (Layout::Entries(entries), Some(n)) = (self.layout, self.ring.word_modulus()) else { return None };
        if !entries.entry.is_plain() {
            return None;
        }
        let read = positioned::read(&self.file, entries.at + 8 * first as u64, words);
        for x in words {
            if *x >= n.n() {
                *x = n.reduce(*x);
            }
        }
        Some(read.map_err(failed))
    }

    /// Reads words of bits from byte `at` of the file on; `bytes` bytes follow there.
    fn bits(&self, at: u64, bytes: usize, words: &mut [u64]) -> io::Result<()> {
        let whole = words.len().min(bytes / 8);
        let (words, last) = words.split_at_mut(whole);
        positioned::read(&self.file, at, words)?;
        if let [last] = last {
            let mut eight = [0; 8];
            positioned::bytes(&self.file, at + 8 * whole as u64, &mut eight[..bytes - 8 * whole])?;
            *last = u64::from_le_bytes(eight);
        }
        Ok(())
    }
}

impl<R: Convolve> Source for Stored<R> {
    fn len(&self) -> usize {
        self.len
    }

    fn read(&self, first: usize, words: &mut [u64]) -> Result<()> {
        let width = self.ring.zeros(0).width();
        let asked = coefficients(words.len(), width);
        let count = asked.min(self.len.saturating_sub(first));
        let there = if width == 0 { count.div_ceil(64) } else { count * width };
        let (words, rest) = words.split_at_mut(there);
        rest.fill(0);
        if count == 0 {
            return Ok(());
        }
        let place = |at: usize, count: usize| if self.order == Order::Asc { at } else { self.len - at - count };
        if let Some(read) = self.plain(place(first, count), words) {
            if self.order == Order::Desc {
                words.reverse();
            }
            return read;
        }
        let each = (BLOCK / 8).min(count.max(1)).next_multiple_of(64);
        let mut at = first;
        for part in words.chunks_mut(if width == 0 { each / 64 } else { each * width }) {
            let count = each.min(first + count - at);
            let mut run = self.run(place(at, count), count)?;
            if self.order == Order::Desc {
                run = self.ring.reversed(run.view());
            }
            part.copy_from_slice(&run.words()[..part.len()]);
            at += count;
        }
        Ok(())
    }

    fn expect(&self, first: usize, words: usize) {
        let count = coefficients(words, self.ring.zeros(0).width()).min(self.len.saturating_sub(first));
        match (self.layout, self.order) {
            (Layout::Entries(Entries { at, entry, apart: false, .. }), Order::Asc) => {
                let [first, bytes] = [first, count].map(|x| (x * entry.bytes()) as u64);
                positioned::expect(&self.file, at + first, bytes);
            }
            (Layout::Bits, _) => positioned::expect(&self.file, (first / 8) as u64, count.div_ceil(8) as u64),
            (Layout::Entries(..), _) => {}
        }
    }
}

/// The file of a result.
enum Destination {
    /// It replaces the old file at the end.
    Whole(Replacement),
    /// Another process does that; this one writes a part.
    Part(File),
}

impl Destination {
    fn file(&self) -> &File {
        match self {
            Destination::Whole(replacement) => replacement.file(),
            Destination::Part(file) => file,
        }
    }
}

/// A vector that is written to a temporary file, which replaces the old file at the end.
pub(crate) struct Storing<R: Convolve> {
    ring: R,
    name: String,
    file: Destination,
    /// Offset of the first entry in bytes, and number of words of an entry; `None` where the file holds bits.
    entries: Option<(u64, usize)>,
    len: usize,
}

impl<R: Convolve> Storing<R> {
    /// Creates a file for `len` coefficients in the format npy or bin, the constant term first, and reserves its space.
    ///
    /// # Errors
    /// [`FileError::Write`] if there is no space, no permission, or another run writes this file.
    pub(crate) fn create(ring: &R, path: &Path, len: usize, format: Format) -> std::result::Result<Self, FileError> {
        let name = shown_path(path);
        Self::try_create(ring, path, &name, len, format).map_err(|e| FileError::writing(&name, e))
    }

    fn try_create(ring: &R, path: &Path, name: &str, len: usize, format: Format) -> io::Result<Self> {
        let file = Destination::Whole(Replacement::create(path)?);
        let mut storing = Storing { ring: ring.clone(), name: name.to_owned(), file, entries: None, len };
        let (header, bytes) = if format == Format::Bin {
            (Vec::new(), len.div_ceil(8) as u64)
        } else {
            let (header, words) = npy::header(ring, len)?;
            storing.entries = Some((header.len() as u64, words));
            let bytes = header.len() as u64 + 8 * (len * words) as u64;
            (header, bytes)
        };
        positioned::reserve(storing.file.file(), bytes)?;
        positioned::write_bytes(storing.file.file(), 0, &header)?;
        Ok(storing)
    }

    /// The file that another process has created for `len` coefficients in the format npy, of which this one writes a part.
    ///
    /// # Errors
    /// [`FileError::Write`] if it is not there, or not to be written.
    pub(crate) fn join(ring: &R, path: &Path, len: usize) -> std::result::Result<Self, FileError> {
        let name = shown_path(path);
        let opened = Replacement::begun(path).and_then(|file| Ok((file, npy::header(ring, len)?)));
        let (file, (header, words)) = opened.map_err(|e| FileError::writing(&name, e))?;
        let entries = Some((header.len() as u64, words));
        Ok(Storing { ring: ring.clone(), name, file: Destination::Part(file), entries, len })
    }

    /// Path of the temporary file; empty for a part.
    pub(crate) fn temporary(&self) -> &Path {
        match &self.file {
            Destination::Whole(replacement) => replacement.temporary(),
            Destination::Part(_) => Path::new(""),
        }
    }

    /// Waits until what was written is on the disk.
    ///
    /// # Errors
    /// [`FileError::Write`].
    pub(crate) fn sync(&self) -> std::result::Result<(), FileError> {
        self.file.file().sync_all().map_err(|e| FileError::writing(&self.name, e))
    }

    /// Number of coefficients without the zeros at the end.
    ///
    /// # Errors
    /// [`FileError::Write`] if the file cannot be read again.
    pub(crate) fn trimmed_len(&self) -> std::result::Result<usize, FileError> {
        let (header, unit) = self.entries.map_or((0, 1), |(header, words)| (header, 8 * words));
        let mut end = match self.entries {
            Some(_) => self.len * unit,
            None => self.len.div_ceil(8),
        };
        let mut block = vec![0; BLOCK];
        while end > 0 {
            let start = end.saturating_sub(BLOCK);
            let bytes = &mut block[..end - start];
            let read = positioned::bytes(self.file.file(), header + start as u64, bytes);
            read.map_err(|e| FileError::writing(&self.name, e))?;
            if let Some(last) = bytes.iter().rposition(|&byte| byte != 0) {
                return Ok(match self.entries {
                    Some(_) => (start + last) / unit + 1,
                    None => 8 * (start + last) + bytes[last].ilog2() as usize + 1,
                });
            }
            end = start;
        }
        Ok(0)
    }

    /// Keeps the first `len` coefficients, and replaces the old file.
    ///
    /// # Errors
    /// [`FileError::Write`].
    pub(crate) fn finish(self, len: usize) -> std::result::Result<(), FileError> {
        let cut = self.cut(len);
        let done = match self.file {
            Destination::Whole(file) => cut.and_then(|()| file.sync()).and_then(|()| file.finish()),
            Destination::Part(_) => Err(io::Error::other("the file is another process's")),
        };
        done.map_err(|e| FileError::writing(&self.name, e))
    }

    /// Cuts the file to the first `len` coefficients.
    fn cut(&self, len: usize) -> io::Result<()> {
        match self.entries {
            Some((bytes, words)) => {
                let (header, _) = npy::header(&self.ring, len)?;
                if header.len() as u64 != bytes {
                    return Err(io::Error::other("the array's header has another length than was reserved for it"));
                }
                positioned::write_bytes(self.file.file(), 0, &header)?;
                self.file.file().set_len(bytes + 8 * (len * words) as u64)
            }
            // zero takes a byte too, so that the file is not empty
            None => self.file.file().set_len(len.div_ceil(8).max(1) as u64),
        }
    }
}

impl<R: Convolve> Sink for Storing<R> {
    fn write(&self, first: usize, words: &[u64]) -> Result<()> {
        let failed = |e: io::Error| Error::File { name: self.name.clone(), reason: format!("cannot write: {e}") };
        let width = self.ring.zeros(0).width();
        let given = coefficients(words.len(), width);
        let count = given.min(self.len.saturating_sub(first));
        let Some((header, entry)) = self.entries else {
            if width == 0 {
                let (whole, last) = words.split_at(count / 64);
                positioned::write(self.file.file(), (first / 8) as u64, whole).map_err(failed)?;
                let bits = count % 64;
                if bits > 0 {
                    let last = (last[0] & ((1 << bits) - 1)).to_le_bytes();
                    let at = ((first + count - bits) / 8) as u64;
                    positioned::write_bytes(self.file.file(), at, &last[..bits.div_ceil(8)]).map_err(failed)?;
                }
                return Ok(());
            }
            let v = View::from_words(words, count, width);
            let bytes: Vec<u8> = self.ring.pack(v).iter().flat_map(|word| word.to_le_bytes()).collect();
            let there = bytes.len().min(count.div_ceil(8));
            return positioned::write_bytes(self.file.file(), (first / 8) as u64, &bytes[..there]).map_err(failed);
        };
        let place = |at: usize| header + 8 * (at * entry) as u64;
        if self.ring.word_modulus().is_some() {
            return positioned::write(self.file.file(), place(first), &words[..count]).map_err(failed);
        }
        let each = (BLOCK / 8 / entry).max(1);
        let (v, mut block) = (View::from_words(words, count, width), Vec::new());
        for at in (0..count).step_by(each) {
            entries(&self.ring, v.slice(at..at + each), entry, &mut block);
            positioned::write(self.file.file(), place(first + at), &block).map_err(failed)?;
        }
        Ok(())
    }
}
