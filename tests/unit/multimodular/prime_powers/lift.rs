//! Coprime factors modulo a prime, lifted to modulo a power of it.

use polymod::{
    Error, Integers, Poly, Result, ZnBig,
    core::bits::SplitMix64,
    multimodular::{HenselFactors, factor::compare, hensel_lift, hensel_lift_factors},
};
use rug::{Integer, ops::Pow};

/// The product of the unit and the factors modulo the power.
fn product(z: &Integers, found: &HenselFactors) -> Poly<Integers> {
    let all = found.factors.iter().fold(Poly::new(z, [found.unit.clone()]), |product, g| product * g);
    Poly::new(z, all.iter().map(|c| c.modulo(&found.modulus)))
}

/// Random polynomials with and without multiple factors, modulo primes of one word and of several, to powers in one word, at its end and beyond:
/// the product is the polynomial, and modulo p the factors are powers of the irreducible ones.
#[test]
fn products_of_lifted_factors() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(28));
    let words = [2, 3, 101, 1_048_573, 1_073_741_789, (1 << 31) - 1, (1 << 61) - 1, (1 << 61) + 15, u64::MAX - 58];
    for p in words.map(Integer::from).into_iter().chain([Integer::from(u64::MAX).pow(2).next_prime()]) {
        let field = ZnBig::new(p.clone()).expect("a field");
        for k in [1, 2, 3, 4, 9, 13] {
            for degree in [0, 1, 2, 5, 11, 15, 16] {
                let mut f = Poly::new(&z, (0..degree).map(|_| Integer::from(random.word() as i64)));
                f = f + Poly::monomial(&z, &(Integer::from(&p * random.word()) + 1u32), degree);
                if degree == 5 {
                    f = f.clone() * &f;
                }
                let found = hensel_lift(&f, &p, k).expect("factors");
                assert_eq!(found.modulus, p.clone().pow(k));
                let expected = Poly::new(&z, f.iter().map(|c| c.modulo(&found.modulus)));
                assert_eq!(product(&z, &found), expected, "{f} modulo {p}^{k}");
                let image = |g: &Poly<Integers>| Poly::from_ints(&field, g.iter());
                let mut images: Vec<_> = found.factors.iter().map(image).collect();
                let irreducible = image(&f).factor().expect("factors").factors;
                for (g, e) in &irreducible {
                    let power = g.pow(*e).expect("a power");
                    images.remove(images.iter().position(|h| *h == power).expect("the power of a factor"));
                }
                assert!(images.is_empty());
                assert!(found.factors.windows(2).all(|pair| compare(&pair[0], &pair[1]).is_le()));
                // the same factors, given modulo p with other leading coefficients, in another order
                let given: Vec<_> = found.factors.iter().rev().map(|g| g.scale(&Integer::from(&p + 1u32))).collect();
                assert_eq!(hensel_lift_factors(&f, &given, &p, k).expect("factors"), found);
            }
        }
    }
}

#[test]
fn refusals() {
    let poly = |text: &str| text.parse::<Poly<Integers>>().expect("a polynomial");
    let domain = |r: Result<HenselFactors>| matches!(r, Err(Error::Domain { .. }));
    assert!(domain(hensel_lift(&poly("5*x^2 + 1"), &5.into(), 2)));
    assert!(domain(hensel_lift(&poly("0"), &5.into(), 2)));
    assert!(matches!(hensel_lift(&poly("x"), &6.into(), 2), Err(Error::Composite { .. })));
    assert!(matches!(hensel_lift(&poly("x"), &1.into(), 2), Err(Error::Modulus { .. })));
    assert!(matches!(hensel_lift(&poly("x"), &5.into(), 0), Err(Error::OutOfRange { .. })));
    assert!(matches!(hensel_lift(&poly("x"), &5.into(), u32::MAX), Err(Error::TooLarge { .. })));
    let given = |f: &str, factors: &[&str]| {
        let factors: Vec<_> = factors.iter().map(|g| poly(g)).collect();
        hensel_lift_factors(&poly(f), &factors, &5.into(), 3)
    };
    assert!(domain(given("x^2", &["x", "x"]))); // not coprime
    assert!(domain(given("x^2 - 1", &["x - 1", "x + 2"])));
    assert!(domain(given("x^2 - 1", &["x - 1", "5*x + 5"])));
    assert!(domain(given("x^2 - 1", &["x - 1"])));
    assert!(given("2*x^2 - 2", &["x - 1", "3", "2*x + 7"]).is_ok());
    assert_eq!(given("7", &[]).expect("a constant").factors, []);
}
