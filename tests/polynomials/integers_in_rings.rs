//! Integer multiples, exponents and indices, over rings whose elements are represented by integers: against plain loops over
//! single elements.

use crate::{
    Poly,
    common::{Random, any, zn},
};
use polymod::{
    AnyRing, Error,
    poly::Exponent,
    ring::{AnyElem, Codec, Ring},
    rug::Integer,
};

/// n·1 by repeated addition.
fn counted(r: &AnyRing, n: usize) -> AnyElem {
    (0..n).fold(r.elem(0), |sum, _| r.add(&sum, &r.one()))
}

fn times(r: &AnyRing, a: &[AnyElem], b: &[AnyElem], n: usize) -> Vec<AnyElem> {
    let mut out = vec![r.elem(0); n];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate().take_while(|(j, _)| i + j < n) {
            out[i + j] = r.add(&out[i + j], &r.mul(x, y));
        }
    }
    out
}

/// 1/a modulo x^n, a_0 a unit.
fn reciprocal(r: &AnyRing, a: &[AnyElem], n: usize) -> Vec<AnyElem> {
    let inverse = r.inv(&a[0]).expect("a unit");
    let mut out = vec![inverse.clone()];
    for i in 1..n {
        let sum = (1..=i.min(a.len() - 1)).fold(r.elem(0), |s, j| r.add(&s, &r.mul(&a[j], &out[i - j])));
        out.push(r.neg(&r.mul(&sum, &inverse)));
    }
    out
}

/// a^e modulo x^n, bit by bit from the highest.
fn raised(r: &AnyRing, a: &[AnyElem], e: &Integer, n: usize) -> Vec<AnyElem> {
    let base = if *e < 0 { reciprocal(r, a, n) } else { a.to_vec() };
    let mut power = vec![r.one()];
    for bit in (0..e.significant_bits()).rev() {
        power = times(r, &power, &power, n);
        if e.clone().abs().get_bit(bit) {
            power = times(r, &power, &base, n);
        }
    }
    power.resize(n, r.elem(0));
    power
}

/// An element from random bits by Horner's rule, at an element other than 0 and 1 if there is one.
fn element(r: &AnyRing, random: &mut Random) -> AnyElem {
    let mut v = r.zeros(0);
    let base = if r.push_limbs(&mut v, false, &[2]).is_ok() { r.get(v.view(), 0) } else { r.one() };
    (0..64).fold(r.elem(0), |x, _| r.add(&r.mul(&x, &base), &r.elem((random.word() >> 63) as i64)))
}

fn powers(r: &AnyRing, random: &mut Random) {
    let huge: Integer = Integer::from(1) << 70;
    let exponents = [0, 1, 2, 3, 5, 17, -1, -2, -3, -256, 257, 4096, 1_000_003].map(Integer::from);
    for e in exponents.into_iter().chain([huge.clone() + 1u32, huge.clone() - 1u32, -huge - 3i32]) {
        for n in [1, 3, 20] {
            for kind in 0..3 {
                // 1 + x; few terms; many
                let mut a = vec![r.one(), r.one()];
                if kind > 0 {
                    a.resize(n + 2, r.elem(0));
                    let step = if kind == 1 { 7 } else { 1 };
                    (1..n + 2).step_by(step).for_each(|i| a[i] = element(r, random));
                }
                let what = format!("power {e} to {n} terms, kind {kind}, over {}", r.name());
                let power = Poly::new(r, a.clone()).pow_series(Exponent::from(&e), n).expect(&what);
                assert!(power == Poly::new(r, raised(r, &a, &e, n)), "{what}");
            }
        }
    }
}

fn calculus(r: &AnyRing, random: &mut Random) {
    let n = 40;
    let a: Vec<AnyElem> = (0..n).map(|_| element(r, random)).collect();
    let p = Poly::new(r, a.clone());
    let slopes = (1..n).map(|i| r.mul(&a[i], &counted(r, i)));
    assert!(p.derivative() == Poly::new(r, slopes), "derivative over {}", r.name());
    if let Ok(sum) = p.integral() {
        assert!(sum.derivative() == p && r.is_zero(&sum.coeff(0)), "integral over {}", r.name());
    }
    // a(x + c) by Horner's rule
    let c = element(r, random);
    let shifted = a.iter().rev().fold(vec![r.elem(0); n], |sum, x| {
        let mut next = times(r, &sum, &[c.clone(), r.one()], n);
        next[0] = r.add(&next[0], x);
        next
    });
    assert!(p.taylor_shift(&c).expect("a shift") == Poly::new(r, shifted), "shift over {}", r.name());
    // the discriminant of x² + bx + c is b² − 4c
    let q = Poly::new(r, [c.clone(), a[1].clone(), r.one()]);
    let expected = r.add(&r.mul(&a[1], &a[1]), &r.neg(&r.mul(&counted(r, 4), &c)));
    match q.discriminant() {
        Ok(found) => assert!(found == expected, "discriminant over {}", r.name()),
        // it involves a division by 2
        Err(e) => assert!(matches!(e, Error::NotInvertible { .. }), "discriminant over {}: {e}", r.name()),
    }
    // exp and log without divisions by multiples of the characteristic
    let short = Poly::new(r, [r.elem(0), c]);
    if let Ok(e) = short.exp_series(3) {
        assert!(r.mul(&counted(r, 2), &e.coeff(2)) == r.mul(&short.coeff(1), &short.coeff(1)), "exp over {}", r.name());
    }
}

fn both(r: &AnyRing, random: &mut Random) {
    powers(r, random);
    calculus(r, random);
}

#[test]
fn exponents_and_indices_are_no_names() {
    let mut random = Random::new(0x1e);
    let fields =
        ["gf2^1:3", "gf2^2:7", "gf2^8:0x11b", "gf2^13:0x201b", "gf2^64:0x1000000000000001b", "gfpf:F8", "gfpf:P4"];
    for name in fields.into_iter().chain(["zn:2^64", "zn:2^127-1"]) {
        both(&any(name), &mut random);
    }
    for n in [2, 3, 4, 97, 1 << 32, u64::MAX - 58] {
        both(&zn(n), &mut random);
    }
}
