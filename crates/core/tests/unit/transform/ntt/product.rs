//! Images of products.

use polymod_core::{
    arith::ntt_primes,
    bits::testing::Words,
    costs::Reduction,
    cpu::Target,
    transform::{cache::PlanCache, ntt::*},
};

/// a·b + c·d from images, for the kernels of every instruction set that the CPU has.
#[test]
fn sums_of_products_of_images() {
    let cache = PlanCache::new(1 << 24);
    let mut random = Words::new(1);
    for (target, reduction) in
        Target::families().flat_map(|t| [Reduction::Minima, Reduction::Quotients].map(|r| (t, r)))
    {
        for (bits, coefficients) in [(30, 20), (48, 100), (49, 100), (50, 300), (62, 300)] {
            let len = ProductNtt::length(target, bits, 2 * coefficients, false);
            let p = ntt_primes(bits, 12, 1).unwrap()[0];
            let ntt = ProductNtt::new(target, p, len, reduction, &cache).unwrap();
            let m = ntt.modulus();
            let operands: [Vec<u64>; 4] =
                std::array::from_fn(|_| (0..coefficients).map(|_| random.word() % p).collect());
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| {
                let mut image = operands[i].clone();
                image.resize(len, 0);
                ntt.forward(&mut image);
                image
            });
            let mut sum = vec![0; len];
            ntt.product(0, &mut sum, &a, &b);
            ntt.add_product(0, &mut sum, &c, &d);
            ntt.inverse(&mut sum, 1);
            let mut expected = vec![0; len];
            for pair in operands.chunks(2) {
                for (i, x) in pair[0].iter().enumerate() {
                    for (out, y) in expected[i..].iter_mut().zip(&pair[1]) {
                        *out = m.add(*out, m.mul(*x, *y));
                    }
                }
            }
            assert_eq!(sum, expected, "{target:?}, {bits} bits");
        }
    }
}

/// Where an image is said to begin with one of half the length, it is that of the polynomial modulo x^N − 1.
#[test]
fn prefixes_are_images_of_remainders() {
    let (cache, mut random, mut found) = (PlanCache::new(1 << 24), Words::new(2), 0);
    for target in Target::families() {
        // no kernel of products takes these
        for p in [ntt_primes(62, 14, 1).unwrap()[0], 0xffff_ffff_0000_0001] {
            let of = |len| ProductNtt::new(target, p, len, Reduction::Minima, &cache).unwrap();
            for log in 3..13 {
                let [long, short] = [of(2 << log), of(1 << log)];
                assert!(long.kernel().is_none());
                if !long.has_prefix(&short) {
                    continue;
                }
                found += 1;
                let (m, n) = (long.modulus(), 1 << log);
                let mut image: Vec<u64> = (0..2 * n).map(|_| random.word() % p).collect();
                let mut prefix: Vec<u64> = (0..n).map(|i| m.add(image[i], image[n + i])).collect();
                long.forward(&mut image);
                short.forward(&mut prefix);
                assert_eq!(image[..n], prefix, "{target:?} modulo {p}: {n} of {} words", 2 * n);
            }
        }
    }
    assert!(found >= 2 * 9, "{found} prefixes");
}
