//! Polynomials in x and y over Z, against schoolbook products, known divisors, and Sylvester's determinants at points.

use crate::common::Random;
use polymod::{
    Integers, Poly,
    modular::{self, Bivariate, Certainty, Options},
    rug::Integer,
};

fn random(random: &mut Random, degrees: [usize; 2], bits: u32) -> Bivariate {
    let z = Integers::new();
    let row = |random: &mut Random| Poly::new(&z, random.integers(bits, degrees[1] + 1));
    let mut rows: Vec<_> = (0..degrees[0]).map(|_| row(random)).collect();
    rows.push(&row(random) + &Poly::monomial(&z, &Integer::from(1), degrees[1] + 1));
    Bivariate::new(&z, rows)
}

fn schoolbook(a: &Bivariate, b: &Bivariate) -> Bivariate {
    let z = Integers::new();
    let len = (a.coeffs().len() + b.coeffs().len()).saturating_sub(1);
    let mut rows = vec![Poly::zero(&z); len];
    for (i, x) in a.coeffs().iter().enumerate() {
        for (j, y) in b.coeffs().iter().enumerate() {
            rows[i + j] = &rows[i + j] + &(x * y);
        }
    }
    Bivariate::new(&z, rows)
}

const SHAPES: [[usize; 2]; 6] = [[0, 0], [0, 3], [1, 0], [1, 1], [3, 2], [5, 4]];

#[test]
fn products_and_quotients() {
    let mut r = Random::new(1);
    let zero = Bivariate::new(&Integers::new(), []);
    for x in SHAPES {
        for y in SHAPES {
            let (a, b) = (random(&mut r, x, 40), random(&mut r, y, 90));
            let c = a.checked_mul(&b).expect("a product");
            assert_eq!(c, schoolbook(&a, &b));
            assert_eq!(a.exact_quotient(&c).as_ref(), Ok(&b), "{x:?} {y:?}");
            let other = Bivariate::new(
                &Integers::new(),
                c.coeffs().iter().enumerate().map(
                    |(i, p)| {
                        if i == 0 { p + &Poly::one(&Integers::new()) } else { p.clone() }
                    },
                ),
            );
            assert!(
                a.exact_quotient(&other).is_err() || a.checked_mul(&a.exact_quotient(&other).unwrap()) == Ok(other)
            );
        }
        let a = random(&mut r, x, 40);
        assert_eq!(a.checked_mul(&zero).as_ref(), Ok(&zero));
        assert_eq!(a.exact_quotient(&zero).as_ref(), Ok(&zero));
        assert!(zero.exact_quotient(&a).is_err());
    }
}

#[test]
fn common_divisors() {
    let mut r = Random::new(2);
    let zero = Bivariate::new(&Integers::new(), []);
    for x in SHAPES {
        for y in SHAPES {
            let g = random(&mut r, x, 30);
            let (a, b) = (random(&mut r, y, 20), random(&mut r, [2, 3], 25));
            let (f, h) = (a.checked_mul(&g).expect("a product"), b.checked_mul(&g).expect("a product"));
            let found = f.gcd(&h, &Options::default()).expect("a divisor");
            assert!(matches!(found.certainty, Certainty::Proved | Certainty::Verified));
            let d = found.value;
            g.exact_quotient(&d).expect("what is common divides the divisor");
            let cofactors = [&f, &h].map(|p| d.exact_quotient(p).expect("it divides both"));
            // at some points the cofactors have nothing in common
            let coprime = (100..105).any(|y| {
                let [a, b] = [0, 1].map(|i| cofactors[i].at(&Integer::from(y)));
                modular::gcd(&a, &b, &Options::default()).expect("a divisor").value.len() <= 1
            });
            assert!(coprime, "{x:?} {y:?}");
            let lead = d.coeffs().last().and_then(Poly::leading).expect("not 0");
            assert!(lead > 0);
        }
        let g = random(&mut r, x, 30);
        let with_zero = g.gcd(&zero, &Options::default()).expect("a divisor").value;
        assert!(
            with_zero == g
                || with_zero.checked_mul(&Bivariate::new(&Integers::new(), [Poly::from_i64(&Integers::new(), &[-1])]))
                    == Ok(g)
        );
    }
    assert_eq!(zero.gcd(&zero, &Options::default()).expect("a divisor").value, zero);
}

#[test]
fn resultants_at_points() {
    let mut r = Random::new(3);
    for x in SHAPES {
        for y in SHAPES {
            let (a, b) = (random(&mut r, x, 20), random(&mut r, y, 33));
            let found = a.resultant(&b, &Options::default()).expect("a resultant").value;
            for v in [-3i64, 0, 2, 1_000_003] {
                let v = Integer::from(v);
                let (p, q) = (a.at(&v), b.at(&v));
                if p.len() != a.coeffs().len() || q.len() != b.coeffs().len() {
                    continue;
                }
                let expected = modular::resultant(&p, &q, &Options::default()).expect("a resultant").value;
                assert_eq!(found.eval(&v), expected, "{x:?} {y:?} at {v}");
            }
        }
    }
    // with a common divisor it vanishes
    let g = random(&mut r, [1, 1], 9);
    let [a, b] = [[2, 2], [3, 1]].map(|x| random(&mut r, x, 9).checked_mul(&g).expect("a product"));
    assert!(a.resultant(&b, &Options::default()).expect("a resultant").value.is_empty());
}
