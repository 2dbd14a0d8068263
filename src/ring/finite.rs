//! Finite fields as coefficient rings: cardinality, random elements and roots, for factoring polynomials.

use super::{Coeffs, Convolve, Direct, F2, Gf2k, Ring, View, Zn, classical, power, sqrt};
#[cfg(feature = "integers")]
use super::{GeneralizedFermat, ZnBig};
use crate::{Error, Result, arith::is_prime, bits::SplitMix64};
use std::ops::RangeInclusive;

/// The number of elements of a finite field, p^d.
///
/// ```
/// # use polymod::{Gf2k, ring::FiniteField};
/// let size = Gf2k::new(8, 0x11b)?.cardinality()?;
/// assert_eq!((&size.characteristic[..], size.degree), (&[2][..], 8));
/// # Ok::<(), polymod::Error>(())
/// ```
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
    ///
    /// ```
    /// # use polymod::{Gf2k, ring::FiniteField};
    /// assert_eq!(Gf2k::new(8, 0x11b)?.cardinality()?.words(), [256]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn words(&self) -> Vec<u64> {
        (1..self.degree).fold(self.characteristic.clone(), |power, _| times(&power, &self.characteristic))
    }

    /// The number ⌊p^d/2⌋ in words, least significant first.
    ///
    /// ```
    /// # use polymod::{Zn, ring::FiniteField};
    /// assert_eq!(Zn::new(97)?.cardinality()?.half(), [48]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn half(&self) -> Vec<u64> {
        let words = self.words();
        let carried = |i: usize| words.get(i + 1).map_or(0, |next| next << 63);
        words.iter().enumerate().map(|(i, word)| word >> 1 | carried(i)).collect()
    }

    /// The prime p, if it fits in a word.
    ///
    /// ```
    /// use polymod::ring::Cardinality;
    /// let size = Cardinality { characteristic: vec![13, 1], degree: 1 }; // the prime 2^64 + 13
    /// assert_eq!(size.small_characteristic(), None);
    /// ```
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

/// a^(p^(d − 1)) in a field of p^d elements, whose p-th power is a.
fn power_before<R: Ring>(r: &R, a: &R::Elem, size: &Cardinality) -> R::Elem {
    (1..size.degree).fold(a.clone(), |c, _| power(r, &c, &size.characteristic))
}

/// A ring that is a finite field for some of its moduli.
///
/// ```
/// # use polymod::{Zn, ring::{FiniteField, Ring}};
/// let f = Zn::new(97)?;
/// let root = f.square_root(&2, &f.cardinality()?).expect("a square");
/// assert_eq!(f.mul(&root, &root), 2);
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait FiniteField: Convolve + Direct {
    /// Number of elements.
    ///
    /// ```
    /// # use polymod::{Error, Zn, ring::FiniteField};
    /// assert_eq!(Zn::new(97)?.cardinality()?.words(), [97]);
    /// assert!(matches!(Zn::new(91)?.cardinality(), Err(Error::Composite { .. }))); // 7·13
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Composite`] where it is no field.
    fn cardinality(&self) -> Result<Cardinality>;

    /// An element made of random words, nearly uniformly distributed.
    ///
    /// ```
    /// # use polymod::{Zn, ring::FiniteField};
    /// let (f, mut x) = (Zn::new(97)?, 0);
    /// let mut word = || { x += 1_000_003; x };
    /// assert!((0..10).all(|_| f.random(&mut word) < 97));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn random(&self, word: &mut dyn FnMut() -> u64) -> Self::Elem;

    /// The unique c with c^p = a, p the characteristic; in a prime field a itself.
    ///
    /// ```
    /// # use polymod::{Gf2k, ring::{FiniteField, Ring}};
    /// let f = Gf2k::new(8, 0x11b)?;
    /// let c = f.frobenius_root(&0x57)?;
    /// assert_eq!(f.mul(&c, &c), 0x57);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cardinality`](Self::cardinality).
    fn frobenius_root(&self, a: &Self::Elem) -> Result<Self::Elem> {
        Ok(power_before(self, a, &self.cardinality()?))
    }

    /// A square root of an element other than 0 of this field of odd characteristic; `None` where it is no square, or
    /// where finding a root would cost as much as powers of polynomials.
    ///
    /// ```
    /// # use polymod::{Zn, ring::FiniteField};
    /// let f = Zn::new(97)?;
    /// let size = f.cardinality()?;
    /// assert!(matches!(f.square_root(&2, &size), Some(14 | 83)));
    /// assert_eq!(f.square_root(&5, &size), None);
    /// # Ok::<(), polymod::Error>(())
    /// ```
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
        // every other element is no square, but where d is even all integers are squares
        const INTEGERS: i64 = 64;
        const DRAWN: i64 = 1 << 10;
        let mut words = SplitMix64::new(0);
        let drawn = (0..DRAWN).map(|_| self.random(&mut || words.word()));
        sqrt::in_field(self, a, (&half, s), (2..INTEGERS).map(|g| self.elem(g)).chain(drawn))
    }

    /// Numbers of moduli, the longest of this degree, that [`linear_powers`](Self::linear_powers) takes at once: from
    /// the least for which it is faster, to the most; `None` without a kernel for them.
    ///
    /// ```
    /// # use polymod::{F2, Zn, ring::FiniteField};
    /// assert_eq!(F2::new().batch_of_linear_powers(4), None);
    /// assert!(Zn::new(97)?.batch_of_linear_powers(4).is_none_or(|counts| *counts.start() >= 1));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn batch_of_linear_powers(&self, _degree: usize) -> Option<RangeInclusive<usize>> {
        None
    }

    /// (x + c)^e modulo multiples of each of these monic polynomials, all at once: their number lies in the range of
    /// [`batch_of_linear_powers`](Self::batch_of_linear_powers), and at least one has degree 2 or more.
    ///
    /// ```
    /// # use polymod::{Gf2k, ring::{FiniteField, Ring}};
    /// let f = Gf2k::new(8, 0x11b)?;
    /// let m = f.collect(&[1, 1, 1]); // x² + x + 1
    /// let powers = f.linear_powers(&0, &[3], &[m.view()]);
    /// assert_eq!([0, 1].map(|i| f.get(powers[0].view(), i)), [1, 0]); // x³ = 1
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn linear_powers(&self, c: &Self::Elem, e: &[u64], moduli: &[View<'_, Self>]) -> Vec<Coeffs<Self>> {
        moduli.iter().map(|f| classical::linear_power(self, c, e, *f)).collect()
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

    fn frobenius_root(&self, a: &u64) -> Result<u64> {
        Ok(*a)
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

    fn frobenius_root(&self, a: &bool) -> Result<bool> {
        Ok(*a)
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

    fn frobenius_root(&self, a: &rug::Integer) -> Result<rug::Integer> {
        Ok(a.clone())
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

    fn frobenius_root(&self, a: &rug::Integer) -> Result<rug::Integer> {
        Ok(a.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring::Evaluation;

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
    #[test]
    fn roots_by_powers_are_those_of_the_ring() {
        let f = Gf2k::new(8, 0x11b).unwrap();
        let size = f.cardinality().unwrap();
        for a in 0..256 {
            let root = power_before(&f, &a, &size);
            assert_eq!((f.mul(&root, &root), f.frobenius_root(&a)), (a, Ok(root)));
        }
        let f = Zn::new(97).unwrap();
        assert_eq!(power_before(&f, &5, &f.cardinality().unwrap()), 5);
    }
    /// f divides v − (x + c)^e where v has the values of the power at the roots of f.
    #[test]
    fn linear_powers_have_the_values_at_the_roots() {
        let f = Zn::new(97).unwrap();
        let roots = [vec![1, 2, 3, 5], vec![7, 11], vec![4, 9, 13], vec![], vec![8]].map(|roots| f.collect(&roots));
        let moduli = roots.each_ref().map(|roots| f.product_of_roots(roots.view()));
        let views = moduli.each_ref().map(Coeffs::view);
        let (c, e) = (6, [1000, 3]);
        let by_definition = views.map(|modulus| classical::linear_power(&f, &c, &e, modulus));
        for (i, (found, roots)) in by_definition.iter().zip(&roots).enumerate() {
            let wanted: Vec<_> = f.words(roots.view()).iter().map(|a| power(&f, &f.add(a, &c), &e)).collect();
            assert_eq!(f.words(f.horner_each(found.view(), roots.view()).view()), wanted);
            assert_eq!(found.len(), roots.len());
            if f.batch_of_linear_powers(roots.len()).is_some_and(|counts| counts.contains(&1)) {
                let by_kernel = &f.linear_powers(&c, &e, &views[i..=i])[0];
                assert_eq!(f.words(f.horner_each(by_kernel.view(), roots.view()).view()), wanted);
            }
        }
    }
}
