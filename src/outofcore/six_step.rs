//! The passes of a six-step transform of N = n1·n2 values over files.
//!
//! With j = j1·n2 + j2 and k = k2·n1 + k1, Σ_j a_j·W^(jk) = Σ_j2 W^(n1·j2·k2)·(W^(j2·k1)·Σ_j1 a_j·W^(n2·j1·k1)): transforms of
//! the columns j2, multiplication by twiddles, transforms of the rows k1. A block of the first pass is a strip of columns; its
//! values are stored in [`Tiles`], a tile being the intersection of a strip and a band of rows, so that in a file a band is
//! contiguous. The second pass is in place, and the third one transposes each strip, whose values are a run of the result, to
//! natural order. With columns much shorter than rows all runs in files are long: rows of a strip on input, tiles, and the
//! output. For values at odd powers of W, of order 2N, W^(j(2k+1)) = W^(n2·j1·(2·k1+1))·W^(j2·(2·k1+1))·W^(2·n1·j2·k2) makes the
//! columns' transforms negacyclic; in the inverse transform it is the rows' transforms that are.
//!
//! Source: Bailey 1990, "FFTs in external or hierarchical memory"; Takahashi 2020, "An implementation of parallel number-theoretic
//! transform" for the order of the steps.

use super::{
    Sink, Source,
    pipeline::{self, Blocks},
    sides::{COLUMNS, Order, Sides},
    tiles::Tiles,
};
use crate::{
    Result,
    engine::Context,
    kernels::transpose,
    poly::Dft,
    ring::{Coeffs, Convolve},
    scratch::shares,
    transform::ntt::{Direction, Wrap},
};

/// Transforms of the columns and rows of N values, and the twiddles between them.
pub(super) struct SixStep<R: Convolve> {
    ring: R,
    pub sides: Sides,
    columns: Dft<R>,
    rows: Dft<R>,
    /// Ratio of the twiddles of column 0, which are its powers.
    start: R::Elem,
    /// `first` and `ratio`: the twiddles of column j + 1 are those of column j times first·ratio^k1. `ratios` holds these
    /// products.
    step: [R::Elem; 2],
    ratios: Coeffs<R>,
    /// Quotients of the twiddles of successive groups of columns.
    jump: Coeffs<R>,
}

impl<R: Convolve> SixStep<R> {
    /// The passes in this direction, where W is a principal root of unity of order N, or 2N if negacyclic.
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
        let jump = [0, 1].map(|i| r.pow(&steps.step[i], COLUMNS as u64));
        let jump = progression(r, &jump[0], &jump[1], sides.rows);
        steps.jump = steps.side_by_side(jump, None);
        Ok(steps)
    }

    /// A vector for each column of a group, starting with `column`: each is the one before times `ratios`, or all are equal.
    fn side_by_side(&self, mut column: Coeffs<R>, ratios: Option<&Coeffs<R>>) -> Coeffs<R> {
        let (r, rows) = (&self.ring, self.sides.rows);
        let mut all = r.zeros(COLUMNS * rows);
        for i in 0..COLUMNS {
            r.copy_at(&mut all, i * rows, column.view());
            ratios.inspect(|ratios| r.mul_each(&mut column, ratios.view()));
        }
        all
    }

    /// The first pass: transforms of columns, and twiddles.
    pub fn columns(
        &self,
        direction: Direction,
        from: &dyn Source,
        tiles: &dyn Tiles,
        blocks: &mut Blocks,
        cx: Context<'_>,
    ) -> Result<()> {
        let Sides { rows, cols, strip, width, .. } = self.sides;
        tiles.begin();
        pipeline::run(
            blocks,
            (tiles.strips(), rows * strip * width),
            cx,
            |i, block| {
                (0..rows).for_each(|j| from.expect(j * cols + i * strip, strip * width));
                let mut runs = block.chunks_exact_mut(strip * width).enumerate();
                runs.try_for_each(|(j, run)| from.read(j * cols + i * strip, run))
            },
            |i, block, _| self.strip(i * strip, block, direction, false, cx),
            |i, block| tiles.write_strip(i, block),
        )
    }

    /// The second pass of a transform: transforms of rows, in place, in tiles of half a strip's columns.
    pub fn rows(&self, direction: Direction, tiles: &dyn Tiles, blocks: &mut Blocks, cx: Context<'_>) -> Result<()> {
        let Sides { strip, band, width, .. } = self.sides;
        let run = self.sides.half_strip() * width;
        let transform =
            |lines: &mut [Coeffs<R>], cx: Context<'_>| self.rows.run_words(direction, &mut lines[0].words, cx);
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
        self.bands(&[tiles], blocks, cx, transform, halve)
    }

    /// The second pass of a product: transforms the rows, multiplies them by those of `other` or squares them, and transforms
    /// them back, in place. `forward` and self are the passes of the two directions.
    pub fn products(
        &self,
        forward: &Self,
        tiles: &dyn Tiles,
        other: Option<&dyn Tiles>,
        blocks: &mut Blocks,
        cx: Context<'_>,
    ) -> Result<()> {
        let multiply = |lines: &mut [Coeffs<R>], cx: Context<'_>| {
            lines.iter_mut().try_for_each(|line| forward.rows.run_words(Direction::Forward, &mut line.words, cx))?;
            let (a, b) = lines.split_at_mut(1);
            match b {
                [b] => self.ring.mul_each(&mut a[0], b.view()),
                _ => {
                    let same = a[0].clone();
                    self.ring.mul_each(&mut a[0], same.view());
                }
            }
            self.rows.run_words(Direction::Inverse, &mut a[0].words, cx)
        };
        let operands: Vec<&dyn Tiles> = [Some(tiles), other].into_iter().flatten().collect();
        self.bands(&operands, blocks, cx, multiply, |_| ())
    }

    /// Applies `f` to one row of each operand at a time, band by band. The first operand's row is replaced by the result, and
    /// `finish` is called on the band's tiles. A thread has consecutive rows of all tiles.
    fn bands(
        &self,
        operands: &[&dyn Tiles],
        blocks: &mut Blocks,
        cx: Context<'_>,
        f: impl Fn(&mut [Coeffs<R>], Context<'_>) -> Result<()> + Sync,
        finish: impl Fn(&mut [u64]),
    ) -> Result<()> {
        let Sides { cols, strip, band, width, .. } = self.sides;
        let (words, run) = (cols * band * width, strip * width);
        pipeline::run(
            blocks,
            (operands[0].bands(), operands.len() * words),
            cx,
            |k, block| {
                let mut blocks = block.chunks_exact_mut(words).zip(operands);
                blocks.try_for_each(|(block, tiles)| tiles.read_band(k, block))
            },
            |_, block, _| {
                let shares = shares(block.chunks_exact_mut(band * run), [band, run], cx.threads());
                cx.map(shares, |(_, mut tiles), cx| {
                    let mut lines: Vec<Coeffs<R>> = operands.iter().map(|_| self.ring.zeros(cols)).collect();
                    let of_each = cols / strip;
                    for row in 0..tiles[0].len() / run {
                        for (tiles, line) in tiles.chunks_exact(of_each).zip(&mut lines) {
                            let runs = tiles.iter().zip(line.words.chunks_exact_mut(run));
                            runs.for_each(|(tile, out)| out.copy_from_slice(&tile[row * run..][..run]));
                        }
                        f(&mut lines, cx.alone())?;
                        let runs = tiles[..of_each].iter_mut().zip(lines[0].words.chunks_exact(run));
                        runs.for_each(|(tile, from)| tile[row * run..][..run].copy_from_slice(from));
                    }
                    Ok(())
                })?;
                finish(&mut block[..words]);
                Ok(())
            },
            |k, block| operands[0].write_band(k, &block[..words]),
        )
    }

    /// The third pass of a transform: transposes strips of columns, each of which is a run in natural order.
    pub fn lay_out(&self, tiles: &dyn Tiles, to: &dyn Sink, blocks: &mut Blocks, cx: Context<'_>) -> Result<()> {
        let Sides { rows, width, .. } = self.sides;
        let strip = self.sides.half_strip();
        let (words, of_each) = (rows * strip * width, self.sides.strip / strip);
        let here = tiles.strips();
        pipeline::run(
            blocks,
            (here.start * of_each..here.end * of_each, 2 * words),
            cx,
            |i, block| tiles.read_strip(strip, i, &mut block[..words]),
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

    /// The first pass in reverse: twiddles, transforms of columns, and coefficients in the given order.
    pub fn columns_back(
        &self,
        tiles: &dyn Tiles,
        (to, order): (&dyn Sink, Order),
        blocks: &mut Blocks,
        cx: Context<'_>,
    ) -> Result<()> {
        let Sides { rows, strip, width, .. } = self.sides;
        pipeline::run(
            blocks,
            (tiles.strips(), rows * strip * width),
            cx,
            |i, block| tiles.read_strip(strip, i, block),
            |i, block, _| self.strip(i * strip, block, Direction::Inverse, true, cx),
            |i, block| match order {
                Order::Natural => self.sides.write_rows(i, 0, block, to),
                Order::Strips(rows) => to.write(i * rows * strip, &block[..rows * strip * width]),
            },
        )
    }

    /// Transforms the columns of a strip whose first column is `from`, after or before the twiddles; a thread has consecutive
    /// columns.
    fn strip(
        &self,
        from: usize,
        block: &mut [u64],
        direction: Direction,
        factors_first: bool,
        cx: Context<'_>,
    ) -> Result<()> {
        let Sides { strip, width, .. } = self.sides;
        let groups = strip.div_ceil(COLUMNS);
        let shares = shares(block.chunks_exact_mut(strip * width), [groups, COLUMNS * width], cx.threads());
        let done = cx.map(shares, |(first, mut rows), cx| {
            self.groups(from + first * COLUMNS, &mut rows, direction, factors_first, cx.alone())
        });
        done.map(drop)
    }

    /// [`strip`](Self::strip) on one thread, for the columns whose part of each row is given, a group at a time.
    fn groups(
        &self,
        from: usize,
        parts: &mut [&mut [u64]],
        direction: Direction,
        factors_first: bool,
        cx: Context<'_>,
    ) -> Result<()> {
        let (r, Sides { rows, width, .. }) = (&self.ring, self.sides);
        let (mut columns, mut factors) = (r.zeros(COLUMNS * rows), self.factors(from));
        let here = parts[0].len() / width;
        for first in (0..here).step_by(COLUMNS) {
            let count = COLUMNS.min(here - first);
            self.columns_of(parts, [first, count], &mut columns.words);
            if factors_first {
                r.mul_each(&mut columns, factors.view());
            }
            for column in columns.words.chunks_exact_mut(rows * width).take(count) {
                self.columns.run_words(direction, column, cx)?;
            }
            if !factors_first {
                r.mul_each(&mut columns, factors.view());
            }
            r.mul_each(&mut factors, self.jump.view());
            self.to_columns(&columns.words, parts, [first, count]);
        }
        Ok(())
    }

    /// The twiddles of the group of columns that starts at column j.
    fn factors(&self, j: usize) -> Coeffs<R> {
        let r = &self.ring;
        let [first, ratio] = [0, 1].map(|i| r.pow(&self.step[i], j as u64));
        let column = progression(r, &first, &r.mul(&self.start, &ratio), self.sides.rows);
        self.side_by_side(column, Some(&self.ratios))
    }

    /// Copies `count` columns of rows, one after the other.
    fn columns_of(&self, rows: &[&mut [u64]], [first, count]: [usize; 2], out: &mut [u64]) {
        let width = self.sides.width;
        if width == 1 {
            return transpose::columns_of(self.ring.engine().target(), rows, [first, count], out, rows.len());
        }
        for (i, row) in rows.iter().enumerate() {
            for (j, element) in row[first * width..].chunks_exact(width).take(count).enumerate() {
                out[(j * rows.len() + i) * width..][..width].copy_from_slice(element);
            }
        }
    }

    /// Inverse of [`columns_of`](Self::columns_of).
    fn to_columns(&self, from: &[u64], rows: &mut [&mut [u64]], [first, count]: [usize; 2]) {
        let (width, len) = (self.sides.width, rows.len());
        if width == 1 {
            return transpose::to_columns(self.ring.engine().target(), from, len, rows, [first, count]);
        }
        for (i, row) in rows.iter_mut().enumerate() {
            for (j, element) in row[first * width..].chunks_exact_mut(width).take(count).enumerate() {
                element.copy_from_slice(&from[(j * len + i) * width..][..width]);
            }
        }
    }

    /// Transposes a matrix of elements; `strides` are the distances of rows in elements.
    fn transpose(&self, from: &[u64], to: &mut [u64], strides: [usize; 2], [rows, cols]: [usize; 2]) {
        let width = self.sides.width;
        if width == 1 {
            return transpose::transpose(self.ring.engine().target(), from, to, strides, [rows, cols]);
        }
        for i in 0..rows {
            for j in 0..cols {
                let element = &from[(i * strides[0] + j) * width..][..width];
                to[(j * strides[1] + i) * width..][..width].copy_from_slice(element);
            }
        }
    }
}

/// first·ratio^k for k < len, by doubling.
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
