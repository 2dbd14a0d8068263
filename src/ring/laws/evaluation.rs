//! Laws of values at points, and of polynomials given by their roots.

use super::{AnyElem, Bench, oracle};
use crate::ring::traits::*;

/// Numbers of points around multiples of the kernels' lanes.
const POINTS: [usize; 9] = [0, 1, 2, 7, 8, 9, 16, 17, 33];
/// Lengths of shifted polynomials.
const SHIFTED: [usize; 12] = [0, 1, 2, 3, 5, 8, 17, 31, 33, 63, 64, 130];
/// Numbers of points up to which sums of fractions are compared with their definition: it takes n³ products.
const FEW: usize = 17;

pub(super) fn check(bench: &mut Bench<'_>) {
    for points in POINTS {
        for len in [0, 1, 9, 65, 130] {
            values(bench, len, points);
        }
        roots(bench, points);
    }
    for len in SHIFTED {
        shifts(bench, len);
    }
    for (outer, inner) in [(0, 2), (2, 0), (1, 1), (1, 3), (3, 1), (2, 2), (3, 4), (9, 2), (70, 2)] {
        composition(bench, outer, inner);
    }
}

fn values(bench: &mut Bench<'_>, len: usize, points: usize) {
    let (v, points) = (bench.mixed(len), bench.mixed(points));
    let (all, at) = (bench.among_neighbours(&v), bench.among_neighbours(&points));
    let (r, view, at) = (bench.r, super::inner(&all), super::inner(&at));
    let wanted: Vec<_> = points.iter().map(|x| oracle::value(r, &v, x)).collect();
    bench.made("horner_each", r.horner_each(view, at), &wanted);
    for (x, value) in points.iter().zip(&wanted) {
        assert_eq!(r.horner(view, x), *value, "{}: horner of {len} coefficients at {x:?}", bench.name);
    }
}

/// v(x + c) at a few points, and its leading coefficient.
fn shifts(bench: &mut Bench<'_>, len: usize) {
    let (v, points) = (bench.mixed(len), bench.mixed(3));
    let (all, constants) = (bench.among_neighbours(&v), bench.mixed(2));
    let r = bench.r;
    for c in constants.iter().chain(bench.specials) {
        let Some(shifted) = r.own_shift(super::inner(&all), c) else { continue };
        let list = bench.list(shifted.view());
        assert_eq!((list.len(), list.last()), (len, v.last()), "{}: own_shift of {len} coefficients", bench.name);
        bench.made("own_shift", shifted, &list);
        for x in &points {
            let [got, wanted] = [oracle::value(r, &list, x), oracle::value(r, &v, &r.add(x, c))];
            assert_eq!(got, wanted, "{}: own_shift of {len} coefficients by {c:?}", bench.name);
        }
    }
}

/// Compositions of polynomials of these lengths, where the ring has an algorithm of its own.
fn composition(bench: &mut Bench<'_>, outer: usize, inner: usize) {
    let (a, b) = (bench.mixed(outer), bench.mixed(inner));
    let (all, others) = (bench.among_neighbours(&a), bench.among_neighbours(&b));
    let r = bench.r;
    let Some(got) = r.own_composition(super::inner(&all), super::inner(&others)) else { return };
    let step = |sum: Vec<AnyElem>, x: &AnyElem| oracle::sum(r, &oracle::product(r, &sum, &b), std::slice::from_ref(x));
    let wanted = a.iter().rev().fold(Vec::new(), step);
    let list = oracle::trimmed(r, bench.list(got.view()));
    assert_eq!(list, oracle::trimmed(r, wanted), "{}: own_composition of {outer} and {inner} coefficients", bench.name);
}

fn roots(bench: &mut Bench<'_>, points: usize) {
    let (points, weights) = (bench.mixed(points), bench.mixed(points));
    let (at, factors) = (bench.among_neighbours(&points), bench.among_neighbours(&weights));
    let (r, at, factors) = (bench.r, super::inner(&at), super::inner(&factors));
    let linear: Vec<_> = points.iter().map(|a| vec![r.neg(a), r.one()]).collect();
    // ∏(x − a) over all points but this one
    let but = |i: usize| {
        let others = linear.iter().enumerate().filter(|(j, _)| *j != i);
        others.fold(vec![r.one()], |product, (_, factor)| oracle::product(r, &product, factor))
    };
    bench.made("product_of_roots", r.product_of_roots(at), &but(points.len()));
    let got = r.sum_of_fractions(at, factors);
    assert_eq!(got.len(), points.len(), "{}: coefficients of sum_of_fractions", bench.name);
    if points.len() <= FEW {
        let term = |(i, w): (usize, &AnyElem)| oracle::product(r, std::slice::from_ref(w), &but(i));
        let wanted = weights.iter().enumerate().map(term).fold(Vec::new(), |sum, term| oracle::sum(r, &sum, &term));
        bench.made("sum_of_fractions", got, &wanted);
    } else {
        // N/P with N(a_i) = w_i·∏(a_i − a_j)
        for (i, x) in points.iter().enumerate() {
            let wanted = r.mul(&weights[i], &oracle::value(r, &but(i), x));
            assert_eq!(r.horner(got.view(), x), wanted, "{}: sum_of_fractions at a pole", bench.name);
        }
    }
}
