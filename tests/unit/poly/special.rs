//! Cyclotomic, orthogonal and Swinnerton-Dyer polynomials.

use super::zn;
use crate::any;
use polymod::{Poly, poly::Orthogonal, ring::AnyElem, rug::Integer};

#[test]
fn cyclotomic_polynomials_divide() {
    let z = any("z");
    for n in 1u32..130 {
        let divisors: Vec<_> = (1..=n).filter(|d| n.is_multiple_of(*d)).collect();
        let factors: Vec<_> = divisors.iter().map(|d| Poly::cyclotomic(&z, *d).expect("an order")).collect();
        let mut wanted = vec![Integer::new(); n as usize + 1];
        (wanted[0], wanted[n as usize]) = (Integer::from(-1), Integer::from(1));
        assert_eq!(
            Poly::product(&z, &factors).expect("a product"),
            Poly::new(&z, wanted.into_iter().map(AnyElem::Integer)),
            "{n}"
        );
    }
    assert_eq!(Poly::cyclotomic(&z, 105).expect("an order").coeff(7), AnyElem::Integer((-2).into()));
    assert!(Poly::cyclotomic(&z, 0).is_err());
}

/// Three-term recurrences.
#[test]
fn orthogonal_polynomials_follow_their_recurrences() {
    let f = zn(1_000_003);
    let x = Poly::x(&f);
    let of = |kind: Orthogonal, n: u32| kind.poly(&f, n).expect("denominators are units");
    for n in 1..40u32 {
        let m = u64::from(n);
        let [two, this, twice, odd, next] = [2, m, 2 * m, 2 * m + 1, m + 1].map(AnyElem::Word);
        for kind in [Orthogonal::Chebyshev, Orthogonal::ChebyshevSecond] {
            assert_eq!(of(kind, n + 1), &(&x * &of(kind, n)).scale(&two) - &of(kind, n - 1), "{kind:?}, {n}");
        }
        let hermite = |n| of(Orthogonal::Hermite, n);
        assert_eq!(hermite(n + 1), &(&x * &hermite(n)).scale(&two) - &hermite(n - 1).scale(&twice), "{n}");
        let legendre = |n| of(Orthogonal::Legendre, n);
        assert_eq!(legendre(n + 1).scale(&next), &(&x * &legendre(n)).scale(&odd) - &legendre(n - 1).scale(&this));
        let laguerre = |n| of(Orthogonal::Laguerre, n);
        let linear = Poly::from_i64(&f, &[2 * i64::from(n) + 1, -1]);
        assert_eq!(laguerre(n + 1).scale(&next), &(&linear * &laguerre(n)) - &laguerre(n - 1).scale(&this), "{n}");
    }
    for (kind, first) in [(Orthogonal::Chebyshev, 1), (Orthogonal::ChebyshevSecond, 2), (Orthogonal::Hermite, 2)] {
        assert_eq!((of(kind, 0), of(kind, 1)), (Poly::one(&f), Poly::from_i64(&f, &[0, first])));
    }
}

#[test]
fn swinnerton_dyer_polynomials_have_their_roots() {
    let z = any("z");
    let third = Poly::swinnerton_dyer(&z, 3).expect("few roots");
    assert_eq!(third.to_string(), "x^8 - 40*x^6 + 352*x^4 - 960*x^2 + 576");
    // modulo a prime with these square roots
    let f = zn(1009);
    let root = |x: u64| (0..1009u64).find(|y| y * y % 1009 == x);
    for n in 1..=4u32 {
        let primes = [2u64, 3, 5, 7];
        let p = Poly::swinnerton_dyer(&f, n).expect("few roots");
        assert_eq!(p.degree(), Some(1 << n));
        let roots: Option<Vec<u64>> = primes[..n as usize].iter().map(|p| root(*p)).collect();
        if let Some(roots) = roots {
            let sum = AnyElem::Word(roots.iter().sum::<u64>() % 1009);
            assert_eq!(p.eval(&sum), AnyElem::Word(0), "{n}");
        }
    }
    assert!(Poly::swinnerton_dyer(&z, 17).is_err());
}
