//! Serialization of polynomials and rings with serde: self-describing, exact, the same for all rings.
//!
//! A ring is its name, as the option `--ring` of the program takes it: `"z"`, `"zn:97"`, `"gf2"`, `"gf2^8:0x11b"`, `"gfpf:F8"`; a name of
//! Z/n for n of a word becomes a [`Zn`](crate::Zn) where an [`AnyRing`](crate::AnyRing) is read. A polynomial is `{"ring": "zn:97", "coeffs": ["1", "0", "5"]}`: coefficients in
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
use crate::ring::{
    Ring,
    serde::{Decimals, from_decimals},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeStruct};

impl<R: Ring + Serialize> Serialize for Poly<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Poly", 2)?;
        fields.serialize_field("ring", &self.ring)?;
        fields.serialize_field("coeffs", &Decimals(&self.ring, self.coeffs()))?;
        fields.end()
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
        let coeffs = from_decimals(&ring, &texts, "coefficient")?;
        Ok(Poly::from_coeffs(&ring, coeffs))
    }
}
