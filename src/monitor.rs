//! Messages of a running computation to its caller (decisions, progress), and the token by which the caller stops it.
//!
//! The library never prints. It calls a [`Monitor`], if the [`Engine`](crate::Engine) has one.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// A token that stops a running computation: it then ends with [`Error::Cancelled`](crate::Error::Cancelled).
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A token that has not been raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every computation of the engines that hold this token to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets computations run again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the token is raised.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// An algorithm that applies to a task, with its predicted cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alternative {
    /// Its name, as the option `--algorithm` takes it.
    pub algorithm: &'static str,
    /// Predicted time on the threads allowed, nanoseconds.
    pub predicted_ns: f64,
    /// Predicted peak of working memory in bytes, in addition to operands and result.
    pub peak_bytes: u64,
}

/// The algorithm chosen for a task, its parameters, and the alternatives with their predicted costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The task with its sizes: `product in Z/97[x], 1000 by 1000 coefficients`.
    pub task: String,
    /// The name of the algorithm chosen.
    pub chosen: &'static str,
    /// Its parameters: transform length, primes, blocks.
    pub parameters: Vec<(&'static str, String)>,
    /// Every algorithm that applies, the chosen one included.
    pub alternatives: Vec<Alternative>,
    /// Decisions on the steps of this one.
    pub parts: Vec<Decision>,
}

impl Decision {
    /// A decision without an alternative: algorithm `way`, for all sizes.
    #[must_use]
    pub fn only(task: String, way: &'static str) -> Self {
        Decision { task, chosen: way, parameters: Vec::new(), alternatives: Vec::new(), parts: Vec::new() }
    }
}

/// An event of a running computation. A monitor that raises the engine's [`Cancel`] token at the first decision learns
/// which algorithm would run, and nothing is computed.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A computation of several steps begins, with this outline. Decisions on its steps follow; a later event for the
    /// same task has all parameters that are known in the end.
    Begun(&'a Decision),
    /// An algorithm was chosen. Sent once for each public call with more than one algorithm.
    Decided(&'a Decision),
    /// `done` of `total` units of this stage are finished; sent at coarse steps of long work only.
    Progress {
        /// Name of the stage.
        stage: &'static str,
        /// Number of units finished.
        done: u64,
        /// Number of units in all; 0 if unknown.
        total: u64,
    },
}

/// Receives [`Event`]s, from any thread.
pub trait Monitor: Send + Sync {
    /// Receives an event; should return at once.
    fn event(&self, event: &Event<'_>);

    /// Whether events are wanted now. One that listens at times alone costs nothing at other times.
    fn listens(&self) -> bool {
        true
    }

    /// The name of the algorithm that the next decision must take, in place of the one predicted fastest; asked once before each
    /// decision and each outline. A name that does not apply ends the computation with
    /// [`Error::Algorithm`](crate::Error::Algorithm), which lists those that do.
    fn demanded(&self) -> Option<String> {
        None
    }
}
