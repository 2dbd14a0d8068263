//! The laws that every ring must obey, for tests of this crate's rings and of others: [`check`] panics at the first
//! broken law, with its name.
//!
//! The oracle is a plain list of elements, with every operation on it by the definition, one element at a time. Vector
//! operations are tested on slices that start and end anywhere among dirty neighbours; products by every applicable
//! algorithm, in windows inside, across and beyond the end, and through transformed operands; quotients, values at points,
//! matrices, eliminations, Euclid's algorithm, transforms and text at lengths around those where algorithms change. Every
//! method of the [traits of rings](super::traits) has a law.
//!
//! ```
//! use polymod::{Zn, ring::laws};
//! let f = Zn::new(97)?;
//! let mut seed = 0;
//! laws::check(&f, &[0, 1, 48, 49, 96], || {
//!     seed = (seed * 5 + 1) % 64;
//!     seed
//! });
//! # Ok::<(), polymod::Error>(())
//! ```

mod blocks;
mod choices;
mod codecs;
mod elements;
mod eliminations;
mod euclid;
mod evaluation;
mod grids;
mod images;
mod oracle;
mod products;
mod quotients;
mod roots;
mod short;
mod systems;
mod vectors;

use super::{AnyElem, AnyElement, AnyRing, Coeffs, Convolve, View, traits::*};
use crate::scratch::Buf;

/// Checks all laws. `specials`: elements at which representations change (bounds of words, of widths, of the modulus),
/// among them 0, 1 and −1; `random`: any elements.
///
/// ```
/// use polymod::{F2, ring::laws};
/// let mut draws = 0u64;
/// laws::check(&F2::new(), &[false, true], || {
///     draws += 1;
///     draws * draws % 11 < 5
/// });
/// ```
///
/// # Panics
/// At the first broken law.
pub fn check<R>(r: &R, specials: &[R::Elem], mut random: impl FnMut() -> R::Elem)
where
    R: Convolve<Elem: AnyElement, Plan: 'static, Image = Buf, Sum = Buf>,
{
    let specials: Vec<_> = specials.iter().cloned().map(AnyElement::erase).collect();
    erased(&AnyRing::new(r.clone()), &specials, &mut || random().erase());
}

/// The laws of a ring behind a pointer, which passes on every method: so they are compiled once, not for each type.
fn erased(r: &AnyRing, specials: &[AnyElem], random: &mut dyn FnMut() -> AnyElem) {
    let mut bench = Bench::new(r, specials, random);
    elements::check(&bench);
    codecs::check(&mut bench);
    vectors::check(&mut bench);
    short::check(&mut bench);
    evaluation::check(&mut bench);
    quotients::check(&mut bench);
    blocks::check(&mut bench);
    eliminations::check(&mut bench);
    systems::check(&mut bench);
    euclid::check(&mut bench);
    products::check(&mut bench);
    images::check(&mut bench);
    choices::check(&mut bench);
    grids::check(&mut bench);
    roots::check(&mut bench);
}

/// A ring under test, with its sources of elements.
struct Bench<'a> {
    r: &'a AnyRing,
    name: String,
    specials: &'a [AnyElem],
    random: &'a mut dyn FnMut() -> AnyElem,
    /// Index of the next special element.
    next: usize,
}

impl<'a> Bench<'a> {
    fn new(r: &'a AnyRing, specials: &'a [AnyElem], random: &'a mut dyn FnMut() -> AnyElem) -> Self {
        assert!(!specials.is_empty(), "there are special elements");
        Bench { r, name: r.name(), specials, random, next: 0 }
    }

    /// Special and random elements in turn; repeated calls use all specials.
    fn mixed(&mut self, len: usize) -> Vec<AnyElem> {
        let mut draw = |i: usize| {
            if i % 3 == 2 {
                return (self.random)();
            }
            self.next = (self.next + 1) % self.specials.len();
            self.specials[self.next].clone()
        };
        (0..len).map(&mut draw).collect()
    }

    /// A vector of the elements of `list` with three dirty neighbours before and two after; [`inner`] slices the list
    /// out of it.
    fn among_neighbours(&mut self, list: &[AnyElem]) -> Coeffs<AnyRing> {
        let mut all = self.mixed(BEFORE);
        all.extend_from_slice(list);
        all.extend(self.mixed(BEHIND));
        self.r.collect(&all)
    }

    /// Asserts that a vector has the coefficients `wanted`.
    fn same(&self, law: &str, got: View<'_, AnyRing>, wanted: &[AnyElem]) {
        assert_eq!(self.list(got), wanted, "{}: {law}", self.name);
    }

    /// Asserts that a new vector has the coefficients `wanted`, and none beyond them.
    fn made(&self, law: &str, mut got: Coeffs<AnyRing>, wanted: &[AnyElem]) {
        self.same(law, got.view(), wanted);
        self.r.resize(&mut got, wanted.len() + 65);
        let beyond = got.view().from(wanted.len());
        assert!(self.list(beyond).iter().all(|x| self.r.is_zero(x)), "{}: {law}: bits beyond the end", self.name);
    }

    fn list(&self, v: View<'_, AnyRing>) -> Vec<AnyElem> {
        (0..v.len()).map(|i| self.r.get(v, i)).collect()
    }

    fn zero(&self) -> AnyElem {
        self.r.elem(0)
    }

    /// One unit or several: the special elements that are, three at most, each call others.
    fn units(&mut self) -> Vec<AnyElem> {
        let mut units: Vec<_> = self.specials.iter().filter(|x| self.r.inv(x).is_ok()).cloned().collect();
        self.next += 1;
        let count = units.len();
        units.rotate_left(self.next % count);
        units.truncate(3);
        units
    }

    /// A vector with few coefficients other than zero, the last one among them.
    fn sparse(&mut self, len: usize) -> Vec<AnyElem> {
        let mut list = vec![self.zero(); len];
        for x in self.mixed(9) {
            self.next += 7;
            list[self.next * self.next % len] = x;
        }
        list[len - 1] = self.r.one();
        list
    }

    /// Whether elements are fractions, which have more digits after each operation.
    fn has_fractions(&self) -> bool {
        self.r.denominator(self.r.zeros(0).view()).is_some()
    }

    /// Whether the ring is a finite field.
    fn is_field(&self) -> bool {
        self.r.root_of_unity(1).is_ok()
    }
}

const BEFORE: usize = 3;
const BEHIND: usize = 2;

/// The elements that [`Bench::among_neighbours`] placed between the neighbours.
fn inner(v: &Coeffs<AnyRing>) -> View<'_, AnyRing> {
    v.slice(BEFORE..v.len() - BEHIND)
}

fn expected<T>(result: crate::Result<T>) -> T {
    result.unwrap_or_else(|e| panic!("an operation that cannot fail: {e}"))
}
