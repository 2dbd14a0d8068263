//! Laws of the choice of algorithms, and of long products by each of them.

use super::{Bench, expected, oracle};
use crate::{
    Error,
    ring::{ProductAlgorithm, ProductShape, Size, traits::*},
};

/// Predicted nanoseconds beyond which a long product is left to shorter operands.
const MOST_NS: f64 = 2e7;

pub(super) fn check(bench: &mut Bench<'_>) {
    for [a, b] in [[1, 1], [2, 2], [12, 9], [64, 64], [300, 7], [5000, 5000], [100_000, 40]] {
        choice(bench, [a, b]);
    }
    for [a, b] in [[600, 600], [1025, 1024], [2500, 120]] {
        long_products(bench, [a, b]);
    }
    unknown_algorithms(bench);
}

/// The choice is one of the candidates, within the memory, and the same each time.
fn choice(bench: &Bench<'_>, lens: [usize; 2]) {
    let (r, bits) = (bench.r, bench.r.size(bench.r.collect(bench.specials).view()).bits);
    let [a, b] = lens.map(|len| Size { len, bits });
    for (square, window) in [(false, 0..a.len + b.len - 1), (false, 1..a.len), (a == b, 0..a.len + b.len - 1)] {
        let shape = ProductShape { a, b, square, window };
        r.engine().enter(|cx| {
            let law = format!("{}: the choice for {shape:?}", bench.name);
            let candidates = r.product_candidates(&shape, cx);
            let memory = r.working_memory(&shape);
            assert!(memory <= r.engine().memory(), "{law}: working_memory {memory}");
            let least = candidates.iter().map(|c| c.predicted_ns).fold(f64::INFINITY, f64::min);
            assert!(least >= 0.0 && least.is_finite(), "{law}: {least} nanoseconds");
            let chosen = r.choose_product(&shape, cx);
            assert!(candidates.has(chosen.algorithm), "{law}: {chosen:?} is a candidate");
            assert_eq!(r.choose_product(&shape, cx).algorithm, chosen.algorithm, "{law}: it stays");
            let (reported, _) = expected(r.chosen_product(&shape, cx));
            assert_eq!(reported.algorithm, chosen.algorithm, "{law}: the choice reported");
            let expected = r.evident_product(&shape, cx).unwrap_or_else(|| candidates.best(memory));
            assert_eq!(chosen.algorithm, expected.algorithm, "{law}: the best within the memory");
            if let Some(evident) = r.evident_product(&shape, cx) {
                assert!(candidates.has(evident.algorithm), "{law}: what is evident is a candidate");
            }
            if let Some(choices) = r.choices() {
                let known = choices.get_or(&shape, cx.threads(), r.engine().memory(), || candidates.best(memory));
                assert!(candidates.has(known.algorithm), "{law}: a memo of another shape");
            }
        });
    }
}

/// Long products, with a factor of few terms, by every algorithm that is not too slow.
fn long_products(bench: &mut Bench<'_>, [a, b]: [usize; 2]) {
    let (r, long, short) = (bench.r, bench.mixed(a), bench.sparse(b));
    let (x, y) = (r.collect(&long), r.collect(&short));
    let (product, square) = (oracle::product(r, &long, &short), oracle::product(r, &short, &short));
    for (x, full) in [(&x, &product), (&y, &square)] {
        for (i, w) in
            [0..full.len(), full.len() / 3..full.len() / 2 + 1, full.len() - 9..full.len() + 2].into_iter().enumerate()
        {
            let shape = ProductShape::of(r, x.view(), y.view(), w.clone());
            let wanted = oracle::cut(r, full, &w);
            r.engine().enter(|cx| {
                for c in r.product_candidates(&shape, cx).iter().filter(|c| c.predicted_ns < MOST_NS) {
                    let law = format!("{:?}, {} by {} coefficients, {w:?}", c.algorithm, x.len(), y.len());
                    let found = r.product_candidate(c.algorithm, &shape, cx);
                    assert_eq!(found.as_ref(), Some(c), "{}: {law}: the candidate alone", bench.name);
                    let mut out = r.zeros(w.len() + 1);
                    expected(match i {
                        0 => r.mul_window_by(c.algorithm, &mut out, 1, x.view(), y.view(), w.clone(), cx),
                        _ => r.mul_chosen(c, &shape, &mut out, 1, x.view(), y.view(), cx),
                    });
                    bench.same(&law, out.view().from(1), &wanted);
                }
            });
        }
    }
}

/// An algorithm that is no candidate is refused.
fn unknown_algorithms(bench: &mut Bench<'_>) {
    let (r, list) = (bench.r, bench.mixed(9));
    let v = r.collect(&list);
    let shape = ProductShape::of(r, v.view(), v.view(), 0..17);
    r.engine().enter(|cx| {
        let candidates = r.product_candidates(&shape, cx);
        for algorithm in ProductAlgorithm::ALL.into_iter().filter(|a| !candidates.has(*a)) {
            assert_eq!(r.product_candidate(algorithm, &shape, cx), None, "{}: {algorithm:?}", bench.name);
            let done = r.mul_window_by(algorithm, &mut r.zeros(17), 0, v.view(), v.view(), 0..17, cx);
            assert!(matches!(done, Err(Error::Algorithm { .. })), "{}: {algorithm:?} gives {done:?}", bench.name);
        }
    });
}
