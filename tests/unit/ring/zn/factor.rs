//! Factorizations are those of a search for divisors by the definition.

use polymod::{
    Engine,
    core::{bits::SplitMix64, cpu::Target},
    ring::{
        Ring, Zn,
        zn::factor::{MOST, SEED, degrees, residues::Residues, split, words},
    },
};

fn product(zn: &Zn, a: &[u64], b: &[u64]) -> Vec<u64> {
    let n = zn.modulus();
    let mut out = vec![0; a.len() + b.len() - 1];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            out[i + j] = n.add(out[i + j], n.mul(x, y));
        }
    }
    out
}

/// A generator of residues.
fn noise(mut state: u64) -> impl FnMut(u64) -> u64 {
    move |n| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(state) * u128::from(n)) >> 64) as u64
    }
}

/// Whether a monic f has no divisor of degree at most `most`, by x^(p^i) − x with powers by the definition.
fn irreducible(zn: &Zn, f: &[u64]) -> bool {
    let d = f.len() - 1;
    let rem = |mut a: Vec<u64>| {
        words::divide(zn.modulus(), &mut a, f);
        a.truncate(d);
        a
    };
    let mut power = rem([vec![0, 1], vec![0; d]].concat());
    for _ in 1..=d / 2 {
        let (base, mut e) = (power.clone(), zn.n() - 1);
        let mut square = base;
        while e > 0 {
            if e & 1 == 1 {
                power = rem(product(zn, &power, &square));
            }
            square = rem(product(zn, &square, &square));
            e >>= 1;
        }
        let mut difference = [power.clone(), vec![0; 2]].concat();
        difference[1] = zn.modulus().sub(difference[1], 1);
        words::trim(&mut difference);
        // Euclid's algorithm by divisions
        let (mut a, mut b) = (f.to_vec(), difference);
        while !b.is_empty() {
            words::make_monic(zn.modulus(), &mut b);
            words::divide(zn.modulus(), &mut a, &b);
            a.truncate(b.len() - 1);
            words::trim(&mut a);
            std::mem::swap(&mut a, &mut b);
        }
        if a.len() > 1 {
            return false;
        }
    }
    true
}

fn check(zn: &Zn, f: &[u64], what: &str) {
    let found = zn.factors_of_short(f).unwrap_or_else(|| panic!("{what}: is short"));
    let mut all = vec![1];
    for (g, e) in &found {
        assert!(g.len() > 1 && g.last() == Some(&1) && irreducible(zn, g), "{what}: {g:?} is irreducible");
        (0..*e).for_each(|_| all = product(zn, &all, g));
    }
    assert_eq!(all, f, "{what}");
    match zn.is_irreducible_short(f) {
        Some(irreducible) => assert_eq!(irreducible, found.len() == 1 && found[0].1 == 1, "{what}: irreducibility"),
        // the square-free parts of f may be short enough for the kernels where f is not
        None => assert!(Residues::new(zn, f).is_none(), "{what}: irreducibility"),
    }
    assert!(found.windows(2).all(|w| (w[0].0.len(), &w[0].0) < (w[1].0.len(), &w[1].0)), "{what}: order");
    let mut roots: Vec<u64> = found.iter().filter(|(g, _)| g.len() == 2).map(|(g, _)| zn.modulus().neg(g[0])).collect();
    roots.sort_unstable();
    assert_eq!(zn.roots_of_short(f, false), Some(roots), "{what}: roots");
}

const PRIMES: [u64; 10] =
    [3, 5, 7, 61, 97, 257, 65_537, (1 << 31) - 1, 4_611_686_018_427_387_847, 18_446_744_073_709_551_557];

#[test]
fn random_polynomials_and_products() {
    let mut random = noise(5);
    for target in Target::families() {
        let engine = Engine::builder().threads(1).target(target).build();
        for p in PRIMES {
            let zn = Zn::on(&engine, p).expect("a modulus");
            for degree in [1usize, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 31, 32] {
                if degree > 16 && p > 100 {
                    break;
                }
                let mut monic = |d: usize| (0..d).map(|_| random(p)).chain([1]).collect::<Vec<u64>>();
                check(&zn, &monic(degree), &format!("{target}, {p}, degree {degree}"));
                let [a, b] = [monic(degree.div_ceil(4)), monic(degree.div_ceil(6))];
                let power = product(&zn, &product(&zn, &a, &a), &b);
                check(&zn, &power, &format!("{target}, {p}, a square of degree {degree}"));
                let linear = (0..degree).fold(vec![1], |f, _| product(&zn, &f, &monic(1)));
                check(&zn, &linear, &format!("{target}, {p}, {degree} linear factors"));
            }
        }
    }
}

/// Products of several irreducible polynomials of one degree.
#[test]
fn equal_degrees() {
    let mut random = noise(6);
    for p in PRIMES {
        let zn = Zn::new(p).expect("a modulus");
        for (d, count) in [(2usize, 2usize), (2, 3), (3, 2), (4, 3), (6, 2)] {
            let mut factors: Vec<Vec<u64>> = Vec::new();
            while factors.len() < count {
                let f: Vec<u64> = (0..d).map(|_| random(p)).chain([1]).collect();
                if irreducible(&zn, &f) && !factors.contains(&f) {
                    factors.push(f);
                }
            }
            let all = factors.iter().fold(vec![1], |f, g| product(&zn, &f, g));
            let mut parts = degrees::by_degree(&zn, all.clone()).expect("it is short");
            assert!(parts.len() == 1 && parts[0].degree == d && parts[0].product == all, "{p}: {count} of degree {d}");
            let mut found = split::split(&zn, parts.remove(0), &mut SplitMix64::new(SEED)).expect("it is short");
            found.sort();
            factors.sort();
            assert_eq!(found, factors, "{p}: {count} factors of degree {d}");
        }
    }
}

#[test]
fn powers_of_characteristic() {
    for p in [3u64, 5, 7] {
        let zn = Zn::new(p).expect("a modulus");
        for f in [vec![1, 1], vec![2, 0, 1], vec![1, 2, 0, 1]] {
            for e in [p, 2 * p, p + 1, p * p] {
                let power = (0..e).fold(vec![1], |a, _| product(&zn, &a, &f));
                if power.len() <= MOST + 1 {
                    check(&zn, &power, &format!("power {e} modulo {p}"));
                }
            }
        }
    }
}

#[test]
fn what_is_not_taken() {
    let zn = Zn::new(97).expect("a modulus");
    assert!(zn.is_irreducible_short(&[1]).is_none() && zn.is_irreducible_short(&vec![1; MOST + 2]).is_none());
    assert!(zn.factors_of_short(&[1]).is_none() && zn.factors_of_short(&vec![1; MOST + 2]).is_none());
    assert!(Zn::new(91).expect("a modulus").factors_of_short(&[1, 0, 0, 1]).is_none());
    assert!(Zn::new(91).expect("a modulus").roots_of_short(&[1, 0, 0, 1], false).is_none());
    assert_eq!(zn.roots_of_short(&[5], false), Some(Vec::new()));
    assert_eq!(zn.elem(97), 0);
}
