//! Random integers from a source of random words.

use rand_core::Rng;

/// A distribution of integers. The words that it takes from a generator, and in which order, are part of its definition: the same
/// generator gives the same integers on every machine.
///
/// ```
/// use polymod::Distribution;
/// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
///
/// let (mut random, mut limbs) = (ChaCha20Rng::seed_from_u64(1), Vec::new());
/// let negative = Distribution::below(&[97]).draw(&mut random, &mut limbs);
/// assert!(!negative && limbs[0] < 97);
/// ```
#[derive(Clone, Debug)]
pub enum Distribution {
    /// Uniform in [0, N); the limbs of N, least significant first, the last one not 0.
    ///
    /// ⌈bits/64⌉ words are drawn, least significant first, and the excess bits cut, until the integer is below N.
    Below(Vec<u64>),
    /// Uniform in (−2^B, 2^B).
    ///
    /// A sign, the lowest bit of a word, and a magnitude of B bits are drawn until they are not −0.
    Signed(u32),
}

impl Distribution {
    /// Uniform in [0, N) for the N > 0 with these limbs, least significant first.
    ///
    /// ```
    /// # use polymod::Distribution;
    /// assert!(matches!(Distribution::below(&[97, 0]), Distribution::Below(limbs) if limbs == [97]));
    /// ```
    ///
    /// # Panics
    /// For N = 0.
    #[must_use]
    pub fn below(limbs: &[u64]) -> Self {
        let len = limbs.iter().rposition(|&limb| limb != 0).expect("an integer above 0") + 1;
        Distribution::Below(limbs[..len].to_vec())
    }

    /// Draws one integer: writes the limbs of its magnitude to `out`, as many as the largest one has; returns whether it is negative.
    ///
    /// ```
    /// # use polymod::Distribution;
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let (mut random, mut limbs) = (ChaCha20Rng::seed_from_u64(1), Vec::new());
    /// for _ in 0..100 {
    ///     Distribution::Signed(65).draw(&mut random, &mut limbs); // the sign returned, the magnitude in two limbs
    ///     assert!(limbs.len() == 2 && limbs[1] < 2);
    /// }
    /// ```
    pub fn draw<S: Rng + ?Sized>(&self, random: &mut S, out: &mut Vec<u64>) -> bool {
        match self {
            Distribution::Below(n) => loop {
                let bits = 64 * n.len() as u32 - n.last().map_or(0, |top| top.leading_zeros());
                draw_bits(random, bits, out);
                if out.iter().rev().lt(n.iter().rev()) {
                    return false;
                }
            },
            Distribution::Signed(bits) => loop {
                let negative = random.next_u64() & 1 == 1;
                draw_bits(random, *bits, out);
                if !negative || out.iter().any(|&w| w != 0) {
                    return negative;
                }
            },
        }
    }

    /// [`draw`](Self::draw), repeated until the integer is not 0. Does not return where 0 is the only one.
    ///
    /// ```
    /// # use polymod::Distribution;
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let (mut random, mut limbs) = (ChaCha20Rng::seed_from_u64(1), Vec::new());
    /// Distribution::below(&[2]).draw_nonzero(&mut random, &mut limbs); // 0 and 1 have the same probability, 0 is drawn again
    /// assert_eq!(limbs, [1]);
    /// ```
    pub fn draw_nonzero<S: Rng + ?Sized>(&self, random: &mut S, out: &mut Vec<u64>) -> bool {
        loop {
            let negative = self.draw(random, out);
            if out.iter().any(|&w| w != 0) {
                return negative;
            }
        }
    }
}

/// Draws a uniform integer of at most `bits` bits, as limbs.
fn draw_bits<S: Rng + ?Sized>(random: &mut S, bits: u32, out: &mut Vec<u64>) {
    out.clear();
    out.extend((0..bits.div_ceil(64)).map(|_| random.next_u64()));
    if let (Some(top), 1..) = (out.last_mut(), bits % 64) {
        *top >>= 64 - bits % 64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    use std::collections::BTreeMap;

    /// Signs and limbs.
    fn drawn(d: &Distribution, count: usize) -> Vec<(bool, Vec<u64>)> {
        let (mut random, mut limbs) = (ChaCha20Rng::seed_from_u64(3), Vec::new());
        (0..count).map(|_| (d.draw(&mut random, &mut limbs), limbs.clone())).collect()
    }

    #[test]
    fn every_value_comes_about_equally_often() {
        for (d, values) in [
            (Distribution::below(&[5, 0]), 0..=4),
            (Distribution::Signed(2), -3..=3),
            (Distribution::below(&[8]), 0..=7),
        ] {
            let mut seen = BTreeMap::new();
            for (negative, limbs) in drawn(&d, 4000) {
                let x = limbs[0] as i64;
                *seen.entry(if negative { -x } else { x }).or_insert(0_u32) += 1;
            }
            assert_eq!(seen.keys().copied().collect::<Vec<i64>>(), values.clone().collect::<Vec<i64>>());
            // mean m, standard deviation below sqrt(m): eight deviations
            let mean = 4000.0 / values.count() as f64;
            assert!(seen.values().all(|&n| (f64::from(n) - mean).abs() < 8.0 * mean.sqrt()), "{d:?}: {seen:?}");
        }
    }

    #[test]
    fn large_moduli_use_all_their_bits() {
        let n = [u64::MAX, u64::MAX, u64::MAX, 0xff];
        let all = drawn(&Distribution::below(&n), 100);
        assert!(all.iter().all(|(negative, x)| !negative && x.len() == 4 && x[3] < 256));
        assert!(all.iter().any(|(_, x)| x[3] >= 128));
        assert!(drawn(&Distribution::Signed(70), 100).iter().all(|(_, x)| x.len() == 2 && x[1] < 64));
        assert!(drawn(&Distribution::Signed(64), 100).iter().any(|(negative, _)| *negative));
    }

    #[test]
    #[should_panic(expected = "above 0")]
    fn nothing_is_below_0() {
        let _ = Distribution::below(&[0]);
    }
}
