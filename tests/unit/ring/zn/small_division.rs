//! Divisions by blocks against those by single coefficients.

use polymod::{
    Error, Modulus,
    core::bits::SplitMix64,
    ring::zn::small_division::{Blocks, divide},
};

/// Quotients and remainders by blocks against those one by one, at all lengths around blocks and vectors, and at the largest sums of either width.
#[test]
fn blocks_agree_with_single_coefficients() {
    let (mut random, mut met) = (SplitMix64::new(31), [0, 0]);
    for m in [2, 4, 7, 15, 23, 181, 256, 4096, (1 << 28) + 3, (1 << 31) - 1] {
        let n = Modulus::new(m).expect("a modulus");
        for len in (4..=9).chain([12, 13, 32, 33, 64, 65, 127]) {
            for degree in (4..=9).chain([12, 13, 32, 33, 64, 65, 127]) {
                let Some(blocks) = Blocks::of(n, [len, degree]) else { continue };
                met[usize::from(blocks == Blocks::Word)] += 1;
                for kind in 0..3 {
                    let mut entry = |i: usize| match kind {
                        1 if i.is_multiple_of(3) => n.reduce(random.word()),
                        2 => n.reduce(random.word()),
                        _ => m - 1,
                    };
                    let a: Vec<u64> = (0..len + degree).map(&mut entry).collect();
                    let mut b: Vec<u64> = (0..=degree).map(&mut entry).collect();
                    b[degree] = if kind == 2 { 1 } else { m - 1 };
                    let (mut q, mut rest, mut p, mut last) =
                        (vec![7; len], vec![7; degree], vec![0; len], vec![0; degree]);
                    let lens = blocks.divide(n, [&mut q, &mut rest], &a, &b).expect("a unit");
                    let wanted = divide(n, [&mut p, &mut last], &a, &b).expect("a unit");
                    let law = format!("{blocks:?}: {len} by {degree} modulo {m}, {kind}");
                    assert_eq!((q, rest, lens), (p, last, wanted), "{law}");
                }
            }
        }
    }
    assert!(met.iter().all(|&times| times > 100), "{met:?}");
    let n = Modulus::new(15).expect("a modulus");
    let refused = Blocks::of(n, [5, 5]).expect("few bits").divide(n, [&mut [0; 5], &mut [0; 5]], &[1; 10], &[3; 6]);
    assert!(matches!(refused, Err(Error::NotInvertible { .. })));
}
