//! Laws of the parts of eliminations that a ring has its own algorithms for: P·A = L·E, triangular systems, determinants.

use super::{AnyElem, Bench, oracle};
use crate::{
    Error, Result,
    ring::{Block, Elimination, Place, traits::*},
};

/// Rows, columns and rank at most, around the widths of vectors and words.
const SHAPES: [[usize; 3]; 9] =
    [[1, 1, 1], [3, 2, 2], [2, 5, 2], [4, 4, 3], [9, 8, 8], [8, 17, 5], [20, 20, 20], [33, 31, 17], [5, 70, 5]];
/// Sides of triangular systems and of determinants.
const SIDES: [usize; 9] = [0, 1, 2, 3, 4, 5, 8, 11, 17];

pub(super) fn check(bench: &mut Bench<'_>) {
    for shape in SHAPES {
        whole(bench, shape);
        panels(bench, shape);
    }
    for side in SIDES {
        for cols in [0, 1, 7, 8, 9, 33] {
            triangles(bench, side, cols);
        }
        one_determinant(bench, side);
        for places in [0, 1, 9, 70] {
            determinants(bench, side.min(5), places);
        }
    }
}

/// A matrix of at most this rank; the rows of the left factor end with zeros, so that rows must be exchanged.
pub(super) fn of_rank(bench: &mut Bench<'_>, [rows, cols, rank]: [usize; 3]) -> Vec<AnyElem> {
    let (mut left, right) = (bench.mixed(rows * rank), bench.mixed(rank * cols));
    for i in 0..rows / 2 {
        left[i * rank] = bench.zero();
    }
    oracle::matrix_product(bench.r, [rows, rank, cols], &left, &right)
}

/// Asserts that L·E, as they stand in `w`, is P·A; that E is in echelon form, and its pivots are units.
fn decomposed(
    bench: &Bench<'_>,
    [rows, cols]: [usize; 2],
    (a, w): (&[AnyElem], &[AnyElem]),
    Elimination { order, pivots }: &Elimination,
) {
    let (r, rank, name) = (bench.r, pivots.len(), &bench.name);
    let mut sorted = order.clone();
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..rows), "{name}: {order:?} permutes {rows} rows");
    assert!(pivots.windows(2).all(|p| p[0] < p[1]), "{name}: the pivots {pivots:?} ascend");
    let (mut lower, mut upper) = (vec![r.elem(0); rows * rank], vec![r.elem(0); rank * cols]);
    for (t, &pivot) in pivots.iter().enumerate() {
        lower[t * rank + t] = r.one();
        (t + 1..rows).for_each(|i| lower[i * rank + t] = w[i * cols + pivot].clone());
        (pivot..cols).for_each(|j| upper[t * cols + j] = w[t * cols + j].clone());
        assert!(r.inv(&w[t * cols + pivot]).is_ok(), "{name}: a pivot is a unit");
    }
    let permuted: Vec<_> = order.iter().flat_map(|&i| a[i * cols..(i + 1) * cols].to_vec()).collect();
    let product = oracle::matrix_product(r, [rows, rank, cols], &lower, &upper);
    assert_eq!(product, permuted, "{name}: P·A = L·E for {rows}×{cols} entries, pivots {pivots:?}");
}

/// The result of an elimination, which may fail only where an element other than zero is no unit.
fn succeeded<T>(bench: &Bench<'_>, found: Result<T>) -> Option<T> {
    match found {
        Ok(found) => Some(found),
        Err(e) => {
            let refused = matches!(e, Error::NotInvertible { .. }) && !bench.is_field();
            assert!(refused, "{}: an elimination fails with {e}", bench.name);
            None
        }
    }
}

fn whole(bench: &mut Bench<'_>, shape: [usize; 3]) {
    let (r, [rows, cols, _]) = (bench.r, shape);
    let a = of_rank(bench, shape);
    let mut w = r.collect(&a);
    let predicted = r.engine().enter(|cx| r.elimination_ns(Block::new(w.view(), rows, cols, cols), cx));
    assert!(predicted > 0.0 && predicted.is_finite(), "{}: predicted {predicted} ns", bench.name);
    let Some(found) = r.engine().enter(|cx| r.own_elimination(&mut w, rows, cols, cx)) else { return };
    let Some(found) = succeeded(bench, found) else { return };
    decomposed(bench, [rows, cols], (&a, &bench.list(w.view())), &found);
}

/// A panel within a larger matrix, whose other entries stay.
fn panels(bench: &mut Bench<'_>, [rows, cols, rank]: [usize; 3]) {
    let r = bench.r;
    let cols = cols.min(r.panel_columns());
    let (a, stride, at) = (of_rank(bench, [rows, cols, rank]), cols + 3, 2);
    let mut all = bench.mixed(rows * stride + at);
    for (i, row) in a.chunks_exact(cols).enumerate() {
        all[at + i * stride..][..cols].clone_from_slice(row);
    }
    let mut w = r.collect(&all);
    let place = Place { at, stride };
    let Some(found) = r.engine().enter(|cx| r.own_panel(&mut w, place, [rows, cols], cx)) else { return };
    let Some(found) = succeeded(bench, found) else { return };
    let (after, mut panel) = (bench.list(w.view()), Vec::new());
    for i in 0..rows {
        let row = at + i * stride..at + i * stride + cols;
        panel.extend_from_slice(&after[row.clone()]);
        all[row.clone()].clone_from_slice(&after[row]);
    }
    assert_eq!(after, all, "{}: what is outside a panel stays", bench.name);
    decomposed(bench, [rows, cols], (&a, &panel), &found);
}

/// Lower systems, whose entries on and above the diagonal are not read, and upper ones.
fn triangles(bench: &mut Bench<'_>, side: usize, cols: usize) {
    let (r, stride, units) = (bench.r, cols + 2, bench.units());
    for upper in [false, true] {
        let mut triangle = bench.mixed(side * (side + 1));
        let diagonal: Vec<_> = (0..side).map(|i| units[i % units.len()].clone()).collect();
        if upper {
            (0..side).for_each(|i| triangle[i * (side + 1) + i] = diagonal[i].clone());
        }
        let entry = |i: usize, j: usize| match i.cmp(&j) {
            std::cmp::Ordering::Equal => {
                if upper {
                    diagonal[i].clone()
                } else {
                    r.one()
                }
            }
            order if (order == std::cmp::Ordering::Less) == upper => triangle[i * (side + 1) + j].clone(),
            _ => r.elem(0),
        };
        let matrix: Vec<_> = (0..side * side).map(|at| entry(at / side, at % side)).collect();
        let (solution, mut wanted) = (bench.mixed(side * cols), bench.mixed(1 + side * stride));
        let right = oracle::matrix_product(r, [side, side, cols], &matrix, &solution);
        let mut given = wanted.clone();
        for i in 0..side {
            let row = 1 + i * stride..1 + i * stride + cols;
            given[row.clone()].clone_from_slice(&right[i * cols..(i + 1) * cols]);
            wanted[row].clone_from_slice(&solution[i * cols..(i + 1) * cols]);
        }
        let inverses: Vec<_> = diagonal.iter().map(|x| r.inv(x).expect("a unit")).collect();
        let (t, inverses, mut out) = (r.collect(&triangle), r.collect(&inverses), r.collect(&given));
        let (block, place) = (Block::new(t.view(), side, side, side + 1), Place { at: 1, stride });
        let solved = r.own_triangle(&mut out, place, block, upper.then_some(inverses.view()), cols);
        let law = format!("own_triangle of {side} rows, {cols} columns, upper: {upper}");
        bench.same(&law, out.view(), if solved { &wanted } else { &given });
    }
}

/// The determinant of a product of triangular matrices, and of that with two rows exchanged.
fn one_determinant(bench: &mut Bench<'_>, n: usize) {
    let r = bench.r;
    let (mut lower, mut upper) = (bench.mixed(n * n), bench.mixed(n * n));
    for i in 0..n {
        lower[i * n + i] = r.one();
        (i + 1..n).for_each(|j| lower[i * n + j] = r.elem(0));
        (0..i).for_each(|j| upper[i * n + j] = r.elem(0));
    }
    let wanted = (0..n).fold(r.one(), |product, i| r.mul(&product, &upper[i * n + i]));
    let mut a = oracle::matrix_product(r, [n; 3], &lower, &upper);
    for exchanged in [false, true] {
        if exchanged && n > 1 {
            (0..n).for_each(|j| a.swap(j, (n - 1) * n + j));
        }
        let wanted = if exchanged && n > 1 { r.neg(&wanted) } else { wanted.clone() };
        let rows: Vec<_> = (0..n).flat_map(|i| [&a[i * n..(i + 1) * n], &[r.one()]].concat()).collect();
        let v = r.collect(&rows);
        let block = Block::new(v.view(), n, n, n + 1);
        if let Some(inverse) = r.own_inverse(block) {
            let product = oracle::matrix_product(r, [n; 3], &a, &bench.list(inverse.view()));
            let unit = |at: usize| if at / n == at % n { r.one() } else { r.elem(0) };
            assert_eq!(product, (0..n * n).map(unit).collect::<Vec<_>>(), "{}: own_inverse of {n} rows", bench.name);
        }
        let Some(found) = r.own_determinant(block) else { return };
        if let Some(found) = succeeded(bench, found) {
            assert_eq!(found, wanted, "{}: own_determinant of {n} rows", bench.name);
        }
    }
}

/// Many determinants at once, by expansion.
fn determinants(bench: &mut Bench<'_>, n: usize, places: usize) {
    let r = bench.r;
    let entries: Vec<_> = (0..n * n).map(|_| bench.mixed(places)).collect();
    let vectors: Vec<_> = entries.iter().map(|list| r.collect(list)).collect();
    let views: Vec<_> = vectors.iter().map(|v| v.view()).collect();
    let found = r.engine().enter(|cx| {
        assert!(n == 0 || r.determinant_ns(n, cx) > 0.0, "{}: determinant_ns of {n} rows", bench.name);
        r.determinants(n, &views, cx)
    });
    let Some(found) = succeeded(bench, found) else { return };
    let places = if n == 0 { 0 } else { places };
    let at = |t: usize| entries.iter().map(|list| list[t].clone()).collect::<Vec<_>>();
    let wanted: Vec<_> = (0..places).map(|t| oracle::determinant(r, n, &at(t))).collect();
    bench.made(&format!("determinants of {n} rows"), found, &wanted);
}
