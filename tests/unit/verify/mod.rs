//! Checks of results by other algorithms than those that computed them, and by other data.

#[cfg(feature = "integers")]
mod chain;
#[cfg(feature = "integers")]
mod division;
#[cfg(feature = "integers")]
mod elementary;
mod euclid;
#[cfg(feature = "integers")]
#[cfg(feature = "files")]
mod files;
mod index_law;
#[cfg(feature = "integers")]
mod irreducible;
#[cfg(feature = "integers")]
mod lattice;
#[cfg(feature = "integers")]
mod matrix;
#[cfg(feature = "integers")]
mod newton;
#[cfg(feature = "integers")]
mod over_z;
#[cfg(feature = "integers")]
mod place;
#[cfg(feature = "integers")]
mod points;
#[cfg(feature = "integers")]
mod poly_forms;
mod poly_matrix;
#[cfg(feature = "integers")]
mod prime_powers;
#[cfg(feature = "integers")]
mod proof;
#[cfg(feature = "integers")]
mod recurrences;
#[cfg(feature = "integers")]
mod series;
mod sets;
#[cfg(feature = "integers")]
mod sparse;
#[cfg(feature = "integers")]
mod transform;
#[cfg(feature = "integers")]
mod window;

use crate::named;
use polymod::{
    AnyRing, Engine, Poly, Ring,
    poly::Part,
    verify::{Checker, Proof, Random, points_needed},
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rug::Integer;

/// The generator of the points of checks.
fn generator(seed: u64) -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(seed)
}

/// A source of random words.
fn source(seed: u64) -> Random<'static> {
    Random::of(generator(seed))
}

/// Checks at points of this generator.
fn seeded(ring: &AnyRing, seed: u64) -> Checker<'_, AnyRing> {
    Checker::new(ring, generator(seed))
}

/// Correct results pass with a small enough bound; results with any one coefficient changed do not.
fn tells_right_from_wrong(r: &AnyRing) {
    let checker = || seeded(r, 5);
    let a = Poly::from_i64(r, &[3, 1, 4, 1, -5, 9, 1]);
    let b = Poly::from_i64(r, &[2, -7, 1, 8, 1]);
    let small_enough = |proof| match proof {
        Proof::Exact => true,
        Proof::Points { points, log2_error } | Proof::Vectors { vectors: points, log2_error } => {
            points > 0 && log2_error < -50.0
        }
    };
    let c = a.checked_mul(&b).unwrap().checked_mul(&b).unwrap();
    let factors = [(&a, 1), (&b, 2)];
    assert!(small_enough(checker().product(&factors, &c).unwrap()));
    for part in [Part::Low(4), Part::Middle(3..9), Part::Cyclic(5), Part::Negacyclic(4), Part::All] {
        let c = a.mul_part(&b, &part, None).unwrap();
        let check = |c: &Poly<AnyRing>| checker().part(&[(&a, 1), (&b, 1)], &part, c);
        assert!(small_enough(check(&c).unwrap()), "{part:?} over {}", r.name());
        for i in 0..=c.len() {
            let wrong = &c + &Poly::monomial(r, &r.one(), i);
            assert!(check(&wrong).is_err(), "{part:?} over {}: coefficient {i} changed", r.name());
        }
    }
    let x = r.elem(6);
    let y = a.eval(&x);
    assert!(small_enough(checker().value(&a, &x, &y).unwrap()));
    assert!(checker().value(&a, &x, &r.add(&y, &r.one())).is_err());
    let e = Integer::from(1) << 70;
    let minus = Poly::from_i64(r, &[-1]);
    assert!(checker().long_power(&minus, &e, &Poly::one(r)).is_ok());
    assert!(checker().long_power(&minus, &e, &Poly::zero(r)).is_err());
    assert!(checker().power(&Poly::from_i64(r, &[1, 1]), &e, &Poly::one(r)).is_err());
    let same = |c: &Poly<AnyRing>| checker().coefficients(c, a.len(), |i| a.coeff(i));
    assert_eq!(same(&a).unwrap(), Proof::Exact);
    assert!(same(&b).is_err() && same(&a.shl(1)).is_err());
}

#[test]
fn right_from_wrong_over_every_kind_of_ring() {
    let engine = Engine::builder().threads(1).build();
    tells_right_from_wrong(&named(&engine, "z"));
    for n in ["2", "6", "97", "2^16", "4294967291", "2^61-1", "2^64-1", "2^127-1", "2^100"] {
        tells_right_from_wrong(&named(&engine, &format!("zn:{n}")));
    }
}

#[test]
fn points_only_where_they_prove_something() {
    let n = |text: &str| text.parse::<Integer>().unwrap();
    assert_eq!(points_needed(&n("97"), false, 50.0), None);
    assert_eq!(points_needed(&n("2305843009213693953"), false, 50.0), None, "composite");
    let (points, log2_error) = points_needed(&n("2305843009213693951"), false, 1024.0).unwrap();
    assert!(points == 2 && (-102.0..-101.999).contains(&log2_error));
    assert_eq!(points_needed(&n("2305843009213693951"), false, 1.0).unwrap().0, 1);
    assert!(points_needed(&n("170141183460469231731687303715884105727"), false, 1e6).unwrap().0 == 1);
}
