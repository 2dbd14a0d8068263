//! Laws of transformed operands: every way to multiply two of them, and images of one plan under another.

use super::{AnyRing, BEFORE, Bench, expected, oracle};
use crate::ring::{ConvShape, ProductShape, Window, Zn, traits::*};

pub(super) fn check(bench: &mut Bench<'_>) {
    for [a, b] in [[1, 1], [9, 4], [40, 33], [130, 130], [700, 300]] {
        products(bench, [a, b]);
    }
    for [from, to] in [[16, 8], [64, 64], [256, 16], [8, 16]] {
        prefixes(bench, [from, to]);
    }
    residues(bench);
}

/// One product of images and its square, by the functions that keep operands and those that use up theirs.
fn products(bench: &mut Bench<'_>, [a, b]: [usize; 2]) {
    let (r, a, b) = (bench.r, bench.mixed(a), bench.sparse(b));
    let (x, y) = (r.collect(&a), r.collect(&b));
    let (product, square) = (oracle::product(r, &a, &b), oracle::product(r, &b, &b));
    let all = 0..product.len() + 2;
    r.engine().enter(|cx| {
        let size = |v: &crate::ring::Coeffs<AnyRing>| r.size(v.view());
        let shapes =
            [ConvShape::exact(size(&x), size(&y), all.clone()), ConvShape::exact(size(&y), size(&y), all.clone())];
        let plan = expected(r.conv_plan(&shapes, 1, cx));
        let [s, t] = [&x, &y].map(|v| expected(r.transform(&plan, v.view(), cx)));
        let both = [
            ("image_product", expected(r.image_product(&plan, &s, &t, cx))),
            ("image_mul", expected(r.image_mul(&plan, s.clone(), Some(&t), cx))),
        ];
        let wanted = oracle::cut(r, &product, &all);
        for (law, sum) in both {
            bench.made(law, expected(r.untransform(&plan, sum, all.clone(), cx)), &wanted);
        }
        let sum = expected(r.image_mul(&plan, t, None, cx));
        let squared = oracle::cut(r, &square, &all);
        bench.made("a square of an image", expected(r.untransform(&plan, sum, all.clone(), cx)), &squared);
        let empty = expected(r.untransform(&plan, r.sum(&plan, cx), 0..0, cx));
        assert!(empty.is_empty(), "{}: an empty window", bench.name);
        for c in r.product_candidates(&ProductShape::of(r, x.view(), y.view(), all.clone()), cx).iter() {
            let ns = r.image_product_ns(c, cx);
            assert!(ns.is_finite() && ns >= 0.0, "{}: image_product_ns of {:?} is {ns}", bench.name, c.algorithm);
        }
    });
}

/// Products modulo x^N − 1 of images for x^M − 1, where the ring has them.
fn prefixes(bench: &mut Bench<'_>, lengths: [usize; 2]) {
    let r = bench.r;
    let lists = [bench.mixed(2 * lengths[0] + 3), bench.mixed(5)];
    let vectors = lists.each_ref().map(|list| r.collect(list));
    r.engine().enter(|cx| {
        let [a, b] = vectors.each_ref().map(|v| r.size(v.view()));
        let plans = lengths.map(|n| {
            let shape = ConvShape { a, b, window: Window::Cyclic(n) };
            expected(r.conv_plan(&[shape], 1, cx))
        });
        let images = vectors.each_ref().map(|v| {
            let image = expected(r.transform(&plans[0], v.view(), cx));
            r.image_prefix(&plans[0], &plans[1], &image)
        });
        let [Some(s), Some(t)] = images else { return };
        let n = r.cyclic_len(&plans[1]);
        let mut wanted = vec![bench.zero(); n];
        for (i, c) in oracle::product(r, &lists[0], &lists[1]).iter().enumerate() {
            wanted[i % n] = r.add(&wanted[i % n], c);
        }
        let sum = expected(r.image_product(&plans[1], &s, &t, cx));
        let mut out = r.zeros(BEFORE + n);
        expected(r.untransform_at(&plans[1], sum, &Window::Cyclic(lengths[1]), &mut out, BEFORE, cx));
        let law = format!("image_prefix modulo x^{n} − 1, from {}", r.cyclic_len(&plans[0]));
        bench.same(&law, out.view().from(BEFORE), &wanted);
    });
}

/// Residues as words, where the ring is Z/n for n of one word.
fn residues(bench: &mut Bench<'_>) {
    let r = bench.r;
    if let Some(n) = r.wide_modulus() {
        assert!(r.is_zero(&r.image(false, n)), "{}: n·1", bench.name);
        assert!(r.as_zn().is_none() && n.len() == r.zeros(0).width, "{}: a modulus of several words", bench.name);
    }
    let Some(n) = r.word_modulus() else {
        assert!(r.as_zn().is_none(), "{}: a ring with a modulus", bench.name);
        return;
    };
    assert_eq!(r.as_zn().map(Zn::n), Some(n.n()), "{}: the modulus", bench.name);
    assert!(r.is_zero(&r.image(false, &[n.n()])), "{}: n·1", bench.name);
    let list = bench.mixed(20);
    let v = bench.among_neighbours(&list);
    let words = r.to_words(super::inner(&v));
    let images: Vec<_> = words.iter().map(|&x| r.image(false, &[x])).collect();
    assert!(words.iter().all(|&x| x < n.n()), "{}: words below n", bench.name);
    assert_eq!(images, list, "{}: to_words", bench.name);
    bench.made("of_words", r.of_words(words), &list);
}
