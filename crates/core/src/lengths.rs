//! Checks of lengths that a caller gives and loops rely on; a length that does not fit in a word fits in no slice.

/// Whether `len` words from place `at` on lie within the first `room` words.
#[inline]
pub(crate) const fn within(at: usize, len: usize, room: usize) -> bool {
    match at.checked_add(len) {
        Some(end) => end <= room,
        None => false,
    }
}

/// Whether `count` runs of `len` words, each beginning `step` words after the one before, lie within the first `room`
/// words, from place `at` on.
#[inline]
pub(crate) const fn runs_within(at: usize, [count, step, len]: [usize; 3], room: usize) -> bool {
    let Some(last) = count.checked_sub(1) else { return within(at, 0, room) };
    let Some(last) = last.checked_mul(step) else { return false };
    match at.checked_add(last) {
        Some(at) => within(at, len, room),
        None => false,
    }
}

/// The product of these lengths.
///
/// # Panics
/// If it exceeds the length of any slice.
#[inline]
pub(crate) fn product<const N: usize>(lengths: [usize; N]) -> usize {
    if lengths.contains(&0) {
        return 0;
    }
    let product = lengths.iter().try_fold(1usize, |product, &len| product.checked_mul(len));
    product.filter(|&len| len <= isize::MAX as usize).unwrap_or_else(|| too_long(&lengths))
}

#[cold]
fn too_long(lengths: &[usize]) -> ! {
    panic!("{lengths:?} words are more than any slice has")
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = usize::MAX;

    #[test]
    fn places_beyond_a_word_are_not_within() {
        assert!(within(0, 0, 0) && within(3, 4, 7) && within(MOST, 0, MOST));
        assert!(!within(3, 5, 7) && !within(MOST, 1, MOST) && !within(MOST, 8, 7));
    }

    #[test]
    fn runs_end_with_the_last_one() {
        assert!(
            runs_within(0, [0, MOST, MOST], 0) && runs_within(2, [3, 10, 4], 26) && runs_within(0, [1, MOST, 5], 5)
        );
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
}
