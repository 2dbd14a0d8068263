//! Transforms of N = 2^n values over generalized Fermat prime fields, most of whose products are by powers of the radix.
//!
//! With K = 2k and a root W such that W^(N/K) is an odd power of r, N = M·C values go through M-point transforms of the
//! columns of an M by C matrix, factors W^(ij), and C-point transforms of its rows, as many levels deep as N takes for each
//! M to be at most K: those transforms are shifts and additions ([`DftTable`]), and an element takes one product a level,
//! e − 1 for N = K^e. Source: Covanov, Mohajerani, Moreno Maza, Wang 2019, Algorithm 2 (the iterative six-step transform);
//! factors hold the rotations that the inner transforms leave. Cost, beside: log2(N) additions of k digits, and one
//! transposition a level. Tables are as large as the data.

mod powers;

use crate::{
    kernels::fermat::{ColumnPart, Columns, DftTable, FermatKernel, LANES, RowPart},
    transform::{cache::Cached, ntt::Direction},
};
use powers::Powers;

/// A transform of N values, both ways: immutable.
#[derive(Clone, Debug)]
pub struct FermatFft {
    kernel: FermatKernel,
    len: usize,
    /// Forward and back, 1/N included.
    ways: [Way; 2],
}

/// The levels of one direction.
#[derive(Clone, Debug)]
struct Way {
    levels: Vec<Level>,
    /// The transform of the last level's rows.
    last: DftTable,
}

#[derive(Clone, Debug)]
struct Level {
    dft: DftTable,
    factors: Vec<u64>,
    /// Whether the first row has factors other than 1.
    whole: bool,
}

impl FermatFft {
    /// The shortest there is.
    pub const LEAST: usize = 64;

    /// The transform at the powers of W, given as canonical digits: none unless N is a power of two of at least
    /// [`LEAST`](Self::LEAST), and W has the order N and a power of r among its powers.
    #[must_use]
    pub fn new(kernel: FermatKernel, len: usize, root: &[u64]) -> Option<Self> {
        if !len.is_power_of_two() || len < Self::LEAST || root.len() != kernel.digits() {
            return None;
        }
        let powers = Powers::new(kernel, root);
        let turn = 2 * kernel.digits();
        let most = turn.min(len);
        let u = powers.logarithm(&powers.power(&powers.root, (len / most) as u64), turn / most)?;
        let back = Powers::from_block(kernel, powers.power(&powers.root, len as u64 - 1));
        let ways = [(&powers, u, false), (&back, turn - u, true)].map(|(powers, u, scaled)| {
            let scale = scaled.then(|| powers.power(&powers.half(), len.ilog2().into()));
            Way::new(powers, &sides(len, turn), u, scale.as_deref())
        });
        Some(FermatFft { kernel, len, ways })
    }

    /// N.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Never: there are values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The arithmetic.
    #[must_use]
    pub fn kernel(&self) -> &FermatKernel {
        &self.kernel
    }

    /// How often each element is multiplied by another: e − 1 for N = K^e.
    #[must_use]
    pub fn products(len: usize, digits: usize) -> usize {
        sides(len, 2 * digits).len() - 1
    }

    /// Words of the data, in blocks, and of as much scratch.
    #[must_use]
    pub fn words(&self) -> usize {
        self.kernel.words(self.len)
    }

    /// Words of further scratch, for each thread.
    #[must_use]
    pub fn work(&self) -> usize {
        let sides = self.ways[0].levels.iter().map(|l| l.dft.len()).chain([self.ways[0].last.len()]);
        sides.max().unwrap_or(0) * self.kernel.block()
    }

    /// Coefficients to values, or back with the factor 1/N: settled elements in blocks, in natural order. The result is in
    /// one of the two slices, which is returned; the other, and `work`, hold anything.
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

    /// The same in shares, one for each [`work`](Self::work) words that `work` has: `each` runs the tasks that it is given, at
    /// the same time or not, and returns when all are done. The result does not depend on their number.
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

    /// Whether [`run`](Self::run) returns the scratch.
    #[must_use]
    pub fn ends_in_scratch(&self) -> bool {
        self.ways[0].levels.len() % 2 == 1
    }

    /// This level and those inside, on one row of the level before: the result is in y after an odd number of levels.
    fn level(&self, way: &Way, i: usize, (x, y): (&mut [u64], &mut [u64]), s: &mut Sharing<'_>) {
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
        // places of whole blocks of columns
        let unit = dft.len() * size;
        let part = (to.len() / unit).div_ceil(s.parts());
        s.run(to.chunks_mut(part * unit).enumerate().collect(), 0, |(j, to), _| {
            kernel.transpose_part(from, dft.len(), j * part, to);
        });
    }
}

/// Some of the work of one pass.
pub type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// How passes are shared out: one part for each `share` words of `work`.
struct Sharing<'a> {
    work: &'a mut [u64],
    share: usize,
    each: &'a dyn Fn(Vec<Task<'_>>),
}

impl Sharing<'_> {
    fn parts(&self) -> usize {
        self.work.len() / self.share
    }

    /// f(part, so many words of scratch) for each part.
    fn run<P: Send>(&mut self, parts: Vec<P>, words: usize, f: impl Fn(P, &mut [u64]) + Sync) {
        if parts.len() < 2 {
            return parts.into_iter().for_each(|part| f(part, &mut self.work[..words]));
        }
        let f = &f;
        let tasks = parts.into_iter().zip(self.work.chunks_mut(self.share));
        (self.each)(tasks.map(|(part, work)| Box::new(move || f(part, &mut work[..words])) as Task<'_>).collect());
    }
}

impl Cached for FermatFft {
    fn bytes(&self) -> usize {
        let tables = |d: &DftTable| 8 * d.words();
        let level = |l: &Level| 8 * l.factors.len() + tables(&l.dft);
        self.ways.iter().map(|w| w.levels.iter().map(level).sum::<usize>() + tables(&w.last)).sum()
    }
}

/// The sides of the levels: powers of two up to K, as even as may be, of which the last two are at least 8.
fn sides(len: usize, turn: usize) -> Vec<usize> {
    let (log, most) = (len.ilog2(), turn.ilog2());
    let count = log.div_ceil(most).max(2);
    if most == 3 {
        // all others are 8
        return (0..count).map(|i| if i == 0 { 1 << (log - 3 * (count - 1)) } else { 8 }).collect();
    }
    (0..count).map(|i| 1 << ((log + i) / count)).collect()
}

impl Way {
    fn new(powers: &Powers, sides: &[usize], u: usize, scale: Option<&[u64]>) -> Self {
        let k = powers.kernel.digits();
        let mut root = powers.root.clone();
        let mut levels = Vec::new();
        let mut len: usize = sides.iter().product();
        for (i, &side) in sides.iter().enumerate().take(sides.len() - 1) {
            let dft = DftTable::new(k, side, u);
            let scale = scale.filter(|_| i == 0);
            let factors = powers.factors(&root, &dft, len / side / LANES, scale);
            root = powers.power(&root, side as u64);
            levels.push(Level { dft, factors, whole: scale.is_some() });
            len /= side;
        }
        Way { levels, last: DftTable::new(k, len, u) }
    }
}

#[cfg(test)]
mod tests;
