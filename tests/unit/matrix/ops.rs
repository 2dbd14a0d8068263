//! Sums of matrices over Z.

use crate::any;
use polymod::{
    Matrix,
    ring::{AnyElem, AnyElement},
    rug::Integer,
};

/// Sums over Z of entries of one to six words with entries of other lengths, small ones and carries among them.
#[test]
fn sums_of_entries_of_different_lengths() {
    let z = any("z");
    let lengths = [1u32, 62, 63, 64, 100, 127, 128, 260, 319];
    for bits in lengths {
        for other in lengths {
            let entry = |bits: u32, i: usize, j: usize| {
                let x = (Integer::from(1) << bits) - (3 * i + j) as u32;
                AnyElem::Integer(if (i + j) % 2 == 1 { -x } else { x >> (7 * i as u32) })
            };
            let a = Matrix::from_fn(&z, 3, 2, |i, j| entry(bits, i, j)).expect("a shape");
            let b = Matrix::from_fn(&z, 3, 2, |i, j| entry(other, j, i)).expect("a shape");
            let (sum, difference) = (&a + &b, &a - &b);
            for (i, j) in (0..3).flat_map(|i| [(i, 0), (i, 1)]) {
                let [x, y] = [&a, &b].map(|m| Integer::of(&m.get(i, j)).clone());
                assert_eq!(sum.get(i, j), AnyElem::Integer(Integer::from(&x + &y)), "{bits} and {other} bits");
                assert_eq!(difference.get(i, j), AnyElem::Integer(x - y), "{bits} and {other} bits");
            }
        }
    }
}
