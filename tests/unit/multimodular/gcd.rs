//! Greatest common divisors in Z\[x\].

use polymod::{
    Integers, Poly,
    multimodular::{
        gcd::{divided, signed_content},
        primitive_part,
    },
};

#[test]
fn primitive_parts_of_words() {
    let (least, most) = (i64::MIN, i64::MAX);
    for list in [
        &[][..],
        &[7],
        &[least],
        &[-6, 4],
        &[4, -6],
        &[1, -1],
        &[3, 0, 9],
        &[least, least],
        &[least, -1],
        &[least, most],
        &[most, -most],
    ] {
        let a = Poly::from_i64(&Integers::new(), list);
        assert_eq!(primitive_part(&a), divided(&a, &signed_content(&a)), "{list:?}");
    }
}
