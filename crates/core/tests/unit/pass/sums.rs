//! Sums and differences of vectors at the ends of their range.

use polymod_core::{
    arith::Modulus,
    bits::testing::noise,
    cpu::{self, Target},
    pass::sums::*,
};

/// All pairs of residues near 0, n/2 and n, at every short length: sums just below and at n, and beyond a word.
#[test]
fn sums_and_differences_are_those_of_integers() {
    let mut kernels = 0;
    for target in Target::families() {
        for n in [2, 3, 97, 98, (1 << 32) - 5, 1 << 62, (1 << 63) - 25, (1 << 63) - 1, 1 << 63, (1 << 63) + 1]
            .into_iter()
            .chain([u64::MAX - 58, u64::MAX - 1, u64::MAX])
        {
            let n = Modulus::new(n).unwrap();
            let Some(kernel) = select(target, n) else { continue };
            kernels += 1;
            let ends = |i: usize| match i % 7 {
                0 => 0,
                1 => 1,
                2 => n.n() - 1,
                3 => n.n() / 2,
                4 => (n.n() / 2 + 1) % n.n(),
                5 => n.n() - 2,
                _ => n.reduce(noise(i as u64)),
            };
            for len in (0..=20).chain([49, 100]) {
                let (x, y): (Vec<u64>, Vec<u64>) = (0..len).map(|i| (ends(i), ends(i / 7 + len))).unzip();
                let wide = |f: fn(u128, u128, u128) -> u128| -> Vec<u64> {
                    let pairs = x.iter().zip(&y);
                    pairs.map(|(&x, &y)| (f(x.into(), y.into(), n.n().into()) % u128::from(n.n())) as u64).collect()
                };
                let law = format!("{}: modulo {}, {len} words", kernel.name(), n.n());
                let (sums, differences) = (wide(|x, y, _| x + y), wide(|x, y, n| x + n - y));
                // words beyond the operands stay as they are
                let mut out = vec![7; len + 1];
                kernel.sum(n, &mut out, &x, &y);
                assert_eq!((&out[..len], out[len]), (&sums[..], 7), "sum, {law}");
                kernel.difference(n, &mut out, &x, &y);
                assert_eq!((&out[..len], out[len]), (&differences[..], 7), "difference, {law}");
                let mut out = x.clone();
                kernel.add(n, &mut out, &y);
                assert_eq!(out, sums, "sum in place, {law}");
                out.copy_from_slice(&x);
                kernel.sub(n, &mut out, &y);
                assert_eq!(out, differences, "difference in place, {law}");
                out.copy_from_slice(&x);
                kernel.negate(n, &mut out);
                assert_eq!(out, wide(|x, _, n| n - x), "negation, {law}");
            }
        }
    }
    assert_eq!(kernels > 0, cpu::host().target.has_vectors());
    assert!(select(Target::SCALAR, Modulus::new(97).unwrap()).is_none());
}
