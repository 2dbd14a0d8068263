//! Laws of what a ring finds by algorithms of its own on matrices of few entries: ranks, solutions, kernels, characteristic polynomials.

use super::{AnyElem, AnyRing, Bench, eliminations::of_rank, oracle};
use crate::ring::{Block, traits::*};

/// Rows, columns and rank at most.
const SHAPES: [[usize; 3]; 14] = [
    [0, 3, 1],
    [3, 0, 1],
    [1, 1, 1],
    [2, 2, 2],
    [2, 2, 1],
    [3, 3, 3],
    [3, 4, 2],
    [4, 3, 3],
    [5, 5, 4],
    [7, 7, 7],
    [9, 9, 6],
    [12, 12, 12],
    [13, 20, 13],
    [17, 17, 17],
];

pub(super) fn check(bench: &mut Bench<'_>) {
    let few = if bench.has_fractions() { 9 } else { SHAPES.len() };
    for shape in SHAPES.into_iter().take(few) {
        let a = of_rank(bench, shape);
        ranks_and_kernels(bench, shape, &a);
        solutions(bench, shape, &a);
        if shape[0] == shape[1] {
            charpolys(bench, shape[0], &a);
        }
    }
}

/// The rank by minors for few rows; as many vectors of the kernel as it leaves, in reduced echelon form, which the matrix maps to 0.
fn ranks_and_kernels(bench: &mut Bench<'_>, [rows, cols, most]: [usize; 3], a: &[AnyElem]) {
    let (r, v) = (bench.r, bench.r.collect(a));
    let block = Block::new(v.view(), rows, cols, cols);
    let Some(rank) = r.own_rank(block) else { return };
    assert!(rank <= most, "{}: own_rank {rank} of {rows} by {cols} entries of rank {most}", bench.name);
    if rows.min(cols) <= 4 {
        assert_eq!(rank, rank_by_minors(r, [rows, cols], a), "{}: own_rank of {rows} by {cols} entries", bench.name);
    }
    let Some(basis) = r.own_kernel(block) else { return };
    let law = format!("{}: own_kernel of {rows} by {cols} entries", bench.name);
    let basis = bench.list(basis.view());
    assert_eq!(basis.len(), (cols - rank) * cols, "{law}");
    let vectors: Vec<_> = basis.chunks_exact(cols.max(1)).collect();
    let first = |v: &[AnyElem]| v.iter().position(|x| !r.is_zero(x)).expect("no vector of a basis is 0");
    let leads: Vec<_> = vectors.iter().map(|v| first(v)).collect();
    assert!(leads.windows(2).all(|pair| pair[0] < pair[1]), "{law}: {leads:?}");
    for (i, v) in vectors.iter().enumerate() {
        let product = oracle::matrix_product(r, [rows, cols, 1], a, v);
        assert!(product.iter().all(|x| r.is_zero(x)), "{law}");
        leads.iter().enumerate().for_each(|(j, &at)| assert_eq!(v[at], r.elem(i64::from(i == j)), "{law}"));
    }
}

/// The number of rows of the largest minor that is not 0.
fn rank_by_minors(r: &AnyRing, [rows, cols]: [usize; 2], a: &[AnyElem]) -> usize {
    let chosen = |n: usize| (0..1u32 << n).map(move |set| (0..n).filter(|i| set >> i & 1 == 1).collect::<Vec<_>>());
    let minors = chosen(rows).flat_map(|upper| {
        let same = chosen(cols).filter(|left| left.len() == upper.len()).collect::<Vec<_>>();
        same.into_iter().map(move |left| (upper.clone(), left))
    });
    let regular = minors.filter(|(upper, left)| {
        let entries: Vec<_> = upper.iter().flat_map(|&i| left.iter().map(move |j| a[i * cols + j].clone())).collect();
        !r.is_zero(&oracle::determinant(r, upper.len(), &entries))
    });
    regular.map(|(upper, _)| upper.len()).max().unwrap_or(0)
}

/// Right sides that are combinations of the columns have solutions; others have none, or one.
fn solutions(bench: &mut Bench<'_>, [rows, cols, _]: [usize; 3], a: &[AnyElem]) {
    let (r, v) = (bench.r, bench.r.collect(a));
    for sides in [0, 1, 3, 6] {
        let x = bench.mixed(cols * sides);
        let image = oracle::matrix_product(r, [rows, cols, sides], a, &x);
        let any = bench.mixed(rows * sides);
        for (right, known) in [(image, true), (any, false)] {
            let given = r.collect(&right);
            let (block, given) = (Block::new(v.view(), rows, cols, cols), Block::new(given.view(), rows, sides, sides));
            let Some(found) = r.own_solution(block, given) else {
                let none = !known || r.own_rank(block).is_none();
                assert!(none, "{}: own_solution of {rows} by {cols} entries, {sides} right sides", bench.name);
                continue;
            };
            let product = oracle::matrix_product(r, [rows, cols, sides], a, &bench.list(found.view()));
            assert_eq!(product, right, "{}: own_solution of {rows} by {cols} entries, {sides} right sides", bench.name);
        }
    }
}

/// Values of the characteristic polynomial are determinants; for more rows the matrix is one of its zeros.
fn charpolys(bench: &mut Bench<'_>, n: usize, a: &[AnyElem]) {
    let (r, v) = (bench.r, bench.r.collect(a));
    let block = Block::new(v.view(), n, n, n);
    if let Some(p) = r.own_charpoly(block) {
        charpoly(bench, "own_charpoly", n, a, &bench.list(p.view()));
    }
    if let Ok(h) = r.engine().enter(|cx| r.hessenberg(block, cx)) {
        let mut below = (2..n).flat_map(|i| (0..i - 1).map(move |j| i * n + j));
        assert!(below.all(|at| r.is_zero(&r.get(h.view(), at))), "{}: hessenberg of {n} rows", bench.name);
        let p = r.hessenberg_charpoly(Block::new(h.view(), n, n, n));
        charpoly(bench, "hessenberg_charpoly", n, a, &bench.list(p.view()));
    }
}

fn charpoly(bench: &mut Bench<'_>, name: &str, n: usize, a: &[AnyElem], p: &[AnyElem]) {
    let (r, law) = (bench.r, format!("{}: {name} of {n} rows", bench.name));
    assert_eq!((p.len(), &p[n]), (n + 1, &r.one()), "{law}");
    if n <= 5 {
        for x in bench.mixed(4) {
            let entry = |at: usize| if at / n == at % n { oracle::difference(r, &x, &a[at]) } else { r.neg(&a[at]) };
            let shifted: Vec<_> = (0..n * n).map(entry).collect();
            assert_eq!(oracle::value(r, p, &x), oracle::determinant(r, n, &shifted), "{law}");
        }
        return;
    }
    // Σ p_i·A^i·w = 0 (Cayley, Hamilton), and the trace
    let mut power = bench.mixed(n);
    let mut sum = vec![r.elem(0); n];
    for c in p {
        sum.iter_mut().zip(&power).for_each(|(sum, x)| *sum = r.add(sum, &r.mul(c, x)));
        power = oracle::matrix_product(r, [n, n, 1], a, &power);
    }
    assert!(sum.iter().all(|x| r.is_zero(x)), "{law}");
    let trace = (0..n).fold(r.elem(0), |trace, i| r.add(&trace, &a[i * n + i]));
    assert_eq!(p[n - 1], r.neg(&trace), "{law}: the trace");
}
