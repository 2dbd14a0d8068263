//! Products written to words against the definition, and numbers that are no units.

use crate::ring::classical::mul_window;
use polymod::{
    Engine, Error, Result,
    core::cpu::Target,
    ring::{Ring, Short, ShortOp, ZnBig},
};
use rug::{Integer, ops::Pow};

/// Products and squares at lengths up to the longest on the stack and beyond, of the largest residues and of scattered ones, and with room for each.
#[test]
fn short_products_are_those_of_the_definition() {
    for bits in [2u32, 64, 127, 128, 192, 255, 256, 320, 384, 512, 576] {
        for n in [Integer::from(2).pow(bits) - 1u32, Integer::from(2).pow(bits)] {
            for target in Target::families() {
                let f = ZnBig::on(&Engine::builder().threads(1).target(target).build(), n.clone()).expect("a modulus");
                for (long, short) in [1, 2, 3, 4, 7, 8, 9, 16, 20, 31, 32, 33]
                    .into_iter()
                    .flat_map(|long| [1, 2, 8, 9, long].map(|short| (long, short)))
                {
                    let value = |i: usize| match i % 4 {
                        0 => Integer::from(-1),
                        1 => Integer::from(i),
                        _ => Integer::from(i + 3).pow(171),
                    };
                    let draw = |len: usize, at: usize| {
                        f.collect(&(0..len).map(|i| value(at + i).modulo(&n)).collect::<Vec<_>>())
                    };
                    let (a, b) = (draw(long, 0), draw(short, 5));
                    for (x, y) in [(a.view(), b.view()), (b.view(), a.view()), (a.view(), a.view())] {
                        let Some(words) = f.short_words(ShortOp::Product, x, y) else { continue };
                        let mut out = vec![7; words];
                        f.write_short(ShortOp::Product, &mut out, x, y).expect("few coefficients");
                        let wanted = mul_window(&f, x, y, 0..x.len() + y.len() - 1);
                        assert_eq!(out, wanted.words(), "modulo {n}: {} by {} coefficients", x.len(), y.len());
                    }
                }
            }
        }
    }
}

/// A number that is no unit is refused wherever it is divided by.
#[test]
fn zero_divisors_are_refused() {
    let n: Integer = (Integer::from(2).pow(64) + 13u32) * 15u32;
    let f = ZnBig::new(n).expect("a modulus");
    let refused = |found: Result<usize>| matches!(found, Err(Error::NotInvertible { .. }));
    let (a, b, empty) = (f.collect(&[15.into(), 1.into(), 5.into()]), f.collect(&[1.into(), 3.into()]), f.zeros(0));
    for (op, x, y) in [
        (ShortOp::Gcd, &a, &b),
        (ShortOp::Gcd, &b, &a),
        (ShortOp::Gcd, &a, &empty),
        (ShortOp::Gcd, &empty, &b),
        (ShortOp::Resultant, &a, &b),
        (ShortOp::Reciprocal(4), &a, &a),
        (ShortOp::Reciprocal(4), &empty, &empty),
    ] {
        let words = f.short_words(op, x.view(), y.view()).expect("few coefficients");
        assert!(refused(f.write_short(op, &mut vec![0; words], x.view(), y.view())), "{op:?}");
    }
    let words = f.short_division_words(a.view(), b.view()).expect("few coefficients");
    let [mut q, mut rest] = words.map(|words| vec![0; words]);
    let found = f.write_short_division([&mut q, &mut rest], a.view(), b.view());
    assert!(matches!(found, Err(Error::NotInvertible { .. })), "{found:?}");
}
