//! Products of long integers over one prime field against GMP's.

use polymod::{
    Engine, Error,
    core::bits::testing::noise,
    ring::{
        Integers, ProductAlgorithm, ProductShape, Ring,
        integers::one_field::{Cut, LEAST_BITS, add_shifted, copy_bits},
    },
};
use rug::{Integer, integer::Order};

/// Bits at every offset, and runs that end inside, at and beyond the last word.
#[test]
fn bits_are_copied_and_added_at_their_places() {
    let x: Vec<u64> = (1..6).map(noise).collect();
    let number = Integer::from_digits(&x, Order::Lsf);
    for at in [0, 1, 63, 64, 65, 200, 300, 319, 320, 400] {
        for bits in [1usize, 17, 63, 64, 65, 130, 192] {
            let mut out = vec![u64::MAX; bits.div_ceil(64)];
            copy_bits(&mut out, &x, at, bits);
            let wanted = Integer::from(&number >> at as u32).keep_bits(bits as u32);
            assert_eq!(Integer::from_digits(&out, Order::Lsf), wanted, "{bits} bits from {at} on");
        }
        let mut sum = vec![u64::MAX; 13];
        sum[12] = 0;
        add_shifted(&mut sum, &x, at);
        let ones = (Integer::from(1) << (12 * 64)) - 1u32;
        let wanted = ones + (number.clone() << at as u32);
        assert_eq!(Integer::from_digits(&sum, Order::Lsf), wanted, "added at {at}");
    }
}

/// All fields, at the largest integers of whole digits and 1 more in magnitude, of both signs; products of the largest digits reach the bound
/// on coefficients.
#[test]
fn every_field_multiplies_the_largest_integers() {
    let z = Integers::on(&Engine::builder().threads(2).build());
    for f in z.fields() {
        let digit = (f.p().significant_bits() - 7) / 2;
        for (more, count) in [(0u32, 40), (1, 40), (0, 3)] {
            let bits = (digit * count).max(LEAST_BITS);
            let ones = |bits: u32| (Integer::from(1) << bits) - 1u32;
            let (a, b) = (-ones(bits) - more, ones(bits / 2 + digit));
            let [v, w] = [&a, &b].map(|x| z.collect(std::slice::from_ref(x)));
            for (x, y, wanted) in [(&v, &w, Integer::from(&a * &b)), (&v, &v, a.clone().square())] {
                let shape = ProductShape::of(&z, x.view(), y.view(), 0..1);
                let cut = Cut::new(f, [shape.a, shape.b]);
                let product = z.engine().enter(|cx| z.by_cut(cut, &shape, (x.view(), y.view()), cx)).unwrap();
                assert!(z.get(product.view(), 0) == wanted, "{f:?}, {bits} bits, {cut:?}");
            }
        }
    }
}

/// Integers of all kinds of lengths, also of different ones, by every algorithm, against GMP; algorithms that need long integers refuse
/// short ones.
#[test]
fn products_of_integers_by_every_algorithm() {
    let z = Integers::on(&Engine::builder().threads(2).build());
    let integer = |bits: u32, seed: u64| {
        let words: Vec<u64> = (0..u64::from(bits.div_ceil(64))).map(|i| noise(i + (seed << 32))).collect();
        let x = Integer::from_digits(&words, Order::Lsf).keep_bits(bits);
        if seed.is_multiple_of(2) { -x } else { x }
    };
    let all = [ProductAlgorithm::Schoolbook, ProductAlgorithm::Kronecker, ProductAlgorithm::CrtDigits];
    for (i, [a, b]) in
        [[0, 70_000], [40, 1], [20_000, 20_001], [16_400, 200_000], [300_000, 300_000]].into_iter().enumerate()
    {
        let (x, y) = (integer(a, 2 * i as u64), integer(b, 3 + i as u64));
        let wanted = Integer::from(&x * &y);
        assert_eq!(z.multiply(&x, &y, None), Ok(wanted.clone()), "{a} by {b} bits");
        for algorithm in all.into_iter().chain([ProductAlgorithm::BigPrime]) {
            match z.multiply(&x, &y, Some(algorithm)) {
                Ok(found) => assert!(found == wanted, "{algorithm}, {a} by {b} bits"),
                Err(error) => {
                    assert!(a.min(b) < 1000 && matches!(error, Error::Algorithm { .. }), "{algorithm}: {error}");
                }
            }
        }
        assert_eq!(z.multiply(&x, &x, None), Ok(x.square()), "a square of {a} bits");
    }
}
