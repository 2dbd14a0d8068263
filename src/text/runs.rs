//! Arrays and lists of integers larger than memory, passed on in runs.

use super::{Form, ReadError, ReadOptions, array, list, sink::Sink, start};
use crate::ring::{Ring, View};
use std::io::Read;

/// Reads the coefficients of a JSON array or a list in their order; `take` gets runs of `run` coefficients, the last one possibly
/// shorter.
///
/// ```
/// # use polymod::{Zn, text::{ReadOptions, read_runs}};
/// let (f, mut lens) = (Zn::new(97)?, Vec::new());
/// read_runs(&f, &b"[1,2,3,4,5]"[..], &ReadOptions::default(), 2, |run| {
///     lens.push(run.len());
///     Ok(())
/// })?;
/// assert_eq!(lens, [2, 2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`read_poly`](super::read_poly), and the errors of `take`.
pub fn read_runs<R: Ring, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
    run: usize,
    mut take: impl FnMut(View<'_, R>) -> Result<(), ReadError>,
) -> Result<Form, ReadError> {
    let (mut scanner, form) = start(reader, options, "an array of integers")?;
    let mut sink = Sink::new(ring, options);
    let mut pass_on = |sink: &mut Sink<'_, R>| {
        if sink.view().len() == run {
            take(sink.view())?;
            sink.clear();
        }
        Ok(())
    };
    match form {
        Form::Json => array::json(&mut scanner).each(&mut sink, &mut pass_on)?,
        Form::List => list::each(&mut scanner, &mut sink, &mut pass_on)?,
        _ => return Err(scanner.wrong("JSON or a list of integers, for data larger than memory")),
    }
    scanner.expect_end()?;
    take(sink.view())?;
    Ok(form)
}

/// The form of a text.
///
/// ```
/// use polymod::text::{Form, form};
/// assert_eq!((form(&b"[1,2]"[..])?, form(&b"0x1f"[..])?), (Form::Json, Form::Hex));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReadError::Syntax`] if the text is empty; [`ReadError::Io`].
pub fn form(reader: impl Read) -> Result<Form, ReadError> {
    start(reader, &ReadOptions::default(), "an array of integers").map(|(_, form)| form)
}

/// The number of integers in a JSON array or a list: the tokens between commas, white space and brackets.
///
/// ```
/// assert_eq!(polymod::text::count(&b"[1, -2,\n300]"[..])?, 3);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// The reader's errors.
pub fn count(mut reader: impl Read) -> std::io::Result<usize> {
    let (mut block, mut count, mut inside) = (vec![0; 1 << 16], 0, false);
    loop {
        let came = match reader.read(&mut block) {
            Ok(0) => return Ok(count),
            Ok(came) => came,
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(e),
        };
        for &byte in &block[..came] {
            let now = !matches!(byte, b',' | b'[' | b']' | b'{' | b'}' | b' ' | b'\n' | b'\r' | b'\t');
            count += usize::from(now && !inside);
            inside = now;
        }
    }
}
