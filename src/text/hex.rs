//! Hexadecimal: one integer whose bits are the coefficients, the constant term lowest.

use super::{ReadError, scanner::Scanner, sink::Sink, write::Emitter};
use crate::ring::{Coeffs, Ring, View};
use std::io::Read;

/// `0x`, then digits.
pub(super) fn read<R: Ring, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<Coeffs<R>, ReadError> {
    let ring = sink.ring();
    if ring.packed_bits() == 0 {
        return Err(scanner.wrong(format!("decimal integers, the ring {} has no hex", ring.name())));
    }
    let at = scanner.position();
    scanner.expect(b'0')?;
    match scanner.peek()? {
        Some(b'x' | b'X') => scanner.bump(),
        _ => return Err(scanner.wrong("\"x\"")),
    }
    if scanner.hexadecimal()? == 0 {
        return Err(scanner.wrong("hexadecimal digits"));
    }
    let digits = scanner.digits();
    let len = (4 * digits.len()).div_ceil(ring.packed_bits());
    sink.check(at, len, sink.view().width, 0)?;
    let value = |digit: &u8| u64::from(char::from(*digit).to_digit(16).unwrap_or(0));
    let words: Vec<u64> = digits.rchunks(16).map(|part| part.iter().fold(0, |x, d| x << 4 | value(d))).collect();
    // a last coefficient may reach beyond the digits
    let mut words = words;
    words.resize((len * ring.packed_bits()).div_ceil(64).max(words.len()), 0);
    Ok(ring.unpack(&words, len))
}

/// `0x`, then digits without leading zeros; `0x0` for zero.
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
