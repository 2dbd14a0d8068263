//! Packed vectors of elements that integers of a few bits name, one element at a time: default definitions.

use super::{Coeffs, Ring, View};

/// Number of bits of an element.
fn bits<R: Ring>(r: &R) -> usize {
    let bits = r.packed_bits();
    assert!(bits > 0, "elements of {} have no packed form", r.name());
    bits
}

/// The elements named by successive integers of [`packed_bits`](super::Codec::packed_bits) bits, the first in the lowest bits.
pub(super) fn unpack<R: Ring>(r: &R, words: &[u64], len: usize) -> Coeffs<R> {
    let (bits, mut v) = (bits(r), r.zeros(0));
    for i in 0..len {
        let name = (i * bits..(i + 1) * bits).rev().fold(0, |name, at| name << 1 | words[at / 64] >> (at % 64) & 1);
        r.push_limbs(&mut v, false, &[name]).expect("an integer of packed_bits bits names an element");
    }
    v
}

/// The inverse of [`unpack`].
pub(super) fn pack<R: Ring>(r: &R, v: View<'_, R>) -> Vec<u64> {
    let bits = bits(r);
    let (mut words, mut at) = (vec![0; (v.len() * bits).div_ceil(64)], 0);
    r.each_limbs(v, &mut |_, limbs| {
        let name = limbs.first().copied().unwrap_or(0);
        for i in (0..bits).filter(|i| name >> i & 1 == 1) {
            words[(at + i) / 64] |= 1 << ((at + i) % 64);
        }
        at += bits;
    });
    words
}
