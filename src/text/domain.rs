//! The arguments behind the expression in `Poly(x**2 + 1, x, modulus=7)`, as SymPy and galois print
//! polynomials: the variable, and the domain, which must be the ring in use.

use super::{
    ReadError,
    scanner::{Scanner, syntax},
    sink::Sink,
};
use crate::ring::Ring;
use std::io::Read;

/// Before the expression.
pub(super) const OPEN: &[u8] = b"Poly(";
/// Bytes of the longest domain that is quoted in errors.
const LONGEST: usize = 100;

/// Reads the arguments after the expression, and the closing parenthesis.
pub(super) fn arguments<R: Ring, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<(), ReadError> {
    loop {
        match scanner.skip_blanks()? {
            Some(b',') => {
                scanner.bump();
                scanner.skip_blanks()?;
                argument(scanner, sink)?;
            }
            Some(b')') => {
                scanner.bump();
                return Ok(());
            }
            _ => return Err(scanner.wrong("\"+\", \"-\", \",\" or \")\"")),
        }
    }
}

/// Reads an argument: the variable, or a domain in the notation of SymPy or galois.
fn argument<R: Ring, T: Read>(scanner: &mut Scanner<T>, sink: &mut Sink<'_, R>) -> Result<(), ReadError> {
    const EXPECTED: &str = "the variable, modulus=…, domain=… or GF(…)";
    let (at, mut name) = (scanner.position(), String::new());
    scanner.name(&mut name)?;
    let domain = match (&name[..], scanner.skip_blanks()?) {
        ("GF", Some(b'(')) => format!("GF{}", value(scanner)?),
        (key @ ("modulus" | "domain"), Some(b'=')) => {
            scanner.bump();
            scanner.skip_blanks()?;
            let value = value(scanner)?;
            if key == "domain" { value } else { format!("GF({value})") }
        }
        ("", _) => return Err(scanner.wrong(EXPECTED)),
        (_, None | Some(b',' | b')')) => return sink.check_variable(&name, at),
        _ => return Err(scanner.wrong_token(at, name.as_bytes(), EXPECTED)),
    };
    if agrees(sink, &domain) {
        return Ok(());
    }
    let expected = format!("a polynomial over the ring {} in use", sink.ring().name());
    Err(syntax(at, expected, format!("one over {domain}")))
}

/// Reads the text of a value, which may be quoted, up to the comma or the parenthesis behind it.
fn value<T: Read>(scanner: &mut Scanner<T>) -> Result<String, ReadError> {
    let quote = scanner.peek()?.filter(|b| matches!(b, b'\'' | b'"'));
    if quote.is_some() {
        scanner.bump();
    }
    let (mut text, mut depth) = (String::new(), 0u32);
    while let Some(c) = scanner.peek()?.filter(|b| (b' '..=b'~').contains(b)) {
        let ends = match quote {
            Some(_) => Some(c) == quote,
            None => depth == 0 && matches!(c, b',' | b')'),
        };
        if ends || text.len() == LONGEST {
            break;
        }
        depth = if c == b'(' { depth + 1 } else { depth.saturating_sub(u32::from(c == b')')) };
        text.push(c.into());
        scanner.bump();
    }
    if let Some(quote) = quote {
        scanner.expect(quote)?;
    }
    Ok(text)
}

/// Whether the domain is the ring in use: `ZZ`, `QQ`, or `GF(p^k)`, whose elements are integers, as
/// those of F_(2^K) alone are in both notations.
fn agrees<R: Ring>(sink: &Sink<'_, R>, domain: &str) -> bool {
    let text: String = domain.chars().filter(|c| !c.is_whitespace()).collect();
    match &text[..] {
        "ZZ" => !sink.is_finite() && !sink.has_fractions(),
        "QQ" => sink.has_fractions(),
        field => {
            let Some(order) = field.strip_prefix("GF(").and_then(|rest| rest.strip_suffix(')')) else { return false };
            let (p, k) = order.split_once("**").or(order.split_once('^')).unwrap_or((order, "1"));
            let degree = sink.ring().packed_bits().max(1);
            sink.components().is_none() && sink.has_characteristic(p) && k.parse() == Ok(degree)
        }
    }
}
