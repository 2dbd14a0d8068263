//! Euclid's algorithm on residues in limbs.

use super::LimbEuclid;
use crate::{cpu::Target, kernels::euclid::Extent, scratch::Buf};

/// Exact divisions by quotients of degree 1 and 2: coefficients that vanish are p, not 0.
#[test]
fn exact_divisions_leave_no_remainder() {
    for bits in [127u32, 521, 1279] {
        // the prime 2^bits − 1
        let width = bits.div_ceil(64) as usize;
        let mut p: Vec<u64> = vec![!0; width];
        p[width - 1] >>= 64 * width as u32 - bits;
        let rows = |v: &[u64]| {
            let mut rows = vec![0; v.len() * width];
            rows.iter_mut().step_by(width).zip(v).for_each(|(x, c)| *x = *c);
            rows
        };
        let b = rows(&[1, 2, 3, 1]);
        // (X + 5)·b and (X² + 5)·b
        for (a, passes) in [(&[5, 11, 17, 8, 1][..], 0), (&[5, 10, 16, 7, 3, 1][..], 2)] {
            for target in Target::families() {
                let kernel = LimbEuclid::new(target, &p).expect("an odd modulus");
                let extent = Extent { stop: 0, matrix: false, only: false };
                let mut pair = kernel.pair(|words| Buf::zeroed(None, words), width, [&rows(a), &b], extent);
                let mut log = Vec::new();
                let leads = kernel.run(&mut pair, 0, Some(&mut log));
                assert_eq!(pair.lens(), [4, 0], "{target}: modulo 2^{bits} − 1");
                assert_eq!((log.len(), log[0].passes), (1, passes), "{target}: modulo 2^{bits} − 1");
                assert!(leads.iter().any(|&x| x != 0), "{target}: a product of units modulo 2^{bits} − 1");
            }
        }
    }
}
