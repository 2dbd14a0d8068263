//! What once was wrong.

use crate::common::product_integers;
use polymod::{
    Integers, ProductAlgorithm,
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
