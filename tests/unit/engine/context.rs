//! What a computation hands down to its steps: the engine, the threads it may use, and what its monitor knows.

use polymod::{
    Cancel, Engine, Error,
    engine::{Event, Monitor},
};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

#[test]
fn maps_and_chunks_are_the_same_for_every_thread_count() {
    for threads in [1, 2, 3, 7] {
        let engine = Engine::builder().threads(threads).build();
        let squares = engine.enter(|cx| cx.map((0..100u64).collect(), |i, _| Ok(i * i)));
        assert_eq!(squares, Ok((0..100).map(|i| i * i).collect()));
        let mut data = vec![0; 103];
        engine.enter(|cx| {
            cx.for_chunks(&mut data, 3, |first, chunk| {
                for (i, x) in chunk.iter_mut().enumerate() {
                    *x = (3 * first + i) as u64;
                }
            });
        });
        assert!(data.iter().enumerate().all(|(i, &x)| x == i as u64), "{threads} threads");
        let failed =
            engine.enter(|cx| cx.map(vec![1, 0, 2], |i, _| if i == 0 { Err(Error::DivisionByZero) } else { Ok(i) }));
        assert_eq!(failed, Err(Error::DivisionByZero));
    }
}

#[test]
fn cancelling_and_small_work() {
    let cancel = Cancel::new();
    let engine = Engine::builder().threads(4).cancel(cancel.clone()).build();
    assert_eq!(engine.enter(|cx| cx.check().err()), None);
    cancel.raise();
    assert_eq!(engine.enter(|cx| cx.check().err()), Some(Error::Cancelled));
    assert_eq!(engine.enter(|cx| cx.for_work(1000.0).threads()), 1);
    assert_eq!(engine.enter(|cx| cx.for_work(1e9).threads()), 4);
    let limited = [2, 1, 9, 0].map(|asked| {
        engine.limit_threads(asked);
        engine.enter(|cx| cx.for_work(1e9).threads())
    });
    assert_eq!(limited, [2, 1, 4, 4]);
}

/// A monitor that does not listen leaves an engine as quiet as none does; one that does is told.
#[test]
fn monitors_that_do_not_listen_keep_no_operation_from_its_short_way() {
    struct Sometimes(AtomicBool);
    impl Monitor for Sometimes {
        fn event(&self, _: &Event<'_>) {
            assert!(self.0.load(Relaxed));
        }
        fn listens(&self) -> bool {
            self.0.load(Relaxed)
        }
    }
    let monitor = Arc::new(Sometimes(AtomicBool::new(false)));
    let engine = Engine::builder().threads(1).monitor(monitor.clone()).build();
    assert!(engine.is_quiet() && !engine.is_watched());
    monitor.0.store(true, Relaxed);
    assert!(!engine.is_quiet() && engine.is_watched());
    monitor.0.store(false, Relaxed);
    engine.cancel().raise();
    assert!(!engine.is_quiet());
}
