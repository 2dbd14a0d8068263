//! Cache of plans under a byte budget: the least recently used are evicted first.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    fmt,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// Key of a plan among those of its type: modulus, length, number of primes and the like.
pub type PlanWords = [u64; 4];
type Key = (TypeId, PlanWords);

/// A value that can be cached and knows its size.
pub trait Cached: Any + Send + Sync {
    /// Number of bytes it holds; data shared through `Arc` count where they were built.
    fn bytes(&self) -> usize;
}

struct Entry {
    plan: Arc<dyn Any + Send + Sync>,
    bytes: usize,
    used: AtomicU64,
}

/// The cache. Reading takes a read lock; plans are built outside any lock, so two threads may build the same plan, and
/// one of the two is kept.
pub struct PlanCache {
    entries: RwLock<HashMap<Key, Entry>>,
    clock: AtomicU64,
    budget: usize,
}

impl PlanCache {
    /// A cache of at most `budget` bytes; a larger plan is returned but not kept.
    #[must_use]
    pub fn new(budget: usize) -> Self {
        PlanCache { entries: RwLock::default(), clock: AtomicU64::new(0), budget }
    }

    /// Returns the plan with the key `words`, building it if it is absent.
    ///
    /// # Errors
    /// Those of `build`.
    pub fn get<P: Cached, E>(&self, words: PlanWords, build: impl FnOnce() -> Result<P, E>) -> Result<Arc<P>, E> {
        let key = (TypeId::of::<P>(), words);
        let now = self.clock.fetch_add(1, Ordering::Relaxed);
        if let Some(Ok(plan)) = self.found(&key, now).map(Arc::downcast) {
            return Ok(plan);
        }
        let plan = Arc::new(build()?);
        let bytes = plan.bytes();
        if bytes <= self.budget {
            self.keep(key, Entry { plan: plan.clone(), bytes, used: AtomicU64::new(now) });
        }
        Ok(plan)
    }

    /// The plan of this key, if there is one, which is used at this time.
    fn found(&self, key: &Key, now: u64) -> Option<Arc<dyn Any + Send + Sync>> {
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let entry = entries.get(key)?;
        entry.used.store(now, Ordering::Relaxed);
        Some(entry.plan.clone())
    }

    /// Keeps a plan, and as many of the others as the budget allows.
    fn keep(&self, key: Key, entry: Entry) {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        entries.insert(key, entry);
        let mut total: usize = entries.values().map(|e| e.bytes).sum();
        while total > self.budget {
            let oldest = entries.iter().min_by_key(|(_, e)| e.used.load(Ordering::Relaxed)).map(|(k, _)| *k);
            let Some(dropped) = oldest.and_then(|k| entries.remove(&k)) else { break };
            total -= dropped.bytes;
        }
    }

    /// Number of bytes held now.
    #[must_use]
    pub fn held_bytes(&self) -> usize {
        self.entries.read().unwrap_or_else(PoisonError::into_inner).values().map(|e| e.bytes).sum()
    }
}

impl fmt::Debug for PlanCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlanCache({} of {} bytes)", self.held_bytes(), self.budget)
    }
}
