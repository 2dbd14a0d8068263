//! FLINT's strings: `fmpz_poly` writes a length, two blanks and the coefficients, `nmod_poly` a length, one blank, the
//! modulus, two blanks and the coefficients; the zero polynomial is its length, and its modulus.

use super::{
    ReadError,
    scanner::{Position, Scanner, Signs},
    sink::Sink,
};
use crate::ring::{Coeffs, Ring};
use std::io::Read;

/// Reads one polynomial. Whether a modulus follows the length is told by the number of blanks between them.
pub(crate) fn read<R: Ring, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<Coeffs<R>, ReadError> {
    let at = scanner.position();
    if scanner.decimal()? == 0 {
        return Err(scanner.wrong("a length"));
    }
    let len = scanner.digits_as_word();
    sink.check(at, usize::try_from(len).unwrap_or(usize::MAX), 1, 0)?;
    let end = scanner.position();
    let after = scanner.skip_blanks()?;
    let next = Position { column: end.column + 1, ..end };
    if after.is_some() && scanner.position() == next {
        let modulus = scanner.integer(Signs::Minus)?;
        sink.check_modulus(modulus.at, scanner.digits())?;
    }
    for read in 0..len {
        if scanner.skip_blanks()?.is_none() {
            return Err(scanner.wrong(format!("{len} coefficients, {read} came")));
        }
        let integer = scanner.integer(Signs::Minus)?;
        scanner.push(&integer, sink)?;
    }
    Ok(sink.take())
}
