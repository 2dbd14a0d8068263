//! What computations tell: the algorithms chosen with their predicted costs, and progress.

use crate::{
    ints,
    ring::PyRing,
    run::{Work, engine, run},
};
use polymod::{
    engine::{Decision, Event, Monitor},
    poly::Task,
    ring::Size,
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyDict, PyList},
};
use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

/// The monitor of the engine of the module: it listens while somebody wants to know.
#[derive(Default)]
pub struct Listener;

/// Number of logs and callbacks that want events.
static LISTENERS: AtomicUsize = AtomicUsize::new(0);
/// The decisions since the first of the logs that are open began, and whether each is an outline, whose computation has yet to tell all.
static DECISIONS: Mutex<Vec<(Decision, bool)>> = Mutex::new(Vec::new());
/// The callback for progress.
static CALLBACK: Mutex<Option<Py<PyAny>>> = Mutex::new(None);
/// The last progress of each stage that the callback has not been told.
static PROGRESS: Mutex<Option<HashMap<&'static str, (u64, u64)>>> = Mutex::new(None);

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Monitor for Listener {
    fn listens(&self) -> bool {
        LISTENERS.load(Ordering::Relaxed) > 0
    }

    fn event(&self, event: &Event<'_>) {
        match *event {
            Event::Begun(outline) => locked(&DECISIONS).push((outline.clone(), true)),
            Event::Decided(decision) => {
                let mut all = locked(&DECISIONS);
                let outline = all.last_mut().filter(|(last, is_outline)| {
                    *is_outline && last.task == decision.task && last.chosen == decision.chosen
                });
                let decided = (decision.clone(), false);
                match outline {
                    Some(last) => *last = decided,
                    // a decision like the one before is another thread's, whose log began earlier
                    None => all.push(decided),
                }
            }
            Event::Progress { stage, done, total } => {
                if let Some(stages) = locked(&PROGRESS).as_mut() {
                    stages.insert(stage, (done, total));
                }
            }
            _ => {}
        }
    }
}

/// Calls the callback with the progress since the last call, on the thread that waits for a computation.
pub fn report(py: Python<'_>) -> PyResult<()> {
    if LISTENERS.load(Ordering::Relaxed) == 0 {
        return Ok(());
    }
    let news = locked(&PROGRESS).as_mut().map(std::mem::take).unwrap_or_default();
    let callback = locked(&CALLBACK).as_ref().map(|callback| callback.clone_ref(py));
    let Some(callback) = callback else { return Ok(()) };
    for (stage, (done, total)) in news {
        callback.call1(py, (stage, done, (total > 0).then_some(total)))?;
    }
    Ok(())
}

/// Begins to record decisions; returns the number of those recorded so far.
#[pyfunction]
pub fn _listen() -> usize {
    LISTENERS.fetch_add(1, Ordering::Relaxed);
    locked(&DECISIONS).len()
}

/// The decisions recorded since this number, and the end of a log.
#[pyfunction]
pub fn _told(py: Python<'_>, since: usize, end: bool) -> PyResult<Bound<'_, PyList>> {
    let found = locked(&DECISIONS).get(since..).unwrap_or_default().to_vec();
    if end && LISTENERS.fetch_sub(1, Ordering::Relaxed) == 1 {
        locked(&DECISIONS).clear();
    }
    PyList::new(py, found.iter().map(|(decision, _)| as_dict(py, decision)).collect::<PyResult<Vec<_>>>()?)
}

/// Sets the callback for progress, or removes it.
#[pyfunction]
pub fn _progress(callback: Option<Py<PyAny>>) {
    let wanted = callback.is_some();
    let before = std::mem::replace(&mut *locked(&CALLBACK), callback);
    *locked(&PROGRESS) = wanted.then(HashMap::new);
    match (before.is_some(), wanted) {
        (false, true) => LISTENERS.fetch_add(1, Ordering::Relaxed),
        (true, false) => LISTENERS.fetch_sub(1, Ordering::Relaxed),
        _ => 0,
    };
}

/// A decision as a dictionary.
fn as_dict<'py>(py: Python<'py>, decision: &Decision) -> PyResult<Bound<'py, PyDict>> {
    let (all, parameters) = (PyDict::new(py), PyDict::new(py));
    for (name, value) in &decision.parameters {
        parameters.set_item(name, value)?;
    }
    let alternatives = decision.alternatives.iter().map(|way| {
        let one = PyDict::new(py);
        one.set_item("algorithm", way.algorithm)?;
        one.set_item("predicted_seconds", way.predicted_ns * 1e-9)?;
        one.set_item("peak_bytes", way.peak_bytes)?;
        Ok(one)
    });
    let parts = decision.parts.iter().map(|part| as_dict(py, part)).collect::<PyResult<Vec<_>>>()?;
    all.set_item("task", &decision.task)?;
    all.set_item("algorithm", decision.chosen)?;
    all.set_item("parameters", parameters)?;
    all.set_item("alternatives", alternatives.collect::<PyResult<Vec<_>>>()?)?;
    all.set_item("parts", parts)?;
    Ok(all)
}

/// The algorithm that a task would take, with the predicted costs of all that apply; nothing is computed.
///
/// Tasks are ``"product"`` and ``"division"`` of polynomials with ``n`` and ``m`` coefficients, ``"square"``, and ``"transform"``; over Z
/// with coefficients of ``bits`` bits.
///
/// >>> import polymod
/// >>> polymod.plan("product", polymod.Zn(97), 4, 4)["algorithm"]
/// 'schoolbook'
#[pyfunction]
#[pyo3(signature = (task, ring, n, m=None, *, bits=0))]
pub fn plan<'py>(
    py: Python<'py>,
    task: &str,
    ring: PyRef<'py, PyRing>,
    n: &Bound<'py, PyAny>,
    m: Option<&Bound<'py, PyAny>>,
    bits: u32,
) -> PyResult<Bound<'py, PyDict>> {
    let len = ints::length(n, "the length")?;
    let second = m.map(|m| ints::length(m, "the length")).transpose()?;
    let size = |len| Size { len, bits };
    let task = match (task, second) {
        ("product", second) => Task::Product { a: size(len), b: size(second.unwrap_or(len)) },
        ("square", None) => Task::Square { a: size(len) },
        ("division", Some(divisor)) => Task::Division { dividend: len, divisor: size(divisor) },
        ("transform", None) => Task::Transform { len },
        ("square" | "transform", Some(_)) => return Err(PyTypeError::new_err(format!("a {task} has one length"))),
        ("division", None) => return Err(PyTypeError::new_err("a division has two lengths")),
        _ => {
            let expected = "expected product, square, division or transform";
            return Err(PyValueError::new_err(format!("{expected}, got {task}")));
        }
    };
    let ring = ring.ring.clone();
    let decision = run(py, Work::Linear(0), || engine().explain(&ring, &task))?;
    as_dict(py, &decision)
}

/// Sets the number of threads of computations that begin from now on: 0 for one on each core. Results do not depend on it.
///
/// >>> import polymod
/// >>> polymod.set_threads(1)
/// >>> polymod.threads()
/// 1
/// >>> polymod.set_threads(0)
///
/// It is for all computations of the process; :func:`limits` for those of one thread.
#[pyfunction]
pub fn set_threads(n: &Bound<'_, PyAny>) -> PyResult<()> {
    engine().limit_threads(ints::length(n, "the number of threads")?);
    Ok(())
}

/// The number of threads of computations, within :func:`limits`.
#[pyfunction]
pub fn threads() -> usize {
    engine().threads()
}

/// The instruction set that computations use: ``scalar``, ``avx2`` or ``avx512``.
#[pyfunction]
pub fn isa() -> PyResult<String> {
    Ok(engine().target().to_string())
}
