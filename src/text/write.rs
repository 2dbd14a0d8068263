//! Writing: text is emitted in pieces of 64 KiB through one reusable buffer, never as one string.

use super::{Order, element, hex, human};
use crate::ring::{Ring, View};
use std::io::{self, Write};

/// Bytes collected before they are emitted.
const BLOCK: usize = 1 << 16;

/// A buffer of text, and the function that emits it.
pub(crate) struct Emitter<F> {
    pub(crate) text: String,
    emit: F,
}

impl<E, F: FnMut(&str) -> Result<(), E>> Emitter<F> {
    pub(crate) fn new(emit: F) -> Self {
        Emitter { text: String::new(), emit }
    }

    /// Emits the buffer if it is full.
    #[inline]
    pub(crate) fn pass_on(&mut self) -> Result<(), E> {
        if self.text.len() >= BLOCK {
            (self.emit)(&self.text)?;
            self.text.clear();
        }
        Ok(())
    }

    /// Emits the rest of the buffer.
    pub(crate) fn finish(mut self) -> Result<(), E> {
        (self.emit)(&self.text)
    }
}

/// Number of words of the coefficients that are written at once.
const PIECE: usize = 64;

/// Emits coefficients with a separator between them.
pub(super) fn separated<R: Ring, E>(
    ring: &R,
    v: View<'_, R>,
    order: Order,
    [open, separator, close]: [&str; 3],
    emit: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let mut out = Emitter::new(emit);
    let in_json = close == "]" && separator == ",";
    out.text.push_str(open);
    if ring.components().is_some() || in_json && ring.denominator(v).is_some() {
        let inner = if separator.trim().is_empty() { " " } else { separator.trim() };
        for k in 0..v.len() {
            out.text.push_str(if k > 0 { separator } else { "" });
            let i = if order == Order::Asc { k } else { v.len() - 1 - k };
            if in_json {
                push_json(ring, v, i, &mut out.text);
            } else {
                element::write_element(ring, v, i, inner, &mut out.text);
            }
            out.pass_on()?;
        }
        out.text.push_str(close);
        return out.finish();
    }
    let each = (PIECE / v.width.max(1)).max(1);
    for first in (0..v.len()).step_by(each) {
        if first > 0 {
            out.text.push_str(separator);
        }
        let last = (first + each).min(v.len());
        let piece = if order == Order::Asc { first..last } else { v.len() - last..v.len() - first };
        ring.write_decimals(v.slice(piece), order == Order::Desc, separator, &mut out.text);
        out.pass_on()?;
    }
    out.text.push_str(close);
    out.finish()
}

/// Writes `[1,-2,3]`, without a line end.
///
/// ```
/// # use polymod::{Ring, Zn, text::{Order, write_json}};
/// let (f, mut out) = (Zn::new(97)?, Vec::new());
/// write_json(&f, f.collect(&[1, 2, 3]).view(), Order::Desc, &mut out)?;
/// assert_eq!(out, b"[3,2,1]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The writer's errors.
pub fn write_json<R: Ring>(ring: &R, v: View<'_, R>, order: Order, mut out: impl Write) -> io::Result<()> {
    separated(ring, v, order, ["[", ",", "]"], |text| out.write_all(text.as_bytes()))
}

/// Writes an array of scalars as a list, without a line end: as [`write_list`] a polynomial, but `[]` for an empty one, so that
/// it differs from the array of 0.
///
/// ```
/// # use polymod::{Ring, Zn, text::write_array};
/// let f = Zn::new(97)?;
/// for (array, text) in [(&[][..], "[]"), (&[0], "0"), (&[1, 0], "1 0")] {
///     let mut out = Vec::new();
///     write_array(&f, f.collect(array).view(), &mut out)?;
///     assert_eq!(out, text.as_bytes());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The writer's errors.
pub fn write_array<R: Ring>(ring: &R, v: View<'_, R>, mut out: impl Write) -> io::Result<()> {
    if v.is_empty() { out.write_all(b"[]") } else { write_list(ring, v, Order::Asc, out) }
}

/// Writes `1 -2 3`, without a line end; `0` for a vector of length 0, which is the polynomial 0.
///
/// ```
/// # use polymod::{Ring, Zn, text::{Order, write_list}};
/// let (f, mut out) = (Zn::new(97)?, Vec::new());
/// write_list(&f, f.collect(&[1, 2, 3]).view(), Order::Asc, &mut out)?;
/// assert_eq!(out, b"1 2 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The writer's errors.
pub fn write_list<R: Ring>(ring: &R, v: View<'_, R>, order: Order, mut out: impl Write) -> io::Result<()> {
    match v.is_empty() {
        // elements that are arrays are in brackets, as in NTL
        _ if ring.components().is_some() => {
            separated(ring, v, order, ["[", " ", "]"], |text| out.write_all(text.as_bytes()))
        }
        true => out.write_all(b"0"),
        false => separated(ring, v, order, ["", " ", ""], |text| out.write_all(text.as_bytes())),
    }
}

/// Writes coefficients with a separator between them, without brackets.
///
/// ```
/// # use polymod::{Ring, Zn, text::{Order, write_run}};
/// let (f, mut out) = (Zn::new(97)?, Vec::new());
/// write_run(&f, f.collect(&[1, 2, 3]).view(), Order::Asc, "; ", &mut out)?;
/// assert_eq!(out, b"1; 2; 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The writer's errors.
#[cfg(feature = "files")]
pub fn write_run<R: Ring>(
    ring: &R,
    v: View<'_, R>,
    order: Order,
    separator: &str,
    mut out: impl Write,
) -> io::Result<()> {
    separated(ring, v, order, ["", separator, ""], |text| out.write_all(text.as_bytes()))
}

/// Writes `0x1f`, without a line end, in characteristic 2: the bits are the coefficients.
///
/// ```
/// # use polymod::{F2, Ring, text::write_hex};
/// let (f, mut out) = (F2::new(), Vec::new());
/// write_hex(&f, f.from_words(&[0b11111], 5).view(), &mut out)?;
/// assert_eq!(out, b"0x1f");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// The writer's errors.
pub fn write_hex<R: Ring>(ring: &R, v: View<'_, R>, mut out: impl Write) -> io::Result<()> {
    hex::write(ring, v, |text| out.write_all(text.as_bytes()))
}

/// Writes `3*x^2 - 2*x + 1`, without a line end.
///
/// ```
/// # use polymod::{Ring, Zn, text::write_human};
/// let (f, mut out) = (Zn::new(97)?, Vec::new());
/// write_human(&f, f.collect(&[1, 95, 3]).view(), &mut out)?;
/// assert_eq!(out, b"3*x^2 + 95*x + 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The writer's errors.
pub fn write_human<R: Ring>(ring: &R, v: View<'_, R>, mut out: impl Write) -> io::Result<()> {
    human::write(ring, v, |text| out.write_all(text.as_bytes()))
}

/// Writes a vector of one number as JSON, without brackets: an integer, a string with a fraction, or the array of its components.
///
/// ```
/// # use polymod::{Rationals, Ring, text::write_json_number};
/// let (q, mut out) = (Rationals::new(), Vec::new());
/// write_json_number(&q, q.collect(&[(1, 2).into()]).view(), &mut out)?;
/// assert_eq!(out, b"\"1/2\"");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// The writer's errors.
///
/// # Panics
/// For an empty vector.
pub fn write_json_number<R: Ring>(ring: &R, v: View<'_, R>, mut out: impl Write) -> io::Result<()> {
    let mut text = String::new();
    push_json(ring, v, 0, &mut text);
    out.write_all(text.as_bytes())
}

/// Appends coefficient `i` as JSON: an integer, a string with a fraction, or the array of its components.
pub(crate) fn push_json<R: Ring>(ring: &R, v: View<'_, R>, i: usize, out: &mut String) {
    let start = out.len();
    element::write_element(ring, v, i, ",", out);
    if out[start..].contains('/') {
        out.insert(start, '"');
        out.push('"');
    }
}
