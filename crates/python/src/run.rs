//! Computations: the interpreter's lock, Ctrl-C, panics, and the engine that all rings of the module share.
//!
//! Short work runs where it is called. Longer work runs without the interpreter's lock; where it may take so long that somebody presses
//! Ctrl-C, it runs on a thread of its own, while the calling thread looks for signals.

use crate::{
    errors::{exception, internal},
    explain::{self, Listener},
};
use polymod::{Cancel, Engine, Error, Result, engine::Limits};
use pyo3::{exceptions::PyMemoryError, prelude::*};
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

/// Predicted nanoseconds from which on work releases the interpreter's lock.
const RELEASED_NS: f64 = 5e4;
/// Predicted nanoseconds from which on signals are looked for. Predictions are rough: a tenth of the time in which Ctrl-C must act.
const WATCHED_NS: f64 = 2e6;
/// Time between two looks for signals.
const POLL: Duration = Duration::from_millis(15);
/// Wait for the end of the cancellation of other work.
const PAUSE: Duration = Duration::from_millis(1);
/// Bytes of the stack of a thread.
const STACK: usize = 16 << 20;

/// The engine of all rings of the module.
pub fn engine() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(|| Engine::builder().memory(memory()).monitor(Arc::new(Listener)).build())
}

/// Bytes of memory of this machine; no limit where the system does not state them.
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    total.map_or(u64::MAX, |kib| kib << 10)
}

/// Refuses lengths whose vectors the memory does not hold, where the allocation would end the process.
pub fn fits(len: usize, words_each: usize) -> PyResult<()> {
    let (bytes, memory) = ((len as u64).saturating_mul(8 * words_each.max(1) as u64), engine().memory());
    if bytes > memory / 2 {
        return Err(PyMemoryError::new_err(format!(
            "a vector is too large: {len} coefficients take {bytes} bytes, half of the memory is {} bytes",
            memory / 2
        )));
    }
    Ok(())
}

/// The rough time that work takes, which decides how it is run.
#[derive(Clone, Copy)]
pub enum Work {
    /// One pass over this number of words.
    Linear(usize),
    /// A few products of this number of words.
    Product(usize),
    /// A computation by divide and conquer over products, or Newton's iteration over many.
    Recursive(usize),
    /// Factoring, modular composition: more than quadratic in the words.
    Hard(usize),
    /// Elimination: cubic in this dimension, times the words of an entry.
    Cubic(usize, usize),
    /// Elimination in this dimension modulo this number of primes.
    Images(usize, usize),
}

impl Work {
    #[inline]
    fn ns(self) -> f64 {
        let log = |n: usize| f64::from(usize::BITS - n.leading_zeros());
        match self {
            Work::Linear(n) => 2.0 * n as f64,
            Work::Product(n) => 8.0 * n as f64 * log(n),
            Work::Recursive(n) => 20.0 * n as f64 * log(n) * log(n),
            Work::Hard(n) => 500.0 * (n as f64).powf(1.7),
            Work::Cubic(n, words) => 2.0 * (n as f64).powi(3) * words as f64,
            Work::Images(n, primes) => (1000.0 + (n as f64).powi(3)) * primes as f64,
        }
    }
}

/// The end of a computation that has no result.
enum Failure {
    Error(Error),
    Panic(String),
}

/// Runs a computation, and raises its errors.
#[inline]
pub fn run<T: Send>(py: Python<'_>, work: Work, f: impl Fn() -> Result<T> + Sync) -> PyResult<T> {
    let ns = work.ns();
    if ns < RELEASED_NS
        && let Ok(Ok(value)) = catch_unwind(AssertUnwindSafe(&f))
    {
        return Ok(value);
    }
    run_long(py, ns, f)
}

/// Runs a computation that takes longer, or that has failed and says why when it is repeated.
#[cold]
#[inline(never)]
fn run_long<T: Send>(py: Python<'_>, ns: f64, f: impl Fn() -> Result<T> + Sync) -> PyResult<T> {
    loop {
        let result = if ns < RELEASED_NS {
            caught(&f)
        } else if ns < WATCHED_NS {
            py.detach(|| caught(&f))
        } else {
            watched(py, &f)?
        };
        match result {
            Ok(value) => return Ok(value),
            // Ctrl-C has ended the work of another thread, and this one with it
            Err(Failure::Error(Error::Cancelled)) => {
                py.check_signals()?;
                py.detach(|| thread::sleep(PAUSE));
            }
            Err(Failure::Error(e)) => return Err(exception(&e)),
            Err(Failure::Panic(message)) => return Err(internal(&message)),
        }
    }
}

/// A computation whose panics are failures.
fn caught<T>(f: &impl Fn() -> Result<T>) -> Result<T, Failure> {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(result) => result.map_err(Failure::Error),
        Err(panic) => Err(Failure::Panic(message(panic.as_ref()))),
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Runs a computation on a thread of its own; a signal that raises an exception cancels it.
fn watched<T: Send>(py: Python<'_>, f: &(impl Fn() -> Result<T> + Sync)) -> PyResult<Result<T, Failure>> {
    let done = AtomicBool::new(false);
    let caller = thread::current();
    let limits = Limits::of_thread();
    thread::scope(|scope| {
        let work = || {
            let result = limits.apply(|| caught(f));
            done.store(true, Ordering::Release);
            caller.unpark();
            result
        };
        let Ok(worker) = thread::Builder::new().name("polymod".into()).stack_size(STACK).spawn_scoped(scope, work)
        else {
            // the system has no thread to give
            return Ok(py.detach(|| caught(f)));
        };
        let mut raised = None;
        while !done.load(Ordering::Acquire) {
            py.detach(|| thread::park_timeout(POLL));
            if raised.is_none()
                && let Err(e) = py.check_signals().and_then(|()| explain::report(py))
            {
                cancel().raise();
                raised = Some(e);
            }
        }
        if raised.is_none() {
            raised = explain::report(py).err();
        }
        let result = worker.join().unwrap_or_else(|panic| Err(Failure::Panic(message(panic.as_ref()))));
        match raised {
            Some(e) => {
                cancel().reset();
                Err(e)
            }
            None => Ok(result),
        }
    })
}

fn cancel() -> &'static Cancel {
    engine().cancel()
}

/// Keeps panics from writing to standard error: they become exceptions.
pub fn silence_panics() {
    std::panic::set_hook(Box::new(|_| {}));
}
