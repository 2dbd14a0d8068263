//! Logarithms, bit reversal and checked sizes.

mod testing;

use polymod_core::bits::*;

#[test]
fn logarithms_and_reversal() {
    assert_eq!([0, 1, 2, 3, 4, 5, 1 << 40].map(ceil_log2), [0, 0, 1, 2, 2, 3, 40]);
    assert_eq!([0, 1, 2, 255, 256, u64::MAX].map(bit_len), [0, 1, 2, 8, 9, 64]);
    assert_eq!(reverse_bits(0b0011, 4), 0b1100);
    assert_eq!(reverse_bits(0, 0), 0);
    let mut x = [0, 1, 2, 3, 4, 5, 6, 7];
    permute_bit_reversed(&mut x);
    assert_eq!(x, [0, 4, 2, 6, 1, 5, 3, 7]);
}

#[test]
fn sizes_are_checked() {
    assert_eq!(checked_words("vector", 1 << 20, 3), Ok(3 << 20));
    // modulo 2^64 the last two products are 0 and 1
    for (a, b) in [(usize::MAX, 2), (1 << 30, 1 << 30), (1 << 63, 2), (usize::MAX, usize::MAX)] {
        assert!(checked_words("vector", a, b).is_err(), "{a}·{b}");
    }
}
