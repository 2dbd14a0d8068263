//! How the values of a six-step transform over files are cut: the shape that makes runs in files long.
//!
//! A block of M values holds strips of M/n1 columns, which are the runs that are read from the operands, and bands of M/n2 rows; tiles
//! have M²/N values whatever the sides are. Short columns therefore make long runs, as long as memory holds rows and their tables.

use super::{
    Sink,
    pipeline::{self, Blocks},
};
use crate::{Error, Result, engine::Cx};

/// How N values are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sides {
    /// n1, the length of a column.
    pub rows: usize,
    /// n2, the length of a row, not less.
    pub cols: usize,
    /// Columns to a block.
    pub strip: usize,
    /// Rows to a block.
    pub band: usize,
    /// Words an element.
    pub width: usize,
}

/// What is to be made of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// A transform.
    Transform,
    /// A product of so many operands, of which a band holds all.
    Product(usize),
}

impl Task {
    fn operands(self) -> usize {
        match self {
            Task::Transform => 1,
            Task::Product(operands) => operands,
        }
    }
}

/// In which order coefficients are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Row after row: a run is a row of a strip.
    Natural,
    /// Strip after strip, this many rows of each: a run is a strip.
    Strips(usize),
}

/// Columns that a thread has at a time: they fill lines of cache.
pub(super) const COLUMNS: usize = 8;
/// Vectors of a side's length that the tables of its transforms take, …
const TABLES: usize = 6;
/// … those of elements of several words, …
const WIDE_TABLES: usize = 12;
/// … and those that a thread has beside the ones it works on.
const BESIDE: usize = 4;
/// Columns are not made shorter than this: a block holds a run of a strip modulo each of some primes.
const SHORTEST: usize = 8;
/// Blocks of a pass, where there is no reason to make them larger, …
const FEWEST: usize = 16;
/// … as runs of fewer words in files are.
const LONG: usize = 1 << 13;

impl Sides {
    /// For N = 2^k values of `width` words, buffers and tables within `memory` bytes: those sides that make the shortest runs in files
    /// the longest, of those with long ones the squarest.
    ///
    /// # Errors
    /// [`Error::TooLarge`] where the memory does not hold a block of one column.
    pub fn new(len: usize, width: usize, task: Task, memory: u64, threads: usize) -> Result<Self> {
        debug_assert!(len.is_power_of_two(), "transforms over files have 2^k values");
        let cut = |rows: usize| Self::with_rows(rows, len, width, task, memory, threads);
        let mut rows = 1 << (len.ilog2() / 2);
        let mut best = cut(rows)?;
        while rows > SHORTEST && best.shortest_run() < LONG {
            rows /= 2;
            match cut(rows) {
                Ok(sides) if sides.shortest_run() > best.shortest_run() => best = sides,
                _ => {}
            }
        }
        Ok(best)
    }

    /// The same with columns of so many values, not more than there are columns.
    fn with_rows(rows: usize, len: usize, width: usize, task: Task, memory: u64, threads: usize) -> Result<Self> {
        let (cols, operands) = (len / rows, task.operands());
        let of_each = if width == 1 { TABLES } else { WIDE_TABLES };
        let tables = of_each * (rows + cols) + COLUMNS * rows;
        let columns = rows * threads * (2 * COLUMNS + BESIDE);
        let lines = tables + columns.max(cols * threads * (operands + BESIDE));
        let (lines, buffers) = ((8 * width * lines) as u64, (8 * width * pipeline::BLOCKS) as u64);
        let least = buffers * (operands * cols) as u64 + lines;
        if memory < least {
            let (what, size) = (format!("a transform of {len} values over files"), format!("{least} bytes"));
            return Err(Error::TooLarge { what, size, limit: format!("the memory of {memory} bytes left for it") });
        }
        // a part stays free for what the allocator and other tables take
        let room = (memory - lines) / 6 * 5;
        let elements = usize::try_from(room / buffers).unwrap_or(usize::MAX).max(operands * cols);
        // some blocks at least, so that one can be read while another is worked on
        let most = (len / FEWEST).max(operands * cols).max(rows * LONG / width).min(elements);
        let power = |x: usize| 1 << x.max(1).ilog2();
        let (strip, band) = (power(most / rows).min(cols), power(most / (operands * cols)).min(rows));
        Ok(Sides { rows, cols, strip, band, width })
    }

    /// Words of the shortest run that is read or written.
    fn shortest_run(&self) -> usize {
        self.width * self.strip.min(self.half_strip() * self.band)
    }

    /// Columns of a strip whose values are brought into order within a block.
    pub fn half_strip(&self) -> usize {
        (self.strip / 2).max(1)
    }

    /// The first pass's blocks, and the second one's.
    pub fn blocks(&self) -> [usize; 2] {
        [self.cols / self.strip, self.rows / self.band]
    }

    /// Words of a block of the first pass, of the second one, and of a transform's third.
    pub fn block_words(&self) -> [usize; 3] {
        let Sides { rows, cols, strip, band, width, .. } = *self;
        [rows * strip * width, cols * band * width, 2 * rows * self.half_strip() * width]
    }

    /// Memory for the blocks of all passes.
    pub fn memory(&self, task: Task, cx: Cx<'_>) -> Blocks {
        let ([first, second, third], operands) = (self.block_words(), task.operands());
        Blocks::new(first.max(operands * second).max(third), 0, cx)
    }

    /// Rows of strip i from one on, to their places in natural order.
    pub fn write_rows(&self, i: usize, first: usize, block: &[u64], to: &dyn Sink) -> Result<()> {
        let mut runs = block.chunks_exact(self.strip * self.width).enumerate();
        runs.try_for_each(|(j, run)| to.write((first + j) * self.cols + i * self.strip, run))
    }

    /// N.
    pub fn len(&self) -> usize {
        self.rows * self.cols
    }
}
