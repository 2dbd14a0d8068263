//! Primitive polynomials, orders of x, and the factors of orders.

use crate::{any, poly::zn};
use polymod::{
    AnyRing, GF, Poly, Ring,
    core::{arith::factor_u64, bits::SplitMix64},
    poly::{
        Divisor,
        factor::primitive::{order_of_units, primes_of_order},
    },
    ring::{AnyElem, FiniteField},
    rug::{Integer, integer::IsPrime},
};
use std::collections::BTreeSet;

/// The order of x modulo f, by trying each exponent.
fn order(f: &Poly<AnyRing>) -> u64 {
    let (r, modulus) = (f.ring(), Divisor::new(f).expect("a divisor"));
    let x = modulus.rem(&Poly::x(r)).expect("a remainder");
    let (one, mut power, mut i) = (modulus.rem(&Poly::one(r)).expect("a remainder"), x.clone(), 1);
    while power != one {
        power = modulus.product(&power, &x).expect("a product");
        i += 1;
    }
    i
}

fn all_of_degree(r: &AnyRing, elems: &[AnyElem], d: usize) {
    let size = (elems.len() as u64).pow(d as u32);
    let (mut count, mut phi) = (0, size - 1);
    for code in 0..size {
        let digit = |i: usize| elems[(code / (elems.len() as u64).pow(i as u32)) as usize % elems.len()].clone();
        let f = Poly::new(r, (0..d).map(digit).chain([r.one()]).collect::<Vec<_>>());
        let primitive = f.is_primitive().expect("an answer");
        let expected = f.is_irreducible().expect("an answer") && !r.is_zero(&f.coeff(0)) && order(&f) == size - 1;
        assert_eq!(primitive, expected, "{f} over {}", r.name());
        count += u64::from(primitive);
    }
    for (t, _) in factor_u64(size - 1) {
        phi = phi / t * (t - 1);
    }
    assert_eq!(count, phi / d as u64, "primitive polynomials of degree {d} over {}", r.name());
}

#[test]
fn primitive_polynomials_are_those_of_full_order() {
    for d in 1..=8 {
        all_of_degree(&any("gf2"), &[false, true].map(AnyElem::Bit), d);
    }
    for (p, d) in [(3, 1), (3, 4), (5, 3), (7, 2), (13, 2)] {
        all_of_degree(&zn(p), &(0..p).map(AnyElem::Word).collect::<Vec<_>>(), d);
    }
    all_of_degree(&any("gf2^2:0x7"), &[0, 1, 2, 3].map(AnyElem::Word), 3);
}

/// Polynomials with and without repeated factors over prime fields and their extensions, by trying each exponent.
#[test]
fn orders_are_those_of_the_definition() {
    fn check(r: &AnyRing, seed: u64) {
        let mut words = SplitMix64::new(seed);
        let mut random = |len: usize| {
            let low = (1..len).map(|_| r.random(&mut || words.word())).collect::<Vec<_>>();
            Poly::new(r, low.into_iter().chain([r.one()]).collect::<Vec<_>>())
        };
        for e in [1u64, 2, 3, 4] {
            let f = random(2).pow(e).expect("a power") * random(2);
            if r.is_zero(&f.coeff(0)) {
                continue;
            }
            assert_eq!(f.order_of_x().expect("an order"), order(&f), "{f} over {}", r.name());
        }
    }
    for seed in 0..6 {
        for name in ["gf2", "gf2^4:0x13", "zn:7"] {
            check(&any(name), seed);
        }
        for (p, k) in [(2, 3), (3, 2), (5, 2), (7, 1)] {
            check(&AnyRing::field(GF::new(p, k).expect("a field")), seed);
        }
    }
    let f = Poly::parse(&any("gf:3^5"), "(x + 1)^4*(x + 2)").expect("a polynomial");
    assert_eq!(f.order_of_x().expect("an order"), order(&f));
    let f = Poly::parse(&any("gf2^8:0x11b"), "(x + 2)^5").expect("a polynomial");
    assert_eq!(f.order_of_x().expect("an order"), order(&f));
}

/// x has order p modulo (x − 1)^2 over a field of p^k elements, not p^k, and p^2 modulo (x − 1)^e for e above p.
#[test]
fn orders_modulo_powers_are_multiples_of_the_characteristic() {
    fn of_power(r: &AnyRing, e: u64) -> Integer {
        let f = Poly::from_i64(r, &[-1, 1]).pow(e).expect("a power");
        f.order_of_x().expect("an order")
    }
    let [long, word]: [Integer; 2] = [127, 61].map(|e| (Integer::from(1) << e) - 1u32);
    let two = any("gf:2^127-1^2");
    assert_eq!([1, 2, 9].map(|e| of_power(&two, e)), [1.into(), long.clone(), long.clone()]);
    assert_eq!(of_power(&any("zn:2^127-1"), 2), long);
    // −1 has order 2
    let f = Poly::from_i64(&two, &[1, 1]).pow(2).expect("a power");
    assert_eq!(f.order_of_x().expect("an order"), long * 2u32);
    let three = any("gf:2^61-1^3");
    assert_eq!([1, 2, 9].map(|e| of_power(&three, e)), [1.into(), word.clone(), word]);
    let small = any("gf:3^5");
    assert_eq!([1, 2, 3, 4, 9, 10].map(|e| of_power(&small, e)), [1, 3, 3, 9, 9, 27].map(Integer::from));
    let bits = any("gf2^8:0x11b");
    assert_eq!([1, 2, 3, 4, 5].map(|e| of_power(&bits, e)), [1, 2, 4, 4, 8].map(Integer::from));
}

#[test]
fn orders_over_extensions_are_factored_over_the_prime_field() {
    // (p − 1)/2 and (p + 1)/12 are primes of 61 and 59 bits, which rho does not find in their product
    let p = (1u64 << 62) - 384_677;
    let r = any(&format!("gf:{p}^2"));
    let wanted: BTreeSet<Integer> = [2, 3, (p - 1) / 2, (p + 1) / 12].map(Integer::from).into();
    let (order, primes) = order_of_units(&r, 1).expect("factors");
    assert_eq!((&order, &primes), (&(Integer::from(p).square() - 1u32), &wanted));
    let all = wanted.into_iter().chain([p.into()]).collect();
    assert_eq!(primes_of_order(&r, &(order * p), 1), Some(all));
}

#[test]
fn large_orders_are_factored() {
    // 2^67 − 1 = 193707721·761838257287; 2^127 − 1 is prime
    let r = any("gf2");
    let (_, primes) = order_of_units(&r, 67).expect("factors");
    assert_eq!(primes, [193_707_721u64, 761_838_257_287].map(Integer::from).into());
    assert!(Poly::parse(&r, "x^127 + x + 1").expect("a polynomial").is_primitive().expect("an answer"));
    let (order, primes) = order_of_units(&r, 120).expect("factors");
    let mut rest = order;
    for t in &primes {
        assert!(t.is_probably_prime(30) != IsPrime::No && rest.remove_factor_mut(t) > 0, "{t}");
    }
    assert_eq!(rest, 1);
}
