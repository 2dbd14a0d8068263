//! Contexts: the calls of one thread with a cancellation, a number of threads and a callback of their own.
//!
//! A call in a context computes on operands over rings of the context's engine, to which coefficients are copied, and moves its result back:
//! an object never belongs to a context.

use crate::{
    pointers::Callback,
    status::{self, Result},
};
use engine::{
    Cancel, Engine, Error,
    engine::{Event, Monitor},
};
use std::{
    cell::RefCell,
    sync::{Arc, Mutex},
};

/// A context of calls.
pub struct Context {
    engine: Engine,
}

thread_local! {
    static CURRENT: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// Tells the progress, and cancels where the answer is no. Events that come during a call of the callback are left out.
struct Listener {
    callback: Mutex<Callback>,
    cancel: Cancel,
}

impl Monitor for Listener {
    fn event(&self, event: &Event<'_>) {
        if let Event::Progress { stage, done, total } = event
            && let Ok(callback) = self.callback.try_lock()
            && !callback.tell(stage, *done, *total)
        {
            self.cancel.raise();
        }
    }
}

impl Context {
    /// A context whose computations use this number of threads, 0 for one a core.
    pub fn new(threads: usize, callback: Option<Callback>) -> Self {
        let cancel = Cancel::new();
        let mut builder = status::builder(threads, &cancel);
        if let Some(callback) = callback {
            builder = builder.monitor(Arc::new(Listener { callback: Mutex::new(callback), cancel }));
        }
        Context { engine: builder.build() }
    }

    /// The token of its computations.
    pub fn cancel(&self) -> &Cancel {
        self.engine.cancel()
    }
}

/// Puts the calls of this thread from now on into a context, or into none.
pub fn enter(context: Option<&Context>) {
    CURRENT.set(context.map(|context| context.engine.clone()));
}

/// The engine of this thread's context.
pub fn current() -> Result<Option<Engine>> {
    let engine = CURRENT.with_borrow(Clone::clone);
    match engine {
        Some(engine) if engine.cancel().is_raised() => Err(Error::Cancelled.into()),
        engine => Ok(engine),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{objects::Ring, status::Status};

    #[test]
    fn calls_in_a_context_are_cancelled_alone() {
        let z = Ring::named("zn:97").unwrap();
        let a = z.poly("x + 1").unwrap();
        let context = Context::new(1, None);
        enter(Some(&context));
        assert_eq!(a.mul(&a).unwrap().text(), "x^2 + 2*x + 1");
        context.cancel().raise();
        assert_eq!(a.mul(&a).map(|_| ()).unwrap_err().status, Status::Cancelled);
        enter(None);
        assert!(a.mul(&a).is_ok());
    }
}
