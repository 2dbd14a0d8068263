//! Threads, plans, buffers, costs and cancellation: everything that outlives one call.
//!
//! A ring holds an [`Engine`] (a cheap clone); each public operation enters it once and hands a [`Context`] down by value.

mod builder;
mod context;
#[cfg(not(feature = "testing"))]
pub(crate) mod handle;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod handle;
mod limits;
#[cfg(feature = "parallel")]
mod workers;

use crate::{
    Result,
    kernels::pages,
    scratch::{Buf, Pool},
    tested,
    transform::cache::{Cached, PlanCache, PlanWords},
};
use std::{
    fmt,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};

use self::handle::{Handle, kept};

pub use crate::monitor::{Alternative, Cancel, Decision, Event, Monitor};
pub use builder::EngineBuilder;
pub use context::Context;
pub use limits::Limits;
pub use polymod_core::{costs::CostModel, cpu::Target, kernels::pages::return_freed as return_freed_memory};

/// Threads, plans, buffers and costs of computations. Cheap to clone; clones share threads, caches and buffers.
///
/// ```
/// let engine = polymod::Engine::builder().threads(1).build();
/// let f = polymod::Zn::on(&engine, 97)?;
/// assert_eq!(f.engine().threads(), 1);
/// # use polymod::ring::Ring;
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct Engine(Handle<Inner>);

struct Inner {
    /// Threads of the pool, and the number of them that computations use.
    pool_threads: usize,
    threads: AtomicUsize,
    target: Target,
    costs: CostModel,
    cancel: Cancel,
    monitor: Option<Arc<dyn Monitor>>,
    memory: u64,
    pool: Arc<Pool>,
    plans: Arc<PlanCache>,
    #[cfg(feature = "parallel")]
    workers: Option<Arc<workers::Workers>>,
    /// Engines for parts of a computation: with the same threads, and with one.
    unwatched: [OnceLock<Engine>; 2],
}

impl Default for Engine {
    /// The process-wide engine: all cores (rayon's global pool), started at its first use.
    fn default() -> Self {
        static ENGINE: OnceLock<Engine> = OnceLock::new();
        ENGINE.get_or_init(|| Engine::builder().build()).clone()
    }
}

// the pool's threads would keep the engine that keeps them, and monitors tell by their end that nothing else comes
kept!(Inner, |engine: &Inner| engine.is_light());

impl Inner {
    /// Whether it has neither threads of its own nor a monitor.
    #[inline]
    fn is_light(&self) -> bool {
        #[cfg(feature = "parallel")]
        let threads = self.workers.is_some();
        #[cfg(not(feature = "parallel"))]
        let threads = false;
        !threads && self.monitor.is_none()
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Engine({} threads, {})", self.threads(), self.0.target)
    }
}

impl Engine {
    /// A builder with the defaults.
    ///
    /// ```
    /// let engine = polymod::Engine::builder().threads(1).build();
    /// assert_eq!(engine.threads(), 1);
    /// ```
    #[must_use]
    pub fn builder() -> EngineBuilder {
        EngineBuilder::default()
    }

    /// Largest number of threads that a computation uses, within the [`Limits`] of the calling thread.
    ///
    /// ```
    /// assert!(polymod::Engine::default().threads() >= 1);
    /// ```
    #[must_use]
    #[inline]
    pub fn threads(&self) -> usize {
        self.0.threads.load(Ordering::Relaxed).min(Limits::of_thread().threads).max(1)
    }

    /// Sets the number of threads of computations that begin from now on: at least 1, at most those that the engine was built with, which 0
    /// stands for. For programs whose rings all hold this engine; results do not depend on it.
    ///
    /// ```
    /// let engine = polymod::Engine::builder().threads(4).build();
    /// engine.limit_threads(1);
    /// assert_eq!(engine.threads(), 1);
    /// engine.limit_threads(0);
    /// assert_eq!(engine.threads(), 4);
    /// ```
    pub fn limit_threads(&self, threads: usize) {
        let most = self.0.pool_threads;
        self.0.threads.store(if threads == 0 { most } else { threads.min(most) }, Ordering::Relaxed);
    }

    /// Instruction set extensions in use.
    ///
    /// ```
    /// use polymod::{Engine, engine::Target};
    /// assert!(Target::AVX512.contains(Engine::default().target()));
    /// ```
    #[must_use]
    pub fn target(&self) -> Target {
        self.0.target
    }

    /// Cost model that algorithms are chosen by.
    ///
    /// ```
    /// assert!(polymod::Engine::default().costs().word_mul > 0.0);
    /// ```
    #[must_use]
    pub fn costs(&self) -> &CostModel {
        &self.0.costs
    }

    /// The token that stops this engine's computations.
    ///
    /// ```
    /// let engine = polymod::Engine::builder().build();
    /// engine.cancel().raise();
    /// assert_eq!(engine.enter(|cx| cx.check()), Err(polymod::Error::Cancelled));
    /// ```
    #[must_use]
    pub fn cancel(&self) -> &Cancel {
        &self.0.cancel
    }

    /// Largest number of bytes that a product may take, within the [`Limits`] of the calling thread: operands, result and working memory
    /// together.
    ///
    /// ```
    /// assert_eq!(polymod::Engine::builder().build().memory(), u64::MAX); // no limit
    /// ```
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.0.memory.min(Limits::of_thread().memory)
    }

    /// Whether a monitor receives decisions and progress.
    ///
    /// ```
    /// assert!(!polymod::Engine::default().is_watched());
    /// ```
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.listener().is_some()
    }

    /// Whether threads may keep rings on this engine, and so the engine, for a while after they are dropped.
    #[inline]
    pub(crate) fn may_be_kept(&self) -> bool {
        self.0.is_light()
    }

    tested! {
        /// Whether nobody is to be told of a computation, and nothing stops it: no monitor that listens, and the token is not raised. Operations on
        /// operands so short that there is nothing to choose ask for no more.
        #[inline]
        pub(crate) fn is_quiet(&self) -> bool {
            self.listener().is_none() && !self.0.cancel.is_raised()
        }
    }

    /// The monitor, where it listens.
    #[inline]
    fn listener(&self) -> Option<&dyn Monitor> {
        self.0.monitor.as_deref().filter(|monitor| monitor.listens())
    }

    /// An engine that shares everything with this one but its monitor, with the same threads: for rings of images inside a computation, of
    /// which the monitor is told as a whole.
    #[cfg(feature = "integers")]
    pub(crate) fn unwatched(&self) -> &Engine {
        self.related(0, self.0.pool_threads)
    }

    /// The same with one thread, for images of which several are computed at a time.
    pub(crate) fn unwatched_thread(&self) -> &Engine {
        self.related(1, 1)
    }

    fn related(&self, kind: usize, threads: usize) -> &Engine {
        let inner = &*self.0;
        if inner.monitor.is_none() && inner.pool_threads == threads {
            return self;
        }
        let engine = inner.unwatched[kind].get_or_init(|| {
            Engine(Handle::new(Inner {
                pool_threads: threads,
                threads: threads.into(),
                target: inner.target,
                costs: inner.costs.clone(),
                cancel: inner.cancel.clone(),
                monitor: None,
                memory: inner.memory,
                pool: inner.pool.clone(),
                plans: inner.plans.clone(),
                #[cfg(feature = "parallel")]
                workers: inner.workers.clone(),
                unwatched: Default::default(),
            }))
        });
        engine.limit_threads(inner.threads.load(Ordering::Relaxed));
        engine
    }

    /// Peak of the bytes of buffers in use at the same time, since the last call.
    ///
    /// ```
    /// let engine = polymod::Engine::builder().build();
    /// let both = [engine.zeroed(1000), engine.zeroed(1000)];
    /// drop(both);
    /// assert!(engine.take_peak_bytes() >= 16_000);
    /// ```
    #[must_use]
    pub fn take_peak_bytes(&self) -> usize {
        self.0.pool.take_peak_bytes()
    }

    /// Bytes held now by memoised plans, and by unused buffers.
    ///
    /// ```
    /// let engine = polymod::Engine::builder().build();
    /// drop(engine.zeroed(1000));
    /// let (plans, buffers) = engine.held_bytes();
    /// assert!(plans == 0 && buffers >= 8000);
    /// ```
    #[must_use]
    pub fn held_bytes(&self) -> (usize, usize) {
        (self.0.plans.held_bytes(), self.0.pool.held_bytes())
    }

    /// A buffer of `len` zeros, which returns to this engine's pool when dropped.
    ///
    /// ```
    /// let words = polymod::Engine::default().zeroed(3);
    /// assert_eq!(words[..], [0, 0, 0]);
    /// ```
    #[must_use]
    #[inline]
    pub fn zeroed(&self, len: usize) -> Buf {
        self.in_large_pages(Buf::zeroed(Some(&self.0.pool), len))
    }

    /// A buffer with a copy of these words, which returns to this engine's pool when dropped.
    ///
    /// ```
    /// assert_eq!(polymod::Engine::default().copied(&[1, 2])[..], [1, 2]);
    /// ```
    #[must_use]
    #[inline]
    pub fn copied(&self, words: &[u64]) -> Buf {
        self.in_large_pages(Buf::copied(Some(&self.0.pool), words))
    }

    /// A buffer of `len` words of any content, which returns to this engine's pool when dropped.
    ///
    /// ```
    /// let mut words = polymod::Engine::default().dirty(3);
    /// words.fill(7);
    /// assert_eq!(words[..], [7, 7, 7]);
    /// ```
    #[must_use]
    #[inline]
    pub fn dirty(&self, len: usize) -> Buf {
        self.in_large_pages(Buf::dirty(Some(&self.0.pool), len))
    }

    /// The buffer, in large pages if it is longer than the caches.
    #[inline]
    fn in_large_pages(&self, mut buf: Buf) -> Buf {
        const LARGE: usize = 1 << 19;
        if buf.len() >= LARGE {
            self.prefer_large_pages(&mut buf);
        }
        buf
    }

    /// Asks the system for large pages for a buffer that is new, unless memory is so short that rounding up to large pages
    /// matters.
    fn prefer_large_pages(&self, buf: &mut Buf) {
        const ROOM: u64 = 32;
        if buf.is_fresh() && self.memory() / ROOM >= 8 * buf.len() as u64 {
            pages::prefer_large(buf);
        }
    }

    /// Returns the memoised plan of type `P` with the key `words`, building it if it is absent.
    ///
    /// ```
    /// use polymod::{Engine, core::transform::cache::Cached};
    /// struct Squares(Vec<u64>);
    /// impl Cached for Squares {
    ///     fn bytes(&self) -> usize {
    ///         8 * self.0.len()
    ///     }
    /// }
    /// let engine = Engine::builder().build();
    /// let plan = || engine.plan([10, 0, 0, 0], || Ok(Squares((0..10).map(|i| i * i).collect())));
    /// let (first, second) = (plan()?, plan()?);
    /// assert!(std::sync::Arc::ptr_eq(&first, &second) && first.0[9] == 81);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `build`.
    pub fn plan<P: Cached>(&self, words: PlanWords, build: impl FnOnce() -> Result<P>) -> Result<Arc<P>> {
        self.0.plans.get(words, build)
    }

    /// The cache of memoised plans.
    ///
    /// ```
    /// # use polymod::Engine;
    /// let engine = Engine::builder().build();
    /// assert_eq!(engine.plans().held_bytes(), engine.held_bytes().0);
    /// ```
    #[must_use]
    pub fn plans(&self) -> &PlanCache {
        &self.0.plans
    }

    /// Runs one public operation: `f` receives the context that its steps pass down.
    ///
    /// ```
    /// let engine = polymod::Engine::builder().threads(1).build();
    /// assert_eq!(engine.enter(|cx| cx.threads()), 1);
    /// ```
    #[inline]
    pub fn enter<T>(&self, f: impl FnOnce(Context<'_>) -> T) -> T {
        f(Context::new(self))
    }
}
