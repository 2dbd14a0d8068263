//! Checks of lengths at the end of the range of words.

use polymod_core::lengths::*;

const MOST: usize = usize::MAX;

#[test]
fn places_beyond_a_word_are_not_within() {
    assert!(within(0, 0, 0) && within(3, 4, 7) && within(MOST, 0, MOST));
    assert!(!within(3, 5, 7) && !within(MOST, 1, MOST) && !within(MOST, 8, 7));
}

#[test]
fn runs_end_with_the_last_one() {
    assert!(runs_within(0, [0, MOST, MOST], 0) && runs_within(2, [3, 10, 4], 26) && runs_within(0, [1, MOST, 5], 5));
    assert!(!runs_within(2, [3, 10, 5], 26) && !runs_within(1, [0, 1, 1], 0));
    // each of these would wrap to a short length
    assert!(!runs_within(0, [4, MOST / 3 + 1, 8], 16) && !runs_within(8, [2, MOST - 7, 8], 16));
    assert!(!runs_within(MOST, [2, 1, 1], 16) && !runs_within(0, [2, 8, MOST], 16));
}

#[test]
fn products_are_exact() {
    assert_eq!((product([3, 4, 5]), product([MOST, 2, 0]), product([])), (60, 0, 1));
    for lengths in [[1 << (usize::BITS / 2), 1 << (usize::BITS / 2)], [MOST, 1], [MOST / 3, 4]] {
        assert!(std::panic::catch_unwind(|| product(lengths)).is_err(), "{lengths:?}");
    }
}
