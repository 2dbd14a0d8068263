//! Algorithms by the definition on elements that are values of a few words, without allocations: logarithms in small fields, else rows of two to four
//! words.

use super::{Base, Quotient, QuotientElem, logs::Logs, words::FewWords};
use crate::{
    Result,
    engine::Context,
    ring::{Coeffs, Division, Remainders, Ring, Transition, View, Wanted},
};
use std::ops::Range;

/// The arithmetic of such elements.
pub(super) trait Cells: Copy + Sync {
    /// An element.
    type Cell: Copy + PartialEq + Send + Sync;
    fn zero(self) -> Self::Cell;
    fn one(self) -> Self::Cell;
    /// The element with these coefficients.
    fn load(self, row: &[u64]) -> Self::Cell;
    /// Writes the coefficients.
    fn store(self, x: Self::Cell, row: &mut [u64]);
    fn add(self, a: Self::Cell, b: Self::Cell) -> Self::Cell;
    fn multiply(self, a: Self::Cell, b: Self::Cell) -> Self::Cell;
    fn negate(self, a: Self::Cell) -> Self::Cell;
    /// 1/a, if it was found, as it is in every field for a ≠ 0.
    fn invert(self, a: Self::Cell) -> Option<Self::Cell>;

    /// x = x + c·y.
    #[inline]
    fn add_multiple(self, x: &mut [Self::Cell], c: Self::Cell, y: &[Self::Cell]) {
        for (x, &y) in x.iter_mut().zip(y) {
            *x = self.add(*x, self.multiply(c, y));
        }
    }
}

/// Elements of K coefficients as their rows.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a, const K: usize>(FewWords<'a>);

impl<const K: usize> Cells for Rows<'_, K> {
    type Cell = [u64; K];

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
}

/// Applies an expression to the cells of an [`Arithmetic`].
macro_rules! with_cells {
    ($arithmetic:expr, $cells:ident => $body:expr) => {
        match $arithmetic {
            $crate::ring::quotient::cells::Arithmetic::Logs($cells) => $body,
            $crate::ring::quotient::cells::Arithmetic::Two($cells) => $body,
            $crate::ring::quotient::cells::Arithmetic::Three($cells) => $body,
            $crate::ring::quotient::cells::Arithmetic::Four($cells) => $body,
        }
    };
}
pub(super) use with_cells;

impl<B: Base> Quotient<B> {
    /// The arithmetic for a computation with this many products of elements.
    pub(super) fn arithmetic(&self, products: usize) -> Option<Arithmetic<'_>> {
        if let Some(logs) = self.logs(products) {
            return Some(Arithmetic::Logs(logs));
        }
        let few = self.few_words()?;
        match self.degree() {
            2 => Some(Arithmetic::Two(Rows(few))),
            3 => Some(Arithmetic::Three(Rows(few))),
            4 => Some(Arithmetic::Four(Rows(few))),
            _ => None,
        }
    }

    pub(super) fn load<C: Cells>(&self, c: C, v: View<'_, Self>) -> Vec<C::Cell> {
        v.words().chunks_exact(self.degree()).map(|row| c.load(row)).collect()
    }

    pub(super) fn stored<C: Cells>(&self, c: C, cells: &[C::Cell]) -> Coeffs<Self> {
        let mut out = self.zeros(cells.len());
        self.store_at(c, (&mut out, 0), cells);
        out
    }

    pub(super) fn element_of<C: Cells>(&self, c: C, x: C::Cell) -> QuotientElem {
        let mut row = vec![0; self.degree()];
        c.store(x, &mut row);
        QuotientElem::of_words(&row)
    }

    /// Euclid's algorithm as in [`classical`](crate::ring::euclid::classical); `None` where a leading coefficient has no inverse.
    pub(super) fn euclid_on<C: Cells>(
        &self,
        c: C,
        [a, b]: [View<'_, Self>; 2],
        wanted: Wanted,
        log: &mut Option<&mut Vec<Division<QuotientElem>>>,
    ) -> Option<Remainders<Self>> {
        let mut pair = [self.load(c, a), self.load(c, b)];
        let one = || vec![c.one()];
        let mut matrix = [[one(), Vec::new()], [Vec::new(), one()]];
        let mut divisions = Vec::new();
        while pair[1].len() > wanted.stop {
            let gap = pair[0].len() - pair[1].len();
            let lead = *pair[1].last()?;
            let minus = c.negate(c.invert(lead)?);
            let [x, y] = &mut pair;
            while x.len() >= y.len() {
                let (shift, top) = (x.len() - y.len(), x.pop()?);
                let factor = c.multiply(top, minus);
                c.add_multiple(&mut x[shift..], factor, &y[..y.len() - 1]);
                trim(c, x);
                if wanted.matrix {
                    let [above, below] = &mut matrix;
                    for (x, y) in above.iter_mut().zip(&*below) {
                        let len = x.len().max(y.len() + shift);
                        x.resize(len, c.zero());
                        c.add_multiple(&mut x[shift..], factor, y);
                        trim(c, x);
                    }
                }
            }
            pair.swap(0, 1);
            matrix.swap(0, 1);
            divisions.push((gap, lead));
        }
        if let Some(log) = log {
            let division = |(gap, lead)| Division { gap, lead: self.element_of(c, lead), scale: self.one() };
            log.extend(divisions.into_iter().map(division));
        }
        let none = || self.zeros(0);
        Some(Remainders {
            pair: if wanted.remainders { pair.map(|v| self.stored(c, &v)) } else { [none(), none()] },
            matrix: match wanted.matrix {
                true => Transition(matrix.map(|row| row.map(|v| self.stored(c, &v)))),
                false => Transition::identity(self),
            },
        })
    }

    /// The first n coefficients of a/b for the inverse of the lowest coefficient of b.
    pub(super) fn quotient_on<C: Cells>(
        &self,
        c: C,
        [a, b]: [View<'_, Self>; 2],
        inverse: C::Cell,
        n: usize,
    ) -> Coeffs<Self> {
        let (a, b) = (self.load(c, a.low(n)), self.load(c, b.low(n)));
        // −b reversed, without its lowest coefficient: sums run over adjacent cells
        let minus: Vec<_> = b.iter().skip(1).rev().map(|&x| c.negate(x)).collect();
        let mut q: Vec<C::Cell> = Vec::with_capacity(n);
        for i in 0..n {
            let first = a.get(i).copied().unwrap_or(c.zero());
            let len = minus.len().min(i);
            let pairs = minus[minus.len() - len..].iter().zip(&q[i - len..]);
            let rest = pairs.fold(first, |sum, (&x, &y)| c.add(sum, c.multiply(x, y)));
            q.push(c.multiply(rest, inverse));
        }
        self.stored(c, &q)
    }

    /// Values at points by Horner's rule.
    pub(super) fn values_on<C: Cells>(&self, c: C, v: View<'_, Self>, points: View<'_, Self>) -> Coeffs<Self> {
        let (v, points) = (self.load(c, v), self.load(c, points));
        let value = |&x: &C::Cell| v.iter().rev().fold(c.zero(), |sum, &a| c.add(c.multiply(sum, x), a));
        self.stored(c, &points.iter().map(value).collect::<Vec<_>>())
    }

    /// The product of the x − a for the points a, and with weights w the sum of w times the products for all other points.
    pub(super) fn fractions_on<C: Cells>(
        &self,
        c: C,
        points: View<'_, Self>,
        weights: Option<View<'_, Self>>,
    ) -> [Coeffs<Self>; 2] {
        let (mut numerator, mut product) = (Vec::new(), vec![c.one()]);
        let weights = weights.map(|w| self.load(c, w));
        for (i, &point) in self.load(c, points).iter().enumerate() {
            let minus = c.negate(point);
            if let Some(weights) = &weights {
                times_linear(c, &mut numerator, minus);
                c.add_multiple(&mut numerator, weights[i], &product);
            }
            times_linear(c, &mut product, minus);
        }
        [numerator, product].map(|v| self.stored(c, &v))
    }

    /// Coefficients w of a·b, to the cells from `at` on.
    pub(super) fn product_on<C: Cells>(
        &self,
        c: C,
        (out, at): (&mut Coeffs<Self>, usize),
        [a, b]: [View<'_, Self>; 2],
        w: Range<usize>,
        cx: Context<'_>,
    ) -> Result<()> {
        let (a, b) = (self.load(c, a), self.load(c, b));
        let mut sums = vec![c.zero(); w.len()];
        for (i, &x) in a.iter().enumerate() {
            cx.check()?;
            let (start, end) = (i.max(w.start), (i + b.len()).min(w.end));
            if start < end && x != c.zero() {
                c.add_multiple(&mut sums[start - w.start..end - w.start], x, &b[start - i..end - i]);
            }
        }
        self.store_at(c, (out, at), &sums);
        Ok(())
    }

    /// Writes cells from element `at` on.
    pub(super) fn store_at<C: Cells>(&self, c: C, (out, at): (&mut Coeffs<Self>, usize), cells: &[C::Cell]) {
        let k = self.degree();
        for (row, &x) in out.words[at * k..].chunks_exact_mut(k).zip(cells) {
            c.store(x, row);
        }
    }

    /// The determinant of a square matrix of n rows, by Gaussian elimination; `None` where a pivot has no inverse.
    pub(super) fn determinant_on<C: Cells>(&self, c: C, mut rows: Vec<Vec<C::Cell>>) -> Option<QuotientElem> {
        let (n, mut det) = (rows.len(), c.one());
        for j in 0..n {
            let Some(pivot) = (j..n).find(|&i| rows[i][j] != c.zero()) else {
                return Some(self.element_of(c, c.zero()));
            };
            if pivot != j {
                rows.swap(pivot, j);
                det = c.negate(det);
            }
            let (above, below) = rows.split_at_mut(j + 1);
            let row = &above[j];
            det = c.multiply(det, row[j]);
            let minus = c.negate(c.invert(row[j])?);
            for other in below {
                let factor = c.multiply(other[j], minus);
                if factor != c.zero() {
                    c.add_multiple(&mut other[j + 1..], factor, &row[j + 1..]);
                }
            }
        }
        Some(self.element_of(c, det))
    }
}

/// p = p·(x + a); p grows by one cell.
fn times_linear<C: Cells>(c: C, p: &mut Vec<C::Cell>, a: C::Cell) {
    p.push(c.zero());
    for i in (0..p.len()).rev() {
        let below = if i > 0 { p[i - 1] } else { c.zero() };
        p[i] = c.add(below, c.multiply(a, p[i]));
    }
}

/// Removes leading zeros.
fn trim<C: Cells>(c: C, v: &mut Vec<C::Cell>) {
    let len = v.iter().rposition(|&x| x != c.zero()).map_or(0, |i| i + 1);
    v.truncate(len);
}
