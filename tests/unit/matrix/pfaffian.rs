//! Pfaffians by expansion, and of congruent matrices.

use crate::any;
use polymod::{AnyRing, Error, Matrix, Ring, core::bits::SplitMix64, ring::AnyElem};

/// The Pfaffian by expansion along the first row.
fn expanded(a: &Matrix<AnyRing>, left: &[usize]) -> AnyElem {
    let r = a.ring();
    let Some((&first, others)) = left.split_first() else { return r.one() };
    (0..others.len()).fold(r.elem(0), |sum, i| {
        let rest: Vec<usize> = others.iter().copied().filter(|&k| k != others[i]).collect();
        let term = r.mul(&a.get(first, others[i]), &expanded(a, &rest));
        r.add(&sum, &if i % 2 == 1 { r.neg(&term) } else { term })
    })
}

fn skew(r: &AnyRing, n: usize, mut elem: impl FnMut() -> AnyElem) -> Matrix<AnyRing> {
    let mut a = Matrix::zero(r, n, n).unwrap();
    for (i, j) in (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))) {
        let x = elem();
        a.set(i, j, &x);
        a.set(j, i, &r.neg(&x));
    }
    a
}

fn pfaffians_over(r: &AnyRing, mut elem: impl FnMut() -> AnyElem) {
    for n in (0..=8).chain([8; 6]) {
        let a = skew(r, n, &mut elem);
        let all: Vec<usize> = (0..n).collect();
        let expected = if n % 2 == 1 { r.elem(0) } else { expanded(&a, &all) };
        assert_eq!(a.pfaffian().unwrap(), expected, "{a:?}");
        if n % 2 == 0 {
            let found = r.engine().enter(|cx| a.pfaffian_without_divisions(cx.alone())).unwrap();
            assert_eq!(found, expected, "{a:?}");
        }
    }
    // longer than a panel, of full rank and of less
    for n in [70, 150] {
        let a = skew(r, n, &mut elem);
        let found = a.pfaffian().unwrap();
        assert_eq!(r.mul(&found, &found), a.det().unwrap(), "{n} rows over {}", r.name());
        let b = Matrix::from_fn(r, n, n - 2, |_, _| elem()).unwrap();
        let less = &b * &skew(r, n - 2, &mut elem) * b.transposed();
        assert!(r.is_zero(&less.pfaffian().unwrap()));
    }
}

#[test]
fn pfaffians_are_those_by_expansion() {
    let mut random = SplitMix64::new(8);
    for n in [2, 3, 4, 6, 97, 1 << 32, (1 << 61) - 1] {
        pfaffians_over(&any(&format!("zn:{n}")), || AnyElem::Word(random.word() % n));
    }
    pfaffians_over(&any("gf2"), || AnyElem::Bit(random.word() % 2 == 1));
    pfaffians_over(&any("gf2^8:0x11b"), || AnyElem::Word(random.word() % 256));
}

/// Pf(B·A·Bᵀ) = det B·Pf A, which fixes the sign beyond one panel.
#[test]
fn congruent_matrices() {
    let f = any("zn:97");
    let mut random = SplitMix64::new(9);
    let a = skew(&f, 140, || AnyElem::Word(random.word() % 97));
    let b = Matrix::from_fn(&f, 140, 140, |_, _| AnyElem::Word(random.word() % 97)).unwrap();
    let expected = f.mul(&b.det().unwrap(), &a.pfaffian().unwrap());
    assert_eq!((&b * &a * b.transposed()).pfaffian().unwrap(), expected);
    let blocks = Matrix::from_fn(&f, 140, 140, |i, j| match (i % 2, j) {
        (0, _) if j == i + 1 => f.elem(2),
        (1, _) if j + 1 == i => f.elem(95),
        _ => f.elem(0),
    });
    assert_eq!(blocks.unwrap().pfaffian().unwrap(), f.pow(&f.elem(2), 70));
}

#[test]
fn refusals() {
    let f = any("zn:97");
    let of = |rows: &[&[i64]]| Matrix::from_i64(&f, rows).unwrap().pfaffian();
    assert!(matches!(of(&[&[0, 1]]), Err(Error::NotSquare { .. })));
    assert!(matches!(of(&[&[0, 1], &[1, 0]]), Err(Error::Domain { .. })));
    assert!(matches!(of(&[&[1]]), Err(Error::Domain { .. })));
    assert!(Matrix::from_i64(&any("gf2"), &[&[1, 1], &[1, 0]]).unwrap().pfaffian().is_err());
}
