//! Threads of an engine's own.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::OnceLock;

/// Threads that start at their first use: short operations take less time than a start.
pub(super) struct Workers {
    threads: usize,
    pool: OnceLock<Option<ThreadPool>>,
}

impl Workers {
    pub(super) fn new(threads: usize) -> Self {
        Workers { threads, pool: OnceLock::new() }
    }

    /// The threads, or nothing where the system does not start that many.
    pub(super) fn pool(&self) -> Option<&ThreadPool> {
        let start = || ThreadPoolBuilder::new().num_threads(self.threads).build().ok();
        self.pool.get_or_init(start).as_ref()
    }
}
