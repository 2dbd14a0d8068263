//! A part of a product, or the product modulo x^n ∓ 1, computed from the full product.

use super::{
    Sink, Source,
    pipeline::{self, Blocks},
    ranks::{Ranks, share_of},
    words_of,
};
use crate::{
    Result,
    engine::Context,
    poly::Part,
    ring::{Coeffs, Ring, View},
};

/// Which coefficients of the full product contribute to each coefficient of the result.
#[derive(Clone, Copy, Debug)]
pub struct Gathering {
    /// Index of the first coefficient of the part.
    pub start: usize,
    /// Number of coefficients.
    pub len: usize,
    /// For products modulo x^n ∓ 1: coefficients at distances that are multiples of `len` are added, with alternating signs if
    /// true.
    wrapped: Option<bool>,
}

/// The i-th of several parts of about equal length.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    pub i: usize,
    pub of: usize,
}

impl Share {
    pub const ALL: Share = Share { i: 0, of: 1 };

    /// The share of this rank.
    pub fn of(ranks: &Ranks) -> Self {
        Share { i: ranks.rank(), of: ranks.count() }
    }
}

impl Gathering {
    /// The gathering for a part of a product of `full` coefficients; `None` if it is the full product.
    pub fn of(part: &Part, full: usize) -> Option<Self> {
        let whole =
            |start: usize, end: usize| Gathering { start, len: end.min(full).saturating_sub(start), wrapped: None };
        match part {
            Part::All => None,
            Part::Low(n) => Some(whole(0, *n)),
            Part::Middle(w) => Some(whole(w.start, w.end)),
            Part::Cyclic(n) if *n < full => Some(Gathering { start: 0, len: *n, wrapped: Some(false) }),
            Part::Negacyclic(n) if *n < full => Some(Gathering { start: 0, len: *n, wrapped: Some(true) }),
            Part::Cyclic(_) | Part::Negacyclic(_) => None,
        }
    }

    /// Whether coefficients are added.
    pub fn wraps(&self) -> bool {
        self.wrapped.is_some()
    }

    /// Gathers this share from one file to another, in blocks of about `bytes` bytes.
    pub fn run<R: Ring>(
        &self,
        r: &R,
        from: &dyn Source,
        (to, share): (&dyn Sink, Share),
        bytes: u64,
        cx: Context<'_>,
    ) -> Result<()> {
        let width = r.zeros(0).width;
        let most = super::coefficients((bytes / 8) as usize, width) / (pipeline::BLOCKS + 4);
        let each = self.len.div_ceil(share.of).next_multiple_of(GRAIN).max(GRAIN);
        let block = (most / GRAIN * GRAIN).clamp(GRAIN, each);
        pipeline::run(
            &mut Blocks::new(words_of(block, width), 0, cx),
            (share_of(share.i, share.of, self.len.div_ceil(block)), words_of(block, width)),
            cx,
            |i, words| {
                let (first, len) = (i * block, block.min(self.len - i * block));
                let mut sum = slice(r, from, self.start + first, len)?;
                let (mut at, mut minus) = (first + self.len, self.wrapped.unwrap_or(false));
                while self.wrapped.is_some() && at < from.len() {
                    let further = slice(r, from, at, len)?;
                    if minus {
                        r.sub_at(&mut sum, 0, further.view());
                    } else {
                        r.add_at(&mut sum, 0, further.view());
                    }
                    (at, minus) = (at + self.len, minus != self.wrapped.unwrap_or(false));
                }
                let (filled, rest) = words.split_at_mut(sum.words.len());
                filled.copy_from_slice(&sum.words);
                rest.fill(0);
                Ok(())
            },
            |_, _, _| Ok(()),
            |i, words| to.write(i * block, words),
        )
    }
}

/// The coefficients of a vector from `start` on, which is at a word boundary: those before are dropped.
pub(super) struct Window<'a> {
    pub to: &'a dyn Sink,
    pub start: usize,
    /// Words per coefficient, 0 for bits.
    pub width: usize,
}

impl Sink for Window<'_> {
    fn write(&self, first: usize, words: &[u64]) -> Result<()> {
        let before = self.start.saturating_sub(first);
        match words.get(words_of(before, self.width)..) {
            Some(words) if !words.is_empty() => self.to.write(first + before - self.start, words),
            _ => Ok(()),
        }
    }
}

/// A vector of bits times x^by, by < 64.
pub(super) struct Delayed<'a> {
    pub from: &'a dyn Source,
    pub by: usize,
}

impl Source for Delayed<'_> {
    fn len(&self) -> usize {
        self.from.len() + self.by
    }

    fn read(&self, first: usize, words: &mut [u64]) -> Result<()> {
        self.from.read(first, words)?;
        let mut before = [0];
        if first > 0 {
            self.from.read(first - 64, &mut before)?;
        }
        let mut last = before[0];
        for word in words {
            let moved = *word << self.by | last >> 1 >> (63 - self.by);
            last = std::mem::replace(word, moved);
        }
        Ok(())
    }

    fn expect(&self, first: usize, words: usize) {
        self.from.expect(first, words);
    }
}

/// Block lengths are multiples of this, so that blocks begin at a word boundary.
const GRAIN: usize = 64;

/// `len` coefficients from any index on, zeros beyond the end.
///
/// ```
/// # use polymod::{F2, Ring, outofcore::{Scratch, Sink, slice}};
/// let f = F2::new();
/// let file = Scratch::new(&std::env::temp_dir(), 128, 0)?;
/// file.write(0, &[0, 0b110])?;
/// let v = slice(&f, &file, 65, 3)?; // bits 65, 66 and 67
/// assert_eq!(f.words(v.view())[..], [0b011]);
/// # Ok::<(), polymod::Error>(())
/// ```
pub fn slice<R: Ring>(r: &R, from: &dyn Source, first: usize, len: usize) -> Result<Coeffs<R>> {
    let width = r.zeros(0).width;
    let skipped = if width == 0 { first % 64 } else { 0 };
    let mut words = r.engine().dirty(words_of(len + skipped, width));
    from.read(first - skipped, &mut words)?;
    let view = View::from_words(&words, len + skipped, width);
    Ok(r.owned(view.from(skipped)))
}
