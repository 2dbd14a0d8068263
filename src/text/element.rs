//! Elements with components: arrays of their coefficients, and polynomials in t.

use super::{
    human::{self, Spelling},
    scanner::{Position, Scanner},
    sink::Sink,
};
use crate::ring::{Ring, View};
use std::{
    fmt::Write as _,
    io::{self, Read},
};

/// The name of the element whose powers have the components as coefficients.
pub(super) const GENERATOR: &str = "t";

/// Appends coefficient `i` of a vector as JSON has it: an integer, or the array of its components without trailing zeros,
/// with this separator between them.
///
/// ```
/// use polymod::{Quotient, Ring, Zn, text};
/// let f = Quotient::modulo(&Zn::new(5)?, &[2, 0, 1])?;
/// let (v, mut out) = (f.collect(&[f.element(&[1, 2]), f.elem(3)]), String::new());
/// text::write_element(&f, v.view(), 0, ",", &mut out);
/// text::write_element(&f, v.view(), 1, ",", &mut out);
/// assert_eq!(out, "[1,2][3]");
/// # Ok::<(), polymod::Error>(())
/// ```
pub fn write_element<R: Ring>(ring: &R, v: View<'_, R>, i: usize, separator: &str, out: &mut String) {
    let Some(count) = ring.components() else { return ring.write_decimal(v, i, out) };
    out.push('[');
    let mut end = out.len();
    for j in 0..count {
        out.push_str(if j > 0 { separator } else { "" });
        let digits = out.len();
        ring.write_component(v, i, j, out);
        if &out[digits..] != "0" {
            end = out.len();
        }
    }
    out.truncate(end);
    out.push(']');
}

/// Appends coefficient `i` of a vector as an expression, nothing where it is 0; returns the number of its terms.
pub(super) fn write_expression<R: Ring>(
    ring: &R,
    v: View<'_, R>,
    i: usize,
    spelling: Spelling<'_>,
    out: &mut String,
) -> usize {
    let Some(count) = ring.components() else {
        let start = out.len();
        ring.write_decimal(v, i, out);
        if &out[start..] == "0" {
            out.truncate(start);
        } else if let Some(parts) = spelling.fraction {
            let spelled = human::spelled(&out[start..], parts);
            out.replace_range(start.., &spelled);
        }
        return usize::from(out.len() > start);
    };
    let (mut terms, mut digits, [open, close]) = (0, String::new(), spelling.power);
    for j in (0..count).rev() {
        digits.clear();
        ring.write_component(v, i, j, &mut digits);
        if digits == "0" {
            continue;
        }
        if terms > 0 {
            out.extend([spelling.gap, "+", spelling.gap]);
        }
        terms += 1;
        if j == 0 || digits != "1" {
            out.extend([&digits[..], if j > 0 { spelling.times } else { "" }]);
        }
        match j {
            0 => {}
            1 => out.push_str(GENERATOR),
            // writing to a String cannot fail
            _ => _ = write!(out, "{GENERATOR}{open}{j}{close}"),
        }
    }
    terms
}

/// Number of bytes that are looked through for a bracket.
const LONGEST_LOOK: usize = 1 << 22;

/// Whether the input, which begins with a bracket, has brackets `depth` deep before the outermost one closes.
pub(super) fn is_deep<T: Read>(scanner: &mut Scanner<T>, depth: usize) -> io::Result<bool> {
    let mut len = 256;
    loop {
        let (window, ends) = scanner.window(len)?;
        let mut open = 0;
        for byte in window {
            match byte {
                b'[' => open += 1,
                b']' => open -= 1,
                _ => {}
            }
            if open == 0 || open == depth {
                return Ok(open == depth);
            }
        }
        if ends || len >= LONGEST_LOOK {
            return Ok(false);
        }
        len *= 4;
    }
}

/// Whether the input, which begins with a bracket, is an element: an array without arrays in it, of a ring where elements
/// are arrays.
pub(super) fn is_element<R: Ring, T: Read>(scanner: &mut Scanner<T>, sink: &Sink<'_, R>) -> io::Result<bool> {
    Ok(sink.components().is_some() && scanner.peek()? == Some(b'[') && !is_deep(scanner, 2)?)
}

/// The power of the generator with this exponent, or its negative.
pub(super) fn power_of_generator<R: Ring>(ring: &R, e: u64, negative: bool) -> R::Elem {
    let mut t = ring.zeros(1);
    // an extension has them all
    _ = ring.add_component(&mut t, 1, false, b"1");
    let power = ring.pow(&ring.get(t.view(), 0), e);
    if negative { ring.neg(&power) } else { power }
}

impl<R: Ring> Sink<'_, R> {
    /// Appends a decimal integer as a constant of a ring with components, or adds it times t^j to the last element.
    pub(super) fn push_component(
        &mut self,
        at: Position,
        place: Option<usize>,
        negative: bool,
        digits: &[u8],
    ) -> Result<(), super::ReadError> {
        if place.is_none() {
            self.push_zero(at)?;
        }
        let (ring, mut all) = (self.ring(), self.lend());
        ring.add_component(&mut all, place.unwrap_or(0), negative, digits)?;
        self.give_back(all);
        Ok(())
    }

    /// Adds the integer with these hexadecimal digits times t^j to the last element.
    pub(super) fn push_hexadecimal_component(
        &mut self,
        at: Position,
        j: usize,
        negative: bool,
        digits: &[u8],
    ) -> Result<(), super::ReadError> {
        self.push_hexadecimal(at, negative, digits)?;
        let (ring, mut all) = (self.ring(), self.lend());
        let last = all.len() - 1;
        let [sum, c] = [last - 1, last].map(|i| ring.get(all.view(), i));
        ring.set(&mut all, last - 1, &ring.add(&sum, &ring.mul(&c, &power_of_generator(ring, j as u64, false))));
        ring.resize(&mut all, last);
        self.give_back(all);
        Ok(())
    }

    /// Appends the zero element.
    pub(super) fn push_zero(&mut self, at: Position) -> Result<(), super::ReadError> {
        let (ring, mut all) = (self.ring(), self.lend());
        let len = all.len();
        self.check(at, len + 1, all.width, 0)?;
        ring.resize(&mut all, len + 1);
        self.give_back(all);
        Ok(())
    }
}
