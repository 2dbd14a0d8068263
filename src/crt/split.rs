//! Integers of several limbs, reduced modulo many primes.

use crate::{
    Result,
    arith::Modulus,
    cpu::Isa,
    engine::Cx,
    kernels::rows::{self, RowSplitter},
};

/// Reduces integers of `width` limbs, two's complement, modulo each of some primes: in vectors where there are kernels,
/// else by Σ limb_j·(2^(64j) mod p), summed in three words and reduced once; `width` products a prime either way.
#[derive(Clone, Debug)]
pub struct Splitter {
    width: usize,
    primes: Vec<Reducer>,
    vectors: Option<RowSplitter>,
}

#[derive(Clone, Debug)]
struct Reducer {
    p: Modulus,
    /// 2^(64j) modulo p, j < width.
    powers: Vec<u64>,
    /// −2^(64·width) modulo p: what the sign bit stands for beyond the top limb's value.
    sign: u64,
}

impl Splitter {
    /// For integers of `width` ≥ 1 limbs and these primes.
    #[must_use]
    pub fn new(isa: Isa, moduli: &[Modulus], width: usize) -> Self {
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
        let vectors = rows::applies(isa, moduli, width).then(|| RowSplitter::new(moduli, width));
        Splitter { width, primes: moduli.iter().map(reducer).collect(), vectors }
    }

    /// Words held.
    #[must_use]
    pub fn words(&self) -> usize {
        self.primes.len() * (self.width + 8) + self.vectors.as_ref().map_or(0, RowSplitter::words)
    }

    /// Fills an image, `len` residues a prime: entry j is congruent to integer j, summed with integers j + len, … where
    /// there are more than `len`; zeros follow. Entries are below p, or below 2^52 from the vector kernels.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn fill(&self, integers: &[u64], image: &mut [u64], len: usize, cx: Cx<'_>) -> Result<()> {
        let count = integers.len() / self.width;
        match &self.vectors {
            Some(vectors) if count <= len => {
                // a part of the rows a thread, with that part of every prime's run
                let part = count.div_ceil(cx.threads()).next_multiple_of(8);
                let mut parts: Vec<(&[u64], Vec<&mut [u64]>)> =
                    integers.chunks(part * self.width).map(|rows| (rows, Vec::new())).collect();
                for run in image.chunks_exact_mut(len) {
                    let (filled, rest) = run.split_at_mut(count);
                    rest.fill(0);
                    for (run, (_, runs)) in filled.chunks_mut(part).zip(&mut parts) {
                        runs.push(run);
                    }
                }
                cx.map(parts, |(rows, mut runs), _| {
                    rows::split(vectors, rows, &mut runs);
                    Ok(())
                })?;
            }
            _ => cx.for_chunks(image, len, |first, runs| {
                for (i, run) in runs.chunks_exact_mut(len).enumerate() {
                    run.fill(0);
                    self.add_residues(&self.primes[first + i], integers, run);
                }
            }),
        }
        cx.check()
    }

    /// `out[i % out.len()] += integer i` modulo one prime.
    fn add_residues(&self, reducer: &Reducer, integers: &[u64], out: &mut [u64]) {
        let Reducer { p, powers, sign } = reducer;
        for block in integers.chunks(self.width * out.len()) {
            for (out, limbs) in out.iter_mut().zip(block.chunks_exact(self.width)) {
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
