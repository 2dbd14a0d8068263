//! Products by digits against those by the definition, for coefficients at the ends of their range.

use crate::ring::classical::mul_window;
use polymod::{
    Engine,
    core::cpu::Target,
    ring::{Coeffs, Integers, ProductShape, Ring, Vectors, integers::digits::Cut},
};
use rug::Integer;

/// ±(2^bits − 1), 2^bits, 0 and numbers with long runs of ones and zeros, by turns.
fn extremes(bits: u32, len: usize, turn: usize) -> Vec<Integer> {
    let top = || Integer::from(1) << bits;
    let pattern = |i: usize| match (i + turn) % 7 {
        0 | 1 => top() - 1u32,
        2 => 1u32 - top(),
        3 => -top() + 1u32,
        4 => (top() >> 1u32) + 1u32,
        5 => Integer::from(-1),
        _ => Integer::new(),
    };
    match turn {
        0 => vec![top() - 1u32; len],
        1 => vec![1u32 - top(); len],
        _ => (0..len).map(pattern).collect(),
    }
}

/// Every cut, at sizes where one bit more would need another digit: the top digits of extreme numbers must not
/// overflow, which random numbers never test.
#[test]
fn every_cut_of_extreme_coefficients() {
    for target in Target::families() {
        let z = Integers::on(&Engine::builder().threads(2).target(target).build());
        for limbs in [1, 2, 3, 5, 8] {
            let whole = 64 * limbs as u32 * Cut::GROUP as u32;
            for bits in [whole / 2, whole - 3, whole - 2, whole - 1, whole, 2 * whole - 2, 2 * whole - 1] {
                for (a_len, b_len, turn) in [(1, 1, 0), (3, 2, 1), (4, 9, 2), (9, 9, 0), (5, 5, 3)] {
                    let a = z.collect(&extremes(bits, a_len, turn));
                    let b = z.collect(&extremes(whole - 2, b_len, turn + 1 - 2 * (turn % 2)));
                    let full = a_len + b_len - 1;
                    let shape = ProductShape::of(&z, a.view(), b.view(), 0..full + 1);
                    let cut = Cut::new(&shape, limbs).expect("the numbers are long enough");
                    let got = z.engine().enter(|cx| z.by_digits(cut, &shape, (a.view(), b.view()), cx));
                    let wanted = mul_window(&z, a.view(), b.view(), 0..full);
                    let got = got.expect("not cancelled");
                    assert!(z.same(got.view(), wanted.view()), "{bits} bits, {cut:?}, {a_len} by {b_len}, {target}");
                }
            }
        }
    }
}

#[test]
fn digits_are_balanced_and_add_up() {
    let (limbs, bits) = (2, 1022);
    let z = Integers::new();
    let v = z.collect(&extremes(bits, 20, 2));
    let shape = ProductShape::of(&z, v.view(), v.view(), 0..39);
    let cut = Cut::new(&shape, limbs).expect("eight digits");
    assert_eq!(cut.counts, [8, 8], "d·D = b + 2 is enough");
    let rows = Coeffs::<Integers>::from_words(cut.digits(v.view(), 8, z.engine()), 160, limbs);
    for i in 0..20 {
        let sum: Integer = (0..8).map(|j| z.get(rows.view(), 8 * i + j) << (128 * j as u32)).sum();
        assert_eq!(sum, z.get(v.view(), i));
    }
    let beyond = z.collect(&extremes(bits + 1, 20, 2));
    let shape = ProductShape::of(&z, beyond.view(), v.view(), 0..39);
    assert_eq!(Cut::new(&shape, limbs).map(|cut| cut.counts), Some([16, 8]), "b + 1 = d·D is not");
}
