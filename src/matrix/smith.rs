//! Smith forms over Z/n, and over fields, by elimination with rows and columns.
//!
//! The pivot is an entry with the least divisor of n that is found. Where it does not divide another entry b, a multiple of b is added such that the sum
//! a + t·b shares with n just what a and b do: t is the part of n/g coprime to a/g for the common divisor g of a, b and n (Storjohann 2000, "Algorithms for
//! matrix canonical forms", §1.1). A unit times the pivot is a divisor of n, with which its column and then its row are eliminated.

use super::{Matrix, howell::subtract};
use crate::{
    Result,
    engine::Context,
    ring::{
        Coeffs, Direct, Ring,
        divisors::{coprime_part, integers, modulus},
        integer_image,
    },
};
use rug::Integer;
use std::mem;

impl<R: Direct> Matrix<R> {
    /// The Smith form, of the same shape: the diagonal matrix of the [invariant factors](Self::invariant_factors), then zeros.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let r = Zn::new(8)?;
    /// let a = Matrix::from_i64(&r, &[&[4, 2, 6], &[4, 5, 6], &[8, 8, 2]])?;
    /// assert_eq!(a.smith()?, Matrix::from_i64(&r, &[&[1, 0, 0], &[0, 2, 0], &[0, 0, 4]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`howell`](Self::howell).
    pub fn smith(&self) -> Result<Self> {
        let mut s = Self::zero(&self.ring, self.rows, self.cols)?;
        self.invariant_factors()?.iter().enumerate().for_each(|(i, d)| s.set(i, i, d));
        Ok(s)
    }

    /// The [Smith form](Self::smith) S, and invertible U and V with U·self·V = S.
    ///
    /// Cost: products of entries as many as in m·c·(m + c) for m rows and c columns, more where n has several prime divisors and no entry has the
    /// least common divisor with n.
    ///
    /// Source: Storjohann 2000, "Algorithms for matrix canonical forms".
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let r = Zn::new(12)?;
    /// let a = Matrix::from_i64(&r, &[&[2, 0], &[0, 3]])?;
    /// let (s, u, v) = a.smith_with_transforms()?;
    /// assert_eq!(s, Matrix::from_i64(&r, &[&[1, 0], &[0, 6]])?);
    /// assert!(&(&u * &a) * &v == s && u.inverse().is_ok() && v.inverse().is_ok());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) over other rings than Z/n where a pivot is no unit; [`Error::TooLarge`](crate::Error::TooLarge);
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn smith_with_transforms(&self) -> Result<(Self, Self, Self)> {
        self.begins("Smith form with its transforms", "elimination")?;
        self.with(&[], 0.0, |r, cx| {
            let (m, c) = self.shape();
            let rows = |a: &Self| (0..a.rows).map(|i| r.owned(a.row(i))).collect();
            let [left, right] = [m, c].map(|size| rows(&Self::identity(r, size)));
            let mut work = Work { r, n: modulus(r), columns: c, rows: rows(self), left, right };
            let mut s = Self::zero(r, m, c)?;
            work.eliminate(cx)?.iter().enumerate().for_each(|(i, d)| s.set(i, i, &integer_image(r, d)));
            let [u, v] = [(work.left, m), (work.right, c)].map(|(rows, size)| Self::of_rows(r, &rows, 0, size));
            Ok((s, u?, v?.transposed()))
        })
    }
}

/// A matrix on its way to the Smith form.
struct Work<'a, R: Ring> {
    r: &'a R,
    /// The modulus of Z/n; `None` over other rings, in which every entry is taken for a unit.
    n: Option<Integer>,
    columns: usize,
    rows: Vec<Coeffs<R>>,
    /// The rows of U, and the columns of V.
    left: Vec<Coeffs<R>>,
    right: Vec<Coeffs<R>>,
}

impl<R: Ring> Work<'_, R> {
    /// Makes the matrix diagonal; returns the entries other than 0.
    fn eliminate(&mut self, cx: Context<'_>) -> Result<Vec<Integer>> {
        let (mut found, mut last) = (Vec::new(), Integer::from(1));
        for k in 0..self.rows.len().min(self.columns) {
            cx.check()?;
            let Some([i, j]) = self.pivot(k, &last)? else { break };
            self.rows.swap(k, i);
            self.left.swap(k, i);
            self.right.swap(k, j);
            for row in &mut self.rows[k..] {
                let [x, y] = [k, j].map(|j| self.r.get(row.view(), j));
                self.r.set(row, k, &y);
                self.r.set(row, j, &x);
            }
            last = loop {
                cx.check()?;
                let divisor = self.eliminate_column(k)?;
                // what divides an earlier pivot divides all entries
                if divisor == last || !self.shrinks(k, &divisor) {
                    break divisor;
                }
            };
            self.eliminate_row(k, &last);
            found.push(last.clone());
        }
        Ok(found)
    }

    /// An entry from row and column k on with the least divisor of n; `None` where all are 0. None has less than `least`.
    fn pivot(&self, k: usize, least: &Integer) -> Result<Option<[usize; 2]>> {
        let mut best: Option<(Integer, [usize; 2])> = None;
        for (i, row) in self.rows.iter().enumerate().skip(k) {
            for j in k..self.columns {
                let entry = self.r.get(row.view(), j);
                if self.r.is_zero(&entry) {
                    continue;
                }
                let divisor = self.divisor(&entry)?;
                if divisor == *least {
                    return Ok(Some([i, j]));
                }
                if best.as_ref().is_none_or(|(other, _)| divisor < *other) {
                    best = Some((divisor, [i, j]));
                }
            }
        }
        Ok(best.map(|(_, place)| place))
    }

    /// What an entry other than 0 shares with n.
    fn divisor(&self, entry: &R::Elem) -> Result<Integer> {
        match &self.n {
            Some(n) => Ok(self.integer(entry).gcd(n)),
            None => self.r.inv(entry).map(|_| Integer::from(1)),
        }
    }

    fn integer(&self, entry: &R::Elem) -> Integer {
        integers(self.r, self.r.collect(std::slice::from_ref(entry)).view()).swap_remove(0)
    }

    /// The quotient of an entry by a divisor of n; `None` where there is none.
    fn quotient(&self, entry: &R::Elem, divisor: &Integer) -> Option<R::Elem> {
        if self.n.is_none() || *divisor == 1 {
            return Some(entry.clone());
        }
        let (quotient, rest) = self.integer(entry).div_rem(divisor.clone());
        (rest == 0).then(|| integer_image(self.r, &quotient))
    }

    /// An element t, for which a + t·b shares with n what a and b both do.
    fn mixing(&self, a: &R::Elem, b: &R::Elem) -> R::Elem {
        let n = self.n.as_ref().expect("over other rings a pivot divides all entries");
        integer_image(self.r, &stabilizing(&self.integer(a), &self.integer(b), n))
    }

    /// Makes the pivot the greatest common divisor of n and its column from row k on, and the entries below it 0; returns it.
    fn eliminate_column(&mut self, k: usize) -> Result<Integer> {
        let r = self.r;
        let mut pivot = r.get(self.rows[k].view(), k);
        let mut divisor = self.divisor(&pivot)?;
        for i in k + 1..self.rows.len() {
            let entry = r.get(self.rows[i].view(), k);
            if self.quotient(&entry, &divisor).is_none() {
                self.add_row(k, i, &self.mixing(&pivot, &entry));
                pivot = r.get(self.rows[k].view(), k);
                divisor = self.divisor(&pivot)?;
            }
        }
        let unit = match &self.n {
            Some(n) => integer_image(r, &unit(&self.integer(&pivot), &divisor, n)),
            None => r.inv(&pivot)?,
        };
        r.scale(&mut self.rows[k], &unit);
        r.scale(&mut self.left[k], &unit);
        let [row, left] = [&self.rows[k], &self.left[k]].map(Coeffs::clone);
        for i in k + 1..self.rows.len() {
            let entry = r.get(self.rows[i].view(), k);
            if let Some(factor) = self.quotient(&entry, &divisor).filter(|_| !r.is_zero(&entry)) {
                subtract(r, &mut self.rows[i], &factor, &row, k);
                subtract(r, &mut self.left[i], &factor, &left, 0);
            }
        }
        Ok(divisor)
    }

    /// Whether the pivot, with zeros below it, does not divide all entries; then one that it does not divide comes into its column, or at least its row.
    fn shrinks(&mut self, k: usize, divisor: &Integer) -> bool {
        let r = self.r;
        for j in k + 1..self.columns {
            let entry = r.get(self.rows[k].view(), j);
            if self.quotient(&entry, divisor).is_none() {
                self.add_column(k, j, &self.mixing(&integer_image(r, divisor), &entry));
                return true;
            }
        }
        let cofactor = self.n.as_ref().map(|n| integer_image(r, &Integer::from(n.div_exact_ref(divisor))));
        let divides = |row: &Coeffs<R>| {
            cofactor.as_ref().is_none_or(|cofactor| {
                let mut multiple = r.owned(row.slice(k..self.columns));
                r.scale(&mut multiple, cofactor);
                r.trimmed_len(multiple.view()) == 0
            })
        };
        match (k + 1..self.rows.len()).find(|&i| !divides(&self.rows[i])) {
            Some(i) => self.add_row(k, i, &r.one()),
            None => return false,
        }
        true
    }

    /// Adds a multiple of row i to row k.
    fn add_row(&mut self, k: usize, i: usize, factor: &R::Elem) {
        let (r, minus) = (self.r, self.r.neg(factor));
        for rows in [&mut self.rows, &mut self.left] {
            let other = rows[i].clone();
            subtract(r, &mut rows[k], &minus, &other, 0);
        }
    }

    /// Adds a multiple of column j to column k.
    fn add_column(&mut self, k: usize, j: usize, factor: &R::Elem) {
        let r = self.r;
        for row in &mut self.rows[k..] {
            let [x, y] = [k, j].map(|j| r.get(row.view(), j));
            r.set(row, k, &r.add(&x, &r.mul(factor, &y)));
        }
        let other = self.right[j].clone();
        subtract(r, &mut self.right[k], &r.neg(factor), &other, 0);
    }

    /// Makes the entries right of a pivot 0, which it divides, as all below it are.
    fn eliminate_row(&mut self, k: usize, divisor: &Integer) {
        let r = self.r;
        let row = mem::replace(&mut self.rows[k], r.zeros(0));
        let column = self.right[k].clone();
        for j in k + 1..self.columns {
            let entry = r.get(row.view(), j);
            if let Some(factor) = self.quotient(&entry, divisor).filter(|_| !r.is_zero(&entry)) {
                subtract(r, &mut self.right[j], &factor, &column, 0);
            }
        }
    }
}

/// A number t, for which a + t·b shares with n what a and b both do.
fn stabilizing(a: &Integer, b: &Integer, n: &Integer) -> Integer {
    let common = Integer::from(a.gcd_ref(b)).gcd(n);
    let [a, n] = [a, n].map(|x| Integer::from(x.div_exact_ref(&common)));
    coprime_part(&n, &a)
}

/// A unit modulo n that times a, other than 0, is the greatest common divisor of a and n.
fn unit(a: &Integer, divisor: &Integer, n: &Integer) -> Integer {
    let [a, part] = [a, n].map(|x| Integer::from(x.div_exact_ref(divisor)));
    let inverse = a.invert(&part).expect("nothing else is common to both");
    let t = stabilizing(&inverse, &part, n);
    inverse + t * part
}
