//! Integers and elements of the ring among the arguments: `5`, `-2^10`, `=7`, or the name of a file that holds one.

use super::{Failure, expression, session::Session, spec::shortened};
use crate::io::{FileError, Source, read_scalar};
use polymod::ring::{AnyElem, AnyRing, Codec, Ring};
use std::ffi::OsStr;

/// Largest number of bits of an integer in the arguments: 32 MiB.
const MOST_BITS: u64 = 1 << 28;

/// The value of a fraction of two expressions, bare or after `=`, over a ring of fractions; `None` for other text.
fn fraction(ring: &AnyRing, text: &str, most_bits: u64) -> Option<Result<AnyElem, Failure>> {
    ring.denominator(ring.zeros(0).view())?;
    let (above, below) = text.strip_prefix('=').unwrap_or(text).split_once('/')?;
    let refused = |e: String| Failure::Usage(format!("{}: {e}", shortened(text)));
    let value = |part: &str| {
        let x = expression::operand(part, most_bits)?.map_err(refused);
        Some(x.map(|x| ring.image(x < 0, &x.to_digits(rug::integer::Order::Lsf))))
    };
    let (above, below) = (value(above)?, value(below)?);
    Some(above.and_then(|above| {
        let below = below?;
        if ring.is_zero(&below) {
            return Err(refused("expected a denominator other than 0".into()));
        }
        Ok(ring.quotient(&above, &below)?)
    }))
}

/// The value of an expression; or a file, standard input or literal that holds an integer.
///
/// # Errors
/// [`Failure::Usage`] for an expression that is wrong or too large, and for other text that is not a file; the errors
/// of reading.
pub fn integer(ring: &AnyRing, operand: &OsStr, session: &Session<'_>) -> Result<AnyElem, Failure> {
    let text = operand.to_str().unwrap_or_default();
    let most_bits = session.memory().saturating_mul(4).min(MOST_BITS);
    let mut v = ring.zeros(0);
    if let Some(fraction) = fraction(ring, text, most_bits) {
        return fraction;
    }
    if let Some(value) = expression::operand(text, most_bits) {
        let x = value.map_err(|e| {
            let file = if text.starts_with('=') { String::new() } else { format!("; a file of that name is ./{text}") };
            Failure::Usage(format!("{}: {e}{file}", shortened(text)))
        })?;
        let limbs = x.to_digits(rug::integer::Order::Lsf);
        match ring.components() {
            // an integer is a constant
            Some(_) => v = ring.collect(&[ring.image(x < 0, &limbs)]),
            None => ring.push_limbs(&mut v, x < 0, &limbs)?,
        }
    } else {
        let source = Source::from(operand.to_os_string());
        v = match read_scalar(ring, &source, &session.reading()) {
            Err(FileError::Read { source: e, .. }) if e.kind() == std::io::ErrorKind::NotFound => {
                let what = match ring.components() {
                    None => "an integer, an expression such as 10^18, or a file that holds one",
                    Some(_) => "an integer, an element such as '=2*t+1' or '=[1,2]', or a file that holds one",
                };
                return Err(Failure::Usage(format!("{}: expected {what}; there is no such file", source.name())));
            }
            read => read?.0,
        };
        if v.len() != 1 {
            return Err(Failure::Usage(format!("{}: expected one integer, found {}", source.name(), v.len())));
        }
    }
    Ok(ring.get(v.view(), 0))
}
