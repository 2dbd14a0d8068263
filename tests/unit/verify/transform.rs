//! The check of transforms: over large fields, of few values at random points of the polynomial whose coefficients they are; otherwise by the
//! inverse transform, and by the definition at random places.

use super::seeded;
use crate::{any, named};
use polymod::{
    AnyRing, Dft, Engine, Poly, Ring,
    core::transform::ntt::Wrap,
    ring::{Coeffs, View},
    verify::{Proof, Unverified},
};

fn check(dft: &Dft<AnyRing>, values: View<'_, AnyRing>, coefficients: View<'_, AnyRing>) -> Result<Proof, Unverified> {
    seeded(dft.ring(), 5).transform(dft, values, coefficients)
}

/// The transforms of up to 6 values that the ring has, with operands of several lengths.
fn transforms(r: &AnyRing) -> Vec<(Dft<AnyRing>, Coeffs<AnyRing>)> {
    let kinds = (1..=6).flat_map(|len| [(len, Wrap::Cyclic), (len, Wrap::Negacyclic)]);
    let found = kinds.filter_map(|(len, wrap)| Some((Dft::new(r, len, wrap).ok()?, len)));
    let operand = |len: usize| Poly::from_i64(r, &[3, 1, 4, 1, -5, 9][..len]).into_coeffs();
    found.flat_map(|(dft, len)| [(dft.clone(), operand(len)), (dft, operand(len / 2))]).collect()
}

/// Correct results pass with a small enough bound; with any one entry changed they do not.
fn tells_right_from_wrong(r: &AnyRing) -> usize {
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
            let changed = |v: &Coeffs<AnyRing>| {
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
    let words = ["zn:2", "zn:97", "zn:4294967291", "zn:2^61-1"];
    let words = words.map(|name| tells_right_from_wrong(&named(&engine, name)));
    assert_eq!(words, [2, 20, 10, 16]);
    assert!(tells_right_from_wrong(&named(&engine, "zn:2^127-1")) > 5);
}

#[test]
fn one_wrong_value_of_many_shows() {
    let f = any("zn:65537");
    let dft = Dft::new(&f, 1 << 12, Wrap::Negacyclic).unwrap();
    let a = f.collect(&vec![f.elem(5); 1 << 12]);
    let mut values = dft.forward(a.view()).unwrap();
    assert_eq!(check(&dft, values.view(), a.view()).unwrap(), Proof::Exact);
    let changed = f.add(&f.get(values.view(), 1000), &f.one());
    f.set(&mut values, 1000, &changed);
    assert!(check(&dft, values.view(), a.view()).is_err());
}
