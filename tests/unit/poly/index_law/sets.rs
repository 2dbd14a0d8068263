//! Functions of set power series against their definitions.

use crate::poly::{listed, vector, words, zn};
use polymod::{
    AnyRing, Error, Ring, Zn,
    core::{arith::Modulus, bits::testing::noise},
    poly::SetSeries,
};

fn modulus(f: &AnyRing) -> Modulus {
    f.downcast_ref::<Zn>().expect("a modulus of a word").modulus()
}

fn random(f: &AnyRing, k: u32, seed: u64, constant: u64) -> SetSeries<AnyRing> {
    let n = modulus(f).n();
    let word = |i: u64| if i == 0 { constant } else { noise(seed + 1000 * i) % n };
    SetSeries::new(f, vector(f, &(0..1 << k).map(word).collect::<Vec<_>>())).expect("a power of two")
}

/// By the definition.
fn times(f: &AnyRing, a: &[u64], b: &[u64]) -> Vec<u64> {
    let n = modulus(f);
    let sum = |s: usize| (0..=s).filter(|t| t & s == *t).fold(0, |sum, t| n.add(sum, n.mul(a[t], b[s ^ t])));
    (0..a.len()).map(sum).collect()
}

/// Powers by products, whose combinations are compositions, and whose entries are projections; exponentials by partitions.
#[test]
fn functions_follow_their_definitions() {
    for n in [2, 6, 97, (1 << 61) - 1, u64::MAX] {
        let f = zn(n);
        for k in 0..6u32 {
            let a = random(&f, k, 7, n / 2);
            let coeffs = listed(&f, a.coeffs());
            let one: Vec<u64> = (0..1 << k).map(|s| u64::from(s == 0)).collect();
            let mut powers = vec![one.clone()];
            for j in 1..9 {
                powers.push(times(&f, &powers[j - 1], &coeffs));
            }
            let weights: Vec<u64> = (0..1 << k).map(|i| noise(i + 5) % n).collect();
            let projected = a.power_projection(vector(&f, &weights).view(), 9).expect("weights");
            let m = modulus(&f);
            let dot = |p: &Vec<u64>| p.iter().zip(&weights).fold(0, |sum, (&x, &y)| m.add(sum, m.mul(x, y)));
            assert_eq!(listed(&f, projected.view()), powers.iter().map(dot).collect::<Vec<_>>(), "{k} variables, {n}");
            let outer: Vec<u64> = (0..9).map(|i| noise(i + 77) % n).collect();
            let expected: Vec<u64> = (0..1usize << k)
                .map(|s| outer.iter().zip(&powers).fold(0, |sum, (&c, p)| m.add(sum, m.mul(c, p[s]))))
                .collect();
            let composed = a.compose(&words(&f, outer)).expect("a composition");
            assert_eq!(listed(&f, composed.coeffs()), expected, "{k} variables, {n}");

            // exp a at S: the part with the largest element, times the exponential at the rest
            let a = random(&f, k, 3, 0);
            let coeffs = listed(&f, a.coeffs());
            let mut exponential = one.clone();
            for s in 1..1usize << k {
                let top = 1 << s.ilog2();
                let parts = (1..=s).filter(|t| t & s == *t && t & top != 0);
                exponential[s] = parts.fold(0, |sum, t| m.add(sum, m.mul(coeffs[t], exponential[s ^ t])));
            }
            let found = a.exp().expect("an exponential");
            assert_eq!(listed(&f, found.coeffs()), exponential, "{k} variables, {n}");
            assert_eq!(found.log().expect("a logarithm"), a, "{k} variables, {n}");
            let inverse = found.inverse().expect("a unit");
            assert_eq!(times(&f, &exponential, &listed(&f, inverse.coeffs())), one, "{k} variables, {n}");
        }
    }
}

#[test]
fn what_is_refused() {
    let f = zn(97);
    let a = random(&f, 2, 1, 5);
    assert!(matches!(a.exp(), Err(Error::Domain { .. })) && matches!(a.log(), Err(Error::Domain { .. })));
    assert!(matches!(random(&f, 2, 1, 0).inverse(), Err(Error::NotInvertible { .. })));
    assert!(matches!(a.power_projection(vector(&f, &[1]).view(), 2), Err(Error::Length { .. })));
    assert!(matches!(SetSeries::new(&f, f.zeros(0)), Err(Error::Length { expected: 1, got: 0, .. })));
}
