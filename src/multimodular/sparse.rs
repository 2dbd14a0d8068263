//! Determinants, ranks, solutions and minimal polynomials of sparse matrices over Z: those of the dense methods, with images by products alone.
//!
//! The bounds are Hadamard's, from the nonzero entries of rows and columns. Images are those of
//! [`SparseMatrix`](crate::matrix::SparseMatrix), by block Wiedemann's algorithm.

use super::{
    Algorithm, Options, Outcome, Solution,
    driver::{self, Bounded, IMAGE_NS, Job},
    lifting,
    matrix::elimination_ns,
    minpoly::Minimal,
    operand::{Operand, is_regular},
    primes::Primes,
    systems::Cramer,
    work::{Kind, Work, numbers},
};
use crate::{
    Error, Result,
    choice::{self, Candidate},
    crt::PrimeFamily,
    engine::Context,
    matrix::{Computation, Matrix, SparseMatrix, WIEDEMANN, predicted_ns},
    poly::Poly,
    ranks::Images,
    ring::{AnyRing, Coeffs, Integers, Ring, View},
};
use rug::Integer;
use std::iter;

/// Trials of a rank modulo the primes here, for matrices of any size that fits in memory.
const RANK_TRIALS: usize = 2;
/// Number of primes modulo which a matrix is singular before it is taken to be.
const SINGULAR: usize = 2;

/// Σ log2 of ‖row‖₂, at least 0 for each row, of A beside other rows of integers.
fn log2_rows(a: &SparseMatrix<Integers>, beside: Option<&Matrix<Integers>>) -> f64 {
    let norm = |i: usize| Integers::log2_norm_of(std::iter::once(a.row(i)).chain(beside.map(|b| b.row(i))));
    (0..a.shape().0).map(|i| norm(i).max(0.0)).sum()
}

/// Hadamard's bound on log2 of all minors.
fn log2_minors(a: &SparseMatrix<Integers>) -> f64 {
    log2_rows(a, None).min(log2_rows(&a.transposed(), None))
}

/// Whether to compute by products alone: where that is demanded, or predicted to be faster than the dense methods modulo as many primes, or for one
/// right side by lifting. The monitor is told if so.
fn by_products(
    a: &SparseMatrix<Integers>,
    name: &str,
    (what, right): (Computation, Option<&Matrix<Integers>>),
    bound: f64,
    options: &Options,
) -> Result<bool> {
    let demanded = match options.algorithm {
        Some(Algorithm::Wiedemann) => Some(WIEDEMANN),
        Some(_) => return Ok(false),
        None => None,
    };
    let ((rows, cols), count) = (a.shape(), a.nonzeros());
    a.ring().engine().enter(|cx| {
        let (n, each) = (rows.min(cols), f64::from(PrimeFamily::of(cx.engine().target())[0].bits));
        let field = AnyRing::of_prime(cx.engine(), Primes::new(cx.engine(), options.effort)?.next(1)?[0]);
        let most = (bound / each).ceil() + 1.0;
        let primes = if matches!(what, Computation::Rank(_)) { 1.0 } else { most };
        let threads = options.speed(cx);
        // the integers of the answer are joined whatever the images come from
        let join = a.ring().reconstruction_ns(primes as usize, answer(what, rows).1, cx.threads());
        let image_ns = (IMAGE_NS + predicted_ns(&field, [rows, cols, count], what, cx)) / threads;
        let sparse = primes * image_ns + join;
        let (sides, factor) = match what {
            Computation::Solution(sides) => (sides, 1.0 + 3.0 * sides as f64 / n.max(1) as f64),
            Computation::Minpoly => (0, 5.0),
            _ => (1, 1.0),
        };
        let shape = rows as f64 * cols as f64 / (n.max(1) as f64).powi(2);
        let mut dense = primes * (IMAGE_NS + factor * shape * elimination_ns(n, cx)) / threads + join;
        if matches!(what, Computation::Determinant | Computation::Solution(1..)) {
            let parts = (f64::from(a.ring().size(a.entries()).bits) / each).ceil() + 2.0;
            dense = dense.min(lifting::predicted_ns(n, sides, parts, 2.0 * primes, cx));
        }
        let entries = rows as f64 * cols as f64;
        let candidates = [
            Candidate::new(WIEDEMANN, sparse, (512.0 * threads * (rows + cols) as f64) as u64),
            Candidate::new(Algorithm::Crt.name(), dense, (8.0 * entries * (threads + 1.0)) as u64),
        ];
        let task = || a.task(name);
        let chosen = cx.choose(demanded, &candidates, cx.engine().memory(), task)?;
        if chosen.algorithm == WIEDEMANN {
            if let Some(team) = &options.team {
                team.expect(&forecast(a, (what, right), most, image_ns * threads, cx))?;
            }
            cx.begun(|| choice::decision(task(), &chosen, &candidates, cx))?;
        }
        Ok(chosen.algorithm == WIEDEMANN)
    })
}

/// The kind of images, and the number of integers of the answer, of a matrix of n rows.
fn answer(what: Computation, n: usize) -> (Kind, usize) {
    match what {
        Computation::Determinant => (Kind::SparseDeterminant, 1),
        Computation::Rank(_) => (Kind::SparseRank, 1),
        Computation::Minpoly => (Kind::SparseMinimal, n + 2),
        Computation::Solution(sides) => (Kind::SparseCramer, n * sides + 1),
    }
}

/// What images by products are predicted to take, of this many nanoseconds each.
fn forecast(
    a: &SparseMatrix<Integers>,
    (what, right): (Computation, Option<&Matrix<Integers>>),
    primes: f64,
    image_ns: f64,
    cx: Context<'_>,
) -> Images {
    let ((n, _), z) = (a.shape(), a.ring());
    let (kind, words) = answer(what, n);
    let operands: Vec<View<'_, Integers>> = iter::once(a.entries()).chain(right.map(Matrix::entries)).collect();
    driver::images(z, (&Work::new(kind, &numbers(a, 0)), &operands), primes as usize, (image_ns, words), cx)
}

/// The options of a dense method, which has no algorithm of products.
fn dense_options(options: &Options) -> Options {
    let algorithm = options.algorithm.filter(|algorithm| *algorithm != Algorithm::Wiedemann);
    Options { algorithm, ..options.clone() }
}

/// The determinant of a square sparse matrix; 1 for the matrix without rows.
///
/// ```
/// use polymod::{Integers, matrix::SparseMatrix, multimodular::{self, Algorithm, Options}};
/// let z = Integers::new();
/// let triples = [(0, 0, 2), (0, 2, 5), (1, 1, 7), (2, 0, 1), (2, 2, 4)].map(|(i, j, x)| (i, j, x.into()));
/// let a = SparseMatrix::from_triples(&z, 3, 3, triples)?;
/// let options = Options { algorithm: Some(Algorithm::Wiedemann), ..Options::default() };
/// assert_eq!(multimodular::sparse_det(&a, &options)?.value, 21);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotSquare`]; [`Error::Algorithm`]; [`Error::Checkpoint`]; [`Error::Cancelled`].
pub fn sparse_det(a: &SparseMatrix<Integers>, options: &Options) -> Result<Outcome<Integer>> {
    let n = a.square("a determinant")?;
    if n == 0 {
        return Ok(Outcome::direct(Integer::from(1)));
    }
    let bound = log2_minors(a);
    if !by_products(a, "determinant", (Computation::Determinant, None), bound, options)? {
        return super::det(&a.to_dense()?, &dense_options(options));
    }
    if a.has_gaps() {
        return Ok(Outcome::direct(Integer::new()));
    }
    options.begin("sparse-det", &[a.entries()], &numbers(a, 0))?;
    let job = Bounded {
        task: Box::new(move || format!("determinant over z, {n} by {n}")),
        operands: vec![a.entries()],
        count: 1,
        bound: bound + 1e-6,
        products: a.products(0),
        work: a.determinant(),
    };
    let found = a.ring().engine().enter(|cx| driver::run(a.ring(), &job, options, cx.told()))?;
    Ok(found.map(|det| a.ring().get(det.view(), 0)))
}

/// The rank of a sparse matrix. Proved to be no less; images by products are too low with a probability below 2^−60 each, and only where all of
/// those are that prove it by their number, the rank is.
///
/// ```
/// use polymod::{Integers, matrix::SparseMatrix, multimodular::{self, Algorithm, Options}};
/// let z = Integers::new();
/// let a = SparseMatrix::from_triples(&z, 2, 3, [(0, 2, 6), (1, 2, 9)].map(|(i, j, x)| (i, j, x.into())))?;
/// let options = Options { algorithm: Some(Algorithm::Wiedemann), ..Options::default() };
/// assert_eq!(multimodular::sparse_rank(&a, &options)?.value, 1);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Algorithm`]; [`Error::Checkpoint`]; [`Error::Cancelled`].
pub fn sparse_rank(a: &SparseMatrix<Integers>, options: &Options) -> Result<Outcome<usize>> {
    let bound = log2_minors(a);
    if !by_products(a, "rank", (Computation::Rank(RANK_TRIALS), None), bound, options)? {
        return super::rank(&a.without_gaps().to_dense()?, &dense_options(options));
    }
    options.begin("sparse-rank", &[a.entries()], &numbers(a, 0))?;
    let (rows, cols) = a.without_gaps().shape();
    let job = Rank { a, most: rows.min(cols), bound };
    a.ring().engine().enter(|cx| driver::run(a.ring(), &job, options, cx.told()))
}

/// The job for the rank: unlucky primes give a lower one.
struct Rank<'a> {
    a: &'a SparseMatrix<Integers>,
    /// The largest rank of a matrix with entries in these places.
    most: usize,
    bound: f64,
}

impl Job for Rank<'_> {
    type Answer = usize;

    fn task(&self) -> String {
        self.a.task("rank")
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        vec![self.a.entries()]
    }

    fn work(&self) -> Work {
        Work::new(Kind::SparseRank, &numbers(self.a, self.most))
    }

    fn products(&self) -> f64 {
        2.0 * self.a.products(0)
    }

    fn residues(&self, rank: &[u64]) -> Option<usize> {
        matches!(rank, &[lacking] if lacking <= self.most as u64).then_some(0)
    }

    fn image_words(&self) -> usize {
        1
    }

    fn bound(&self) -> Option<f64> {
        Some(self.bound)
    }

    fn accept(&self, rank: &[u64], _: Coeffs<Integers>, known: bool) -> Result<Option<usize>> {
        Ok((known || rank == [0]).then(|| self.most - rank[0] as usize))
    }
}

/// X and d > 0 with A·X = d·B for a sparse A, as [`solve`](super::solve) gives them.
///
/// ```
/// use polymod::{Integers, Matrix, matrix::SparseMatrix, multimodular::{self, Algorithm, Options}};
/// let z = Integers::new();
/// let a = SparseMatrix::from_triples(&z, 2, 2, [(0, 1, 3), (1, 0, 2)].map(|(i, j, x)| (i, j, x.into())))?;
/// let options = Options { algorithm: Some(Algorithm::Wiedemann), ..Options::default() };
/// let (x, d) = multimodular::sparse_solve(&a, &Matrix::from_i64(&z, &[&[1], &[1]])?, &options)?.value;
/// assert!(x == Matrix::from_i64(&z, &[&[3], &[2]])? && d == 6);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of `solve`.
pub fn sparse_solve(
    a: &SparseMatrix<Integers>,
    right: &Matrix<Integers>,
    options: &Options,
) -> Result<Outcome<Solution>> {
    let (rows, cols) = a.shape();
    if rows != right.rows() {
        let (left, right, expected) = (a.shape(), right.shape(), "as many rows of both");
        return Err(Error::Shapes { operation: "a system of equations", left, right, expected });
    }
    let (z, bound) = (a.ring(), log2_rows(a, Some(right)));
    let what = Computation::Solution(right.cols());
    let sparse = by_products(a, "system of equations", (what, Some(right)), bound, options)?;
    if !sparse || rows != cols || rows == 0 || a.has_gaps() || !is_regular(a, SINGULAR)? {
        return super::solve(&a.to_dense()?, right, &dense_options(options));
    }
    options.begin("sparse-solve", &[a.entries(), right.entries()], &numbers(a, right.cols()))?;
    let job = Cramer { a, right, bound };
    z.engine().enter(|cx| driver::run(z, &job, options, cx.told()))
}

/// The minimal polynomial of a square sparse matrix, in Z\[x\]. It is proved by a bound where its degree is the number of rows, and otherwise checked
/// on a random vector, which a wrong one passes with a probability below 2^−60.
///
/// ```
/// use polymod::{Integers, matrix::SparseMatrix, multimodular::{self, Algorithm, Options}};
/// let z = Integers::new();
/// let a = SparseMatrix::from_triples(&z, 3, 3, [(0, 0, 3), (1, 1, 3), (2, 2, -1)].map(|(i, j, x)| (i, j, x.into())))?;
/// let options = Options { algorithm: Some(Algorithm::Wiedemann), ..Options::default() };
/// assert_eq!(multimodular::sparse_minpoly(&a, &options)?.value.to_string(), "x^2 - 2*x - 3");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotSquare`]; [`Error::Algorithm`]; [`Error::Checkpoint`]; [`Error::Cancelled`].
pub fn sparse_minpoly(a: &SparseMatrix<Integers>, options: &Options) -> Result<Outcome<Poly<Integers>>> {
    let n = a.square("a minimal polynomial")?;
    if n == 0 {
        return Ok(Outcome::direct(Poly::one(a.ring())));
    }
    // eigenvalues are at most the largest sum of the magnitudes of a row
    let sum = |i: usize| a.row(i).len() as f64;
    let entry = f64::from(a.ring().size(a.entries()).bits);
    let longest = (0..n).map(sum).fold(1.0, f64::max).log2();
    let bound = n as f64 * (entry + longest + 1.0);
    if !by_products(a, "minimal polynomial", (Computation::Minpoly, None), bound, options)? {
        return super::minpoly(&a.to_dense()?, &dense_options(options));
    }
    options.begin("sparse-minpoly", &[a.entries()], &numbers(a, 0))?;
    let job = Minimal { a, bound };
    a.ring().engine().enter(|cx| driver::run(a.ring(), &job, options, cx.told()))
}

/// Over Z, by images modulo primes.
impl SparseMatrix<Integers> {
    /// The determinant; 1 for the matrix without rows. Proved by Hadamard's bound; [`multimodular::sparse_det`](sparse_det) takes options.
    ///
    /// ```
    /// use polymod::{Integers, matrix::SparseMatrix};
    /// let a = SparseMatrix::from_triples(&Integers::new(), 2, 2, [(0, 1, 3.into()), (1, 0, 5.into())])?;
    /// assert_eq!(a.det()?, -15);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `sparse_det`.
    pub fn det(&self) -> Result<Integer> {
        Ok(sparse_det(self, &Options::default())?.value)
    }

    /// The rank; [`multimodular::sparse_rank`](sparse_rank) takes options.
    ///
    /// ```
    /// use polymod::{Integers, matrix::SparseMatrix};
    /// let a = SparseMatrix::from_triples(&Integers::new(), 2, 2, [(0, 1, 3.into()), (1, 1, 5.into())])?;
    /// assert_eq!(a.rank()?, 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `sparse_rank`.
    pub fn rank(&self) -> Result<usize> {
        Ok(sparse_rank(self, &Options::default())?.value)
    }

    /// X and d > 0 in lowest terms with self·X = d·right; [`multimodular::sparse_solve`](sparse_solve) takes options.
    ///
    /// ```
    /// use polymod::{Integers, Matrix, matrix::SparseMatrix};
    /// let z = Integers::new();
    /// let a = SparseMatrix::from_triples(&z, 1, 1, [(0, 0, 4.into())])?;
    /// let (x, d) = a.solve(&Matrix::from_i64(&z, &[&[6]])?)?;
    /// assert!(x == Matrix::from_i64(&z, &[&[3]])? && d == 2);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `sparse_solve`.
    pub fn solve(&self, right: &Matrix<Integers>) -> Result<Solution> {
        Ok(sparse_solve(self, right, &Options::default())?.value)
    }

    /// The minimal polynomial; [`multimodular::sparse_minpoly`](sparse_minpoly) takes options.
    ///
    /// ```
    /// use polymod::{Integers, matrix::SparseMatrix};
    /// let a = SparseMatrix::from_triples(&Integers::new(), 2, 2, [(0, 0, 3.into()), (1, 1, 3.into())])?;
    /// assert_eq!(a.minpoly()?.to_string(), "x - 3");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `sparse_minpoly`.
    pub fn minpoly(&self) -> Result<Poly<Integers>> {
        Ok(sparse_minpoly(self, &Options::default())?.value)
    }
}
