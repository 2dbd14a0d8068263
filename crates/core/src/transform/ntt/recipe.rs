//! Algorithm and kernel of a transform in natural order.

use super::{NttArithmetic, NttMethod, PortableNtt, transposed::LEAST_TRANSPOSED};
use crate::kernels::{
    NttKernel,
    natural::{LEAST, LEAST_SIX_STEP, stockham_scratch},
    natural_kernels, permuted_kernels,
    tiled::{LEAST_TILED, TILE},
};
use crate::{costs::CostModel, cpu::Target};
use std::fmt;

crate::algorithms! {
    /// An NTT algorithm for values in natural order.
    NttAlgorithm in "polymod_core::transform::ntt", "transforms" {
        /// Butterflies word by word, in place, then a permutation: any modulus, any machine.
        Portable = "portable",
        /// Stockham's passes of radix 8 and 4 over vectors: for data that stay in the L2 cache.
        Stockham = "stockham",
        /// Six-step: columns, twiddle factors, rows (Bailey 1990; Takahashi 2020): reads longer data twice, from 4096 values on; shorter ones,
        /// from 64 on, and those of a given radix have the transpositions as steps of their own.
        SixStep = "six-step",
        /// Stockham's passes with Montgomery products in digits of 31 bits, for primes of up to 62 bits (Takahashi 2020).
        Montgomery = "montgomery",
        /// Depth first in the order of products, in place, the last levels with the reversal of bits by tiles: reads long data the fewest times.
        Tree = "tree",
    }
}

impl NttAlgorithm {
    /// The least length that the algorithm applies to.
    fn least(self) -> usize {
        match self {
            NttAlgorithm::Portable => 1,
            NttAlgorithm::Stockham | NttAlgorithm::Montgomery => LEAST,
            NttAlgorithm::SixStep => LEAST_TRANSPOSED,
            NttAlgorithm::Tree => LEAST_TILED,
        }
    }
}

/// An NTT algorithm with the kernel that it runs on.
///
/// ```
/// use polymod_core::{cpu::Target, transform::ntt::{NttAlgorithm, Recipe}, costs::CostModel};
/// // 2^12 values without vector instructions
/// let recipe = Recipe::choose(Target::SCALAR, 998_244_353, 1 << 12, &CostModel::builtin(Target::SCALAR));
/// assert_eq!(recipe.algorithm, NttAlgorithm::Portable);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// The algorithm.
    pub algorithm: NttAlgorithm,
    pub(super) kernel: Option<&'static NttKernel>,
    pub(super) radix: Option<usize>,
}

impl Recipe {
    /// The portable algorithm.
    pub const PORTABLE: Recipe = Recipe { algorithm: NttAlgorithm::Portable, kernel: None, radix: None };

    /// The recipe of `algorithm` for 2^k values modulo p, with instructions of at most the level `target`; `None` if it
    /// does not apply.
    #[must_use]
    pub fn of(algorithm: NttAlgorithm, target: Target, p: u64, len: usize) -> Option<Self> {
        Self::named(algorithm.into(), target, p, len)
    }

    /// The recipe with the arithmetic and the radix that are demanded; otherwise as [`of`](Self::of). Of the six-step method the merged passes
    /// are taken where no radix is demanded, from 4096 values on, and otherwise those with transpositions.
    ///
    /// ```
    /// use polymod_core::{cpu, transform::ntt::{NttPlan, Recipe, Wrap}};
    /// let (p, n) = (4_611_686_018_326_724_609, 128); // a prime of 62 bits
    /// let natural = NttPlan::new(p, n, Wrap::Cyclic)?;
    /// let a: Vec<u64> = (0..128).collect();
    /// let mut values = a.clone();
    /// natural.forward(&mut values);
    /// for radix in [2, 4, 8] {
    ///     let method = format!("six-step:montgomery:{radix}").parse()?;
    ///     // a processor without vectors has no kernel
    ///     let Some(recipe) = Recipe::named(method, cpu::host().target, p, n) else { continue };
    ///     let mut x = a.clone();
    ///     NttPlan::with_recipe(p, n, Wrap::Cyclic, natural.root(), recipe)?.forward(&mut x);
    ///     assert_eq!(x, values, "{recipe}");
    /// }
    /// # Ok::<(), polymod_core::Error>(())
    /// ```
    #[must_use]
    pub fn named(method: NttMethod, target: Target, p: u64, len: usize) -> Option<Self> {
        let algorithm = method.algorithm;
        if len < algorithm.least() {
            return None;
        }
        if algorithm == NttAlgorithm::Portable {
            return method.arithmetic.is_none().then_some(Self::PORTABLE);
        }
        // "montgomery" by itself is Stockham's passes with that product
        if algorithm == NttAlgorithm::Montgomery && method.arithmetic.is_some_and(|a| a != NttArithmetic::Montgomery) {
            return None;
        }
        let kernel = natural_kernels().find(|k| k.serves(target, p) && method.has(k.name()))?;
        let short = algorithm == NttAlgorithm::SixStep && len < LEAST_SIX_STEP;
        let recipe = Recipe { algorithm, kernel: Some(kernel), radix: method.radix().or(short.then_some(8)) };
        (algorithm != NttAlgorithm::Tree || recipe.tree().is_some()).then_some(recipe)
    }

    /// The radix of Stockham's passes, if one is demanded, or if they are between the six-step method's transpositions.
    #[must_use]
    pub fn radix(&self) -> Option<usize> {
        self.radix
    }

    /// The recipe's kernel in the tree's order, if its algorithm uses one.
    pub(super) fn tree(&self) -> Option<&'static NttKernel> {
        let name = self.kernel.filter(|_| self.algorithm == NttAlgorithm::Tree)?.name();
        permuted_kernels().find(|kernel| kernel.name() == name && kernel.by_eight())
    }

    /// All recipes that apply.
    pub fn all(target: Target, p: u64, len: usize) -> impl Iterator<Item = Self> {
        NttAlgorithm::ALL.into_iter().filter_map(move |algorithm| Self::of(algorithm, target, p, len))
    }

    /// The recipe predicted to be the fastest on one thread.
    #[must_use]
    pub fn choose(target: Target, p: u64, len: usize, costs: &CostModel) -> Self {
        Self::all(target, p, len)
            .min_by(|a, b| a.predicted_ns(p, len, costs).total_cmp(&b.predicted_ns(p, len, costs)))
            .unwrap_or(Self::PORTABLE)
    }

    /// Predicted time of a transform of `len` values modulo p on one thread, nanoseconds: that on the fastest kernel, and the time by which this kernel's
    /// butterflies take longer. Reading and writing take the same on all of them.
    #[must_use]
    pub fn predicted_ns(&self, p: u64, len: usize, costs: &CostModel) -> f64 {
        const CACHED: usize = 1 << 12;
        // products of a value beside its butterflies, of which each two have one
        let (curve, products) = match self.algorithm {
            NttAlgorithm::Portable => return PortableNtt::predicted_ns(p, len, costs),
            // three transpositions, and Stockham's passes over shorter rows
            NttAlgorithm::SixStep if self.radix.is_some() => (2.0 * costs.stockham.at(len), 1.0),
            NttAlgorithm::SixStep => (costs.six_step.at(len), 2.0),
            NttAlgorithm::Tree => (costs.tree_ntt.at(len), 7.0 / 8.0),
            NttAlgorithm::Stockham | NttAlgorithm::Montgomery => (costs.stockham.at(len), 0.0),
        };
        let level = |len: usize| len as f64 * f64::from(len.ilog2());
        let butterflies = level(len) + 2.0 * products * len as f64;
        let slower = costs.kernel_factor(self.kernel()) - 1.0;
        // of data that stay in the L1 cache nearly all is arithmetic
        curve + slower * butterflies * costs.stockham.at(CACHED.min(len)) / level(CACHED.min(len))
    }

    /// Number of words of scratch for a transform of `len` = 2^k values.
    #[must_use]
    pub fn scratch_len(&self, len: usize) -> usize {
        match self.algorithm {
            NttAlgorithm::Portable => 0,
            NttAlgorithm::Stockham | NttAlgorithm::Montgomery => stockham_scratch(len),
            // the data, and a row of the longer side
            NttAlgorithm::SixStep if self.radix.is_some() => len + (len >> (len.trailing_zeros() / 2)),
            // the data, and a strip of the longer side, eight words wide
            NttAlgorithm::SixStep => len + 8 * (len >> (len.trailing_zeros() / 2)),
            NttAlgorithm::Tree => TILE,
        }
    }

    /// Whether threads can share one transform.
    #[must_use]
    pub fn threads_share(&self) -> bool {
        matches!(self.algorithm, NttAlgorithm::SixStep | NttAlgorithm::Tree)
    }

    /// The kernel's name.
    #[must_use]
    pub fn kernel(&self) -> &'static str {
        self.kernel.map_or("portable", NttKernel::name)
    }
}

impl PartialEq for Recipe {
    fn eq(&self, other: &Self) -> bool {
        (self.algorithm, self.kernel(), self.radix) == (other.algorithm, other.kernel(), other.radix)
    }
}

impl Eq for Recipe {}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.algorithm, self.kernel())?;
        self.radix.map_or(Ok(()), |radix| write!(f, ", radix {radix}"))
    }
}
