//! Short products of residue vectors: schoolbook and Karatsuba, on slices of words.

use crate::{
    arith::Modulus,
    costs::Crossovers,
    cpu::Target,
    kernels::{
        batch_powers::{self, PowersKernel},
        short::{MAX_LEN, Short},
    },
};
use std::ops::Range;

/// Short products modulo one n, with the vector instructions of one level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    n: Modulus,
    short: Option<Short>,
    powers: Option<&'static PowersKernel>,
    /// Least length of the shorter operand that Karatsuba's algorithm halves: with products in vectors, and without.
    base: [usize; 2],
}

impl Words {
    pub(super) fn new(target: Target, n: Modulus, crossovers: &Crossovers) -> Self {
        let (short, powers) = (Short::new(target, n), batch_powers::select(target, n));
        Words { n, short, powers, base: crossovers.karatsuba.map(|len| len.max(2)) }
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
        match 2 * n.bits() + crate::bits::ceil_log2(a.len().min(b.len())) {
            0..=64 => convolve::<u64>(n, out, a, b, w.start),
            65..=128 => convolve::<u128>(n, out, a, b, w.start),
            _ => convolve::<Triple>(n, out, a, b, w.start),
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

/// An accumulator for a sum of products of words.
pub(super) trait Accumulator: Copy + Default {
    fn add(self, x: u64, y: u64) -> Self;
    fn reduce(self, n: Modulus) -> u64;
}

impl Accumulator for u64 {
    #[inline(always)]
    fn add(self, x: u64, y: u64) -> u64 {
        self + x * y
    }
    #[inline(always)]
    fn reduce(self, n: Modulus) -> u64 {
        n.reduce(self)
    }
}

impl Accumulator for u128 {
    #[inline(always)]
    fn add(self, x: u64, y: u64) -> u128 {
        self + u128::from(x) * u128::from(y)
    }
    #[inline(always)]
    fn reduce(self, n: Modulus) -> u64 {
        n.reduce_wide(self)
    }
}

/// Three words: sums of up to 2^64 products of any words.
#[derive(Clone, Copy, Default)]
pub(super) struct Triple(u128, u64);

impl Accumulator for Triple {
    #[inline(always)]
    fn add(self, x: u64, y: u64) -> Triple {
        let (low, carry) = self.0.overflowing_add(u128::from(x) * u128::from(y));
        Triple(low, self.1 + u64::from(carry))
    }
    #[inline(always)]
    fn reduce(self, n: Modulus) -> u64 {
        n.reduce3(self.0 as u64, (self.0 >> 64) as u64, self.1)
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
