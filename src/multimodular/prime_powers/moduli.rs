//! Integers with their prime factors.

use crate::{Error, Result, poly::prime_factors, tested};
use rug::{Integer, integer::IsPrime, ops::Pow};

/// Rounds of the test whether an integer is a prime.
const ROUNDS: u32 = 30;

/// An integer of at least 2 as the product of powers of primes.
///
/// ```
/// use polymod::multimodular::PrimePowers;
/// let n = PrimePowers::find(&360.into())?;
/// assert_eq!(n.powers(), [(2.into(), 3), (3.into(), 2), (5.into(), 1)]);
/// assert_eq!((*n.modulus() == 360, n.to_string()), (true, "2^3*3^2*5".into()));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrimePowers {
    modulus: Integer,
    powers: Vec<(Integer, u32)>,
}

impl PrimePowers {
    /// The integer n with these prime factors, in any order; powers of a prime stand for it.
    ///
    /// In: n ≥ 2, and as factors all primes that divide n; others are ignored. Their primality is tested (Baillie–PSW and rounds of Miller–Rabin).
    ///
    /// ```
    /// use polymod::{Error, multimodular::PrimePowers};
    /// let n = PrimePowers::of_primes(&360.into(), &[5.into(), 2.into(), 9.into()])?;
    /// assert_eq!(n, PrimePowers::find(&360.into())?);
    /// assert!(matches!(PrimePowers::of_primes(&360.into(), &[2.into(), 5.into()]), Err(Error::Factors { .. })));
    /// assert!(matches!(PrimePowers::of_primes(&360.into(), &[2.into(), 45.into()]), Err(Error::Composite { .. })));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Modulus`] for n < 2; [`Error::Composite`] for a factor that is no power of a prime; [`Error::Factors`] where not all primes are given.
    pub fn of_primes(n: &Integer, factors: &[Integer]) -> Result<Self> {
        Self::check(n)?;
        let (mut rest, mut powers) = (n.clone(), Vec::new());
        for factor in factors {
            let p = base(factor);
            if p < 2 || p.is_probably_prime(ROUNDS) == IsPrime::No {
                return Err(Error::Composite { modulus: factor.to_string() });
            }
            let exponent = rest.remove_factor_mut(&p);
            if exponent > 0 {
                powers.push((p, exponent));
            }
        }
        if rest != 1 {
            return Err(incomplete(n, Some(&rest)));
        }
        powers.sort();
        Ok(PrimePowers { modulus: n.clone(), powers })
    }

    /// The integer n with its prime factors, which are searched: small ones, roots of perfect powers, and those that Pollard's rho finds in a few million
    /// steps, of up to about 12 digits; at once where n is a prime or below 2^64.
    ///
    /// ```
    /// use polymod::{Error, multimodular::PrimePowers, rug::Integer};
    /// let p: Integer = (Integer::from(1) << 61) - 1;
    /// assert_eq!(PrimePowers::find(&Integer::from(&p * &p))?.powers(), [(p, 2)]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Modulus`] for n < 2; [`Error::Factors`] where two primes are not found.
    pub fn find(n: &Integer) -> Result<Self> {
        Self::check(n)?;
        let primes = prime_factors(n).ok_or_else(|| incomplete(n, None))?;
        Self::of_primes(n, &primes.into_iter().collect::<Vec<_>>())
    }

    /// The integer.
    ///
    /// ```
    /// # use polymod::multimodular::PrimePowers;
    /// assert_eq!(*PrimePowers::find(&12.into())?.modulus(), 12);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn modulus(&self) -> &Integer {
        &self.modulus
    }

    /// The primes, ascending, with their exponents.
    ///
    /// ```
    /// # use polymod::multimodular::PrimePowers;
    /// assert_eq!(PrimePowers::find(&12.into())?.powers(), [(2.into(), 2), (3.into(), 1)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn powers(&self) -> &[(Integer, u32)] {
        &self.powers
    }

    tested! {
        /// The powers of primes themselves, ascending by prime, each with its prime and exponent.
        pub(crate) fn prime_powers(&self) -> impl Iterator<Item = (Integer, &Integer, u32)> {
            self.powers.iter().map(|(p, k)| (p.clone().pow(*k), p, *k))
        }
    }

    fn check(n: &Integer) -> Result<()> {
        if *n < 2 {
            return Err(Error::Modulus { modulus: n.to_string(), expected: "an integer of at least 2" });
        }
        Ok(())
    }
}

/// As a product of powers, such as `2^3*5`.
impl std::fmt::Display for PrimePowers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, (p, k)) in self.powers.iter().enumerate() {
            write!(f, "{}{p}", if i > 0 { "*" } else { "" })?;
            if *k > 1 {
                write!(f, "^{k}")?;
            }
        }
        Ok(())
    }
}

fn incomplete(n: &Integer, factor: Option<&Integer>) -> Error {
    let operation = "the search for roots and factors".into();
    Error::Factors { operation, modulus: n.to_string(), factor: factor.map(ToString::to_string) }
}

/// The integer that a perfect power is a power of, no perfect power itself.
fn base(n: &Integer) -> Integer {
    let mut base = n.clone();
    while let Some(root) = crate::poly::perfect_root(&base) {
        base = root;
    }
    base
}
