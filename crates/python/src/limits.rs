//! Limits of the computations of a thread: the number of threads that they use, and bytes of memory.

use crate::{errors::exception, ints};
use polymod::{
    AnyRing, Error, Ring,
    engine::Limits,
    memory::{Sizes, Task},
    poly::Part,
    ring::{Candidates, Convolve, ProductShape, Products, Size, View},
    text::memory_size,
};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyString};

/// The limits of one call; those before apply again when it is dropped.
pub struct Scope {
    before: Limits,
}

impl Scope {
    /// Sets the limits that are given, and leaves the others as they are.
    pub fn new(threads: Option<&Bound<'_, PyAny>>, memory: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(Scope { before: given(threads, memory)?.set() })
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        self.before.set();
    }
}

fn given(threads: Option<&Bound<'_, PyAny>>, memory: Option<&Bound<'_, PyAny>>) -> PyResult<Limits> {
    let mut limits = Limits::of_thread();
    if let Some(threads) = threads {
        limits.threads = match ints::length(threads, "the number of threads")? {
            0 => usize::MAX,
            threads => threads,
        };
    }
    if let Some(memory) = memory {
        limits.memory = bytes(memory)?;
    }
    Ok(limits)
}

/// A number of bytes, from an integer or a text such as `1.5G`.
fn bytes(memory: &Bound<'_, PyAny>) -> PyResult<u64> {
    let bytes = match memory.cast::<PyString>() {
        Ok(text) => memory_size(text.to_str()?),
        Err(_) => Some(ints::length(memory, "the memory")? as u64).filter(|&bytes| bytes > 0),
    };
    bytes.ok_or_else(|| {
        PyValueError::new_err(format!(
            "memory: expected a number of bytes, or a text such as '512M' or '1.5G', got {memory}"
        ))
    })
}

/// Refuses a product for which the memory limit of this thread leaves only algorithms that take many times as long as the fastest.
pub fn check_product(ring: &AnyRing, a: Size, b: Size, part: &Part) -> PyResult<()> {
    let memory = Limits::of_thread().memory;
    if memory == Limits::NONE.memory || a.len == 0 || b.len == 0 {
        return Ok(());
    }
    let full = a.len + b.len - 1;
    let window = match part {
        Part::All | Part::Cyclic(_) | Part::Negacyclic(_) => 0..full,
        Part::Low(n) => 0..full.min(*n),
        Part::Middle(w) => w.start.min(full)..w.end.min(full),
    };
    let shape = ProductShape { a, b, square: false, window };
    let candidates = || -> Candidates { ring.engine().enter(|cx| ring.product_candidates(&shape, cx)) };
    let (all, within) = (Limits::NONE.apply(candidates), candidates());
    let fastest = all.best(u64::MAX).predicted_ns;
    let peak = [within, all].iter().filter_map(|some| some.least_peak_bytes(fastest)).min().unwrap_or(0);
    let needed = peak.saturating_add(shape.held_bytes(ring.zeros(0).width()));
    if needed <= memory {
        return Ok(());
    }
    let (size, limit) = (format!("{needed} bytes"), format!("the memory of {memory} bytes"));
    Err(exception(&Error::TooLarge { what: format!("the {}", shape.task(ring)), size, limit }))
}

/// Refuses a computation whose operands, result and working memory together exceed the memory limit of this thread.
#[inline]
pub fn check<'a, R: Convolve>(
    ring: &R,
    what: &str,
    operands: impl IntoIterator<Item = View<'a, R>>,
    result: impl FnOnce() -> f64,
    task: impl FnOnce() -> Task,
) -> PyResult<()> {
    if Limits::of_thread().memory == Limits::NONE.memory {
        return Ok(());
    }
    let held = operands.into_iter().map(|v| v.bytes_for(v.len() as f64)).sum::<f64>();
    let sizes = Sizes::new(ring, held as u64, result());
    let working = sizes.working(&task());
    refused(what, &ring.name(), held + sizes.result + working + sizes.threads(working))
}

fn refused(what: &str, ring: &str, needed: f64) -> PyResult<()> {
    let memory = Limits::of_thread().memory;
    if needed <= memory as f64 {
        return Ok(());
    }
    let (size, limit) = (format!("{needed:.0} bytes"), format!("the memory of {memory} bytes"));
    Err(exception(&Error::TooLarge { what: format!("the {what} over {ring}"), size, limit }))
}

/// Sets limits of this thread; returns those before, as `_restore` takes them.
#[pyfunction]
pub fn _limit(threads: Option<&Bound<'_, PyAny>>, memory: Option<&Bound<'_, PyAny>>) -> PyResult<(usize, u64)> {
    let before = given(threads, memory)?.set();
    Ok((before.threads, before.memory))
}

/// Sets the limits of this thread that `_limit` returned.
#[pyfunction]
pub fn _restore(threads: usize, memory: u64) {
    Limits { threads, memory }.set();
}
