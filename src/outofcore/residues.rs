//! Conversion of vectors over Z/n to residues modulo several primes, and back.

use super::{
    Sink, Source,
    pipeline::{self, Blocks},
    sides::Sides,
};
use crate::{
    Error, Result,
    arith::{Modulus, PrimeStream},
    cpu::{Feature, Target},
    crt::{CrtBasis, PrimeFamily},
    engine::Context,
    kernels::residues,
};
use std::ops::Range;

/// A vector of words, reduced modulo a prime as it is read.
pub(super) struct Reduced<'a> {
    pub from: &'a dyn Source,
    /// Upper bound of the words.
    pub n: u64,
    pub p: Modulus,
    pub target: Target,
}

impl Source for Reduced<'_> {
    fn len(&self) -> usize {
        self.from.len()
    }

    fn read(&self, first: usize, words: &mut [u64]) -> Result<()> {
        const CHUNK: usize = 512;
        self.from.read(first, words)?;
        if self.n <= self.p.n() {
            return Ok(());
        }
        if !self.target.has(Feature::Avx2) || self.p.bits() > residues::MAX_PRIME_BITS {
            words.iter_mut().for_each(|x| *x = self.p.reduce(*x));
            return Ok(());
        }
        let mut block = [0; CHUNK];
        for words in words.chunks_mut(CHUNK) {
            let block = &mut block[..words.len()];
            block.copy_from_slice(words);
            residues::split(self.target, self.p, block, words);
        }
        Ok(())
    }

    fn expect(&self, first: usize, words: usize) {
        self.from.expect(first, words);
    }
}

/// Primes with transforms of `len` values whose product exceeds 2^bits: the smallest number of primes from one family.
pub(super) fn primes(target: Target, bits: f64, len: usize) -> Result<Vec<u64>> {
    let of = |family: &PrimeFamily| {
        let (mut found, mut log2) = (Vec::new(), 0.0);
        for p in PrimeStream::new(family.bits, len.ilog2()).ok()? {
            found.push(p);
            log2 += (p as f64).log2();
            if log2 > bits {
                return Some(found);
            }
        }
        None
    };
    PrimeFamily::of(target).iter().filter_map(of).min_by_key(Vec::len).ok_or_else(|| Error::TooLarge {
        what: "a product by transforms modulo word primes".into(),
        size: format!("{len} values"),
        limit: format!("the primes for {bits:.0} bits that have transforms as long"),
    })
}

/// Chinese remaindering: words modulo n of the integers in [0, ∏ p) with these residues. `len` words in natural order, of which those of these strips
/// are written, from vectors in the order of the sides' strips.
pub(super) fn join<V: Source>(
    n: Modulus,
    primes: &[u64],
    (from, sides, len): (&[V], Sides, usize),
    (to, strips): (&dyn Sink, Range<usize>),
    blocks: &mut Blocks,
    cx: Context<'_>,
) -> Result<()> {
    let Sides { cols, strip, .. } = sides;
    let (basis, rows) = (CrtBasis::new(primes)?, len.div_ceil(cols));
    // rows per block, which holds their residues and the resulting words
    let together = (blocks.words() / ((primes.len() + 1) * strip)).clamp(1, rows);
    let parts = rows.div_ceil(together);
    debug_assert!((primes.len() + 1) * strip <= blocks.words(), "a run modulo each prime");
    let place = |i: usize| (strips.start + i / parts, i % parts * together);
    // words per prime, and words of a part, the last one being shorter
    let (block, words_of) = (together * strip, |first: usize| together.min(rows - first) * strip);
    pipeline::run(
        blocks,
        (0..strips.len() * parts, (primes.len() + 1) * block),
        cx,
        |i, words| {
            let (i, first) = place(i);
            let mut runs = words.chunks_exact_mut(block).zip(from);
            runs.try_for_each(|(run, residues)| residues.read((i * rows + first) * strip, &mut run[..words_of(first)]))
        },
        |i, words, _| {
            let (residues, out) = words.split_at_mut(primes.len() * block);
            let out = &mut out[..words_of(place(i).1)];
            cx.for_chunks(out, 1, |first, out| basis.to_words(n, residues, block, first, out));
            Ok(())
        },
        |i, words| {
            let (i, first) = place(i);
            sides.write_rows(i, first, &words[primes.len() * block..][..words_of(first)], to)
        },
    )
}
