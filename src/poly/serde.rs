//! Serialization of polynomials and rings with serde: self-describing, exact, the same for all rings.
//!
//! A ring is its name, `"z"` or `"zn:97"`; a polynomial is `{"ring": "zn:97", "coeffs": ["1", "0", "5"]}`: coefficients in
//! decimal, as text since few formats hold integers of any size, constant term first. The engine is part of neither: deserialized
//! rings use the default one. Coefficients outside [0, n) are reduced and leading zeros removed; any other deviation from the
//! written form is an error that gives its position.
//!
//! ```
//! use polymod::{Poly, Zn};
//! let a = Poly::from_i64(&Zn::new(97)?, &[1, 0, 5]);
//! let json = serde_json::to_string(&a).unwrap();
//! assert_eq!(json, r#"{"ring":"zn:97","coeffs":["1","0","5"]}"#);
//! assert_eq!(serde_json::from_str::<Poly<Zn>>(&json).unwrap(), a);
//! # Ok::<(), polymod::Error>(())
//! ```

use super::Poly;
#[cfg(feature = "integers")]
use crate::ring::{Integers, ZnBig};
use crate::{
    Result,
    ring::{Ring, Zn},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error, ser::SerializeStruct};

impl<R: Ring + Serialize> Serialize for Poly<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Poly", 2)?;
        fields.serialize_field("ring", &self.ring)?;
        fields.serialize_field("coeffs", &Decimals(self))?;
        fields.end()
    }
}

/// The coefficients in decimal.
struct Decimals<'a, R: Ring>(&'a Poly<R>);

impl<R: Ring> Serialize for Decimals<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Poly { ring, coeffs } = self.0;
        serializer.collect_seq((0..coeffs.len()).map(|i| {
            let mut text = String::new();
            ring.write_decimal(coeffs.view(), i, &mut text);
            text
        }))
    }
}

impl<'de, R: Ring + Deserialize<'de>> Deserialize<'de> for Poly<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename = "Poly", deny_unknown_fields)]
        struct Fields<R> {
            ring: R,
            coeffs: Vec<String>,
        }
        let Fields { ring, coeffs: texts } = Fields::<R>::deserialize(deserializer)?;
        let mut coeffs = ring.zeros(0);
        for (i, text) in texts.iter().enumerate() {
            let digits = text.strip_prefix('-').unwrap_or(text);
            if !is_decimal(digits) {
                let problem = format!("coefficient {i}: expected a decimal integer, got {text:?}");
                return Err(D::Error::custom(problem));
            }
            let pushed = ring.push_decimal(&mut coeffs, digits.len() < text.len(), digits.as_bytes());
            pushed.map_err(|e| D::Error::custom(format!("coefficient {i}: {e}")))?;
        }
        Ok(Poly::from_coeffs(&ring, coeffs))
    }
}

fn is_decimal(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The digits of N in `zn:N`.
fn modulus(name: &str) -> Option<&str> {
    name.strip_prefix("zn:").filter(|digits| is_decimal(digits))
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
    Integers: "\"z\"", |name| (name == "z").then(Integers::new);
}
