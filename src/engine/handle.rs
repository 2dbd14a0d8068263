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
pub(crate) type Spare<T> = Cell<Option<Arc<Shared<T>>>>;

/// A value with [`Handle`]s.
pub(crate) trait Kept: Sized + 'static {
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
pub(crate) struct Shared<T> {
    kept: bool,
    value: T,
}

/// A counted reference; empty only while it is dropped.
pub(crate) struct Handle<T: Kept>(Option<Arc<Shared<T>>>);

impl<T: Kept> Handle<T> {
    /// The first handle of a value.
    pub(crate) fn new(value: T) -> Self {
        Handle(Some(Arc::new(Shared { kept: value.may_be_kept(), value })))
    }

    #[inline(always)]
    fn shared(&self) -> &Arc<Shared<T>> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    /// A value that counts how often it is dropped.
    struct Counted(Arc<AtomicUsize>, bool);

    impl Drop for Counted {
        fn drop(&mut self) {
            self.0.fetch_add(1, SeqCst);
        }
    }

    kept!(Counted, |counted: &Counted| counted.1);

    fn counted(may_be_kept: bool) -> (Handle<Counted>, Arc<AtomicUsize>) {
        let drops = Arc::new(AtomicUsize::new(0));
        (Handle::new(Counted(drops.clone(), may_be_kept)), drops)
    }

    fn count(handle: &Handle<Counted>) -> usize {
        Arc::strong_count(handle.shared())
    }

    #[test]
    fn the_last_handle_of_a_thread_drops_the_value() {
        for may_be_kept in [false, true] {
            for clones in 0..5 {
                let (first, drops) = counted(may_be_kept);
                let all: Vec<_> = (0..clones).map(|_| first.clone()).collect();
                assert_eq!(count(&first), clones + 1);
                drop(all);
                // one is kept, if there was one
                assert_eq!(count(&first), 1 + usize::from(may_be_kept && clones > 0), "{clones} clones");
                let again = first.clone();
                assert_eq!(count(&first), 2, "the spare one is taken");
                drop(first);
                assert_eq!(drops.load(SeqCst), 0);
                drop(again);
                assert_eq!(drops.load(SeqCst), 1, "{clones} clones, {may_be_kept}");
            }
        }
    }

    #[test]
    fn a_thread_keeps_one_value() {
        let ((a, drops_a), (b, drops_b)) = (counted(true), counted(true));
        drop(a.clone());
        drop(b.clone());
        assert_eq!((count(&a), count(&b)), (1, 2), "the value dropped last is kept");
        drop(a.clone());
        drop(a);
        assert_eq!((drops_a.load(SeqCst), drops_b.load(SeqCst)), (1, 0));
        drop(b);
        assert_eq!((drops_a.load(SeqCst), drops_b.load(SeqCst)), (1, 1));
    }

    #[test]
    fn threads_end_with_their_spare_handles() {
        let (first, drops) = counted(true);
        let work = |own: Handle<Counted>| {
            for _ in 0..1000 {
                let (a, b) = (own.clone(), own.clone());
                drop((a.clone(), a, b));
            }
        };
        let threads: Vec<_> = (0..4).map(|_| (first.clone(), work)).collect();
        let threads: Vec<_> = threads.into_iter().map(|(own, work)| std::thread::spawn(move || work(own))).collect();
        threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
        assert_eq!(drops.load(SeqCst), 0);
        assert_eq!(count(&first), 1, "threads that ended keep nothing");
        let other = std::thread::spawn(move || drop(first));
        other.join().expect("no panic");
        assert_eq!(drops.load(SeqCst), 1);
    }
}
