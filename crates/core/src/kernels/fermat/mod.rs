//! Elements of generalized Fermat prime fields in blocks of eight, digit by digit: products by 52-bit multiply-add, and
//! the passes of transforms whose inner roots are powers of the radix.
//!
//! [`FermatKernel`] wraps the loops for a radix in safe functions: for radices r = 2^W + c, 46 ≤ W ≤ 50, |c| ≤ 2^13 and
//! 2^(62 − W), and elements of 4 to 128 digits; compiled for AVX-512 IFMA, and portably.

mod dft;
mod digits;
mod passes;
mod vectors;

pub use dft::DftTable;
pub use vectors::LANES;
use vectors::Words;

use super::{
    blocks::{BlockDft, BlockKernel, Columns},
    lengths,
};
use crate::{
    costs::{CostModel, FermatCosts},
    cpu::{self, Feature, Target},
};
use digits::Radix;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::__m512i;
use std::{fmt, ops::Range};

/// Arguments: result, left operand if it is not the result, right operand if it is not the left one, whether to add.
type Multiply = unsafe fn(&Radix, &mut [u64], Option<&[u64]>, Option<&[u64]>, bool);

/// The pass over columns: blocks of each row and the number of the first, scratch, the product.
type ColumnPass = unsafe fn(&Radix, &Columns<'_, DftTable>, &mut [&mut [u64]], usize, &mut [u64], Multiply);
/// The pass over rows, from this matrix to the other: the range of groups of eight rows, scratch.
type RowPass = unsafe fn(&Radix, &DftTable, &[u64], &mut [&mut [u64]], Range<usize>, &mut [u64]);

/// The functions for elements of K digits.
struct Loops {
    digits: usize,
    /// Products, indexed by the number of times that digits are halved.
    multiply: &'static [Multiply],
    add: unsafe fn(&Radix, &mut [u64], &[u64], bool),
    rotate: unsafe fn(&Radix, &mut [u64], usize),
    from_rows: unsafe fn(&[u64], &mut [u64]),
    to_rows: unsafe fn(&Radix, &[u64], &mut [u64]),
    columns: ColumnPass,
    rows: RowPass,
    transpose: unsafe fn(&[u64], usize, usize, &mut [u64]),
}

/// The functions for these numbers of digits, with products halved until this many digits remain, compiled for one kind
/// of vector and its features.
macro_rules! loops {
    ($vector:ty, $($features:literal)?, $($digits:literal [$($leaf:literal)*])*) => {{
        $(#[target_feature(enable = $features)])?
        unsafe fn multiply<const K: usize, const H: usize>(
            f: &Radix,
            out: &mut [u64],
            a: Option<&[u64]>,
            b: Option<&[u64]>,
            add: bool,
        ) {
            // SAFETY: the caller's promises, here and below
            unsafe { passes::multiply::<$vector, K, H>(f, out, a, b, add) }
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn add<const K: usize>(f: &Radix, out: &mut [u64], x: &[u64], minus: bool) {
            // SAFETY: see above
            unsafe { passes::add::<$vector, K>(f, out, x, minus) }
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn rotate<const K: usize>(f: &Radix, out: &mut [u64], shift: usize) {
            // SAFETY: see above
            unsafe { passes::rotate::<$vector, K>(f, out, shift) }
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn from_rows<const K: usize>(rows: &[u64], out: &mut [u64]) {
            // SAFETY: see above
            unsafe { passes::from_rows::<$vector, K>(rows, out) }
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn to_rows<const K: usize>(f: &Radix, blocks: &[u64], out: &mut [u64]) {
            // SAFETY: see above
            unsafe { passes::to_rows::<$vector, K>(f, blocks, out) }
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn columns<const K: usize>(
            f: &Radix,
            c: &Columns<'_, DftTable>,
            x: &mut [&mut [u64]],
            first: usize,
            work: &mut [u64],
            multiply: Multiply,
        ) {
            // SAFETY: see above
            unsafe { passes::columns::<$vector, K>(f, c, x, first, work, multiply) }
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn rows<const K: usize>(
            f: &Radix,
            dft: &DftTable,
            x: &[u64],
            y: &mut [&mut [u64]],
            range: Range<usize>,
            work: &mut [u64],
        ) {
            // SAFETY: see above
            unsafe { passes::rows::<$vector, K>(f, dft, x, y, range, work) }
        }
        $(#[target_feature(enable = $features)])?
        unsafe fn transpose<const K: usize>(x: &[u64], r: usize, first: usize, y: &mut [u64]) {
            // SAFETY: see above
            unsafe { passes::transpose::<$vector>(K, x, r, first, y) }
        }
        [$(Loops {
            digits: $digits,
            multiply: &[$(multiply::<$digits, $leaf>),*],
            add: add::<$digits>,
            rotate: rotate::<$digits>,
            from_rows: from_rows::<$digits>,
            to_rows: to_rows::<$digits>,
            columns: columns::<$digits>,
            rows: rows::<$digits>,
            transpose: transpose::<$digits>,
        }),*]
    }};
}

static PORTABLE: [Loops; 6] = loops!(Words, , 4 [4] 8 [8] 16 [16] 32 [32] 64 [64] 128 [128]);
#[cfg(target_arch = "x86_64")]
static WIDE: [Loops; 6] = loops!(
    __m512i,
    "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma",
    4 [4] 8 [8] 16 [16 8] 32 [32 16] 64 [64 32 16] 128 [128 64 32]
);

/// Arithmetic modulo r^k + 1 on blocks of eight elements: k vectors of eight words, one for each digit, lowest first.
///
/// Elements are *settled*: digits in [0, 3·2^(W−1) + 2^32), which products and transforms take and return. Canonical
/// digits are settled.
#[derive(Clone, Copy)]
pub struct FermatKernel {
    radix: Radix,
    loops: &'static Loops,
    /// Number of times that products are halved.
    levels: usize,
    name: &'static str,
}

impl fmt::Debug for FermatKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {} digits to the radix {}", self.name, self.loops.digits, self.radix.r)
    }
}

impl FermatKernel {
    /// The kernel with the fastest product by the built-in costs that needs no more than the instructions `target`, if
    /// this radix and number of digits have any.
    #[must_use]
    pub fn new(target: Target, r: u64, digits: usize) -> Option<Self> {
        Self::cheapest(target, r, digits, &CostModel::builtin(target).fermat)
    }

    /// The kernel with the fastest product by these costs.
    #[must_use]
    pub fn cheapest(target: Target, r: u64, digits: usize, costs: &FermatCosts) -> Option<Self> {
        let all = (0..).map_while(|levels| Self::halved(target, r, digits, levels));
        all.min_by(|x, y| x.product_ns(costs).total_cmp(&y.product_ns(costs)))
    }

    /// The kernel whose products are halved `levels` times, if there is one.
    #[must_use]
    pub fn halved(target: Target, r: u64, digits: usize, levels: usize) -> Option<Self> {
        let radix = Radix::new(r, digits)?;
        let with = |loops: &'static [Loops], name| {
            let loops = loops.iter().find(|l| l.digits == digits)?;
            let fits = levels < loops.multiply.len() && levels <= radix.most_levels();
            fits.then_some(FermatKernel { radix, loops, levels, name })
        };
        #[cfg(target_arch = "x86_64")]
        if (target & cpu::host().supported).has(Feature::Avx512Ifma) {
            return with(&WIDE, "ifma-digits");
        }
        let _ = target;
        with(&PORTABLE, "portable-digits")
    }

    /// Name of the kernel, for people.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Number of times that products are halved: each time three products of half the size replace four.
    #[must_use]
    pub fn levels(&self) -> usize {
        self.levels
    }

    /// Predicted time of a product.
    #[must_use]
    pub fn product_ns(&self, costs: &FermatCosts) -> f64 {
        let (k, levels) = (self.digits() as f64, self.levels as i32);
        let halving = (2f64.powi(levels) - 1.0) * costs.halving;
        k * k * 0.75f64.powi(levels) * costs.product + k * (costs.digit + halving)
    }

    /// The number of digits, k.
    #[must_use]
    pub fn digits(&self) -> usize {
        self.loops.digits
    }

    /// The radix, r.
    #[must_use]
    pub fn radix(&self) -> u64 {
        self.radix.r as u64
    }

    fn product(&self) -> Multiply {
        self.loops.multiply[self.levels]
    }

    fn check(&self, x: &[u64], y: &[u64]) {
        assert!(x.len().is_multiple_of(self.block()) && x.len() == y.len(), "whole blocks, as many of either");
    }

    /// x = x − y.
    ///
    /// # Panics
    /// When a length is wrong.
    pub fn sub(&self, x: &mut [u64], y: &[u64]) {
        self.check(x, y);
        // SAFETY: the CPU was asked when the loops were chosen, the lengths were checked; here and below
        unsafe { (self.loops.add)(&self.radix, x, y, true) }
    }

    /// x = r^shift·x; r has order 2k, so that shift = k gives −x.
    ///
    /// # Panics
    /// When a length is wrong.
    pub fn rotate(&self, x: &mut [u64], shift: usize) {
        self.check(x, x);
        // SAFETY: see above
        unsafe { (self.loops.rotate)(&self.radix, x, shift % (2 * self.digits())) }
    }

    /// Converts rows of k canonical digits to blocks, the last one filled up with zeros.
    ///
    /// # Panics
    /// When a length is wrong.
    pub fn from_rows(&self, rows: &[u64], blocks: &mut [u64]) {
        self.check_rows(rows, blocks);
        // SAFETY: see above
        unsafe { (self.loops.from_rows)(rows, blocks) }
    }

    /// Converts blocks to rows of k digits in canonical form: in [0, r), and r, r − 1, …, r − 1 for p − 1.
    ///
    /// # Panics
    /// When a length is wrong.
    pub fn to_rows(&self, blocks: &[u64], rows: &mut [u64]) {
        self.check_rows(rows, blocks);
        // SAFETY: see above
        unsafe { (self.loops.to_rows)(&self.radix, blocks, rows) }
    }

    fn check_rows(&self, rows: &[u64], blocks: &[u64]) {
        let elements = rows.len() / self.digits();
        let whole = rows.len().is_multiple_of(self.digits());
        assert!(whole && blocks.len() == self.words(elements), "as many blocks as the rows take");
    }

    /// Transposes a matrix of r rows of whole blocks: element j of row i goes to place i + r·j.
    ///
    /// # Panics
    /// When a length is wrong.
    pub fn transpose(&self, x: &[u64], y: &mut [u64], r: usize) {
        self.check(x, y);
        self.transpose_part(x, r, 0, y);
    }
}

impl BlockDft for DftTable {
    fn len(&self) -> usize {
        self.slots()
    }
    fn words(&self) -> usize {
        self.held()
    }
}

impl BlockKernel for FermatKernel {
    type Dft = DftTable;

    fn block(&self) -> usize {
        LANES * self.loops.digits
    }

    fn takes(&self, dft: &DftTable) -> bool {
        dft.digits() == self.digits()
    }

    fn one(&self) -> Vec<u64> {
        let mut one = vec![0; self.block()];
        one[..LANES].fill(1);
        one
    }

    fn multiply(&self, x: &mut [u64], y: &[u64]) {
        self.check(x, if y.len() == self.block() { x } else { y });
        // SAFETY: see above
        unsafe { self.product()(&self.radix, x, None, Some(y), false) }
    }

    fn square(&self, x: &mut [u64]) {
        self.check(x, x);
        // SAFETY: see above
        unsafe { self.product()(&self.radix, x, None, None, false) }
    }

    fn add_product(&self, x: &mut [u64], a: &[u64], b: &[u64]) {
        self.check(x, a);
        self.check(x, b);
        // SAFETY: see above
        unsafe { self.product()(&self.radix, x, Some(a), Some(b), true) }
    }

    fn add(&self, x: &mut [u64], y: &[u64]) {
        self.check(x, y);
        // SAFETY: see above
        unsafe { (self.loops.add)(&self.radix, x, y, false) }
    }

    /// Rows of k digits.
    fn load(&self, rows: &[u64], width: usize, blocks: &mut [u64]) {
        assert!(width == self.digits(), "rows of digits");
        self.from_rows(rows, blocks);
    }

    /// Rows of k digits, in canonical form.
    fn store(&self, blocks: &[u64], width: usize, rows: &mut [u64]) {
        assert!(width == self.digits(), "rows of digits");
        self.to_rows(blocks, rows);
    }

    /// The factor is a power of r: a rotation.
    fn take_up(&self, dft: &DftTable, row: usize, factors: &mut [u64]) {
        let result = dft.results().iter().find(|(value, _)| *value == row);
        self.rotate(factors, result.map_or(0, |(_, rotation)| *rotation));
    }

    fn transpose_part(&self, x: &[u64], r: usize, first: usize, y: &mut [u64]) {
        let unit = lengths::product([r, self.block()]);
        assert!(r > 0 && x.len().is_multiple_of(unit) && y.len().is_multiple_of(unit), "rows of whole blocks");
        assert!(lengths::within(first, y.len() / unit, x.len() / unit), "places of the transpose");
        // SAFETY: see above
        unsafe { (self.loops.transpose)(x, r, first, y) }
    }

    fn run_columns(&self, columns: &Columns<'_, DftTable>, rows: &mut [&mut [u64]], first: usize, work: &mut [u64]) {
        self.check_columns(columns, rows, first, work);
        // SAFETY: see above
        unsafe { (self.loops.columns)(&self.radix, columns, rows, first, work, self.product()) }
    }

    fn run_rows(&self, dft: &DftTable, x: &[u64], y: &mut [&mut [u64]], range: Range<usize>, work: &mut [u64]) {
        self.check_rows_of(dft, x, y, &range, work);
        // SAFETY: see above
        unsafe { (self.loops.rows)(&self.radix, dft, x, y, range, work) }
    }
}

#[cfg(test)]
mod tests;
