//! Writing expressions in x, highest power first: `3*x^5 - 2*x + 1`, and in the notation of other systems.

use super::{element, write::Emitter};
use crate::ring::{Ring, View};
use std::fmt::Write;

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
    let mut digits = String::new();
    let mut first = true;
    for exponent in (0..v.len()).rev() {
        digits.clear();
        let terms = element::write_expression(ring, v, exponent, spelling, &mut digits);
        if terms == 0 {
            continue;
        }
        let (negative, magnitude) = match digits.strip_prefix('-') {
            Some(magnitude) if spelling.coefficient.is_none() => (true, magnitude),
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
            1 => out.text.push('x'),
            // writing to a String cannot fail
            _ => _ = write!(out.text, "x{open}{exponent}{close}"),
        }
        out.pass_on()?;
    }
    if first {
        let [open, close] = spelling.coefficient.unwrap_or([""; 2]);
        out.text.extend([open, "0", close]);
    }
    Ok(())
}
