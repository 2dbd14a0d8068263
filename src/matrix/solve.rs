//! Results of a decomposition: determinant, rank, solutions, inverse, kernel.

use super::{
    Echelon, Matrix,
    dense::size,
    echelon::{solve_lower, solve_upper},
    poly::DetAlgorithm,
};
use crate::{
    Error, Result,
    choice::Candidate,
    engine::Context,
    ring::{
        self, Block, Coeffs, Direct, Gather, Place, Ring,
        blocks::{copied, transposed},
    },
    tested,
};

impl<R: Direct> Matrix<R> {
    /// The determinant; 1 for the matrix without rows. Over Z/n also for composite n: if no entry is left that is a unit, the
    /// remaining matrix is treated without divisions, in a time that grows as the fourth power of its size.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let a = |n| Matrix::from_i64(&Zn::new(n)?, &[&[2, 1], &[1, 2]]);
    /// assert_eq!((a(97)?.det()?, a(6)?.det()?), (3, 3));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::Cancelled`].
    pub fn det(&self) -> Result<R::Elem> {
        self.direct_det()
    }

    /// The rank: the number of pivots. Over Z/n for composite n (feature `integers`) the number of invariant factors other than 0, which is the least
    /// number of generators of the module of the rows, and of that of the columns.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let a = Matrix::from_i64(&Zn::new(97)?, &[&[1, 2, 3], &[4, 5, 6], &[7, 8, 9]])?;
    /// assert_eq!(a.rank()?, 2);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`echelon`](Self::echelon).
    pub fn rank(&self) -> Result<usize> {
        match self.quiet(|r| r.own_rank(self.block())) {
            Some(rank) => Ok(rank),
            None => match self.echelon() {
                Err(e @ Error::NotInvertible { .. }) => self.rank_by_forms(e),
                echelon => Ok(echelon?.rank()),
            },
        }
    }

    /// The inverse, over Z/n also for composite n, where no entry of a column need be a unit (feature `integers`).
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?;
    /// assert_eq!(&a * &a.inverse()?, Matrix::identity(&f, 2));
    /// assert!(Matrix::from_i64(&f, &[&[1, 2], &[2, 4]])?.inverse().is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::Singular`]; [`Error::NotInvertible`] with the factor that the determinant shares with a composite n; those of [`echelon`](Self::echelon).
    pub fn inverse(&self) -> Result<Self> {
        self.direct_inverse()
    }

    /// X with self·X = right; unknowns in columns without a pivot are 0. Over Z/n for composite n (feature `integers`) any system that has solutions is solved,
    /// by the [Howell form](Self::howell): of all solutions that whose last unknowns, read as integers, are the least.
    ///
    /// ```
    /// use polymod::{Matrix, Error, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 2, 3], &[2, 4, 7]])?;
    /// let x = a.solve(&Matrix::from_i64(&f, &[&[1], &[4]])?)?;
    /// assert_eq!(x, Matrix::from_i64(&f, &[&[-5], &[0], &[2]])?);
    /// let dependent = Matrix::from_i64(&f, &[&[1, 2], &[2, 4]])?;
    /// let none = dependent.solve(&Matrix::from_i64(&f, &[&[1], &[3]])?);
    /// assert_eq!(none, Err(Error::Inconsistent { column: 0 }));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Shapes`] unless both have as many rows; [`Error::Inconsistent`] where there is no solution;
    /// those of [`echelon`](Self::echelon).
    pub fn solve(&self, right: &Self) -> Result<Self> {
        self.same_ring(right)?;
        if self.rows != right.rows {
            let (left, right, expected) = (self.shape(), right.shape(), "as many rows of both");
            return Err(Error::Shapes { operation: "a system of equations", left, right, expected });
        }
        match self.quiet(|r| r.own_solution(self.block(), right.block())) {
            Some(entries) => Ok(Matrix { ring: self.ring.clone(), rows: self.cols, cols: right.cols, entries }),
            None => match self.echelon() {
                Err(e @ Error::NotInvertible { .. }) => self.solution_by_forms(right, e),
                echelon => echelon?.solve(right),
            },
        }
    }

    /// A basis of all x with self·x = 0, as the rows of a matrix in reduced echelon form: each begins with a 1, in whose column
    /// the other rows have 0. Over Z/n for composite n (feature `integers`) generators of them, in [Howell form](Self::howell).
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 1, 1]])?;
    /// let basis = a.nullspace()?;
    /// assert_eq!(basis, Matrix::from_i64(&f, &[&[1, 0, -1], &[0, 1, -1]])?);
    /// assert!((&a * &basis.transposed()).is_zero());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`echelon`](Self::echelon).
    pub fn nullspace(&self) -> Result<Self> {
        self.direct_nullspace()
    }

    /// The reduced row echelon form, of the same shape: each nonzero row begins with a 1, in whose column the other rows have 0, and rows
    /// of zeros are last.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[2, 4, 6], &[1, 2, 4], &[3, 6, 10]])?;
    /// assert_eq!(a.rref()?, Matrix::from_i64(&f, &[&[1, 2, 0], &[0, 0, 1], &[0, 0, 0]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`echelon`](Self::echelon).
    pub fn rref(&self) -> Result<Self> {
        self.echelon()?.reduced()
    }
}

impl<R: Ring> Matrix<R> {
    tested! {
        /// [`det`](Matrix::det) by operations of any ring.
        pub(crate) fn direct_det(&self) -> Result<R::Elem> {
            self.square("a determinant")?;
            if let Some(Ok(small)) = self.quiet(|r| r.own_determinant(self.block())) {
                return Ok(small);
            }
            let (demanded, small) = self.with(&[], 0.0, |r, cx| {
                let demanded = self.demanded_det(None, cx)?;
                Ok((demanded, if demanded.is_none() { r.own_determinant(self.block()) } else { None }))
            })?;
            if let Some(demanded) = demanded {
                return self.determinant(demanded);
            }
            match small.unwrap_or_else(|| self.determinant(DetAlgorithm::Elimination)) {
                Err(Error::NotInvertible { .. } | Error::NotDivisible { .. }) => self.det_by_units(),
                result => result,
            }
        }
    }

    /// The determinant by the given algorithm: elimination, or without divisions.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, matrix::DetAlgorithm};
    /// let a = Matrix::from_i64(&Zn::new(97)?, &[&[1, 2], &[3, 4]])?;
    /// for algorithm in [DetAlgorithm::Elimination, DetAlgorithm::DivisionFree] {
    ///     assert_eq!(a.det_by(algorithm)?, 95);
    /// }
    /// assert!(a.det_by(DetAlgorithm::Points).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `det`; [`Error::NotInvertible`] with the factor of a composite n found in elimination;
    /// [`Error::Algorithm`] for algorithms that apply to polynomial entries only.
    pub fn det_by(&self, algorithm: DetAlgorithm) -> Result<R::Elem> {
        self.square("a determinant")?;
        self.with(&[], 0.0, |_, cx| self.demanded_det(Some(algorithm), cx))?;
        self.determinant(algorithm)
    }

    fn determinant(&self, algorithm: DetAlgorithm) -> Result<R::Elem> {
        match algorithm {
            DetAlgorithm::DivisionFree => {
                let constant = self.charpoly_berkowitz()?.coeff(0);
                Ok(if self.rows % 2 == 1 { self.ring.neg(&constant) } else { constant })
            }
            _ => Ok(self.echelon()?.det()),
        }
    }

    /// The algorithm that the caller demands, or else the monitor, which is told.
    fn demanded_det(&self, demanded: Option<DetAlgorithm>, cx: Context<'_>) -> Result<Option<DetAlgorithm>> {
        // predictions take longer than a small determinant
        if demanded.is_none() && !cx.engine().is_watched() {
            return Ok(None);
        }
        let task = || format!("determinant over {}, {} by {} entries", self.ring.name(), self.rows, self.cols);
        let candidates = self.det_candidates(cx);
        let demanded = cx.demand(demanded, &candidates, task)?;
        cx.take(&demanded.unwrap_or(candidates[0]), &candidates, task)?;
        Ok(demanded.map(|c| c.algorithm))
    }

    /// Predicted costs, elimination first: a decomposition, or n⁴/4 products of entries.
    fn det_candidates(&self, cx: Context<'_>) -> [Candidate<DetAlgorithm>; 2] {
        let (n, costs) = (self.rows as f64, cx.engine().costs());
        let word = (costs.word_mul + costs.word_reduce) * self.entries.width.max(1) as f64;
        let elimination = self.ring.elimination_ns(self.block(), cx);
        [
            Candidate::new(DetAlgorithm::Elimination, elimination, 0),
            Candidate::new(DetAlgorithm::DivisionFree, n.powi(4) / 4.0 * word, 0),
        ]
    }

    /// What the ring finds by an algorithm of its own for few rows, where no monitor or raised token is to be heeded.
    #[inline]
    pub(super) fn quiet<T>(&self, f: impl FnOnce(&R) -> Option<T>) -> Option<T> {
        if self.ring.engine().is_quiet() { f(&self.ring) } else { None }
    }

    /// [`inverse`](Matrix::inverse) by operations of any ring.
    pub(crate) fn direct_inverse(&self) -> Result<Self> {
        let n = self.square("an inverse")?;
        if let Some(entries) = self.quiet(|r| r.own_inverse(self.block())) {
            return Ok(Matrix { ring: self.ring.clone(), rows: n, cols: n, entries });
        }
        let echelon = match self.echelon() {
            Err(e @ Error::NotInvertible { .. }) => return self.inverse_by_forms(e),
            echelon => echelon?,
        };
        if echelon.rank() < n {
            return Err(Error::Singular { rank: echelon.rank(), size: n });
        }
        echelon.solve(&Self::identity(&self.ring, n))
    }

    /// [`nullspace`](Matrix::nullspace) by operations of any ring.
    pub(crate) fn direct_nullspace(&self) -> Result<Self> {
        if let Some(entries) = self.quiet(|r| r.own_kernel(self.block())) {
            // a matrix without columns has no kernel vector but the empty one
            let rows = entries.len().checked_div(self.cols).unwrap_or(0);
            return Ok(Matrix { ring: self.ring.clone(), rows, cols: self.cols, entries });
        }
        // of the mirrored matrix: in each kernel vector, entries at pivots then stand right of the 1 at the free column
        match self.mirrored().echelon() {
            Err(e @ Error::NotInvertible { .. }) => self.kernel_by_forms(e),
            echelon => echelon?.kernel(),
        }
    }

    /// The columns in reverse order.
    pub(crate) fn mirrored(&self) -> Self {
        let r = &self.ring;
        let mut entries = r.zeros(self.entries.len());
        for i in 0..self.rows {
            r.copy_at(&mut entries, i * self.cols, r.reversed(self.row(i)).view());
        }
        Matrix { ring: r.clone(), entries, ..*self }
    }
}

impl<R: Ring> Echelon<R> {
    /// The determinant of the decomposed square matrix.
    pub(crate) fn det(&self) -> R::Elem {
        let (r, n) = (self.ring(), self.order().len());
        if self.rank() < n {
            return r.elem(0);
        }
        let product = self.pivot_product();
        if self.is_odd() { r.neg(&product) } else { product }
    }

    /// The minor of the rows of the pivots, in the order given here, and the columns of the pivots.
    pub(crate) fn pivot_product(&self) -> R::Elem {
        let (r, factors) = (self.ring(), self.factors());
        let pivots = self.pivots().iter().enumerate();
        pivots.fold(r.one(), |product, (i, &j)| r.mul(&product, &r.get(factors.row(i), j)))
    }

    /// X with A·X = right, as in [`Matrix::solve`].
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let e = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?.echelon()?; // once for any number of right sides
    /// assert_eq!(e.solve(&Matrix::from_i64(&f, &[&[5], &[11]])?)?, Matrix::from_i64(&f, &[&[1], &[2]])?);
    /// assert_eq!(e.solve(&Matrix::from_i64(&f, &[&[1], &[3]])?)?, Matrix::from_i64(&f, &[&[1], &[0]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Shapes`]; [`Error::Inconsistent`]; [`Error::Cancelled`].
    pub fn solve(&self, right: &Matrix<R>) -> Result<Matrix<R>> {
        ring::same_ring(self.ring(), right.ring())?;
        let (rows, cols) = (self.order().len(), right.cols);
        if right.rows != rows {
            let (left, right, expected) = ((rows, self.cols()), right.shape(), "as many rows of both");
            return Err(Error::Shapes { operation: "a system of equations", left, right, expected });
        }
        let (rank, len) = (self.rank(), size(self.cols(), cols)?);
        let work = rank as f64 * cols as f64 * rows as f64;
        right.with(&[], work, |r, cx| {
            let mut y = r.zeros(rows * cols);
            for (i, &from) in self.order().iter().enumerate() {
                r.copy_at(&mut y, i * cols, right.row(from));
            }
            self.through_lower(&mut y, cols, cx)?;
            let place = Place { at: 0, stride: cols };
            let upper = self.columns(rank, self.pivots());
            solve_upper(r, &mut y, place, Block::new(upper.view(), rank, rank, rank), cols, cx)?;
            let mut x = r.zeros(len);
            for (i, &pivot) in self.pivots().iter().enumerate() {
                r.copy_at(&mut x, pivot * cols, y.slice(i * cols..(i + 1) * cols));
            }
            Matrix::new(r, self.cols(), cols, x)
        })
    }

    /// y = L⁻¹·y; an error if a row without a pivot does not become zero.
    fn through_lower(&self, y: &mut Coeffs<R>, cols: usize, cx: Context<'_>) -> Result<()> {
        let (r, rank, rows) = (self.ring(), self.rank(), self.order().len());
        let lower = self.lower_columns();
        let lower = Block::new(lower.view(), rows, rank, rank);
        let place = Place { at: 0, stride: cols };
        solve_lower(r, y, place, lower.part(0..rank, 0..rank), cols, cx)?;
        if rank == rows {
            return Ok(());
        }
        let solved = copied(r, Block::new(y.view(), rank, cols, cols));
        let below = Place { at: rank * cols, ..place };
        let solved = Block::new(solved.view(), rank, cols, cols);
        r.mul_blocks(y, below, lower.part(rank..rows, 0..rank), solved, Gather::Sub, cx)?;
        let rest = y.slice(rank * cols..rows * cols);
        let column = (0..rest.len()).filter(|&i| !r.is_zero(&r.get(rest, i))).map(|i| i % cols).min();
        column.map_or(Ok(()), |column| Err(Error::Inconsistent { column }))
    }

    /// The reduced echelon form, as in [`Matrix::rref`].
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let e = Matrix::from_i64(&f, &[&[2, 4, 6], &[1, 2, 4]])?.echelon()?;
    /// assert_eq!((e.reduced()?, e.rank()), (Matrix::from_i64(&f, &[&[1, 2, 0], &[0, 0, 1]])?, 2));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn reduced(&self) -> Result<Matrix<R>> {
        let (r, rank, n) = (self.ring(), self.rank(), self.cols());
        let frame = Matrix::zero(r, 0, 0)?;
        frame.with(&[], rank as f64 * rank as f64 * n as f64, |r, cx| {
            let (upper, all) = (self.columns(rank, self.pivots()), self.upper());
            let mut entries = all.into_entries();
            let place = Place { at: 0, stride: n };
            solve_upper(r, &mut entries, place, Block::new(upper.view(), rank, rank, rank), n, cx)?;
            Matrix::new(r, self.order().len(), n, entries)
        })
    }

    /// The rows of the reduced echelon form that are not 0.
    pub(super) fn nonzero_rows(&self) -> Result<Matrix<R>> {
        let (rank, cols, mut entries) = (self.rank(), self.cols(), self.reduced()?.into_entries());
        self.ring().resize(&mut entries, rank * cols);
        Matrix::new(self.ring(), rank, cols, entries)
    }

    /// The kernel of the original of this mirrored matrix, whose columns are in reverse order.
    pub(crate) fn kernel(&self) -> Result<Matrix<R>> {
        let (r, rank, n) = (self.ring(), self.rank(), self.cols());
        let mut is_pivot = vec![false; n];
        self.pivots().iter().for_each(|&j| is_pivot[j] = true);
        // free columns left of all pivots come last in the order of the result
        let free: Vec<usize> = (0..n).rev().filter(|&j| !is_pivot[j]).collect();
        let count = free.len();
        if count == 0 {
            return Matrix::zero(r, 0, n);
        }
        let frame = Matrix::zero(r, 0, 0)?;
        frame.with(&[], rank as f64 * rank as f64 * count as f64, |r, cx| {
            let upper = self.columns(rank, self.pivots());
            let mut x = self.columns(rank, &free);
            let place = Place { at: 0, stride: count };
            solve_upper(r, &mut x, place, Block::new(upper.view(), rank, rank, rank), count, cx)?;
            r.neg_all(&mut x);
            // the basis by columns
            let mut columns = r.zeros(size(n, count)?);
            for (i, &pivot) in self.pivots().iter().enumerate() {
                r.copy_at(&mut columns, (n - 1 - pivot) * count, x.slice(i * count..(i + 1) * count));
            }
            let one = r.one();
            for (k, &j) in free.iter().enumerate() {
                r.set(&mut columns, (n - 1 - j) * count + k, &one);
            }
            Matrix::new(r, count, n, transposed(r, Block::new(columns.view(), n, count, count)))
        })
    }
}
