//! What checks over Z and Q need of these rings themselves, for rings that are Z or Q by their own type or behind [`AnyRing`].

use super::seeded;
use crate::any;
use polymod::{
    AnyRing, Error, Integers, Poly, Zn,
    verify::{
        Unverified,
        over_z::{integer_poly, over_z},
    },
};

#[test]
fn z_is_found_behind_any_ring_and_other_rings_are_refused() {
    let z = Integers::new();
    let behind = AnyRing::new(z.clone());
    let p = Poly::from_i64(&behind, &[-6, 0, 4]);
    assert_eq!(integer_poly(&p), Ok(Poly::from_i64(&z, &[-6, 0, 4])));
    assert_eq!(over_z(&z), Ok(&z));
    let f = any("zn:97");
    let a = Poly::from_i64(&f, &[1, 1]);
    let unsupported = |e| matches!(e, Unverified::Library(Error::Unsupported { .. }));
    assert!(seeded(&f, 1).integer_divisor(&a, &a, &a).is_err_and(unsupported));
    assert!(over_z(&Zn::new(97).unwrap()).is_err_and(unsupported));
}
