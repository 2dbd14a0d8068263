//! Products of cyclotomic polynomials.

use polymod::{
    Integers, Poly,
    multimodular::factor::cyclotomic::{is_irreducible_binomial, largest_order, orders, polynomial, totient},
};
use rug::Integer;

fn product(z: &Integers, orders: &[(usize, u64)]) -> Poly<Integers> {
    orders.iter().fold(Poly::one(z), |f, (d, e)| &f * &polynomial(z, *d).unwrap().pow(*e).unwrap())
}

/// x^n − 1 is the product of the polynomials whose orders divide n.
#[test]
fn polynomials_by_definition() {
    let z = Integers::new();
    for n in (1usize..=60).chain([105, 128, 210, 385, 1155]) {
        let divisors: Vec<_> = (1..=n).filter(|d| n.is_multiple_of(*d)).map(|d| (d, 1)).collect();
        let all = &Poly::monomial(&z, &Integer::from(1), n) - &Poly::one(&z);
        assert_eq!(product(&z, &divisors), all, "{n}");
        assert_eq!(orders(&all), Some(divisors), "{n}");
    }
}

#[test]
fn products_are_recognized_and_others_are_not() {
    let z = Integers::new();
    for list in
        [&[(1usize, 3u64)][..], &[(6, 1)], &[(30, 2)], &[(1, 1), (2, 2), (12, 1), (210, 1)], &[(7, 3), (420, 1)]]
    {
        let f = product(&z, list);
        assert_eq!(orders(&f).as_deref(), Some(list));
        assert_eq!(orders(&(&f * &Poly::from_i64(&z, &[1, -3, 1]))), None);
        assert_eq!(orders(&(&f * &Poly::from_i64(&z, &[-1, -1, 0, 1]))), None);
    }
    for coefficients in [&[2i64, 1][..], &[1, 2], &[-1, 0, 3], &[1, 1, 1, 1, 1, 1, 0, 1]] {
        assert_eq!(orders(&Poly::from_i64(&z, coefficients)), None, "{coefficients:?}");
    }
}

#[test]
fn orders_are_bounded() {
    for d in 1..3000 {
        assert!(largest_order(totient(d)) >= d, "{d}");
    }
}

#[test]
fn binomials() {
    let test = |a: i64, b: i64, n| is_irreducible_binomial(&Integer::from(a), &Integer::from(b), n);
    for (a, b, n, irreducible) in [
        (1, -7, 500, true),
        (1, 1, 4, true),
        (1, 1, 6, false),
        (1, -4, 4, false),
        (1, 4, 4, false),
        (1, 64, 4, false),
        (4, 1, 4, false),
        (64, 1, 8, false),
        (1, 4, 6, true),
        (8, 27, 9, false),
        (8, -27, 2, true),
        (4, -9, 2, false),
        (4, 9, 2, true),
        (2, 8, 4, true),
        (1, 2, 1, true),
        (64, 81, 4, false),
        (81, 64, 4, false),
        (16, 9, 4, true),
    ] {
        assert_eq!(test(a, b, n), irreducible, "{a}·x^{n} + {b}");
    }
}

/// Products of cyclotomic polynomials, of degrees 91, 17 and 268, that begin as these polynomials and zeros.
#[test]
fn beginnings_of_products_are_none() {
    for f in [&[1, -1, -1, 0, 1][..], &[1, 0, -1, 1, 1], &[1, -1, -1, 0, 0, 1]] {
        assert_eq!(orders(&Poly::from_i64(&Integers::new(), f)), None, "{f:?}");
    }
}
