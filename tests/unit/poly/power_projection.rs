//! Power projections against the powers.

use polymod::{F2, Integers, Poly, Zn, ring::Convolve, rug::Integer};

fn agrees<R: Convolve>(r: &R, elems: impl Fn(usize) -> R::Elem) {
    for n in [1usize, 2, 3, 4, 5, 8, 13, 40] {
        for (len, m) in [(0, 3), (1, 4), (n, 1), (n, 2 * n + 3), (n + 5, n), (n.div_ceil(2), 0)] {
            let b = Poly::new(r, (0..len).map(&elems).collect::<Vec<_>>());
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
        agrees(&Zn::new(n).expect("a modulus"), |i| (i as u64 * i as u64 * 31 + 5 * i as u64 + n - 1) % n);
    }
    agrees(&F2::new(), |i| i % 3 != 1);
    agrees(&Integers::new(), |i| Integer::from(i as i64 * 7 - 11));
}
