//! Checks of factors and roots modulo prime powers, and modulo integers whose prime factors are known.

use super::seeded;
use crate::any;
use polymod::{
    AnyRing, Integers, Poly, Ring,
    multimodular::{PrimePowers, factor_modulo, roots_modulo},
    poly::Factorization,
    ring::{AnyElem, AnyElement},
    verify::Proof,
};
use rug::Integer;

/// The right roots pass, and no list without one of them, or with another residue.
#[test]
fn lists_of_roots() {
    for n in [8u64, 9, 27, 36, 72, 125, 1 << 20] {
        let (r, powers) = (any(&format!("zn:{n}")), PrimePowers::find(&n.into()).expect("factors"));
        for f in [&[0, 0, 1][..], &[-3, 0, 1], &[-1, 0, 1], &[0, -1, 0, 1], &[0, 6], &[4, 4, 1], &[5], &[3, 1, 0, 2]] {
            let (a, z) = (Poly::from_i64(&r, f), Poly::from_i64(&Integers::new(), f));
            let found = roots_modulo(&z, &powers).expect("roots");
            let found: Vec<u64> = found.iter().map(|x| x.to_u64().expect("a word")).collect();
            let mut checker = seeded(&r, 1);
            let mut check = |list: &[u64]| {
                let list: Vec<_> = list.iter().copied().map(AnyElem::Word).collect();
                checker.roots_modulo(&a, &powers, r.collect(&list).view())
            };
            assert_eq!(check(&found), Ok(Proof::Exact), "{f:?} modulo {n}: {found:?}");
            for i in 0..found.len().min(9) {
                let mut others = found.clone();
                others.remove(i);
                assert!(check(&others).is_err(), "{f:?} modulo {n} without {}", found[i]);
            }
            assert!(found.is_empty() || check(&[]).is_err());
            let other = (0..n).find(|x| !found.contains(x)).expect("another residue");
            let mut more = found.clone();
            more.push(other);
            more.sort_unstable();
            assert!(check(&more).is_err(), "{f:?} modulo {n} with {other}");
        }
    }
}

/// A power of a prime, and the factors modulo it.
type Over = (Integer, Factorization<AnyRing>);

/// The right factors pass modulo each power, and none with another unit, coefficient, multiplicity or modulus, or with two joined.
#[test]
fn factors_modulo_each_power() {
    for n in [7u64, 9, 12, 15, 49, 50, 72, 360] {
        let (r, powers) = (any(&format!("zn:{n}")), PrimePowers::find(&n.into()).expect("factors"));
        for f in [&[1u64, 0, 0, 1][..], &[1, 2, 1], &[6, 5, 1], &[5, 1, 0, 4, 1], &[2, 0, 0, 0, 1], &[1]] {
            let (a, z) = (Poly::new(&r, f.iter().map(|c| AnyElem::Word(c % n))), Integers::new());
            let found = factor_modulo(&Poly::new(&z, f.iter().map(|&c| Integer::from(c))), &powers).expect("factors");
            let word = |c: &Integer| AnyElem::Word(c.to_u64().expect("a word"));
            let of_z = |f: &Poly<Integers>| Poly::new(&r, f.iter().map(|c| word(&c)));
            let found: Vec<Over> = found
                .into_iter()
                .map(|(power, over)| {
                    let factors = over.factors.iter().map(|(g, e)| (of_z(g), *e)).collect();
                    (power, Factorization { unit: word(&over.unit), factors })
                })
                .collect();
            let mut checker = seeded(&r, 1);
            let mut check = |found: &[_]| checker.factors_modulo(&a, &powers, found);
            assert_eq!(check(&found), Ok(Proof::Exact), "{a} modulo {n}: {found:?}");
            assert!(check(&found[1..]).is_err());
            for i in 0..found.len() {
                let mut refused = |change: &dyn Fn(&mut Over)| {
                    let mut others = found.clone();
                    change(&mut others[i]);
                    assert!(others == found || check(&others).is_err(), "{a} modulo {n}: {others:?}");
                };
                refused(&|over| over.1.unit = r.add(&over.1.unit, &r.one()));
                refused(&|over| over.0 += 1);
                if found[i].1.factors.is_empty() {
                    continue;
                }
                refused(&|over| over.1.factors[0].1 += 1);
                refused(&|over| over.1.factors[0].0 = &over.1.factors[0].0 + &Poly::one(&r));
                refused(&|over| _ = over.1.factors.pop());
                refused(&|over| {
                    let power = over.0.to_u64().expect("a word");
                    if let [(g, 1), (h, 1), ..] = &over.1.factors[..] {
                        let product = Poly::new(&r, (g * h).iter().map(|c| AnyElem::Word(u64::of(&c) % power)));
                        over.1.factors.splice(..2, [(product, 1)]);
                    }
                });
            }
        }
    }
}

/// Factors that are not irreducible, or have another product or other images, are found.
#[test]
fn lifted_factors() {
    let z = any("z");
    let poly = |text: &str| Poly::parse(&z, text).expect("a polynomial");
    let mut checker = seeded(&z, 1);
    let a = poly("x^4 - 2*x^2 + 1");
    let (p, unit) = (Integer::from(5), z.one());
    let right = [poly("x^2 + 2*x + 1"), poly("x^2 + 23*x + 1")];
    assert!(checker.hensel_factors(&a, (&p, 2), None, (&unit, &right)).is_ok());
    let not_coprime = [poly("x + 1"), poly("x + 1"), poly("x^2 + 23*x + 1")];
    assert!(checker.hensel_factors(&a, (&p, 2), None, (&unit, &not_coprime)).is_err());
    assert!(
        checker.hensel_factors(&a, (&p, 2), None, (&unit, std::slice::from_ref(&poly("x^4 + 23*x^2 + 1")))).is_err()
    );
    let given = [poly("2*x^2 + 4*x + 2"), poly("x^2 - 2*x + 1")];
    assert!(checker.hensel_factors(&a, (&p, 2), Some(&given), (&unit, &right)).is_ok());
    assert!(checker.hensel_factors(&a, (&p, 2), Some(&given[..1]), (&unit, &right)).is_err());
    assert!(checker.hensel_factors(&a, (&p, 2), Some(&given), (&z.elem(26), &right)).is_err());
}
