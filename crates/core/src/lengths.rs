//! Checks of lengths that a caller gives and loops rely on; a length that does not fit in a word fits in no slice.

/// Whether `len` words from place `at` on lie within the first `room` words.
#[inline]
pub const fn within(at: usize, len: usize, room: usize) -> bool {
    match at.checked_add(len) {
        Some(end) => end <= room,
        None => false,
    }
}

/// Whether `count` runs of `len` words, each beginning `step` words after the one before, lie within the first `room`
/// words, from place `at` on.
#[inline]
pub const fn runs_within(at: usize, [count, step, len]: [usize; 3], room: usize) -> bool {
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
pub fn product<const N: usize>(lengths: [usize; N]) -> usize {
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
