//! Regressions.

use crate::common::{product_integers, two_to};
use polymod::{
    Engine, Integers, Poly, ProductAlgorithm, ZnBig,
    core::cpu::Target,
    ring::{ConvShape, Convolve, Products, Ring, Vectors, Window},
    rug::Integer,
};

/// Kronecker's substitution returned such a window unshifted.
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

/// The algorithm was chosen for coefficients as large as the modulus, and then refused because they are zero.
#[test]
fn low_part_that_needs_only_zeros_of_an_operand() {
    let f = ZnBig::new(two_to(127) - 1u32).unwrap();
    let a = Poly::from_i64(&f, &[1; 3000]);
    let b = a.shl(1500);
    assert_eq!(b.mul_low(&a, 1500), Ok(Poly::zero(&f)));
    assert_eq!(b.mul_low(&a, 1501), Ok(Poly::monomial(&f, &Integer::from(1), 1500)));
}

/// The number of terms in a coefficient was taken to be that of a product that does not wrap around.
#[test]
fn sums_of_wrapped_around_operands() {
    let f = Integers::on(&Engine::builder().target(Target::SCALAR).build());
    let largest = Integer::from((1 << 27) - 1);
    let a = f.collect(&vec![largest.clone(); 26]);
    let a = a.view();
    f.engine().enter(|cx| {
        let shape = ConvShape { a: f.size(a), b: f.size(a), window: Window::Cyclic(2) };
        let plan = f.conv_plan(std::slice::from_ref(&shape), 1, cx).unwrap();
        assert_eq!(f.cyclic_len(&plan), 2);
        let image = f.transform(&plan, a, cx).unwrap();
        let mut sum = f.sum(&plan, cx);
        f.image_addmul(&plan, &mut sum, &image, &image, cx).unwrap();
        let mut out = f.zeros(2);
        f.untransform_at(&plan, sum, &shape.window, &mut out, 0, cx).unwrap();
        let each = Integer::from(26 * 26 / 2) * largest.square();
        assert!(f.same(out.view(), f.collect(&[each.clone(), each]).view()), "{out:?}");
    });
}

/// The scalar kernel cut the integers into blocks as long as the vector that was to be filled: into none of length 0.
#[test]
fn transforms_of_no_coefficients() {
    for target in Target::families() {
        let f = Integers::on(&Engine::builder().target(target).build());
        let a = f.collect(&vec![Integer::from(7); 5]);
        let none = f.zeros(0);
        f.engine().enter(|cx| {
            let shape = ConvShape { a: f.size(a.view()), b: f.size(a.view()), window: Window::Cyclic(16) };
            let plan = f.conv_plan(std::slice::from_ref(&shape), 1, cx).unwrap();
            let [x, y] = [&a, &none].map(|v| f.transform(&plan, v.view(), cx).unwrap());
            let mut sum = f.sum(&plan, cx);
            f.image_addmul(&plan, &mut sum, &x, &y, cx).unwrap();
            let len = f.cyclic_len(&plan);
            let mut out = f.zeros(len);
            f.untransform_at(&plan, sum, &shape.window, &mut out, 0, cx).unwrap();
            assert!(f.same(out.view(), f.zeros(len).view()), "{target}: {out:?}");
        });
    }
}
