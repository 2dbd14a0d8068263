//! What once was wrong.

use crate::common::{product_integers, two_to};
use polymod::{
    Integers, Poly, ProductAlgorithm, ZnBig,
    ring::{Convolve, Ring},
    rug::Integer,
};

/// By Kronecker's substitution, such a window came back unshifted.
#[test]
fn window_as_long_as_the_product_but_shifted() {
    let f = Integers::new();
    let list: Vec<Integer> = (1..6).map(Integer::from).collect();
    let a = f.collect(&list);
    let mut wanted = product_integers(&list, &list).split_off(4);
    wanted.resize(9, Integer::new());
    f.engine().enter(|cx| {
        let mut out = f.zeros(9);
        f.mul_window_by(ProductAlgorithm::Kronecker, &mut out, 0, a.view(), a.view(), 4..13, cx).unwrap();
        assert!(f.same(out.view(), f.collect(&wanted).view()), "{out:?}");
    });
}

/// The algorithm was chosen for coefficients as large as the modulus, and then refused for being zeros.
#[test]
fn low_part_that_needs_only_zeros_of_an_operand() {
    let f = ZnBig::new(two_to(127) - 1u32).unwrap();
    let a = Poly::from_i64(&f, &[1; 3000]);
    let b = a.shl(1500);
    assert_eq!(b.mul_low(&a, 1500), Ok(Poly::zero(&f)));
    assert_eq!(b.mul_low(&a, 1501), Ok(Poly::monomial(&f, &Integer::from(1), 1500)));
}
