//! Compositions of many polynomials with one.

use super::{words, zn};
use crate::any;
use polymod::{Error, Poly, core::bits::testing::noise, poly::Divisor};

#[test]
fn many_polynomials_of_one_share_its_powers() {
    let f = zn(1_000_003);
    let poly = |len: u64, seed: u64| words(&f, (0..len).map(|i| noise(i ^ seed << 32) % 1_000_003));
    for (degree, lens) in
        [(1, vec![1, 5]), (7, vec![]), (7, vec![0, 1, 7, 30]), (60, vec![59; 9]), (200, vec![1, 200, 3])]
    {
        let m = Divisor::new(&poly(degree + 1, 1)).unwrap();
        let outers: Vec<_> = lens.iter().zip(2..).map(|(&len, seed)| poly(len, seed)).collect();
        for inner in [poly(degree, 99), poly(3 * degree, 98), poly(0, 0), poly(1, 97)] {
            let each: Vec<_> = outers.iter().map(|outer| outer.compose_mod(&inner, &m).unwrap()).collect();
            assert_eq!(Poly::compose_mod_each(&outers, &inner, &m).unwrap(), each, "degree {degree}, {lens:?}");
        }
    }
    let k = any("gf2^8:0x11b");
    let [a, b, inner, m] = ["x^3 + 7", "5*x^5", "x^2 + 3", "x^4 + 9*x + 1"].map(|text| Poly::parse(&k, text).unwrap());
    let m = Divisor::new(&m).unwrap();
    let each = [&a, &b].map(|outer| outer.compose_mod(&inner, &m).unwrap());
    assert_eq!(Poly::compose_mod_each(&[a, b], &inner, &m).unwrap(), each);
    let other = Poly::x(&zn(97));
    let m = Divisor::new(&poly(4, 5)).unwrap();
    let refused = Poly::compose_mod_each(&[poly(3, 1), other], &poly(3, 2), &m).unwrap_err();
    assert!(matches!(refused, Error::RingsDiffer { .. }));
}
