//! The algorithms that apply to a product, with predicted costs, and the choice among them.

use super::{ProductAlgorithm, ProductShape};
use crate::choice::{self, Costed};
use std::sync::{Mutex, OnceLock};

/// An algorithm that applies, with its parameters and predicted costs.
///
/// ```
/// # use polymod::{Zn, ring::{ProductShape, traits::*}};
/// let f = Zn::new(97)?;
/// let v = f.zeros(5000);
/// let shape = ProductShape::of(&f, v.view(), v.view(), 0..9999);
/// let best = f.engine().enter(|cx| f.product_candidates(&shape, cx)).best(u64::MAX);
/// assert!(best.length > 0 && best.primes > 0); // by transforms
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The algorithm.
    pub algorithm: ProductAlgorithm,
    /// Predicted time on one thread, nanoseconds.
    pub predicted_ns: f64,
    /// Predicted working memory in bytes, in addition to operands and result: scratch and tables.
    pub peak_bytes: u64,
    /// Number of words of scratch.
    pub scratch: usize,
    /// Transform length; 0 without transforms.
    pub length: usize,
    /// Number of primes; 0 without transforms modulo primes.
    pub primes: usize,
    /// Number of blocks that the longer operand is cut into; 0 if it is not cut.
    pub blocks: usize,
    /// Number of parts that the shorter operand is cut into, to save memory; 0 if it is not cut.
    pub parts: usize,
    /// Number of highest coefficients that are computed separately, because the transform is shorter than the product
    /// by as many.
    pub wrapped: usize,
}

impl Costed for Candidate {
    type Algorithm = ProductAlgorithm;

    fn algorithm(&self) -> ProductAlgorithm {
        self.algorithm
    }

    fn predicted_ns(&self) -> f64 {
        self.predicted_ns
    }

    fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }

    fn parameters(&self) -> Vec<(&'static str, String)> {
        let of_transforms = [
            ("length", self.length),
            ("primes", self.primes),
            ("blocks", self.blocks),
            ("parts", self.parts),
            ("wrapped", self.wrapped),
        ];
        of_transforms.iter().filter(|(_, value)| *value > 0).map(|&(name, value)| (name, value.to_string())).collect()
    }
}

impl Candidate {
    /// Whether an operand is cut.
    ///
    /// ```
    /// use polymod::ring::{Candidate, ProductAlgorithm};
    /// let whole = Candidate::plain(ProductAlgorithm::Crt, 1e6, 0);
    /// assert!(!whole.is_cut() && Candidate { blocks: 3, ..whole }.is_cut());
    /// ```
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.blocks > 1 || self.parts > 1
    }

    /// A candidate without parameters.
    ///
    /// ```
    /// use polymod::ring::{Candidate, ProductAlgorithm};
    /// let c = Candidate::plain(ProductAlgorithm::Karatsuba, 500.0, 800);
    /// assert_eq!((c.scratch, c.length, c.primes), (100, 0, 0)); // the bytes as words
    /// ```
    #[must_use]
    pub fn plain(algorithm: ProductAlgorithm, predicted_ns: f64, peak_bytes: u64) -> Self {
        let scratch = (peak_bytes / 8) as usize;
        Candidate {
            algorithm,
            predicted_ns,
            peak_bytes,
            scratch,
            length: 0,
            primes: 0,
            blocks: 0,
            parts: 0,
            wrapped: 0,
        }
    }
}

/// The last choices of a ring, by shape: evaluating all candidates takes as long as a product of 50 coefficients.
///
/// ```
/// use polymod::ring::{Candidate, Choices, ProductAlgorithm, ProductShape, Size};
/// let size = Size { len: 9, bits: 0 };
/// let shape = ProductShape { a: size, b: size, square: true, window: 0..17 };
/// let (choices, mut weighed) = (Choices::default(), 0);
/// for _ in 0..3 {
///     choices.get_or(&shape, 1, 1 << 30, || {
///         weighed += 1;
///         Candidate::plain(ProductAlgorithm::Schoolbook, 80.0, 0)
///     });
/// }
/// assert_eq!(weighed, 1);
/// ```
#[derive(Debug, Default)]
pub struct Choices(OnceLock<Box<[Mutex<Option<Choice>>]>>);

/// The candidate chosen for a shape on a number of threads, within bytes of memory.
type Choice = (ProductShape, usize, u64, Candidate);

impl Choices {
    /// Number of slots: shapes that share a slot replace each other.
    const SLOTS: usize = 64;

    /// The memoised choice for a number of threads and bytes of memory, or the one that `weigh` makes.
    ///
    /// ```
    /// use polymod::ring::{Candidate, Choices, ProductAlgorithm, ProductShape, Size};
    /// let size = Size { len: 9, bits: 0 };
    /// let shape = ProductShape { a: size, b: size, square: true, window: 0..17 };
    /// let (choices, best) = (Choices::default(), Candidate::plain(ProductAlgorithm::Schoolbook, 80.0, 0));
    /// assert_eq!(choices.get_or(&shape, 1, 1 << 30, || best), best);
    /// assert_eq!(choices.get_or(&shape, 1, 1 << 30, || unreachable!("it is known")), best);
    /// ```
    pub fn get_or(
        &self,
        shape: &ProductShape,
        threads: usize,
        memory: u64,
        weigh: impl FnOnce() -> Candidate,
    ) -> Candidate {
        let slots = self.0.get_or_init(|| (0..Self::SLOTS).map(|_| Mutex::new(None)).collect());
        // products of neighbouring lengths and windows lie in different slots
        let mixed = [shape.a.len, shape.b.len, shape.window.start, shape.window.end, shape.a.bits as usize]
            .iter()
            .fold(u64::from(shape.square), |x, &y| (x ^ y as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let slot = &slots[(mixed >> (u64::BITS - Self::SLOTS.ilog2())) as usize];
        // while another thread holds the slot, evaluating candidates is faster than waiting
        let Ok(mut known) = slot.try_lock() else { return weigh() };
        match &*known {
            Some((of, on, within, candidate)) if of == shape && *on == threads && *within == memory => *candidate,
            _ => {
                let candidate = weigh();
                *known = Some((shape.clone(), threads, memory, candidate));
                candidate
            }
        }
    }
}

/// The candidates of a product, at least one; no allocation.
///
/// ```
/// use polymod::ring::{Candidate, Candidates, ProductAlgorithm};
/// let [slow, fast] = [(ProductAlgorithm::Schoolbook, 900.0), (ProductAlgorithm::Crt, 500.0)]
///     .map(|(algorithm, ns)| Candidate::plain(algorithm, ns, 0));
/// assert_eq!(Candidates::one(slow).and(Some(fast)).best(u64::MAX), fast);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    items: [Candidate; ProductAlgorithm::ALL.len()],
    len: usize,
}

impl Candidates {
    /// A single candidate.
    ///
    /// ```
    /// use polymod::ring::{Candidate, Candidates, ProductAlgorithm};
    /// let all = Candidates::one(Candidate::plain(ProductAlgorithm::Schoolbook, 900.0, 0));
    /// assert_eq!(all.iter().count(), 1);
    /// ```
    #[must_use]
    pub fn one(first: Candidate) -> Self {
        Candidates { items: [first; ProductAlgorithm::ALL.len()], len: 1 }
    }

    /// Adds a candidate, if it is `Some`.
    ///
    /// ```
    /// use polymod::ring::{Candidate, Candidates, ProductAlgorithm};
    /// let c = |algorithm| Candidate::plain(algorithm, 900.0, 0);
    /// let all = Candidates::one(c(ProductAlgorithm::Schoolbook)).and(Some(c(ProductAlgorithm::Crt))).and(None);
    /// assert_eq!(all.iter().count(), 2);
    /// ```
    ///
    /// # Panics
    /// When they would outnumber the algorithms.
    #[must_use]
    pub fn and(mut self, candidate: Option<Candidate>) -> Self {
        if let Some(c) = candidate {
            self.items[self.len] = c;
            self.len += 1;
        }
        self
    }

    /// The candidates with `f` applied to each.
    ///
    /// ```
    /// use polymod::ring::{Candidate, Candidates, ProductAlgorithm};
    /// let all = Candidates::one(Candidate::plain(ProductAlgorithm::Schoolbook, 900.0, 0));
    /// let slower = all.map(|c| Candidate { predicted_ns: 2.0 * c.predicted_ns, ..c });
    /// assert_eq!(slower.best(u64::MAX).predicted_ns, 1800.0);
    /// ```
    #[must_use]
    pub fn map(mut self, f: impl Fn(Candidate) -> Candidate) -> Self {
        self.items = self.items.map(f);
        self
    }

    /// All candidates.
    ///
    /// ```
    /// use polymod::ring::{Candidate, Candidates, ProductAlgorithm};
    /// let all = Candidates::one(Candidate::plain(ProductAlgorithm::Schoolbook, 900.0, 0));
    /// assert!(all.iter().all(|c| c.algorithm == ProductAlgorithm::Schoolbook));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.items[..self.len].iter()
    }

    /// The cheapest of those that need at most `memory` bytes, the first of equals; if there is none, the one that
    /// needs the fewest bytes.
    ///
    /// ```
    /// use polymod::ring::{Candidate, Candidates, ProductAlgorithm};
    /// let slow = Candidate::plain(ProductAlgorithm::Schoolbook, 900.0, 0);
    /// let fast = Candidate::plain(ProductAlgorithm::Crt, 500.0, 1 << 20);
    /// let all = Candidates::one(slow).and(Some(fast));
    /// assert_eq!((all.best(u64::MAX), all.best(1000)), (fast, slow));
    /// ```
    #[must_use]
    pub fn best(&self, memory: u64) -> Candidate {
        choice::fastest(&self.items[..self.len], memory).unwrap_or(self.items[0])
    }

    /// How many times longer than the fastest algorithm a product may take to save memory: the definition fits in little memory, but would
    /// run for minutes where transforms take milliseconds.
    const SLOWDOWN: f64 = 16.0;

    /// Least working memory in bytes of the candidates that take at most 16 times as long as the fastest one, which takes `fastest_ns`
    /// nanoseconds; `None` if all of them take longer.
    ///
    /// ```
    /// use polymod::ring::{Candidate, Candidates, ProductAlgorithm};
    /// let slow = Candidate::plain(ProductAlgorithm::Schoolbook, 9000.0, 0);
    /// let all = Candidates::one(slow).and(Some(Candidate::plain(ProductAlgorithm::Crt, 500.0, 1 << 20)));
    /// assert_eq!((all.least_peak_bytes(500.0), all.least_peak_bytes(1000.0)), (Some(1 << 20), Some(0)));
    /// assert_eq!(all.least_peak_bytes(1.0), None);
    /// ```
    #[must_use]
    pub fn least_peak_bytes(&self, fastest_ns: f64) -> Option<u64> {
        self.iter().filter(|c| c.predicted_ns <= Self::SLOWDOWN * fastest_ns).map(|c| c.peak_bytes).min()
    }

    /// The candidate with this algorithm.
    ///
    /// ```
    /// use polymod::ring::{Candidate, Candidates, ProductAlgorithm};
    /// let schoolbook = Candidate::plain(ProductAlgorithm::Schoolbook, 900.0, 0);
    /// let all = Candidates::one(schoolbook);
    /// assert_eq!(all.get(ProductAlgorithm::Schoolbook), Some(&schoolbook));
    /// assert_eq!(all.get(ProductAlgorithm::Ntt), None);
    /// ```
    #[must_use]
    pub fn get(&self, algorithm: ProductAlgorithm) -> Option<&Candidate> {
        self.iter().find(|c| c.algorithm == algorithm)
    }

    /// Whether a candidate has this algorithm.
    ///
    /// ```
    /// use polymod::ring::{Candidate, Candidates, ProductAlgorithm};
    /// let all = Candidates::one(Candidate::plain(ProductAlgorithm::Schoolbook, 900.0, 0));
    /// assert!(all.has(ProductAlgorithm::Schoolbook) && !all.has(ProductAlgorithm::Ntt));
    /// ```
    #[must_use]
    pub fn has(&self, algorithm: ProductAlgorithm) -> bool {
        self.get(algorithm).is_some()
    }
}
