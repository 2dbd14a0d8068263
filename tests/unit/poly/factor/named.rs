//! Irreducible polynomials of least weight, and Conway's.

use super::extension::tower;
use crate::{any, poly::zn};
use polymod::{
    AnyRing, GF, Poly, Ring,
    poly::factor::{extension::element, named::advance},
};

/// Over fields where no constant of a subfield will do; before, the integers were counted from 1 to p.
#[test]
fn least_weight_over_extensions_of_large_primes() {
    fn check(r: &AnyRing, degrees: &[usize]) {
        for &degree in degrees {
            let f = Poly::least_weight_irreducible(r, degree).expect("one");
            assert_eq!(f, Poly::first_irreducible(r, degree).expect("one"), "degree {degree} over {}", r.name());
            let terms = f.iter().filter(|c| !r.is_zero(c)).count();
            assert!(f.is_irreducible().expect("an answer") && f.degree() == Some(degree) && terms <= 3, "{f}");
        }
    }
    check(&any("gf:2^61-1^2"), &[1, 2, 3, 4, 5, 6]);
    check(&any("gf:2^61-1^3"), &[2, 3]);
    // 3 divides p + 1 only
    check(&any("gf:2^64-59^2"), &[2, 3]);
    check(&any("gf:2^127-1^2"), &[2, 4]);
    check(&AnyRing::field(tower()), &[2]);
}

/// Against a walk over all polynomials of each number of terms in the order that is promised.
#[test]
fn least_weight_is_that_of_a_walk() {
    for (p, k, degree) in [(2, 2, 4), (3, 2, 2), (3, 2, 4), (3, 2, 5), (5, 2, 3), (2, 4, 3), (7, 1, 4), (17, 2, 2)] {
        let r = AnyRing::field(GF::new(p, k).expect("a field"));
        let q = p.pow(k as u32);
        let walked = |terms: usize| {
            let mut all: Vec<(Vec<usize>, Vec<u64>)> = Vec::new();
            for code in 1..q.pow(degree as u32) {
                let digits: Vec<u64> = (0..degree as u32).rev().map(|i| code / q.pow(i) % q).collect();
                let exponents = (0..degree).rev().zip(&digits).filter(|(_, digit)| **digit > 0);
                let (exponents, digits): (Vec<usize>, Vec<u64>) = exponents.map(|(e, digit)| (e, *digit)).unzip();
                if digits.len() == terms - 1 && exponents.last() == Some(&0) {
                    all.push((exponents, digits));
                }
            }
            all.sort();
            all.into_iter().find_map(|(exponents, digits)| {
                let mut coeffs = vec![r.elem(0); degree + 1];
                coeffs[degree] = r.one();
                for (e, digit) in exponents.into_iter().zip(digits) {
                    coeffs[e] = element(&r, &digit.into()).expect("an element");
                }
                Some(Poly::new(&r, coeffs)).filter(|f| f.is_irreducible().expect("an answer"))
            })
        };
        let wanted = (2..).find_map(walked).expect("one");
        assert_eq!(Poly::least_weight_irreducible(&r, degree), Ok(wanted), "degree {degree} over {}", r.name());
    }
}

#[test]
fn exponents_run_through_all_choices() {
    let mut exponents = vec![3, 2, 1, 0];
    let mut seen = Vec::new();
    while exponents[0] < 6 {
        seen.push(exponents.clone());
        advance(&mut exponents);
    }
    assert_eq!(seen.len(), 10, "three of five");
    assert!(seen.is_sorted() && seen.iter().all(|e| e.is_sorted_by(|x, y| x > y) && e[3] == 0), "{seen:?}");
}

/// Seroussi's table of 1998, and Lübeck's.
#[test]
fn tabulated_polynomials() {
    let f = any("gf2");
    for (n, text) in [(2, "x^2 + x + 1"), (5, "x^5 + x^2 + 1"), (16, "x^16 + x^5 + x^3 + x + 1"), (63, "x^63 + x + 1")]
    {
        assert_eq!(Poly::least_weight_irreducible(&f, n).expect("one").to_string(), text);
    }
    let of = |p: u64, n| Poly::conway(&zn(p), n).expect("one").to_string();
    assert_eq!(of(2, 8), "x^8 + x^4 + x^3 + x^2 + 1");
    assert_eq!(of(3, 2), "x^2 + 2*x + 2");
    assert_eq!(of(3, 6), "x^6 + 2*x^4 + x^2 + 2*x + 2");
    assert_eq!(of(5, 4), "x^4 + 4*x^2 + 4*x + 2");
    assert_eq!(of(97, 1), "x + 92");
    assert_eq!(of(2, 1), "x + 1");
}
