//! Divisions by short polynomials against the definition.

use crate::ring::classical::mul_window;
use polymod::{
    Engine,
    core::cpu::Target,
    ring::{Quotients, Ring, Vectors, Zn},
};

/// Products and remainders against the definition, in the worst cases and around every limit.
#[test]
fn short_divisions_agree_with_the_definition() {
    for n in [2, 3, 15, 97, (1 << 31) - 1, (1 << 50) - 27, 1 << 52, (1 << 62) - 57, u64::MAX - 58] {
        for target in Target::families() {
            let r = Zn::on(&Engine::builder().threads(1).target(target).build(), n).expect("a modulus");
            for d in [1usize, 2, 3, 5, 7, 16, 17, 31, 32, 33, 64, 65, 128, 129] {
                for lead in [1, n - 1] {
                    let mut b = vec![n - 1; d + 1];
                    (b[d / 2], b[d]) = (1 % n, lead);
                    let b = r.collect(&b);
                    let Some(short) = r.short_divisor(b.view()) else {
                        assert!(d > 32, "{target}, n = {n}: degree {d}");
                        continue;
                    };
                    for len in [1, d.div_ceil(2), d] {
                        let task = format!("{target}, n = {n}, degree {d}, {len} coefficients");
                        let y: Vec<u64> = (0..len as u64).map(|i| (n - 1).wrapping_sub(i % 3) % n).collect();
                        let (x, y) = (r.collect(&vec![n - 1; d]), r.collect(&y));
                        let a = mul_window(&r, x.view(), y.view(), 0..d + len - 1);
                        let [q, rest] = short.div_rem(&r, a.view());
                        assert!(rest.len() <= d, "{task}: a remainder");
                        let mut sum = mul_window(&r, q.view(), b.view(), 0..d + len - 1);
                        r.add_at(&mut sum, 0, rest.view());
                        assert_eq!(r.words(sum.view()), r.words(a.view()), "{task}");
                        let mut product = short.product(&r, x.view(), y.view());
                        r.resize(&mut product, d);
                        assert_eq!(r.words(product.view()), r.words(rest.view()), "{task}: a product");
                    }
                }
            }
        }
    }
}
