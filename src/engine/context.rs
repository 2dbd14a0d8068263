//! What a computation hands down to its steps: the engine, the threads it may use, and what its monitor knows.

#[cfg(feature = "parallel")]
use super::Limits;
use super::{Decision, Engine, Event, Monitor};
use crate::{Error, Result};
use std::mem;

/// Context of a computation, passed down by value: the engine, and the number of threads it may use from here on.
///
/// ```
/// # use polymod::Engine;
/// let engine = Engine::builder().build();
/// let (a, b) = engine.enter(|cx| cx.join(|_| (1..=10).sum::<u64>(), |_| (1..=5).product::<u64>()));
/// assert_eq!((a, b), (55, 120));
/// ```
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
    #[inline]
    pub(super) fn new(engine: &'e Engine) -> Self {
        Context { engine, threads: engine.threads(), inside: false, told: false }
    }

    /// The engine.
    ///
    /// ```
    /// let engine = polymod::Engine::builder().memory(1000).build();
    /// assert_eq!(engine.enter(|cx| cx.engine().memory()), 1000);
    /// ```
    #[must_use]
    pub fn engine(self) -> &'e Engine {
        self.engine
    }

    /// Number of threads that may be used from here on.
    ///
    /// ```
    /// let engine = polymod::Engine::builder().threads(1).build();
    /// assert_eq!(engine.enter(|cx| cx.threads()), 1);
    /// ```
    #[must_use]
    pub fn threads(self) -> usize {
        self.threads
    }

    /// The same context with at most the threads that work of `predicted_ns` nanoseconds can use: one for each 200 µs,
    /// or for each 40 µs on a thread of the pool, where the work need not be handed to the pool first.
    ///
    /// ```
    /// let engine = polymod::Engine::default();
    /// assert_eq!(engine.enter(|cx| cx.for_work(1000.0).threads()), 1); // a microsecond is not worth a second thread
    /// ```
    #[must_use]
    pub fn for_work(self, predicted_ns: f64) -> Self {
        let worth_a_thread_ns = if self.inside { 40_000.0 } else { 200_000.0 };
        let useful = (predicted_ns / worth_a_thread_ns) as usize;
        Context { threads: self.threads.min(useful).max(1), ..self }
    }

    /// Checks the [`Cancel`](super::Cancel) token: the point where a raised token takes effect.
    ///
    /// ```
    /// let engine = polymod::Engine::builder().build();
    /// assert_eq!(engine.enter(|cx| cx.check()), Ok(()));
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    #[inline]
    pub fn check(self) -> Result<()> {
        if self.engine.0.cancel.is_raised() { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// Reports a decision to the monitor, if there is one.
    ///
    /// ```
    /// # use polymod::engine::{Decision, Engine};
    /// let engine = Engine::builder().build();
    /// let decision = || Decision::only("a sum of 3 numbers".into(), "in turn");
    /// assert_eq!(engine.enter(|cx| cx.decided(decision)), Ok(())); // without a monitor it is not even made
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`] where the monitor raised the token, because it wanted the decision only.
    #[inline]
    pub fn decided(self, decision: impl FnOnce() -> Decision) -> Result<()> {
        match self.listener() {
            Some(monitor) => {
                monitor.event(&Event::Decided(&decision()));
                self.check()
            }
            None => Ok(()),
        }
    }

    /// The monitor that listens to decisions, if there is one.
    #[inline]
    fn listener(self) -> Option<&'e dyn Monitor> {
        self.engine.listener().filter(|_| !self.told)
    }

    /// Whether there is a monitor that listens to decisions.
    #[inline]
    pub(crate) fn is_heard(self) -> bool {
        self.listener().is_some()
    }

    /// The name of the algorithm that the monitor demands for the next decision, if there is a monitor and it demands one.
    pub(crate) fn demanded(self) -> Option<String> {
        self.listener()?.demanded()
    }

    /// Reports the outline of a computation of several steps to the monitor, if there is one, before the first step.
    ///
    /// ```
    /// # use polymod::engine::{Decision, Engine};
    /// let engine = Engine::builder().build();
    /// let outline = || Decision::only("three sums of 3 numbers".into(), "in turn");
    /// assert_eq!(engine.enter(|cx| cx.begun(outline)), Ok(()));
    /// ```
    ///
    /// # Errors
    /// Those of [`decided`](Self::decided).
    #[inline]
    pub fn begun(self, outline: impl FnOnce() -> Decision) -> Result<()> {
        match self.listener() {
            Some(monitor) => {
                monitor.event(&Event::Begun(&outline()));
                self.check()
            }
            None => Ok(()),
        }
    }

    /// The same context for work inside a decision that has been reported: its own decisions are not.
    ///
    /// ```
    /// # use polymod::engine::Engine;
    /// let engine = Engine::builder().threads(1).build();
    /// assert_eq!(engine.enter(|cx| cx.told().threads()), 1); // only its decisions are not reported
    /// ```
    #[must_use]
    pub fn told(self) -> Self {
        Context { told: true, ..self }
    }

    /// Reports to the monitor, if there is one, that `done` of `total` units of a stage are finished.
    ///
    /// ```
    /// # use polymod::engine::{Engine, Event, Monitor};
    /// # use std::sync::{Arc, atomic::{AtomicU64, Ordering::Relaxed}};
    /// struct Done(AtomicU64);
    /// impl Monitor for Done {
    ///     fn event(&self, event: &Event<'_>) {
    ///         if let Event::Progress { done, total: 10, .. } = event {
    ///             self.0.store(*done, Relaxed);
    ///         }
    ///     }
    /// }
    /// let done = Arc::new(Done(AtomicU64::new(0)));
    /// Engine::builder().monitor(done.clone()).build().enter(|cx| cx.progress("sums", 3, 10));
    /// assert_eq!(done.0.load(Relaxed), 3);
    /// ```
    pub fn progress(self, stage: &'static str, done: u64, total: u64) {
        if let Some(monitor) = self.engine.listener() {
            monitor.event(&Event::Progress { stage, done, total });
        }
    }

    /// Runs two jobs, at the same time where there are two threads or more.
    ///
    /// ```
    /// let engine = polymod::Engine::builder().threads(2).build();
    /// let halves = engine.enter(|cx| cx.join(|_| (0..50).sum::<u64>(), |_| (50..100).sum::<u64>()));
    /// assert_eq!(halves.0 + halves.1, 4950);
    /// ```
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
        {
            let limits = Limits::of_thread();
            self.on_a_thread(&mut |_| {
                // the first job stays on this thread
                rayon::join(|| a(ca), || limits.apply(|| b(cb)));
            });
        }
        #[cfg(not(feature = "parallel"))]
        {
            a(ca);
            b(cb);
        }
    }

    /// Runs `f` on one of the pool's threads, so that the tasks it shares out wake only the others: for work of many
    /// short phases.
    ///
    /// ```
    /// let engine = polymod::Engine::builder().threads(2).build();
    /// let sums = engine.enter(|cx| cx.inside(|cx| (0..3).map(|i| cx.join(|_| i, |_| i)).collect::<Vec<_>>()));
    /// assert_eq!(sums, [(0, 0), (1, 1), (2, 2)]);
    /// ```
    pub fn inside<T: Send>(self, f: impl FnOnce(Self) -> T + Send) -> T {
        self.inside_if(self.threads > 1, f)
    }

    #[inline]
    fn inside_if<T: Send>(self, inside: bool, f: impl FnOnce(Self) -> T + Send) -> T {
        if !inside {
            return once(f, self);
        }
        let mut job = Once::Waits(f);
        self.on_a_thread(&mut |cx| job.run(cx));
        job.result()
    }

    /// [`inside`](Self::inside) for a job whose type is erased.
    fn on_a_thread(self, f: Job<'_, 'e>) {
        #[cfg(feature = "parallel")]
        if self.threads > 1 {
            let (cx, limits) = (Context { inside: true, ..self }, Limits::of_thread());
            return match self.engine.0.workers.as_ref().map(|workers| workers.pool()) {
                Some(Some(pool)) => pool.install(|| limits.apply(|| f(cx))),
                Some(None) => {
                    self.engine.limit_threads(1);
                    f(self.alone());
                }
                None => rayon::scope(|_| limits.apply(|| f(cx))),
            };
        }
        f(self);
    }

    /// Runs `f` [`inside`](Self::inside) if a product of operands of `words` words is enough work for more than one
    /// thread.
    #[inline]
    pub(crate) fn inside_for<T: Send>(self, words: usize, f: impl FnOnce(Self) -> T + Send) -> T {
        // three transforms of twice the length, modulo three primes
        const TRANSFORMS: f64 = 9.0;
        /// Too few for two threads on any machine.
        const SHORT: usize = 256;
        let work = || TRANSFORMS * self.engine.costs().ntt.at(2 * words);
        self.inside_if(self.threads > 1 && words > SHORT && self.for_work(work()).threads > 1, f)
    }

    /// Runs `f` [`inside`](Self::inside) if work of `predicted_ns` nanoseconds in several phases is enough for more than one thread there.
    #[cfg(feature = "integers")]
    pub(crate) fn inside_for_ns<T: Send>(self, predicted_ns: f64, f: impl FnOnce(Self) -> T + Send) -> T {
        /// Handing work to the pool, and two threads' parts there.
        const WORTH_IT: f64 = 100_000.0;
        self.inside_if(self.threads > 1 && predicted_ns > WORTH_IT, f)
    }

    /// The same context with one thread.
    ///
    /// ```
    /// let engine = polymod::Engine::default();
    /// assert_eq!(engine.enter(|cx| cx.alone().threads()), 1);
    /// ```
    #[must_use]
    pub fn alone(self) -> Self {
        Context { threads: 1, ..self }
    }

    /// Applies `f(item, context)` to every item, the items divided among the threads; results in the order of the
    /// items.
    ///
    /// ```
    /// let engine = polymod::Engine::default();
    /// let squares = engine.enter(|cx| cx.map(vec![1, 2, 3], |i, _| Ok(i * i)))?;
    /// assert_eq!(squares, [1, 4, 9]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// An error that `f` returned for one of the items.
    pub fn map<I: Send, T: Send>(
        self,
        items: Vec<I>,
        f: impl Fn(I, Context<'e>) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        // no iterators: their adapters would be compiled for every function
        let mut places = Vec::with_capacity(items.len());
        for item in items {
            places.push(Once::Waits(item));
        }
        self.for_places(&mut places, &|place, cx| {
            let Once::Waits(item) = mem::replace(place, Once::Runs) else { unreachable!("a place is met once") };
            let result = f(item, cx);
            let failed = result.is_err();
            *place = Once::Done(result);
            failed
        });
        let mut results = Vec::with_capacity(places.len());
        // the items behind an error in its part were not run
        for place in places {
            results.push(place.result()?);
        }
        Ok(results)
    }

    /// Runs `f` on all places, those of each thread until it returns true.
    fn for_places<P: Send>(self, places: &mut [P], f: &(impl Fn(&mut P, Context<'e>) -> bool + Sync)) {
        if self.threads < 2 || places.len() < 2 {
            let _ = places.iter_mut().any(|place| f(place, self));
            return;
        }
        // the left part gets the share of the threads that it has of the items
        let (left, right) = places.split_at_mut(places.len().div_ceil(2));
        let sizes = [left.len(), right.len()];
        self.both(sizes, &mut |cx| cx.for_places(left, f), &mut |cx| cx.for_places(right, f));
    }

    /// Runs `f(index of the first unit, chunk)` on chunks of `data`, cut at multiples of `unit` words: one chunk for
    /// each thread.
    ///
    /// ```
    /// let mut data = [0; 10];
    /// polymod::Engine::default().enter(|cx| {
    ///     cx.for_chunks(&mut data, 1, |first, chunk| {
    ///         chunk.iter_mut().enumerate().for_each(|(i, x)| *x = (first + i) as u64);
    ///     });
    /// });
    /// assert_eq!(data, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    /// ```
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

/// `f(cx)`: the code of a job stands here only, and not where it is run with and without threads.
#[inline(never)]
fn once<'e, T>(f: impl FnOnce(Context<'e>) -> T, cx: Context<'e>) -> T {
    f(cx)
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

    /// Runs the waiting function.
    fn run<'e>(&mut self, cx: Context<'e>)
    where
        F: FnOnce(Context<'e>) -> T,
    {
        if let Once::Waits(f) = mem::replace(self, Once::Runs) {
            *self = Once::Done(once(f, cx));
        }
    }
}
