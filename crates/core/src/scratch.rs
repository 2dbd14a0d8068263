//! Reusable buffers of 64-bit words.
//!
//! A [`Buf`] of more than 8 words starts at a 64-byte boundary when it is made with a length. One of 512 words and more returns to its [`Pool`]
//! when it is dropped, also on an early return with an error: fresh pages cost about as much as a transform pass over them. Below that the allocator
//! is faster than a lock. Blocks of up to 256 words are kept by the thread that drops them.

#[cfg(not(feature = "testing"))]
mod blocks;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod blocks;

use blocks::Kept;

pub use blocks::Block;

use std::{
    fmt,
    ops::{Deref, DerefMut},
    sync::{Arc, Mutex, PoisonError},
};

tested! {
    /// Least length in words of a pooled buffer.
    const POOLED_WORDS: usize = 512;
}
tested! {
    /// Largest number of words skipped to reach a 64-byte boundary.
    const SLACK: usize = 7;
}

/// Free buffers, grouped by ⌊log2⌋ of their capacity, up to a budget in bytes.
pub struct Pool {
    shelves: Mutex<Shelves>,
    budget: usize,
}

struct Shelves {
    by_log: Vec<Vec<Vec<u64>>>,
    bytes: usize,
    in_use: usize,
    peak: usize,
}

impl Pool {
    /// A pool that keeps at most `budget` bytes of unused buffers.
    #[must_use]
    pub fn new(budget: usize) -> Arc<Self> {
        let shelves = Shelves { by_log: vec![Vec::new(); 48], bytes: 0, in_use: 0, peak: 0 };
        Arc::new(Pool { shelves: Mutex::new(shelves), budget })
    }

    /// Takes a free buffer of capacity `words` or more out of the pool, if there is one, and counts `words` words as in
    /// use.
    fn take(&self, words: usize) -> Option<Vec<u64>> {
        let mut shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        shelves.in_use += 8 * words;
        shelves.peak = shelves.peak.max(shelves.in_use);
        let log = words.ilog2() as usize;
        // on its own shelf a buffer may be too short; on the next one each is long enough, and at most 4 times too long
        let same = shelves.by_log[log].iter().rposition(|v| v.capacity() >= words);
        let found = match same {
            Some(i) => shelves.by_log[log].swap_remove(i),
            None => shelves.by_log.get_mut(log + 1)?.pop()?,
        };
        shelves.bytes -= 8 * found.capacity();
        Some(found)
    }

    /// Takes back a buffer of which `words` words were counted as in use.
    fn put(&self, v: Vec<u64>, words: usize) {
        let (bytes, log) = (8 * v.capacity(), v.capacity().max(1).ilog2() as usize);
        let mut shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        shelves.in_use -= 8 * words;
        if v.capacity() >= POOLED_WORDS && log < shelves.by_log.len() && shelves.bytes + bytes <= self.budget {
            shelves.bytes += bytes;
            shelves.by_log[log].push(v);
        }
    }

    /// Peak of the bytes in use at the same time, since the last call.
    #[must_use]
    pub fn take_peak_bytes(&self) -> usize {
        let mut shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        let in_use = shelves.in_use;
        std::mem::replace(&mut shelves.peak, in_use)
    }

    /// Bytes of unused buffers held now.
    #[must_use]
    pub fn held_bytes(&self) -> usize {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner).bytes
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pool({} of {} bytes)", self.held_bytes(), self.budget)
    }
}

/// A vector of 64-bit words that returns to its pool when dropped; up to four words are in it.
pub struct Buf(Words);

/// Most words that need no memory.
const INLINE: usize = 4;

enum Words {
    Few {
        len: u8,
        words: [u64; INLINE],
    },
    Short {
        len: u16,
        block: Kept,
    },
    Many {
        /// Number of words before the first one in use.
        skip: u8,
        fresh: bool,
        words: Homing,
    },
}

/// Words that return to their pool when dropped, if they have one.
struct Homing {
    words: Vec<u64>,
    home: Option<Box<Home>>,
}

/// Where a buffer returns to.
struct Home {
    pool: Arc<Pool>,
    /// Number of words asked of the pool.
    taken: usize,
}

impl Drop for Homing {
    #[inline]
    fn drop(&mut self) {
        if let Some(home) = self.home.take() {
            home.pool.put(std::mem::take(&mut self.words), home.taken);
        }
    }
}

impl Default for Buf {
    #[inline]
    fn default() -> Self {
        Buf::empty()
    }
}

impl Buf {
    /// A buffer of no words and no memory.
    #[must_use]
    #[inline]
    pub const fn empty() -> Self {
        Buf(Words::Few { len: 0, words: [0; INLINE] })
    }

    /// Largest length of buffers in blocks that their thread keeps: those of short operands and their results.
    pub const SHORT: usize = Block::MOST;

    /// The first `len` words of a block. Values of a program's own that are made where they stay need no copy of what was just written to the block, which
    /// would wait for it.
    ///
    /// # Panics
    /// For more than the block has.
    #[must_use]
    #[inline(always)]
    pub fn of_block(block: Block, len: usize) -> Self {
        assert!(len <= block.room(), "{len} words of a block");
        Buf(Words::Short { len: len as u16, block: Kept(block) })
    }

    /// The first `len` of these words: a buffer that is made of what is in registers.
    ///
    /// ```
    /// # use polymod_core::scratch::Buf;
    /// assert_eq!(Buf::few([3, 4, 0, 0], 2)[..], [3, 4]);
    /// ```
    ///
    /// # Panics
    /// For a length above 4.
    #[must_use]
    #[inline(always)]
    pub fn few(words: [u64; INLINE], len: usize) -> Self {
        assert!(len <= INLINE, "{len} words are not few");
        Buf(Words::Few { len: len as u8, words })
    }

    /// A buffer of `len` zeros.
    #[must_use]
    #[inline]
    pub fn zeroed(pool: Option<&Arc<Pool>>, len: usize) -> Self {
        let mut buf = Self::dirty(pool, len);
        if !buf.is_fresh() {
            buf.fill(0);
        }
        buf
    }

    /// A buffer of `len` words of any content: for outputs that are written in full.
    #[must_use]
    #[inline]
    pub fn dirty(pool: Option<&Arc<Pool>>, len: usize) -> Self {
        if len <= INLINE {
            return Buf(Words::Few { len: len as u8, words: [0; INLINE] });
        }
        if len <= Self::SHORT { Self::of_block(Block::new(len), len) } else { Self::aligned(pool, len) }
    }

    /// A copy of these words.
    ///
    /// ```
    /// # use polymod_core::scratch::Buf;
    /// assert_eq!(Buf::copied(None, &[1, 2, 3])[..], [1, 2, 3]);
    /// ```
    #[must_use]
    #[inline]
    pub fn copied(pool: Option<&Arc<Pool>>, words: &[u64]) -> Self {
        if let Some(few) = Self::few_of(words) {
            return few;
        }
        if words.len() <= Self::SHORT {
            return Self::short_of(words);
        }
        let mut copy = Self::dirty(pool, words.len());
        copy.copy_from_slice(words);
        copy
    }

    /// A copy of few words.
    #[inline(always)]
    fn few_of(words: &[u64]) -> Option<Self> {
        let len = words.len() as u8;
        match *words {
            [] => Some(Self::empty()),
            [a] => Some(Buf(Words::Few { len, words: [a, 0, 0, 0] })),
            [a, b] => Some(Buf(Words::Few { len, words: [a, b, 0, 0] })),
            [a, b, c] => Some(Buf(Words::Few { len, words: [a, b, c, 0] })),
            [a, b, c, d] => Some(Buf(Words::Few { len, words: [a, b, c, d] })),
            _ => None,
        }
    }

    /// A copy of at most [`SHORT`](Self::SHORT) words, in a block.
    #[inline(always)]
    fn short_of(words: &[u64]) -> Self {
        let mut block = Block::new(words.len());
        block.first_mut(words.len()).copy_from_slice(words);
        Self::of_block(block, words.len())
    }

    /// What `made` makes of a copy, or `otherwise`, where the words are not short. Both are made in the caller's place: a buffer from several branches
    /// is moved, and the move waits for what was just stored.
    #[inline(always)]
    pub fn copy_or<T>(&self, made: impl Fn(Self) -> T, otherwise: impl FnOnce() -> T) -> T {
        match &self.0 {
            Words::Few { len, words } => made(Buf(Words::Few { len: *len, words: *words })),
            Words::Short { len, block } => match block.0.first_few() {
                Some(words) if usize::from(*len) <= INLINE => made(Buf(Words::Few { len: *len as u8, words: *words })),
                _ => made(Self::short_of(block.0.first(usize::from(*len)))),
            },
            Words::Many { .. } if (INLINE + 1..=Self::SHORT).contains(&self.len()) => made(Self::short_of(self)),
            Words::Many { .. } => otherwise(),
        }
    }

    /// A buffer of `len` words of any content that starts at a 64-byte boundary.
    fn aligned(pool: Option<&Arc<Pool>>, len: usize) -> Self {
        let (pool, taken) = (pool.filter(|_| len >= POOLED_WORDS), len + SLACK);
        let old = pool.and_then(|p| p.take(taken));
        let fresh = old.is_none();
        let mut words = old.unwrap_or_else(|| {
            // many fresh zeros come from the system as untouched pages
            if len < POOLED_WORDS { small_zeros(taken) } else { vec![0; taken] }
        });
        let skip = words.as_ptr().align_offset(64).min(SLACK);
        words.resize(skip + len, 0);
        let home = pool.map(|pool| Box::new(Home { pool: pool.clone(), taken }));
        Buf(Words::Many { skip: skip as u8, fresh, words: Homing { words, home } })
    }

    /// Whether its words come from the allocator, and not from a buffer that was used before.
    #[must_use]
    #[inline]
    pub fn is_fresh(&self) -> bool {
        match self.0 {
            Words::Few { .. } => true,
            Words::Short { .. } => false,
            Words::Many { fresh, .. } => fresh,
        }
    }

    /// An empty buffer that grows like a `Vec` and is not pooled: for reading input of unknown length.
    #[must_use]
    pub fn growing() -> Self {
        Buf::default()
    }

    /// The words in use, as a vector.
    #[must_use]
    pub fn into_vec(mut self) -> Vec<u64> {
        match &mut self.0 {
            Words::Few { .. } | Words::Short { .. } => self.to_vec(),
            Words::Many { skip, words, .. } => {
                let mut words = std::mem::take(&mut words.words);
                words.drain(..usize::from(*skip));
                words
            }
        }
    }

    /// Truncates to `len` words, or extends by zeros.
    #[inline]
    pub fn resize(&mut self, len: usize) {
        match &mut self.0 {
            Words::Few { len: old, words } if len <= INLINE => {
                words[len.min(usize::from(*old))..].fill(0);
                *old = len as u8;
            }
            Words::Short { len: old, block } if len <= block.0.room() => {
                block.0.first_mut(len)[len.min(usize::from(*old))..].fill(0);
                *old = len as u16;
            }
            Words::Few { .. } | Words::Short { .. } => self.spilled(len).resize(len, 0),
            Words::Many { skip, words, .. } => words.words.resize(usize::from(*skip) + len, 0),
        }
    }

    /// Truncates to `len` words, if there are more.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        match &mut self.0 {
            Words::Few { len: old, .. } => *old = usize::from(*old).min(len) as u8,
            Words::Short { len: old, .. } => *old = usize::from(*old).min(len) as u16,
            Words::Many { skip, words, .. } => words.words.truncate(usize::from(*skip) + len),
        }
    }

    /// Appends one word.
    #[inline]
    pub fn push(&mut self, word: u64) {
        match &mut self.0 {
            Words::Few { len, words } if usize::from(*len) < INLINE => {
                words[usize::from(*len)] = word;
                *len += 1;
            }
            Words::Short { len, block } if usize::from(*len) < block.0.room() => {
                *len += 1;
                block.0.first_mut(usize::from(*len))[usize::from(*len) - 1] = word;
            }
            Words::Few { .. } | Words::Short { .. } => {
                let len = self.len();
                self.spilled(2 * len).push(word);
            }
            Words::Many { words, .. } => words.words.push(word),
        }
    }

    /// Appends words.
    pub fn extend_from_slice(&mut self, more: &[u64]) {
        let len = self.len() + more.len();
        match &mut self.0 {
            Words::Few { .. } if len <= INLINE => more.iter().for_each(|&word| self.push(word)),
            Words::Few { .. } | Words::Short { .. } => self.spilled(len).extend_from_slice(more),
            Words::Many { words, .. } => words.words.extend_from_slice(more),
        }
    }

    /// The words as a vector in memory, with room for `capacity`.
    #[inline(never)]
    fn spilled(&mut self, capacity: usize) -> &mut Vec<u64> {
        let mut vector = Vec::with_capacity(capacity.max(self.len()));
        vector.extend_from_slice(self);
        *self = Buf::from(vector);
        match &mut self.0 {
            Words::Many { words, .. } => &mut words.words,
            Words::Few { .. } | Words::Short { .. } => unreachable!("a buffer of a vector"),
        }
    }

    /// A buffer of `len` zeros from the same pool.
    #[must_use]
    pub fn sibling(&self, len: usize) -> Self {
        Self::zeroed(self.pool(), len)
    }

    /// The pool that it returns to.
    fn pool(&self) -> Option<&Arc<Pool>> {
        match &self.0 {
            Words::Few { .. } | Words::Short { .. } => None,
            Words::Many { words, .. } => words.home.as_ref().map(|home| &home.pool),
        }
    }
}

/// Few zeros: written here, because allocators keep freed blocks ready for requests of memory of any content only.
#[expect(clippy::slow_vector_initialization, reason = "the macro asks the allocator for zeros, which takes longer")]
fn small_zeros(len: usize) -> Vec<u64> {
    let mut words = Vec::with_capacity(len);
    words.resize(len, 0);
    words
}

impl From<Vec<u64>> for Buf {
    #[inline]
    fn from(words: Vec<u64>) -> Self {
        Buf(Words::Many { skip: 0, fresh: false, words: Homing { words, home: None } })
    }
}

impl Clone for Buf {
    #[inline]
    fn clone(&self) -> Self {
        Self::copied(self.pool(), self)
    }
}

impl Deref for Buf {
    type Target = [u64];
    #[inline]
    fn deref(&self) -> &[u64] {
        match &self.0 {
            Words::Few { len, words } => &words[..usize::from(*len)],
            Words::Short { len, block } => block.0.first(usize::from(*len)),
            Words::Many { skip, words, .. } => &words.words[usize::from(*skip)..],
        }
    }
}

impl DerefMut for Buf {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u64] {
        match &mut self.0 {
            Words::Few { len, words } => &mut words[..usize::from(*len)],
            Words::Short { len, block } => block.0.first_mut(usize::from(*len)),
            Words::Many { skip, words, .. } => &mut words.words[usize::from(*skip)..],
        }
    }
}

impl fmt::Debug for Buf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Splits each piece at unit boundaries into one share per thread, for at most `threads` threads; returns (first unit,
/// parts of the pieces) for each share. A piece has `units` units of `words` words each; its last unit may be shorter.
#[must_use]
pub fn shares<'a>(
    pieces: impl Iterator<Item = &'a mut [u64]>,
    [units, words]: [usize; 2],
    threads: usize,
) -> Vec<(usize, Vec<&'a mut [u64]>)> {
    let each = units.div_ceil(threads);
    let pieces_of = pieces.size_hint().0;
    let mut all: Vec<_> = (0..units).step_by(each).map(|first| (first, Vec::with_capacity(pieces_of))).collect();
    for piece in pieces {
        for ((_, parts), part) in all.iter_mut().zip(piece.chunks_mut(each * words)) {
            parts.push(part);
        }
    }
    all
}
