//! Products of matrices at points against wide integers.

use polymod_core::{
    arith::Modulus,
    bits::testing::noise,
    cpu::{self, Feature, Target},
    pass::pointwise_matrix::*,
    residue::{Residues, ifma::Ifma50},
    simd::Portable,
};

/// Largest residues, residues around half of p, and scattered ones.
fn values(p: u64, kind: u64, len: usize) -> Vec<u64> {
    let value = |i: u64| match kind {
        0 => p - 1,
        1 => p / 2 + i % 2,
        _ => noise(i + kind) % p,
    };
    (0..len as u64).map(value).collect()
}

#[test]
fn products_agree_with_the_definition() {
    let mut kernels = 0;
    for p in [3, 5, 97, (1 << 31) - 1, (1 << 48) - 59, (1 << 49) - 81, (1 << 50) - 27] {
        let p = Modulus::new(p).unwrap();
        let Some(kernel) = select(Target::AVX512, p) else { continue };
        kernels += 1;
        for dims in [[1, 1, 1], [4, 3, 3], [5, 4, 7], [2, 300, 2], [3, 12, 4], [3, 13, 4], [9, 0, 2], [8, 56, 3]] {
            let [m, k, n] = dims;
            for (points, stride) in [(8, 8), (24, 29), (136, 144)] {
                for kind in 0..3 {
                    let a = values(p.n(), kind, m * k * stride);
                    let b = values(p.n(), 2 * kind, k * n * stride);
                    let mut out = vec![!0; m * n * stride];
                    kernel.product(p, Layout::new(dims, points, stride), &a, &b, &mut out);
                    let shift = p.pow(p.reduce(2), SHIFT.into());
                    for (e, t) in (0..m * n).flat_map(|e| [0, 7, points - 1].map(|t| (e, t))) {
                        let sum = (0..k).fold(0u128, |sum, i| {
                            let x = a[(e / n * k + i) * stride + t];
                            let y = b[(i * n + e % n) * stride + t];
                            (sum + u128::from(x) * u128::from(y)) % u128::from(p.n())
                        });
                        let got = out[e * stride + t];
                        assert!(got < p.n() && u128::from(p.mul(got, shift)) == sum, "{dims:?} {} {kind}", p.n());
                    }
                    // the words between entries are not changed
                    assert!(stride == points || out[points] == !0);
                }
            }
        }
    }
    assert_eq!(kernels > 0, cpu::host().supported.has(Feature::Avx512Ifma));
    assert!(select(Target::AVX512, Modulus::new(98).unwrap()).is_none());
    assert!(select(Target::AVX512, Modulus::new((1 << 50) + 55).unwrap()).is_none());
    assert!(select(Target::of(&[Feature::Avx2]), Modulus::new(97).unwrap()).is_none());
}

#[test]
fn sums_stay_in_their_range() {
    for bits in 2..=MAX_BITS {
        let p = (1u64 << bits) - 1;
        let terms = <Ifma50<Portable> as Residues<Portable>>::most_terms(p) as u128;
        assert!((12..=1 << 12).contains(&terms), "{bits} bits");
        let square = u128::from(p - 1) * u128::from(p - 1);
        let (high, low) = (square >> SHIFT, square & ((1 << SHIFT) - 1));
        assert!(terms * low < 1 << 64 && terms * ((1 << SHIFT) - 1) < 1 << 64);
        assert!(terms * high + terms + u128::from(p) <= 1 << SHIFT, "{bits} bits");
    }
}
