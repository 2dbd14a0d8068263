//! Generalized Fermat primes p = r^k + 1, k a power of two.
//!
//! Elements have k digits to the radix r, and r itself is a root of unity of order 2k: a product by a power of r is a
//! rotation of the digits with sign changes. Named primes: P4 … P128 (Covanov, Mohajerani, Moreno Maza, Wang 2019, "Big
//! prime field FFT on multi-core processors", Table 1), G2 … G128 by k (Chen, Covanov, Mohajerani, Moreno Maza 2017,
//! "Big prime field FFT on the GPU", Table 1), and F4 … F128 of this crate, whose radices are close to 2^48 or 2^49:
//! sums of digits fit in a word, and a division by r is a shift and a correction.

use crate::{Error, Result};
use std::{fmt, str::FromStr};

/// The number r^k + 1 with a radix r of one word, given by r and its number of digits k; primality is not checked.
///
/// ```
/// use polymod_core::arith::FermatPrime;
/// let f8: FermatPrime = "F8".parse()?;
/// assert_eq!((f8.radix(), f8.digits()), ((1 << 48) - 384, 8));
/// assert_eq!((f8.bits(), f8.two_adicity(), f8.largest_power()), (384, 56, 14));
/// assert_eq!("(2^48-384)^8+1".parse(), Ok(f8));
/// # Ok::<(), polymod_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FermatPrime {
    radix: u64,
    digits: u32,
}

const fn prime(log: u32, other: i128, digits: u32) -> FermatPrime {
    FermatPrime { radix: ((1 << log) + other) as u64, digits }
}

/// The named primes, by family and size.
pub const FERMAT_PRIMES: [(&str, FermatPrime); 19] = [
    ("P4", prime(59, (1 << 58) + (1 << 11), 4)),
    ("P8", prime(59, (1 << 57) + (1 << 39), 8)),
    ("P16", prime(58, (1 << 55) + (1 << 45), 16)),
    ("P32", prime(58, (1 << 55) + (1 << 17), 32)),
    ("P64", prime(57, (1 << 56) + (1 << 11), 64)),
    ("P128", prime(57, (1 << 52) + (1 << 20), 128)),
    ("G2", prime(63, 1 << 53, 2)),
    ("G4", prime(64, -(1 << 50), 4)),
    ("G8", prime(63, 1 << 34, 8)),
    ("G16", prime(62, 1 << 36, 16)),
    ("G32", prime(62, 1 << 56, 32)),
    ("G64", prime(63, -(1 << 40), 64)),
    ("G128", prime(64, -(1 << 28), 128)),
    ("F4", prime(48, 224, 4)),
    ("F8", prime(48, -384, 8)),
    ("F16", prime(48, -28, 16)),
    ("F32", prime(49, 1152, 32)),
    ("F64", prime(48, 496, 64)),
    ("F128", prime(49, -512, 128)),
];

const EXPECTED: &str = "one of P4 … P128, G2 … G128, F4 … F128, or (R)^K+1 such as (2^48+224)^4+1, R even and below 2^64, \
                        K a power of two from 2 to 1024";

impl FermatPrime {
    /// radix^digits + 1.
    ///
    /// # Errors
    /// [`Error::Modulus`] unless the radix is even and at least 2, and `digits` a power of two from 2 to 1024.
    pub fn new(radix: u64, digits: u32) -> Result<Self> {
        if radix >= 2 && radix.is_multiple_of(2) && digits.is_power_of_two() && (2..=1024).contains(&digits) {
            return Ok(FermatPrime { radix, digits });
        }
        Err(Error::Modulus { modulus: format!("({radix})^{digits}+1"), expected: EXPECTED })
    }

    /// The radix r.
    #[must_use]
    pub fn radix(self) -> u64 {
        self.radix
    }

    /// k, the number of digits of an element.
    #[must_use]
    pub fn digits(self) -> usize {
        self.digits as usize
    }

    /// Its name, if it has one.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        FERMAT_PRIMES.iter().find(|(_, p)| *p == self).map(|(name, _)| *name)
    }

    /// The largest n such that 2^n divides p − 1: transforms have up to 2^n values.
    #[must_use]
    pub fn two_adicity(self) -> u32 {
        self.digits * self.radix.trailing_zeros()
    }

    /// The largest e such that K^e divides p − 1, K = 2k.
    #[must_use]
    pub fn largest_power(self) -> u32 {
        self.two_adicity() / (2 * self.digits).ilog2()
    }

    /// The limbs of p, least significant first, the highest not zero.
    #[must_use]
    pub fn limbs(self) -> Vec<u64> {
        let mut limbs = vec![1u64];
        for _ in 0..self.digits {
            let mut carry = 0;
            for limb in &mut limbs {
                carry += u128::from(*limb) * u128::from(self.radix);
                *limb = carry as u64;
                carry >>= 64;
            }
            if carry > 0 {
                limbs.push(carry as u64);
            }
        }
        limbs[0] += 1; // r^k is even
        limbs
    }

    /// log2 of p, up to rounding.
    #[must_use]
    pub fn log2(self) -> f64 {
        f64::from(self.digits) * (self.radix as f64).log2()
    }

    /// Number of bits of p.
    #[must_use]
    pub fn bits(self) -> u32 {
        let limbs = self.limbs();
        64 * limbs.len() as u32 - limbs.last().map_or(0, |top| top.leading_zeros())
    }
}

/// Writes the name, or the expression `(R)^K+1` of a prime without one.
impl fmt::Display for FermatPrime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name() {
            return f.write_str(name);
        }
        // as an offset from the nearest power of two
        let log = self.radix.ilog2();
        let (below, above) = (self.radix - (1 << log), (1u128 << (log + 1)) - u128::from(self.radix));
        match (below, u128::from(below) <= above) {
            (0, _) => write!(f, "(2^{log})^{}+1", self.digits),
            (_, true) => write!(f, "(2^{log}+{below})^{}+1", self.digits),
            _ => write!(f, "(2^{}-{above})^{}+1", log + 1, self.digits),
        }
    }
}

impl FromStr for FermatPrime {
    type Err = Error;

    /// Parses a name, or `(R)^K+1` with R a sum of integers and powers of two.
    fn from_str(text: &str) -> Result<Self> {
        if let Some((_, p)) = FERMAT_PRIMES.iter().find(|(name, _)| *name == text) {
            return Ok(*p);
        }
        let parsed = || {
            let compact: String = text.chars().filter(|c| *c != ' ').collect();
            let (base, exponent) = compact.strip_suffix("+1")?.rsplit_once('^')?;
            // 2^4^2 is 2^16 elsewhere
            let is_number = |b: &&str| b.bytes().all(|c| c.is_ascii_alphanumeric());
            let inner = base.strip_prefix('(').and_then(|b| b.strip_suffix(')')).or(Some(base).filter(is_number))?;
            FermatPrime::new(u64::try_from(sum(inner)?).ok()?, exponent.parse().ok()?).ok()
        };
        parsed().ok_or_else(|| Error::Modulus { modulus: text.chars().take(80).collect(), expected: EXPECTED })
    }
}

/// The value of a sum of terms with signs between them.
fn sum(text: &str) -> Option<i128> {
    let mut value = 0i128;
    for (i, plus) in text.split('+').enumerate() {
        for (j, part) in plus.split('-').enumerate() {
            let leading = j == 0 && i == 0 && part.is_empty() && text.starts_with('-');
            let part = if leading { 0 } else { term(part)? };
            value += if j == 0 { part } else { -part };
        }
    }
    Some(value)
}

/// The value of `2^n` or of a decimal integer, below 2^66.
fn term(text: &str) -> Option<i128> {
    let digits = |s: &str, radix| s.chars().all(|c| c.is_digit(radix)).then(|| u64::from_str_radix(s, radix).ok())?;
    if let Some(exponent) = text.strip_prefix("2^") {
        return digits(exponent, 10).filter(|&e| e <= 65).map(|e| 1 << e);
    }
    let value = text.strip_prefix("0x").map_or_else(|| digits(text, 10), |hex| digits(hex, 16));
    value.map(i128::from)
}
