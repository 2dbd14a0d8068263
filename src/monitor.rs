//! What a computation tells its caller while it runs: decisions and progress; and how the caller stops it.
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

/// One algorithm that could do a task, with what it was predicted to cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// Its name, as `--algorithm` takes it.
    pub algorithm: &'static str,
    /// Predicted time on the threads allowed, nanoseconds.
    pub predicted_ns: f64,
    /// Predicted peak of working memory beside operands and result, bytes.
    pub peak_bytes: u64,
}

/// Which algorithm was chosen for a task, and why.
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
    /// Decisions inside this one.
    pub parts: Vec<Decision>,
}

impl Decision {
    /// What goes one way, whatever its sizes.
    #[must_use]
    pub fn only(task: String, way: &'static str) -> Self {
        Decision { task, chosen: way, parameters: Vec::new(), alternatives: Vec::new(), parts: Vec::new() }
    }
}

/// Something worth telling. A monitor that raises the engine's [`Cancel`] token at the first decision that it is told of learns what
/// would be done, and nothing is.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A computation of several steps begins, in this way. Decisions on its steps follow; where its task comes again, with all that
    /// is known in the end.
    Begun(&'a Decision),
    /// An algorithm was chosen. Told once for each public call that had a choice.
    Decided(&'a Decision),
    /// `done` of `total` units of this stage are finished; told at coarse steps of long work only.
    Progress {
        /// What is being done.
        stage: &'static str,
        /// Units finished.
        done: u64,
        /// Units in all; 0 where nobody knows.
        total: u64,
    },
}

/// Receives [`Event`]s, from any thread.
pub trait Monitor: Send + Sync {
    /// Called for each event; should return at once.
    fn event(&self, event: &Event<'_>);
}
