//! The passes of a six-step transform of N = n1·n2 values over files.
//!
//! With j = j1·n2 + j2 and k = k2·n1 + k1, Σ_j a_j·W^(jk) = Σ_j2 W^(n1·j2·k2)·(W^(j2·k1)·Σ_j1 a_j·W^(n2·j1·k1)): transforms of the
//! columns j2, factors, transforms of the rows k1. A block of the first pass is a strip of columns; its values go to
//! [`Scratch`] tile by tile, a tile being what a strip and a band of rows have in common, so that a band lies in one piece. The second
//! pass is made in place, and a third one brings a strip's values, which are a run of the result, into their order. With columns much
//! shorter than rows all runs in files are long: those of a strip where it is read, the tiles, and what is written. Where
//! values are at odd powers of W, of order 2N, W^(j(2k+1)) = W^(n2·j1·(2·k1+1))·W^(j2·(2·k1+1))·W^(2·n1·j2·k2) makes the columns'
//! transforms those at odd powers; on the way back it is the rows' transforms that are.
//!
//! Source: Bailey 1990, "FFTs in external or hierarchical memory"; Takahashi 2020, "An implementation of parallel number-theoretic
//! transform" for the order of the steps.

use super::{
    Scratch, Sink, Source,
    pipeline::{self, Blocks},
    sides::{COLUMNS, Order, Sides},
};
use crate::{
    Result,
    engine::Cx,
    kernels::transpose::transpose,
    poly::Dft,
    ring::{Coeffs, Convolve},
    transform::ntt::{Direction, Wrap},
};

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
    /// From the factors of some columns to those of as many, one behind all that are worked on at a time.
    jump: Coeffs<R>,
}

/// Neighbouring columns that a thread has, and their factors.
struct Group<R: Convolve> {
    columns: Coeffs<R>,
    factors: Coeffs<R>,
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
        let mut steps = SixStep { ring: r.clone(), sides, columns, rows, start, step, jump: r.zeros(0), ratios };
        let far = sides.threads * COLUMNS;
        let jump = [0, 1].map(|i| r.pow(&steps.step[i], far as u64));
        let jump = progression(r, &jump[0], &jump[1], sides.rows);
        steps.jump = steps.side_by_side(jump, None);
        Ok(steps)
    }

    /// A column's vector for each of the columns of a group: each times the ratios is the next one, or all are the same.
    fn side_by_side(&self, mut column: Coeffs<R>, ratios: Option<&Coeffs<R>>) -> Coeffs<R> {
        let (r, rows) = (&self.ring, self.sides.rows);
        let mut all = r.zeros(COLUMNS * rows);
        for i in 0..COLUMNS {
            r.copy_at(&mut all, i * rows, column.view());
            ratios.inspect(|ratios| r.mul_each(&mut column, ratios.view()));
        }
        all
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
            |i, block, _| self.strip(i * strip, block, direction, false, cx),
            |i, block| {
                let tile = strip * band;
                let mut runs = block.chunks_exact(tile * width).enumerate();
                runs.try_for_each(|(k, run)| tiles.write(k * cols * band + i * tile, run))
            },
        )
    }

    /// The second pass of a transform: rows, in place, in tiles of half as many columns.
    pub fn rows(&self, direction: Direction, tiles: &Scratch, blocks: &mut Blocks, cx: Cx<'_>) -> Result<()> {
        let Sides { strip, band, width, .. } = self.sides;
        let run = self.sides.half_strip() * width;
        let transform = |lines: &mut [u64]| self.row_transforms(direction, lines, cx);
        let halve = |block: &mut [u64]| {
            cx.for_chunks(block, band * strip * width, |_, tiles| {
                let mut tile = vec![0; band * strip * width];
                for words in tiles.chunks_exact_mut(tile.len()) {
                    tile.copy_from_slice(words);
                    for (half, words) in words.chunks_exact_mut(band * run).enumerate() {
                        let rows = tile.chunks_exact(strip * width).zip(words.chunks_exact_mut(run));
                        rows.for_each(|(row, out)| out.copy_from_slice(&row[half * run..][..run]));
                    }
                }
            });
        };
        self.bands([Some(tiles), None], blocks, cx, transform, halve)
    }

    /// The second pass of a product: the rows' values are multiplied by those of `other`, or by themselves, and transformed back, in
    /// place. `forward` and this one are the steps of the two directions.
    pub fn products(
        &self,
        forward: &Self,
        tiles: &Scratch,
        other: Option<&Scratch>,
        blocks: &mut Blocks,
        cx: Cx<'_>,
    ) -> Result<()> {
        let operands = 1 + usize::from(other.is_some());
        let multiply = |lines: &mut [u64]| {
            forward.row_transforms(Direction::Forward, lines, cx)?;
            let (a, b) = lines.split_at_mut(lines.len() / operands);
            self.row_products(a, b, cx)
        };
        self.bands([Some(tiles), other], blocks, cx, multiply, |_| ())
    }

    /// Bands of rows of each operand, some rows at a time to `f`, one operand's after the other's; what it leaves of the first takes
    /// its place, and `finish` is given the band's tiles.
    fn bands(
        &self,
        operands: [Option<&Scratch>; 2],
        blocks: &mut Blocks,
        cx: Cx<'_>,
        f: impl Fn(&mut [u64]) -> Result<()>,
        finish: impl Fn(&mut [u64]),
    ) -> Result<()> {
        let Sides { rows, cols, band, width, rows_at_once, .. } = self.sides;
        let words = cols * band * width;
        let operands: Vec<&Scratch> = operands.into_iter().flatten().collect();
        pipeline::run(
            blocks,
            (rows / band, operands.len() * words),
            cx,
            |k, block| {
                let mut blocks = block.chunks_exact_mut(words).zip(&operands);
                blocks.try_for_each(|(block, tiles)| tiles.read(k * cols * band, block))
            },
            |_, block, lines| {
                for first in (0..band).step_by(rows_at_once) {
                    let count = rows_at_once.min(band - first) * cols * width;
                    let lines = &mut lines[..operands.len() * count];
                    for (block, lines) in block.chunks_exact(words).zip(lines.chunks_exact_mut(count)) {
                        self.gather(block, first, lines, cx);
                    }
                    f(lines)?;
                    self.scatter(&lines[..count], first, &mut block[..words], cx);
                }
                finish(&mut block[..words]);
                Ok(())
            },
            |k, block| operands[0].write(k * cols * band, &block[..words]),
        )
    }

    /// The third pass of a transform: values in natural order, of which a strip of columns holds a run.
    pub fn lay_out(&self, tiles: &Scratch, to: &dyn Sink, blocks: &mut Blocks, cx: Cx<'_>) -> Result<()> {
        let Sides { rows, cols, width, .. } = self.sides;
        let strip = self.sides.half_strip();
        let words = rows * strip * width;
        pipeline::run(
            blocks,
            (cols / strip, 2 * words),
            cx,
            |i, block| self.read_strip(tiles, strip, i, &mut block[..words]),
            |_, block, _| {
                let (values, ordered) = block.split_at_mut(words);
                cx.for_chunks(ordered, rows * width, |first, ordered| {
                    let sides = [rows, ordered.len() / (rows * width)];
                    self.transpose(&values[first * width..], ordered, [strip, rows], sides);
                });
                Ok(())
            },
            |i, block| to.write(i * rows * strip, &block[words..]),
        )
    }

    /// The first pass the other way round: factors, columns, and coefficients in this order.
    pub fn columns_back(
        &self,
        tiles: &Scratch,
        (to, order): (&dyn Sink, Order),
        blocks: &mut Blocks,
        cx: Cx<'_>,
    ) -> Result<()> {
        let Sides { rows, cols, strip, width, .. } = self.sides;
        pipeline::run(
            blocks,
            (cols / strip, rows * strip * width),
            cx,
            |i, block| self.read_strip(tiles, strip, i, block),
            |i, block, _| self.strip(i * strip, block, Direction::Inverse, true, cx),
            |i, block| match order {
                Order::Natural => self.sides.write_rows(i, 0, block, to),
                Order::Strips(rows) => to.write(i * rows * strip, &block[..rows * strip * width]),
            },
        )
    }

    /// Strip i of so many columns, from tiles of as many.
    fn read_strip(&self, tiles: &Scratch, strip: usize, i: usize, block: &mut [u64]) -> Result<()> {
        let Sides { rows, cols, band, width, .. } = self.sides;
        let (tile, place) = (strip * band, |k: usize| k * cols * band + i * strip * band);
        (0..rows / band).for_each(|k| tiles.expect(place(k), tile * width));
        let mut runs = block.chunks_exact_mut(tile * width).enumerate();
        runs.try_for_each(|(k, run)| tiles.read(place(k), run))
    }

    /// The transforms of a strip from this column on, before the factors or behind them: a thread has a group of columns at a time.
    fn strip(
        &self,
        from: usize,
        block: &mut [u64],
        direction: Direction,
        factors_first: bool,
        cx: Cx<'_>,
    ) -> Result<()> {
        let Sides { rows, strip, width, threads, .. } = self.sides;
        let r = &self.ring;
        let group = |i| Group { columns: r.zeros(COLUMNS * rows), factors: self.factors(from + i * COLUMNS) };
        let mut groups: Vec<Group<R>> = (0..threads).map(group).collect();
        for first in (0..strip).step_by(threads * COLUMNS) {
            let parts = groups.iter_mut().enumerate().map(|(i, group)| (first + i * COLUMNS, group));
            let parts = parts.filter(|(first, _)| *first < strip).collect();
            let old = &*block;
            cx.map(parts, |(first, group), cx| {
                let Group { columns, factors } = group;
                let count = COLUMNS.min(strip - first);
                self.transpose(&old[first * width..], &mut columns.words, [strip, rows], [rows, count]);
                if factors_first {
                    r.mul_each(columns, factors.view());
                }
                for column in columns.words.chunks_exact_mut(rows * width).take(count) {
                    self.columns.run_words(direction, column, cx.alone())?;
                }
                if !factors_first {
                    r.mul_each(columns, factors.view());
                }
                r.mul_each(factors, self.jump.view());
                Ok(())
            })?;
            let groups = &groups;
            cx.for_chunks(block, strip * width, |top, block| {
                for (i, group) in groups.iter().enumerate().take_while(|(i, _)| first + i * COLUMNS < strip) {
                    let at = first + i * COLUMNS;
                    let sides = [COLUMNS.min(strip - at), block.len() / (strip * width)];
                    let from = &group.columns.words[top * width..];
                    self.transpose(from, &mut block[at * width..], [rows, strip], sides);
                }
            });
        }
        Ok(())
    }

    /// The factors of a group's columns from j on.
    fn factors(&self, j: usize) -> Coeffs<R> {
        let r = &self.ring;
        let [first, ratio] = [0, 1].map(|i| r.pow(&self.step[i], j as u64));
        let column = progression(r, &first, &r.mul(&self.start, &ratio), self.sides.rows);
        self.side_by_side(column, Some(&self.ratios))
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

    /// The element at (i, j) of the first matrix to (j, i) of the second, whose rows lie so many elements apart.
    fn transpose(&self, from: &[u64], to: &mut [u64], strides: [usize; 2], [rows, cols]: [usize; 2]) {
        let width = self.sides.width;
        if width == 1 {
            return transpose(self.ring.engine().isa(), from, to, strides, [rows, cols]);
        }
        for i in 0..rows {
            for j in 0..cols {
                let element = &from[(i * strides[0] + j) * width..][..width];
                to[(j * strides[1] + i) * width..][..width].copy_from_slice(element);
            }
        }
    }

    /// Lines of a band from its tiles, from its row `from` on.
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

    /// And back, from the band's row `to` on.
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
