//! Checks of results computed over files: one pass over operands and result for each random point.

use super::seeded;
use crate::any;
use polymod::{
    Ring,
    core::transform::ntt::Wrap,
    outofcore::{Scratch, Sink},
};

fn file(words: &[u64]) -> Scratch {
    let file = Scratch::new(&std::env::temp_dir(), words.len(), 1).unwrap();
    file.write(0, words).unwrap();
    file
}

#[test]
fn products_of_any_length() {
    let f = any("zn:2^61-1");
    let mut checker = seeded(&f, 3);
    let (a, none) = (file(&[1, 2]), file(&[]));
    assert!(checker.file_product([&a, &none], &none).is_ok());
    assert!(checker.file_product([&a, &none], &a).is_err());
    assert!(checker.file_product([&a, &a], &file(&[1, 4, 4, 0])).is_ok(), "zeros may follow");
    assert!(checker.file_product([&a, &a], &file(&[1, 4, 4, 1])).is_err());
}

#[test]
fn transforms_have_a_length() {
    let f = any("zn:998244353");
    let (root, one, two, three) = (f.elem(-1), file(&[1]), file(&[1, 1]), file(&[1, 1, 1]));
    let check = |len, v: &Scratch, c: &Scratch| seeded(&f, 3).file_transform((len, Wrap::Cyclic, &root), v, c).is_ok();
    assert!(check(2, &two, &one));
    assert!(!check(2, &two, &three) && !check(2, &three, &one));
    assert!(!check(0, &file(&[]), &file(&[])));
}
