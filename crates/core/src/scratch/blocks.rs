//! Memory of short buffers: blocks of 8 to 256 words, of which each thread keeps some.
//!
//! To allocate and free a block takes as long as a sum of thirty words, and words of fresh memory must be written before they are lent. A thread
//! keeps the blocks that it drops, [`KEPT`] of each size (16 KiB in all), with their old words in them, and gives them to its next buffers.

use super::SLACK;
use std::cell::Cell;

/// Most words of a buffer in a block.
pub(super) const MOST: usize = 256;
/// Number of blocks of each size that a thread keeps.
const KEPT: usize = 4;
/// Number of sizes: 2^3, 2^4 … 2^8 words.
const SIZES: usize = 6;
/// Most words of a buffer at any address: to align so few saves nothing.
const UNALIGNED: usize = 8;

/// Free blocks of one size.
struct Spare([Cell<Option<Box<[u64]>>>; KEPT]);

impl Spare {
    const fn new() -> Self {
        Spare([const { Cell::new(None) }; KEPT])
    }

    #[inline(always)]
    fn pop(&self) -> Option<Box<[u64]>> {
        self.0.iter().find_map(Cell::take)
    }

    /// Keeps a block, or frees it, where there are enough.
    #[inline(always)]
    fn push(&self, block: Box<[u64]>) {
        for place in &self.0 {
            match place.take() {
                None => return place.set(Some(block)),
                kept => place.set(kept),
            }
        }
    }
}

thread_local! {
    static SPARE: [Spare; SIZES] = const { [const { Spare::new() }; SIZES] };
}

/// The place of the least size of `words` words or more.
#[inline(always)]
fn size(words: usize) -> usize {
    (usize::BITS - (words.saturating_sub(1) | 7).leading_zeros()) as usize - 3
}

/// A block for `len` words, at most [`MOST`], of any content, and the number of words before the first one.
#[inline(always)]
pub(super) fn take(len: usize) -> (Box<[u64]>, u8) {
    assert!(len <= MOST, "{len} words are no short buffer");
    let size = size(len);
    let found = SPARE.try_with(|all| all.get(size)?.pop()).ok().flatten();
    let block = found.unwrap_or_else(|| new(size));
    let skip = if len <= UNALIGNED { 0 } else { block.as_ptr().align_offset(64).min(SLACK) };
    (block, skip as u8)
}

/// A block of zeros of this size.
#[cold]
#[inline(never)]
fn new(size: usize) -> Box<[u64]> {
    let words = 8 << size;
    vec![0; if words <= UNALIGNED { words } else { words + SLACK }].into_boxed_slice()
}

/// Takes a block back, for this thread's next buffers.
#[inline(always)]
pub(super) fn put(block: Box<[u64]>) {
    let words = if block.len() <= UNALIGNED { block.len() } else { block.len() - SLACK };
    // where the thread ends, the block is freed
    let _ = SPARE.try_with(|all| {
        if let Some(spare) = all.get(size(words)) {
            spare.push(block);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_long_enough_and_come_back() {
        for len in 1..=MOST {
            let (block, skip) = take(len);
            let used = &block[usize::from(skip)..];
            assert!(used.len() >= len && used.len() <= (2 * len).max(8) + SLACK, "{len} words");
            assert!(len <= UNALIGNED || used.as_ptr().align_offset(64) == 0, "{len} words");
            let place = block.as_ptr();
            put(block);
            assert_eq!(take(len).0.as_ptr(), place, "the block dropped last is taken");
        }
    }

    #[test]
    fn a_thread_keeps_few_blocks() {
        let all: Vec<_> = (0..3 * KEPT).map(|_| take(MOST).0).collect();
        all.into_iter().for_each(put);
        let kept: Vec<_> = SPARE.with(|all| std::iter::from_fn(|| all[SIZES - 1].pop()).collect());
        assert_eq!(kept.len(), KEPT);
        let other = std::thread::spawn(|| put(take(MOST).0));
        other.join().expect("no panic");
    }
}
