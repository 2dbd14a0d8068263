//! Products over the field of two elements: of slices, of parts, truncated, and on several threads.

use super::{
    bits::{Bits, bit, fields, operand, poly, product},
    common::Random,
};
use polymod::{
    Cancel, Engine, Error, F2, Gf2k, Poly, ProductAlgorithm,
    core::bits::testing,
    poly::Part,
    ring::{Codec, ConvShape, Convolve, ProductShape, Products, Ring, Vectors, Window},
};
use proptest::{prelude::*, test_runner::RngSeed};

#[test]
fn slices_are_multiplied_word_by_word() {
    let mut random = Random::new(50);
    for f in fields() {
        let mut lengths: Vec<(usize, usize)> = (0..=18).flat_map(|n| [(n, n), (n, n / 2), (n, 40 - n)]).collect();
        // every pair of short lengths: up to the length of a vector there are special algorithms
        lengths.extend((1..=9).flat_map(|n| (1..n).map(move |m| (n, m))));
        lengths.extend([23, 24, 25, 31, 32, 33, 47, 63, 64, 65, 130, 400].map(|n| (n, n)));
        lengths.extend([(1, 300), (2, 65), (3, 200), (16, 65), (17, 64), (40, 300), (129, 64), (700, 90)]);
        for (la, lb) in lengths {
            for kind in 0..3 {
                let [a, b] = [la, lb].map(|n| operand(&mut random, kind, 64 * n));
                let mut wanted = product(&a, &b);
                wanted.resize(la + lb, 0);
                let mut out = vec![!0; la + lb];
                f.mul_into(&mut out, &a, &b).unwrap();
                assert!(out == wanted, "{la} by {lb} words, kind {kind}");
                f.mul_into(&mut out, &b, &a).unwrap();
                assert!(out == wanted, "{lb} by {la} words, kind {kind}");
                let mut square = vec![!0; 2 * la];
                f.mul_into(&mut square, &a, &a).unwrap();
                let mut wanted = product(&a, &a);
                wanted.resize(2 * la, 0);
                assert!(square == wanted, "the square of {la} words, kind {kind}");
            }
        }
    }
}

#[test]
fn wrong_lengths_and_cancelled_products_are_errors() {
    let cancel = Cancel::new();
    let f = F2::on(&Engine::builder().cancel(cancel.clone()).build());
    let (a, mut out) = (vec![5; 4000], vec![7; 8000]);
    for got in [0, 3, 5] {
        let error = Error::Length { what: "the output of mul_into", expected: 4, got };
        assert_eq!(f.mul_into(&mut vec![0; got], &a[..2], &a[1..3]), Err(error));
    }
    cancel.raise();
    for n in [1, 30, 4000] {
        assert_eq!(f.mul_into(&mut out[..2 * n], &a[..n], &a[4000 - n..]), Err(Error::Cancelled), "{n} words");
    }
    cancel.reset();
    assert_eq!(f.mul_into(&mut out[..2], &a[..1], &a[1..2]), Ok(()));
    assert_eq!(out[..2], [0b10001, 0], "(x² + 1)²");
}

/// Blocks of the longer operand where that is faster, and parts of both where memory is scarce.
#[test]
fn products_in_blocks_are_whole() {
    let mut random = Random::new(51);
    for f in fields() {
        for (la, lb, room) in [(1_000_000, 9000, u64::MAX), (120_000, 110_000, 90_000), (150_001, 70_003, 70_000)] {
            let [a, b] = [la, lb].map(|bits| operand(&mut random, 2, bits));
            let (held, full) = ((2 * (la + lb) / 8 + 64) as u64, la + lb - 1);
            let engine =
                Engine::builder().threads(1).target(f.engine().target()).memory(held.saturating_add(room)).build();
            let f = F2::on(&engine);
            let (x, y) = (poly(&f, &a), poly(&f, &b));
            let shape = ProductShape::of(&f, x.coeffs(), y.coeffs(), 0..full);
            let candidates = engine.enter(|cx| f.product_candidates(&shape, cx));
            let c = candidates.iter().find(|c| c.algorithm == ProductAlgorithm::Frobenius).unwrap();
            assert!(c.blocks > 1, "{la} by {lb} bits: {c:?}");
            assert!(c.peak_bytes <= f.working_memory(&shape), "{la} by {lb} bits: {c:?}");
            let by = |part: &Part, algorithm| x.mul_part(&y, part, Some(algorithm)).unwrap();
            let wanted = x.checked_mul(&y).unwrap();
            assert_eq!(by(&Part::All, ProductAlgorithm::Frobenius), wanted, "{la} by {lb} bits");
            let plain = F2::on(&Engine::builder().threads(1).build());
            let (u, v) = (poly(&plain, &a), poly(&plain, &b));
            let karatsuba = u.mul_part(&v, &Part::All, Some(ProductAlgorithm::Karatsuba)).unwrap();
            assert!(f.same(wanted.coeffs(), f.from_words(&plain.pack(karatsuba.coeffs()), full).view()));
            let middle = by(&Part::Middle(full / 3..full / 2), ProductAlgorithm::Frobenius);
            assert!(f.same(middle.coeffs(), wanted.coeffs().slice(full / 3..full / 3 + middle.len())));
            let (words, mut out) = (a.len() + b.len(), vec![!0; a.len() + b.len()]);
            f.mul_into(&mut out, &a, &b).unwrap();
            assert!(f.same(f.from_words(&out, full).view(), wanted.coeffs()), "{words} words");
        }
    }
}

/// Windows that allow a product to wrap around, for operands shorter and longer than the modulus: the images are shorter than the
/// whole product.
#[test]
fn windows_of_products_that_wrap_around() {
    let mut random = Random::new(53);
    for f in fields() {
        let (la, lb) = (500_000, 260_000);
        let [a, b, c] = [la, lb, lb].map(|bits| poly(&f, &operand(&mut random, 2, bits)));
        let wanted = &(&a * &b) + &(&a * &c);
        let [size_a, size_b] = [la, lb].map(|len| polymod::ring::Size { len, bits: 0 });
        let windows =
            [Window::Exact(lb - 1..la), Window::Exact(lb - 1..la + 1000), Window::Cyclic(la), Window::Cyclic(lb)];
        for window in windows {
            let shape = ConvShape { a: size_a, b: size_b, window: window.clone() };
            let (got, n) = f.engine().enter(|cx| {
                let plan = f.conv_plan(std::slice::from_ref(&shape), 2, cx).unwrap();
                assert!(f.fits(&plan, &shape, 2), "{window:?}");
                let image = |p: &Poly<F2>| f.transform(&plan, p.coeffs(), cx).unwrap();
                let (x, y, z) = (image(&a), image(&b), image(&c));
                let mut sum = f.image_product(&plan, &x, &y, cx).unwrap();
                f.image_addmul(&plan, &mut sum, &x, &z, cx).unwrap();
                let n = f.cyclic_len(&plan);
                let len = if let Window::Exact(w) = &window { w.len() } else { n };
                let mut got = f.zeros(len);
                f.untransform_at(&plan, sum, &window, &mut got, 0, cx).unwrap();
                (got, n)
            });
            if let Window::Exact(w) = window {
                assert!(n < la + lb - 1, "the whole product has no room");
                assert!(f.same(got.view(), wanted.coeffs().slice(w.clone())), "{w:?}");
            } else {
                let mut folded = f.zeros(n);
                for at in (0..wanted.len()).step_by(n) {
                    f.add_at(&mut folded, 0, wanted.coeffs().slice(at..at + n));
                }
                assert!(f.same(got.view(), folded.view()), "modulo x^{n} - 1");
            }
        }
    }
}

/// A transform holds a little less than 2^34 bits: longer products are split into parts, of which only the choice is checked
/// here.
#[test]
fn products_of_any_length_have_a_way() {
    let f = F2::new();
    for log in [28, 32, 33, 36] {
        let size = polymod::ring::Size { len: 1 << log, bits: 0 };
        let shape = ProductShape { a: size, b: size, square: false, window: 0..(2 << log) - 1 };
        let chosen = f.engine().enter(|cx| f.choose_product(&shape, cx));
        assert_eq!(chosen.algorithm, ProductAlgorithm::Frobenius, "2^{log} bits");
        assert!(chosen.predicted_ns.is_finite() && (log > 32) == chosen.is_cut(), "2^{log} bits: {chosen:?}");
    }
}

#[test]
fn threads_make_the_same_words() {
    let mut random = Random::new(52);
    let (a, b) = (operand(&mut random, 2, 64 * 20_000), operand(&mut random, 2, 64 * 19_000 - 7));
    let one = F2::on(&Engine::builder().threads(1).build());
    let wanted = poly(&one, &a).mul_part(&poly(&one, &b), &Part::All, Some(ProductAlgorithm::Karatsuba)).unwrap();
    let wanted = one.pack(wanted.coeffs());
    for threads in [1, 2, 3, 7] {
        let f = F2::on(&Engine::builder().threads(threads).build());
        let (x, y) = (poly(&f, &a), poly(&f, &b));
        let product = x.mul_part(&y, &Part::All, Some(ProductAlgorithm::Frobenius)).unwrap();
        assert!(f.pack(product.coeffs()) == wanted, "{threads} threads");
        assert!(f.pack(x.checked_mul(&y).unwrap().coeffs()) == wanted, "{threads} threads");
    }
}

/// A length at a word boundary, or anywhere.
fn bits() -> impl Strategy<Value = usize> {
    prop_oneof![1usize..300, (1usize..90, 0usize..3).prop_map(|(words, i)| 64 * words - 1 + i), 2000usize..14_000]
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(testing::seed()), ..ProptestConfig::default() })]

    #[test]
    fn parts_of_products_agree_with_the_definition(
        (la, lb) in (bits(), bits()),
        (kind_a, kind_b) in (0usize..3, 0usize..3),
        seed in any::<u64>(),
        (from, to) in (0.0..1.0f64, 0.0..1.0f64),
    ) {
        let mut random = Random::new(seed);
        let (a, b) = (operand(&mut random, kind_a, la), operand(&mut random, kind_b, lb));
        let (wanted, full) = (product(&a, &b), la + lb - 1);
        let part = |from: usize, to: usize| -> Bits {
            let mut words = vec![0; (to - from) / 64 + 1];
            (from..to).filter(|&i| bit(&wanted, i)).for_each(|i| words[(i - from) / 64] |= 1 << ((i - from) % 64));
            words
        };
        let [from, to] = [from, to].map(|share| (share * full as f64) as usize);
        let (from, to) = (from.min(to), from.max(to));
        for f in fields() {
            let (x, y) = (poly(&f, &a), poly(&f, &b));
            prop_assert_eq!(&x * &y, poly(&f, &wanted), "{:?}", f.engine());
            prop_assert_eq!(x.mul_low(&y, to).unwrap(), poly(&f, &part(0, to)), "{:?}", f.engine());
            let middle = x.mul_part(&y, &Part::Middle(from..to), None).unwrap();
            prop_assert_eq!(middle, poly(&f, &part(from, to)), "{:?}", f.engine());
            prop_assert_eq!(x.sqr().unwrap(), poly(&f, &product(&a, &a)), "{:?}", f.engine());
        }
    }

    #[test]
    fn products_over_extensions_agree_with_single_elements(
        which in 0usize..6,
        (la, lb) in (1usize..70, 1usize..70),
        seed in any::<u64>(),
    ) {
        let (k, modulus) =
            [(1, 2), (2, 7), (8, 0x11b), (13, 0x201b), (32, 1 << 32 | 0x8d), (64, 1 << 64 | 0x1b)][which];
        let mut random = Random::new(seed);
        let most = u64::MAX >> (64 - k);
        let mut vector = |len: usize| (0..len).map(|i| if i % 5 == 0 { most } else { random.word() & most }).collect();
        let (a, b): (Vec<u64>, Vec<u64>) = (vector(la), vector(lb));
        for f in fields() {
            let f = Gf2k::on(f.engine(), k, modulus).unwrap();
            let mut wanted = vec![0; la + lb - 1];
            for (i, x) in a.iter().enumerate() {
                for (j, y) in b.iter().enumerate() {
                    wanted[i + j] ^= f.mul(x, y);
                }
            }
            let (x, y) = (Poly::new(&f, a.iter().copied()), Poly::new(&f, b.iter().copied()));
            prop_assert_eq!(&x * &y, Poly::new(&f, wanted), "K = {}", k);
        }
    }
}
