//! Logarithms, bit reversal and checked sizes.

#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod testing;

use crate::{Error, Result};

/// ⌈log2 n⌉; 0 for n ≤ 1.
#[inline]
#[must_use]
pub fn ceil_log2(n: usize) -> u32 {
    n.max(1).next_power_of_two().trailing_zeros()
}

/// The number of bits of x; 0 for 0.
#[inline]
#[must_use]
pub fn bit_len(x: u64) -> u32 {
    u64::BITS - x.leading_zeros()
}

/// The lowest `bits` bits of `i` in reverse order; `bits` ≤ 64.
#[inline]
#[must_use]
pub fn reverse_bits(i: usize, bits: u32) -> usize {
    if bits == 0 { 0 } else { i.reverse_bits() >> (usize::BITS - bits) }
}

/// Permutes a slice into bit-reversed order: entry i moves to the index whose log2(length) bits are those of i
/// reversed.
///
/// # Panics
/// If the length is not a power of two.
pub fn permute_bit_reversed(x: &mut [u64]) {
    assert!(x.len().is_power_of_two(), "bit reversal: the length {} is no power of two", x.len());
    let bits = x.len().trailing_zeros();
    for i in 0..x.len() {
        let j = reverse_bits(i, bits);
        if i < j {
            x.swap(i, j);
        }
    }
}

/// `a · b` as a number of words; an error where they cannot be allocated.
///
/// # Errors
/// [`Error::TooLarge`] beyond 2^46 words, more than any address space holds.
pub fn checked_words(what: &str, a: usize, b: usize) -> Result<usize> {
    const MOST: u64 = 1 << 46;
    match (a as u64).checked_mul(b as u64) {
        Some(n) if n <= MOST && n <= usize::MAX as u64 / 8 => Ok(n as usize),
        _ => {
            Err(Error::TooLarge { what: what.into(), size: format!("{a}·{b} words"), limit: format!("{MOST} words") })
        }
    }
}

/// Generator of pseudorandom words, determined by the seed, for timings and tests (Steele, Lea, Flood 2014, "Fast
/// splittable pseudorandom number generators", §4).
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The sequence of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        SplitMix64(seed)
    }

    /// Returns the next word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
