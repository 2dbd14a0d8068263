//! What factoring needs to know of a ring: that it is a finite field, and which.

use super::{Convolve, F2, Gf2k, Zn};
#[cfg(feature = "integers")]
use super::{FermatField, ZnBig};
use crate::{Error, Result, arith::is_prime};

/// The number of elements of a finite field, p^d.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cardinality {
    /// p in words, least significant first.
    pub characteristic: Vec<u64>,
    /// d; above 1 only for p = 2.
    pub degree: u32,
}

impl Cardinality {
    fn prime(words: &[u64]) -> Self {
        Cardinality { characteristic: words.to_vec(), degree: 1 }
    }

    /// p^d in words, least significant first.
    #[must_use]
    pub fn words(&self) -> Vec<u64> {
        if self.degree == 1 {
            return self.characteristic.clone();
        }
        let mut words = vec![0; self.degree as usize / 64 + 1];
        words[self.degree as usize / 64] = 1 << (self.degree % 64);
        words
    }

    /// p, where a word holds it.
    #[must_use]
    pub fn small_characteristic(&self) -> Option<u64> {
        match self.characteristic[..] {
            [p] => Some(p),
            _ => None,
        }
    }
}

/// A ring that is a finite field for some of its moduli.
pub trait FiniteField: Convolve {
    /// How many elements there are.
    ///
    /// # Errors
    /// [`Error::Composite`] where it is no field.
    fn cardinality(&self) -> Result<Cardinality>;

    /// An element made of random words; each comes up about equally often.
    fn random(&self, word: &mut dyn FnMut() -> u64) -> Self::Elem;

    /// The only c with c^p = a, p the characteristic.
    ///
    /// # Errors
    /// None in a field.
    fn frobenius_root(&self, a: &Self::Elem) -> Result<Self::Elem> {
        Ok(a.clone())
    }
}

impl FiniteField for Zn {
    fn cardinality(&self) -> Result<Cardinality> {
        if !is_prime(self.n()) {
            return Err(Error::Composite { modulus: self.n().to_string() });
        }
        Ok(Cardinality::prime(&[self.n()]))
    }

    fn random(&self, word: &mut dyn FnMut() -> u64) -> u64 {
        word() % self.n()
    }
}

impl FiniteField for F2 {
    fn cardinality(&self) -> Result<Cardinality> {
        Ok(Cardinality::prime(&[2]))
    }

    fn random(&self, word: &mut dyn FnMut() -> u64) -> bool {
        word() >> 63 == 1
    }
}

impl FiniteField for Gf2k {
    fn cardinality(&self) -> Result<Cardinality> {
        Ok(Cardinality { characteristic: vec![2], degree: self.k() })
    }

    fn random(&self, word: &mut dyn FnMut() -> u64) -> u64 {
        word() >> (64 - self.k())
    }

    fn frobenius_root(&self, a: &u64) -> Result<u64> {
        super::Ring::sqrt(self, a)
    }
}

/// Below n, from as many words as it has and one more.
#[cfg(feature = "integers")]
fn random_below(n: &rug::Integer, word: &mut dyn FnMut() -> u64) -> rug::Integer {
    let words: Vec<u64> = (0..=n.significant_digits::<u64>()).map(|_| word()).collect();
    rug::Integer::from_digits(&words, rug::integer::Order::Lsf) % n
}

#[cfg(feature = "integers")]
fn prime_cardinality(n: &rug::Integer) -> Result<Cardinality> {
    if n.is_probably_prime(40) == rug::integer::IsPrime::No {
        return Err(Error::Composite { modulus: n.to_string() });
    }
    Ok(Cardinality::prime(&n.to_digits(rug::integer::Order::Lsf)))
}

/// That n is a prime is taken from GMP's test (Baillie–PSW and 16 more rounds), which no known composite passes.
#[cfg(feature = "integers")]
impl FiniteField for ZnBig {
    fn cardinality(&self) -> Result<Cardinality> {
        prime_cardinality(self.n())
    }

    fn random(&self, word: &mut dyn FnMut() -> u64) -> rug::Integer {
        random_below(self.n(), word)
    }
}

#[cfg(feature = "integers")]
impl FiniteField for FermatField {
    fn cardinality(&self) -> Result<Cardinality> {
        prime_cardinality(self.p())
    }

    fn random(&self, word: &mut dyn FnMut() -> u64) -> rug::Integer {
        random_below(self.p(), word)
    }
}
