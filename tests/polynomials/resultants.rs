//! Resultants against Sylvester's determinant; fractions, inverses and recurrences by their defining identities.

use super::common::{Random, schoolbook};
use polymod::{Engine, Error, Poly, Zn, core::cpu::Target, ring::Ring};

/// The determinant of a matrix modulo a prime, by elimination.
fn determinant(mut rows: Vec<Vec<u64>>, f: &Zn) -> u64 {
    let mut value = 1;
    for i in 0..rows.len() {
        let Some(pivot) = (i..rows.len()).find(|&k| rows[k][i] != 0) else { return 0 };
        if pivot != i {
            rows.swap(i, pivot);
            value = f.neg(&value);
        }
        let top = rows[i].clone();
        value = f.mul(&value, &top[i]);
        let inverse = f.inv(&top[i]).unwrap();
        for row in &mut rows[i + 1..] {
            let factor = f.neg(&f.mul(&row[i], &inverse));
            for (x, y) in row.iter_mut().zip(&top) {
                *x = f.add(x, &f.mul(&factor, y));
            }
        }
    }
    value
}

/// Sylvester's determinant for formal degrees n and m: operands may have leading zeros.
fn sylvester(a: &[u64], b: &[u64], f: &Zn) -> u64 {
    let (n, m) = (a.len() - 1, b.len() - 1);
    let shifted = |v: &[u64], by: usize| {
        let mut row = vec![0; n + m];
        for (i, x) in v.iter().rev().enumerate() {
            row[by + i] = *x;
        }
        row
    };
    let rows = (0..m).map(|i| shifted(a, i)).chain((0..n).map(|i| shifted(b, i))).collect();
    determinant(rows, f)
}

fn exactly(random: &mut Random, p: u64, len: usize) -> Vec<u64> {
    let mut v = random.residues(p, len);
    v[len - 1] = 1 + random.below(p - 1);
    v
}

#[test]
fn resultants_are_sylvesters_determinant() {
    let mut random = Random::new(11);
    for target in Target::families() {
        for p in [2, 3, 97, (1 << 31) - 1, (1 << 61) - 1, (1 << 62) - 57, u64::MAX - 58] {
            let f = Zn::on(&Engine::builder().target(target).threads(1).build(), p).unwrap();
            for (n, m) in [(1, 1), (1, 2), (2, 1), (3, 3), (4, 9), (9, 4), (8, 7), (1, 7), (16, 13), (20, 20), (33, 32)]
            {
                let (a, b) = (exactly(&mut random, p, n), exactly(&mut random, p, m));
                let value = Poly::new(&f, a.clone()).resultant(&Poly::new(&f, b.clone())).unwrap();
                assert_eq!(value, sylvester(&a, &b, &f), "{target}, p = {p}, {n} by {m}");
                if n > 2 {
                    let a = Poly::new(&f, a);
                    // the derivative, of degree n − 2 with leading zeros
                    let mut derivative: Vec<u64> = a.derivative().iter().collect();
                    derivative.resize(n - 1, 0);
                    let wanted = sylvester(&a.iter().collect::<Vec<_>>(), &derivative, &f);
                    let (degree, lead) = (n - 1, a.leading().unwrap());
                    let wanted = if degree * (degree - 1) / 2 % 2 == 1 { f.neg(&wanted) } else { wanted };
                    assert_eq!(f.mul(&a.discriminant().unwrap(), &lead), wanted, "{target}, p = {p}, degree {degree}");
                }
            }
        }
    }
}

/// Res(a·c, b) = Res(a, b)·Res(c, b), Res(a, b) = ±Res(b, a), Res(a + q·b, b) up to powers of lc(b), at every length.
#[test]
fn long_resultants_multiply() {
    let mut random = Random::new(12);
    for p in [3, 97, (1 << 31) - 1, 281_474_976_694_273, (1 << 62) - 57] {
        let f = Zn::on(&Engine::builder().threads(1).build(), p).unwrap();
        for (x, y, z) in [(700, 500, 900), (1200, 1300, 1100), (2000, 3, 2500), (1500, 1500, 1501)] {
            let mut draw = |len: usize| Poly::new(&f, exactly(&mut random, p, len));
            let (a, c, b) = (draw(x), draw(y), draw(z));
            let of = |a: &Poly<Zn>, b: &Poly<Zn>| a.resultant(b).unwrap();
            let product = &a * &c;
            assert_eq!(of(&product, &b), f.mul(&of(&a, &b), &of(&c, &b)), "p = {p}, {x} {y} {z}");
            let odd = (product.len() - 1) * (b.len() - 1) % 2 == 1;
            let back = of(&b, &product);
            assert_eq!(of(&product, &b), if odd { f.neg(&back) } else { back }, "p = {p}, {x} {y} {z}");
            assert_eq!(of(&product, &(&b * &c)), 0, "a common divisor");
            // the resultant with a linear factor is a value, and one more root multiplies it by one more factor
            let point = f.elem(5);
            let root = Poly::new(&f, [f.neg(&point), 1]);
            assert_eq!(of(&root, &b), b.eval(&point));
            assert_eq!(of(&(&root * &a), &b), f.mul(&b.eval(&point), &of(&a, &b)), "p = {p}, {x} {y} {z}");
        }
    }
}

#[test]
fn resultants_with_constants_and_zero() {
    let f = Zn::new(97).unwrap();
    let of = |a: &[i64], b: &[i64]| Poly::from_i64(&f, a).resultant(&Poly::from_i64(&f, b)).unwrap();
    assert_eq!([of(&[], &[1, 2]), of(&[1, 2], &[]), of(&[], &[]), of(&[3], &[]), of(&[3], &[5])], [0, 0, 0, 0, 1]);
    assert_eq!([of(&[3], &[1, 1, 1]), of(&[1, 1, 1], &[3])], [9, 9]);
    // Res(3, b) = 3^deg(b) = Res(b, 3), for an odd degree too: no division changes the sign
    let (three, b) = (Poly::from_i64(&f, &[3]), Poly::monomial(&f, &1, 1001));
    let wanted = (0..1001).fold(1, |power, _| f.mul(&power, &3));
    assert_eq!([three.resultant(&b).unwrap(), b.resultant(&three).unwrap()], [wanted; 2]);
    let discriminant = |a: &[i64]| Poly::from_i64(&f, a).discriminant().unwrap();
    assert_eq!([discriminant(&[]), discriminant(&[5]), discriminant(&[5, 7])], [0, 0, 1]);
    assert_eq!(discriminant(&[3, 5, 7]), f.elem(25 - 84));
    // x^p − x − 1 has derivative −1, x^p derivative 0
    let artin = &(&Poly::monomial(&f, &1, 97) - &Poly::monomial(&f, &1, 1)) - &Poly::one(&f);
    let wanted = if 97 * 96 / 2 % 2 == 1 { f.elem(1) } else { f.elem(-1) };
    assert_eq!(artin.discriminant().unwrap(), wanted, "(−1)^(n(n−1)/2) · (−1)^97");
    assert_eq!(Poly::monomial(&f, &1, 97).discriminant().unwrap(), 0);
    assert_eq!(Poly::monomial(&f, &2, 97).discriminant().unwrap(), 0);
}

#[test]
fn inverses_and_fractions() {
    let mut random = Random::new(13);
    for p in [2, 97, (1 << 31) - 1, (1 << 62) - 57] {
        let f = Zn::on(&Engine::builder().threads(1).build(), p).unwrap();
        let (mut found, mut none) = (0, 0);
        for (len, degree) in [(2, 0), (3, 1), (5, 0), (9, 4), (9, 7), (40, 20), (300, 10), (3000, 1400), (3000, 2990)] {
            let draw = |random: &mut Random, len: usize| Poly::new(&f, exactly(random, p, len));
            let m = draw(&mut random, len);
            // P/Q of the largest degrees, Q invertible
            let (num, den) = (draw(&mut random, degree + 1), draw(&mut random, len - 1 - degree).monic().unwrap());
            match den.inv_mod(&m) {
                Ok(inverse) => {
                    assert!(inverse.len() < len);
                    assert_eq!((&inverse * &den).rem(&m).unwrap(), Poly::one(&f).rem(&m).unwrap(), "p = {p}, {len}");
                    let a = (&num * &inverse).rem(&m).unwrap();
                    let (x, y) = a.rational(&m, degree).unwrap();
                    let g = num.gcd(&den).unwrap();
                    assert_eq!((&x * &g, &y * &g), (num, den), "p = {p}, {len} {degree}");
                    found += 1;
                }
                Err(Error::NotInvertible { factor, .. }) => {
                    assert_eq!(factor, den.gcd(&m).unwrap().to_string());
                    none += 1;
                }
                Err(e) => panic!("{e}"),
            }
        }
        assert!(found + none == 9 && found > 0, "p = {p}");
        // x is not a fraction modulo x^2 with a constant numerator
        let x = Poly::monomial(&f, &1, 1);
        assert!(matches!(x.rational(&Poly::monomial(&f, &1, 2), 0), Err(Error::NoFraction { .. })));
        assert!(matches!(x.rational(&x, 1), Err(Error::NoFraction { .. })), "no denominator has a negative degree");
        assert_eq!(x.rational(&x, 0).unwrap(), (Poly::zero(&f), Poly::one(&f)));
        assert_eq!(x.rational(&Poly::zero(&f), 0), Err(Error::DivisionByZero));
        assert_eq!(x.inv_mod(&Poly::zero(&f)), Err(Error::DivisionByZero));
        assert_eq!(x.inv_mod(&Poly::one(&f)).unwrap(), Poly::zero(&f));
    }
}

/// The sequence with the minimal polynomial c, monic, prolonged from its first terms.
fn prolonged(f: &Zn, c: &[u64], first: &[u64], len: usize) -> Vec<u64> {
    let mut s = first.to_vec();
    while s.len() < len {
        let at = s.len() - first.len();
        let sum = (0..first.len()).fold(0, |sum, j| f.add(&sum, &f.mul(&c[j], &s[at + j])));
        s.push(f.neg(&sum));
    }
    s.truncate(len);
    s
}

#[test]
fn recurrences_are_found() {
    let mut random = Random::new(14);
    for p in [2, 3, 97, (1 << 62) - 57] {
        let f = Zn::on(&Engine::builder().threads(1).build(), p).unwrap();
        let minpoly = |s: &[u64]| Poly::minpoly(&f, f.view(s).unwrap()).unwrap();
        for order in [0, 1, 2, 5, 40, 700] {
            for zeros in [0, 3] {
                // x^zeros divides the minimal polynomial if the first terms do not satisfy the recurrence
                let mut c = exactly(&mut random, p, order + 1);
                c[order] = 1;
                let c = schoolbook(&c, &[vec![0; zeros], vec![1]].concat(), p);
                let first = random.residues(p, c.len() - 1);
                let s = prolonged(&f, &c, &first, 2 * c.len() + 3);
                let found = minpoly(&s);
                let rule = Poly::new(&f, c.iter().copied());
                assert_eq!(rule.rem(&found).unwrap(), Poly::zero(&f), "p = {p}, order {order}: divides every rule");
                assert_eq!(prolonged(&f, &found.iter().collect::<Vec<_>>(), &s[..found.len() - 1], s.len()), s);
            }
        }
        assert_eq!(minpoly(&[]), Poly::one(&f));
        assert_eq!(minpoly(&[0, 0, 0]), Poly::one(&f));
        assert_eq!(minpoly(&[1]), Poly::monomial(&f, &1, 1), "the order 1, since 0 does not suffice");
        // the first term that is not zero is the last: the order is the length
        assert_eq!(minpoly(&[0, 0, 0, 1]).degree(), Some(4));
        assert_eq!(minpoly(&[1, 0, 0, 0]), Poly::monomial(&f, &1, 1));
    }
}
