//! Laws of short quotients, and of division by short polynomials.

use super::{AnyElem, AnyRing, Bench, oracle};
use crate::ring::{ShortDivisor, Size, traits::*};

/// Numbers of coefficients, up to and around the lengths at which kernels begin.
const LENGTHS: [usize; 8] = [0, 1, 2, 15, 16, 17, 40, 130];
/// Degrees of divisors, around the lengths of vectors and of the kernels' limits.
const DEGREES: [usize; 13] = [0, 1, 2, 3, 8, 16, 17, 31, 32, 33, 64, 65, 129];

pub(super) fn check(bench: &mut Bench<'_>) {
    let few = if bench.has_fractions() { 6 } else { LENGTHS.len() };
    for n in LENGTHS.into_iter().take(few) {
        for terms in [1, 2, 18, 131] {
            series(bench, n, terms, 1);
            series(bench, n, terms, 9);
        }
    }
    lowest_coefficients(bench);
    for terms in [0, 1, 2, 3, 8, 9, 17, 40, 64, 65, 128, 129] {
        for len in [0, 1, 2, 5, terms, terms + 2] {
            exponential(bench, len, terms);
        }
    }
    for degree in DEGREES {
        for lead in bench.units() {
            divisors(bench, degree, &lead);
            for len in [0, 1, degree, degree + 1, degree + 7, 2 * degree + 1] {
                division(bench, len, degree, &lead);
            }
        }
    }
    for lead in bench.specials.iter().filter(|x| bench.r.inv(x).is_err()) {
        let b = bench.r.collect(&[bench.r.one(), lead.clone()]);
        assert!(bench.r.short_divisor(b.view()).is_none(), "{}: the leading coefficient {lead:?}", bench.name);
    }
    costs(bench);
}

/// n coefficients of a quotient by a divisor with one term in `step` others.
fn series(bench: &mut Bench<'_>, n: usize, terms: usize, step: usize) {
    for lowest in bench.units() {
        let (a, mut b) = (bench.mixed(n.saturating_sub(3) + terms % 5), bench.mixed(terms));
        for (_, x) in b.iter_mut().enumerate().filter(|(i, _)| i % step != 0) {
            *x = bench.r.elem(0);
        }
        b[0] = lowest;
        let r = bench.r;
        let inverse = r.inv(&b[0]).expect("a unit");
        let (x, y) = (r.collect(&a), r.collect(&b));
        let law = format!("{n} coefficients of a short_quotient by {terms}");
        let [q, again] = [Some(&inverse), None].map(|inverse| {
            let q = r.short_quotient(x.view(), y.view(), inverse, n).expect("a unit divides");
            assert_eq!(q.len(), n, "{}: {law}", bench.name);
            let list = bench.list(q.view());
            bench.made(&law, q, &list);
            list
        });
        let product = oracle::product(r, &q, &b);
        assert_eq!(oracle::cut(r, &product, &(0..n)), oracle::cut(r, &a, &(0..n)), "{}: {law}", bench.name);
        assert_eq!(q, again, "{}: {law}, without the inverse", bench.name);
    }
}

/// A quotient exists where that of the lowest coefficients does.
fn lowest_coefficients(bench: &Bench<'_>) {
    let r = bench.r;
    for a in bench.specials {
        for b in bench.specials {
            let [x, y] = [a, b].map(|x| r.collect(std::slice::from_ref(x)));
            let got = r.short_quotient(x.view(), y.view(), None, 1).map(|q| bench.list(q.view())).ok();
            let wanted = r.quotient(a, b).map(|q| vec![q]).ok();
            assert_eq!(got, wanted, "{}: {a:?}/{b:?} as power series", bench.name);
        }
    }
}

/// f = exp(a) has f' = a'·f and the constant term 1; without inverses of 1, 2, … there is none.
fn exponential(bench: &mut Bench<'_>, len: usize, n: usize) {
    let mut a = bench.mixed(len);
    if let Some(lowest) = a.first_mut() {
        *lowest = bench.r.elem(0);
    }
    let (all, r) = (bench.among_neighbours(&a), bench.r);
    let Some(got) = r.own_exponential(super::inner(&all), n) else { return };
    assert!((1..n as i64).all(|i| r.inv(&r.elem(i)).is_ok()), "{}: {n} terms of {len} without inverses", bench.name);
    let wanted = if n == 0 { Vec::new() } else { oracle::exponential(r, &a, n) };
    bench.made(&format!("{n} terms of an own_exponential of {len}"), got, &wanted);
}

/// Quotient and remainder of `len` coefficients by a divisor of this degree, where the ring has an algorithm of its own.
fn division(bench: &mut Bench<'_>, len: usize, degree: usize, lead: &AnyElem) {
    let (a, mut b) = (bench.mixed(len), bench.mixed(degree));
    b.push(lead.clone());
    let (all, divisor) = (bench.among_neighbours(&a), bench.among_neighbours(&b));
    let r = bench.r;
    let Some(divided) = r.own_division(super::inner(&all), super::inner(&divisor)) else { return };
    let got = divided.expect("a unit divides").map(|v| oracle::trimmed(r, bench.list(v.view())));
    let wanted = oracle::divided(r, &a, &b, &r.inv(lead).expect("a unit"));
    assert_eq!(got, wanted, "{}: own_division of {len} coefficients by degree {degree}", bench.name);
}

/// Quotients, remainders and products with a divisor of this degree, where the ring prepares it.
fn divisors(bench: &mut Bench<'_>, degree: usize, lead: &AnyElem) {
    let r = bench.r;
    let mut b = bench.mixed(degree);
    b.push(lead.clone());
    let inverse = r.inv(lead).expect("a unit");
    let divisor = r.collect(&b);
    let Some(divisor) = r.short_divisor(divisor.view()) else { return };
    assert!(degree > 0, "{}: a divisor without a root", bench.name);
    for len in [0, 1, degree - 1, degree, degree + 1, 2 * degree - 1] {
        let a = bench.mixed(len.min(2 * degree - 1));
        let [q, rest] = divisor.div_rem(r, r.collect(&a).view());
        assert!(rest.len() <= degree, "{}: a remainder of {} coefficients by degree {degree}", bench.name, rest.len());
        let got = [q, rest].map(|v| oracle::trimmed(r, bench.list(v.view())));
        let wanted = oracle::divided(r, &a, &b, &inverse);
        assert_eq!(got, wanted, "{}: divrem of {len} coefficients by degree {degree}", bench.name);
        let factor = bench.mixed(len.min(degree));
        residues(bench, (&*divisor, &b, &inverse), &factor);
    }
}

/// Products modulo a divisor.
fn residues(
    bench: &mut Bench<'_>,
    (divisor, b, inverse): (&dyn ShortDivisor<AnyRing>, &[AnyElem], &AnyElem),
    factor: &[AnyElem],
) {
    let (r, degree) = (bench.r, b.len() - 1);
    for other in [degree, degree.div_ceil(2)] {
        let other = bench.mixed(other);
        let got = divisor.product(r, r.collect(factor).view(), r.collect(&other).view());
        let [_, wanted] = oracle::divided(r, &oracle::product(r, factor, &other), b, inverse);
        let got = oracle::trimmed(r, bench.list(got.view()));
        assert_eq!(got, wanted, "{}: a product modulo a polynomial of degree {degree}", bench.name);
    }
    let mut wanted = factor.to_vec();
    for e in 1..12u64 {
        if let Some(power) = divisor.power(r, r.collect(factor).view(), &[e, 0]) {
            let [_, rest] = oracle::divided(r, &wanted, b, inverse);
            let power = oracle::trimmed(r, bench.list(power.view()));
            assert_eq!(power, rest, "{}: power {e} modulo a polynomial of degree {degree}", bench.name);
        }
        wanted = oracle::divided(r, &oracle::product(r, &wanted, factor), b, inverse)[1].clone();
    }
}

/// Predictions are positive, and grow with the length; every coefficient that is not zero counts.
fn costs(bench: &mut Bench<'_>) {
    let r = bench.r;
    for len in [1, 70, 1000] {
        let dense = vec![r.one(); len];
        let mut sparse = vec![r.elem(0); len];
        (sparse[0], sparse[len - 1]) = (r.one(), r.one());
        for list in [dense, sparse] {
            let v = r.collect(&list);
            let weight = r.weight(v.view());
            assert!(r.nonzero(v.view()) <= weight, "{}: the weight of {len} coefficients is {weight}", bench.name);
        }
        r.engine().enter(|cx| {
            let divisor = Size { len, bits: r.size(r.collect(bench.specials).view()).bits };
            let ns = [len, 4 * len].map(|n| r.short_quotient_ns(n, divisor, cx));
            assert!(0.0 < ns[0] && ns[0] <= ns[1], "{}: short_quotient_ns of {len} and more is {ns:?}", bench.name);
        });
    }
}
