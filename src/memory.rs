//! Bounds on the working memory of computations, in addition to operands and results, so that a limit is obeyed or a computation refused
//! before it begins.
//!
//! Products obey the engine's limit by themselves; computations of many products hold their results too. The factors were
//! measured by `scripts/memory.py`: the peak of the process's memory over the bytes of operands and results, on one
//! thread and on two.

use crate::{
    bits::bit_len,
    matrix::Matrix,
    poly::Poly,
    ring::{Convolve, Ring, Size},
    tested,
};

tested! {
    /// Bytes that computations hold for each additional thread.
    const THREAD: f64 = (5 << 19) as f64;
}
/// Bytes of tables that do not depend on the operands, where these are long.
const TABLES: f64 = (5 << 18) as f64;

/// Sizes that the bounds depend on: of the ring, of operands and of a result.
///
/// ```
/// use polymod::{Poly, Zn, memory::{Sizes, Task}};
/// let f = Zn::new(97)?;
/// let a = Poly::from_i64(&f, &[1; 100_000]);
/// let held = 2 * a.coeffs().bytes_for(1e5) as u64; // a dividend and a divisor
/// let bytes = Sizes::new(&f, held, 0.0).working(&Task::Division);
/// assert!((1e6..1e8).contains(&bytes));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sizes {
    /// Whether coefficients grow, as over Z.
    pub grows: bool,
    /// Bytes of the operands.
    pub held: f64,
    /// Bytes of operands and result.
    pub all: f64,
    /// Bytes of the result, where it is longer than the operands.
    pub result: f64,
    /// Number of residue words modulo primes for each word of the ring in a product.
    pub primes: f64,
    /// Number of threads but the first.
    pub more: f64,
}

/// Rows, columns and bits of the largest entry of a matrix; 0 bits where entries are bounded.
///
/// ```
/// # use polymod::{Integers, Matrix, memory::Entries};
/// let a = Matrix::from_i64(&Integers::new(), &[&[1, 2, 3], &[4, 5, -6]])?;
/// assert_eq!(Entries::of(&a), Entries { rows: 2, cols: 3, bits: 3 });
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entries {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// Bits of the largest entry.
    pub bits: u32,
}

/// A computation, with the sizes that its working memory depends on besides those of [`Sizes`].
///
/// ```
/// # use polymod::{Integers, Poly, memory::{Sizes, Task}, ring::Ring};
/// let z = Integers::new();
/// let a = Poly::from_i64(&z, &[3; 1000]);
/// let size = z.size(a.coeffs());
/// let sizes = Sizes::new(&z, 16_000, 0.0);
/// assert!(sizes.working(&Task::Gcd(size, size)) < sizes.working(&Task::Xgcd(size, size)));
/// ```
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the variants have the names of computations")]
pub enum Task {
    /// A power, except for its last product.
    Power,
    Division,
    PseudoDivision(Size, Size),
    PowerModulo,
    Gcd(Size, Size),
    Xgcd(Size, Size),
    /// An inverse or a fraction modulo a polynomial.
    InverseModulo,
    Resultant,
    Discriminant,
    Subresultants,
    /// The minimal polynomial of a sequence.
    Recurrence,
    /// A term of a recurrence of this order plus 1.
    RecurrenceTerm(usize),
    Composition,
    /// Of a polynomial of this length.
    TaylorShift(usize),
    /// For the longest operand, modulo a polynomial of this number of bytes.
    CompositionModulo(usize, f64),
    /// Values at this number of points.
    Values(usize),
    /// At this number of points, of values of this number of bits.
    Interpolation(usize, u32),
    /// Values at points in geometric progression, or interpolation there.
    Progression,
    InverseSeries,
    Series,
    /// The composition of power series, or a reversion, to this number of terms.
    SeriesComposition(usize),
    /// Irreducible factors, or roots.
    Factors(Size),
    Squarefree(Size),
    Irreducible(Size),
    MatrixProduct,
    MatrixPower,
    Determinant,
    Rank,
    /// A system of equations with this number of right sides.
    Solution(Entries, usize),
    MatrixInverse(Entries),
    Nullspace(Entries),
    Charpoly(Entries),
    /// The minimal polynomial of a matrix.
    Minpoly,
    /// Determinant or rank of a matrix of polynomials.
    PolyDeterminant,
    ApproximantBasis,
    /// The basis of a kernel, or a normal form, of a matrix of polynomials with this number of rows.
    Form(usize),
}

impl Sizes {
    /// The sizes for operands of `held` bytes and a result of `result` bytes, which may be 0 where it is no longer than the operands.
    ///
    /// ```
    /// # use polymod::{Integers, memory::Sizes};
    /// let sizes = Sizes::new(&Integers::new(), 1000, 0.0);
    /// assert!(sizes.grows && sizes.all == 2000.0);
    /// ```
    #[must_use]
    pub fn new<R: Convolve>(r: &R, held: u64, result: f64) -> Self {
        let (held, more) = (held as f64, r.engine().threads().saturating_sub(1) as f64);
        let grows = r.size(r.collect(&[r.one()]).view()).bits > 0;
        Sizes { grows, held, all: held + result.max(held), result, primes: primes(r), more }
    }

    /// Bytes that the additional threads hold during a computation with this working memory; short ones have none.
    ///
    /// ```
    /// # use polymod::{Engine, Zn, memory::Sizes};
    /// let f = Zn::on(&Engine::builder().threads(1).build(), 97)?;
    /// assert_eq!(Sizes::new(&f, 1000, 0.0).threads(1e6), 0.0);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn threads(&self, working: f64) -> f64 {
        if working > self.held.max(TABLES) { self.more * THREAD } else { 0.0 }
    }

    /// Bytes of tables; short operands need none.
    fn tables(&self) -> f64 {
        TABLES.min(64.0 * self.all)
    }

    /// Bytes of working memory of a computation, in addition to operands and result.
    ///
    /// ```
    /// # use polymod::{Zn, memory::{Sizes, Task}};
    /// let sizes = Sizes::new(&Zn::new(97)?, 1_000_000, 0.0);
    /// assert!(sizes.working(&Task::Values(1000)) > sizes.working(&Task::Division));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn working(&self, task: &Task) -> f64 {
        match task {
            Task::Division
            | Task::PseudoDivision(..)
            | Task::PowerModulo
            | Task::Gcd(..)
            | Task::Xgcd(..)
            | Task::InverseModulo
            | Task::Resultant
            | Task::Discriminant
            | Task::Subresultants
            | Task::Recurrence => self.euclid(task),
            Task::MatrixProduct
            | Task::MatrixPower
            | Task::Determinant
            | Task::Rank
            | Task::Solution(..)
            | Task::MatrixInverse(_)
            | Task::Nullspace(_)
            | Task::Charpoly(_)
            | Task::Minpoly => self.elimination(task),
            Task::Power => (if self.grows { 0.5 } else { 0.2 }) * self.all,
            Task::PolyDeterminant => self.tables() + 40.0 * self.held,
            Task::ApproximantBasis => self.tables() + (12.0 + 2.0 * self.more) * self.all,
            Task::Form(rows) => self.tables() + 14.0 * *rows as f64 * self.held,
            _ => self.values(task),
        }
    }

    /// Of division and Euclid's algorithm.
    fn euclid(&self, task: &Task) -> f64 {
        let tables = self.tables();
        let Sizes { grows, held, result, primes, more, .. } = *self;
        match (task, grows) {
            (Task::PseudoDivision(a, b), true) => {
                let ((n, of_a), (m, of_b)) = (norm(a), norm(b));
                tables + 6.0 * answer_bytes(n + m, of_a + (n - m + 2.0).max(0.0) * of_b)
            }
            (Task::Division, true) => tables + 12.0 * held,
            (Task::Division | Task::PseudoDivision(..), false) => (1.6 + 2.6 * primes + more) * held,
            (Task::PowerModulo, true) => tables + 8.0 * held + 6.0 * result,
            (Task::PowerModulo, false) => (7.5 + 4.8 * primes + 3.0 * more) * held,
            (Task::Gcd(a, b), true) => {
                let ((n, of_a), (m, of_b)) = (norm(a), norm(b));
                tables + 8.0 * held + 6.0 * answer_bytes(n.min(m), of_a.max(of_b) + n.min(m))
            }
            (Task::Xgcd(a, b), true) => {
                let ((n, of_a), (m, of_b)) = (norm(a), norm(b));
                tables + 4.0 * held + 14.0 * answer_bytes(n + m, n * of_b + m * of_a)
            }
            (Task::Resultant | Task::Discriminant, true) => tables + 4.0 * held,
            (Task::Subresultants, true) => tables + 8.0 * result,
            (Task::Xgcd(..) | Task::InverseModulo, _) => tables + (10.0 + 8.0 * primes + 4.0 * more) * held,
            // a half-GCD of two polynomials as long as the operand
            (Task::Discriminant | Task::Recurrence, _) => tables + (18.0 + 10.6 * primes + 4.0 * more) * held,
            _ => tables + (8.0 + 5.3 * primes + 2.0 * more) * held,
        }
    }

    /// Of matrices of numbers.
    fn elimination(&self, task: &Task) -> f64 {
        let tables = self.tables();
        let Sizes { grows, held, all, result, more, .. } = *self;
        match (task, grows) {
            (Task::MatrixProduct, true) => 0.6 * all,
            (Task::MatrixProduct, false) => tables + (0.5 + more) * held,
            (Task::MatrixPower, true) => tables + 8.0 * result,
            (Task::MatrixPower, false) => tables + (2.0 + 2.0 * more) * all,
            (Task::Determinant, true) => tables + 8.0 * held,
            (Task::Rank, true) => tables + 6.0 * held,
            (Task::Solution(a, sides), true) => {
                tables + 8.0 * held + 14.0 * answer_bytes(a.cols as f64 * *sides as f64, minor_bits(a))
            }
            (Task::MatrixInverse(a), true) => {
                tables + 8.0 * held + 14.0 * answer_bytes((a.rows as f64).powi(2), minor_bits(a))
            }
            (Task::Nullspace(a), true) => {
                tables + 6.0 * held + 11.0 * answer_bytes((a.cols as f64).powi(2), minor_bits(a))
            }
            (Task::Charpoly(a), true) => tables + 6.0 * held + 10.0 * answer_bytes(a.rows as f64 + 1.0, minor_bits(a)),
            (Task::Solution(..) | Task::MatrixInverse(_) | Task::Nullspace(_), false) => {
                tables + (6.0 + 1.5 * more) * held
            }
            (Task::Charpoly(_), false) => tables + (3.0 + more) * held,
            (Task::Minpoly, _) => tables + (8.0 + more) * held,
            _ => tables + (2.8 + 0.6 * more) * held,
        }
    }

    /// Of values at points, compositions, power series and factors.
    fn values(&self, task: &Task) -> f64 {
        let tables = self.tables();
        let Sizes { grows, held, all, result, primes, more } = *self;
        let root = |n: usize| (n as f64).sqrt();
        match (task, grows) {
            (Task::RecurrenceTerm(len), true) => 24.0 * *len as f64 * result, // powers of x modulo the polynomial, and their products
            (Task::RecurrenceTerm(_), false) => tables + (10.0 + 8.0 * primes) * held,
            (Task::Composition, true) => tables + 8.0 * result,
            (Task::Composition, false) => tables + (8.0 + 2.5 * primes + 5.0 * more) * (held + result),
            (Task::TaylorShift(_), true) => tables + 14.0 * result,
            // the halves begin with a polynomial for each coefficient
            (Task::TaylorShift(len), false) => (10.5 + 3.5 * more) * all.max(16.0 * *len as f64),
            (Task::CompositionModulo(..), true) => held,
            (Task::CompositionModulo(len, bytes), false) => tables + 7.0 * root(*len) * bytes + 8.0 * held,
            (Task::Values(_), true) => tables + 3.0 * result,
            (Task::Interpolation(n, bits), true) => tables + 6.0 * (*n as f64).powi(2) * (f64::from(*bits) + 1.0) / 8.0,
            (Task::Values(n) | Task::Interpolation(n, _), false) => {
                tables + (0.5 + 1.5 * primes) * held * ((*n).max(2) as f64).log2()
            }
            (Task::Progression, _) => tables + (6.0 + 4.0 * primes) * all,
            (Task::InverseSeries, false) => (2.0 + 5.2 * primes) * result,
            (Task::SeriesComposition(_), true) => tables + 3.0 * result + 4.0 * held,
            (Task::SeriesComposition(n), false) => tables + (20.0 + 4.0 * root(*n) + more * root(*n)) * (result + held),
            (Task::Factors(a) | Task::Irreducible(a), true) => 2.0 * tables + 8.0 * held + 16.0 * factors_bytes(a),
            (Task::Squarefree(a), true) => tables + 8.0 * held + 6.0 * factors_bytes(a),
            (Task::Factors(a), false) => 2.0 * tables + (9.0 + 6.0 * primes + 2.0 * more) * root(a.len) * held,
            (Task::Irreducible(a), false) => 2.0 * tables + (4.0 + 2.0 * primes) * root(a.len) * held,
            (Task::Squarefree(_), false) => tables + 60.0 * held,
            (_, true) => tables + 0.8 * result + 4.0 * held,
            (_, false) => tables + (6.0 + 6.0 * primes) * result,
        }
    }
}

impl Entries {
    /// Those of a matrix.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, memory::Entries};
    /// let a = Matrix::from_i64(&Zn::new(97)?, &[&[1, 2]])?;
    /// assert_eq!(Entries::of(&a).bits, 0); // bounded
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn of<R: Ring>(a: &Matrix<R>) -> Self {
        Entries { rows: a.rows(), cols: a.cols(), bits: a.ring().size(a.entries()).bits }
    }
}

fn primes<R: Convolve>(r: &R) -> f64 {
    const PRIME: u32 = 48;
    const LEN: u32 = 20;
    match r.word_modulus() {
        Some(n) => f64::from((2 * bit_len(n.n()) + LEN).div_ceil(PRIME)),
        None if r.packed_bits() == 1 => 4.0,
        None => 3.0,
    }
}

/// Over Z: the number of coefficients, and bits of the Euclidean norm.
fn norm(a: &Size) -> (f64, f64) {
    let len = a.len as f64;
    (len, f64::from(a.bits) + (len + 1.0).log2() / 2.0)
}

/// Over Z: bits of the largest minor, by Hadamard's inequality.
fn minor_bits(a: &Entries) -> f64 {
    let (rows, cols) = (a.rows as f64, a.cols as f64);
    rows.min(cols) * (f64::from(a.bits) + (rows + 1.0).log2() / 2.0)
}

/// Bytes of `count` integers of this number of bits, each with a word in addition.
fn answer_bytes(count: f64, bits: f64) -> f64 {
    count * (bits / 8.0 + 8.0)
}

/// Bytes of all factors over Z, by Mignotte's bound.
fn factors_bytes(a: &Size) -> f64 {
    let (n, bits) = norm(a);
    answer_bytes(n, bits + n)
}

/// log2 ∑|aᵢ|, the 1-norm, which for a product is at most the sum of those of the factors; 0 for the zero polynomial.
///
/// ```
/// # use polymod::{Integers, Poly, memory::log2_norm};
/// let a = Poly::from_i64(&Integers::new(), &[3, 0, -5]);
/// assert_eq!(log2_norm(&a), 3.0);
/// ```
#[must_use]
pub fn log2_norm<R: Convolve>(a: &Poly<R>) -> f64 {
    let most = a.coeffs().width();
    let mut sum = 0.0;
    a.ring().each_limbs(a.coeffs(), &mut |_, limbs| {
        let Some((&top, below)) = limbs.split_last() else { return };
        let rounded_up = top as f64 + if below.is_empty() { 0.0 } else { 1.0 };
        sum += rounded_up * (64.0 * (below.len() as f64 - most as f64)).exp2();
    });
    if sum > 0.0 { (64.0 * most as f64 + sum.log2()).max(0.0) } else { 0.0 }
}

/// Bytes of a coefficient; over Z, where they grow, of one with this many bits.
///
/// ```
/// # use polymod::{Integers, Poly, memory::coefficient_bytes};
/// let a = Poly::from_i64(&Integers::new(), &[3, 0, -5]);
/// assert_eq!(coefficient_bytes(&a, || 100.0), 16.0);
/// ```
pub fn coefficient_bytes<R: Convolve>(a: &Poly<R>, bits: impl FnOnce() -> f64) -> f64 {
    let bounded = a.ring().size(a.coeffs()).bits == 0;
    if bounded { a.coeffs().bytes_for(1.0) } else { 8.0 * (bits() / 64.0).floor() + 8.0 }
}

/// Bytes of the values at `n` points, which over Z are long: at most |a|·max(|x|, 1)^degree for points of this number of bits.
///
/// ```
/// # use polymod::{Integers, Poly, memory::values_bytes};
/// let a = Poly::from_i64(&Integers::new(), &[1; 101]);
/// assert_eq!(values_bytes(&a, 5, 10.0), 5.0 * 8.0 * 16.0); // up to 1007 bits
/// ```
pub fn values_bytes<R: Convolve>(a: &Poly<R>, n: usize, bits: f64) -> f64 {
    n as f64 * coefficient_bytes(a, || log2_norm(a) + bits * a.len().saturating_sub(1) as f64)
}

/// Bytes of the power with an exponent, of which a negative one is taken of units only.
///
/// ```
/// # use polymod::{Poly, Zn, memory::power_bytes};
/// let a = Poly::from_i64(&Zn::new(97)?, &[1, 1]);
/// assert_eq!(power_bytes(&a, 10.0), 11.0 * 8.0);
/// # Ok::<(), polymod::Error>(())
/// ```
#[must_use]
pub fn power_bytes<R: Convolve>(a: &Poly<R>, e: f64) -> f64 {
    let Some(degree) = a.degree().filter(|_| e >= 0.0) else { return 0.0 };
    // an exponent beyond floating-point numbers is infinite
    let times = |x: f64| if x == 0.0 { 0.0 } else { x * e };
    (times(degree as f64) + 1.0) * coefficient_bytes(a, || times(log2_norm(a)))
}

/// Bytes of the composition a(b).
///
/// ```
/// # use polymod::{Integers, Poly, memory::composition_bytes};
/// let z = Integers::new();
/// let (a, b) = (Poly::from_i64(&z, &[1; 11]), Poly::from_i64(&z, &[1, 3, 0, 5]));
/// assert_eq!(composition_bytes(&a, &b), 31.0 * 8.0);
/// ```
#[must_use]
pub fn composition_bytes<R: Convolve>(a: &Poly<R>, b: &Poly<R>) -> f64 {
    let [m, k] = [a, b].map(|p| p.len().saturating_sub(1) as f64);
    (m * k + 1.0) * coefficient_bytes(a, || log2_norm(a) + m * log2_norm(b))
}

/// Bytes of the chain of subresultants of a and b.
///
/// ```
/// # use polymod::{Poly, Zn, memory::chain_bytes};
/// let f = Zn::new(97)?;
/// let (a, b) = (Poly::from_i64(&f, &[1; 11]), Poly::from_i64(&f, &[1; 4]));
/// assert_eq!(chain_bytes(&a, &b), 6.0 * 8.0);
/// # Ok::<(), polymod::Error>(())
/// ```
#[must_use]
pub fn chain_bytes<R: Convolve>(a: &Poly<R>, b: &Poly<R>) -> f64 {
    let [n, m] = [a, b].map(|p| p.len().saturating_sub(1) as f64);
    let least = n.min(m);
    least * (least + 1.0) / 2.0 * coefficient_bytes(a, || m * log2_norm(a) + n * log2_norm(b))
}

/// log2(1/t) for the t with ∑|aᵢ|·t^i = 1 over i ≥ 1, rounded up a little; 0 where t ≥ 1: over Z coefficient n of a power series made from `a` has
/// about n times this number of bits.
///
/// ```
/// # use polymod::{Integers, Poly, memory::growth};
/// let fibonacci = Poly::from_i64(&Integers::new(), &[1, -1, -1]);
/// assert!((0.694..0.7).contains(&growth(&fibonacci)));
/// ```
#[must_use]
pub fn growth<R: Convolve>(a: &Poly<R>) -> f64 {
    /// Number of halvings of the interval that contains log2(1/t).
    const STEPS: usize = 12;
    let one = |i: usize| (i as f64, log2_norm(&Poly::new(a.ring(), [a.coeff(i)])));
    let logs: Vec<(f64, f64)> = (1..a.len()).filter(|&i| !a.ring().is_zero(&a.coeff(i))).map(one).collect();
    let sum = |x: f64| logs.iter().map(|(i, log)| (log - i * x).exp2()).sum::<f64>();
    let most = logs.iter().map(|(i, log)| (log + (logs.len() as f64).log2()) / i).fold(0.0, f64::max);
    let (mut low, mut high) = (0.0, most);
    for _ in 0..STEPS {
        let x = (low + high) / 2.0;
        (low, high) = if sum(x) <= 1.0 { (low, x) } else { (x, high) };
    }
    high
}
