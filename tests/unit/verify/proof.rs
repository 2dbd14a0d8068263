//! What a check found: the strength of its evidence, or why there is none.

use polymod::verify::Proof;

#[test]
fn bounds_add_up() {
    let half = Proof::Points { points: 1, log2_error: -61.0 };
    assert_eq!(half.clone().and(half.clone()), Proof::Points { points: 2, log2_error: -60.0 });
    assert_eq!(Proof::Exact.and(half.clone()), half);
    assert_eq!(half.to_string(), "equal at 1 random point, error probability below 2^-61");
}
