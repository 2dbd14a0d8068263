//! Reduction of integers of several limbs modulo many primes.

use super::{BLOCK_ROWS, Load, MultiNtt};
use crate::{
    Result,
    arith::Modulus,
    cpu::Target,
    engine::Context,
    kernels::rows::{self, RowReduce, WordReduce},
};

pub use crate::kernels::rows::Spread;

/// Reduces integers of `width` limbs, two's complement, modulo each of several primes: by vector kernels where there
/// are any, else by Σ limb_j·(2^(64j) mod p), summed in three words and reduced once; `width` products a prime either
/// way.
#[derive(Clone, Debug)]
pub struct CrtReduce {
    width: usize,
    primes: Vec<Reducer>,
    kernel: Kernel,
}

#[derive(Clone, Debug)]
enum Kernel {
    /// Vector kernel for integers of one word, prime by prime.
    Words(Vec<WordReduce>),
    /// Vector kernel for all primes at once, so that an integer is cut into digits only once.
    Rows(RowReduce),
    Portable,
}

#[derive(Clone, Debug)]
struct Reducer {
    p: Modulus,
    /// 2^(64j) modulo p, j < width.
    powers: Vec<u64>,
    /// −2^(64·width) modulo p: correction for integers whose sign bit is set.
    sign: u64,
}

impl CrtReduce {
    /// The crt_reduce for integers in [−2^bits, 2^bits), in rows of `width` ≥ 1 limbs, and these primes, at least one.
    #[must_use]
    pub fn new(target: Target, moduli: &[Modulus], width: usize, bits: u32) -> Self {
        let bits = bits.min(64 * width as u32 - 1);
        let reducer = |&p: &Modulus| {
            let shift = p.reduce_wide(1 << 64);
            let mut powers = Vec::with_capacity(width);
            let mut power = p.reduce(1);
            for _ in 0..width {
                powers.push(power);
                power = p.mul(power, shift);
            }
            Reducer { p, powers, sign: p.neg(power) }
        };
        let kernel = match rows::applies(target, moduli, width) {
            true if width == 1 => Kernel::Words(moduli.iter().map(|&p| WordReduce::new(p, bits)).collect()),
            true => Kernel::Rows(RowReduce::new(moduli, width, bits)),
            false => Kernel::Portable,
        };
        CrtReduce { width, primes: moduli.iter().map(reducer).collect(), kernel }
    }

    /// Number of words that the tables hold.
    #[must_use]
    pub fn words(&self) -> usize {
        let kernel = match &self.kernel {
            Kernel::Words(primes) => 8 * primes.len(),
            Kernel::Rows(rows) => rows.words(),
            Kernel::Portable => 0,
        };
        self.primes.len() * (self.width + 8) + kernel
    }

    /// Fills an image of `ntt` with the transforms of the integers modulo its primes, which are this crt_reduce's.
    /// Integers beyond the transform's length are wrapped around.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn transform(&self, ntt: &MultiNtt, integers: &[u64], image: &mut [u64], cx: Context<'_>) -> Result<()> {
        let count = integers.len() / self.width;
        if matches!(self.kernel, Kernel::Rows(_)) || count > ntt.len() {
            self.fill(integers, image, ntt.len(), Spread::NONE, cx)?;
            return ntt.forward(image, Load { len: count.min(ntt.len()), write: &|_, _, _| () }, cx);
        }
        // residues are transformed while they are in cache
        let write = |i: usize, first: usize, words: &mut [u64]| {
            let integers = &integers[first * self.width..][..words.len() * self.width];
            self.load(i, integers, words, Spread::NONE);
        };
        ntt.forward(image, Load { len: count, write: &write }, cx)
    }

    /// Fills an image with `len` residues in [0, p) for each prime p: entry spread.place(j) is congruent to integer j,
    /// or without gaps to the sum of the integers j, j + len, … if there are more than `len`; all other entries are
    /// zeros.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    ///
    /// # Panics
    /// If integers with gaps exceed the image.
    pub fn fill(&self, integers: &[u64], image: &mut [u64], len: usize, spread: Spread, cx: Context<'_>) -> Result<()> {
        let count = integers.len() / self.width;
        match &self.kernel {
            Kernel::Rows(kernel) if spread.words(count) <= len => {
                // parts of the rows, one for each thread at least, with that part of every prime's run
                let part = count.max(1).div_ceil(cx.threads()).min(BLOCK_ROWS).next_multiple_of(2 * spread.rows);
                let mut parts: Vec<(&[u64], Vec<&mut [u64]>)> =
                    integers.chunks(part * self.width).map(|rows| (rows, Vec::new())).collect();
                let mut rests = Vec::with_capacity(self.primes.len());
                for run in image.chunks_exact_mut(len) {
                    let (filled, rest) = run.split_at_mut(spread.words(count));
                    rests.push(rest);
                    for (run, (_, runs)) in filled.chunks_mut(spread.words(part)).zip(&mut parts) {
                        runs.push(run);
                    }
                }
                cx.map(rests, |rest, cx| {
                    rest.fill(0);
                    cx.check()
                })?;
                cx.map(parts, |(integers, mut runs), cx| {
                    cx.check()?;
                    rows::split(kernel, integers, &mut runs, spread);
                    Ok(())
                })?;
            }
            // `len` integers at a time, by vector kernels
            Kernel::Rows(_) | Kernel::Words(_) if spread == Spread::NONE && count > len => {
                let (first, others) = integers.split_at(len * self.width);
                self.fill(first, image, len, spread, cx)?;
                let mut turn = cx.engine().dirty(self.primes.len() * len.min(count - len));
                for others in others.chunks(len * self.width) {
                    let added = others.len() / self.width;
                    let turn = &mut turn[..self.primes.len() * added];
                    self.fill(others, turn, added, spread, cx)?;
                    let turns = turn.chunks_exact(added);
                    for ((run, turn), Reducer { p, .. }) in image.chunks_exact_mut(len).zip(turns).zip(&self.primes) {
                        run.iter_mut().zip(turn).for_each(|(x, y)| *x = p.add(*x, *y));
                    }
                }
            }
            _ => cx.for_chunks(image, len, |first, runs| {
                for (i, run) in runs.chunks_exact_mut(len).enumerate() {
                    self.load(first + i, integers, run, spread);
                }
            }),
        }
        cx.check()
    }

    /// One prime's run of [`fill`](Self::fill).
    fn load(&self, i: usize, integers: &[u64], run: &mut [u64], spread: Spread) {
        let count = integers.len() / self.width;
        match &self.kernel {
            Kernel::Words(primes) if spread == Spread::NONE && count <= run.len() => {
                let (filled, rest) = run.split_at_mut(count);
                rows::split_words(&primes[i], integers, filled);
                rest.fill(0);
            }
            _ => {
                run.fill(0);
                self.add_residues(&self.primes[i], integers, run, spread);
            }
        }
    }

    /// `out[spread.place(i) % out.len()] += integer i` modulo one prime.
    fn add_residues(&self, reducer: &Reducer, integers: &[u64], out: &mut [u64], spread: Spread) {
        let Reducer { p, powers, sign } = reducer;
        // blocks of no integers would be none where there is nothing to fill
        let per_turn = if spread.gap == 0 { out.len().max(1) } else { usize::MAX / self.width };
        for block in integers.chunks(self.width * per_turn) {
            for (j, limbs) in block.chunks_exact(self.width).enumerate() {
                let out = &mut out[spread.place(j)];
                let negative = limbs[self.width - 1] >> 63 == 1;
                let residue = if let [limb] = limbs { p.reduce(*limb) } else { dot(*p, limbs, powers) };
                let residue = if negative { p.add(residue, *sign) } else { residue };
                *out = p.add(*out, residue);
            }
        }
    }
}

/// Σ a_j·b_j modulo p, by a sum of three words.
fn dot(p: Modulus, a: &[u64], b: &[u64]) -> u64 {
    let (mut low, mut high) = (0u128, 0u64);
    for (&x, &y) in a.iter().zip(b) {
        let (sum, carry) = low.overflowing_add(u128::from(x) * u128::from(y));
        low = sum;
        high += u64::from(carry);
    }
    p.reduce3(low as u64, (low >> 64) as u64, high)
}
