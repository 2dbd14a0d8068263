//! Laws of products of matrices of polynomials: the ring's own algorithm, and all others.

use super::{AnyElem, AnyRing, Bench, expected, oracle};
use crate::{
    Error,
    ring::{Coeffs, Grid, GridShape, MatrixAlgorithm, grid::product, traits::*},
};

pub(super) fn check(bench: &mut Bench<'_>) {
    for (dims, lens) in [([1, 1, 1], [1, 1]), ([2, 3, 2], [5, 4]), ([3, 2, 5], [40, 33]), ([2, 2, 2], [300, 9])] {
        products(bench, dims, lens);
    }
}

fn products(bench: &mut Bench<'_>, dims: [usize; 3], lens: [usize; 2]) {
    let (r, [m, k, n]) = (bench.r, dims);
    // entries of different lengths
    let mut drawn = |count: usize, len: usize| -> Vec<Vec<AnyElem>> {
        (0..count).map(|i| bench.mixed(len - i % len.min(3))).collect()
    };
    let lists = [drawn(m * k, lens[0]), drawn(k * n, lens[1])];
    let vectors = lists.each_ref().map(|all| all.iter().map(|v| r.collect(v)).collect::<Vec<_>>());
    let views = vectors.each_ref().map(|all| all.iter().map(Coeffs::view).collect::<Vec<_>>());
    let [left, right] = views;
    let a = Grid { rows: m, columns: k, entries: left };
    let b = Grid { rows: k, columns: n, entries: right };
    let entry = |i: usize, j: usize| {
        let terms = (0..k).map(|t| oracle::product(r, &lists[0][i * k + t], &lists[1][t * n + j]));
        terms.fold(Vec::new(), |sum, term| oracle::sum(r, &sum, &term))
    };
    let whole: Vec<_> = (0..m * n).map(|at| entry(at / n, at % n)).collect();
    let full = lens[0] + lens[1] - 1;
    for window in [0..full, full / 3..full, full / 2..full / 2 + 1] {
        let shape = GridShape { dims, a: a.size(r), b: b.size(r), window: window.clone(), entries_ns: 1.0 };
        let same = |law: &str, found: &[Coeffs<AnyRing>]| {
            assert_eq!(found.len(), m * n, "{}: entries of a product", bench.name);
            for (found, wanted) in found.iter().zip(&whole) {
                bench.same(law, found.view(), &oracle::cut(r, wanted, &window));
            }
        };
        r.engine().enter(|cx| {
            if let Some((ns, _)) = r.own_matrix_cost(&shape, cx) {
                assert!(ns > 0.0, "{}: own_matrix_cost of {shape:?} is {ns}", bench.name);
                same("own_matrix_product", &expected(r.own_matrix_product(&a, &b, &shape, cx)));
            }
            for algorithm in MatrixAlgorithm::ALL.into_iter().map(Some).chain([None]) {
                match product(r, &a, &b, window.clone(), algorithm, cx) {
                    Ok(found) => same(&format!("a product of matrices by {algorithm:?}"), &found),
                    Err(e) => assert!(matches!(e, Error::Algorithm { .. }), "{}: {algorithm:?}: {e}", bench.name),
                }
            }
        });
    }
}
