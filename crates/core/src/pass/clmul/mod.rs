//! Polynomials over F_2, 64 coefficients in a word: carry-less products, squares, and moves of runs of bits.
//!
//! Products of few words are computed column by column (`tiles`, `pairs`; `comb` where there is no carry-less product),
//! longer ones by Karatsuba's identity on words, in the form that adds each part of the result once (Bernstein 2009,
//! "Batch binary Edwards", section 2: 7n/2 additions of words instead of 4n). A square needs no product: it is Σ aᵢ·x^(2i).
//!
//! Cost: n²·3/16 carry-less instructions for n words by n with four lanes; from 2 · [`BitKernel::base`] words on, three
//! products of half the size.

mod comb;
mod elements;
mod euclid;
mod pairs;
mod runs;
mod tiles;

use crate::simd::inlined::{CopyFrom, formulas};
pub use elements::Reduction;
pub use euclid::Leading;
pub use runs::Merge;

use crate::{
    cpu::Target,
    lengths::{runs_within, within},
    registry::{self, Kernel, Moduli},
    simd::{self, Carryless, Words},
};

/// Length of the longest operands of a product by columns, in words.
pub const MAX_BASE: usize = 64;

/// The four entries of a matrix: polynomials of degree below 64.
pub type Small = [[u64; 2]; 2];

/// The loops for one instruction set. Operands are words of 64 coefficients, the lowest bit first.
///
/// Its fields cannot be set from outside:
///
/// ```compile_fail,E0616
/// let mut kernel = *polymod_core::kernels::clmul::select(polymod_core::cpu::Target::AVX512);
/// kernel.loops = kernel.loops;
/// ```
pub type BitKernel = Kernel<Loops>;

registry::loops! {
    /// The loops of a [`BitKernel`].
    #[derive(Clone, Copy)]
    pub struct Loops[S: Products] {
        {
            base: usize = S::BASE;
            /// Operands are split by Karatsuba's identity at multiples of this many words.
            grain: usize = S::GRAIN;
        }
        columns(out: &mut [u64], a: &[u64], b: &[u64]) = S::columns;
        /// The product of two operands of the same length; the last argument is scratch.
        karatsuba(out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) = karatsuba::<S>;
        square(out: &mut [u64], a: &[u64]) = S::square;
        add_row(out: &mut [u64], a: &[u64], c: u64) = S::add_row;
        combine(x: &mut [u64], y: &mut [u64], m: &Small) = S::combine;
        merge(out: &mut [u64], at: usize, from: &[u64], start: usize, len: usize, how: Merge) = runs::merge::<S>;
        reverse(out: &mut [u64], from: &[u64], start: usize, len: usize) = runs::reverse::<S>;
        add(out: &mut [u64], from: &[u64]) = runs::add::<S>;
        add_where(rows: &mut [u64], row: &[u64], column: usize) = runs::add_where::<S>;
        word(a: u64, b: u64) -> u128 = S::product;
        reduce(p: u128, by: Reduction) -> u64 = elements::reduced::<S>;
        leading(a: u128, b: u128, k: u32, gaps: Option<&mut Vec<usize>>) -> Leading = euclid::leading::<S>;
        /// The residues of runs of bits, given the place of the first bit and the length of a run.
        unpack(out: &mut [u64], from: &[u64], runs: (usize, usize), by: Reduction) = elements::unpack::<S>;
        scale(out: &mut [u64], c: u64, by: Reduction) = elements::scale::<S>;
        multiply_each(out: &mut [u64], v: &[u64], by: Reduction) = elements::multiply_each::<S>;
        dot(v: &[u64], w: &[u64], by: Reduction) -> u64 = elements::dot::<S>;
        /// A combination of rows with these coefficients is added, given the rows and the number of words from one to the next.
        add_combination(out: &mut [u64], c: &[u64], x: (&[u64], usize), by: Reduction) = elements::add_combination::<S>;
    }
}

/// The fastest kernel that needs no more than the extensions of `target`.
#[must_use]
pub fn select(target: Target) -> &'static BitKernel {
    registry::first(KERNELS, target).expect("combs run on any CPU")
}

registry::kernels! {
    KERNELS: BitKernel;
    x86:
    kernel::<simd::Vpclmul>("vpclmulqdq");
    quad:
    kernel::<simd::ClmulPair>(if cfg!(target_arch = "x86_64") { "pclmulqdq" } else { "pmull" });
    any:
    kernel::<Words>("comb");
}

/// Products of several words.
trait Products: Carryless {
    /// Longest product by columns, in words (measured).
    const BASE: usize;
    /// Karatsuba's identity splits operands at multiples of this many words.
    const GRAIN: usize;

    /// out = a·b, for at most [`MAX_BASE`] words each; `a` is not longer than `b` and not empty.
    fn columns(self, out: &mut [u64], a: &[u64], b: &[u64]);
    /// `out` is twice as long as `a`.
    fn square(self, out: &mut [u64], a: &[u64]);
    /// out += c·a, cut to its length, which is at least that of `a`.
    fn add_row(self, out: &mut [u64], a: &[u64], c: u64);
    /// (x, y) = m·(x, y), cut to their length, which is the same for both.
    fn combine(self, x: &mut [u64], y: &mut [u64], m: &Small);
}

impl Products for Words {
    const BASE: usize = 32;
    const GRAIN: usize = 1;

    formulas! {
        fn columns(self, out: &mut [u64], a: &[u64], b: &[u64]) = comb::columns(out, a, b);
        fn square(self, out: &mut [u64], a: &[u64]) = comb::square(out, a);
        fn add_row(self, out: &mut [u64], a: &[u64], c: u64) = comb::add_row(out, a, c);
        fn combine(self, x: &mut [u64], y: &mut [u64], m: &Small) = comb::combine(x, y, m);
    }
}

/// The products of an instruction set with carry-less products of vectors.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! in_vectors {
    ($set:ident, $base:literal, $grain:literal, $columns:path) => {
        impl Products for simd::$set {
            const BASE: usize = $base;
            const GRAIN: usize = $grain;

            #[inline(always)]
            fn columns(self, out: &mut [u64], a: &[u64], b: &[u64]) {
                if b.len() <= 2 {
                    pairs::pair(simd::ClmulPair::from(self), out, a, b);
                } else {
                    $columns(self, out, a, b);
                }
            }
            formulas! {
                fn square(self, out: &mut [u64], a: &[u64]) = pairs::square(self, out, a);
                fn add_row(self, out: &mut [u64], a: &[u64], c: u64) = pairs::add_row(self, out, a, c);
                fn combine(self, x: &mut [u64], y: &mut [u64], m: &Small) = pairs::combine(self, x, y, m);
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
in_vectors!(Vpclmul, 16, 8, tiles::product);
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
in_vectors!(ClmulPair, 24, 2, pairs::columns);

/// The product of operands of one length; the last argument is scratch.
#[inline(always)]
fn karatsuba<S: Products>(s: S, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    if a.len() <= S::BASE {
        return s.columns(out, a, b);
    }
    runs::by_halves(out, [a, b], scratch, S::GRAIN, |out, a, b, scratch| {
        simd::run!(s, karatsuba::<S>, out, a, b, scratch);
    });
}

const fn kernel<S: Products>(name: &'static str) -> BitKernel {
    Kernel { name, needs: S::NEEDS, moduli: Moduli::Bits(64), loops: Loops::of::<S>() }
}

/// Number of bits of these words, at most `usize::MAX`, which only machines of 32-bit words reach.
fn bits(words: &[u64]) -> usize {
    words.len().saturating_mul(64)
}

/// Number of words of the lower part when Karatsuba's identity splits n words.
fn by_halves(n: usize, grain: usize) -> usize {
    n.div_ceil(2).next_multiple_of(grain)
}

impl BitKernel {
    /// Longest product by columns, in words; longer ones use Karatsuba's identity (measured).
    #[must_use]
    pub fn base(&self) -> usize {
        self.loops.base
    }

    /// The product of two words.
    #[inline]
    #[must_use]
    pub fn word(&self, a: u64, b: u64) -> u128 {
        (self.loops.word)(a, b)
    }

    /// out = a·b; `out.len() == a.len() + b.len()`, `scratch` at least [`scratch_len`](Self::scratch_len) words, of any
    /// content.
    ///
    /// # Panics
    /// If a length is wrong.
    pub fn multiply(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        assert_eq!(out.len(), a.len() + b.len(), "lengths of a product");
        let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
        let n = short.len();
        if let ([x], [y]) = (a, b) {
            let p = self.word(*x, *y);
            out.copy_from(&[p as u64, (p >> 64) as u64]);
            return;
        }
        if n <= 1 {
            out.fill(0);
            short.iter().for_each(|c| self.add_row(out, long, *c));
            return;
        }
        if n <= self.loops.base && long.len() <= MAX_BASE {
            return self.multiply_few(out, short, long);
        }
        if n == long.len() {
            return self.balanced(out, long, short, scratch);
        }
        // blocks of the longer operand: as long as the shorter one, or as long as products by columns allow
        let block = if n <= self.loops.base { MAX_BASE } else { n };
        let (product, scratch) = scratch.split_at_mut(block + n);
        out.fill(0);
        for (i, part) in long.chunks(block).enumerate() {
            let product = &mut product[..part.len() + n];
            if part.len() == n {
                self.balanced(product, part, short, scratch);
            } else {
                self.multiply(product, part, short, scratch);
            }
            self.add(&mut out[i * block..i * block + product.len()], product);
        }
    }

    /// Words of scratch for [`multiply`](Self::multiply) of operands of these lengths.
    #[must_use]
    pub fn scratch_len(&self, a: usize, b: usize) -> usize {
        let (long, short) = (a.max(b), a.min(b));
        if short <= 1 || short <= self.loops.base && long <= MAX_BASE {
            return 0;
        }
        if short == long {
            // scratch: the sums of halves, their product, and the scratch of that product
            let half = by_halves(short, self.loops.grain);
            return 4 * half + if half <= self.loops.base { 0 } else { self.scratch_len(half, half) };
        }
        let block = if short <= self.loops.base { MAX_BASE } else { short };
        let whole = if long >= block { self.scratch_len(block, short) } else { 0 };
        block + short + whole.max(self.scratch_len(long % block, short))
    }

    /// The product of operands of the same length.
    fn balanced(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        assert!(out.len() == 2 * a.len() && a.len() == b.len() && !a.is_empty());
        (self.loops.karatsuba)(out, a, b, scratch);
    }

    /// out = a²: coefficient i of `a` at place 2i.
    ///
    /// # Panics
    /// Unless `out` is twice as long as `a`.
    pub fn square(&self, out: &mut [u64], a: &[u64]) {
        assert_eq!(out.len(), 2 * a.len(), "lengths of a square");
        (self.loops.square)(out, a);
    }

    /// out += c·a modulo x^(64·`out.len()`); `out` is at least as long as `a`.
    ///
    /// # Panics
    /// When it is shorter.
    pub fn add_row(&self, out: &mut [u64], a: &[u64], c: u64) {
        assert!(out.len() >= a.len(), "lengths of a row");
        (self.loops.add_row)(out, a, c);
    }

    /// (x, y) = m·(x, y), cut to their length, which is the same for both.
    ///
    /// # Panics
    /// When they are not.
    pub fn combine(&self, x: &mut [u64], y: &mut [u64], m: &Small) {
        assert_eq!(x.len(), y.len(), "lengths of a pair");
        (self.loops.combine)(x, y, m);
    }

    /// out += a, word by word; `a` is no longer than `out`.
    ///
    /// # Panics
    /// When it is longer.
    pub fn add(&self, out: &mut [u64], a: &[u64]) {
        (self.loops.add)(&mut out[..a.len()], a);
    }

    /// Adds the columns of `row` beyond `column` to those rows, each as long as it, whose bit in that column is set.
    ///
    /// # Panics
    /// If a row has no such column.
    pub fn add_where(&self, rows: &mut [u64], row: &[u64], column: usize) {
        assert!(column / 64 < row.len(), "a column of a row");
        (self.loops.add_where)(rows, row, column);
    }

    /// Merges bits `start..start + len` of `from` into the places from `at` on of `out`, by the rule `how`; all other
    /// bits stay.
    ///
    /// # Panics
    /// Where one of them is too short.
    #[inline]
    pub fn merge(&self, out: &mut [u64], at: usize, from: &[u64], start: usize, len: usize, how: Merge) {
        let there = within(start, len, bits(from)) && within(at, len, bits(out));
        assert!(there, "lengths of a run of bits");
        (self.loops.merge)(out, at, from, start, len, how);
    }

    /// `out` = bits `start..start + len` of `from` in reverse order; zeros above them in the last word.
    ///
    /// # Panics
    /// Unless `out` has the number of words that `len` bits take, and `from` has these bits.
    pub fn reverse(&self, out: &mut [u64], from: &[u64], start: usize, len: usize) {
        assert!(out.len() == len.div_ceil(64) && within(start, len, bits(from)), "lengths of a run of bits");
        (self.loops.reverse)(out, from, start, len);
    }

    /// p modulo f, deg p ≤ 2K − 1.
    #[inline]
    #[must_use]
    pub fn reduce(&self, p: u128, by: Reduction) -> u64 {
        (self.loops.reduce)(p, by)
    }

    /// `out` = the residues modulo f of runs of `stride` bits of `from`, the first of which begins at bit `at`; zeros
    /// beyond the end.
    ///
    /// # Panics
    /// Unless 0 < `stride` ≤ 127, and places are below 2^64.
    pub fn unpack(&self, out: &mut [u64], from: &[u64], (at, stride): (usize, usize), by: Reduction) {
        assert!((1..=127).contains(&stride), "runs of products of elements");
        assert!(runs_within(at, [out.len(), stride, stride], usize::MAX), "places of bits that a word holds");
        (self.loops.unpack)(out, from, (at, stride), by);
    }

    /// `out[i]` = `out[i]`·`c` modulo f.
    pub fn scale(&self, out: &mut [u64], c: u64, by: Reduction) {
        (self.loops.scale)(out, c, by);
    }

    /// `out[i]` = `out[i]`·`v[i]` modulo f, over the common length.
    pub fn multiply_each(&self, out: &mut [u64], v: &[u64], by: Reduction) {
        (self.loops.multiply_each)(out, v, by);
    }

    /// Σ `v[i]`·`w[i]` modulo f, over the common length.
    #[must_use]
    pub fn dot(&self, v: &[u64], w: &[u64], by: Reduction) -> u64 {
        (self.loops.dot)(v, w, by)
    }

    /// `out[j]` += Σ `c[t]`·`x[t·stride + j]` modulo f.
    ///
    /// # Panics
    /// If `x` has no such element.
    pub fn add_combination(&self, out: &mut [u64], c: &[u64], (x, stride): (&[u64], usize), by: Reduction) {
        (self.loops.add_combination)(out, c, (x, stride), by);
    }

    /// out = a·b by columns, for at most [`MAX_BASE`] words each, `a` no longer than `b` and not empty.
    ///
    /// # Panics
    /// If a length is out of these ranges, or `out` is not as long as both together.
    #[inline]
    pub fn multiply_few(&self, out: &mut [u64], a: &[u64], b: &[u64]) {
        let lengths = out.len() == a.len() + b.len() && !a.is_empty() && a.len() <= b.len() && b.len() <= MAX_BASE;
        assert!(lengths, "lengths of a short product");
        (self.loops.columns)(out, a, b);
    }

    /// The divisions of Euclid's algorithm that the leading 128 coefficients of a pair determine, as long as they
    /// reduce the degree by k ≤ 63 at most: a has bit 127, b is of lower degree. The gap in degree of each division is
    /// appended to `gaps`.
    ///
    /// # Panics
    /// If a or k is out of these ranges.
    pub fn leading(&self, a: u128, b: u128, k: u32, gaps: Option<&mut Vec<usize>>) -> Leading {
        assert!(a >> 127 == 1 && b >> 127 == 0 && k <= 63, "a pair of leading coefficients");
        (self.loops.leading)(a, b, k, gaps)
    }
}
