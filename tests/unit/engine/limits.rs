//! Limits of the computations of one thread, below those of the engine.

use polymod::{Engine, engine::Limits};
use std::panic;

#[test]
fn limits_reach_every_thread_and_end_with_a_panic() {
    let engine = Engine::builder().threads(4).memory(1 << 20).build();
    let limits = Limits { threads: 3, memory: 1 << 10 };
    let seen = limits.apply(|| engine.enter(|cx| cx.map((0..64).collect(), |_, _| Ok(Limits::of_thread()))));
    assert_eq!(seen, Ok(vec![limits; 64]));
    let inside = limits.apply(|| engine.enter(|cx| cx.inside(|cx| (cx.engine().memory(), cx.threads()))));
    assert_eq!(inside, (1 << 10, 3));
    let before = engine.enter(|cx| cx.map((0..64).collect(), |_, cx| Ok(cx.engine().memory())));
    assert_eq!(before, Ok(vec![1 << 20; 64]));
    assert!(panic::catch_unwind(|| limits.apply(|| panic!("a bug"))).is_err());
    assert_eq!(Limits::of_thread(), Limits::NONE);
    let most = Limits { threads: 0, memory: u64::MAX };
    assert_eq!(most.apply(|| (engine.threads(), engine.memory())), (1, 1 << 20));
}
