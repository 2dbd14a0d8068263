//! Denominators in lowest terms, and hashes of equal vectors.

use polymod::{
    core::scratch::Buf,
    ring::{
        Coeffs, Rationals, Ring, Vectors,
        elements::hash as hash_of,
        rationals::layout::{denominator, denominator_limbs},
    },
};
use rug::Rational;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash, Hasher};

fn fractions(q: &Rationals, list: &[(i64, i64)]) -> Coeffs<Rationals> {
    q.collect(&list.iter().map(|&pair| Rational::from(pair)).collect::<Vec<_>>())
}

/// Denominators are the least common ones once a vector is trimmed, and equal vectors have one hash.
#[test]
fn lowest_terms() {
    let q = Rationals::new();
    let (a, b) = (fractions(&q, &[(1, 6), (1, 10)]), fractions(&q, &[(1, 3), (-1, 10)]));
    assert_eq!(denominator_limbs(a.view()), [30]);
    let mut sum = a.clone();
    q.add_at(&mut sum, 0, b.view());
    q.trim(&mut sum);
    assert_eq!((sum.len(), denominator_limbs(sum.view())), (1, &[2][..]));
    let mut multiple = a.clone();
    q.scale(&mut multiple, &Rational::from((60, 7)));
    assert_eq!(denominator_limbs(multiple.view()), [7]);
    q.scale(&mut multiple, &Rational::from(0));
    assert!(denominator_limbs(multiple.view()).is_empty() && q.nonzero(multiple.view()) == 0);
    // the same vector over another denominator
    let (list, other) = (fractions(&q, &[(1, 2), (3, 4)]), fractions(&q, &[(1, 7), (0, 1)]));
    let mut longer = list.clone();
    q.add_at(&mut longer, 0, other.view());
    q.sub_at(&mut longer, 0, other.view());
    assert_eq!(denominator_limbs(longer.view()), [28]);
    let hash = |v: &Coeffs<Rationals>| {
        let mut state = BuildHasherDefault::<DefaultHasher>::default().build_hasher();
        hash_of(&q, v.view(), &mut state);
        0.hash(&mut state);
        state.finish()
    };
    assert!(q.same(longer.view(), list.view()) && hash(&longer) == hash(&list) && hash(&list) != hash(&other));
}

#[test]
fn vectors_without_words_are_empty() {
    let q = Rationals::new();
    let mut v: Coeffs<Rationals> = Coeffs::from_words(Buf::empty(), 0, 1);
    assert!(denominator(v.view()).is_none() && q.reversed(v.view()).is_empty());
    q.resize(&mut v, 2);
    q.set(&mut v, 1, &Rational::from((1, 3)));
    assert_eq!((q.get(v.view(), 0), q.get(v.view(), 1)), (Rational::new(), Rational::from((1, 3))));
}
