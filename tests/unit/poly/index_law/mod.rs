//! Products under laws of indices against the definition.

mod sets;

use super::{vector, zn};
use crate::any;
use polymod::{
    AnyRing, Error, Ring,
    core::bits::testing::noise,
    poly::IndexLaw,
    ring::{AnyElem, Coeffs, Vectors, View},
    rug::Integer,
};

/// By the definition.
fn defined(law: &IndexLaw, r: &AnyRing, a: View<'_, AnyRing>, b: View<'_, AnyRing>) -> Coeffs<AnyRing> {
    let n = a.len();
    let mut c = r.zeros(n);
    let gcd = |mut x: usize, mut y: usize| {
        while y > 0 {
            (x, y) = (y, x % y);
        }
        x
    };
    let sum = |sizes: &[usize], i: usize, j: usize, wraps: bool| {
        let (mut i, mut j, mut k, mut unit) = (i, j, 0, 1);
        for &size in sizes {
            let digit = i % size + j % size;
            if digit >= size && !wraps {
                return None;
            }
            k += digit % size * unit;
            (i, j, unit) = (i / size, j / size, unit * size);
        }
        Some(k)
    };
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let place = match law {
            IndexLaw::And => Some(i & j),
            IndexLaw::Or => Some(i | j),
            IndexLaw::Xor => Some(i ^ j),
            IndexLaw::Gcd => Some(gcd(i + 1, j + 1) - 1),
            IndexLaw::Lcm => Some((i + 1) * (j + 1) / gcd(i + 1, j + 1) - 1),
            IndexLaw::Product => Some(i * j % n),
            IndexLaw::Truncated(sizes) => sum(sizes, i, j, false),
            IndexLaw::Cyclic(sizes) => sum(sizes, i, j, true),
        };
        if let Some(k) = place.filter(|&k| k < n) {
            let term = r.mul(&r.get(a, i), &r.get(b, j));
            let sum = r.add(&r.get(c.view(), k), &term);
            r.set(&mut c, k, &sum);
        }
    }
    c
}

fn check(r: &AnyRing, elem: &dyn Fn(u64) -> AnyElem) {
    let bits = ["and", "or", "xor"].map(|law| (law, vec![1, 2, 8, 64]));
    let divisors = ["gcd", "lcm"].map(|law| (law, vec![0, 1, 2, 12, 31]));
    let others = [
        ("product", vec![1, 2, 3, 4, 7, 8, 16, 29, 32]),
        ("truncated:5", vec![5]),
        ("truncated:2,3", vec![6]),
        ("truncated:2,2,2,2", vec![16]),
        ("truncated:4,1,3", vec![12]),
        ("cyclic:5", vec![5]),
        ("cyclic:2,3", vec![6]),
        ("cyclic:3,2,2", vec![12]),
    ];
    for (law, lens) in bits.into_iter().chain(divisors).chain(others) {
        let law: IndexLaw = law.parse().expect("a law");
        for n in lens {
            let [a, b] = [1, 2].map(|seed| {
                r.collect(&(0..n as u64).map(|i| elem(noise(seed + 10 * i + 1000 * n as u64))).collect::<Vec<_>>())
            });
            let expected = defined(&law, r, a.view(), b.view());
            let found = law.product(r, a.view(), b.view()).expect("a product");
            assert!(r.same(found.view(), expected.view()), "{law} over {}, {n} entries", r.name());
            let again = law.product_again(r, a.view(), b.view()).expect("a product");
            assert!(r.same(again.view(), expected.view()), "{law} over {}, {n} entries", r.name());
        }
    }
}

#[test]
fn products_of_indices() {
    for n in [2, 6, 97, (1 << 62) - 57, u64::MAX] {
        check(&zn(n), &|word| AnyElem::Word(word % n));
    }
    check(&any("gf2"), &|word| AnyElem::Bit(word % 2 == 1));
    check(&any("gf2^8:0x11b"), &|word| AnyElem::Word(word % 256));
    check(&any("z"), &|word| AnyElem::Integer(Integer::from(word) * (word % 5) - (1u64 << 63)));
}

#[test]
fn what_is_refused() {
    let f = zn(97);
    let three = vector(&f, &[1, 2, 3]);
    for (law, n) in [("xor", 4), ("truncated:2,2", 4), ("cyclic:5", 5)] {
        let refused = law.parse::<IndexLaw>().and_then(|law| law.product(&f, three.view(), three.view()));
        assert!(matches!(refused, Err(Error::Length { expected, got: 3, .. }) if expected == n), "{law}");
    }
    let six = vector(&f, &[1; 6]);
    assert!(matches!(IndexLaw::Product.product(&f, six.view(), six.view()), Err(Error::Length { .. })));
    assert!(matches!(IndexLaw::Gcd.product(&f, six.view(), three.view()), Err(Error::Length { .. })));
    for text in ["", "nor", "cyclic", "cyclic:", "cyclic:2,0", "truncated:x", "xor:2"] {
        assert!(text.parse::<IndexLaw>().is_err(), "{text}");
    }
}
