//! Slices of one vector at different places are no square.

use crate::ring::classical::mul_window;
use polymod::ring::{F2, Products, Ring, Vectors, product::same_run};

/// Slices of the same length at different places; over F2 a square is computed from one operand.
#[test]
fn slices_of_one_vector_are_no_square() {
    let f = F2::new();
    let v = f.from_words(&[0x0123_4567_89ab_cdef, u64::MAX, 0, 1, 0xfedc_ba98_7654_3210], 320);
    let (a, b) = (v.slice(0..150), v.slice(151..301));
    assert!(same_run(a, v.slice(0..150)) && !same_run(a, b) && !same_run(a, v.slice(0..149)));
    let product = f.engine().enter(|cx| f.mul_window(a, b, 0..299, cx)).expect("a product");
    assert!(f.same(product.view(), mul_window(&f, a, b, 0..299).view()));
}
