//! Transforms of N = 2^n values over large fields, in blocks of eight elements: over generalized Fermat prime fields,
//! where most products are by powers of the radix, and over other fields with the roots of unity.
//!
//! With K = 2k and a root W such that W^(N/K) is an odd power of r, N = M·C values go through M-point transforms of the
//! columns of an M by C matrix, twiddle factors W^(ij), and C-point transforms of its rows, recursively until each M is
//! at most K: those transforms are shifts and additions ([`DftTable`](crate::kernels::fermat::DftTable)), and an
//! element takes one product a level, e − 1 for N = K^e. Source: Covanov, Mohajerani, Moreno Maza, Wang 2019, Algorithm
//! 2 (the iterative six-step transform); the twiddle factors include the rotations that the inner transforms leave out.
//! Further cost: log2(N) additions of k digits, and one transposition a level. Tables are as large as the data. Where
//! powers of the radix are no cheaper than other roots, M is at most 16, and the inner transforms of M values take (M/2
//! − 1)·log2(M) − M/2 + 1 products, too: half a product an element and level of radix 2 in all.

mod digits;
mod limbs;
#[cfg(not(feature = "testing"))]
mod powers;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod powers;

use crate::{
    kernels::{
        blocks::{BlockDft, BlockKernel, ColumnPart, Columns, RowPart},
        fermat::{FermatKernel, LANES},
        limbs::LimbKernel,
    },
    scratch::Buf,
    transform::{cache::Cached, ntt::Direction},
};
pub use limbs::Scale;
use powers::Powers;

/// Transforms over generalized Fermat prime fields, of elements with digits to the radix r.
pub type FermatFft = BlockFft<FermatKernel>;

/// Transforms of residues modulo an odd p of several limbs.
pub type LimbFft = BlockFft<LimbKernel>;

/// A transform of any element type.
pub trait BlockTransform: Send + Sync {
    /// Number N of values.
    fn len(&self) -> usize;
    /// Never: a transform has values.
    fn is_empty(&self) -> bool {
        false
    }
    /// Number of words of a block.
    fn block(&self) -> usize;
    /// Number of words of the data, in blocks; the scratch has as many.
    fn words(&self) -> usize {
        self.len() / LANES * self.block()
    }
    /// Number of words of further scratch for each thread.
    fn work(&self) -> usize;
    /// Whether the result is written to the scratch.
    fn ends_in_scratch(&self) -> bool;
    /// Transforms coefficients to values, or back with the factor 1/N, see [`BlockFft::run_shared`].
    fn transform(
        &self,
        direction: Direction,
        x: &mut [u64],
        scratch: &mut [u64],
        work: &mut [u64],
        each: &dyn Fn(Vec<Task<'_>>),
    );
    /// Converts rows of `width` words to blocks, see [`BlockKernel::load`].
    fn load(&self, rows: &[u64], width: usize, blocks: &mut [u64]);
    /// Converts blocks to rows, see [`BlockKernel::store`].
    fn store(&self, blocks: &[u64], width: usize, rows: &mut [u64]);
    /// x = x·y, see [`BlockKernel::multiply`].
    fn multiply(&self, x: &mut [u64], y: &[u64]);
    /// x = x², see [`BlockKernel::square`].
    fn square(&self, x: &mut [u64]);
    /// x = x + y.
    fn add(&self, x: &mut [u64], y: &[u64]);
    /// x = x + a·b, see [`BlockKernel::add_product`].
    fn add_product(&self, x: &mut [u64], a: &[u64], b: &[u64]);
}

impl<K: BlockKernel> BlockTransform for BlockFft<K> {
    fn len(&self) -> usize {
        self.len
    }
    fn block(&self) -> usize {
        self.kernel.block()
    }
    fn work(&self) -> usize {
        self.work()
    }
    fn ends_in_scratch(&self) -> bool {
        self.ends_in_scratch()
    }
    fn transform(
        &self,
        direction: Direction,
        x: &mut [u64],
        scratch: &mut [u64],
        work: &mut [u64],
        each: &dyn Fn(Vec<Task<'_>>),
    ) {
        self.run_shared(direction, x, scratch, work, each);
    }
    fn load(&self, rows: &[u64], width: usize, blocks: &mut [u64]) {
        self.kernel.load(rows, width, blocks);
    }
    fn store(&self, blocks: &[u64], width: usize, rows: &mut [u64]) {
        self.kernel.store(blocks, width, rows);
    }
    fn multiply(&self, x: &mut [u64], y: &[u64]) {
        self.kernel.multiply(x, y);
    }
    fn square(&self, x: &mut [u64]) {
        self.kernel.square(x);
    }
    fn add(&self, x: &mut [u64], y: &[u64]) {
        self.kernel.add(x, y);
    }
    fn add_product(&self, x: &mut [u64], a: &[u64], b: &[u64]) {
        self.kernel.add_product(x, a, b);
    }
}

/// A transform of N values in both directions: immutable.
#[derive(Clone, Debug)]
pub struct BlockFft<K: BlockKernel> {
    kernel: K,
    len: usize,
    /// Forward, and inverse with the factor 1/N.
    ways: [Way<K::Dft>; 2],
}

/// The levels of one direction.
#[derive(Clone, Debug)]
struct Way<D> {
    levels: Vec<Level<D>>,
    /// The inner transform of the last level's rows.
    last: D,
}

#[derive(Clone, Debug)]
struct Level<D> {
    dft: D,
    factors: Buf,
    /// Whether the first row has factors other than 1.
    whole: bool,
}

impl<K: BlockKernel> BlockFft<K> {
    /// Length of the shortest transform.
    pub const LEAST: usize = 64;

    /// Number N of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Never: a transform has values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The kernel of its arithmetic.
    #[must_use]
    pub fn kernel(&self) -> &K {
        &self.kernel
    }

    /// Number of passes over columns, each of which multiplies by twiddle factors and transposes.
    #[must_use]
    pub fn passes(&self) -> usize {
        self.ways[0].levels.len()
    }

    /// Number of values of the first pass's inner transforms.
    #[must_use]
    pub fn side(&self) -> usize {
        self.ways[0].levels[0].dft.len()
    }

    /// Number of words of the data, in blocks; the scratch has as many.
    #[must_use]
    pub fn words(&self) -> usize {
        self.kernel.words(self.len)
    }

    /// Number of words of further scratch for each thread.
    #[must_use]
    pub fn work(&self) -> usize {
        let sides = self.ways[0].levels.iter().map(|l| l.dft.len()).chain([self.ways[0].last.len()]);
        sides.max().unwrap_or(0) * self.kernel.block()
    }

    /// Transforms coefficients to values, or back with the factor 1/N: settled elements in blocks, in natural order.
    /// Returns the slice that holds the result, `x` or `scratch`; the content of the other, and of `work`, is
    /// arbitrary.
    ///
    /// # Panics
    /// When a length is wrong.
    pub fn run<'a>(
        &self,
        direction: Direction,
        x: &'a mut [u64],
        scratch: &'a mut [u64],
        work: &mut [u64],
    ) -> &'a mut [u64] {
        self.run_shared(direction, x, scratch, work, &|tasks| tasks.into_iter().for_each(|task| task()))
    }

    /// As [`run`](Self::run), divided into one part for each [`work`](Self::work) words of `work`: `each` runs the
    /// tasks that it is given, at the same time or not, and returns when all are done. The result does not depend on
    /// the number of parts.
    ///
    /// # Panics
    /// When a length is wrong.
    pub fn run_shared<'a>(
        &self,
        direction: Direction,
        x: &'a mut [u64],
        scratch: &'a mut [u64],
        work: &mut [u64],
        each: &dyn Fn(Vec<Task<'_>>),
    ) -> &'a mut [u64] {
        assert!(x.len() == self.words() && scratch.len() == self.words(), "blocks of all elements");
        assert!(work.len() >= self.work(), "scratch for one thread at least");
        let way = &self.ways[usize::from(direction == Direction::Inverse)];
        self.level(way, 0, (x, scratch), &mut Sharing { work, share: self.work(), each });
        if self.ends_in_scratch() { scratch } else { x }
    }

    /// Whether [`run`](Self::run) returns `scratch`.
    #[must_use]
    pub fn ends_in_scratch(&self) -> bool {
        self.ways[0].levels.len() % 2 == 1
    }

    /// Transforms one row of the level before, by this level and those inside: the result is in y after an odd number
    /// of levels.
    fn level(&self, way: &Way<K::Dft>, i: usize, (x, y): (&mut [u64], &mut [u64]), s: &mut Sharing<'_>) {
        let Level { dft, factors, whole } = &way.levels[i];
        let (kernel, size) = (&self.kernel, self.kernel.block());
        let columns = Columns { dft, factors, whole: *whole };
        s.run(kernel.column_parts(&columns, x, s.parts()), dft.len() * size, ColumnPart::run);
        let inside = way.levels.len() - 1 - i;
        if inside == 0 {
            let parts = kernel.row_parts(&way.last, x, y, s.parts());
            return s.run(parts, way.last.len() * size, RowPart::run);
        }
        let row = x.len() / dft.len();
        let rows = dft.len().div_ceil(s.parts()) * row;
        s.run(x.chunks_mut(rows).zip(y.chunks_mut(rows)).collect(), self.work(), |(x, y), work| {
            let mut alone =
                Sharing { share: work.len(), work, each: &|tasks| tasks.into_iter().for_each(|task| task()) };
            for (x, y) in x.chunks_exact_mut(row).zip(y.chunks_exact_mut(row)) {
                self.level(way, i + 1, (x, y), &mut alone);
            }
        });
        let (from, to) = if inside % 2 == 1 { (&*y, x) } else { (&*x, y) };
        // parts consist of whole blocks of columns
        let unit = dft.len() * size;
        let part = (to.len() / unit).div_ceil(s.parts());
        s.run(to.chunks_mut(part * unit).enumerate().collect(), 0, |(j, to), _| {
            kernel.transpose_part(from, dft.len(), j * part, to);
        });
    }
}

/// A part of the work of one pass.
pub type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Division of passes among threads: one part for each `share` words of `work`.
struct Sharing<'a> {
    work: &'a mut [u64],
    share: usize,
    each: &'a dyn Fn(Vec<Task<'_>>),
}

impl Sharing<'_> {
    fn parts(&self) -> usize {
        self.work.len() / self.share
    }

    /// Runs `f(part, scratch)` for each part, with `words` words of scratch.
    fn run<P: Send>(&mut self, parts: Vec<P>, words: usize, f: impl Fn(P, &mut [u64]) + Sync) {
        if parts.len() < 2 {
            return parts.into_iter().for_each(|part| f(part, &mut self.work[..words]));
        }
        let f = &f;
        let tasks = parts.into_iter().zip(self.work.chunks_mut(self.share));
        (self.each)(tasks.map(|(part, work)| Box::new(move || f(part, &mut work[..words])) as Task<'_>).collect());
    }
}

impl<K: BlockKernel> Cached for BlockFft<K> {
    fn bytes(&self) -> usize {
        let tables = |d: &K::Dft| 8 * d.words();
        let level = |l: &Level<K::Dft>| 8 * l.factors.len() + tables(&l.dft);
        self.ways.iter().map(|w| w.levels.iter().map(level).sum::<usize>() + tables(&w.last)).sum()
    }
}

tested! {
    /// The sides of the levels' inner transforms: powers of two up to K, as even as possible, the last two at least 8.
    fn sides(len: usize, turn: usize) -> Vec<usize> {
        let (log, most) = (len.ilog2(), turn.ilog2());
        let count = log.div_ceil(most).max(2);
        if most == 3 {
            // all but the first are 8
            return (0..count).map(|i| if i == 0 { 1 << (log - 3 * (count - 1)) } else { 8 }).collect();
        }
        (0..count).map(|i| 1 << ((log + i) / count)).collect()
    }
}

impl<D: BlockDft> Way<D> {
    /// The levels of a transform at the powers of a root, with inner transforms of `sides`; the values are multiplied
    /// by `scale`.
    fn new<K: BlockKernel<Dft = D>>(
        powers: &Powers<K>,
        sides: &[usize],
        dft: &dyn Fn(usize) -> D,
        scale: Option<&[u64]>,
    ) -> Self {
        let mut root = powers.root.clone();
        let mut levels = Vec::new();
        let mut len: usize = sides.iter().product();
        for (i, &side) in sides.iter().enumerate().take(sides.len() - 1) {
            let dft = dft(side);
            let scale = scale.filter(|_| i == 0);
            let factors = powers.factors(&root, &dft, len / side / LANES, scale);
            root = powers.power(&root, side as u64);
            levels.push(Level { dft, factors, whole: scale.is_some() });
            len /= side;
        }
        Way { levels, last: dft(len) }
    }
}
