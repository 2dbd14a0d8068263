//! Minima of sums: products over the semiring of minimum and addition, where the law of indices is that of polynomials.
//!
//! With a convex operand the matrix of the sums a_(k − j) + b_j is totally monotone, its row minima move to the right and are found by halves of the rows
//! (Aggarwal, Klawe, Moran, Shor, Wilber 1987, "Geometric applications of a matrix-searching algorithm", Algorithmica 2, §2, which is linear). With a
//! concave one those of a rectangle without gaps move to the left: the band of the sums is cut into rectangles.

use std::{cmp::Ordering, ops::Range};

/// The arrays c of min (a_i + b_j) over i + j = k, for k from 0 to the sum of the last indices; empty where a or b is. `sum` adds two entries, and must keep the order:
/// x ≤ y ⟹ x + z ≤ y + z.
///
/// Cost for n entries: linear if both operands are convex (differences of neighbours never fall), n·log n if one is, n·log² n if one is concave (differences never
/// rise), else n².
///
/// ```
/// use polymod::poly::min_plus;
/// let add = |x: &i64, y: &i64| x + y;
/// assert_eq!(min_plus(&[0, 1, 4], &[3, 1, 2], add), [3, 1, 2, 3, 6]);
/// assert!(min_plus(&[], &[3, 1, 2], add).is_empty());
/// ```
#[must_use]
pub fn min_plus<T: Clone + Ord>(a: &[T], b: &[T], sum: impl Fn(&T, &T) -> T) -> Vec<T> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let [x, y] = [a, b].map(|v| Shape::of(v, &sum));
    match (x, y) {
        (Shape::Convex, Shape::Convex) => merged(a, b, sum),
        (Shape::Convex, _) => Sums { a, b, sum }.by_convex(),
        (_, Shape::Convex) => Sums { a: b, b: a, sum }.by_convex(),
        (Shape::Concave, _) => Sums { a, b, sum }.by_concave(),
        (_, Shape::Concave) => Sums { a: b, b: a, sum }.by_concave(),
        _ => Sums { a, b, sum }.by_definition(),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Convex,
    Concave,
    Neither,
}

impl Shape {
    fn of<T: Ord>(v: &[T], sum: impl Fn(&T, &T) -> T) -> Self {
        let (mut rises, mut falls) = (false, false);
        for three in v.windows(3) {
            match sum(&three[0], &three[2]).cmp(&sum(&three[1], &three[1])) {
                Ordering::Greater => rises = true,
                Ordering::Less => falls = true,
                Ordering::Equal => {}
            }
        }
        match (rises, falls) {
            (_, false) => Shape::Convex,
            (false, true) => Shape::Concave,
            (true, true) => Shape::Neither,
        }
    }
}

/// Of two convex arrays: their differences in order.
fn merged<T: Clone + Ord>(a: &[T], b: &[T], sum: impl Fn(&T, &T) -> T) -> Vec<T> {
    let (mut i, mut j) = (0, 0);
    let mut out = vec![sum(&a[0], &b[0])];
    while i + j + 2 < a.len() + b.len() {
        let first = a.get(i + 1).map(|x| sum(x, &b[j]));
        let second = b.get(j + 1).map(|y| sum(&a[i], y));
        let (least, is_first) = match (first, second) {
            (Some(x), Some(y)) if y < x => (y, false),
            (Some(x), _) => (x, true),
            (None, Some(y)) => (y, false),
            (None, None) => return out,
        };
        *(if is_first { &mut i } else { &mut j }) += 1;
        out.push(least);
    }
    out
}

/// The matrix of the sums a_(k − j) + b_j, whose row k has the columns j from k − len a + 1 to k.
struct Sums<'a, T, F> {
    a: &'a [T],
    b: &'a [T],
    sum: F,
}

impl<T: Clone + Ord, F: Fn(&T, &T) -> T> Sums<'_, T, F> {
    fn rows(&self) -> usize {
        self.a.len() + self.b.len() - 1
    }

    fn columns(&self, k: usize) -> Range<usize> {
        (k + 1).saturating_sub(self.a.len())..self.b.len().min(k + 1)
    }

    fn at(&self, k: usize, j: usize) -> T {
        (self.sum)(&self.a[k - j], &self.b[j])
    }

    /// The least sum of row k in these columns, if there are any, and its first place.
    fn least(&self, k: usize, columns: Range<usize>) -> Option<(T, usize)> {
        columns.map(|j| (self.at(k, j), j)).min()
    }

    fn by_definition(&self) -> Vec<T> {
        (0..self.rows()).filter_map(|k| Some(self.least(k, self.columns(k))?.0)).collect()
    }

    fn by_convex(&self) -> Vec<T> {
        let mut out = vec![None; self.rows()];
        self.minima(0..self.rows(), 0..self.b.len(), false, &mut out);
        out.into_iter().flatten().collect()
    }

    fn by_concave(&self) -> Vec<T> {
        let (n, mut out) = (self.a.len(), vec![None; self.rows()]);
        for first in (0..self.b.len()).step_by(n) {
            let width = n.min(self.b.len() - first);
            // all columns have sums in the rows between two triangles
            self.minima(first + width - 1..first + n, first..first + width, true, &mut out);
            self.triangle([first, first], width - 1, true, &mut out);
            self.triangle([first + n, first + 1], width - 1, false, &mut out);
        }
        out.into_iter().flatten().collect()
    }

    /// Rows and columns from these ones on, below the diagonal or above it, with the diagonal itself.
    fn triangle(&self, [row, column]: [usize; 2], size: usize, is_lower: bool, out: &mut [Option<T>]) {
        let half = size / 2;
        let [upper, lower] = [row..row + half, row + half..row + size];
        let [left, right] = [column..column + half, column + half..column + size];
        match size {
            0 => {}
            1 => self.minima(lower, right, true, out),
            _ => {
                self.triangle([row, column], half, is_lower, out);
                self.triangle([row + half, column + half], size - half, is_lower, out);
                if is_lower { self.minima(lower, left, true, out) } else { self.minima(upper, right, true, out) }
            }
        }
    }

    /// Lowers `out` to the least sums of rows in these columns, whose places never move to the left from row to row, or, where `falls` is set, never to
    /// the right.
    fn minima(&self, rows: Range<usize>, columns: Range<usize>, falls: bool, out: &mut [Option<T>]) {
        if rows.is_empty() {
            return;
        }
        let k = rows.start + rows.len() / 2;
        let there = self.columns(k);
        let met = there.start.max(columns.start)..there.end.min(columns.end);
        let Some((least, j)) = self.least(k, met) else { return };
        if out[k].as_ref().is_none_or(|found| least < *found) {
            out[k] = Some(least);
        }
        let [left, right] = [columns.start..j + 1, j..columns.end];
        let [before, after] = if falls { [right, left] } else { [left, right] };
        self.minima(rows.start..k, before, falls, out);
        self.minima(k + 1..rows.end, after, falls, out);
    }
}
