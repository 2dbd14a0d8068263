//! Polynomials in two variables over fields, large and small: resultants against Sylvester's determinants as matrices of polynomials,
//! common divisors against operands built from them.

use super::{
    Bivariate, Poly,
    common::{Random, any, zn, zn_on},
};
use polymod::{
    AnyRing, Engine, Error, PolyMatrix,
    engine::{Event, Monitor},
    ring::{FiniteField, Ring},
};
use std::sync::{Arc, Mutex};

fn random(r: &AnyRing, random: &mut Random, in_x: usize, in_y: usize) -> Bivariate {
    let element = |random: &mut Random| r.elem(if random.below(4) == 0 { 0 } else { random.word() as i64 >> 8 });
    let coefficient = |random: &mut Random| Poly::new(r, (0..in_y).map(|_| element(random)).collect::<Vec<_>>());
    Bivariate::new(r, (0..in_x).map(|_| coefficient(random)).collect())
}

/// Sylvester's determinant of a and b, b taken as of degree m in x.
fn by_sylvester(a: &Bivariate, b: &Bivariate, m: usize) -> Poly {
    let n = a.coeffs().len() - 1;
    let of = |p: &Bivariate, i: Option<usize>| {
        i.and_then(|i| p.coeffs().get(i).cloned()).unwrap_or_else(|| Poly::zero(a.ring()))
    };
    let entry = |i: usize, j: usize| match i < m {
        true => of(a, (n + i).checked_sub(j)),
        false => of(b, i.checked_sub(j)),
    };
    PolyMatrix::from_fn(a.ring(), n + m, n + m, entry).unwrap().det().unwrap()
}

fn check(r: &AnyRing, seed: u64) {
    let mut words = Random::new(seed);
    for (in_x, in_y) in [(2, 1), (2, 3), (3, 2), (4, 4), (6, 3), (3, 8)] {
        let [a, b, g] = [0, 1, 2].map(|i| random(r, &mut words, in_x + i % 2, in_y));
        if [&a, &b, &g].iter().any(|p| p.coeffs().len() < 2) {
            continue;
        }
        let name = format!("{}, {in_x}, {in_y}", r.name());
        let m = b.coeffs().len() - 1;
        assert_eq!(a.resultant(&b).unwrap(), by_sylvester(&a, &b, m), "{name}");
        let n = a.coeffs().len() - 1;
        let discriminant = a.discriminant().unwrap();
        let multiple = &discriminant * &a.coeffs()[n];
        let signed = if n / 2 % 2 == 1 { -multiple } else { multiple };
        assert_eq!(signed, by_sylvester(&a, &a.derivative(), n - 1), "{name}");
        let [p, q] = [&a, &b].map(|f| f.checked_mul(&g).unwrap());
        assert!(p.resultant(&q).unwrap().is_empty(), "{name}");
        let found = p.gcd(&q).unwrap();
        assert_eq!(found, q.gcd(&p).unwrap(), "{name}");
        assert!(found.exact_quotient(&g).unwrap().is_some(), "{name}");
        assert!(r.is_one(&found.coeffs().last().and_then(Poly::leading).unwrap()), "{name}");
        let cofactors = [&p, &q].map(|f| f.exact_quotient(&found).unwrap().expect("a divisor"));
        assert!(!cofactors[0].resultant(&cofactors[1]).unwrap().is_empty(), "{name}");
        let all = cofactors.iter().flat_map(Bivariate::coeffs);
        let content = all.fold(Poly::zero(r), |content, c| content.gcd(c).unwrap());
        assert_eq!(content.len(), 1, "{name}");
        assert_eq!(p.gcd(&Bivariate::new(r, Vec::new())).unwrap().gcd(&p).unwrap(), p.gcd(&p).unwrap(), "{name}");
    }
}

#[test]
fn fields_of_any_size() {
    for p in [2, 3, 5, 7, 11, 13, 31, 97, 65537, (1 << 61) - 1, 18_446_744_073_709_551_557] {
        check(&zn(p), p);
    }
    let names = ["zn:2^127-1", "gf2^8:0x11b", "gf:2^6", "gf:5^3", "gf:3^5", "gf:2305843009213693951^2", "gf:2^89-1^2"];
    for (seed, name) in (1..).zip(names) {
        check(&any(name), seed);
    }
}

/// The algorithms that computations begin with.
#[derive(Default)]
struct Chosen(Mutex<Vec<&'static str>>);

impl Monitor for Chosen {
    fn event(&self, event: &Event<'_>) {
        if let Event::Begun(decision) | Event::Decided(decision) = event {
            self.0.lock().unwrap().push(decision.chosen);
        }
    }
}

/// The points are elements of the field, not only of the prime field.
#[test]
fn extensions_of_small_primes_have_enough_points() {
    let chosen = Arc::new(Chosen::default());
    let r = AnyRing::parse(&Engine::builder().threads(2).monitor(chosen.clone()).build(), "gf:2^8").unwrap();
    let mut words = Random::new(5);
    let mut next = || {
        let coefficient =
            |words: &mut Random| Poly::new(&r, (0..5).map(|_| r.random(&mut || words.word())).collect::<Vec<_>>());
        Bivariate::new(&r, (0..5).map(|_| coefficient(&mut words)).collect())
    };
    let [a, b, g] = [next(), next(), next()];
    let [p, q] = [&a, &b].map(|f| f.checked_mul(&g).unwrap());
    let first = |f: &mut dyn FnMut()| {
        chosen.0.lock().unwrap().clear();
        f();
        chosen.0.lock().unwrap()[0]
    };
    let mut resultant = None;
    // 4·4·2 + 1 = 33 points
    assert_eq!(first(&mut || resultant = Some(a.resultant(&b).unwrap())), "values");
    assert_eq!(resultant, Some(by_sylvester(&a, &b, 4)));
    let mut divisor = None;
    assert_eq!(first(&mut || divisor = Some(p.gcd(&q).unwrap())), "values");
    assert!(divisor.unwrap().exact_quotient(&g).unwrap().is_some());
}

/// Many points, on one thread and several: the same bytes, which are those of resultants of the polynomials in x at some y.
fn at_many_points(on: impl Fn(&Engine) -> AnyRing, [in_x, in_y]: [usize; 2], seed: u64) {
    let results = [1, 2, 5].map(|threads| {
        let r = on(&Engine::builder().threads(threads).build());
        let mut words = Random::new(seed);
        let mut next = || {
            let coefficient = |words: &mut Random| {
                Poly::new(&r, (0..=in_y).map(|_| r.random(&mut || words.word())).collect::<Vec<_>>())
            };
            Bivariate::new(&r, (0..=in_x).map(|_| coefficient(&mut words)).collect())
        };
        let [a, b, g] = [next(), next(), next()];
        let resultant = a.resultant(&b).unwrap();
        assert_eq!(resultant.degree(), Some(2 * in_x * in_y));
        for y in [0, 1, -1, 1_000_003].map(|y| r.elem(y)) {
            assert_eq!(resultant.eval(&y), a.at(&y).resultant(&b.at(&y)).unwrap(), "{threads} threads, {}", r.name());
        }
        let [p, q] = [&a, &b].map(|f| f.checked_mul(&g).unwrap());
        let divisor = p.gcd(&q).unwrap();
        let lead = g.coeffs()[in_x].leading().unwrap();
        let monic = g.coeffs().iter().map(|c| c.scale(&r.inv(&lead).unwrap())).collect();
        assert_eq!(divisor, Bivariate::new(&r, monic));
        let words = |p: &Poly| p.coeffs().words().to_vec();
        (words(&resultant), divisor.coeffs().iter().map(words).collect::<Vec<_>>())
    });
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn resultants_by_many_values() {
    let size = if cfg!(debug_assertions) { [6, 15] } else { [20, 50] };
    for (name, size, seed) in
        [("zn:18446744073709551557", size, 1), ("zn:2^255-19", size, 2), ("gf:2147483647^2", [3, 10], 3)]
    {
        at_many_points(|engine| AnyRing::parse(engine, name).unwrap(), size, seed);
    }
}

/// Leading coefficients that vanish at every element, divisors whose leading coefficient does, all points unlucky.
#[test]
fn points_that_do_not_serve() {
    for p in [2u64, 3, 5, 7, 23] {
        let f = zn_on(&Engine::builder().threads(1).build(), p);
        // y^p − y is 0 at all elements of the field
        let vanishing = &Poly::monomial(&f, &f.one(), p as usize) - &Poly::x(&f);
        let of = |coeffs: Vec<Poly>| Bivariate::new(&f, coeffs);
        let [one, y] = [Poly::one(&f), Poly::x(&f)];
        let g = of(vec![one.clone(), vanishing.clone()]);
        let (a, b) = (of(vec![y.clone(), one.clone()]), of(vec![&y + &one, one.clone()]));
        let [s, t] = [&a, &b].map(|x| x.checked_mul(&g).unwrap());
        assert_eq!(s.gcd(&t).unwrap(), g, "modulo {p}");
        // x + y^p and x + y have a common value everywhere, and no common divisor
        let (c, d) =
            (of(vec![Poly::monomial(&f, &f.one(), p as usize), one.clone()]), of(vec![y.clone(), one.clone()]));
        assert_eq!(c.gcd(&d).unwrap(), of(vec![one.clone()]), "modulo {p}");
        let resultant = c.resultant(&d).unwrap();
        assert_eq!(resultant, -vanishing.clone(), "modulo {p}");
    }
}

#[test]
fn rings_that_are_no_fields() {
    let f = zn(91);
    let a = Bivariate::from_i64(&f, &[&[1], &[1]]);
    assert!(matches!(a.gcd(&a), Err(Error::Composite { .. })));
    assert_eq!((a.resultant(&a), a.discriminant()), (Ok(Poly::zero(&f)), Ok(Poly::one(&f))));
    assert!(matches!(a.exact_quotient(&Bivariate::new(&f, Vec::new())), Err(Error::DivisionByZero)));
    assert_eq!(a.checked_mul(&a).unwrap(), Bivariate::from_i64(&f, &[&[1], &[2], &[1]]));
}
