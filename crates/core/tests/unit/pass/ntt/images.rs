//! Products of images at the ends of their ranges.

use polymod_core::{
    arith::Modulus,
    bits::testing::noise,
    pass::ntt::{images::*, tree::LEAF},
    residue::{Residues, doubles::Doubles, ifma::Ifma, with_quotient},
    simd::Simd,
};

fn check<S: Simd>(p: u64) -> usize {
    const LEN: usize = 4096;
    let Some(s) = S::detect() else { return 0 };
    let most = p / 20 * 99;
    let value = |i: usize| {
        let x = (most - noise(i as u64) % (most / 4)) as f64;
        (if i.is_multiple_of(3) { -x } else { x }).to_bits()
    };
    let (a, b): (Vec<u64>, Vec<u64>) = ((0..LEN).map(value).collect(), (LEN..2 * LEN).map(value).collect());
    let mut out = vec![0; LEN];
    products::<S, Doubles<S>, false>(s, &mut Some((&p, &[], Operands::Write(&mut out, [&a, &b]))));
    for ((x, y), z) in a.into_iter().zip(b).zip(out) {
        let [x, y, z] = [x, y, z].map(f64::from_bits);
        assert!(z.abs() <= 2.0 * p as f64, "{x} times {y} modulo {p}: {z}");
        assert_eq!((x as i128 * y as i128 - z as i128) % i128::from(p), 0, "{x} times {y} modulo {p}: {z}");
    }
    1
}

/// Leaves whose words, times a root, are as far above p as their quotients allow, multiplied by those that stay largest.
fn check_leaves<S: Simd, const B: u32, const QUOTIENTS: bool>() {
    let Some(s) = S::detect() else { return };
    for p in (1..64).map(|i| ((1 << B) - 1) / 64 * (64 - i / 2) - 1).filter(|p| p % 2 == 1) {
        let modulus = Modulus::new(p).expect("an odd modulus");
        let range = p * Ifma::<S, B>::FORWARD_LEAST..p * Ifma::<S, B>::FORWARD_FACTOR;
        // its quotient lacks nearly one
        let lacks = |w: &u64| (u128::from(*w) << 52) % u128::from(p);
        let root = (0..2000).map(|i| noise(p + i) % p).max_by_key(lacks).expect("a root");
        let prepared = with_quotient(modulus, root, 52);
        let times = |y: u64| {
            let quotient = ((u128::from(y) * u128::from(prepared[1])) >> 52) as u64;
            y.wrapping_mul(root).wrapping_sub(quotient.wrapping_mul(p))
        };
        let largest = (1..2000).map(|i| range.end - i).max_by_key(|&y| times(y)).expect("a word");
        assert!(times(largest) < 2 * p);
        for left in [range.end - 1, range.end - p / 3, range.start, range.start + p - 1] {
            let (a, b, mut out) = ([left; LEAF], [largest; LEAF], [0; 2 * LEAF]);
            let ([a, b], roots) = ([[a, a].concat(), [b, b].concat()], [prepared]);
            let args = (&p, &roots[..], Operands::Write(&mut out, [&a, &b]));
            products::<S, Ifma<S, B>, QUOTIENTS>(s, &mut Some(args));
            for (i, word) in out.into_iter().enumerate() {
                let word = word & ((1 << 52) - 1);
                assert!(word < 2 * p, "word {i} modulo {p}: {word}");
                let r = if i < LEAF { root } else { modulus.neg(root) };
                let (inside, wrapped) = (i % LEAF + 1, LEAF - 1 - i % LEAF);
                let ab = modulus.mul(modulus.reduce(left), modulus.reduce(largest));
                let sum = modulus.add(modulus.reduce(inside as u64), modulus.mul(r, modulus.reduce(wrapped as u64)));
                let product = modulus.mul(modulus.reduce(word), modulus.pow(2, 52));
                assert_eq!(product, modulus.mul(ab, sum), "word {i} modulo {p}");
            }
        }
    }
}

fn check_all_leaves<S: Simd>() {
    check_leaves::<S, 48, false>();
    check_leaves::<S, 48, true>();
    check_leaves::<S, 49, false>();
    check_leaves::<S, 49, true>();
    check_leaves::<S, 50, false>();
    check_leaves::<S, 50, true>();
}

#[test]
fn products_of_the_largest_leaves_are_below_2p() {
    check_all_leaves::<polymod_core::simd::Pair<polymod_core::simd::Portable>>();
    #[cfg(target_arch = "x86_64")]
    check_all_leaves::<polymod_core::simd::Avx512Ifma>();
}

/// Values near ± 4.95p, the end of the range that the last levels leave.
#[test]
fn products_of_the_largest_values_are_below_2p() {
    let p = (1 << 50) - 27;
    let mut sets = check::<polymod_core::simd::Portable>(p);
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        sets += check::<polymod_core::simd::Quad>(p);
    }
    #[cfg(target_arch = "x86_64")]
    {
        sets += check::<polymod_core::simd::Avx512>(p);
    }
    assert!(sets > 0);
}
