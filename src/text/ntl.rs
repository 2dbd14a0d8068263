//! NTL's text format: `[1 0 3]`, a matrix row by row, bits as `[1 0 1]` or as `0x5`, lowest digit first, and elements of F_(2^K)
//! as polynomials over F_2, `[[] [0 1] [1]]`.

use super::{
    ReadError,
    array::{self, Arrays},
    element,
    hex::{self, Digits},
    matrix::Cells,
    scanner::Scanner,
    sink::{Sink, hex_words},
    write::Emitter,
};
use crate::ring::{Coeffs, Convolve, Ring, View};
use std::io::Read;

/// Reads the coefficients of a polynomial, or a vector.
pub(super) fn coeffs<R: Ring, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
) -> Result<Coeffs<R>, ReadError> {
    match scanner.peek()? {
        Some(b'0') if sink.ring().packed_bits() == 1 => hex::read(scanner, sink, Digits::LowFirst),
        Some(b'[') => {
            let mut arrays = array::ntl(scanner);
            elements(&mut arrays, sink)?;
            Ok(sink.take())
        }
        _ => Err(scanner.wrong("\"[\", as NTL writes polynomials and vectors")),
    }
}

/// Reads a scalar, or a vector of one.
pub(super) fn scalar<R: Ring, T: Read>(
    scanner: &mut Scanner<T>,
    sink: &mut Sink<'_, R>,
) -> Result<Coeffs<R>, ReadError> {
    if scanner.peek()? == Some(b'[') && sink.ring().packed_bits() <= 1 && !element::is_element(scanner, sink)? {
        return coeffs(scanner, sink);
    }
    element(&mut array::ntl(scanner), sink)?;
    Ok(sink.take())
}

/// Reads an array of elements.
fn elements<R: Ring, T: Read>(arrays: &mut Arrays<'_, T>, sink: &mut Sink<'_, R>) -> Result<(), ReadError> {
    arrays.entries(|arrays| element(arrays, sink))
}

/// Reads an element: an integer, over F_(2^K) also an array of bits or hexadecimal digits.
fn element<R: Ring, T: Read>(arrays: &mut Arrays<'_, T>, sink: &mut Sink<'_, R>) -> Result<(), ReadError> {
    let bits = sink.ring().packed_bits();
    let scanner = arrays.scanner();
    let at = scanner.position();
    if bits > 1 && scanner.starts_with(b"0x")? {
        let words: Vec<u64> = hex_words(&hex::digits(scanner, Digits::LowFirst)?).collect();
        return sink.push_bits(at, &words);
    }
    if bits <= 1 || scanner.peek()? != Some(b'[') {
        // elsewhere the highest digit is first
        if scanner.is_hexadecimal(0)? {
            return Err(scanner.wrong("an integer in decimal digits"));
        }
        return arrays.integer(sink);
    }
    let (mut words, mut len) = (Vec::new(), 0);
    arrays.entries(|arrays| {
        let bit = bit(arrays)?;
        if len == bits {
            return Err(arrays.scanner().wrong(format!("at most {bits} bits of an element")));
        }
        if len % 64 == 0 {
            words.push(0);
        }
        words[len / 64] |= bit << (len % 64);
        len += 1;
        Ok(())
    })?;
    sink.push_bits(at, &words)
}

fn bit<T: Read>(arrays: &mut Arrays<'_, T>) -> Result<u64, ReadError> {
    let scanner = arrays.scanner();
    let bit = match scanner.peek()? {
        Some(b'0') => 0,
        Some(b'1') => 1,
        _ => return Err(scanner.wrong("0 or 1")),
    };
    scanner.bump();
    Ok(bit)
}

/// Reads an entry of a matrix: an element, or a polynomial.
pub(super) fn entry<R: Convolve, T: Read>(
    arrays: &mut Arrays<'_, T>,
    sink: &mut Sink<'_, R>,
    cells: &mut Cells<R>,
) -> Result<(), ReadError> {
    let bits = sink.ring().packed_bits();
    let scanner = arrays.scanner();
    let opens = scanner.peek()? == Some(b'[');
    let is_poly = match bits {
        0 => opens && !element::is_element(scanner, sink)?,
        1 => opens || scanner.starts_with(b"0x")?,
        // an array of bits is an element, an array of arrays a polynomial
        _ => opens && array::opens_twice(scanner)?,
    };
    if !is_poly {
        element(arrays, sink)?;
        cells.number(sink);
        return Ok(());
    }
    cells.begin_poly(sink, scanner.position());
    let poly = coeffs(arrays.scanner(), sink)?;
    cells.push(poly);
    Ok(())
}

/// Appends an element: an integer, over F_(2^K) an array of its bits.
pub(super) fn write_element<R: Ring>(ring: &R, v: View<'_, R>, i: usize, text: &mut String) {
    if ring.packed_bits() <= 1 {
        return element::write_element(ring, v, i, " ", text);
    }
    let mut limbs = Vec::new();
    ring.limbs(v, i, &mut limbs);
    let len = limbs.iter().rposition(|&limb| limb != 0).map_or(0, |k| 64 * k + 64 - limbs[k].leading_zeros() as usize);
    text.push('[');
    for bit in 0..len {
        text.push_str(if bit > 0 { " " } else { "" });
        text.push(if limbs[bit / 64] >> (bit % 64) & 1 == 1 { '1' } else { '0' });
    }
    text.push(']');
}

/// Emits `[1 0 3]`.
pub(super) fn write_coeffs<R: Ring, E, F: FnMut(&str) -> Result<(), E>>(
    ring: &R,
    v: View<'_, R>,
    out: &mut Emitter<F>,
) -> Result<(), E> {
    out.text.push('[');
    for i in 0..v.len() {
        out.text.push_str(if i > 0 { " " } else { "" });
        write_element(ring, v, i, &mut out.text);
        out.pass_on()?;
    }
    out.text.push(']');
    Ok(())
}
