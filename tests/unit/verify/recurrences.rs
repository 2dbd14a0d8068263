//! Checks of terms of sequences: by powers of x modulo the minimal polynomial, and step by step.

use super::seeded;
use polymod::{Error, Poly, Zn, verify::Proof};

#[test]
fn terms_of_a_recurrence_need_the_first_ones() {
    let f = Zn::new(97).unwrap();
    let c = Poly::from_i64(&f, &[-1, -1, 1]);
    let mut checker = seeded(&f, 3);
    let mut check = |first: &[u64]| checker.recurrence_term(&c, f.view(first).unwrap(), &10.into(), &55);
    assert_eq!(check(&[0, 1]), Ok(Proof::Exact));
    let what = "the first terms of a sequence";
    assert_eq!(check(&[0]), Err(Error::Length { what, expected: 2, got: 1 }.into()));
}
