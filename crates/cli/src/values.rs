//! Parsers for the values of options.

use super::{
    args::{ExplainStyle, OrderValue},
    expression,
};
use crate::io::{Format, Order};
use polymod::poly::IndexLaw;
use rug::{Integer, Rational};
use std::{
    ffi::OsString,
    ops::{Range, RangeInclusive},
};

/// Parses an integer in this range, given as an expression such as `2^20`.
pub fn whole<T: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let value = integer(text)?;
        let wanted = value.to_u64().filter(|n| range.contains(n)).and_then(|n| T::try_from(n).ok());
        wanted.ok_or_else(|| match *range.end() {
            u64::MAX => format!("expected an integer ≥ {}, below 2^64", range.start()),
            end => format!("expected an integer from {} to {end}", range.start()),
        })
    }
}

/// Parses an integer of at least this size, below 2^64, as [`whole`].
pub fn count(least: u64) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync {
    whole(least..=u64::MAX)
}

/// Parses an expression, bare or after `=`.
fn integer(text: &str) -> Result<Integer, String> {
    let text = text.strip_prefix('=').unwrap_or(text);
    expression::evaluate(text).map_err(|e| format!("{e}; an integer or an expression such as 2^20 is wanted"))
}

/// Parses an integer that may be negative.
pub fn shift(text: &str) -> Result<i64, String> {
    integer(text)?.to_i64().ok_or_else(|| "expected an integer from -2^63 to 2^63 - 1".into())
}

/// Parses a law by which indices are combined.
pub fn index_law(text: &str) -> Result<IndexLaw, String> {
    text.parse::<IndexLaw>().map_err(|e| e.to_string())
}

/// Parses a format that results can have.
pub fn result_format(text: &str) -> Result<Format, String> {
    match text.parse::<Format>() {
        Ok(format) if format.is_input_only() => {
            Err(format!("{format} is for input only; expected json, list, human, npy, flint, ntl, pari, sage or latex"))
        }
        other => other.map_err(|e| e.to_string()),
    }
}

/// Parses a format that operands can have.
pub fn operand_format(text: &str) -> Result<Format, String> {
    match text.parse::<Format>() {
        Ok(format) if format.is_output_only() => {
            Err(format!("{format} is for output only; expected json, list, human, npy, flint, ntl, pari or sage"))
        }
        other => other.map_err(|e| e.to_string()),
    }
}

/// Parses the order of a transform.
pub fn transform_order(text: &str) -> Result<OrderValue, String> {
    count(1)(text).map(OrderValue::Transform)
}

/// Parses the order of coefficients.
pub fn order(text: &str) -> Result<OrderValue, String> {
    match text {
        "asc" => Ok(OrderValue::Coefficients(Order::Asc)),
        "desc" => Ok(OrderValue::Coefficients(Order::Desc)),
        _ => Err("expected asc (constant term first) or desc".into()),
    }
}

/// Parses the style of decisions.
pub fn explain_style(text: &str) -> Result<ExplainStyle, String> {
    match text {
        "table" => Ok(ExplainStyle::Table),
        "json" => Ok(ExplainStyle::Json),
        _ => Err("expected --explain or --explain=json".into()),
    }
}

/// Parses a number of bytes: an integer expression, or a number with a unit ([`polymod::text::memory_size`]).
pub fn memory_size(text: &str) -> Result<u64, String> {
    let expected = || {
        "expected bytes, or a number with K, M, G, T (powers of 1024) or KB, MB, GB, TB (powers of 1000), such as 512M or 1.5G"
            .to_string()
    };
    if expression::is_arithmetic(text) {
        return count(1)(text).map_err(|_| expected());
    }
    polymod::text::memory_size(text).ok_or_else(expected)
}

/// The prime factors of a modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModulusFactors {
    /// These.
    Given(Vec<Integer>),
    /// Those that are found.
    Find,
}

/// Parses `P,P,…` or `find`.
pub fn modulus_factors(text: &str) -> Result<ModulusFactors, String> {
    if text == "find" {
        return Ok(ModulusFactors::Find);
    }
    let expected = |e| format!("{e}; expected the prime factors of the modulus, such as 2,3,2^61-1, or find");
    Ok(ModulusFactors::Given(
        text.split(',').map(|p| expression::evaluate(p).map_err(expected)).collect::<Result<_, _>>()?,
    ))
}

/// Parses `A,R`.
pub fn pair(text: &str) -> Result<[OsString; 2], String> {
    match text.split_once(',') {
        Some((a, r)) if !a.is_empty() && !r.is_empty() => Ok([a.into(), r.into()]),
        _ => Err("expected A,R: the first point and the ratio, such as 1,3".into()),
    }
}

/// A positive rational number, as 1/1000 or 3.
pub fn positive_rational(text: &str) -> Result<Rational, String> {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let zero = |part: &str| part.bytes().all(|c| c == b'0');
    let right = digits(numerator) && digits(denominator) && !zero(numerator) && !zero(denominator);
    let found = if right { text.parse().ok() } else { None };
    found.ok_or_else(|| "expected a positive rational number such as 1/1000".into())
}

/// Parses `I:J` with I ≤ J.
pub fn interval(text: &str) -> Result<Range<usize>, String> {
    let expected = || "expected I:J with I ≤ J, such as 100:200".to_string();
    let (i, j) = text.split_once(':').ok_or_else(expected)?;
    let end = |text: &str| integer(text).ok().and_then(|n| n.to_usize());
    match (end(i), end(j)) {
        (Some(i), Some(j)) if i <= j => Ok(i..j),
        _ => Err(expected()),
    }
}
