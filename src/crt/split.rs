//! Integers of several limbs, reduced modulo many primes.

use crate::arith::Modulus;

/// Reduces integers of `width` limbs, two's complement, modulo each of some primes.
///
/// Σ limb_j·(2^(64j) mod p) is summed in three words and reduced once: `width` products a prime.
#[derive(Clone, Debug)]
pub struct Splitter {
    width: usize,
    primes: Vec<Reducer>,
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
    pub fn new(moduli: impl IntoIterator<Item = Modulus>, width: usize) -> Self {
        let reducer = |p: Modulus| {
            let shift = p.reduce_wide(1 << 64);
            let mut powers = Vec::with_capacity(width);
            let mut power = p.reduce(1);
            for _ in 0..width {
                powers.push(power);
                power = p.mul(power, shift);
            }
            Reducer { p, powers, sign: p.neg(power) }
        };
        Splitter { width, primes: moduli.into_iter().map(reducer).collect() }
    }

    /// Words held.
    #[must_use]
    pub fn words(&self) -> usize {
        self.primes.len() * (self.width + 8)
    }

    /// `out[i % out.len()] += integer i` modulo prime `index`; integers beyond the end of `out` wrap around. `out` must
    /// hold residues in [0, p).
    pub fn reduce(&self, index: usize, integers: &[u64], out: &mut [u64]) {
        let Reducer { p, powers, sign } = &self.primes[index];
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
