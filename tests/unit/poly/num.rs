//! Traits of `num-traits` for polynomials.

use num_traits::{CheckedAdd, CheckedMul, CheckedSub, Pow};
use polymod::{Poly, Zn};

#[test]
fn they_are_the_methods() {
    let [a, b] = [97, 101].map(|n| Poly::from_i64(&Zn::new(n).unwrap(), &[1, 2]));
    assert_eq!(Pow::pow(a.clone(), 5u64), &a * &a * &a * &a * &a);
    assert_eq!(CheckedAdd::checked_add(&a, &a), Some(a.scale(&2)));
    assert_eq!(CheckedSub::checked_sub(&a, &a), Some(Poly::zero(a.ring())));
    assert_eq!(CheckedMul::checked_mul(&a, &a), Some(Pow::pow(&a, 2i32)));
    assert!(CheckedAdd::checked_add(&a, &b).is_none() && CheckedMul::checked_mul(&a, &b).is_none());
    assert!(CheckedSub::checked_sub(&a, &b).is_none());
}
