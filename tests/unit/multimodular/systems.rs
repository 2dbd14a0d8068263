//! Systems of linear equations, inverses and kernels over Z.

use polymod::{
    Integers, Matrix, Ring,
    multimodular::{Options, matrix::log2_rows, systems::by_lifting},
};

/// Each unknown has a denominator of its own: x/p for the primes p on the diagonal.
#[test]
fn lifting_finds_the_common_denominator() {
    let z = Integers::new();
    let a = Matrix::from_i64(&z, &[&[2, 0, 0, 0], &[0, 3, 0, 0], &[0, 0, 5, 0], &[0, 0, 0, 7]]).unwrap();
    let b = Matrix::from_i64(&z, &[&[1], &[1], &[1], &[1]]).unwrap();
    let bound = log2_rows(&a, Some(&b), |norm| norm.max(0.0));
    let found = z.engine().enter(|cx| by_lifting(&a, &b, bound, &Options::default(), cx));
    let (x, d) = found.unwrap().expect("the first primes do not divide 210").value;
    assert!(x == Matrix::from_i64(&z, &[&[105], &[70], &[42], &[30]]).unwrap() && d == 210, "{x:?}, {d}");
}
