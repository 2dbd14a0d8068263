//! Power projections against the powers.

use super::zn;
use crate::any;
use polymod::{AnyRing, Poly, Ring, ring::AnyElem};

fn agrees(r: &AnyRing, elems: &dyn Fn(usize) -> AnyElem) {
    for n in [1usize, 2, 3, 4, 5, 8, 13, 40] {
        for (len, m) in [(0, 3), (1, 4), (n, 1), (n, 2 * n + 3), (n + 5, n), (n.div_ceil(2), 0)] {
            let b = Poly::new(r, (0..len).map(elems).collect::<Vec<_>>());
            let weights = r.collect(&(0..n).map(|i| elems(i + 7)).collect::<Vec<_>>());
            let found = b.power_projection(weights.view(), m).expect("a power projection");
            assert_eq!(found.len(), m);
            let mut power = Poly::one(r);
            for j in 0..m {
                let terms = (0..n).map(|i| r.mul(&power.coeff(i), &r.get(weights.view(), i)));
                let sum = terms.fold(r.elem(0), |s, x| r.add(&s, &x));
                assert_eq!(r.get(found.view(), j), sum, "{n} weights, {len} coefficients, power {j}");
                power = power.mul_low(&b, n).expect("a product");
            }
        }
    }
}

#[test]
fn projections_agree_with_the_definition() {
    for n in [2, 3, 15, 97, (1 << 62) - 57] {
        agrees(&zn(n), &|i| AnyElem::Word((i as u64 * i as u64 * 31 + 5 * i as u64 + n - 1) % n));
    }
    agrees(&any("gf2"), &|i| AnyElem::Bit(i % 3 != 1));
    agrees(&any("z"), &|i| AnyElem::Integer((i as i64 * 7 - 11).into()));
}
