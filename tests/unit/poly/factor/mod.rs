//! Factors by both algorithms.

#[cfg(feature = "integers")]
mod extension;
#[cfg(feature = "integers")]
mod named;
#[cfg(feature = "integers")]
mod primitive;
mod squarefree;

use super::{words, zn};
use crate::any;
use polymod::{AnyRing, Poly, core::bits::testing::noise, poly::FactorAlgorithm, ring::AnyElem};

fn check(f: &Poly<AnyRing>) {
    assert_eq!(f.factor_by(FactorAlgorithm::Berlekamp), f.factor(), "{f:?}");
}

#[test]
fn both_algorithms_find_the_same_factors() {
    for p in [2, 3, 97, (1 << 62) - 57] {
        let f = zn(p);
        let random = |len: usize, seed: u64| words(&f, (0..len as u64).map(|i| noise(99 * seed + i) % p));
        for len in 1..16 {
            let g = random(len, len as u64);
            if !g.is_empty() {
                check(&g);
                check(&(&(&g * &g) * &Poly::from_i64(&f, &[0, 1, 3, 1])));
            }
        }
        // many linear factors
        let roots = (0..12).map(|i| Poly::from_i64(&f, &[i, 1]));
        check(&roots.fold(Poly::one(&f), |all, root| &all * &root));
    }
    for seed in 0..10 {
        check(&Poly::new(&any("gf2"), (0..40).map(|i| AnyElem::Bit(i == 0 || noise(50 * seed + i) % 2 == 1))));
        let f = any("gf2^8:0x11b");
        check(&words(&f, (0..9).map(|i| 1 + noise(50 * seed + i) % 255)));
    }
    let f = zn(97);
    assert!(Poly::zero(&f).factor_by(FactorAlgorithm::Berlekamp).is_err());
}
