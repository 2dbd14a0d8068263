//! Finite fields as coefficient rings: cardinality, random elements and roots, for factoring polynomials.

use super::{Coeffs, Convolve, Direct, F2, Gf2k, Ring, View, Zn, power, sqrt};
#[cfg(feature = "integers")]
use super::{GeneralizedFermat, ZnBig};
use crate::{Error, Result};

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
pub fn power_before<R: Ring>(r: &R, a: &R::Elem, size: &Cardinality) -> R::Elem {
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

    /// The characteristic, if it fits in a word, without the other data of [`cardinality`](Self::cardinality).
    ///
    /// ```
    /// # use polymod::{Zn, ring::FiniteField};
    /// assert_eq!(Zn::new(97)?.small_characteristic()?, Some(97));
    /// assert!(Zn::new(91)?.small_characteristic().is_err()); // 7·13
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`cardinality`](Self::cardinality).
    fn small_characteristic(&self) -> Result<Option<u64>> {
        Ok(self.cardinality()?.small_characteristic())
    }

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

    /// A square root of an element other than 0 of this field of odd characteristic; `None` where it is no square.
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
        sqrt::in_field(self, a, size)
    }

    /// a^e, the exponent in words, least significant first.
    ///
    /// ```
    /// # use polymod::{Zn, ring::FiniteField};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.pow_words(&2, &[0, 1]), 61); // 2^(2^64) = 2^64
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn pow_words(&self, a: &Self::Elem, e: &[u64]) -> Self::Elem {
        power(self, a, e)
    }

    /// The irreducible factors of a monic polynomial with their multiplicities, sorted as
    /// [`Poly::factor`](crate::Poly::factor) does; `None` where the ring has no algorithm of its own for this length.
    ///
    /// ```
    /// # use polymod::{Gf2k, Zn, ring::{FiniteField, Ring}};
    /// let f = Zn::new(97)?;
    /// let found = f.short_factors(f.collect(&[1, 3, 3, 1]).view()).expect("it is short"); // (x + 1)³
    /// assert_eq!((f.words(found[0].0.view()), found[0].1), (&[1, 1][..], 3));
    /// let g = Gf2k::new(8, 0x11b)?;
    /// assert!(g.short_factors(g.collect(&[1, 1, 1, 1]).view()).is_none());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn short_factors(&self, _f: View<'_, Self>) -> Option<Vec<(Coeffs<Self>, u64)>> {
        None
    }

    /// Whether a monic polynomial of degree at least 1 is irreducible; `None` where the ring has no algorithm of its own for this length.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{FiniteField, Ring}};
    /// let f = Zn::new(97)?;
    /// let found = [[5, 0, 1], [1, 0, 1]].map(|p| f.short_irreducible(f.collect(&p).view())); // 22² = −1, and −5 is no square
    /// assert_eq!(found, [Some(true), Some(false)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn short_irreducible(&self, f: View<'_, Self>) -> Option<bool> {
        self.short_factors(f).map(|factors| matches!(factors[..], [(_, 1)]))
    }

    /// The square-free parts of a monic polynomial with ascending multiplicities; `None` where the ring has no algorithm of its own for this length.
    ///
    /// ```
    /// # use polymod::{F2, ring::{FiniteField, Ring}};
    /// let f = F2::new();
    /// let found = f.short_squarefree(f.from_words(&[0b1010], 4).view()).expect("it is short"); // x·(x + 1)²
    /// let found: Vec<_> = found.iter().map(|(part, multiplicity)| (f.words(part.view())[0], *multiplicity)).collect();
    /// assert_eq!(found, [(0b10, 1), (0b11, 2)]);
    /// ```
    fn short_squarefree(&self, _f: View<'_, Self>) -> Option<Vec<(Coeffs<Self>, u64)>> {
        None
    }

    /// The distinct roots of a polynomial other than 0, ascending; `None` where the ring has no algorithm of its own for
    /// this length. `split` tells that the polynomial is a product of distinct linear factors.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{FiniteField, Ring}};
    /// let f = Zn::new(97)?;
    /// let roots = f.short_roots(f.collect(&[96, 0, 0, 0, 1]).view(), true).expect("it is short"); // x⁴ − 1
    /// assert_eq!(f.words(roots.view()), [1, 22, 75, 96]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn short_roots(&self, _f: View<'_, Self>, _split: bool) -> Option<Coeffs<Self>> {
        None
    }
}

impl FiniteField for Zn {
    fn cardinality(&self) -> Result<Cardinality> {
        if !self.is_field() {
            return Err(Error::Composite { modulus: self.n().to_string() });
        }
        Ok(Cardinality::prime(&[self.n()]))
    }

    fn small_characteristic(&self) -> Result<Option<u64>> {
        if self.is_field() { Ok(Some(self.n())) } else { self.cardinality().map(|_| None) }
    }

    fn random(&self, word: &mut dyn FnMut() -> u64) -> u64 {
        word() % self.n()
    }

    fn frobenius_root(&self, a: &u64) -> Result<u64> {
        Ok(*a)
    }

    fn pow_words(&self, a: &u64, e: &[u64]) -> u64 {
        match *e {
            [e] => self.modulus().pow(*a, e),
            _ => power(self, a, e),
        }
    }

    fn short_factors(&self, f: View<'_, Self>) -> Option<Vec<(Coeffs<Self>, u64)>> {
        let factors = self.factors_of_short(f.words())?;
        Some(factors.into_iter().map(|(factor, multiplicity)| (self.collect(&factor), multiplicity)).collect())
    }

    fn short_squarefree(&self, f: View<'_, Self>) -> Option<Vec<(Coeffs<Self>, u64)>> {
        let parts = self.squarefree_of_short(f.words())?;
        Some(parts.into_iter().map(|(part, multiplicity)| (self.collect(&part), multiplicity)).collect())
    }

    fn short_irreducible(&self, f: View<'_, Self>) -> Option<bool> {
        if self.n() == 2 {
            return self.short_factors(f).map(|factors| matches!(factors[..], [(_, 1)]));
        }
        self.is_irreducible_short(f.words())
    }

    fn short_roots(&self, f: View<'_, Self>, split: bool) -> Option<Coeffs<Self>> {
        Some(self.collect(&self.roots_of_short(f.words(), split)?))
    }
}

impl FiniteField for F2 {
    fn cardinality(&self) -> Result<Cardinality> {
        Ok(Cardinality::prime(&[2]))
    }

    fn small_characteristic(&self) -> Result<Option<u64>> {
        Ok(Some(2))
    }

    fn random(&self, word: &mut dyn FnMut() -> u64) -> bool {
        word() >> 63 == 1
    }

    fn frobenius_root(&self, a: &bool) -> Result<bool> {
        Ok(*a)
    }

    fn short_factors(&self, f: View<'_, Self>) -> Option<Vec<(Coeffs<Self>, u64)>> {
        self.factors_as_vectors(f)
    }

    fn short_squarefree(&self, f: View<'_, Self>) -> Option<Vec<(Coeffs<Self>, u64)>> {
        self.parts_as_vectors(f)
    }

    fn short_roots(&self, f: View<'_, Self>, _: bool) -> Option<Coeffs<Self>> {
        Some(self.roots_by_values(f))
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

/// a^e modulo n.
#[cfg(feature = "integers")]
fn power_modulo(n: &rug::Integer, a: &rug::Integer, e: &[u64]) -> rug::Integer {
    let e = rug::Integer::from_digits(e, rug::integer::Order::Lsf);
    // the exponent is not negative, so the power exists
    a.pow_mod_ref(&e, n).map_or_else(rug::Integer::new, rug::Integer::from)
}

#[cfg(feature = "integers")]
fn prime_cardinality(p: &rug::Integer) -> Cardinality {
    Cardinality::prime(&p.to_digits(rug::integer::Order::Lsf))
}

/// Primality of n is decided by GMP's test (Baillie–PSW and 16 more rounds), which no known composite passes.
#[cfg(feature = "integers")]
impl FiniteField for ZnBig {
    fn cardinality(&self) -> Result<Cardinality> {
        if !self.is_field() {
            return Err(Error::Composite { modulus: self.n().to_string() });
        }
        Ok(prime_cardinality(self.n()))
    }

    fn small_characteristic(&self) -> Result<Option<u64>> {
        if self.is_field() { Ok(self.n().to_u64()) } else { self.cardinality().map(|_| None) }
    }

    fn pow_words(&self, a: &rug::Integer, e: &[u64]) -> rug::Integer {
        power_modulo(self.n(), a, e)
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
        Ok(prime_cardinality(self.p()))
    }

    fn pow_words(&self, a: &rug::Integer, e: &[u64]) -> rug::Integer {
        power_modulo(self.p(), a, e)
    }

    fn random(&self, word: &mut dyn FnMut() -> u64) -> rug::Integer {
        random_below(self.p(), word)
    }

    fn frobenius_root(&self, a: &rug::Integer) -> Result<rug::Integer> {
        Ok(a.clone())
    }
}
