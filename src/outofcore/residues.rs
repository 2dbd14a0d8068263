//! Conversion of vectors over Z/n to residues modulo several primes, and back.

use super::{
    Sink, Source,
    pipeline::{self, Blocks},
    sides::Sides,
};
use crate::{
    Error, Result,
    arith::{Modulus, PrimeStream},
    cpu::Target,
    crt::{CrtBasis, CrtReconstruct, PrimeFamily},
    engine::Context,
    kernels::residues,
    ring::Convolve,
};
use std::ops::Range;

/// A vector of integers, reduced modulo a prime as it is read.
pub(super) struct Reduced<'a> {
    pub from: &'a dyn Source,
    /// Words of an integer.
    pub width: usize,
    /// Upper bound of integers of one word.
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
        if self.width > 1 {
            let mut rows = vec![0; self.width * words.len()];
            self.from.read(first, &mut rows)?;
            let appended = |high: u64, &word: &u64| self.p.reduce_wide(u128::from(high) << 64 | u128::from(word));
            let rows = words.iter_mut().zip(rows.chunks_exact(self.width));
            rows.for_each(|(x, row)| *x = row.iter().rev().fold(0, appended));
            return Ok(());
        }
        self.from.read(first, words)?;
        if self.n <= self.p.n() {
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
        self.from.expect(first, self.width * words);
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

/// How coefficients over Z/n are found from residues modulo several primes.
struct Joining<'a, R> {
    r: &'a R,
    basis: CrtBasis,
    /// For n of several words, the integers first.
    rows: Option<CrtReconstruct>,
}

impl<'a, R: Convolve> Joining<'a, R> {
    fn new(r: &'a R, primes: &[u64]) -> Result<Self> {
        let basis = CrtBasis::new(primes)?;
        // the integers with a sign
        let rows = r.wide_modulus().map(|_| {
            let limbs = (basis.log2() as usize + 2).div_ceil(64);
            CrtReconstruct::new(r.engine().target(), basis.moduli(), None, limbs)
        });
        Ok(Joining { r, basis, rows })
    }

    /// The coefficients from `first` on, given residues of which those modulo one prime are `stride` words after those modulo the one before.
    fn run(&self, residues: &[u64], stride: usize, first: usize, out: &mut [u64]) -> Result<()> {
        if let (None, Some(n)) = (&self.rows, self.r.word_modulus()) {
            self.basis.to_words(n, residues, stride, first, out);
            return Ok(());
        }
        let Some(rows) = &self.rows else { return Ok(()) };
        let mut v = self.r.zeros(0);
        let count = out.len() / v.width;
        let scaled =
            self.basis.moduli().iter().zip(residues.chunks_exact(stride)).enumerate().flat_map(|(i, (p, run))| {
                let factor = rows.factor(i);
                run[first..first + count].iter().map(move |&x| p.mul(x, factor))
            });
        let (scaled, mut integers) = (scaled.collect::<Vec<u64>>(), vec![0; count * rows.width()]);
        rows.join(&scaled, count, 0, &mut integers);
        integers.chunks_exact(rows.width()).try_for_each(|integer| self.r.push_limbs(&mut v, false, integer))?;
        out.copy_from_slice(&v.words);
        Ok(())
    }
}

/// Chinese remaindering: coefficients over Z/n of the integers in [0, ∏ p/2) with these residues. `len` of them in natural order, of which those of
/// these strips are written, from vectors in the order of the sides' strips.
pub(super) fn join<R: Convolve, V: Source>(
    r: &R,
    primes: &[u64],
    (from, sides, len): (&[V], Sides, usize),
    (to, strips): (&dyn Sink, Range<usize>),
    blocks: &mut Blocks,
    cx: Context<'_>,
) -> Result<()> {
    let (Sides { cols, strip, .. }, width) = (sides, r.zeros(0).width);
    let (joining, rows) = (Joining::new(r, primes)?, len.div_ceil(cols));
    // words of a row, which a block holds with its residues
    let (row, sides) = ((primes.len() + width) * strip, Sides { width, ..sides });
    let mut longer = (row > blocks.words()).then(|| Blocks::new(row, 0, cx));
    let blocks = longer.as_mut().unwrap_or(blocks);
    let together = (blocks.words() / row).clamp(1, rows);
    let parts = rows.div_ceil(together);
    let place = |i: usize| (strips.start + i / parts, i % parts * together);
    // words per prime, and coefficients of a part, the last one being shorter
    let (block, count) = (together * strip, |first: usize| together.min(rows - first) * strip);
    pipeline::run(
        blocks,
        (0..strips.len() * parts, together * row),
        cx,
        |i, words| {
            let (i, first) = place(i);
            let mut runs = words.chunks_exact_mut(block).zip(from);
            runs.try_for_each(|(run, residues)| residues.read((i * rows + first) * strip, &mut run[..count(first)]))
        },
        |i, words, _| {
            let (residues, out) = words.split_at_mut(primes.len() * block);
            let out = &mut out[..count(place(i).1) * width];
            // parts of whole coefficients
            let share = block.div_ceil(cx.threads());
            let shares = out.chunks_mut(share * width).enumerate().collect();
            cx.map(shares, |(i, out), _| joining.run(residues, block, i * share, out)).map(drop)
        },
        |i, words| {
            let (i, first) = place(i);
            sides.write_rows(i, first, &words[primes.len() * block..][..count(first) * width], to)
        },
    )
}
