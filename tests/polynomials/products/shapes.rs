//! Unbalanced products: blocks, and windows of such products, on any number of threads.

use super::{GOLDILOCKS, switches};
use crate::common::{Random, cases, product};
use polymod::{
    AnyRing, Engine, Zn,
    core::cpu::{Feature, Target, host},
    engine::Context,
    ring::{AnyElem, Candidate, ProductShape, Products, Ring, Size, Vectors},
};

const RINGS: [u64; 5] = [97, 998_244_353, (1 << 62) - 57, GOLDILOCKS, u64::MAX];

/// Checks coefficients `w` of the product by every algorithm that applies, written to the middle of a vector.
fn part(f: &Zn, a: &[u64], b: &[u64], whole: &[u64], w: std::ops::Range<usize>) {
    let size = |len| Size { len, bits: 0 };
    let shape = ProductShape { a: size(a.len()), b: size(b.len()), square: false, window: w.clone() };
    let (x, y) = (f.collect(a), f.collect(b));
    f.engine().enter(|cx| {
        // long schoolbook products are slow, and are tested elsewhere
        let quick = |c: &&Candidate| c.length > 0 || a.len() * b.len() < 200_000;
        for c in f.product_candidates(&shape, cx).iter().filter(quick) {
            let mut out = f.collect(&vec![1; w.len() + 3]);
            f.mul_window_by(c.algorithm, &mut out, 2, x.view(), y.view(), w.clone(), cx).unwrap();
            let words = f.words(out.view());
            let wanted = w.clone().map(|i| whole.get(i).copied().unwrap_or(0));
            assert!(words[2..w.len() + 2].iter().copied().eq(wanted), "{f:?}, {w:?} of {shape:?}: {c:?}");
            assert_eq!((words[0], words[1], words[w.len() + 2]), (1, 1, 1), "{c:?} writes beyond its window");
        }
    });
}

#[test]
fn every_ratio_on_any_number_of_threads() {
    let mut random = Random::new(70);
    for n in RINGS {
        for (threads, target) in [(1, host().target), (2, host().target), (3, Target::SCALAR)] {
            let f = Zn::on(&Engine::builder().threads(threads).target(target).build(), n).unwrap();
            for (short, ratio) in [(10, 1000), (31, 100), (100, 33), (100, 400), (300, 3), (1000, 10), (700, 60)] {
                let long = short * ratio + random.usize_below(short);
                let (a, b) = (random.residues(n, long), random.residues(n, short));
                let whole = product(&a, &b, n);
                part(&f, &a, &b, &whole, 0..whole.len());
                part(&f, &b, &a, &whole, short..long);
                let (x, y) = (random.usize_below(whole.len()), random.usize_below(whole.len() + 9));
                part(&f, &a, &b, &whole, x.min(y)..x.max(y));
            }
        }
    }
}

/// Products a little longer than a power of two, by a cyclic product and the highest coefficients separately.
#[test]
fn products_that_wrap_around() {
    let mut random = Random::new(71);
    for n in RINGS {
        let f = Zn::on(&Engine::builder().threads(1).build(), n).unwrap();
        let wraps = |a: usize, b: usize, square: bool| {
            let size = |len| Size { len, bits: 0 };
            let shape = ProductShape { a: size(a), b: size(b), square, window: 0..a + b - 1 };
            let candidates = f.engine().enter(|cx| f.product_candidates(&shape, cx));
            candidates.iter().any(|c| c.wrapped > 0)
        };
        let mut wrapped = 0;
        for _ in 0..cases(60) {
            let full = (1 << (7 + random.usize_below(5))) + 1 + random.usize_below(150);
            let b = 1 + random.usize_below(full);
            let (square, a) = (random.below(4) == 0, full + 1 - b);
            let (a, b) = if square { (full / 2, full / 2) } else { (a, b) };
            wrapped += usize::from(wraps(a, b, square));
            let x = random.residues(n, a);
            let y = if square { x.clone() } else { random.residues(n, b) };
            let wanted = product(&x, &y, n);
            let (mut out, mut scratch) = (vec![!0; a + b - 1], vec![!0; f.mul_scratch_len(a, b)]);
            f.mul_into(&mut out, &x, if square { &x } else { &y }, &mut scratch).unwrap();
            assert!(out == wanted, "{n}: {a} by {b}");
            part(&f, &x, &y, &wanted, 0..wanted.len());
        }
        assert!(wrapped > 5, "{n}: {wrapped} products wrapped around");
    }
}

/// Both sides of every change of the choice, for a short operand by longer and longer ones.
#[test]
fn around_every_change_of_blocks() {
    let mut random = Random::new(72);
    for n in [(1 << 31) - 1, (1 << 62) - 57] {
        let f = Zn::on(&Engine::builder().threads(1).build(), n).unwrap();
        let b = random.residues(n, 100);
        let size = |len| Size { len, bits: 0 };
        let shape =
            |len: usize| ProductShape { a: size(40 * len), b: size(b.len()), square: false, window: 0..40 * len + 99 };
        let found = switches(&f, 250, shape);
        let far = f.engine().enter(|cx| f.choose_product(&shape(20_000), cx));
        assert!(far.blocks > 1 || !host().target.has(Feature::Avx2), "{n}: long operands are cut, {far:?}");
        assert!(!found.is_empty(), "{n}: a product of 40 and one of 10000 coefficients are made alike");
        for (len, choices) in found {
            for len in [len - 1, len] {
                let a = random.residues(n, 40 * len);
                let whole = product(&a, &b, n);
                let (x, y) = (f.collect(&a), f.collect(&b));
                for algorithm in choices.map(|c| c.algorithm) {
                    let mut out = f.zeros(whole.len());
                    let all = 0..whole.len();
                    f.engine()
                        .enter(|cx| f.mul_window_by(algorithm, &mut out, 0, x.view(), y.view(), all, cx))
                        .unwrap();
                    assert!(f.words(out.view()) == whole, "{n}: {} by 100 by {algorithm}", 40 * len);
                }
            }
        }
    }
}

/// A candidate may be predicted on one thread and computed on several, whose buffers it has no room for, and the other way round.
#[test]
fn candidates_of_other_numbers_of_threads() {
    for target in [Target::SCALAR, host().target] {
        for name in ["zn:998244353", "zn:2^62-57", "zn:2^64-59", "zn:2^127-1", "gf2", "gf2^8:0x11b", "gfpf:F4", "z"] {
            for lens in [[9000, 8000], [4110, 4100], [20_000, 200]] {
                of_other_threads(target, name, lens);
            }
        }
    }
}

fn of_other_threads(target: Target, name: &str, [a, b]: [usize; 2]) {
    const MOST_NS: f64 = 3e7;
    let engines = [1, 3].map(|threads| Engine::builder().threads(threads).target(target).build());
    let rings = engines.each_ref().map(|engine| AnyRing::parse(engine, name).unwrap());
    let (f, mut random) = (&rings[0], Random::new(73));
    let mut element = || match name {
        "z" => AnyElem::Integer(random.integer(200)),
        _ => random.element(f),
    };
    let [x, y] = [a, b].map(|len| f.collect(&(0..len).map(|_| element()).collect::<Vec<_>>()));
    let shape = ProductShape::of(f, x.view(), y.view(), 0..a + b - 1);
    let wanted = engines[0].enter(|cx| f.mul_window(x.view(), y.view(), shape.window.clone(), cx)).unwrap();
    for (predicted, computed) in [(0, 1), (1, 0)] {
        let found = engines[predicted].enter(|cx| rings[predicted].product_candidates(&shape, cx));
        for c in found.iter().filter(|c| c.predicted_ns < MOST_NS) {
            let (f, mut out) = (&rings[computed], f.zeros(a + b - 1));
            let product = |cx: Context<'_>| f.mul_chosen(c, &shape, &mut out, 0, x.view(), y.view(), cx);
            // on a thread of the pool less work is worth a second one
            engines[computed].enter(|cx| cx.inside(product)).unwrap();
            assert!(f.same(out.view(), wanted.view()), "{name}, {a} by {b}, {target}: {c:?}");
        }
    }
}
