//! Triangular decomposition with row exchanges, P·A = L·E, E in row echelon form, L unit lower triangular, by halves of the
//! columns: the left half is decomposed, the right half is updated by a triangular solve and one product, and the recursion
//! continues with the right half below the rows of the pivots found. Any rank, any shape; the pivots' columns are the column rank
//! profile.
//!
//! Source: Ibarra, Moran, Hui 1982, "A generalization of the fast LUP matrix decomposition algorithm and applications"; in place
//! and with a rank profile as in Jeannerod, Pernet, Storjohann 2013, "Rank-profile revealing Gaussian elimination and the CUP
//! matrix decomposition", section 3. Cost for n² entries: 2n³/3 products, most of them in a few large matrix products, and n²/2
//! times the width of a panel in the panels' own loops.
//!
//! Over Z/n for composite n pivots must be units. If the remaining entries of a column have no unit but a nonzero element, the
//! decomposition ends with the factor of n that this element shares.

use super::Matrix;
use crate::{
    Error, Result,
    engine::Context,
    ring::{
        Block, Coeffs, Elimination, Gather, Place, Ring,
        blocks::{copied, selected, transposed, write},
        pivots::exchange,
    },
};

/// The decomposition P·A = L·E of a matrix: P a permutation of its rows, L unit lower triangular, E in row echelon form.
///
/// ```
/// # use polymod::{Matrix, Zn};
/// let a = Matrix::from_i64(&Zn::new(97)?, &[&[0, 2], &[3, 4]])?;
/// let e = a.echelon()?;
/// let permuted = Matrix::from_fn(a.ring(), 2, 2, |i, j| a.get(e.order()[i], j))?; // P·A
/// assert_eq!(permuted, &e.lower() * &e.upper());
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Echelon<R: Ring> {
    ring: R,
    rows: usize,
    cols: usize,
    /// L below the diagonal, in the columns of the pivots, and E, in one array.
    factors: Coeffs<R>,
    found: Elimination,
}

impl<R: Ring> Matrix<R> {
    /// The decomposition P·A = L·E.
    ///
    /// ```
    /// use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[0, 2, 4, 1], &[0, 1, 2, 1], &[0, 3, 6, 2]])?;
    /// assert_eq!(a.echelon()?.pivots(), &[1, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`] with a factor of a composite n; [`Error::Cancelled`].
    pub fn echelon(&self) -> Result<Echelon<R>> {
        self.clone().into_echelon()
    }

    /// [`echelon`](Self::echelon) in the matrix's own memory.
    pub(super) fn into_echelon(self) -> Result<Echelon<R>> {
        self.begins("echelon form", "elimination")?;
        let Matrix { ring, rows, cols, entries } = self;
        let work = rows as f64 * cols as f64 * rows.min(cols) as f64;
        // an empty matrix gives access to the ring and the engine; `self.entries` are overwritten
        let frame = Matrix { ring: ring.clone(), rows: 0, cols: 0, entries: ring.zeros(0) };
        frame.with(&[], work, |r, cx| {
            let mut factors = entries;
            let found = match r.own_elimination(&mut factors, rows, cols, cx) {
                Some(found) => found?,
                None => {
                    let mut state =
                        State { r, w: factors, rows, cols, order: (0..rows).collect(), pivots: Vec::new(), cx };
                    state.columns(0, cols)?;
                    factors = state.w;
                    Elimination { order: state.order, pivots: state.pivots }
                }
            };
            Ok(Echelon { ring, rows, cols, factors, found })
        })
    }
}

/// A decomposition in progress.
struct State<'a, R: Ring> {
    r: &'a R,
    w: Coeffs<R>,
    rows: usize,
    cols: usize,
    order: Vec<usize>,
    pivots: Vec<usize>,
    cx: Context<'a>,
}

impl<R: Ring> State<'_, R> {
    fn block(&self) -> Block<'_, R> {
        Block::new(self.w.view(), self.rows, self.cols, self.cols)
    }

    /// Decomposes these columns from the first row without a pivot on; updates by earlier columns are done.
    fn columns(&mut self, first: usize, end: usize) -> Result<()> {
        let row = self.pivots.len();
        if row == self.rows || first == end {
            return Ok(());
        }
        if end - first <= self.r.panel_columns() {
            return self.panel(first, end);
        }
        // a multiple of the number of lanes
        let middle = first + ((end - first) / 2).next_multiple_of(8);
        self.columns(first, middle)?;
        let below = self.pivots.len();
        if below > row && middle < end {
            let lower = self.lower(row, row..below);
            let (stride, rank) = (self.cols, below - row);
            let place = Place { at: row * stride + middle, stride };
            let triangle = Block::new(lower.view(), rank, rank, rank);
            solve_lower(self.r, &mut self.w, place, triangle, end - middle, self.cx)?;
            if below < self.rows {
                let left = self.lower(row, below..self.rows);
                let left = Block::new(left.view(), self.rows - below, rank, rank);
                let upper = copied(self.r, self.block().part(row..below, middle..end));
                let upper = Block::new(upper.view(), rank, end - middle, end - middle);
                let place = Place { at: below * stride + middle, stride };
                self.r.mul_blocks(&mut self.w, place, left, upper, Gather::Sub, self.cx)?;
            }
        }
        self.columns(middle, end)
    }

    /// The given rows of L, restricted to the columns of the pivots from row `from` on.
    fn lower(&self, from: usize, rows: std::ops::Range<usize>) -> Coeffs<R> {
        let w = self.block();
        selected(self.r, rows.map(|row| w.row(row)), &self.pivots[from..])
    }

    /// A panel of few columns, by the ring's kernel if it has one.
    fn panel(&mut self, first: usize, end: usize) -> Result<()> {
        self.cx.check()?;
        let row = self.pivots.len();
        let place = Place { at: row * self.cols + first, stride: self.cols };
        match self.r.own_panel(&mut self.w, place, [self.rows - row, end - first], self.cx) {
            Some(found) => {
                let found = found?;
                self.reorder(row, &found.order, first..end);
                self.pivots.extend(found.pivots.iter().map(|column| first + column));
                Ok(())
            }
            None => self.panel_by_columns(first, end),
        }
    }

    /// Permutes the rows from `row` on by `order`, except for these columns of theirs.
    fn reorder(&mut self, row: usize, order: &[usize], but: std::ops::Range<usize>) {
        let (r, moved) = (self.r, (0..order.len()).filter(|&i| order[i] != i).collect::<Vec<_>>());
        if moved.is_empty() {
            return;
        }
        for columns in [0..but.start, but.end..self.cols] {
            let block = self.block();
            let rows: Vec<_> = moved.iter().map(|&i| block.row(row + order[i]).slice(columns.clone())).collect();
            let rows: Vec<Coeffs<R>> = rows.into_iter().map(|v| r.owned(v)).collect();
            for (&i, v) in moved.iter().zip(&rows) {
                r.copy_at(&mut self.w, (row + i) * self.cols + columns.start, v.view());
            }
        }
        let old = self.order[row..].to_vec();
        for &i in &moved {
            self.order[row + i] = old[order[i]];
        }
    }

    /// A panel of few columns, one by one. The panel is transposed, so that a column is contiguous; each column is updated by the
    /// pivots before it, and then the next pivot is searched in it.
    fn panel_by_columns(&mut self, first: usize, end: usize) -> Result<()> {
        let (r, row) = (self.r, self.pivots.len());
        let (height, width) = (self.rows - row, end - first);
        let mut panel = transposed(r, self.block().part(row..self.rows, first..end));
        // for each pivot its column of L, from the panel's first row on
        let mut lower = r.zeros(width * height);
        let mut rank = 0;
        for j in 0..width {
            let at = j * height;
            let upper = self.upper_part(&mut panel, at, rank, &lower, height);
            let left = Block::new(lower.view().from(rank), rank, height - rank, height);
            r.sub_combination(&mut panel, at + rank, upper.view(), left);
            let Some((pivot, inverse)) = first_unit(r, &panel, at + rank..at + height)? else { continue };
            let pivot = pivot - at;
            if pivot != rank {
                for v in [&mut panel, &mut lower] {
                    (0..width).for_each(|k| exchange(r, v, k * height + rank, k * height + pivot));
                }
                self.swap_rows(row + rank, row + pivot);
            }
            let mut column = r.owned(panel.slice(at + rank + 1..at + height));
            r.scale(&mut column, &inverse);
            r.copy_at(&mut panel, at + rank + 1, column.view());
            r.copy_at(&mut lower, rank * height + rank + 1, column.view());
            self.pivots.push(first + j);
            rank += 1;
            if rank == height {
                // the remaining columns belong to E
                self.rest_of_panel(&mut panel, j + 1, width, &lower, height);
                break;
            }
        }
        let back = transposed(r, Block::new(panel.view(), width, height, height));
        let place = Place { at: row * self.cols + first, stride: self.cols };
        write(r, &mut self.w, place, Block::new(back.view(), height, width, width));
        Ok(())
    }

    /// Updates the columns right of the last pivot, once every row has one.
    fn rest_of_panel(&self, panel: &mut Coeffs<R>, from: usize, width: usize, lower: &Coeffs<R>, height: usize) {
        for j in from..width {
            self.upper_part(panel, j * height, height, lower, height);
        }
    }

    /// Updates the entries of a column in the rows of the first `rank` pivots to those of E, by a triangular solve in place.
    /// Returns them.
    fn upper_part(&self, panel: &mut Coeffs<R>, at: usize, rank: usize, lower: &Coeffs<R>, height: usize) -> Coeffs<R> {
        let r = self.r;
        let mut x: Vec<R::Elem> = (0..rank).map(|s| r.get(panel.view(), at + s)).collect();
        for s in 0..rank {
            let minus = r.neg(&x[s]);
            if r.is_zero(&minus) {
                continue;
            }
            let column = lower.slice(s * height..(s + 1) * height);
            for (i, y) in x.iter_mut().enumerate().skip(s + 1) {
                *y = r.add(y, &r.mul(&minus, &r.get(column, i)));
            }
        }
        let x = r.collect(&x);
        r.copy_at(panel, at, x.view());
        x
    }

    fn swap_rows(&mut self, i: usize, j: usize) {
        let (r, cols) = (self.r, self.cols);
        let (x, y) = (r.owned(self.block().row(i)), r.owned(self.block().row(j)));
        r.copy_at(&mut self.w, j * cols, x.view());
        r.copy_at(&mut self.w, i * cols, y.view());
        self.order.swap(i, j);
    }
}

/// Index and inverse of the first unit among these coefficients; None if all are zero.
///
/// # Errors
/// The error of inverting the first nonzero one, if none is a unit.
fn first_unit<R: Ring>(r: &R, v: &Coeffs<R>, range: std::ops::Range<usize>) -> Result<Option<(usize, R::Elem)>> {
    let mut refused = None;
    for i in range {
        let x = r.get(v.view(), i);
        if r.is_zero(&x) {
            continue;
        }
        match r.inv(&x) {
            Ok(inverse) => return Ok(Some((i, inverse))),
            Err(e @ Error::NotInvertible { .. }) => refused = refused.or(Some(e)),
            Err(e) => return Err(e),
        }
    }
    refused.map_or(Ok(None), Err)
}

/// Number of rows up to which a triangular system is solved without halving. Halves begin at multiples of 8 rows.
fn triangle<R: Ring>(r: &R) -> usize {
    r.engine().costs().crossovers.triangle.max(8)
}

/// `out` = L⁻¹·out for a block of `cols` columns at this place, L unit lower triangular; entries of `l` on and above the diagonal
/// are not read.
pub(super) fn solve_lower<R: Ring>(
    r: &R,
    out: &mut Coeffs<R>,
    place: Place,
    l: Block<'_, R>,
    cols: usize,
    cx: Context<'_>,
) -> Result<()> {
    let k = l.rows();
    if k > triangle(r) {
        let h = (k / 2).next_multiple_of(8);
        solve_lower(r, out, place, l.part(0..h, 0..h), cols, cx)?;
        let below = Place { at: place.at + h * place.stride, ..place };
        subtract_product(r, out, below, l.part(h..k, 0..h), place, cols, cx)?;
        return solve_lower(r, out, below, l.part(h..k, h..k), cols, cx);
    }
    if r.own_triangle(out, place, l, None, cols) {
        return Ok(());
    }
    let mut solved = r.zeros(k * cols);
    for i in 0..k {
        let at = place.at + i * place.stride;
        r.copy_at(&mut solved, i * cols, out.slice(at..at + cols));
        subtract_rows(r, &mut solved, i, 0..i, l.row(i).low(i), cols);
    }
    write(r, out, place, Block::new(solved.view(), k, cols, cols));
    Ok(())
}

/// `out` = U⁻¹·out for a block of `cols` columns at this place, U upper triangular with units on its diagonal.
///
/// # Errors
/// [`Error::NotInvertible`] if a diagonal entry is no unit; [`Error::Cancelled`].
pub(super) fn solve_upper<R: Ring>(
    r: &R,
    out: &mut Coeffs<R>,
    place: Place,
    u: Block<'_, R>,
    cols: usize,
    cx: Context<'_>,
) -> Result<()> {
    let k = u.rows();
    if k > triangle(r) {
        let h = (k / 2).next_multiple_of(8);
        let below = Place { at: place.at + h * place.stride, ..place };
        solve_upper(r, out, below, u.part(h..k, h..k), cols, cx)?;
        subtract_product(r, out, place, u.part(0..h, h..k), below, cols, cx)?;
        return solve_upper(r, out, place, u.part(0..h, 0..h), cols, cx);
    }
    let mut inverses = r.zeros(k);
    (0..k).for_each(|i| r.set(&mut inverses, i, &r.get(u.row(i), i)));
    r.inv_each(&mut inverses)?;
    if r.own_triangle(out, place, u, Some(inverses.view()), cols) {
        return Ok(());
    }
    let mut solved = r.zeros(k * cols);
    for i in (0..k).rev() {
        let at = place.at + i * place.stride;
        r.copy_at(&mut solved, i * cols, out.slice(at..at + cols));
        subtract_rows(r, &mut solved, i, i + 1..k, u.row(i).slice(i + 1..k), cols);
        let mut row = r.owned(solved.slice(i * cols..(i + 1) * cols));
        r.scale(&mut row, &r.get(inverses.view(), i));
        r.copy_at(&mut solved, i * cols, row.view());
    }
    write(r, out, place, Block::new(solved.view(), k, cols, cols));
    Ok(())
}

/// out at `place` −= a·(out at `from`).
fn subtract_product<R: Ring>(
    r: &R,
    out: &mut Coeffs<R>,
    place: Place,
    a: Block<'_, R>,
    from: Place,
    cols: usize,
    cx: Context<'_>,
) -> Result<()> {
    let b = copied(r, Block::new(out.view().from(from.at), a.cols(), cols, from.stride));
    r.mul_blocks(out, place, a, Block::new(b.view(), a.cols(), cols, cols), Gather::Sub, cx)
}

/// Row i of `v` −= Σ `c[t]`·(row `rows.start` + t).
fn subtract_rows<R: Ring>(
    r: &R,
    v: &mut Coeffs<R>,
    i: usize,
    rows: std::ops::Range<usize>,
    c: crate::ring::View<'_, R>,
    cols: usize,
) {
    let mut row = r.owned(v.slice(i * cols..(i + 1) * cols));
    let others = Block::new(v.view().from(rows.start * cols), rows.len(), cols, cols);
    r.sub_combination(&mut row, 0, c, others);
    r.copy_at(v, i * cols, row.view());
}

impl<R: Ring> Echelon<R> {
    /// The rank.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let a = Matrix::from_i64(&Zn::new(97)?, &[&[1, 2], &[2, 4]])?;
    /// assert_eq!(a.echelon()?.rank(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn rank(&self) -> usize {
        self.found.pivots.len()
    }

    /// The column of each pivot, ascending: the lexicographically first columns that span the column space.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let a = Matrix::from_i64(&Zn::new(97)?, &[&[0, 1, 2, 3], &[0, 1, 2, 4]])?;
    /// assert_eq!(a.echelon()?.pivots(), [1, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn pivots(&self) -> &[usize] {
        &self.found.pivots
    }

    /// Row i of P·A was row `order()[i]` of A.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let a = Matrix::from_i64(&Zn::new(97)?, &[&[0, 2], &[3, 4]])?;
    /// assert_eq!(a.echelon()?.order(), [1, 0]); // the first pivot is in row 1
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn order(&self) -> &[usize] {
        &self.found.order
    }

    /// L, a square matrix.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?;
    /// assert_eq!(a.echelon()?.lower(), Matrix::from_i64(&f, &[&[1, 0], &[3, 1]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn lower(&self) -> Matrix<R> {
        let (r, n) = (&self.ring, self.rows);
        let mut l = Matrix::identity(r, n);
        for (t, &column) in self.pivots().iter().enumerate() {
            for i in t + 1..n {
                l.set(i, t, &r.get(self.factors().row(i), column));
            }
        }
        l
    }

    /// E, of A's shape.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?;
    /// assert_eq!(a.echelon()?.upper(), Matrix::from_i64(&f, &[&[1, 2], &[0, -2]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn upper(&self) -> Matrix<R> {
        let r = &self.ring;
        let mut entries = r.zeros(self.rows * self.cols);
        for (i, &column) in self.pivots().iter().enumerate() {
            r.copy_at(&mut entries, i * self.cols + column, self.factors().row(i).from(column));
            // in the columns of later pivots, the entries in rows up to the pivot's belong to E
        }
        Matrix { ring: r.clone(), rows: self.rows, cols: self.cols, entries }
    }

    pub(super) fn factors(&self) -> Block<'_, R> {
        Block::new(self.factors.view(), self.rows, self.cols, self.cols)
    }

    pub(super) fn ring(&self) -> &R {
        &self.ring
    }

    pub(crate) fn cols(&self) -> usize {
        self.cols
    }

    /// L restricted to the pivots: as many rows as A, as many columns as the rank.
    pub(super) fn lower_columns(&self) -> Coeffs<R> {
        self.columns(self.rows, self.pivots())
    }

    /// The first `rows` rows of the given columns.
    pub(super) fn columns(&self, rows: usize, columns: &[usize]) -> Coeffs<R> {
        let factors = self.factors();
        selected(&self.ring, (0..rows).map(|i| factors.row(i)), columns)
    }

    /// Whether the row permutation is odd.
    pub(super) fn is_odd(&self) -> bool {
        let (order, mut seen, mut odd) = (self.order(), vec![false; self.rows], false);
        for start in 0..order.len() {
            let mut i = start;
            while !seen[i] {
                seen[i] = true;
                i = order[i];
                odd ^= i != start;
            }
        }
        odd
    }
}
