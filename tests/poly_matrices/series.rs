//! Inverses modulo x^n, divisions and powers, checked by their definitions.

use crate::{
    Poly, PolyMatrix,
    common::{Random, any, zn, zn_on},
    elements, residues,
};
use polymod::{Engine, Error, core::cpu::Target};

/// The identity plus x times a matrix, times a constant triangular matrix: the matrix of constant terms is invertible.
fn with_inverse(a: &PolyMatrix) -> PolyMatrix {
    let (r, n) = (a.ring(), a.rows());
    let triangle = PolyMatrix::from_fn(r, n, n, |i, j| match j.cmp(&i) {
        std::cmp::Ordering::Less => Poly::new(r, [a.get(i, j).coeff(0)]),
        std::cmp::Ordering::Equal => Poly::one(r),
        std::cmp::Ordering::Greater => Poly::zero(r),
    });
    &triangle.unwrap() * &(&PolyMatrix::identity(r, n) + &a.shl(1))
}

/// Checks that column degrees are below those of the divisor, and A = Q·B + R.
fn check_division(a: &PolyMatrix, b: &PolyMatrix) {
    let (q, rest) = a.div_rem(b).unwrap();
    assert_eq!(&(&q * b) + &rest, *a, "{a:?} by {b:?}");
    let degree = |m: &PolyMatrix, j: usize| (0..m.rows()).filter_map(|i| m.get(i, j).degree()).max();
    assert!((0..b.cols()).all(|j| degree(&rest, j) < degree(b, j)), "{rest:?} by {b:?}");
}

/// Divisors that are not column-reduced: R·B⁻¹ = R·adj(B)/det(B) is strictly proper.
#[test]
fn divisions_by_any_nonsingular_matrix() {
    let mut random = Random::new(3);
    for p in [2, 97, (1 << 62) - 57] {
        let f = zn(p);
        let mut other = 0;
        for k in 0..40 {
            let (a, b) = (residues(&f, [3, 2, 6], &mut random), residues(&f, [2, 2, 3], &mut random));
            // columns of which one is nearly a multiple of the other
            let x = Poly::x(&f);
            let steep =
                PolyMatrix::new(&f, 2, 2, vec![Poly::one(&f), x.pow(k % 3).unwrap(), Poly::zero(&f), Poly::one(&f)]);
            let b = &b * &steep.unwrap();
            let det = b.det().unwrap();
            if det.is_empty() {
                assert!(matches!(a.div_rem(&b), Err(Error::Singular { size: 2, .. })), "{b:?}");
                continue;
            }
            let (q, rest) = a.div_rem(&b).unwrap();
            assert_eq!(&(&q * &b) + &rest, a, "{a:?} by {b:?}");
            let [s, t, u, v] = [b.get(1, 1).clone(), -b.get(0, 1), -b.get(1, 0), b.get(0, 0).clone()];
            let adjugate = PolyMatrix::new(&f, 2, 2, vec![s, t, u, v]).unwrap();
            let fractions = &rest * &adjugate;
            assert!(fractions.entries().iter().all(|e| e.len() < det.len()), "{a:?} by {b:?}");
            other += i32::from(!b.transposed().is_reduced(&[0, 0]).unwrap());
        }
        assert!(other > 10, "{other} divisors are not column-reduced");
    }
}

fn check(a: &PolyMatrix, long: &PolyMatrix) {
    let (r, n) = (a.ring(), a.rows());
    let unit = with_inverse(a);
    for terms in [0, 1, 2, 3, 17, 40] {
        let inverse = unit.inv_series(terms).unwrap();
        assert!(inverse.degree().is_none_or(|d| d < terms));
        assert_eq!(unit.mul_low(&inverse, terms), Ok(PolyMatrix::identity(r, n).truncated(terms)));
    }
    // the leading coefficients of columns are those of a diagonal matrix with powers of x
    let power = |k: usize| Poly::one(r).shl(k);
    let low = a.truncated(2);
    let divisor =
        PolyMatrix::from_fn(r, n, n, |i, j| if i == j { power(j % 4 + 2) } else { low.get(i, j).clone() }).unwrap();
    check_division(long, &divisor);
    check_division(&low.transposed(), &divisor);
    check_division(&PolyMatrix::zero(r, 3, n), &divisor);
    check_division(&(&long.shl(1) * &divisor), &divisor);
    let mut power = PolyMatrix::identity(r, n);
    for e in 0..6 {
        assert_eq!(a.pow(e), Ok(power.clone()), "to the {e}");
        power = &power * a;
    }
}

#[test]
fn over_words() {
    let mut random = Random::new(1);
    for target in Target::families() {
        let engine = Engine::builder().threads(1).target(target).build();
        for n in [2, 3, 6, 97, 998_244_353, (1 << 50) - 27, (1 << 62) - 57, u64::MAX] {
            let f = zn_on(&engine, n);
            for (size, len) in [(0, 3), (1, 9), (2, 30), (5, 4)] {
                let a = residues(&f, [size, size, len], &mut random);
                check(&a, &residues(&f, [3, size, 3 * len], &mut random));
            }
        }
    }
}

#[test]
fn over_other_rings() {
    let mut random = Random::new(2);
    let dims = [[3, 3, 5], [4, 3, 12]];
    for name in ["gf2", "gf2^8:0x11b", "zn:2^127-1", "gfpf:F4"] {
        let [a, b] = dims.map(|dims| elements(&any(name), dims, &mut random));
        check(&a, &b);
    }
}

#[test]
fn what_has_no_inverse() {
    let f = zn(97);
    let x = Poly::from_i64(&f, &[0, 1]);
    let a = PolyMatrix::new(&f, 2, 2, vec![x.clone(), x.clone(), x.clone(), Poly::one(&f)]).unwrap();
    assert_eq!(a.inv_series(3), Err(Error::Singular { rank: 1, size: 2 }));
    // columns of degree 1 with leading coefficients (1, 1) and (1, 0): column-reduced; with equal columns not
    assert!(a.div_rem(&a).is_ok());
    let equal = PolyMatrix::new(&f, 2, 2, vec![x.clone(), x.clone(), x.clone(), x]).unwrap();
    assert_eq!(a.div_rem(&equal), Err(Error::Singular { rank: 1, size: 2 }));
    assert!(matches!(a.div_rem(&PolyMatrix::identity(&f, 3)), Err(Error::Shapes { .. })));
    assert!(matches!(a.part(0..1, 0..2).inv_series(1), Err(Error::NotSquare { .. })));
    assert!(matches!(a.part(0..1, 0..2).pow(1), Err(Error::NotSquare { .. })));
    let composite = zn(6);
    let two = PolyMatrix::new(&composite, 1, 1, vec![Poly::from_i64(&composite, &[2])]).unwrap();
    assert!(matches!(two.inv_series(2), Err(Error::NotInvertible { factor, .. }) if factor == "2"));
}
