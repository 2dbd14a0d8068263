//! Checks of terms of sequences: by powers of x modulo the minimal polynomial, and step by step.

use super::seeded;
use crate::any;
use polymod::{Error, Poly, Ring, ring::AnyElem, verify::Proof};

#[test]
fn terms_of_a_recurrence_need_the_first_ones() {
    let f = any("zn:97");
    let c = Poly::from_i64(&f, &[-1, -1, 1]);
    let mut checker = seeded(&f, 3);
    let mut check = |first: &[AnyElem]| checker.recurrence_term(&c, f.collect(first).view(), &10.into(), &f.elem(55));
    assert_eq!(check(&[0, 1].map(AnyElem::Word)), Ok(Proof::Exact));
    let what = "the first terms of a sequence";
    assert_eq!(check(&[AnyElem::Word(0)]), Err(Error::Length { what, expected: 2, got: 1 }.into()));
}
