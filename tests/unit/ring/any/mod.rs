//! Rings chosen at run time: their equality, and that of their elements.

#[cfg(feature = "integers")]
mod images;
mod num;

use polymod::{
    Error,
    ring::{AnyElem, AnyElement, AnyRing, F2, FiniteField, Ring, Zn},
};
use std::hash::Hash;

#[test]
fn rings_are_told_apart() {
    let [a, b, c] = [97, 97, 101].map(|n| AnyRing::field(Zn::new(n).unwrap()));
    assert!(a == b && a != c && a != AnyRing::field(F2::new()));
    assert_eq!(a.downcast_ref::<Zn>().map(Zn::n), Some(97));
    assert!(a.downcast_ref::<F2>().is_none());
    assert_eq!((a.name(), format!("{a:?}")), ("zn:97".into(), format!("{:?}", Zn::new(97).unwrap())));
    assert_eq!(a.cardinality().map(|size| size.words()), Ok(vec![97]));
    assert!(matches!(AnyRing::new(Zn::new(97).unwrap()).cardinality(), Err(Error::Unsupported { .. })));
}

#[test]
fn elements_of_other_types_are_compared_by_value() {
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Pair(u64, u64);
    impl AnyElement for Pair {}
    let [a, b, c] = [Pair(1, 2), Pair(1, 2), Pair(2, 1)].map(AnyElement::erase);
    assert!(a == b && a != c && a != AnyElem::Word(1));
    assert_eq!(Pair::of(&c), &Pair(2, 1));
    let hash = |x: &AnyElem| {
        std::hash::BuildHasher::hash_one(&std::hash::BuildHasherDefault::<std::hash::DefaultHasher>::default(), x)
    };
    assert!(hash(&a) == hash(&b) && hash(&a) != hash(&c));
}

#[test]
#[should_panic(expected = "element of another ring")]
fn elements_of_other_rings_are_refused() {
    let f = AnyRing::field(Zn::new(97).unwrap());
    f.add(&f.one(), &AnyElem::Bit(true));
}
