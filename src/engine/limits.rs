//! Limits of the computations of one thread, below those of the engine.

use std::cell::Cell;

thread_local! {
    static CURRENT: Cell<Limits> = const { Cell::new(Limits::NONE) };
}

/// Number of threads and bytes of memory that the computations of a thread may take: the smaller of these and the engine's apply, to every
/// engine. Computations hand their limits on to the threads that they share work with.
///
/// For programs whose rings hold one engine, where a computation is to take less than all of it.
///
/// ```
/// use polymod::{Engine, engine::Limits};
/// let engine = Engine::builder().threads(4).memory(1 << 30).build();
/// let limits = Limits { threads: 1, ..Limits::NONE };
/// assert_eq!(limits.apply(|| (engine.threads(), engine.memory())), (1, 1 << 30));
/// assert_eq!(engine.threads(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Bytes of a product: operands, result and working memory together.
    pub memory: u64,
}

impl Limits {
    /// No limits but the engine's.
    pub const NONE: Limits = Limits { threads: usize::MAX, memory: u64::MAX };

    /// The limits of the calling thread.
    ///
    /// ```
    /// # use polymod::engine::Limits;
    /// assert_eq!(Limits::of_thread(), Limits::NONE);
    /// ```
    #[must_use]
    #[inline]
    pub fn of_thread() -> Self {
        CURRENT.get()
    }

    /// Sets the limits of the calling thread from now on; returns those before, to be set again.
    ///
    /// ```
    /// # use polymod::engine::Limits;
    /// let before = Limits { memory: 1 << 20, ..Limits::NONE }.set();
    /// assert_eq!(Limits::of_thread().memory, 1 << 20);
    /// before.set();
    /// assert_eq!(Limits::of_thread(), Limits::NONE);
    /// ```
    #[allow(clippy::must_use_candidate, reason = "the limits before may be known")]
    pub fn set(self) -> Self {
        CURRENT.replace(self)
    }

    /// Runs `f` with these limits of the calling thread; those before apply again when `f` ends, by a panic, too.
    ///
    /// ```
    /// # use polymod::engine::Limits;
    /// let inner = Limits { threads: 2, memory: 1000 };
    /// assert_eq!(inner.apply(Limits::of_thread), inner);
    /// assert_eq!(Limits::of_thread(), Limits::NONE);
    /// ```
    pub fn apply<T>(self, f: impl FnOnce() -> T) -> T {
        struct Restored(Limits);
        impl Drop for Restored {
            fn drop(&mut self) {
                self.0.set();
            }
        }
        let _restored = Restored(self.set());
        f()
    }
}
