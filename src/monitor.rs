//! Messages of a running computation to its caller (decisions, progress), and the token by which the caller stops it.
//!
//! The library never prints. It calls a [`Monitor`], if the [`Engine`](crate::Engine) has one.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// A token that stops a running computation: it then ends with [`Error::Cancelled`](crate::Error::Cancelled).
///
/// ```
/// # use polymod::{Cancel, Engine, Error, Poly, Zn};
/// let cancel = Cancel::new();
/// let f = Zn::on(&Engine::builder().cancel(cancel.clone()).build(), 97)?;
/// let a = Poly::from_i64(&f, &[1, 1]);
/// cancel.raise(); // from any thread
/// assert_eq!(a.sqr(), Err(Error::Cancelled));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A token that has not been raised.
    ///
    /// ```
    /// assert!(!polymod::Cancel::new().is_raised());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every computation of the engines that hold this token to stop.
    ///
    /// ```
    /// let cancel = polymod::Cancel::new();
    /// let clone = cancel.clone();
    /// cancel.raise();
    /// assert!(clone.is_raised());
    /// ```
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets computations run again.
    ///
    /// ```
    /// let cancel = polymod::Cancel::new();
    /// cancel.raise();
    /// cancel.reset();
    /// assert!(!cancel.is_raised());
    /// ```
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the token is raised.
    ///
    /// ```
    /// let cancel = polymod::Cancel::new();
    /// cancel.raise();
    /// assert!(cancel.is_raised());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// An algorithm that applies to a task, with its predicted cost.
///
/// ```
/// # use polymod::{Zn, ring::{Block, traits::*}};
/// let f = Zn::new(97)?;
/// let v = f.zeros(100);
/// let a = Block::new(v.view(), 10, 10, 10);
/// let ways = f.engine().enter(|cx| f.block_products(a, a, cx));
/// assert!(ways.iter().all(|way| way.predicted_ns > 0.0));
/// # Ok::<(), polymod::Error>(())
/// ```
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
///
/// ```
/// use polymod::engine::{Alternative, Decision};
/// let decision = Decision::only("a sum of 3 numbers".into(), "in turn");
/// assert!(decision.chosen == "in turn" && decision.alternatives.is_empty());
/// ```
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
    ///
    /// ```
    /// use polymod::engine::Decision;
    /// assert_eq!(Decision::only("a sum of 3 numbers".into(), "in turn").chosen, "in turn");
    /// ```
    #[must_use]
    pub fn only(task: String, way: &'static str) -> Self {
        Decision { task, chosen: way, parameters: Vec::new(), alternatives: Vec::new(), parts: Vec::new() }
    }
}

/// An event of a running computation. A monitor that raises the engine's [`Cancel`] token at the first decision learns
/// which algorithm would run, and nothing is computed.
///
/// ```
/// use polymod::{Cancel, Engine, Error, Poly, Zn, engine::{Event, Monitor}};
/// use std::sync::Arc;
/// struct Stop(Cancel);
/// impl Monitor for Stop {
///     fn event(&self, event: &Event<'_>) {
///         if let Event::Decided(decision) = event {
///             assert_eq!(decision.task, "square over zn:97, 2 by 2 coefficients");
///             self.0.raise();
///         }
///     }
/// }
/// let cancel = Cancel::new();
/// let engine = Engine::builder().cancel(cancel.clone()).monitor(Arc::new(Stop(cancel))).build();
/// assert_eq!(Poly::from_i64(&Zn::on(&engine, 97)?, &[1, 1]).sqr(), Err(Error::Cancelled));
/// # Ok::<(), polymod::Error>(())
/// ```
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
///
/// ```
/// use polymod::{Engine, Poly, Zn, engine::{Event, Monitor}};
/// use std::sync::{Arc, Mutex};
/// struct Tasks(Mutex<Vec<String>>);
/// impl Monitor for Tasks {
///     fn event(&self, event: &Event<'_>) {
///         if let Event::Decided(decision) = event {
///             self.0.lock().unwrap().push(decision.task.clone());
///         }
///     }
/// }
/// let tasks = Arc::new(Tasks(Mutex::default()));
/// let f = Zn::on(&Engine::builder().monitor(tasks.clone()).build(), 97)?;
/// Poly::from_i64(&f, &[1, 1]).sqr()?;
/// assert_eq!(tasks.0.lock().unwrap()[..], ["square over zn:97, 2 by 2 coefficients"]);
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Monitor: Send + Sync {
    /// Receives an event; should return at once.
    ///
    /// ```
    /// use polymod::engine::{Event, Monitor};
    /// struct Silent;
    /// impl Monitor for Silent {
    ///     fn event(&self, _: &Event<'_>) {}
    /// }
    /// Silent.event(&Event::Progress { stage: "primes", done: 1, total: 3 });
    /// assert!(Silent.demanded().is_none());
    /// ```
    fn event(&self, event: &Event<'_>);

    /// Whether events are wanted now. A monitor that listens only at times costs nothing at other times.
    ///
    /// ```
    /// use polymod::{Engine, engine::{Event, Monitor}};
    /// # use std::sync::Arc;
    /// struct Deaf;
    /// impl Monitor for Deaf {
    ///     fn event(&self, _: &Event<'_>) {}
    ///     fn listens(&self) -> bool {
    ///         false
    ///     }
    /// }
    /// assert!(!Engine::builder().monitor(Arc::new(Deaf)).build().is_watched());
    /// ```
    fn listens(&self) -> bool {
        true
    }

    /// The name of the algorithm that the next decision must take, in place of the one predicted fastest; asked once before each
    /// decision and each outline. A name that does not apply ends the computation with
    /// [`Error::Algorithm`](crate::Error::Algorithm), which lists those that do.
    ///
    /// ```
    /// use polymod::{Engine, Error, Poly, Zn, engine::{Event, Monitor}};
    /// struct Karatsuba;
    /// impl Monitor for Karatsuba {
    ///     fn event(&self, event: &Event<'_>) {
    ///         let Event::Decided(decision) = event else { return };
    ///         assert_eq!(decision.chosen, "karatsuba");
    ///     }
    ///     fn demanded(&self) -> Option<String> {
    ///         Some("karatsuba".into())
    ///     }
    /// }
    /// let f = Zn::on(&Engine::builder().monitor(std::sync::Arc::new(Karatsuba)).build(), 97)?;
    /// assert_eq!(Poly::new(&f, vec![1; 40]).sqr()?.coeff(39), 40);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn demanded(&self) -> Option<String> {
        None
    }
}
