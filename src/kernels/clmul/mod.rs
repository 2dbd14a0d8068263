//! Polynomials over the field of two elements, 64 coefficients a word: products without carries, squares, runs of bits.
//!
//! A [`BitKernel`] is a table of functions that only [`select`] hands out, which knows the CPU; each checks the lengths that
//! its loops rely on. Products of few words go column by column (`vectors`; `portable` where there is no carry-less
//! product); longer ones by Karatsuba's identity on words, in the form that adds each part of the result once (Bernstein
//! 2009, "Batch binary Edwards", section 2: 7n/2 additions of words instead of 4n). A square is no product: Σ aᵢ·x^(2i).
//!
//! Cost: n²·3/16 carry-less instructions for n words by n with four lanes; from 2 · [`BitKernel::base`] words on, three
//! products of half the size.

mod euclid;
mod portable;
mod runs;
#[cfg(target_arch = "x86_64")]
mod vectors;

pub use euclid::Leading;
pub use runs::Merge;

use crate::cpu::{self, Isa};
use std::fmt;

/// The longest operands of a product by columns, in words.
pub const MAX_BASE: usize = 64;

/// The four entries of a matrix: polynomials of degree below 64.
pub type Small = [[u64; 2]; 2];

/// The loops for one instruction set. Operands are words of 64 coefficients, the lowest bit first.
#[derive(Clone, Copy)]
pub struct BitKernel {
    /// Its name, for people.
    pub name: &'static str,
    /// The instructions it needs …
    pub isa: Isa,
    /// … and those besides.
    pub extras: &'static [&'static str],
    /// Products of at most so many words go by columns; longer ones by Karatsuba's identity. Measured.
    pub base: usize,
    columns: unsafe fn(&mut [u64], &[u64], &[u64]),
    square: unsafe fn(&mut [u64], &[u64]),
    add_row: unsafe fn(&mut [u64], &[u64], u64),
    combine: unsafe fn(&mut [u64], &mut [u64], &Small),
    merge: unsafe fn(&mut [u64], usize, &[u64], usize, usize, Merge),
    reverse: unsafe fn(&mut [u64], &[u64], usize, usize),
    xor: unsafe fn(&mut [u64], &[u64]),
    middle: unsafe fn(&mut [u64], &[u64]),
    word: unsafe fn(u64, u64) -> u128,
    leading: unsafe fn(u128, u128, u32, Option<&mut Vec<usize>>) -> Leading,
}

impl fmt::Debug for BitKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The fastest kernel that needs no more than the instructions `isa`.
#[must_use]
pub fn select(isa: Isa) -> &'static BitKernel {
    let host = cpu::host();
    let usable = |k: &&'static BitKernel| k.isa <= isa.min(host.supported) && k.extras.iter().all(|e| host.has(e));
    KERNELS.iter().find(usable).unwrap_or(&KERNELS[KERNELS.len() - 1])
}

#[cfg(target_arch = "x86_64")]
static KERNELS: [BitKernel; 3] = [vectors::WIDE, vectors::NARROW, portable::KERNEL];
#[cfg(not(target_arch = "x86_64"))]
static KERNELS: [BitKernel; 1] = [portable::KERNEL];

/// The loops over plain words, compiled for these features.
macro_rules! plain_loops {
    ($($features:literal)?) => {
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
        unsafe fn middle(out: &mut [u64], sums: &[u64]) {
            crate::kernels::clmul::runs::middle(out, sums);
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
    /// a·b of two words.
    #[inline]
    #[must_use]
    pub fn word(&self, a: u64, b: u64) -> u128 {
        // SAFETY: the CPU was asked when the kernel was selected
        unsafe { (self.word)(a, b) }
    }

    /// out = a·b; `out.len() == a.len() + b.len()`, `scratch` at least [`scratch_len`](Self::scratch_len) of the shorter
    /// operand's length, of any content.
    ///
    /// # Panics
    /// When a length is wrong.
    pub fn multiply(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        assert_eq!(out.len(), a.len() + b.len(), "lengths of a product");
        let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
        let n = short.len();
        if n == 0 {
            out.fill(0);
            return;
        }
        if let ([x], [y]) = (long, short) {
            let p = self.word(*x, *y);
            out.copy_from_slice(&[p as u64, (p >> 64) as u64]);
            return;
        }
        if n == long.len() {
            return self.balanced(out, long, short, scratch);
        }
        if long.len() <= self.base {
            return self.by_columns(out, long, short);
        }
        // blocks of the longer operand, as long as the shorter one or as the columns take
        let block = if n <= self.base { self.base } else { n };
        let (product, scratch) = scratch.split_at_mut(block + n);
        out.fill(0);
        for (i, part) in long.chunks(block).enumerate() {
            let product = &mut product[..part.len() + n];
            if n <= self.base {
                self.by_columns(product, part, short);
            } else if part.len() == n {
                self.balanced(product, part, short, scratch);
            } else {
                self.multiply(product, part, short, scratch);
            }
            self.add(&mut out[i * block..i * block + product.len()], product);
        }
    }

    /// Words of scratch for [`multiply`](Self::multiply) whose shorter operand has `n` words.
    #[must_use]
    pub fn scratch_len(&self, n: usize) -> usize {
        // a balanced product of n words takes 4·⌈n/2⌉ and that of ⌈n/2⌉: at most 4n + 8·log2 n. The blocks of a longer operand
        // take 2n each time that a rest is shorter: the lengths of Euclid's algorithm, which sum up to 4n
        12 * n + 8 * (n.max(1).ilog2() as usize + 1) + 2 * MAX_BASE
    }

    fn by_columns(&self, out: &mut [u64], a: &[u64], b: &[u64]) {
        let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
        assert!(out.len() == a.len() + b.len() && long.len() <= MAX_BASE && !short.is_empty());
        // SAFETY: the CPU was asked when the kernel was selected, the lengths were checked
        unsafe { (self.columns)(out, short, long) }
    }

    /// Operands of one length.
    fn balanced(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        let n = a.len();
        if n <= self.base {
            return self.by_columns(out, a, b);
        }
        let h = n.div_ceil(2);
        let (low, high) = out.split_at_mut(2 * h);
        self.balanced(low, &a[..h], &b[..h], scratch);
        self.balanced(high, &a[h..], &b[h..], scratch);
        let (sums, scratch) = scratch.split_at_mut(2 * h);
        let (product, scratch) = scratch.split_at_mut(2 * h);
        for (sum, v) in sums.chunks_exact_mut(h).zip([a, b]) {
            sum.copy_from_slice(&v[..h]);
            self.add(&mut sum[..n - h], &v[h..]);
        }
        let (x, y) = sums.split_at(h);
        self.balanced(product, x, y, scratch);
        if n == 2 * h {
            // SAFETY: the CPU was asked when the kernel was selected
            return unsafe { (self.middle)(out, product) };
        }
        self.add(product, low);
        self.add(&mut product[..2 * (n - h)], high);
        self.add(&mut out[h..3 * h], product);
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

    /// out += c·a, as far as `out` reaches; it is at least as long as `a`.
    ///
    /// # Panics
    /// When it is shorter.
    pub fn add_row(&self, out: &mut [u64], a: &[u64], c: u64) {
        assert!(out.len() >= a.len(), "lengths of a row");
        // SAFETY: the CPU was asked when the kernel was selected, the lengths were checked
        unsafe { (self.add_row)(out, a, c) }
    }

    /// (x, y) = m·(x, y), as far as they reach; both are equally long.
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

    /// Bits `start..start + len` of `from` go to the places from `at` on in `out`, in this way; all others stay.
    ///
    /// # Panics
    /// Where one of them is too short.
    pub fn merge(&self, out: &mut [u64], at: usize, from: &[u64], start: usize, len: usize, how: Merge) {
        assert!(at + len <= 64 * out.len() && start + len <= 64 * from.len(), "lengths of a run of bits");
        // SAFETY: the CPU was asked when the kernel was selected
        unsafe { (self.merge)(out, at, from, start, len, how) }
    }

    /// `out` = bits `start..start + len` of `from`, the last one first; zeros behind them in the last word.
    ///
    /// # Panics
    /// Unless `out` has as many words as `len` bits take, and `from` the bits.
    pub fn reverse(&self, out: &mut [u64], from: &[u64], start: usize, len: usize) {
        assert!(out.len() == len.div_ceil(64) && start + len <= 64 * from.len(), "lengths of a run of bits");
        // SAFETY: the CPU was asked when the kernel was selected
        unsafe { (self.reverse)(out, from, start, len) }
    }

    /// The divisions of Euclid's algorithm that the leading 128 coefficients of a pair decide, as long as they take no more
    /// than k ≤ 63 degrees: a has bit 127, b is of lower degree. What each division gained is appended to `gaps`.
    ///
    /// # Panics
    /// When a or k is not so.
    pub fn leading(&self, a: u128, b: u128, k: u32, gaps: Option<&mut Vec<usize>>) -> Leading {
        assert!(a >> 127 == 1 && b >> 127 == 0 && k <= 63, "a pair of leading coefficients");
        // SAFETY: the CPU was asked when the kernel was selected
        unsafe { (self.leading)(a, b, k, gaps) }
    }
}

#[cfg(test)]
mod tests;
