//! Vectors over Z/n modulo other primes, and back.

use super::{
    Scratch, Sink, Source,
    pipeline::{self, Blocks},
};
use crate::{
    Result,
    arith::{Modulus, PrimeStream},
    cpu::Isa,
    crt::{CrtBasis, PrimeFamily},
    engine::Cx,
    kernels::residues,
};

/// Residues of a vector of words.
pub(super) struct Reduced<'a> {
    pub from: &'a dyn Source,
    /// What the words are below.
    pub n: u64,
    pub p: Modulus,
    pub isa: Isa,
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
        if self.isa < Isa::Avx2 || self.p.bits() > residues::MAX_PRIME_BITS {
            words.iter_mut().for_each(|x| *x = self.p.reduce(*x));
            return Ok(());
        }
        let mut block = [0; CHUNK];
        for words in words.chunks_mut(CHUNK) {
            let block = &mut block[..words.len()];
            block.copy_from_slice(words);
            residues::split(self.isa, self.p, block, words);
        }
        Ok(())
    }

    fn expect(&self, first: usize, words: usize) {
        self.from.expect(first, words);
    }
}

/// Primes with transforms of `len` values whose product exceeds 2^bits.
pub(super) fn primes(isa: Isa, bits: f64, len: usize) -> Result<Vec<u64>> {
    let (mut found, mut log2) = (Vec::new(), 0.0);
    for p in PrimeStream::new(PrimeFamily::of(isa)[0].bits, len.ilog2())? {
        found.push(p);
        log2 += (p as f64).log2();
        if log2 > bits {
            break;
        }
    }
    Ok(found)
}

/// Words modulo n of the integers with these residues, in [0, ∏ p).
pub(super) fn join(
    n: Modulus,
    primes: &[u64],
    from: &[Scratch],
    to: &dyn Sink,
    blocks: &mut Blocks,
    cx: Cx<'_>,
) -> Result<()> {
    let (basis, len) = (CrtBasis::new(primes)?, from[0].len());
    let block = (blocks.words() / primes.len()).min(len);
    pipeline::run(
        blocks,
        (len.div_ceil(block), primes.len() * block),
        cx,
        |i, words| {
            let runs = words.chunks_exact_mut(block).zip(from);
            runs.into_iter().try_for_each(|(run, residues)| residues.read(i * block, run))
        },
        |_, words, lines| {
            // the words take the place of the first residues
            for first in (0..block).step_by(lines.len()) {
                let count = (block - first).min(lines.len());
                let out = &mut lines[..count];
                cx.for_chunks(out, 1, |next, out| basis.to_words(n, words, block, first + next, out));
                words[first..first + count].copy_from_slice(out);
            }
            Ok(())
        },
        |i, words| to.write(i * block, &words[..block]),
    )
}
