//! Polynomials as Rust values: powers, evaluation, calculus, operators.

use crate::common::{Random, cases, product_integers, schoolbook, two_to, value};
use polymod::{
    Engine, Error, Integers, Poly, Zn, ZnBig,
    ring::{Codec, Convolve},
    rug::Integer,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn z(coeffs: &[i64]) -> Poly<Integers> {
    Poly::from_i64(&Integers::new(), coeffs)
}

fn modulo(n: u64, coeffs: &[i64]) -> Poly<Zn> {
    Poly::from_i64(&Zn::new(n).unwrap(), coeffs)
}

#[test]
fn coefficients_and_degrees() {
    let f = Zn::new(7).unwrap();
    let zero = Poly::zero(&f);
    assert_eq!((zero.len(), zero.is_empty(), zero.degree(), zero.leading(), zero.coeff(3)), (0, true, None, None, 0));
    assert_eq!(Poly::from_i64(&f, &[0, 7, -14]), zero, "leading zeros are cut");
    let a = Poly::from_i64(&f, &[-1, 9, 0, 3, 0]);
    assert_eq!((a.len(), a.degree(), a.leading(), a.coeff(0), a.coeff(99)), (4, Some(3), Some(3), 6, 0));
    assert_eq!(a.iter().collect::<Vec<_>>(), [6, 2, 0, 3]);
    assert_eq!(a.iter().next_back(), Some(3));
    assert_eq!(f.words(a.coeffs()), [6, 2, 0, 3]);
    assert_eq!(Poly::from_coeffs(&f, a.clone().into_coeffs()), a);
    assert_eq!(Poly::monomial(&f, &5, 4), Poly::from_i64(&f, &[0, 0, 0, 0, 5]));
    assert_eq!(Poly::monomial(&f, &0, 4), zero);
    assert_eq!((Poly::one(&f).degree(), a.ring()), (Some(0), &f));
    assert_ne!(modulo(7, &[1]), modulo(11, &[1]), "the same words, another ring");
    let long = Poly::from_i64(&Integers::new(), &[1; 20]);
    assert_eq!(format!("{:?}", z(&[1, -2])), "Poly over z [1, -2]");
    assert_eq!(format!("{long:?}"), "Poly over z [1, 1, 1, 1, 1, 1, 1, 1, … 20 in all]");
    assert_eq!(format!("{zero:?}"), "Poly over zn:7 []");
}

/// Results that grow beyond the memory of short operands, at several alignments of it.
#[test]
fn copies_of_what_grows() {
    let f = Zn::new(97).unwrap();
    let operands: Vec<_> = (0..8).map(|i| Poly::new(&f, (0..256).map(|j| (i + j) % 96 + 1))).collect();
    for a in &operands {
        for more in 1..20 {
            let top = Poly::monomial(&f, &1, 255 + more);
            let mut grown = a.clone();
            grown += &top;
            let mut fewer = a.clone();
            fewer -= &top;
            let (shifted, product) = (a.shl(more), a * &Poly::from_i64(&f, &vec![1; more + 1]));
            for p in [grown, fewer, a + &top, a - &top, shifted, product, a.pow(2).unwrap()] {
                assert!(p.len() >= 256 + more);
                assert_eq!(p.clone(), p, "{} coefficients", p.len());
            }
        }
    }
}

/// All forms of the operators against element-wise sums.
fn operators<R: Convolve>(a: &Poly<R>, b: &Poly<R>, product: &Poly<R>) {
    let r = a.ring();
    let by_coefficient = |f: &dyn Fn(R::Elem, R::Elem) -> R::Elem| {
        Poly::new(r, (0..a.len().max(b.len())).map(|i| f(a.coeff(i), b.coeff(i))))
    };
    let sum = by_coefficient(&|x, y| r.add(&x, &y));
    let difference = by_coefficient(&|x, y| r.add(&x, &r.neg(&y)));
    for (wanted, all) in [
        (&sum, [a + b, a.clone() + b, a + b.clone(), a.clone() + b.clone(), a.checked_add(b).unwrap()]),
        (&difference, [a - b, a.clone() - b, a - b.clone(), a.clone() - b.clone(), a.checked_sub(b).unwrap()]),
        (product, [a * b, a.clone() * b, a * b.clone(), a.clone() * b.clone(), a.checked_mul(b).unwrap()]),
    ] {
        for got in all {
            assert_eq!(&got, wanted);
            assert_eq!(got.len(), r.trimmed_len(got.coeffs()), "no leading zeros");
        }
    }
    for (wanted, f) in [
        (&sum, (|x, y| *x += y) as fn(&mut Poly<R>, &Poly<R>)),
        (&difference, |x, y| *x -= y),
        (product, |x, y| *x *= y),
    ] {
        let mut got = a.clone();
        f(&mut got, b);
        assert_eq!(&got, wanted);
        assert_eq!(got.len(), wanted.len());
    }
    assert_eq!(-a, Poly::zero(r) - a);
    assert_eq!(-a.clone() + a, Poly::zero(r));
    assert_eq!(a - &a.clone(), Poly::zero(r));
    assert_eq!(a.sqr().unwrap(), a * a);
}

#[test]
fn operators_in_all_their_forms() {
    let mut random = Random::new(60);
    for n in [2, 97, 1 << 63, u64::MAX] {
        let f = Zn::new(n).unwrap();
        for (a, b) in [(0, 0), (0, 3), (4, 0), (5, 5), (9, 4), (4, 9), (40, 37)] {
            let (x, y) = (random.residues(n, a), random.residues(n, b));
            let product = schoolbook(&x, &y, n);
            let [p, q, c] = [x, y, product].map(|v| Poly::new(&f, v));
            operators(&p, &q, &c);
        }
    }
    for bits in [20, 63, 64, 200] {
        let big = ZnBig::new(two_to(100) - 15u32).unwrap();
        for (a, b) in [(0, 3), (5, 5), (9, 4), (4, 9), (30, 27)] {
            let (x, y) = (random.integers(bits, a), random.integers(bits, b));
            let lists = [product_integers(&x, &y), x, y];
            let [c, p, q] = lists.clone().map(|v| Poly::new(&Integers::new(), v));
            operators(&p, &q, &c);
            let residue = |x: Integer| big.elem_from_decimal(x < 0, x.abs().to_string().as_bytes()).unwrap();
            let [c, p, q] = lists.map(|v| Poly::new(&big, v.into_iter().map(residue)));
            operators(&p, &q, &c);
        }
    }
}

#[test]
fn operands_of_different_rings() {
    let (a, b) = (modulo(7, &[1, 2]), modulo(11, &[1, 2]));
    let differ = Err(Error::RingsDiffer { left: "zn:7".into(), right: "zn:11".into() });
    assert_eq!(a.checked_add(&b), differ);
    assert_eq!(a.checked_sub(&b), differ);
    assert_eq!(a.checked_mul(&b), differ);
    assert_eq!(a.mul_low(&b, 1), differ);
    for operator in [|a, b| a + b, |a, b| a - b, |a, b| a * b] as [fn(&Poly<Zn>, &Poly<Zn>) -> Poly<Zn>; 3] {
        let panic = catch_unwind(AssertUnwindSafe(|| operator(&a, &b))).unwrap_err();
        let message = panic.downcast_ref::<String>().expect("a message");
        assert_eq!(message, "the operands belong to different rings: zn:7 and zn:11");
    }
    for operator in [|a, b| *a += b, |a, b| *a -= b, |a, b| *a *= b] as [fn(&mut Poly<Zn>, &Poly<Zn>); 3] {
        assert!(catch_unwind(AssertUnwindSafe(|| operator(&mut a.clone(), &b))).is_err());
    }
    let elsewhere = Zn::on(&Engine::builder().threads(1).build(), 7).unwrap();
    assert_eq!(&a + &Poly::from_i64(&elsewhere, &[0, 5]), modulo(7, &[1]), "another engine is no other ring");
}

#[test]
fn powers() {
    let mut random = Random::new(61);
    for n in [2, 4, 97, u64::MAX] {
        for len in 0..7 {
            let a = Poly::new(&Zn::new(n).unwrap(), random.residues(n, len));
            let mut wanted = Poly::one(a.ring());
            for e in 0..12 {
                assert_eq!(a.pow(e), Ok(wanted.clone()), "{a:?}^{e}");
                wanted = &wanted * &a;
            }
        }
    }
    let mut wanted = z(&[1]);
    for e in 0..20 {
        assert_eq!(z(&[-3, 1, 5]).pow(e), Ok(wanted.clone()));
        wanted *= &z(&[-3, 1, 5]);
    }
    assert_eq!(z(&[]).pow(0), Ok(z(&[1])), "0^0 = 1");
    assert_eq!(z(&[]).pow(u64::MAX), Ok(z(&[])));
    assert_eq!(z(&[-1]).pow(u64::MAX), Ok(z(&[-1])), "constants that do not grow have every power");
    assert_eq!(z(&[1]).pow(u64::MAX - 1), Ok(z(&[1])));
    assert_eq!(z(&[0, 0, -2]).pow(3), Ok(z(&[0, 0, 0, 0, 0, 0, -8])));
    assert_eq!(modulo(4, &[0, 2]).pow(2), Ok(modulo(4, &[])), "divisors of zero");
    assert_eq!(modulo(4, &[1, 2]).pow(1000), Ok(modulo(4, &[1])));
    assert_eq!(modulo(97, &[0, 5]).pow(1000).unwrap().degree(), Some(1000));
    assert_eq!(modulo(97, &[5]).pow(u64::MAX).unwrap().degree(), Some(0));
    assert_eq!(modulo(97, &[5]).pow(96), Ok(modulo(97, &[1])), "Fermat");
    for (a, e) in [(z(&[2]), u64::MAX), (z(&[0, 1]), u64::MAX), (z(&[1, 1]), 1 << 60), (z(&[0, 0, 0, 1]), u64::MAX / 2)]
    {
        assert!(matches!(a.pow(e), Err(Error::TooLarge { .. })), "{a:?}^{e}");
    }
    assert!(matches!(modulo(2, &[1, 1]).pow(1u64 << 62), Err(Error::TooLarge { .. })));
}

#[test]
fn values() {
    let mut random = Random::new(62);
    for n in [2, 3, 97, 1 << 32, u64::MAX] {
        let f = Zn::new(n).unwrap();
        for len in [0, 1, 2, 5, 100] {
            let (a, x) = (random.residues(n, len), random.residue(n));
            assert_eq!(Poly::new(&f, a.iter().copied()).eval(&x), value(&a, x, n));
        }
    }
    for len in [0, 1, 15, 16, 17, 31, 32, 33, 64, 65, 200] {
        for bits in [3, 64, 100] {
            let (a, x) = (random.integers(bits, len), random.integer(bits));
            let wanted = a.iter().rev().fold(Integer::new(), |s, c| s * &x + c);
            assert_eq!(Poly::new(&Integers::new(), a).eval(&x), wanted, "{len} coefficients at {x}");
        }
    }
    assert_eq!(z(&[7, 1]).eval(&Integer::from(-7)), 0);
}

#[test]
fn derivatives_and_integrals() {
    assert_eq!(z(&[5, 3, -4, 1]).derivative(), z(&[3, -8, 3]));
    assert_eq!(z(&[5]).derivative(), z(&[]));
    assert_eq!(z(&[]).derivative(), z(&[]));
    assert_eq!(modulo(2, &[1, 1, 1, 1]).derivative(), modulo(2, &[1, 0, 1]));
    assert_eq!(modulo(3, &[0, 0, 0, 1]).derivative(), modulo(3, &[]), "x³ in characteristic 3");
    assert_eq!(z(&[3, -8, 3]).integral(), Ok(z(&[0, 3, -4, 1])));
    assert_eq!(z(&[]).integral(), Ok(z(&[])));
    assert_eq!(modulo(5, &[4, 4, 0, 2]).integral(), Ok(modulo(5, &[0, 4, 2, 0, 3])));
    let error = z(&[0, 3]).integral().unwrap_err();
    assert_eq!(error, Error::NotDivisible { dividend: "3".into(), divisor: "2".into() });
    let error = modulo(6, &[1, 0, 0, 5]).integral().unwrap_err();
    assert_eq!(error, Error::NotInvertible { value: "4".into(), modulus: "6".into(), factor: "2".into() });
    let error = modulo(2, &[0, 1]).integral().unwrap_err();
    assert_eq!(error, Error::NotInvertible { value: "2".into(), modulus: "2".into(), factor: "2".into() });
    assert_eq!(modulo(2, &[1, 0, 1]).integral(), Ok(modulo(2, &[0, 1, 0, 1])), "zeros need no division");
    let n = (two_to(64) + 13u32) * 3u32;
    let big = ZnBig::new(n.clone()).unwrap();
    let error = Poly::from_i64(&big, &[0, 0, 1]).integral().unwrap_err();
    assert_eq!(error, Error::NotInvertible { value: "3".into(), modulus: n.to_string(), factor: "3".into() });
    let mut random = Random::new(63);
    for _ in 0..cases(20) {
        let n = (1 << 61) - 1;
        let len = random.usize_below(30);
        let a = Poly::new(&Zn::new(n).unwrap(), random.residues(n, len));
        assert_eq!(a.integral().unwrap().derivative(), a);
        let (p, q) = (Poly::new(a.ring(), random.residues(n, 9)), &a);
        assert_eq!((&p * q).derivative(), p.derivative() * q + &p * q.derivative(), "Leibniz");
        let p = Poly::new(&Integers::new(), random.integers(70, 12));
        assert_eq!(p.derivative().integral().unwrap() + Poly::new(p.ring(), [p.coeff(0)]), p);
    }
}

#[test]
fn shifts_scales_and_reversals() {
    assert_eq!(z(&[1, 2]).shl(3), z(&[0, 0, 0, 1, 2]));
    assert_eq!(z(&[]).shl(3), z(&[]));
    assert_eq!(z(&[1, 2, 3]).reverse(), z(&[3, 2, 1]));
    assert_eq!(z(&[0, 0, 3, 1]).reverse(), z(&[1, 3]), "zeros at the end become leading zeros");
    assert_eq!(z(&[]).reverse(), z(&[]));
    assert_eq!(z(&[1, -2]).scale(&Integer::from(-3)), z(&[-3, 6]));
    assert_eq!(z(&[1, -2]).scale(&Integer::new()), z(&[]));
    assert_eq!(modulo(6, &[1, 3]).scale(&2), modulo(6, &[2]), "divisors of zero");
    let widest = Poly::new(&Integers::new(), [two_to(63), -two_to(63)]);
    assert_eq!(widest.scale(&Integer::from(-1)), -&widest);
    assert_eq!((&widest + &widest).coeff(0), two_to(64));
    assert_eq!(&widest - &widest.scale(&Integer::from(2)), -widest);
}
