//! Polynomials over F_2, 64 coefficients in a word: carry-less products, squares, and moves of runs of bits.
//!
//! A [`BitKernel`] is a table of functions that only [`select`] returns, after checking the CPU; each function checks
//! the lengths that its loops rely on. Products of few words are computed column by column (`tiles`, `vectors`;
//! `portable` where there is no carry-less product), longer ones by Karatsuba's identity on words, in the form that
//! adds each part of the result once (Bernstein 2009, "Batch binary Edwards", section 2: 7n/2 additions of words
//! instead of 4n). A square needs no product: it is Σ aᵢ·x^(2i).
//!
//! Cost: n²·3/16 carry-less instructions for n words by n with four lanes; from 2 · [`BitKernel::base`] words on, three
//! products of half the size.

mod elements;
mod euclid;
mod portable;
mod runs;
#[cfg(target_arch = "x86_64")]
mod tiles;
#[cfg(target_arch = "x86_64")]
mod vectors;

pub use elements::Reduction;
pub use euclid::Leading;
pub use runs::Merge;

use super::lengths::{runs_within, within};
use crate::cpu::Target;
use std::fmt;

/// Length of the longest operands of a product by columns, in words.
pub const MAX_BASE: usize = 64;

/// The four entries of a matrix: polynomials of degree below 64.
pub type Small = [[u64; 2]; 2];

/// Writes the product of two operands of the same length; the last argument is scratch.
type Balanced = unsafe fn(&mut [u64], &[u64], &[u64], &mut [u64]);

/// Writes residues of runs of bits, given the place of the first bit and the length of a run.
type Unpack = unsafe fn(&mut [u64], &[u64], (usize, usize), Reduction);

/// Adds a combination of rows with these coefficients, given the rows and the number of words from one to the next.
type AddCombination = unsafe fn(&mut [u64], &[u64], (&[u64], usize), Reduction);

/// The loops for one instruction set. Operands are words of 64 coefficients, the lowest bit first.
///
/// Its fields cannot be set from outside:
///
/// ```compile_fail,E0616
/// let mut kernel = *polymod_core::kernels::clmul::select(polymod_core::cpu::Target::AVX512);
/// kernel.base = usize::MAX;
/// ```
#[derive(Clone, Copy)]
pub struct BitKernel {
    name: &'static str,
    needs: Target,
    base: usize,
    /// Operands are split by Karatsuba's identity at multiples of this many words.
    grain: usize,
    columns: unsafe fn(&mut [u64], &[u64], &[u64]),
    karatsuba: Balanced,
    square: unsafe fn(&mut [u64], &[u64]),
    add_row: unsafe fn(&mut [u64], &[u64], u64),
    combine: unsafe fn(&mut [u64], &mut [u64], &Small),
    merge: unsafe fn(&mut [u64], usize, &[u64], usize, usize, Merge),
    reverse: unsafe fn(&mut [u64], &[u64], usize, usize),
    xor: unsafe fn(&mut [u64], &[u64]),
    word: unsafe fn(u64, u64) -> u128,
    leading: unsafe fn(u128, u128, u32, Option<&mut Vec<usize>>) -> Leading,
    unpack: Unpack,
    scale: unsafe fn(&mut [u64], u64, Reduction),
    multiply_each: unsafe fn(&mut [u64], &[u64], Reduction),
    dot: unsafe fn(&[u64], &[u64], Reduction) -> u64,
    add_combination: AddCombination,
}

impl fmt::Debug for BitKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The fastest kernel that needs no more than the extensions of `target`.
#[must_use]
pub fn select(target: Target) -> &'static BitKernel {
    KERNELS.iter().find(|k| k.needs.runs_within(target)).unwrap_or(&KERNELS[KERNELS.len() - 1])
}

#[cfg(target_arch = "x86_64")]
static KERNELS: [BitKernel; 3] = [vectors::WIDE, vectors::NARROW, portable::KERNEL];
#[cfg(not(target_arch = "x86_64"))]
static KERNELS: [BitKernel; 1] = [portable::KERNEL];

/// Number of bits of these words, at most `usize::MAX`, which only machines of 32-bit words reach.
fn bits(words: &[u64]) -> usize {
    words.len().saturating_mul(64)
}

/// Number of words of the lower part when Karatsuba's identity splits n words.
fn by_halves(n: usize, grain: usize) -> usize {
    n.div_ceil(2).next_multiple_of(grain)
}

/// The loops over plain words, compiled for these features, and Karatsuba's identity above products of `base` words by
/// columns, split at multiples of `grain` words.
macro_rules! plain_loops {
    ($base:expr, $grain:literal $(, $features:literal)?) => {
        $(#[target_feature(enable = $features)])?
        unsafe fn karatsuba(out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
            // SAFETY: the caller's promise, for shorter operands too
            unsafe {
                if a.len() <= $base {
                    return columns(out, a, b);
                }
                crate::kernels::clmul::runs::by_halves(out, [a, b], scratch, $grain, |out, a, b, scratch| {
                    karatsuba(out, a, b, scratch);
                });
            }
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn merge(out: &mut [u64], at: usize, from: &[u64], start: usize, len: usize, how: Merge) {
            crate::kernels::clmul::runs::merge(out, at, from, start, len, how);
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn reverse(out: &mut [u64], from: &[u64], start: usize, len: usize) {
            crate::kernels::clmul::runs::reverse(out, from, start, len);
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn xor(out: &mut [u64], from: &[u64]) {
            crate::kernels::clmul::runs::xor(out, from);
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn unpack(
            out: &mut [u64],
            from: &[u64],
            runs: (usize, usize),
            by: crate::kernels::clmul::elements::Reduction,
        ) {
            // SAFETY: the caller's promise
            crate::kernels::clmul::elements::unpack(out, from, runs, by, |x, y| unsafe { word(x, y) });
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn scale(out: &mut [u64], c: u64, by: crate::kernels::clmul::elements::Reduction) {
            // SAFETY: the caller's promise
            crate::kernels::clmul::elements::scale(out, c, by, |x, y| unsafe { word(x, y) });
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn multiply_each(out: &mut [u64], v: &[u64], by: crate::kernels::clmul::elements::Reduction) {
            // SAFETY: the caller's promise
            crate::kernels::clmul::elements::multiply_each(out, v, by, |x, y| unsafe { word(x, y) });
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn dot(v: &[u64], w: &[u64], by: crate::kernels::clmul::elements::Reduction) -> u64 {
            // SAFETY: the caller's promise
            crate::kernels::clmul::elements::dot(v, w, by, |x, y| unsafe { word(x, y) })
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn add_combination(
            out: &mut [u64],
            c: &[u64],
            rows: (&[u64], usize),
            by: crate::kernels::clmul::elements::Reduction,
        ) {
            // SAFETY: the caller's promise
            crate::kernels::clmul::elements::add_combination(out, c, rows, by, |x, y| unsafe { word(x, y) });
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn leading(a: u128, b: u128, k: u32, gaps: Option<&mut Vec<usize>>) -> crate::kernels::clmul::Leading {
            // SAFETY: the caller's promise
            crate::kernels::clmul::euclid::leading(a, b, k, gaps, |x, y| unsafe { word(x, y) })
        }
    };
}
use plain_loops;

impl BitKernel {
    /// Name of the kernel, for people.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Longest product by columns, in words; longer ones use Karatsuba's identity (measured).
    #[must_use]
    pub fn base(&self) -> usize {
        self.base
    }

    /// The product of two words.
    #[inline]
    #[must_use]
    pub fn word(&self, a: u64, b: u64) -> u128 {
        // SAFETY: the CPU was asked when the kernel was selected
        unsafe { (self.word)(a, b) }
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
            out.copy_from_slice(&[p as u64, (p >> 64) as u64]);
            return;
        }
        if n <= 1 {
            out.fill(0);
            short.iter().for_each(|c| self.add_row(out, long, *c));
            return;
        }
        if n <= self.base && long.len() <= MAX_BASE {
            return self.multiply_few(out, short, long);
        }
        if n == long.len() {
            return self.balanced(out, long, short, scratch);
        }
        // blocks of the longer operand: as long as the shorter one, or as long as products by columns allow
        let block = if n <= self.base { MAX_BASE } else { n };
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
        if short <= 1 || short <= self.base && long <= MAX_BASE {
            return 0;
        }
        if short == long {
            // scratch: the sums of halves, their product, and the scratch of that product
            let half = by_halves(short, self.grain);
            return 4 * half + if half <= self.base { 0 } else { self.scratch_len(half, half) };
        }
        let block = if short <= self.base { MAX_BASE } else { short };
        let whole = if long >= block { self.scratch_len(block, short) } else { 0 };
        block + short + whole.max(self.scratch_len(long % block, short))
    }

    /// The product of operands of the same length.
    fn balanced(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        assert!(out.len() == 2 * a.len() && a.len() == b.len() && !a.is_empty());
        // SAFETY: the CPU was asked when the kernel was selected, the lengths were checked; scratch is checked where it is cut
        unsafe { (self.karatsuba)(out, a, b, scratch) }
    }

    /// out = a²: coefficient i of `a` at place 2i.
    ///
    /// # Panics
    /// Unless `out` is twice as long as `a`.
    pub fn square(&self, out: &mut [u64], a: &[u64]) {
        assert_eq!(out.len(), 2 * a.len(), "lengths of a square");
        // SAFETY: the CPU was asked when the kernel was selected, the lengths were checked
        unsafe { (self.square)(out, a) }
    }

    /// out += c·a modulo x^(64·`out.len()`); `out` is at least as long as `a`.
    ///
    /// # Panics
    /// When it is shorter.
    pub fn add_row(&self, out: &mut [u64], a: &[u64], c: u64) {
        assert!(out.len() >= a.len(), "lengths of a row");
        // SAFETY: the CPU was asked when the kernel was selected, the lengths were checked
        unsafe { (self.add_row)(out, a, c) }
    }

    /// (x, y) = m·(x, y), cut to their length, which is the same for both.
    ///
    /// # Panics
    /// When they are not.
    pub fn combine(&self, x: &mut [u64], y: &mut [u64], m: &Small) {
        assert_eq!(x.len(), y.len(), "lengths of a pair");
        // SAFETY: the CPU was asked when the kernel was selected, the lengths were checked
        unsafe { (self.combine)(x, y, m) }
    }

    /// out += a, word by word; `a` is no longer than `out`.
    ///
    /// # Panics
    /// When it is longer.
    pub fn add(&self, out: &mut [u64], a: &[u64]) {
        // SAFETY: the CPU was asked when the kernel was selected
        unsafe { (self.xor)(&mut out[..a.len()], a) }
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
        // SAFETY: the CPU was asked when the kernel was selected
        unsafe { (self.merge)(out, at, from, start, len, how) }
    }

    /// `out` = bits `start..start + len` of `from` in reverse order; zeros above them in the last word.
    ///
    /// # Panics
    /// Unless `out` has the number of words that `len` bits take, and `from` has these bits.
    pub fn reverse(&self, out: &mut [u64], from: &[u64], start: usize, len: usize) {
        assert!(out.len() == len.div_ceil(64) && within(start, len, bits(from)), "lengths of a run of bits");
        // SAFETY: the CPU was asked when the kernel was selected
        unsafe { (self.reverse)(out, from, start, len) }
    }

    /// p modulo f, deg p ≤ 2K − 1.
    #[inline]
    #[must_use]
    pub fn reduce(&self, p: u128, by: Reduction) -> u64 {
        by.reduced(p, |x, y| self.word(x, y))
    }

    /// `out` = the residues modulo f of runs of `stride` bits of `from`, the first of which begins at bit `at`; zeros
    /// beyond the end.
    ///
    /// # Panics
    /// Unless 0 < `stride` ≤ 127, and places are below 2^64.
    pub fn unpack(&self, out: &mut [u64], from: &[u64], (at, stride): (usize, usize), by: Reduction) {
        assert!((1..=127).contains(&stride), "runs of products of elements");
        assert!(runs_within(at, [out.len(), stride, stride], usize::MAX), "places of bits that a word holds");
        // SAFETY: the CPU was asked when the kernel was selected
        unsafe { (self.unpack)(out, from, (at, stride), by) }
    }

    /// `out[i]` = `out[i]`·`c` modulo f.
    pub fn scale(&self, out: &mut [u64], c: u64, by: Reduction) {
        // SAFETY: the CPU was asked when the kernel was selected
        unsafe { (self.scale)(out, c, by) }
    }

    /// `out[i]` = `out[i]`·`v[i]` modulo f, over the common length.
    pub fn multiply_each(&self, out: &mut [u64], v: &[u64], by: Reduction) {
        // SAFETY: the CPU was asked when the kernel was selected
        unsafe { (self.multiply_each)(out, v, by) }
    }

    /// Σ `v[i]`·`w[i]` modulo f, over the common length.
    #[must_use]
    pub fn dot(&self, v: &[u64], w: &[u64], by: Reduction) -> u64 {
        // SAFETY: the CPU was asked when the kernel was selected
        unsafe { (self.dot)(v, w, by) }
    }

    /// `out[j]` += Σ `c[t]`·`x[t·stride + j]` modulo f.
    ///
    /// # Panics
    /// If `x` has no such element.
    pub fn add_combination(&self, out: &mut [u64], c: &[u64], (x, stride): (&[u64], usize), by: Reduction) {
        // SAFETY: the CPU was asked when the kernel was selected
        unsafe { (self.add_combination)(out, c, (x, stride), by) }
    }

    /// out = a·b by columns, for at most [`MAX_BASE`] words each, `a` no longer than `b` and not empty.
    ///
    /// # Panics
    /// If a length is out of these ranges, or `out` is not as long as both together.
    #[inline]
    pub fn multiply_few(&self, out: &mut [u64], a: &[u64], b: &[u64]) {
        let lengths = out.len() == a.len() + b.len() && !a.is_empty() && a.len() <= b.len() && b.len() <= MAX_BASE;
        assert!(lengths, "lengths of a short product");
        // SAFETY: the CPU was asked when the kernel was selected, the lengths were checked
        unsafe { (self.columns)(out, a, b) }
    }

    /// The divisions of Euclid's algorithm that the leading 128 coefficients of a pair determine, as long as they
    /// reduce the degree by k ≤ 63 at most: a has bit 127, b is of lower degree. The gap in degree of each division is
    /// appended to `gaps`.
    ///
    /// # Panics
    /// If a or k is out of these ranges.
    pub fn leading(&self, a: u128, b: u128, k: u32, gaps: Option<&mut Vec<usize>>) -> Leading {
        assert!(a >> 127 == 1 && b >> 127 == 0 && k <= 63, "a pair of leading coefficients");
        // SAFETY: the CPU was asked when the kernel was selected
        unsafe { (self.leading)(a, b, k, gaps) }
    }
}

#[cfg(test)]
mod tests;
