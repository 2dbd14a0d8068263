//! Hexadecimal: one integer whose bits are the coefficients, the constant term lowest.

use super::{
    ReadError,
    scanner::Scanner,
    sink::{Sink, hex_words},
    write::Emitter,
};
use crate::ring::{Coeffs, Ring, View};
use std::io::Read;

/// Reads `0x` and digits; returns them with the highest first.
pub(super) fn digits<T: Read>(scanner: &mut Scanner<T>, order: Digits) -> Result<Vec<u8>, ReadError> {
    scanner.expect(b'0')?;
    match scanner.peek()? {
        Some(b'x' | b'X') => scanner.bump(),
        _ => return Err(scanner.wrong("\"x\"")),
    }
    if scanner.hexadecimal()? == 0 {
        return Err(scanner.wrong("hexadecimal digits"));
    }
    let mut digits = scanner.digits().to_vec();
    if order == Digits::LowFirst {
        digits.reverse();
    }
    Ok(digits)
}

/// The vector of `len` coefficients with these bits.
fn unpacked<R: Ring>(ring: &R, mut words: Vec<u64>, len: usize) -> Coeffs<R> {
    // the last coefficient may extend beyond the digits
    words.resize((len * ring.packed_bits()).div_ceil(64).max(words.len()), 0);
    ring.unpack(&words, len)
}

/// The order of digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Digits {
    /// Highest first, as in ordinary integers.
    HighFirst,
    /// Lowest first, as in NTL.
    LowFirst,
}

/// Reads `0x` and digits.
pub(super) fn read<R: Ring, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
    order: Digits,
) -> Result<Coeffs<R>, ReadError> {
    let ring = sink.ring();
    if ring.packed_bits() == 0 {
        return Err(scanner.wrong(format!("decimal integers, the ring {} has no hex", ring.name())));
    }
    let at = scanner.position();
    let digits = digits(scanner, order)?;
    let len = (4 * digits.len()).div_ceil(ring.packed_bits());
    sink.check(at, len, sink.view().width, 0)?;
    Ok(unpacked(ring, hex_words(&digits).collect(), len))
}

/// Emits `0x` and digits without leading zeros; `0x0` for zero.
pub(super) fn write<R: Ring, E>(ring: &R, v: View<'_, R>, emit: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    let words = ring.pack(v);
    let mut out = Emitter::new(emit);
    out.text.push_str("0x");
    let len = words.iter().rposition(|&x| x != 0).map_or(0, |i| i + 1);
    match words[..len].split_last() {
        None => out.text.push('0'),
        Some((top, rest)) => {
            out.text.push_str(&format!("{top:x}"));
            for word in rest.iter().rev() {
                out.text.push_str(&format!("{word:016x}"));
                out.pass_on()?;
            }
        }
    }
    out.finish()
}
