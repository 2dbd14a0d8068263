//! Inner loops, one set for each instruction set and range of moduli, chosen once per plan.
//!
//! The only folder with `unsafe`. Kernels have no public fields: they are returned only by functions that check the
//! CPU, and tables of roots keep the kernel that they were made for. Every safe function checks the lengths that its
//! loops rely on, once a call, by arithmetic that does not wrap (`lengths`); `tests/soundness` misuses them all.

// code that only vector loops use is unused on other targets
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, unused_imports, unused_variables))]
#![allow(unsafe_code)]

pub mod blocks;
pub mod clmul;
#[cfg(target_arch = "x86_64")]
mod doubles;
pub mod euclid;
pub mod fermat;
mod generated;
pub mod gf60;
#[cfg(target_arch = "x86_64")]
mod goldilocks;
#[cfg(target_arch = "x86_64")]
mod ifma;
#[cfg(target_arch = "x86_64")]
mod lanes;
#[cfg(target_arch = "x86_64")]
mod leaves;
pub mod limbs;
pub mod matmul;
#[cfg(target_arch = "x86_64")]
pub mod natural;
pub mod pages;
#[cfg(target_arch = "x86_64")]
pub mod permuted;
#[cfg(target_arch = "x86_64")]
mod reals;
#[cfg(target_arch = "x86_64")]
pub mod reorder;
pub mod rows;
pub mod scalar;
#[cfg(target_arch = "x86_64")]
mod shoup;
#[cfg(target_arch = "x86_64")]
mod six_step;
#[cfg(target_arch = "x86_64")]
mod stockham;
mod tables;
#[cfg(target_arch = "x86_64")]
mod top;
pub mod transpose;
#[cfg(target_arch = "x86_64")]
mod tree;
#[cfg(target_arch = "x86_64")]
mod values;
#[cfg(target_arch = "x86_64")]
mod vectors;
#[cfg(target_arch = "x86_64")]
mod words;

pub use crate::{
    pass::{batch_det, batch_powers, batch_resultant, image_det, points, pointwise, pointwise_matrix, residues, short},
    registry::Kernel,
};
pub use tables::{TreeTables, tree_len};

use crate::{
    cpu::{Feature, Target},
    lengths,
};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m256d, __m512d, __m512i};
use std::fmt;

/// Transforms for products, on one thread: to images that are residues modulo x^8 − r, or values.
///
/// Its fields cannot be set from outside, so that every instance comes from [`select`] or [`by_name`]. It runs through
/// the [`TreeTables`] that were made for it.
///
/// ```compile_fail,E0616
/// let mut kernel = *polymod_core::kernels::by_name("doubles-50").expect("AVX2");
/// kernel.needs = polymod_core::cpu::Target::SCALAR;
/// ```
/// ```compile_fail,E0451
/// # use polymod_core::kernels::{TreeKernel, by_name};
/// let kernel = *by_name("doubles-50").expect("AVX2");
/// let forged = TreeKernel { max_bits: 64, ..kernel };
/// ```
#[derive(Clone, Copy)]
pub struct TreeKernel {
    name: &'static str,
    needs: Target,
    max_bits: u32,
    values: bool,
    lanes: usize,
    product_shift: u32,
    prepare: fn(p: u64, w: u64) -> [u64; 2],
    /// Appends a factor for each lane to a table.
    pack: fn(p: u64, w: &[u64], out: &mut Vec<u64>),
    // the functions behind the methods of `TreeTables`, with the tables as their first argument
    forward_top: fn(&TreeTables, &mut [&mut [u64]], usize),
    forward_rows: fn(&TreeTables, usize, usize, &mut [u64]),
    inverse_rows: fn(&TreeTables, usize, usize, &mut [u64]),
    inverse_top: fn(&TreeTables, &mut [&mut [u64]]),
    multiply: fn(&TreeTables, usize, &mut [u64], &[u64]),
    product: fn(&TreeTables, usize, &mut [u64], &[u64], &[u64]),
    square: fn(&TreeTables, usize, &mut [u64]),
    add_product: fn(&TreeTables, usize, &mut [u64], &[u64], &[u64]),
    finish: fn(&TreeTables, &mut [u64], [u64; 2]),
    finish_into: fn(&TreeTables, &[u64], &mut [u64], [u64; 2]),
}

impl TreeKernel {
    /// Name of the kernel, for people.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The extensions that it needs.
    #[must_use]
    pub fn needs(&self) -> Target {
        self.needs
    }

    /// Largest number of bits of a prime.
    #[must_use]
    pub fn max_bits(&self) -> u32 {
        self.max_bits
    }

    /// Whether images are values; otherwise they are residues modulo x^8 − r, which need 3 less of p's two-adicity.
    #[must_use]
    pub fn values(&self) -> bool {
        self.values
    }

    /// Number of words of a vector.
    #[must_use]
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// log2 of the Montgomery radix left in products.
    #[must_use]
    pub fn product_shift(&self) -> u32 {
        self.product_shift
    }
}

impl fmt::Debug for TreeKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What kernels of four lanes need.
pub(crate) const AVX2: Target = Target::of(&[Feature::Avx2]);
/// What kernels of eight lanes need.
pub(crate) const WIDE: Target = Target::of(&[Feature::Avx2, Feature::Avx512]);
/// What kernels of eight lanes with 52-bit multiply-add need.
pub(crate) const IFMA: Target = Target::of(&[Feature::Avx2, Feature::Avx512, Feature::Avx512Ifma]);

/// A factor w in [0, p) prepared for 52-bit multiply-add: (w, ⌊2^52·w/p⌋).
fn prepare_52(p: u64, w: u64) -> [u64; 2] {
    [w, ((u128::from(w) << 52) / u128::from(p)) as u64]
}

/// The fastest kernel for a prime of `bits` bits that needs no more than the instructions `target`, if there is one.
#[must_use]
pub fn select(target: Target, bits: u32) -> Option<&'static TreeKernel> {
    TREES.iter().find(|k| k.needs.runs_within(target) && bits <= k.max_bits)
}

/// The kernel of this name, if the CPU has its instructions, even if [`select`] would choose another one.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static TreeKernel> {
    TREES.iter().find(|k| k.name == name && k.needs.runs_within(Target::AVX512))
}

#[cfg(target_arch = "x86_64")]
static TREES: [TreeKernel; 5] = [
    tables::kernel::<ifma::Ifma48>("ifma-48", IFMA),
    tables::kernel::<ifma::Ifma49>("ifma-49", IFMA),
    tables::kernel::<ifma::Ifma50>("ifma-50", IFMA),
    tables::kernel::<doubles::Doubles<__m512d>>("doubles-50-wide", WIDE),
    tables::kernel::<doubles::Doubles<__m256d>>("doubles-50", AVX2),
];
#[cfg(not(target_arch = "x86_64"))]
static TREES: [TreeKernel; 0] = [];

/// Kernels for natural order, fastest first for each range of primes.
#[cfg(target_arch = "x86_64")]
pub static NATURAL: [natural::NaturalKernel; 10] = [
    natural::kernel::<ifma::Ifma48>("ifma-48", IFMA),
    natural::kernel::<ifma::Ifma49>("ifma-49", IFMA),
    natural::kernel::<ifma::Ifma50>("ifma-50", IFMA),
    natural::kernel::<shoup::Shoup59<__m512i>>("shoup-59", WIDE),
    natural::kernel::<shoup::Shoup62<__m512i>>("shoup-62", WIDE),
    natural::kernel::<shoup::Montgomery62<__m512i>>("montgomery", WIDE),
    natural::kernel::<goldilocks::Goldilocks>("goldilocks", WIDE).only(goldilocks::P),
    natural::kernel::<shoup::Shoup59<words::Halves>>("shoup-59-avx2", AVX2),
    natural::kernel::<shoup::Shoup62<words::Halves>>("shoup-62-avx2", AVX2),
    natural::kernel::<shoup::Montgomery62<words::Halves>>("montgomery-avx2", AVX2),
];

/// Kernels for values in bit-reversed order, fastest first for each range of primes.
#[cfg(target_arch = "x86_64")]
pub static PERMUTED: [permuted::PermutedKernel; 10] = [
    permuted::kernel::<ifma::Ifma48>("ifma-48", IFMA),
    permuted::kernel::<ifma::Ifma49>("ifma-49", IFMA),
    permuted::kernel::<ifma::Ifma50>("ifma-50", IFMA),
    permuted::kernel::<shoup::Shoup59<__m512i>>("shoup-59", WIDE),
    permuted::kernel::<shoup::Shoup62<__m512i>>("shoup-62", WIDE),
    permuted::kernel::<goldilocks::Goldilocks>("goldilocks", WIDE).only(goldilocks::P),
    permuted::kernel::<doubles::Doubles<__m512d>>("doubles-50-wide", WIDE),
    permuted::kernel::<doubles::Doubles<__m256d>>("doubles-50", AVX2),
    permuted::kernel::<shoup::Shoup59<words::Halves>>("shoup-59-avx2", AVX2),
    permuted::kernel::<shoup::Shoup62<words::Halves>>("shoup-62-avx2", AVX2),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        arith::{Modulus, ntt_primes},
        bits::testing::noise,
    };

    /// Each kernel that the CPU can run, with the largest prime that it takes: 1 modulo 2^12 for all of them.
    fn kernels() -> impl Iterator<Item = (&'static TreeKernel, Modulus)> {
        TREES.iter().filter_map(|k| by_name(k.name)).map(|k| {
            let p = ntt_primes(k.max_bits, 12, 1).expect("a prime")[0];
            (k, Modulus::new(p).expect("a prime"))
        })
    }

    fn split<'a>(t: &TreeTables, x: &'a mut [u64]) -> Vec<&'a mut [u64]> {
        let row = x.len() / t.rows(x.len());
        x.chunks_exact_mut(row).collect()
    }

    /// The largest coefficients, coefficients around p/2 where signs change, and scattered ones.
    fn operand(p: Modulus, kind: u64, len: usize) -> Vec<u64> {
        let value = |i: u64| match kind {
            0 => p.n() - 1,
            1 => p.n() / 2 + i % 2,
            _ => p.reduce(noise(i + kind)),
        };
        (0..len as u64).map(value).collect()
    }

    #[test]
    fn products_agree_with_the_definition() {
        for (k, p) in kernels() {
            let lengths = (40..=1024).filter(|&len| tree_len(len, false) == len);
            for len in lengths {
                let t = TreeTables::new(p.n(), len, k).expect("roots");
                let (la, lb) = (len / 2 + 1, len - len / 2);
                for kind in 0..3 {
                    let (a, b) = (operand(p, kind, la), operand(p, kind, lb));
                    let mut expected = vec![0; len];
                    for (i, x) in a.iter().enumerate() {
                        for (j, y) in b.iter().enumerate() {
                            expected[i + j] = p.add(expected[i + j], p.mul(*x, *y));
                        }
                    }
                    let rows = t.rows(len);
                    let image = |v: &[u64]| {
                        let filled = v.len().div_ceil(len / rows);
                        let mut x = v.to_vec();
                        x.resize(filled * (len / rows), 0);
                        // the other rows may hold anything
                        x.resize(len, !0);
                        t.forward_top(&mut split(&t, &mut x), filled);
                        t.forward_rows(0, rows, &mut x);
                        x
                    };
                    let (mut x, y) = (image(&a), image(&b));
                    t.multiply(0, &mut x, &y);
                    // twice the product, as a sum
                    let twice = image(&a);
                    t.add_product(0, &mut x, &twice, &y);
                    t.inverse_rows(0, rows, &mut x);
                    t.inverse_top(&mut split(&t, &mut x));
                    let words = if rows == 8 { len } else { len / rows };
                    let scale = 2 * if k.values { words } else { words / 8 } as u64;
                    let shift = p.pow(2, k.product_shift.into());
                    let factor = p.mul(p.inv(scale).expect("a power of two"), shift);
                    t.finish(&mut x, factor);
                    assert_eq!(x, expected, "{}: {len} words, kind {kind}", k.name);
                }
            }
        }
    }

    /// y·w − ⌊y·w'/2^52⌋·p in [0, 2p), for a factor (w, w') prepared for 52-bit multiply-add.
    fn remainder(p: u64, [w, quotient]: [u64; 2], y: u64) -> u64 {
        let [p, w, quotient, y] = [p, w, quotient, y].map(u128::from);
        (y * w - ((y * quotient) >> 52) * p) as u64
    }

    /// Products by 1 where row 6 of the first pass is nearly 0: there x0 − x4 + p is 1 and is lifted to p + 1, the largest
    /// product by i is subtracted, and the least product by ζi is added.
    #[test]
    fn least_sums_of_the_first_pass_stay_in_range() {
        for k in TREES.iter().filter_map(|k| by_name(k.name)).filter(|k| !k.values) {
            for p in ntt_primes(k.max_bits, 12, 8).expect("primes") {
                let (t, modulus) = (TreeTables::new(p, 64, k).expect("roots"), Modulus::new(p).expect("a prime"));
                let (i, zeta_i) = (t.forward[1], t.forward[3]);
                let x6 = (0..4096_u64).max_by_key(|&x6| remainder(p, i, 2 * p - 1 - x6)).expect("a candidate");
                let added = |x3: u64| remainder(p, zeta_i, 2 * p + 1 - remainder(p, i, p + x3));
                let x3 = (0..4096).min_by_key(|&x3| added(x3)).expect("a candidate");
                let rows = [0, 0, p - 1, x3, p - 1, p - 1, x6, 0];
                let a: Vec<u64> = rows.into_iter().flat_map(|x| [x; 8]).collect();
                let mut one = vec![0; 64];
                one[0] = 1;
                let image = |mut x: Vec<u64>| {
                    t.forward_top(&mut split(&t, &mut x), 8);
                    t.forward_rows(0, 8, &mut x);
                    x
                };
                let (mut x, y) = (image(a.clone()), image(one));
                t.multiply(0, &mut x, &y);
                t.inverse_rows(0, 8, &mut x);
                t.inverse_top(&mut split(&t, &mut x));
                let shift = modulus.pow(2, k.product_shift.into());
                t.finish(&mut x, modulus.mul(modulus.inv(8).expect("a power of two"), shift));
                assert_eq!(x, a, "{} modulo {p}", k.name);
            }
        }
    }
}
