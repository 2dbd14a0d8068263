//! Laws of the operations on vectors and their slices.

use super::{AnyElem, AnyRing, BEFORE, Bench, inner, oracle};
use crate::{
    Error,
    bits::bit_len,
    ring::{Coeffs, traits::*},
};

const LEN: usize = 9;
/// Lengths around those of vectors of words, of words of bits, and of blocks of factors.
const LONG: [usize; 12] = [0, 1, 7, 8, 16, 17, 63, 64, 65, 129, 257, 300];

pub(super) fn check(bench: &mut Bench<'_>) {
    for _ in 0..bench.specials.len().div_ceil(LEN / 2).max(3) {
        let list = bench.mixed(LEN);
        let v = bench.r.collect(&list);
        for start in 0..=LEN {
            for end in start..=LEN {
                reading(bench, &v, &list, start, end);
                writing(bench, &v, &list, start, end);
            }
        }
        lengths(bench, &list);
        whole(bench, &list);
    }
    for len in LONG {
        let list = bench.mixed(len);
        moved(bench, &list);
        whole(bench, &list);
        inverses(bench, len);
    }
    divisors_below(bench);
    trailing_zeros(bench);
    let empty = bench.r.zeros(0);
    assert!(empty.is_empty() && bench.r.reversed(empty.view()).is_empty(), "{}: empty vectors", bench.name);
}

/// The operations that only read a slice.
fn reading(bench: &Bench<'_>, v: &Coeffs<AnyRing>, list: &[AnyElem], start: usize, end: usize) {
    let (r, name) = (bench.r, &bench.name);
    let (view, wanted) = (v.slice(start..end), &list[start..end]);
    assert_eq!(r.nonzero(view), wanted.iter().filter(|x| !r.is_zero(x)).count(), "{name}: not zero in {start}..{end}");
    assert_eq!((view.len(), view.is_empty()), (end - start, start == end), "{name}: length of {start}..{end}");
    bench.same("a slice", view, wanted);
    bench.same("low of from", v.view().low(end).from(start), wanted);
    bench.same("slices end with the vector", v.view().from(start).slice(0..usize::MAX), &list[start..]);
    bench.same("owned", r.owned(view).view(), wanted);
    let backward: Vec<_> = wanted.iter().rev().cloned().collect();
    bench.same("reversed", r.reversed(view).view(), &backward);
    let trimmed = wanted.iter().rposition(|x| !r.is_zero(x)).map_or(0, |i| i + 1);
    assert_eq!(r.trimmed_len(view), trimmed, "{name}: trimmed_len of {wanted:?}");
    for other in start..=list.len() - (end - start) {
        let same = wanted == &list[other..other + end - start];
        assert_eq!(r.same(view, v.slice(other..other + end - start)), same, "{name}: same, {start}..{end} at {other}");
        assert!(!r.same(view, v.slice(other..other + end - start + 1)) || other + end - start == list.len());
    }
    for x in bench.specials.iter().take(5) {
        let value = wanted.iter().rev().fold(bench.zero(), |sum, c| r.add(&r.mul(&sum, x), c));
        assert_eq!(r.horner(view, x), value, "{name}: {wanted:?} at {x:?}");
    }
    let size = r.size(view);
    let (mut bits, mut count) = (0, 0);
    r.each_limbs(view, &mut |negative, magnitude| {
        let mut limbs = Vec::new();
        assert_eq!(r.limbs(view, count, &mut limbs), negative, "{name}: sign of coefficient {count}");
        assert_eq!(limbs, magnitude, "{name}: magnitude of coefficient {count}");
        bits = bits.max(limbs.last().map_or(0, |&top| 64 * (limbs.len() as u32 - 1) + bit_len(top)));
        count += 1;
    });
    assert_eq!([size.len, count], [wanted.len(); 2], "{name}: size");
    assert!(size.bits == 0 || size.bits == bits, "{name}: {size:?} of {wanted:?}");
}

/// The operations that write a slice into another vector, whose other coefficients must stay.
fn writing(bench: &mut Bench<'_>, v: &Coeffs<AnyRing>, list: &[AnyElem], start: usize, end: usize) {
    let (view, slice) = (v.slice(start..end), &list[start..end]);
    let at = (start + end) % 4;
    let before = bench.mixed(at + slice.len() + 2);
    let r = bench.r;
    let mut out = r.collect(&before);
    r.copy_at(&mut out, at, view);
    bench.same("copy_at", out.view(), &changed(&before, at, slice, |_, y| y.clone()));
    let mut out = r.collect(&before);
    r.add_at(&mut out, at, view);
    bench.same("add_at", out.view(), &changed(&before, at, slice, |x, y| r.add(x, y)));
    let mut out = r.collect(&before);
    r.sub_at(&mut out, at, view);
    bench.same("sub_at", out.view(), &changed(&before, at, slice, |x, y| oracle::difference(r, x, y)));
}

/// What copies, adds and counts the coefficients of a long slice among dirty neighbours.
fn moved(bench: &mut Bench<'_>, list: &[AnyElem]) {
    let (r, all) = (bench.r, bench.among_neighbours(list));
    let (v, before) = (inner(&all), bench.mixed(list.len() + 2 * BEFORE));
    bench.made("owned", r.owned(v), list);
    bench.made("reversed", r.reversed(v), &list.iter().rev().cloned().collect::<Vec<_>>());
    for first in 0..3 {
        let wanted: Vec<_> = list.iter().skip(first).step_by(2).cloned().collect();
        bench.made("every_other", r.every_other(v, first), &wanted);
    }
    assert_eq!(r.nonzero(v), list.iter().filter(|x| !r.is_zero(x)).count(), "{}: nonzero", bench.name);
    let trimmed = oracle::trimmed(r, list.to_vec());
    assert_eq!(r.trimmed_len(v), trimmed.len(), "{}: trimmed_len of {} coefficients", bench.name, list.len());
    let copy = r.collect(list);
    assert!(r.same(copy.view(), v) && r.same(v, copy.view()), "{}: same as a copy", bench.name);
    for i in [0, list.len() / 2, list.len().saturating_sub(1)].into_iter().filter(|i| *i < list.len()) {
        let mut other = copy.clone();
        r.set(&mut other, i, &r.add(&list[i], &r.one()));
        assert!(!r.same(other.view(), v), "{}: same, with another coefficient {i}", bench.name);
    }
    for at in [0, 1, 2 * BEFORE] {
        let mut out = r.collect(&before);
        r.copy_at(&mut out, at, v);
        bench.same("copy_at", out.view(), &changed(&before, at, list, |_, y| y.clone()));
        let mut out = r.collect(&before);
        r.add_at(&mut out, at, v);
        bench.same("add_at", out.view(), &changed(&before, at, list, |x, y| r.add(x, y)));
        let mut out = r.collect(&before);
        r.sub_at(&mut out, at, v);
        bench.same("sub_at", out.view(), &changed(&before, at, list, |x, y| oracle::difference(r, x, y)));
    }
}

/// Inverses of units, and none where one element is no unit.
fn inverses(bench: &mut Bench<'_>, len: usize) {
    let (r, units) = (bench.r, bench.units());
    let mut list: Vec<_> = bench.mixed(len).into_iter().filter(|x| r.inv(x).is_ok()).chain(units).collect();
    let mut v = r.collect(&list);
    assert_eq!(r.inv_each(&mut v), Ok(()), "{}: inv_each of units", bench.name);
    let products: Vec<_> = bench.list(v.view()).iter().zip(&list).map(|(x, y)| r.mul(x, y)).collect();
    assert_eq!(products, vec![r.one(); list.len()], "{}: inv_each", bench.name);
    list.insert(list.len() / 2, r.elem(0));
    let refused = r.inv_each(&mut r.collect(&list));
    assert!(matches!(refused, Err(Error::NotInvertible { .. })), "{}: inv_each of zero gives {refused:?}", bench.name);
}

/// Whether each of 1, …, n − 1 is a unit.
fn divisors_below(bench: &Bench<'_>) {
    let r = bench.r;
    let mut units = true;
    for n in 0..300 {
        units &= n < 2 || r.inv(&r.elem(n as i64 - 1)).is_ok();
        assert_eq!(r.divides_below(n), units, "{}: divides_below({n})", bench.name);
    }
}

/// `before` with its entries at + i replaced by f(before[at + i], slice[i]).
fn changed<E: Clone>(before: &[E], at: usize, slice: &[E], f: impl Fn(&E, &E) -> E) -> Vec<E> {
    let mut all = before.to_vec();
    for (x, y) in all[at..].iter_mut().zip(slice) {
        *x = f(x, y);
    }
    all
}

/// The operations resize, set and trim.
fn lengths(bench: &mut Bench<'_>, list: &[AnyElem]) {
    let r = bench.r;
    for len in 0..2 * list.len() {
        let mut v = r.collect(list);
        r.resize(&mut v, len);
        let mut wanted: Vec<_> = list.iter().take(len).cloned().collect();
        wanted.resize(len, bench.zero());
        bench.same("resize", v.view(), &wanted);
        r.resize(&mut v, len + 3);
        wanted.resize(len + 3, bench.zero());
        bench.same("resize extends by zeros", v.view(), &wanted);
    }
    let news = bench.mixed(list.len());
    let (mut v, mut wanted) = (r.collect(list), list.to_vec());
    for (i, new) in news.iter().enumerate() {
        r.set(&mut v, i, new);
        wanted[i] = new.clone();
        bench.same("set", v.view(), &wanted);
    }
    let copy = v.clone();
    r.trim(&mut v);
    wanted.truncate(wanted.iter().rposition(|x| !r.is_zero(x)).map_or(0, |i| i + 1));
    bench.same("trim", v.view(), &wanted);
    assert!(r.same(copy.slice(0..v.len()), v.view()), "{}: same, whatever the layout", bench.name);
}

/// The operations on all coefficients of a vector.
fn whole(bench: &mut Bench<'_>, list: &[AnyElem]) {
    let r = bench.r;
    let mut v = r.collect(list);
    r.neg_all(&mut v);
    bench.made("neg_all", v, &list.iter().map(|x| r.neg(x)).collect::<Vec<_>>());
    for c in bench.specials {
        let mut v = r.collect(list);
        r.scale(&mut v, c);
        bench.made("scale", v, &list.iter().map(|x| r.mul(x, c)).collect::<Vec<_>>());
    }
    let factors = bench.mixed(list.len());
    let mut v = r.collect(list);
    r.mul_each(&mut v, r.collect(&factors).view());
    let products: Vec<_> = list.iter().zip(&factors).map(|(x, y)| r.mul(x, y)).collect();
    bench.made("mul_each", v, &products);
    let sum = |sum, x: &AnyElem| r.add(&sum, x);
    let dot = r.dot(r.collect(list).view(), r.collect(&factors).view());
    assert_eq!(dot, products.iter().fold(r.elem(0), sum), "{}: dot", bench.name);
    for k in [1, 0, -4, i64::from(u32::MAX)] {
        let indices: Vec<_> = (k..).take(list.len()).map(|i| r.elem(i)).collect();
        let wanted: Vec<_> = list.iter().zip(&indices).map(|(x, i)| r.mul(x, i)).collect();
        let mut v = r.collect(list);
        r.mul_index(&mut v, k);
        bench.made("mul_index", v, &wanted);
        let units = indices.iter().zip(list).all(|(i, x)| r.is_zero(x) || r.inv(i).is_ok());
        let mut v = r.collect(list);
        match r.div_index(&mut v, k) {
            Ok(()) => {
                let back: Vec<_> = bench.list(v.view()).iter().zip(&indices).map(|(x, i)| r.mul(x, i)).collect();
                assert_eq!(back, list, "{}: div_index from {k}", bench.name);
            }
            Err(e) => assert!(!units, "{}: div_index from {k} fails with {e}", bench.name),
        }
    }
    running_products(bench, list);
}

fn running_products(bench: &Bench<'_>, list: &[AnyElem]) {
    let r = bench.r;
    // a zero would hide what follows it
    let list: Vec<_> = list.iter().filter(|x| !r.is_zero(x)).cloned().collect();
    let mut v = r.collect(&list);
    r.running_products(&mut v);
    let products = list.iter().scan(r.one(), |product, x| {
        *product = r.mul(product, x);
        Some(product.clone())
    });
    bench.made("running_products", v, &products.collect::<Vec<_>>());
}

/// Vectors with zeros at the end, and of zeros only, among neighbours that are not zero.
fn trailing_zeros(bench: &mut Bench<'_>) {
    for zeros in 0..4 {
        for special in bench.specials.iter().filter(|x| !bench.r.is_zero(x)) {
            let mut list = vec![special.clone(); 2];
            list.resize(2 + zeros, bench.zero());
            list.push(special.clone());
            let mut v = bench.r.collect(&list);
            assert_eq!(bench.r.trimmed_len(v.slice(0..2 + zeros)), 2, "{}: {zeros} zeros", bench.name);
            assert_eq!(bench.r.trimmed_len(v.slice(2..2 + zeros)), 0, "{}: only zeros", bench.name);
            bench.r.set(&mut v, 2 + zeros, &bench.zero());
            bench.r.trim(&mut v);
            bench.same("trim", v.view(), &list[..2]);
        }
        let list = vec![bench.zero(); zeros];
        let v = bench.among_neighbours(&list);
        assert_eq!(bench.r.trimmed_len(inner(&v)), 0, "{}: {zeros} zeros among neighbours", bench.name);
    }
}
