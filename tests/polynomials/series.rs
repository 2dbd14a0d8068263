//! Series and powers, against recurrences over integers and residues, and by identities.

use crate::{
    Poly,
    common::{Random, any, cases, largest_prime, power, schoolbook, two_to, zn},
    integers, words,
};
use polymod::{
    AnyRing, Error,
    poly::{Divisor, Domain, Exponent},
    ring::{AnyElem, Ring},
    rug::Integer,
};

const SIZES: [usize; 21] = [1, 2, 3, 5, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 129, 255, 257, 600, 1025, 2500];

fn primes() -> [u64; 5] {
    [998_244_353, largest_prime(31, 1), largest_prime(62, 1), largest_prime(50, 20), u64::MAX - 58]
}

/// A random series with this lowest coefficient, shorter than n, of length n, or longer.
fn series(r: &AnyRing, random: &mut Random, lowest: i64, n: usize) -> Poly {
    let len = [n, 1, 2, n.div_ceil(2), 2 * n][random.usize_below(5)].max(1);
    let mut v = vec![r.elem(lowest)];
    v.extend((1..len).map(|_| r.mul(&r.elem(random.word() as i64 >> 1), &r.elem(random.word() as i64 >> 1))));
    Poly::new(r, v)
}

fn low(p: &Poly, n: usize) -> Poly {
    Poly::new(p.ring(), p.iter().take(n))
}

fn identities(r: &AnyRing, random: &mut Random, n: usize) {
    let what = format!("{n} terms over {}", r.name());
    let (a, zero) = (series(r, random, 7, n), series(r, random, 0, n));
    let one = low(&Poly::one(r), n);
    let inverse = a.inv_series(n).expect(&what);
    assert!(inverse.len() <= n && a.mul_low(&inverse, n).expect(&what) == one, "inverse, {what}");
    let exp = zero.exp_series(n).expect(&what);
    assert!(exp.len() <= n && exp.coeff(0) == one.coeff(0), "exponential, {what}");
    // f' = a'·f
    let slopes = zero.derivative().mul_low(&exp, n.saturating_sub(1)).expect(&what);
    assert!(slopes == exp.derivative(), "exponential, {what}");
    assert!(exp.log_series(n).expect(&what) == low(&zero, n), "logarithm, {what}");
    let square = a.sqr().expect(&what);
    let root = square.sqrt_series(n).expect(&what);
    assert!(root == low(&a, n), "square root, {what}");
    for e in [-3i64, 1, 2, 5] {
        let direct = a.pow_series(e, n).expect(&what);
        let magnitude = low(&a.pow(e.unsigned_abs()).expect(&what), n);
        let expected = if e < 0 { magnitude.inv_series(n).expect(&what) } else { magnitude };
        assert!(direct == expected, "power {e}, {what}");
    }
    // by the logarithm: (a^e)·(a^(1 − e)) = a
    let e = 0x1234_5678_9abc_def1i64;
    let (x, y) = (a.pow_series(e, n).expect(&what), a.pow_series(1 - e, n).expect(&what));
    assert!(x.mul_low(&y, n).expect(&what) == low(&a, n), "long powers, {what}");
}

/// Powers and exponentials of series with few terms, by their recurrences.
fn sparse(r: &AnyRing, lowest: i64, divides: bool) {
    for n in [2usize, 3, 17, 50, 51, 300] {
        let what = format!("{n} terms over {}", r.name());
        let terms = [(0, lowest), (3, 5), (16, -1), (50, 1 << 40), (299, 7)];
        let sum = |from: usize| {
            let terms = terms[from..].iter().map(|&(i, c)| Poly::monomial(r, &r.elem(c), i));
            terms.fold(Poly::zero(r), |s, t| &s + &t)
        };
        let (a, zero) = (sum(0), sum(1));
        for e in [-4i64, 1, 2, 9] {
            if e < 0 && r.inv(&r.elem(lowest)).is_err() {
                assert!(a.pow_series(e, n).is_err(), "{what}");
                continue;
            }
            let magnitude = low(&a.pow(e.unsigned_abs()).expect(&what), n);
            let expected = if e < 0 { magnitude.inv_series(n).expect(&what) } else { magnitude };
            assert!(a.pow_series(e, n).expect(&what) == expected, "power {e}, {what}");
            let shifted = a.shl(1).pow_series(e.abs(), n + 9).expect(&what);
            assert!(shifted == low(&a.shl(1).pow(e.unsigned_abs()).expect(&what), n + 9), "x times it, {e}, {what}");
            // of fewer coefficients than asked for, by any algorithm
            for short in [
                low(&a, 17),
                low(&a, 4).shl(2),
                Poly::monomial(r, &r.elem(3), 1),
                Poly::from_i64(r, &[1, 2, 3, 4, 5, 6, 7]),
            ] {
                let power = short.pow(e.unsigned_abs()).expect(&what);
                assert!(short.pow_series(e.abs(), n).expect(&what) == low(&power, n), "power {e} of {short}, {what}");
            }
        }
        if divides {
            let exp = zero.exp_series(n).expect(&what);
            let slopes = zero.derivative().mul_low(&exp, n - 1).expect(&what);
            assert!(exp.coeff(0) == r.one() && slopes == exp.derivative(), "exponential, {what}");
            let (x, y) = (a.pow_series(1i64 << 60, n).expect(&what), a.pow_series(1 - (1i64 << 60), n).expect(&what));
            assert!(x.mul_low(&y, n).expect(&what) == low(&a, n), "long powers, {what}");
        }
    }
}

#[test]
fn series_with_few_terms() {
    for p in primes() {
        sparse(&zn(p), 3, true);
    }
    sparse(&zn(7), 3, false);
    sparse(&zn(1 << 20), 6, false);
    sparse(&any("z"), 1, false);
    sparse(&any("z"), -6, false);
    sparse(&any("zn:2^127-1"), 10, true);
}

#[test]
fn identities_hold_in_large_characteristic() {
    let mut random = Random::new(1);
    for p in primes() {
        let f = zn(p);
        SIZES.iter().for_each(|&n| identities(&f, &mut random, n));
    }
    for name in ["zn:2^127-1", "zn:(2^89-1)*(2^61-1)"] {
        let f = any(name);
        [1, 2, 16, 17, 33, 200].iter().for_each(|&n| identities(&f, &mut random, n));
    }
    // composite without small factors
    let f = zn(1_000_003 * 1_000_033);
    [1, 2, 33, 1000].iter().for_each(|&n| identities(&f, &mut random, n));
}

#[test]
fn inverses_in_small_and_composite_rings() {
    let mut random = Random::new(2);
    for n in [2u64, 3, 6, 255, 1 << 32, u64::MAX] {
        let f = zn(n);
        for terms in SIZES {
            let a = series(&f, &mut random, 1, terms);
            let inverse = a.inv_series(terms).expect("1 is a unit");
            assert_eq!(a.mul_low(&inverse, terms), Ok(Poly::one(&f)), "{terms} terms modulo {n}");
        }
    }
    let z = any("z");
    for terms in [1, 2, 33, 100] {
        let a = series(&z, &mut random, -1, terms);
        let inverse = a.inv_series(terms).expect("−1 is a unit");
        assert_eq!(a.mul_low(&inverse, terms), Ok(Poly::one(&z)), "{terms} terms");
    }
    let f = zn(15);
    let none = Poly::from_i64(&f, &[6, 1]).inv_series(3);
    assert!(matches!(none, Err(Error::NotInvertible { factor, .. }) if factor == "3"));
    assert!(matches!(Poly::from_i64(&z, &[2, 1]).inv_series(3), Err(Error::NotInvertible { .. })));
    assert!(matches!(Poly::zero(&f).inv_series(3), Err(Error::NotInvertible { .. })));
    assert_eq!(Poly::zero(&f).inv_series(0), Ok(Poly::zero(&f)));
}

/// log(1 + b) = Σ ±b^k/k or exp b = Σ b^k/k! over the rationals, as numerators over a common denominator. `None` if a division in
/// the definition does not exist and the power divided does not vanish.
fn by_definition(p: u64, b: &[u64], n: usize, exponential: bool) -> Option<Vec<u64>> {
    let (mut sum, mut term) = (vec![0; n], vec![1 % p]);
    sum[0] = u64::from(exponential);
    let mut factorial = 1;
    for k in 1..=n as u64 {
        term = schoolbook(&term, b, p);
        term.truncate(n);
        if term.iter().all(|&x| x == 0) {
            break;
        }
        let divisor = if exponential { factorial * (k % p) % p } else { k % p };
        factorial = divisor;
        let inverse = (1..p).find(|x| x * divisor % p == 1)?;
        let sign = if exponential || k % 2 == 1 { 1 } else { p - 1 };
        for (s, t) in sum.iter_mut().zip(&term) {
            *s = (*s + t * inverse % p * sign) % p;
        }
    }
    Some(sum)
}

#[test]
fn small_characteristic_is_right_or_an_error() {
    let (mut random, mut errors, mut values) = (Random::new(3), 0, 0);
    for _ in 0..cases(600) {
        let p = [2, 3, 4, 5, 6, 7, 9, 11, 15, 23, 35, 101][random.usize_below(12)];
        let f = zn(p);
        let n = 1 + random.usize_below(30);
        let zeros = 1 + random.usize_below(n);
        let mut b = random.residues(p, n);
        b.iter_mut().take(zeros).for_each(|x| *x = 0);
        let (rest, mut with_one) = (words(&f, b.clone()), b.clone());
        with_one[0] = 1;
        let logarithm = words(&f, with_one).log_series(n);
        for (exponential, result) in [(false, logarithm), (true, rest.exp_series(n))] {
            match by_definition(p, &b, n, exponential) {
                Some(expected) => {
                    assert_eq!(result, Ok(words(&f, expected)), "{b:?} modulo {p}, exponential: {exponential}");
                    values += 1;
                }
                None => {
                    let refused = matches!(result, Err(Error::NotInvertible { .. }));
                    assert!(refused, "{b:?} modulo {p}, exponential: {exponential}: {result:?}");
                    errors += 1;
                }
            }
        }
    }
    assert!(errors > 50 && values > 50, "{errors} errors and {values} values");
}

#[test]
fn over_the_integers_where_the_result_is_integral() {
    let z = any("z");
    let p = |text: &str| Poly::parse(&z, text).expect("a polynomial");
    // (1 + x)^2·(1 − x)^2 has a square root, as every square
    assert_eq!(p("1 - 2*x^2 + x^4").sqrt_series(9), Ok(p("1 - x^2")));
    assert_eq!(p("4*x^2 + 4*x^3 + x^4").sqrt_series(9), Ok(p("2*x + x^2")));
    // 1/√(1 − 4x) generates the central binomial coefficients, and is the inverse of a square root
    let root = p("1 - 4*x").sqrt_series(8).expect("integral").inv_series(6);
    assert_eq!(root, Ok(p("[1, 2, 6, 20, 70, 252]")));
    assert_eq!(p("1 + x").sqrt_series(1), Ok(p("1")));
    let not = Err(Error::NotDivisible { dividend: "1".into(), divisor: "2".into() });
    assert_eq!(p("1 + x").sqrt_series(2), not);
    assert!(matches!(p("2 + x").sqrt_series(2), Err(Error::Domain { .. })));
    assert!(matches!(p("-1").sqrt_series(2), Err(Error::Domain { .. })));
    for odd in ["x", "x^3", "x^3 + 2*x^4 + x^5", "x^5"] {
        assert!(matches!(p(odd).sqrt_series(4), Err(Error::Domain { .. })), "{odd}");
    }
    assert_eq!(p("0").sqrt_series(5), Ok(p("0")));
    assert_eq!(p("x").exp_series(2), Ok(p("1 + x")));
    assert!(matches!(p("x").exp_series(3), Err(Error::NotDivisible { .. })));
    assert!(matches!(p("1 + x").exp_series(3), Err(Error::Domain { .. })));
    assert_eq!(p("0").exp_series(3), Ok(p("1")));
    // log ∏ 1/(1 − x^k) is not integral, log(1 − 2x + …) may be: 1 + 2x + 4x² + … = 1/(1 − 2x) up to x²: 2x + 2x²
    assert_eq!(p("1 + 2*x + 4*x^2").log_series(3), Ok(p("2*x + 2*x^2")));
    assert!(p("1 + x").log_series(3).is_err());
    assert!(matches!(p("2 + x").log_series(3), Err(Error::Domain { .. })));
    assert_eq!(p("1 + x").pow_series(-2i64, 5), Ok(p("1 - 2*x + 3*x^2 - 4*x^3 + 5*x^4")));
    assert_eq!(p("1 + 2*x").pow_series(&two_to(80), 2), Ok(integers(&z, vec![Integer::from(1), two_to(81)])));
}

#[test]
fn square_roots_choose_the_smaller_residue_or_refuse() {
    let mut random = Random::new(4);
    for p in [3u64, 5, 17, 97, 998_244_353, largest_prime(62, 1), u64::MAX - 58] {
        let f = zn(p);
        for _ in 0..cases(20) {
            let (x, zeros) = (1 + random.below(p - 1), random.usize_below(3));
            let a = series(&f, &mut random, x as i64, 20).shl(zeros);
            let s = a.sqr().expect("a square").sqrt_series(20).expect("a root");
            let AnyElem::Word(lowest) = s.coeff(zeros) else { panic!("no word") };
            assert!(lowest <= p / 2, "{lowest} modulo {p}");
            assert!(s == low(&a, 20) || s == low(&-&a, 20), "modulo {p}");
        }
        let no_square = (2..p).find(|&x| power(x, (p - 1) / 2, p) != 1).expect("half of all");
        let refused = words(&f, vec![no_square, 1]).sqrt_series(3);
        assert!(matches!(refused, Err(Error::Domain { .. })), "{no_square} modulo {p}");
    }
    // composite n: all roots of the lowest coefficient by trial; 3^5 and 3^8 take three steps of lifting
    for n in [9u64, 15, 105, 225, 243, 6561, 3 * 5 * 7 * 121] {
        let f = zn(n);
        for a in (1..n).filter(|&a| f.inv(&AnyElem::Word(a)).is_ok()) {
            let least = (1..n).find(|x| x * x % n == a);
            let result = words(&f, vec![a]).sqrt_series(2);
            match least {
                Some(x) => assert_eq!(result, Ok(words(&f, vec![x])), "{a} modulo {n}"),
                None => assert!(matches!(result, Err(Error::Domain { .. })), "{a} modulo {n}"),
            }
        }
    }
    let f = zn(2);
    assert_eq!(Poly::from_i64(&f, &[1, 0, 1, 0, 1]).sqrt_series(9), Ok(Poly::from_i64(&f, &[1, 1, 1])));
    assert!(matches!(Poly::from_i64(&f, &[1, 1]).sqrt_series(9), Err(Error::Domain { .. })));
    let f = zn(1 << 32);
    assert!(
        matches!(Poly::from_i64(&f, &[1, 8]).sqrt_series(3), Err(Error::NotInvertible { factor, .. }) if factor == "2")
    );
    let f = any("zn:2^127-1");
    let s = Poly::from_i64(&f, &[-2, 3]).sqr().expect("a square").sqrt_series(5);
    assert_eq!(s, Ok(Poly::from_i64(&f, &[2, -3])));
    let unknown = Poly::from_i64(&any("zn:2^127+1"), &[2, 3]).sqrt_series(5);
    assert!(matches!(&unknown, Err(Error::Factors { factor: Some(p), .. }) if p == "3"), "{unknown:?}");
    let even = Poly::from_i64(&any("zn:2^64"), &[17]).sqrt_series(3);
    assert!(matches!(&even, Err(Error::NotInvertible { factor, .. }) if factor == "2"), "{even:?}");
}

#[test]
fn powers_of_series_at_the_edges() {
    let f = zn(7);
    let p = |c: &[i64]| Poly::from_i64(&f, c);
    assert_eq!(p(&[0, 1]).pow_series(0i64, 3), Ok(p(&[1])));
    assert_eq!(p(&[]).pow_series(0i64, 3), Ok(p(&[1])));
    assert_eq!(p(&[]).pow_series(5i64, 3), Ok(p(&[])));
    assert_eq!(p(&[1, 1]).pow_series(0i64, 0), Ok(p(&[])));
    assert_eq!(p(&[0, 2, 1]).pow_series(3i64, 5), Ok(p(&[0, 0, 0, 8, 12])));
    assert_eq!(p(&[0, 2, 1]).pow_series(3i64, 3), Ok(p(&[])));
    assert_eq!(p(&[0, 2]).pow_series(u64::MAX, 1000), Ok(p(&[])));
    assert!(matches!(p(&[0, 2]).pow_series(-1i64, 3), Err(Error::NotInvertible { .. })));
    // (1 + x)^(7^k) = 1 + x^(7^k), also for exponents of more than a word
    assert_eq!(p(&[1, 1]).pow_series(343i64, 344).map(|s| s.degree()), Ok(Some(343)));
    let e = Integer::from(Integer::u_pow_u(7, 30));
    assert_eq!(p(&[1, 1]).pow_series(&e, 1000), Ok(p(&[1])));
}

/// a^e modulo m by one product and one division for each bit.
fn slow_power(a: &Poly, e: &Exponent, m: &Poly) -> Poly {
    let mut power = Poly::one(a.ring()).rem(m).expect("a divisor");
    for i in (0..e.bits()).rev() {
        power = (&power * &power).rem(m).expect("a divisor");
        if e.bit(i) {
            power = (&power * a).rem(m).expect("a divisor");
        }
    }
    power
}

#[test]
fn powers_modulo_a_polynomial() {
    let mut random = Random::new(5);
    for n in [2u64, 97, 6, 1 << 32, largest_prime(62, 1), u64::MAX - 58] {
        let f = zn(n);
        for degree in [0usize, 1, 2, 7, 40, 200] {
            let mut m = random.residues(n, degree + 1);
            m[degree] = 1;
            let m = words(&f, m);
            let kept = Divisor::new(&m).expect("monic");
            let long = 2 * degree + 3;
            for a in [Poly::from_i64(&f, &[0, 1]), words(&f, random.residues(n, long)), Poly::zero(&f)] {
                for e in [Exponent::from(0u64), 1u64.into(), 2u64.into(), 1_000_003u64.into(), u64::MAX.into()] {
                    assert_eq!(a.pow_mod(e.clone(), &kept), Ok(slow_power(&a, &e, &m)), "{e:?} modulo {m:?}");
                }
                let e = Exponent::new(false, &[random.word(), random.word(), 5]);
                assert_eq!(a.pow_mod(e.clone(), &kept), Ok(slow_power(&a, &e, &m)), "{e:?} modulo {m:?}");
                let (power, inverse) = (a.pow_mod(3, &kept).expect("a power"), a.pow_mod(-3, &kept));
                let one = Poly::one(&f).rem(&m).expect("monic");
                match inverse {
                    Ok(inverse) => assert_eq!((&power * &inverse).rem(&m), Ok(one), "{a:?} modulo {m:?}"),
                    Err(e) => assert_eq!(Err(e), a.inv_mod(&m), "{a:?} modulo {m:?}"),
                }
            }
        }
    }
    let z = any("z");
    let (a, m) = (Poly::from_i64(&z, &[1, 1]), Poly::from_i64(&z, &[1, 0, 1]));
    let kept = Divisor::new(&m).expect("not zero");
    assert_eq!(a.pow_mod(8u64, &kept), Ok(Poly::from_i64(&z, &[16])), "(1 + i)^8");
    assert!(matches!(a.pow_mod(-1, &kept), Err(Error::Unsupported { .. })));
}

#[test]
fn sums_of_transformed_products() {
    let mut random = Random::new(6);
    fn holds(polys: &[Poly]) {
        let all: Vec<&Poly> = polys.iter().collect();
        let domain = Domain::new(&all, polys.len()).expect("a domain");
        let images: Vec<_> = polys.iter().map(|p| domain.transform(p).expect("it fits")).collect();
        let pairs: Vec<_> = images.iter().zip(images.iter().rev()).collect();
        let expected =
            polys.iter().zip(polys.iter().rev()).fold(Poly::zero(polys[0].ring()), |s, (a, b)| &s + &(a * b));
        assert_eq!(domain.dot(&pairs), Ok(expected));
        assert_eq!(domain.dot(&[]), Ok(Poly::zero(polys[0].ring())));
        let pairs = vec![(&images[0], &images[0]); polys.len() + 1];
        assert!(matches!(domain.dot(&pairs), Err(Error::OutOfRange { .. })), "too many terms");
    }
    for n in [2, 97, largest_prime(62, 1), largest_prime(50, 20), u64::MAX - 58] {
        let f = zn(n);
        for len in [1usize, 7, 64, 300] {
            let polys: Vec<_> = (0..5).map(|i| words(&f, if i == 4 { vec![] } else { vec![n - 1; len] })).collect();
            holds(&polys);
            let polys: Vec<_> = (0..3).map(|_| words(&f, random.residues(n, len))).collect();
            holds(&polys);
        }
    }
    let z = any("z");
    let polys: Vec<_> = (1..4).map(|i| integers(&z, random.integers(40 * i, 30))).collect();
    holds(&polys);
    let domain = Domain::new(&[&polys[0]], 1).expect("a domain");
    assert!(matches!(domain.transform(&polys[2]), Err(Error::TooLarge { .. })), "wider than planned");
    let other = Domain::new(&[&Poly::from_i64(&z, &[1 << 40; 200])], 1).expect("a domain");
    let x = other.transform(&polys[0]).expect("it fits");
    assert!(matches!(domain.dot(&[(&x, &x)]), Err(Error::OutOfRange { .. })), "of another domain");
    assert!(Domain::<AnyRing>::new(&[], 1).is_err() && Domain::new(&[&polys[0]], 0).is_err());
}
