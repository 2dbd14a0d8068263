//! Division against the definition: a = q·b + r and deg r < deg b determine q and r.

use crate::{
    Poly,
    common::{Random, any, cases, largest_prime, schoolbook, schoolbook_integers, two_to, zn},
    integers, words,
};
use polymod::{
    AnyRing, Error, ZnBig,
    poly::{DivisionAlgorithm, Divisor},
    ring::{Codec, FiniteField, Ring},
    rug::Integer,
};

/// Moduli of every kind relevant to division: tiny, odd and even, near word sizes, with and without their own transforms.
fn moduli() -> Vec<u64> {
    let (odd, ntt) = (largest_prime(62, 1), largest_prime(50, 20));
    vec![2, 3, 97, 998_244_353, largest_prime(31, 1), odd, ntt, u64::MAX - 58, 6, 255, 1 << 32, u64::MAX]
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Residues, the last of which is a unit.
fn divisor(random: &mut Random, n: u64, len: usize) -> Vec<u64> {
    let mut b = random.residues(n, len);
    b[len - 1] = (0..).map(|_| random.residue(n)).find(|&x| gcd(x, n) == 1).expect("1 is a unit");
    b
}

fn add(a: &[u64], b: &[u64], n: u64) -> Vec<u64> {
    let at = |v: &[u64], i: usize| u128::from(v.get(i).copied().unwrap_or(0));
    (0..a.len().max(b.len())).map(|i| ((at(a, i) + at(b, i)) % u128::from(n)) as u64).collect()
}

/// Checks that q and r come back from a = q·b + r, by every function for division.
fn comes_back(q: &Poly, b: &Poly, r: &Poly, a: &Poly) {
    let what = format!("{} by {} over {}", a.len(), b.len(), a.ring().name());
    let (quotient, rest) = a.div_rem(b).expect(&what);
    assert!(quotient == *q, "quotient of {what}");
    assert!(rest == *r, "remainder of {what}");
    assert!(a.quo(b).expect(&what) == *q, "quotient alone of {what}");
    assert!(a.rem(b).expect(&what) == *r, "remainder alone of {what}");
    for algorithm in DivisionAlgorithm::ALL {
        match a.div_rem_by(b, Some(algorithm)) {
            Ok((x, y)) => {
                assert!(x == *q && y == *r, "{algorithm}, {what}");
                assert!(a.quo_by(b, Some(algorithm)).expect(&what) == *q, "{algorithm} without remainder, {what}");
            }
            Err(e) => {
                assert!(matches!(&e, Error::Algorithm { .. }), "{algorithm}, {what}: {e}");
                assert!(algorithm != DivisionAlgorithm::Schoolbook, "the definition always applies: {what}");
            }
        }
    }
    let (x, y) = Divisor::new(b).expect(&what).div_rem(a).expect(&what);
    assert!(x == *q && y == *r, "kept divisor, {what}");
    let exact = a.exact_div(b);
    if r.is_empty() {
        assert!(exact.expect(&what) == *q, "exact quotient of {what}");
    } else {
        assert!(matches!(exact, Err(Error::NotDivisible { .. })), "{what} leaves a remainder");
    }
}

/// A polynomial of at most `len` coefficients, elements by their names.
fn drawn(f: &AnyRing, random: &mut Random, len: usize) -> Poly {
    let (elements, mut v) = (f.elements().expect("a finite ring"), f.zeros(0));
    for _ in 0..len {
        let mut name: Vec<u64> = elements.iter().map(|_| random.word()).collect();
        // smaller in the highest limb, or in the one below
        let top = elements[elements.len() - 1];
        name[elements.len() - 1] = random.below(top);
        f.push_limbs(&mut v, false, &name).expect("the name of an element");
    }
    Poly::from_coeffs(f, v)
}

/// Divisors of few terms at distances of all sizes, with coefficients ±1 and others, over each kind of ring.
#[test]
fn divisors_with_few_terms() {
    let mut random = Random::new(27);
    let rings = [
        "zn:97",
        "zn:2^64",
        "zn:2^127-1",
        "zn:bls12-381-fr",
        "zn:10^40",
        "gf2",
        "gf2^8:0x11b",
        "gf:7^2",
        "zn:4[t]/t^2+t+1",
        "gfpf:F4",
    ];
    for name in rings {
        let f = any(name);
        for (degree, exponents) in [
            (16, vec![0]),
            (40, vec![]),
            (100, vec![99, 0]),
            (100, vec![60, 52]),
            (150, vec![77, 76, 1]),
            (333, vec![300, 5, 0]),
        ] {
            for lead in [f.one(), f.elem(-1), f.elem(3)] {
                let mut b = Poly::monomial(&f, &lead, degree);
                for e in &exponents {
                    let c = [f.one(), f.elem(-1), f.elem(5)][random.usize_below(3)].clone();
                    b = &b + &Poly::monomial(&f, &c, *e);
                }
                for len in [1, 7, 40, 170, 700] {
                    let mut draw = |len: usize| drawn(&f, &mut random, len);
                    let (q, rest) = (draw(len), draw(degree));
                    // by definition, one term of b after the other
                    let product = (0..b.len()).fold(Poly::zero(&f), |sum, j| &sum + &q.shl(j).scale(&b.coeff(j)));
                    comes_back(&q, &b, &rest, &(&product + &rest));
                }
            }
        }
    }
}

#[test]
fn quotients_and_remainders_come_back() {
    let mut random = Random::new(1);
    for n in moduli() {
        let f = zn(n);
        for case in 0..cases(60) {
            let most = if case % 10 == 0 { 400 } else { 40 };
            let (q_len, b_len) = (random.usize_below(most), 1 + random.usize_below(most));
            let (q, b) = (random.residues(n, q_len), divisor(&mut random, n, b_len));
            let r_len = if case % 3 == 0 { 0 } else { random.usize_below(b_len) };
            let r = random.residues(n, r_len);
            let a = add(&schoolbook(&q, &b, n), &r, n);
            let [q, b, r, a] = [q, b, r, a].map(|v| words(&f, v));
            comes_back(&q, &b, &r, &a);
        }
    }
}

/// Lengths at which the predicted algorithm changes, and near powers of two, with the largest values; a is computed by the
/// crate's own product, which has its own tests.
#[test]
fn long_divisions_come_back() {
    let mut random = Random::new(2);
    for n in [2, 998_244_353, largest_prime(62, 1), largest_prime(50, 20), u64::MAX - 58, 1 << 32] {
        let f = zn(n);
        let sizes = [
            (1, 3000),
            (3000, 1),
            (3000, 2),
            (5000, 3),
            (31, 33),
            (63, 64),
            (64, 64),
            (65, 64),
            (127, 129),
            (128, 128),
            (129, 127),
            (255, 257),
            (256, 256),
            (257, 256),
            (511, 513),
            (512, 512),
            (513, 512),
            (1023, 1025),
            (1024, 1024),
            (1025, 1024),
            (2047, 2049),
            (2048, 2048),
            (2049, 2049),
            (5000, 700),
            (700, 5000),
            (20_000, 300),
            (9000, 4097),
        ];
        for (case, (q_len, b_len)) in sizes.into_iter().enumerate() {
            let (q, b) = match case % 3 {
                0 => (vec![n - 1; q_len], vec![n - 1; b_len]),
                _ => (random.residues(n, q_len), divisor(&mut random, n, b_len)),
            };
            let r = random.residues(n, b_len - 1);
            let [q, b, r] = [q, b, r].map(|v| words(&f, v));
            comes_back(&q, &b, &r, &(&q * &b + &r));
        }
    }
}

/// Operands shorter than the divisor, as long, and longer: (s·b + t)·(u·b + v) leaves t·v, of lower degree than b.
#[test]
fn operands_of_any_length_modulo_a_kept_divisor() {
    let mut random = Random::new(7);
    for n in [97, 1 << 32, largest_prime(62, 1), u64::MAX - 58] {
        let f = zn(n);
        for degree in [1usize, 2, 7, 15, 16, 17, 32, 64, 200] {
            let b = divisor(&mut random, n, degree + 1);
            let kept = Divisor::new(&words(&f, b.clone())).expect("a unit");
            let half = degree.div_ceil(2);
            let rests = [random.residues(n, half), random.residues(n, degree + 1 - half)];
            let expected = words(&f, schoolbook(&rests[0], &rests[1], n));
            let long = degree + 3;
            for lengths in [[0, 0], [0, 1], [1, 0], [1, 1], [1, 2], [2, 1], [long, 1], [1, long], [long, long]] {
                let [x, y] = [0usize, 1].map(|i| {
                    let mut q = random.residues(n, lengths[i]);
                    if let Some(last) = q.last_mut() {
                        *last = 1;
                    }
                    words(&f, add(&schoolbook(&q, &b, n), &rests[i], n))
                });
                let what = format!("{} by {} coefficients, degree {degree}, modulo {n}", x.len(), y.len());
                assert!(kept.product(&x, &y).expect(&what) == expected, "{what}");
            }
        }
    }
}

#[test]
fn sparse_divisors() {
    let mut random = Random::new(3);
    for n in [2, 97, largest_prime(62, 1), u64::MAX - 58] {
        let f = zn(n);
        for (q_len, degree) in [(50, 100), (3000, 700), (10_000, 3000), (3000, 2999)] {
            let mut b = vec![0; degree + 1];
            b[degree] = 1;
            b[0] = n - 1;
            b[random.usize_below(degree)] = 1;
            let (q, r) = (random.residues(n, q_len), random.residues(n, degree));
            let [q, b, r] = [q, b, r].map(|v| words(&f, v));
            comes_back(&q, &b, &r, &(&q * &b + &r));
        }
    }
}

#[test]
fn zero_constants_and_equal_degrees() {
    let f = zn(97);
    let p = |c: &[i64]| Poly::from_i64(&f, c);
    assert_eq!(p(&[1, 2]).div_rem(&p(&[])), Err(Error::DivisionByZero));
    assert_eq!(p(&[]).div_rem(&p(&[])), Err(Error::DivisionByZero));
    assert_eq!(Divisor::new(&p(&[])).err(), Some(Error::DivisionByZero));
    assert_eq!(p(&[1]).pseudo_div_rem(&p(&[])), Err(Error::DivisionByZero));
    assert_eq!(p(&[]).div_rem(&p(&[1, 2])), Ok((p(&[]), p(&[]))));
    assert_eq!(p(&[1, 2]).div_rem(&p(&[3])), Ok((p(&[65, 33]), p(&[]))));
    assert_eq!(p(&[1, 2]).div_rem(&p(&[0, 0, 1])), Ok((p(&[]), p(&[1, 2]))));
    assert_eq!(p(&[1, 2]).div_rem(&p(&[0, 1])), Ok((p(&[2]), p(&[1]))));
    let g = zn(89);
    assert!(matches!(p(&[1, 2]).div_rem(&Poly::from_i64(&g, &[1])), Err(Error::RingsDiffer { .. })));
    // elements of the two have different types
    let rings = [any("gf2"), g];
    let [a, b] = rings.map(|r| Poly::from_i64(&r, &[1, 1]));
    assert!(matches!(a.pseudo_div_rem(&b), Err(Error::RingsDiffer { .. })));
}

#[test]
fn a_leading_coefficient_that_is_no_unit_names_the_factor() {
    let f = zn(15);
    let (a, b) = (Poly::from_i64(&f, &[1, 2, 3]), Poly::from_i64(&f, &[1, 6]));
    for result in [a.div_rem(&b), b.div_rem(&b), Poly::zero(&f).div_rem(&b)] {
        assert!(matches!(&result, Err(Error::NotInvertible { factor, .. }) if factor == "3"), "{result:?}");
    }
    let f = any("zn:2^100");
    let (a, b) = (Poly::from_i64(&f, &[1, 2, 3]), Poly::from_i64(&f, &[1, 6]));
    assert!(matches!(a.div_rem(&b), Err(Error::NotInvertible { factor, .. }) if factor == "2"));
}

#[test]
fn over_the_integers() {
    let (z, mut random) = (any("z"), Random::new(4));
    for case in 0..cases(150) {
        let most = if case % 10 == 0 { 300 } else { 30 };
        let (q_len, b_len) = (random.usize_below(most), 1 + random.usize_below(most));
        let bits = [3, 30, 64, 130, 700][random.usize_below(5)];
        let q = random.integers(bits, q_len);
        let mut b = random.integers(bits, b_len);
        if b[b_len - 1] == 0 || case % 4 == 0 {
            b[b_len - 1] = Integer::from(-1);
        }
        let mut a = schoolbook_integers(&q, &b);
        let r_len = if case % 3 == 0 { 0 } else { random.usize_below(b_len) };
        let r = random.integers(bits, r_len);
        a.resize(a.len().max(r.len()), Integer::new());
        a.iter_mut().zip(&r).for_each(|(x, y)| *x += y);
        let [q, b, r, a] = [q, b, r, a].map(|v| integers(&z, v));
        comes_back(&q, &b, &r, &a);
    }
    let p = |text: &str| Poly::parse(&z, text).expect("a polynomial");
    assert_eq!(p("2*x^2 + x + 7").div_rem(&p("2*x + 1")), Ok((p("x"), p("7"))));
    let not = Err(Error::NotDivisible { dividend: "1".into(), divisor: "2".into() });
    assert_eq!(p("2*x^2 + 3*x + 7").div_rem(&p("2*x + 2")), not);
    assert_eq!(p("x^2").div_rem(&p("2*x")).err(), not.err());
}

/// c^k·a = q·b + r over Z, and modulo 2^4·3 with leading coefficients that have no inverse, by evaluation of both sides.
#[test]
fn pseudo_division() {
    fn holds(a: &Poly, b: &Poly) {
        let (q, r) = a.pseudo_div_rem(b).expect("always defined");
        let (ring, c) = (a.ring(), b.leading().expect("not zero"));
        let k = (a.len() + 1).saturating_sub(b.len());
        assert_eq!(a.scale(&ring.pow(&c, k as u64)), &q * b + &r, "{a} by {b}");
        assert!(r.len() < b.len(), "{a} by {b}");
    }
    let (z, f, mut random) = (any("z"), zn(48), Random::new(5));
    for _ in 0..cases(200) {
        let (a_len, b_len) = (random.usize_below(20), 1 + random.usize_below(12));
        let (a, b) = (integers(&z, random.integers(20, a_len)), integers(&z, random.integers(20, b_len)));
        if !b.is_empty() {
            holds(&a, &b);
        }
        let (a, b) = (words(&f, random.residues(48, a_len)), words(&f, random.residues(48, b_len)));
        if !b.is_empty() {
            holds(&a, &b);
        }
    }
}

#[test]
fn modulo_big_n() {
    let mut random = Random::new(6);
    for n in [two_to(127) - 1, two_to(256) + 1, Integer::from(15)] {
        let f = AnyRing::field(ZnBig::new(n.clone()).expect("a modulus"));
        for (q_len, b_len) in [(0, 3), (1, 1), (5, 5), (40, 7), (7, 40), (200, 201), (500, 130), (1025, 1024)] {
            let element = |x: Integer| ((x % &n) + &n) % &n;
            let bits = n.significant_bits();
            let mut list = |len| -> Vec<Integer> { random.integers(bits, len).into_iter().map(element).collect() };
            let (q, mut b, r) = (list(q_len), list(b_len), list(b_len - 1));
            b[b_len - 1] = Integer::from(7);
            let [q, b, r] = [q, b, r].map(|v| integers(&f, v));
            comes_back(&q, &b, &r, &(&q * &b + &r));
        }
    }
}

/// Quotients longer than their divisors, whose products are taken modulo x^N − 1, also over rings whose transforms do not wrap around.
#[test]
fn over_quotient_rings() {
    for name in ["gf:7^2:t^2+6*t+3", "zn:2305843009213693951[t]/t^3+6*t+3", "gf2^65:0x20000000000040001"] {
        let (f, mut random) = (any(name), Random::new(7));
        let mut poly = |len| Poly::new(&f, (0..len).map(|_| f.random(&mut || random.word())).chain([f.one()]));
        for (q_len, b_len) in [(3, 9), (40, 60), (157, 99), (330, 69), (430, 69)] {
            let (q, b, r) = (poly(q_len), poly(b_len), poly(b_len - 2));
            comes_back(&q, &b, &r, &(&q * &b + &r));
        }
    }
}
