//! Residues of words around multiples of p.

use polymod_core::{arith::Modulus, cpu::host, pass::rows::*, registry};

/// Words around ± p and at the ends of ranges: the last below p, the first beyond it, more, and all words.
#[test]
fn words_of_every_range_are_reduced() {
    if registry::first(KERNELS, host().target).is_none() {
        return;
    }
    for p in [97, (1 << 31) - 1, (1 << 48) - 59, (1 << 49) - 81] {
        let n = Modulus::new(p).unwrap();
        let p = i128::from(p);
        for bits in [n.bits() - 1, n.bits(), n.bits() + 1, 63] {
            let end = 1i128 << bits;
            let all = [-end, 1 - end, -p - 1, -p, 1 - p, -1, 0, 1, p - 1, p, p + 1, end - 1];
            let words: Vec<i128> = all.into_iter().filter(|x| (-end..end).contains(x)).collect();
            let mut out: Vec<u64> = words.iter().map(|&x| x as u64).collect();
            let from = out.clone();
            split_words(&WordReduce::new(n, bits), &from, &mut out);
            let expected: Vec<u64> = words.iter().map(|x| x.rem_euclid(p) as u64).collect();
            assert_eq!(out, expected, "{words:?} modulo {p}");
        }
    }
}
