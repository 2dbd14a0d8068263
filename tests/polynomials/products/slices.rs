//! `Zn::mul_into`: products of slices into a slice.

use super::moduli;
use crate::common::{Random, cases, product};
use polymod::{Cancel, Engine, Error, Zn};

/// Lengths on both sides of each change of algorithm, blocks included.
const LENGTHS: [(usize, usize); 14] = [
    (1, 1),
    (1, 50),
    (7, 8),
    (8, 8),
    (9, 9),
    (30, 30),
    (49, 97),
    (128, 127),
    (200, 200),
    (500, 500),
    (1000, 30),
    (40, 2000),
    (1024, 1025),
    (2100, 2000),
];

#[test]
fn products_with_dirty_scratch_of_exact_length() {
    let mut random = Random::new(40);
    for n in moduli() {
        let f = Zn::new(n).unwrap();
        for (a, b) in LENGTHS {
            let (a, b) = (random.residues(n, a), random.residues(n, b));
            let needed = f.mul_scratch_len(a.len(), b.len());
            let (mut out, mut scratch) = (vec![!0; a.len() + b.len() - 1], vec![!0; needed]);
            f.mul_into(&mut out, &a, &b, &mut scratch).unwrap();
            assert_eq!(out, product(&a, &b, n), "{n}: {} by {}", a.len(), b.len());
            // operands of equal length could be a square, which may need more
            if needed > 0 && a.len() != b.len() {
                let error = f.mul_into(&mut out, &a, &b, &mut scratch[1..]);
                assert_eq!(error, Err(length("the scratch of mul_into", needed, needed - 1)));
            }
        }
    }
}

/// Every length for which the scratch length is tight: odd halves, and blocks with any remainder.
#[test]
fn scratch_suffices() {
    let mut random = Random::new(41);
    let f = Zn::new((1 << 61) - 1).unwrap();
    for _ in 0..cases(300) {
        let (a, b) = (1 + random.usize_below(600), 1 + random.usize_below(150));
        let (a, b) = (random.residues(f.n(), a), random.residues(f.n(), b));
        let mut out = vec![0; a.len() + b.len() - 1];
        let mut scratch = vec![random.word(); f.mul_scratch_len(a.len(), b.len())];
        f.mul_into(&mut out, &a, &b, &mut scratch).unwrap();
        assert_eq!(out, product(&a, &b, f.n()), "{} by {}", a.len(), b.len());
    }
}

#[test]
fn squares_pass_one_slice_twice() {
    let mut random = Random::new(42);
    for n in moduli() {
        let f = Zn::new(n).unwrap();
        for len in [1, 8, 9, 31, 32, 100, 250, 700, 1500] {
            let a = random.residues(n, len);
            let (mut out, mut scratch) = (vec![!0; 2 * len - 1], vec![!0; f.mul_scratch_len(len, len)]);
            f.mul_into(&mut out, &a, &a, &mut scratch).unwrap();
            assert_eq!(out, product(&a, &a, n), "{n}: the square of length {len}");
            // two overlapping slices of one vector are not a square
            let low = &a[..len - len / 2];
            let (mut out, needed) = (vec![!0; len + low.len() - 1], f.mul_scratch_len(len, low.len()));
            f.mul_into(&mut out, &a, low, &mut vec![!0; needed]).unwrap();
            assert_eq!(out, product(&a, low, n), "{n}: {len} by its lower half");
        }
    }
}

fn length(what: &'static str, expected: usize, got: usize) -> Error {
    Error::Length { what, expected, got }
}

#[test]
fn wrong_slices_are_errors() {
    let f = Zn::new(97).unwrap();
    let mut scratch = [0; 64];
    let mut mul = |out: &mut [u64], a: &[u64], b: &[u64]| f.mul_into(out, a, b, &mut scratch);
    assert_eq!(mul(&mut [0; 3], &[], &[1, 2, 3]), Err(length("an operand of mul_into", 1, 0)));
    assert_eq!(mul(&mut [0; 3], &[1, 2, 3], &[]), Err(length("an operand of mul_into", 1, 0)));
    for got in [0, 3, 5] {
        let error = mul(&mut vec![0; got], &[1, 2], &[3, 4, 5]);
        assert_eq!(error, Err(length("the output of mul_into", 4, got)));
    }
    let not_reduced = |index, value| Err(Error::NotReduced { index, value, modulus: 97 });
    let mut out = [7; 4];
    assert_eq!(mul(&mut out, &[1, 97], &[3, 4, 5]), not_reduced(1, 97));
    assert_eq!(mul(&mut out, &[1, 96], &[3, 4, u64::MAX]), not_reduced(2, u64::MAX));
    assert_eq!(out, [7; 4], "nothing was written");
    assert_eq!(f.view(&[96, 0, 97]).unwrap_err().to_string(), "coefficient 2 is 97, expected less than the modulus 97");
}

#[test]
fn cancelled_products_say_so() {
    let cancel = Cancel::new();
    let f = Zn::on(&Engine::builder().cancel(cancel.clone()).build(), 998_244_353).unwrap();
    let a = vec![5; 3000];
    let (mut out, mut scratch) = (vec![0; 5999], vec![0; f.mul_scratch_len(3000, 3000)]);
    cancel.raise();
    assert_eq!(f.mul_into(&mut out, &a, &a, &mut scratch), Err(Error::Cancelled));
    cancel.reset();
    assert_eq!(f.mul_into(&mut out, &a, &a, &mut scratch), Ok(()));
    assert_eq!(out[2999], 25 * 3000);
}
