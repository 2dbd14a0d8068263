//! Prime fields with names: scalar and base fields of common elliptic curves.
//!
//! Definitions: Barreto, Naehrig 2005, section 2 (BN254, u = 4965661367192848881); Barreto, Lynn, Scott 2002, section 3.1
//! (BLS12-381, x = −0xd201000000010000); SEC 2 version 2.0, section 2.4.1 (secp256k1).

use super::ZnBig;
use crate::{Error, Result, engine::Engine};
use rug::Integer;
use std::{fmt, str::FromStr};

/// The scalar (`Fr`) or base (`Fq`) field of an elliptic curve.
///
/// ```
/// use polymod::{NamedField, Poly};
/// let f = "bls12-381-fr".parse::<NamedField>()?.ring()?;
/// assert_eq!(Poly::parse(&f, "x - 1")?.eval(&0.into()), f.n() - polymod::rug::Integer::from(1));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum NamedField {
    Bn254Fr,
    Bn254Fq,
    Bls12381Fr,
    Bls12381Fq,
    Secp256k1Fr,
    Secp256k1Fq,
}

impl NamedField {
    /// All named fields.
    pub const ALL: [NamedField; 6] = {
        use NamedField::{Bls12381Fq, Bls12381Fr, Bn254Fq, Bn254Fr, Secp256k1Fq, Secp256k1Fr};
        [Bn254Fr, Bn254Fq, Bls12381Fr, Bls12381Fq, Secp256k1Fr, Secp256k1Fq]
    };

    /// The name, as the option `--ring zn:` takes it.
    ///
    /// ```
    /// assert_eq!(polymod::NamedField::Secp256k1Fq.name(), "secp256k1-fq");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.definition().0
    }

    /// The number of elements, a prime.
    ///
    /// ```
    /// use polymod::{NamedField, rug::Integer};
    /// let p = (Integer::from(1) << 256) - (Integer::from(1) << 32) - 977;
    /// assert_eq!(NamedField::Secp256k1Fq.modulus(), p);
    /// ```
    #[must_use]
    pub fn modulus(self) -> Integer {
        // hexadecimal digits of a constant of this file
        let digit = |n: Integer, c: char| (n << 4) + c.to_digit(16).unwrap_or_default();
        self.definition().1.chars().fold(Integer::new(), digit)
    }

    /// The two-adicity of the number of elements less 1: transforms have up to 2^this values.
    ///
    /// ```
    /// assert_eq!(polymod::NamedField::Bls12381Fr.two_adicity(), 32);
    /// ```
    #[must_use]
    pub fn two_adicity(self) -> u32 {
        (self.modulus() - 1u32).find_one(0).unwrap_or(0)
    }

    /// The field on the default engine.
    ///
    /// ```
    /// # use polymod::{NamedField, Ring};
    /// let f = NamedField::Bn254Fr.ring()?;
    /// assert_eq!(f.mul(&f.inv(&7.into())?, &7.into()), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`ZnBig::new`].
    pub fn ring(self) -> Result<ZnBig> {
        self.ring_on(&Engine::default())
    }

    /// The field on the given engine.
    ///
    /// ```
    /// # use polymod::{Engine, NamedField, Ring};
    /// let f = NamedField::Bn254Fr.ring_on(&Engine::builder().threads(1).build())?;
    /// assert_eq!(f.engine().threads(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`ZnBig::on`].
    pub fn ring_on(self, engine: &Engine) -> Result<ZnBig> {
        ZnBig::on(engine, self.modulus())
    }

    /// The name, and the number of elements in hexadecimal.
    fn definition(self) -> (&'static str, &'static str) {
        match self {
            NamedField::Bn254Fr => ("bn254-fr", "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001"),
            NamedField::Bn254Fq => ("bn254-fq", "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"),
            NamedField::Bls12381Fr => {
                ("bls12-381-fr", "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001")
            }
            NamedField::Bls12381Fq => (
                "bls12-381-fq",
                "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
            ),
            NamedField::Secp256k1Fr => {
                ("secp256k1-fr", "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
            }
            NamedField::Secp256k1Fq => {
                ("secp256k1-fq", "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f")
            }
        }
    }
}

impl fmt::Display for NamedField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for NamedField {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|f| f.name() == name).ok_or_else(|| Error::Modulus {
            modulus: name.into(),
            expected: "one of bn254-fr, bn254-fq, bls12-381-fr, bls12-381-fq, secp256k1-fr and secp256k1-fq",
        })
    }
}
