//! Exponents of any size and sign.

use crate::ring::powers;

/// An integer as an exponent: made from `i32`, `i64`, `u64`, and with the feature `integers` from `&rug::Integer`.
///
/// ```
/// # use polymod::{Poly, Zn, poly::Exponent};
/// let f = Zn::new(97)?;
/// let three = Poly::from_i64(&f, &[3]);
/// // 3 to the power of 2^64, in one limb more than a word; 2^64 ≡ 64 modulo 96
/// assert_eq!(three.pow(Exponent::new(false, &[0, 1]))?, three.pow(64)?);
/// assert_eq!(three.pow(-1)?, Poly::from_i64(&f, &[65]));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exponent {
    negative: bool,
    /// Limbs of the magnitude, least significant first, without leading zeros.
    limbs: Limbs,
}

/// The magnitude, without leading zeros: most exponents need no memory.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Limbs {
    None,
    One([u64; 1]),
    Many(Vec<u64>),
}

impl Exponent {
    /// ±Σ `limbs[i]`·2^(64i).
    ///
    /// ```
    /// # use polymod::poly::Exponent;
    /// assert_eq!(Exponent::new(true, &[5, 0]), Exponent::from(-5));
    /// assert_eq!(Exponent::new(true, &[0]), Exponent::from(0)); // there is no −0
    /// ```
    #[must_use]
    pub fn new(negative: bool, limbs: &[u64]) -> Self {
        let len = limbs.iter().rposition(|&x| x != 0).map_or(0, |i| i + 1);
        let limbs = match limbs[..len] {
            [] => Limbs::None,
            [word] => Limbs::One([word]),
            _ => Limbs::Many(limbs[..len].to_vec()),
        };
        Exponent { negative: negative && len > 0, limbs }
    }

    /// Whether it is below 0.
    ///
    /// ```
    /// # use polymod::poly::Exponent;
    /// assert!(Exponent::from(-1).is_negative() && !Exponent::from(0).is_negative());
    /// ```
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// |self|.
    ///
    /// ```
    /// # use polymod::poly::Exponent;
    /// assert_eq!(Exponent::from(i64::MIN).magnitude(), Exponent::from(1_u64 << 63));
    /// ```
    #[must_use]
    pub fn magnitude(&self) -> Self {
        Exponent { negative: false, limbs: self.limbs.clone() }
    }

    /// Whether it is 0.
    ///
    /// ```
    /// # use polymod::poly::Exponent;
    /// assert!(Exponent::from(0).is_zero() && !Exponent::new(false, &[0, 1]).is_zero());
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.limbs().is_empty()
    }

    /// Limbs of the magnitude (64 bits), least significant first.
    ///
    /// ```
    /// # use polymod::poly::Exponent;
    /// assert_eq!(Exponent::from(-3).limbs(), [3]);
    /// assert!(Exponent::from(0).limbs().is_empty());
    /// ```
    #[must_use]
    pub fn limbs(&self) -> &[u64] {
        match &self.limbs {
            Limbs::None => &[],
            Limbs::One(word) => word,
            Limbs::Many(limbs) => limbs,
        }
    }

    /// Bit length of the magnitude.
    ///
    /// ```
    /// # use polymod::poly::Exponent;
    /// assert_eq!([0, 1, -8].map(|e| Exponent::from(e).bits()), [0, 1, 4]);
    /// ```
    #[must_use]
    pub fn bits(&self) -> u64 {
        powers::bits(self.limbs())
    }

    /// Bit `i` of the magnitude.
    ///
    /// ```
    /// # use polymod::poly::Exponent;
    /// assert_eq!([0, 1, 2, 100].map(|i| Exponent::from(-5).bit(i)), [true, false, true, false]);
    /// ```
    #[must_use]
    pub fn bit(&self, i: u64) -> bool {
        powers::bit(self.limbs(), i)
    }

    /// The magnitude if it fits in a word.
    ///
    /// ```
    /// # use polymod::poly::Exponent;
    /// assert_eq!(Exponent::from(-5).word(), Some(5));
    /// assert_eq!(Exponent::new(false, &[0, 1]).word(), None); // 2^64
    /// ```
    #[must_use]
    pub fn word(&self) -> Option<u64> {
        match *self.limbs() {
            [] => Some(0),
            [x] => Some(x),
            _ => None,
        }
    }
}

impl From<u64> for Exponent {
    fn from(e: u64) -> Self {
        Exponent::new(false, &[e])
    }
}

impl From<i32> for Exponent {
    fn from(e: i32) -> Self {
        i64::from(e).into()
    }
}

impl From<i64> for Exponent {
    fn from(e: i64) -> Self {
        Exponent::new(e < 0, &[e.unsigned_abs()])
    }
}

#[cfg(feature = "integers")]
impl From<&rug::Integer> for Exponent {
    fn from(e: &rug::Integer) -> Self {
        Exponent::new(*e < 0, &e.to_digits(rug::integer::Order::Lsf))
    }
}

impl std::fmt::Display for Exponent {
    /// In decimal if the magnitude fits in a word, otherwise as its bit length.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        match self.word() {
            Some(e) => write!(f, "{sign}{e}"),
            None => write!(f, "of {} bits", self.bits()),
        }
    }
}
