//! The choice of an algorithm: the candidates with their predicted costs, an algorithm that the caller or the monitor demands, the
//! memory limit, the report to the monitor, and the refusal of an algorithm that does not apply.
//!
//! Callers predict costs; everything else about a choice is here. [`Context::choose`] and [`Context::take`] are the whole of it;
//! [`Context::begins`] is for computations of several steps that have one algorithm.

use crate::{
    Error, Result,
    engine::Context,
    monitor::{Alternative, Decision},
    order,
};
pub(crate) use polymod_core::Algorithm;

/// An algorithm that applies to a task, with its predicted costs.
pub trait Costed: Copy {
    /// The enumeration of algorithms, or their names.
    type Algorithm: Algorithm;
    /// The algorithm.
    fn algorithm(&self) -> Self::Algorithm;
    /// Predicted time, nanoseconds.
    fn predicted_ns(&self) -> f64;
    /// Predicted working memory in bytes, in addition to operands and result.
    fn peak_bytes(&self) -> u64;
    /// Its parameters by name, for the monitor.
    fn parameters(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
    /// The candidate as the monitor gets it.
    fn alternative(&self) -> Alternative {
        Alternative {
            algorithm: self.algorithm().name(),
            predicted_ns: self.predicted_ns(),
            peak_bytes: self.peak_bytes(),
        }
    }
}

/// A candidate without parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<A> {
    pub algorithm: A,
    pub predicted_ns: f64,
    pub peak_bytes: u64,
}

impl<A> Candidate<A> {
    pub const fn new(algorithm: A, predicted_ns: f64, peak_bytes: u64) -> Self {
        Candidate { algorithm, predicted_ns, peak_bytes }
    }
}

impl<A: Algorithm> Costed for Candidate<A> {
    type Algorithm = A;

    fn algorithm(&self) -> A {
        self.algorithm
    }

    fn predicted_ns(&self) -> f64 {
        self.predicted_ns
    }

    fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }
}

impl Costed for Alternative {
    type Algorithm = &'static str;

    fn algorithm(&self) -> &'static str {
        self.algorithm
    }

    fn predicted_ns(&self) -> f64 {
        self.predicted_ns
    }

    fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }
}

/// The faster of two candidates, the first of equals, among those that need at most `memory` bytes; if neither does, the one that needs
/// fewer.
pub(crate) fn better<C: Costed>(x: C, y: C, memory: u64) -> C {
    let fits = |c: &C| c.peak_bytes() <= memory;
    let second = match (fits(&x), fits(&y)) {
        (true, true) => y.predicted_ns() < x.predicted_ns(),
        (false, false) => y.peak_bytes() < x.peak_bytes(),
        (_, y_fits) => y_fits,
    };
    if second { y } else { x }
}

/// The fastest candidate within `memory` bytes, the first of equals; if none is, the one that needs the fewest bytes. `None` without
/// candidates.
pub fn fastest<C: Costed>(candidates: &[C], memory: u64) -> Option<C> {
    candidates.iter().copied().reduce(|x, y| better(x, y, memory))
}

/// The alternatives by their predicted time, the fastest first; those that take as long stay in their order.
pub fn fastest_first(mut ways: Vec<Alternative>) -> Vec<Alternative> {
    order::sort_by(&mut ways, |x, y| x.predicted_ns.total_cmp(&y.predicted_ns));
    ways
}

/// The candidate with the algorithm of this name.
///
/// # Errors
/// [`Error::Algorithm`] with the names of those that apply to the task.
pub fn named<C: Costed>(candidates: &[C], name: &str, task: impl FnOnce() -> String) -> Result<C> {
    let found = candidates.iter().find(|c| c.algorithm().name() == name);
    found.copied().ok_or_else(|| Error::algorithm(name, task(), candidates.iter().map(|c| c.algorithm().name())))
}

/// The decision for the chosen one of the candidates.
pub(crate) fn decision<C: Costed>(task: String, chosen: &C, candidates: &[C], cx: Context<'_>) -> Decision {
    let mut parameters = chosen.parameters();
    parameters.push(("threads", cx.threads().to_string()));
    Decision {
        task,
        chosen: chosen.algorithm().name(),
        parameters,
        alternatives: candidates.iter().map(C::alternative).collect(),
        parts: Vec::new(),
    }
}

impl<'e> Context<'e> {
    /// The candidate that the caller demands, or else the monitor, or else the fastest within `memory` bytes. There is a candidate at
    /// least. [`take`](Self::take) tells the monitor.
    ///
    /// # Errors
    /// [`Error::Algorithm`] where the demanded one does not apply.
    pub(crate) fn choose<C: Costed>(
        self,
        demanded: Option<C::Algorithm>,
        candidates: &[C],
        memory: u64,
        task: impl Fn() -> String,
    ) -> Result<C> {
        match self.demand(demanded, candidates, &task)? {
            Some(demanded) => Ok(demanded),
            None => fastest(candidates, memory).ok_or_else(|| Error::algorithm("the fastest", task(), [""; 0])),
        }
    }

    /// Tells the monitor which of the candidates is taken; returns a context with the threads which its work can use.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub(crate) fn take<C: Costed>(self, chosen: &C, candidates: &[C], task: impl FnOnce() -> String) -> Result<Self> {
        let cx = self.for_work(chosen.predicted_ns());
        cx.decided(|| decision(task(), chosen, candidates, cx))?;
        Ok(cx)
    }

    /// The candidate that the caller demands, or else the monitor, which is asked once; `None` where neither does.
    ///
    /// # Errors
    /// [`Error::Algorithm`] where it does not apply.
    pub(crate) fn demand<C: Costed>(
        self,
        demanded: Option<C::Algorithm>,
        candidates: &[C],
        task: impl FnOnce() -> String,
    ) -> Result<Option<C>> {
        let by_monitor = self.demanded();
        let name = demanded.map(Algorithm::name).or(by_monitor.as_deref());
        name.map(|name| named(candidates, name, task)).transpose()
    }

    /// Tells the monitor that a computation of several steps with one algorithm begins.
    ///
    /// ```
    /// # use polymod::{Engine, engine::Decision};
    /// let engine = Engine::builder().build();
    /// let outline = || Decision::only("three sums of 3 numbers".into(), "in turn");
    /// assert_eq!(engine.enter(|cx| cx.begins(outline)), Ok(())); // no monitor demands another algorithm
    /// ```
    ///
    /// # Errors
    /// [`Error::Algorithm`] where the monitor demands another; [`Error::Cancelled`].
    pub fn begins(self, outline: impl FnOnce() -> Decision) -> Result<()> {
        if self.is_heard() { self.begins_as(outline()) } else { Ok(()) }
    }

    /// [`begins`](Self::begins) for a monitor that listens.
    fn begins_as(self, outline: Decision) -> Result<()> {
        match self.demanded() {
            Some(name) if name != outline.chosen => Err(Error::algorithm(name, outline.task, [outline.chosen])),
            _ => self.begun(|| outline),
        }
    }
}
