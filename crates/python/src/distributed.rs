//! Images modulo primes by workers that Python reaches: the leader's side, a team that a function of Python is, and the workers' side.

use crate::run::{Work, engine, run};
use polymod::{
    Error, Result,
    multimodular::remote::{Done, Request, Team},
};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyIterator},
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of a request's identity, which end it.
const IDENTITY: usize = 32;
/// Number of requests that a worker keeps: a few computations may take turns.
const KEPT: usize = 4;

/// The last requests of this process by their identities, the last one at the end.
static HELD: Mutex<Vec<(Vec<u8>, Arc<Request>)>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The request of these bytes, or of this identity if this process has it.
fn request(bytes: &[u8]) -> Result<Option<Arc<Request>>> {
    let identity = &bytes[bytes.len().saturating_sub(IDENTITY)..];
    let held = locked(&HELD).iter().find(|(own, _)| own == identity).map(|(_, request)| request.clone());
    if held.is_some() || bytes.len() == IDENTITY {
        return Ok(held);
    }
    let request = Arc::new(Request::from_bytes(bytes)?);
    let mut all = locked(&HELD);
    all.push((identity.to_vec(), request.clone()));
    let surplus = all.len().saturating_sub(KEPT);
    all.drain(..surplus);
    Ok(Some(request))
}

/// The images of a request modulo these primes; None for the identity of a request that this process does not have.
#[pyfunction]
pub fn _images<'py>(py: Python<'py>, bytes: &[u8], primes: Vec<u64>) -> PyResult<Option<Bound<'py, PyBytes>>> {
    // a group takes long
    let found = run(py, Work::Hard(1 << 24), || match request(bytes)? {
        Some(request) => request.images(engine(), &primes).map(Some),
        None => Ok(None),
    })?;
    Ok(found.map(|images| PyBytes::new(py, &images)))
}

/// A team that a function of Python is: it is called with a request's bytes and groups of primes, and yields primes and their images, or None from
/// time to time.
#[derive(Debug)]
pub struct Shared {
    share: Py<PyAny>,
    /// Number of tasks at a time, and of threads of each.
    tasks: usize,
    threads: usize,
    /// The exception that ended a computation.
    raised: Mutex<Option<PyErr>>,
}

impl Shared {
    /// A team that computes this number of tasks at a time, each by this number of threads.
    pub fn new(share: Py<PyAny>, tasks: usize, threads: usize) -> Self {
        Shared { share, tasks, threads, raised: Mutex::default() }
    }

    /// The exception that the function raised, if it did.
    pub fn raised(&self) -> Option<PyErr> {
        locked(&self.raised).take()
    }

    /// Keeps an exception, to be raised where the computation began.
    fn keep(&self, e: PyErr) -> Error {
        let (name, reason) = ("an executor".into(), e.to_string());
        *locked(&self.raised) = Some(e);
        Error::Worker { name, reason }
    }

    /// The next item of the function's iterator.
    fn next(&self, answers: &Py<PyIterator>) -> Result<Option<Item>> {
        let next = Python::attach(|py| answers.bind(py).clone().next().map(|item| item?.extract()).transpose());
        next.map_err(|e| self.keep(e))
    }

    /// All groups, until the iterator ends, or somebody presses Ctrl-C.
    fn collect(&self, answers: &Py<PyIterator>, done: &mut Done<'_>) -> Result<()> {
        while let Some(item) = self.next(answers)? {
            if engine().cancel().is_raised() {
                return Err(Error::Cancelled);
            }
            if let Some((primes, images)) = item {
                done(&primes, images)?;
            }
        }
        Ok(())
    }
}

/// Primes and their images, or that there are none yet.
type Item = Option<(Vec<u64>, Vec<u8>)>;

impl Team for Shared {
    fn workers(&self) -> usize {
        self.tasks * self.threads
    }

    fn share(
        &self,
        request: &Request,
        groups: &mut (dyn Iterator<Item = Vec<u64>> + Send),
        done: &mut Done<'_>,
    ) -> Result<()> {
        // in the order in which they are submitted, so that the last tasks are the smallest
        let next = || request.next_primes(groups, self.threads, self.workers());
        let (bytes, groups) = (request.to_bytes(), std::iter::from_fn(next).collect::<Vec<_>>());
        let answers = Python::attach(|py| {
            let answers = self.share.bind(py).call1((PyBytes::new(py, &bytes), groups))?;
            PyResult::Ok(answers.try_iter()?.unbind())
        });
        let answers = answers.map_err(|e| self.keep(e))?;
        let found = self.collect(&answers, done);
        // groups that nobody waits for are cancelled here, and not when the iterator happens to be collected
        let closed = Python::attach(|py| answers.bind(py).call_method0("close").map(drop));
        found.and_then(|()| closed.map_err(|e| self.keep(e)))
    }
}
