//! The Pfaffian of a skew-symmetric matrix, whose square is the determinant.
//!
//! By elimination with pairs of pivots: for a = (0 p; −p 0) in the corner and the rows c, d to its right the Pfaffian is p times that of the rest
//! plus (dᵀ·c − cᵀ·d)/p. Panels of rows are eliminated first, the rest is updated by one product for each. Where all pivots of a row are no units,
//! the rest is computed without divisions, by the polynomials Pf(A + x·J) for J of blocks (0 1; −1 0): the one for two rows u, v more with b at
//! their end is the polynomial part of the one before times x + b − Σ x^(−k−1)·u·(J·A)^k·J·vᵀ.
//!
//! Sources: Parlett, Reid 1970, "On the solution of a system of linear equations whose matrix is symmetric but not definite", for skew-symmetric
//! matrices as in Wimmer 2012, "Efficient numerical computation of the Pfaffian for dense and banded skew-symmetric matrices"; Rote 2001,
//! "Division-free algorithms for the determinant and the Pfaffian". Cost: n³/3 products, n⁴/16 without divisions.

use super::{Matrix, charpoly::toeplitz_product};
use crate::{
    Error, Result,
    engine::Context,
    ring::{
        Block, Coeffs, Direct, Gather, Place, Ring,
        blocks::{copied, transposed},
        pivots::{exchange, exchange_both, first_unit},
    },
    tested,
};

impl<R: Direct> Matrix<R> {
    /// The Pfaffian of a skew-symmetric matrix, with zeros on its diagonal; 1 of the matrix without rows, 0 of one of odd size. Over Z/n also for
    /// composite n.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let pfaffian = |n, rows: &[&[i64]]| Matrix::from_i64(&Zn::new(n)?, rows)?.pfaffian();
    /// let a: &[&[i64]] = &[&[0, 2, -3, 5], &[-2, 0, 7, 1], &[3, -7, 0, -4], &[-5, -1, 4, 0]];
    /// assert_eq!(pfaffian(97, a)?, 30); // 2·(−4) − (−3)·1 + 5·7
    /// assert_eq!(pfaffian(6, a)?, 0);
    /// assert!(pfaffian(97, &[&[0, 1], &[1, 0]]).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::Domain`] where it is not skew-symmetric; [`Error::Cancelled`].
    pub fn pfaffian(&self) -> Result<R::Elem> {
        let n = self.skew_symmetric()?;
        self.begins("pfaffian", "elimination")?;
        if n % 2 == 1 {
            return Ok(self.ring.elem(0));
        }
        self.with(&[], (n as f64).powi(3) / 3.0, |r, cx| {
            let mut state = State { r, rest: self.clone(), first: 0, factor: r.one(), cx };
            while state.first < n {
                match state.panel()? {
                    End::Zero => return Ok(r.elem(0)),
                    End::Panel => {}
                    End::Refused => return state.without_divisions(),
                }
            }
            Ok(state.factor)
        })
    }
}

impl<R: Ring> Matrix<R> {
    /// The number of rows of a skew-symmetric matrix.
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::Domain`] for any other.
    pub(crate) fn skew_symmetric(&self) -> Result<usize> {
        let (r, n) = (&self.ring, self.square("a Pfaffian")?);
        let is_wrong = |i: usize, j: usize| {
            if i == j { !r.is_zero(&self.get(i, i)) } else { self.get(j, i) != r.neg(&self.get(i, j)) }
        };
        match (0..n).find_map(|i| (i..n).find(|&j| is_wrong(i, j)).map(|j| (i, j))) {
            None => Ok(n),
            Some((i, j)) => Err(Error::Domain {
                operation: "a Pfaffian",
                expected: "a skew-symmetric matrix, with zeros on its diagonal",
                got: format!("others at row {i} and column {j}, counted from 0"),
            }),
        }
    }

    tested! {
        /// The Pfaffian of a skew-symmetric matrix of even size, without divisions.
        fn pfaffian_without_divisions(&self, cx: Context<'_>) -> Result<R::Elem> {
            let r = &self.ring;
            // coefficients from the leading one down
            let mut p = r.collect(&[r.one()]);
            for k in 0..self.rows / 2 {
                cx.check()?;
                p = toeplitz_product(r, self.pfaffian_toeplitz(2 * k).view(), p.view());
            }
            Ok(r.get(p.view(), self.rows / 2))
        }
    }

    /// 1, b, −u·J·vᵀ, −u·J·M·J·vᵀ, −u·(J·M)²·J·vᵀ … for the leading m×m part M, the rows u and v below it, and b to the right of u.
    fn pfaffian_toeplitz(&self, m: usize) -> Coeffs<R> {
        let (r, leading) = (&self.ring, self.block().part(0..m, 0..m));
        let mut column = r.owned(self.row(m + 1).low(m));
        turn(r, &mut column);
        let mut out = r.zeros(m / 2 + 2);
        r.set(&mut out, 0, &r.one());
        r.set(&mut out, 1, &self.get(m, m + 1));
        // −u·(J·M)^k
        let mut row = r.owned(self.row(m).low(m));
        r.neg_all(&mut row);
        for k in 0..m / 2 {
            r.set(&mut out, k + 2, &r.dot(row.view(), column.view()));
            if k + 1 < m / 2 {
                // w·J is −(J·wᵀ)ᵀ
                turn(r, &mut row);
                let mut next = r.zeros(m);
                r.sub_combination(&mut next, 0, row.view(), leading);
                row = next;
            }
        }
        out
    }
}

/// v = J·v: (x, y) becomes (y, −x), for each two entries.
fn turn<R: Ring>(r: &R, v: &mut Coeffs<R>) {
    for i in (0..v.len()).step_by(2) {
        let (x, y) = (r.get(v.view(), i), r.get(v.view(), i + 1));
        r.set(v, i, &y);
        r.set(v, i + 1, &r.neg(&x));
    }
}

/// How the elimination of a panel ends.
enum End {
    /// After as many rows as a panel has, or all.
    Panel,
    /// At a row of zeros.
    Zero,
    /// At a row with entries, none of them a unit.
    Refused,
}

/// An elimination in progress.
struct State<'a, R: Ring> {
    r: &'a R,
    /// The matrix, of which the rows and columns from `first` on remain.
    rest: Matrix<R>,
    first: usize,
    /// The Pfaffian over that of the remaining matrix.
    factor: R::Elem,
    cx: Context<'a>,
}

/// The rows of the pivots of a panel: what remains is to lose leftᵀ·right.
struct Pairs<R: Ring> {
    /// c and −d for each pair.
    left: Coeffs<R>,
    /// d/p and c/p for each pair.
    right: Coeffs<R>,
    /// Number of rows.
    count: usize,
}

impl<R: Ring> State<'_, R> {
    /// Eliminates with the pivots of a few rows, and updates the rest by them.
    fn panel(&mut self) -> Result<End> {
        let (r, n, first) = (self.r, self.rest.rows(), self.first);
        let most = r.panel_columns().next_multiple_of(2).min(n - first);
        let mut pairs = Pairs { left: r.zeros(most * n), right: r.zeros(most * n), count: 0 };
        let mut end = End::Panel;
        while pairs.count < most {
            self.cx.check()?;
            end = self.pair(&mut pairs)?;
            if !matches!(end, End::Panel) {
                break;
            }
        }
        let (from, count) = (self.first, pairs.count);
        if count > 0 && from < n && !matches!(end, End::Zero) {
            let part = |v| Block::new(v, count, n, n).part(0..count, from..n);
            let left = transposed(r, part(pairs.left.view()));
            let left = Block::new(left.view(), n - from, count, count);
            let place = Place { at: from * n + from, stride: n };
            r.mul_blocks(&mut self.rest.entries, place, left, part(pairs.right.view()), Gather::Sub, self.cx)?;
        }
        Ok(end)
    }

    /// Eliminates with the next two rows.
    fn pair(&mut self, pairs: &mut Pairs<R>) -> Result<End> {
        let (r, n, k) = (self.r, self.rest.rows(), self.first);
        let upper = self.updated(pairs, k, k + 1);
        let (pivot, inverse) = match first_unit(r, &upper) {
            Ok(Some((i, inverse))) => (k + 1 + i, inverse),
            Ok(None) => return Ok(End::Zero),
            Err(Error::NotInvertible { .. } | Error::NotDivisible { .. }) => return Ok(End::Refused),
            Err(e) => return Err(e),
        };
        let p = r.get(upper.view(), pivot - k - 1);
        self.factor = r.mul(&self.factor, &p);
        let mut upper = upper;
        if pivot != k + 1 {
            self.factor = r.neg(&self.factor);
            exchange_both(r, &mut self.rest.entries, n, [pivot, k + 1]);
            exchange(r, &mut upper, 0, pivot - k - 1);
            for v in [&mut pairs.left, &mut pairs.right] {
                (0..pairs.count).for_each(|t| exchange(r, v, t * n + k + 1, t * n + pivot));
            }
        }
        let mut lower = self.updated(pairs, k + 1, k + 2);
        let mut upper = r.owned(upper.view().from(1));
        let at = [0, 1].map(|i| (pairs.count + i) * n + k + 2);
        r.copy_at(&mut pairs.left, at[0], upper.view());
        r.scale(&mut upper, &inverse);
        r.copy_at(&mut pairs.right, at[1], upper.view());
        let minus = r.neg(&inverse);
        r.neg_all(&mut lower);
        r.copy_at(&mut pairs.left, at[1], lower.view());
        r.scale(&mut lower, &minus);
        r.copy_at(&mut pairs.right, at[0], lower.view());
        pairs.count += 2;
        self.first += 2;
        Ok(End::Panel)
    }

    /// Row `i` from this column on, updated by the pairs of the panel.
    fn updated(&self, pairs: &Pairs<R>, i: usize, from: usize) -> Coeffs<R> {
        let (r, n, count) = (self.r, self.rest.rows(), pairs.count);
        let mut row = r.owned(self.rest.row(i).from(from));
        if count > 0 && from < n {
            let column: Vec<R::Elem> = (0..count).map(|t| r.get(pairs.left.view(), t * n + i)).collect();
            let right = Block::new(pairs.right.view(), count, n, n).part(0..count, from..n);
            r.sub_combination(&mut row, 0, r.collect(&column).view(), right);
        }
        row
    }

    /// The Pfaffian, what remains without divisions.
    fn without_divisions(self) -> Result<R::Elem> {
        let (r, n, first) = (self.r, self.rest.rows(), self.first);
        let entries = copied(r, self.rest.block().part(first..n, first..n));
        let rest = Matrix::new(r, n - first, n - first, entries)?.pfaffian_without_divisions(self.cx)?;
        Ok(r.mul(&self.factor, &rest))
    }
}
