//! The ring Q: a vector is integers, in the layout of Z, over one denominator.
//!
//! The words of a vector are its integers in two's complement with one width for all, the limbs of the denominator, and the number of those:
//! none where the denominator is 1. A slice of a vector shares its denominator. A product of two vectors is one product over Z. Vectors are in
//! lowest terms, with a denominator that has no factor in common with all the integers, when they are made and trimmed; between, their
//! denominator may be a multiple of the least one.

mod blocks;
mod codec;
mod convolve;
pub mod layout;
mod products;
pub mod quotients;
mod values;
mod vectors;

use super::{AnyElement, AtPoints, Coeffs, Determinants, Dfts, Euclid, Integers, Ring, Roots, Short, Size, View};
use crate::{Error, Result, engine::Engine};
use layout::{denominator, numerators};
use rug::{Complete, Integer, Rational};

/// The field of the rational numbers.
///
/// ```
/// use polymod::{Poly, Rationals};
/// let a: Poly<Rationals> = "1/2*x^2 - 3".parse()?;
/// assert_eq!((&a * &a).to_string(), "1/4*x^4 - 3*x^2 + 9");
/// assert_eq!(a.integral()?.to_string(), "1/6*x^3 - 3*x");
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Rationals(Integers);

impl Rationals {
    /// Q on the default engine.
    ///
    /// ```
    /// # use polymod::{Rationals, Ring};
    /// let q = Rationals::new();
    /// assert_eq!(q.add(&q.elem(1), &q.inv(&q.elem(3)).expect("3 is a unit")).to_string(), "4/3");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Q on the given engine.
    ///
    /// ```
    /// # use polymod::{Engine, Rationals, Ring};
    /// let q = Rationals::on(&Engine::builder().threads(1).build());
    /// assert_eq!(q.engine().threads(), 1);
    /// ```
    #[must_use]
    pub fn on(engine: &Engine) -> Self {
        Rationals(Integers::on(engine))
    }

    /// The ring of the integers on the same engine.
    ///
    /// ```
    /// # use polymod::{Rationals, Ring};
    /// assert_eq!(Rationals::new().integers().name(), "z");
    /// ```
    #[must_use]
    pub fn integers(&self) -> &Integers {
        &self.0
    }
}

impl std::fmt::Debug for Rationals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rationals")
    }
}

impl AnyElement for Rational {}

impl Ring for Rationals {
    type Elem = Rational;
    #[inline]
    fn engine(&self) -> &Engine {
        self.0.engine()
    }
    fn name(&self) -> String {
        "q".into()
    }
    fn one(&self) -> Rational {
        Rational::from(1)
    }
    fn is_one(&self, a: &Rational) -> bool {
        *a == 1
    }
    fn elem(&self, x: i64) -> Rational {
        Rational::from(x)
    }
    fn is_zero(&self, a: &Rational) -> bool {
        a.is_zero()
    }
    fn add(&self, a: &Rational, b: &Rational) -> Rational {
        (a + b).complete()
    }
    fn neg(&self, a: &Rational) -> Rational {
        (-a).complete()
    }
    fn mul(&self, a: &Rational, b: &Rational) -> Rational {
        (a * b).complete()
    }
    /// All but 0 have inverses.
    fn inv(&self, a: &Rational) -> Result<Rational> {
        if a.is_zero() {
            return Err(Error::NotInvertible { value: "0".into(), modulus: "0".into(), factor: "0".into() });
        }
        Ok(a.recip_ref().complete())
    }
    fn pow(&self, a: &Rational, e: u64) -> Rational {
        let (numerator, denominator) = (self.0.pow(a.numer(), e), self.0.pow(a.denom(), e));
        Rational::from((numerator, denominator))
    }
    fn zeros(&self, len: usize) -> Coeffs<Self> {
        // no limbs of a denominator
        Coeffs::from_words(self.engine().zeroed(len + 1), len, 1)
    }
    fn get(&self, v: View<'_, Self>, i: usize) -> Rational {
        let x = self.0.get(numerators(v), i);
        match denominator(v) {
            None => Rational::from(x),
            Some(d) => Rational::from((x, d)),
        }
    }
    fn set(&self, v: &mut Coeffs<Self>, i: usize, x: &Rational) {
        self.with_multiple_of(v, x.denom(), |z, numerators, d| {
            let factor = d.map_or_else(|| Integer::from(1), |d| d.div_exact_ref(x.denom()).complete());
            z.set(numerators, i, &(factor * x.numer()));
        });
    }
    fn resize(&self, v: &mut Coeffs<Self>, len: usize) {
        self.change(v, |z, numerators, denominator| {
            z.resize(numerators, len);
            // what is pushed next begins a new vector
            denominator.filter(|_| len > 0)
        });
    }
    fn collect(&self, elems: &[Rational]) -> Coeffs<Self> {
        let mut common = Integer::from(1);
        for x in elems.iter().filter(|x| *x.denom() != 1) {
            if !common.is_divisible(x.denom()) {
                common.lcm_mut(x.denom());
            }
        }
        let over = |x: &Rational| match *x.denom() == common {
            true => x.numer().clone(),
            false => common.div_exact_ref(x.denom()).complete() * x.numer(),
        };
        let numerators: Vec<Integer> = elems.iter().map(over).collect();
        layout::over(self.0.collect(&numerators), Some(common))
    }
    fn size(&self, v: View<'_, Self>) -> Size {
        self.0.size(numerators(v))
    }
}

impl Roots for Rationals {
    fn sqrt(&self, a: &Rational) -> Result<Rational> {
        match (self.0.sqrt(a.numer()), self.0.sqrt(a.denom())) {
            (Ok(numerator), Ok(denominator)) => Ok(Rational::from((numerator, denominator))),
            _ => {
                let (expected, got) = ("a square as lowest coefficient", a.to_string());
                Err(Error::Domain { operation: "a square root", expected, got })
            }
        }
    }
}

impl AtPoints for Rationals {}

impl Determinants for Rationals {}

impl Dfts for Rationals {}

impl Euclid for Rationals {}

impl Short for Rationals {}
