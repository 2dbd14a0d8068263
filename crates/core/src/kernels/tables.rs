//! Tables of roots for the transforms inside products, and the safe functions of their kernels.

use super::TreeKernel;
#[cfg(target_arch = "x86_64")]
use super::{
    lengths::within,
    top::{Top, TopConstants},
    tree::{self, Backend, LEAF, Last, Product, Roots},
};
#[cfg(target_arch = "x86_64")]
use crate::cpu::Target;
use crate::{
    Error, Result,
    arith::{Modulus, root_of_unity, two_adicity},
};

/// Least number of words of a row: one leaf.
const LEAST_ROW: usize = 8;
/// Number of rows of the first pass, of which truncated transforms keep 5, 6 or 7.
const ROWS: usize = 8;

/// The least supported transform length that is at least `len`: 2^k, or 5, 6 or 7 times 2^k, from 40 on.
///
/// # Panics
/// If it exceeds a word.
#[must_use]
pub fn tree_len(len: usize, power_of_two: bool) -> usize {
    let full = len.checked_next_power_of_two().expect("a length of a slice").max(ROWS * LEAST_ROW);
    let kept = if power_of_two { ROWS } else { 5 };
    (kept..ROWS).map(|t| t * (full / ROWS)).find(|&l| l >= len).unwrap_or(full)
}

/// Roots of unity of one prime, prepared for one kernel, and the passes of that kernel.
///
/// Another kernel's passes cannot be run on them:
///
/// ```compile_fail,E0616
/// # use polymod_core::kernels::{TreeTables, by_name};
/// let tables = TreeTables::new(65_537, 64, by_name("doubles-50").expect("AVX2")).expect("roots");
/// (by_name("ifma-48").expect("AVX-512").forward_rows)(&tables, 0, 8, &mut [0; 64]);
/// ```
#[derive(Clone, Debug)]
pub struct TreeTables {
    kernel: &'static TreeKernel,
    pub(super) p: u64,
    /// Largest number of words of a transform.
    most: usize,
    pub(super) forward: Vec<[u64; 2]>,
    pub(super) inverse: Vec<[u64; 2]>,
    /// Roots below the leaves, forward and inverse, in the order in which the last levels read them; empty unless
    /// images are values.
    packed: [Vec<u64>; 2],
    #[cfg(target_arch = "x86_64")]
    pub(super) top: TopConstants,
}

impl TreeTables {
    /// The tables modulo the prime p for transforms of up to `most` = 2^k words by a kernel.
    ///
    /// # Errors
    /// [`Error::NoRoot`](crate::Error::NoRoot) unless `most` divides p − 1, or `most`/8 for images that are not values,
    /// and 8 in any case; [`Error::Modulus`](crate::Error::Modulus) unless p is prime and has no more bits than the
    /// kernel takes.
    pub fn new(p: u64, most: usize, kernel: &'static TreeKernel) -> Result<Self> {
        let modulus = Modulus::new(p)?;
        if modulus.bits() > kernel.max_bits {
            let expected = "a prime of no more bits than the kernel takes";
            return Err(Error::Modulus { modulus: p.to_string(), expected });
        }
        let values = kernel.values;
        let no_root = |order| Error::NoRoot { modulus: p.to_string(), order };
        let most = most.checked_next_power_of_two().ok_or_else(|| no_root(u64::MAX))?.max(ROWS * LEAST_ROW);
        let adicity = two_adicity(p);
        let root = root_of_unity(p, 1 << adicity)?;
        // entry b is a root of order up to 4b, below 2^bits entries: all of order dividing most/8, or most
        let nodes = most / (2 * LEAST_ROW);
        let bits = if values { most / 2 } else { nodes }.trailing_zeros();
        if bits + 1 > adicity {
            return Err(no_root(2 << bits));
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
        let tables = [table(root), table(modulus.inv(root)?)];
        #[cfg(target_arch = "x86_64")]
        let top = Self::top(modulus, &tables[0], kernel.prepare)?;
        let prepared = |table: &[u64]| table[..nodes].iter().map(|&w| (kernel.prepare)(p, w)).collect();
        Ok(TreeTables {
            kernel,
            p,
            most,
            forward: prepared(&tables[0]),
            inverse: prepared(&tables[1]),
            packed: if values { tables.map(|s| packed(p, &s, kernel.lanes, kernel.pack)) } else { Default::default() },
            #[cfg(target_arch = "x86_64")]
            top,
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

    /// Number of bytes that the tables hold.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let packed: usize = self.packed.iter().map(Vec::len).sum();
        size_of::<Self>() + 16 * (self.forward.len() + self.inverse.len()) + 8 * packed
    }

    /// Number of bytes that a kernel's tables hold for products by transforms of up to `most` = 2^k words.
    #[must_use]
    pub fn bytes_for(most: usize, kernel: &TreeKernel) -> usize {
        // seven words a leaf, in both directions: kernels of values compute quotients themselves
        let packed = if kernel.values { 2 * 7 * 8 * (most / LEAST_ROW) } else { 0 };
        size_of::<Self>() + 32 * (most / (2 * LEAST_ROW)) + packed
    }

    /// The kernel in use.
    #[must_use]
    pub fn kernel(&self) -> &'static TreeKernel {
        self.kernel
    }

    /// The prime p.
    #[must_use]
    pub fn p(&self) -> u64 {
        self.p
    }

    fn check(&self, len: usize) {
        assert!(len <= self.most && tree_len(len, false) == len, "a table for {} words was given {len}", self.most);
    }

    /// Number of rows of the first pass of a transform of this length: 5 to 8.
    ///
    /// # Panics
    /// For a length that [`tree_len`] does not return, or one longer than the table serves.
    #[must_use]
    pub fn rows(&self, len: usize) -> usize {
        self.check(len);
        match len >> len.trailing_zeros() {
            1 => ROWS,
            3 => 6,
            odd => odd,
        }
    }

    /// The first pass, on columns of a transform's rows, [`rows`](Self::rows) of them: coefficients in [0, p). The
    /// first `filled` of the rows are read; the others count as zeros.
    ///
    /// # Panics
    /// Unless there are 5 to 8 rows of the same length, a multiple of 8 words, and at least `filled` of them.
    pub fn forward_top(&self, rows: &mut [&mut [u64]], filled: usize) {
        (self.kernel.forward_top)(self, rows, filled);
    }

    /// All later passes of the transform to an image: `count` rows, one after the other, from row i on.
    ///
    /// # Panics
    /// If a transform has no such rows, or they are longer than those of the longest transform that the tables serve;
    /// for images that are values, if they do not begin with a whole block of leaves.
    pub fn forward_rows(&self, i: usize, count: usize, rows: &mut [u64]) {
        (self.kernel.forward_rows)(self, i, count, rows);
    }

    /// The inverse passes, except for the last one, of `count` rows of the image of a product, from row i on.
    ///
    /// # Panics
    /// As [`forward_rows`](Self::forward_rows).
    pub fn inverse_rows(&self, i: usize, count: usize, rows: &mut [u64]) {
        (self.kernel.inverse_rows)(self, i, count, rows);
    }

    /// The last inverse pass, on columns of the rows: to scaled residues, which [`finish`](Self::finish) reduces.
    ///
    /// # Panics
    /// As [`forward_top`](Self::forward_top).
    pub fn inverse_top(&self, rows: &mut [&mut [u64]]) {
        (self.kernel.inverse_top)(self, rows);
    }

    /// a = a·b/2^[`product_shift`](TreeKernel::product_shift), for the words of images from `first`, a multiple of
    /// 16, on.
    ///
    /// # Panics
    /// If lengths differ, or are not multiples of 8, or the words reach beyond the longest image.
    pub fn multiply(&self, first: usize, a: &mut [u64], b: &[u64]) {
        (self.kernel.multiply)(self, first, a, b);
    }

    /// out = a·b, scaled as for [`multiply`](Self::multiply).
    ///
    /// # Panics
    /// As for [`multiply`](Self::multiply).
    pub fn product(&self, first: usize, out: &mut [u64], a: &[u64], b: &[u64]) {
        (self.kernel.product)(self, first, out, a, b);
    }

    /// a = a², scaled as for [`multiply`](Self::multiply).
    ///
    /// # Panics
    /// As for [`multiply`](Self::multiply).
    pub fn square(&self, first: usize, a: &mut [u64]) {
        (self.kernel.square)(self, first, a);
    }

    /// out += a·b, scaled as for [`multiply`](Self::multiply).
    ///
    /// # Panics
    /// As for [`multiply`](Self::multiply).
    pub fn add_product(&self, first: usize, out: &mut [u64], a: &[u64], b: &[u64]) {
        (self.kernel.add_product)(self, first, out, a, b);
    }

    /// x = x·factor in [0, p), for x in the range that [`inverse_top`](Self::inverse_top) leaves.
    ///
    /// # Panics
    /// If the length is not a multiple of 8.
    pub fn finish(&self, x: &mut [u64], factor: u64) {
        (self.kernel.finish)(self, x, (self.kernel.prepare)(self.p, factor));
    }

    /// out = x·factor in [0, p), of any length.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn finish_into(&self, x: &[u64], out: &mut [u64], factor: u64) {
        (self.kernel.finish_into)(self, x, out, (self.kernel.prepare)(self.p, factor));
    }
}

/// The roots of the last three levels of every leaf, one block of leaves at a time: s_v; s_2v, s_2v+1; s_4v … s_4v+3.
pub(super) fn packed(p: u64, s: &[u64], lanes: usize, pack: fn(u64, &[u64], &mut Vec<u64>)) -> Vec<u64> {
    let leaves = s.len() / 4;
    let mut out = Vec::new();
    for first in (0..leaves).step_by(lanes) {
        for (children, child) in [(1, 0), (2, 0), (2, 1), (4, 0), (4, 1), (4, 2), (4, 3)] {
            let w: Vec<u64> = (first..first + lanes).map(|v| s[children * v + child]).collect();
            pack(p, &w, &mut out);
        }
    }
    out
}

#[cfg(target_arch = "x86_64")]
pub(super) const fn kernel<B: Backend>(name: &'static str, needs: Target) -> TreeKernel {
    TreeKernel {
        name,
        needs,
        max_bits: B::MAX_BITS,
        values: B::VALUES,
        lanes: B::LANES,
        prepare: B::prepare,
        pack: B::pack,
        forward_top: forward_top::<B>,
        forward_rows: forward_rows::<B>,
        inverse_rows: inverse_rows::<B>,
        inverse_top: inverse_top::<B>,
        multiply: multiply::<B>,
        product: product::<B, false>,
        square: square::<B>,
        add_product: product::<B, true>,
        finish: finish::<B>,
        finish_into: finish_into::<B>,
        product_shift: B::PRODUCT_SHIFT,
    }
}

#[cfg(target_arch = "x86_64")]
fn pairs(table: &[[u64; 2]]) -> *const u64 {
    table.as_flattened().as_ptr()
}

/// Parameters of the first pass over columns of the rows.
#[cfg(target_arch = "x86_64")]
fn top(t: &TreeTables, rows: &mut [&mut [u64]], roots: &[[u64; 2]]) -> Top {
    let columns = rows[0].len();
    assert!((5..=ROWS).contains(&rows.len()), "a transform of {} rows", rows.len());
    assert!(columns.is_multiple_of(LEAF) && rows.iter().all(|r| r.len() == columns), "columns of whole vectors");
    let mut at = [std::ptr::null_mut(); ROWS];
    for (at, row) in at.iter_mut().zip(rows.iter_mut()) {
        *at = row.as_mut_ptr();
    }
    let (kept, filled, roots) = (rows.len(), rows.len(), pairs(roots));
    Top { p: t.p, rows: at, kept, filled, columns, roots, node: 0, scale: std::ptr::null() }
}

#[cfg(target_arch = "x86_64")]
fn forward_top<B: Backend>(t: &TreeTables, rows: &mut [&mut [u64]], filled: usize) {
    assert!(filled <= rows.len(), "{filled} of {} rows are filled", rows.len());
    debug_assert!(rows[..filled].iter().all(|row| row.iter().all(|&x| x < t.p)), "an input is out of range");
    let top = Top { filled, ..top(t, rows, &t.forward) };
    // SAFETY: `select` gave the kernel to a CPU that has its features; the rows are ours, and every table serves node 0
    unsafe { B::forward_top(top) }
}

#[cfg(target_arch = "x86_64")]
fn inverse_top<B: Backend>(t: &TreeTables, rows: &mut [&mut [u64]]) {
    let top = top(t, rows, &t.inverse);
    // SAFETY: as in `forward_top`
    unsafe { if rows.len() == ROWS { B::inverse_top(top) } else { B::inverse_top_truncated(top, &t.top) } }
}

/// Checks that `count` rows of the first pass, from row i on, are nodes of the tree; returns the number of words of
/// each.
#[cfg(target_arch = "x86_64")]
fn nodes<B: Backend>(t: &TreeTables, i: usize, count: usize, rows: &[u64]) -> usize {
    let len = rows.len() / count.max(1);
    assert!(within(i, count, ROWS) && rows.len() == count * len, "{count} rows of a transform from row {i} on");
    assert!(len.is_power_of_two() && len >= LEAST_ROW && len <= t.most / ROWS, "rows of {len} words");
    let blocks = (i * len).is_multiple_of(LEAF * B::LANES);
    assert!(
        !B::VALUES || (blocks && !t.packed[0].is_empty()),
        "tables of values, and rows from a whole block of leaves on"
    );
    len
}

/// The roots of one direction, forward or inverse.
#[cfg(target_arch = "x86_64")]
fn roots<B: Backend>(t: &TreeTables, back: bool) -> Roots {
    let last = if B::VALUES { Last::Values(t.packed[usize::from(back)].as_ptr()) } else { Last::Leaves };
    Roots { tree: pairs(if back { &t.inverse } else { &t.forward }), last }
}

#[cfg(target_arch = "x86_64")]
fn forward_rows<B: Backend>(t: &TreeTables, i: usize, count: usize, rows: &mut [u64]) {
    let len = nodes::<B>(t, i, count, rows);
    // SAFETY: as in `forward_top`; the table serves every node below these rows
    unsafe { tree::forward::<B>(t.p, rows.as_mut_ptr(), len, roots::<B>(t, false), i, count) }
}

#[cfg(target_arch = "x86_64")]
fn inverse_rows<B: Backend>(t: &TreeTables, i: usize, count: usize, rows: &mut [u64]) {
    let len = nodes::<B>(t, i, count, rows);
    // SAFETY: as in `forward_rows`
    unsafe { tree::inverse::<B>(t.p, rows.as_mut_ptr(), len, roots::<B>(t, true), i, count) }
}

/// The roots of an image's words from `first` on; asserts that `len` words from an even leaf on are whole leaves that
/// the table serves.
#[cfg(target_arch = "x86_64")]
fn leaf_roots(t: &TreeTables, first: usize, len: usize) -> *const u64 {
    assert!(first.is_multiple_of(2 * LEAF) && len.is_multiple_of(LEAF), "whole leaves from an even one on");
    assert!(within(first, len, t.most), "a table for {} words was given {len} from word {first} on", t.most);
    t.forward[first / (2 * LEAF)..].as_flattened().as_ptr()
}

#[cfg(target_arch = "x86_64")]
fn multiply<B: Backend>(t: &TreeTables, first: usize, a: &mut [u64], b: &[u64]) {
    assert_eq!(a.len(), b.len(), "images of one length");
    let (roots, x, len) = (leaf_roots(t, first, a.len()), a.as_mut_ptr(), a.len());
    // SAFETY: as in `forward_top`; `a` is read a block at a time before that block is written
    unsafe { B::products(Product { p: t.p, out: x, a: x, b: b.as_ptr(), roots, len, add: false }) }
}

#[cfg(target_arch = "x86_64")]
fn square<B: Backend>(t: &TreeTables, first: usize, a: &mut [u64]) {
    let (roots, x, len) = (leaf_roots(t, first, a.len()), a.as_mut_ptr(), a.len());
    // SAFETY: as in `multiply`
    unsafe { B::products(Product { p: t.p, out: x, a: x, b: x, roots, len, add: false }) }
}

#[cfg(target_arch = "x86_64")]
fn product<B: Backend, const ADD: bool>(t: &TreeTables, first: usize, out: &mut [u64], a: &[u64], b: &[u64]) {
    assert!(a.len() == b.len() && a.len() == out.len(), "images of one length");
    let (roots, len) = (leaf_roots(t, first, a.len()), a.len());
    let product = Product { p: t.p, out: out.as_mut_ptr(), a: a.as_ptr(), b: b.as_ptr(), roots, len, add: ADD };
    // SAFETY: as in `forward_top`
    unsafe { B::products(product) }
}

#[cfg(target_arch = "x86_64")]
fn finish<B: Backend>(t: &TreeTables, x: &mut [u64], factor: [u64; 2]) {
    assert!(x.len().is_multiple_of(LEAF), "whole vectors");
    // SAFETY: as in `forward_top`
    unsafe { B::finish(t.p, x.as_ptr(), x.as_mut_ptr(), x.len(), factor) }
}

#[cfg(target_arch = "x86_64")]
fn finish_into<B: Backend>(t: &TreeTables, x: &[u64], out: &mut [u64], factor: [u64; 2]) {
    assert_eq!(x.len(), out.len(), "as many residues as results");
    let (whole, rest) = x.split_at(x.len() - x.len() % LEAF);
    let (out, tail) = out.split_at_mut(whole.len());
    // SAFETY: as in `forward_top`; both have whole vectors
    unsafe { B::finish(t.p, whole.as_ptr(), out.as_mut_ptr(), whole.len(), factor) }
    let mut last = [0; LEAF];
    last[..rest.len()].copy_from_slice(rest);
    finish::<B>(t, &mut last, factor);
    tail.copy_from_slice(&last[..rest.len()]);
}
