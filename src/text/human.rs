//! Writing expressions in x, highest power first: `3*x^5 - 2*x + 1`, in x and y: `x^2 + (y - 1)*x - y`, and in the notation of other systems.

use super::{element, write::Emitter};
use crate::ring::{Ring, View};
use std::{convert::Infallible, fmt::Write};

/// Notation of the terms of a sum.
#[derive(Clone, Copy)]
pub(super) struct Spelling<'a> {
    /// Between coefficient and power.
    pub(super) times: &'a str,
    /// Before and after an exponent: of more than one digit, or of any.
    pub(super) power: [&'a str; 2],
    /// Before and after a coefficient that is written; the sign is inside.
    pub(super) coefficient: Option<[&'a str; 2]>,
    /// Before, in and after a fraction.
    pub(super) fraction: Option<[&'a str; 3]>,
    /// Before and after the sign between two terms.
    pub(super) gap: &'a str,
}

/// `3*x^5 - 2*x + 1`
pub(super) const HUMAN: Spelling<'_> =
    Spelling { times: "*", power: ["^", ""], coefficient: None, fraction: None, gap: " " };

/// Emits the polynomial in pieces: `3*x^5 - 2*x + 1`, zero is `0`.
///
/// # Errors
/// The first error of `emit`.
pub fn write<R: Ring, E>(ring: &R, v: View<'_, R>, emit: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    let mut out = Emitter::new(emit);
    self::emit(ring, v, HUMAN, &mut out)?;
    out.finish()
}

/// Emits the polynomial in y in pieces, as [`write`] does that in x.
///
/// # Errors
/// The first error of `emit`.
pub fn write_in_y<R: Ring, E>(ring: &R, v: View<'_, R>, emit: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    let mut out = Emitter::new(emit);
    sum(v.len(), "y", HUMAN, |i, text| element::write_expression(ring, v, i, HUMAN, text), &mut out)?;
    out.finish()
}

/// Emits the polynomial in x with these polynomials in y as coefficients, constant term first, in pieces: `x^2 + (y - 1)*x - y`, zero is `0`.
///
/// # Errors
/// The first error of `emit`.
pub fn write_in_two<R: Ring, E>(
    ring: &R,
    coeffs: &[View<'_, R>],
    emit: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let mut out = Emitter::new(emit);
    sum(coeffs.len(), "x", HUMAN, |i, text| push_in_y(ring, coeffs[i], text), &mut out)?;
    out.finish()
}

/// Appends the polynomial in y, nothing where it is 0; returns the number of its terms.
fn push_in_y<R: Ring>(ring: &R, v: View<'_, R>, text: &mut String) -> usize {
    let mut terms = 0;
    let start = text.len();
    let mut out = Emitter::new(|piece: &str| {
        text.push_str(piece);
        Ok::<(), Infallible>(())
    });
    let written = sum(
        v.len(),
        "y",
        HUMAN,
        |i, text| {
            let of_coefficient = element::write_expression(ring, v, i, HUMAN, text);
            // the terms of a coefficient of a power of y are in parentheses
            terms += if i == 0 { of_coefficient } else { of_coefficient.min(1) };
            of_coefficient
        },
        &mut out,
    );
    let Ok(()) = written.and_then(|()| out.finish());
    if terms == 0 {
        text.truncate(start);
    }
    terms
}

/// A number, its fraction bar in this notation.
pub(super) fn spelled(digits: &str, [open, bar, close]: [&str; 3]) -> String {
    match digits.split_once('/') {
        None => digits.to_owned(),
        Some((numerator, denominator)) => {
            let magnitude = numerator.trim_start_matches('-');
            let sign = if magnitude.len() < numerator.len() { "-" } else { "" };
            format!("{sign}{open}{magnitude}{bar}{denominator}{close}")
        }
    }
}

/// Emits the polynomial in this notation.
pub(super) fn emit<R: Ring, E, F: FnMut(&str) -> Result<(), E>>(
    ring: &R,
    v: View<'_, R>,
    spelling: Spelling<'_>,
    out: &mut Emitter<F>,
) -> Result<(), E> {
    sum(v.len(), "x", spelling, |i, text| element::write_expression(ring, v, i, spelling, text), out)
}

/// Emits a sum of `len` coefficients times powers of the variable. The function appends a coefficient as an expression, nothing where it is 0, and
/// returns the number of its terms.
fn sum<E, F: FnMut(&str) -> Result<(), E>>(
    len: usize,
    variable: &str,
    spelling: Spelling<'_>,
    mut coefficient: impl FnMut(usize, &mut String) -> usize,
    out: &mut Emitter<F>,
) -> Result<(), E> {
    let mut digits = String::new();
    let mut first = true;
    for exponent in (0..len).rev() {
        digits.clear();
        let terms = coefficient(exponent, &mut digits);
        if terms == 0 {
            continue;
        }
        // the sign of the first of several terms stays in their parentheses
        let is_signed = spelling.coefficient.is_none() && (terms == 1 || exponent == 0);
        let (negative, magnitude) = match digits.strip_prefix('-') {
            Some(magnitude) if is_signed => (true, magnitude),
            _ => (false, &digits[..]),
        };
        if !first {
            out.text.push_str(spelling.gap);
        }
        out.text.push_str(match (first, negative) {
            (true, false) => "",
            (_, true) => "-",
            (false, false) => "+",
        });
        if !first {
            out.text.push_str(spelling.gap);
        }
        first = false;
        if let Some([open, close]) = spelling.coefficient {
            out.text.extend([open, magnitude, close, if exponent == 0 { "" } else { spelling.times }]);
        } else if terms > 1 && exponent > 0 {
            out.text.extend(["(", magnitude, ")", spelling.times]);
        } else if exponent == 0 || magnitude != "1" {
            out.text.push_str(magnitude);
            out.text.push_str(if exponent == 0 { "" } else { spelling.times });
        }
        let [open, close] = spelling.power;
        match exponent {
            0 => {}
            1 => out.text.push_str(variable),
            // writing to a String cannot fail
            _ => _ = write!(out.text, "{variable}{open}{exponent}{close}"),
        }
        out.pass_on()?;
    }
    if first {
        let [open, close] = spelling.coefficient.unwrap_or([""; 2]);
        out.text.extend([open, "0", close]);
    }
    Ok(())
}
