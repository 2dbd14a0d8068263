//! The check of transforms: over large fields, of few values at random points of the polynomial whose coefficients they are; otherwise by the
//! inverse transform, and by the definition at random places.

use super::seeded;
use polymod::{
    Dft, Engine, Poly, Ring, Zn, ZnBig,
    core::transform::ntt::Wrap,
    ring::{Coeffs, Convolve, View},
    verify::{Proof, Unverified},
};
use rug::{Integer, ops::Pow};

fn check<R: Convolve>(dft: &Dft<R>, values: View<'_, R>, coefficients: View<'_, R>) -> Result<Proof, Unverified> {
    seeded(dft.ring(), 5).transform(dft, values, coefficients)
}

/// The transforms of up to 6 values that the ring has, with operands of several lengths.
fn transforms<R: Convolve>(r: &R) -> Vec<(Dft<R>, Coeffs<R>)> {
    let kinds = (1..=6).flat_map(|len| [(len, Wrap::Cyclic), (len, Wrap::Negacyclic)]);
    let found = kinds.filter_map(|(len, wrap)| Some((Dft::new(r, len, wrap).ok()?, len)));
    let operand = |len: usize| Poly::from_i64(r, &[3, 1, 4, 1, -5, 9][..len]).into_coeffs();
    found.flat_map(|(dft, len)| [(dft.clone(), operand(len)), (dft, operand(len / 2))]).collect()
}

/// Correct results pass with a small enough bound; with any one entry changed they do not.
fn tells_right_from_wrong<R: Convolve>(r: &R) -> usize {
    let all = transforms(r);
    for (dft, coefficients) in &all {
        let values = dft.forward(coefficients.view()).unwrap();
        let proof = check(dft, values.view(), coefficients.view()).unwrap();
        let small_enough = match proof {
            Proof::Exact => true,
            Proof::Points { points, log2_error } => points > 0 && log2_error < -60.0,
            Proof::Vectors { .. } => false,
        };
        assert!(small_enough, "{dft:?}: {proof}");
        for i in 0..dft.len() {
            let changed = |v: &Coeffs<R>| {
                let mut v = v.clone();
                let x = r.add(&r.get(v.view(), i), &r.one());
                r.set(&mut v, i, &x);
                v
            };
            assert!(check(dft, changed(&values).view(), coefficients.view()).is_err(), "{dft:?}: value {i}");
            if i < coefficients.len() {
                assert!(check(dft, values.view(), changed(coefficients).view()).is_err(), "{dft:?}: coefficient {i}");
            }
        }
    }
    all.len()
}

#[test]
fn right_from_wrong() {
    let engine = Engine::builder().threads(1).build();
    let words = [2, 97, 4_294_967_291, (1 << 61) - 1].map(|n| tells_right_from_wrong(&Zn::on(&engine, n).unwrap()));
    assert_eq!(words, [2, 20, 10, 16]);
    assert!(tells_right_from_wrong(&ZnBig::on(&engine, Integer::from(2).pow(127) - 1).unwrap()) > 5);
}

#[test]
fn one_wrong_value_of_many_shows() {
    let f = Zn::new(65_537).unwrap();
    let dft = Dft::new(&f, 1 << 12, Wrap::Negacyclic).unwrap();
    let a = f.collect(&[5; 1 << 12]);
    let mut values = dft.forward(a.view()).unwrap();
    assert_eq!(check(&dft, values.view(), a.view()).unwrap(), Proof::Exact);
    let changed = f.get(values.view(), 1000) ^ 1;
    f.set(&mut values, 1000, &changed.min(65_536));
    assert!(check(&dft, values.view(), a.view()).is_err());
}
