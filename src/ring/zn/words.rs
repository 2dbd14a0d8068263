//! Short products of residue vectors: schoolbook and Karatsuba, on slices of words.

use super::convolve::by_transforms_ns;
use crate::{
    arith::Modulus,
    costs::{CostModel, Crossovers},
    cpu::Target,
    kernels::{
        batch_powers::{self, PowersKernel},
        pointwise::{self, PointwiseKernel},
        short::{MAX_LEN, Short},
        sums::{self, SumKernel},
    },
};
use std::ops::Range;

/// Beyond these moduli, sums of products take digits of three words.
const WIDEST: u64 = 1 << 62;
/// Most results that single words compute as fast as a vector does.
const FEW_RESULTS: usize = 6;

/// Short products modulo one n, with the vector instructions of one level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    n: Modulus,
    short: Option<Short>,
    powers: Option<&'static PowersKernel>,
    pointwise: Option<&'static PointwiseKernel>,
    sums: Option<&'static SumKernel>,
    /// Least length of the shorter operand that Karatsuba's algorithm halves: with products in vectors, and without.
    base: [usize; 2],
}

impl Words {
    pub(super) fn new(target: Target, n: Modulus, crossovers: &Crossovers) -> Self {
        let (short, powers) = (Short::new(target, n), batch_powers::select(target, n));
        let (pointwise, sums) = (pointwise::select(target, n), sums::select(target, n));
        Words { n, short, powers, pointwise, sums, base: crossovers.karatsuba.map(|len| len.max(2)) }
    }

    /// Predicted nanoseconds of a product by the definition of operands of these lengths, for a number of results — the whole product or a part of
    /// it — and products of coefficients.
    pub(super) fn schoolbook_ns(
        &self,
        [a, b]: [usize; 2],
        results: usize,
        whole: bool,
        products: f64,
        costs: &CostModel,
    ) -> f64 {
        if self.in_vectors(a, b, whole) {
            // a vector of results takes up to seven products more than its results need
            self.vectors_ns(results, products + 7.0 * a.min(b).min(results) as f64, costs)
        } else {
            products * costs.word_mul + results as f64 * costs.word_reduce
        }
    }

    /// Predicted nanoseconds of the vector kernel for `results` results and `products` products.
    pub(super) fn vectors_ns(&self, results: usize, products: f64, costs: &CostModel) -> f64 {
        let [call, eight_results, narrow, wide, widest] = costs.short;
        let eight_products = match self.n.n() {
            _ if self.is_narrow() => narrow,
            0..WIDEST => wide,
            WIDEST.. => widest,
        };
        call + results.div_ceil(8) as f64 * eight_results + products / 8.0 * eight_products
    }

    /// Number of products of coefficients up to which the definition costs less than transforms, and Karatsuba's algorithm halves nothing.
    pub(super) fn evident_products(&self, costs: &CostModel) -> usize {
        const LENGTHS: [usize; 8] = [4, 8, 12, 16, 24, 32, 48, 64];
        let ns = |len: usize| self.schoolbook_ns([len; 2], 2 * len - 1, true, (len * len) as f64, costs);
        let base = self.base[usize::from(self.short.is_none())];
        let (plan, each) = (costs.plan, by_transforms_ns(costs));
        let is_evident = |&len: &usize| len < base && ns(len) <= plan + (2 * len - 1) as f64 * each;
        let evident = LENGTHS.into_iter().take_while(is_evident);
        evident.last().map_or(1, |len| len * len)
    }

    /// The kernel for products of entries, if there is one.
    pub(super) fn pointwise(&self) -> Option<&'static PointwiseKernel> {
        self.pointwise
    }

    /// The kernel for sums, if there is one.
    #[inline]
    pub(super) fn sums(&self) -> Option<&'static SumKernel> {
        self.sums
    }

    /// out = a·b modulo n; neither is empty, and `out.len() == a.len() + b.len() − 1`.
    #[inline]
    pub(super) fn product(&self, out: &mut [u64], a: &[u64], b: &[u64]) {
        let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
        let n = self.n;
        match (long, short) {
            (_, &[x]) if long.len() <= FEW_RESULTS => long.iter().zip(out).for_each(|(&y, out)| *out = n.mul(y, x)),
            (&[x0, x1], &[y0, y1]) => {
                let middle = if n.bits() < 64 {
                    Below::default().add(x0, y1).add(x1, y0).reduce(n)
                } else {
                    n.add(n.mul(x0, y1), n.mul(x1, y0))
                };
                out.copy_from_slice(&[n.mul(x0, y0), middle, n.mul(x1, y1)]);
            }
            _ => {
                let all = 0..out.len();
                self.schoolbook(out, long, short, all);
            }
        }
    }

    /// out = a·b as by [`product`](Self::product), for operands without leading zeros; returns its length without them.
    #[inline]
    pub(super) fn trimmed_product(&self, out: &mut [u64], a: &[u64], b: &[u64]) -> usize {
        self.product(out, a, b);
        // modulo a prime it is out's own length: the last word, which may just have been written as part of a vector, need not be waited for
        match (a.last(), b.last()) {
            (Some(&x), Some(&y)) if self.n.mul(x, y) != 0 => out.len(),
            _ => out.iter().rposition(|&x| x != 0).map_or(0, |i| i + 1),
        }
    }

    /// Σ a_i·b_(k − i) modulo n, for two operands of k + 1 coefficients.
    #[inline]
    pub(super) fn dot_reversed(&self, a: &[u64], b: &[u64]) -> u64 {
        let (n, mut out) = (self.n, [0]);
        let Some(first) = a.len().checked_sub(1) else { return 0 };
        match Sums::of(n, a.len()) {
            Sums::Word => convolve::<u64>(n, &mut out, a, b, first),
            Sums::Below => convolve::<Below>(n, &mut out, a, b, first),
            Sums::Wide => convolve::<u128>(n, &mut out, a, b, first),
            Sums::Triple => convolve::<Triple>(n, &mut out, a, b, first),
        }
        out[0]
    }

    /// Coefficients `w` of a·b modulo n, `out.len() == w.len()`, zeros beyond the end. Products are summed unreduced,
    /// in the number of words that their sum needs, and each sum is reduced once.
    pub(super) fn schoolbook(&self, out: &mut [u64], a: &[u64], b: &[u64], w: Range<usize>) {
        debug_assert_eq!(out.len(), w.len());
        let full = if a.is_empty() || b.is_empty() { 0 } else { a.len() + b.len() - 1 };
        let (out, zeros) = out.split_at_mut(w.end.min(full).saturating_sub(w.start));
        zeros.fill(0);
        if out.is_empty() {
            return;
        }
        let n = self.n;
        if let Some(kernel) = self.kernel(a.len(), b.len(), out.len() == full) {
            return self.in_blocks(kernel, out, a, b, w.start);
        }
        match Sums::of(n, a.len().min(b.len())) {
            Sums::Word => convolve::<u64>(n, out, a, b, w.start),
            Sums::Below => convolve::<Below>(n, out, a, b, w.start),
            Sums::Wide => convolve::<u128>(n, out, a, b, w.start),
            Sums::Triple => convolve::<Triple>(n, out, a, b, w.start),
        }
    }

    /// The vector kernel, if it does products of these lengths; in a whole product the longer operand may be cut into
    /// blocks.
    #[inline]
    fn kernel(&self, a_len: usize, b_len: usize, whole: bool) -> Option<&Short> {
        let most = if whole { a_len.min(b_len) } else { a_len.max(b_len) };
        self.short.as_ref().filter(|_| most <= MAX_LEN)
    }

    /// Whether the vector kernel does products of these lengths.
    pub(super) fn in_vectors(&self, a_len: usize, b_len: usize, whole: bool) -> bool {
        self.kernel(a_len, b_len, whole).is_some()
    }

    /// The kernel for powers modulo several polynomials at once, if there is one.
    pub(super) fn powers(&self) -> Option<&'static PowersKernel> {
        self.powers
    }

    /// Whether the vector kernel takes a coefficient as one digit.
    pub(super) fn is_narrow(&self) -> bool {
        self.short.is_some_and(|short| short.is_narrow())
    }

    /// out = a·b by the vector kernel; coefficients from `start` on if neither operand is too long for it, else the
    /// whole product.
    fn in_blocks(&self, kernel: &Short, out: &mut [u64], a: &[u64], b: &[u64], start: usize) {
        let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
        if long.len() <= MAX_LEN {
            return kernel.multiply(out, long, short, start);
        }
        let (overlap, mut product) = (short.len() - 1, [0; 2 * MAX_LEN]);
        out[..overlap].fill(0);
        for (i, block) in long.chunks(MAX_LEN).enumerate() {
            let product = &mut product[..block.len() + overlap];
            kernel.multiply(product, block, short, 0);
            let out = &mut out[i * MAX_LEN..][..product.len()];
            // the product of the block before overlaps this one's
            add(self.n, &mut out[..overlap], &product[..overlap]);
            out[overlap..].copy_from_slice(&product[overlap..]);
        }
    }

    /// out = a·b modulo n, `out.len() == a.len() + b.len() − 1`; the longer operand in blocks of the shorter one's length.
    ///
    /// Karatsuba, Ofman 1962: (a₀ + a₁y)(b₀ + b₁y) from a₀b₀, a₁b₁ and (a₀ + a₁)(b₀ + b₁), y = x^h.
    pub(super) fn karatsuba(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        let (a, b) = if a.len() < b.len() { (b, a) } else { (a, b) };
        let vectors = self.in_vectors(b.len(), b.len(), true);
        if b.len() < self.base[usize::from(!vectors)] {
            let all = 0..out.len();
            return self.schoolbook(out, a, b, all);
        }
        if 2 * b.len() > a.len() + 1 {
            return self.karatsuba_step(out, a, b, scratch);
        }
        out.fill(0);
        let (product, scratch) = scratch.split_at_mut(2 * b.len() - 1);
        for (i, block) in a.chunks(b.len()).enumerate() {
            let product = &mut product[..block.len() + b.len() - 1];
            self.karatsuba(product, block, b, scratch);
            add(self.n, &mut out[i * b.len()..], product);
        }
    }

    /// One step, for ⌈len a/2⌉ < len b ≤ len a.
    fn karatsuba_step(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        let half = a.len().div_ceil(2);
        let ((a0, a1), (b0, b1)) = (a.split_at(half), b.split_at(half));
        let (sums, scratch) = scratch.split_at_mut(2 * half);
        let (sum_a, sum_b) = sums.split_at_mut(half);
        for (sum, (low, high)) in [(&mut *sum_a, (a0, a1)), (&mut *sum_b, (b0, b1))] {
            sum.copy_from_slice(low);
            add(self.n, sum, high);
        }
        let (middle, scratch) = scratch.split_at_mut(2 * half - 1);
        self.karatsuba(middle, sum_a, sum_b, scratch);
        let (low, rest) = out.split_at_mut(2 * half - 1);
        let (gap, high) = rest.split_at_mut(1);
        gap[0] = 0;
        self.karatsuba(low, a0, b0, scratch);
        self.karatsuba(high, a1, b1, scratch);
        for product in [&*low, &*high] {
            for (x, y) in middle.iter_mut().zip(product) {
                *x = self.n.sub(*x, *y);
            }
        }
        add(self.n, &mut out[half..], middle);
    }
}

/// The accumulators for sums of products of residues: [`u64`], [`Below`], [`u128`], [`Triple`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sums {
    Word,
    Below,
    Wide,
    Triple,
}

impl Sums {
    /// The cheapest accumulator for `terms` products of residues modulo n.
    #[inline]
    pub fn of(n: Modulus, terms: usize) -> Self {
        let log_terms = crate::bits::ceil_log2(terms);
        match 2 * n.bits() + log_terms {
            0..=64 => Sums::Word,
            _ if n.bits() + log_terms <= 64 => Sums::Below,
            65..=128 => Sums::Wide,
            _ => Sums::Triple,
        }
    }
}

/// An accumulator for a sum of products of words.
pub(super) trait Accumulator: Copy + Default {
    /// One for at most three products modulo the same n, which is reduced in less time if there is such a one.
    type Few: Accumulator;
    fn add(self, x: u64, y: u64) -> Self;
    fn reduce(self, n: Modulus) -> u64;
}

impl Accumulator for u64 {
    type Few = u64;
    #[inline(always)]
    fn add(self, x: u64, y: u64) -> u64 {
        self + x * y
    }
    #[inline(always)]
    fn reduce(self, n: Modulus) -> u64 {
        n.reduce(self)
    }
}

/// Sums of products of halves of words, which are one instruction of every vector unit.
#[derive(Clone, Copy, Default)]
pub(super) struct Halves(u64);

impl Accumulator for Halves {
    type Few = Halves;
    #[inline(always)]
    fn add(self, x: u64, y: u64) -> Halves {
        debug_assert!((x | y) >> 32 == 0, "{x}·{y}");
        Halves(self.0 + u64::from(x as u32) * u64::from(y as u32))
    }
    #[inline(always)]
    fn reduce(self, n: Modulus) -> u64 {
        n.reduce(self.0)
    }
}

impl Accumulator for u128 {
    type Few = Few;
    #[inline(always)]
    fn add(self, x: u64, y: u64) -> u128 {
        self + u128::from(x) * u128::from(y)
    }
    #[inline(always)]
    fn reduce(self, n: Modulus) -> u64 {
        n.reduce_wide(self)
    }
}

/// Sums of fewer than 2^64/n products of residues, whose high words are below n.
#[derive(Clone, Copy, Default)]
pub(super) struct Below(u128);

impl Accumulator for Below {
    type Few = Below;
    #[inline(always)]
    fn add(self, x: u64, y: u64) -> Below {
        Below(self.0 + u128::from(x) * u128::from(y))
    }
    #[inline(always)]
    fn reduce(self, n: Modulus) -> u64 {
        n.div_rem((self.0 >> 64) as u64, self.0 as u64).1
    }
}

/// Sums of at most three products of residues modulo an n of any size.
#[derive(Clone, Copy, Default)]
pub(super) struct Few(Triple);

impl Accumulator for Few {
    type Few = Few;
    #[inline(always)]
    fn add(self, x: u64, y: u64) -> Few {
        Few(self.0.add(x, y))
    }
    #[inline(always)]
    fn reduce(self, n: Modulus) -> u64 {
        let Triple(low, high) = self.0;
        // the upper words are below 3n
        let (upper, n_wide) = (u128::from(high) << 64 | low >> 64, u128::from(n.n()));
        let upper = if upper >= n_wide { upper - n_wide } else { upper };
        let upper = if upper >= n_wide { upper - n_wide } else { upper };
        n.div_rem(upper as u64, low as u64).1
    }
}

/// Three words: sums of up to 2^64 products of residues.
#[derive(Clone, Copy, Default)]
pub(super) struct Triple(u128, u64);

impl Accumulator for Triple {
    type Few = Few;
    #[inline(always)]
    fn add(self, x: u64, y: u64) -> Triple {
        let (low, carry) = self.0.overflowing_add(u128::from(x) * u128::from(y));
        Triple(low, self.1 + u64::from(carry))
    }
    #[inline(always)]
    fn reduce(self, n: Modulus) -> u64 {
        // fewer than 2^64 products: the highest word is below their number times n²/2^128 < n
        let (upper, lower) = ((self.0 >> 64) as u64, self.0 as u64);
        n.div_rem(n.div_rem(self.1, upper).1, lower).1
    }
}

/// Coefficients of a·b from `first` on, none beyond its end.
#[inline(always)]
fn convolve<A: Accumulator>(n: Modulus, out: &mut [u64], a: &[u64], b: &[u64], first: usize) {
    for (k, out) in (first..).zip(out) {
        let (from, to) = ((k + 1).saturating_sub(b.len()), a.len().min(k + 1));
        let pairs = a[from..to].iter().zip(b[k + 1 - to..=k - from].iter().rev());
        *out = pairs.fold(A::default(), |s, (&x, &y)| s.add(x, y)).reduce(n);
    }
}

/// Number of words of scratch that [`karatsuba`](Words::karatsuba) needs for operands of these lengths.
pub(super) fn karatsuba_scratch(long: usize, short: usize) -> usize {
    // 2⌈len/2⌉ for the sums and 2⌈len/2⌉ for their product, at each level
    let balanced = |len: usize| 4 * len + 64 * crate::bits::ceil_log2(len) as usize;
    // and a block's product if the longer operand is cut
    if 2 * short > long + 1 { balanced(long) } else { 2 * short + balanced(short) }
}

/// out += v; `v` may exceed `out` by zeros only.
fn add(n: Modulus, out: &mut [u64], v: &[u64]) {
    debug_assert!(v[out.len().min(v.len())..].iter().all(|&x| x == 0));
    for (x, y) in out.iter_mut().zip(v) {
        *x = n.add(*x, *y);
    }
}
