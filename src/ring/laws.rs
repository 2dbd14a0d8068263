//! The laws that every ring must obey, for tests of this crate's rings and of others: [`check`] panics at the first
//! broken law, with its name.
//!
//! The oracle is a plain list of elements, with every operation on it by the definition, one element at a time. Vector
//! operations are tested on slices that start and end anywhere among dirty neighbours; products by every applicable
//! algorithm, in windows inside, across and beyond the end, and through transformed operands.
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

mod elements;
mod products;
mod vectors;

use super::{Coeffs, Convolve, View};

/// Checks all laws. `specials`: elements at which representations change (bounds of words, of widths, of the modulus),
/// among them 0, 1 and −1; `random`: any elements.
///
/// # Panics
/// At the first broken law.
pub fn check<R: Convolve>(r: &R, specials: &[R::Elem], random: impl FnMut() -> R::Elem) {
    let mut bench = Bench::new(r, specials, random);
    elements::check(&bench);
    vectors::check(&mut bench);
    products::check(&mut bench);
}

/// A ring under test, with its sources of elements.
struct Bench<'a, R: Convolve, F> {
    r: &'a R,
    name: String,
    specials: &'a [R::Elem],
    random: F,
    /// Index of the next special element.
    next: usize,
}

impl<'a, R: Convolve, F: FnMut() -> R::Elem> Bench<'a, R, F> {
    fn new(r: &'a R, specials: &'a [R::Elem], random: F) -> Self {
        assert!(!specials.is_empty(), "there are special elements");
        Bench { r, name: r.name(), specials, random, next: 0 }
    }

    /// Special and random elements in turn; repeated calls use all specials.
    fn mixed(&mut self, len: usize) -> Vec<R::Elem> {
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
    fn among_neighbours(&mut self, list: &[R::Elem]) -> Coeffs<R> {
        let mut all = self.mixed(BEFORE);
        all.extend_from_slice(list);
        all.extend(self.mixed(BEHIND));
        self.r.collect(&all)
    }

    /// Asserts that a vector has the coefficients `wanted`.
    fn same(&self, law: &str, got: View<'_, R>, wanted: &[R::Elem]) {
        assert_eq!(self.list(got), wanted, "{}: {law}", self.name);
    }

    fn list(&self, v: View<'_, R>) -> Vec<R::Elem> {
        (0..v.len()).map(|i| self.r.get(v, i)).collect()
    }

    fn zero(&self) -> R::Elem {
        self.r.elem(0)
    }

    fn sub(&self, a: &R::Elem, b: &R::Elem) -> R::Elem {
        self.r.add(a, &self.r.neg(b))
    }
}

const BEFORE: usize = 3;
const BEHIND: usize = 2;

/// The elements that [`Bench::among_neighbours`] placed between the neighbours.
fn inner<R>(v: &Coeffs<R>) -> View<'_, R> {
    v.slice(BEFORE..v.len() - BEHIND)
}
