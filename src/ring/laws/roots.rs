//! Laws of square roots, of roots of unity, and of transforms over the ring itself.

use super::{AnyElem, Bench, oracle};
use crate::{
    Error,
    arith::factor_u64,
    ring::{principal_root, traits::*},
    transform::ntt::{Direction, Wrap},
};

pub(super) fn check(bench: &mut Bench<'_>) {
    square_roots(bench);
    for order in (1..=20).chain([32, 64, 96, 255, 1 << 40]) {
        root_of_unity(bench, order);
    }
    for len in [1, 2, 3, 4, 8, 12, 16, 32, 64, 256] {
        for wrap in [Wrap::Cyclic, Wrap::Negacyclic] {
            transforms(bench, len, wrap);
        }
    }
}

/// The root of a square is a root, and the smaller one; its square is the element.
fn square_roots(bench: &mut Bench<'_>) {
    let r = bench.r;
    let number = |x: &AnyElem| {
        let mut limbs = Vec::new();
        let negative = r.limbs(r.collect(std::slice::from_ref(x)).view(), 0, &mut limbs);
        (negative, limbs.len(), limbs.iter().rev().copied().collect::<Vec<_>>())
    };
    for x in bench.mixed(20) {
        let square = r.mul(&x, &x);
        let (Ok(root), true) = (r.sqrt(&square), r.inv(&square).is_ok()) else { continue };
        assert_eq!(r.mul(&root, &root), square, "{}: sqrt of {square:?}", bench.name);
        let least = [&x, &r.neg(&x)].into_iter().all(|other| number(&root) <= number(other) || number(other).0);
        assert!(least, "{}: sqrt of {square:?} is {root:?}, but {x:?} is smaller", bench.name);
    }
}

/// The default root has exactly this order, and exists in a finite field where the order divides q − 1.
fn root_of_unity(bench: &Bench<'_>, order: u64) {
    let r = bench.r;
    match r.root_of_unity(order) {
        Ok(root) => {
            assert_eq!(r.pow(&root, order), r.one(), "{}: root_of_unity({order})", bench.name);
            for (p, _) in factor_u64(order) {
                assert_ne!(
                    r.pow(&root, order / p),
                    r.one(),
                    "{}: root_of_unity({order}) has a lower order",
                    bench.name
                );
            }
            assert_eq!(r.root_of_unity(order), Ok(root), "{}: root_of_unity({order}) is one element", bench.name);
        }
        Err(e) => {
            let known = matches!(e, Error::Unsupported { .. } | Error::Modulus { .. } | Error::NoRoot { .. });
            assert!(known, "{}: root_of_unity({order}) fails with {e}", bench.name);
            assert!(order > 1 || !matches!(e, Error::NoRoot { .. }), "{}: 1 has the order 1", bench.name);
        }
    }
}

/// The ring's own transforms give the values at the powers of a root, and the coefficients back.
fn transforms(bench: &mut Bench<'_>, len: usize, wrap: Wrap) {
    let r = bench.r;
    let order = len as u64 * if wrap == Wrap::Cyclic { 1 } else { 2 };
    let list = bench.mixed(len);
    r.engine().enter(|cx| {
        let ways = r.own_dfts(len, cx);
        assert!(r.own_dft("no such transform", len, wrap, &r.one()).is_none(), "{}: an unknown own_dft", bench.name);
        let Ok(first) = r.root_of_unity(order) else { return };
        if principal_root(r, &first, order).is_err() || r.inv(&r.elem(len as i64)).is_err() {
            return;
        }
        for root in [first.clone(), r.pow(&first, 2 * order - 1)] {
            let exponent = |i: u64| if wrap == Wrap::Cyclic { i } else { 2 * i + 1 };
            let points = (0..len as u64).map(|i| r.pow(&root, exponent(i)));
            let values: Vec<_> = points.map(|x| oracle::value(r, &list, &x)).collect();
            for way in &ways {
                let law = format!("{} transform of {len} values, {wrap:?}", way.algorithm);
                assert!(way.predicted_ns > 0.0, "{}: {law} takes {} ns", bench.name, way.predicted_ns);
                let Some(dft) = r.own_dft(way.algorithm, len, wrap, &root) else {
                    panic!("{}: there is no {law}, though own_dfts has it", bench.name)
                };
                let mut v = r.collect(&list);
                dft.run(Direction::Forward, &mut v.words, cx);
                bench.same(&law, v.view(), &values);
                dft.run(Direction::Inverse, &mut v.words, cx);
                bench.same(&format!("{law}, back"), v.view(), &list);
            }
        }
    });
}
