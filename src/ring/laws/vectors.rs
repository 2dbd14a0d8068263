//! Laws of the operations on vectors and their slices.

use super::{Bench, inner};
use crate::{
    bits::bit_len,
    ring::{Block, Coeffs, Convolve, classical},
};

const LEN: usize = 9;

pub(super) fn check<R: Convolve, F: FnMut() -> R::Elem>(bench: &mut Bench<'_, R, F>) {
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
        combinations(bench, &list);
    }
    trailing_zeros(bench);
    let empty = bench.r.zeros(0);
    assert!(empty.is_empty() && bench.r.reversed(empty.view()).is_empty(), "{}: empty vectors", bench.name);
}

/// Quotients of a vector by one of its slices, whose lowest element is a unit, against the definition.
fn short_quotients<R: Convolve, F: FnMut() -> R::Elem>(
    bench: &Bench<'_, R, F>,
    v: &Coeffs<R>,
    start: usize,
    end: usize,
) {
    let (r, divisor) = (bench.r, v.slice(start..end));
    let inverse = if start < end { r.inv(&r.get(divisor, 0)).ok() } else { None };
    let Some(inverse) = inverse else { return };
    for n in [0, 1, LEN + 3] {
        let quotient = r.short_quotient(v.view(), divisor, Some(&inverse), n);
        let wanted = classical::quotient(r, v.view(), divisor, Some(&inverse), n);
        let (quotient, wanted) = (quotient.expect("a unit divides"), wanted.expect("a unit divides"));
        bench.same("short_quotient", quotient.view(), &bench.list(wanted.view()));
    }
}

/// Values at a slice of points, polynomials from roots and sums of fractions, against the definitions.
fn points<R: Convolve, F: FnMut() -> R::Elem>(bench: &Bench<'_, R, F>, v: &Coeffs<R>, start: usize, end: usize) {
    let (r, points) = (bench.r, v.slice(start..end));
    let values: Vec<_> = (0..points.len()).map(|i| classical::horner(r, v.view(), &r.get(points, i))).collect();
    bench.same("horner_each", r.horner_each(v.view(), points).view(), &values);
    let product = classical::product_of_roots(r, points);
    bench.same("product_of_roots", r.product_of_roots(points).view(), &bench.list(product.view()));
    let weights = r.reversed(points);
    let sum = classical::sum_of_fractions(r, points, weights.view());
    bench.same("sum_of_fractions", r.sum_of_fractions(points, weights.view()).view(), &bench.list(sum.view()));
    for i in 0..points.len() {
        let at = r.get(points, i);
        assert!(r.is_zero(&classical::horner(r, product.view(), &at)), "{}: a root of ∏(x − a)", bench.name);
    }
}

/// The operations that only read a slice.
fn reading<R: Convolve, F: FnMut() -> R::Elem>(
    bench: &Bench<'_, R, F>,
    v: &Coeffs<R>,
    list: &[R::Elem],
    start: usize,
    end: usize,
) {
    let (r, name) = (bench.r, &bench.name);
    let (view, wanted) = (v.slice(start..end), &list[start..end]);
    assert_eq!(r.nonzero(view), wanted.iter().filter(|x| !r.is_zero(x)).count(), "{name}: not zero in {start}..{end}");
    if end == LEN {
        short_quotients(bench, v, start, end);
    }
    points(bench, v, start, end);
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
fn writing<R: Convolve, F: FnMut() -> R::Elem>(
    bench: &mut Bench<'_, R, F>,
    v: &Coeffs<R>,
    list: &[R::Elem],
    start: usize,
    end: usize,
) {
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
    bench.same("sub_at", out.view(), &changed(&before, at, slice, |x, y| bench.sub(x, y)));
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
fn lengths<R: Convolve, F: FnMut() -> R::Elem>(bench: &mut Bench<'_, R, F>, list: &[R::Elem]) {
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

/// Combinations of the rows of a matrix, whose rows are apart, subtracted from a part of a vector.
fn combinations<R: Convolve, F: FnMut() -> R::Elem>(bench: &Bench<'_, R, F>, list: &[R::Elem]) {
    let r = bench.r;
    for (rows, cols, gap) in [(0, 3, 0), (1, 1, 2), (2, 9, 0), (3, 8, 1), (4, 17, 5)] {
        let stride = cols + gap;
        let entries: Vec<_> = list.iter().chain(bench.specials).cycle().take(rows * stride + 1).cloned().collect();
        let factors: Vec<_> = bench.specials.iter().chain(list).cycle().take(rows).cloned().collect();
        let mut wanted: Vec<_> = entries.iter().rev().cycle().take(cols + 2).cloned().collect();
        let (matrix, mut v) = (r.collect(&entries), r.collect(&wanted));
        let block = Block::new(matrix.view(), rows, cols, stride);
        r.sub_combination(&mut v, 1, r.collect(&factors).view(), block);
        for (t, factor) in factors.iter().enumerate() {
            for j in 0..cols {
                let product = r.mul(factor, &entries[t * stride + j]);
                wanted[1 + j] = r.add(&wanted[1 + j], &r.neg(&product));
            }
        }
        bench.same("sub_combination", v.view(), &wanted);
    }
}

/// The operations on all coefficients of a vector.
fn whole<R: Convolve, F: FnMut() -> R::Elem>(bench: &mut Bench<'_, R, F>, list: &[R::Elem]) {
    let r = bench.r;
    let mut v = r.collect(list);
    r.neg_all(&mut v);
    bench.same("neg_all", v.view(), &list.iter().map(|x| r.neg(x)).collect::<Vec<_>>());
    for c in bench.specials {
        let mut v = r.collect(list);
        r.scale(&mut v, c);
        bench.same("scale", v.view(), &list.iter().map(|x| r.mul(x, c)).collect::<Vec<_>>());
    }
    let factors: Vec<_> = list.iter().skip(2).chain(bench.specials).chain(list).take(list.len()).cloned().collect();
    let mut v = r.collect(list);
    r.mul_each(&mut v, r.collect(&factors).view());
    let products: Vec<_> = list.iter().zip(&factors).map(|(x, y)| r.mul(x, y)).collect();
    bench.same("mul_each", v.view(), &products);
    let sum = |sum, x: &R::Elem| r.add(&sum, x);
    let dot = r.dot(r.collect(list).view(), r.collect(&factors).view());
    assert_eq!(dot, products.iter().fold(r.elem(0), sum), "{}: dot", bench.name);
    let mut v = r.collect(list);
    r.running_products(&mut v);
    let products = list.iter().scan(r.one(), |product, x| {
        *product = r.mul(product, x);
        Some(product.clone())
    });
    bench.same("running_products", v.view(), &products.collect::<Vec<_>>());
    for k in [1, 0, -4, i64::from(u32::MAX)] {
        let indices: Vec<_> = (k..).take(list.len()).map(|i| r.elem(i)).collect();
        let wanted: Vec<_> = list.iter().zip(&indices).map(|(x, i)| r.mul(x, i)).collect();
        let mut v = r.collect(list);
        r.mul_index(&mut v, k);
        bench.same("mul_index", v.view(), &wanted);
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
}

/// Vectors with zeros at the end, and of zeros only, among neighbours that are not zero.
fn trailing_zeros<R: Convolve, F: FnMut() -> R::Elem>(bench: &mut Bench<'_, R, F>) {
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
