//! Products of polynomials over F_2 in files, by transforms over the field of 2^60 elements.
//!
//! The passes are those of [`Grid`], run over files: bits are encoded to the m = m1·m2 elements; the columns, of length m1, are
//! transformed to an image; rows of both images are transformed, multiplied, and transformed back; columns are transformed back
//! to elements; elements are decoded to bits. Elements are stored sheet by sheet, a sheet being a group of columns, and an image
//! block by block. The runs read and written at a time are 60 rows of bits, several rows of a sheet, the part of each block that
//! belongs to a sheet, whole sheets, and whole blocks. Images come back at negated indices: a sheet reads the mirrored part of
//! each block.
//!
//! Among ranks the words of elements and images have the same places, at which each rank has some of them in its memory
//! (`spread.rs`): runs of elements, sheets, parts of blocks, or blocks, as the next pass reads them.
//!
//! Source: van der Hoeven, Larrieu, Lecerf 2017, "Implementing fast carryless multiplication", §3; Bailey 1990 for the passes.
//! Cost: three transforms, and for operands of n bits 26 times n bits read or written in all.

mod layouts;

use super::{
    Sink, Source,
    pipeline::{self, Blocks},
    ranks::{Ranks, left},
};
use crate::{
    Error, Result,
    engine::{Context, Engine},
    kernels::gf60::{PrimeFactorFft, Share},
    transform::frobenius::{FrobeniusPlan, Shape},
};
use layouts::{Layout, Store, Words, model};
use std::{collections::BTreeMap, ops::Range, path::Path, sync::Arc};

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
    /// Sizes for a grid of these sides, of which each of `ranks` ranks has a part; None if memory does not suffice.
    fn new([m1, m2]: [usize; 2], operands: usize, memory: u64, threads: usize, ranks: usize) -> Option<Self> {
        let (vectors, group) = (m1.next_multiple_of(PrimeFactorFft::WIDTH), PrimeFactorFft::GROUP);
        let coded_words = |coded: usize| coded + PrimeFactorFft::BIT_ROWS * pitch(coded);
        let line = PrimeFactorFft::WIDTH * m2;
        let least = coded_words(group).max(operands * line).max((m1 + vectors) * 2 * PrimeFactorFft::WIDTH);
        let work = 8 * (PrimeFactorFft::WIDTH * vectors * (threads + 1)) as u64 + BESIDE;
        let room = memory.checked_sub(work)? / 6 * 5 / (8 * pipeline::BLOCKS as u64);
        let block = usize::try_from(room).ok()?.min((2 * m1 * m2 / FEWEST / ranks).max(least));
        if block < least {
            return None;
        }
        // an odd number of strips, so that rows of a sheet begin in different sets of a cache
        let strips = |columns: usize| ((columns / PrimeFactorFft::WIDTH - 1) / 2 * 2 + 1) * PrimeFactorFft::WIDTH;
        let coded = (block - 2 * PrimeFactorFft::BIT_ROWS) / (64 + PrimeFactorFft::BIT_ROWS) * 64 / group * group;
        let sheet = |columns: usize| {
            strips(columns).min(if ranks == 1 { m2 } else { strips(m2.div_ceil(ranks).max(PrimeFactorFft::WIDTH)) })
        };
        let bands = (block / (operands * line)).min((vectors / PrimeFactorFft::WIDTH).div_ceil(ranks));
        Some(Sizes {
            block,
            coded: coded.min((m1 * m2).div_ceil(ranks).next_multiple_of(group)),
            forward: sheet(block / (m1 + vectors)),
            back: sheet((block - vectors) / (m1 + vectors)),
            bands,
        })
    }

    /// Whether each of this number of ranks has blocks of every pass.
    fn divide(&self, [m1, m2]: [usize; 2], ranks: usize) -> bool {
        let (Sizes { coded, forward, back, bands, .. }, blocks) = (*self, m1.div_ceil(PrimeFactorFft::WIDTH));
        let counts =
            [(m1 * m2, coded), (m2, forward), (m2, back), (blocks, bands)].map(|(all, each)| all.div_ceil(each));
        counts.into_iter().all(|count| count >= ranks)
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
    /// calls included. `None` for short products, for very long ones, and if memory does not suffice, which holds a rank's part of all values if
    /// there are several ranks.
    pub fn new(bits: usize, operands: usize, memory: u64, engine: &Engine, ranks: usize) -> Option<Self> {
        let threads = engine.threads();
        let order = bits.div_ceil(60);
        if order < LEAST_ORDER || bits > FrobeniusPlan::MAX_BITS {
            return None;
        }
        let orders = Shape::all().into_iter().map(Shape::order).filter(|o| *o >= order).take(ORDERS);
        let suited = orders.flat_map(Shape::cuts).filter_map(|shape| {
            let held = if ranks > 1 { model(shape, operands, 0.0, 0.0).bytes_of_each(ranks) } else { 0.0 };
            let sizes = Sizes::new(shape.sides(), operands, left(memory, held).ok()?, threads, ranks)?;
            let calls = engine.costs().files.run * sizes.runs(shape.sides(), operands) as f64;
            let predicted_ns = (operands + 1) as f64 * shape.predicted_ns() + calls;
            let idle = !sizes.divide(shape.sides(), ranks);
            Some((shape, sizes, (idle, predicted_ns)))
        });
        let (shape, sizes, _) = suited.min_by(|(.., x), (.., y)| x.0.cmp(&y.0).then(x.1.total_cmp(&y.1)))?;
        Some(BitProduct { plan: FrobeniusPlan::with_shape(shape, engine.target()), sizes, operands, threads })
    }

    /// The same with the leader's shape and sizes, which need not be those of each rank.
    ///
    /// # Errors
    /// Those of any rank.
    pub fn agreed(ranks: &Ranks, own: Result<Self>, engine: &Engine) -> Result<Self> {
        let (operands, threads) = own.as_ref().map_or((1, 1), |own| (own.operands, own.threads));
        let words = own.map(|own| {
            let ([m1, m2], Sizes { block, coded, forward, back, bands }) = (own.sides(), own.sizes);
            [m1, m2, block, coded, forward, back, bands].map(|size| size as u64).to_vec()
        });
        let leader = ranks.as_the_leader(words)?;
        let [m1, m2, block, coded, forward, back, bands] = std::array::from_fn(|i| leader[i] as usize);
        let unknown = || Error::Worker { name: "rank 0".into(), reason: format!("a transform of {m1} by {m2} values") };
        let shape = Shape::cuts(m1 * m2).into_iter().find(|shape| shape.sides() == [m1, m2]).ok_or_else(unknown)?;
        let sizes = Sizes { block, coded, forward, back, bands };
        Ok(BitProduct { plan: FrobeniusPlan::with_shape(shape, engine.target()), sizes, operands, threads })
    }

    /// What predicts time and bytes on several ranks, from the time of a transform on one, and the bytes of the operands and the product.
    pub fn model(&self, one_ns: f64, file_bytes: f64) -> crate::ranks::Product {
        model(self.plan.shape(), self.operands, one_ns, file_bytes)
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

    /// The first `len` coefficients of the product, or of the square if there is one operand. Each rank of `among` reads a part of the operands and
    /// writes a part of the product.
    pub fn run(
        &self,
        [a, b]: [Option<&dyn Source>; 2],
        (folder, among): (&Path, Option<&Arc<Ranks>>),
        (to, len): (&dyn Sink, usize),
        cx: Context<'_>,
    ) -> Result<()> {
        let (grid, place) = (self.plan.grid(), (folder, among));
        let part = self.part(among.map_or([0, 1], |ranks| [ranks.rank(), ranks.count()]));
        let [forward, back] = [self.sizes.forward, self.sizes.back];
        let blocks = &mut Blocks::new(self.sizes.block, self.threads * grid.work_len(), cx);
        let mut images = Vec::new();
        for v in [a, b].into_iter().flatten() {
            // a new file for each operand: the old one's pages, read for runs that begin and end within them, are dropped from the system's cache
            let elements = self.store(place, Layout::Runs(forward))?;
            let done = self.encode(v, elements.words(), part.runs.clone(), blocks, cx);
            let elements = self.turned(elements, done, [Layout::Runs(forward), Layout::Sheets(forward)])?;
            let image = self.store(place, Layout::Strips)?;
            let done = self.columns((elements.words(), image.words()), part.forward.clone(), blocks, cx);
            drop(elements);
            images.push(self.turned(image, done, [Layout::Strips, Layout::Blocks])?);
        }
        let done = self.rows(&images.iter().map(Store::words).collect::<Vec<_>>(), part.bands, blocks, cx);
        images.truncate(1);
        let Some(image) = images.pop() else { return done };
        let image = self.turned(image, done, [Layout::Blocks, Layout::Mirrored])?;
        let elements = self.store(place, Layout::Sheets(back))?;
        let done = self.columns_back((image.words(), elements.words()), part.back, blocks, cx);
        drop(image);
        let elements = self.turned(elements, done, [Layout::Sheets(back), Layout::Runs(back)])?;
        let edges = self.decode(elements.words(), (to, len), part.runs, blocks, cx);
        let edges = match among {
            None => edges?,
            Some(ranks) => ranks.gather(edges)?.concat(),
        };
        if among.is_none_or(|ranks| ranks.rank() == 0) { write_edges(&edges, to) } else { Ok(()) }
    }

    /// Encodes bits to elements: a block takes a run of each of the rows of m bits.
    fn encode(
        &self,
        v: &dyn Source,
        elements: &dyn Words,
        runs: Range<usize>,
        blocks: &mut Blocks,
        cx: Context<'_>,
    ) -> Result<()> {
        let (grid, m, coded) = (self.plan.grid(), self.order(), self.sizes.coded);
        let (pitch, rows) = (pitch(coded), v.len().div_ceil(m));
        // rotation of the elements within a group of rows, and the first bit of each row's run
        let turn = |i: usize| i * coded % PrimeFactorFft::BIT_ROWS;
        let bit = |i: usize, l: usize| l * m + i * coded - turn(i);
        pipeline::run(
            blocks,
            (runs, coded + rows * pitch),
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
    fn columns(
        &self,
        (elements, image): (&dyn Words, &dyn Words),
        sheets: Range<usize>,
        blocks: &mut Blocks,
        cx: Context<'_>,
    ) -> Result<()> {
        let (grid, [m1, m2], most) = (self.plan.grid(), self.sides(), self.sizes.forward);
        let sheet = |i: usize| (i * most, most.min(m2 - i * most));
        let room = m1 * most.next_multiple_of(PrimeFactorFft::WIDTH);
        pipeline::run(
            blocks,
            (sheets, room + grid.blocks() * PrimeFactorFft::WIDTH * most),
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
    fn rows(&self, images: &[&dyn Words], bands: Range<usize>, blocks: &mut Blocks, cx: Context<'_>) -> Result<()> {
        let (grid, most) = (self.plan.grid(), self.sizes.bands);
        let line = grid.block_len();
        let there = |i: usize| most.min(grid.blocks() - i * most) * line;
        pipeline::run(
            blocks,
            (bands, self.operands * most * line),
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
    fn columns_back(
        &self,
        (image, elements): (&dyn Words, &dyn Words),
        sheets: Range<usize>,
        blocks: &mut Blocks,
        cx: Context<'_>,
    ) -> Result<()> {
        let (grid, [m1, m2], most) = (self.plan.grid(), self.sides(), self.sizes.back);
        let sheet = |i: usize| (i * most, most.min(m2 - i * most));
        let values = grid.blocks() * PrimeFactorFft::WIDTH * (most + 1);
        pipeline::run(
            blocks,
            (sheets, values + m1 * most),
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

    /// Decodes these runs of elements to the rows of the product's first `len` bits, but for the words at the ends of rows and of what is decoded
    /// here. Returns those: for each the number of the word, and the bits known here.
    ///
    /// Runs begin and end within words. A word shared by the end of one run and the start of the next in the same row is written
    /// twice, the second time with both.
    fn decode(
        &self,
        from: &dyn Words,
        (to, len): (&dyn Sink, usize),
        runs: Range<usize>,
        blocks: &mut Blocks,
        cx: Context<'_>,
    ) -> Result<Vec<u64>> {
        let (grid, m, coded) = (self.plan.grid(), self.order(), self.sizes.coded);
        let (pitch, rows) = (pitch(coded), len.div_ceil(m).min(PrimeFactorFft::BIT_ROWS - 1));
        let run = |i: usize, l: usize| Run::new(l * m + i * coded, coded.min(m - i * coded));
        let (begins, ends) = (|i: usize| i == runs.start, |i: usize| i + 1 == runs.end);
        let (mut last, mut edges) = (vec![0; rows], Vec::new());
        pipeline::run(
            blocks,
            (runs.clone(), coded + rows * pitch),
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
                let mut slots: Vec<&mut [u64]> = slots.map(|(l, slot)| &mut slot[1..=run(i, l).words]).collect();
                grid.decode_rows(elements, i * coded, &mut slots, &mut heads);
                for (l, slot) in bits.chunks_exact_mut(pitch).enumerate() {
                    let Run { word, shared, words, ends_within } = run(i, l);
                    slot[0] = last[l] | heads[l];
                    last[l] = if ends_within { slot[words] } else { 0 };
                    if begins(i) && shared {
                        edges.extend([word as u64 - 1, heads[l]]);
                    }
                    if ends(i) && ends_within {
                        edges.extend([(word + words) as u64 - 1, last[l]]);
                    }
                }
                Ok(())
            },
            |i, block| {
                let mut slots = block[coded..].chunks_exact(pitch).enumerate();
                slots.try_for_each(|(l, slot)| {
                    let Run { word, shared, words, ends_within } = run(i, l);
                    let first = usize::from(!shared || begins(i));
                    let end = words + usize::from(!ends_within || !ends(i));
                    to.write(64 * (word + first - 1), &slot[first..end.max(first)])
                })
            },
        )?;
        Ok(edges)
    }
}

/// Writes words of which several parts may have some bits each: pairs of a word's number and of bits.
fn write_edges(edges: &[u64], to: &dyn Sink) -> Result<()> {
    let mut words = BTreeMap::new();
    edges.chunks_exact(2).for_each(|edge| *words.entry(edge[0]).or_insert(0) |= edge[1]);
    words.into_iter().try_for_each(|(word, bits)| to.write(64 * word as usize, &[bits]))
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
