//! Terms of P-recursive sequences: of linear recurrences whose coefficients are polynomials in the index.
//!
//! The r terms from n + 1 on are M(n)/c_r(n) times those from n on, M(n) the companion matrix of the recurrence times c_r(n), so that a term
//! of index N is found from M(N − r)⋯M(0) and ∏ c_r(n). For P_k(x) = M(x + k − 1)⋯M(x), of degree dk, the values at 0, v, …, dkv give those
//! of P_2k(x) = P_k(x + k)·P_k(x) at 0, v, …, 2dkv: samples shifted along the progression. With v = k = 2^e near √(N/d) at the end, N/v of
//! these values are multiplied. Cost: for r² entries a few products of √(dN) coefficients, in place of N steps.
//!
//! Source: Chudnovsky, Chudnovsky 1988, "Approximations and complex multiplication according to Ramanujan"; Bostan, Gaudry, Schost 2007,
//! "Linear recurrences with polynomial coefficients and application to integer factorization and Cartier–Manin operator", SIAM J. Comput.
//! 36, §4.

use super::Poly;
use crate::{
    Error, Result,
    engine::Context,
    monitor::Decision,
    ring::{Coeffs, Convolve, ProductShape, Size, View},
    tested,
};

/// A sequence u with Σ_j c_j(n)·u_(n+j) = 0 for all n from the last r initial terms on: all n ≥ 0 if there are r of them.
///
/// ```
/// use polymod::{Poly, Ring, Zn, poly::PRecursive};
/// let f = Zn::new(998_244_353)?;
/// // n!: u_(n+1) − (n + 1)·u_n = 0
/// let c = [Poly::from_i64(&f, &[-1, -1]), Poly::one(&f)];
/// let factorials = PRecursive::new(&c, f.collect(&[1]).view())?;
/// assert_eq!(factorials.term(10)?, 3_628_800);
/// assert_eq!(factorials.term(10_000_000)?, 295_201_906);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PRecursive<R: Convolve> {
    ring: R,
    coefficients: Vec<Poly<R>>,
    terms: Coeffs<R>,
}

impl<R: Convolve> PRecursive<R> {
    /// The sequence with the recurrence c_0, …, c_r that begins with these terms, r at least.
    ///
    /// ```
    /// # use polymod::{Poly, Ring, Zn, poly::PRecursive};
    /// let f = Zn::new(97)?;
    /// let c = [Poly::from_i64(&f, &[-1, -1]), Poly::one(&f)];
    /// assert!(PRecursive::new(&c, f.collect(&[]).view()).is_err()); // of order 1, without a term
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] without coefficients, or with too few terms; [`Error::DivisionByZero`] where c_r is 0; [`Error::RingsDiffer`].
    pub fn new(coefficients: &[Poly<R>], terms: View<'_, R>) -> Result<Self> {
        let Some(last) = coefficients.last() else {
            return Err(Error::Length { what: "the coefficients of a recurrence", expected: 1, got: 0 });
        };
        let (ring, order) = (last.ring(), coefficients.len() - 1);
        coefficients.iter().try_for_each(|c| last.same_ring(c))?;
        if last.is_empty() {
            return Err(Error::DivisionByZero);
        }
        if terms.len() < order {
            return Err(Error::Length { what: "the initial terms", expected: order, got: terms.len() });
        }
        Ok(PRecursive { ring: ring.clone(), coefficients: coefficients.to_vec(), terms: ring.owned(terms) })
    }

    /// The order r.
    ///
    /// ```
    /// # use polymod::{Poly, Ring, Zn, poly::PRecursive};
    /// let f = Zn::new(97)?;
    /// let c = [Poly::from_i64(&f, &[-1, -1]), Poly::one(&f)];
    /// assert_eq!(PRecursive::new(&c, f.collect(&[1]).view())?.order(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn order(&self) -> usize {
        self.coefficients.len() - 1
    }

    /// The first `count` terms, one by one.
    ///
    /// ```
    /// # use polymod::{Poly, Ring, Zn, poly::PRecursive};
    /// let f = Zn::new(97)?;
    /// // Catalan's numbers: (n + 2)·u_(n+1) = (4n + 2)·u_n
    /// let c = [Poly::from_i64(&f, &[-2, -4]), Poly::from_i64(&f, &[2, 1])];
    /// let first = PRecursive::new(&c, f.collect(&[1]).view())?.first_terms(6)?;
    /// assert_eq!(f.words(first.view()), [1, 1, 2, 5, 14, 42]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`] or [`Error::DivisionByZero`] where c_r(n) is no unit, and over Z [`Error::NotDivisible`], so that a term is
    /// not determined; [`Error::Cancelled`].
    pub fn first_terms(&self, count: usize) -> Result<Coeffs<R>> {
        let (r, order) = (&self.ring, self.order());
        let mut terms: Vec<R::Elem> = (0..self.terms.len().min(count)).map(|i| r.get(self.terms.view(), i)).collect();
        while terms.len() < count {
            let from = terms.len() - order;
            let next = self.next(&terms[from..], from as u64)?;
            terms.push(next);
        }
        Ok(r.collect(&terms))
    }

    /// The term of this index, counted from 0: from many values of products of companion matrices at once, or step by step where that is
    /// predicted to be faster, or the values do not exist because the ring has too few units.
    ///
    /// ```
    /// # use polymod::{Poly, Ring, Zn, poly::PRecursive};
    /// let f = Zn::new(998_244_353)?;
    /// // Motzkin's numbers: (n + 4)·u_(n+2) = (2n + 5)·u_(n+1) + (3n + 3)·u_n
    /// let c = [&[-3, -3][..], &[-5, -2], &[4, 1]].map(|c| Poly::from_i64(&f, c));
    /// let motzkin = PRecursive::new(&c, f.collect(&[1, 1]).view())?;
    /// assert_eq!(motzkin.term(10)?, 2188);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`first_terms`](Self::first_terms); [`Error::TooLarge`].
    pub fn term(&self, index: u64) -> Result<R::Elem> {
        let (r, order, known) = (&self.ring, self.order(), self.terms.len() as u64);
        if index < known {
            return Ok(r.get(self.terms.view(), index as usize));
        }
        if order == 0 {
            return Ok(r.elem(0));
        }
        let steps = index - known + 1;
        let block = r.engine().enter(|cx| {
            let block = self.block(steps, cx);
            let task = || format!("term {index} of a P-recursive sequence of order {order} over {}", r.name());
            cx.begins(|| Decision::only(task(), if block.is_some() { "samples" } else { "steps" }))?;
            Ok(block)
        })?;
        if let Some(block) = block {
            match self.by_samples(steps, block) {
                Err(Error::NotInvertible { .. } | Error::NotDivisible { .. }) => {}
                done => return done,
            }
        }
        let first = self.first();
        self.by_steps(self.state(), first..first + steps)?.pop().ok_or(Error::DivisionByZero)
    }

    tested! {
        /// The least n for which the recurrence holds.
        fn first(&self) -> u64 {
            (self.terms.len() - self.order()) as u64
        }
    }

    tested! {
        /// The last r initial terms.
        fn state(&self) -> Vec<R::Elem> {
            (self.first() as usize..self.terms.len()).map(|i| self.ring.get(self.terms.view(), i)).collect()
        }
    }

    /// The term after these r, which begin with that of index n.
    fn next(&self, terms: &[R::Elem], n: u64) -> Result<R::Elem> {
        let r = &self.ring;
        let at = r.image(false, &[n]);
        let sum = terms.iter().zip(&self.coefficients).fold(r.elem(0), |s, (u, c)| r.add(&s, &r.mul(u, &c.eval(&at))));
        r.quotient(&r.neg(&sum), &self.coefficients[self.order()].eval(&at))
    }

    tested! {
        /// The r terms from `steps.end` on, from those from `steps.start` on.
        fn by_steps(&self, mut terms: Vec<R::Elem>, steps: std::ops::Range<u64>) -> Result<Vec<R::Elem>> {
            for n in steps {
                if n % 1024 == 0 && self.ring.engine().cancel().is_raised() {
                    return Err(Error::Cancelled);
                }
                let next = self.next(&terms, n)?;
                terms.remove(0);
                terms.push(next);
            }
            Ok(terms)
        }
    }

    tested! {
        /// The term after this number of steps, by blocks of 2^`log_block` of them.
        fn by_samples(&self, steps: u64, log_block: u32) -> Result<R::Elem> {
            let (r, order) = (&self.ring, self.order());
            let block = 1u64 << log_block;
            let (first, blocks) = (self.first(), steps / block);
            let last = std::slice::from_ref(&self.coefficients[order]);
            let [matrices, denominators] = [(order, self.companion()), (1, last.to_vec())]
                .map(|(size, entries)| Samples::of_block(r, size, (&entries, first), log_block, blocks as usize));
            let (matrices, denominators) = (matrices?, denominators?);
            let (mut terms, mut denominator) = (self.state(), r.one());
            for k in 0..blocks as usize {
                terms = matrices.apply(r, k, &terms);
                denominator = r.mul(&denominator, &denominators.get(r, k, 0, 0));
            }
            let terms = terms.iter().map(|u| r.quotient(u, &denominator)).collect::<Result<Vec<_>>>()?;
            self.by_steps(terms, first + blocks * block..first + steps)?.pop().ok_or(Error::DivisionByZero)
        }
    }

    /// The entries of M in row-major order.
    fn companion(&self) -> Vec<Poly<R>> {
        let (r, order) = (&self.ring, self.order());
        let entry = |i: usize, j: usize| match i + 1 == order {
            true => -&self.coefficients[j],
            false if j == i + 1 => self.coefficients[order].clone(),
            false => Poly::zero(r),
        };
        (0..order * order).map(|k| entry(k / order, k % order)).collect()
    }

    /// The largest degree of a coefficient, 1 at least.
    fn degree(&self) -> usize {
        self.coefficients.iter().filter_map(Poly::degree).max().unwrap_or(0).max(1)
    }

    /// log2 of the number of steps of a block if blocks are predicted to be faster than single steps.
    fn block(&self, steps: u64, cx: Context<'_>) -> Option<u32> {
        let (r, order, degree) = (&self.ring, self.order(), self.degree());
        let log_block = (steps / degree as u64).checked_ilog2()?.div_ceil(2);
        let costs = cx.engine().costs();
        let word = costs.value_product() * r.zeros(0).width.max(1) as f64;
        let entries = (order * order + 1) as f64;
        // each step has r + 1 values, as many products, and a division, which costs a power
        let single = costs.short[0] + ((order + 1) * (degree + 1)) as f64 * 4.0 * word + 64.0 * word;
        let doubling = |log: u32| {
            let samples = (degree << log) + 1;
            let [a, b] = [samples, 3 * samples].map(|len| Size { len, bits: 0 });
            let shape = ProductShape { a, b, square: false, window: samples - 1..3 * samples };
            2.0 * entries * (r.choose_product(&shape, cx).predicted_ns + 8.0 * samples as f64 * single)
        };
        let blocks = (steps >> log_block) as f64 * entries * (costs.short[0] + word);
        let samples = (0..log_block).map(doubling).sum::<f64>() + blocks;
        (log_block > 1 && samples < steps as f64 * single).then_some(log_block)
    }
}

/// Values of a square matrix of polynomials at a, a + v, a + 2v, … for integers a and v: of each entry a vector.
struct Samples<R: Convolve> {
    size: usize,
    entries: Vec<Coeffs<R>>,
}

impl<R: Convolve> Samples<R> {
    /// `count` values of M(x + v − 1)⋯M(x) at a, a + v, …, v = 2^`log_block`.
    fn of_block(r: &R, size: usize, (entries, first): (&[Poly<R>], u64), log_block: u32, count: usize) -> Result<Self> {
        let degree = entries.iter().filter_map(Poly::degree).max().unwrap_or(0).max(1);
        let step = r.image(false, &[1u64 << log_block]);
        let inverse = r.inv(&step)?;
        let mut points = vec![r.image(false, &[first])];
        (0..degree).for_each(|i| points.push(r.add(&points[i], &step)));
        let at_points = |e: &Poly<R>| r.collect(&points.iter().map(|x| e.eval(x)).collect::<Vec<_>>());
        let mut all = Samples { size, entries: entries.iter().map(at_points).collect() };
        for log in 0..log_block {
            let shift = r.mul(&r.image(false, &[1u64 << log]), &inverse);
            let known = all.entries.first().map_or(0, Coeffs::len);
            all = all.shifted(r, &shift, 2 * known - 1)?.times(r, &all.extended(r, 2 * known - 1)?);
        }
        all.extended(r, count)
    }

    /// Those at `count` points.
    fn extended(&self, r: &R, count: usize) -> Result<Self> {
        let extend = |v: &Coeffs<R>| {
            let known = v.len();
            let mut out = r.owned(v.view().low(known.min(count)));
            if count > known {
                let more = Poly::shifted_samples(r, v.view(), &r.elem(known as i64), count - known)?;
                r.resize(&mut out, count);
                r.copy_at(&mut out, known, more.view());
            }
            Ok(out)
        };
        Ok(Samples { size: self.size, entries: self.entries.iter().map(extend).collect::<Result<_>>()? })
    }

    /// Those at `count` points from a + c·v on.
    fn shifted(&self, r: &R, c: &R::Elem, count: usize) -> Result<Self> {
        let shift = |v: &Coeffs<R>| Poly::shifted_samples(r, v.view(), c, count);
        Ok(Samples { size: self.size, entries: self.entries.iter().map(shift).collect::<Result<_>>()? })
    }

    /// The products of matrices at each point.
    fn times(&self, r: &R, other: &Self) -> Self {
        let n = self.size;
        let entry = |i: usize, j: usize| {
            let mut sum = r.zeros(other.entries[0].len());
            for k in 0..n {
                let mut product = r.owned(self.entries[i * n + k].view());
                r.mul_each(&mut product, other.entries[k * n + j].view());
                r.add_at(&mut sum, 0, product.view());
            }
            sum
        };
        Samples { size: n, entries: (0..n * n).map(|k| entry(k / n, k % n)).collect() }
    }

    /// Entry (i, j) at point k.
    fn get(&self, r: &R, k: usize, i: usize, j: usize) -> R::Elem {
        r.get(self.entries[i * self.size + j].view(), k)
    }

    /// The matrix at point k times a vector.
    fn apply(&self, r: &R, k: usize, v: &[R::Elem]) -> Vec<R::Elem> {
        let row =
            |i: usize| v.iter().enumerate().fold(r.elem(0), |s, (j, x)| r.add(&s, &r.mul(&self.get(r, k, i, j), x)));
        (0..self.size).map(row).collect()
    }
}
