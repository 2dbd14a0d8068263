//! The shape of a six-step transform over files, chosen for long runs in files.
//!
//! A block of M values holds strips of M/n1 columns, whose rows are the runs read from the operands, and bands of M/n2 rows;
//! tiles have M²/N values for any sides. Short columns therefore give long runs, as long as rows and their tables fit in memory.

use super::{
    Sink,
    pipeline::{self, Blocks},
    ranks::Ranks,
};
use crate::{Error, Result, engine::Context};

/// The shape of N values: matrix, strips and bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sides {
    /// n1, the length of a column.
    pub rows: usize,
    /// n2, the length of a row; n2 ≥ n1.
    pub cols: usize,
    /// Columns per strip.
    pub strip: usize,
    /// Rows per band.
    pub band: usize,
    /// Words per element.
    pub width: usize,
}

/// The computation on the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// A transform.
    Transform,
    /// A product of this number of operands; a band holds rows of all of them.
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

/// The order of coefficients in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Row by row: a run is a row of a strip.
    Natural,
    /// Strip by strip, with this number of rows each: a run is a strip.
    Strips(usize),
}

/// Columns that a thread processes at a time: their rows fill cache lines.
pub(super) const COLUMNS: usize = 8;
/// Size of the tables of a transform, in vectors of its length.
const TABLES: usize = 6;
/// The same for elements of several words.
const WIDE_TABLES: usize = 12;
/// Further vectors per thread, besides its operands.
const BESIDE: usize = 4;
/// Least column length, so that a block can hold one row of a strip modulo each of several primes.
const SHORTEST: usize = 8;
/// Least number of blocks of a pass, unless runs in files would be shorter than `LONG`.
const FEWEST: usize = 16;
/// Length in words from which runs in files are long.
const LONG: usize = 1 << 13;
/// Least number of blocks of a rank where they cannot be divided evenly.
const FINER: usize = 8;

impl Sides {
    /// Sides for N = 2^k values of `width` words, with buffers and tables within `memory` bytes: those whose shortest run in
    /// files is longest, and among those with long runs the squarest. Each of `ranks` ranks has strips and bands.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the memory does not hold a block of one row of each operand.
    pub fn new(len: usize, width: usize, task: Task, memory: u64, threads: usize, ranks: usize) -> Result<Self> {
        debug_assert!(len.is_power_of_two(), "transforms over files have 2^k values");
        let parts = if ranks.is_power_of_two() { ranks } else { (FINER * ranks).next_power_of_two() };
        let cut = |rows: usize| {
            let sides = Self::with_rows(rows, len, width, task, memory, threads)?;
            let [strip, band] = [sides.cols, sides.rows].map(|side| (side / parts).max(1));
            Ok(Sides { strip: sides.strip.min(strip), band: sides.band.min(band), ..sides })
        };
        let mut rows = 1 << (len.ilog2() / 2);
        let mut best: Self = cut(rows)?;
        while rows > SHORTEST.max(parts) && best.shortest_run() < LONG {
            rows /= 2;
            match cut(rows) {
                Ok(sides) if sides.shortest_run() > best.shortest_run() => best = sides,
                _ => {}
            }
        }
        Ok(best)
    }

    /// The shape with columns of `rows` values, where `rows` ≤ len/`rows`.
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
        // a sixth of the memory is left for the allocator and other tables
        let room = (memory - lines) / 6 * 5;
        let elements = usize::try_from(room / buffers).unwrap_or(usize::MAX).max(operands * cols);
        // several blocks, so that one can be read while another is processed
        let most = (len / FEWEST).max(operands * cols).max(rows * LONG / width).min(elements);
        let power = |x: usize| 1 << x.max(1).ilog2();
        let (strip, band) = (power(most / rows).min(cols), power(most / (operands * cols)).min(rows));
        Ok(Sides { rows, cols, strip, band, width })
    }

    /// Words of the shortest run read or written.
    fn shortest_run(&self) -> usize {
        self.width * self.strip.min(self.half_strip() * self.band)
    }

    /// Columns of a strip in the third pass, which transposes within a block.
    pub fn half_strip(&self) -> usize {
        (self.strip / 2).max(1)
    }

    /// Number of blocks of the first and the second pass.
    pub fn blocks(&self) -> [usize; 2] {
        [self.cols / self.strip, self.rows / self.band]
    }

    /// Words per block of the first, second and, for transforms, third pass.
    pub fn block_words(&self) -> [usize; 3] {
        let Sides { rows, cols, strip, band, width, .. } = *self;
        [rows * strip * width, cols * band * width, 2 * rows * self.half_strip() * width]
    }

    /// Buffers for the blocks of all passes.
    pub fn memory(&self, task: Task, cx: Context<'_>) -> Blocks {
        let ([first, second, third], operands) = (self.block_words(), task.operands());
        Blocks::new(first.max(operands * second).max(third), 0, cx)
    }

    /// Writes rows of strip i, from row `first` on, to their positions in natural order.
    pub fn write_rows(&self, i: usize, first: usize, block: &[u64], to: &dyn Sink) -> Result<()> {
        let mut runs = block.chunks_exact(self.strip * self.width).enumerate();
        runs.try_for_each(|(j, run)| to.write((first + j) * self.cols + i * self.strip, run))
    }

    /// The leader's sides, which need not be those of each rank, whose memory and threads may be others.
    ///
    /// # Errors
    /// Those of any rank.
    pub fn agreed(ranks: &Ranks, own: Result<Self>) -> Result<Self> {
        let width = own.as_ref().map_or(0, |sides| sides.width);
        let sides = own.map(|s| [s.rows, s.cols, s.strip, s.band].map(|side| side as u64).to_vec());
        let leader = ranks.as_the_leader(sides)?;
        let [rows, cols, strip, band] = std::array::from_fn(|i| leader[i] as usize);
        Ok(Sides { rows, cols, strip, band, width })
    }

    /// N.
    pub fn len(&self) -> usize {
        self.rows * self.cols
    }
}
