//! Handles of engines and rings: counted references, of which each thread keeps one to spare.
//!
//! Every polynomial holds its ring. Two atomic operations for each one that is made and freed would take as long as a sum of fifty coefficients,
//! and threads that share a ring would wait for each other's. So a thread keeps the last handle of a value that it dropped, and gives it to
//! the next clone of the same value.
//!
//! A value is dropped with its last handle that is no spare one, if all handles are dropped by one thread. Elsewhere a thread may keep it, one of each
//! type, until it drops a handle of another value of this type, or ends.

use std::{cell::Cell, ops::Deref, sync::Arc, thread::LocalKey};

/// The handle that a thread keeps.
pub type Spare<T> = Cell<Option<Arc<Shared<T>>>>;

/// A value with [`Handle`]s.
pub trait Kept: Sized + 'static {
    /// Where a thread keeps a handle.
    fn spare() -> &'static LocalKey<Spare<Self>>;
    /// Whether a thread may keep it, which is asked once: what others wait for to be dropped is not kept.
    fn may_be_kept(&self) -> bool;
}

/// The implementation of [`Kept`] for a type, given when a value may be kept.
macro_rules! kept {
    ($type:ty, $may_be_kept:expr) => {
        impl $crate::engine::handle::Kept for $type {
            #[inline]
            fn spare() -> &'static std::thread::LocalKey<$crate::engine::handle::Spare<Self>> {
                thread_local! {
                    static SPARE: $crate::engine::handle::Spare<$type> = const { std::cell::Cell::new(None) };
                }
                &SPARE
            }
            #[inline]
            fn may_be_kept(&self) -> bool {
                $may_be_kept(self)
            }
        }
    };
}
pub(crate) use kept;

/// A value, and whether threads may keep it.
pub struct Shared<T> {
    kept: bool,
    value: T,
}

/// A counted reference; empty only while it is dropped.
pub struct Handle<T: Kept>(Option<Arc<Shared<T>>>);

impl<T: Kept> Handle<T> {
    /// The first handle of a value.
    pub fn new(value: T) -> Self {
        Handle(Some(Arc::new(Shared { kept: value.may_be_kept(), value })))
    }

    #[inline(always)]
    pub fn shared(&self) -> &Arc<Shared<T>> {
        match &self.0 {
            Some(shared) => shared,
            None => unreachable!("a handle is empty while it is dropped"),
        }
    }
}

impl<T: Kept> Deref for Handle<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        &self.shared().value
    }
}

impl<T: Kept> Clone for Handle<T> {
    #[inline]
    fn clone(&self) -> Self {
        let shared = self.shared();
        let found = T::spare().try_with(|place| match place.take() {
            Some(spare) if Arc::ptr_eq(&spare, shared) => spare,
            other => {
                place.set(other);
                shared.clone()
            }
        });
        // where the thread ends, none is kept
        Handle(Some(found.unwrap_or_else(|_| shared.clone())))
    }
}

impl<T: Kept> Drop for Handle<T> {
    #[inline]
    fn drop(&mut self) {
        let Some(own) = self.0.take() else { return };
        if own.kept {
            // dropped where the thread ends
            let _ = T::spare().try_with(|place| match place.take() {
                None if Arc::strong_count(&own) > 1 => place.set(Some(own)),
                spare => settle(place, own, spare),
            });
        }
    }
}

/// Drops a handle beside the one that the thread has kept, or the last one.
#[inline(never)]
fn settle<T: Kept>(place: &Spare<T>, own: Arc<Shared<T>>, spare: Option<Arc<Shared<T>>>) {
    let count = Arc::strong_count(&own);
    match spare {
        // what is left is the spare one: both are dropped
        Some(spare) if Arc::ptr_eq(&spare, &own) => {
            if count > 2 {
                place.set(Some(spare));
            }
        }
        // the value dropped last is that of the next clones
        Some(_) if count > 1 => place.set(Some(own)),
        spare => place.set(spare),
    }
}
