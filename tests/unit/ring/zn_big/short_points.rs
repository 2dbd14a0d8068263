//! Cofactors, interpolation and series of few coefficients against their identities.

use polymod::{
    Error, Result,
    poly::{Bezout, Poly},
    ring::{Evaluation, Ring, Short, ShortOp, ZnBig, zn_big::short_points::MOST},
};
use rug::{Integer, ops::Pow};

/// Primes of every number of limbs, and composite numbers with small and large factors.
fn moduli() -> Vec<Integer> {
    let power = |e: u32| Integer::from(2).pow(e);
    let mut moduli: Vec<Integer> = [64, 127, 191, 255, 256, 384, 511].map(|bits| power(bits).next_prime()).into();
    moduli.extend([power(128) - 1u32, Integer::from(3).pow(80), (power(64) + 13u32) * 15u32]);
    moduli
}

/// A polynomial of this length: of scattered or of the largest residues, with zeros between the ends, or with zero divisors.
fn polynomial(f: &ZnBig, len: usize, kind: usize, seed: usize) -> Poly<ZnBig> {
    let value = |i: usize| match kind {
        0 => Integer::from(i + 3).pow(97 + 10 * seed as u32) * (i + 7 * seed) + i,
        1 => Integer::from(-1),
        2 if (1..len - 1).contains(&i) => Integer::new(),
        2 => Integer::from(i + seed + 1),
        _ => Integer::from(15 * (i + seed) + 5 * (i % 2) + 2 * usize::from(i + 1 == len)),
    };
    let mut list: Vec<Integer> = (0..len).map(|i| value(i).modulo(f.n())).collect();
    if list[len - 1] == 0 {
        list[len - 1] = Integer::from(1);
    }
    Poly::new(f, list)
}

#[test]
fn cofactors_of_few_coefficients() -> Result<()> {
    let mut refused = 0;
    for n in moduli() {
        let f = ZnBig::new(n.clone())?;
        for case in 0..4 * 4 * 4 * 4 * 3 {
            let [la, lb, common] = [case % 4 + 1, case / 4 % 4 + 1, case / 256 + 1];
            let (kinds, c) = ([case / 16 % 4, case / 64 % 4], polynomial(&f, common, 0, 3));
            let (a, b) = (&polynomial(&f, la, kinds[0], 1) * &c, &polynomial(&f, lb, kinds[1], 2) * &c);
            let few = a.len().max(b.len()) <= MOST && !a.is_empty() && !b.is_empty();
            assert_eq!(f.short_bezout_words(a.coeffs(), b.coeffs()).is_some(), few);
            match a.xgcd(&b) {
                Ok(Bezout { g, s, t }) => {
                    assert_eq!(&(&s * &a) + &(&t * &b), g, "{a}, {b} modulo {n}");
                    assert!(g.leading() == Some(f.one()) && a.rem(&g)?.is_empty() && b.rem(&g)?.is_empty());
                    assert!(s.len() < (b.len() - g.len() + 1).max(2) || s.is_empty(), "{a}, {b} modulo {n}: {s}");
                }
                Err(Error::NotInvertible { factor, .. }) => {
                    let factor: Integer = factor.parse().expect("a number");
                    assert!(factor > 1 && factor < n && n.is_divisible(&factor), "{factor} of {n}");
                    refused += 1;
                }
                Err(e) => return Err(e),
            }
        }
    }
    assert!((100..2500).contains(&refused), "{refused} computations met zero divisors");
    Ok(())
}

#[test]
fn polynomials_through_few_points() -> Result<()> {
    for n in moduli() {
        let f = ZnBig::new(n.clone())?;
        for (len, kind) in (1..=MOST + 1).flat_map(|len| (0..4).map(move |kind| (len, kind))) {
            let p = polynomial(&f, len, kind, 2);
            let points: Vec<Integer> =
                (0..len).map(|i| if kind == 1 { -Integer::from(i * i) } else { Integer::from(7 * i + kind) }).collect();
            let points = f.collect(&points.into_iter().map(|x| x.modulo(&n)).collect::<Vec<_>>());
            let values = f.horner_each(p.coeffs(), points.view());
            let few = f.short_words(ShortOp::Interpolation, values.view(), points.view());
            assert_eq!(few.is_some(), len <= MOST);
            match Poly::interpolate(&f, points.view(), values.view()) {
                Ok(found) => assert_eq!(found, p, "modulo {n}"),
                Err(e) => assert!(!f.is_field() && matches!(e, Error::NotInvertible { .. }), "modulo {n}: {e}"),
            }
        }
        let twice = f.collect(&[Integer::from(4), Integer::from(4)]);
        assert!(Poly::interpolate(&f, twice.view(), twice.view()).is_err(), "equal points");
        let mut out = vec![0; twice.words().len()];
        assert!(f.write_short(ShortOp::Interpolation, &mut out, twice.view(), twice.view()).is_err());
    }
    Ok(())
}

#[test]
fn derivatives_powers_and_two_terms() -> Result<()> {
    for n in moduli() {
        let f = ZnBig::new(n.clone())?;
        for (len, kind) in (1..12).flat_map(|len| (0..4).map(move |kind| (len, kind))) {
            let p = polynomial(&f, len, kind, 2);
            let slope = p.iter().enumerate().skip(1).map(|(i, c)| (c * i).modulo(&n));
            assert_eq!(p.derivative(), Poly::new(&f, slope.collect::<Vec<_>>()), "modulo {n}: {p}");
            let c = Poly::new(&f, [p.coeff(0)]);
            for e in [1u32, 2, 3, 8, 61] {
                let wanted = p.coeff(0).pow_mod(&e.into(), &n).expect("a power");
                assert_eq!(c.pow(u64::from(e))?, Poly::new(&f, [wanted]), "{c}^{e} modulo {n}");
            }
            let zero = &p - &c;
            for terms in 1..=2 {
                let low = Poly::new(&f, (0..terms).map(|i| zero.coeff(i)).collect::<Vec<_>>());
                assert_eq!(zero.exp_series(terms)?, &low + &Poly::one(&f), "modulo {n}: {zero}");
                assert_eq!((&zero + &Poly::one(&f)).log_series(terms)?, low, "modulo {n}: {zero}");
            }
        }
        assert!(Poly::x(&f).log_series(2).is_err() && Poly::one(&f).exp_series(1).is_err());
    }
    Ok(())
}
