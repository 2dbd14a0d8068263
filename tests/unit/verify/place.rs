//! Identities of polynomials, compared at random points of the ring or of an extension of it.

use super::source;
use crate::any;
use polymod::{
    AnyRing, Ring, ZnBig,
    ring::{Codec, Vectors, View},
    verify::{
        bits::Bits,
        distribution,
        elements::Extension,
        irreducible::{modulus, trinomial},
        packed::Packed,
        place::{Place, prime_factors},
        slots::Slots,
        tables::Tables,
        wrapping::Wrapping,
    },
};
use rug::{Integer, ops::Pow};

/// Values by the scheme of Horner, one product of the place at a time, and sums of products one by one.
fn follows_the_definition<P: Place<AnyRing, Value: std::fmt::Debug>>(r: &AnyRing, place: &P) {
    let mut random = source(11);
    let mut coefficient = || {
        let mut v = r.zeros(0);
        r.push_limbs(&mut v, false, &[random.word() & 1]).unwrap();
        v
    };
    let x = place.random(&mut source(5));
    let lens = [0, 1, 2, 15, 16, 17, 63, 64, 65, 150, 300];
    let polys: Vec<_> = lens
        .iter()
        .map(|&len| {
            let mut p = r.zeros(len);
            (0..len).for_each(|i| r.copy_at(&mut p, i, coefficient().view()));
            p
        })
        .collect();
    let values = place.values(r, &polys.iter().map(|p| p.view()).collect::<Vec<_>>(), &x);
    let constants =
        |p: View<'_, AnyRing>| (0..p.len()).map(|i| place.values(r, &[p.slice(i..i + 1)], &x).remove(0)).collect();
    let mut by_definition = Vec::new();
    for p in &polys {
        let constants: Vec<P::Value> = constants(p.view());
        let zero = place.values(r, &[r.zeros(0).view()], &x).remove(0);
        by_definition.push(constants.iter().rev().fold(zero, |sum, c| place.sum(&place.product(&sum, &x), c)));
    }
    assert_eq!(values, by_definition, "{}", r.name());
    let (rows, factors) = (&values[2..8], &values[8..]);
    let sum = |row: &[P::Value]| {
        let products: Vec<_> = row.iter().zip(factors).map(|(a, x)| place.product(a, x)).collect();
        products[1..].iter().fold(products[0].clone(), |sum, x| place.sum(&sum, x))
    };
    let sums: Vec<_> = rows.chunks(3).map(sum).collect();
    assert_eq!(place.sums_of_products(rows, factors), sums, "{}", r.name());
}

#[test]
fn places_follow_the_definition() {
    for (n, p, least) in
        [(3, 3, 41), (97, 97, 9), (1 << 32, 2, 60), (65_537 * 3, 3, 46), ((1 << 61) - 1, 7, 5), (u64::MAX, 3, 9)]
    {
        let (r, n) = (any(&format!("zn:{n}")), Integer::from(n));
        let (d, h) = modulus(p, least, &mut source(2));
        follows_the_definition(&r, &Slots::new(&r, distribution(&n), d, &h));
        follows_the_definition(&r, &Packed::new(&n, d, &h, 1000));
    }
    for bits in [33, 63, 64] {
        let n = two_to(bits);
        let (r, (d, h)) = (AnyRing::field(ZnBig::new(n.clone()).unwrap()), trinomial(65));
        follows_the_definition(&r, &Wrapping::new(bits, d, &h));
        follows_the_definition(&r, &Packed::new(&n, d, &h, 1000));
    }
    follows_the_definition(&any("gf2"), &Bits::new(65, &trinomial(65).1));
    for (k, f) in [(2, 0b111), (3, 0b1011), (8, 0x11b), (13, 0x201b)] {
        let (r, n) = (any(&format!("gf2^{k}:{f:#x}")), two_to(k));
        let d = 128 / k as usize;
        let place = || Extension::new(&r, distribution(&n), d, &[1, 1]);
        follows_the_definition(&r, &place());
        follows_the_definition(&r, &Tables::new(place(), k as usize));
    }
}

fn two_to(k: u32) -> Integer {
    Integer::from(2).pow(k)
}

#[test]
fn prime_factors_of_moduli() {
    let infinite = f64::INFINITY;
    assert_eq!(prime_factors(&Integer::from(12), 1.0), (vec![2, 3], infinite));
    assert_eq!(prime_factors(&two_to(100), 5.0), (vec![2], infinite));
    assert_eq!(prime_factors(&(two_to(70) * 3u32), 5.0), (vec![2, 3], infinite));
    assert_eq!(prime_factors(&((two_to(61) - 1u32) * two_to(5)), 5.0), (vec![2, (1 << 61) - 1], infinite));
    assert_eq!(prime_factors(&(two_to(127) - 1u32), 5.0), (vec![], 126.0));
    assert_eq!(prime_factors(&((two_to(89) - 1u32) * 15u32), 5.0), (vec![3, 5], 88.0));
    assert_eq!(prime_factors(&(two_to(61) - 1u32).square(), 5.0), (vec![], 16.0));
    assert_eq!(prime_factors(&(two_to(61) - 1u32).square(), 65_536.0), (vec![], 20.0));
}
