//! Checks of results by other algorithms than those that computed them, and by other data.
//!
//! Identities of polynomials are compared at random points (`place`), of the ring or of an extension in which a wrong
//! result passes with a probability below 2^−60; over Z modulo random 61-bit primes. Where no identity of few products
//! determines the result, as for powers modulo a polynomial, resultants and ranks, it is computed again from other data
//! or by another algorithm. The results of linear operations are mapped back to the operand. The cost is at most about twice the
//! computation's.
//!
//! ```
//! use polymod::{Poly, Zn, verify::{Checker, Proof}};
//! use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
//!
//! let f = Zn::new((1 << 61) - 1)?;
//! let (a, b) = (Poly::from_i64(&f, &[1, 2, 3]), Poly::from_i64(&f, &[4, 5]));
//! let c = &a * &b;
//! let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
//! let proof = checker.product(&[(&a, 1), (&b, 1)], &c)?;
//! assert!(matches!(proof, Proof::Points { log2_error, .. } if log2_error < -60.0));
//! assert!(checker.product(&[(&a, 2)], &c).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// `bits`, `elements`, `packed`, `slots`, `tables` and `wrapping` have the arithmetic of places, `irreducible` the moduli of extensions, `images` those
// modulo random primes; the other modules have the checks.

mod algebra;
#[cfg(not(feature = "testing"))]
mod bits;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod bits;
mod bivariate;
mod chain;
mod compose;
mod divisibility;
mod division;
mod elementary;
#[cfg(not(feature = "testing"))]
mod elements;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod elements;
mod euclid;
mod factor;
#[cfg(feature = "files")]
mod files;
mod forms;
mod howell;
mod images;
mod index_law;
mod integer_factors;
mod integers;
#[cfg(not(feature = "testing"))]
mod irreducible;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod irreducible;
#[cfg(not(feature = "testing"))]
mod lattice;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod lattice;
mod lifted;
mod linear;
#[cfg(not(feature = "testing"))]
mod matrix;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod matrix;
mod newton;
mod norms;
#[cfg(not(feature = "testing"))]
mod over_z;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod over_z;
#[cfg(not(feature = "testing"))]
mod packed;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod packed;
#[cfg(not(feature = "testing"))]
mod place;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod place;
mod points;
#[cfg(not(feature = "testing"))]
mod poly_forms;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod poly_forms;
mod poly_matrix;
#[cfg(not(feature = "testing"))]
mod prime_powers;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod prime_powers;
mod proof;
mod recurrences;
#[cfg(not(feature = "testing"))]
mod series;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod series;
mod sets;
#[cfg(not(feature = "testing"))]
mod slots;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod slots;
mod sparse;
#[cfg(not(feature = "testing"))]
mod tables;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod tables;
mod transform;
mod vectors;
#[cfg(not(feature = "testing"))]
mod window;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod window;
#[cfg(not(feature = "testing"))]
mod wrapping;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod wrapping;

use crate::{
    arith::is_prime,
    poly::{Part, Poly},
    random::Distribution,
    ring::{Coeffs, Convolve, Ring, View},
    tested,
};
use images::{evaluated, log2_size, mapped, mapped_matrix, prime_error, random_prime, residue, residues, rounds};
use packed::Packed;
use place::{Claim, Place};
use proof::wrong;
use rand_core::Rng;
use rug::{
    Integer,
    integer::{IsPrime, Order},
};
use std::ops::Range;

pub use proof::{Proof, Unverified};

/// A wrong result passes with a probability below 2^−`SECURITY`.
const SECURITY: f64 = 60.0;
/// There are more than 2^53 primes of 61 bits: 3x/(5 ln x) between x and 2x (Rosser, Schoenfeld 1962, corollary 3).
const LOG2_PRIMES: f64 = 53.0;

tested! {
    /// A source of random words.
    struct Random<'a>(Box<dyn Rng + 'a>);
}

#[cfg(feature = "testing")]
impl<'a> Random<'a> {
    #[doc(hidden)]
    pub fn of(random: impl Rng + 'a) -> Self {
        Random(Box::new(random))
    }
}

impl Random<'_> {
    tested! {
        /// A uniform word.
        fn word(&mut self) -> u64 {
            self.0.next_u64()
        }
    }

    /// Draws one integer: writes the limbs of its magnitude to `out`.
    fn draw(&mut self, distribution: &Distribution, out: &mut Vec<u64>) {
        distribution.draw(&mut *self.0, out);
    }
}

/// Checks results over one ring. The points are drawn by a random number generator, which must not be one that the results depend on.
///
/// ```
/// # use polymod::{Poly, Zn, verify::Checker};
/// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// let f = Zn::new(97)?;
/// let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
/// let (a, b) = (Poly::from_i64(&f, &[-1, 0, 1]), Poly::from_i64(&f, &[2, 4, 2]));
/// let g = a.gcd(&b)?;
/// assert!(checker.common_divisor(&a, &b, &g).is_ok());
/// assert!(checker.common_divisor(&a, &b, &Poly::one(&f)).is_err());
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct Checker<'a, R> {
    ring: &'a R,
    /// The modulus of the ring, or the number of elements of a field of characteristic 2, or the characteristic of another extension, where
    /// random integers below it are elements of the prime field; `None` for Z.
    modulus: Option<Integer>,
    random: Random<'a>,
}

impl<'a, R: Convolve> Checker<'a, R> {
    /// Checks over this ring, at points that are drawn from this generator.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(2026));
    /// assert!(checker.value(&Poly::from_i64(&f, &[1, 0, 1]), &10, &4).is_ok());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn new(ring: &'a R, random: impl Rng + 'a) -> Self {
        Checker { ring, modulus: modulus(ring), random: Random(Box::new(random)) }
    }

    /// The ring.
    ///
    /// ```
    /// # use polymod::{Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// assert_eq!(checker.ring().n(), 97);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ring(&self) -> &'a R {
        self.ring
    }
}

/// The modulus of the ring, or the number of elements of a field of characteristic 2; `None` for Z.
fn modulus<R: Ring>(r: &R) -> Option<Integer> {
    if r.packed_bits() > 0 {
        return Some(Integer::from(1) << r.packed_bits() as u32);
    }
    let minus_one = integer(r, &r.elem(-1));
    (minus_one >= 0).then(|| minus_one + 1)
}

impl<R: Convolve> Checker<'_, R> {
    /// Checks that c = ∏ f^e over the given pairs.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::from_i64(&f, &[1, 1]), Poly::from_i64(&f, &[-1, 1]));
    /// let c = Poly::parse(&f, "x^3 + x^2 - x - 1")?;
    /// assert!(checker.product(&[(&a, 2), (&b, 1)], &c).is_ok()); // (x + 1)²·(x − 1)
    /// assert!(checker.product(&[(&a, 1), (&b, 2)], &c).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; the errors of products.
    pub fn product(&mut self, factors: &[(&Poly<R>, u64)], c: &Poly<R>) -> Result<Proof, Unverified> {
        let degree = factors.iter().map(|(f, e)| f.len().saturating_sub(1) as f64 * *e as f64).sum::<f64>();
        if c.len() as f64 > degree + 1.0 {
            return Err(wrong("the degree of the result"));
        }
        self.claims(&[Claim::Sums(vec![factors.to_vec()], vec![vec![(c, 1)]])], "the product")
    }

    /// Checks that c = a^e; for a negative e that c·a^−e = 1.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[1, 1]);
    /// assert!(checker.power(&a, &100.into(), &a.pow(100)?).is_ok());
    /// assert!(checker.power(&a, &101.into(), &a.pow(100)?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn power(&mut self, a: &Poly<R>, e: &Integer, c: &Poly<R>) -> Result<Proof, Unverified> {
        let one = Poly::one(self.ring);
        match (e.to_u64(), Integer::from(-e).to_u64()) {
            (Some(e), _) => self.product(&[(a, e)], c),
            (None, Some(e)) => self.product(&[(a, e), (c, 1)], &one),
            (None, None) if *e > 0 => self.long_power(a, e, c),
            (None, None) => {
                let inverse = a.pow(-1)?;
                let proof = self.product(&[(a, 1), (&inverse, 1)], &one)?;
                Ok(proof.and(self.long_power(&inverse, &Integer::from(-e), c)?))
            }
        }
    }

    tested! {
        /// Checks that c = a^e for an exponent of more than a word.
        ///
        /// # Errors
        /// [`Unverified::Wrong`] if the check fails.
        fn long_power(&mut self, a: &Poly<R>, e: &Integer, c: &Poly<R>) -> Result<Proof, Unverified> {
            if a.len() > 1 {
                // an error: the power does not fit in memory
                return if a.pow(e)? == *c { Ok(Proof::Exact) } else { Err(wrong("the power")) };
            }
            // by single bits, because the result was computed by words
            let r = self.ring;
            let mut power = r.one();
            for bit in (0..e.significant_bits()).rev() {
                power = r.mul(&power, &power);
                if e.get_bit(bit) {
                    power = r.mul(&power, &a.coeff(0));
                }
            }
            self.coefficients(c, 1, |_| power.clone())
        }
    }

    /// Checks a part of a product: a window of a product of two at points, others as [`product`](Self::product) does, the whole
    /// being computed again.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Part, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[1, 2, 3]); // its square is 1 + 4x + 10x² + 12x³ + 9x⁴
    /// let c = Poly::from_i64(&f, &[13, 13, 10]);
    /// assert!(checker.part(&[(&a, 2)], &Part::Cyclic(3), &c).is_ok());
    /// assert!(checker.part(&[(&a, 2)], &Part::Negacyclic(3), &c).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`product`](Self::product).
    pub fn part(&mut self, factors: &[(&Poly<R>, u64)], part: &Part, c: &Poly<R>) -> Result<Proof, Unverified> {
        if *part == Part::All {
            return self.product(factors, c);
        }
        let pair = match factors {
            [(a, 2)] => Some([*a, *a]),
            [(a, 1), (b, 1)] => Some([*a, *b]),
            _ => None,
        };
        if let (Some(pair), Some(window)) = (pair, window_of(part)) {
            return self.window(pair, window, c, "the part of the product");
        }
        let mut full = Poly::one(self.ring);
        for (f, e) in factors {
            full = full.checked_mul(&f.pow(*e)?)?;
        }
        let proof = self.product(factors, &full)?;
        if Poly::from_coeffs(self.ring, part_of(self.ring, full.coeffs(), part)) == *c {
            Ok(proof)
        } else {
            Err(wrong("the part of the product"))
        }
    }

    /// Checks that `c[i]` = `expected(i)` for i in [0, len), and that c has no more coefficients.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let squares = Poly::new(&f, [0, 1, 4, 9]);
    /// assert!(checker.coefficients(&squares, 4, |i| (i * i) as u64).is_ok());
    /// assert!(checker.coefficients(&squares, 3, |i| (i * i) as u64).is_err()); // longer than 3 coefficients
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn coefficients(
        &self,
        c: &Poly<R>,
        len: usize,
        expected: impl Fn(usize) -> R::Elem,
    ) -> Result<Proof, Unverified> {
        if c.len() <= len && (0..len).all(|i| c.coeff(i) == expected(i)) {
            Ok(Proof::Exact)
        } else {
            Err(wrong("a coefficient of the result"))
        }
    }

    /// Checks that y = a(x), by even and odd coefficients; over Z modulo random primes.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[1, 0, 1]);
    /// assert!(checker.value(&a, &10, &4).is_ok()); // 101 − 97
    /// assert!(checker.value(&a, &10, &5).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn value(&mut self, a: &Poly<R>, x: &R::Elem, y: &R::Elem) -> Result<Proof, Unverified> {
        let r = self.ring;
        if self.modulus.is_none() {
            let (x, y) = (r.collect(std::slice::from_ref(x)), r.collect(std::slice::from_ref(y)));
            let bits = |v: View<'_, R>| log2_size(r, v);
            let largest = bits(a.coeffs()) + (bits(x.view()) + 1.0) * a.len() as f64 + bits(y.view());
            return rounds(largest, 0.0, || {
                let m = random_prime(&mut self.random);
                let point = residue(r, x.view(), 0, m);
                evaluated(r, a.coeffs(), point, m) == residue(r, y.view(), 0, m)
            });
        }
        if self.value_again(a.coeffs(), x) == *y { Ok(Proof::Exact) } else { Err(wrong("the value")) }
    }

    /// v(x) by another algorithm than Horner's rule: over F_2 the parity, beyond a word by products of GMP, for others
    /// as even(x²) + x·odd(x²).
    fn value_again(&self, v: View<'_, R>, x: &R::Elem) -> R::Elem {
        let (r, bits) = (self.ring, self.ring.packed_bits());
        if bits == 1 {
            let ones = r.pack(v).iter().map(|word| word.count_ones()).sum::<u32>();
            let odd = if r.is_zero(x) { !v.is_empty() && !r.is_zero(&r.get(v, 0)) } else { ones % 2 == 1 };
            return r.elem(odd.into());
        }
        if let Some(n) = self.modulus.as_ref().filter(|n| bits == 0 && n.to_u64().is_none() && !self.is_extension()) {
            let place = Packed::new(n, 1, &[], v.len());
            let value = &place.values(r, &[v], &integer(r, x))[0];
            return r.image(false, &value.to_digits(Order::Lsf));
        }
        let square = r.mul(x, x);
        let [even, odd] = [0, 1].map(|first| r.horner(r.every_other(v, first).view(), &square));
        r.add(&even, &r.mul(x, &odd))
    }

    /// The points of [`points_needed`], if they are so few that they take less time than another algorithm.
    fn few_points(&self, degree: f64) -> Option<(u32, f64)> {
        const FEW: u32 = 2;
        self.points(degree).filter(|(points, _)| *points <= FEW)
    }

    /// The points of [`points_needed`]; `None` over Z.
    fn points(&self, degree: f64) -> Option<(u32, f64)> {
        // the points of other extensions are those of a prime field
        self.modulus.as_ref().and_then(|n| points_needed(n, self.ring.packed_bits() > 0, degree))
    }

    /// Whether the ring is an extension of a prime field, whose integers are names.
    fn is_extension(&self) -> bool {
        self.ring.names()
    }

    /// A uniform element of Z/N, or of a finite field.
    fn random_element(&mut self) -> Result<R::Elem, Unverified> {
        if self.modulus.is_none() && self.ring.inv(&self.ring.elem(2)).is_ok() {
            // of 2^60 elements of a field
            return Ok(self.ring.elem((self.random.word() >> 4) as i64));
        }
        let none = || Unverified::Weak("Z has no uniformly random elements");
        let (mut v, mut limbs) = (self.ring.zeros(0), Vec::new());
        self.random.draw(&distribution(self.modulus.as_ref().ok_or_else(none)?), &mut limbs);
        self.ring.push_limbs(&mut v, false, &limbs)?;
        Ok(self.ring.get(v.view(), 0))
    }
}

tested! {
    /// Uniform residues modulo n.
    fn distribution(n: &Integer) -> Distribution {
        Distribution::below(&n.to_digits(Order::Lsf))
    }
}

/// The integer that represents an element.
fn integer<R: Ring>(r: &R, x: &R::Elem) -> Integer {
    let (v, mut limbs) = (r.collect(std::slice::from_ref(x)), Vec::new());
    let negative = r.limbs(v.view(), 0, &mut limbs);
    let magnitude = Integer::from_digits(&limbs, Order::Lsf);
    if negative { -magnitude } else { magnitude }
}

tested! {
    /// The number of points of Z/n, or of a field of n elements, and the error bound; `None` if n is neither the size of a
    /// field nor known to be a prime, or is small relative to the degree. Beyond a word n is taken for a prime when it
    /// passes GMP's test (Baillie–PSW and one more round), as no known composite does; the bound holds under that
    /// assumption.
    fn points_needed(n: &Integer, field: bool, degree: f64) -> Option<(u32, f64)> {
        const LEAST_GAIN: f64 = 4.0;
        let prime = field || n.to_u64().map_or_else(|| n.is_probably_prime(25) != IsPrime::No, is_prime);
        let gain = log2(n) - degree.max(1.0).log2();
        (prime && gain >= LEAST_GAIN).then(|| {
            let points = (SECURITY / gain).floor() as u32 + 1;
            (points, -gain * f64::from(points))
        })
    }
}

/// A lower bound on log2 n, n ≥ 1, that is smaller by less than 2^−20.
fn log2(n: &Integer) -> f64 {
    // truncated to a fraction in [1/2, 1) of 53 bits
    let (fraction, exponent) = n.to_f64_exp();
    (f64::from(exponent) + fraction.log2() - 1e-7).max(0.0)
}

/// The window that a part takes, if it takes one.
fn window_of(part: &Part) -> Option<Range<usize>> {
    match part {
        Part::Low(n) => Some(0..*n),
        Part::Middle(w) => Some(w.clone()),
        Part::All | Part::Cyclic(_) | Part::Negacyclic(_) => None,
    }
}

/// The part of a product, element by element.
fn part_of<R: Ring>(r: &R, full: View<'_, R>, part: &Part) -> Coeffs<R> {
    let taken = |w: Range<usize>| r.owned(full.slice(w));
    let (n, negacyclic) = match part {
        Part::All | Part::Low(_) | Part::Middle(_) => return taken(window_of(part).unwrap_or(0..full.len())),
        Part::Cyclic(n) => (*n, false),
        Part::Negacyclic(n) => (*n, true),
    };
    let mut out = r.zeros(n.min(full.len()));
    for i in 0..full.len() {
        let x = r.get(full, i);
        let x = if negacyclic && (i / n) % 2 == 1 { r.neg(&x) } else { x };
        let sum = r.add(&r.get(out.view(), i % n), &x);
        r.set(&mut out, i % n, &sum);
    }
    out
}
