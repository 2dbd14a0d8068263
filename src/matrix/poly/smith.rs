//! Smith forms: the diagonal matrices that row and column operations lead to.
//!
//! The rows of a weak Popov form W span the module of A's rows, and the columns of the pivots have a minor f ≠ 0 of W of all its rows.
//! The invariant factors d_1 | d_2 | … of W are those of A, and their product divides f, so that elimination modulo f finds them: at each
//! step the entry at the corner is made a divisor modulo f of all others, its common divisor with f is the next factor d, and the factors
//! that follow divide f/d. Cost: O(r²n) products and divisions modulo f, r the rank, n the number of columns, and a determinant.
//!
//! Source: elimination modulo a multiple of the determinant as over Z by Hafner, McCurley 1991, "Asymptotically fast triangularization
//! of matrices over rings", SIAM J. Comp. 20; Storjohann 2000, "Algorithms for matrix canonical forms", chapter 7.

use super::{PolyMatrix, dense::check};
use crate::{
    Result,
    poly::{Bezout, Divisor, Poly},
    ring::{Convolve, Direct},
};

impl<R: Convolve + Direct> PolyMatrix<R> {
    /// The Smith form: the diagonal matrix of the [invariant factors](Self::invariant_factors), of the same shape.
    ///
    /// ```
    /// use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let p = |c: &[i64]| Poly::from_i64(&f, c);
    /// let a = PolyMatrix::new(&f, 2, 2, vec![p(&[1, 1]), p(&[]), p(&[]), p(&[2, 1])])?; // x + 1, 0; 0, x + 2
    /// let smith = a.smith()?;
    /// assert_eq!(smith.entries(), [p(&[1]), p(&[]), p(&[]), p(&[2, 3, 1])]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`invariant_factors`](Self::invariant_factors).
    pub fn smith(&self) -> Result<PolyMatrix<R>> {
        let factors = self.invariant_factors()?;
        let zero = Poly::zero(&self.ring);
        let entry = |i: usize, j: usize| factors.get(i).filter(|_| i == j).unwrap_or(&zero).clone();
        Self::from_fn(&self.ring, self.rows, self.columns, entry)
    }

    /// The invariant factors d_1 | d_2 | …, monic, as many as the rank: d_1⋯d_k is the greatest common divisor of all minors of k rows.
    /// Over fields.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 2, 3, |i, j| Poly::monomial(&f, &3, 1 + i + j))?; // of rank 1
    /// assert_eq!(a.invariant_factors()?, [Poly::x(&f)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) with the factor of a composite n that was found;
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn invariant_factors(&self) -> Result<Vec<Poly<R>>> {
        self.begins("Smith form", "modulo-minor")?;
        let zeros = vec![0; self.columns];
        let reduced = self.weak_popov(&zeros)?;
        let pivots: Vec<usize> = reduced.pivots(&zeros)?.into_iter().flatten().collect();
        let square = Self::from_fn(&self.ring, reduced.rows, pivots.len(), |i, j| reduced.get(i, pivots[j]).clone())?;
        let minor = square.direct_det()?.monic()?;
        let rows = (0..reduced.rows).map(|i| reduced.row(i).to_vec()).collect();
        let mut residues = Residues { rows, modulus: Divisor::new(&minor)? };
        residues.reduce()?;
        (0..reduced.rows).map(|_| residues.next_factor()).collect()
    }
}

/// A matrix modulo a polynomial that is a multiple of all its invariant factors.
struct Residues<R: Convolve> {
    rows: Vec<Vec<Poly<R>>>,
    modulus: Divisor<R>,
}

/// The entry at the corner, modulo f.
struct Pivot<R: Convolve> {
    /// Its common divisor g with f.
    divisor: Poly<R>,
    /// f/g, and the inverse of the entry/g modulo it.
    cofactor: Poly<R>,
    inverse: Poly<R>,
}

impl<R: Convolve + Direct> Residues<R> {
    /// The next invariant factor; its row and column are removed.
    fn next_factor(&mut self) -> Result<Poly<R>> {
        let f = self.modulus.poly().clone();
        // what remains is 0 modulo f, or f is 1
        let Some((i, j)) = self.shortest() else { return Ok(f) };
        self.rows.swap(0, i);
        self.rows.iter_mut().for_each(|row| row.swap(0, j));
        let divisor = loop {
            check(f.ring())?;
            let pivot = Pivot::new(&self.rows[0][0], &f)?;
            if let Some(i) = (1..self.rows.len()).find(|&i| !pivot.divides(&self.rows[i][0])) {
                self.combine_rows(i)?;
            } else if let Some(j) = (1..self.rows[0].len()).find(|&j| !pivot.divides(&self.rows[0][j])) {
                self.combine_columns(j)?;
            } else {
                self.clear_column(&pivot)?;
                // column operations would clear the first row
                let Some(i) = (1..self.rows.len()).find(|&i| !self.rows[i].iter().all(|e| pivot.divides(e))) else {
                    break pivot.divisor;
                };
                let [first, row] = self.pair(i);
                for (x, y) in first.iter_mut().zip(row) {
                    *x = x.checked_add(y)?;
                }
            }
        };
        self.rows.remove(0);
        self.rows.iter_mut().for_each(|row| drop(row.remove(0)));
        if divisor.len() > 1 {
            self.modulus = Divisor::new(&f.exact_div(&divisor)?)?;
            self.reduce()?;
        }
        Ok(divisor)
    }

    /// All entries modulo f.
    fn reduce(&mut self) -> Result<()> {
        for e in self.rows.iter_mut().flatten() {
            *e = self.modulus.rem(e)?;
        }
        Ok(())
    }

    /// The place of an entry of the least degree, none if all are zero.
    fn shortest(&self) -> Option<(usize, usize)> {
        let entries =
            self.rows.iter().enumerate().flat_map(|(i, row)| row.iter().enumerate().map(move |(j, e)| (e, i, j)));
        let nonzero = entries.filter(|(e, ..)| !e.is_empty());
        nonzero.min_by_key(|(e, ..)| e.len()).map(|(_, i, j)| (i, j))
    }

    /// The first row, and row i > 0.
    fn pair(&mut self, i: usize) -> [&mut Vec<Poly<R>>; 2] {
        let (first, rest) = self.rows.split_at_mut(1);
        [&mut first[0], &mut rest[i - 1]]
    }

    /// Makes the corner the common divisor of it and the first entry of row i, and that entry zero, by an operation of determinant 1.
    fn combine_rows(&mut self, i: usize) -> Result<()> {
        let step = Step::new(&self.rows[0][0], &self.rows[i][0])?;
        for j in 0..self.rows[0].len() {
            let [x, y] = step.apply(&self.rows[0][j], &self.rows[i][j], &self.modulus)?;
            (self.rows[0][j], self.rows[i][j]) = (x, y);
        }
        Ok(())
    }

    /// As [`combine_rows`](Self::combine_rows), of the first column and column j.
    fn combine_columns(&mut self, j: usize) -> Result<()> {
        let step = Step::new(&self.rows[0][0], &self.rows[0][j])?;
        for row in &mut self.rows {
            let [x, y] = step.apply(&row[0], &row[j], &self.modulus)?;
            (row[0], row[j]) = (x, y);
        }
        Ok(())
    }

    /// Subtracts multiples of the first row, so that the first column is zero below the corner.
    fn clear_column(&mut self, pivot: &Pivot<R>) -> Result<()> {
        for i in 1..self.rows.len() {
            if self.rows[i][0].is_empty() {
                continue;
            }
            let q = pivot.quotient(&self.rows[i][0])?;
            let (first, rest) = self.rows.split_at_mut(1);
            for (x, y) in rest[i - 1].iter_mut().zip(&first[0]) {
                *x = self.modulus.rem(&x.checked_sub(&q.checked_mul(y)?)?)?;
            }
        }
        Ok(())
    }
}

impl<R: Convolve + Direct> Pivot<R> {
    fn new(entry: &Poly<R>, f: &Poly<R>) -> Result<Self> {
        let divisor = entry.direct_gcd(f)?;
        let cofactor = f.exact_div(&divisor)?;
        let inverse = entry.exact_div(&divisor)?.inv_mod(&cofactor)?;
        Ok(Pivot { divisor, cofactor, inverse })
    }

    fn divides(&self, e: &Poly<R>) -> bool {
        self.divisor.len() == 1 || e.rem(&self.divisor).is_ok_and(|rest| rest.is_empty())
    }

    /// q with q·(the entry) ≡ e modulo f, for an e that the divisor divides.
    fn quotient(&self, e: &Poly<R>) -> Result<Poly<R>> {
        e.exact_div(&self.divisor)?.checked_mul(&self.inverse)?.rem(&self.cofactor)
    }
}

/// s, t; −b/g, a/g: a matrix of determinant 1 that takes (a, b) to (g, 0), g the greatest common divisor.
struct Step<R: Convolve>([Poly<R>; 4]);

impl<R: Convolve + Direct> Step<R> {
    fn new(a: &Poly<R>, b: &Poly<R>) -> Result<Self> {
        let Bezout { g, s, t } = a.direct_xgcd(b)?;
        Ok(Step([s, t, -b.exact_div(&g)?, a.exact_div(&g)?]))
    }

    fn apply(&self, x: &Poly<R>, y: &Poly<R>, modulus: &Divisor<R>) -> Result<[Poly<R>; 2]> {
        let Step([s, t, u, v]) = self;
        let sum = |p: &Poly<R>, q: &Poly<R>| modulus.rem(&p.checked_mul(x)?.checked_add(&q.checked_mul(y)?)?);
        Ok([sum(s, t)?, sum(u, v)?])
    }
}
