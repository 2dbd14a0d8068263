//! Transforms in place to natural order.

use polymod_core::{
    arith::{Modulus, ntt_primes, root_of_unity},
    bits::testing::noise,
    pass::ntt::{
        natural::Points,
        natural_kernels,
        permuted::{PermutedTables, Way},
        permuted_kernels,
        tiled::*,
    },
    registry::Moduli,
};

/// By the order of the permuted transform, whose values are compared with the definition elsewhere.
#[test]
fn values_are_in_natural_order_and_go_back() {
    for kernel in permuted_kernels().filter(|k| k.by_eight() && natural_kernels().any(|other| std::ptr::eq(other, *k)))
    {
        let p = match kernel.moduli() {
            Moduli::Only(p) => p,
            _ => ntt_primes(kernel.max_bits(), 18, 1).expect("a prime")[0],
        };
        for (log, negacyclic) in (12..=16).flat_map(|log| [(log, false), (log, true)]) {
            let len = 1usize << log;
            let order = if negacyclic { 2 * len } else { len } as u64;
            let p = Modulus::new(p).expect("a modulus");
            let at = Points { p, len, negacyclic, root: root_of_unity(p.n(), order).expect("a root") };
            let inverse_len = p.inv(len as u64).expect("a power of two");
            let (tiled, permuted) =
                (TiledTables::new(kernel, at, inverse_len), PermutedTables::new(kernel, at, inverse_len));
            let random: Vec<u64> = (0..len).map(|i| p.reduce(noise(i as u64))).collect();
            for x in [random, vec![p.n() - 1; len], (0..len as u64).map(|i| i % 2 * (p.n() - 1)).collect()] {
                let (mut y, mut expected, mut scratch) = (x.clone(), x.clone(), vec![u64::MAX; TILE]);
                permuted.forward(&mut expected);
                tiled.run(Way::Forward, &mut y, &mut scratch);
                let same = (0..len).all(|place| y[kernel.exponent(place, len)] == expected[place]);
                assert!(same, "{kernel:?}, 2^{log}, negacyclic: {negacyclic}");
                scratch.fill(u64::MAX);
                tiled.run(Way::Inverse, &mut y, &mut scratch);
                assert!(y == x, "{kernel:?}, 2^{log}, negacyclic: {negacyclic}, back");
            }
        }
    }
}
