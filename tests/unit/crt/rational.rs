//! Rational reconstruction: fractions from a residue modulo one large number, or from residues of which a few are wrong.

use polymod::{
    core::arith::{Modulus, PrimeStream},
    internals::crt::{rational, rational::Remainders, tolerant_rational},
};
use rug::{Complete, Integer, integer::IntegerExt64, ops::Pow};

fn fraction(bits: u32, seed: u32) -> (Integer, Integer) {
    let b = Integer::from(3).pow(bits * 5 / 8) + seed * 2;
    let sign = if seed.is_multiple_of(2) { 1 } else { -1 };
    let a: Integer = (Integer::from(7).pow(bits * 9 / 25) + seed) * sign;
    let common = a.gcd_ref(&b).complete();
    (a.div_exact(&common), b.div_exact(&common))
}

#[test]
fn fractions_come_back_up_to_the_bound() {
    for bits in [1u32, 5, 31, 62, 64, 130, 200, 1000, 5000] {
        for seed in 0..6 {
            let (a, b) = fraction(bits, seed);
            let most = a.clone().abs();
            // the least odd modulus that the bound allows, and more
            for extra in [1u32, 2, 100] {
                let mut modulus = Integer::from(2 * &most) * &b + extra;
                while modulus.gcd_ref(&b).complete() != 1 {
                    modulus += 1;
                }
                let residue = (b.clone().invert(&modulus).unwrap() * &a).modulo(&modulus);
                assert_eq!(rational(&residue, &modulus, &most), Some((a.clone(), b.clone())), "{bits} bits");
            }
        }
    }
    // 0, 1, and residues without a short fraction
    let m = Integer::from(1009);
    assert_eq!(rational(&Integer::new(), &m, &Integer::from(5)), Some((Integer::new(), Integer::from(1))));
    assert_eq!(rational(&Integer::from(1), &m, &Integer::from(5)), Some((Integer::from(1), Integer::from(1))));
    let shorts = (0..1009u32).filter(|&x| rational(&Integer::from(x), &m, &Integer::from(10)).is_some()).count();
    // −10 … 10 over 1 … 50 in lowest terms: counted by the definition
    let gcd = |mut a: i32, mut b: i32| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let pairs = (-10i32..=10).flat_map(|a| (1..=50).map(move |b| (a, b)));
    assert_eq!(shorts, pairs.filter(|&(a, b)| gcd(a.abs(), b) == 1).count());
}

#[test]
fn leading_words_give_euclids_remainders() {
    // Fibonacci's numbers have quotients 1 only, powers huge ones
    let mut fibonacci = [Integer::from(1), Integer::from(1)];
    for _ in 0..3000 {
        let next = (&fibonacci[0] + &fibonacci[1]).complete();
        fibonacci = [fibonacci[1].clone(), next];
    }
    for (x, m) in [
        (fibonacci[0].clone(), fibonacci[1].clone()),
        (Integer::from(1) << 700, (Integer::from(1) << 2000) - 1),
        (Integer::from(3).pow(900), Integer::from(5).pow(1000)),
    ] {
        let (mut fast, mut slow) = (Remainders::new(&x, &m), Remainders::new(&x, &m));
        fast.near(300);
        while slow.r[1] > fast.r[1] {
            slow.step();
        }
        assert!(slow.r == fast.r && slow.t == fast.t);
    }
}

#[test]
fn wrong_residues_are_found() {
    let primes: Vec<Modulus> = PrimeStream::new(48, 20).unwrap().take(24).map(|p| Modulus::new(p).unwrap()).collect();
    let (a, b) = fraction(150, 1);
    let right: Vec<u64> = primes.iter().map(|p| p.mul(a.mod_u64(p.n()), p.inv(b.mod_u64(p.n())).unwrap())).collect();
    for wrong in [vec![], vec![0], vec![23], vec![3, 4, 20], vec![0, 5, 6, 7, 8, 9]] {
        let mut residues = right.clone();
        wrong.iter().for_each(|&i| residues[i] = primes[i].add(residues[i], 1 + i as u64));
        let found = tolerant_rational(&residues, &primes).unwrap();
        assert_eq!((found.numerator, found.denominator, found.wrong), (a.clone(), b.clone(), wrong));
    }
    // too many wrong residues: no fraction, or another one
    let mut residues = right;
    (0..14).for_each(|i| residues[i] = primes[i].add(residues[i], 7));
    assert!(tolerant_rational(&residues, &primes).is_none_or(|f| f.numerator != a));
    assert_eq!(tolerant_rational(&[], &[]), None);
}

/// Composite moduli: 4 ≡ 2·362 modulo 720, but 2 is not congruent to 362.
#[test]
fn composite_moduli_give_lowest_terms_only() {
    let coprime = |a: i64, b: i64| Integer::from(a).gcd(&Integer::from(b)) == 1;
    for (m, most) in [(720i64, 10i64), (1001, 8), (64, 2), (243, 5)] {
        let pairs = (1..m).take_while(|b| 2 * most * b < m).flat_map(|b| (-most..=most).map(move |a| (a, b)));
        let pairs: Vec<(i64, i64)> = pairs.filter(|&(a, b)| coprime(a, b)).collect();
        for x in 0..m {
            let expected = pairs.iter().find(|(a, b)| (a - b * x) % m == 0);
            let expected = expected.map(|&(a, b)| (Integer::from(a), Integer::from(b)));
            let found = rational(&Integer::from(x), &Integer::from(m), &Integer::from(most));
            assert_eq!(found, expected, "{x} modulo {m}, numerators up to {most}");
        }
    }
}

/// All residues modulo small moduli, against every denominator: 3/8 modulo 7·11 among them, where the row of the fraction is not
/// one of the two around √M.
#[test]
fn short_vectors_of_small_lattices() {
    for primes in [&[3u64, 5][..], &[7, 11], &[11, 19], &[17, 19], &[1009], &[3, 5, 7, 11], &[3, 5, 7, 11, 13]] {
        let m = primes.iter().product::<u64>() as i64;
        let moduli: Vec<Modulus> = primes.iter().map(|&p| Modulus::new(p).unwrap()).collect();
        for x in 0..m {
            let residues: Vec<u64> = primes.iter().map(|&p| x as u64 % p).collect();
            let short = (1..m).take_while(|t| t * t < m).find_map(|t| {
                let r = (t * x + m / 2) % m - m / 2;
                let common = Integer::from(r).gcd(&Integer::from(t));
                (r * r + t * t < m).then(|| [r, t].map(|y| Integer::from(y).div_exact(&common)))
            });
            let found = tolerant_rational(&residues, &moduli).map(|f| [f.numerator, f.denominator]);
            assert_eq!(found, short, "{x} modulo {primes:?}");
        }
    }
}

/// The shortest vectors of the lattice, (4, 1) and (1, 4) modulo 15, (15, 4) and (4, 15) modulo 209, are longer than √M.
#[test]
fn vectors_as_long_as_the_modulus_are_no_fractions() {
    for (x, primes) in [(4u64, [3u64, 5]), (56, [11, 19])] {
        let residues = primes.map(|p| x % p);
        let primes = primes.map(|p| Modulus::new(p).unwrap());
        assert_eq!(tolerant_rational(&residues, &primes), None, "{x}");
    }
}
