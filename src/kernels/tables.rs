//! Tables of roots for the transforms inside products, and the safe functions of their kernels.

#[cfg(target_arch = "x86_64")]
use super::{
    TreeKernel,
    tree::{self, Backend, LEAF, Pass, TopConstants},
};
#[cfg(target_arch = "x86_64")]
use crate::cpu::Isa;
use crate::{
    Error, Result,
    arith::{Modulus, root_of_unity, two_adicity},
};

/// The least length: at least one pass brings inputs into the range that leaf products rely on.
const LEAST: usize = 16;
/// The least words of a row of a truncated transform: one leaf.
const LEAST_ROW: usize = 8;

/// The least length of at least `len` that the transforms take: 2^k, or 5, 6 or 7 times 2^k, from 16 (40) on.
#[must_use]
pub fn tree_len(len: usize, power_of_two: bool) -> usize {
    let full = len.next_power_of_two().max(LEAST);
    if power_of_two || full < 8 * LEAST_ROW {
        return full;
    }
    (5..8).map(|t| t * (full / 8)).find(|&l| l >= len).unwrap_or(full)
}

/// Roots of unity of one prime, prepared for one kernel.
#[derive(Clone, Debug)]
pub struct TreeTables {
    pub(super) p: u64,
    /// Transforms of at most this many words.
    most: usize,
    pub(super) forward: Vec<[u64; 2]>,
    pub(super) inverse: Vec<[u64; 2]>,
    #[cfg(target_arch = "x86_64")]
    pub(super) top: Option<TopConstants>,
}

impl TreeTables {
    /// Roots modulo the prime p for transforms of up to `most` = 2^k words.
    ///
    /// # Errors
    /// [`Error::NoRoot`](crate::Error::NoRoot) unless `most`/8 divides p − 1, and so does 8 where truncated transforms
    /// are to be had; [`Error::Modulus`](crate::Error::Modulus) unless p is prime.
    pub fn new(p: u64, most: usize, prepare: fn(u64, u64) -> [u64; 2]) -> Result<Self> {
        let modulus = Modulus::new(p)?;
        let most = most.next_power_of_two().max(8 * LEAST_ROW);
        let adicity = two_adicity(p);
        let root = root_of_unity(p, 1 << adicity)?;
        // entry b is a root of order up to 4b, below 2^bits entries: all of order dividing most/8
        let bits = (most / (2 * LEAST_ROW)).trailing_zeros();
        if bits + 1 > adicity {
            return Err(Error::NoRoot { modulus: p, order: (most / LEAST_ROW) as u64 });
        }
        let table = |root: u64| {
            let mut table = vec![1];
            for level in 0..bits {
                // s_(2^level + t) = s_t times the root of order 2^(level + 2)
                let w = modulus.pow(root, 1 << (adicity - level - 2));
                let next: Vec<u64> = table.iter().map(|&s| modulus.mul(s, w)).collect();
                table.extend(next);
            }
            table
        };
        let (forward, inverse) = (table(root), table(modulus.inv(root)?));
        #[cfg(target_arch = "x86_64")]
        let top = Self::top(modulus, &forward, prepare)?;
        let prepared = |table: Vec<u64>| table.into_iter().map(|w| prepare(p, w)).collect();
        Ok(TreeTables {
            p,
            most,
            forward: prepared(forward),
            inverse: prepared(inverse),
            #[cfg(target_arch = "x86_64")]
            top: Some(top),
        })
    }

    #[cfg(target_arch = "x86_64")]
    fn top(p: Modulus, s: &[u64], prepare: fn(u64, u64) -> [u64; 2]) -> Result<TopConstants> {
        let half = p.inv(2)?;
        let (i, zeta) = (s[1], s[2]);
        let ready = |w| prepare(p.n(), w);
        Ok(TopConstants {
            quarter: ready(p.mul(half, half)),
            half: ready(half),
            i: ready(i),
            zeta: [ready(zeta), ready(s[3])],
            half_over_zeta: ready(p.mul(half, p.inv(zeta)?)),
            half_over_i: ready(p.mul(half, p.inv(i)?)),
        })
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + 16 * (self.forward.len() + self.inverse.len())
    }

    /// The prime.
    #[must_use]
    pub fn p(&self) -> u64 {
        self.p
    }

    /// (rows kept, words a row) of a transform of this length: 2^k is one row.
    ///
    /// # Panics
    /// For a length that [`tree_len`] does not give, or one longer than the table serves.
    fn shape(&self, len: usize) -> (usize, usize) {
        assert!(len <= self.most && tree_len(len, false) == len, "a table for {} words was given {len}", self.most);
        match len >> len.trailing_zeros() {
            1 => (1, len),
            3 => (6, len / 6),
            odd => (odd, len / odd),
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) const fn kernel<B: Backend>(name: &'static str) -> TreeKernel {
    TreeKernel {
        name,
        isa: Isa::Avx512,
        max_bits: B::MAX_BITS,
        input_below: B::input_below,
        prepare: B::prepare,
        forward: forward::<B>,
        inverse: inverse::<B>,
        multiply: multiply::<B>,
        square: square::<B>,
        add_product: add_product::<B>,
        finish: finish::<B>,
        product_shift: B::PRODUCT_SHIFT,
    }
}

#[cfg(target_arch = "x86_64")]
fn pairs(table: &[[u64; 2]]) -> *const u64 {
    table.as_flattened().as_ptr()
}

#[cfg(target_arch = "x86_64")]
fn forward<B: Backend>(t: &TreeTables, x: &mut [u64]) {
    debug_assert!(x.iter().all(|&x| x < B::input_below(t.p)), "an input is out of range");
    let (rows, m) = t.shape(x.len());
    let (roots, x) = (pairs(&t.forward), x.as_mut_ptr());
    // SAFETY: `select` gave the kernel to a CPU that has its features; rows·m words are ours, and the table serves them
    unsafe {
        if rows > 1 {
            B::forward_top(Pass { p: t.p, x, m, roots, node: 0, count: 1, first: true }, rows);
        }
        for i in 0..rows {
            tree::forward::<B>(t.p, x.add(i * m), m, roots, i, rows == 1);
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn inverse<B: Backend>(t: &TreeTables, x: &mut [u64]) {
    let (rows, m) = t.shape(x.len());
    let (roots, x) = (pairs(&t.inverse), x.as_mut_ptr());
    // SAFETY: as in `forward`
    unsafe {
        for i in 0..rows {
            tree::inverse::<B>(t.p, x.add(i * m), m, roots, i);
        }
        if let Some(top) = t.top.as_ref().filter(|_| rows > 1) {
            B::inverse_top(Pass { p: t.p, x, m, roots, node: 0, count: 1, first: false }, rows, top);
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn multiply<B: Backend>(t: &TreeTables, a: &mut [u64], b: &[u64]) {
    assert_eq!(a.len(), b.len(), "images of one length");
    t.shape(a.len());
    let x = a.as_mut_ptr();
    // SAFETY: as in `forward`; `a` is read a block at a time before that block is written
    unsafe { B::products(t.p, x, x, b.as_ptr(), pairs(&t.forward), a.len() / LEAF, false) }
}

#[cfg(target_arch = "x86_64")]
fn square<B: Backend>(t: &TreeTables, a: &mut [u64]) {
    t.shape(a.len());
    let x = a.as_mut_ptr();
    // SAFETY: as in `multiply`
    unsafe { B::products(t.p, x, x, x, pairs(&t.forward), a.len() / LEAF, false) }
}

#[cfg(target_arch = "x86_64")]
fn add_product<B: Backend>(t: &TreeTables, out: &mut [u64], a: &[u64], b: &[u64]) {
    assert!(a.len() == b.len() && a.len() == out.len(), "images of one length");
    t.shape(a.len());
    // SAFETY: as in `forward`
    unsafe { B::products(t.p, out.as_mut_ptr(), a.as_ptr(), b.as_ptr(), pairs(&t.forward), a.len() / LEAF, true) }
}

#[cfg(target_arch = "x86_64")]
fn finish<B: Backend>(t: &TreeTables, x: &mut [u64], factor: [u64; 2]) {
    assert!(x.len().is_multiple_of(LEAF), "whole vectors");
    // SAFETY: as in `forward`
    unsafe { B::finish(t.p, x.as_mut_ptr(), x.len(), factor) }
}
