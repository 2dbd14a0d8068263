//! The number of trials for the rank of a sparse matrix.

use polymod::{
    matrix::sparse::rank::{log2_elements, trials},
    ring::Cardinality,
};

#[test]
fn trials_fail_together_with_a_small_probability() {
    assert_eq!(trials([1000, 8], 61.0), Some(2)); // 2^−40
    assert_eq!(trials([3, 2], (10_007f64).log2()), Some(9)); // 72/10007
    assert_eq!((trials([100, 8], (10_007f64).log2()), trials([1, 1], 1.0)), (None, None));
    for (n, m, bits) in [(10, 4, 13.0), (5000, 16, 40.0), (7, 1, 1000.0)] {
        let Some(count) = trials([n, m], bits) else { continue };
        let each = (12.0 * (n * n.div_ceil(m)) as f64).log2() - bits;
        assert!(count as f64 * each <= -60.0 && (count - 1) as f64 * each > -60.0, "{n}, {m}, {bits}");
    }
}

#[test]
fn logarithms_of_long_cardinalities() {
    let size = |characteristic: &[u64], degree| Cardinality { characteristic: characteristic.to_vec(), degree };
    assert_eq!(log2_elements(&size(&[2], 64)), 64.0);
    assert_eq!(log2_elements(&size(&[0, 1], 3)), 192.0);
    assert!((log2_elements(&size(&[1; 40], 1)) - 39.0 * 64.0).abs() < 1e-6);
}
