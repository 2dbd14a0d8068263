//! Numbers of real roots of polynomials over Z, by Sturm's sequence with primitive remainders.

use polymod::{
    Error, Integers, Poly,
    core::bits::testing::Words,
    multimodular::{count_real_roots, count_real_roots_in},
};
use rug::{Integer, Rational};

/// Products of linear factors with known roots, and quadratic ones without.
#[test]
fn known_roots_are_counted() {
    let (z, mut words) = (Integers::new(), Words::new(3));
    for round in 0..80usize {
        let mut rational = || Rational::from(((words.word() % 25) as i64 - 12, words.word() % 4 + 1));
        let roots: Vec<Rational> = (0..round % 6).map(|_| rational()).collect();
        let mut factors: Vec<Poly<Integers>> =
            roots.iter().map(|x| Poly::new(&z, [Integer::from(-x.numer()), x.denom().clone()])).collect();
        factors.push(Poly::from_i64(&z, [&[3, 1, 1][..], &[-7], &[2]][round % 3]));
        let a = Poly::product(&z, &factors).expect("a product");
        let mut distinct = roots.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(count_real_roots(&a), Ok(distinct.len()), "{a}");
        // ends that are roots, too
        let ends: Vec<Rational> = roots.into_iter().chain([rational(), rational()]).collect();
        for (low, high) in ends.iter().flat_map(|x| ends.iter().map(move |y| (x, y))).filter(|(x, y)| x <= y) {
            let inside = distinct.iter().filter(|x| *x >= low && *x <= high).count();
            assert_eq!(count_real_roots_in(&a, low, high), Ok(inside), "{a} from {low} to {high}");
        }
    }
}

#[test]
fn what_is_refused() {
    let z = Integers::new();
    let [zero, one] = [0, 1].map(Rational::from);
    assert!(matches!(count_real_roots(&Poly::zero(&z)), Err(Error::Domain { .. })));
    assert!(matches!(count_real_roots_in(&Poly::x(&z), &one, &zero), Err(Error::OutOfRange { .. })));
}
