//! NumPy's `.npy`: a short header (a Python dictionary) and little-endian integers.
//!
//! A polynomial is 1-D, a matrix 2-D; where an element takes several words (Z/n, n > 2^64), the array is uint64 with
//! one more dimension, the words of an entry along the last axis, least significant first. The header is checked
//! against the memory limit and the file's length before anything is allocated, and the data are read block by block.
//! Source: NumPy Enhancement Proposal 1 and the description of format versions 1.0 to 3.0 in `numpy.lib.format`.

use super::FileError;
use npyz::{DType, Endianness, NpyHeader, TypeChar, WriteOptions, WriterBuilder};
use polymod::{
    ring::{Coeffs, Ring, View},
    text::{Order, ReadError},
};
use std::io::{self, Read, Write};

/// Largest number of bytes of entries read at a time.
const BLOCK: usize = 1 << 16;
/// Largest number of bytes of a header; a 1-D array's has 118.
const LONGEST_HEADER: usize = 1 << 12;
/// Largest number of words of an entry.
const WIDEST: u64 = 1 << 13;
/// Deepest nesting of brackets in a header.
const DEEPEST_HEADER: usize = 8;

/// The first bytes of every file.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// The first bytes of an archive, in which NumPy keeps several arrays.
const ARCHIVE: &[u8] = b"PK\x03\x04";

/// Refuses an archive, given its first bytes.
pub(super) fn refuse_archive(start: &[u8], name: &str) -> Result<(), FileError> {
    if !start.starts_with(ARCHIVE) {
        return Ok(());
    }
    let (name, expected) =
        (name.to_owned(), "a file of one operand (unpack the archive and name an .npy file)".to_owned());
    Err(FileError::Content { name, expected, found: "an archive (.npz, .zip)".to_owned() })
}

/// Reads the first bytes of a file, enough to tell whether it is an `.npy` file.
pub(super) fn start(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; MAGIC.len()];
    let came = fill(reader, &mut bytes)?;
    bytes.truncate(came);
    Ok(bytes)
}

/// Source of an array, and its limits.
pub(crate) struct Origin<'n> {
    pub(crate) name: &'n str,
    /// Length of the file in bytes, if it is known.
    pub(crate) bytes: Option<u64>,
    /// Largest number of bytes of the result.
    pub(crate) memory: u64,
}

/// Storage of an entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Number of integers of an entry, along the last axis.
    integers: usize,
    /// Number of bytes of an integer.
    size: usize,
    signed: bool,
    big_endian: bool,
    /// Whether an integer is a truth value: 0 or not.
    truth: bool,
}

impl Entry {
    /// Number of bytes of an entry.
    pub(super) fn bytes(&self) -> usize {
        self.integers * self.size
    }

    /// Number of integers of an entry, and number of bytes of an integer.
    pub(super) fn integers(&self) -> [usize; 2] {
        [self.integers, self.size]
    }

    /// Whether the file stores entries as memory does.
    pub(super) fn is_plain(&self) -> bool {
        (self.integers, self.size, self.signed, self.big_endian) == (1, 8, false, false)
    }
}

/// Layout of the entries of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entries {
    /// Offset of the first byte.
    pub(super) at: u64,
    /// Storage of an entry.
    pub(super) entry: Entry,
    /// Number of entries.
    pub(super) len: u64,
    /// Whether the first integers of all entries come first, then the second ones, and so on: Fortran order.
    pub(super) apart: bool,
}

/// Layout of the entries of a file that holds a vector.
pub(super) fn layout<R: Ring>(ring: &R, mut reader: impl Read, origin: &Origin<'_>) -> Result<Entries, FileError> {
    let (header, header_bytes) = read_header(&mut reader, origin)?;
    let (entry, shape) = entry(&header, element_words(ring), origin, &[1])?;
    let data_bytes = u128::from(shape[0]) * entry.bytes() as u128;
    let there = origin.bytes.map(|bytes| u128::from(bytes.saturating_sub(header_bytes as u64)));
    match there.filter(|&there| there < data_bytes) {
        Some(there) => Err(truncated(origin, data_bytes, there)),
        None => {
            let apart = entry.integers > 1 && header.order() == npyz::Order::Fortran;
            Ok(Entries { at: header_bytes as u64, entry, len: shape[0], apart })
        }
    }
}

/// The header of an array of `len` elements of a finite ring, and the number of words of an element.
pub(super) fn header<R: Ring>(ring: &R, len: usize) -> io::Result<(Vec<u8>, usize)> {
    let (words, mut bytes) = (element_words(ring).unwrap_or(1), Vec::new());
    let shape: &[u64] = if words > 1 { &[len as u64, words as u64] } else { &[len as u64] };
    // the array ends where it begins: only the header is used
    let begun = WriteOptions::<u64>::new().default_dtype().shape(shape).writer(&mut bytes).begin_nd()?;
    drop(begun);
    Ok((bytes, words))
}

/// An array read from a file.
pub(crate) struct Array<R: Ring> {
    /// Its lengths, one for each dimension.
    pub(crate) shape: Vec<usize>,
    /// The entries in C order: the last index varies fastest.
    pub(crate) entries: Coeffs<R>,
}

/// Reads an array of scalars, in the order of the file.
pub(crate) fn read<R: Ring>(ring: &R, reader: impl Read, origin: &Origin<'_>) -> Result<Coeffs<R>, FileError> {
    Ok(read_array(ring, reader, origin, &[1])?.entries)
}

/// Reads an array of one of these numbers of dimensions, at most two, not counting the axis of an entry's words.
pub(crate) fn read_array<R: Ring>(
    ring: &R,
    mut reader: impl Read,
    origin: &Origin<'_>,
    dimensions: &[usize],
) -> Result<Array<R>, FileError> {
    let (header, header_bytes) = read_header(&mut reader, origin)?;
    let words = element_words(ring);
    let (entry, shape) = entry(&header, words, origin, dimensions)?;
    // at most a word: the header was checked
    let len: u64 = shape.iter().product();
    let data_bytes = u128::from(len) * entry.bytes() as u128;
    // rows without entries count too: a loop over them takes time and memory for each
    let count: u64 = shape.iter().map(|&n| n.max(1)).product();
    let result_bytes = 8 * u128::from(count) * words.unwrap_or(1) as u128;
    // in Fortran order the entries of a row are spread over the file, so that all of it is read first
    let fortran = header.order() == npyz::Order::Fortran && shape.len() + usize::from(entry.integers > 1) > 1;
    let bytes = if fortran { result_bytes + data_bytes } else { result_bytes.max(data_bytes) };
    if bytes > u128::from(origin.memory) {
        return Err(FileError::TooLarge { name: origin.name.to_owned(), bytes, memory: origin.memory });
    }
    let there = origin.bytes.map(|bytes| u128::from(bytes.saturating_sub(header_bytes as u64)));
    if let Some(there) = there.filter(|&there| there < data_bytes) {
        return Err(truncated(origin, data_bytes, there));
    }
    // below the memory limit, so that they fit in `usize`
    let (all, shape) = (data_bytes as u64, shape.iter().map(|&n| n as usize).collect::<Vec<_>>());
    let mut coeffs = ring.zeros(0);
    let refused = |e| FileError::reading(origin.name, ReadError::Syntax(e));
    if fortran {
        let mut data = vec![0; all as usize];
        read_block(&mut reader, &mut data, [all; 2], origin)?;
        push_fortran(ring, &mut coeffs, &entry, &shape, &data).map_err(refused)?;
        return Ok(Array { shape, entries: coeffs });
    }
    let mut block = vec![0; entry.bytes() * (BLOCK / entry.bytes())];
    let mut left = all;
    while left > 0 {
        let wanted = left.min(block.len() as u64) as usize;
        read_block(&mut reader, &mut block[..wanted], [all, left], origin)?;
        left -= wanted as u64;
        push_all(ring, &mut coeffs, &entry, &block[..wanted]).map_err(refused)?;
    }
    Ok(Array { shape, entries: coeffs })
}

/// Fills the block with bytes of the data, of which `left` have not been read yet.
fn read_block(
    reader: &mut impl Read,
    block: &mut [u8],
    [all, left]: [u64; 2],
    origin: &Origin<'_>,
) -> Result<(), FileError> {
    let came = fill(reader, block).map_err(|e| FileError::reading(origin.name, e.into()))?;
    match came < block.len() {
        true => Err(truncated(origin, all.into(), u128::from(all - left) + came as u128)),
        false => Ok(()),
    }
}

/// Appends the entries of an array in Fortran order (first index fastest, words of an entry slowest), in C order.
fn push_fortran<R: Ring>(
    ring: &R,
    coeffs: &mut Coeffs<R>,
    entry: &Entry,
    shape: &[usize],
    data: &[u8],
) -> polymod::Result<()> {
    let len: usize = shape.iter().product();
    let (mut limbs, mut index) = (vec![0; entry.integers], vec![0; shape.len()]);
    for _ in 0..len {
        let at = index.iter().zip(shape).rev().fold(0, |at, (&i, &n)| at * n + i);
        let mut negative = false;
        for (word, limb) in limbs.iter_mut().enumerate() {
            let start = (word * len + at) * entry.size;
            (negative, *limb) = entry.integer(&data[start..start + entry.size]);
        }
        ring.push_limbs(coeffs, negative, &limbs)?;
        // the last index varies fastest
        for (i, &n) in index.iter_mut().zip(shape).rev() {
            *i += 1;
            if *i < n {
                break;
            }
            *i = 0;
        }
    }
    Ok(())
}

/// Appends the entries of a block.
pub(super) fn push_all<R: Ring>(ring: &R, coeffs: &mut Coeffs<R>, entry: &Entry, block: &[u8]) -> polymod::Result<()> {
    if entry.integers == 1 {
        let words = match entry.is_plain() {
            true => Some(block.as_chunks().0.iter().map(|&eight| u64::from_le_bytes(eight)).collect()),
            false => block.chunks_exact(entry.size).map(|bytes| entry.natural(bytes)).collect::<Option<Vec<_>>>(),
        };
        if let Some(words) = words {
            return ring.push_words(coeffs, &words);
        }
    }
    let (mut limbs, mut all) = (vec![0; entry.integers], ring.appender());
    all.put(std::mem::replace(coeffs, ring.zeros(0)));
    let pushed = block.chunks_exact(entry.integers * entry.size).try_for_each(|bytes| {
        let mut negative = false;
        for (limb, integer) in limbs.iter_mut().zip(bytes.chunks_exact(entry.size)) {
            (negative, *limb) = entry.integer(integer);
        }
        all.push_limbs(negative, &limbs)
    });
    *coeffs = all.take();
    pushed
}

impl Entry {
    /// An integer that is not negative.
    fn natural(&self, bytes: &[u8]) -> Option<u64> {
        let (negative, magnitude) = self.integer(bytes);
        (!negative).then_some(magnitude)
    }

    /// Sign and magnitude of an integer.
    fn integer(&self, bytes: &[u8]) -> (bool, u64) {
        let mut le = [0; 8];
        le[..self.size].copy_from_slice(bytes);
        if self.big_endian {
            le[..self.size].reverse();
        }
        let word = u64::from_le_bytes(le);
        if self.truth {
            return (false, u64::from(word != 0));
        }
        let unused = 64 - 8 * self.size as u32;
        let value = ((word << unused) as i64) >> unused;
        if self.signed { (value < 0, value.unsigned_abs()) } else { (false, word) }
    }
}

/// Reads until the block is full or the input ends; returns the number of bytes read.
fn fill(reader: &mut impl Read, block: &mut [u8]) -> io::Result<usize> {
    let mut came = 0;
    while came < block.len() {
        match reader.read(&mut block[came..]) {
            Ok(0) => break,
            Ok(n) => came += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(came)
}

fn content(origin: &Origin<'_>, expected: impl Into<String>, found: impl Into<String>) -> FileError {
    FileError::Content { name: origin.name.to_owned(), expected: expected.into(), found: found.into() }
}

fn truncated(origin: &Origin<'_>, wanted: u128, there: u128) -> FileError {
    content(origin, format!("{wanted} bytes of data"), format!("the end of file, {} bytes are missing", wanted - there))
}

/// Reads the header; returns it with its length in bytes.
fn read_header(reader: &mut impl Read, origin: &Origin<'_>) -> Result<(NpyHeader, usize), FileError> {
    let what = "a NumPy array (.npy)";
    let mut bytes = vec![0; 10];
    let mut read = |bytes: &mut [u8]| match fill(reader, bytes) {
        Ok(came) if came == bytes.len() => Ok(()),
        Ok(_) => Err(content(origin, what, "the end of file in its header")),
        Err(e) => Err(FileError::reading(origin.name, e.into())),
    };
    read(&mut bytes)?;
    refuse_archive(&bytes, origin.name)?;
    if !bytes.starts_with(MAGIC) {
        return Err(content(origin, what, "other bytes at its start"));
    }
    let mut text_len = usize::from(bytes[8]) | usize::from(bytes[9]) << 8;
    if bytes[6] > 1 {
        bytes.resize(12, 0);
        read(&mut bytes[10..])?;
        text_len |= usize::from(bytes[10]) << 16 | usize::from(bytes[11]) << 24;
    }
    if text_len > LONGEST_HEADER {
        return Err(content(
            origin,
            format!("a header of at most {LONGEST_HEADER} bytes"),
            format!("{text_len} bytes"),
        ));
    }
    let start = bytes.len();
    bytes.resize(start + text_len, 0);
    read(&mut bytes[start..])?;
    if !is_plain(&bytes[start..]) {
        return Err(content(origin, "a header as NumPy writes it", "one that is nested, or has an absurd shape"));
    }
    let header = NpyHeader::from_reader(&bytes[..]).map_err(|e| {
        let reason = e.to_string();
        content(origin, what, format!("a header with: {}", reason.lines().next().unwrap_or_default()))
    })?;
    Ok((header, bytes.len()))
}

/// Whether npyz can be trusted with a header, because it parses recursively and multiplies the shape without a check:
/// numbers are decimal, brackets shallow, and the product of all numbers is a word.
fn is_plain(header: &[u8]) -> bool {
    let (mut depth, mut product, mut i) = (0, 1u64, 0);
    while i < header.len() {
        let run = |accept: fn(&u8) -> bool| i + header[i..].iter().take_while(|b| accept(b)).count();
        i = match header[i] {
            b'\'' => match header[i + 1..].iter().position(|&b| b == b'\'' || b == b'\\') {
                Some(len) if header[i + 1 + len] == b'\'' => i + len + 2,
                _ => return false,
            },
            b'0'..=b'9' => {
                let end = run(u8::is_ascii_digit);
                let number = std::str::from_utf8(&header[i..end]).ok().and_then(|digits| digits.parse::<u64>().ok());
                match number.and_then(|n| product.checked_mul(n.max(1))) {
                    Some(more) => product = more,
                    None => return false,
                }
                end
            }
            byte if byte.is_ascii_alphabetic() => {
                let end = run(|b| b.is_ascii_alphanumeric() || *b == b'_');
                if !matches!(&header[i..end], b"True" | b"False") {
                    return false;
                }
                end
            }
            byte => {
                match byte {
                    b'(' | b'[' | b'{' => depth += 1,
                    b')' | b']' | b'}' => depth -= 1,
                    _ => {}
                }
                if depth > DEEPEST_HEADER as i32 {
                    return false;
                }
                i + 1
            }
        };
    }
    true
}

/// The storage of entries that the header states, if they can be elements of `words` words (`None` in Z), and the
/// lengths.
fn entry(
    header: &NpyHeader,
    words: Option<usize>,
    origin: &Origin<'_>,
    dimensions: &[usize],
) -> Result<(Entry, Vec<u64>), FileError> {
    let found = || format!("the type {}", header.dtype().descr());
    let DType::Plain(ty) = header.dtype() else {
        return Err(content(origin, "integers or truth values", found()));
    };
    let signed = match ty.type_char() {
        TypeChar::Int => true,
        TypeChar::Uint | TypeChar::Bool => false,
        _ => return Err(content(origin, "integers or truth values", found())),
    };
    let size = match ty.size_field() {
        size @ (1 | 2 | 4 | 8) => size as usize,
        _ => return Err(content(origin, "integers of 1, 2, 4 or 8 bytes", found())),
    };
    let is_wide = words.is_some_and(|words| words > 1);
    let (integers, shape) = match header.shape() {
        [shape @ .., integers @ 1..=WIDEST] if is_wide && dimensions.contains(&shape.len()) && !signed && size == 8 => {
            (*integers as usize, shape)
        }
        shape if dimensions.contains(&shape.len()) => (1, shape),
        shape => {
            let expected = match (dimensions, is_wide) {
                ([1], false) => "an array of one dimension",
                ([1], true) => "an array of one dimension, or uint64 of two (the words of an entry last)",
                ([2], false) => "an array of two dimensions",
                ([2], true) => "an array of two dimensions, or uint64 of three (the words of an entry last)",
                ([2, 3], false) => "an array of two dimensions, or of three for polynomials",
                ([2, 3], true) => {
                    "an array of two or three dimensions, or uint64 of one more (the words of an entry last)"
                }
                (_, false) => "an array of one or two dimensions",
                (_, true) => "an array of one or two dimensions, or uint64 of one more (the words of an entry last)",
            };
            return Err(content(origin, expected, format!("the shape {shape:?}")));
        }
    };
    let big_endian = ty.endianness() == Endianness::Big;
    let truth = ty.type_char() == TypeChar::Bool;
    Ok((Entry { integers, size, signed, big_endian, truth }, shape.to_vec()))
}

/// Number of words that hold any element; `None` in Z.
fn element_words<R: Ring>(ring: &R) -> Option<usize> {
    let mut n = ring.elements()?;
    // the largest element is one less
    for limb in &mut n {
        let borrows;
        (*limb, borrows) = limb.overflowing_sub(1);
        if !borrows {
            break;
        }
    }
    Some(n.iter().rposition(|&limb| limb != 0).map_or(0, |i| i + 1))
}

/// Writes an array of this shape, of int64 over Z, otherwise uint64.
pub(crate) fn write<R: Ring>(
    ring: &R,
    v: View<'_, R>,
    shape: &[usize],
    order: Order,
    mut out: impl Write,
    name: &str,
) -> Result<(), FileError> {
    let io_error = |e| FileError::writing(name, e);
    let mut shape: Vec<u64> = shape.iter().map(|&n| n as u64).collect();
    let Some(words) = element_words(ring) else {
        let integers = integers(ring, v, name)?;
        let v = integers.as_ref().map_or(v, Coeffs::view);
        all_fit(ring, v, name)?;
        let mut array =
            WriteOptions::<i64>::new().default_dtype().shape(&shape).writer(&mut out).begin_nd().map_err(io_error)?;
        blocks(ring, v, order, BLOCK / 8, |block| {
            let mut all = Vec::with_capacity(block.len());
            ring.each_limbs(block, &mut |negative, limbs| all.extend(signed(negative, limbs)));
            array.extend(all).map_err(io_error)
        })?;
        return array.finish().map_err(io_error);
    };
    if words > 1 {
        shape.push(words as u64);
    }
    let mut array =
        WriteOptions::<u64>::new().default_dtype().shape(&shape).writer(&mut out).begin_nd().map_err(io_error)?;
    let mut all = Vec::new();
    blocks(ring, v, order, (BLOCK / 8 / words.max(1)).max(1), |block| {
        entries(ring, block, words, &mut all);
        array.extend(all.iter().copied()).map_err(io_error)
    })?;
    array.finish().map_err(io_error)
}

/// Calls `take` with blocks of up to `most` elements, in this order.
fn blocks<R: Ring>(
    ring: &R,
    v: View<'_, R>,
    order: Order,
    most: usize,
    mut take: impl FnMut(View<'_, R>) -> Result<(), FileError>,
) -> Result<(), FileError> {
    (0..v.len()).step_by(most).try_for_each(|first| match order {
        Order::Asc => take(v.slice(first..first + most)),
        Order::Desc => {
            let end = v.len() - first;
            take(ring.reversed(v.slice(end.saturating_sub(most)..end)).view())
        }
    })
}

/// Writes elements as `words` words each.
pub(super) fn entries<R: Ring>(ring: &R, v: View<'_, R>, words: usize, out: &mut Vec<u64>) {
    out.clear();
    if words == 1 {
        return ring.write_words(v, out);
    }
    ring.each_limbs(v, &mut |_, limbs| {
        out.extend_from_slice(limbs);
        out.resize(out.len() + words - limbs.len(), 0);
    });
}

/// Over Q the vector with the denominator 1; refuses fractions.
fn integers<R: Ring>(ring: &R, v: View<'_, R>, name: &str) -> Result<Option<Coeffs<R>>, FileError> {
    if ring.denominator(v).is_none() {
        return Ok(None);
    }
    let elements: Vec<_> = (0..v.len()).map(|i| ring.get(v, i)).collect();
    let text = |x: &R::Elem| ring.elem_to_decimal(x);
    match elements.iter().find(|x| text(x).contains('/')) {
        None => Ok(Some(ring.collect(&elements))),
        Some(x) => Err(FileError::Content {
            name: name.to_owned(),
            expected: "integers for npy (json holds fractions)".to_owned(),
            found: text(x),
        }),
    }
}

/// Refuses elements of Z that do not fit in 64 bits with sign.
fn all_fit<R: Ring>(ring: &R, v: View<'_, R>, name: &str) -> Result<(), FileError> {
    let (mut count, mut wide) = (0, None);
    ring.each_limbs(v, &mut |negative, limbs| {
        if wide.is_none() && signed(negative, limbs).is_none() {
            wide = Some(count);
        }
        count += 1;
    });
    wide.map_or(Ok(()), |i| Err(too_wide(ring, v, i, name)))
}

/// The integer as 64 bits with sign, if it fits.
fn signed(negative: bool, limbs: &[u64]) -> Option<i64> {
    match *limbs {
        [] => Some(0),
        [limb] if negative => 0i64.checked_sub_unsigned(limb),
        [limb] => i64::try_from(limb).ok(),
        _ => None,
    }
}

fn too_wide<R: Ring>(ring: &R, v: View<'_, R>, i: usize, name: &str) -> FileError {
    let mut text = String::new();
    ring.write_decimal(v, i, &mut text);
    let digits = text.trim_start_matches('-').len();
    FileError::Content {
        name: name.to_owned(),
        expected: "entries of 64 bits with sign for npy (say --format json)".to_owned(),
        found: format!("entry {i} of {digits} digits"),
    }
}
