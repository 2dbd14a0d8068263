//! Remainders by many moduli, and back.

use super::{words, zn};
use crate::any;
use polymod::{AnyRing, Error, Poly, core::bits::testing::noise, poly::ModuliTree};

#[test]
fn remainders_lead_back() {
    let f = zn(998_244_353);
    for count in [1usize, 2, 3, 5, 8, 13] {
        let m = |i: usize| words(&f, (0..2 + i % 4).map(|j| 1 + noise((9 * i + j) as u64) % 998_244_000));
        let moduli: Vec<_> = (0..count).map(m).collect();
        let tree = ModuliTree::new(&moduli).expect("moduli");
        let a = words(&f, (0..tree.product().len() - 1).map(|i| noise(i as u64 + 500) % 998_244_353));
        let rests = tree.remainders(&a).expect("remainders");
        for (m, r) in moduli.iter().zip(&rests) {
            assert_eq!(*r, a.rem(m).expect("a remainder"));
        }
        assert_eq!(tree.reconstruct(&rests).expect("coprime moduli"), a, "{count}");
        let long: Vec<_> = rests.iter().zip(&moduli).map(|(r, m)| r + &(m * m)).collect();
        assert_eq!(tree.reconstruct(&long).expect("coprime moduli"), a, "{count}, not reduced");
    }
}

#[test]
fn what_is_refused_names_the_moduli() {
    let f = any("gf2");
    let [a, b, c] = ["x^2 + 1", "x^3 + x + 1", "x + 1"].map(|m| Poly::parse(&f, m).expect("a polynomial"));
    let tree = ModuliTree::new(&[a, b, c]).expect("moduli");
    let refused = tree.reconstruct(&vec![Poly::x(&f); 3]).expect_err("moduli with a common divisor");
    assert!(refused.to_string().contains("moduli 0 and 2"), "{refused}");
    assert!(matches!(tree.reconstruct(&[]), Err(Error::Length { .. })));
    assert!(matches!(ModuliTree::<AnyRing>::new(&[]), Err(Error::Length { .. })));
    // a unit has no remainders but 0
    let tree = ModuliTree::new(&[Poly::one(&f), Poly::x(&f)]).expect("moduli");
    assert_eq!(tree.reconstruct(&vec![Poly::one(&f); 2]), Ok(Poly::one(&f)));
}
