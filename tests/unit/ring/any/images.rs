//! Images modulo integers over rings chosen at run time.

use polymod::{
    Engine, Error, Ring, ZnBig,
    ring::{AnyElem, AnyRing},
};
use rug::Integer;

#[test]
fn images_are_those_of_the_ring_of_residues() {
    let (engine, long) = (Engine::default(), (Integer::from(1) << 100) + 277_u32);
    for n in [Integer::from(2), Integer::from(97), Integer::from(u64::MAX), Integer::from(1) << 64, long] {
        let r = AnyRing::modulo_integer(&engine, &n).unwrap();
        assert_eq!((r.name(), r.downcast_ref::<ZnBig>().is_some()), (format!("zn:{n}"), n.significant_bits() > 64));
        for x in
            [Integer::new(), Integer::from(-1), Integer::from(&n - 1), n.clone(), (Integer::from(-5) << 200) + 3_u32]
        {
            let image = r.integer_image(&x);
            assert_eq!(
                image,
                r.image(x < 0, &x.as_abs().to_digits::<u64>(rug::integer::Order::Lsf)),
                "{x} over {}",
                r.name()
            );
            assert_eq!(image.into_integer(), x.modulo(&n));
        }
    }
    for n in [-97, 0, 1] {
        assert!(matches!(AnyRing::modulo_integer(&engine, &n.into()), Err(Error::Modulus { .. })), "{n}");
    }
}

#[test]
fn vectors_of_residues_are_reduced() {
    let r = AnyRing::modulo_integer(&Engine::default(), &97.into()).unwrap();
    let v = r.of_residues(&[96, 0, 5]).unwrap();
    assert_eq!(v.words(), [96, 0, 5]);
    assert_eq!(r.get(v.view(), 0), AnyElem::Word(96));
    let refused = r.of_residues(&[1, 97]).unwrap_err();
    assert_eq!(refused, Error::NotReduced { index: 1, value: 97, modulus: 97 });
    assert!(r.of_residues(&[]).unwrap().is_empty());
}

#[test]
#[should_panic(expected = "is no integer")]
fn a_bit_is_no_integer() {
    AnyElem::Bit(true).into_integer();
}
