//! The passes of a six-step transform of N = n1·n2 values over files.
//!
//! With j = j1·n2 + j2 and k = k2·n1 + k1, Σ_j a_j·W^(jk) = Σ_j2 W^(n1·j2·k2)·(W^(j2·k1)·Σ_j1 a_j·W^(n2·j1·k1)): transforms of the
//! columns j2, factors, transforms of the rows k1. A block of the first pass is a strip of columns; its values go to
//! [`Scratch`] tile by tile, a tile being what a strip and a band of rows have in common, so that a band lies in one piece. Where
//! values are at odd powers of W, of order 2N, W^(j(2k+1)) = W^(n2·j1·(2·k1+1))·W^(j2·(2·k1+1))·W^(2·n1·j2·k2) makes the columns'
//! transforms those at odd powers; on the way back it is the rows' transforms that are.
//!
//! Source: Bailey 1990, "FFTs in external or hierarchical memory"; Takahashi 2020, "An implementation of parallel number-theoretic
//! transform" for the order of the steps.

use super::{
    Scratch, Sink, Source,
    pipeline::{self, Blocks},
};
use crate::{
    Error, Result,
    engine::Cx,
    poly::Dft,
    ring::{Coeffs, Convolve},
    transform::ntt::{Direction, Wrap},
};

/// How N values are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sides {
    /// n1, the length of a column.
    pub rows: usize,
    /// n2, the length of a row.
    pub cols: usize,
    /// Columns to a block.
    pub strip: usize,
    /// Rows to a block.
    pub band: usize,
    /// Words an element.
    pub width: usize,
    /// Columns or rows that are worked on at a time.
    pub at_once: usize,
}

/// Vectors of a column's length that a thread has beside blocks, tables and their scratch included, …
const LINES: usize = 12;
/// … and those that it works on at a time: as many as fill lines of cache.
const AT_ONCE: usize = 8;

/// What is to be made of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// A transform: runs of strips are read, and runs of bands are written.
    Transform,
    /// A product of so many operands: runs of strips are read and written, and bands hold all operands.
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

impl Sides {
    /// For N = 2^k values of `width` words, buffers and tables within `memory` bytes: those sides that make the shortest runs in files
    /// the longest.
    ///
    /// # Errors
    /// [`Error::TooLarge`] where the memory does not hold a block of one column.
    pub fn new(len: usize, width: usize, task: Task, memory: u64, threads: usize) -> Result<Self> {
        debug_assert!(len.is_power_of_two(), "transforms over files have 2^k values");
        let square = Self::with_rows(1 << (len.ilog2() / 2), len, width, task, memory, threads)?;
        let run = |sides: &Self| match task {
            Task::Transform => sides.strip.min(sides.band),
            Task::Product(_) => sides.strip,
        };
        let narrower = (1..=MOST_NARROW).filter_map(|n| {
            let rows = Some(square.rows >> n).filter(|rows| *rows > 1)?;
            Self::with_rows(rows, len, width, task, memory, threads).ok()
        });
        let best = narrower
            .filter(|sides| sides.strip * sides.band * width >= PAGE)
            .fold(square, |best, sides| if run(&sides) > run(&best) { sides } else { best });
        Ok(best)
    }

    /// The same with columns of so many values, not more than there are columns.
    fn with_rows(rows: usize, len: usize, width: usize, task: Task, memory: u64, threads: usize) -> Result<Self> {
        let (cols, operands) = (len / rows, task.operands());
        let lines = 8 * (width * cols * (LINES + operands * AT_ONCE) * (threads + 1)) as u64;
        let buffers = (8 * width * pipeline::BLOCKS) as u64;
        let least = buffers * (operands * cols) as u64 + lines;
        if memory < least {
            let (what, size) = (format!("a transform of {len} values over files"), format!("{least} bytes"));
            return Err(Error::TooLarge { what, size, limit: format!("the memory of {memory} bytes left for it") });
        }
        // a part stays free for what the allocator and other tables take
        let room = (memory - lines) / 6 * 5;
        let elements = usize::try_from(room / buffers).unwrap_or(usize::MAX).max(operands * cols);
        // some blocks at least, so that one can be read while another is worked on
        let most = (len / FEWEST).max(operands * cols).max(rows * RUN / width).min(elements);
        let power = |x: usize| 1 << x.max(1).ilog2();
        let (strip, band) = (power(most / rows).min(cols), power(most / (operands * cols)).min(rows));
        Ok(Sides { rows, cols, strip, band, width, at_once: AT_ONCE * threads })
    }

    /// The first pass's blocks, and the second one's.
    pub fn blocks(&self) -> [usize; 2] {
        [self.cols / self.strip, self.rows / self.band]
    }

    /// Words of a block of either pass.
    pub fn block_words(&self) -> [usize; 2] {
        [self.rows * self.strip * self.width, self.cols * self.band * self.width]
    }

    /// Memory for the blocks of all passes.
    pub fn memory(&self, task: Task, cx: Cx<'_>) -> Blocks {
        let ([first, second], operands) = (self.block_words(), task.operands());
        // columns are not longer than rows
        let lines = operands * self.at_once * self.cols * self.width;
        Blocks::new(first.max(operands * second), lines, cx)
    }

    /// N.
    pub fn len(&self) -> usize {
        self.rows * self.cols
    }
}

/// Blocks of a pass, where there is no reason to make them larger, …
const FEWEST: usize = 16;
/// … as runs of fewer words in files are.
const RUN: usize = 1 << 12;
/// Words of a tile of another shape than the square's, at least: a page of the system's.
const PAGE: usize = 512;
/// By how many powers of two columns may be shorter than the square root of N.
const MOST_NARROW: u32 = 3;

/// Transforms of the columns and rows of N values, and the factors between them.
pub(super) struct SixStep<R: Convolve> {
    ring: R,
    pub sides: Sides,
    columns: Dft<R>,
    rows: Dft<R>,
    /// Factors of column 0 are powers of this, …
    start: R::Elem,
    /// … and those of each further one are those of the one before times first·ratio^k1: the two, and all of these.
    step: [R::Elem; 2],
    ratios: Coeffs<R>,
}

impl<R: Convolve> SixStep<R> {
    /// The steps of this direction, W being a principal root of order N, negacyclic 2N.
    ///
    /// # Errors
    /// Those of [`Dft::with_root`].
    pub fn new(r: &R, sides: Sides, wrap: Wrap, root: &R::Elem, direction: Direction) -> Result<Self> {
        let (n1, n2) = (sides.rows as u64, sides.cols as u64);
        let dft = |len: usize, wrap: Wrap, root: R::Elem| Dft::with_root(r, len, wrap, &root);
        let way = if direction == Direction::Forward { root.clone() } else { r.inv(root)? };
        let (one, square) = (r.one(), r.mul(root, root));
        let (columns, rows, start, step) = match (wrap, direction) {
            (Wrap::Cyclic, _) => (
                dft(sides.rows, Wrap::Cyclic, r.pow(root, n2))?,
                dft(sides.cols, Wrap::Cyclic, r.pow(root, n1))?,
                one.clone(),
                [one, way],
            ),
            (Wrap::Negacyclic, Direction::Forward) => (
                dft(sides.rows, Wrap::Negacyclic, r.pow(root, n2))?,
                dft(sides.cols, Wrap::Cyclic, r.pow(&square, n1))?,
                one,
                [way, square],
            ),
            (Wrap::Negacyclic, Direction::Inverse) => {
                let back = r.mul(&way, &way);
                (
                    dft(sides.rows, Wrap::Cyclic, r.pow(&square, n2))?,
                    dft(sides.cols, Wrap::Negacyclic, r.pow(root, n1))?,
                    way,
                    [one, back],
                )
            }
        };
        let ratios = progression(r, &step[0], &step[1], sides.rows);
        Ok(SixStep { ring: r.clone(), sides, columns, rows, start, step, ratios })
    }

    /// The first pass: columns, and factors.
    pub fn columns(
        &self,
        direction: Direction,
        from: &dyn Source,
        tiles: &Scratch,
        blocks: &mut Blocks,
        cx: Cx<'_>,
    ) -> Result<()> {
        let Sides { rows, cols, strip, band, width, .. } = self.sides;
        pipeline::run(
            blocks,
            (cols / strip, rows * strip * width),
            cx,
            |i, block| {
                (0..rows).for_each(|j| from.expect(j * cols + i * strip, strip * width));
                let mut runs = block.chunks_exact_mut(strip * width).enumerate();
                runs.try_for_each(|(j, run)| from.read(j * cols + i * strip, run))
            },
            |i, block, lines| self.strip(i * strip, block, lines, direction, false, cx),
            |i, block| {
                let tile = strip * band;
                let mut runs = block.chunks_exact(tile * width).enumerate();
                runs.try_for_each(|(k, run)| tiles.write(k * cols * band + i * tile, run))
            },
        )
    }

    /// The second pass: rows, and values in natural order.
    pub fn rows(
        &self,
        direction: Direction,
        tiles: &Scratch,
        to: &dyn Sink,
        blocks: &mut Blocks,
        cx: Cx<'_>,
    ) -> Result<()> {
        let Sides { rows, cols, strip, band, width, at_once } = self.sides;
        pipeline::run(
            blocks,
            (rows / band, cols * band * width),
            cx,
            |k, block| tiles.read(k * cols * band, block),
            |_, block, lines| {
                for first in (0..band).step_by(at_once) {
                    let lines = &mut lines[..at_once.min(band - first) * cols * width];
                    self.gather(block, first, lines, cx);
                    self.row_transforms(direction, lines, cx)?;
                    self.scatter(lines, first, block, cx);
                }
                // a run of a tile's rows after the other, where there were runs of its columns
                cx.for_chunks(block, band * strip * width, |_, tiles| {
                    let mut tile = vec![0; band * strip * width];
                    for words in tiles.chunks_exact_mut(tile.len()) {
                        tile.copy_from_slice(words);
                        transpose((&tile, 0), [band, strip], width, words, cx.alone());
                    }
                });
                Ok(())
            },
            |k, block| {
                let mut runs = block.chunks_exact(band * width).enumerate();
                runs.try_for_each(|(j, run)| to.write(j * rows + k * band, run))
            },
        )
    }

    /// Between the first pass and [`columns_back`](Self::columns_back): the rows' values are multiplied by those of `other`, or by
    /// themselves, and transformed back. `forward` and this one are the steps of the two directions.
    pub fn products(
        &self,
        forward: &Self,
        tiles: &Scratch,
        other: Option<&Scratch>,
        blocks: &mut Blocks,
        cx: Cx<'_>,
    ) -> Result<()> {
        let Sides { rows, cols, band, width, at_once, .. } = self.sides;
        let words = cols * band * width;
        let operands = 1 + usize::from(other.is_some());
        pipeline::run(
            blocks,
            (rows / band, operands * words),
            cx,
            |k, block| {
                let (a, b) = block.split_at_mut(words);
                tiles.read(k * cols * band, a)?;
                other.map_or(Ok(()), |other| other.read(k * cols * band, b))
            },
            |_, block, lines| {
                for first in (0..band).step_by(at_once) {
                    let count = at_once.min(band - first) * cols * width;
                    let lines = &mut lines[..operands * count];
                    for (block, lines) in block.chunks_exact(words).zip(lines.chunks_exact_mut(count)) {
                        self.gather(block, first, lines, cx);
                        forward.row_transforms(Direction::Forward, lines, cx)?;
                    }
                    let (a, b) = lines.split_at_mut(count);
                    self.row_products(a, b, cx)?;
                    self.scatter(a, first, &mut block[..words], cx);
                }
                Ok(())
            },
            |k, block| tiles.write(k * cols * band, &block[..words]),
        )
    }

    /// The first pass the other way round: factors, columns, and coefficients in natural order.
    pub fn columns_back(&self, tiles: &Scratch, to: &dyn Sink, blocks: &mut Blocks, cx: Cx<'_>) -> Result<()> {
        let Sides { rows, cols, strip, band, width, .. } = self.sides;
        pipeline::run(
            blocks,
            (cols / strip, rows * strip * width),
            cx,
            |i, block| {
                let tile = strip * band;
                (0..rows / band).for_each(|k| tiles.expect(k * cols * band + i * tile, tile * width));
                let mut runs = block.chunks_exact_mut(tile * width).enumerate();
                runs.try_for_each(|(k, run)| tiles.read(k * cols * band + i * tile, run))
            },
            |i, block, lines| self.strip(i * strip, block, lines, Direction::Inverse, true, cx),
            |i, block| {
                let mut runs = block.chunks_exact(strip * width).enumerate();
                runs.try_for_each(|(j, run)| to.write(j * cols + i * strip, run))
            },
        )
    }

    /// The transforms of a strip from this column on, before the factors or behind them.
    fn strip(
        &self,
        from: usize,
        block: &mut [u64],
        lines: &mut [u64],
        direction: Direction,
        factors_first: bool,
        cx: Cx<'_>,
    ) -> Result<()> {
        let Sides { rows, width, .. } = self.sides;
        self.each_column(block, lines, cx, |first, lines| {
            let mut factors = self.factors(from + first);
            let mut line = self.ring.zeros(rows);
            for words in lines.chunks_exact_mut(rows * width) {
                line.words.copy_from_slice(words);
                if factors_first {
                    self.ring.mul_each(&mut line, factors.view());
                }
                self.columns.run_words(direction, &mut line.words, cx.alone())?;
                if !factors_first {
                    self.ring.mul_each(&mut line, factors.view());
                }
                words.copy_from_slice(&line.words);
                self.ring.mul_each(&mut factors, self.ratios.view());
            }
            Ok(())
        })
    }

    /// The factors of column j.
    fn factors(&self, j: usize) -> Coeffs<R> {
        let r = &self.ring;
        let [first, ratio] = [0, 1].map(|i| r.pow(&self.step[i], j as u64));
        progression(r, &first, &r.mul(&self.start, &ratio), self.sides.rows)
    }

    fn row_transforms(&self, direction: Direction, lines: &mut [u64], cx: Cx<'_>) -> Result<()> {
        let words = self.sides.cols * self.sides.width;
        self.each_line(lines, self.sides.cols, cx, |_, lines| {
            lines.chunks_exact_mut(words).try_for_each(|line| self.rows.run_words(direction, line, cx.alone()))
        })
    }

    /// `f(index of the first line, lines)`, over the threads, on lines of so many elements.
    fn each_line(
        &self,
        lines: &mut [u64],
        len: usize,
        cx: Cx<'_>,
        f: impl Fn(usize, &mut [u64]) -> Result<()> + Sync,
    ) -> Result<()> {
        let words = len * self.sides.width;
        let each = (lines.len() / words).div_ceil(cx.threads());
        let parts = lines.chunks_mut(each * words).enumerate().collect();
        cx.map(parts, |(i, lines), _| f(i * each, lines)).map(drop)
    }

    /// Rows of values times those of the other operand, or of their own where there is none, transformed back.
    fn row_products(&self, a: &mut [u64], b: &[u64], cx: Cx<'_>) -> Result<()> {
        let Sides { cols, width, .. } = self.sides;
        self.each_line(a, cols, cx, |first, lines| {
            let (mut x, mut y) = (self.ring.zeros(cols), self.ring.zeros(cols));
            for (i, words) in lines.chunks_exact_mut(cols * width).enumerate() {
                x.words.copy_from_slice(words);
                let factor = b.get((first + i) * cols * width..).filter(|b| !b.is_empty()).unwrap_or(words);
                y.words.copy_from_slice(&factor[..cols * width]);
                self.ring.mul_each(&mut x, y.view());
                self.rows.run_words(Direction::Inverse, &mut x.words, cx.alone())?;
                words.copy_from_slice(&x.words);
            }
            Ok(())
        })
    }

    /// `f(index of the first column, columns)`, over the threads, on the columns of a strip, some at a time.
    fn each_column(
        &self,
        block: &mut [u64],
        lines: &mut [u64],
        cx: Cx<'_>,
        f: impl Fn(usize, &mut [u64]) -> Result<()> + Sync,
    ) -> Result<()> {
        let Sides { rows, strip, width, at_once, .. } = self.sides;
        for first in (0..strip).step_by(at_once) {
            let count = at_once.min(strip - first);
            let lines = &mut lines[..count * rows * width];
            transpose((block, first), [rows, strip], width, lines, cx);
            self.each_line(lines, rows, cx, |line, words| f(first + line, words))?;
            let lines = &*lines;
            cx.for_chunks(block, strip * width, |top, block| {
                for (i, row) in block.chunks_exact_mut(strip * width).enumerate() {
                    let run = row[first * width..].chunks_exact_mut(width);
                    for (line, out) in lines.chunks_exact(rows * width).zip(run) {
                        out.copy_from_slice(&line[(top + i) * width..][..width]);
                    }
                }
            });
        }
        Ok(())
    }

    /// Lines of a band from its tiles.
    fn gather(&self, block: &[u64], from: usize, lines: &mut [u64], cx: Cx<'_>) {
        let Sides { cols, strip, band, width, .. } = self.sides;
        let (row, run) = (cols * width, strip * width);
        cx.for_chunks(lines, row, |first, lines| {
            for (i, line) in lines.chunks_exact_mut(row).enumerate() {
                for (tile, out) in line.chunks_exact_mut(run).enumerate() {
                    out.copy_from_slice(&block[(tile * band + from + first + i) * run..][..run]);
                }
            }
        });
    }

    /// And back.
    fn scatter(&self, lines: &[u64], to: usize, block: &mut [u64], cx: Cx<'_>) {
        let Sides { cols, strip, band, width, .. } = self.sides;
        let (row, run) = (cols * width, strip * width);
        cx.for_chunks(block, band * run, |first, tiles| {
            for (tile, words) in tiles.chunks_exact_mut(band * run).enumerate() {
                for (line, out) in lines.chunks_exact(row).zip(words[to * run..].chunks_exact_mut(run)) {
                    out.copy_from_slice(&line[(first + tile) * run..][..run]);
                }
            }
        });
    }
}

/// first·ratio^k for k < len: each half from the one before.
fn progression<R: Convolve>(r: &R, first: &R::Elem, ratio: &R::Elem, len: usize) -> Coeffs<R> {
    let mut powers = r.zeros(len);
    r.set(&mut powers, 0, first);
    let (mut known, mut power) = (1, ratio.clone());
    while known < len {
        let mut more = r.owned(powers.slice(0..known.min(len - known)));
        r.scale(&mut more, &power);
        r.copy_at(&mut powers, known, more.view());
        power = r.mul(&power, &power);
        known *= 2;
    }
    powers
}

/// The columns of a matrix of so many rows and columns, `width` words an entry, one after the other: from `from` on as many as `out` holds.
fn transpose((x, from): (&[u64], usize), [rows, cols]: [usize; 2], width: usize, out: &mut [u64], cx: Cx<'_>) {
    /// Rows and columns at a time: each line of cache is read and written whole.
    const TILE: usize = 8;
    let together = TILE.min(out.len() / (rows * width));
    cx.for_chunks(out, together * rows * width, |first, out| {
        for (j0, out) in out.chunks_mut(together * rows * width).enumerate() {
            let j0 = from + (first + j0) * together;
            for i0 in (0..rows).step_by(TILE) {
                let tall = TILE.min(rows - i0);
                for (j, out) in out.chunks_exact_mut(rows * width).enumerate() {
                    let run = &mut out[i0 * width..(i0 + tall) * width];
                    if width == 1 {
                        for (i, out) in run.iter_mut().enumerate() {
                            *out = x[(i0 + i) * cols + j0 + j];
                        }
                    } else {
                        for (i, out) in run.chunks_exact_mut(width).enumerate() {
                            out.copy_from_slice(&x[((i0 + i) * cols + j0 + j) * width..][..width]);
                        }
                    }
                }
            }
        }
    });
}
