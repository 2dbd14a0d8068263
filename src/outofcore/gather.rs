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
pub(super) struct Gathering {
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
pub(super) struct Share {
    i: usize,
    of: usize,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::Engine,
        outofcore::Scratch,
        ring::{Convolve, F2, Vectors, Zn},
    };

    fn gathered<R: Ring>(r: &R, all: &Coeffs<R>, part: &Part) -> Option<Coeffs<R>> {
        let folder = tempfile::tempdir().unwrap();
        let width = r.zeros(0).width;
        let from = Scratch::new(folder.path(), all.len(), width).unwrap();
        from.write(0, &all.words).unwrap();
        let gathering = Gathering::of(part, all.len())?;
        let to = Scratch::new(folder.path(), gathering.len, width).unwrap();
        let share = |i| Share { i, of: 3 };
        (0..3).for_each(|i| r.engine().enter(|cx| gathering.run(r, &from, (&to, share(i)), 1 << 10, cx)).unwrap());
        Some(slice(r, &to, 0, gathering.len).unwrap())
    }

    #[test]
    fn parts_are_those_of_the_definition() {
        let f = Zn::on(&Engine::default(), 97).unwrap();
        let v: Vec<u64> = (0..1000).map(|i| i * i % 97).collect();
        let all = f.of_words(&v);
        for (start, end) in [(0, 5), (3, 990), (999, 2000)] {
            let part = gathered(&f, &all, &Part::Middle(start..end)).unwrap();
            assert_eq!(f.words(part.view()), &v[start..end.min(1000)]);
        }
        for n in [1, 7, 130, 999] {
            for minus in [false, true] {
                let part = if minus { Part::Negacyclic(n) } else { Part::Cyclic(n) };
                let got = gathered(&f, &all, &part).unwrap();
                let sign = |i: usize| if minus && i / n % 2 == 1 { 96 } else { 1 };
                let mut sums = vec![0; n];
                v.iter().enumerate().for_each(|(i, x)| sums[i % n] = (sums[i % n] + sign(i) * x) % 97);
                assert_eq!(f.words(got.view()), sums, "{part:?}");
            }
        }
        assert!(gathered(&f, &all, &Part::All).is_none() && gathered(&f, &all, &Part::Cyclic(1000)).is_none());
    }

    #[test]
    fn bits_need_not_begin_with_a_word() {
        let f = F2::on(&Engine::default());
        let bits = |len: usize| f.from_words(&vec![0x9e37_79b9_7f4a_7c15; len.div_ceil(64)], len);
        let all = bits(5000);
        let part = gathered(&f, &all, &Part::Middle(77..4001)).unwrap();
        assert!(f.same(part.view(), all.slice(77..4001)));
        let wrapped = gathered(&f, &all, &Part::Cyclic(1777)).unwrap();
        let mut sum = f.zeros(1777);
        (0..3).for_each(|k| f.add_at(&mut sum, 0, all.slice(k * 1777..(k + 1) * 1777)));
        assert!(f.same(wrapped.view(), sum.view()));
    }
}
