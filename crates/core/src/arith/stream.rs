//! Primes for transforms, in a fixed order: descending from the largest.
//!
//! The candidates `c·2^k + 1` of a block of consecutive `c` are sieved by small primes: an odd prime `q` divides those
//! with `c ≡ −2^(−k)` modulo `q`, one in `q`. Fewer than a fifth of the odd numbers pass the sieve, and go to the
//! primality test. Nothing is random, so jobs that share the work need no communication: job `i` of `m` takes the
//! primes `i, i + m, …`.

use super::prime::{SMALL_PRIME_LIMIT, small_primes};
use super::{Modulus, is_prime};
use crate::{Error, Result};

/// Candidates sieved together.
const BLOCK: u64 = 1 << 10;

/// The primes `p = c·2^k + 1 < 2^bits`, `c ≥ 1`, descending: transforms of length up to `2^k` exist modulo each. Ends
/// after the smallest.
///
/// ```
/// use polymod_core::PrimeStream;
/// let mut primes = PrimeStream::new(31, 20)?;
/// assert_eq!(primes.by_ref().take(2).collect::<Vec<_>>(), [2_130_706_433, 2_114_977_793]);
///
/// // Job 1 of 3, stopped after its first prime and resumed from what it noted down.
/// let mut job = PrimeStream::new(31, 20)?.strided(1, 3)?;
/// let done = job.next().unwrap();
/// let mut resumed = PrimeStream::new(31, 20)?.strided(1, 3)?;
/// resumed.seek(done);
/// assert_eq!(resumed.next(), PrimeStream::new(31, 20)?.nth(4));
/// # Ok::<(), polymod_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PrimeStream {
    bits: u32,
    two_adicity: u32,
    /// Number of primes to pass over before the next one returned, and before each after it.
    skip: u64,
    skip_each: u64,
    position: Option<u64>,
    /// The next `c` to look at; 0 at the end.
    cofactor: u64,
    block: Block,
}

impl PrimeStream {
    /// The stream of all primes `p < 2^bits` with `2^two_adicity` dividing `p − 1`. It may be empty, as it is for `two_adicity ≥ bits`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] unless `bits` lies in `[2, 64]` and `two_adicity` in `[0, 63]`.
    pub fn new(bits: u32, two_adicity: u32) -> Result<Self> {
        let out_of_range = |what, expected, got: u32| Err(Error::OutOfRange { what, expected, got: got.to_string() });
        if !(2..=64).contains(&bits) {
            return out_of_range("bits of the primes", "2 to 64", bits);
        }
        if two_adicity > 63 {
            return out_of_range("two-adicity of the primes", "0 to 63", two_adicity);
        }
        let block = Block::new(two_adicity)?;
        let mut stream = Self { bits, two_adicity, skip: 0, skip_each: 0, position: None, cofactor: 0, block };
        stream.cofactor = stream.largest_cofactor();
        Ok(stream)
    }

    /// Keeps every `step`-th of the primes still to come, after passing over `offset` of them: with `offset = i` and
    /// `step = m`, the share of job `i` of `m`. The primes passed over are computed as well.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for `step = 0`.
    pub fn strided(mut self, offset: u64, step: u64) -> Result<Self> {
        if step == 0 {
            return Err(Error::OutOfRange {
                what: "step of a stream of primes",
                expected: "at least 1",
                got: "0".into(),
            });
        }
        let each = self.skip_each.saturating_add(1);
        self.skip = self.skip.saturating_add(offset.saturating_mul(each));
        self.skip_each = each.saturating_mul(step) - 1;
        Ok(self)
    }

    /// The prime returned last, from which [`seek`](Self::seek) continues. `None` at the start.
    pub const fn position(&self) -> Option<u64> {
        self.position
    }

    /// Continues as if `prime` had been returned last: with the next prime below it, in a strided stream with the
    /// `step`-th below it. Any number is accepted, prime or not; all primes of the stream are below one that exceeds
    /// `2^bits`.
    pub fn seek(&mut self, prime: u64) {
        // The largest c with c·2^k + 1 ≤ prime − 1.
        let below = prime.saturating_sub(2) >> self.two_adicity;
        self.cofactor = below.min(self.largest_cofactor());
        self.skip = self.skip_each;
        self.position = Some(prime);
    }

    /// The bound: all primes are below `2^bits`.
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// The `k` for which `2^k` divides `p − 1` for all primes `p` of the stream.
    pub const fn two_adicity(&self) -> u32 {
        self.two_adicity
    }

    /// The largest `c` with `c·2^k + 1 < 2^bits`.
    const fn largest_cofactor(&self) -> u64 {
        ((u64::MAX >> (64 - self.bits)) - 1) >> self.two_adicity
    }

    /// The next prime of the stream without a stride.
    fn next_prime(&mut self) -> Option<u64> {
        while self.cofactor > 0 {
            let c = self.cofactor;
            self.cofactor -= 1;
            if self.block.may_be_prime(c) {
                let p = (c << self.two_adicity) + 1;
                if is_prime(p) {
                    return Some(p);
                }
            }
        }
        None
    }
}

impl Iterator for PrimeStream {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        for _ in 0..std::mem::replace(&mut self.skip, self.skip_each) {
            self.next_prime()?;
        }
        self.position = Some(self.next_prime()?);
        self.position
    }
}

impl std::iter::FusedIterator for PrimeStream {}

/// A sieve over `BLOCK` consecutive cofactors `c`, refilled for a `c` outside the block.
#[derive(Clone, Debug)]
struct Block {
    two_adicity: u32,
    /// Small primes `q`, with the residue modulo `q` of the `c` for which `q` divides `c·2^k + 1`.
    small: Vec<(u64, u64)>,
    /// The largest cofactor of the block; entry `i` of `composite` belongs to `top − i`.
    top: u64,
    composite: Vec<bool>,
}

impl Block {
    fn new(two_adicity: u32) -> Result<Self> {
        let mut small = Vec::new();
        // 2 divides c·2^k + 1 for k = 0 alone.
        for q in small_primes().into_iter().filter(|&q| q > 2 || two_adicity == 0) {
            let modulus = Modulus::new(q)?;
            let inverse = modulus.inv(modulus.pow(modulus.reduce(2), u64::from(two_adicity)))?;
            small.push((q, modulus.neg(inverse)));
        }
        Ok(Self { two_adicity, small, top: 0, composite: Vec::new() })
    }

    /// False where `c·2^k + 1` has a small prime factor other than itself. Fast when `c` descends.
    fn may_be_prime(&mut self, c: u64) -> bool {
        if self.top < c || self.top - c >= self.composite.len() as u64 {
            self.fill(c);
        }
        !self.composite[(self.top - c) as usize]
    }

    fn fill(&mut self, top: u64) {
        let len = top.min(BLOCK) as usize;
        self.top = top;
        self.composite.clear();
        self.composite.resize(len, false);
        let least_cofactor = top - (len as u64 - 1);
        if least_cofactor <= SMALL_PRIME_LIMIT >> self.two_adicity {
            // The candidates may be small primes themselves, which the sieve would strike out.
            return;
        }
        for &(q, residue) in &self.small {
            let first = (top % q + q - residue) % q;
            for entry in self.composite.iter_mut().skip(first as usize).step_by(q as usize) {
                *entry = true;
            }
        }
    }
}

/// Returns the `count` largest primes `p < 2^bits` with `2^two_adicity` dividing `p − 1`, descending.
///
/// # Errors
/// [`Error::OutOfRange`] as [`PrimeStream::new`]; [`Error::TooFewPrimes`] where there are fewer.
///
/// ```
/// use polymod_core::arith::ntt_primes;
/// assert_eq!(ntt_primes(8, 4, 3)?, [241, 193, 113]);
/// assert_eq!(ntt_primes(8, 4, 6).unwrap_err().to_string(), "there are 5 primes below 2^8 that are 1 modulo 2^4, not 6");
/// # Ok::<(), polymod_core::Error>(())
/// ```
pub fn ntt_primes(bits: u32, two_adicity: u32, count: usize) -> Result<Vec<u64>> {
    let primes: Vec<u64> = PrimeStream::new(bits, two_adicity)?.take(count).collect();
    if primes.len() < count {
        return Err(Error::TooFewPrimes { bits, two_adicity, expected: count, got: primes.len() });
    }
    Ok(primes)
}
