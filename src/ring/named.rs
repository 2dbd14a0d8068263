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

#[cfg(test)]
mod tests {
    use super::*;
    use rug::{integer::IsPrime, ops::Pow};

    fn modulus(name: &str) -> Integer {
        name.parse::<NamedField>().unwrap().modulus()
    }

    #[test]
    fn they_are_those_of_their_curves() {
        let u = Integer::from(4_965_661_367_192_848_881_u64);
        let bn = |quadratic: u32| {
            let cubic = 36 * u.clone().pow(4) + 36 * u.clone().pow(3);
            cubic + quadratic * u.clone().pow(2) + 6 * u.clone() + 1
        };
        assert_eq!(modulus("bn254-fq"), bn(24));
        assert_eq!(modulus("bn254-fr"), bn(18));
        let x = -Integer::from(0xd201_0000_0001_0000_u64);
        let r = x.clone().pow(4) - x.clone().pow(2) + 1;
        assert_eq!(modulus("bls12-381-fr"), r);
        assert_eq!(modulus("bls12-381-fq"), (x.clone() - 1_u32).pow(2) * r / 3 + x);
        assert_eq!(modulus("secp256k1-fq"), (Integer::from(1) << 256) - (Integer::from(1) << 32) - 977u32);
        let order = "115792089237316195423570985008687907852837564279074904382605163141518161494337";
        assert_eq!(modulus("secp256k1-fr").to_string(), order);
    }

    #[test]
    fn they_are_primes_of_the_known_sizes() {
        let known = [(254, 28), (254, 1), (255, 32), (381, 1), (256, 6), (256, 1)];
        for (field, (bits, two_adicity)) in NamedField::ALL.into_iter().zip(known) {
            let p = field.modulus();
            assert_eq!((p.significant_bits(), field.two_adicity()), (bits, two_adicity), "{field}");
            assert_ne!(p.is_probably_prime(40), IsPrime::No, "{field}");
            assert_eq!(field.name().parse(), Ok(field));
        }
        assert!("bn254".parse::<NamedField>().is_err());
    }
}
