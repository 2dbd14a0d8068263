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
    if scanner.peek()? == Some(b'[') {
        return array::ntl(scanner).vector(sink);
    }
    while scanner.skip_blanks()?.is_some() {
        let integer = scanner.integer(Signs::Both)?;
        scanner.push(&integer, sink)?;
        if scanner.peek()?.is_some_and(|b| !is_blank(b)) {
            return Err(scanner.wrong("white space between integers"));
        }
    }
    Ok(sink.take())
}
