//! Prepared divisions by short polynomials against the definition.

use crate::ring::classical::mul_window;
use polymod::ring::{Quotients, Ring, Vectors, ZnBig, product::same_run, zn_big::short_divisor::MOST};
use rug::{Integer, ops::Pow};

/// Products and remainders against the definition, of the largest residues and of scattered ones, at all degrees up to the limit and beyond it.
#[test]
fn prepared_divisors_divide() {
    for bits in [64u32, 127, 128, 192, 255, 256, 384, 512] {
        let n = Integer::from(2).pow(bits) - 1u32;
        let r = ZnBig::new(n.clone()).expect("a modulus");
        let most = r.limits().expect("few limbs").divisor.min(MOST);
        for d in [1, 2, 3, 4, 5, 8, 9, most, most + 1] {
            for lead in [Integer::from(1), n.clone() - 1u32, Integer::from(2)] {
                let mut b: Vec<Integer> = (0..=d)
                    .map(|i| if i % 2 == 0 { n.clone() - 1u32 } else { Integer::from(3).pow(i as u32 * 97) % &n })
                    .collect();
                b[d] = lead;
                let b = r.collect(&b);
                let Some(short) = r.short_divisor(b.view()) else {
                    assert!(d > most, "modulo {n}: degree {d}");
                    continue;
                };
                assert!(d <= most, "degree {d}");
                for len in [1, d.div_ceil(2), d] {
                    let x = r.collect(&vec![n.clone() - 1u32; d]);
                    let y = r.collect(&(0..len).map(|i| Integer::from(5).pow(i as u32 * 61) % &n).collect::<Vec<_>>());
                    for (x, y, square) in [(x.view(), y.view(), false), (y.view(), y.view(), true)] {
                        let task = format!("modulo {n}, degree {d}, {len} coefficients");
                        let a = mul_window(&r, x, y, 0..x.len() + y.len() - 1);
                        let [q, rest] = short.div_rem(&r, a.view());
                        assert_eq!((q.len(), rest.len()), (a.len().saturating_sub(d), d.min(a.len())), "{task}");
                        let mut sum = r.zeros(a.len());
                        if !q.is_empty() {
                            sum = mul_window(&r, q.view(), b.view(), 0..a.len());
                        }
                        r.add_at(&mut sum, 0, rest.view());
                        assert_eq!(sum.words(), a.words(), "{task}");
                        assert_eq!(short.product(&r, x, y).words(), rest.words(), "{task}: a product");
                        assert_eq!(square, same_run(x, y));
                    }
                }
                assert!(short.product(&r, r.zeros(0).view(), b.view().low(d)).is_empty());
            }
        }
    }
}
