//! Explained decisions against those that are made.

use super::words;
use crate::named;
use polymod::{
    AnyRing, Engine, Error, Poly, Result, Ring,
    engine::{Decision, Event, Monitor},
    poly::Task,
    ring::{AnyElem, Size},
};
use std::sync::{Arc, Mutex};

/// A monitor that records the decisions.
#[derive(Default)]
struct Notebook(Mutex<Vec<Decision>>);

impl Monitor for Notebook {
    fn event(&self, event: &Event<'_>) {
        if let Event::Decided(decision) = event {
            self.0.lock().unwrap().push((*decision).clone());
        }
    }
}

fn engines() -> (Arc<Notebook>, Engine) {
    let notebook = Arc::new(Notebook::default());
    (notebook.clone(), Engine::builder().threads(1).monitor(notebook).build())
}

/// The decisions made in products, squares and divisions of these lengths equal the explained ones.
fn agree(ring: &AnyRing, notebook: &Notebook, dense: &dyn Fn(usize) -> Poly<AnyRing>) {
    let size = |p: &Poly<AnyRing>| ring.size(p.coeffs());
    for (m, n) in [(3, 3), (40, 7), (300, 300), (5000, 900), (100, 99)] {
        let (x, y) = (dense(m), dense(n));
        let tasks = [
            Task::Product { a: size(&x), b: size(&y) },
            Task::Square { a: size(&x) },
            Task::Division { dividend: m, divisor: size(&y) },
        ];
        let explained = tasks.map(|task| ring.engine().explain(ring, &task).unwrap());
        let done = [&x.checked_mul(&y), &x.sqr(), &x.quo(&y)].map(Result::is_ok);
        assert_eq!(done, [true; 3]);
        assert_eq!(*notebook.0.lock().unwrap(), explained, "{m} by {n}");
        notebook.0.lock().unwrap().clear();
    }
}

#[test]
fn what_is_explained_is_what_is_done() {
    let (notebook, engine) = engines();
    for n in [97u64, (1 << 61) - 1, 998_244_353] {
        let f = named(&engine, &format!("zn:{n}"));
        agree(&f, &notebook, &|len| words(&f, (0..len as u64).map(|i| i % 96 + 1)));
    }
    let f = named(&engine, "gf2");
    agree(&f, &notebook, &|len| Poly::new(&f, vec![AnyElem::Bit(true); len]));
}

#[test]
fn transforms_and_sizes_that_will_not_do() {
    let (_, engine) = engines();
    let f = named(&engine, "zn:998244353");
    let explain = |task| engine.explain(&f, &task);
    let long = explain(Task::Transform { len: 1 << 16 }).unwrap();
    assert!(long.chosen != "bluestein" && long.alternatives.len() > 1, "{long:?}");
    assert_eq!(explain(Task::Transform { len: 7 * 17 }).unwrap().chosen, "bluestein");
    let [none, some] = [0, 5].map(|len| Size { len, bits: 0 });
    for task in [
        Task::Product { a: some, b: none },
        Task::Division { dividend: 4, divisor: some },
        Task::Division { dividend: 4, divisor: none },
        Task::Transform { len: 0 },
    ] {
        assert!(matches!(explain(task), Err(Error::OutOfRange { .. })));
    }
    let large = Size { len: usize::MAX, bits: 0 };
    assert!(matches!(explain(Task::Product { a: large, b: some }), Err(Error::TooLarge { .. })));
}
