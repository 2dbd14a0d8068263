//! Adjugates, Hessenberg forms, and spaces of rows and columns.

use crate::any;
use polymod::{
    AnyRing, Error, Matrix, Rationals, Ring,
    core::bits::SplitMix64,
    ring::{AnyElem, Block, Blocks},
    rug::Rational,
};

/// The adjugate by its definition.
fn cofactors(a: &Matrix<AnyRing>) -> Matrix<AnyRing> {
    let (r, n) = (a.ring(), a.rows());
    let minor = |i: usize, j: usize| {
        let at = |skipped: usize, k: usize| k + usize::from(k >= skipped);
        let rest = Matrix::from_fn(r, n - 1, n - 1, |k, l| a.get(at(j, k), at(i, l))).unwrap();
        let det = rest.det().unwrap();
        if (i + j) % 2 == 1 { r.neg(&det) } else { det }
    };
    Matrix::from_fn(r, n, n, minor).unwrap()
}

fn adjugates_over(r: &AnyRing, mut elem: impl FnMut() -> AnyElem) {
    for n in 1..8 {
        for rank in 0..=n {
            let left = Matrix::from_fn(r, n, rank, |_, _| elem()).unwrap();
            let right = Matrix::from_fn(r, rank, n, |i, j| if j <= i { r.elem(0) } else { elem() }).unwrap();
            for a in [&left * &right, Matrix::from_fn(r, n, n, |_, _| elem()).unwrap()] {
                assert_eq!(a.adjugate().unwrap(), cofactors(&a), "{a:?}");
                assert_eq!(a.adjugate_by_charpoly().unwrap(), cofactors(&a), "{a:?}");
            }
        }
    }
    assert_eq!(Matrix::identity(r, 0).adjugate().unwrap().shape(), (0, 0));
    assert!(matches!(Matrix::zero(r, 1, 2).unwrap().adjugate(), Err(Error::NotSquare { .. })));
}

#[test]
fn adjugates_are_those_of_cofactors() {
    let mut random = SplitMix64::new(5);
    for n in [2, 3, 4, 6, 97, 1 << 32, (1 << 61) - 1] {
        adjugates_over(&any(&format!("zn:{n}")), || AnyElem::Word(random.word() % n));
    }
    adjugates_over(&any("gf2"), || AnyElem::Bit(random.word() % 2 == 1));
    adjugates_over(&any("gf2^8:0x11b"), || AnyElem::Word(random.word() % 256));
}

#[test]
fn hessenberg_forms_over_q_are_those_of_other_rings() {
    let (q, mut random) = (Rationals::new(), SplitMix64::new(8));
    for size in 0..7 {
        let entry = |random: &mut SplitMix64| {
            let word = random.word();
            Rational::from(((word % 5) as i64 - 2, word / 8 % 3 + 1))
        };
        let a = Matrix::from_fn(&q, size, size, |_, _| entry(&mut random)).unwrap();
        let wanted =
            q.engine().enter(|cx| Blocks::hessenberg(&q, Block::new(a.entries(), size, size, size), cx)).unwrap();
        assert_eq!(a.hessenberg().unwrap(), Matrix::new(&q, size, size, wanted).unwrap(), "{a:?}");
    }
}

#[test]
fn hessenberg_forms_are_similar() {
    let mut random = SplitMix64::new(6);
    for n in [2, 5, (1 << 61) - 1] {
        let f = any(&format!("zn:{n}"));
        // the last one has more columns than are found together
        for size in (0..9).chain([20]) {
            let a = Matrix::from_fn(&f, size, size, |_, _| AnyElem::Word(random.word() % n.min(3))).unwrap();
            let h = a.hessenberg().unwrap();
            let below = (0..size).flat_map(|i| (0..i.saturating_sub(1)).map(move |j| (i, j)));
            assert!(below.into_iter().all(|(i, j)| f.is_zero(&h.get(i, j))), "{h:?}");
            assert_eq!(h.charpoly_berkowitz().unwrap(), a.charpoly_berkowitz().unwrap());
            assert_eq!(h.minpoly().unwrap(), a.minpoly().unwrap());
        }
    }
    assert!(Matrix::zero(&any("zn:97"), 1, 2).unwrap().hessenberg().is_err());
}

#[test]
fn spaces_of_rows_and_columns() {
    let f = any("zn:7");
    let mut random = SplitMix64::new(7);
    for (rows, cols, rank) in [(0, 3, 0), (3, 0, 0), (4, 6, 2), (6, 4, 4), (5, 5, 0), (5, 5, 1), (9, 9, 8)] {
        let left = Matrix::from_fn(&f, rows, rank, |_, _| AnyElem::Word(random.word() % 7)).unwrap();
        let a = left * Matrix::from_fn(&f, rank, cols, |_, _| AnyElem::Word(random.word() % 7)).unwrap();
        let (kernel, image) = (a.left_nullspace().unwrap(), a.column_space().unwrap());
        assert!((&kernel * &a).is_zero() && (&kernel * &image.transposed()).is_zero());
        assert_eq!((kernel.rows() + image.rows(), image.rows()), (rows, a.rank().unwrap()));
        assert_eq!((kernel.rref().unwrap(), image.rref().unwrap()), (kernel, image));
    }
}
