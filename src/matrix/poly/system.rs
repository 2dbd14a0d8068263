//! Solutions of systems of equations over the rational functions, and inverses.
//!
//! *By lifting*: the [power series](super::expansion) of A⁻¹·B, digit by digit or by high-order lifting. Cramer's rule bounds degrees, and
//! fractions are reconstructed one entry after another, each times the denominator of those before. Where A(0) has no inverse the variable
//! is shifted. Cost for n rows of degree d and a column, digit by digit: an inverse to d + 1 terms, 4n products of an n by n matrix and a
//! column of this length, n fractions of nd coefficients at most.
//!
//! *At points*: the values of A and B at nd + 1 points, the determinant and the solution at each, whose product is that of Cramer's rule;
//! polynomials through these, and common factors are removed. About n⁴d/3 products of words, and n² evaluations at nd + 1 points.
//!
//! *By relations*: a solution is the relation between the columns of A and one of B, which approximants give. In fields so small that A has
//! no inverse at any of the first points all other ways end here.

use super::{
    PolyMatrix,
    approximant::approximant_ns,
    dense::check,
    det::{PREDICTION_NS, values_ns},
    expansion::digits_ns,
    kernel::rank,
};
use crate::{
    Error, Result,
    choice::Candidate,
    engine::Context,
    matrix::Matrix,
    poly::Poly,
    ring::{Coeffs, Convolve, Direct},
    tested,
};

polymod_core::algorithms! {
    /// An algorithm for systems of equations with polynomials as coefficients.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, matrix::SystemAlgorithm};
    /// let f = Zn::new(65537)?;
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::from_i64(&f, &[1, i as i64, j as i64 + 2]))?;
    /// for algorithm in SystemAlgorithm::ALL {
    ///     assert_eq!(a.solve_by(&PolyMatrix::identity(&f, 2), algorithm)?, a.inverse()?);
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    SystemAlgorithm in "polymod::matrix", "systems of equations over this ring" {
        /// Dixon's lifting: the digits of the solution's power series, one after another.
        Dixon = "dixon",
        /// Storjohann's high-order lifting.
        HighOrder = "high-order",
        /// Evaluation at points, and interpolation.
        Points = "points",
        /// Approximants of the relations between the columns of the matrix and the right side.
        Approximants = "approximants",
    }
}

/// Number of elements of the field for each point from which on points where the matrix has no inverse are taken to be rare.
const RARE: u64 = 8;

/// The part of a short product's time that an entry takes to be copied to the matrix of a point, or from it.
const GATHERED: f64 = 0.5;

/// Numerators and their common denominator.
type Fractions<R> = (PolyMatrix<R>, Poly<R>);

/// Computes the first terms of the power series A⁻¹·B, for A with an inverse at 0. Arguments: A, B, the number of terms.
type Expansion<R> = fn(&PolyMatrix<R>, &PolyMatrix<R>, usize) -> Result<Vec<Poly<R>>>;

impl<R: Convolve + Direct> PolyMatrix<R> {
    /// N and d with self·N = d·right, for a square matrix whose determinant is not zero: N/d = self⁻¹·right in lowest terms, d monic and
    /// common to all entries. Over fields; by the algorithm predicted fastest.
    ///
    /// ```
    /// use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let p = |c: &[i64]| Poly::from_i64(&f, c);
    /// let a = PolyMatrix::new(&f, 2, 2, vec![p(&[0, 1]), p(&[1]), p(&[1]), p(&[0, 1])])?; // x, 1; 1, x
    /// let b = PolyMatrix::new(&f, 2, 1, vec![p(&[1]), p(&[])])?;
    /// let (n, d) = a.solve(&b)?;
    /// assert_eq!((n.entries(), d), (&[p(&[0, 1]), p(&[-1])][..], p(&[-1, 0, 1]))); // x, −1 over x² − 1
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::Shapes`] unless the right side has as many rows; [`Error::Singular`]; [`Error::RingsDiffer`];
    /// [`Error::NotInvertible`] with the factor of a composite n that was found; those of products.
    pub fn solve(&self, right: &Self) -> Result<(Self, Poly<R>)> {
        self.check_system(right)?;
        let algorithm = self.ring.engine().enter(|cx| {
            let candidates = self.system_candidates(right, cx);
            let task = || self.system_task(right);
            let chosen = cx.choose(None, &candidates, cx.engine().memory(), task)?;
            cx.take(&chosen, &candidates, task)?;
            Ok::<_, Error>(chosen.algorithm)
        })?;
        self.solve_by(right, algorithm)
    }

    /// [`solve`](Self::solve) by the given algorithm, or by another one where self has no inverse at the points that it takes.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, matrix::SystemAlgorithm};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 1, 1, |_, _| Poly::from_i64(&f, &[1, 2]))?;
    /// let (n, d) = a.solve_by(&PolyMatrix::identity(&f, 1), SystemAlgorithm::HighOrder)?;
    /// assert_eq!(&n.scale(&2) * &a, PolyMatrix::new(&f, 1, 1, vec![d.scale(&2)])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`solve`](Self::solve); [`Error::Algorithm`] where the ring has too few points.
    pub fn solve_by(&self, right: &Self, algorithm: SystemAlgorithm) -> Result<(Self, Poly<R>)> {
        self.check_system(right)?;
        let found = match algorithm {
            SystemAlgorithm::Approximants => None,
            SystemAlgorithm::Points => match self.solve_at_points(right)? {
                None => self.solve_by_lifting(right, Self::digits_in_turn)?,
                found => found,
            },
            SystemAlgorithm::Dixon => self.solve_by_lifting(right, Self::digits_in_turn)?,
            SystemAlgorithm::HighOrder => self.solve_by_lifting(right, Self::digits_at_once)?,
        };
        found.map_or_else(|| self.solve_by_relations(right), Ok)
    }

    /// N and d with self·N = d·1: N/d is the inverse in lowest terms, d monic. Over fields, as [`solve`](Self::solve).
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let p = |c: &[i64]| Poly::from_i64(&f, c);
    /// let a = PolyMatrix::new(&f, 2, 2, vec![p(&[0, 1]), p(&[2]), p(&[]), p(&[1, 1])])?; // x, 2; 0, x + 1
    /// let (n, d) = a.inverse()?;
    /// assert_eq!((n.entries(), d), (&[p(&[1, 1]), p(&[-2]), p(&[]), p(&[0, 1])][..], p(&[0, 1, 1])));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`solve`](Self::solve).
    pub fn inverse(&self) -> Result<(Self, Poly<R>)> {
        self.solve(&Self::identity(&self.ring, self.check_square("an inverse")?))
    }

    fn check_system(&self, right: &Self) -> Result<()> {
        let n = self.check_square("a system")?;
        self.with(right, |_, _| Ok(()))?;
        if right.rows != n {
            let (left, right) = (self.shape(), right.shape());
            return Err(Error::Shapes { operation: "a system", left, right, expected: "as many rows" });
        }
        Ok(())
    }

    /// The algorithms that apply, with predicted nanoseconds on one thread. Those by high-order lifting and by relations are not predicted
    /// for systems that are solved sooner.
    fn system_candidates(&self, right: &Self, cx: Context<'_>) -> Vec<Candidate<SystemAlgorithm>> {
        let (r, n, m, k) = (&self.ring, self.rows.max(1), right.columns.max(1), self.digit_len());
        let [numerator, denominator] = self.degree_bounds(right);
        let (in_turn, at_once) = digits_ns(r, [n, m], [k, (numerator + denominator + 1).div_ceil(k)], cx);
        let mut all = vec![Candidate::new(SystemAlgorithm::Dixon, in_turn, 0)];
        let points = numerator.max(denominator) + 1;
        // in small fields a point where self has no inverse is not rare
        let many = r.word_modulus().is_none_or(|p| p.n() / RARE > points as u64);
        if many && r.size(r.collect(&[r.one()]).view()).bits == 0 && self.has_points(points) {
            let values = values_ns(r, [n * (n + m), n * m + 1], [k.max(right.digit_len()), points], cx);
            let word = cx.engine().costs().word_mul + cx.engine().costs().word_reduce;
            let width = r.zeros(0).width.max(1);
            let each = r.determinant_ns(n, cx)
                + (n * n * m * width) as f64 * word
                + (n * (n + m)) as f64 * GATHERED * cx.engine().costs().short[0];
            let bytes = r.zeros(0).view().bytes_for((n * (n + 2 * m) * points.next_power_of_two()) as f64);
            all.push(Candidate::new(SystemAlgorithm::Points, values + points as f64 * each, bytes as u64));
        }
        if all.iter().all(|c| c.predicted_ns > PREDICTION_NS) {
            all.extend(at_once.map(|ns| Candidate::new(SystemAlgorithm::HighOrder, ns, 0)));
            let order = numerator + denominator + 1;
            let ns = m as f64 * approximant_ns(r, [n + 1, n], order, cx);
            all.push(Candidate::new(SystemAlgorithm::Approximants, ns, 0));
        }
        all
    }

    fn system_task(&self, right: &Self) -> String {
        let (n, degree) = (self.rows, self.degree().unwrap_or(0));
        format!("system over {}[x], {n} by {n}, degree {degree}, {} right sides", self.ring.name(), right.columns)
    }

    /// By values at points; none where self has no inverse at one of them.
    fn solve_at_points(&self, right: &Self) -> Result<Option<Fractions<R>>> {
        let (r, n, m) = (&self.ring, self.rows, right.columns);
        let [numerator, denominator] = self.degree_bounds(right);
        let count = numerator.max(denominator) + 1;
        if !self.has_points(count) {
            return Err(Error::algorithm("points", self.system_task(right), ["dixon", "high-order", "approximants"]));
        }
        let places = self.places(count)?;
        let [left, right] = [self, right].map(|a| places.values(&a.entries));
        let (left, right) = (left?, right?);
        let len = left.first().map_or(0, Coeffs::len);
        let (mut determinants, mut numerators) = (r.zeros(len), vec![r.zeros(len); n * m]);
        for at in 0..len {
            check(r)?;
            let values = |all: &[Coeffs<R>], columns: usize| {
                let mut row = r.zeros(all.len());
                all.iter().enumerate().for_each(|(i, e)| r.copy_at(&mut row, i, e.slice(at..at + 1)));
                Matrix::new(r, n, columns, row)
            };
            let echelon = values(&left, n)?.into_echelon()?;
            if echelon.rank() < n {
                return Ok(None);
            }
            let det = echelon.det();
            let solution = echelon.solve(&values(&right, m)?)?.scale(&det);
            r.set(&mut determinants, at, &det);
            numerators.iter_mut().enumerate().for_each(|(i, e)| r.copy_at(e, at, solution.entries().slice(i..i + 1)));
        }
        let entries = numerators.iter().map(|e| places.interpolate(r, e.view())).collect::<Result<_>>()?;
        let denominator = if n == 0 { Poly::one(r) } else { places.interpolate(r, determinants.view())? };
        Self::new(r, n, m, entries)?.in_lowest_terms(&denominator).map(Some)
    }

    /// Without the common factor of all entries and of the denominator, which becomes monic.
    fn in_lowest_terms(self, denominator: &Poly<R>) -> Result<Fractions<R>> {
        let r = &self.ring;
        let mut common = denominator.clone();
        for e in self.entries.iter().filter(|e| !e.is_empty()) {
            if common.len() == 1 {
                break;
            }
            common = common.direct_gcd(e)?;
        }
        if self.is_zero() {
            return Ok((self.clone(), Poly::one(r)));
        }
        let lead = r.inv(&denominator.leading().ok_or(Error::DivisionByZero)?)?;
        let divided = |e: &Poly<R>| {
            let quotient = if common.len() == 1 { e.clone() } else { e.exact_div(&common.monic()?)? };
            Ok(quotient.scale(&lead))
        };
        let entries = self.entries.iter().map(divided).collect::<Result<_>>()?;
        Ok((Self::new(r, self.rows, self.columns, entries)?, divided(denominator)?))
    }

    /// By power series around one of the first points; none where self has no inverse at these.
    fn solve_by_lifting(&self, right: &Self, expansion: Expansion<R>) -> Result<Option<Fractions<R>>> {
        let r = &self.ring;
        let Some(c) = self.regular_point()? else { return Ok(None) };
        if r.is_zero(&c) {
            return self.reconstructed(right, expansion).map(Some);
        }
        let moved = |m: &Self, c: &R::Elem| -> Result<Self> {
            let entries = m.entries.iter().map(|e| e.taylor_shift(c)).collect::<Result<_>>()?;
            Self::new(&m.ring, m.rows, m.columns, entries)
        };
        let (numerators, denominator) = moved(self, &c)?.reconstructed(&moved(right, &c)?, expansion)?;
        let back = r.neg(&c);
        Ok(Some((moved(&numerators, &back)?, denominator.taylor_shift(&back)?)))
    }

    tested! {
        /// An element where the value of self has an inverse, if one of the first integers is such.
        fn regular_point(&self) -> Result<Option<R::Elem>> {
            const POINTS: i64 = 8;
            for x in 0..POINTS {
                let x = self.ring.elem(x);
                if rank(&self.ring, self.rows, &self.eval(&x))? == self.rows {
                    return Ok(Some(x));
                }
            }
            Ok(None)
        }
    }

    /// Bounds on the degrees of numerators, of minors of self with a column of `right` in place of one of its own, and of denominators.
    fn degree_bounds(&self, right: &Self) -> [usize; 2] {
        let degree = |row: &[Poly<R>]| row.iter().filter_map(Poly::degree).max().unwrap_or(0);
        let numerator = (0..self.rows).map(|i| degree(self.row(i)).max(degree(right.row(i)))).sum();
        [numerator, self.det_degree().unwrap_or(0)]
    }

    /// The fractions with this expansion, for a matrix with an inverse at 0.
    fn reconstructed(&self, right: &Self, expansion: Expansion<R>) -> Result<Fractions<R>> {
        let r = &self.ring;
        let [numerator, denominator] = self.degree_bounds(right);
        let order = numerator + denominator + 1;
        let series = expansion(self, right, order)?;
        let modulus = Poly::monomial(r, &r.one(), order);
        let mut common = Poly::one(r);
        for e in &series {
            let e = low(&e.checked_mul(&common)?, order);
            if e.degree() > Some(numerator) {
                common = common.checked_mul(&e.rational(&modulus, numerator)?.1)?;
            }
        }
        let entries = series.iter().map(|e| Ok(low(&e.checked_mul(&common)?, order))).collect::<Result<_>>()?;
        Ok((Self::new(r, right.rows, right.columns, entries)?, common))
    }

    /// By the relation between the columns of self and each column of `right`.
    fn solve_by_relations(&self, right: &Self) -> Result<(Self, Poly<R>)> {
        let (r, n) = (&self.ring, self.rows);
        let mut solutions = Vec::with_capacity(right.columns);
        for j in 0..right.columns {
            let rows =
                Self::from_fn(r, n + 1, n, |i, k| if i < n { self.get(k, i).clone() } else { -right.get(k, j) })?;
            let relations = rows.kernel_basis(&vec![0; n + 1])?;
            // more relations, or one of the columns of self alone
            let Some(lead) = relations.get(0, n).leading().filter(|_| relations.rows == 1) else {
                return Err(Error::Singular { rank: self.rank()?, size: n });
            };
            solutions.push(relations.scale(&r.inv(&lead)?));
        }
        let mut common = Poly::one(r);
        for solution in &solutions {
            let d = solution.get(0, n);
            common = common.checked_mul(&d.exact_div(&d.direct_gcd(&common)?)?)?;
        }
        let factors = solutions.iter().map(|s| common.exact_div(s.get(0, n))).collect::<Result<Vec<_>>>()?;
        Ok((Self::from_fn(r, n, right.columns, |i, j| solutions[j].get(0, i) * &factors[j])?, common))
    }
}

/// f modulo x^n.
fn low<R: Convolve>(f: &Poly<R>, n: usize) -> Poly<R> {
    Poly::from_coeffs(f.ring(), f.ring().owned(f.coeffs().low(n)))
}
