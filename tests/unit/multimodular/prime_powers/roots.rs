//! Roots modulo prime powers, and modulo integers whose prime factors are known.

use polymod::{
    Error, Integers, Poly,
    core::bits::SplitMix64,
    multimodular::{PrimePowers, prime_powers::roots::value, roots_modulo},
};
use rug::{Integer, ops::Pow};

fn at(f: &Poly<Integers>, n: &Integer) -> Vec<Integer> {
    roots_modulo(f, &PrimePowers::find(n).expect("factors")).expect("roots")
}

/// All residues at which random polynomials vanish, modulo all small integers; products of few linear factors have singular roots.
#[test]
fn roots_by_trial() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(1998));
    for n in (2..80).chain([81, 96, 125, 128, 144, 243, 360]) {
        for kind in 0..6 {
            let small = |random: &mut SplitMix64| Integer::from((random.word() % n) as i64 - n as i64 / 2);
            let linear = |random: &mut SplitMix64| Poly::new(&z, [small(random), Integer::from(1)]);
            let f = match kind {
                0 => linear(&mut random),
                1 => (0..3).fold(Poly::one(&z), |product, _| product * linear(&mut random)),
                2 => linear(&mut random).pow(3).expect("a power"),
                3 => Poly::new(&z, (0..6).map(|_| small(&mut random)).collect::<Vec<_>>()),
                4 => linear(&mut random).scale(&Integer::from(6)),
                _ => Poly::new(&z, [small(&mut random)]),
            };
            let modulus = Integer::from(n);
            if f.iter().all(|c| c.is_divisible(&modulus)) {
                continue;
            }
            let expected: Vec<Integer> = (0..n).map(Integer::from).filter(|x| value(&f, x, &modulus) == 0).collect();
            assert_eq!(at(&f, &modulus), expected, "{f} modulo {n}");
        }
    }
}

#[test]
fn long_moduli() {
    let (z, one) = (Integers::new(), Integer::from(1));
    let [p, q]: [Integer; 2] = [61, 89].map(|e| (Integer::from(1) << e) - 1u32);
    // simple roots of x² − a² modulo p^5·q^2, and the same joined with a singular one
    let a: Integer = "123456789012345678901234567890".parse().expect("an integer");
    let n = p.clone().pow(5) * q.clone().pow(2);
    let powers = PrimePowers::of_primes(&n, &[p.clone(), q.clone()]).expect("factors");
    let f = Poly::new(&z, [-a.clone().square(), Integer::new(), one.clone()]);
    let found = roots_modulo(&f, &powers).expect("roots");
    assert_eq!(found.len(), 4);
    assert!(found.contains(&a) && found.contains(&Integer::from(&n - &a)));
    assert!(found.iter().all(|x| value(&f, x, &n) == 0) && found.is_sorted());
    // x² = p^4 modulo p^5: p²·y, y = ±1 modulo p, are too many to list
    let power = PrimePowers::of_primes(&p.clone().pow(5), std::slice::from_ref(&p)).expect("factors");
    let f = Poly::new(&z, [-p.clone().pow(4), Integer::new(), one.clone()]);
    assert!(matches!(roots_modulo(&f, &power), Err(Error::TooLarge { .. })));
    // of 2^20 roots all are listed, of twice as many none
    let f = Poly::monomial(&z, &one, 2);
    assert_eq!(at(&f, &(Integer::from(1) << 24)).len(), 1 << 12);
    let two = PrimePowers::of_primes(&(Integer::from(1) << 42), &[2.into()]).expect("factors");
    assert!(matches!(roots_modulo(&f, &two), Err(Error::TooLarge { .. })));
    assert_eq!(at(&f, &(Integer::from(1) << 41)).len(), 1 << 20);
    assert!(matches!(
        roots_modulo(&f.scale(&Integer::from(8)), &PrimePowers::find(&8.into()).expect("factors")),
        Err(Error::Domain { .. })
    ));
}
