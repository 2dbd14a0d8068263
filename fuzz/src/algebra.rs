//! Identities of polynomials over all rings.

use crate::{
    bytes::Bytes,
    oracle::{low, no_quotient, not_applicable, product, unless, value, values, wrapped},
    rings::{self, Check, is_field, is_unit},
};
use polymod::{
    Error, F2, Integers, Poly, ProductAlgorithm, Rationals,
    poly::{Bezout, CompositionAlgorithm, DivisionAlgorithm, Divisor, Geometric, Part, Points},
    ring::{Convolve, FiniteField},
};

/// A target that runs in each ring, Z and Q included.
macro_rules! everywhere {
    ($(#[$doc:meta])* $target:ident, $Check:ident, $f:ident) => {
        struct $Check;

        impl Check for $Check {
            fn check<R: FiniteField>(r: &R, bytes: &mut Bytes<'_>) {
                $f(r, bytes);
            }

            fn over_z(z: &Integers, bytes: &mut Bytes<'_>) {
                $f(z, bytes);
            }

            fn over_q(q: &Rationals, bytes: &mut Bytes<'_>) {
                $f(q, bytes);
            }
        }

        $(#[$doc])*
        pub fn $target(bytes: &[u8]) {
            rings::in_some_ring::<$Check>(&mut Bytes::new(bytes));
        }
    };
}

/// A target that runs in finite rings.
macro_rules! in_finite_rings {
    ($(#[$doc:meta])* $target:ident, $Check:ident, $f:ident) => {
        struct $Check;

        impl Check for $Check {
            fn check<R: FiniteField>(r: &R, bytes: &mut Bytes<'_>) {
                $f(r, bytes);
            }
        }

        $(#[$doc])*
        pub fn $target(bytes: &[u8]) {
            rings::in_some_ring::<$Check>(&mut Bytes::new(bytes));
        }
    };
}

everywhere!(
    /// Products by each algorithm against the definition, whole and in part.
    products, Products, products_in
);

fn products_in<R: Convolve>(r: &R, bytes: &mut Bytes<'_>) {
    let most = *bytes.one_of(&[8, 24, 24, 100]);
    let a = bytes.poly(r, most);
    let b = if bytes.byte() % 4 == 0 { a.clone() } else { bytes.poly(r, most) };
    let whole = product(&a, &b);
    let n = 1 + bytes.below(2 * most);
    let (part, expected) = match bytes.below(5) {
        0 => (Part::All, whole),
        1 => (Part::Low(n), low(&whole, n)),
        2 => {
            let end = n + bytes.below(most);
            (Part::Middle(n..end), Poly::new(r, whole.iter().take(end).skip(n)))
        }
        3 => (Part::Cyclic(n), wrapped(&whole, n, false)),
        _ => (Part::Negacyclic(n), wrapped(&whole, n, true)),
    };
    for algorithm in [None].into_iter().chain(ProductAlgorithm::ALL.map(Some)) {
        if let Some(found) = unless(a.mul_part(&b, &part, algorithm), |e| algorithm.is_some() && not_applicable(e)) {
            assert_eq!(found, expected, "{part:?} by {algorithm:?}");
        }
        // the same vector twice may go another way than two equal ones
        if let Some(square) =
            unless(a.mul_part(&a, &Part::All, algorithm), |e| algorithm.is_some() && not_applicable(e))
        {
            assert_eq!(square, product(&a, &a), "square by {algorithm:?}");
        }
    }
}

everywhere!(
    /// a = q·b + r with deg r < deg b, by each algorithm; exact and pseudo-divisions.
    division, Division, division_in
);

fn division_in<R: Convolve>(r: &R, bytes: &mut Bytes<'_>) {
    let (a, b) = (bytes.poly(r, 80), bytes.poly(r, 40));
    let divides = |c: &R::Elem| is_unit(r, c);
    let Some(lead) = b.leading() else {
        assert_eq!(a.div_rem(&b), Err(Error::DivisionByZero));
        assert!(Divisor::new(&b).is_err() && a.pseudo_div_rem(&b).is_err());
        return;
    };
    let refused = |e: &Error| no_quotient(e) && !divides(&lead);
    if let Some((q, rest)) = unless(a.div_rem(&b), refused) {
        assert_eq!(&product(&q, &b) + &rest, a);
        assert!(rest.len() < b.len());
        assert_eq!((a.quo(&b), a.rem(&b)), (Ok(q.clone()), Ok(rest.clone())));
        for algorithm in DivisionAlgorithm::ALL {
            let allowed = |e: &Error| not_applicable(e) || refused(e);
            if let Some(found) = unless(a.div_rem_by(&b, Some(algorithm)), allowed) {
                assert_eq!(found, (q.clone(), rest.clone()), "{algorithm}");
            }
        }
    }
    if let Some(divisor) = unless(Divisor::new(&b), |e| refused(e) || matches!(e, Error::Unsupported { .. })) {
        if let Some((q, rest)) = unless(divisor.div_rem(&a), refused) {
            assert!(rest.len() < b.len());
            assert_eq!(&product(&q, &b) + &rest, a);
        }
        let c = bytes.poly(r, 30);
        if let Some(rest) = unless(divisor.product(&a, &c), refused) {
            assert_eq!(product(&a, &c).rem(&b), Ok(rest));
        }
    }
    if let Some(found) = unless(product(&a, &b).exact_div(&b), refused) {
        assert_eq!(product(&found, &b), product(&a, &b));
    }
    let (q, rest) = a.pseudo_div_rem(&b).expect("it needs no divisions");
    let k = (a.len() + 1).saturating_sub(b.len());
    assert_eq!(&product(&q, &b) + &rest, a.scale(&r.pow(&lead, k as u64)));
    assert!(rest.len() < b.len());
}

in_finite_rings!(
    /// g divides both, s·a + t·b = g, and what follows from it: inverses modulo a polynomial, resultants, fractions.
    gcd, Gcd, gcd_in
);

fn gcd_in<R: FiniteField>(r: &R, bytes: &mut Bytes<'_>) {
    let most = *bytes.one_of(&[6, 20, 60]);
    let (mut a, mut b) = (bytes.poly(r, most), bytes.poly(r, most));
    if bytes.flag() {
        let common = bytes.poly(r, most);
        (a, b) = (product(&a, &common), product(&b, &common));
    }
    let refused = |e: &Error| no_quotient(e) && !is_field(r);
    if let Some(Bezout { g, s, t }) = unless(a.xgcd(&b), refused) {
        assert_eq!(&product(&s, &a) + &product(&t, &b), g);
        match g.degree() {
            None => assert!(a.is_empty() && b.is_empty()),
            Some(degree) => {
                assert_eq!(g.leading(), Some(r.one()));
                assert!(a.rem(&g).is_ok_and(|rest| rest.is_empty()) && b.rem(&g).is_ok_and(|rest| rest.is_empty()));
                let below = |f: &Poly<R>, other: &Poly<R>| f.len() <= (other.len() - 1 - degree).max(1);
                assert!(b.is_empty() || below(&s, &b), "{s:?} {b:?}");
                assert!(a.is_empty() || b.is_empty() || below(&t, &a), "{t:?} {a:?}");
            }
        }
        if let Some(found) = unless(a.gcd(&b), refused) {
            assert_eq!(found, g);
        }
        if let Some(resultant) = unless(a.resultant(&b), |e| !is_field(r) && no_quotient(e)) {
            if is_field(r) && !a.is_empty() && !b.is_empty() {
                assert_eq!(r.is_zero(&resultant), g.len() > 1, "{a:?} {b:?}");
            }
        }
    }
    if let Some(inverse) = unless(a.inv_mod(&b), |e| no_quotient(e) || *e == Error::DivisionByZero) {
        if b.len() > 1 {
            assert_eq!(product(&a, &inverse).rem(&b), Ok(Poly::one(r)));
        }
    }
    if b.len() > 1 {
        let degree = bytes.below(b.len() - 1);
        let allowed = |e: &Error| matches!(e, Error::NoFraction { .. }) || refused(e);
        if let Some((p, q)) = unless(a.rational(&b, degree), allowed) {
            assert!(p.len() <= degree + 1 && q.len() <= b.len() - 1 - degree && q.leading() == Some(r.one()));
            assert_eq!((&product(&a, &q) - &p).rem(&b), Ok(Poly::zero(r)));
        }
    }
}

everywhere!(
    /// Power series: reciprocals, exp and log, roots, compositions, reversions.
    series, Series, series_in
);

fn series_in<R: Convolve>(r: &R, bytes: &mut Bytes<'_>) {
    let most = *bytes.one_of(&[8, 20, 40, 120]);
    let n = bytes.below(most);
    let a = bytes.poly(r, 40);
    let x = Poly::monomial(r, &r.one(), 1);
    if let Some(inverse) =
        unless(a.inv_series(n), |e| no_quotient(e) && !is_unit(r, &a.coeff(0)) || *e == Error::DivisionByZero)
    {
        assert_eq!(low(&product(&a, &inverse), n), low(&Poly::one(r), n));
    }
    let f = low(&a, 12).shl(1);
    // modulo p the terms from x^p on are not determined
    let terms = n.max(1);
    let determined = rings::elements(r) == 0 || r.divides_below(terms);
    if let Some(e) = unless(f.exp_series(terms), no_quotient) {
        let log = unless(e.log_series(terms), no_quotient);
        assert!(!determined || log.is_none_or(|log| log == low(&f, terms)));
    }
    let one = &Poly::one(r) + &f;
    if let Some(log) = unless(one.log_series(terms), no_quotient) {
        let e = unless(log.exp_series(terms), no_quotient);
        assert!(!determined || e.is_none_or(|e| e == low(&one, terms)));
    }
    let square = product(&low(&a, 16), &low(&a, 16));
    // modulo a long composite number a root may take its factors
    let no_root = |e: &Error| {
        no_quotient(e)
            || matches!(
                e,
                Error::Unsupported { .. } | Error::Domain { .. } | Error::Factors { .. } | Error::Composite { .. }
            )
    };
    if let Some(root) = unless(square.sqrt_series(n), no_root) {
        assert_eq!(low(&product(&root, &root), n), low(&square, n));
    }
    let (outer, inner) = (bytes.poly(r, 10), bytes.poly(r, 10));
    let composed = outer.iter().rev().fold(Poly::zero(r), |sum, c| &product(&sum, &inner) + &Poly::new(r, [c]));
    assert_eq!(outer.compose(&inner).as_ref(), Ok(&composed));
    for algorithm in [None].into_iter().chain(CompositionAlgorithm::ALL.map(Some)) {
        let found = unless(outer.compose_series_by(&inner, n, algorithm), |e| not_applicable(e) || no_quotient(e));
        assert!(found.is_none_or(|found| found == low(&composed, n)), "{algorithm:?}");
    }
    let m = n.min(24);
    let g = low(&bytes.poly(r, 12), 12).shl(1);
    if let Some(reverse) = unless(g.revert_series(m), |e| no_quotient(e) || *e == Error::DivisionByZero) {
        assert_eq!(g.compose_series(&reverse, m), Ok(low(&x, m)));
        assert_eq!(reverse.compose_series(&g, m), Ok(low(&x, m)));
    }
}

in_finite_rings!(
    /// The product of the factors is the polynomial, each is irreducible, and the roots are those of the linear ones.
    factor, Factor, factor_in
);

fn factor_in<R: FiniteField>(r: &R, bytes: &mut Bytes<'_>) {
    let (parts, most) = (1 + bytes.below(4), if rings::elements(r).significant_bits() > 64 { 4 } else { 9 });
    let f = (0..parts).fold(Poly::one(r), |f, _| product(&f, &bytes.poly(r, most)));
    let allowed = |e: &Error| match e {
        Error::Composite { .. } => !is_field(r),
        Error::Domain { .. } => f.is_empty(),
        _ => false,
    };
    let Some(found) = unless(f.factor(), allowed) else { return };
    let power = |f: &Poly<R>, e: u64| (0..e).fold(Poly::one(r), |power, _| product(&power, f));
    let whole =
        |factors: &[(Poly<R>, u64)]| factors.iter().fold(Poly::one(r), |all, (g, e)| product(&all, &power(g, *e)));
    assert_eq!(whole(&found.factors).scale(&found.unit), f);
    for (g, _) in &found.factors {
        assert_eq!((g.leading(), g.is_irreducible()), (Some(r.one()), Ok(true)), "{g:?}");
    }
    let roots = f.roots().expect("a polynomial other than 0 over a field");
    let linear = found.factors.iter().filter(|(g, _)| g.len() == 2).map(|(g, _)| r.neg(&g.coeff(0)));
    let (mut roots, mut linear) = (values(r, &roots), linear.collect::<Vec<_>>());
    assert_eq!(roots.len(), linear.len());
    roots.retain(|x| linear.iter().position(|y| x == y).map(|i| linear.swap_remove(i)).is_none());
    assert!(roots.is_empty());
    let squarefree = f.squarefree().expect("a polynomial other than 0 over a field");
    assert_eq!(whole(&squarefree.factors).scale(&squarefree.unit), f);
}

in_finite_rings!(
    /// Values at many points against one by one, and back.
    points, PointsCheck, points_in
);

fn points_in<R: FiniteField>(r: &R, bytes: &mut Bytes<'_>) {
    let most = *bytes.one_of(&[6, 20, 20, 70]);
    let (len, count) = (bytes.below(60), bytes.below(most));
    let f = bytes.poly(r, len);
    let at = bytes.vector(r, count);
    let expected: Vec<R::Elem> = values(r, &at).iter().map(|x| value(&f, x)).collect();
    let points = Points::new(r, at.view()).expect("points");
    assert_eq!(values(r, &points.eval(&f).expect("values")), expected);
    assert_eq!(values(r, &f.eval_each(at.view()).expect("values")), expected);
    let repeated = |e: &Error| no_quotient(e) && !is_field(r) || matches!(e, Error::RepeatedPoint { .. });
    let same = (0..count).any(|i| (0..i).any(|j| r.get(at.view(), i) == r.get(at.view(), j)));
    let found = unless(points.interpolate(r.collect(&expected).view()), |e| repeated(e) && (same || !is_field(r)));
    if let Some(found) = found {
        assert!(found.len() <= count && !same);
        assert_eq!(values(r, &points.eval(&found).expect("values")), expected);
    }
    let (first, ratio) = (bytes.elem(r), bytes.elem(r));
    let powers = Geometric::new(r, &first, &ratio, count).expect("points");
    let mut x = first;
    for found in values(r, &powers.eval(&f).expect("values")) {
        assert_eq!(found, value(&f, &x));
        x = r.mul(&x, &ratio);
    }
}

/// Long products of bits by each algorithm against shifted sums.
pub fn bits(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let f = F2::on(rings::engine());
    let most = *bytes.one_of(&[64, 300, 2000, 6000]);
    let [a, b] = [0; 2].map(|_| bytes.poly(&f, most));
    let [x, y] = [&a, &b].map(|p| f.words(p.coeffs()).into_owned());
    let mut out = vec![0u64; x.len() + y.len() + 1];
    for i in (0..b.len()).filter(|i| y[i / 64] >> (i % 64) & 1 == 1) {
        for (k, &word) in x.iter().enumerate() {
            out[i / 64 + k] ^= word << (i % 64);
            out[i / 64 + k + 1] ^= word >> 1 >> (63 - i % 64);
        }
    }
    let expected = Poly::from_coeffs(&f, f.from_words(&out, 64 * out.len()));
    for algorithm in [None].into_iter().chain(ProductAlgorithm::ALL.map(Some)) {
        let found = unless(a.mul_part(&b, &Part::All, algorithm), |e| algorithm.is_some() && not_applicable(e));
        assert!(found.is_none_or(|found| found == expected), "{algorithm:?}");
    }
    if !b.is_empty() {
        let (q, rest) = a.div_rem(&b).expect("a field");
        assert!(rest.len() < b.len());
        assert_eq!(&(&q * &b) + &rest, a);
        assert_eq!(expected.exact_div(&b), Ok(a.clone()));
    }
    let square = a.sqr().expect("a square");
    assert!((0..square.len()).all(|i| square.coeff(i) == (i % 2 == 0 && a.coeff(i / 2))));
}
