//! Coefficients at the ends of their range.

use rug::Integer;

/// The largest numbers of this many bits, −2^bits, or these in turns, for the kinds 0, 1 and 2; those that `other` gives for all other kinds.
pub fn extremes(len: usize, bits: u32, kind: usize, other: impl FnMut(usize) -> Integer) -> Vec<Integer> {
    let (most, least) = ((Integer::from(1) << bits) - 1u32, -(Integer::from(1) << bits));
    match kind {
        0 => vec![most; len],
        1 => vec![least; len],
        2 => [most, least].into_iter().cycle().take(len).collect(),
        _ => (0..len).map(other).collect(),
    }
}
