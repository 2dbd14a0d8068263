//! Exponents with signs, and of several words.

use polymod::poly::Exponent;

#[test]
fn signs_bits_and_words() {
    let zero = Exponent::from(0i64);
    assert!(zero.is_zero() && !Exponent::new(true, &[0, 0]).is_negative());
    assert_eq!((zero.bits(), zero.word()), (0, Some(0)));
    let e = Exponent::from(i64::MIN);
    assert!(e.is_negative() && e.bits() == 64 && e.bit(63) && !e.bit(62) && !e.bit(64));
    assert_eq!((e.magnitude(), Exponent::from(-3i32)), (Exponent::from(1u64 << 63), Exponent::new(true, &[3])));
    let long = Exponent::new(false, &[5, 1, 0]);
    assert_eq!((long.bits(), long.word(), long.limbs()), (65, None, &[5, 1][..]));
    assert!(long.bit(0) && !long.bit(1) && long.bit(64));
}
