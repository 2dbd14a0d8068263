//! Greatest common divisors and related functions, against textbook algorithms on plain vectors.

use super::common::{Random, schoolbook};
use polymod::{
    Engine, Error, Poly, Zn, ZnBig,
    core::cpu::{Feature, Target},
    poly::Bezout,
    ring::Ring,
    rug::Integer,
};

/// The largest primes for each kernel, small ones, and one with roots of unity for long transforms.
const PRIMES: [u64; 10] = [
    2,
    3,
    97,
    65537,
    (1 << 31) - 1,
    281_474_976_694_273, // 48 bits, 1 modulo 2^24
    (1 << 61) - 1,
    (1 << 62) - 57,
    (1 << 63) - 25,
    u64::MAX - 58,
];

fn trim(v: &mut Vec<u64>) {
    while v.last() == Some(&0) {
        v.pop();
    }
}

fn inverse(x: u64, p: u64) -> u64 {
    super::common::power(x, p - 2, p)
}

fn times(x: u64, y: u64, p: u64) -> u64 {
    (u128::from(x) * u128::from(y) % u128::from(p)) as u64
}

/// a modulo b, by classical division.
fn textbook_rem(mut a: Vec<u64>, b: &[u64], p: u64) -> Vec<u64> {
    let inv = inverse(b[b.len() - 1], p);
    while a.len() >= b.len() {
        let (c, shift) = (p - times(a[a.len() - 1], inv, p), a.len() - b.len());
        for (i, y) in b.iter().enumerate() {
            a[i + shift] = ((u128::from(a[i + shift]) + u128::from(times(c % p, *y, p))) % u128::from(p)) as u64;
        }
        trim(&mut a);
    }
    a
}

fn textbook_gcd(a: &[u64], b: &[u64], p: u64) -> Vec<u64> {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    trim(&mut a);
    trim(&mut b);
    while !b.is_empty() {
        let rest = textbook_rem(a, &b, p);
        (a, b) = (b, rest);
    }
    if let Some(&top) = a.last() {
        let inv = inverse(top, p);
        a.iter_mut().for_each(|x| *x = times(*x, inv, p));
    }
    a
}

/// A polynomial of exactly this many coefficients.
fn exactly(random: &mut Random, p: u64, len: usize) -> Vec<u64> {
    let mut v = random.residues(p, len);
    if let Some(last) = v.last_mut() {
        *last = 1 + random.below(p - 1);
    }
    v
}

/// Checks that g = gcd(a, b), and that s and t are as documented; `wanted` is g if it is known.
fn check(f: &Zn, a: &[u64], b: &[u64], wanted: Option<&[u64]>, context: &str) {
    let new = |v: &[u64]| Poly::new(f, v.iter().copied());
    let (a, b) = (new(a), new(b));
    let g = a.gcd(&b).unwrap();
    if let Some(wanted) = wanted {
        assert_eq!(g, new(wanted), "{context}: gcd");
    }
    let bezout = a.xgcd(&b).unwrap();
    assert_eq!(bezout.g, g, "{context}: the g of xgcd");
    let Bezout { s, t, .. } = bezout;
    assert_eq!(&s * &a + &t * &b, g, "{context}: s·a + t·b");
    if b.is_empty() {
        assert!(s.len() <= 1 && t.is_empty(), "{context}");
    } else {
        assert!(s.len() < (b.len() + 1 - g.len()).max(1) || s.is_empty(), "{context}: s is reduced");
        if s.len() + a.len() > g.len() + 1 && !s.is_empty() {
            assert_eq!(t.len() + b.len(), s.len() + a.len(), "{context}: t goes with s");
        }
    }
}

#[test]
fn planted_divisors_of_every_kind() {
    let mut random = Random::new(1);
    for target in Target::families() {
        let engine = Engine::builder().target(target).threads(1).build();
        for p in PRIMES {
            let f = Zn::on(&engine, p).unwrap();
            for (x, y, g) in [
                (0, 0, 0),
                (1, 0, 1),
                (0, 1, 3),
                (1, 1, 1),
                (1, 1, 9),
                (2, 1, 5),
                (5, 5, 1),
                (9, 2, 4),
                (17, 16, 2),
                (30, 40, 8),
                (70, 69, 1),
                (64, 64, 65),
                (128, 127, 1),
                (3, 200, 50),
            ] {
                let g = exactly(&mut random, p, g);
                let planted = |v: Vec<u64>| schoolbook(&v, &g, p);
                let (a, b) = (planted(exactly(&mut random, p, x)), planted(exactly(&mut random, p, y)));
                let wanted = textbook_gcd(&a, &b, p);
                check(&f, &a, &b, Some(&wanted), &format!("{target}, p = {p}, {x} and {y} beside {}", g.len()));
            }
        }
    }
}

/// Degrees around those at which half-GCD begins, for normal remainder sequences and for ones with gaps.
#[test]
fn long_sequences_agree_with_the_textbook() {
    let mut random = Random::new(2);
    for target in Target::families() {
        let engine = Engine::builder().target(target).threads(1).build();
        for p in [3, 97, (1 << 31) - 1, 281_474_976_694_273, (1 << 62) - 57] {
            let f = Zn::on(&engine, p).unwrap();
            for (x, y, g) in [(1023, 1022, 1), (1024, 1024, 2), (1025, 1024, 3), (1026, 1025, 1), (1500, 1400, 40)] {
                if !target.has(Feature::Avx2) && x != 1025 {
                    continue;
                }
                let g = exactly(&mut random, p, g);
                let planted = |v: Vec<u64>| schoolbook(&v, &g, p);
                let (a, b) = (planted(exactly(&mut random, p, x)), planted(exactly(&mut random, p, y)));
                let wanted = textbook_gcd(&a, &b, p);
                check(&f, &a, &b, Some(&wanted), &format!("{target}, p = {p}, {x} and {y} beside {}", g.len()));
            }
        }
    }
}

/// A remainder sequence with these gaps, built from its end: a = q·b + c for quotients of these degrees.
fn with_gaps(random: &mut Random, f: &Zn, last: usize, gaps: &[usize]) -> [Poly<Zn>; 2] {
    let mut draw = |len: usize| Poly::new(f, exactly(random, f.n(), len));
    let (mut a, mut b) = (draw(last), Poly::zero(f));
    for gap in gaps {
        (a, b) = (&draw(gap + 1) * &a + &b, a);
    }
    [a, b]
}

#[test]
fn sequences_with_gaps() {
    let mut random = Random::new(3);
    let ones = |n: usize| vec![1; n];
    for p in [3, (1 << 31) - 1, 281_474_976_694_273, (1 << 61) - 1] {
        let f = Zn::on(&Engine::builder().threads(1).build(), p).unwrap();
        let mut lists = vec![
            vec![5, 1, 9, 1, 1, 30],
            vec![300, 1, 400, 2],
            vec![1, 3000, 1],
            vec![3000],
            [ones(300), vec![700], ones(400)].concat(),
            [ones(1500), vec![40], ones(3), vec![5], ones(2000)].concat(),
            [ones(100), vec![129], ones(100), vec![127, 128], ones(60), vec![900], ones(1200)].concat(),
        ];
        for cut in 250..260 {
            lists.push([ones(cut), vec![2], ones(511 - cut), vec![3], ones(513)].concat());
        }
        for (i, gaps) in lists.iter().enumerate() {
            for last in [1, 2, 70] {
                let [a, b] = with_gaps(&mut random, &f, last, gaps);
                let g = a.gcd(&b).unwrap();
                assert_eq!(g.len(), last, "p = {p}, list {i}: the degrees were planted");
                check(&f, f.words(a.coeffs()), f.words(b.coeffs()), None, &format!("p = {p}, list {i}, last {last}"));
                // g divides both: b/g is the start of the sequence
                assert_eq!(a.gcd(&g).unwrap(), g);
                assert_eq!(b.gcd(&g).unwrap(), g);
            }
        }
    }
}

/// Powers of x, all coefficients −1, equal operands, one divisible by the other.
#[test]
fn special_operands() {
    let mut random = Random::new(4);
    for p in [2, 3, (1 << 31) - 1, (1 << 62) - 57] {
        let f = Zn::on(&Engine::builder().threads(1).build(), p).unwrap();
        for n in [1usize, 2, 64, 127, 2000] {
            let a = exactly(&mut random, p, n);
            let monic = textbook_gcd(&a, &[], p);
            check(&f, &a, &a, Some(&monic), &format!("equal, p = {p}, {n}"));
            check(&f, &a, &[], Some(&monic), &format!("beside 0, p = {p}, {n}"));
            check(&f, &[], &a, Some(&monic), &format!("0 beside, p = {p}, {n}"));
            let multiple = schoolbook(&a, &exactly(&mut random, p, n / 2 + 1), p);
            check(&f, &multiple, &a, Some(&monic), &format!("a multiple, p = {p}, {n}"));
            check(&f, &a, &multiple, Some(&monic), &format!("a divisor, p = {p}, {n}"));
            // x^n·u and x^(n/2)·v for constants u and v
            let (mut x, mut y) = (vec![0; n + 1], vec![0; n / 2 + 1]);
            (x[n], y[n / 2]) = (p - 1, p - 1);
            let wanted = textbook_gcd(&y, &[], p);
            check(&f, &x, &y, Some(&wanted), &format!("powers of x, p = {p}, {n}"));
            // x^n − 1 and x^m − 1
            for m in [n / 2, n - n / 3, n - 1] {
                let power = |n: usize| {
                    let mut v = vec![0; n + 1];
                    (v[n], v[0]) = if n == 0 { (0, 0) } else { (1, p - 1) };
                    v
                };
                let of = |mut a: usize, mut b: usize| {
                    while b > 0 {
                        (a, b) = (b, a % b);
                    }
                    a
                };
                check(&f, &power(n), &power(m), Some(&power(of(n, m))), &format!("x^{n} − 1, x^{m} − 1, p = {p}"));
            }
            let (minus, other) = (vec![p - 1; n + 1], vec![p - 1; n]);
            check(&f, &minus, &other, Some(&[1]), &format!("all −1, p = {p}, {n}"));
        }
    }
}

/// Over Z/n, n composite, a result is a common divisor proved by s and t, or there is an error with a factor of n.
#[test]
fn composite_moduli_give_right_values_or_a_factor() {
    let mut random = Random::new(5);
    let (mut right, mut refused) = (0, 0);
    for n in [4, 6, 15, 1 << 32, 1_000_003 * 1_000_033, (1 << 62) - 1] {
        let f = Zn::new(n).unwrap();
        for len in [1, 2, 3, 7, 20, 300] {
            for _ in 0..10 {
                let (a, b) = (random.residues(n, len), random.residues(n, len + 1));
                let (a, b) = (Poly::new(&f, a), Poly::new(&f, b));
                match a.xgcd(&b) {
                    Ok(Bezout { g, s, t }) => {
                        right += 1;
                        assert_eq!(a.gcd(&b).unwrap(), g);
                        assert_eq!(&s * &a + &t * &b, g);
                        assert!(g.is_empty() || g.leading() == Some(1), "modulo {n}: monic");
                        for x in [&a, &b] {
                            assert!(
                                g.is_empty() && x.is_empty() || x.gcd(&g) == Ok(g.clone()),
                                "modulo {n}: a divisor"
                            );
                        }
                    }
                    Err(Error::NotInvertible { factor, .. }) => {
                        refused += 1;
                        let factor: u64 = factor.parse().unwrap();
                        assert!(factor > 1 && n % factor == 0, "{factor} divides {n}");
                    }
                    Err(e) => panic!("{e}"),
                }
            }
        }
    }
    assert!(right > 50 && refused > 50, "{right} right, {refused} refused");
}

#[test]
fn moduli_of_several_words() {
    let p = (Integer::from(1) << 127) - 1;
    let f = ZnBig::new(p).unwrap();
    let mut random = Random::new(6);
    for (x, y, g) in [(2, 1, 1), (9, 8, 3), (200, 190, 4), (600, 599, 2)] {
        let mut draw = |len: usize| Poly::new(&f, random.integers(127, len).into_iter().map(|c| c.modulo(f.n())));
        // monic, so that all have this degree
        let mut monic = |len: usize| &draw(len - 1) + &Poly::monomial(&f, &Integer::from(1), len - 1);
        let (a, b, g) = (monic(x), monic(y), monic(g));
        let (a, b) = (&a * &g, &b * &g);
        let Bezout { g: found, s, t } = a.xgcd(&b).unwrap();
        assert!(found.rem(&g).unwrap().is_empty(), "what was planted divides");
        assert!(a.rem(&found).unwrap().is_empty() && b.rem(&found).unwrap().is_empty());
        assert_eq!(&s * &a + &t * &b, found);
        assert_eq!(a.gcd(&b).unwrap(), found);
        assert!(s.len() < b.len() + 1 - found.len() && t.len() < a.len() + 1 - found.len());
    }
    assert!(f.name().starts_with("zn:"));
}
