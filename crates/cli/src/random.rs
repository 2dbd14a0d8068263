//! Random numbers and `gen poly`: ChaCha20 (Bernstein 2008; RFC 8439), the same on every machine. The seed's eight bytes,
//! little-endian, begin the key; the rest of it, counter and nonce are zero.
//!
//! Over Z/N a coefficient is drawn from ⌈bits/64⌉ words, least significant first, the excess bits cut, until it is below
//! N; over Z a sign bit (the lowest of a word) and then a magnitude of B bits are drawn, again where the result is −0. The
//! constant term comes first; the leading coefficient is drawn again until it is not zero.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;
use rug::Integer;

/// A stream of random words.
pub struct Random(ChaCha20Rng);

impl Random {
    /// The stream of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Random(ChaCha20Rng::from_seed(key))
    }

    /// A uniform word.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform integer of at most `bits` bits, as limbs.
    fn bits(&mut self, bits: u32, out: &mut Vec<u64>) {
        out.clear();
        out.extend((0..bits.div_ceil(64)).map(|_| self.0.next_u64()));
        if let (Some(top), 1..) = (out.last_mut(), bits % 64) {
            *top >>= 64 - bits % 64;
        }
    }
}

/// Distribution of the coefficients of a random polynomial.
#[derive(Clone, Debug)]
pub enum Distribution {
    /// Uniform in [0, N); the limbs of N.
    Below(Vec<u64>),
    /// Uniform in (−2^B, 2^B).
    Signed(u32),
}

impl Distribution {
    /// Uniform modulo `n` ≥ 1.
    #[must_use]
    pub fn below(n: &Integer) -> Self {
        Distribution::Below(n.to_digits(rug::integer::Order::Lsf))
    }

    /// Draws one integer: writes the limbs of its magnitude to `out`; returns whether it is negative.
    pub fn draw(&self, random: &mut Random, out: &mut Vec<u64>) -> bool {
        match self {
            Distribution::Below(n) => loop {
                let bits = 64 * n.len() as u32 - n.last().map_or(0, |top| top.leading_zeros());
                random.bits(bits, out);
                if out.iter().rev().lt(n.iter().rev()) {
                    return false;
                }
            },
            Distribution::Signed(bits) => loop {
                let negative = random.word() & 1 == 1;
                random.bits(*bits, out);
                if !negative || out.iter().any(|&w| w != 0) {
                    return negative;
                }
            },
        }
    }

    /// Draws integers until one is not zero.
    pub fn draw_nonzero(&self, random: &mut Random, out: &mut Vec<u64>) -> bool {
        loop {
            let negative = self.draw(random, out);
            if out.iter().any(|&w| w != 0) {
                return negative;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn drawn(d: &Distribution, count: usize) -> Vec<Integer> {
        let (mut random, mut limbs) = (Random::new(3), Vec::new());
        let one = |_| {
            let negative = d.draw(&mut random, &mut limbs);
            let x = Integer::from_digits(&limbs, rug::integer::Order::Lsf);
            if negative { -x } else { x }
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn every_value_comes_about_equally_often() {
        for (d, values) in [
            (Distribution::below(&Integer::from(5)), -9..=9),
            (Distribution::Signed(2), -9..=9),
            (Distribution::below(&Integer::from(8)), -9..=9),
        ] {
            let mut seen = BTreeMap::new();
            for x in drawn(&d, 4000) {
                assert!(values.contains(&x.to_i64().unwrap()), "{d:?}: {x}");
                *seen.entry(x).or_insert(0_u32) += 1;
            }
            let expected = match d {
                Distribution::Signed(_) => (-3..=3).collect::<Vec<i64>>(),
                Distribution::Below(ref n) => (0..n[0] as i64).collect(),
            };
            assert_eq!(seen.keys().map(|x| x.to_i64().unwrap()).collect::<Vec<_>>(), expected);
            // mean m, standard deviation below sqrt(m): eight deviations
            let mean = 4000.0 / expected.len() as f64;
            assert!(seen.values().all(|&n| (f64::from(n) - mean).abs() < 8.0 * mean.sqrt()), "{d:?}: {seen:?}");
        }
    }

    #[test]
    fn large_moduli_use_all_their_bits() {
        let n = (Integer::from(1) << 200) - 1;
        let all = drawn(&Distribution::below(&n), 100);
        assert!(all.iter().all(|x| *x < n && *x >= 0));
        assert!(all.iter().any(|x| x.significant_bits() == 200));
        assert!(drawn(&Distribution::Signed(64), 100).iter().all(|x| x.significant_bits() <= 64));
    }

    /// The key stream of an all-zero key: RFC 8439, appendix A.1, test vector 1.
    #[test]
    fn the_stream_is_that_of_the_standard() {
        let mut random = Random::new(0);
        assert_eq!([random.word(), random.word()], [0x903d_f1a0_ade0_b876, 0x28bd_8653_e56a_5d40]);
        assert_ne!(Random::new(1).word(), Random::new(1 << 63).word());
    }
}
