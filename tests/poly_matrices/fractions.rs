//! Fractions of matrices reconstructed from their power series.

use crate::{
    Poly, PolyMatrix,
    common::{Random, any, zn},
    elements, residues,
};
use polymod::{Error, Ring, ring::AnyElem};

/// Powers of x on the diagonal, and terms below them: column-reduced.
fn denominator(low: &PolyMatrix, degrees: &[usize]) -> PolyMatrix {
    let r = low.ring();
    let entry = |i: usize, j: usize| {
        let e = Poly::new(r, low.get(i, j).iter().take(degrees[j]));
        if i == j { &e + &Poly::monomial(r, &r.one(), degrees[j]) } else { e }
    };
    PolyMatrix::from_fn(r, degrees.len(), degrees.len(), entry).unwrap()
}

/// The fraction n/d is found from enough terms of its expansion, in lowest terms, if it has one.
fn check(n: &PolyMatrix, d: &PolyMatrix) {
    if d.inv_series(1).is_err() {
        return;
    }
    // denominators on the left have at most the degree of the determinant
    let degree = d.degree().unwrap_or(0);
    let order = degree * (d.rows() + 1) + 1;
    let series = |n: &PolyMatrix, d: &PolyMatrix, order: usize| n.mul_low(&d.inv_series(order).unwrap(), order);
    let expansion = series(n, d, order).unwrap();
    let (found, below) = expansion.fraction(order).unwrap();
    assert_eq!(series(&found, &below, 3 * order), series(n, d, 3 * order), "{n:?} over {d:?}");
    let zeros = vec![0; d.rows()];
    assert_eq!(below.transposed().is_popov(&zeros), Ok(true), "{below:?}");
    let [top, bottom] = [&found, &below].map(|m| m.column_degrees(&vec![0; m.rows()]).unwrap());
    assert!(top.iter().zip(&bottom).all(|(x, y)| x < y), "{found:?} over {below:?}");
    // lowest terms: the columns of the numerator and the denominator, one above the other, generate a summand
    let (m, k) = found.shape();
    let both = PolyMatrix::from_fn(d.ring(), m + k, k, |i, j| match i.checked_sub(m) {
        Some(i) => below.get(i, j).clone(),
        None => found.get(i, j).clone(),
    });
    assert_eq!(both.unwrap().popov(&zeros), Ok(PolyMatrix::identity(d.ring(), k)), "{found:?} over {below:?}");
}

#[test]
fn fractions_of_series() {
    let mut random = Random::new(1);
    for p in [2, 7, 97, (1 << 62) - 57] {
        let f = zn(p);
        for (m, degrees) in [(1, &[3][..]), (2, &[2, 1]), (1, &[2, 2, 3]), (4, &[1, 3]), (2, &[]), (3, &[1, 1, 1])] {
            let k = degrees.len();
            let d = denominator(&residues(&f, [k, k, 4], &mut random), degrees);
            let least = degrees.iter().min().copied().unwrap_or(0);
            let n = residues(&f, [m, k, least], &mut random);
            check(&n, &d);
            // a common factor on the right
            let one = PolyMatrix::identity(&f, k);
            let factor = &one.shl(1) + &one;
            check(&(&n * &factor), &(&d * &factor));
        }
    }
    let f = any("gf2");
    let d = denominator(&elements(&f, [1, 1, 9], &mut random), &[8]);
    check(&elements(&f, [3, 1, 8], &mut random), &d);
    let f = any("gf2^8:0x11b");
    let d = denominator(&elements(&f, [2, 2, 3], &mut random), &[2, 3]);
    check(&elements(&f, [2, 2, 2], &mut random), &d);
}

/// Of one row and column: what rational reconstruction finds.
#[test]
fn of_polynomials() {
    let f = zn(97);
    let mut random = Random::new(2);
    for len in 1..8 {
        let series = Poly::new(&f, (0..2 * len).map(|_| AnyElem::Word(random.below(97))));
        let modulus = Poly::monomial(&f, &f.one(), 2 * len as usize);
        let expected = series.rational(&modulus, len as usize - 1);
        let found = PolyMatrix::new(&f, 1, 1, vec![series]).unwrap().fraction(2 * len as usize);
        if let Some((n, d)) = expected.ok().filter(|(n, d)| n.len() < d.len()) {
            assert_eq!(found.map(|(n, d)| (n.get(0, 0).clone(), d.get(0, 0).clone())), Ok((n, d)));
        }
    }
    // 1/x has no expansion: x ≡ x modulo x², of which 1 over a denominator with a zero at 0 would be the fraction
    let x = PolyMatrix::new(&f, 1, 1, vec![Poly::x(&f)]).unwrap();
    assert!(matches!(x.fraction(2), Err(Error::Domain { .. })), "{:?}", x.fraction(2));
    assert!(matches!(x.fraction(0), Ok((n, d)) if n.is_zero() && d == PolyMatrix::identity(&f, 1)));
}
