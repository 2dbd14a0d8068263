//! Finite fields as coefficient rings: cardinality, random elements and roots, for factoring polynomials.

use super::{Coeffs, Convolve, Direct, F2, Gf2k, View, Zn, sqrt};
#[cfg(feature = "integers")]
use super::{GeneralizedFermat, ZnBig};
use crate::{Error, Result, arith::is_prime};
use std::ops::RangeInclusive;

/// The number of elements of a finite field, p^d.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cardinality {
    /// The prime p in words, least significant first.
    pub characteristic: Vec<u64>,
    /// The degree d over the prime field.
    pub degree: u32,
}

impl Cardinality {
    fn prime(words: &[u64]) -> Self {
        Cardinality { characteristic: words.to_vec(), degree: 1 }
    }

    /// The number p^d in words, least significant first.
    #[must_use]
    pub fn words(&self) -> Vec<u64> {
        (1..self.degree).fold(self.characteristic.clone(), |power, _| times(&power, &self.characteristic))
    }

    /// The number ⌊p^d/2⌋ in words, least significant first.
    #[must_use]
    pub fn half(&self) -> Vec<u64> {
        let words = self.words();
        let carried = |i: usize| words.get(i + 1).map_or(0, |next| next << 63);
        words.iter().enumerate().map(|(i, word)| word >> 1 | carried(i)).collect()
    }

    /// The prime p, if it fits in a word.
    #[must_use]
    pub fn small_characteristic(&self) -> Option<u64> {
        match self.characteristic[..] {
            [p] => Some(p),
            _ => None,
        }
    }
}

/// The product of two integers as words, without leading zeros.
fn times(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![0; a.len() + b.len()];
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0;
        for (j, word) in out[i..].iter_mut().enumerate() {
            let sum = u128::from(x) * u128::from(b.get(j).copied().unwrap_or(0)) + u128::from(*word) + carry;
            (*word, carry) = (sum as u64, sum >> 64);
        }
    }
    out.truncate(out.iter().rposition(|&word| word != 0).map_or(0, |i| i + 1));
    out
}

/// A ring that is a finite field for some of its moduli.
pub trait FiniteField: Convolve + Direct {
    /// Number of elements.
    ///
    /// # Errors
    /// [`Error::Composite`] where it is no field.
    fn cardinality(&self) -> Result<Cardinality>;

    /// An element made of random words, nearly uniformly distributed.
    fn random(&self, word: &mut dyn FnMut() -> u64) -> Self::Elem;

    /// The unique c with c^p = a, p the characteristic.
    ///
    /// # Errors
    /// None in a field.
    fn frobenius_root(&self, a: &Self::Elem) -> Result<Self::Elem> {
        Ok(a.clone())
    }

    /// A square root of an element other than 0 of this field of odd characteristic; `None` where it is no square, or
    /// where finding a root would cost as much as powers of polynomials.
    fn square_root(&self, a: &Self::Elem, size: &Cardinality) -> Option<Self::Elem> {
        // with q − 1 = t·2^s, t odd: (t + 1)/2 = ⌊⌊q/2⌋/2^s⌋ + 1
        let (mut half, bits) = (size.half(), 64 * size.words().len() as u32);
        let zeros = half.iter().take_while(|&&word| word == 0).count();
        let s = 64 * zeros as u32 + half.get(zeros).map_or(0, |word| word.trailing_zeros()) + 1;
        // s²/2 products in addition to the power
        if s * s > 16 * bits {
            return None;
        }
        for _ in 0..s {
            for i in 0..half.len() {
                half[i] = half[i] >> 1 | half.get(i + 1).map_or(0, |next| next << 63);
            }
        }
        let carried = half.iter().take_while(|&&word| word == u64::MAX).count();
        half[..carried].fill(0);
        half[carried] += 1;
        sqrt::in_field(self, a, &half, s)
    }

    /// Numbers of moduli, the longest of this degree, that [`linear_powers`](Self::linear_powers) takes at once: from
    /// the least for which it is faster, to the most; `None` without a kernel for them.
    fn batch_of_linear_powers(&self, _degree: usize) -> Option<RangeInclusive<usize>> {
        None
    }

    /// (x + c)^e modulo multiples of each of these monic polynomials, all at once: their number lies in the range of
    /// [`batch_of_linear_powers`](Self::batch_of_linear_powers), and at least one has degree 2 or more.
    fn linear_powers(&self, _c: &Self::Elem, _e: &[u64], _moduli: &[View<'_, Self>]) -> Vec<Coeffs<Self>> {
        Vec::new()
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

    fn batch_of_linear_powers(&self, degree: usize) -> Option<RangeInclusive<usize>> {
        self.batch_of_powers(degree)
    }

    fn linear_powers(&self, c: &u64, e: &[u64], moduli: &[View<'_, Self>]) -> Vec<Coeffs<Self>> {
        self.batch_powers(*c, e, moduli)
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
        super::Roots::sqrt(self, a)
    }
}

/// A random integer below n, from one word more than n has.
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

/// Primality of n is decided by GMP's test (Baillie–PSW and 16 more rounds), which no known composite passes.
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
impl FiniteField for GeneralizedFermat {
    fn cardinality(&self) -> Result<Cardinality> {
        prime_cardinality(self.p())
    }

    fn random(&self, word: &mut dyn FnMut() -> u64) -> rug::Integer {
        random_below(self.p(), word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of two words, also those whose half takes a bit from the upper word.
    #[test]
    fn halves_of_two_words_are_rounded_down() {
        let words = |x: u128| vec![x as u64, (x >> 64) as u64];
        for n in [(1u128 << 64) + 13, (2 << 64) + 1, (3 << 64) + 2, (1 << 127) - 1, u128::MAX] {
            let size = Cardinality { characteristic: words(n), degree: 1 };
            assert_eq!(size.half(), words(n / 2), "half of {n}");
        }
        let size = Cardinality { characteristic: vec![2], degree: 64 };
        assert_eq!(size.half(), words(1 << 63), "half of 2^64");
    }

    #[test]
    fn powers_of_primes() {
        let words = |p: u64, degree| Cardinality { characteristic: vec![p], degree }.words();
        assert_eq!((words(97, 1), words(97, 2), words(3, 40)), (vec![97], vec![97 * 97], vec![3u64.pow(40)]));
        assert_eq!((words(2, 63), words(2, 64)), (vec![1 << 63], vec![0, 1]));
        // (2^64 − 59)^3 = 2^192 − 177·2^128 + 10443·2^64 − 205379
        let cube = [0u64.wrapping_sub(205_379), 10_442, 0u64.wrapping_sub(177)];
        assert_eq!(words(0u64.wrapping_sub(59), 3), cube);
    }
}
