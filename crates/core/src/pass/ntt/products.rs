//! Tables of roots for the transforms inside products, and the products.

use super::{
    NttKernel,
    images::Operands,
    kernel::{InPlace, Products},
    top::Constants,
    tree::{LEAF, Tree},
    values::Last,
};
use crate::simd::inlined::CopyFrom;
use crate::{
    Error, Result,
    arith::{Modulus, root_of_unity, two_adicity},
    costs::Reduction,
    lengths::within,
};
use std::ops::Range;

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
/// ```compile_fail,E0599
/// # use polymod_core::{costs::Reduction, kernels::{TreeTables, by_name}};
/// let tables = TreeTables::new(65_537, 64, by_name("doubles-50").expect("AVX2"), Reduction::Minima).expect("roots");
/// by_name("ifma-48").expect("AVX-512").forward_rows(&tables, 0, 8, &mut [0; 64]);
/// ```
#[derive(Clone, Debug)]
pub struct TreeTables {
    kernel: &'static NttKernel,
    passes: InPlace,
    products: Products,
    reduction: Reduction,
    pub(super) p: u64,
    modulus: Modulus,
    /// Largest number of words of a transform.
    most: usize,
    pub(super) forward: Vec<[u64; 2]>,
    pub(super) inverse: Vec<[u64; 2]>,
    /// Roots below the leaves, forward and inverse, in the order in which the last levels read them; empty unless
    /// images are values.
    packed: [Vec<u64>; 2],
    constants: Constants,
}

#[cfg(feature = "testing")]
#[doc(hidden)]
impl TreeTables {
    /// The roots of the forward passes.
    pub fn roots(&self) -> &[[u64; 2]] {
        &self.forward
    }
}

impl TreeTables {
    /// The tables modulo the prime p for transforms of up to `most` = 2^k words by a kernel.
    ///
    /// # Errors
    /// [`Error::NoRoot`](crate::Error::NoRoot) unless `most` divides p − 1, or `most`/8 for images that are not values,
    /// and 8 in any case; [`Error::Modulus`](crate::Error::Modulus) unless p is prime and has no more bits than the
    /// kernel takes.
    pub fn new(p: u64, most: usize, kernel: &'static NttKernel, reduction: Reduction) -> Result<Self> {
        let modulus = Modulus::new(p)?;
        let expected = "a prime of no more bits than a kernel of products takes";
        let (true, Some(passes), Some(products)) = (kernel.takes(modulus), kernel.loops.tree, kernel.loops.products)
        else {
            return Err(Error::Modulus { modulus: p.to_string(), expected });
        };
        let values = products.values;
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
        let constants = Self::constants(modulus, &tables[0], kernel)?;
        let prepared = |table: &[u64]| table[..nodes].iter().map(|&w| kernel.prepare(modulus, w)).collect();
        Ok(TreeTables {
            kernel,
            passes,
            products,
            reduction,
            p,
            modulus,
            most,
            forward: prepared(&tables[0]),
            inverse: prepared(&tables[1]),
            packed: if values {
                tables.map(|s| packed(modulus, &s, 0..s.len() / 4, kernel))
            } else {
                Default::default()
            },
            constants,
        })
    }

    fn constants(p: Modulus, s: &[u64], kernel: &NttKernel) -> Result<Constants> {
        let half = p.inv(2)?;
        let (i, zeta) = (s[1], s[2]);
        let ready = |w| kernel.prepare(p, w);
        Ok(Constants {
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
    pub fn bytes_for(most: usize, kernel: &NttKernel) -> usize {
        // seven words a leaf, in both directions: kernels of values compute quotients themselves
        let packed = if kernel.values() { 2 * 7 * 8 * (most / LEAST_ROW) } else { 0 };
        size_of::<Self>() + 32 * (most / (2 * LEAST_ROW)) + packed
    }

    /// The kernel in use.
    #[must_use]
    pub fn kernel(&self) -> &'static NttKernel {
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
        check_columns(rows);
        assert!(filled <= rows.len(), "{filled} of {} rows are filled", rows.len());
        debug_assert!(rows[..filled].iter().all(|row| row.iter().all(|&x| x < self.p)), "an input is out of range");
        if filled == ROWS {
            (self.passes.forward_top)(&mut Some((&self.p, &self.forward, 0, rows)));
        } else {
            (self.products.forward_some)(&mut Some((&self.p, &self.forward, rows, filled)));
        }
    }

    /// All later passes of the transform to an image: `count` rows, one after the other, from row i on.
    ///
    /// # Panics
    /// If a transform has no such rows, or they are longer than those of the longest transform that the tables serve;
    /// for images that are values, if they do not begin with a whole block of leaves.
    pub fn forward_rows(&self, i: usize, count: usize, rows: &mut [u64]) {
        self.check_nodes(i, count, rows);
        (self.passes.forward_rows)(&self.tree(&self.forward, &self.packed[0]), rows, i, count);
    }

    /// The inverse passes, except for the last one, of `count` rows of the image of a product, from row i on.
    ///
    /// # Panics
    /// As [`forward_rows`](Self::forward_rows).
    pub fn inverse_rows(&self, i: usize, count: usize, rows: &mut [u64]) {
        self.check_nodes(i, count, rows);
        (self.passes.inverse_rows)(&self.tree(&self.inverse, &self.packed[1]), rows, i, count);
    }

    /// The last inverse pass, on columns of the rows: to scaled residues, which [`finish`](Self::finish) reduces.
    ///
    /// # Panics
    /// As [`forward_top`](Self::forward_top).
    pub fn inverse_top(&self, rows: &mut [&mut [u64]]) {
        check_columns(rows);
        if rows.len() == ROWS {
            (self.products.inverse_unscaled)(&mut Some((&self.p, &self.inverse, rows)));
        } else {
            (self.products.inverse_truncated)(&mut Some((&self.p, &self.inverse, &self.constants, rows)));
        }
    }

    /// a = a·b/2^[`product_shift`](NttKernel::product_shift), for the words of images from `first`, a multiple of
    /// 16, on.
    ///
    /// # Panics
    /// If lengths differ, or are not multiples of 8, or the words reach beyond the longest image.
    pub fn multiply(&self, first: usize, a: &mut [u64], b: &[u64]) {
        assert_eq!(a.len(), b.len(), "images of one length");
        self.products_of(first, a.len(), Operands::Multiply(a, b));
    }

    /// out = a·b, scaled as for [`multiply`](Self::multiply).
    ///
    /// # Panics
    /// As for [`multiply`](Self::multiply).
    pub fn product(&self, first: usize, out: &mut [u64], a: &[u64], b: &[u64]) {
        assert!(a.len() == b.len() && a.len() == out.len(), "images of one length");
        self.products_of(first, a.len(), Operands::Write(out, [a, b]));
    }

    /// a = a², scaled as for [`multiply`](Self::multiply).
    ///
    /// # Panics
    /// As for [`multiply`](Self::multiply).
    pub fn square(&self, first: usize, a: &mut [u64]) {
        self.products_of(first, a.len(), Operands::Square(a));
    }

    /// out += a·b, scaled as for [`multiply`](Self::multiply).
    ///
    /// # Panics
    /// As for [`multiply`](Self::multiply).
    pub fn add_product(&self, first: usize, out: &mut [u64], a: &[u64], b: &[u64]) {
        assert!(a.len() == b.len() && a.len() == out.len(), "images of one length");
        self.products_of(first, a.len(), Operands::Add(out, [a, b]));
    }

    /// Products of words of images from `first` on, `len` of them.
    fn products_of(&self, first: usize, len: usize, operands: Operands<'_>) {
        assert!(first.is_multiple_of(2 * LEAF) && len.is_multiple_of(LEAF), "whole leaves from an even one on");
        assert!(within(first, len, self.most), "a table for {} words was given {len} from word {first} on", self.most);
        let multiply = match self.reduction {
            Reduction::Minima => self.products.by_minima,
            Reduction::Quotients => self.products.by_quotients,
        };
        multiply(&mut Some((&self.p, &self.forward[first / (2 * LEAF)..], operands)));
    }

    /// x = x·factor in [0, p), for x in the range that [`inverse_top`](Self::inverse_top) leaves.
    ///
    /// # Panics
    /// If the length is not a multiple of 8.
    pub fn finish(&self, x: &mut [u64], factor: u64) {
        assert!(x.len().is_multiple_of(LEAF), "whole vectors");
        (self.products.finish)(&mut Some((&self.p, x, None, self.prepared(factor))));
    }

    /// out = x·factor in [0, p), of any length.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn finish_into(&self, x: &[u64], out: &mut [u64], factor: u64) {
        assert_eq!(x.len(), out.len(), "as many residues as results");
        let factor = self.prepared(factor);
        let (whole, rest) = x.split_at(x.len() - x.len() % LEAF);
        let (out, tail) = out.split_at_mut(whole.len());
        (self.products.finish)(&mut Some((&self.p, out, Some(whole), factor)));
        let mut last = [0; LEAF];
        last[..rest.len()].copy_from(rest);
        (self.products.finish)(&mut Some((&self.p, &mut last, None, factor)));
        tail.copy_from(&last[..rest.len()]);
    }

    fn prepared(&self, factor: u64) -> [u64; 2] {
        self.kernel.prepare(self.modulus, factor)
    }

    /// Checks that `count` rows of the first pass, from row i on, are nodes of the tree.
    fn check_nodes(&self, i: usize, count: usize, rows: &[u64]) {
        let len = rows.len() / count.max(1);
        assert!(within(i, count, ROWS) && rows.len() == count * len, "{count} rows of a transform from row {i} on");
        assert!(len.is_power_of_two() && len >= LEAST_ROW && len <= self.most / ROWS, "rows of {len} words");
        let blocks = (i * len).is_multiple_of(LEAF * self.kernel.lanes());
        assert!(!self.products.values || blocks, "rows from a whole block of leaves on");
    }

    /// The tree of one direction, down to images.
    fn tree<'a>(&'a self, roots: &'a [[u64; 2]], packed: &'a [u64]) -> Tree<'a> {
        let last = if self.products.values { Last::Values(packed) } else { Last::Leaves };
        Tree { p: &self.p, roots, last }
    }
}

/// Checks that there are 5 to 8 rows of the same number of whole vectors.
fn check_columns(rows: &[&mut [u64]]) {
    assert!((5..=ROWS).contains(&rows.len()), "a transform of {} rows", rows.len());
    let columns = rows[0].len();
    assert!(columns.is_multiple_of(LEAF) && rows.iter().all(|r| r.len() == columns), "columns of whole vectors");
}

/// The roots of the last three levels of these leaves, one block of leaves at a time: s_v; s_2v, s_2v+1; s_4v … s_4v+3.
pub(super) fn packed(p: Modulus, s: &[u64], leaves: Range<usize>, kernel: &NttKernel) -> Vec<u64> {
    let lanes = kernel.lanes();
    let mut out = Vec::new();
    for first in leaves.step_by(lanes) {
        for (children, child) in [(1, 0), (2, 0), (2, 1), (4, 0), (4, 1), (4, 2), (4, 3)] {
            let factors = (first..first + lanes).map(|v| kernel.prepare(p, s[children * v + child]));
            (kernel.loops.pack)(&factors.collect::<Vec<_>>(), &mut out);
        }
    }
    out
}
