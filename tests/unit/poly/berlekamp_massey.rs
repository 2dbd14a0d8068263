//! Minimal polynomials of sequences, term by term.

use super::{listed, vector, zn};
use crate::any;
use polymod::{
    Error, Poly, Ring, Zn,
    core::bits::testing::noise,
    poly::BerlekampMassey,
    ring::{AnyElem, AnyElement},
};

/// The rank of these rows, by elimination.
fn rank(f: &Zn, mut rows: Vec<Vec<u64>>, columns: usize) -> usize {
    let mut rank = 0;
    for j in 0..columns {
        let Some(i) = (rank..rows.len()).find(|&i| rows[i][j] != 0) else { continue };
        rows.swap(rank, i);
        let pivot = rows[rank].clone();
        let inverse = f.inv(&pivot[j]).expect("a field");
        for row in &mut rows[rank + 1..] {
            let c = f.neg(&f.mul(&row[j], &inverse));
            row.iter_mut().zip(&pivot).for_each(|(x, y)| *x = f.add(x, &f.mul(&c, y)));
        }
        rank += 1;
    }
    rank
}

/// The least order of a recurrence of these terms, by solving for each order in turn.
fn least_order(f: &Zn, terms: &[u64]) -> usize {
    let solvable = |order: &usize| {
        let rows: Vec<Vec<u64>> = terms.windows(order + 1).map(<[u64]>::to_vec).collect();
        rank(f, rows.clone(), *order) == rank(f, rows, order + 1)
    };
    (0..=terms.len()).find(solvable).expect("an order")
}

#[test]
fn each_prefix_has_its_shortest_recurrence() {
    for p in [2, 3, 97, (1 << 62) - 57] {
        let (f, ring) = (Zn::new(p).expect("a prime"), zn(p));
        for seed in 0..6 {
            let mut recurrence = BerlekampMassey::new(&ring);
            let mut terms: Vec<u64> = Vec::new();
            for i in 0..24 {
                // zeros, noise, and from there on sums of the two before
                let next = match i {
                    _ if i < seed => 0,
                    0..8 => noise(i + 100 * seed) % p,
                    _ => (terms[i as usize - 1] + terms[i as usize - 2]) % p,
                };
                let order = recurrence.order();
                let from = terms.len() - order;
                let c = recurrence.minpoly();
                let sum = (0..order).fold(next, |s, j| f.add(&s, &f.mul(u64::of(&c.coeff(j)), &terms[from + j])));
                assert_eq!(recurrence.push(&AnyElem::Word(next)), Ok(sum != 0), "{terms:?} and {next}");
                terms.push(next);
                let (order, c) = (recurrence.order(), recurrence.minpoly());
                assert_eq!((order, c.leading()), (least_order(&f, &terms), Some(AnyElem::Word(1))), "{terms:?}");
                for i in 0..terms.len() - order {
                    let sum = (0..=order).fold(0, |s, j| f.add(&s, &f.mul(u64::of(&c.coeff(j)), &terms[i + j])));
                    assert_eq!(sum, 0, "{terms:?}: {c}");
                }
                if 2 * order <= terms.len() {
                    assert_eq!(Poly::minpoly(&ring, vector(&ring, &terms).view()), Ok(c));
                }
            }
            assert_eq!(listed(&ring, recurrence.terms()), terms);
        }
    }
}

#[test]
fn what_is_refused_changes_nothing() {
    let f = zn(6);
    let mut recurrence = BerlekampMassey::new(&f);
    assert!(matches!(recurrence.push(&AnyElem::Word(2)), Err(Error::NotInvertible { .. })));
    assert!(recurrence.is_empty());
    assert_eq!(recurrence.push(&AnyElem::Word(1)), Ok(true));
    let f = any("gf2");
    let mut recurrence = BerlekampMassey::new(&f);
    let terms = [false, false, true, false, true, true, true, false, false, true];
    for term in terms.map(AnyElem::Bit) {
        recurrence.push(&term).expect("a field");
    }
    assert_eq!(recurrence.minpoly().to_string(), "x^3 + x + 1");
}
