//! Laws of Euclid's algorithm on short vectors: its divisions, one by one, give its remainders, and its matrix gives them from the
//! operands.

use super::{AnyElem, AnyRing, Bench, oracle};
use crate::{
    Error,
    ring::{Remainders, Wanted, euclid::Division, traits::*},
};

/// Lengths of both operands, near and far from each other, up to beyond the words and lanes of kernels.
const LENGTHS: [[usize; 2]; 9] = [[1, 0], [2, 1], [5, 4], [9, 2], [18, 17], [40, 9], [70, 69], [131, 130], [170, 70]];

pub(super) fn check(bench: &mut Bench<'_>) {
    let few = if bench.has_fractions() { 5 } else { LENGTHS.len() };
    for (i, [long, short]) in LENGTHS.into_iter().take(few).enumerate() {
        for (stop, common) in [(0, 1), (short / 2, 4)] {
            runs(bench, [long, short], stop, if i % 2 == 0 { common } else { 5 - common });
        }
        runs(bench, [long, short.min(9)], short.min(9), 1);
    }
    for len in [0, 1, 2, 9, 16, 17, 65, 130] {
        linear_multiples(bench, len);
    }
    let base = bench.r.half_gcd_base();
    assert!((2..1 << 20).contains(&base), "{}: half_gcd_base is {base}", bench.name);
}

/// A polynomial of this length with a unit as leading coefficient.
fn monic(bench: &mut Bench<'_>, len: usize) -> Vec<AnyElem> {
    let (mut list, units) = (bench.mixed(len), bench.units());
    if let Some(lead) = list.last_mut() {
        *lead = units[len % units.len()].clone();
    }
    list
}

/// Runs on multiples of a common divisor of `common` coefficients, with and without what they may compute.
fn runs(bench: &mut Bench<'_>, [long, short]: [usize; 2], stop: usize, common: usize) {
    let r = bench.r;
    let common = common.min(short.max(1));
    let divisor = monic(bench, common);
    let [a, b] = [long, short].map(|len| {
        let cofactor = monic(bench, (len + 1).saturating_sub(common));
        oracle::product(r, &cofactor, &divisor)
    });
    let b = if short == 0 { Vec::new() } else { b };
    let (x, y) = (r.collect(&a), r.collect(&b));
    let mut checked = None;
    for [remainders, matrix, logged] in
        [[true, true, true], [true, false, false], [false, true, true], [false, true, false]]
    {
        let (wanted, mut log) = (Wanted { stop, remainders, matrix }, Vec::new());
        let found = r.euclid([x.view(), y.view()], wanted, logged.then_some(&mut log));
        let law = format!("{}: euclid of {long} and {short} coefficients, {wanted:?}", bench.name);
        match found {
            Ok(found) => {
                let found = End::of(bench, &found);
                // the end of the first run was checked; divisions are those of each run
                let known = checked.as_ref().is_some_and(|first: &End| {
                    first.matrix == found.matrix && (!remainders || first.pair == found.pair)
                });
                if logged || !known {
                    ended(bench, &law, [&a, &b], wanted, &found, logged.then_some(&log));
                }
                assert!(remainders || found.pair.iter().all(Vec::is_empty), "{law}: remainders that nobody wanted");
                checked.get_or_insert(found);
            }
            Err(e) => {
                assert!(matches!(e, Error::NotInvertible { .. }) && !bench.is_field(), "{law} fails with {e}");
            }
        }
    }
}

/// The end of a run, as lists.
struct End {
    pair: [Vec<AnyElem>; 2],
    matrix: [[Vec<AnyElem>; 2]; 2],
}

impl End {
    fn of(bench: &Bench<'_>, found: &Remainders<AnyRing>) -> Self {
        let list = |v: &crate::ring::Coeffs<AnyRing>| bench.list(v.view());
        End {
            pair: found.pair.each_ref().map(list),
            matrix: found.matrix.0.each_ref().map(|row| row.each_ref().map(list)),
        }
    }
}

/// Compares the end of a run with the divisions that it made, and with its matrix.
fn ended(
    bench: &Bench<'_>,
    law: &str,
    operands: [&[AnyElem]; 2],
    wanted: Wanted,
    End { pair, matrix }: &End,
    log: Option<&Vec<Division<AnyElem>>>,
) {
    let r = bench.r;
    let by_matrix = matrix.each_ref().map(|[s, t]| {
        let terms = [(s, operands[0]), (t, operands[1])].map(|(x, y)| oracle::product(r, x, y));
        oracle::trimmed(r, oracle::sum(r, &terms[0], &terms[1]))
    });
    if let Some(log) = log {
        let end = divided_as(bench, law, operands, wanted.stop, log);
        if wanted.remainders {
            assert_eq!(*pair, end, "{law}: remainders and divisions");
        }
        if wanted.matrix {
            assert_eq!(by_matrix, end, "{law}: matrix and divisions");
        }
    }
    if wanted.remainders && wanted.matrix {
        assert_eq!(by_matrix, *pair, "{law}: matrix and remainders");
    }
    if wanted.remainders {
        assert!(pair[0].len() > wanted.stop && wanted.stop >= pair[1].len(), "{law}: where it stops");
    }
    let [[s, t], [u, v]] = matrix;
    let [down, up] = [oracle::product(r, s, v), oracle::product(r, t, u)];
    let minus: Vec<_> = up.iter().map(|x| r.neg(x)).collect();
    let determinant = oracle::trimmed(r, oracle::sum(r, &down, &minus));
    assert!(determinant.len() == 1 && r.inv(&determinant[0]).is_ok(), "{law}: the determinant is {determinant:?}");
}

/// The remainders at the end of these divisions, each done by the definition.
fn divided_as(
    bench: &Bench<'_>,
    law: &str,
    [a, b]: [&[AnyElem]; 2],
    stop: usize,
    log: &[Division<AnyElem>],
) -> [Vec<AnyElem>; 2] {
    let (r, mut a, mut b) = (bench.r, a.to_vec(), b.to_vec());
    for Division { gap, lead, scale } in log {
        assert!(b.len() > stop && *gap == a.len() - b.len(), "{law}: the gap {gap}");
        assert_eq!(b.last(), Some(lead), "{law}: a leading coefficient");
        assert!(r.inv(scale).is_ok(), "{law}: the scale {scale:?} is a unit");
        let inverse = r.inv(lead).expect("a division by it was done");
        let [_, rest] = oracle::divided(r, &a, &b, &inverse);
        let rest = rest.iter().map(|x| r.mul(x, scale)).collect();
        (a, b) = (b, rest);
    }
    assert!(b.len() <= stop, "{law}: no division is missing");
    [a, b]
}

/// x += (q0 + q1·X)·y.
fn linear_multiples(bench: &mut Bench<'_>, len: usize) {
    for q in [[0, 0], [1, 0], [0, 1], [2, 1], [-1, 3]] {
        let (r, x, y, more) = (bench.r, bench.mixed(len + 1), bench.mixed(len), bench.mixed(2));
        let q = [0, 1].map(|i| r.add(&r.elem(q[i]), &if q[0] == 2 { more[i].clone() } else { r.elem(0) }));
        let mut out = r.collect(&x);
        r.add_linear(&mut out, &q, r.collect(&y).view());
        let wanted = oracle::sum(r, &x, &oracle::product(r, &q, &y));
        bench.same(
            &format!("add_linear, {len} coefficients by {q:?}"),
            out.view(),
            &oracle::cut(r, &wanted, &(0..len + 1)),
        );
    }
}
