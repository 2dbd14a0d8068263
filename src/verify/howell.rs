//! Checks of Howell forms over Z/n for composite n, of kernels and solutions in terms of them, of ranks, and of Smith forms.
//!
//! That rows are a Howell form, and that others are combinations of them, is seen by reductions of integers. That they generate no more is seen by the Howell
//! form of other rows: of random unimodular combinations of the operand's. Ranks are those of Smith forms over Z. A matrix is invertible modulo n if its rows
//! have full rank modulo all primes of n.

use super::{Checker, Proof, Unverified, integer, lattice::has_full_rank, wrong};
use crate::{
    matrix::{Matrix, SparseMatrix},
    multimodular,
    ring::{Convolve, Integers},
};
use rug::{Integer, integer::IsPrime, ops::Pow};

type Rows = Vec<Vec<Integer>>;

impl<R: Convolve> Checker<'_, R> {
    /// The modulus, if the ring is Z/n for a composite n.
    pub(super) fn composite(&self) -> Option<Integer> {
        let residues = self.ring.packed_bits() == 0 && self.ring.components().is_none();
        self.modulus.clone().filter(|n| residues && n.is_probably_prime(30) == IsPrime::No)
    }

    /// Checks that the rows of h are the Howell form of those of a.
    pub(super) fn howell_rows(&mut self, a: &Matrix<R>, h: &Matrix<R>, n: &Integer) -> Result<Proof, Unverified> {
        let form = Form::new(self.rows_of(h), n).ok_or_else(|| wrong("the Howell form"))?;
        if h.cols() != a.cols() || !self.rows_of(a).into_iter().all(|row| form.generates(row)) {
            return Err(wrong("the rows that the form generates"));
        }
        if self.mixed(a)?.row_space()? == *h { Ok(Proof::Exact) } else { Err(wrong("the Howell form")) }
    }

    /// Checks that the rows of `basis` are the Howell form of the kernel of a: they are in it, and with the combinations of rows they are as many as all
    /// vectors.
    pub(super) fn howell_kernel(&mut self, a: &Matrix<R>, basis: &Matrix<R>, n: &Integer) -> Result<Proof, Unverified> {
        if basis.cols() != a.cols() {
            return Err(wrong("the shape of the kernel"));
        }
        let form = Form::new(self.rows_of(basis), n).ok_or_else(|| wrong("the Howell form of the kernel"))?;
        let zero = Matrix::zero(self.ring, a.rows(), basis.rows())?;
        let proof = self.matrix_product(a, &basis.transposed(), &zero)?;
        let image = self.mixed(a)?.row_space()?;
        let image = Form::new(self.rows_of(&image), n).ok_or_else(|| wrong("the image"))?;
        let all = n.clone().pow(u32::try_from(a.cols()).unwrap_or(u32::MAX));
        if form.size() * image.size() == all { Ok(proof) } else { Err(wrong("the number of vectors of the kernel")) }
    }

    /// Checks that a·x = b, and over Z/n for composite n that of all such x it is that whose last entries are the least.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let r = Zn::new(8)?;
    /// # let mut checker = Checker::new(&r, ChaCha20Rng::seed_from_u64(1));
    /// let c = |x| Matrix::from_i64(&r, &[&[x]]);
    /// let (a, b) = (c(2)?, c(6)?);
    /// assert!(checker.solution(&a, &c(3)?, &b).is_ok());
    /// assert!(checker.solution(&a, &c(7)?, &b).is_err()); // 2·7 = 6, but 3 is less
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn solution(&mut self, a: &Matrix<R>, x: &Matrix<R>, b: &Matrix<R>) -> Result<Proof, Unverified> {
        let proof = self.matrix_product(a, x, b)?;
        let Some(n) = self.composite() else { return Ok(proof) };
        // the kernel with the last unknown first
        let mirrored = a.mirrored();
        let kernel = mirrored.direct_nullspace()?;
        let proof = proof.and(self.howell_kernel(&mirrored, &kernel, &n)?);
        let form = Form::new(self.rows_of(&kernel), &n).ok_or_else(|| wrong("the kernel"))?;
        let least = self.rows_of(&x.transposed().mirrored()).iter().all(|row| form.is_reduced(row));
        if least { Ok(proof) } else { Err(wrong("an unknown that is free")) }
    }

    /// [`solution`](Self::solution) for a sparse matrix a.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, matrix::SparseMatrix, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let r = Zn::new(8)?;
    /// # let mut checker = Checker::new(&r, ChaCha20Rng::seed_from_u64(1));
    /// let a = SparseMatrix::from_triples(&r, 1, 2, [(0, 1, 2)])?;
    /// let (x, b) = (|c| Matrix::from_i64(&r, &[&[0], &[c]]), Matrix::from_i64(&r, &[&[6]])?);
    /// assert!(checker.sparse_solution(&a, &x(3)?, &b).is_ok());
    /// assert!(checker.sparse_solution(&a, &x(7)?, &b).is_err()); // 2·7 = 6, but 3 is less
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn sparse_solution(&mut self, a: &SparseMatrix<R>, x: &Matrix<R>, b: &Matrix<R>) -> Result<Proof, Unverified> {
        match self.composite() {
            Some(_) => self.solution(&a.to_dense()?, x, b),
            None => self.sparse_product(a, x, b),
        }
    }

    /// Checks that s is the Smith form of a, and that u and v, if given, are invertible with u·a·v = s; over Z by [`integer_smith`](Self::integer_smith).
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let r = Zn::new(8)?;
    /// # let mut checker = Checker::new(&r, ChaCha20Rng::seed_from_u64(1));
    /// let of = |rows: [[i64; 2]; 2]| Matrix::from_i64(&r, &[&rows[0], &rows[1]]);
    /// let (a, s, one) = (of([[2, 0], [0, 1]])?, of([[1, 0], [0, 2]])?, of([[0, 1], [1, 0]])?);
    /// assert!(checker.smith(&a, &s, None).is_ok() && checker.smith(&a, &s, Some([&one, &one])).is_ok());
    /// assert!(checker.smith(&a, &a, None).is_err()); // 2 does not divide 1
    /// assert!(checker.smith(&a, &s, Some([&one, &a])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn smith(
        &mut self,
        a: &Matrix<R>,
        s: &Matrix<R>,
        transforms: Option<[&Matrix<R>; 2]>,
    ) -> Result<Proof, Unverified> {
        if self.modulus.is_none() {
            return self.integer_smith(a, s, transforms);
        }
        let (r, (rows, cols)) = (self.ring, a.shape());
        if s.shape() != a.shape() {
            return Err(wrong("the shape of the Smith form"));
        }
        let rank = (0..rows.min(cols)).take_while(|&i| !r.is_zero(&s.get(i, i))).count();
        if (0..rows).any(|i| (0..cols).any(|j| (i != j || i >= rank) && !r.is_zero(&s.get(i, j)))) {
            return Err(wrong("the Smith form"));
        }
        let factors: Vec<_> = (0..rank).map(|i| s.get(i, i)).collect();
        let Some([u, v]) = transforms else { return self.invariant_factors(a, &factors) };
        let divisors: Vec<_> = factors.iter().map(|d| integer(r, d)).chain(self.composite()).collect();
        let chain = match self.composite() {
            Some(_) => divisors.windows(2).all(|pair| pair[1].is_divisible(&pair[0])),
            None => divisors.iter().all(|d| *d == 1),
        };
        if !chain {
            return Err(wrong("the divisors of the Smith form"));
        }
        let square = u.shape() == (rows, rows) && v.shape() == (cols, cols);
        if !square || !self.is_invertible(u)? || !self.is_invertible(v)? {
            return Err(wrong("the transforms of the Smith form"));
        }
        let product = a.checked_mul(v)?;
        Ok(self.matrix_product(a, v, &product)?.and(self.matrix_product(u, &product, s)?))
    }

    /// Whether a square matrix is invertible.
    fn is_invertible(&self, a: &Matrix<R>) -> Result<bool, Unverified> {
        match self.composite() {
            Some(n) => Ok(has_full_rank(&self.rows_of(a), a.cols(), &n)),
            None => Ok(self.rank_by_elimination(a)? == a.cols()),
        }
    }

    /// The number of invariant factors of a modulo n other than 0, from the Smith form of the lattice of its rows and n times the unit vectors.
    pub(super) fn rank_by_smith_form(&self, a: &Matrix<R>, n: &Integer) -> Result<usize, Unverified> {
        let (z, (rows, cols)) = (Integers::on(self.ring.engine()), a.shape());
        let entries = self.rows_of(a);
        let lattice = Matrix::from_fn(&z, rows + cols, cols, |i, j| match i.checked_sub(rows) {
            None => entries[i][j].clone(),
            Some(k) if k == j => n.clone(),
            Some(_) => Integer::new(),
        })?;
        let form = multimodular::snf(&lattice)?;
        Ok((0..cols).filter(|&i| form.get(i, i) != *n).count())
    }

    /// Rows that generate the same module: the last ones first, and random multiples of each added to the next.
    fn mixed(&mut self, a: &Matrix<R>) -> Result<Matrix<R>, Unverified> {
        let (r, rows) = (self.ring, a.rows());
        let mut mixed = Matrix::from_fn(r, rows, a.cols(), |i, j| a.get(rows - 1 - i, j))?;
        for i in 1..rows {
            let factor = r.image(false, &[self.random.word()]);
            for j in 0..a.cols() {
                let sum = r.add(&mixed.get(i, j), &r.mul(&factor, &mixed.get(i - 1, j)));
                mixed.set(i, j, &sum);
            }
        }
        Ok(mixed)
    }

    fn rows_of(&self, a: &Matrix<R>) -> Rows {
        (0..a.rows()).map(|i| (0..a.cols()).map(|j| integer(self.ring, &a.get(i, j))).collect()).collect()
    }
}

/// Rows in Howell form, with the columns in which they begin.
struct Form<'n> {
    rows: Rows,
    pivots: Vec<usize>,
    n: &'n Integer,
}

impl<'n> Form<'n> {
    /// The rows, if they are in Howell form.
    fn new(rows: Rows, n: &'n Integer) -> Option<Self> {
        let pivots: Vec<usize> = rows.iter().map(|row| row.iter().position(|x| *x != 0)).collect::<Option<Vec<_>>>()?;
        let form = Form { rows, pivots, n };
        let (rows, pivots) = (&form.rows, &form.pivots);
        let divisors = rows.iter().zip(pivots).all(|(row, &j)| n.is_divisible(&row[j]));
        let echelon = pivots.windows(2).all(|pair| pair[0] < pair[1]);
        let reduced = (0..rows.len()).all(|i| (i + 1..rows.len()).all(|k| rows[i][pivots[k]] < rows[k][pivots[k]]));
        let multiple = |(row, &j): (&Vec<Integer>, &usize)| {
            let factor = Integer::from(n / &row[j]);
            form.generates(row.iter().map(|x| Integer::from(x * &factor) % n).collect())
        };
        (divisors && echelon && reduced && rows.iter().zip(pivots).all(multiple)).then_some(form)
    }

    /// Whether the rows generate this one.
    fn generates(&self, mut row: Vec<Integer>) -> bool {
        for (own, &j) in self.rows.iter().zip(&self.pivots) {
            let factor = Integer::from(&row[j] / &own[j]);
            for (x, y) in row.iter_mut().zip(own) {
                *x -= &factor * y;
                x.modulo_mut(self.n);
            }
        }
        row.iter().all(|x| *x == 0)
    }

    /// Whether the entries of a row are less than the pivots of their columns.
    fn is_reduced(&self, row: &[Integer]) -> bool {
        self.rows.iter().zip(&self.pivots).all(|(own, &j)| row[j] < own[j])
    }

    /// The number of combinations.
    fn size(&self) -> Integer {
        self.rows.iter().zip(&self.pivots).map(|(row, &j)| Integer::from(self.n / &row[j])).product()
    }
}
