//! Lists: integers separated by white space, or NTL's bracketed ones.

use super::{
    ReadError, array,
    scanner::{Scanner, Signs, is_blank},
    sink::Sink,
};
use crate::ring::{Coeffs, Ring};
use std::io::Read;

/// Reads `1 -2 3` to the end of the input, or `[1 -2 3]`.
pub(crate) fn read<R: Ring, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<Coeffs<R>, ReadError> {
    each(scanner, sink, |_| Ok(()))?;
    Ok(sink.take())
}

/// The same, and calls `after` behind each integer.
pub(crate) fn each<R: Ring, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    mut after: impl FnMut(&mut Sink<'_, R>) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    if scanner.peek()? == Some(b'[') {
        return array::ntl(scanner).each(sink, after);
    }
    while scanner.skip_blanks()?.is_some() {
        let integer = scanner.integer(Signs::Both)?;
        scanner.push(&integer, sink)?;
        after(sink)?;
        if scanner.peek()?.is_some_and(|b| !is_blank(b)) {
            return Err(scanner.wrong("white space between integers"));
        }
    }
    Ok(())
}
