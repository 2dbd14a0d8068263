//! Memory of short buffers: blocks of 8 to 256 words, of which each thread keeps some.
//!
//! To allocate and free a block takes as long as a sum of thirty words, and words of fresh memory must be written before they are lent. A thread
//! keeps the blocks that it drops, [`KEPT`] of each size (16 KiB in all), with their old words in them, and gives them to its next buffers.

use super::SLACK;
use std::cell::Cell;

/// Most words of a buffer in a block.
pub const MOST: usize = 256;
/// Number of blocks of each size that a thread keeps.
pub const KEPT: usize = 4;
/// Number of sizes: 2^3, 2^4 … 2^8 words.
pub const SIZES: usize = 6;
/// Most words of a buffer at any address: to align so few saves nothing.
pub const UNALIGNED: usize = 8;

/// Free blocks of one size.
pub struct Spare([Cell<Option<Box<[u64]>>>; KEPT]);

impl Spare {
    const fn new() -> Self {
        Spare([const { Cell::new(None) }; KEPT])
    }

    #[inline(always)]
    pub fn pop(&self) -> Option<Box<[u64]>> {
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
    pub static SPARE: [Spare; SIZES] = const { [const { Spare::new() }; SIZES] };
}

/// The place of the least size of `words` words or more.
#[inline(always)]
fn size(words: usize) -> usize {
    (usize::BITS - (words.saturating_sub(1) | 7).leading_zeros()) as usize - 3
}

/// Memory of up to [`MOST`](Block::MOST) words that becomes a [`Buf`](super::Buf) when it is written, and as a part of it goes back to the thread that drops it.
pub struct Block {
    words: Box<[u64]>,
    /// Number of words before the first one in use.
    skip: u8,
}

impl Block {
    /// Most words of a block.
    pub const MOST: usize = MOST;

    /// A block for `len` words, of any content.
    ///
    /// ```
    /// # use polymod_core::scratch::{Block, Buf};
    /// let mut block = Block::new(2);
    /// block.first_mut(2).copy_from_slice(&[3, 4]);
    /// assert_eq!(Buf::of_block(block, 2)[..], [3, 4]);
    /// ```
    ///
    /// # Panics
    /// For more than [`MOST`](Self::MOST) words.
    #[must_use]
    #[inline(always)]
    pub fn new(len: usize) -> Self {
        assert!(len <= MOST, "{len} words are no short buffer");
        let size = size(len);
        let found = SPARE.try_with(|all| all.get(size)?.pop()).ok().flatten();
        let words = found.unwrap_or_else(|| new(size));
        let skip = if len <= UNALIGNED { 0 } else { words.as_ptr().align_offset(64).min(SLACK) };
        Block { words, skip: skip as u8 }
    }

    tested! {
        /// Number of words that it has room for, at least as many as it was made for, and at most [`MOST`](Self::MOST): a copy of them is a block, too.
        #[inline(always)]
        pub(super) fn room(&self) -> usize {
            (self.words.len() - usize::from(self.skip)).min(MOST)
        }
    }

    tested! {
        /// The first words.
        #[inline(always)]
        pub(super) fn first(&self, len: usize) -> &[u64] {
            &self.words[usize::from(self.skip)..][..len]
        }
    }

    /// The first words, to be written.
    ///
    /// # Panics
    /// For more than it was made for.
    #[inline(always)]
    pub fn first_mut(&mut self, len: usize) -> &mut [u64] {
        &mut self.words[usize::from(self.skip)..][..len]
    }

    /// The first N words; `None` if the block has fewer.
    #[inline(always)]
    pub(super) fn first_few<const N: usize>(&self) -> Option<&[u64; N]> {
        self.words[usize::from(self.skip)..].first_chunk()
    }
}

/// A block that goes back to the thread that drops it. A [`Block`] has no such end: it would have to be in memory for it while it is written, and would be
/// moved from there.
pub struct Kept(pub Block);

impl Drop for Kept {
    #[inline]
    fn drop(&mut self) {
        let words = std::mem::take(&mut self.0.words);
        let len = if words.len() <= UNALIGNED { words.len() } else { words.len() - SLACK };
        // where the thread ends, the block is freed
        let _ = SPARE.try_with(|all| {
            if let Some(spare) = all.get(size(len)) {
                spare.push(words);
            }
        });
    }
}

/// Words of zeros for a block of this size.
#[cold]
#[inline(never)]
fn new(size: usize) -> Box<[u64]> {
    let words = 8 << size;
    vec![0; if words <= UNALIGNED { words } else { words + SLACK }].into_boxed_slice()
}
