//! NTTs for polynomial products: the order and the scaling of values are those of the fastest kernel for the prime.

use crate::{
    Result,
    arith::Modulus,
    costs::{CostModel, Reduction},
    cpu::Target,
    kernels::{
        self, NttKernel, TreeTables,
        permuted::{PermutedTables, permuted_kernel},
        pointwise::{self, PointwiseKernel},
        tree_len,
    },
    transform::{
        cache::{Cached, PlanCache},
        ntt::PortableNtt,
    },
};
use std::sync::Arc;

/// Values multiplied at once where a copy of them is needed.
const BLOCK: usize = 128;

impl Cached for TreeTables {
    fn bytes(&self) -> usize {
        TreeTables::bytes(self)
    }
}

impl Cached for PermutedTables {
    fn bytes(&self) -> usize {
        PermutedTables::bytes(self)
    }
}

/// NTTs of one length modulo one prime, between coefficients and images, whose products are images of products.
///
/// Products are modulo x^len − 1 for len = 2^k, and for other lengths modulo some polynomial of that degree, which does
/// not change products of lower degree. Unfinished residues are coefficients that lack the factor
/// [`lacking`](Self::lacking) and are not reduced.
#[derive(Clone, Debug)]
pub struct ProductNtt {
    p: Modulus,
    len: usize,
    lacking: u64,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// A vector kernel; images are residues modulo x^8 − r, or values.
    Tree(Arc<TreeTables>),
    /// Values modulo a prime that no kernel of products takes, multiplied in vectors where there are some for it.
    Values(Values, Option<&'static PointwiseKernel>),
}

/// Transforms between coefficients and values in an order of their own.
#[derive(Clone, Debug)]
enum Values {
    Portable(Arc<PortableNtt>),
    Permuted(Arc<PermutedTables>),
}

impl ProductNtt {
    /// The least transform length for results of `len` coefficients, modulo a prime of `bits` bits.
    #[must_use]
    pub fn length(target: Target, bits: u32, len: usize, power_of_two: bool) -> usize {
        match kernels::select(target, bits) {
            Some(_) => tree_len(len, power_of_two),
            None => len.next_power_of_two().max(2),
        }
    }

    /// The two-adicity that p − 1 needs for transforms of this length.
    #[must_use]
    pub fn adicity(target: Target, bits: u32, len: usize) -> u32 {
        let log = crate::bits::ceil_log2(len);
        match kernels::select(target, bits) {
            Some(kernel) if !kernel.values() => log.max(6) - 3,
            Some(_) => log.max(6),
            None => log,
        }
    }

    /// Whether transforms modulo a prime of `bits` bits are made of rows.
    #[must_use]
    pub fn has_rows(target: Target, bits: u32) -> bool {
        kernels::select(target, bits).is_some()
    }

    /// Number of bytes of the tables for this length; all transforms modulo the same prime that are no longer share
    /// them.
    #[must_use]
    pub fn table_bytes(target: Target, bits: u32, len: usize) -> usize {
        match kernels::select(target, bits) {
            Some(kernel) => TreeTables::bytes_for(Self::table_len(len), kernel),
            None => PortableNtt::bytes_for(len),
        }
    }

    /// The longest transform that the tables built for `len` values can do.
    fn table_len(len: usize) -> usize {
        len.next_power_of_two().max(1 << 12)
    }

    /// The transform of `len` values, a length that [`length`](Self::length) returns, modulo the prime p, with products reduced in this way.
    ///
    /// # Errors
    /// [`Error::NoRoot`](crate::Error::NoRoot), [`Error::Modulus`](crate::Error::Modulus).
    pub fn new(target: Target, p: u64, len: usize, reduction: Reduction, cache: &PlanCache) -> Result<Self> {
        let modulus = Modulus::new(p)?;
        let kind = match kernels::select(target, modulus.bits()) {
            Some(kernel) => {
                let tables = |most| Self::tables(kernel, p, most, reduction, cache);
                let tables = tables(Self::table_len(len)).or_else(|_| tables(len))?;
                Kind::Tree(tables)
            }
            None => {
                let values = match permuted_kernel(target, p, len) {
                    Some(kernel) => {
                        let words = [p, len as u64, u64::from(kernel.max_bits()), 4 * kernel.lanes() as u64 + 1];
                        Values::Permuted(cache.get(words, || PermutedTables::cyclic(kernel, modulus, len))?)
                    }
                    None => Values::Portable(cache.get([p, len as u64, 0, 0], || PortableNtt::cyclic(modulus, len))?),
                };
                Kind::Values(values, pointwise::select(target, modulus))
            }
        };
        let lacking = kind.lacking(modulus, len);
        Ok(ProductNtt { p: modulus, len, lacking, kind })
    }

    /// Whether images begin with those of a shorter transform modulo the same prime, of polynomials modulo x^n − 1 for its length n; both are made for one
    /// target.
    #[must_use]
    pub fn has_prefix(&self, shorter: &Self) -> bool {
        match [&self.kind, &shorter.kind] {
            [Kind::Values(long, _), Kind::Values(short, _)] => {
                std::mem::discriminant(long) == std::mem::discriminant(short)
            }
            [long, short] => std::mem::discriminant(long) == std::mem::discriminant(short),
        }
    }

    /// Predicted nanoseconds of a transform of `len` values modulo p.
    #[must_use]
    pub fn predicted_ns(target: Target, p: Modulus, len: usize, costs: &CostModel) -> f64 {
        match kernels::select(target, p.bits()) {
            Some(_) => costs.ntt.at(len),
            None => match permuted_kernel(target, p.n(), len) {
                Some(kernel) => costs.tree_ntt.at(len) * costs.kernel_factor(kernel.name()),
                None => PortableNtt::predicted_ns(p.n(), len, costs),
            },
        }
    }

    fn tables(
        kernel: &'static NttKernel,
        p: u64,
        most: usize,
        reduction: Reduction,
        cache: &PlanCache,
    ) -> Result<Arc<TreeTables>> {
        let kind = 4 * kernel.lanes() as u64 + 2 * u64::from(kernel.values()) + reduction as u64;
        let words = [p, most.next_power_of_two() as u64, u64::from(kernel.max_bits()), kind];
        cache.get(words, || TreeTables::new(p, most, kernel, reduction))
    }

    /// The prime.
    #[must_use]
    pub fn modulus(&self) -> Modulus {
        self.p
    }

    /// Number of words of an image.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Never: a transform has at least two values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Number of rows of the transform's matrix, for kernels made of rows: the first pass works on columns of all rows,
    /// the others on each row alone.
    #[must_use]
    pub fn rows(&self) -> Option<usize> {
        match &self.kind {
            Kind::Tree(tables) => Some(tables.rows(self.len)),
            Kind::Values(..) => None,
        }
    }

    /// Transforms coefficients in [0, p) to an image.
    pub fn forward(&self, x: &mut [u64]) {
        match &self.kind {
            Kind::Tree(..) => {
                let rows = self.rows().unwrap_or(0);
                self.forward_top(&mut self.split(x)[..rows], rows);
                self.forward_rows(0, x);
            }
            Kind::Values(values, _) => values.forward(x),
        }
    }

    /// The rows of x, followed by empty slices up to 8.
    #[must_use]
    pub fn split<'a>(&self, x: &'a mut [u64]) -> [&'a mut [u64]; 8] {
        let mut rows = x.chunks_exact_mut(self.len / self.rows().unwrap_or(1));
        std::array::from_fn(|_| rows.next().unwrap_or_default())
    }

    /// The first pass of [`forward`](Self::forward) on columns of the rows; rows from index `filled` on count as zeros,
    /// whatever their content. Does nothing on kernels without rows.
    pub fn forward_top(&self, columns: &mut [&mut [u64]], filled: usize) {
        if let Kind::Tree(tables) = &self.kind {
            tables.forward_top(columns, filled);
        }
    }

    /// The later passes of [`forward`](Self::forward) on whole rows, from row i on. Does nothing on kernels without
    /// rows.
    pub fn forward_rows(&self, i: usize, rows: &mut [u64]) {
        if let Kind::Tree(tables) = &self.kind {
            tables.forward_rows(i, self.rows_in(rows), rows);
        }
    }

    /// The passes of [`inverse_unfinished`](Self::inverse_unfinished) except the last, on whole rows, from row i on.
    pub fn inverse_rows(&self, i: usize, rows: &mut [u64]) {
        if let Kind::Tree(tables) = &self.kind {
            tables.inverse_rows(i, self.rows_in(rows), rows);
        }
    }

    fn rows_in(&self, words: &[u64]) -> usize {
        self.rows().map_or(0, |rows| words.len() / (self.len / rows))
    }

    /// The last pass of [`inverse_unfinished`](Self::inverse_unfinished) on columns of the rows.
    pub fn inverse_top(&self, columns: &mut [&mut [u64]]) {
        if let Kind::Tree(tables) = &self.kind {
            tables.inverse_top(columns);
        }
    }

    /// Multiplies unfinished residues by `factor` and by the factor that they lack, and reduces them to [0, p).
    pub fn finish(&self, x: &mut [u64], factor: u64) {
        if let Kind::Tree(tables) = &self.kind {
            tables.finish(x, self.p.mul(factor, self.lacking()));
        }
    }

    /// As [`finish`](Self::finish) with the factor 1, from `x` to `out`; on kernels that finish residues it only
    /// copies.
    pub fn finish_into(&self, x: &[u64], out: &mut [u64]) {
        match &self.kind {
            Kind::Tree(tables) => tables.finish_into(x, out, self.lacking),
            Kind::Values(..) => out.copy_from_slice(x),
        }
    }

    /// a = a·b, for the words of images from `first` on, a multiple of 16.
    pub fn multiply(&self, first: usize, a: &mut [u64], b: &[u64]) {
        match &self.kind {
            Kind::Tree(tables) => tables.multiply(first, a, b),
            Kind::Values(_, kernel) => self.values_times(*kernel, a, b),
        }
    }

    /// a = a², for the words of images from `first` on, a multiple of 16.
    pub fn square(&self, first: usize, a: &mut [u64]) {
        match &self.kind {
            Kind::Tree(tables) => tables.square(first, a),
            Kind::Values(_, Some(kernel)) => {
                let mut copy = [0; BLOCK];
                for a in a.chunks_mut(BLOCK) {
                    copy[..a.len()].copy_from_slice(a);
                    kernel.products(self.p, a, &copy);
                }
            }
            Kind::Values(_, None) => a.iter_mut().for_each(|x| *x = self.p.mul(*x, *x)),
        }
    }

    /// out = a·b, for the words of images from `first` on, a multiple of 16.
    pub fn product(&self, first: usize, out: &mut [u64], a: &[u64], b: &[u64]) {
        match &self.kind {
            Kind::Tree(tables) => tables.product(first, out, a, b),
            Kind::Values(_, kernel) => {
                out.copy_from_slice(a);
                self.values_times(*kernel, out, b);
            }
        }
    }

    /// out += a·b, for the words of images from `first` on, a multiple of 16; `out` holds zeros or a sum of products.
    pub fn add_product(&self, first: usize, out: &mut [u64], a: &[u64], b: &[u64]) {
        match &self.kind {
            Kind::Tree(tables) => tables.add_product(first, out, a, b),
            Kind::Values(_, kernel) => {
                let mut product = [0; BLOCK];
                for ((out, a), b) in out.chunks_mut(BLOCK).zip(a.chunks(BLOCK)).zip(b.chunks(BLOCK)) {
                    let product = &mut product[..a.len()];
                    product.copy_from_slice(a);
                    self.values_times(*kernel, product, b);
                    out.iter_mut().zip(product).for_each(|(out, x)| *out = self.p.add(*out, *x));
                }
            }
        }
    }

    /// a = a·b for values in [0, p).
    fn values_times(&self, kernel: Option<&PointwiseKernel>, a: &mut [u64], b: &[u64]) {
        match kernel {
            Some(kernel) => kernel.products(self.p, a, b),
            None => a.iter_mut().zip(b).for_each(|(x, y)| *x = self.p.mul(*x, *y)),
        }
    }

    /// Transforms a product of images, or a sum of them, to its coefficients times `factor`, in [0, p).
    pub fn inverse(&self, x: &mut [u64], factor: u64) {
        match &self.kind {
            Kind::Tree(..) => {
                self.inverse_unfinished(x);
                self.finish(x, factor);
            }
            Kind::Values(values, kernel) => {
                values.inverse(x);
                match kernel {
                    _ if factor == 1 => {}
                    Some(kernel) => kernel.scale(self.p, x, factor),
                    None => x.iter_mut().for_each(|x| *x = self.p.mul(*x, factor)),
                }
            }
        }
    }

    /// As [`inverse`](Self::inverse) with the factor 1, but a vector [`kernel`](Self::kernel) leaves residues
    /// unfinished: they lack the factor [`lacking`](Self::lacking) and are not reduced. For callers that multiply or
    /// copy them in any case.
    pub fn inverse_unfinished(&self, x: &mut [u64]) {
        match &self.kind {
            Kind::Tree(..) => {
                self.inverse_rows(0, x);
                self.inverse_top(&mut self.split(x)[..self.rows().unwrap_or(0)]);
            }
            Kind::Values(values, _) => values.inverse(x),
        }
    }

    /// The vector kernel, where there is one.
    #[must_use]
    pub fn kernel(&self) -> Option<&'static NttKernel> {
        match &self.kind {
            Kind::Tree(tables) => Some(tables.kernel()),
            Kind::Values(..) => None,
        }
    }

    /// The factor that unfinished residues lack: 1/n times the radix power that products of images are divided by.
    #[must_use]
    pub fn lacking(&self) -> u64 {
        self.lacking
    }
}

impl Values {
    fn forward(&self, x: &mut [u64]) {
        match self {
            Values::Portable(plan) => plan.forward_permuted(x),
            Values::Permuted(tables) => tables.forward(x),
        }
    }

    fn inverse(&self, x: &mut [u64]) {
        match self {
            Values::Portable(plan) => plan.inverse_permuted(x, plan.inverse_len()),
            Values::Permuted(tables) => tables.inverse(x),
        }
    }
}

impl Kind {
    /// [`ProductNtt::lacking`].
    fn lacking(&self, p: Modulus, len: usize) -> u64 {
        match self {
            Kind::Tree(tables) => {
                let kernel = tables.kernel();
                // the last pass scales truncated transforms, but not those of full length
                let rows = tables.rows(len);
                let words = if rows == 8 { len } else { len / rows };
                let levels = if kernel.values() { words } else { words / 8 };
                let half = p.n().div_ceil(2);
                p.mul(
                    p.pow(half, u64::from(levels.trailing_zeros())),
                    p.pow(p.reduce(2), kernel.product_shift().into()),
                )
            }
            Kind::Values(..) => 1,
        }
    }
}
