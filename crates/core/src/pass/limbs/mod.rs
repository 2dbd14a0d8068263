//! Residues modulo any odd number of 64 to 9979 bits, in blocks of eight, limb by limb: Montgomery's products by 52-bit
//! multiply-add, which cost less where p = 1 + 2^(52m)·u, and the passes of transforms.
//!
//! [`LimbKernel`] wraps the loops for a modulus in safe functions; compiled for AVX-512 IFMA, and portably.

#[cfg(not(feature = "testing"))]
mod arithmetic;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod arithmetic;
mod convolve;
mod euclid;
#[cfg(not(feature = "testing"))]
mod modulus;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod modulus;
mod passes;
#[cfg(not(feature = "testing"))]
mod sums;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod sums;

use crate::{
    costs::LimbCosts,
    cpu::Target,
    pass::{
        blocks::{BlockDft, BlockKernel, Columns, LANES, Strips},
        euclid::{Pair as Remainders, Step},
    },
    registry::{self, Kernel, Moduli},
    simd::{self, Pair, Portable, Simd},
};
use convolve::Operands;
pub use euclid::LimbEuclid;
use modulus::ROOM;
use modulus::{LIMB, MASK, Modulus};
use std::{fmt, ops::Range, sync::Arc};
use sums::{Any, Fixed, Size, Sums};
use sums::{Factor, Term};

tested! {
    /// The loops of an instruction set.
    #[derive(Clone, Copy)]
    pub(crate) struct Loops {
        /// The functions for sums of products of this many limbs, or of a few more, with their number of limbs.
        sums: fn(usize) -> (usize, Sums),
        /// The product of short polynomials for this number of limbs.
        convolve: fn(usize) -> Option<convolve::Function>,
        /// The passes for this number of limbs.
        passes: fn(usize) -> &'static Passes,
    }
}

registry::loops! {
    /// Loops over blocks of residues of some number of limbs.
    #[derive(Debug)]
    pub(crate) struct Passes[S: Simd, Z: Size] {
        add(f: &Modulus, x: &mut [u64], y: &[u64]) = passes::add::<S, Z, false>;
        sub(f: &Modulus, x: &mut [u64], y: &[u64]) = passes::add::<S, Z, true>;
        canonical(f: &Modulus, x: &mut [u64]) = passes::canonical::<S, Z>;
        from_rows(f: &Modulus, rows: &[u64], width: usize, out: &mut [u64]) = passes::from_rows::<S, Z>;
        to_rows(f: &Modulus, blocks: &[u64], width: usize, out: &mut [u64]) = passes::to_rows::<S, Z>;
        /// [`BlockKernel::run_columns`].
        columns(
            f: &Modulus, c: &Columns<'_, FactorTable>, rows: &mut Strips<'_>, first: usize, work: &mut [u64]
        ) = passes::columns::<S, Z>;
        /// [`BlockKernel::run_rows`].
        rows(
            f: &Modulus, dft: &FactorTable, x: &[u64], y: &mut Strips<'_>, range: Range<usize>, work: &mut [u64]
        ) = passes::rows::<S, Z>;
        transpose(f: &Modulus, x: &[u64], r: usize, first: usize, y: &mut [u64]) = passes::transposed::<S, Z>;
        /// Steps of Euclid's algorithm.
        divide(
            f: &Modulus, passes: &Passes, pair: &mut Remainders, stop: usize, log: Option<&mut Vec<Step<Vec<u64>>>>,
            leads: &mut [u64]
        ) = euclid::divide::<S, Z>;
    }
}

/// The passes for this number of limbs: with sums in place where a call would take as long as a sum.
fn of_limbs<S: Simd>(limbs: usize) -> &'static Passes {
    match limbs {
        2 => const { &Passes::of::<S, Fixed<2>>() },
        3 => const { &Passes::of::<S, Fixed<3>>() },
        4 => const { &Passes::of::<S, Fixed<4>>() },
        5 => const { &Passes::of::<S, Fixed<5>>() },
        6 => const { &Passes::of::<S, Fixed<6>>() },
        _ => const { &Passes::of::<S, Any>() },
    }
}

const fn kernel<S: Simd>(name: &'static str, loops: Loops) -> Kernel<Loops> {
    Kernel { name, needs: S::NEEDS, moduli: Moduli::Bits(64), loops }
}

/// The loops for residues of few limbs and of many.
#[cfg(target_arch = "x86_64")]
const fn few_or_many<S: Simd>() -> Loops {
    Loops { sums: sums::few_or_many::<S>, convolve: convolve::of_few::<S>, passes: of_limbs::<S> }
}

/// The loops for residues of any number of limbs.
const fn any<S: Simd>() -> Loops {
    Loops { sums: sums::many_limbs::<S>, convolve: |_| None, passes: |_| const { &Passes::of::<S, Any>() } }
}

registry::kernels! {
    KERNELS: Kernel<Loops>;
    x86:
    kernel::<simd::Avx512Ifma>("ifma-limbs", few_or_many::<simd::Avx512Ifma>()),
    kernel::<Pair<simd::AvxIfma>>("ifma-limbs-avx", any::<Pair<simd::AvxIfma>>());
    any:
    kernel::<Pair<Portable>>("portable-limbs", any::<Pair<Portable>>());
}

/// The fastest loops that need no more than these instructions.
pub(crate) fn on(target: Target) -> &'static Kernel<Loops> {
    registry::first(KERNELS, target).expect("loops for all CPUs")
}

/// Arithmetic modulo an odd p on blocks of eight residues: n vectors of eight words, one for each limb of 52 bits, lowest first.
///
/// Residues in blocks are below 2p, which products and transforms take and return. With R = 2^(52n), *factors* are
/// residues times R; a product by factors is the plain product, and a product of two plain residues is divided by R.
#[derive(Clone)]
pub struct LimbKernel(Arc<Inner>);

struct Inner {
    modulus: Modulus,
    kernel: &'static Kernel<Loops>,
    passes: &'static Passes,
    /// R and R² modulo p, one block each.
    one: Vec<u64>,
    square: Vec<u64>,
}

impl fmt::Debug for LimbKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {} limbs", self.name(), self.limbs())
    }
}

/// The factors of a transform of M elements, M a power of two: w^j for j < M/2, one block of equal lanes each.
#[derive(Clone, Debug)]
pub struct FactorTable {
    /// The kernel that the factors were made for.
    kernel: LimbKernel,
    len: usize,
    factors: Vec<u64>,
}

impl BlockDft for FactorTable {
    fn len(&self) -> usize {
        self.len
    }
    fn words(&self) -> usize {
        self.factors.len()
    }
}

#[cfg(feature = "testing")]
#[doc(hidden)]
impl LimbKernel {
    pub fn by(kernel: &'static Kernel<Loops>, p: &[u64]) -> Option<Self> {
        Self::of(kernel, p)
    }

    pub fn modulus(&self) -> &Modulus {
        &self.0.modulus
    }
}

impl LimbKernel {
    /// Length of the longest transform without reductions: each level of radix 2 doubles the bound on residues.
    pub const LONGEST: usize = 1 << (ROOM - 1);

    /// The kernel for an odd p of 64 to 9979 bits, with no more than the instructions `target`; p is given by its words,
    /// lowest first, the highest not 0. `None` for other p.
    #[must_use]
    pub fn new(target: Target, p: &[u64]) -> Option<Self> {
        Self::of(on(target), p)
    }

    fn of(kernel: &'static Kernel<Loops>, p: &[u64]) -> Option<Self> {
        let modulus = Modulus::new(p, ROOM, kernel.loops.sums)?;
        let n = modulus.limbs as u32;
        let passes = (kernel.loops.passes)(modulus.limbs);
        let mut kernel = LimbKernel(Arc::new(Inner { modulus, kernel, passes, one: Vec::new(), square: Vec::new() }));
        // 2^(bits − 1), doubled until it is R; R² = 2^(52n)·R by squares and doublings of factors
        let bits = 64 * p.len() as u32 - p[p.len() - 1].leading_zeros();
        let mut highest = vec![0; p.len()];
        highest[p.len() - 1] = 1 << ((bits - 1) % 64);
        let mut one = vec![0; kernel.block()];
        kernel.load(&highest.repeat(LANES), p.len(), &mut one);
        for _ in bits - 1..52 * n {
            let again = one.clone();
            kernel.add(&mut one, &again);
        }
        let mut square = one.clone();
        for bit in (0..u32::BITS - (52 * n).leading_zeros()).rev() {
            kernel.square(&mut square);
            if (52 * n) >> bit & 1 == 1 {
                let again = square.clone();
                kernel.add(&mut square, &again);
            }
        }
        let inner = Arc::get_mut(&mut kernel.0)?;
        (inner.one, inner.square) = (one, square);
        Some(kernel)
    }

    /// Name of the kernel, for people.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.0.kernel.name
    }

    /// The number of limbs of a residue, n.
    #[must_use]
    pub fn limbs(&self) -> usize {
        self.0.modulus.limbs
    }

    /// Predicted time of a product.
    #[must_use]
    pub fn product_ns(&self, costs: &LimbCosts) -> f64 {
        let n = self.limbs() as f64;
        sums::multiply_adds(&self.0.modulus) as f64 * costs.multiply_add + n * costs.limb
    }

    /// Largest length of the shorter operand of [`convolve`](Self::convolve); 0 where there is no such product.
    #[must_use]
    pub fn most_terms(&self) -> usize {
        let limbs = self.limbs();
        if (self.0.kernel.loops.convolve)(limbs).is_some() { convolve::most_terms(limbs) } else { 0 }
    }

    /// Predicted time of [`convolve`](Self::convolve).
    #[must_use]
    pub fn convolve_ns(&self, costs: &LimbCosts, [a, b, results]: [usize; 3]) -> f64 {
        let (n, blocks) = (self.limbs() as f64, results.div_ceil(LANES) as f64);
        let (short, long) = (a.min(b) as f64, a.max(b) as f64);
        // blocks at either end have fewer products
        let products = blocks * (short * (long / (results.max(1) as f64)).min(1.0) + LANES as f64);
        let multiply_adds = 2.0 * n * n * (products + blocks) + 4.0 * n * n * (short / LANES as f64).ceil();
        LANES as f64 * multiply_adds * costs.multiply_add + (short + long + results as f64) * n * costs.row
    }

    /// Writes coefficients of the product of two polynomials, those from `start` on, as rows of `width` words like the operands:
    /// numbers in [0, p), zeros beyond the product.
    ///
    /// # Panics
    /// When the shorter operand is empty or longer than [`most_terms`](Self::most_terms), or a length is not one of whole rows.
    pub fn convolve(&self, width: usize, [a, b]: [&[u64]; 2], start: usize, out: &mut [u64]) {
        let (a, b) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        assert!(width >= self.0.modulus.words, "rows with room for p");
        assert!([a, b, &*out].iter().all(|rows| rows.len().is_multiple_of(width)), "whole rows");
        let [a_len, b_len, results] = [a, b, &*out].map(|rows| rows.len() / width);
        assert!((1..=self.most_terms()).contains(&a_len), "the length of the shorter operand");
        assert!(start <= usize::MAX / 2, "the first coefficient");
        let Some(function) = (self.0.kernel.loops.convolve)(self.limbs()) else {
            unreachable!("there are no such products")
        };
        let [mut factors, mut blocks, mut sums] = [a_len, b_len, results].map(|len| vec![0; self.words(len)]);
        self.load(a, width, &mut factors);
        self.to_factors(&mut factors);
        self.load(b, width, &mut blocks);
        let planes = convolve::planes(self.limbs(), &blocks, b_len);
        let operands = Operands { a: (&factors, a_len), b: (&planes, b_len) };
        function(&self.0.modulus, &operands, start, &mut sums);
        self.store(&sums, width, out);
    }

    /// x = x·y/R, plus x if `add`.
    fn product(&self, term: Term<'_>, add: bool, x: &mut [u64]) {
        self.0.modulus.sums[0](&self.0.modulus, &[term], add, x);
    }

    /// x = x − y.
    ///
    /// # Panics
    /// When a length is wrong.
    pub fn sub(&self, x: &mut [u64], y: &[u64]) {
        self.check(x, y);
        (self.0.passes.sub)(&self.0.modulus, x, y);
    }

    /// x = (x·p + y·q)/R, p and q one block each: for values below 2p that is below p + 8p²/R, and with R at least 32p below 2p.
    ///
    /// # Panics
    /// When a length is wrong.
    pub fn cross_multiply(&self, x: &mut [u64], p: &[u64], y: &[u64], q: &[u64]) {
        self.check(x, y);
        assert!([p, q].iter().all(|factors| factors.len() == self.block()), "one block of factors each");
        let y = Factor::Blocks(y, self.block());
        let terms = [[Factor::Result, Factor::each(p)], [y, Factor::each(q)]];
        self.0.modulus.sums[1](&self.0.modulus, &terms, false, x);
    }

    fn check_rows(&self, rows: &[u64], width: usize, blocks: &[u64]) {
        assert!(width >= self.0.modulus.words, "rows with room for p");
        let whole = rows.len().is_multiple_of(width);
        assert!(whole && blocks.len() == self.words(rows.len() / width), "as many blocks as the rows take");
    }

    /// The table of a transform of `len` elements at the powers of w, a block of equal factors, of order `len`.
    ///
    /// # Panics
    /// Unless `len` is a power of two up to [`LONGEST`](Self::LONGEST).
    #[must_use]
    pub fn table(&self, len: usize, w: &[u64]) -> FactorTable {
        assert!(len.is_power_of_two() && len <= Self::LONGEST, "as many levels as residues have room for");
        let (mut factors, mut power) = (Vec::new(), self.0.one.clone());
        for _ in 0..len / 2 {
            factors.extend_from_slice(&power);
            self.multiply(&mut power, w);
        }
        self.finish_factors(&mut factors);
        FactorTable { kernel: self.clone(), len, factors }
    }
}

impl BlockKernel for LimbKernel {
    type Dft = FactorTable;

    fn block(&self) -> usize {
        LANES * self.limbs()
    }

    fn takes(&self, dft: &FactorTable) -> bool {
        Arc::ptr_eq(&self.0, &dft.kernel.0) || self.0.modulus.p == dft.kernel.0.modulus.p
    }

    fn one(&self) -> Vec<u64> {
        self.0.one.clone()
    }

    /// x = x·y if y holds factors, x·y/R otherwise.
    fn multiply(&self, x: &mut [u64], y: &[u64]) {
        self.check(x, if y.len() == self.block() { x } else { y });
        let step = if y.len() == self.block() { 0 } else { self.block() };
        self.product([Factor::Result, Factor::Blocks(y, step)], false, x);
    }

    /// x = x²/R; the squares of factors are factors.
    fn square(&self, x: &mut [u64]) {
        self.check(x, x);
        self.product([Factor::Result; 2], false, x);
    }

    /// x = x + a·b/R.
    fn add_product(&self, x: &mut [u64], a: &[u64], b: &[u64]) {
        self.check(x, a);
        self.check(x, b);
        self.product([a, b].map(|x| Factor::Blocks(x, self.block())), true, x);
    }

    fn add(&self, x: &mut [u64], y: &[u64]) {
        self.check(x, y);
        (self.0.passes.add)(&self.0.modulus, x, y);
    }

    /// x = x·R.
    fn to_factors(&self, x: &mut [u64]) {
        self.multiply(x, &self.0.square);
    }

    /// From rows of words, lowest first, at least as many as p has: numbers in [0, p).
    fn load(&self, rows: &[u64], width: usize, blocks: &mut [u64]) {
        self.check_rows(rows, width, blocks);
        (self.0.passes.from_rows)(&self.0.modulus, rows, width, blocks);
    }

    /// To rows of words, numbers in [0, p).
    fn store(&self, blocks: &[u64], width: usize, rows: &mut [u64]) {
        self.check_rows(rows, width, blocks);
        (self.0.passes.to_rows)(&self.0.modulus, blocks, width, rows);
    }

    /// Reduces to [0, p).
    fn finish_factors(&self, factors: &mut [u64]) {
        self.check(factors, factors);
        (self.0.passes.canonical)(&self.0.modulus, factors);
    }

    fn transpose_part(&self, x: &[u64], r: usize, first: usize, y: &mut [u64]) {
        self.check_transpose(x, r, first, y);
        (self.0.passes.transpose)(&self.0.modulus, x, r, first, y);
    }

    fn run_columns(&self, columns: &Columns<'_, FactorTable>, rows: &mut Strips<'_>, first: usize, work: &mut [u64]) {
        self.check_columns(columns, rows, first, work);
        (self.0.passes.columns)(&self.0.modulus, columns, rows, first, work);
    }

    fn run_rows(&self, dft: &FactorTable, x: &[u64], y: &mut Strips<'_>, range: Range<usize>, work: &mut [u64]) {
        self.check_rows_of(dft, x, y, &range, work);
        (self.0.passes.rows)(&self.0.modulus, dft, x, y, range, work);
    }
}
