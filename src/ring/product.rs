//! How a product of two vectors is made: the algorithms' names, the shape of the task, and the choice by predicted cost.

use super::{Coeffs, ConvShape, Convolve, Size, View, Window};
use crate::{
    Error, Result,
    engine::Cx,
    monitor::{Alternative, Decision},
    tune::table::CostModel,
};
use std::{fmt, ops::Range, str::FromStr, sync::Arc};

/// An algorithm for products of dense polynomials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProductAlgorithm {
    /// Every coefficient by every coefficient.
    Schoolbook,
    /// Three half-length products instead of four (Karatsuba, Ofman 1962).
    Karatsuba,
    /// One product of integers: the operands evaluated at a power of two (Kronecker 1882).
    Kronecker,
    /// Transforms modulo the ring's own modulus.
    Ntt,
    /// Transforms modulo several word primes, and the Chinese remainder theorem.
    Crt,
    /// The same after coefficients have been cut into digits, by a second variable.
    CrtDigits,
}

impl ProductAlgorithm {
    /// All of them.
    pub const ALL: [ProductAlgorithm; 6] = {
        use ProductAlgorithm::{Crt, CrtDigits, Karatsuba, Kronecker, Ntt, Schoolbook};
        [Schoolbook, Karatsuba, Kronecker, Ntt, Crt, CrtDigits]
    };

    /// The name that `--algorithm` takes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ProductAlgorithm::Schoolbook => "schoolbook",
            ProductAlgorithm::Karatsuba => "karatsuba",
            ProductAlgorithm::Kronecker => "kronecker",
            ProductAlgorithm::Ntt => "ntt",
            ProductAlgorithm::Crt => "crt",
            ProductAlgorithm::CrtDigits => "crt-digits",
        }
    }
}

impl fmt::Display for ProductAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ProductAlgorithm {
    type Err = Error;
    fn from_str(s: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|a| a.name() == s).ok_or_else(|| Error::Algorithm {
            algorithm: s.into(),
            task: "products".into(),
            applicable: Self::ALL.map(Self::name).join(", "),
        })
    }
}

/// What a product needs to know of its operands before it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductShape {
    /// The left operand.
    pub a: Size,
    /// The right operand.
    pub b: Size,
    /// Whether both are the same vector.
    pub square: bool,
    /// The coefficients wanted.
    pub window: Range<usize>,
}

impl ProductShape {
    /// The shape of this product.
    pub fn of<R: Convolve>(r: &R, a: View<'_, R>, b: View<'_, R>, window: Range<usize>) -> Self {
        let square = same_run(a, b);
        let size = r.size(a);
        ProductShape { a: size, b: if square { size } else { r.size(b) }, square, window }
    }

    /// The shorter operand's length.
    #[must_use]
    pub fn shorter(&self) -> usize {
        self.a.len.min(self.b.len)
    }

    /// The longer operand's length.
    #[must_use]
    pub fn longer(&self) -> usize {
        self.a.len.max(self.b.len)
    }

    /// The length of the whole product; 0 when an operand is empty.
    #[must_use]
    pub fn full_len(&self) -> usize {
        if self.shorter() == 0 { 0 } else { self.a.len + self.b.len - 1 }
    }

    /// The task in words.
    pub fn task<R: Convolve>(&self, r: &R) -> String {
        let what = if self.square { "square" } else { "product" };
        let bits = match (self.a.bits, self.b.bits) {
            (0, 0) => String::new(),
            (x, y) => format!(" of {x} and {y} bits"),
        };
        format!("{what} over {}, {} by {} coefficients{bits}", r.name(), self.a.len, self.b.len)
    }

    /// The choice in full, for a monitor.
    pub fn decision<R: Convolve>(&self, r: &R, chosen: ProductAlgorithm, cx: Cx<'_>) -> Decision {
        let candidates = r.product_candidates(self, cx);
        let alternatives = candidates
            .iter()
            .map(|c| Alternative {
                algorithm: c.algorithm.name(),
                predicted_ns: c.predicted_ns,
                peak_bytes: c.peak_bytes,
            })
            .collect();
        let mut parameters = Vec::new();
        if let Some(c) = candidates.iter().find(|c| c.algorithm == chosen) {
            for (name, value) in [("length", c.length), ("primes", c.primes), ("blocks", c.blocks)] {
                if value > 0 {
                    parameters.push((name, value.to_string()));
                }
            }
        }
        parameters.push(("threads", cx.threads().to_string()));
        Decision { task: self.task(r), chosen: chosen.name(), parameters, alternatives, parts: Vec::new() }
    }
}

/// An algorithm that applies, with its parameters and predicted costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Which.
    pub algorithm: ProductAlgorithm,
    /// Predicted time on one thread, nanoseconds.
    pub predicted_ns: f64,
    /// Predicted working memory beside operands and result, bytes.
    pub peak_bytes: u64,
    /// Transform length; 0 where there is none.
    pub length: usize,
    /// Number of primes; 0 where there is none.
    pub primes: usize,
    /// Into how many blocks the longer operand is cut; 0 where it is not.
    pub blocks: usize,
}

impl Candidate {
    /// A candidate without parameters.
    #[must_use]
    pub fn plain(algorithm: ProductAlgorithm, predicted_ns: f64, peak_bytes: u64) -> Self {
        Candidate { algorithm, predicted_ns, peak_bytes, length: 0, primes: 0, blocks: 0 }
    }
}

/// Products of a block by the shorter operand, through transforms: what their costs are put together from.
pub(crate) struct Transforms {
    pub algorithm: ProductAlgorithm,
    pub length: usize,
    pub primes: usize,
    pub blocks: usize,
    /// Nanoseconds to load a block, to load the shorter operand, and to bring a block's product back.
    pub load_block: f64,
    pub load_shorter: f64,
    pub back: f64,
}

impl Transforms {
    /// Their predicted cost: two transforms a block and one of the shorter operand, which a square does not have.
    pub fn candidate(self, costs: &CostModel, square: bool) -> Candidate {
        let words = (self.primes * self.length) as f64;
        let transform = self.primes as f64 * costs.ntt.at(self.length);
        let per_block = costs.plan + 2.0 * transform + words * costs.pointwise + self.load_block + self.back;
        let shorter = if square { 0.0 } else { transform } + self.load_shorter;
        Candidate {
            algorithm: self.algorithm,
            predicted_ns: self.blocks as f64 * per_block + shorter,
            peak_bytes: 16 * (self.primes * self.length) as u64,
            length: self.length,
            primes: self.primes,
            blocks: if self.blocks > 1 { self.blocks } else { 0 },
        }
    }
}

/// The candidates of a product, at least one; no allocation.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    items: [Candidate; ProductAlgorithm::ALL.len()],
    len: usize,
}

impl Candidates {
    /// A single candidate.
    #[must_use]
    pub fn one(first: Candidate) -> Self {
        Candidates { items: [first; ProductAlgorithm::ALL.len()], len: 1 }
    }

    /// Adds one.
    ///
    /// # Panics
    /// When there are more than there are algorithms.
    #[must_use]
    pub fn and(mut self, candidate: Option<Candidate>) -> Self {
        if let Some(c) = candidate {
            self.items[self.len] = c;
            self.len += 1;
        }
        self
    }

    /// Each one changed by `f`.
    #[must_use]
    pub fn map(mut self, f: impl Fn(Candidate) -> Candidate) -> Self {
        self.items = self.items.map(f);
        self
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.items[..self.len].iter()
    }

    /// The cheapest; the first of equals.
    #[must_use]
    pub fn best(&self) -> Candidate {
        let cheaper = |best: Candidate, c: &Candidate| if c.predicted_ns < best.predicted_ns { *c } else { best };
        self.items[1..self.len].iter().fold(self.items[0], cheaper)
    }

    /// Whether this algorithm is among them.
    #[must_use]
    pub fn has(&self, algorithm: ProductAlgorithm) -> bool {
        self.iter().any(|c| c.algorithm == algorithm)
    }

    /// Their names, separated by commas.
    #[must_use]
    pub fn names(&self) -> String {
        self.iter().map(|c| c.algorithm.name()).collect::<Vec<_>>().join(", ")
    }
}

/// The best of the ways to cut the longer operand into 1, 2, 4, … equal blocks: `cost(block, short, window, blocks)` tells
/// the candidate for that many products of a block by the shorter operand, or that there is none.
pub(crate) fn best_blocks(
    shape: &ProductShape,
    cost: impl Fn(Size, Size, Range<usize>, usize) -> Option<Candidate>,
) -> Option<Candidate> {
    let (long, short) = if shape.a.len < shape.b.len { (shape.b, shape.a) } else { (shape.a, shape.b) };
    let mut best = cost(long, short, shape.window.clone(), 1);
    let mut blocks = 2;
    while blocks * short.len < 2 * long.len && blocks < long.len {
        let part = Size { len: long.len.div_ceil(blocks), ..long };
        let count = long.len.div_ceil(part.len);
        let candidate = cost(part, short, 0..part.len + short.len - 1, count);
        best = match (best, candidate) {
            (Some(x), Some(y)) if y.predicted_ns >= x.predicted_ns => Some(x),
            (x, y) => y.or(x),
        };
        blocks *= 2;
    }
    best
}

/// The product through transformed operands, under the plan that `plan` makes for the shape of one block's product. The
/// shorter operand, the longer one's blocks and a square are transformed once each.
pub(crate) fn through_images<R: Convolve>(
    r: &R,
    (a, b): (View<'_, R>, View<'_, R>),
    w: Range<usize>,
    blocks: usize,
    (out, at): (&mut Coeffs<R>, usize),
    cx: Cx<'_>,
    plan: impl Fn(&ConvShape) -> Result<Arc<R::Plan>>,
) -> Result<()> {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let end = w.end.min(long.len() + short.len() - 1);
    if end < w.end {
        let zeros = r.zeros(w.end - end.max(w.start));
        r.copy_at(out, at + w.len() - zeros.len(), zeros.view());
    }
    if end <= w.start {
        return Ok(());
    }
    if blocks <= 1 {
        let shape = ConvShape::exact(r.size(a), r.size(b), w.start..end);
        let plan = plan(&shape)?;
        let sum = if same_run(a, b) {
            r.image_mul(&plan, r.transform(&plan, a, cx)?, None, cx)?
        } else {
            let (x, y) = cx.join(|cx| r.transform(&plan, a, cx), |cx| r.transform(&plan, b, cx));
            r.image_mul(&plan, x?, Some(&y?), cx)?
        };
        return r.untransform_at(&plan, sum, &shape.window, out, at, cx);
    }
    let part = long.len().div_ceil(blocks);
    let size = Size { len: part, ..r.size(long) };
    let plan = plan(&ConvShape::exact(size, r.size(short), 0..part + short.len() - 1))?;
    let image = r.transform(&plan, short, cx)?;
    r.copy_at(out, at, r.zeros(end - w.start).view());
    for first in (0..long.len()).step_by(part) {
        let block = long.slice(first..first + part);
        let (from, to) = (w.start.max(first), end.min(first + block.len() + short.len() - 1));
        if from < to {
            let sum = r.image_mul(&plan, r.transform(&plan, block, cx)?, Some(&image), cx)?;
            cx.progress("blocks of the product", first as u64, long.len() as u64);
            let mut product = r.zeros(to - from);
            r.untransform_at(&plan, sum, &Window::Exact(from - first..to - first), &mut product, 0, cx)?;
            r.add_at(out, at + from - w.start, product.view());
        }
    }
    Ok(())
}

/// Whether both are the same coefficients in memory.
pub(crate) fn same_run<R>(a: View<'_, R>, b: View<'_, R>) -> bool {
    std::ptr::eq(a.words, b.words) && (a.start, a.len) == (b.start, b.len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_wins_and_names_round_trip() {
        let c = |algorithm, ns| Candidate::plain(algorithm, ns, 0);
        let all = Candidates::one(c(ProductAlgorithm::Schoolbook, 5.0))
            .and(Some(c(ProductAlgorithm::Crt, 3.0)))
            .and(None)
            .and(Some(c(ProductAlgorithm::Ntt, 3.0)));
        assert_eq!(all.best().algorithm, ProductAlgorithm::Crt);
        assert_eq!(all.names(), "schoolbook, crt, ntt");
        assert!(all.has(ProductAlgorithm::Ntt) && !all.has(ProductAlgorithm::Kronecker));
        for a in ProductAlgorithm::ALL {
            assert_eq!(a.name().parse(), Ok(a));
        }
        assert!("fft".parse::<ProductAlgorithm>().is_err());
    }
}
