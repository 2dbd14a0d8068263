//! The primes of a computation, each once: the largest first, or from a random start.

use super::Effort;
use crate::{
    Error, Result,
    arith::{Modulus, PrimeStream, is_prime},
    bits::SplitMix64,
    crt::{CrtReconstruct, PrimeFamily},
    engine::Engine,
    transform::cache::Cached,
};

/// log2 of the order of roots of unity that exist modulo all primes, for transforms.
const ADICITY: u32 = 20;
/// Largest bit length of a prime, whatever the instruction set.
const MOST_BITS: u32 = 63;

/// The first primes of the stream, cached with the engine.
struct FirstPrimes(Vec<Modulus>);

impl Cached for FirstPrimes {
    fn bytes(&self) -> usize {
        size_of_val(&self.0[..])
    }
}

/// The primes of a computation, each once.
pub enum Primes<'a> {
    /// The largest first; `taken` counts those taken.
    Largest { engine: &'a Engine, taken: usize },
    /// From a random start in the upper half of the range.
    From(PrimeStream),
}

impl<'a> Primes<'a> {
    /// The primes for this effort.
    ///
    /// # Errors
    /// Those of [`PrimeStream::new`].
    pub fn new(engine: &'a Engine, effort: Effort) -> Result<Self> {
        let Effort::Probabilistic { seed } = effort else { return Ok(Primes::Largest { engine, taken: 0 }) };
        let mut stream = Self::stream(engine)?;
        let x = SplitMix64::new(seed).word();
        stream.seek((1 << stream.bits()) - (x >> (65 - stream.bits())));
        Ok(Primes::From(stream))
    }

    fn stream(engine: &Engine) -> Result<PrimeStream> {
        PrimeStream::new(PrimeFamily::of(engine.target())[0].bits, ADICITY)
    }

    /// The next `count` primes.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if there are no primes left.
    pub fn next(&mut self, count: usize) -> Result<Vec<Modulus>> {
        const LEAST: usize = 64;
        match self {
            Primes::Largest { engine, taken } => {
                let (from, to) = (*taken, *taken + count);
                let len = to.next_power_of_two().max(LEAST);
                let first = engine.plan([len as u64, u64::from(ADICITY), 0, 0], || {
                    Ok(FirstPrimes(some_of(&mut Self::stream(engine)?, len)?))
                })?;
                *taken = to;
                Ok(first.0[from..to].to_vec())
            }
            Primes::From(stream) => some_of(stream, count),
        }
    }
}

/// `p` as a modulus, if images modulo it can be combined with those of any other prime here: a prime with long transforms that
/// Chinese remaindering accepts.
pub(super) fn usable(p: u64) -> Option<Modulus> {
    let modulus = Modulus::new(p).ok()?;
    let suits = (CrtReconstruct::MIN_BITS..=MOST_BITS).contains(&modulus.bits()) && p % (1 << ADICITY) == 1;
    (suits && is_prime(p)).then_some(modulus)
}

fn some_of(stream: &mut PrimeStream, count: usize) -> Result<Vec<Modulus>> {
    let primes = stream.take(count).map(Modulus::new).collect::<Result<Vec<_>>>()?;
    if primes.len() == count {
        return Ok(primes);
    }
    Err(Error::TooLarge {
        what: "the number of primes".into(),
        size: "more than there are".into(),
        limit: format!("the primes below 2^{} with 2^{ADICITY} in p - 1", stream.bits()),
    })
}
