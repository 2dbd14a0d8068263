//! Sizes of memory as text.

/// The number of bytes that a text states: an integer, or a number with a unit. K, M, G, T are powers of 1024, as are KiB, MiB, GiB, TiB;
/// KB, MB, GB, TB are powers of 1000; letters of either case. None for other text, for 0, and beyond 2^64.
///
/// ```
/// use polymod::text::memory_size;
/// assert_eq!(memory_size("1.5G"), Some(3 << 29));
/// assert_eq!((memory_size("4096"), memory_size("2 kB")), (Some(4096), Some(2000)));
/// assert_eq!((memory_size("much"), memory_size("-1K"), memory_size("1.5"), memory_size("0")), (None, None, None, None));
/// ```
#[must_use]
pub fn memory_size(text: &str) -> Option<u64> {
    let end = text.rfind(|c: char| c.is_ascii_digit()).map_or(0, |i| i + 1);
    let (number, unit) = text.split_at(end);
    let unit = unit_bytes(unit.trim())?;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = format!("{whole}{fraction}");
    if whole.is_empty() || !digits.bytes().all(|c| c.is_ascii_digit()) || (unit == 1 && !fraction.is_empty()) {
        return None;
    }
    let scale = 10u128.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let bytes = digits.parse::<u128>().ok()?.checked_mul(unit.into())? / scale;
    u64::try_from(bytes).ok().filter(|&n| n > 0)
}

/// Number of bytes of a unit, in upper or lower case.
fn unit_bytes(name: &str) -> Option<u64> {
    let name = name.to_ascii_uppercase();
    let (letter, rest) = name.split_at_checked(1).unwrap_or(("", ""));
    let power = match letter {
        "" => return Some(1),
        "B" if rest.is_empty() => return Some(1),
        "K" => 1,
        "M" => 2,
        "G" => 3,
        "T" => 4,
        _ => return None,
    };
    match rest {
        "" | "I" | "IB" => Some(1 << (10 * power)),
        "B" => Some(1000u64.pow(power)),
        _ => None,
    }
}
