//! Elements and images between the passes: in files, or in the memory of ranks, each of which has some of the blocks of each pass.

use super::{BitProduct, Sizes};
use crate::{
    Result,
    kernels::gf60::PrimeFactorFft,
    outofcore::{
        Scratch, Sink, Source,
        ranks::{Ranks, share_of},
        spread::{Places, Spread},
    },
    transform::frobenius::Shape,
};
use std::{ops::Range, path::Path, sync::Arc};

/// Blocks of the passes.
pub(super) struct Part {
    /// Runs of elements, encoded and decoded.
    pub runs: Range<usize>,
    /// Sheets of the forward transform.
    pub forward: Range<usize>,
    /// Groups of an image's blocks.
    pub bands: Range<usize>,
    /// Sheets of the inverse transform.
    pub back: Range<usize>,
}

/// How a rank has its part of elements or of an image.
#[derive(Clone, Copy)]
pub(super) enum Layout {
    /// Runs of elements, in sheets of this number of columns.
    Runs(usize),
    /// Sheets of elements.
    Sheets(usize),
    /// The columns of forward sheets in each block of an image.
    Strips,
    /// Blocks of an image.
    Blocks,
    /// What the sheets of the inverse transform read of each block of an image.
    Mirrored,
}

/// Words that are read and written.
pub(super) trait Words: Source + Sink {}

impl<T: Source + Sink> Words for T {}

/// Elements or an image between two passes.
pub(super) enum Store {
    File(Scratch),
    Ranks(Spread),
}

impl Store {
    pub fn words(&self) -> &dyn Words {
        match self {
            Store::File(file) => file,
            Store::Ranks(words) => words,
        }
    }
}

/// The model of transforms of this shape: two exchanges for each, because ranks encode and decode runs of elements.
pub(super) fn model(shape: Shape, operands: usize, one_ns: f64, file_bytes: f64) -> crate::ranks::Product {
    let [m1, m2] = shape.sides();
    // words of an image, which are more than the elements
    let len = (m1.next_multiple_of(PrimeFactorFft::WIDTH) * m2) as u64;
    let transform = crate::ranks::Transform { len, value_bytes: 8.0, one_ns, exchanges: 2, file_bytes: 0.0 };
    crate::ranks::Product { transform, operands: operands as u32, primes: 1, file_bytes }
}

impl BitProduct {
    /// Room for the words of a layout.
    pub(super) fn store(&self, (folder, among): (&Path, Option<&Arc<Ranks>>), layout: Layout) -> Result<Store> {
        Ok(match among {
            Some(ranks) => Store::Ranks(Spread::new(ranks, self.places(layout, [ranks.rank(), ranks.count()]))),
            None => Store::File(Scratch::new(folder, self.len(layout), 1)?),
        })
    }

    /// Ends a pass, with this result: ranks bring the words from one layout to the next.
    pub(super) fn turned(&self, store: Store, done: Result<()>, layouts: [Layout; 2]) -> Result<Store> {
        match store {
            Store::File(_) => done.map(|()| store),
            Store::Ranks(words) => {
                let [from, to] = layouts.map(|layout| move |rank: [usize; 2]| self.places(layout, rank));
                Ok(Store::Ranks(words.moved(done, [&from, &to])?))
            }
        }
    }

    /// Number of words in all.
    fn len(&self, layout: Layout) -> usize {
        match layout {
            Layout::Runs(_) | Layout::Sheets(_) => self.order(),
            Layout::Strips | Layout::Blocks | Layout::Mirrored => self.plan.grid().image_len(),
        }
    }

    /// The blocks of each pass that one rank of several processes.
    pub(super) fn part(&self, [rank, ranks]: [usize; 2]) -> Part {
        let ([_, m2], Sizes { coded, forward, back, bands, .. }) = (self.sides(), self.sizes);
        let share = |all: usize, each: usize| share_of(rank, ranks, all.div_ceil(each));
        Part {
            runs: share(self.order(), coded),
            forward: share(m2, forward),
            bands: share(self.plan.grid().blocks(), bands),
            back: share(m2, back),
        }
    }

    /// The words that a rank has in a layout.
    fn places(&self, layout: Layout, rank: [usize; 2]) -> Places {
        let (part, [m1, m2], width) = (self.part(rank), self.sides(), PrimeFactorFft::WIDTH);
        let of_blocks = |blocks: &Range<usize>, each: usize, all: usize| {
            (blocks.start * each).min(all)..(blocks.end * each).min(all)
        };
        // these vectors of each block of an image
        let vectors = |vectors: Range<usize>| {
            let of_block = move |k: usize| (k * m2 + vectors.start) * width..(k * m2 + vectors.end) * width;
            (0..self.plan.grid().blocks()).map(of_block)
        };
        match layout {
            Layout::Runs(most) => {
                let elements = of_blocks(&part.runs, self.sizes.coded, m1 * m2);
                Places::new((0..m2).step_by(most).map(|sheet| {
                    let columns = most.min(m2 - sheet);
                    // elements of the sheet before this one
                    let before =
                        |e: usize| sheet * m1 + e / m2 * columns + (e % m2).clamp(sheet, sheet + columns) - sheet;
                    before(elements.start)..before(elements.end)
                }))
            }
            Layout::Sheets(most) => {
                let sheets = if most == self.sizes.forward { &part.forward } else { &part.back };
                let columns = of_blocks(sheets, most, m2);
                Places::new(Some(columns.start * m1..columns.end * m1))
            }
            Layout::Strips => Places::new(vectors(of_blocks(&part.forward, self.sizes.forward, m2))),
            Layout::Blocks => {
                let blocks = of_blocks(&part.bands, self.sizes.bands, self.plan.grid().blocks());
                Places::new(Some(blocks.start * m2 * width..blocks.end * m2 * width))
            }
            Layout::Mirrored => {
                let columns = of_blocks(&part.back, self.sizes.back, m2);
                // column c reads vector m2 − c, and column 0 vector 0
                let zero = if columns.start == 0 && columns.end > 0 { 0..1 } else { 0..0 };
                let start = columns.start.max(1);
                let others = m2 + 1 - columns.end.max(start)..m2 + 1 - start;
                Places::new(vectors(zero).chain(vectors(others)))
            }
        }
    }
}
