//! The modulus as people write it: 97, 2^61 - 1, 10^9+7, 119*2^23+1.

/// The value of sums and differences of products of powers of decimal numbers.
pub fn parse(text: &str) -> Result<u64, String> {
    let wrong = || {
        format!(
            "modulus: {text:?} is not a number from 2 to 2^64 - 1, nor an expression such as 2^61 - 1 or 119*2^23 + 1"
        )
    };
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    sum(&compact).and_then(|value| u64::try_from(value).ok()).filter(|&n| n >= 2).ok_or_else(wrong)
}

fn sum(text: &str) -> Option<i128> {
    let (mut value, mut rest) = (0i128, text);
    let mut sign = 1;
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        value = value.checked_add(product(&rest[..end])?.checked_mul(sign)?)?;
        let Some(operator) = rest[end..].chars().next() else { return Some(value) };
        sign = if operator == '-' { -1 } else { 1 };
        rest = &rest[end + 1..];
    }
}

fn product(text: &str) -> Option<i128> {
    text.split('*').try_fold(1i128, |value, factor| value.checked_mul(power(factor)?))
}

fn power(text: &str) -> Option<i128> {
    let (base, exponent) = text.split_once('^').unwrap_or((text, "1"));
    digits(base)?.checked_pow(u32::try_from(digits(exponent)?).ok()?)
}

/// A number without a sign, which `parse` alone would take.
fn digits(text: &str) -> Option<i128> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}
