//! Threads, plans, buffers, costs and cancellation: everything that outlives one call.
//!
//! A ring holds an [`Engine`] (a cheap clone); each public operation enters it once and hands a [`Context`] down by value.

use crate::{
    Error, Result, cpu,
    kernels::pages,
    scratch::{Buf, Pool},
    transform::cache::{Cached, PlanCache, PlanWords},
};
use std::{
    fmt, mem,
    ops::Range,
    sync::{Arc, Mutex, OnceLock, PoisonError, atomic::AtomicUsize, atomic::Ordering},
};

pub use crate::monitor::{Alternative, Cancel, Decision, Event, Monitor};
pub use polymod_core::{costs::CostModel, cpu::Isa, kernels::pages::return_freed as return_freed_memory};

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
pub struct Engine(Arc<Inner>);

struct Inner {
    /// Threads of the pool, and the number of them that computations use.
    pool_threads: usize,
    threads: AtomicUsize,
    isa: Isa,
    costs: CostModel,
    cancel: Cancel,
    monitor: Option<Arc<dyn Monitor>>,
    memory: u64,
    pool: Arc<Pool>,
    plans: PlanCache,
    #[cfg(feature = "parallel")]
    workers: Option<rayon::ThreadPool>,
}

/// Builds an [`Engine`] that differs from the default one.
#[derive(Default)]
pub struct EngineBuilder {
    threads: Option<usize>,
    isa: Option<Isa>,
    costs: Option<CostModel>,
    cancel: Cancel,
    monitor: Option<Arc<dyn Monitor>>,
    memory: Option<u64>,
    pool_bytes: Option<usize>,
    plan_bytes: Option<usize>,
}

impl EngineBuilder {
    /// Sets the largest number of threads (0 or not set: all cores). Results do not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = (threads > 0).then_some(threads);
        self
    }

    /// Sets the highest level of vector instructions to use; a level that the machine lacks is never used.
    #[must_use]
    pub fn isa(mut self, isa: Isa) -> Self {
        self.isa = Some(isa);
        self
    }

    /// Sets the measured costs that algorithms are chosen by, in place of the built-in ones.
    #[must_use]
    pub fn costs(mut self, costs: CostModel) -> Self {
        self.costs = Some(costs);
        self
    }

    /// Sets the token that stops this engine's computations.
    #[must_use]
    pub fn cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// Sets the monitor that receives decisions and progress.
    #[must_use]
    pub fn monitor(mut self, monitor: Arc<dyn Monitor>) -> Self {
        self.monitor = Some(monitor);
        self
    }

    /// Sets the largest number of bytes that a product may take: operands, result and working memory together (default:
    /// no limit). Only algorithms within the limit are chosen; where none is, products return [`Error::TooLarge`].
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Sets the largest number of bytes of unused buffers to keep (default 256 MiB, or an eighth of the memory where
    /// that is less).
    #[must_use]
    pub fn pool_bytes(mut self, bytes: usize) -> Self {
        self.pool_bytes = Some(bytes);
        self
    }

    /// Sets the largest number of bytes of memoised plans to keep (default 256 MiB, or an eighth of the memory where
    /// that is less).
    #[must_use]
    pub fn plan_bytes(mut self, bytes: usize) -> Self {
        self.plan_bytes = Some(bytes);
        self
    }

    /// Builds the engine. Where the system does not start the number of threads that was asked for, it has the calling
    /// thread alone.
    #[must_use]
    pub fn build(self) -> Engine {
        const KEEP: u64 = 256 << 20;
        let memory = self.memory.unwrap_or(u64::MAX);
        let keep = KEEP.min(memory / 8) as usize;
        let host = cpu::host();
        let threads = self.threads.unwrap_or(host.cores).max(1);
        #[cfg(feature = "parallel")]
        let (threads, workers) = match self.threads {
            Some(n) if n > 1 => {
                let workers = rayon::ThreadPoolBuilder::new().num_threads(n).build().ok();
                (if workers.is_some() { n } else { 1 }, workers)
            }
            _ => (threads, None),
        };
        let isa = self.isa.unwrap_or(host.isa).min(host.isa);
        Engine(Arc::new(Inner {
            pool_threads: threads,
            threads: threads.into(),
            isa,
            costs: self.costs.unwrap_or_else(|| CostModel::builtin(isa)),
            cancel: self.cancel,
            monitor: self.monitor,
            memory,
            pool: Pool::new(self.pool_bytes.unwrap_or(keep)),
            plans: PlanCache::new(self.plan_bytes.unwrap_or(keep)),
            #[cfg(feature = "parallel")]
            workers,
        }))
    }
}

impl Default for Engine {
    /// The process-wide engine: all cores (rayon's global pool), started at its first use.
    fn default() -> Self {
        static ENGINE: OnceLock<Engine> = OnceLock::new();
        ENGINE.get_or_init(|| Engine::builder().build()).clone()
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Engine({} threads, {})", self.threads(), self.0.isa)
    }
}

impl Engine {
    /// A builder with the defaults.
    #[must_use]
    pub fn builder() -> EngineBuilder {
        EngineBuilder::default()
    }

    /// Largest number of threads that a computation uses.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.0.threads.load(Ordering::Relaxed)
    }

    /// Sets the number of threads of computations that begin from now on: at least 1, at most those that the engine was built with, which 0
    /// stands for. For programs whose rings all hold this engine; results do not depend on it.
    pub fn limit_threads(&self, threads: usize) {
        let most = self.0.pool_threads;
        self.0.threads.store(if threads == 0 { most } else { threads.min(most) }, Ordering::Relaxed);
    }

    /// Level of vector instructions in use.
    #[must_use]
    pub fn isa(&self) -> Isa {
        self.0.isa
    }

    /// Cost model that algorithms are chosen by.
    #[must_use]
    pub fn costs(&self) -> &CostModel {
        &self.0.costs
    }

    /// The token that stops this engine's computations.
    #[must_use]
    pub fn cancel(&self) -> &Cancel {
        &self.0.cancel
    }

    /// Largest number of bytes that a product may take: operands, result and working memory together.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.0.memory
    }

    /// Whether a monitor receives decisions and progress.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.listener().is_some()
    }

    /// The monitor, where it listens.
    fn listener(&self) -> Option<&dyn Monitor> {
        self.0.monitor.as_deref().filter(|monitor| monitor.listens())
    }

    /// Peak of the bytes of buffers in use at the same time, since the last call.
    #[must_use]
    pub fn take_peak_bytes(&self) -> usize {
        self.0.pool.take_peak_bytes()
    }

    /// Bytes held now by memoised plans, and by unused buffers.
    #[must_use]
    pub fn held_bytes(&self) -> (usize, usize) {
        (self.0.plans.held_bytes(), self.0.pool.held_bytes())
    }

    /// A buffer of `len` zeros, which returns to this engine's pool when dropped.
    #[must_use]
    pub fn zeroed(&self, len: usize) -> Buf {
        self.in_large_pages(Buf::zeroed(Some(&self.0.pool), len))
    }

    /// A buffer of `len` words of any content, which returns to this engine's pool when dropped.
    #[must_use]
    pub fn dirty(&self, len: usize) -> Buf {
        self.in_large_pages(Buf::dirty(Some(&self.0.pool), len))
    }

    /// Asks the system for large pages for a buffer that is new and longer than the caches, unless memory is so short
    /// that rounding up to large pages matters.
    fn in_large_pages(&self, mut buf: Buf) -> Buf {
        const LARGE: usize = 1 << 19;
        const ROOM: u64 = 32;
        if buf.len() >= LARGE && buf.is_fresh() && self.0.memory / ROOM >= 8 * buf.len() as u64 {
            pages::prefer_large(&mut buf);
        }
        buf
    }

    /// Returns the memoised plan of type `P` with the key `words`, building it if it is absent.
    ///
    /// # Errors
    /// Those of `build`.
    pub fn plan<P: Cached>(&self, words: PlanWords, build: impl FnOnce() -> Result<P>) -> Result<Arc<P>> {
        self.0.plans.get(words, build)
    }

    /// The cache of memoised plans.
    #[must_use]
    pub fn plans(&self) -> &PlanCache {
        &self.0.plans
    }

    /// Runs one public operation: `f` receives the context that its steps pass down.
    #[inline]
    pub fn enter<T>(&self, f: impl FnOnce(Context<'_>) -> T) -> T {
        f(Context { engine: self, threads: self.threads(), inside: false, told: false })
    }
}

/// Context of a computation, passed down by value: the engine, and the number of threads it may use from here on.
#[derive(Clone, Copy, Debug)]
pub struct Context<'e> {
    engine: &'e Engine,
    threads: usize,
    /// Whether this runs on one of the pool's threads already.
    inside: bool,
    /// Whether the decision that this work belongs to has been reported.
    told: bool,
}

impl<'e> Context<'e> {
    /// The engine.
    #[must_use]
    pub fn engine(self) -> &'e Engine {
        self.engine
    }

    /// Number of threads that may be used from here on.
    #[must_use]
    pub fn threads(self) -> usize {
        self.threads
    }

    /// The same context with at most the threads that work of `predicted_ns` nanoseconds can use: one for each 200 µs,
    /// or for each 40 µs on a thread of the pool, where the work need not be handed to the pool first.
    #[must_use]
    pub fn for_work(self, predicted_ns: f64) -> Self {
        let worth_a_thread_ns = if self.inside { 40_000.0 } else { 200_000.0 };
        let useful = (predicted_ns / worth_a_thread_ns) as usize;
        Context { threads: self.threads.min(useful).max(1), ..self }
    }

    /// Checks the [`Cancel`] token: the point where a raised token takes effect.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    #[inline]
    pub fn check(self) -> Result<()> {
        if self.engine.0.cancel.is_raised() { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// Reports a decision to the monitor, if there is one.
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the monitor raised the token, because it wanted the decision only.
    #[inline]
    pub fn decided(self, decision: impl FnOnce() -> Decision) -> Result<()> {
        match self.engine.listener().filter(|_| !self.told) {
            Some(monitor) => {
                monitor.event(&Event::Decided(&decision()));
                self.check()
            }
            None => Ok(()),
        }
    }

    /// The name of the algorithm that the monitor demands for the next decision, if there is a monitor and it demands one.
    pub(crate) fn demanded(self) -> Option<String> {
        self.engine.listener().filter(|_| !self.told)?.demanded()
    }

    /// Reports the outline of a computation of several steps to the monitor, if there is one, before the first step.
    ///
    /// # Errors
    /// Those of [`decided`](Self::decided).
    #[inline]
    pub fn begun(self, outline: impl FnOnce() -> Decision) -> Result<()> {
        match self.engine.listener().filter(|_| !self.told) {
            Some(monitor) => {
                monitor.event(&Event::Begun(&outline()));
                self.check()
            }
            None => Ok(()),
        }
    }

    /// The same context for work inside a decision that has been reported: its own decisions are not.
    #[must_use]
    pub fn told(self) -> Self {
        Context { told: true, ..self }
    }

    /// Reports to the monitor, if there is one, that `done` of `total` units of a stage are finished.
    pub fn progress(self, stage: &'static str, done: u64, total: u64) {
        if let Some(monitor) = self.engine.listener() {
            monitor.event(&Event::Progress { stage, done, total });
        }
    }

    /// Runs two jobs, at the same time where there are two threads or more.
    pub fn join<A: Send, B: Send>(
        self,
        a: impl FnOnce(Context<'e>) -> A + Send,
        b: impl FnOnce(Context<'e>) -> B + Send,
    ) -> (A, B) {
        self.join_shares(1, 1, a, b)
    }

    /// Runs two jobs whose work is in the ratio `left` : `right`; the threads are divided in this ratio.
    pub(crate) fn join_shares<A: Send, B: Send>(
        self,
        left: usize,
        right: usize,
        a: impl FnOnce(Context<'e>) -> A + Send,
        b: impl FnOnce(Context<'e>) -> B + Send,
    ) -> (A, B) {
        let (mut for_a, mut for_b) = (Once::Waits(a), Once::Waits(b));
        if self.threads < 2 {
            for_a.run(self);
            for_b.run(self);
        } else {
            self.both([left, right], &mut |cx| for_a.run(cx), &mut |cx| for_b.run(cx));
        }
        (for_a.result(), for_b.result())
    }

    /// [`join_shares`](Self::join_shares) for jobs of erased types, so that the thread pool's code is compiled once and
    /// not for every closure.
    fn both(self, [left, right]: [usize; 2], a: Job<'_, 'e>, b: Job<'_, 'e>) {
        if self.threads < 2 {
            a(self);
            return b(self);
        }
        let for_a = (self.threads * left / (left + right)).clamp(1, self.threads - 1);
        let (ca, cb) = (Context { threads: for_a, ..self }, Context { threads: self.threads - for_a, ..self });
        #[cfg(feature = "parallel")]
        self.on_a_thread(&mut |_| {
            rayon::join(|| a(ca), || b(cb));
        });
        #[cfg(not(feature = "parallel"))]
        {
            a(ca);
            b(cb);
        }
    }

    /// Runs `f` on one of the pool's threads, so that the tasks it shares out wake only the others: for work of many
    /// short phases.
    pub fn inside<T: Send>(self, f: impl FnOnce(Self) -> T + Send) -> T {
        self.inside_if(self.threads > 1, f)
    }

    fn inside_if<T: Send>(self, inside: bool, f: impl FnOnce(Self) -> T + Send) -> T {
        let mut job = Once::Waits(f);
        if inside {
            self.on_a_thread(&mut |cx| job.run(cx));
        } else {
            job.run(self);
        }
        job.result()
    }

    /// [`inside`](Self::inside) for a job whose type is erased.
    fn on_a_thread(self, f: Job<'_, 'e>) {
        #[cfg(feature = "parallel")]
        if self.threads > 1 {
            let cx = Context { inside: true, ..self };
            return match &self.engine.0.workers {
                Some(workers) => workers.install(|| f(cx)),
                None => rayon::scope(|_| f(cx)),
            };
        }
        f(self);
    }

    /// Runs `f` [`inside`](Self::inside) if a product of operands of `words` words is enough work for more than one
    /// thread.
    pub(crate) fn inside_for<T: Send>(self, words: usize, f: impl FnOnce(Self) -> T + Send) -> T {
        // three transforms of twice the length, modulo three primes
        const TRANSFORMS: f64 = 9.0;
        let work = TRANSFORMS * self.engine.costs().ntt.at(2 * words);
        self.inside_if(self.for_work(work).threads > 1, f)
    }

    /// The same context with one thread.
    #[must_use]
    pub fn alone(self) -> Self {
        Context { threads: 1, ..self }
    }

    /// Applies `f(item, context)` to every item, the items divided among the threads; results in the order of the
    /// items.
    ///
    /// # Errors
    /// An error that `f` returned for one of the items.
    pub fn map<I: Send, T: Send>(
        self,
        items: Vec<I>,
        f: impl Fn(I, Context<'e>) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        if self.threads < 2 || items.len() < 2 {
            return items.into_iter().map(|item| called(&f, item, self)).collect();
        }
        let places: Vec<Mutex<Once<I, Result<T>>>> = items.into_iter().map(|i| Mutex::new(Once::Waits(i))).collect();
        self.for_ranges(0..places.len(), &|range, cx| {
            for place in &places[range] {
                let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
                let Once::Waits(item) = mem::replace(&mut *place, Once::Runs) else {
                    unreachable!("a place is met once")
                };
                let result = called(&f, item, cx);
                let failed = result.is_err();
                *place = Once::Done(result);
                if failed {
                    break;
                }
            }
        });
        // the items behind an error in its range were not run
        places.into_iter().map(|place| place.into_inner().unwrap_or_else(PoisonError::into_inner).result()).collect()
    }

    /// Runs `f` on parts of a range, one part for each thread.
    fn for_ranges(self, range: Range<usize>, f: &(dyn Fn(Range<usize>, Context<'e>) + Sync)) {
        if self.threads < 2 || range.len() < 2 {
            return f(range, self);
        }
        // the left part gets the share of the threads that it has of the items
        let middle = range.start + range.len().div_ceil(2);
        let (left, right) = (range.start..middle, middle..range.end);
        let sizes = [left.len(), right.len()];
        self.both(sizes, &mut |cx| cx.for_ranges(left.clone(), f), &mut |cx| cx.for_ranges(right.clone(), f));
    }

    /// Runs `f(index of the first unit, chunk)` on chunks of `data`, cut at multiples of `unit` words: one chunk for
    /// each thread.
    pub fn for_chunks(self, data: &mut [u64], unit: usize, f: impl Fn(usize, &mut [u64]) + Sync) {
        self.for_units(0, data, unit.max(1), &f);
    }

    fn for_units(self, first: usize, data: &mut [u64], unit: usize, f: &(dyn Fn(usize, &mut [u64]) + Sync)) {
        let units = data.len() / unit;
        if self.threads < 2 || units < 2 {
            return f(first, data);
        }
        let left = units / 2;
        let (x, y) = data.split_at_mut(left * unit);
        self.both([left, units - left], &mut |cx| cx.for_units(first, x, unit, f), &mut |cx| {
            cx.for_units(first + left, y, unit, f);
        });
    }
}

/// `f(item, cx)`, compiled once for all places that call it.
#[inline(never)]
fn called<'e, I, T>(f: &impl Fn(I, Context<'e>) -> T, item: I, cx: Context<'e>) -> T {
    f(item, cx)
}

/// A job for the thread pool, run once.
type Job<'a, 'e> = &'a mut (dyn FnMut(Context<'e>) + Send);

/// A function on its way through a job: waiting, running, or done with its result.
enum Once<F, T> {
    Waits(F),
    Runs,
    Done(T),
}

impl<F, T> Once<F, T> {
    /// The result of the function.
    fn result(self) -> T {
        match self {
            Once::Done(result) => result,
            Once::Waits(_) | Once::Runs => unreachable!("a job that was handed out has run"),
        }
    }

    /// Runs the waiting function, whose code stands here only and not where a job is run with and without threads.
    #[inline(never)]
    fn run<'e>(&mut self, cx: Context<'e>)
    where
        F: FnOnce(Context<'e>) -> T,
    {
        if let Once::Waits(f) = mem::replace(self, Once::Runs) {
            *self = Once::Done(f(cx));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_and_chunks_are_the_same_for_every_thread_count() {
        for threads in [1, 2, 3, 7] {
            let engine = Engine::builder().threads(threads).build();
            let squares = engine.enter(|cx| cx.map((0..100u64).collect(), |i, _| Ok(i * i)));
            assert_eq!(squares, Ok((0..100).map(|i| i * i).collect()));
            let mut data = vec![0; 103];
            engine.enter(|cx| {
                cx.for_chunks(&mut data, 3, |first, chunk| {
                    for (i, x) in chunk.iter_mut().enumerate() {
                        *x = (3 * first + i) as u64;
                    }
                });
            });
            assert!(data.iter().enumerate().all(|(i, &x)| x == i as u64), "{threads} threads");
            let failed = engine
                .enter(|cx| cx.map(vec![1, 0, 2], |i, _| if i == 0 { Err(Error::DivisionByZero) } else { Ok(i) }));
            assert_eq!(failed, Err(Error::DivisionByZero));
        }
    }

    #[test]
    fn cancelling_and_small_work() {
        let cancel = Cancel::new();
        let engine = Engine::builder().threads(4).cancel(cancel.clone()).build();
        assert_eq!(engine.enter(|cx| cx.check().err()), None);
        cancel.raise();
        assert_eq!(engine.enter(|cx| cx.check().err()), Some(Error::Cancelled));
        assert_eq!(engine.enter(|cx| cx.for_work(1000.0).threads()), 1);
        assert_eq!(engine.enter(|cx| cx.for_work(1e9).threads()), 4);
        let limited = [2, 1, 9, 0].map(|asked| {
            engine.limit_threads(asked);
            engine.enter(|cx| cx.for_work(1e9).threads())
        });
        assert_eq!(limited, [2, 1, 4, 4]);
    }
}
