//! Checks of divisions: A = Q·B + R at random points, and deg R < deg B.

use super::seeded;
use crate::named;
use polymod::{AnyRing, Engine, Poly, Ring};
use rug::Integer;

fn tells_right_from_wrong(ring: &AnyRing) {
    let mut c = seeded(ring, 3);
    let (a, b) = (Poly::from_i64(ring, &[5, 4, 3, 2, 1, 7]), Poly::from_i64(ring, &[3, 5, 1]));
    let (q, r) = a.div_rem(&b).unwrap();
    let one = Poly::one(ring);
    assert!(c.division(&a, &b, &q, &r).is_ok() && c.quotient(&a, &b, &q).is_ok() && c.remainder(&a, &b, &r).is_ok());
    assert!(c.division(&a, &b, &(&q + &one), &r).is_err() && c.division(&a, &b, &q, &(&r + &one)).is_err());
    assert!(c.division(&a, &b, &(&q - &one), &(&r + &b)).is_err(), "too long a remainder");
    assert!(c.quotient(&a, &b, &(&q + &one)).is_err() && c.remainder(&a, &b, &(&r + &one)).is_err());
    let (q, r) = a.pseudo_div_rem(&b).unwrap();
    assert!(c.pseudo_division(&a, &b, &q, &r).is_ok());
    assert!(c.pseudo_division(&a, &b, &(&q + &one), &r).is_err());
    let e = Integer::from(13);
    let power = a.pow_mod(&e, &polymod::poly::Divisor::new(&b).unwrap()).unwrap();
    assert!(c.power_modulo(&a, &e, &b, &power).is_ok());
    assert!(c.power_modulo(&a, &e, &b, &(&power + &one)).is_err());
    let x = Poly::monomial(ring, &ring.one(), 1);
    // x·(−x − 5) = 1 modulo x² + 5x + 1
    let (m, inverse) = (Poly::from_i64(ring, &[1, 5, 1]), Poly::from_i64(ring, &[-5, -1]));
    assert!(c.power_modulo(&x, &Integer::from(-1), &m, &inverse).is_ok());
    assert!(c.power_modulo(&x, &Integer::from(-2), &m, &inverse).is_err());
}

#[test]
fn over_z_a_field_and_a_composite_modulus() {
    let engine = Engine::builder().threads(1).build();
    for name in ["z", "zn:6", "zn:97", "zn:2^61-1"] {
        tells_right_from_wrong(&named(&engine, name));
    }
}
