//! Elements of generalized Fermat prime fields in blocks of eight, digit by digit: products by 52-bit multiply-add, and
//! the passes of transforms whose inner roots are powers of the radix.
//!
//! [`FermatKernel`] wraps the loops for a radix in safe functions: for radices r = 2^W + c, 46 ≤ W ≤ 50, |c| ≤ 2^13 and
//! 2^(62 − W), and elements of 4 to 128 digits; compiled for AVX-512 IFMA, and portably.

mod dft;
mod digits;
mod passes;
mod product;
mod words;

pub use crate::pass::blocks::LANES;
use crate::{
    costs::{CostModel, FermatCosts},
    cpu::Target,
    pass::blocks::{BlockDft, BlockKernel, Columns, Strips},
    registry::{self, Kernel, Moduli},
    simd::{self, Eight, Pair, Portable, Vectors},
};
pub use dft::DftTable;
use digits::Radix;
use product::Terms;
use std::{fmt, ops::Range};

/// A product: the result, the terms, scratch of eight elements in the place of each digit.
type Product = fn(&Radix, &mut [u64], Terms<'_, [u64]>, &mut [u64]);
/// A product, halved this number of times, with scratch of its own.
type Multiply = fn(Product, usize, &Radix, &mut [u64], Terms<'_, [u64]>);
registry::loops! {
    /// The loops for elements of K digits on an instruction set.
    #[derive(Debug)]
    pub(crate) struct Loops[S: Eight, const K: usize] {
        {
            digits: usize = K;
            /// Products, indexed by the number of times that digits are halved.
            products: &'static [Product] = const { &[product::<S, K, K>()] };
            /// A product that is halved this number of times, with scratch of its own, where there are more than eight digits.
            multiply: Multiply = |product, levels, f, out, terms| match levels {
                0 => product(f, out, terms, product::Plain::<K>::new().words()),
                _ => product(f, out, terms, product::Halved::<K>::new().words()),
            };
        }
        add(f: &Radix, x: &mut [u64], y: &[u64]) = passes::add::<S, K, false>;
        sub(f: &Radix, x: &mut [u64], y: &[u64]) = passes::add::<S, K, true>;
        rotate(f: &Radix, x: &mut [u64], shift: usize) = passes::rotate::<S, K>;
        from_rows(rows: &[u64], out: &mut [u64]) = passes::from_rows::<S, K>;
        to_rows(f: &Radix, blocks: &[u64], out: &mut [u64]) = passes::to_rows::<S, K>;
        to_words(f: &Radix, k: usize, blocks: &mut [u64], width: usize, out: &mut [u64]) = words::to_words::<S>;
        from_words(f: &Radix, k: usize, rows: &[u64], width: usize, blocks: &mut [u64]) = words::from_words::<S>;
        /// [`BlockKernel::run_columns`], with the product.
        columns(
            f: &Radix, c: &Columns<'_, DftTable>, rows: &mut Strips<'_>, first: usize, work: &mut [u64], product: Product
        ) = passes::columns::<S, K>;
        /// [`BlockKernel::run_rows`].
        rows(
            f: &Radix, dft: &DftTable, x: &[u64], y: &mut Strips<'_>, range: Range<usize>, work: &mut [u64]
        ) = passes::rows::<S, K>;
        transpose(x: &[u64], r: usize, first: usize, y: &mut [u64]) = passes::transposed::<S, K>;
    }
}

/// The product of elements of K digits, halved until H digits remain.
const fn product<S: Eight, const K: usize, const H: usize>() -> Product {
    |f, out, terms, room| simd::run!(S::get(), passes::multiply::<S, K, H>, f, out, terms, room)
}

/// The loops whose products are halved once at most.
const fn once<S: Eight, const K: usize, const H: usize>() -> Loops {
    Loops { products: const { &[product::<S, K, K>(), product::<S, K, H>()] }, ..Loops::of::<S, K>() }
}

/// The loops whose products are halved twice at most.
const fn twice<S: Eight, const K: usize, const H: usize, const Q: usize>() -> Loops {
    let products = const { &[product::<S, K, K>(), product::<S, K, H>(), product::<S, K, Q>()] };
    Loops { products, ..Loops::of::<S, K>() }
}

/// The loops, fastest first; the last one's need no instructions of their own.
static KERNELS: &[Kernel<&[Loops]>] = &[
    #[cfg(all(target_arch = "x86_64", not(polymod_avx2)))]
    {
        use crate::simd::Avx512Ifma as S;
        let loops = const {
            &[
                Loops::of::<S, 4>(),
                Loops::of::<S, 8>(),
                once::<S, 16, 8>(),
                once::<S, 32, 16>(),
                twice::<S, 64, 32, 16>(),
                twice::<S, 128, 64, 32>(),
            ]
        };
        Kernel { name: "ifma-digits", needs: S::NEEDS, moduli: Moduli::Bits(64), loops }
    },
    {
        type S = Pair<Portable>;
        let loops = const {
            &[
                Loops::of::<S, 4>(),
                Loops::of::<S, 8>(),
                Loops::of::<S, 16>(),
                Loops::of::<S, 32>(),
                Loops::of::<S, 64>(),
                Loops::of::<S, 128>(),
            ]
        };
        Kernel { name: "portable-digits", needs: S::NEEDS, moduli: Moduli::Bits(64), loops }
    },
];

/// Largest number of digits that has loops.
const MOST_DIGITS: usize = 128;

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

#[cfg(feature = "testing")]
#[doc(hidden)]
impl FermatKernel {
    pub fn log(&self) -> u32 {
        self.radix.log
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
        let kernel = registry::first(KERNELS, target).expect("loops for all CPUs");
        let loops = kernel.loops.iter().find(|l| l.digits == digits)?;
        let fits = levels < loops.products.len() && levels <= radix.most_levels();
        fits.then_some(FermatKernel { radix, loops, levels, name: kernel.name })
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

    /// Predicted time of the conversion of an element to an integer, or back.
    #[must_use]
    pub fn integer_ns(&self, costs: &FermatCosts) -> f64 {
        self.integer_pairs() * costs.integer_pair
    }

    /// Pairs of digits that take as long as the conversion of an element.
    #[must_use]
    pub fn integer_pairs(&self) -> f64 {
        /// Pairs for each digit: its place among words, and the transposition of rows.
        const OF_A_DIGIT: f64 = 20.0;
        let k = self.digits() as f64;
        k * (k + OF_A_DIGIT)
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

    fn product(&self) -> Product {
        self.loops.products[self.levels]
    }

    /// The terms in x.
    fn combine(&self, x: &mut [u64], terms: Terms<'_, [u64]>) {
        // few digits stay in registers: without scratch, and without a call in between
        if self.digits() <= LANES {
            return (self.product())(&self.radix, x, terms, &mut []);
        }
        (self.loops.multiply)(self.product(), self.levels, &self.radix, x, terms);
    }

    /// x = x − y.
    ///
    /// # Panics
    /// When a length is wrong.
    pub fn sub(&self, x: &mut [u64], y: &[u64]) {
        self.check(x, y);
        (self.loops.sub)(&self.radix, x, y);
    }

    /// x = r^shift·x; r has order 2k, so that shift = k gives −x.
    ///
    /// # Panics
    /// When a length is wrong.
    pub fn rotate(&self, x: &mut [u64], shift: usize) {
        self.check(x, x);
        (self.loops.rotate)(&self.radix, x, shift % (2 * self.digits()));
    }

    /// Converts rows of k canonical digits to blocks, the last one filled up with zeros.
    ///
    /// # Panics
    /// When a length is wrong.
    pub fn from_rows(&self, rows: &[u64], blocks: &mut [u64]) {
        self.check_rows(rows, blocks);
        (self.loops.from_rows)(rows, blocks);
    }

    /// Converts blocks to rows of k digits in canonical form: in [0, r), and r, r − 1, …, r − 1 for p − 1.
    ///
    /// # Panics
    /// When a length is wrong.
    pub fn to_rows(&self, blocks: &[u64], rows: &mut [u64]) {
        self.check_rows(rows, blocks);
        (self.loops.to_rows)(&self.radix, blocks, rows);
    }

    /// Converts rows of k canonical digits to integers in [0, p), rows of `width` words, the lowest first.
    ///
    /// # Panics
    /// When a length is wrong, or p − 1 is longer than `width` words.
    pub fn to_words(&self, rows: &[u64], width: usize, words: &mut [u64]) {
        self.check_words(rows, width, words);
        let mut block = [0; LANES * MOST_DIGITS];
        let block = &mut block[..self.block()];
        for (rows, words) in rows.chunks(block.len()).zip(words.chunks_mut(LANES * width)) {
            (self.loops.from_rows)(rows, block);
            (self.loops.to_words)(&self.radix, self.digits(), block, width, words);
        }
    }

    /// Converts integers in [0, p), rows of `width` words, to rows of k digits in canonical form.
    ///
    /// # Panics
    /// As [`to_words`](Self::to_words).
    pub fn from_words(&self, words: &[u64], width: usize, rows: &mut [u64]) {
        self.check_words(rows, width, words);
        let mut block = [0; LANES * MOST_DIGITS];
        let block = &mut block[..self.block()];
        for (words, rows) in words.chunks(LANES * width).zip(rows.chunks_mut(block.len())) {
            (self.loops.from_words)(&self.radix, self.digits(), words, width, block);
            (self.loops.to_rows)(&self.radix, block, rows);
        }
    }

    fn check_words(&self, rows: &[u64], width: usize, words: &[u64]) {
        // r^k has a bit more unless r < 2^W
        let bits = self.digits() * self.radix.log as usize + usize::from(self.radix.excess >= 0);
        assert!(width >= bits.div_ceil(64), "rows that hold p − 1");
        let elements = rows.len() / self.digits();
        assert!(
            rows.len() == elements * self.digits() && words.len() == elements * width,
            "as many integers as elements"
        );
    }

    fn check_rows(&self, rows: &[u64], blocks: &[u64]) {
        let elements = rows.len() / self.digits();
        let whole = rows.len().is_multiple_of(self.digits());
        assert!(whole && blocks.len() == self.words(elements), "as many blocks as the rows take");
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
        self.combine(x, Terms::By(y));
    }

    fn square(&self, x: &mut [u64]) {
        self.check(x, x);
        self.combine(x, Terms::Square);
    }

    fn add_product(&self, x: &mut [u64], a: &[u64], b: &[u64]) {
        self.check(x, a);
        self.check(x, b);
        self.combine(x, Terms::Add(a, b));
    }

    fn add(&self, x: &mut [u64], y: &[u64]) {
        self.check(x, y);
        (self.loops.add)(&self.radix, x, y);
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
        self.check_transpose(x, r, first, y);
        (self.loops.transpose)(x, r, first, y);
    }

    fn run_columns(&self, columns: &Columns<'_, DftTable>, rows: &mut Strips<'_>, first: usize, work: &mut [u64]) {
        self.check_columns(columns, rows, first, work);
        (self.loops.columns)(&self.radix, columns, rows, first, work, self.product());
    }

    fn run_rows(&self, dft: &DftTable, x: &[u64], y: &mut Strips<'_>, range: Range<usize>, work: &mut [u64]) {
        self.check_rows_of(dft, x, y, &range, work);
        (self.loops.rows)(&self.radix, dft, x, y, range, work);
    }
}
