//! Factors modulo the powers of primes whose product is an integer.

use polymod::{
    Error, Integers, Poly, Result, Zn,
    core::bits::SplitMix64,
    multimodular::{PrimePowers, factor_modulo},
    poly::Factorization,
};
use rug::Integer;

fn at(f: &Poly<Integers>, n: u64) -> Result<Vec<(Integer, Factorization<Integers>)>> {
    factor_modulo(f, &PrimePowers::find(&n.into()).expect("factors"))
}

/// The product of the unit and the powers of the factors.
fn expanded(z: &Integers, power: &Integer, found: &Factorization<Integers>) -> Poly<Integers> {
    let start = Poly::new(z, [found.unit.clone()]);
    let product = found.factors.iter().fold(start, |product, (g, e)| product * g.pow(*e).expect("a power"));
    Poly::new(z, product.iter().map(|c| c.modulo(power)))
}

/// Whether a monic polynomial has a monic factor of degree 1 … `most` modulo p^k, by trying all of them.
fn has_factor(f: &[u64], n: u64, most: usize) -> bool {
    (1..=most as u32).any(|degree| {
        (0..n.pow(degree)).any(|code| {
            let g: Vec<u64> = (0..degree).map(|i| code / n.pow(i) % n).chain([1]).collect();
            let mut rest = f.to_vec();
            while rest.len() >= g.len() {
                let (lead, at) = (rest[rest.len() - 1], rest.len() - g.len());
                g.iter().enumerate().for_each(|(i, c)| rest[at + i] = (rest[at + i] + (n - lead) * c) % n);
                rest.pop();
            }
            rest.iter().all(|c| *c == 0)
        })
    })
}

/// Random polynomials modulo all small integers: the factors modulo each power are monic, have f as their product, and no two of them have a
/// common image modulo the prime; where f is square-free there, and modulo a prime, none has a factor by trial.
#[test]
fn factors_by_trial() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(57));
    for n in (2u64..=30).chain([36, 45, 49, 60, 72, 100, 121, 125]) {
        for _ in 0..12 {
            let len = 1 + random.word() as usize % 5;
            let f = Poly::new(&z, (0..len).map(|_| Integer::from(random.word() % n)).collect::<Vec<_>>());
            let powers = PrimePowers::find(&n.into()).expect("factors");
            let image = |m: &Integer| Poly::new(&z, f.iter().map(|c| c.modulo(m)));
            let Ok(found) = at(&f, n) else {
                // it is 0, or has a leading coefficient that is no unit modulo p^k for k ≥ 2
                let refused = powers
                    .prime_powers()
                    .any(|(power, p, k)| image(&power).leading().is_none_or(|lead| k > 1 && lead.is_divisible(p)));
                assert!(refused, "{f} modulo {n}");
                continue;
            };
            assert_eq!(found.len(), powers.powers().len());
            for ((power, over), (wanted, p, k)) in found.iter().zip(powers.prime_powers()) {
                assert_eq!((power, &expanded(&z, power, over)), (&wanted, &image(power)), "{f} modulo {n}");
                let field = Zn::new(p.to_u64().expect("a word")).expect("a prime");
                let reduced = |g: &Poly<Integers>| Poly::from_ints(&field, g.iter());
                let own = reduced(&image(power));
                let square_free = own.gcd(&own.derivative()).expect("a divisor").len() == 1;
                for (i, (g, e)) in over.factors.iter().enumerate() {
                    assert!(g.leading() == Some(1.into()) && (k == 1 || *e == 1), "{f} modulo {n}");
                    let coprime =
                        |(h, _): &(Poly<Integers>, u64)| reduced(g).gcd(&reduced(h)).expect("a divisor").len() == 1;
                    assert!(over.factors[i + 1..].iter().all(coprime), "{f} modulo {n}");
                    let words: Vec<u64> = g.iter().map(|c| c.to_u64().expect("a word")).collect();
                    let irreducible = || !has_factor(&words, power.to_u64().expect("a word"), (words.len() - 1) / 2);
                    assert!(k > 1 && !square_free || irreducible(), "{g} modulo {power}");
                    assert_eq!(reduced(g).factor().expect("factors").factors.len(), 1, "{g} modulo {power}");
                }
            }
        }
    }
}

#[test]
fn coprime_powers_are_lifted() {
    let poly = |text: &str| text.parse::<Poly<Integers>>().expect("a polynomial");
    for (f, n, wanted) in [
        ("x^2", 4, &["x^2"][..]),
        ("(x + 1)*(x + 4)", 9, &["x^2 + 5*x + 4"]),
        ("(x^2 + 1)^2*(x - 1)", 9, &["x + 8", "x^4 + 2*x^2 + 1"]),
    ] {
        let found = at(&poly(f), n).expect("factors");
        let factors: Vec<_> = found[0].1.factors.iter().map(|(g, e)| (g.to_string(), *e)).collect();
        assert_eq!(factors, wanted.iter().map(|g| (g.to_string(), 1)).collect::<Vec<_>>(), "{f} modulo {n}");
    }
    // modulo p² the first prime is longer than a word
    let p: Integer = (Integer::from(1) << 89) - 1u32;
    let n = Integer::from(p.square_ref()) * 35u32;
    let powers = PrimePowers::of_primes(&n, &[5.into(), 7.into(), p.clone()]).expect("factors");
    let f = poly("(x - 2)*(x - 3)^2*(x^2 + 1)");
    let found = factor_modulo(&f, &powers).expect("factors");
    assert_eq!(found.iter().map(|(power, _)| power.clone()).collect::<Vec<_>>(), [5.into(), 7.into(), p.square()]);
    for (power, over) in &found {
        let image = Poly::new(f.ring(), f.iter().map(|c| c.modulo(power)));
        assert_eq!(expanded(f.ring(), power, over), image, "modulo {power}");
    }
    // 2 and 3 are the roots of x² + 1 modulo 5
    assert_eq!(found[0].1.factors, [(poly("x + 2"), 3), (poly("x + 3"), 2)]);
}

#[test]
fn refusals() {
    let poly = |text: &str| text.parse::<Poly<Integers>>().expect("a polynomial");
    for (f, n) in [("2*x + 1", 4u64), ("8*x", 8), ("3*x + 3", 15), ("2*x^2 + x", 12)] {
        assert!(matches!(at(&poly(f), n), Err(Error::Domain { .. })), "{f} modulo {n}");
    }
    let found = at(&poly("3"), 9).expect("a unit");
    assert_eq!((found.len(), &found[0].1.unit, found[0].1.factors.len()), (1, &3.into(), 0));
}
