//! Pseudo-divisions against their identity.

use polymod::ring::{Integers, Ring, rationals::quotients::pseudo_division};
use rug::{Integer, ops::Pow};

/// The division is that of the definition, for leading coefficients of either sign.
#[test]
fn pseudo_division_by_its_identity() {
    let z = Integers::new();
    let list = |x: &[i64]| z.collect(&x.iter().map(|&x| Integer::from(x)).collect::<Vec<_>>());
    for (a, b) in [
        (&[5, -3, 7, 2, 9, -4][..], &[2, 5, -3][..]),
        (&[1, 1, 1, 1], &[-7]),
        (&[8, 0, 0, 0, 0, 0, 0, 3], &[1, 4]),
        (&[1, 2], &[3, 4]),
    ] {
        let [q, r] = pseudo_division(&z, list(a).view(), list(b).view());
        let count = a.len() + 1 - b.len();
        let mut sum = vec![Integer::new(); a.len()];
        for (i, x) in q.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                sum[i + j] += x * Integer::from(*y);
            }
        }
        sum.iter_mut().zip(&r).for_each(|(x, r)| *x += r);
        let power = Integer::from(b[b.len() - 1]).pow(count as u32);
        let wanted: Vec<Integer> = a.iter().map(|&x| Integer::from(x) * &power).collect();
        assert_eq!((sum, r.len()), (wanted, b.len() - 1), "{a:?} by {b:?}");
    }
}
