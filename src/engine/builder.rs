//! Settings of an engine, before it is built.

#[cfg(feature = "parallel")]
use super::workers::Workers;
use super::{Cancel, CostModel, Engine, Inner, Monitor, Target, handle::Handle};
use crate::{cpu, scratch::Pool, transform::cache::PlanCache};
use std::sync::Arc;

/// Builds an [`Engine`] that differs from the default one.
///
/// ```
/// use polymod::{Engine, Zn, engine::Target};
/// let engine = Engine::builder().threads(1).target(Target::SCALAR).memory(1 << 30).build();
/// assert_eq!(engine.threads(), 1);
/// ```
#[derive(Default)]
pub struct EngineBuilder {
    threads: Option<usize>,
    target: Option<Target>,
    costs: Option<CostModel>,
    cancel: Cancel,
    monitor: Option<Arc<dyn Monitor>>,
    memory: Option<u64>,
    pool_bytes: Option<usize>,
    plan_bytes: Option<usize>,
}

impl EngineBuilder {
    /// Sets the largest number of threads (0 or not set: all cores). Results do not depend on it.
    ///
    /// ```
    /// assert_eq!(polymod::Engine::builder().threads(1).build().threads(), 1);
    /// ```
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = (threads > 0).then_some(threads);
        self
    }

    /// Sets the instruction set extensions that may be used; those that the machine lacks are never used.
    ///
    /// ```
    /// use polymod::{Engine, engine::Target};
    /// assert_eq!(Engine::builder().target(Target::SCALAR).build().target(), Target::SCALAR);
    /// ```
    #[must_use]
    pub fn target(mut self, target: Target) -> Self {
        self.target = Some(target);
        self
    }

    /// Sets the measured costs that algorithms are chosen by, in place of the built-in ones.
    ///
    /// ```
    /// use polymod::{Engine, engine::{CostModel, Target}};
    /// let costs = CostModel { operation: 1e6, ..CostModel::builtin(Target::SCALAR) };
    /// assert_eq!(Engine::builder().costs(costs).build().costs().operation, 1e6);
    /// ```
    #[must_use]
    pub fn costs(mut self, costs: CostModel) -> Self {
        self.costs = Some(costs);
        self
    }

    /// Sets the token that stops this engine's computations.
    ///
    /// ```
    /// # use polymod::{Cancel, Engine, Error, Poly, Zn};
    /// let cancel = Cancel::new();
    /// let f = Zn::on(&Engine::builder().cancel(cancel.clone()).build(), 97)?;
    /// cancel.raise();
    /// assert_eq!(Poly::from_i64(&f, &[1, 1]).sqr(), Err(Error::Cancelled));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn cancel(mut self, cancel: Cancel) -> Self {
        self.cancel = cancel;
        self
    }

    /// Sets the monitor that receives decisions and progress.
    ///
    /// ```
    /// use polymod::{Engine, Poly, Zn, engine::{Event, Monitor}};
    /// use std::sync::{Arc, Mutex};
    /// struct Names(Mutex<Vec<&'static str>>);
    /// impl Monitor for Names {
    ///     fn event(&self, event: &Event<'_>) {
    ///         if let Event::Decided(decision) = event {
    ///             self.0.lock().unwrap().push(decision.chosen);
    ///         }
    ///     }
    /// }
    /// let names = Arc::new(Names(Mutex::default()));
    /// let f = Zn::on(&Engine::builder().monitor(names.clone()).build(), 97)?;
    /// Poly::from_i64(&f, &[1, 1]).sqr()?;
    /// assert_eq!(names.0.lock().unwrap()[..], ["schoolbook"]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn monitor(mut self, monitor: Arc<dyn Monitor>) -> Self {
        self.monitor = Some(monitor);
        self
    }

    /// Sets the largest number of bytes that a product may take: operands, result and working memory together (default:
    /// no limit). Only algorithms within the limit are chosen; where none is, products return [`Error::TooLarge`](crate::Error::TooLarge).
    ///
    /// ```
    /// assert_eq!(polymod::Engine::builder().memory(1 << 20).build().memory(), 1 << 20);
    /// ```
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Sets the largest number of bytes of unused buffers to keep (default 256 MiB, or an eighth of the memory where
    /// that is less).
    ///
    /// ```
    /// let engine = polymod::Engine::builder().pool_bytes(0).build();
    /// drop(engine.zeroed(1000));
    /// assert_eq!(engine.held_bytes().1, 0); // the buffer was freed
    /// ```
    #[must_use]
    pub fn pool_bytes(mut self, bytes: usize) -> Self {
        self.pool_bytes = Some(bytes);
        self
    }

    /// Sets the largest number of bytes of memoised plans to keep (default 256 MiB, or an eighth of the memory where
    /// that is less).
    ///
    /// ```
    /// # use polymod::{Engine, Poly, Zn};
    /// let engine = Engine::builder().plan_bytes(0).build();
    /// let a = Poly::new(&Zn::on(&engine, 97)?, vec![1; 5000]);
    /// a.sqr()?;
    /// assert_eq!(engine.held_bytes().0, 0);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn plan_bytes(mut self, bytes: usize) -> Self {
        self.plan_bytes = Some(bytes);
        self
    }

    /// Builds the engine. Its threads start with the first computation that uses more than one; where the system does not start as many as were asked
    /// for, the calling thread computes alone from then on.
    ///
    /// ```
    /// let engine = polymod::Engine::builder().build();
    /// assert!(engine.threads() >= 1 && engine.memory() == u64::MAX);
    /// ```
    #[must_use]
    pub fn build(self) -> Engine {
        const KEEP: u64 = 256 << 20;
        let memory = self.memory.unwrap_or(u64::MAX);
        let keep = KEEP.min(memory / 8) as usize;
        let host = cpu::host();
        let threads = self.threads.unwrap_or(host.cores).max(1);
        let target = self.target.unwrap_or(host.target) & host.target;
        Engine(Handle::new(Inner {
            pool_threads: threads,
            threads: threads.into(),
            target,
            costs: self.costs.unwrap_or_else(|| CostModel::builtin(target)),
            cancel: self.cancel,
            monitor: self.monitor,
            memory,
            pool: Pool::new(self.pool_bytes.unwrap_or(keep)),
            plans: Arc::new(PlanCache::new(self.plan_bytes.unwrap_or(keep))),
            #[cfg(feature = "parallel")]
            workers: self.threads.filter(|&own| own > 1).map(|own| Arc::new(Workers::new(own))),
            unwatched: Default::default(),
        }))
    }
}
