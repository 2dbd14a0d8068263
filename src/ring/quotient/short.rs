//! Algorithms by the definition on elements that are values of a few words, without allocations for single elements.

use super::{
    Base, Quotient, QuotientElem,
    cells::{Cells, with_cells, with_zeros},
};
use crate::{
    Error, Result,
    engine::Context,
    ring::{Block, Coeffs, Division, Remainders, Ring, Short, ShortOp, Transition, View, Wanted, euclid::classical},
};
use std::ops::Range;

/// Cells of a vector.
type Row<C> = Vec<<C as Cells>::Cell>;

impl<B: Base> Quotient<B> {
    /// Euclid's algorithm as in [`classical`]; `None` where a leading coefficient has no inverse.
    pub(super) fn euclid_on<C: Cells>(
        &self,
        c: C,
        pair: [View<'_, Self>; 2],
        wanted: Wanted,
        log: &mut Option<&mut Vec<Division<QuotientElem>>>,
    ) -> Option<Remainders<Self>> {
        let mut divisions = log.is_some().then(Vec::new);
        let Run { pair, matrix } = euclid(c, pair.map(|v| self.load(c, v)), wanted, divisions.as_mut())?;
        if let (Some(log), Some(divisions)) = (log, divisions) {
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
        self.stored(c, &quotient(c, [&self.load(c, a.low(n)), &self.load(c, b.low(n))], inverse, n))
    }

    /// Values at points by Horner's rule.
    pub(super) fn values_on<C: Cells>(&self, c: C, v: View<'_, Self>, points: View<'_, Self>) -> Coeffs<Self> {
        self.stored(c, &values(c, &self.load(c, v), &self.load(c, points)))
    }

    /// The product of the x − a for the points a, and with weights w the sum of w times the products for all other points.
    pub(super) fn fractions_on<C: Cells>(
        &self,
        c: C,
        points: View<'_, Self>,
        weights: Option<View<'_, Self>>,
    ) -> [Coeffs<Self>; 2] {
        let weights = weights.map(|w| self.load(c, w));
        fractions(c, &self.load(c, points), weights.as_deref()).map(|v| self.stored(c, &v))
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
        let [a, b] = if a.len() <= b.len() { [a, b] } else { [b, a] };
        let sums = product(c, [&self.load(c, a), &self.plain(c, b)], w, cx)?;
        self.store_plain(c, (out, at), &sums);
        Ok(())
    }

    /// The determinant of a square matrix of n rows; `None` where a pivot has no inverse.
    pub(super) fn determinant_on<C: Cells>(&self, c: C, a: Block<'_, Self>) -> Option<QuotientElem> {
        let n = a.rows();
        let determinant = with_zeros(c, n * n, |entries| {
            self.load_entries(c, entries, a);
            if c.sums_columns() { determinant_by_sums(c, entries, n) } else { determinant_by_rows(c, entries, n) }
        });
        determinant.map(|x| self.element_of(c, x))
    }
}

/// Most products of elements of a product of polynomials that is made without a plan; over F_2, where substitution takes less time from few words on.
const MOST_PRODUCTS: usize = 256;
const MOST_OF_BITS: usize = 64;
/// Most coefficients of operands whose greatest common divisor is found without a plan.
const MOST_DIVIDED: usize = 32;

impl<B: Base> Short for Quotient<B> {
    fn short_words(&self, op: ShortOp, a: View<'_, Self>, b: View<'_, Self>) -> Option<usize> {
        let longer = a.len().max(b.len());
        let (products, len) = match op {
            ShortOp::Product => (a.len().saturating_mul(b.len()), (a.len() + b.len()).saturating_sub(1)),
            ShortOp::Gcd if longer <= MOST_DIVIDED => (MOST_PRODUCTS.min(longer * longer), longer),
            _ => return None,
        };
        let most = if self.of_bits() && op == ShortOp::Product { MOST_OF_BITS } else { MOST_PRODUCTS };
        let few = (1..=most).contains(&products) && self.arithmetic(products).is_some();
        few.then_some(len * self.width())
    }

    fn write_short(&self, op: ShortOp, out: &mut [u64], a: View<'_, Self>, b: View<'_, Self>) -> Result<usize> {
        let (width, unsupported) = (self.width(), || {
            let operation = "an operation on few coefficients".into();
            Error::Unsupported { operation, ring: self.name() }
        });
        let arithmetic = self.arithmetic(MOST_PRODUCTS).ok_or_else(unsupported)?;
        with_cells!(arithmetic, c => {
            let (x, y) = (self.load(c, a), if op == ShortOp::Gcd { self.load(c, b) } else { self.plain(c, b) });
            let rows = out.chunks_exact_mut(width);
            match op {
                ShortOp::Product => {
                    let all = 0..x.len() + y.len() - 1;
                    let sums = self.quiet().engine().enter(|cx| product(c, [&x, &y], all, cx))?;
                    rows.zip(&sums).for_each(|(row, &x)| c.store_plain(x, row));
                }
                ShortOp::Gcd => {
                    let divisor = common_divisor(c, x, y).ok_or_else(|| self.no_unit(a, b))?;
                    let cells = divisor.into_iter().chain(std::iter::repeat(c.zero()));
                    rows.zip(cells).for_each(|(row, x)| c.store(x, row));
                }
                _ => return Err(unsupported()),
            }
        });
        Ok(View::<Self>::from_words(out, out.len() / width, width).trimmed_rows())
    }
}

impl<B: Base> Quotient<B> {
    /// The error of the leading coefficient without inverse that Euclid's algorithm meets.
    fn no_unit(&self, a: View<'_, Self>, b: View<'_, Self>) -> Error {
        let pair = if a.len() < b.len() { [b, a] } else { [a, b] };
        let wanted = Wanted { stop: 1, remainders: true, matrix: false };
        let met = classical(self, pair, wanted, None).and_then(|Remainders { pair: [last, rest], .. }| {
            let g = if rest.is_empty() { last } else { rest };
            self.inv(&self.get(g.view(), g.len() - 1))
        });
        // one of these has failed
        met.err().unwrap_or(Error::DivisionByZero)
    }
}

/// What Euclid's algorithm leaves: a pair, and the matrix that makes it, empty where it is not wanted.
struct Run<C: Cells> {
    pair: [Row<C>; 2],
    matrix: [[Row<C>; 2]; 2],
}

/// Gap in degree of a division, and leading coefficient of its divisor.
type Divided<C> = (usize, <C as Cells>::Cell);

fn euclid<C: Cells>(
    c: C,
    mut pair: [Row<C>; 2],
    wanted: Wanted,
    mut log: Option<&mut Vec<Divided<C>>>,
) -> Option<Run<C>> {
    let one = || if wanted.matrix { vec![c.one()] } else { Vec::new() };
    let mut matrix = [[one(), Vec::new()], [Vec::new(), one()]];
    let mut minus_quotient = Vec::new();
    while pair[1].len() > wanted.stop {
        let gap = pair[0].len() - pair[1].len();
        let lead = *pair[1].last()?;
        let minus = c.negate(c.invert(lead)?);
        let [x, y] = &mut pair;
        divide(c, x, y, minus, &mut minus_quotient);
        trim(c, x);
        if wanted.matrix {
            let [above, below] = &mut matrix;
            for (x, y) in above.iter_mut().zip(&*below).filter(|(_, y)| !y.is_empty()) {
                let len = x.len().max(y.len() + gap);
                x.resize(len, c.zero());
                c.add_polynomial_multiple(x, &minus_quotient, y);
                trim(c, x);
            }
        }
        pair.swap(0, 1);
        matrix.swap(0, 1);
        if let Some(log) = log.as_deref_mut() {
            log.push((gap, lead));
        }
    }
    Some(Run { pair, matrix })
}

/// The monic greatest common divisor, if the leading coefficients that are met have inverses.
fn common_divisor<C: Cells>(c: C, a: Row<C>, b: Row<C>) -> Option<Row<C>> {
    let pair = if a.len() < b.len() { [b, a] } else { [a, b] };
    let Run { pair: [last, rest], .. } = euclid(c, pair, Wanted { stop: 1, remainders: true, matrix: false }, None)?;
    // a nonzero constant divides everything
    let mut g = if rest.is_empty() { last } else { rest };
    if let Some(&lead) = g.last() {
        let inverse = c.invert(lead)?;
        g.iter_mut().for_each(|x| *x = c.multiply(*x, inverse));
    }
    Some(g)
}

fn quotient<C: Cells>(c: C, [a, b]: [&[C::Cell]; 2], inverse: C::Cell, n: usize) -> Row<C> {
    // −b reversed, without its lowest coefficient: sums run over adjacent cells
    let minus: Vec<_> = b.iter().skip(1).rev().map(|&x| c.negate(x)).collect();
    let mut q: Vec<C::Cell> = Vec::with_capacity(n);
    for i in 0..n {
        let first = a.get(i).copied().unwrap_or(c.zero());
        let len = minus.len().min(i);
        let pairs = minus[minus.len() - len..].iter().copied().zip(q[i - len..].iter().copied());
        let rest = c.add(first, c.dot(pairs));
        q.push(c.multiply(rest, inverse));
    }
    q
}

fn values<C: Cells>(c: C, v: &[C::Cell], points: &[C::Cell]) -> Row<C> {
    let value = |&x: &C::Cell| v.iter().rev().fold(c.zero(), |sum, &a| c.add(c.multiply(sum, x), a));
    points.iter().map(value).collect()
}

fn fractions<C: Cells>(c: C, points: &[C::Cell], weights: Option<&[C::Cell]>) -> [Row<C>; 2] {
    let (mut numerator, mut product) = (Vec::new(), vec![c.one()]);
    for (i, &point) in points.iter().enumerate() {
        let minus = c.negate(point);
        if let Some(weights) = weights {
            times_linear(c, &mut numerator, minus);
            c.add_multiple(&mut numerator, weights[i], &product);
        }
        times_linear(c, &mut product, minus);
    }
    [numerator, product]
}

fn product<C: Cells>(c: C, [a, b]: [&[C::Cell]; 2], w: Range<usize>, cx: Context<'_>) -> Result<Row<C>> {
    let mut sums = vec![c.zero(); w.len()];
    if c.sums_columns() {
        for (sum, n) in sums.iter_mut().zip(w) {
            cx.check()?;
            let terms = (n + 1).saturating_sub(b.len())..a.len().min(n + 1);
            *sum = c.dot(terms.map(|i| (a[i], b[n - i])));
        }
        return Ok(sums);
    }
    for (i, &x) in a.iter().enumerate() {
        cx.check()?;
        let (start, end) = (i.max(w.start), (i + b.len()).min(w.end));
        if start < end && x != c.zero() {
            c.add_multiple(&mut sums[start - w.start..end - w.start], x, &b[start - i..end - i]);
        }
    }
    Ok(sums)
}

/// sum = Σ `c[t]`·row(t), for rows of as many cells.
pub(super) fn combination<'a, C: Cells>(
    cells: C,
    c: &[C::Cell],
    row: impl Fn(usize) -> &'a [C::Cell],
    sum: &mut [C::Cell],
) where
    C::Cell: 'a,
{
    if cells.sums_columns() {
        return combination_by_columns(cells, c, |t, j| row(t)[j], sum);
    }
    sum.fill(cells.zero());
    for (t, &x) in c.iter().enumerate() {
        cells.add_multiple(sum, x, row(t));
    }
}

/// `sum[j]` = Σ `c[t]`·entry(t, j), where sums are reduced once.
pub(super) fn combination_by_columns<C: Cells>(
    cells: C,
    c: &[C::Cell],
    entry: impl Fn(usize, usize) -> C::Cell,
    sum: &mut [C::Cell],
) {
    /// Columns whose sums grow together, so that entries are read along rows.
    const SUMS: usize = 8;
    if !C::LAZY {
        for (j, sum) in sum.iter_mut().enumerate() {
            *sum = cells.dot(c.iter().enumerate().map(|(t, &x)| (x, entry(t, j))));
        }
        return;
    }
    for (block, sum) in sum.chunks_mut(SUMS).enumerate() {
        let mut sums = [cells.sum(); SUMS];
        for (t, &x) in c.iter().enumerate() {
            let columns = block * SUMS..block * SUMS + sum.len();
            sums.iter_mut().zip(columns).for_each(|(sum, j)| cells.add_product(sum, x, entry(t, j)));
        }
        sum.iter_mut().zip(sums).for_each(|(out, sum)| *out = cells.reduced(sum));
    }
}

/// Exchanges row j of n with the first one below it, or itself, whose entry in column j is not 0: whether these are two, or `None` where there is none.
fn exchange<C: Cells>(c: C, entries: &mut [C::Cell], n: usize, j: usize) -> Option<bool> {
    let pivot = (j..n).find(|&i| entries[i * n + j] != c.zero())?;
    if pivot != j {
        let (above, below) = entries.split_at_mut(pivot * n);
        above[j * n..][..n].swap_with_slice(&mut below[..n]);
    }
    Some(pivot != j)
}

/// The determinant of n rows by Gaussian elimination: the row of each pivot is subtracted from those below.
fn determinant_by_rows<C: Cells>(c: C, entries: &mut [C::Cell], n: usize) -> Option<C::Cell> {
    let mut det = c.one();
    for j in 0..n {
        match exchange(c, entries, n, j) {
            None => return Some(c.zero()),
            Some(exchanged) if exchanged => det = c.negate(det),
            _ => {}
        }
        let (above, below) = entries.split_at_mut((j + 1) * n);
        let row = &above[j * n..];
        det = c.multiply(det, row[j]);
        let minus = c.negate(c.invert(row[j])?);
        for other in below.chunks_exact_mut(n) {
            let factor = c.multiply(other[j], minus);
            if factor != c.zero() {
                c.add_multiple(&mut other[j + 1..], factor, &row[j + 1..]);
            }
        }
    }
    Some(det)
}

/// The determinant of n rows by a column of L and then a row of U at a time, each entry from a sum of products of earlier ones (Crout 1941).
fn determinant_by_sums<C: Cells>(c: C, entries: &mut [C::Cell], n: usize) -> Option<C::Cell> {
    let mut det = c.one();
    for j in 0..n {
        for i in j..n {
            entries[i * n + j] = rest(c, entries, n, [i, j], j);
        }
        match exchange(c, entries, n, j) {
            None => return Some(c.zero()),
            Some(exchanged) if exchanged => det = c.negate(det),
            _ => {}
        }
        let pivot = entries[j * n + j];
        det = c.multiply(det, pivot);
        // L is kept negated
        let minus = c.negate(c.invert(pivot)?);
        for row in entries[(j + 1) * n..].chunks_exact_mut(n) {
            row[j] = c.multiply(row[j], minus);
        }
        for k in j + 1..n {
            entries[j * n + k] = rest(c, entries, n, [j, k], j);
        }
    }
    Some(det)
}

/// Entry \[i, j\] of n rows plus the products of the first `len` entries of its row and of its column.
fn rest<C: Cells>(c: C, entries: &[C::Cell], n: usize, [i, j]: [usize; 2], len: usize) -> C::Cell {
    let (row, own) = (&entries[i * n..][..len], entries[i * n + j]);
    if len == 0 {
        return own;
    }
    c.add(own, c.dot(row.iter().enumerate().map(|(t, &x)| (x, entries[t * n + j]))))
}

/// Divides x by y, which is no longer, given −1 over the leading coefficient of y: x becomes the remainder, with leading zeros, and q the quotient,
/// negated.
fn divide<C: Cells>(c: C, x: &mut Row<C>, y: &[C::Cell], minus: C::Cell, q: &mut Row<C>) {
    let (degree, gap) = (y.len() - 1, x.len() - y.len());
    q.clear();
    q.resize(gap + 1, c.zero());
    for j in (0..=gap).rev() {
        // y[degree + j − l] for the coefficients l of q above j
        let above = j + 1..(gap + 1).min(j + degree + 1);
        let top = c.add(x[degree + j], c.dot(above.map(|l| (q[l], y[degree + j - l]))));
        q[j] = c.multiply(top, minus);
    }
    x.truncate(degree);
    c.add_polynomial_multiple(x, q, &y[..degree]);
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
