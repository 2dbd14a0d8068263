//! The values of options, from their text.

use super::args::{ExplainStyle, OrderValue};
use crate::io::{Format, Order};
use std::{ffi::OsString, ops::Range};

/// A format that results can have.
pub fn result_format(text: &str) -> Result<Format, String> {
    match text.parse::<Format>() {
        Ok(format) if format.is_input_only() => {
            Err(format!("{format} is for input only; expected json, list, human, npy, flint, ntl, pari, sage or latex"))
        }
        other => other.map_err(|e| e.to_string()),
    }
}

/// A format that operands can have.
pub fn operand_format(text: &str) -> Result<Format, String> {
    match text.parse::<Format>() {
        Ok(format) if format.is_output_only() => {
            Err(format!("{format} is for output only; expected json, list, human, npy, flint, ntl, pari or sage"))
        }
        other => other.map_err(|e| e.to_string()),
    }
}

/// The order of a transform.
pub fn transform_order(text: &str) -> Result<OrderValue, String> {
    let order = text.parse().ok().filter(|&n: &u64| n > 0);
    order.map(OrderValue::Transform).ok_or_else(|| "expected a positive integer".into())
}

/// The order of coefficients.
pub fn order(text: &str) -> Result<OrderValue, String> {
    match text {
        "asc" => Ok(OrderValue::Coefficients(Order::Asc)),
        "desc" => Ok(OrderValue::Coefficients(Order::Desc)),
        _ => Err("expected asc (constant term first) or desc".into()),
    }
}

/// How decisions are told.
pub fn explain_style(text: &str) -> Result<ExplainStyle, String> {
    match text {
        "table" => Ok(ExplainStyle::Table),
        "json" => Ok(ExplainStyle::Json),
        _ => Err("expected --explain or --explain=json".into()),
    }
}

/// Bytes, or with K, M, G, T.
pub fn memory_size(text: &str) -> Result<u64, String> {
    let expected = || "expected bytes, or a number with K, M, G or T, such as 512M".to_string();
    let (digits, shift) = match text.char_indices().last().map(|(i, c)| (i, c.to_ascii_uppercase())) {
        Some((i, 'K')) => (&text[..i], 10),
        Some((i, 'M')) => (&text[..i], 20),
        Some((i, 'G')) => (&text[..i], 30),
        Some((i, 'T')) => (&text[..i], 40),
        _ => (text, 0),
    };
    if !digits.bytes().all(|c| c.is_ascii_digit()) {
        return Err(expected());
    }
    let n: u64 = digits.parse().map_err(|_| expected())?;
    n.checked_mul(1 << shift).filter(|&n| n > 0).ok_or_else(expected)
}

/// `A,R`.
pub fn pair(text: &str) -> Result<[OsString; 2], String> {
    match text.split_once(',') {
        Some((a, r)) if !a.is_empty() && !r.is_empty() => Ok([a.into(), r.into()]),
        _ => Err("expected A,R: the first point and the ratio, such as 1,3".into()),
    }
}

/// `I:J` with I ≤ J.
pub fn interval(text: &str) -> Result<Range<usize>, String> {
    let expected = || "expected I:J with I ≤ J, such as 100:200".to_string();
    let (i, j) = text.split_once(':').ok_or_else(expected)?;
    match (i.parse(), j.parse()) {
        (Ok(i), Ok(j)) if i <= j => Ok(i..j),
        _ => Err(expected()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_intervals() {
        assert_eq!(memory_size("4096"), Ok(4096));
        assert_eq!(memory_size("3K"), Ok(3 << 10));
        assert_eq!(memory_size("2g"), Ok(2 << 30));
        for bad in ["", "K", "0", "-1", "1.5G", "99999999999999999999", "99999999T", "1KB", "é"] {
            assert!(memory_size(bad).is_err(), "{bad}");
        }
        assert_eq!(interval("3:7"), Ok(3..7));
        for bad in ["", "3", "7:3", ":", "a:b", "1:-2"] {
            assert!(interval(bad).is_err(), "{bad}");
        }
    }
}
