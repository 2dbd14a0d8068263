//! Vectors in memory that are written one after the other: scratch of loops, whose beginning need not be cleared.

use super::Row;
use std::mem::MaybeUninit;

/// At most N vectors.
pub struct Stack<R, const N: usize> {
    rows: [MaybeUninit<R>; N],
    /// Number of vectors that were written.
    len: usize,
}

impl<R: Row, const N: usize> Stack<R, N> {
    #[inline(always)]
    pub fn new() -> Self {
        Stack { rows: [const { MaybeUninit::uninit() }; N], len: 0 }
    }

    /// Writes the next vector.
    ///
    /// # Panics
    /// If there is no room.
    #[inline(always)]
    pub fn push(&mut self, row: R) {
        self.rows[self.len].write(row);
        self.len += 1;
    }

    /// The vectors so far.
    #[inline(always)]
    pub fn rows(&self) -> &[R] {
        // SAFETY: that many were written, at most N
        unsafe { std::slice::from_raw_parts(self.rows.as_ptr().cast(), self.len) }
    }
}

impl<R: Row, const N: usize> Default for Stack<R, N> {
    fn default() -> Self {
        Self::new()
    }
}
