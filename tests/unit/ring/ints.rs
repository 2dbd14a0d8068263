//! Integers of all types as elements.

use polymod::{
    poly::Poly,
    ring::{F2, Gf2k, Ring, ToLimbs, Zn},
};

fn limbs(x: impl ToLimbs) -> (bool, Vec<u64>) {
    let mut out = Vec::new();
    let negative = x.to_limbs(&mut out);
    out.truncate(out.iter().rposition(|&limb| limb != 0).map_or(0, |i| i + 1));
    (negative, out)
}

#[test]
fn signs_and_limbs_of_all_types() {
    assert_eq!([limbs(0u8), limbs(0i128), limbs(0isize)], [(false, vec![]), (false, vec![]), (false, vec![])]);
    assert_eq!(
        [limbs(i8::MIN), limbs(-1isize), limbs(u32::MAX)],
        [(true, vec![128]), (true, vec![1]), (false, vec![u64::from(u32::MAX)])]
    );
    assert_eq!([limbs(i64::MIN), limbs(u64::MAX)], [(true, vec![1 << 63]), (false, vec![u64::MAX])]);
    assert_eq!([limbs(i128::MIN), limbs(u128::MAX)], [(true, vec![0, 1 << 63]), (false, vec![u64::MAX; 2])]);
}

#[cfg(feature = "integers")]
#[test]
fn long_integers() {
    use rug::Integer;
    assert_eq!(limbs(-Integer::from(5) << 128), (true, vec![0, 0, 5]));
    assert_eq!(limbs(Integer::new()), (false, vec![]));
    let f = Zn::new(97).unwrap();
    let x: Integer = 1 - (Integer::from(3) << 200);
    assert_eq!(Poly::from_ints(&f, [&x]).coeff(0), u64::try_from(x.modulo(&97.into())).unwrap());
}

#[test]
fn integers_are_images_not_names() {
    let f = Zn::new(97).unwrap();
    assert_eq!(Poly::from_ints(&f, [-1i128 << 100, 96, 97, 0]), Poly::from_i64(&f, &[-(f.pow(&2, 100) as i64), 96]));
    assert_eq!(Poly::from_ints(&f, [u64::MAX]).coeff(0), u64::MAX % 97);
    assert_eq!(Poly::from_ints(&Gf2k::new(8, 0x11b).unwrap(), [3u8, 2, 255]).iter().collect::<Vec<_>>(), [1, 0, 1]);
    assert_eq!(Poly::from_ints(&F2::new(), [-3i8, 2]).len(), 1);
}
