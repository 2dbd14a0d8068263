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
