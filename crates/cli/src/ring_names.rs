//! Rings under the names of other systems: `GF(97)`, `Z/97`, `F_97`, `Zmod(97)`.

use super::{RingSpec, expression, quotients::power_of_prime};
use rug::{Integer, integer::IsPrime};

/// Names of the integers modulo N, before N.
const MODULO: [&str; 12] =
    ["integermodring", "integers", "residueclassring", "zmod", "zz/", "z/", "zn:", "zn", "z_", "zz_", "mod", "z"];
/// Names of a field, before the number of its elements.
const FIELD: [&str; 8] = ["finitefield", "gf", "ff", "fp", "f_", "f", "fq", "galoisfield"];

/// Bits of the longest number that is looked at for being a prime: for a hint, nobody waits long.
const LONGEST: u32 = 4096;

/// The ring that the text may have been meant to name, as `--ring` takes it.
#[must_use]
pub fn meant(text: &str) -> Option<String> {
    let simple: String = text.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    let name = match simple.strip_prefix("gfpf:") {
        // their names have capitals
        Some(prime) => format!("gfpf:{}", prime.to_uppercase()),
        None => simple.clone(),
    };
    if name != text && RingSpec::parse(&name).is_ok() {
        return Some(name);
    }
    match simple.as_str() {
        "z" | "zz" | "integer" | "integers" | "int" | "zz[x]" | "z[x]" => return Some("z".into()),
        "z[y]" | "zz[y]" | "z[x,y]" | "zz[x,y]" | "z[x][y]" | "zz[x][y]" | "z[y][x]" => return Some("z[y]".into()),
        "q" | "qq" | "q[x]" | "qq[x]" | "rational" | "rationals" | "rationalfield" => return Some("q".into()),
        "gf2" | "z2[x]" => return Some("gf2".into()),
        _ => {}
    }
    let behind = |prefix: &&str| number(simple.strip_prefix(prefix)?);
    if let Some((text, n)) = FIELD.iter().find_map(behind) {
        return field(&text, &n);
    }
    let (text, _) = MODULO.iter().chain(&[""]).find_map(behind)?;
    Some(format!("zn:{text}"))
}

/// The number that follows the name of a ring, with or without brackets: its text and value.
fn number(text: &str) -> Option<(String, Integer)> {
    let text = text.trim_start_matches([':', '=', '_']);
    let inner = text
        .strip_prefix('(')
        .and_then(|t| t.strip_suffix(')'))
        .or(text.strip_prefix('[').and_then(|t| t.strip_suffix(']')));
    let text = inner.filter(|inner| expression::is_arithmetic(inner)).unwrap_or(text);
    // Z/97Z
    let text = text.trim_end_matches('z');
    let n = expression::is_arithmetic(text).then(|| expression::evaluate(text).ok())??;
    (n >= 2).then(|| (text.to_string(), n))
}

/// The field of n elements, if the library has one.
fn field(text: &str, n: &Integer) -> Option<String> {
    let k = n.significant_bits() - 1;
    match k {
        1 if *n == 2 => Some("gf2".into()),
        2..=64 if n.is_power_of_two() => Some(extension(k)),
        _ if k >= LONGEST => None,
        _ => match power_of_prime(text) {
            Some((p, k)) => Some(format!("gf:{p}^{k}")),
            None => (n.is_probably_prime(20) != IsPrime::No).then(|| format!("zn:{text}")),
        },
    }
}

/// The field of 2^k elements, whose modulus the user must choose.
fn extension(k: u32) -> String {
    if k == 8 { "gf2^8:0x11b".into() } else { format!("gf2^{k}:MODULUS") }
}
