//! Values at points against Horner's rule.

use polymod_core::{
    arith::Modulus,
    bits::testing::noise,
    cpu::{self, Feature, Target},
    pass::points::*,
    registry::{Kernel, Moduli},
};

/// The largest residues, and scattered ones.
fn values(n: Modulus, kind: u64, len: usize) -> Vec<u64> {
    let value = |i: u64| if kind == 0 { n.n() - 1 } else { n.reduce(noise(i + kind)) };
    (0..len as u64).map(value).collect()
}

/// The kernels of this CPU, each with the moduli at the ends of its range.
fn kernels() -> impl Iterator<Item = (&'static PointKernel, Modulus)> {
    let here = KERNELS.iter().filter(|k| cpu::present().contains(k.needs()));
    here.flat_map(|k| {
        let (Moduli::Bits(bits) | Moduli::Odd(bits)) = k.moduli() else {
            unreachable!("moduli of some number of bits")
        };
        let most = u64::MAX >> (u64::BITS - bits);
        let moduli = [2, 3, 97, most, most - 1, most / 2 + 2].map(|n| (k, Modulus::new(n).expect("a modulus")));
        moduli.into_iter().filter(|(k, n)| k.takes(*n))
    })
}

#[test]
fn values_agree_with_the_definition() {
    for (k, n) in kernels() {
        for (len, count) in [(0, 3), (1, 1), (2, 8), (5, 9), (70, 31), (65, 32), (40, 33), (9, 100)] {
            for kind in 0..2 {
                let (v, points) = (values(n, kind, len), values(n, 3 * kind, count));
                let mut out = vec![7; count];
                k.horner(n, &v, &points, &mut out);
                let value = |x: u64| v.iter().rev().fold(0, |sum, &c| n.add(n.mul(sum, x), c));
                let expected: Vec<u64> = points.iter().map(|&x| value(x)).collect();
                assert_eq!(out, expected, "{k:?} modulo {}, {len} coefficients", n.n());
            }
        }
    }
}

#[test]
fn values_at_one_point_agree_with_the_definition() {
    for (k, n) in kernels() {
        for len in (0..=70).chain([95, 96, 97, 1000]) {
            for kind in 0..2 {
                let v = values(n, kind, len);
                for x in [0, 1, n.n() - 1, n.reduce(noise(len as u64))] {
                    let expected = v.iter().rev().fold(0, |sum, &c| n.add(n.mul(sum, x), c));
                    assert_eq!(k.value(n, &v, x), expected, "{k:?} modulo {}, {len} coefficients at {x}", n.n());
                }
            }
        }
    }
}

#[test]
fn numerators_and_denominators_agree_with_the_definition() {
    for (k, n) in kernels() {
        for count in (0..20).chain([39, 40, 41, 100]) {
            for kind in 0..2 {
                let (w, c) = (values(n, kind, count), values(n, 5 * kind, count));
                let (mut sum, mut product) = (vec![0; count + 1], vec![0; count + 1]);
                product[0] = 1;
                for (i, (&w, &c)) in w.iter().zip(&c).enumerate() {
                    for j in (0..=i + 1).rev() {
                        let below = |v: &[u64]| if j > 0 { v[j - 1] } else { 0 };
                        sum[j] = n.add(n.add(below(&sum), n.mul(w, sum[j])), n.mul(c, product[j]));
                        product[j] = n.add(below(&product), n.mul(w, product[j]));
                    }
                }
                let len = (MARGIN + count + 1).next_multiple_of(MARGIN);
                let (mut out, mut denominator) = (vec![!0; len], vec![!0; len]);
                k.roots(n, &w, &mut out);
                assert_eq!(out[MARGIN..][..=count], product, "{k:?} modulo {}, {count} roots", n.n());
                out.fill(!0);
                k.fractions(n, [&w, &c], &mut out, &mut denominator);
                assert_eq!(out[MARGIN..][..=count], sum, "{k:?} modulo {}, {count} terms", n.n());
            }
        }
    }
}

#[test]
fn the_target_chooses() {
    let n = Modulus::new(97).expect("a modulus");
    assert!(select(Target::of(&[]), n).is_none());
    assert!(select(cpu::present(), Modulus::new((1 << 62) + 2).expect("a modulus")).is_none());
    if cpu::present().contains(Target::of(&[Feature::Avx2])) {
        assert_eq!(select(Target::of(&[Feature::Avx2]), n).map(Kernel::name), Some("shoup-62-avx2"));
    }
}
