//! Lattice bases with short entries.

use polymod::{
    Engine,
    multimodular::{
        factor::lattice::{Basis, gram_determinants, short_span},
        lattice::reduced_words,
    },
};
use rug::Integer;

#[test]
fn short_vectors_are_found() {
    // a lattice with a hidden vector of squared length 3
    let basis: Basis =
        vec![vec![1, 0, 0, 1_234_567], vec![0, 1, 0, 7_654_321], vec![0, 0, 1, -8_888_888], vec![0, 0, 0, 99_999_989]];
    let basis = Engine::builder().build().enter(|cx| reduced_words(&basis, cx)).expect("it is not cancelled");
    assert_eq!(basis[0].iter().map(|x| x * x).sum::<i64>(), 3, "{basis:?}");
    assert_eq!(short_span(&basis, 3), 1);
    let volume = gram_determinants(&basis)[4].clone();
    assert_eq!(volume, Integer::from(99_999_989u64) * 99_999_989u64);
}
