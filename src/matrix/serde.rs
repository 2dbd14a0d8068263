//! Serialization of matrices with serde, like that of polynomials.
//!
//! A matrix is `{"ring": "zn:97", "rows": 1, "cols": 2, "entries": ["1", "5"]}`, entries in row-major order, in decimal, as text; a matrix
//! of polynomials has lists of coefficients as entries, constant term first. A wrong number of entries is an error.
//!
//! ```
//! use polymod::{Matrix, PolyMatrix, Zn};
//! let f = Zn::new(97)?;
//! let json = serde_json::to_string(&Matrix::from_i64(&f, &[&[1, 5]])?).unwrap();
//! assert_eq!(json, r#"{"ring":"zn:97","rows":1,"cols":2,"entries":["1","5"]}"#);
//! assert_eq!(serde_json::from_str::<Matrix<Zn>>(&json).unwrap(), Matrix::from_i64(&f, &[&[1, 5]])?);
//! let json = serde_json::to_string(&PolyMatrix::identity(&f, 1)).unwrap();
//! assert_eq!(json, r#"{"ring":"zn:97","rows":1,"cols":1,"entries":[["1"]]}"#);
//! # Ok::<(), polymod::Error>(())
//! ```

use super::{Matrix, PolyMatrix};
use crate::{
    poly::Poly,
    ring::{
        Ring,
        serde::{Decimals, from_decimals},
    },
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error, ser::SerializeStruct};

fn write<S: Serializer>(
    serializer: S,
    ring: &impl Serialize,
    (rows, cols): (usize, usize),
    entries: &impl Serialize,
) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_struct("Matrix", 4)?;
    fields.serialize_field("ring", ring)?;
    fields.serialize_field("rows", &rows)?;
    fields.serialize_field("cols", &cols)?;
    fields.serialize_field("entries", entries)?;
    fields.end()
}

#[derive(Deserialize)]
#[serde(rename = "Matrix", deny_unknown_fields)]
struct Fields<R, E> {
    ring: R,
    rows: usize,
    cols: usize,
    entries: Vec<E>,
}

impl<R: Ring + Serialize> Serialize for Matrix<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(serializer, self.ring(), self.shape(), &Decimals(self.ring(), self.entries()))
    }
}

impl<'de, R: Ring + Deserialize<'de>> Deserialize<'de> for Matrix<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Fields { ring, rows, cols, entries } = Fields::<R, String>::deserialize(deserializer)?;
        Matrix::new(&ring, rows, cols, from_decimals(&ring, &entries, "entry")?).map_err(D::Error::custom)
    }
}

impl<R: Ring + Serialize> Serialize for PolyMatrix<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entries: Vec<_> = self.entries().iter().map(|e| Decimals(self.ring(), e.coeffs())).collect();
        write(serializer, self.ring(), self.shape(), &entries)
    }
}

impl<'de, R: Ring + Deserialize<'de>> Deserialize<'de> for PolyMatrix<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Fields { ring, rows, cols, entries } = Fields::<R, Vec<String>>::deserialize(deserializer)?;
        let entry = |(i, texts): (usize, &Vec<String>)| {
            let coeffs = from_decimals(&ring, texts, &format!("entry {i}, coefficient"))?;
            Ok(Poly::from_coeffs(&ring, coeffs))
        };
        let entries = entries.iter().enumerate().map(entry).collect::<Result<_, D::Error>>()?;
        PolyMatrix::new(&ring, rows, cols, entries).map_err(D::Error::custom)
    }
}
