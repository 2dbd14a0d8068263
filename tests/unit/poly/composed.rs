//! Composed sums, composed products and Graeffe's transform against the roots.

use super::zn;
use crate::{any, named};
use polymod::{AnyRing, Engine, Error, Poly, Ring, core::bits::testing::noise, ring::AnyElem};

fn of_roots(r: &AnyRing, lead: &AnyElem, roots: impl Iterator<Item = AnyElem>) -> Poly<AnyRing> {
    let factors: Vec<_> = roots.map(|x| Poly::new(r, [r.neg(&x), r.one()])).collect();
    Poly::product(r, &factors).expect("a product").scale(lead)
}

fn agrees(r: &AnyRing, elem: &dyn Fn(u64) -> AnyElem) {
    for (d, e) in [(0, 0), (1, 0), (0, 3), (1, 1), (2, 3), (3, 2), (5, 4), (1, 9)] {
        let roots = |n: usize, seed: u64| (0..n as u64).map(|i| elem(noise(seed + i))).collect::<Vec<_>>();
        // 0 is among the roots
        let (alpha, beta) =
            (roots(d, 10), roots(e, 500).into_iter().skip(1).chain([elem(0)]).take(e).collect::<Vec<_>>());
        let leads = [elem(7), elem(11)].map(|x| if r.is_zero(&x) { r.one() } else { x });
        let (a, b) = (of_roots(r, &leads[0], alpha.iter().cloned()), of_roots(r, &leads[1], beta.iter().cloned()));
        let pairs = || alpha.iter().flat_map(|x| beta.iter().map(move |y| (x, y)));
        let lead = r.mul(&r.pow(&leads[0], e as u64), &r.pow(&leads[1], d as u64));
        let sum = of_roots(r, &lead, pairs().map(|(x, y)| r.add(x, y)));
        assert_eq!(a.composed_sum(&b).expect("a polynomial"), sum, "{d}, {e} over {}", r.name());
        let product = of_roots(r, &lead, pairs().map(|(x, y)| r.mul(x, y)));
        assert_eq!(a.composed_product(&b).expect("a polynomial"), product, "{d}, {e} over {}", r.name());
        assert_eq!(b.composed_product(&a).expect("a polynomial"), product, "{d}, {e} over {}", r.name());
        let squares = of_roots(r, &r.mul(&leads[0], &leads[0]), alpha.iter().map(|x| r.mul(x, x)));
        assert_eq!(a.graeffe().expect("a polynomial"), squares, "{d} over {}", r.name());
    }
}

#[test]
fn roots_are_sums_products_and_squares() {
    for p in [2, 3, 7, 97, (1 << 62) - 57] {
        agrees(&zn(p), &|x| AnyElem::Word(x % p));
    }
    agrees(&any("gf2"), &|x| AnyElem::Bit(x % 2 == 1));
    for ring in ["gf2^8:0x11b", "gf:3^2", "gf:101^2"] {
        let r = named(&Engine::builder().threads(1).build(), ring);
        agrees(&r, &|x| Ring::image(&r, false, &[x % 200]));
    }
}

#[test]
fn what_is_refused() {
    let f = zn(97);
    assert!(matches!(Poly::zero(&f).composed_sum(&Poly::x(&f)), Err(Error::Domain { .. })));
}

#[test]
fn composite_moduli() {
    // products of primitive third roots of unity: (x − 1)²·(x² + x + 1)
    let r = zn(6);
    let a = Poly::from_i64(&r, &[1, 1, 1]);
    assert_eq!(a.composed_product(&a), Ok(Poly::from_i64(&r, &[1, -1, 0, -1, 1])));
}
