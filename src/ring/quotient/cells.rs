//! Elements that are values of a few words: logarithms in small fields, else rows of few words. [`short`](super::short) has the algorithms on them.

use super::{
    Base, Quotient, QuotientElem,
    bits::BitRows,
    logs::Logs,
    pairs::{PairField, Pairs},
    words::FewWords,
};
use crate::ring::{Block, Coeffs, Ring, View, powers};

/// The arithmetic of such elements.
pub trait Cells: Copy + Sync {
    /// An element.
    type Cell: Copy + PartialEq + Send + Sync;
    /// A sum of products of elements.
    type Sum: Copy;
    /// Whether a sum of two products takes less time than one product after the other.
    const LAZY: bool;
    fn zero(self) -> Self::Cell;
    fn one(self) -> Self::Cell;
    /// The element with these coefficients.
    fn load(self, row: &[u64]) -> Self::Cell;
    /// Writes the coefficients.
    fn store(self, x: Self::Cell, row: &mut [u64]);

    /// The element with these coefficients, as one of two factors, of which [`load`](Self::load) makes the other, and as what products of such factors
    /// are added to.
    #[inline]
    fn plain(self, row: &[u64]) -> Self::Cell {
        self.load(row)
    }

    /// Writes the coefficients of what such factors make.
    #[inline]
    fn store_plain(self, x: Self::Cell, row: &mut [u64]) {
        self.store(x, row);
    }

    fn add(self, a: Self::Cell, b: Self::Cell) -> Self::Cell;
    fn multiply(self, a: Self::Cell, b: Self::Cell) -> Self::Cell;
    fn negate(self, a: Self::Cell) -> Self::Cell;
    /// 1/a, if it was found, as it is in every field for a ≠ 0.
    fn invert(self, a: Self::Cell) -> Option<Self::Cell>;
    /// The sum of no products.
    fn sum(self) -> Self::Sum;
    fn add_product(self, sum: &mut Self::Sum, a: Self::Cell, b: Self::Cell);
    /// The element that is a sum of products.
    fn reduced(self, sum: Self::Sum) -> Self::Cell;

    /// Whether each element of a result is best computed as one sum of products, which is reduced once.
    #[inline]
    fn sums_columns(self) -> bool {
        Self::LAZY
    }

    #[inline]
    fn square(self, a: Self::Cell) -> Self::Cell {
        self.multiply(a, a)
    }

    /// a^e for an exponent in words, least significant first.
    fn power(self, a: Self::Cell, e: &[u64]) -> Self::Cell {
        let bits = powers::bits(e);
        (0..bits).rev().fold(self.one(), |power, i| {
            let square = self.square(power);
            if powers::bit(e, i) { self.multiply(square, a) } else { square }
        })
    }

    /// Σ a·b.
    #[inline]
    fn dot(self, pairs: impl Iterator<Item = (Self::Cell, Self::Cell)>) -> Self::Cell {
        let mut sum = self.sum();
        pairs.for_each(|(a, b)| self.add_product(&mut sum, a, b));
        self.reduced(sum)
    }

    /// Writes the coefficients of Σ a·b, for factors b that [`plain`](Self::plain) makes.
    #[inline]
    fn write_dot(self, pairs: impl Iterator<Item = (Self::Cell, Self::Cell)>, row: &mut [u64]) {
        self.store_plain(self.dot(pairs), row);
    }

    /// x = x + c·y.
    #[inline]
    fn add_multiple(self, x: &mut [Self::Cell], c: Self::Cell, y: &[Self::Cell]) {
        for (x, &y) in x.iter_mut().zip(y) {
            *x = self.add(*x, self.multiply(c, y));
        }
    }

    /// x = x + q·y for polynomials, as far as x reaches.
    fn add_polynomial_multiple(self, x: &mut [Self::Cell], q: &[Self::Cell], y: &[Self::Cell]) {
        if !Self::LAZY || q.len() == 1 {
            let len = x.len();
            for (shift, &c) in q.iter().enumerate().take(len).filter(|(_, c)| **c != self.zero()) {
                self.add_multiple(&mut x[shift..], c, y);
            }
            return;
        }
        for (i, x) in x.iter_mut().enumerate().take((q.len() + y.len()).saturating_sub(1)) {
            let terms = (i + 1).saturating_sub(y.len())..q.len().min(i + 1);
            *x = self.add(*x, self.dot(terms.map(|j| (q[j], y[i - j]))));
        }
    }
}

/// Calls `f` with this number of zeros, which are on the stack if they are few.
#[inline]
pub(super) fn with_zeros<C: Cells, T>(c: C, len: usize, f: impl FnOnce(&mut [C::Cell]) -> T) -> T {
    const FEW: usize = 36;
    if len <= FEW { f(&mut [c.zero(); FEW][..len]) } else { f(&mut vec![c.zero(); len]) }
}

/// Elements of K coefficients as their rows.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a, const K: usize>(FewWords<'a>);

impl<const K: usize> Cells for Rows<'_, K> {
    type Cell = [u64; K];
    type Sum = [u64; K];
    const LAZY: bool = false;

    fn zero(self) -> [u64; K] {
        [0; K]
    }

    fn one(self) -> [u64; K] {
        let mut one = [0; K];
        one[0] = 1;
        one
    }

    #[inline]
    fn load(self, row: &[u64]) -> [u64; K] {
        let mut x = [0; K];
        x.copy_from_slice(row);
        x
    }

    #[inline]
    fn store(self, x: [u64; K], row: &mut [u64]) {
        row.copy_from_slice(&x);
    }

    #[inline]
    fn add(self, a: [u64; K], b: [u64; K]) -> [u64; K] {
        std::array::from_fn(|i| self.0.modulus().add(a[i], b[i]))
    }

    #[inline]
    fn multiply(self, a: [u64; K], b: [u64; K]) -> [u64; K] {
        let mut product = [0; K];
        self.0.multiply(&mut product, &a, &b);
        product
    }

    #[inline]
    fn negate(self, a: [u64; K]) -> [u64; K] {
        a.map(|x| self.0.modulus().neg(x))
    }

    fn invert(self, a: [u64; K]) -> Option<[u64; K]> {
        let mut inverse = [0; K];
        self.0.invert(&mut inverse, &a).then_some(inverse)
    }

    #[inline]
    fn sum(self) -> [u64; K] {
        [0; K]
    }

    #[inline]
    fn add_product(self, sum: &mut [u64; K], a: [u64; K], b: [u64; K]) {
        *sum = self.add(*sum, self.multiply(a, b));
    }

    #[inline]
    fn reduced(self, sum: [u64; K]) -> [u64; K] {
        sum
    }

    fn add_multiple(self, x: &mut [[u64; K]], c: [u64; K], y: &[[u64; K]]) {
        self.0.add_multiple(x, &c, y);
    }
}

/// What a ring has of these.
#[derive(Clone, Copy)]
pub(super) enum Arithmetic<'a> {
    Logs(&'a Logs),
    Two(Rows<'a, 2>),
    Three(Rows<'a, 3>),
    Four(Rows<'a, 4>),
    Bits2(BitRows<'a, 2>),
    Bits3(BitRows<'a, 3>),
    Bits5(BitRows<'a, 5>),
    Bits9(BitRows<'a, 9>),
    Pairs2(&'a PairField<2>),
    Pairs4(&'a PairField<4>),
    Pairs6(&'a PairField<6>),
}

/// Applies an expression to the cells of an [`Arithmetic`] of extensions of the base ring `B`; compiled for those that it has.
macro_rules! with_cells {
    ($arithmetic:expr, $cells:ident => $body:expr) => {
        $crate::ring::quotient::cells::with_cells! { @ $arithmetic, $cells => $body;
            InWords: Logs Two Three Four; InBits: Bits2 Bits3 Bits5 Bits9; InLimbs: Pairs2 Pairs4 Pairs6 }
    };
    (@ $arithmetic:expr, $cells:ident => $body:expr; $($held:ident: $($kind:ident)*);*) => {{
        use $crate::ring::quotient::{Held, cells::Arithmetic};
        match $arithmetic {
            $($(Arithmetic::$kind($cells) if const { matches!(B::HELD, Held::$held) } => $body,)*)*
            _ => unreachable!("no arithmetic of extensions of this ring"),
        }
    }};
}
pub(super) use with_cells;

impl<B: Base> Quotient<B> {
    /// The arithmetic for a computation with this many products of elements.
    pub(super) fn arithmetic(&self, products: usize) -> Option<Arithmetic<'_>> {
        if let Some(logs) = self.logs(products) {
            return Some(Arithmetic::Logs(logs));
        }
        if let Some(lazy) = self.lazy_arithmetic() {
            return Some(lazy);
        }
        let few = self.few_words()?;
        match self.degree() {
            2 => Some(Arithmetic::Two(Rows(few))),
            3 => Some(Arithmetic::Three(Rows(few))),
            4 => Some(Arithmetic::Four(Rows(few))),
            _ => None,
        }
    }

    /// The arithmetic whose sums of products are reduced once.
    pub(super) fn lazy_arithmetic(&self) -> Option<Arithmetic<'_>> {
        if let Some(pairs) = &self.0.pairs {
            return Some(match pairs {
                Pairs::Two(field) => Arithmetic::Pairs2(field),
                Pairs::Four(field) => Arithmetic::Pairs4(field),
                Pairs::Six(field) => Arithmetic::Pairs6(field),
            });
        }
        let bits = self.bit_words()?;
        Some(match bits.width() {
            ..=2 => Arithmetic::Bits2(BitRows(bits)),
            3 => Arithmetic::Bits3(BitRows(bits)),
            4..=5 => Arithmetic::Bits5(BitRows(bits)),
            _ => Arithmetic::Bits9(BitRows(bits)),
        })
    }

    /// [`Cells::load`] for the entries of a matrix, row by row.
    pub(super) fn load_entries<C: Cells>(&self, c: C, out: &mut [C::Cell], a: Block<'_, Self>) {
        for (i, out) in out.chunks_exact_mut(a.cols().max(1)).enumerate() {
            let words = a.row(i).words().chunks_exact(self.width());
            out.iter_mut().zip(words).for_each(|(out, row)| *out = c.load(row));
        }
    }

    /// [`Cells::plain`] for the entries of a matrix, row by row.
    pub(super) fn plain_entries<C: Cells>(&self, c: C, out: &mut [C::Cell], a: Block<'_, Self>) {
        for (i, out) in out.chunks_exact_mut(a.cols().max(1)).enumerate() {
            let words = a.row(i).words().chunks_exact(self.width());
            out.iter_mut().zip(words).for_each(|(out, row)| *out = c.plain(row));
        }
    }

    pub(super) fn load<C: Cells>(&self, c: C, v: View<'_, Self>) -> Vec<C::Cell> {
        v.words().chunks_exact(self.width()).map(|row| c.load(row)).collect()
    }

    /// [`Cells::plain`] for each element.
    pub(super) fn plain<C: Cells>(&self, c: C, v: View<'_, Self>) -> Vec<C::Cell> {
        v.words().chunks_exact(self.width()).map(|row| c.plain(row)).collect()
    }

    pub(super) fn stored<C: Cells>(&self, c: C, cells: &[C::Cell]) -> Coeffs<Self> {
        let mut out = self.zeros(cells.len());
        let rows = out.words.chunks_exact_mut(self.width()).zip(cells);
        rows.for_each(|(row, &x)| c.store(x, row));
        out
    }

    /// [`Cells::store_plain`] from element `at` on.
    pub(super) fn store_plain<C: Cells>(&self, c: C, (out, at): (&mut Coeffs<Self>, usize), cells: &[C::Cell]) {
        let width = self.width();
        let rows = out.words[at * width..].chunks_exact_mut(width).zip(cells);
        rows.for_each(|(row, &x)| c.store_plain(x, row));
    }

    pub(super) fn element_of<C: Cells>(&self, c: C, x: C::Cell) -> QuotientElem {
        let mut element = QuotientElem::zero(self.width());
        c.store(x, element.words_mut());
        element
    }

    pub(super) fn plain_element<C: Cells>(&self, c: C, x: C::Cell) -> QuotientElem {
        let mut element = QuotientElem::zero(self.width());
        c.store_plain(x, element.words_mut());
        element
    }
}
