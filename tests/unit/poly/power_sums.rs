//! Sums of powers of known roots, and back.

use super::zn;
use crate::any;
use polymod::{
    AnyRing, Error, Poly, Ring,
    core::bits::testing::noise,
    ring::{AnyElem, Vectors},
    rug::Integer,
};

fn agrees(r: &AnyRing, elem: &dyn Fn(u64) -> AnyElem, least: usize) {
    for d in [0usize, 1, 2, 3, 7, 24, 25, 60] {
        let roots: Vec<_> = (0..d as u64).map(|i| elem(noise(i + d as u64) % 50)).collect();
        let factors: Vec<_> = roots.iter().map(|x| Poly::new(r, [r.neg(x), r.one()])).collect();
        let a = Poly::product(r, &factors).expect("a product");
        let sum = |j: u64| roots.iter().fold(r.elem(0), |s, x| r.add(&s, &r.pow(x, j)));
        for n in [0, 1, d, d + 1, 2 * d + 5] {
            let expected = r.collect(&(0..n as u64).map(sum).collect::<Vec<_>>());
            let sums = a.power_sums(n).expect("sums");
            assert!(r.same(sums.view(), expected.view()), "degree {d}, {n} sums over {}", r.name());
        }
        let back = Poly::from_power_sums(r, a.power_sums(2 * d + 1).expect("sums").view(), d);
        match back {
            Ok(p) => assert_eq!(p, a, "degree {d} over {}", r.name()),
            Err(Error::NotInvertible { .. }) if d >= least => {}
            Err(e) => panic!("degree {d} over {}: {e}", r.name()),
        }
    }
}

#[test]
fn sums_of_known_roots() {
    agrees(&any("gf2"), &|i| AnyElem::Bit(i % 2 == 1), 2);
    for (n, least) in [(2, 2), (6, 2), (35, 5), (97, 97), ((1 << 61) - 1, usize::MAX)] {
        agrees(&zn(n), &|i| AnyElem::Word(i % n), least);
    }
    agrees(&any("z"), &|i| AnyElem::Integer(Integer::from(i) - 20), usize::MAX);
}

#[test]
fn sums_that_are_integers_of_polynomials_that_are_not_monic() {
    let z = any("z");
    let a = Poly::from_i64(&z, &[-6, 4, 2]);
    let sums = a.power_sums(4).expect("integers");
    assert!(z.same(sums.view(), z.collect(&[2, -2, 10, -26].map(|x| AnyElem::Integer(x.into()))).view()));
    assert!(matches!(Poly::from_i64(&z, &[1, 1, 2]).power_sums(3), Err(Error::NotDivisible { .. })));
    assert!(matches!(Poly::zero(&z).power_sums(3), Err(Error::Domain { .. })));
    let from = |sums: &[i64], d| {
        let sums: Vec<_> = sums.iter().map(|&x| AnyElem::Integer(x.into())).collect();
        Poly::from_power_sums(&z, z.collect(&sums).view(), d)
    };
    assert!(matches!(from(&[2, 1, 2], 2), Err(Error::NotDivisible { .. })));
    assert!(matches!(from(&[2, 1], 2), Err(Error::Domain { .. })));
    assert!(matches!(from(&[3, 1, 2], 2), Err(Error::Domain { .. })));
}
