//! What errors say.

use polymod_core::Error;

fn said(value: &str, modulus: &str, factor: &str) -> String {
    Error::NotInvertible { value: value.into(), modulus: modulus.into(), factor: factor.into() }.to_string()
}

#[test]
fn what_has_no_inverse_is_named() {
    assert_eq!(said("2", "6", "2"), "2 has no inverse modulo 6: 2 divides both");
    assert_eq!(said("2", "0", "2"), "2 has no inverse in Z");
    assert_eq!(said("0", "0", "0"), "0 has no inverse in Z");
    assert_eq!(said("0", "97", "97"), "0 has no inverse modulo 97");
    assert_eq!(
        said("7", "7", "7"),
        "the division by 7 does not exist modulo 7, where it has no inverse: 7 divides both"
    );
    assert_eq!(
        said("10", "4", "2"),
        "the division by 10 does not exist modulo 4, where it has no inverse: 2 divides both"
    );
    assert_eq!(said("x + 1", "x^2 - 1", "x + 1"), "x + 1 has no inverse modulo x^2 - 1: x + 1 divides both");
}

#[test]
fn divisors_are_named_as_they_stand() {
    let zero = |modulus: &str| Error::NotInvertible { value: "0".into(), modulus: modulus.into(), factor: "7".into() };
    assert_eq!(
        zero("7").dividing_by(14).to_string(),
        "the division by 14 does not exist modulo 7, where it has no inverse: 7 divides both"
    );
    let of_bits = zero("0x11b").dividing_by(2).to_string();
    assert_eq!(of_bits, "the division by 2 does not exist modulo 2, where it has no inverse: 2 divides both");
    assert_eq!(Error::DivisionByZero.dividing_by(2), Error::DivisionByZero);
}
