//! Handles of engines and rings: counted references, of which each thread keeps one to spare.

use polymod::engine::handle::{Handle, Kept, Spare};
use std::{
    cell::Cell,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    thread::LocalKey,
};

/// A value that counts how often it is dropped.
struct Counted(Arc<AtomicUsize>, bool);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, SeqCst);
    }
}

impl Kept for Counted {
    fn spare() -> &'static LocalKey<Spare<Self>> {
        thread_local! {
            static SPARE: Spare<Counted> = const { Cell::new(None) };
        }
        &SPARE
    }

    fn may_be_kept(&self) -> bool {
        self.1
    }
}

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
