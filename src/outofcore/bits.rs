//! Products of polynomials over F_2 in files, by transforms over the field of 2^60 elements.
//!
//! The passes are those of [`Grid`], run over files: bits are encoded to the m = m1·m2 elements; the columns, of length m1, are
//! transformed to an image; rows of both images are transformed, multiplied, and transformed back; columns are transformed back
//! to elements; elements are decoded to bits. Elements are stored sheet by sheet, a sheet being a group of columns, and an image
//! block by block. The runs read and written at a time are 60 rows of bits, several rows of a sheet, the part of each block that
//! belongs to a sheet, whole sheets, and whole blocks. Images come back at negated indices: a sheet reads the mirrored part of
//! each block.
//!
//! Source: van der Hoeven, Larrieu, Lecerf 2017, "Implementing fast carryless multiplication", §3; Bailey 1990 for the passes.
//! Cost: three transforms, and for operands of n bits 26 times n bits read or written in all.

use super::{
    Scratch, Sink, Source,
    pipeline::{self, Blocks},
};
use crate::{
    Result,
    engine::{Context, Engine},
    kernels::gf60::{PrimeFactorFft, Share},
    transform::frobenius::{FrobeniusPlan, Shape},
};
use std::{ops::Range, path::Path};

/// Length of the shortest transform here, in elements: a word of bits then covers at most two rows.
const LEAST_ORDER: usize = 1 << 10;
/// Number of transform orders considered, from the least sufficient one.
const ORDERS: usize = 16;
/// Least number of blocks of a pass, unless memory for one line requires fewer.
const FEWEST: usize = 16;
/// Bytes reserved for the allocator and for index tables.
const BESIDE: u64 = 1 << 16;

/// Plan of a product of polynomials over F_2 by one transform long enough for all of it.
pub(super) struct BitProduct {
    plan: FrobeniusPlan,
    sizes: Sizes,
    operands: usize,
    threads: usize,
}

/// Sizes of blocks and of their parts.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    /// Words per block.
    block: usize,
    /// Elements encoded or decoded at a time, whole groups.
    coded: usize,
    /// Columns per sheet in the forward transform, whole strips or all columns.
    forward: usize,
    /// Columns per sheet in the inverse transform.
    back: usize,
    /// Rows of blocks (of each operand's image) per block in memory.
    bands: usize,
}

impl Sizes {
    /// Sizes for a grid of these sides; None if memory does not suffice.
    fn new([m1, m2]: [usize; 2], operands: usize, memory: u64, threads: usize) -> Option<Self> {
        let (vectors, group) = (m1.next_multiple_of(PrimeFactorFft::WIDTH), PrimeFactorFft::GROUP);
        let coded_words = |coded: usize| coded + PrimeFactorFft::BIT_ROWS * pitch(coded);
        let line = PrimeFactorFft::WIDTH * m2;
        let least = coded_words(group).max(operands * line).max((m1 + vectors) * 2 * PrimeFactorFft::WIDTH);
        let work = 8 * (PrimeFactorFft::WIDTH * vectors * (threads + 1)) as u64 + BESIDE;
        let room = memory.checked_sub(work)? / 6 * 5 / (8 * pipeline::BLOCKS as u64);
        let block = usize::try_from(room).ok()?.min((2 * m1 * m2 / FEWEST).max(least));
        if block < least {
            return None;
        }
        // an odd number of strips, so that rows of a sheet begin in different sets of a cache
        let strips = |columns: usize| ((columns / PrimeFactorFft::WIDTH - 1) / 2 * 2 + 1) * PrimeFactorFft::WIDTH;
        Some(Sizes {
            block,
            coded: (block - 2 * PrimeFactorFft::BIT_ROWS) / (64 + PrimeFactorFft::BIT_ROWS) * 64 / group * group,
            forward: strips(block / (m1 + vectors)).min(m2),
            back: strips((block - vectors) / (m1 + vectors)).min(m2),
            bands: (block / (operands * line)).min(vectors / PrimeFactorFft::WIDTH),
        })
    }

    /// Number of runs read and written in files of elements or images.
    fn runs(&self, [m1, m2]: [usize; 2], operands: usize) -> usize {
        let runs = m1.div_ceil(PrimeFactorFft::WIDTH) + (m1 * m2).div_ceil(self.coded);
        runs * (operands * m2.div_ceil(self.forward) + m2.div_ceil(self.back))
    }
}

/// Words per row that hold the bits of `coded` elements: they may begin within the first word, and end within one more.
fn pitch(coded: usize) -> usize {
    coded / 64 + 2
}

impl BitProduct {
    /// The plan for a product of `bits` bits from one or two operands, with the order and sides predicted to be fastest, system
    /// calls included. `None` for short products, for very long ones, and if memory does not suffice.
    pub fn new(bits: usize, operands: usize, memory: u64, engine: &Engine) -> Option<Self> {
        let threads = engine.threads();
        let order = bits.div_ceil(60);
        if order < LEAST_ORDER || bits > FrobeniusPlan::MAX_BITS {
            return None;
        }
        let orders = Shape::all().into_iter().map(Shape::order).filter(|o| *o >= order).take(ORDERS);
        let suited = orders.flat_map(Shape::cuts).filter_map(|shape| {
            let sizes = Sizes::new(shape.sides(), operands, memory, threads)?;
            let calls = engine.costs().files.run * sizes.runs(shape.sides(), operands) as f64;
            Some((shape, sizes, (operands + 1) as f64 * shape.predicted_ns() + calls))
        });
        let (shape, sizes, _) = suited.min_by(|x, y| x.2.total_cmp(&y.2))?;
        Some(BitProduct { plan: FrobeniusPlan::with_shape(shape, engine.target()), sizes, operands, threads })
    }

    /// m, the length of the transform in elements.
    pub fn order(&self) -> usize {
        self.plan.order()
    }

    /// m1 and m2, the lengths of columns and rows.
    pub fn sides(&self) -> [usize; 2] {
        self.plan.grid().sides()
    }

    /// Bytes read or written in scratch files: four times the elements of each operand and of the product.
    pub fn traffic(&self) -> f64 {
        (8 * self.order() * 4 * (self.operands + 1)) as f64
    }

    /// Number of sheets of elements and of blocks of rows, for progress.
    pub fn blocks(&self) -> usize {
        self.sides()[1].div_ceil(self.sizes.forward) + self.plan.grid().blocks().div_ceil(self.sizes.bands)
    }

    /// Bytes of memory for blocks.
    pub fn peak_bytes(&self) -> u64 {
        (8 * pipeline::BLOCKS * self.sizes.block) as u64
    }

    /// The first `len` coefficients of the product, or of the square if there is one operand.
    pub fn run(
        &self,
        [a, b]: [Option<&dyn Source>; 2],
        folder: &Path,
        (to, len): (&dyn Sink, usize),
        cx: Context<'_>,
    ) -> Result<()> {
        let grid = self.plan.grid();
        let space = |words: usize| Scratch::new(folder, words, 1);
        let mut elements = space(self.order())?;
        let images: Vec<Scratch> = (0..self.operands).map(|_| space(grid.image_len())).collect::<Result<_>>()?;
        let blocks = &mut Blocks::new(self.sizes.block, self.threads * grid.work_len(), cx);
        for (i, (v, image)) in [a, b].into_iter().flatten().zip(&images).enumerate() {
            if i > 0 {
                // a new file: the old one's pages, read for runs that begin and end within them, are dropped from the system's
                // cache
                elements = space(self.order())?;
            }
            self.encode(v, &elements, blocks, cx)?;
            self.columns(&elements, image, blocks, cx)?;
        }
        self.rows(&images, blocks, cx)?;
        self.columns_back(&images[0], &elements, blocks, cx)?;
        self.decode(&elements, (to, len), blocks, cx)
    }

    /// Encodes bits to elements: a block takes a run of each of the rows of m bits.
    fn encode(&self, v: &dyn Source, elements: &Scratch, blocks: &mut Blocks, cx: Context<'_>) -> Result<()> {
        let (grid, m, coded) = (self.plan.grid(), self.order(), self.sizes.coded);
        let (pitch, rows) = (pitch(coded), v.len().div_ceil(m));
        // rotation of the elements within a group of rows, and the first bit of each row's run
        let turn = |i: usize| i * coded % PrimeFactorFft::BIT_ROWS;
        let bit = |i: usize, l: usize| l * m + i * coded - turn(i);
        pipeline::run(
            blocks,
            (0..m.div_ceil(coded), coded + rows * pitch),
            cx,
            |i, block| {
                (0..rows).for_each(|l| v.expect(bit(i, l) / 64 * 64, pitch));
                let mut rows = block[coded..].chunks_exact_mut(pitch).enumerate();
                rows.try_for_each(|(l, row)| v.read(bit(i, l) / 64 * 64, row))
            },
            |i, block, _| {
                let (elements, bits) = block.split_at_mut(coded);
                for (l, row) in bits.chunks_exact_mut(pitch).enumerate() {
                    shift_down(row, bit(i, l) % 64);
                }
                cx.for_chunks(elements, PrimeFactorFft::GROUP, |first, part| {
                    grid.encode_rows(bits, pitch, turn(i) + first * PrimeFactorFft::GROUP, part);
                });
                Ok(())
            },
            |i, block| {
                let mut run = Vec::new();
                for (place, parts) in self.sheets(self.sizes.forward, i * coded) {
                    run.clear();
                    parts.into_iter().for_each(|part| run.extend_from_slice(&block[part]));
                    elements.write(place, &run)?;
                }
                Ok(())
            },
        )
    }

    /// Transforms the columns of the elements to an image.
    fn columns(&self, elements: &Scratch, image: &Scratch, blocks: &mut Blocks, cx: Context<'_>) -> Result<()> {
        let (grid, [m1, m2], most) = (self.plan.grid(), self.sides(), self.sizes.forward);
        let sheet = |i: usize| (i * most, most.min(m2 - i * most));
        let room = m1 * most.next_multiple_of(PrimeFactorFft::WIDTH);
        pipeline::run(
            blocks,
            (0..m2.div_ceil(most), room + grid.blocks() * PrimeFactorFft::WIDTH * most),
            cx,
            |i, block| {
                let (first, columns) = sheet(i);
                elements.read(first * m1, &mut block[..m1 * columns])
            },
            |i, block, work| {
                let (first, columns) = sheet(i);
                let (elements, image) = block.split_at_mut(room);
                let image = &mut image[..grid.blocks() * PrimeFactorFft::WIDTH * columns];
                let shares = grid.sheet_shares(image, columns, self.threads);
                self.each_share(shares, work, cx, |share, work| {
                    grid.sheet_forward((elements, columns), first / PrimeFactorFft::WIDTH, share, work);
                })
            },
            |i, block| {
                let (first, columns) = sheet(i);
                let mut runs =
                    block[room..].chunks_exact(PrimeFactorFft::WIDTH * columns).take(grid.blocks()).enumerate();
                runs.try_for_each(|(k, run)| image.write((k * m2 + first) * PrimeFactorFft::WIDTH, run))
            },
        )
    }

    /// Applies `f` to each share of a sheet with a scratch buffer, in parallel.
    fn each_share(
        &self,
        shares: Vec<Share<'_>>,
        work: &mut [u64],
        cx: Context<'_>,
        f: impl Fn(&mut Share<'_>, &mut [u64]) + Sync,
    ) -> Result<()> {
        let shares = shares.into_iter().zip(work.chunks_exact_mut(self.plan.grid().work_len())).collect();
        let done = cx.map(shares, |(mut share, work), _| {
            f(&mut share, work);
            Ok(())
        });
        done.map(drop)
    }

    /// Transforms the rows of all images, multiplies them, and transforms the products back, in place of the first image.
    fn rows(&self, images: &[Scratch], blocks: &mut Blocks, cx: Context<'_>) -> Result<()> {
        let (grid, most) = (self.plan.grid(), self.sizes.bands);
        let line = grid.block_len();
        let there = |i: usize| most.min(grid.blocks() - i * most) * line;
        pipeline::run(
            blocks,
            (0..grid.blocks().div_ceil(most), self.operands * most * line),
            cx,
            |i, block| {
                let mut parts = block.chunks_exact_mut(most * line).zip(images);
                parts.try_for_each(|(part, image)| image.read(i * most * line, &mut part[..there(i)]))
            },
            |i, block, _| {
                let (a, b) = block.split_at_mut(most * line);
                let mut others = b.chunks_exact_mut(line);
                let pairs = a[..there(i)].chunks_exact_mut(line).map(|x| (x, others.next())).collect();
                let done = cx.map(pairs, |(x, y), _| {
                    grid.rows(x);
                    if let Some(y) = y {
                        grid.rows(y);
                        grid.multiply(x, y);
                    } else {
                        grid.square(x);
                    }
                    grid.rows(x);
                    Ok(())
                });
                done.map(drop)
            },
            |i, block| images[0].write(i * most * line, &block[..there(i)]),
        )
    }

    /// Transforms the columns of an image back to elements.
    fn columns_back(&self, image: &Scratch, elements: &Scratch, blocks: &mut Blocks, cx: Context<'_>) -> Result<()> {
        let (grid, [m1, m2], most) = (self.plan.grid(), self.sides(), self.sizes.back);
        let sheet = |i: usize| (i * most, most.min(m2 - i * most));
        let values = grid.blocks() * PrimeFactorFft::WIDTH * (most + 1);
        pipeline::run(
            blocks,
            (0..m2.div_ceil(most), values + m1 * most),
            cx,
            |i, block| {
                let (first, columns) = sheet(i);
                // offset of vectors m2 − c in block k
                let at = |k: usize| (k + 1) * m2 - first - columns + 1;
                (0..grid.blocks())
                    .for_each(|k| image.expect(at(k) * PrimeFactorFft::WIDTH, columns * PrimeFactorFft::WIDTH));
                let parts =
                    block.chunks_exact_mut(PrimeFactorFft::WIDTH * (columns + 1)).take(grid.blocks()).enumerate();
                for (k, part) in parts {
                    // the first vector of a part is left free; the vector for c = 0 is stored at the start of the image's block
                    let part = &mut part[PrimeFactorFft::WIDTH..];
                    let (run, zero) = part.split_at_mut(PrimeFactorFft::WIDTH * (columns - usize::from(first == 0)));
                    image.read(at(k) * PrimeFactorFft::WIDTH, run)?;
                    if first == 0 {
                        image.read(k * m2 * PrimeFactorFft::WIDTH, zero)?;
                    }
                }
                Ok(())
            },
            |i, block, work| {
                let (first, columns) = sheet(i);
                let (image, elements) = block.split_at_mut(values);
                let shares = grid.sheet_row_shares(&mut elements[..m1 * columns], columns, self.threads);
                self.each_share(shares, work, cx, |share, work| {
                    grid.sheet_back((image, columns), first / PrimeFactorFft::WIDTH, share, work);
                })
            },
            |i, block| {
                let (first, columns) = sheet(i);
                elements.write(first * m1, &block[values..][..m1 * columns])
            },
        )
    }

    /// For the elements from `first` on in a block of encoding or decoding, and sheets of `most` columns: for each sheet the
    /// position of its run, and the run's parts in the block.
    fn sheets(&self, most: usize, first: usize) -> impl Iterator<Item = (usize, Vec<Range<usize>>)> {
        let [m1, m2] = self.sides();
        let end = (first + self.sizes.coded).min(m1 * m2);
        (0..m2).step_by(most).filter_map(move |sheet| {
            let columns = most.min(m2 - sheet);
            let (mut place, mut parts) = (None, Vec::new());
            for row in first / m2..=(end - 1) / m2 {
                let begin = row * m2 + sheet;
                let part = first.max(begin)..end.min(begin + columns);
                if !part.is_empty() {
                    place.get_or_insert(sheet * m1 + row * columns + part.start - begin);
                    parts.push(part.start - first..part.end - first);
                }
            }
            Some((place?, parts))
        })
    }

    /// Decodes elements to the rows of the product's first `len` bits.
    ///
    /// Runs begin and end within words. A word shared by the end of one run and the start of the next in the same row is written
    /// twice, the second time with both; a word shared by two rows is written with the end of the first of them, when all its
    /// bits are known.
    fn decode(
        &self,
        from: &Scratch,
        (to, len): (&dyn Sink, usize),
        blocks: &mut Blocks,
        cx: Context<'_>,
    ) -> Result<()> {
        let (grid, m, coded) = (self.plan.grid(), self.order(), self.sizes.coded);
        let (pitch, rows) = (pitch(coded), len.div_ceil(m).min(PrimeFactorFft::BIT_ROWS - 1));
        let run = |i: usize, l: usize| Run::new(l * m + i * coded, coded.min(m - i * coded));
        let (mut last, mut firsts) = (vec![0; rows], vec![0; rows + 1]);
        pipeline::run(
            blocks,
            (0..m.div_ceil(coded), coded + rows * pitch),
            cx,
            |i, block| {
                let sheets = || self.sheets(self.sizes.back, i * coded);
                let len = |parts: &[Range<usize>]| parts.iter().map(Range::len).sum::<usize>();
                sheets().for_each(|(place, parts)| from.expect(place, len(&parts)));
                let mut run = Vec::new();
                for (place, parts) in sheets() {
                    run.resize(len(&parts), 0);
                    from.read(place, &mut run)?;
                    let mut rest = &run[..];
                    for part in parts {
                        let (here, behind) = rest.split_at(part.len());
                        block[part].copy_from_slice(here);
                        rest = behind;
                    }
                }
                Ok(())
            },
            |i, block, _| {
                let (elements, bits) = block.split_at_mut(coded);
                let mut heads = vec![0; rows];
                let slots = bits.chunks_exact_mut(pitch).enumerate();
                let mut runs: Vec<&mut [u64]> = slots.map(|(l, slot)| &mut slot[1..=run(i, l).words]).collect();
                grid.decode_rows(elements, i * coded, &mut runs, &mut heads);
                for (l, slot) in bits.chunks_exact_mut(pitch).enumerate() {
                    let Run { shared, words, .. } = run(i, l);
                    slot[0] = last[l] | heads[l];
                    if i == 0 && shared {
                        firsts[l] = heads[l];
                    }
                    last[l] = if run(i, l).ends_within { slot[words] } else { 0 };
                }
                if (i + 1) * coded >= m {
                    for (l, slot) in bits.chunks_exact_mut(pitch).enumerate() {
                        slot[run(i, l).words] |= firsts[l + 1];
                    }
                }
                Ok(())
            },
            |i, block| {
                let mut slots = block[coded..].chunks_exact(pitch).enumerate();
                slots.try_for_each(|(l, slot)| {
                    let Run { word, shared, words, .. } = run(i, l);
                    let with_first = shared && i > 0;
                    to.write(64 * (word - usize::from(with_first)), &slot[usize::from(!with_first)..=words])
                })
            },
        )
    }
}

/// Words of a run of consecutive bits.
struct Run {
    /// First word whose lowest bit is in the run.
    word: usize,
    /// Number of words whose lowest bit is in the run.
    words: usize,
    /// Whether the first bits of the run belong to the preceding word.
    shared: bool,
    /// Whether the last word has bits after the end of the run.
    ends_within: bool,
}

impl Run {
    fn new(first: usize, len: usize) -> Self {
        let (word, end) = (first.div_ceil(64), first + len);
        Run {
            word,
            words: end.div_ceil(64) - word,
            shared: !first.is_multiple_of(64),
            ends_within: !end.is_multiple_of(64),
        }
    }
}

/// Shifts all bits of a row towards its beginning by `places` < 64.
fn shift_down(row: &mut [u64], places: usize) {
    if places == 0 {
        return;
    }
    for i in 1..row.len() {
        row[i - 1] = row[i - 1] >> places | row[i] << (64 - places);
    }
    if let Some(last) = row.last_mut() {
        *last >>= places;
    }
}
