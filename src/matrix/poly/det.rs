//! Determinants: by evaluation and interpolation, over the ring or after a lift to Z (`lift.rs`), by fraction-free elimination,
//! by triangular blocks (`triangular.rs`), or without any division.
//!
//! At points: the entries' values at 1, q, q², … or at roots of unity, a scalar determinant at each point, and interpolation
//! (Bostan, Schost 2005, §5, for the points). It needs more units q^i − 1 than the determinant's degree, so a field of at least
//! that size.
//!
//! Fraction-free elimination: Bareiss 1968, "Sylvester's identity and multistep integer-preserving Gaussian elimination", Math.
//! Comp. 22; every quotient is exact, as it is a minor. It fails if, modulo a composite n, the leading coefficient of a pivot is
//! no unit.
//!
//! Without division: Berkowitz 1984, "On computing the determinant in small parallel time using a small number of processors",
//! Inf. Proc. Lett. 18: products of Toeplitz matrices, n⁴/4 products over any commutative ring.

use super::{PolyMatrix, triangular::triangles_ns};
use crate::{
    Error, Result,
    arith::Modulus,
    choice::{self, Candidate},
    engine::Context,
    poly::{Dft, DftAlgorithm, Geometric, Poly, best_block},
    ring::{AnyRing, Coeffs, Convolve, Direct, ProductShape, Size, View},
    transform::ntt::Wrap,
};

polymod_core::algorithms! {
    /// An algorithm for determinants of matrices of polynomials.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, matrix::DetAlgorithm};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::from_i64(&f, &[1, i as i64, j as i64]))?;
    /// for algorithm in DetAlgorithm::ALL {
    ///     assert_eq!(a.det_by(algorithm)?, a.det()?);
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    DetAlgorithm in "polymod::matrix", "determinants over this ring" {
        /// Evaluation at points, and interpolation.
        Points = "points",
        /// Lift of the coefficients to integers, and evaluation at points modulo several primes.
        Lifting = "lifting",
        /// Fraction-free elimination: exact divisions by minors.
        Elimination = "elimination",
        /// Bases of kernels that make the matrix triangular, block by block.
        Triangular = "triangular",
        /// Characteristic polynomials of the leading parts, without divisions.
        DivisionFree = "division-free",
    }
}

/// Determinants that take less time than this are not predicted for triangular blocks, whose blocks' costs take as long to predict.
pub(super) const PREDICTION_NS: f64 = 1e6;

/// The points of an evaluation.
pub(super) enum Places<R: Convolve> {
    Roots(Box<Dft<R>>),
    Powers(Box<Geometric<R>>),
}

impl<R: Convolve> Places<R> {
    /// The values of polynomials, a vector each.
    pub(super) fn values(&self, polys: &[Poly<R>]) -> Result<Vec<Coeffs<R>>> {
        match self {
            Places::Roots(dft) => polys.iter().map(|e| dft.forward(e.coeffs())).collect(),
            Places::Powers(points) => points.eval_all(polys),
        }
    }

    /// The polynomial with these values.
    pub(super) fn interpolate(&self, r: &R, values: View<'_, R>) -> Result<Poly<R>> {
        match self {
            Places::Roots(dft) => Ok(Poly::from_coeffs(r, dft.inverse(values)?)),
            Places::Powers(points) => points.interpolate(values),
        }
    }
}

impl<R: Convolve + Direct> PolyMatrix<R> {
    /// The determinant, 1 for the matrix without rows, by the algorithm predicted fastest, or by another if that one does not
    /// apply.
    ///
    /// ```
    /// use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let x = Poly::from_i64(&f, &[0, 1]);
    /// let one = Poly::one(&f);
    /// let a = PolyMatrix::new(&f, 2, 2, vec![x.clone(), one.clone(), one, x])?;
    /// assert_eq!(a.det()?, Poly::from_i64(&f, &[-1, 0, 1]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn det(&self) -> Result<Poly<R>> {
        self.direct_det()
    }
}

impl<R: Convolve> PolyMatrix<R> {
    /// [`det`](PolyMatrix::det) by operations of any ring.
    pub(crate) fn direct_det(&self) -> Result<Poly<R>> {
        self.check_square("a determinant")?;
        let (chosen, demanded) = self.ring.engine().enter(|cx| {
            let candidates = self.det_candidates(cx);
            let demanded = cx.demand(None, &candidates, || self.det_task())?;
            // elimination always applies
            let chosen = demanded.or_else(|| choice::fastest(&candidates, u64::MAX)).unwrap_or(candidates[0]);
            cx.take(&chosen, &candidates, || self.det_task())?;
            Ok((chosen.algorithm, demanded.is_some()))
        })?;
        if demanded {
            return self.det_by(chosen);
        }
        // over composite n a non-unit may be found only in the course of the computation
        let by = |algorithm| match self.det_by(algorithm) {
            Err(Error::NotInvertible { .. } | Error::RepeatedPoint { .. } | Error::Algorithm { .. }) => None,
            result => Some(result),
        };
        let order = [chosen, DetAlgorithm::Lifting, DetAlgorithm::Elimination];
        order.into_iter().find_map(by).unwrap_or_else(|| self.det_by(DetAlgorithm::DivisionFree))
    }

    /// The determinant by the given algorithm.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, matrix::DetAlgorithm};
    /// let f = Zn::new(6)?;
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::from_i64(&f, &[2 * i as i64, 3 * j as i64]))?; // 0, 3x; 2, 2 + 3x
    /// assert!(a.det_by(DetAlgorithm::DivisionFree)?.is_empty()); // −6x
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`det`](PolyMatrix::det); [`Error::Algorithm`] where the ring has too few points; [`Error::NotInvertible`] with the
    /// factor of a composite n that was found.
    pub fn det_by(&self, algorithm: DetAlgorithm) -> Result<Poly<R>> {
        self.check_square("a determinant")?;
        match algorithm {
            DetAlgorithm::Points => self.det_at_points(),
            DetAlgorithm::Lifting => self.det_by_lifting(),
            DetAlgorithm::Elimination => self.det_by_elimination(),
            DetAlgorithm::Triangular => self.det_by_triangles(Self::direct_det),
            DetAlgorithm::DivisionFree => self.det_without_division(),
        }
    }

    /// A bound on the degree of a square matrix's determinant: the sum of the rows' degrees, or of the columns'. None for a zero
    /// row or column.
    pub(crate) fn det_degree(&self) -> Option<usize> {
        let degree = |i: usize, j: usize| self.get(i, j).degree();
        let sum = |f: &dyn Fn(usize, usize) -> Option<usize>| {
            (0..self.rows).map(|i| (0..self.rows).filter_map(|j| f(i, j)).max()).sum::<Option<usize>>()
        };
        Some(sum(&|i, j| degree(i, j))?.min(sum(&|i, j| degree(j, i))?))
    }

    pub(super) fn det_at_points(&self) -> Result<Poly<R>> {
        let Some(degree) = self.det_degree() else { return Ok(Poly::zero(&self.ring)) };
        if self.rows == 0 {
            return Ok(Poly::one(&self.ring));
        }
        let r = &self.ring;
        let places = self.places(degree + 1)?;
        let values = places.values(&self.entries)?;
        let views: Vec<View<'_, R>> = values.iter().map(Coeffs::view).collect();
        let determinants = r.engine().enter(|cx| cx.inside(|cx| r.determinants(self.rows, &views, cx)))?;
        places.interpolate(r, determinants.view())
    }

    /// Whether [`places`](Self::places) finds this number of points.
    pub(super) fn has_points(&self, count: usize) -> bool {
        let (r, len) = (&self.ring, count.next_power_of_two());
        if r.word_modulus().is_some_and(|n| n.n() <= count as u64) {
            return false;
        }
        let transforms = r.engine().enter(|cx| !r.own_dfts(len, cx).is_empty());
        (transforms && r.root_of_unity(len as u64).is_ok()) || ratio(r, count).is_some()
    }

    /// At least `count` points: roots of unity if the ring has its own transform, otherwise powers of a small element.
    pub(super) fn places(&self, count: usize) -> Result<Places<R>> {
        let r = &self.ring;
        if r.size(r.collect(&[r.one()]).view()).bits == 0 {
            let roots = Dft::new(r, count.next_power_of_two(), Wrap::Cyclic).ok();
            if let Some(dft) = roots.filter(|dft| matches!(dft.algorithm(), DftAlgorithm::Own(_))) {
                return Ok(Places::Roots(Box::new(dft)));
            }
            if let Some(ratio) = ratio(r, count) {
                return Ok(Places::Powers(Box::new(Geometric::new(r, &r.one(), &ratio, count)?)));
            }
        }
        Err(self.no_algorithm(DetAlgorithm::Points))
    }

    /// Elimination by minors: entry (i, j) of step k is the minor of the first k rows and row i, and the first k columns and
    /// column j.
    fn det_by_elimination(&self) -> Result<Poly<R>> {
        let (n, r) = (self.rows, &self.ring);
        let mut m = self.entries.clone();
        let (mut last, mut negative) = (Poly::one(r), false);
        for k in 0..n {
            let shortest = (k..n).filter(|&i| !m[i * n + k].is_empty()).min_by_key(|&i| m[i * n + k].len());
            let Some(i) = shortest else { return Ok(Poly::zero(r)) };
            if i != k {
                (k..n).for_each(|j| m.swap(i * n + j, k * n + j));
                negative = !negative;
            }
            for i in k + 1..n {
                for j in k + 1..n {
                    let minor = &(&m[k * n + k] * &m[i * n + j]) - &(&m[i * n + k] * &m[k * n + j]);
                    m[i * n + j] = if k == 0 { minor } else { minor.exact_div(&last)? };
                }
            }
            last = m[k * n + k].clone();
        }
        Ok(if negative { -last } else { last })
    }

    /// By the constant coefficient of det(y·I − A), computed from the characteristic polynomials of the leading parts of A.
    fn det_without_division(&self) -> Result<Poly<R>> {
        let (n, r) = (self.rows, &self.ring);
        let mut charpoly = vec![Poly::one(r)];
        for k in 0..n {
            // column of the Toeplitz matrix: 1, −a, −R·C, −R·M·C, …
            let (block, row) = (self.part(0..k, 0..k), self.part(k..k + 1, 0..k));
            let mut column = self.part(0..k, k..k + 1);
            let mut toeplitz = vec![Poly::one(r), -self.get(k, k)];
            for power in 0..k {
                toeplitz.push(-row.checked_mul(&column)?.get(0, 0));
                if power + 1 < k {
                    column = block.checked_mul(&column)?;
                }
            }
            let next = |i: usize| {
                let terms = (0..=i.min(k)).map(|j| toeplitz[i - j].checked_mul(&charpoly[j]));
                terms.sum_polys(r)
            };
            charpoly = (0..=k + 1).map(next).collect::<Result<_>>()?;
        }
        let last = charpoly.swap_remove(n);
        Ok(if n % 2 == 1 { -last } else { last })
    }

    /// The algorithms that apply, with predicted nanoseconds on one thread.
    pub(super) fn det_candidates(&self, cx: Context<'_>) -> Vec<Candidate<DetAlgorithm>> {
        let (n, r) = (self.rows, &self.ring);
        let grown = |s: Size, k: usize| Size { len: s.len.saturating_sub(1) * k + 1, bits: s.bits * k as u32 };
        let size = self.grid().size(r);
        let product = |a: Size, b: Size| {
            let window = 0..a.len + b.len - 1;
            r.choose_product(&ProductShape { a, b, square: false, window }, cx).predicted_ns
        };
        // per remaining entry: two products and an exact division by a minor, which costs a product and an inverse
        let step = |k: usize| {
            let minor = grown(size, k + 1);
            let division = if k == 0 { 0.0 } else { 3.0 * product(grown(size, k), grown(size, k + 2)) };
            ((n - k - 1) * (n - k - 1)) as f64 * (2.0 * product(minor, minor) + division)
        };
        let mut all = vec![(DetAlgorithm::Elimination, (0..n).map(step).sum())];
        if size.bits == 0 && n > 1 {
            let points = self.det_degree().unwrap_or(0) + 1;
            if self.has_points(points) {
                all.push((DetAlgorithm::Points, points_ns(r, [n, size.len, points], cx)));
            }
            if let Some(lift) = self.lift(cx) {
                let p = lift.primes.first().and_then(|&p| Modulus::new(p).ok());
                let each = p.map(|p| points_ns(&AnyRing::of_prime(r.engine(), p), [n, size.len, points], cx));
                let join = (lift.primes.len() * points) as f64 * cx.engine().costs().word_mul;
                let ns = each.map(|each| lift.primes.len() as f64 * (each + join));
                all.extend(ns.map(|ns| (DetAlgorithm::Lifting, ns)));
            }
        }
        let fastest = all.iter().map(|(_, ns)| *ns).fold(f64::INFINITY, f64::min);
        if size.bits == 0 && n > 1 && fastest > PREDICTION_NS {
            all.push((DetAlgorithm::Triangular, triangles_ns(r, [n, size.len.max(1)], cx)));
        }
        all.push((
            DetAlgorithm::DivisionFree,
            (0..n).map(|k| (k * k * k) as f64 * product(size, grown(size, k + 1))).sum(),
        ));
        all.into_iter().map(|(algorithm, ns)| Candidate::new(algorithm, ns, 0)).collect()
    }

    fn det_task(&self) -> String {
        let (n, degree) = (self.rows, self.degree().unwrap_or(0));
        format!("determinant over {}[x], {n} by {n}, degree {degree}", self.ring.name())
    }
}

/// Predicted nanoseconds of a determinant of n rows with entries of `len` coefficients at this number of points.
pub(super) fn points_ns<R: Convolve>(r: &R, [n, len, points]: [usize; 3], cx: Context<'_>) -> f64 {
    values_ns(r, [n * n, 1], [len, points], cx) + points as f64 * r.determinant_ns(n, cx)
}

/// Predicted nanoseconds of the values of a number of polynomials of `len` coefficients at this number of points, and of the interpolation
/// of another number of polynomials.
pub(super) fn values_ns<R: Convolve>(
    r: &R,
    [there, back]: [usize; 2],
    [len, points]: [usize; 2],
    cx: Context<'_>,
) -> f64 {
    let dfts = r.own_dfts(points.next_power_of_two(), cx);
    let dft = dfts.iter().map(|dft| dft.predicted_ns).fold(f64::INFINITY, f64::min);
    let powers = Size { len: points, bits: 0 };
    let product = ProductShape { a: powers, b: powers, square: false, window: 0..2 * points - 1 };
    // interpolation is an inverse transform, or a middle product and a low one
    let chirp = best_block(r, len.max(1), points, cx).1;
    let interpolation = 4.0 * r.choose_product(&product, cx).predicted_ns;
    let ways = [(there + back) as f64 * dft, there as f64 * chirp + back as f64 * interpolation];
    ways[0].min(ways[1])
}

/// Sums of fallible polynomials.
trait SumPolys<R: Convolve>: Iterator<Item = Result<Poly<R>>> + Sized {
    fn sum_polys(mut self, r: &R) -> Result<Poly<R>> {
        self.try_fold(Poly::zero(r), |sum, term| sum.checked_add(&term?))
    }
}
impl<R: Convolve, I: Iterator<Item = Result<Poly<R>>>> SumPolys<R> for I {}

/// A small integer whose powers with exponents from 1 to `count` − 1 differ from 1, if one of the first primes is such.
fn ratio<R: Convolve>(r: &R, count: usize) -> Option<R::Elem> {
    const PRIMES: [i64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    let one = r.one();
    let long = |q: &R::Elem| {
        let mut power = q.clone();
        (1..count).all(|_| {
            let other = power != one;
            power = r.mul(&power, q);
            other
        })
    };
    PRIMES.iter().map(|&q| r.elem(q)).find(|q| r.inv(q).is_ok() && long(q))
}
