//! Bounds of the memory of computations.

use crate::named;
use polymod::{
    AnyRing, Engine, Ring,
    memory::{Entries, Sizes, THREAD, Task},
    ring::Size,
};

/// Sizes of operands of `len` coefficients of 64 bits, and of a result as long.
fn sizes(r: &AnyRing, len: u64) -> Sizes {
    Sizes::new(r, 8 * len, 8.0 * len as f64)
}

fn tasks(len: usize) -> Vec<Task> {
    let (a, m) = (Size { len, bits: 64 }, Entries { rows: len.isqrt(), cols: len.isqrt(), bits: 64 });
    vec![
        Task::Power,
        Task::Division,
        Task::PseudoDivision(a, a),
        Task::PowerModulo,
        Task::Gcd(a, a),
        Task::Xgcd(a, a),
        Task::InverseModulo,
        Task::Resultant,
        Task::Discriminant,
        Task::Recurrence,
        Task::Values(len),
        Task::Interpolation(len, 64),
        Task::Factors(a),
        Task::Squarefree(a),
        Task::Irreducible(a),
        Task::Determinant,
        Task::Rank,
        Task::Solution(m, 1),
        Task::MatrixInverse(m),
        Task::Nullspace(m),
        Task::Charpoly(m),
        Task::Minpoly,
        Task::PolyDeterminant,
        Task::Form(m.rows),
    ]
}

fn bounds_grow(r: &AnyRing) {
    let all = [100, 10_000, 1_000_000].map(|len| {
        let sizes = sizes(r, len as u64);
        tasks(len).iter().map(|task| sizes.working(task)).collect::<Vec<f64>>()
    });
    for (i, task) in tasks(1).iter().enumerate() {
        let [short, middle, long] = all.each_ref().map(|bounds| bounds[i]);
        assert!(short > 0.0 && short < middle && middle < long && long.is_finite(), "{task:?} over {}", r.name());
        let least = if matches!(task, Task::Power) { 0.2 } else { 0.5 };
        assert!(long >= least * 8e6, "{task:?} over {}", r.name());
    }
}

#[test]
fn bounds_grow_with_the_operands() {
    let engine = Engine::builder().threads(1).build();
    bounds_grow(&named(&engine, "z"));
    bounds_grow(&named(&engine, "zn:2^61-1"));
}

#[test]
fn threads_are_counted_for_long_operands() {
    let engine = Engine::builder().threads(3).build();
    let f = named(&engine, "zn:97");
    let more = f.engine().threads() as f64 - 1.0;
    let long = sizes(&f, 1_000_000);
    assert_eq!(long.threads(long.working(&Task::Division)), more * THREAD);
    let short = sizes(&f, 100);
    assert_eq!(short.threads(short.working(&Task::Division)), 0.0);
}
