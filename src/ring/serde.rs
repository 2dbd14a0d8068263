//! Serialization of rings by their names, and of vectors as decimal text.

use super::{AnyRing, Coeffs, F2, Gf2k, Ring, View, Zn, divide_last};
#[cfg(feature = "integers")]
use super::{GeneralizedFermat, Integers, Rationals, ZnBig};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The coefficients of a vector in decimal, as text.
pub(crate) struct Decimals<'a, R: Ring>(pub &'a R, pub View<'a, R>);

impl<R: Ring> Serialize for Decimals<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Decimals(ring, v) = self;
        serializer.collect_seq((0..v.len()).map(|i| {
            let mut text = String::new();
            ring.write_decimal(*v, i, &mut text);
            text
        }))
    }
}

/// The vector with these decimal integers; `what` is the name of one in errors, which give its position.
pub(crate) fn from_decimals<R: Ring, E: Error>(ring: &R, texts: &[String], what: &str) -> Result<Coeffs<R>, E> {
    let mut v = ring.zeros(0);
    for (i, text) in texts.iter().enumerate() {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (digits, divisor) = match digits.split_once('/').filter(|_| ring.denominator(v.view()).is_some()) {
            Some((digits, divisor)) => (digits, Some(divisor)),
            None => (digits, None),
        };
        if !is_decimal(digits) || !divisor.is_none_or(is_decimal) {
            return Err(E::custom(format!("{what} {i}: expected a decimal integer, got {text:?}")));
        }
        let pushed = ring.push_decimal(&mut v, text.starts_with('-'), digits.as_bytes());
        pushed
            .and_then(|()| divisor.map_or(Ok(()), |d| divide_last(ring, &mut v, d.as_bytes())))
            .map_err(|e| E::custom(format!("{what} {i}: {e}")))?;
    }
    Ok(v)
}

fn is_decimal(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The digits of N in `zn:N`.
fn modulus(name: &str) -> Option<&str> {
    name.strip_prefix("zn:").filter(|digits| is_decimal(digits))
}

/// K and f in `gf2^K:f`, f in hexadecimal.
fn extension(name: &str) -> Option<Gf2k> {
    let (k, modulus) = name.strip_prefix("gf2^")?.split_once(":0x")?;
    let hexadecimal = !modulus.is_empty() && modulus.bytes().all(|b| b.is_ascii_hexdigit());
    let k = if is_decimal(k) && hexadecimal { k.parse().ok()? } else { return None };
    Gf2k::new(k, u128::from_str_radix(modulus, 16).ok()?).ok()
}

/// The ring with this name; Z/n for an n of a word is [`Zn`].
fn any(name: &str) -> Option<AnyRing> {
    #[cfg(feature = "integers")]
    match (name, name.strip_prefix("gfpf:"), modulus(name)) {
        ("z", ..) => return Some(AnyRing::new(Integers::new())),
        ("q", ..) => return Some(AnyRing::new(Rationals::new())),
        (_, Some(prime), _) => return GeneralizedFermat::new(prime.parse().ok()?).ok().map(AnyRing::field),
        (_, _, Some(digits)) if digits.parse::<u64>().is_err() => {
            return ZnBig::new(digits.parse().ok()?).ok().map(AnyRing::field);
        }
        _ => {}
    }
    match modulus(name) {
        Some(digits) => Zn::new(digits.parse().ok()?).ok().map(AnyRing::field),
        None if name == "gf2" => Some(AnyRing::field(F2::new())),
        None => extension(name).map(AnyRing::field),
    }
}

/// Implements serde for a ring by its name; `$open` parses the name and returns None unless it has the form `$expected`.
macro_rules! by_name { ($($(#[$cfg:meta])* $Ring:ty: $expected:literal, $open:expr;)*) => { $(
    $(#[$cfg])*
    impl Serialize for $Ring {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(&self.name())
        }
    }

    $(#[$cfg])*
    impl<'de> Deserialize<'de> for $Ring {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let name = String::deserialize(deserializer)?;
            let open: fn(&str) -> Option<$Ring> = $open;
            open(&name).ok_or_else(|| D::Error::custom(format!("ring: expected {}, got {name:?}", $expected)))
        }
    }
)* } }
by_name! {
    Zn: "\"zn:N\" with a decimal N, 2 ≤ N < 2^64", |name| Zn::new(modulus(name)?.parse().ok()?).ok();
    #[cfg(feature = "integers")]
    ZnBig: "\"zn:N\" with a decimal N ≥ 2", |name| ZnBig::new(modulus(name)?.parse().ok()?).ok();
    #[cfg(feature = "integers")]
    GeneralizedFermat: "\"gfpf:\" with the name of a prime, such as F8", |name| {
        GeneralizedFermat::new(name.strip_prefix("gfpf:")?.parse().ok()?).ok()
    };
    #[cfg(feature = "integers")]
    Integers: "\"z\"", |name| (name == "z").then(Integers::new);
    #[cfg(feature = "integers")]
    Rationals: "\"q\"", |name| (name == "q").then(Rationals::new);
    F2: "\"gf2\"", |name| (name == "gf2").then(F2::new);
    Gf2k: "\"gf2^K:f\" with an irreducible f of degree K in hexadecimal, such as gf2^8:0x11b", extension;
    AnyRing: "the name of a ring, such as zn:97", any;
}
