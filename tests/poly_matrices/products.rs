//! Matrix products against the definition, element by element.

use crate::{
    Poly, PolyMatrix,
    common::{Random, any, zn, zn_on},
    elements, random_matrix, residues,
};
use polymod::{
    AnyRing, Engine, Error, Ring,
    core::cpu::{Target, host},
    ring::{AnyElem, MatrixAlgorithm, Vectors},
};

/// a·b by the definition, with single elements.
fn definition(a: &PolyMatrix, b: &PolyMatrix) -> PolyMatrix {
    let r = a.ring();
    PolyMatrix::from_fn(r, a.rows(), b.cols(), |i, j| {
        let len = (a.degree().unwrap_or(0) + b.degree().unwrap_or(0)) + 1;
        let mut sums = vec![r.elem(0); len];
        for k in 0..a.cols() {
            for (s, x) in a.get(i, k).iter().enumerate() {
                for (t, y) in b.get(k, j).iter().enumerate() {
                    sums[s + t] = r.add(&sums[s + t], &r.mul(&x, &y));
                }
            }
        }
        Poly::new(r, sums)
    })
    .unwrap()
}

/// Each algorithm that applies, and the default choice, for whole products and windows.
fn check(a: &PolyMatrix, b: &PolyMatrix) -> usize {
    let expected = definition(a, b);
    let full = expected.degree().map_or(0, |d| d + 1);
    let mut applied = 0;
    for window in [0..usize::MAX, 0..full / 2, full / 3..full.max(1) - full / 4, full..full + 3] {
        let part = PolyMatrix::from_fn(a.ring(), a.rows(), b.cols(), |i, j| {
            let e = expected.get(i, j);
            Poly::new(a.ring(), (window.start..window.end.min(full)).map(|k| e.coeff(k)))
        })
        .unwrap();
        assert_eq!(a.mul_window(b, window.clone(), None), Ok(part.clone()), "{a:?} by {b:?}, {window:?}");
        for algorithm in MatrixAlgorithm::ALL {
            match a.mul_window(b, window.clone(), Some(algorithm)) {
                Err(Error::Algorithm { .. }) => (),
                product => {
                    assert_eq!(product.as_ref(), Ok(&part), "{algorithm}: {a:?} by {b:?}, {window:?}");
                    applied += 1;
                }
            }
        }
    }
    applied
}

/// Dimensions, and the lengths of the operands' entries.
const SHAPES: &[([usize; 3], [usize; 2])] = &[
    ([0, 2, 3], [5, 5]),
    ([2, 0, 3], [5, 5]),
    ([2, 3, 0], [5, 5]),
    ([1, 1, 1], [33, 32]),
    ([2, 2, 2], [1, 1]),
    ([2, 2, 2], [33, 33]),
    ([3, 1, 4], [20, 45]),
    ([1, 5, 2], [64, 3]),
    ([4, 4, 4], [65, 65]),
    ([5, 7, 3], [130, 127]),
    ([9, 13, 7], [40, 30]),
    ([2, 3, 2], [400, 10]),
];

fn engines() -> Vec<Engine> {
    let mut targets = vec![Target::SCALAR, host().target];
    targets.dedup();
    targets.into_iter().map(|target| Engine::builder().threads(1).target(target).build()).collect()
}

#[test]
fn over_words() {
    let mut random = Random::new(1);
    for n in [2, 97, 1 << 32, 998_244_353, (1 << 50) - 27, (1 << 62) - 57, (1 << 63) - 25, u64::MAX] {
        for engine in engines() {
            let f = zn_on(&engine, n);
            for &([m, k, l], [a, b]) in SHAPES {
                check(&residues(&f, [m, k, a], &mut random), &residues(&f, [k, l, b], &mut random));
            }
        }
    }
}

#[test]
fn over_every_other_ring() {
    let mut random = Random::new(2);
    for &([m, k, l], [a, b]) in SHAPES {
        let (a, b) = (a.min(33), b.min(33));
        let f = any("z");
        let mut integers = |random: &mut Random| AnyElem::Integer(random.integer(150));
        check(
            &random_matrix(&f, [m, k, a], &mut random, &mut integers),
            &random_matrix(&f, [k, l, b], &mut random, &mut integers),
        );
        for (name, times) in [("zn:2^127-1", 1), ("gf2", 5), ("gf2^8:0x11b", 1)] {
            let f = any(name);
            check(&elements(&f, [m, k, times * a], &mut random), &elements(&f, [k, l, times * b], &mut random));
        }
    }
}

#[test]
fn over_fermat_fields() {
    let mut random = Random::new(3);
    let f = any("gfpf:F4");
    for &([m, k, l], [a, b]) in &SHAPES[..9] {
        check(&elements(&f, [m, k, a], &mut random), &elements(&f, [k, l, b], &mut random));
    }
}

#[test]
fn transforms_are_shared_where_they_pay() {
    let mut random = Random::new(4);
    let f = zn((1 << 62) - 57);
    let long = residues(&f, [4, 4, 200], &mut random);
    assert!(check(&long, &long) >= 8, "the definition and images apply to every window but the empty one");
    // products with constants need no transform
    let short = residues(&f, [4, 4, 1], &mut random);
    let product = short.mul_window(&short, 0..1, Some(MatrixAlgorithm::Images));
    assert!(matches!(product, Err(Error::Algorithm { .. })), "{product:?}");
}

/// Entries of F_2[x] and F_256[x] long enough for transforms, in one slab, in slabs of rows and columns for lack of memory, and
/// on several threads, against sums of products of entries.
#[test]
fn points_over_fields_of_two_in_slabs() {
    for (name, len, tight) in [("gf2", 40_000, 400_000), ("gf2^8:0x11b", 3000, 1_250_000)] {
        let ring = |engine: &Engine| AnyRing::parse(engine, name).unwrap();
        let mut random = Random::new(7);
        let plain = ring(&Engine::builder().threads(1).build());
        let [a, b] = [[3, 4, len], [4, 5, len]].map(|dims| elements(&plain, dims, &mut random));
        let entry = |i: usize, j: usize| (0..4).fold(Poly::zero(&plain), |sum, k| &sum + &(a.get(i, k) * b.get(k, j)));
        let wanted = PolyMatrix::from_fn(&plain, 3, 5, entry).unwrap();
        for (threads, memory) in [(1, u64::MAX), (2, u64::MAX), (1, tight), (2, tight + tight / 8)] {
            let f = ring(&Engine::builder().threads(threads).memory(memory).build());
            let on = |m: &PolyMatrix| {
                let entry = |i, j| Poly::from_coeffs(&f, f.owned(m.get(i, j).coeffs()));
                PolyMatrix::from_fn(&f, m.rows(), m.cols(), entry).unwrap()
            };
            let product = on(&a).mul_window(&on(&b), 0..usize::MAX, Some(MatrixAlgorithm::Points));
            assert_eq!(product, Ok(on(&wanted)), "{name}, {threads} threads, {memory} bytes");
        }
    }
}

#[test]
fn operands_must_fit() {
    let (f, g) = (zn(97), zn(101));
    let a = PolyMatrix::zero(&f, 2, 3);
    assert!(matches!(a.checked_mul(&a), Err(Error::Shapes { left: (2, 3), right: (2, 3), .. })));
    assert!(matches!(a.checked_add(&a.transposed()), Err(Error::Shapes { .. })));
    assert!(matches!(a.checked_mul(&PolyMatrix::zero(&g, 3, 2)), Err(Error::RingsDiffer { .. })));
    assert!(matches!(PolyMatrix::new(&f, 1, 1, vec![]), Err(Error::Length { expected: 1, got: 0, .. })));
    assert!(matches!(PolyMatrix::new(&f, 1, 1, vec![Poly::one(&g)]), Err(Error::RingsDiffer { .. })));
}

#[test]
fn threads_change_no_result() {
    let products = |threads: usize| {
        let f = zn_on(&Engine::builder().threads(threads).build(), (1 << 61) - 1);
        let mut random = Random::new(5);
        let (a, b) = (residues(&f, [6, 5, 700], &mut random), residues(&f, [5, 7, 650], &mut random));
        let all = MatrixAlgorithm::ALL.map(|x| a.mul_window(&b, 0..usize::MAX, Some(x)).ok());
        all.map(|product| {
            product.map(|p| p.entries().iter().map(|e| e.iter().collect()).collect::<Vec<Vec<AnyElem>>>())
        })
    };
    let one = products(1);
    assert!(one[0].is_some() && one[0] == one[1]);
    assert_eq!(one, products(2));
    assert_eq!(one, products(5));
}

#[test]
fn short_memory_changes_no_result() {
    let products = |memory: u64, [m, k, n]: [usize; 3]| {
        let engine = Engine::builder().threads(1).memory(memory).build();
        let f = zn_on(&engine, (1 << 61) - 1);
        let mut random = Random::new(8);
        let (a, b) = (residues(&f, [m, k, 300], &mut random), residues(&f, [k, n, 280], &mut random));
        let _ = engine.take_peak_bytes();
        let ways = [None, Some(MatrixAlgorithm::Images), Some(MatrixAlgorithm::Points)];
        let all = ways.map(|way| a.mul_window(&b, 10..500, way).ok());
        let words = all.map(|product| {
            product.map(|p| p.entries().iter().map(|e| e.iter().collect()).collect::<Vec<Vec<AnyElem>>>())
        });
        (words, engine.take_peak_bytes())
    };
    for dims in [[9, 5, 4], [3, 4, 11], [1, 6, 1]] {
        let (expected, most) = products(u64::MAX, dims);
        let (words, peak) = products(600_000, dims);
        assert!(words[0].is_some() && words == expected, "{dims:?}");
        assert!(peak < most || dims[0] == 1, "{dims:?}: {peak} of {most} bytes");
    }
}

#[test]
fn linear_operations_and_values() {
    let f = zn(97);
    let mut random = Random::new(6);
    for [m, n] in [[0, 0], [1, 4], [3, 2]] {
        let (a, b) = (residues(&f, [m, n, 6], &mut random), residues(&f, [m, n, 9], &mut random));
        let c = &(&a + &b) - &b;
        assert_eq!(c, a);
        assert_eq!(-&-&a, a);
        assert_eq!(a.transposed().transposed(), a);
        assert_eq!(&a + &a.shl(9), PolyMatrix::from_fn(&f, m, n, |i, j| a.get(i, j) + &a.get(i, j).shl(9)).unwrap());
        assert_eq!((&a + &a.shl(9)).truncated(9), a);
        for x in [0, 1, 96].map(AnyElem::Word) {
            let value = |e: &Poly| e.iter().rev().fold(f.elem(0), |s, c| f.add(&f.mul(&s, &x), &c));
            assert_eq!(a.eval(&x), a.entries().iter().map(value).collect::<Vec<_>>());
        }
        assert_eq!(&PolyMatrix::identity(&f, m) * &a, a);
        assert_eq!(a.part(0..m, 0..n / 2).cols(), n / 2);
    }
}
