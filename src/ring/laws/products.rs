//! Laws of products: every algorithm, every kind of window, and transformed operands, against the definition.

use super::{AnyElem, AnyRing, BEFORE, Bench, expected, inner, oracle};
use crate::{
    engine::Context,
    ring::{ConvShape, ProductShape, Size, View, Window, traits::*},
};
use std::ops::Range;

/// Pairs of lengths, up to two levels of Karatsuba, and unbalanced ones that are cut into blocks.
const LENGTHS: [(usize, usize); 12] =
    [(1, 1), (1, 9), (2, 3), (7, 7), (8, 5), (16, 16), (17, 15), (24, 24), (49, 50), (70, 1), (90, 25), (64, 3)];

pub(super) fn check(bench: &mut Bench<'_>) {
    for (a, b) in LENGTHS {
        for (turn, (a, b)) in operands(bench, a, b).into_iter().enumerate() {
            let product = oracle::product(bench.r, &a, &b);
            products(bench, [&a, &b], &product, turn);
            sums(bench, [&a, &b], &product, turn);
        }
    }
    let (mixed, zeros) = (bench.mixed(26), vec![bench.zero(); 25]);
    let product = vec![bench.zero(); 50];
    for (turn, pair) in [[&mixed[..], &zeros], [&zeros, &mixed]].into_iter().enumerate() {
        products(bench, pair, &product, turn);
        sums(bench, pair, &product, turn);
    }
    for (turn, special) in bench.specials.iter().enumerate() {
        // the largest coefficients and sums
        let (a, b) = (vec![special.clone(); 26], vec![special.clone(); 25]);
        let product = oracle::product(bench.r, &a, &b);
        products(bench, [&a, &b], &product, turn);
        sums(bench, [&a, &b], &product, turn);
        wrapped(bench, [&a, &b], &product);
    }
    for (len, e) in [(2, 2), (2, 3), (2, 20), (3, 5), (5, 4), (20, 3), (33, 5), (64, 3), (65, 4), (130, 2)] {
        powers(bench, len, e);
    }
    let (a, b) = (bench.mixed(37), bench.mixed(30));
    wrapped(bench, [&a, &b], &oracle::product(bench.r, &a, &b));
    shared_plans(bench);
}

/// Powers of this many coefficients, where the ring has an algorithm of its own.
fn powers(bench: &mut Bench<'_>, len: usize, e: u64) {
    let mut v = bench.mixed(len);
    v[len - 1] = bench.r.one();
    let all = bench.among_neighbours(&v);
    let r = bench.r;
    let Some(got) = r.engine().enter(|cx| r.own_power(inner(&all), e, cx)) else { return };
    let wanted = (1..e).fold(v.clone(), |power, _| oracle::product(r, &power, &v));
    bench.made(&format!("own_power of {len} coefficients, exponent {e}"), expected(got), &wanted);
}

type Pair<E> = (Vec<E>, Vec<E>);

/// Three pairs of operands, for the three turns of windows; the first has half its coefficients 0.
fn operands(bench: &mut Bench<'_>, a: usize, b: usize) -> [Pair<AnyElem>; 3] {
    let mut zeros = bench.mixed(b);
    (0..b / 2).for_each(|i| zeros[i] = bench.zero());
    [(bench.mixed(a), zeros), (bench.mixed(b), bench.mixed(a)), (bench.mixed(a), bench.mixed(b))]
}

/// The whole, and windows that are empty, inside, at both ends, as long as the product but shifted, across the end and beyond it: a third of
/// them at each turn.
fn windows(full: usize, turn: usize) -> impl Iterator<Item = Range<usize>> {
    let (third, last) = (full / 3, full - 1);
    let all = [
        0..0,
        third..third,
        0..1,
        last..full,
        third..full - third,
        0..full.div_ceil(2),
        1..full + 1,
        third..full + third,
        full / 2..full + 5,
        full..full + 3,
        full + 7..full + 9,
        full / 2..full,
        third..third + 1,
    ];
    std::iter::once(0..full).chain(all.into_iter().skip(turn % 3).step_by(3))
}

fn products(bench: &mut Bench<'_>, [a, b]: [&[AnyElem]; 2], product: &[AnyElem], turn: usize) {
    let (r, square) = (bench.r, oracle::product(bench.r, a, a));
    let (x, y) = (bench.among_neighbours(a), bench.among_neighbours(b));
    for w in windows(product.len(), turn) {
        windowed(bench, inner(&x), inner(&y), &w, &oracle::cut(r, product, &w));
    }
    for w in windows(square.len(), turn + 1) {
        windowed(bench, inner(&x), inner(&x), &w, &oracle::cut(r, &square, &w));
    }
    let empty = r.zeros(0);
    for (left, right) in [(inner(&x), empty.view()), (empty.view(), inner(&x)), (empty.view(), empty.view())] {
        for w in [0..0, 0..4, 3..5] {
            windowed(bench, left, right, &w, &oracle::cut(r, &[], &w));
        }
    }
}

/// Predicted nanoseconds beyond which an algorithm computes the whole product only, and no part of it.
const MOST_NS: f64 = 3e5;

/// One window by every applicable algorithm, by the ring's choice, and written among dirty neighbours.
fn windowed(bench: &mut Bench<'_>, a: View<'_, AnyRing>, b: View<'_, AnyRing>, w: &Range<usize>, wanted: &[AnyElem]) {
    let (r, at) = (bench.r, w.start % 3);
    let dirty = bench.mixed(at + w.len() + 2);
    let all = [&dirty[..at], wanted, &dirty[at + w.len()..]].concat();
    let task = |algorithm: &str| format!("{algorithm}, {} by {} coefficients, {w:?}", a.len(), b.len());
    let whole = *w == (0..(a.len() + b.len()).saturating_sub(1));
    r.engine().enter(|cx| {
        let candidates = r.product_candidates(&ProductShape::of(r, a, b, w.clone()), cx);
        for c in candidates.iter().filter(|c| whole || c.predicted_ns < MOST_NS) {
            let mut out = r.collect(&dirty);
            let done = r.mul_window_by(c.algorithm, &mut out, at, a, b, w.clone(), cx);
            assert_eq!(done, Ok(()), "{}: {}", bench.name, task(c.algorithm.name()));
            bench.same(&task(c.algorithm.name()), out.view(), &all);
        }
        let mut out = r.collect(&dirty);
        assert_eq!(r.mul_window_at(&mut out, at, a, b, w.clone(), cx), Ok(()), "{}: {}", bench.name, task("any"));
        bench.same(&task("any"), out.view(), &all);
        match r.mul_window(a, b, w.clone(), cx) {
            Ok(out) => bench.made(&task("a vector of its own"), out, wanted),
            Err(e) => panic!("{}: {}: {e}", bench.name, task("a vector of its own")),
        }
    });
}

/// Sums of products of transformed operands: with the number of terms asked for, and with the number that the plan
/// allows.
fn sums(bench: &mut Bench<'_>, [a, b]: [&[AnyElem]; 2], product: &[AnyElem], turn: usize) {
    let r = bench.r;
    let (x, y) = (bench.among_neighbours(a), bench.among_neighbours(b));
    let (x, y) = (inner(&x), inner(&y));
    for w in windows(product.len(), turn).filter(|w| !w.is_empty()) {
        r.engine().enter(|cx| {
            let shape = ConvShape::exact(r.size(x), r.size(y), w.clone());
            let plan = expected(r.conv_plan(std::slice::from_ref(&shape), 3, cx));
            assert!(r.fits(&plan, &shape, 3), "{}: a plan serves what it was made for", bench.name);
            let mut terms = 1;
            while terms < 64 && r.fits(&plan, &shape, 2 * terms) {
                terms *= 2;
            }
            for terms in [0, 1, 3, terms] {
                let times = r.elem(terms as i64);
                let wanted: Vec<_> = oracle::cut(r, product, &w).iter().map(|c| r.mul(c, &times)).collect();
                let sum = sum_of_products(r, &plan, (x, y), terms, cx);
                let mut out = r.zeros(w.len() + BEFORE);
                expected(r.untransform_at(&plan, sum, &Window::Exact(w.clone()), &mut out, BEFORE, cx));
                let law = format!("{terms} products of images, {} by {}, {w:?}", a.len(), b.len());
                bench.same(&law, out.view().from(BEFORE), &wanted);
                bench.same(&law, out.view().low(BEFORE), &vec![bench.zero(); BEFORE]);
            }
        });
    }
}

fn sum_of_products(
    r: &AnyRing,
    plan: &crate::ring::AnyPlan,
    (a, b): (View<'_, AnyRing>, View<'_, AnyRing>),
    terms: usize,
    cx: Context<'_>,
) -> crate::scratch::Buf {
    let (a, b) = (expected(r.transform(plan, a, cx)), expected(r.transform(plan, b, cx)));
    let mut sum = r.sum(plan, cx);
    for _ in 0..terms {
        expected(r.image_addmul(plan, &mut sum, &a, &b, cx));
    }
    sum
}

/// Products modulo x^N − 1, of operands that may be longer than N.
fn wrapped(bench: &mut Bench<'_>, [a, b]: [&[AnyElem]; 2], product: &[AnyElem]) {
    let r = bench.r;
    let (x, y) = (bench.among_neighbours(a), bench.among_neighbours(b));
    let (x, y) = (inner(&x), inner(&y));
    for least in [1, 2, 5, 16, 40, 100] {
        for terms in [1, 4] {
            r.engine().enter(|cx| {
                let shape = ConvShape { a: r.size(x), b: r.size(y), window: Window::Cyclic(least) };
                let plan = expected(r.conv_plan(std::slice::from_ref(&shape), terms, cx));
                assert!(r.fits(&plan, &shape, terms), "{}: a plan serves what it was made for", bench.name);
                let n = r.cyclic_len(&plan);
                assert!(n >= least, "{}: modulo x^{n} − 1, not x^{least} − 1 or more", bench.name);
                let mut wanted = vec![bench.zero(); n];
                for (i, c) in product.iter().enumerate() {
                    wanted[i % n] = r.add(&wanted[i % n], &r.mul(c, &r.elem(terms as i64)));
                }
                let mut out = r.zeros(n + BEFORE);
                let sum = sum_of_products(r, &plan, (x, y), terms, cx);
                expected(r.untransform_at(&plan, sum, &shape.window, &mut out, BEFORE, cx));
                let law = format!("{terms} products of {} by {}, modulo x^{n} − 1", a.len(), b.len());
                bench.same(&law, out.view().from(BEFORE), &wanted);
            });
        }
    }
}

/// One plan for two kinds of products with a common operand; plans refuse shapes that they do not serve.
fn shared_plans(bench: &mut Bench<'_>) {
    let r = bench.r;
    let (a, b, c) = (bench.mixed(20), bench.mixed(3), bench.mixed(50));
    let (x, y, z) = (r.collect(&a), r.collect(&b), r.collect(&c));
    let (x, y, z) = (x.view(), y.view(), z.view());
    r.engine().enter(|cx| {
        let short = ConvShape::exact(r.size(x), r.size(y), 0..22);
        let middle = ConvShape::exact(r.size(x), r.size(z), 19..50);
        let plan = expected(r.conv_plan(&[short.clone(), middle.clone()], 1, cx));
        assert!(r.fits(&plan, &short, 1) && r.fits(&plan, &middle, 1), "{}: a plan for two shapes", bench.name);
        let longer = Size { len: 20 + r.cyclic_len(&plan), ..short.a };
        assert!(!r.fits(&plan, &ConvShape::exact(longer, short.b, 0..22 + longer.len), 1), "{}: too long", bench.name);
        let wider = Size { bits: 100_000, ..short.a };
        let fits = r.fits(&plan, &ConvShape { a: wider, ..short.clone() }, 1);
        assert!(!fits || short.a.bits == 0, "{}: too wide", bench.name);
        for (other, list, w) in [(y, &b, 0..22), (z, &c, 19..50)] {
            let mut out = r.zeros(w.len());
            let sum = sum_of_products(r, &plan, (x, other), 1, cx);
            expected(r.untransform_at(&plan, sum, &Window::Exact(w.clone()), &mut out, 0, cx));
            bench.same("a plan for two shapes", out.view(), &oracle::cut(r, &oracle::product(r, &a, list), &w));
        }
    });
}
